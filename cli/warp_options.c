/* SPDX-License-Identifier: Apache-2.0
 * warp_options - see command.h */
#include "command.h"

#include <strings.h>

const char launch_arg_help[] = "the kernel's parameter with this number or name. VALUE is one of\n"
                               "  buffer:8        a buffer of 8 zeros, printed at the end\n"
                               "  lane*3+1        a buffer with this value for each thread; lane counts all threads\n"
                               "  64:lane*3+1     the same, 64 values\n"
                               "  @FILE           a buffer with the numbers in a file\n"
                               "  N, i32:N, f32:X, u64:N  a scalar; in front of a buffer, its elements' type\n"
                               "  bytes:1,i32:5,buffer:8  a struct's members; a number alone is a byte";
const char init_help[] = "what a register starts with; may be given several times. VALUE is one of\n"
                         "  lane  lane*N  lane+N  lane*N+M  lane^N     computed in every lane\n"
                         "  N                                          the same in all\n"
                         "  [N,N,...]                                  lane by lane, over and over\n"
                         "  random:SEED                                32 random bits\n"
                         "  float:VALUE                                any of these, as floats\n"
                         "P1=MASK sets a predicate, bit k in lane k";
const char let_help[] =
    "what a name that the text does not define stands for, such as --let i=4 or --let 'src=lane^1';\n"
    "may be given several times";
const char active_help[] = "the lanes that execute, such as 0xffff (default: all)";
const char lanes_help[] =
    "a smaller warp of 2, 4, 8 or 16 lanes, whose fields have fewer bits (default: 32); of a mode\n"
    "and the calls of sub-groups also 64; with --gpu the wave, 64 (default) or, from gfx10 on, 32";
const char network_help[] = "also how many trips this shuffle takes through a network of N:1 multiplexers, in a\n"
                            "unit with NETWORK=N; a power of two, 2 to half of the lanes; with ,selects SELECTS=1";
const char gpu_help[] = "an instruction of AMD's or a call of HIP's, for this GPU as LLVM names it, such as gfx90a";
const char address_help[] = "with --gpu: the address register of ds_bpermute_b32 or ds_permute_b32, such as\n"
                            "lane*4+4, or a number";
const char block_help[] =
    "of a barrier that reduces or a BlockShuffle: the threads of the block, N or X,Y,Z, 1 to 1024; lane is then the\n"
    "number of the thread, also in --active 'lane<100'";

const char vtype_help[] = "of RISC-V's vectors: e8,m1,ta,ma; the same as a vsetvli in front of the instruction";
const char vl_help[] = "of RISC-V's vectors: the vector length (default: VLMAX)";
const char vstart_help[] = "of RISC-V's vectors: the first element (default: 0)";
const char vlen_help[] = "of RISC-V's vectors: bits of a register, a power of two, 64 to 1024 (default: 128)";

bool mode_of(const char *name, enum shfl_mode *mode)
{
    for (unsigned m = 0; m < SHFL_MODES; m++)
        if (strcasecmp(name, shfl_mode_name[m]) == 0) {
            *mode = (enum shfl_mode)m;
            return true;
        }
    *mode = SHFL_BFLY;
    return strcasecmp(name, "xor") == 0;
}
