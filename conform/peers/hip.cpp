// SPDX-License-Identifier: Apache-2.0
// The shuffles of HIP's header for AMD, compiled for this processor, as the function of conform/peer.h.
//
//     c++ -std=c++17 -shared -fPIC -DLANES=64 -isystem INCLUDE -o hip.so hip.cpp
//
// Around the header are stubs of the instructions. ds_bpermute reads the value of the lane that is a quarter of the address,
// modulo the wave (docs/amd.md).
#include "../peer.h"
#include <hip/hip_version.h>

#define __device__
#define __HIPCC_RTC__ // the header includes none of the others
#define __AMDGCN_WAVEFRONT_SIZE LANES
using __hip_uint64_t = uint64_t;
using __hip_uint32_t = uint32_t;
static unsigned lane;
static const uint64_t *values;

#define __builtin_amdgcn_wavefrontsize() LANES
#define __builtin_amdgcn_ds_bpermute(address, value) ((int)values[(address) >> 2 & (LANES - 1)])
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

int openshfl_peer(unsigned lanes, unsigned mode, uint64_t active, const uint32_t *sb, const uint32_t *sc,
                  const uint64_t *ra, uint64_t *rd, uint64_t *, uint64_t *we)
{
    values = ra;
    *we = active;
    for (lane = 0; lane < lanes; lane++) {
        const int value = (int)ra[lane], width = LANES - (int)(sc[lane] >> 8), operand = (int)sb[lane];
        int word = 0;
        switch (mode) {
        case 0: word = __shfl(value, operand, width); break;
        case 1: word = __shfl_up(value, (unsigned)operand, width); break;
        case 2: word = __shfl_down(value, (unsigned)operand, width); break;
        case 3: word = __shfl_xor(value, operand, width); break;
        }
        rd[lane] = (unsigned)word;
    }
    return 0;
}
