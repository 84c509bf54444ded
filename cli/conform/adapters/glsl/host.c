/* SPDX-License-Identifier: Apache-2.0 */
/* Runs signature.comp, compiled to SPIR-V, on the first device that Vulkan has, and prints its profile:
 *
 *     cc -o host host.c -lvulkan && ./host signature.spv cuda vulkan.sig > vulkan.profile
 *
 * Its first argument, before those of host.h, is the SPIR-V file. The lanes are those of the device's sub-groups.
 */
#include "../host.h"

#include <vulkan/vulkan.h>

static void check(const char *what, VkResult error)
{
    if (error != VK_SUCCESS)
        host_fail(3, "%s: Vulkan's error %d", what, (int)error);
}

/* A host-visible type of memory that BITS allow. */
static uint32_t memory_type(VkPhysicalDevice device, uint32_t bits)
{
    const VkMemoryPropertyFlags wanted = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    VkPhysicalDeviceMemoryProperties properties;

    vkGetPhysicalDeviceMemoryProperties(device, &properties);
    for (uint32_t type = 0; type < properties.memoryTypeCount; type++)
        if (bits >> type & 1 && (properties.memoryTypes[type].propertyFlags & wanted) == wanted)
            return type;
    host_fail(3, "the device has no memory that the host sees");
    return 0;
}

/* A queue family that computes. */
static uint32_t compute_family(VkPhysicalDevice device)
{
    VkQueueFamilyProperties families[16];
    uint32_t count = 16;

    vkGetPhysicalDeviceQueueFamilyProperties(device, &count, families);
    for (uint32_t family = 0; family < count; family++)
        if (families[family].queueFlags & VK_QUEUE_COMPUTE_BIT)
            return family;
    host_fail(3, "the device has no queue that computes");
    return 0;
}

static uint32_t *spirv(const char *path, size_t *bytes)
{
    FILE *file = fopen(path, "rb");
    uint32_t *code = host_memory(1 << 20);

    if (file == NULL)
        host_fail(2, "%s: expected a file that can be read", path);
    *bytes = fread(code, 1, 1 << 20, file);
    fclose(file);
    if (*bytes < 20 || *bytes % 4 != 0 || code[0] != 0x07230203)
        host_fail(2, "%s: expected SPIR-V", path);
    return code;
}

int main(int argc, char **argv)
{
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice device;
    uint32_t one = 1;
    size_t code_bytes;

    if (argc != 4)
        host_fail(2, "expected a SPIR-V file; cuda or ptx; and the file to write");
    const char *level = argv[2];
    if (host_warps(level, 32) == 0)
        host_fail(2, "%s: expected cuda or ptx", level);
    const uint32_t *code = spirv(argv[1], &code_bytes);

    /* the device */
    const VkApplicationInfo application = { .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                            .apiVersion = VK_API_VERSION_1_1 };
    check("instance", vkCreateInstance(&(VkInstanceCreateInfo){ .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                                                .pApplicationInfo = &application },
                                       NULL, &instance));
    VkResult found = vkEnumeratePhysicalDevices(instance, &one, &physical);
    check("no device", one == 0 ? VK_ERROR_INITIALIZATION_FAILED : found == VK_INCOMPLETE ? VK_SUCCESS : found);
    VkPhysicalDeviceDriverProperties driver = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES };
    VkPhysicalDeviceSubgroupProperties subgroup = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES,
                                                    .pNext = &driver };
    VkPhysicalDeviceProperties2 properties = { .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                               .pNext = &subgroup };
    vkGetPhysicalDeviceProperties2(physical, &properties);
    uint32_t lanes = subgroup.subgroupSize, family = compute_family(physical), ptx = strcmp(level, "ptx") == 0;
    const VkSubgroupFeatureFlags wanted = VK_SUBGROUP_FEATURE_SHUFFLE_BIT | VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT;
    printf("# %s, %s\n# sub-group operations 0x%x\n", properties.properties.deviceName,
           driver.driverInfo[0] ? driver.driverInfo : driver.driverName, (unsigned)subgroup.supportedOperations);
    printf("lanes %u\npredicate no\noutside undefined\nc width\nsegmask 0\n", (unsigned)lanes);
    if ((subgroup.supportedOperations & wanted) != wanted)
        fputs("signature: the device does not promise shuffles; it is tested all the same\n", stderr);
    if (lanes < 2 || lanes > 64)
        host_fail(3, "sub-groups of %u, expected 2 to 64", (unsigned)lanes);
    const float priority = 1;
    const VkDeviceQueueCreateInfo queues = { .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                             .queueFamilyIndex = family,
                                             .queueCount = 1,
                                             .pQueuePriorities = &priority };
    check("device", vkCreateDevice(physical,
                                   &(VkDeviceCreateInfo){ .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                                          .queueCreateInfoCount = 1,
                                                          .pQueueCreateInfos = &queues },
                                   NULL, &device));

    /* the memory */
    unsigned warps = host_warps(level, lanes);
    size_t points = (size_t)warps * lanes;
    VkBuffer buffer;
    VkMemoryRequirements needs;
    VkDeviceMemory memory;
    uint32_t *words;
    check("buffer", vkCreateBuffer(device,
                                   &(VkBufferCreateInfo){ .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                                          .size = points * sizeof *words,
                                                          .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT },
                                   NULL, &buffer));
    vkGetBufferMemoryRequirements(device, buffer, &needs);
    check("memory",
          vkAllocateMemory(device,
                           &(VkMemoryAllocateInfo){ .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                                    .allocationSize = needs.size,
                                                    .memoryTypeIndex = memory_type(physical, needs.memoryTypeBits) },
                           NULL, &memory));
    check("memory", vkBindBufferMemory(device, buffer, memory, 0));
    check("memory", vkMapMemory(device, memory, 0, VK_WHOLE_SIZE, 0, (void **)&words));
    memset(words, 254, points * sizeof *words);

    /* the pipeline */
    const VkDescriptorSetLayoutBinding binding = { .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                                   .descriptorCount = 1,
                                                   .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT };
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkShaderModule module;
    VkPipeline pipeline;
    check("layout", vkCreateDescriptorSetLayout(device,
                                                &(VkDescriptorSetLayoutCreateInfo){
                                                    .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                    .bindingCount = 1,
                                                    .pBindings = &binding },
                                                NULL, &set_layout));
    check("layout",
          vkCreatePipelineLayout(device,
                                 &(VkPipelineLayoutCreateInfo){ .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                                                .setLayoutCount = 1,
                                                                .pSetLayouts = &set_layout },
                                 NULL, &layout));
    check("shader",
          vkCreateShaderModule(device,
                               &(VkShaderModuleCreateInfo){ .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                                            .codeSize = code_bytes,
                                                            .pCode = code },
                               NULL, &module));
    const uint32_t constants[] = { lanes, ptx };
    const VkSpecializationMapEntry entries[] = { { 0, 0, 4 }, { 1, 4, 4 } };
    const VkSpecializationInfo specialization = { 2, entries, sizeof constants, constants };
    check("pipeline",
          vkCreateComputePipelines(
              device, VK_NULL_HANDLE, 1,
              &(VkComputePipelineCreateInfo){ .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                              .stage = { .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                         .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                         .module = module,
                                                         .pName = "main",
                                                         .pSpecializationInfo = &specialization },
                                              .layout = layout },
              NULL, &pipeline));
    const VkDescriptorPoolSize size = { VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1 };
    VkDescriptorPool pool;
    VkDescriptorSet set;
    check("descriptors",
          vkCreateDescriptorPool(device,
                                 &(VkDescriptorPoolCreateInfo){ .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                                                .maxSets = 1,
                                                                .poolSizeCount = 1,
                                                                .pPoolSizes = &size },
                                 NULL, &pool));
    check("descriptors", vkAllocateDescriptorSets(
                             device,
                             &(VkDescriptorSetAllocateInfo){ .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                                             .descriptorPool = pool,
                                                             .descriptorSetCount = 1,
                                                             .pSetLayouts = &set_layout },
                             &set));
    const VkDescriptorBufferInfo whole = { buffer, 0, VK_WHOLE_SIZE };
    vkUpdateDescriptorSets(device, 1,
                           &(VkWriteDescriptorSet){ .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                                    .dstSet = set,
                                                    .descriptorCount = 1,
                                                    .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                                    .pBufferInfo = &whole },
                           0, NULL);

    /* the run */
    VkQueue queue;
    VkCommandPool commands;
    VkCommandBuffer command;
    vkGetDeviceQueue(device, family, 0, &queue);
    check("commands",
          vkCreateCommandPool(device,
                              &(VkCommandPoolCreateInfo){ .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                                          .queueFamilyIndex = family },
                              NULL, &commands));
    check("commands", vkAllocateCommandBuffers(
                          device,
                          &(VkCommandBufferAllocateInfo){ .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                                          .commandPool = commands,
                                                          .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                                          .commandBufferCount = 1 },
                          &command));
    check("commands", vkBeginCommandBuffer(command, &(VkCommandBufferBeginInfo){
                                                        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO }));
    vkCmdBindPipeline(command, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    vkCmdBindDescriptorSets(command, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, NULL);
    const unsigned across = warps < 65536 ? warps : 1024; /* a device need not accept more than 65535 in a row */
    vkCmdDispatch(command, across, warps / across, 1);
    check("commands", vkEndCommandBuffer(command));
    check("the shader", vkQueueSubmit(queue, 1,
                                      &(VkSubmitInfo){ .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                                                       .commandBufferCount = 1,
                                                       .pCommandBuffers = &command },
                                      VK_NULL_HANDLE));
    check("the shader", vkQueueWaitIdle(queue));

    uint8_t *signature = host_memory(points);
    for (size_t point = 0; point < points; point++)
        signature[point] = words[point] < 256 ? (uint8_t)words[point] : 254;
    host_write(argv[3], signature, points);
    return 0;
}
