// SPDX-License-Identifier: Apache-2.0
// Runs program.S, in PROGRAM, on the whole core, and compares each word with the golden model. Memory answers after 20
// clocks. Exit status 1 if a lane is wrong or the core does not stop.
#include "VVortex.h"
#include "verilated.h"

#include "model/shfl.h"

#include <cstdint>
#include <cstdio>
#include <deque>
#include <fstream>
#include <iterator>
#include <map>
#include <random>

namespace {
constexpr uint32_t START = 0x80000000, IN = 0x88000000, CASES_AT = IN + 64, OUT = 0x90000000;
constexpr unsigned CASES = 256, LATENCY = 20, LIMIT = 4000000;
constexpr const char *NAMES[] = { "ALL", "ANY", "UNI", "BALLOT", "UP", "DOWN", "BFLY", "IDX" };
// where the program stores the results: shuffles first
constexpr unsigned STORED[] = { 4, 5, 6, 7, 0, 1, 2, 3 };

std::map<uint32_t, uint32_t> memory; // by word
VVortex core;
uint64_t clocks;

struct answer {
    uint64_t at;
    uint32_t line;
    decltype(core.mem_req_tag[0] + 0) tag;
};
constexpr size_t PORTS = sizeof core.mem_req_tag / sizeof core.mem_req_tag[0];
std::deque<answer> answers[PORTS];

// the memory's side of one clock
void tick()
{
    core.clk = 0;
    core.eval();
    bool taken[PORTS];
    for (size_t p = 0; p < PORTS; p++) {
        taken[p] = core.mem_rsp_valid[p] && core.mem_rsp_ready[p];
        if (!core.mem_req_valid[p])
            continue;
        const uint32_t line = uint32_t(core.mem_req_addr[p]) * 64;
        for (unsigned byte = 0; core.mem_req_rw[p] && byte < 64; byte++) {
            if (!(core.mem_req_byteen[p] >> byte & 1))
                continue;
            const unsigned shift = byte % 4 * 8;
            uint32_t &word = memory[(line + byte) / 4];
            word = (word & ~(0xffu << shift)) | (core.mem_req_data[p][byte / 4] >> shift & 0xff) << shift;
        }
        if (!core.mem_req_rw[p])
            answers[p].push_back({ clocks + LATENCY, line, core.mem_req_tag[p] });
    }
    core.clk = 1;
    core.eval();
    clocks++;
    for (size_t p = 0; p < PORTS; p++) {
        if (taken[p])
            core.mem_rsp_valid[p] = 0;
        if (core.mem_rsp_valid[p] || answers[p].empty() || answers[p].front().at > clocks)
            continue;
        for (unsigned word = 0; word < 16; word++)
            core.mem_rsp_data[p][word] = memory[answers[p].front().line / 4 + word];
        core.mem_rsp_tag[p] = answers[p].front().tag;
        core.mem_rsp_valid[p] = 1;
        answers[p].pop_front();
    }
}

void write_register(uint32_t address, uint32_t value)
{
    core.dcr_req_valid = core.dcr_req_rw = 1;
    core.dcr_req_addr = address;
    core.dcr_req_data = value;
    tick();
    core.dcr_req_valid = 0;
    tick();
}

// what operation OP of the instruction set gives thread T
uint32_t expected(unsigned op, const shfl_in &in, const uint32_t *rs2, unsigned t)
{
    if (op < 4) {
        uint64_t p = 0;
        for (unsigned k = 0; k < THREADS; k++)
            p |= uint64_t(in.ra[k] & 1) << k;
        shfl_vote_out vote;
        if (shfl_vote(THREADS, op == 3 ? SHFL_VOTE_ANY : shfl_vote_op(op), in.active, p, &vote))
            abort();
        return op == 3 ? uint32_t(vote.rd) : vote.pu >> t & 1;
    }
    const shfl_unit unit = { THREADS, SHFL_OWN };
    shfl_in own = in;
    own.mode = shfl_mode((op + 1) & 3);
    for (unsigned k = 0; k < THREADS; k++) {
        own.sb[k] = rs2[k] & (THREADS - 1);
        own.sc[k] = (rs2[k] >> 12 & (THREADS - 1)) << 8 | (op == 4 ? 0 : rs2[k] >> 6 & (THREADS - 1));
    }
    shfl_out out;
    if (shfl_warp(&unit, &own, &out))
        abort();
    return out.rd[t];
}
} // namespace

int main()
{
    std::ifstream program(PROGRAM, std::ios::binary);
    const std::vector<char> bytes{ std::istreambuf_iterator<char>(program), {} };
    for (size_t n = 0; n < bytes.size(); n++)
        memory[START / 4 + n / 4] |= uint32_t(uint8_t(bytes[n])) << n % 4 * 8;

    std::mt19937 random(1);
    static shfl_in cases[CASES];
    static uint32_t rs2[CASES][THREADS];
    memory[IN / 4] = CASES;
    uint32_t at = CASES_AT / 4;
    for (unsigned n = 0; n < CASES; n++) {
        const uint32_t all = uint32_t((1ull << THREADS) - 1), common = random(), kind = random() % 2;
        cases[n].active = random() % 3 ? random() & all : all;
        if (!cases[n].active)
            cases[n].active = 1u << random() % THREADS;
        memory[at++] = uint32_t(cases[n].active);
        for (unsigned k = 0; k < THREADS; k++)
            memory[at++] = uint32_t(cases[n].ra[k] = n % 4 ? uint32_t(random()) : common & ~(n / 4 % 2));
        for (unsigned k = 0; k < THREADS; k++)
            memory[at++] = rs2[n][k] = kind ? uint32_t(random()) : common;
    }

    core.reset = 1;
    for (int n = 0; n < 20; n++)
        tick();
    core.reset = 0;
    for (size_t p = 0; p < PORTS; p++)
        core.mem_req_ready[p] = 1;
    for (int n = 0; n < 20; n++)
        tick();
    // one block of all warps
    const uint32_t all = THREADS * WARPS;
    const uint32_t launch[] = { all, 1, 1, 1, 1, 1, 0, all, THREADS, 0, 0, 1, 1, 1 }; // registers 0x16 and up
    write_register(0x10, START);
    write_register(0x12, START);
    for (uint32_t n = 0; n < 14; n++)
        write_register(0x16 + n, launch[n]);
    core.start = 1;
    tick();
    core.start = 0;
    for (int n = 0; n < 50; n++)
        tick();
    const uint64_t begin = clocks;
    while (core.busy && clocks < LIMIT)
        tick();

    unsigned lanes = 0, wrong = 0;
    for (unsigned n = 0; n < CASES * 8 * THREADS; n++) {
        const unsigned t = n % THREADS, op = STORED[n / THREADS % 8], at_case = n / THREADS / 8;
        if (!(cases[at_case].active >> t & 1))
            continue;
        lanes++;
        const uint32_t got = memory[OUT / 4 + n], want = expected(op, cases[at_case], rs2[at_case], t);
        if (got != want && wrong++ < 3)
            printf("case %u, %s, thread %u: %08x, expected %08x\n", at_case, NAMES[op], t, got, want);
    }
    printf("%u lanes, %u wrong, %llu clocks%s\n", lanes, wrong, (unsigned long long)(clocks - begin),
           core.busy ? ": the core did not stop" : "");
    return wrong || core.busy;
}
