/* SPDX-License-Identifier: Apache-2.0 */
// rtl - see rtl.h. Compiled once per build of the RTL, with these macros from the Makefile:
//   BUILD              the name of the rtl_build to define
//   NAME               its name as the user sees it, a string
//   RTL_GIVEN          make's variables for RTL that is not the repository's, a string, or ""
//   VTOP, VTOP_H       Verilator's class and its header
//   LANES W DEPTH SKID POLICY     the parameters, with GEN for POLICY of a unit for AMD's operations; NETWORK and
//                      ELASTIC, unless they are 0; of one in beats WAYS, MEMORY and, of AMD's, PERMUTE, too
//   PROBED             1: top is shfl_probe; 0: top is the unit
//   VM_TRACE           1: it can trace
#include <cstring>
#include <new>
#if VM_COVERAGE
#include <cstdio>
#include <cstdlib>
#include <unistd.h>
#endif

#include VTOP_H
#include "cli/lib/rtl.h"
#if VM_TRACE
#include <cstdio>
#include <string>
#include <gtkwave/fstapi.h>
#include <verilated_fst_c.h>
#endif

struct rtl {
    VerilatedContext context;
    VTOP *top;
#if VM_TRACE
    VerilatedFstC *fst;
    std::string path, vcd; // of the trace; and where to translate it to when it ends, or empty
#endif
};

namespace {

#ifndef NETWORK
#define NETWORK 0
#endif
#ifndef ELASTIC
#define ELASTIC 0
#endif
#ifndef PERMUTE
#define PERMUTE 1
#endif
#ifdef POLICY
#define GEN 0
constexpr rtl_sets sets = RTL_SHFL;
#else
#define POLICY SHFL_ZERO
#define AMD 1
constexpr rtl_sets sets = RTL_AMD;
#endif

static_assert(1 <= W && W <= 64, "a lane's value is kept in 64 bits");

#ifdef WAYS
constexpr unsigned ways = WAYS;
constexpr bool banked = true, block = MEMORY;
#else
constexpr unsigned ways = LANES;
constexpr bool banked = false, block = false;
#endif
constexpr unsigned words = (ways * W + 31) / 32;

// lanes' values, W bits each, side by side in 32-bit words, lane 0 lowest: the layout of ra and rd
void pack(const uint64_t value[ways], uint32_t word[words])
{
    if (W == 32) {
        for (unsigned k = 0; k < ways; k++)
            word[k] = (uint32_t)value[k];
        return;
    }
    std::memset(word, 0, words * 4);
    for (unsigned k = 0; k < ways; k++)
        for (unsigned done = 0; done < W;) {
            unsigned bit = k * W + done;
            word[bit / 32] |= (uint32_t)(value[k] >> done) << bit % 32;
            done += 32 - bit % 32;
        }
}

void unpack(const uint32_t word[], uint64_t value[ways])
{
    if (W == 32) {
        for (unsigned k = 0; k < ways; k++)
            value[k] = word[k];
        return;
    }
    for (unsigned k = 0; k < ways; k++) {
        value[k] = 0;
        for (unsigned done = 0; done < W;) {
            unsigned bit = k * W + done;
            value[k] |= (uint64_t)(word[bit / 32] >> bit % 32) << done;
            done += 32 - bit % 32;
        }
        value[k] &= ~UINT64_C(0) >> (64 - W);
    }
}

// Verilator's ports, 8 to 64 bits or arrays of 32, are the low bytes of those words (little-endian)
template <class Port> void put(Port &port, const void *word) { std::memcpy(&port, word, sizeof port); }
template <class Port> void get(const Port &port, void *word) { std::memcpy(word, &port, sizeof port); }

rtl *open_()
{
    rtl *r = new (std::nothrow) rtl;
    if (!r)
        return nullptr;
    r->context.traceEverOn(VM_TRACE);
    r->top = new VTOP(&r->context, "");
#if VM_TRACE
    r->fst = nullptr;
#endif
    r->top->clk = 1;
    r->top->eval();
    return r;
}

#if VM_TRACE
// Is the file a chain of blocks, a byte of type and 8 of length, from its beginning to its end? FST's writer does
// not say when the disk is full.
bool is_whole(const char *fst)
{
    FILE *f = std::fopen(fst, "rb");
    unsigned char head[9];
    long at = 0, size = 0;

    if (!f)
        return false;
    std::fseek(f, 0, SEEK_END);
    size = std::ftell(f);
    while (at < size && std::fseek(f, at, SEEK_SET) == 0 && std::fread(head, 1, sizeof head, f) == sizeof head
           && head[0] != FST_BL_SKIP) {
        long length = 0;
        for (int i = 1; i < 9; i++)
            length = length << 8 | head[i];
        if (length < 8 || length > size)
            break;
        at += 1 + length;
    }
    std::fclose(f);
    return size > 0 && at == size;
}

// A Verilated unit knows one format, so VCD is made of FST: fst becomes vcd, fst is removed.
bool to_vcd(const char *fst, const char *vcd)
{
    void *reader = fstReaderOpen(fst);
    FILE *f = std::fopen(vcd, "w");
    bool whole = is_whole(fst) && reader && f;

    if (whole) {
        whole = fstReaderProcessHier(reader, f); // which forgets what is to be translated
        fstReaderSetFacProcessMaskAll(reader);
        whole = fstReaderIterBlocks(reader, nullptr, nullptr, f) && whole && !std::ferror(f);
    }
    if (reader)
        fstReaderClose(reader);
    if (f && std::fclose(f) != 0)
        whole = false;
    std::remove(fst);
    return whole;
}

bool trace_(rtl *r, const char *path)
{
    bool whole = true;

    if (r->fst) {
        r->fst->close();
        delete r->fst;
        r->fst = nullptr;
        whole = r->vcd.empty() ? is_whole(r->path.c_str()) : to_vcd(r->path.c_str(), r->vcd.c_str());
    }
    if (path) {
        const size_t length = std::strlen(path);
        const bool vcd = length > 4 && std::strcmp(path + length - 4, ".vcd") == 0;

        r->vcd = vcd ? path : "";
        r->path = vcd ? r->vcd + ".fst" : path;
        r->fst = new VerilatedFstC;
        r->top->trace(r->fst, 99);
        r->fst->open(r->path.c_str());
    }
    return whole;
}

void dump(rtl *r)
{
    if (r->fst)
        r->fst->dump(r->context.time());
    r->context.timeInc(RTL_TIME(1) / 2);
}
#else
void dump(rtl *) {}
#endif

#if VM_COVERAGE
// to its own file in the folder $SHFL_COVERAGE_DIR: many units, in many processes, end in one run
void write_coverage(rtl *r)
{
    static unsigned number;
    const char *dir = std::getenv("SHFL_COVERAGE_DIR");
    char path[1024];

    if (!dir)
        return;
    std::snprintf(path, sizeof path, "%s/" NAME ".%ld.%u.dat", dir, (long)getpid(), number++);
    r->context.coveragep()->forcePerInstance(true); // or those of a module are added up
    r->context.coveragep()->write(path);
}
#endif

void close_(rtl *r)
{
#if VM_TRACE
    trace_(r, nullptr);
#endif
#if VM_COVERAGE
    write_coverage(r);
#endif
    r->top->final();
    delete r->top;
    delete r;
}

// what each instruction has, of a beat
void drive_beat(VTOP *t, const uint64_t ra[], uint64_t active, unsigned beat, uint32_t tag)
{
    uint32_t word[words];

#ifdef WAYS
    t->in_beat = (uint8_t)beat;
#endif
    t->in_tag = (uint16_t)tag;
    active = active >> beat * ways & ~UINT64_C(0) >> (64 - ways);
    put(t->active, &active);
    pack(ra + beat * ways, word);
    put(t->ra, word);
}

#if !AMD
void drive_(rtl *r, const shfl_in *in, unsigned beat, uint32_t tag)
{
    VTOP *t = r->top;

    drive_beat(t, in->ra, in->active, beat, tag);
    t->mode = (uint8_t)in->mode;
    t->sb_is_imm = in->sb_is_imm;
    t->sc_is_imm = in->sc_is_imm;
    t->sb_imm = (uint8_t)in->sb_imm;
    t->sc_imm = (uint16_t)in->sc_imm;
    put(t->sb, in->sb + beat * ways);
    put(t->sc, in->sc + beat * ways);
}
#else
constexpr void (*drive_)(rtl *, const shfl_in *, unsigned, uint32_t) = nullptr;
#endif

#if AMD
void drive_amd_(rtl *r, const shfl_amd_in *in, unsigned beat, uint32_t tag)
{
    VTOP *t = r->top;

    drive_beat(t, in->src, in->exec, beat, tag);
    t->op = (uint8_t)in->op;
    t->control = in->control;
    t->fi = in->fi;
    t->bc = in->bc;
    t->row_mask = in->row_mask;
    t->bank_mask = in->bank_mask;
    put(t->addr, in->addr + beat * ways);
}
#else
constexpr void (*drive_amd_)(rtl *, const shfl_amd_in *, unsigned, uint32_t) = nullptr;
#endif

void settle_(rtl *r, rtl_pins *pins)
{
    VTOP *t = r->top;

    t->rst = pins->rst;
    t->in_valid = pins->in_valid;
#ifdef WAYS
    t->in_last = pins->in_last;
#endif
    t->out_ready = pins->out_ready;
    t->clk = 0;
    t->eval();
    dump(r);
    pins->in_ready = t->in_ready;
    pins->out_valid = t->out_valid;
}

void edge_(rtl *r)
{
    r->top->clk = 1;
    r->top->eval();
    dump(r);
}

void out_(rtl *r, rtl_out *out)
{
    uint32_t word[words] = {};
    const VTOP *t = r->top;

    get(t->rd, word);
    unpack(word, out->rd);
    out->pu = out->we = out->src_active = 0;
#if !AMD
    get(t->pu, &out->pu);
#endif
    get(t->we, &out->we);
    get(t->src_active, &out->src_active);
    out->tag = t->out_tag;
    out->beat = 0;
    out->last = true;
    out->reserved = false;
#if AMD
    out->reserved = t->reserved;
#endif
#ifdef WAYS
    out->beat = t->out_beat;
    out->last = t->out_last;
#endif
}

#if PROBED
uint64_t stages_(rtl *r, shfl_out *out)
{
    uint64_t served = 0;
    uint32_t word[words] = {};
    const VTOP *t = r->top;

    get(t->index, out->index);
    get(t->clamp, out->clamp);
    get(t->segmask, out->segmask);
    get(t->j, out->j);
    get(t->in_range, out->in_range);
    get(t->src_lane, out->src_lane);
    get(t->src_data, word);
    unpack(word, out->src_data);
    out->src_active = 0;
    get(t->src_active_next, &out->src_active);
    get(t->served, &served);
    return served;
}
#else
constexpr uint64_t (*stages_)(rtl *, shfl_out *) = nullptr;
#endif
#if !VM_TRACE
constexpr bool (*trace_)(rtl *, const char *) = nullptr;
#endif

} // namespace

extern "C" {
extern const struct rtl_build BUILD;
const struct rtl_build BUILD = {
    NAME,
    RTL_GIVEN,
    { LANES, (shfl_policy)(POLICY) },
    W,
    DEPTH,
    SKID,
    ways,
    banked,
    block,
    NETWORK,
    ELASTIC != 0,
    sets,
    (shfl_amd_gen)(GEN),
    PERMUTE,
    open_,
    close_,
    drive_,
    drive_amd_,
    settle_,
    edge_,
    out_,
    stages_,
    trace_,
};
}
