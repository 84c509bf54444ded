// SPDX-License-Identifier: Apache-2.0
// The signature of OpenCL's sub-group shuffles, cl_khr_subgroup_shuffle and cl_khr_subgroup_shuffle_relative. A
// work-group is a sub-group, and computes one warp; ptx is 0 for level cuda, 1 for level ptx.
//
// OpenCL has no width, clamp, segment mask or predicate: points that are not of the whole sub-group are refused, and
// so are those of an extension that the device lacks. A lane offers MARK + its own number.
#if defined(cl_khr_subgroups) || defined(__opencl_c_subgroups)
#define LANE  get_sub_group_local_id()
#define LANES get_sub_group_size()
#else
#define LANE  ((uint)get_local_id(0))
#define LANES ((uint)get_local_size(0))
#endif
#define MARK    0x5700
#define GARBAGE 254
#define REFUSED 255

enum { IDX, UP, DOWN, XOR };

static uchar shuffle(uint mode, uint operand)
{
    uint lane = LANE, word;

    switch (mode) {
#ifdef cl_khr_subgroup_shuffle
    case IDX: word = sub_group_shuffle(MARK + lane, operand); break;
    case XOR: word = sub_group_shuffle_xor(MARK + lane, operand); break;
#endif
#ifdef cl_khr_subgroup_shuffle_relative
    case UP: word = sub_group_shuffle_up(MARK + lane, operand); break;
    case DOWN: word = sub_group_shuffle_down(MARK + lane, operand); break;
#endif
    default: return REFUSED;
    }
    word -= MARK;
    return word < LANES ? 64 + word : GARBAGE;
}

__kernel void signature(uint ptx, __global uchar *signature)
{
    uint lane = LANE, lanes = LANES, warp = get_group_id(0), widths = 0, mode;
    bool whole;

    if (ptx) {
        uint clamp = warp / lanes % lanes, segmask = warp / lanes / lanes % lanes;
        mode = warp / lanes / lanes / lanes;
        whole = segmask == 0 && clamp == (mode == UP ? 0 : lanes - 1);
    } else {
        while (1 << widths <= lanes)
            widths++;
        mode = warp / lanes / widths;
        whole = 1 << warp / lanes % widths == lanes;
    }
    signature[warp * lanes + lane] = whole ? shuffle(mode, warp % lanes) : REFUSED;
}
