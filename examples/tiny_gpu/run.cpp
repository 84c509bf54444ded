// SPDX-License-Identifier: Apache-2.0
// Runs a program of four shuffles on tiny-gpu's core, block by block, and compares each word with the golden model.
// Memory answers after 3 clocks. Exit status 1 if a lane is wrong or the core does not stop.
#include "Vcore.h"
#include "verilated.h"

#include "model/shfl.h"

#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>

namespace {
constexpr unsigned BLOCKS = 256, LATENCY = 3, LIMIT = 10000, INDICES = 64, OUT = 128;
const char *const NAMES[] = { "IDX", "UP", "DOWN", "BFLY" };

// of a thread i: rd = mode(mem[i], by mem[INDICES + i]) to mem[OUT + i + 16 * mode]; registers 13 to 15 are blockIdx, blockDim
// and threadIdx
enum { ADD = 3, MUL = 5, LDR = 7, STR = 8, CONST = 9, DOWN = 10, BFLY = 11, IDX = 12, UP = 13, RET = 15 };
uint16_t three(unsigned op, unsigned rd, unsigned rs, unsigned rt)
{
    return uint16_t(op << 12 | rd << 8 | rs << 4 | rt);
}
uint16_t number(unsigned rd, unsigned value) { return uint16_t(CONST << 12 | rd << 8 | value); }

std::vector<uint16_t> program()
{
    std::vector<uint16_t> code{ three(MUL, 0, 13, 14), three(ADD, 0, 0, 15), three(LDR, 1, 0, 0),
                                number(2, INDICES),    three(ADD, 2, 2, 0),  three(LDR, 2, 2, 0),
                                number(4, OUT),        three(ADD, 4, 4, 0),  number(5, 16) };
    for (unsigned op : { IDX, UP, DOWN, BFLY }) {
        code.push_back(three(op, 3, 1, 2));
        code.push_back(three(STR, 0, 4, 3));
        code.push_back(three(ADD, 4, 4, 5));
    }
    code.push_back(three(RET, 0, 0, 0));
    return code;
}

Vcore core;
uint8_t memory[256];
uint64_t clocks;
const std::vector<uint16_t> code = program();

void tick()
{
    static unsigned fetches, reads[THREADS], writes[THREADS];
    core.clk = 0;
    core.eval();
    fetches = core.program_mem_read_valid ? fetches + 1 : 0;
    core.program_mem_read_ready = fetches > LATENCY;
    core.program_mem_read_data = core.program_mem_read_address < code.size() ? code[core.program_mem_read_address] : 0;
    unsigned read = 0, written = 0;
    for (unsigned t = 0; t < THREADS; t++) {
        reads[t] = core.data_mem_read_valid >> t & 1 ? reads[t] + 1 : 0;
        writes[t] = core.data_mem_write_valid >> t & 1 ? writes[t] + 1 : 0;
        read |= unsigned(reads[t] > LATENCY) << t;
        written |= unsigned(writes[t] > LATENCY) << t;
        core.data_mem_read_data[t] = memory[core.data_mem_read_address[t]];
        if (writes[t] > LATENCY)
            memory[core.data_mem_write_address[t]] = core.data_mem_write_data[t];
    }
    core.data_mem_read_ready = read;
    core.data_mem_write_ready = written;
    core.eval();
    core.clk = 1;
    core.eval();
    clocks++;
}
} // namespace

int main()
{
    std::mt19937 random(1);
    unsigned lanes = 0, wrong = 0;
    const shfl_unit unit = { THREADS, SHFL_OWN };

    core.thread_count = THREADS;
    for (unsigned n = 0; n < BLOCKS; n++) {
        const unsigned first = n % (16 / THREADS) * THREADS; // of the block's threads
        shfl_in in = {};
        in.active = (1u << THREADS) - 1;
        for (unsigned t = 0; t < THREADS; t++) {
            in.ra[t] = memory[first + t] = uint8_t(random());
            in.sb[t] = memory[INDICES + first + t] = uint8_t(random());
        }
        core.block_id = uint8_t(first / THREADS);
        core.reset = 1;
        core.start = 0;
        tick();
        core.reset = 0;
        core.start = 1;
        for (unsigned k = 0; !core.done && k < LIMIT; k++)
            tick();
        if (!core.done) {
            printf("block %u: the core did not stop\n", n);
            return 1;
        }
        for (unsigned mode = 0; mode < 4; mode++) {
            shfl_out out;
            in.mode = shfl_mode(mode);
            for (unsigned t = 0; t < THREADS; t++)
                in.sc[t] = mode == SHFL_UP ? 0 : THREADS - 1;
            if (shfl_warp(&unit, &in, &out))
                return 1;
            for (unsigned t = 0; t < THREADS; t++, lanes++) {
                const unsigned got = memory[OUT + 16 * mode + first + t];
                if (got != out.rd[t] && wrong++ < 3)
                    printf("block %u, %s, thread %u: %02x, expected %02x\n", n, NAMES[mode], t, got,
                           unsigned(out.rd[t]));
            }
        }
    }
    printf("%u lanes, %u wrong, %llu clocks\n", lanes, wrong, (unsigned long long)clocks);
    return wrong != 0;
}
