/* SPDX-License-Identifier: Apache-2.0 */
/* report - see report.h */
#include "report.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/trips.h"

#define TRACE_HEAD 16 /* clock cycles traced before a difference */

static const struct rtl_build *probed(const struct rtl_build *build)
{
    for (const struct rtl_build *const *p = rtl_probed; *p; p++)
        if (strcmp((*p)->name, build->name) == 0)
            return *p;
    return NULL;
}

static bool writable(const char *dir, const char *path)
{
    FILE *f;

    if (mkdir(dir, 0777) != 0 && errno != EEXIST)
        return false;
    f = fopen(path, "wb");
    return f && fclose(f) == 0;
}

static bool differ(char *detail, size_t size, const char *name, unsigned lane, int64_t got, int64_t want)
{
    if (got == want)
        return false;
    snprintf(detail, size, "%s of lane %u is %" PRId64 ", expected %" PRId64, name, lane, got, want);
    return true;
}

static bool differ_hex(char *detail, size_t size, const char *name, unsigned lane, uint64_t got, uint64_t want)
{
    if (got == want)
        return false;
    snprintf(detail, size, "%s of lane %u is 0x%" PRIx64 ", expected 0x%" PRIx64, name, lane, got, want);
    return true;
}

/* What a probed unit shows: the stages' results, of those of the crossbar or network the lanes that are there, of a network
 * those of the trip in front of write-back, and the outputs. src_lane is that of select, which with policy OWN and a
 * crossbar is the own lane where the source is inactive. */
struct stages {
    struct shfl_out at;
    uint64_t served;
    struct rtl_out out;
};
#define AT(name) RTL_ARRAY(#name, RTL_LANES, stages, at.name)
#define OUT(name) RTL_FIELD(#name, RTL_VALUE, stages, out.name)
static const struct rtl_field stage_fields[] = { AT(index),
                                                 AT(clamp),
                                                 AT(segmask),
                                                 AT(j),
                                                 AT(in_range),
                                                 AT(src_lane),
                                                 AT(src_data),
                                                 RTL_FIELD("src_active_next", RTL_VALUE, stages, at.src_active),
                                                 RTL_FIELD("served", RTL_VALUE, stages, served),
                                                 RTL_ARRAY("rd", RTL_LANES, stages, out.rd),
                                                 OUT(pu),
                                                 OUT(we),
                                                 OUT(src_active),
                                                 { NULL, RTL_VALUE, 0, 0 } };

/* The same now, into *got; lanes that this trip does not serve stay as they are. */
static void look(const struct rtl_build *build, struct rtl *rtl, struct stages *got)
{
    const struct stages before = *got;

    rtl_get(rtl, got);
    got->at.src_active = (got->at.src_active & got->served) | (before.at.src_active & ~got->served);
    for (unsigned k = 0; k < build->unit.lanes; k++)
        if (!(got->served >> k & 1))
            got->at.src_data[k] = before.at.src_data[k];
}

const char *report_stage(const struct rtl_build *build, const struct shfl_in *in, char *detail, size_t size)
{
    const unsigned lanes = build->unit.lanes;
    /* the active bit of the source is fetched in front of select */
    const bool own = build->unit.policy == SHFL_OWN && build->network == 0;
    struct rtl_pins pins = { .in_valid = true };
    struct shfl_out want = { 0 };
    struct stages stages = { .served = 0 };
    const struct shfl_out *const got = &stages.at;
    const struct rtl_out *const out = &stages.out;
    struct rtl *rtl = rtl_open(build, rtl_shfl_in, stage_fields);

    if (!rtl)
        return NULL;

    shfl_warp(&build->unit, in, &want);
    rtl_drive(build, rtl, in, 0, 0);
    for (unsigned edges = 0; edges < build->depth + trips_of_shfl(lanes, build->network, build->selects, &want);
         edges++) { /* the first one resets */
        pins.rst = edges == 0;
        build->settle(rtl, &pins);
        if (edges > 0 && edges >= build->depth) /* a trip is in front of the register of write-back */
            look(build, rtl, &stages);
        build->edge(rtl);
    }
    pins.rst = false;
    build->settle(rtl, &pins);
    look(build, rtl, &stages);
    build->close(rtl);

    for (unsigned k = 0; k < lanes; k++)
        if (differ(detail, size, "index", k, got->index[k], want.index[k])
            || differ(detail, size, "clamp", k, got->clamp[k], want.clamp[k])
            || differ(detail, size, "segmask", k, got->segmask[k], want.segmask[k]))
            return "shfl_decode";
    for (unsigned k = 0; k < lanes; k++)
        if (differ(detail, size, "j", k, got->j[k], want.j[k]))
            return "shfl_lane_index";
    for (unsigned k = 0; k < lanes; k++)
        if (differ(detail, size, "in_range", k, got->in_range[k], want.in_range[k]))
            return "shfl_range_check";
    for (unsigned k = 0; k < lanes && own; k++)
        if (differ(detail, size, "src_active", k, got->src_active >> k & 1, want.src_active >> k & 1))
            return "shfl";
    for (unsigned k = 0; k < lanes; k++)
        if (differ(detail, size, "src_lane", k, got->src_lane[k],
                   own && !(want.src_active >> k & 1) ? k : want.src_lane[k]))
            return build->network ? "shfl_network" : "shfl_select";
    for (unsigned k = 0; k < lanes; k++)
        if (differ_hex(detail, size, "src_data", k, got->src_data[k], want.src_data[k])
            || differ(detail, size, "src_active", k, got->src_active >> k & 1, want.src_active >> k & 1))
            return build->network ? "shfl_network" : "shfl_crossbar";
    for (unsigned k = 0; k < lanes; k++)
        if (differ_hex(detail, size, "rd", k, out->rd[k], want.rd[k])
            || differ(detail, size, "pu", k, out->pu >> k & 1, want.pu >> k & 1)
            || differ(detail, size, "we", k, out->we >> k & 1, want.we >> k & 1))
            return "shfl_writeback";
    for (unsigned k = 0; k < lanes; k++)
        if (differ(detail, size, "src_active", k, out->src_active >> k & 1, want.src_active >> k & 1))
            return "shfl";
    return NULL;
}

static void handshake(FILE *f, const struct rtl_build *build, const struct run_failure *failure)
{
    const struct pipeline *pipeline = &failure->pipeline;

    fprintf(f, "  clock cycle %" PRIu64 " of the block: rst %d, in_valid %d, out_ready %d\n", failure->cycle,
            failure->got.rst, failure->got.in_valid, failure->got.out_ready);
    fprintf(f, "  in_ready is %d, expected %d; out_valid is %d, expected %d\n", failure->got.in_ready,
            failure->want.in_ready, failure->got.out_valid, failure->want.out_valid);
    if (pipeline->banked) {
        fprintf(f,
                "  in_last is %d; registers in front of the memories that should have a beat:", failure->got.in_last);
        for (unsigned p = 1; p <= pipeline->front; p++)
            fprintf(f, " %d", pipeline->in[p].beat != NULL);
        fprintf(f, "\n  in the memories should be %u beats; warps that can be read: %u\n", pipeline->held,
                pipeline->readable);
    }
    fprintf(f,
            "  pipeline registers that should have a %s, the input's side first:", pipeline->banked ? "beat" : "warp");
    for (unsigned p = 1; p <= pipeline->depth; p++)
        fprintf(f, " %d", pipeline->warp[p] != NULL);
    if (pipeline->skid)
        fprintf(f, "; the skid buffer: %d", pipeline->kept != NULL);
    if (build->isa == RTL_MATCH)
        fprintf(f, "; gaps to come: %u; a warp that is cut into slices: %d", pipeline->gaps, pipeline->word != NULL);
    fprintf(f, "\n  first stage that went wrong: %s, the handshake\n", build->top);
}

/* ---- a beat that differs, as the ports have it */

/* A column of the table of its lanes. */
struct column {
    const char *name;
    struct rtl_field field;
    const void *of;  /* the struct that has the field, */
    bool is_of_beat; /* and there the ways of the beat, in place of the lanes of the warp */
};

static uint64_t value_of(const void *of, const struct rtl_field *field, unsigned k)
{
    const bool is_alone = field->form == RTL_VALUE || field->form == RTL_MASK;
    const size_t size = field->form == RTL_BYTES ? 1 : field->size;
    uint64_t value = 0;

    memcpy(&value, (const char *)of + field->at + (is_alone ? 0 : k * size), size);
    return field->form == RTL_MASK ? value >> k & 1 : value;
}

static void print_ports(FILE *f, const struct rtl_build *build, const struct warp *warp, const struct beat *beat,
                        const struct want *want, const struct rtl_out *got)
{
    const struct isa *isa = isa_of(build);
    const unsigned first = isa_first(build, beat);
    const int digits = build->w > 32 ? 16 : 8;
    struct rtl_out expected = { .pu = want->pu, .we = want->we, .src_active = want->src_active };
    struct column column[3 * RTL_PORTS_MAX];
    unsigned columns = 0;

    memcpy(expected.rd, want->rd, sizeof expected.rd);
    fprintf(f, "  tag: 0x%04" PRIx32 ", got 0x%04" PRIx32 "  reserved: %d, got %d", beat->tag, got->tag, want->reserved,
            got->reserved);
    for (const struct rtl_field *field = isa_in(build); field->port; field++) {
        if (field->size == 0 || !rtl_has(build, field->port))
            continue;
        const uint64_t value = value_of(&warp->shfl, field, 0);
        if (field->form != RTL_VALUE)
            column[columns++] = (struct column){ field->port, *field, &warp->shfl, false };
        else if (strcmp(field->port, "op") == 0 && value < isa->ops)
            fprintf(f, "  op: %s", isa->op_name[value]);
        else
            fprintf(f, "  %s: 0x%" PRIx64, field->port, value);
    }
    for (const struct rtl_field *field = isa->out; field->port; field++) {
        const enum rtl_form form = field->at == offsetof(struct rtl_out, rd) ? RTL_LANES : RTL_MASK;
        const struct rtl_field of_lane = { field->port, form, field->at, sizeof(uint64_t) };

        if (field->at > offsetof(struct rtl_out, src_active) || !rtl_has(build, field->port))
            continue;
        column[columns++] = (struct column){ field->port, of_lane, &expected, false };
        column[columns++] = (struct column){ "got", of_lane, got, true };
    }
    fprintf(f, "\n    lane");
    for (const struct column *c = column; c < column + columns; c++)
        fprintf(f, "  %*s", c->field.form == RTL_MASK ? 0 : digits, c->name);
    for (unsigned way = 0; way < isa_lanes(build); way++) {
        fprintf(f, "\n  %c %4u", isa_lane_differs(got, way, want, first + way) ? '*' : ' ', first + way);
        for (const struct column *c = column; c < column + columns; c++)
            fprintf(f, "  %*" PRIx64, c->field.form == RTL_MASK ? (int)strlen(c->name) : digits,
                    value_of(c->of, &c->field, c->is_of_beat ? way : first + way));
    }
    fprintf(f, "\n");
}

void report_failure(FILE *f, const struct run *run, const struct run_failure *failure, const char *program)
{
    const struct rtl_build *build = run->build, *probe = probed(build);
    const struct beat *beat = &failure->beat;
    struct warp warp;
    struct want want = { .known = 0 };
    const uint64_t there = beats_warp_of(run->source, run->suite, failure->warp, beat, &warp);

    fprintf(f, "MISMATCH in %s, suite %s, warp %" PRIu64 ", seed %" PRIu64 "\n", build->name, run->suite->name,
            failure->warp, run->source->seed);
    if (failure->handshake) {
        handshake(f, build, failure);
    } else {
        if (build->banked)
            fprintf(
                f, "  beat %u, got %u  last: %d, got %d  active lanes: 0x%" PRIx64 "  lanes that came: 0x%" PRIx64 "\n",
                beat->number, failure->out.beat, beat->last, failure->out.last,
                warp.isa->active ? *warp.isa->active(&warp) : there, there);
        warp.isa->expect(build, &warp, there, &want);
        (warp.isa->print ? warp.isa->print : print_ports)(f, build, &warp, beat, &want, &failure->out);
    }
    if (probe && rtl_has(probe, "served") && !failure->handshake) {
        char detail[160];
        const char *stage = report_stage(probe, &warp.shfl, detail, sizeof detail);

        if (stage)
            fprintf(f, "  first stage that went wrong: %s: %s\n", stage, detail);
        else
            fprintf(f, "  first stage that went wrong: shfl: all stages agree on this warp at rest, so it "
                       "is a register, the handshake or the tag\n");
    }
    if (!(probe && rtl_has(probe, "served")) && !failure->handshake) {
        unsigned way = 0;

        while (way < isa_lanes(build) && !isa_lane_differs(&failure->out, way, &want, isa_first(build, beat) + way))
            way++;
        if (way < isa_lanes(build))
            fprintf(f, "  first stage that went wrong: %s, lane %u\n", build->top, isa_first(build, beat) + way);
        else
            fprintf(f, "  first stage that went wrong: %s, the tag, or another output of the whole warp\n", build->top);
    }
    fprintf(f, "  replay: %s --config %s --suite %s --seed %" PRIu64 " --at %" PRIu64 "\n", program, build->name,
            run->suite->name, run->source->seed, failure->warp);
    if (build->isa == RTL_SHFL)
        fprintf(f, "  waves: make waves %s%sTEST=%s SEED=%" PRIu64 " AT=%" PRIu64 " CONFIG=%s\n", build->given,
                build->given[0] ? " " : "", run->suite->name, run->source->seed, failure->warp, build->name);
}

void report_trace(FILE *f, const struct run *run, uint64_t first, const struct run_failure *failure, const char *dir)
{
    const struct rtl_build *probe = probed(run->build);
    struct rtl *rtl = probe && probe->trace ? isa_open(probe) : NULL;
    char path[512];
    struct run again = *run;
    struct run_failure ignored;
    uint64_t cycles = 0;
    bool agreed;

    snprintf(path, sizeof path, "%s/%s_%s.fst", dir, run->build->name, run->suite->name);
    if (!rtl) {
        fprintf(f, "  no probed build of %s with traces in this program: no trace\n", run->build->name);
        return;
    }
    if (!writable(dir, path)) {
        fprintf(f, "  no trace: %s: %s\n", path, strerror(errno));
        return;
    }
    again.build = probe;
    again.trace_path = path;
    again.trace_from = failure->cycle > TRACE_HEAD ? failure->cycle - TRACE_HEAD : 0;
    agreed = run_block(&again, rtl, first, failure->warp + 1, &cycles, &ignored);
    if (!probe->trace(rtl, NULL)) {
        fprintf(f, "  no trace: %s is not whole; is the disk full?\n", path);
        remove(path);
    } else {
        fprintf(f, "  trace: %s, from %" PRIu64 " clock cycles before it, which is at time %" PRIu64 "%s\n", path,
                failure->cycle - again.trace_from, RTL_TIME(failure->cycle),
                agreed ? " (the probed build does not show the mismatch)" : "");
    }
    probe->close(rtl);
}
