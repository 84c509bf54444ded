// SPDX-License-Identifier: Apache-2.0
// The shuffles of HIP's header for AMD, compiled for this processor: writes the signature of level cuda.
//
//     c++ -std=c++17 -DLANES=64 -isystem INCLUDE -o hip hip.cpp && ./hip cuda hip.sig
//
// Around the header are stubs of the instructions. A lane offers MARK + its own number, so that ds_bpermute knows the value
// of each lane: it reads that of a quarter of the address, modulo the wave (docs/amd.md).
#include "../adapters/host.h"
#include <hip/hip_version.h>

#define __device__
#define __HIPCC_RTC__ // the header includes none of the others
#define __AMDGCN_WAVEFRONT_SIZE LANES
using __hip_uint64_t = uint64_t;
using __hip_uint32_t = uint32_t;
static constexpr int MARK = HOST_MARK;
static unsigned lane;

#define __builtin_amdgcn_wavefrontsize() LANES
#define __builtin_amdgcn_ds_bpermute(address, value) (MARK + ((address) >> 2 & (LANES - 1)))
#define __builtin_amdgcn_mbcnt_lo(mask, sum) (lane < 32 ? lane : 32) // of a mask of ones
#define __builtin_amdgcn_mbcnt_hi(mask, sum) ((sum) + (lane < 32 ? 0 : lane - 32))
#if HIP_VERSION_MAJOR < 6 // it is in another header
static unsigned __lane_id() { return lane; }
#endif
// not called
#define __builtin_amdgcn_ds_permute(address, value) (value)
#define __builtin_amdgcn_ds_swizzle(value, pattern) (value)
#define __builtin_amdgcn_mov_dpp(value, ...) (value)
#define __builtin_amdgcn_ballot_w64(predicate) (predicate)
#define __ockl_wfall_i32(predicate) (predicate)
#define __ockl_wfany_i32(predicate) (predicate)
#include <hip/amd_detail/amd_warp_functions.h>

int main(int argc, char **argv)
{
    if (argc != 3 || strcmp(argv[1], "cuda") != 0)
        host_fail(2, "expected cuda, and the file to write");
    unsigned warps = host_warps(argv[1]);
    const host_warp *in = host_level(argv[1]);
    host_answer *out = (host_answer *)host_memory(warps * sizeof *out);

    for (unsigned n = 0; n < warps; n++)
        for (lane = 0; lane < LANES; lane++) {
            int value = MARK + (int)lane, width = LANES - (int)(in[n].sc[lane] >> 8), operand = (int)in[n].sb[lane];
            int word = 0;
            switch (in[n].mode) {
            case 0: word = __shfl(value, operand, width); break;
            case 1: word = __shfl_up(value, (unsigned)operand, width); break;
            case 2: word = __shfl_down(value, (unsigned)operand, width); break;
            case 3: word = __shfl_xor(value, operand, width); break;
            }
            out[n].rd[lane] = (unsigned)word;
            out[n].got[lane] = 3; // there is no predicate
        }
    host_write_signature(argv[2], out, warps);
    printf("# HIP %d.%d.%d\nlanes %d\npredicate no\n", HIP_VERSION_MAJOR, HIP_VERSION_MINOR, HIP_VERSION_PATCH, LANES);
}
