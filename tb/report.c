/* SPDX-License-Identifier: Apache-2.0 */
/* report - see report.h */
#include "report.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/trips.h"

#define TRACE_HEAD 16 /* clock cycles traced before a difference */

static bool writable(const char *dir, const char *path)
{
    FILE *f;

    if (mkdir(dir, 0777) != 0 && errno != EEXIST)
        return false;
    f = fopen(path, "wb");
    return f && fclose(f) == 0;
}

static uint64_t value_of(const void *of, const struct rtl_field *field, unsigned k)
{
    const bool is_alone = field->form == RTL_VALUE || field->form == RTL_MASK;
    const size_t size = field->form == RTL_BYTES ? 1 : field->size;
    uint64_t value = 0;

    memcpy(&value, (const char *)of + field->at + (is_alone ? 0 : k * size), size);
    return field->form == RTL_MASK ? value >> k & 1 : value;
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
#define RD RTL_ARRAY("rd", RTL_LANES, stages, out.rd)
#define SRC_ACTIVE(port, form) RTL_FIELD(port, form, stages, at.src_active)
#define SERVED RTL_FIELD("served", RTL_VALUE, stages, served)
static const struct rtl_field stage_fields[] = {
    AT(index),       AT(clamp),    AT(segmask),  AT(j),
    AT(in_range),    AT(src_lane), AT(src_data), SRC_ACTIVE("src_active_next", RTL_VALUE),
    SERVED,          RD,           OUT(pu),      OUT(we),
    OUT(src_active), RTL_END
};

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

/* The results stage by stage, and the module that gives them; own: with policy OWN and a crossbar alone, where the active
 * bit of the source is fetched in front of select; fabric: a network gives them where there is one. */
static const struct step {
    const char *module;
    bool own, fabric;
    struct rtl_field field;
} steps[] = {
    { "shfl_decode", false, false, AT(index) },
    { "shfl_decode", false, false, AT(clamp) },
    { "shfl_decode", false, false, AT(segmask) },
    { "shfl_lane_index", false, false, AT(j) },
    { "shfl_range_check", false, false, AT(in_range) },
    { "shfl", true, false, SRC_ACTIVE("src_active", RTL_MASK) },
    { "shfl_select", false, true, AT(src_lane) },
    { "shfl_crossbar", false, true, AT(src_data) },
    { "shfl_crossbar", false, true, SRC_ACTIVE("src_active", RTL_MASK) },
    { "shfl_writeback", false, false, RD },
    { "shfl_writeback", false, false, RTL_FIELD("pu", RTL_MASK, stages, out.pu) },
    { "shfl_writeback", false, false, RTL_FIELD("we", RTL_MASK, stages, out.we) },
    { "shfl", false, false, RTL_FIELD("src_active", RTL_MASK, stages, out.src_active) },
};

/* Print the first stage of a probed unit that disagrees with the model on a warp, which is held on the inputs until it is
 * on the outputs, where it is not taken. */
static void first_stage(FILE *f, const struct rtl_build *build, const struct shfl_in *in)
{
    const struct step *const last = steps + sizeof steps / sizeof *steps;
    const bool own = build->unit.policy == SHFL_OWN && build->network == 0;
    struct rtl_pins pins = { .in_valid = true };
    struct stages want = { .served = 0 }, got = { .served = 0 };
    struct shfl_out *const model = &want.at;
    struct rtl *rtl = rtl_open(build, rtl_shfl_in, stage_fields);

    shfl_warp(&build->unit, in, model);
    want.out = (struct rtl_out){ .pu = model->pu, .we = model->we, .src_active = model->src_active };
    memcpy(want.out.rd, model->rd, sizeof model->rd);
    rtl_drive(build, rtl, in, 0, 0);
    for (unsigned edges = 0;
         edges < build->depth + trips_of_shfl(build->unit.lanes, build->network, build->selects, model);
         edges++) { /* the first one resets */
        pins.rst = edges == 0;
        build->settle(rtl, &pins);
        if (edges > 0 && edges >= build->depth) /* a trip is in front of the register of write-back */
            look(build, rtl, &got);
        build->edge(rtl);
    }
    pins.rst = false;
    build->settle(rtl, &pins);
    look(build, rtl, &got);
    build->close(rtl);

    for (unsigned k = 0; k < build->unit.lanes && own; k++)
        if (!(model->src_active >> k & 1))
            model->src_lane[k] = (uint8_t)k;
    for (const struct step *first = steps, *end; first < last; first = end) {
        for (end = first + 1; end < last && strcmp(end->module, first->module) == 0;)
            end++;
        for (unsigned k = 0; k < build->unit.lanes && (own || !first->own); k++)
            for (const struct step *s = first; s < end; s++) {
                const uint64_t is = value_of(&got, &s->field, k), should = value_of(&want, &s->field, k);

                if (is == should)
                    continue;
                fprintf(
                    f, "  first stage that went wrong: %s: ", s->fabric && build->network ? "shfl_network" : s->module);
                if (s->field.size == 8 && s->field.form == RTL_LANES)
                    fprintf(f, "%s of lane %u is 0x%" PRIx64 ", expected 0x%" PRIx64 "\n", s->field.port, k, is,
                            should);
                else
                    fprintf(f, "%s of lane %u is %d, expected %d\n", s->field.port, k, (int8_t)is, (int8_t)should);
                return;
            }
    }
    fprintf(f, "  first stage that went wrong: shfl: all stages agree on this warp at rest, so it is a register, the "
               "handshake or the tag\n");
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

void report_beat(FILE *f, const struct rtl_build *build, const struct warp *warp, const struct beat *beat,
                 const struct want *want, const struct rtl_out *got)
{
    const struct isa *isa = isa_of(build);
    const unsigned first = isa_first(build, beat);
    const int digits = build->w > 32 ? 16 : 8;
    struct rtl_out expected = { .pu = want->pu, .we = want->we, .src_active = want->src_active };
    struct column column[3 * RTL_PORTS_MAX];
    struct stages model = { .served = 0 };
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
        else if ((strcmp(field->port, "op") == 0 || strcmp(field->port, "mode") == 0) && value < isa->ops)
            fprintf(f, "  %s: %s", field->port, isa->op_name[value]);
        else
            fprintf(f, "  %s: 0x%" PRIx64, field->port, value);
    }
    if (build->isa == RTL_SHFL)
        shfl_warp(&build->unit, &warp->shfl, &model.at);
    for (const struct rtl_field *field = stage_fields; build->isa == RTL_SHFL && field->size == 1; field++)
        column[columns++] = (struct column){ field->port, *field, &model, false };
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
        for (const struct column *c = column; c < column + columns; c++) {
            const uint64_t value = value_of(c->of, &c->field, c->is_of_beat ? way : first + way);
            const int width = c->field.form == RTL_MASK ? (int)strlen(c->name) : digits;

            if (c->of == &model)
                fprintf(f, "  %*d", width, (int8_t)value);
            else
                fprintf(f, "  %*" PRIx64, width, value);
        }
    }
    fprintf(f, "\n");
}

void report_failure(FILE *f, const struct run *run, const struct run_failure *failure, const char *program)
{
    const struct rtl_build *build = run->build, *probe = isa_named(rtl_probed, build->name);
    const struct beat *beat = &failure->beat;
    struct warp warp;
    struct want want = { .known = 0 };

    beats_warp_of(run->source, run->suite, failure->warp, beat, &warp);
    fprintf(f, "MISMATCH in %s, suite %s, warp %" PRIu64 ", seed %" PRIu64 "\n", build->name, run->suite->name,
            failure->warp, run->source->seed);
    if (failure->handshake) {
        handshake(f, build, failure);
    } else {
        if (build->banked)
            fprintf(
                f, "  beat %u, got %u  last: %d, got %d  active lanes: 0x%" PRIx64 "  lanes that came: 0x%" PRIx64 "\n",
                beat->number, failure->out.beat, beat->last, failure->out.last,
                warp.isa->active ? *warp.isa->active(&warp) : warp.there, warp.there);
        warp.isa->expect(build, &warp, &want);
        report_beat(f, build, &warp, beat, &want, &failure->out);
    }
    if (!failure->handshake && probe && rtl_has(probe, "served")) {
        first_stage(f, probe, &warp.shfl);
    } else if (!failure->handshake) {
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
    const struct rtl_build *probe = isa_named(rtl_probed, run->build->name);
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
