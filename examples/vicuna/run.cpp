// SPDX-License-Identifier: Apache-2.0
// Runs random programs of permutations, loads and stores on Ibex and Vicuna, as many as the argument says, and compares
// each stored byte, at the end of all registers, with the golden model. Memory answers on the next clock. Exit status 1
// if a byte is wrong or the core does not stop.
#include "Vvproc_top.h"
#include "verilated.h"

#include "model/shfl_rvv.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>

namespace {
constexpr unsigned STEPS = 16, BYTES = 16, LIMIT = 20000;
constexpr uint32_t SIZE = 1 << 18, START = 0x80, DATA = 0x10000, OUT = 0x20000, END = SIZE - 4;

struct form {
    const char *name;
    shfl_rvv_op op;
    char kind;
    unsigned funct6, funct3;
};
#define FORM(...) { __VA_ARGS__ },
constexpr form FORMS[] = { SHFL_RVV_WORDS(FORM) };

Vvproc_top core;
uint8_t memory[SIZE];
uint64_t clocks;
std::mt19937 gen(1);
unsigned below(unsigned n) { return unsigned(gen() % n); }

// one clock; true if the program stores at END
bool tick()
{
    const bool request = core.mem_req_o, write = request && core.mem_we_o;
    const uint32_t address = core.mem_addr_o & ~3u;
    for (unsigned byte = 0; write && address < SIZE && byte < 4; byte++)
        if (core.mem_be_o >> byte & 1)
            memory[address + byte] = uint8_t(core.mem_wdata_o >> 8 * byte);
    core.clk_i = 1;
    core.eval();
    core.mem_rvalid_i = request;
    core.mem_err_i = address >= SIZE;
    if (address < SIZE)
        memcpy(&core.mem_rdata_i, memory + address, 4);
    core.eval();
    core.clk_i = 0;
    core.eval();
    clocks++;
    return write && address == END;
}

// its words; and what it does, by the model
struct program {
    uint32_t at = START, data = DATA, out = OUT, permutations = 0;
    uint8_t image[SIZE] = {}, want[SIZE] = {}, v[32][BYTES] = {};
    shfl_rvv_in in = {}; // vtype and vl, and the last permutation

    void word(uint32_t w)
    {
        memcpy(image + at, &w, 4);
        at += 4;
    }
    void li(unsigned rd, uint32_t value) // lui, addi
    {
        word(((value + 0x800) & 0xfffff000) | rd << 7 | 0x37);
        word(value << 20 | rd << 15 | rd << 7 | 0x13);
    }
    void set(unsigned sew, int lmul, unsigned vl)
    {
        in.sew = sew;
        in.lmul = lmul;
        in.vl = vl;
        li(5, vl);
        word((sew << 3 | (unsigned(lmul) & 7)) << 20 | 5 << 15 | 7 << 12 | 6 << 7 | 0x57);
    }
    unsigned size() const { return (in.vl << in.sew) + 3 & ~3u; }
    void move(uint32_t opcode, unsigned reg, uint32_t address)
    {
        li(7, address);
        word(1 << 25 | 7 << 15 | (in.sew ? in.sew + 4 : 0) << 12 | reg << 7 | opcode);
    }
    void load(unsigned reg, uint32_t address)
    {
        move(0x07, reg, address);
        memcpy(v[reg], image + address, in.vl << in.sew);
    }
    void store(unsigned reg)
    {
        move(0x27, reg, out);
        memcpy(want + out, v[reg], in.vl << in.sew);
        out += size();
    }
    unsigned group() const { return below(32) & ~(shfl_rvv_registers(&in) - 1); }
    void permutation(const form &f, unsigned vd, unsigned vs2, unsigned third)
    {
        word(f.funct6 << 26 | unsigned(in.vm) << 25 | vs2 << 20 | third << 15 | f.funct3 << 12 | vd << 7 | 0x57);
    }
    void permute()
    {
        const form &f = FORMS[below(sizeof FORMS / sizeof *FORMS)];
        const unsigned most = shfl_rvv_vlmax(&in), vd = group(), vs2 = group();
        const unsigned vs1 = f.kind == 'm' ? below(32) : group();
        in.op = f.op;
        in.vm = f.kind == 'm' || below(2);
        in.x = f.kind == 'i' ? below(32) : below(4) ? below(most + 2) : uint32_t(gen());
        if (f.kind == 'f' || f.op == SHFL_RVV_GATHER_EI16 || shfl_rvv_check_registers(&in, vd, vs1, vs2))
            return; // Vicuna has neither of the first two
        if (f.op == SHFL_RVV_GATHER) {
            for (unsigned i = 0; i < in.vl; i++) // most indices are below VLMAX
                image[data + (i << in.sew)] = uint8_t(below(most + most / 8 + 1));
            load(vs1, data);
            data += size();
        }
        if (f.kind == 'x')
            li(28, uint32_t(in.x));
        permutation(f, vd, vs2, f.kind == 'x' ? 28 : f.kind == 'i' ? unsigned(in.x) : vs1);
        in.v0 = v[0];
        in.vs1 = v[vs1];
        in.vs2 = v[vs2];
        shfl_rvv_execute(&in, false, v[vd]);
        permutations++;
    }
    void step()
    {
        const unsigned sew = below(3), log = below(6 - sew), most = 4u << log; // VLMAX
        set(sew, int(sew + log) - 2, below(3) ? below(most + 1) : most);
        const unsigned reg = group();
        switch (below(4)) {
        case 0: load(reg, DATA + below(24) * BYTES); break;
        case 1: store(reg); break;
        default: permute();
        }
    }
    program() // registers get random bytes
    {
        in.vlen = 8 * BYTES;
        in.elen = 32;
        set(0, 3, 8 * BYTES);
        for (; data < DATA + 32 * BYTES; data++)
            image[data] = uint8_t(gen());
        for (unsigned r = 0; r < 32; r += 8)
            load(r, DATA + r * BYTES);
    }
    // the clocks that it takes, or LIMIT
    unsigned run()
    {
        set(0, 3, 8 * BYTES);
        for (unsigned r = 0; r < 32; r += 8)
            store(r);
        li(7, END);
        word(7 << 15 | 2 << 12 | 0x23); // sw x0
        word(0x6f);                     // and stay there
        memcpy(memory, image, SIZE);
        core.rst_ni = core.mem_rvalid_i = 0;
        for (unsigned n = 0; n < 10; n++)
            tick();
        core.rst_ni = 1;
        core.eval();
        unsigned n = 1;
        while (n < LIMIT && !tick())
            n++;
        return n;
    }
};

// clocks of one of several slides by 3 or vrgather.vi, one after another, of 8-bit elements
double clocks_of(const form &f, int lmul)
{
    constexpr unsigned MORE = 8;
    unsigned took[2];
    for (unsigned k = 0; k < 2; k++) {
        static program p;
        p = program();
        p.set(0, lmul, BYTES << lmul);
        p.in.vm = true;
        for (unsigned n = 0; n < (k + 1) * MORE; n++)
            p.permutation(f, n % 2 ? 24 : 8, 16, 3);
        took[k] = p.run();
    }
    return double(took[1] - took[0]) / MORE;
}
} // namespace

int main(int argc, char **argv)
{
    const unsigned programs = argc > 1 ? unsigned(atoi(argv[1])) : 256;
    unsigned permutations = 0, bytes = 0, wrong = 0, bad = 0;
    uint64_t total = 0;
    for (unsigned n = 0; n < programs; n++) {
        static program p;
        p = program();
        for (unsigned step = 0; step < STEPS; step++)
            p.step();
        const unsigned took = p.run();
        unsigned here = took == LIMIT;
        for (uint32_t k = OUT; k < p.out; k++)
            here += memory[k] != p.want[k];
        if (here && bad++ < 3)
            printf("program %u: %u bytes wrong%s\n", n, here, took == LIMIT ? ", and it does not end" : "");
        total += took;
        permutations += p.permutations;
        bytes += p.out - OUT;
        wrong += here;
    }
    printf("%u permutations in %u programs, %u of them wrong: %u bytes, %u wrong, %llu clocks\n", permutations,
           programs, bad, bytes, wrong, (unsigned long long)total);
    puts("clocks of an instruction, of 8-bit elements, with LMUL 1, 2, 4, 8:");
    for (const form &f : FORMS)
        if (f.kind == 'i') {
            printf("%-14s", f.name);
            for (int lmul = 0; lmul < 4; lmul++)
                printf("%6.1f", clocks_of(f, lmul));
            putchar('\n');
        }
    return wrong != 0;
}
