# SPDX-License-Identifier: Apache-2.0
"""Compiles model/*.c and a loop over warps to the extension openshfl._model."""

import pathlib

import cffi

MODEL = pathlib.Path(__file__).resolve().parents[2] / "model"
STAGES = ["decode", "lane_index", "range_check", "crossbar", "writeback"]

ffi = cffi.FFI()
ffi.cdef("""
    int shuffle(size_t warps, unsigned lanes, int policy, const uint8_t *mode, const uint64_t *active,
                const uint32_t *sb, const uint32_t *sc, const uint64_t *ra, uint64_t *rd, uint8_t *pu, uint8_t *we,
                uint8_t *src_lane, uint8_t *src_active);
""")
ffi.set_source(
    "openshfl._model",
    "\n".join(f'#include "{name}.c"' for name in ["shfl", *(f"shfl_{stage}" for stage in STAGES)])
    + r"""
#include <string.h>

/* -1: an argument that shfl_warp refuses. Arrays are [warps][lanes] */
static int shuffle(size_t warps, unsigned lanes, int policy, const uint8_t *mode, const uint64_t *active,
                   const uint32_t *sb, const uint32_t *sc, const uint64_t *ra, uint64_t *rd, uint8_t *pu, uint8_t *we,
                   uint8_t *src_lane, uint8_t *src_active)
{
    const struct shfl_unit unit = { lanes, (enum shfl_policy)policy };

    for (size_t n = 0; n < warps; n++, sb += lanes, sc += lanes, ra += lanes) {
        struct shfl_in in = { .mode = (enum shfl_mode)mode[n], .active = active[n] };
        struct shfl_out out;

        memcpy(in.sb, sb, lanes * sizeof *sb);
        memcpy(in.sc, sc, lanes * sizeof *sc);
        memcpy(in.ra, ra, lanes * sizeof *ra);
        if (shfl_warp(&unit, &in, &out) != 0)
            return -1;
        for (unsigned k = 0; k < lanes; k++) {
            *rd++ = out.rd[k];
            *pu++ = out.pu >> k & 1;
            *we++ = out.we >> k & 1;
            *src_lane++ = out.src_lane[k];
            *src_active++ = out.src_active >> k & 1;
        }
    }
    return 0;
}
""",
    include_dirs=[str(MODEL)],
)
