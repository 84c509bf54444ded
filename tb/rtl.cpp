/* SPDX-License-Identifier: Apache-2.0 */
// rtl - see lib/rtl.h. Compiled once per build of the RTL, with these macros from the Makefile:
//   BUILD, NAME        the name of the rtl_build to define, and its name as the user sees it, a string
//   TOP_NAME           the module's name, a string
//   RTL_GIVEN          make's variables for RTL that is not the repository's, a string, or ""
//   VTOP, VTOP_H       Verilator's class and its header
//   PORTS_H            the list of its ports that tb/ports.py makes of that
//   ISA                of enum rtl_isa; and the parameters of all modules, as tb/settings.py has them
//   VM_TRACE           1: it can trace
#include <cstring>
#if VM_COVERAGE
#include <cstdio>
#include <cstdlib>
#include <unistd.h>
#endif

#include VTOP_H
#include PORTS_H
#include "lib/rtl.h"
#if VM_TRACE
#include <cstdio>
#include <string>
#include <gtkwave/fstapi.h>
#include <verilated_fst_c.h>
#endif

namespace {

static_assert(1 <= W && W <= 64, "a lane's value is kept in 64 bits");

struct unit : rtl {
    VerilatedContext context;
    VTOP *top;
#if VM_TRACE
    VerilatedFstC *fst;
    std::string path, vcd; // of the trace; and where to translate it to when it ends, or empty
#endif
};

unit *of(rtl *r) { return static_cast<unit *>(r); }

constexpr rtl_port ports[] = {
#define PORT(name, bits, is_out) { #name, bits, is_out },
    PORTS
#undef PORT
    { nullptr, 0, false }
};

#ifdef PORT_in_last
constexpr bool comes_in_parts = true;
#else
constexpr bool comes_in_parts = false;
#endif
#ifdef PORT_out_last
constexpr bool leaves_in_parts = true;
#else
constexpr bool leaves_in_parts = false;
#endif

rtl *open_()
{
    unit *r = new unit;
    unsigned n = 0;

    r->context.traceEverOn(VM_TRACE);
    VTOP *const t = r->top = new VTOP(&r->context, "");
#define PORT(name, bits, is_out) r->port[n++] = &t->name;
    PORTS
#undef PORT
#if VM_TRACE
    r->fst = nullptr;
#endif
    t->clk = 1;
    t->eval();
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

bool trace_(rtl *handle, const char *path)
{
    unit *const r = of(handle);
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

void dump(unit *r)
{
    if (r->fst)
        r->fst->dump(r->context.time());
    r->context.timeInc(RTL_TIME(1) / 2);
}
#else
void dump(unit *) {}
#endif

#if VM_COVERAGE
// to its own file in the folder $SHFL_COVERAGE_DIR: many units, in many processes, end in one run
void write_coverage(unit *r)
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

void close_(rtl *handle)
{
    unit *const r = of(handle);

#if VM_TRACE
    trace_(handle, nullptr);
#endif
#if VM_COVERAGE
    write_coverage(r);
#endif
    r->top->final();
    delete r->top;
    delete r;
}

void settle_(rtl *r, rtl_pins *pins)
{
    VTOP *const t = of(r)->top;

    t->rst = pins->rst;
    t->in_valid = pins->in_valid;
#ifdef PORT_in_last
    t->in_last = pins->in_last;
#endif
    t->out_ready = pins->out_ready;
    t->clk = 0;
    t->eval();
    dump(of(r));
    pins->in_ready = t->in_ready;
    pins->out_valid = t->out_valid;
}

void edge_(rtl *r)
{
    of(r)->top->clk = 1;
    of(r)->top->eval();
    dump(of(r));
}

#if !VM_TRACE
constexpr bool (*trace_)(rtl *, const char *) = nullptr;
#endif

} // namespace

extern "C" {
extern const struct rtl_build BUILD;
const struct rtl_build BUILD = {
    NAME,
    RTL_GIVEN,
    TOP_NAME,
    ports,
    ISA,
    { LANES * REGS, (shfl_policy)(POLICY) },
    W,
    DEPTH,
    SKID,
    WAYS ? WAYS : LANES,
    leaves_in_parts,
    MEMORY != 0,
    comes_in_parts && !leaves_in_parts,
    NETWORK,
    SELECTS != 0,
    ELASTIC != 0,
    (shfl_amd_gen)(GEN),
    PERMUTE != 0,
    ELECT != 0,
    ALL != 0,
    B,
    REGS,
    AGNOSTIC != 0,
    MOST,
    ELEN,
    COMPRESS != 0,
    GATHER != 0,
    WARPS,
    SLOTS,
    open_,
    close_,
    settle_,
    edge_,
    trace_,
};
}
