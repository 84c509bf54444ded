// SPDX-License-Identifier: Apache-2.0
// The signature of Vulkan's sub-group shuffles, GL_KHR_shader_subgroup_shuffle and _shuffle_relative. A work-group is
// a sub-group of LANES invocations and computes one warp, an unsigned integer per point.
//
//     glslangValidator -V --target-env vulkan1.1 -o signature.spv signature.comp
//
// GLSL has no width, clamp, segment mask or predicate: points that are not of the whole sub-group are refused. An invocation
// offers MARK + its own number.
#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require

layout(local_size_x_id = 0) in;
layout(constant_id = 0) const uint LANES = 32;
layout(constant_id = 1) const uint PTX = 0;             // 0: level cuda, 1: level ptx
layout(std430, binding = 0) writeonly buffer Signature { uint signature[]; };

const uint MARK = 0x5700, GARBAGE = 254, REFUSED = 255, IDX = 0, UP = 1, DOWN = 2;

uint shuffle(uint mode, uint operand)
{
    uint word = MARK + gl_SubgroupInvocationID;

    if (mode == IDX)
        word = subgroupShuffle(word, operand);
    else if (mode == UP)
        word = subgroupShuffleUp(word, operand);
    else if (mode == DOWN)
        word = subgroupShuffleDown(word, operand);
    else
        word = subgroupShuffleXor(word, operand);
    word -= MARK;
    return word < LANES ? 64 + word : GARBAGE;
}

void main()
{
    uint warp = gl_WorkGroupID.x + gl_NumWorkGroups.x * gl_WorkGroupID.y, mode;
    bool whole;

    if (PTX != 0) {
        uint clamp = warp / LANES % LANES, segmask = warp / LANES / LANES % LANES;
        mode = warp / LANES / LANES / LANES;
        whole = segmask == 0 && clamp == (mode == UP ? 0 : LANES - 1);
    } else {
        uint widths = findMSB(LANES) + 1;
        mode = warp / LANES / widths;
        whole = 1u << warp / LANES % widths == LANES;
    }
    uint answer = REFUSED;
    if (whole && gl_SubgroupSize == LANES)
        answer = shuffle(mode, warp % LANES);
    signature[warp * LANES + gl_SubgroupInvocationID] = answer;
}
