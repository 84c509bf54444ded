/* SPDX-License-Identifier: Apache-2.0
 * explain - the command openshfl explain: one SHFL, as text, as JSON or as a picture. */
#include "cli/sass/explain.h"
#include "explain_options.h"
#include "cli/sass/intrinsic.h"
#include "cli/lib/number.h"
#include "cli/sass/subgroup.h"
#include "cli/equivalents/equivalents.h"

#include <ctype.h>
#include <string.h>

static const char usage[] =
    "Usage: openshfl explain 'SHFL.UP P1, R2, R1, 1, 0x1800' [option ...]\n"
    "       openshfl explain 'shfl.sync.up.b32 d|p, a, 1, 0x1800, -1;' [option ...]\n"
    "       openshfl explain '__shfl_up_sync(m, v, 1, 8)' [option ...]\n"
    "       openshfl explain 'subgroupShuffleUp(v, 1)' [option ...]\n"
    "       openshfl explain --mode MODE --index N [--clamp N] [--segmask N] [option ...]\n"
    "       openshfl explain --gpu gfx90a 'ds_swizzle_b32 v1, v0 offset:swizzle(SWAP,4)' [option ...]\n"
    "       openshfl explain --gpu gfx90a '__shfl_up(v, 3, 16)' [option ...]\n"
    "Explain one SHFL: the rule, then lane by lane where it reads, whether that is in range, and the result. It is\n"
    "written in SASS, in PTX, as a call of CUDA's, OpenCL's or GLSL's, or by its fields; with --gpu it is an\n"
    "instruction of AMD's or a call of HIP's.\n";
static const char note[] = "\n"
                           "Ra starts as the lane's number. Where Sb or Sc is a register, --init sets it.\n";

/* ---- All of e is known but what the model computes: run it, and print */

static void compute(const struct explain_options *o, struct explain *e)
{
    const struct shfl_unit unit = { .lanes = e->lanes, .policy = e->policy };
    struct equiv_query query = { .gpu = NULL };
    unsigned lane = EXPLAIN_ALL;

    take_network("explain", o->network, e->lanes, &e->network);
    take_number("explain", "lane", o->lane, e->lanes - 1, &lane);
    if (shfl_warp(&unit, &e->in, &e->out) != 0)
        misuse("explain: --lanes %u: Sb is 0 to %u and Sc 0 to 0x%x", e->lanes, e->lanes - 1, 256 * e->lanes - 1);
    if ((o->svg || o->equivalents || o->network) && !e->has_values)
        misuse("explain: --%s: '%s' depends on what its registers hold: give %s%s%s, such as --init %s=lane",
               o->svg           ? "svg"
               : o->equivalents ? o->equivalents
                                : "network",
               e->text, e->sb, e->sb[0] && e->sc[0] ? " and " : "", e->sc, e->sb[0] ? e->sb : e->sc);
    if (o->svg) {
        explain_svg(e, explain_begin_svg(o->svg));
        explain_end_svg();
    }
    if (explain_picture_alone(o))
        return;
    if (o->equivalents && o->json) {
        equiv_of_shfl(e, &query);
        equivalents_json(&query, o->equivalents, stdout);
    } else if (o->equivalents) {
        equiv_of_shfl(e, &query);
        equivalents_text(&query, stdout);
    } else if (o->json) {
        explain_json(e, stdout);
    } else {
        explain_text(e, lane, stdout);
    }
}

/* ---- One instruction of SASS, or what becomes one */

/* Fill *e from the one instruction of the program. */
static void fill(const struct sass_program *program, const struct sass_warp *warp, struct explain *e)
{
    const struct sass_insn *insn = &program->insn[0];
    const struct sass_source *ra = &insn->source[0], *sb = &insn->source[1], *sc = &insn->source[2];
    const struct sass_predicate *guard = &insn->guard;
    uint32_t holds = UINT32_MAX;

    explain_guard(e, guard->number, guard->negated);
    if (warp->p_written >> guard->number & 1)
        holds = guard->negated ? ~warp->p[guard->number] : warp->p[guard->number];
    else if (guard->number == SASS_PT)
        holds = guard->negated ? 0 : UINT32_MAX;
    else
        snprintf(e->note, sizeof e->note, "P%u is not given: give it with --init P%u=MASK; taken as %s in every lane",
                 guard->number, guard->number, guard->negated ? "false" : "true");
    if (!sb->is_imm)
        sass_register_name(program, sb->reg, e->sb);
    if (!sc->is_imm)
        sass_register_name(program, sc->reg, e->sc);
    e->has_values = (sb->is_imm || sb->reg == SASS_RZ || warp->written[sb->reg])
                 && (sc->is_imm || sc->reg == SASS_RZ || warp->written[sc->reg]);
    e->mode = e->in.mode = (enum shfl_mode)insn->modifier;
    e->in.sb_is_imm = sb->is_imm;
    e->in.sb_imm = sb->imm;
    e->in.sc_is_imm = sc->is_imm;
    e->in.sc_imm = sc->imm;
    e->in.active = warp->active & holds & shfl_all_lanes(e->lanes);
    e->is_float = warp->is_float[ra->reg];
    for (unsigned k = 0; k < WARP_LANES; k++) {
        e->in.ra[k] = warp->written[ra->reg] || ra->reg == SASS_RZ ? warp->r[ra->reg][k] : k;
        e->in.sb[k] = sb->is_imm ? 0 : warp->r[sb->reg][k];
        e->in.sc[k] = sc->is_imm ? 0 : warp->r[sc->reg][k];
    }
}

/* None of the forms that are accepted. */
_Noreturn static void unknown(const char *text)
{
    static const char *const amd[] = { "v_", "ds_", "s_", "buffer_", "global_", "flat_" };

    for (size_t i = 0; i < sizeof amd / sizeof *amd; i++)
        if (strncmp(text + strspn(text, " \t"), amd[i], strlen(amd[i])) == 0)
            misuse("explain: '%.60s': an instruction of AMD's needs its GPU, such as --gpu gfx90a", text);
    if (strstr(text, "__shfl") != NULL)
        misuse("explain: '%.60s': expected the call alone, such as '__shfl_up_sync(m, v, 1, 8)'", text);
    misuse("explain: '%.60s': expected a shuffle: SASS, such as 'SHFL.UP P1, R2, R1, 1, 0x1800'; PTX, "
           "'shfl.sync.up.b32 d|p, a, 1, 0x1800, -1;'; CUDA, '__shfl_up_sync(m, v, 1, 8)'; GLSL, 'subgroupShuffleUp(v, "
           "1)'; OpenCL, 'sub_group_shuffle_up(v, 1)'; or with --gpu gfx90a AMD's instructions and HIP's calls",
           text);
}

static void explain_program(const struct explain_options *o, const char *text, bool is_call, struct explain *e)
{
    static struct sass_program program;
    static struct sass_warp warp;
    struct intrinsic intrinsic = { .has_mask = false };
    struct sass_error error;
    const bool is_ptx = !is_call && strstr(text, "shfl") != NULL;
    char sass[160], why[240];

    if (e->lanes > WARP_LANES)
        misuse("explain: --lanes %s: only --mode and the calls of sub-groups have more than 32", o->lanes);
    if (!is_call && (strstr(text, "__shfl") != NULL || (strstr(text, "shfl") == NULL && strstr(text, "SHFL") == NULL)))
        unknown(text);
    if (is_call && o->lanes)
        misuse("explain: --lanes: a warp of CUDA's has 32, leave it out with its calls");
    if (is_call && !intrinsic_parse(text, &intrinsic, why))
        misuse("explain: %s%s", o->intrinsic ? "--intrinsic " : "", why);
    if (is_ptx && !ptx_parse(text, &intrinsic, why))
        misuse("explain: %s", why);
    if (is_call || is_ptx) {
        snprintf(e->call, sizeof e->call, "%s", text);
        snprintf(e->note, sizeof e->note, "%s", intrinsic.note);
        text = intrinsic.sass;
    }
    if (snprintf(sass, sizeof sass, "%s", text) >= (int)sizeof sass)
        misuse("explain: the instruction is too long, %zu bytes are allowed", sizeof sass - 1);
    if (!sass_parse(sass, strlen(sass), &program, &error))
        misuse("explain: column %u: %s", error.column, error.text);
    if (program.count != 1 || program.insn[0].op != SASS_SHFL)
        misuse("explain: '%.60s': expected one SHFL, such as 'SHFL.UP P1, R2, R1, 1, 0x1800'", sass);
    snprintf(e->text, sizeof e->text, "%.*s", (int)program.insn[0].length, sass + program.insn[0].text);
    take_warp("explain", &o->warp, &program, &warp);
    if (intrinsic.init[0] != '\0' && !sass_init(&program, intrinsic.init, &warp, why))
        misuse("explain: %s%s", o->intrinsic ? "--intrinsic: " : "", why);
    if (intrinsic.has_mask && o->warp.active == NULL)
        warp.active = intrinsic.mask;
    fill(&program, &warp, e);
}

/* ---- A SHFL by its fields, and a call of sub-groups: in a warp of any size */

/* A number below the lanes, or what it is in each lane. */
static bool take_field(const char *option, const char *text, unsigned lanes, unsigned preset, uint32_t word[])
{
    uint64_t number = preset;
    bool is_float;

    if (text != NULL && intrinsic_by_lane(text) && sass_values(text, lanes, word, &is_float))
        return false;
    if (text != NULL && !number_read(text, 0, lanes - 1, &number))
        misuse("explain: --%s %s: expected a number from 0 to %u, or its value in each lane, such as lane*2 or [3,1]",
               option, text, lanes - 1);
    for (unsigned k = 0; k < lanes; k++)
        word[k] = (uint32_t)number;
    return true;
}

/* The data and the lanes that execute. */
static void take_data(const struct explain_options *o, struct explain *e)
{
    const uint64_t all = shfl_all_lanes(e->lanes);
    uint64_t active = all;
    uint32_t word[SHFL_LANES_MAX];

    if (o->warp.active && !number_read(o->warp.active, 0, all > UINT32_MAX ? all : UINT32_MAX, &active))
        misuse("explain: --active %s: expected a mask of %u lanes, such as 0xffff", o->warp.active,
               e->lanes > 32 ? e->lanes : 32);
    e->in.active = active & all;
    for (unsigned k = 0; k < e->lanes; k++)
        e->in.ra[k] = k;
    for (unsigned i = 0; i < o->warp.inits; i++) {
        const char *init = o->warp.init[i];

        if (strncmp(init, "Ra=", 3) != 0 || !sass_values(init + 3, e->lanes, word, &e->is_float))
            misuse("explain: --init %s: expected Ra=VALUE, what the lanes hold, such as Ra=lane*2", init);
        for (unsigned k = 0; k < e->lanes; k++)
            e->in.ra[k] = word[k];
    }
}

/* The registers' names, and the instruction as text; all of e->in is set. */
static void name_fields(struct explain *e, const char *predicate)
{
    char sb[SASS_NAME_MAX] = "Rb", sc[SASS_NAME_MAX] = "Rc";

    if (e->in.sb_is_imm)
        snprintf(sb, sizeof sb, "0x%x", (unsigned)e->in.sb_imm);
    else
        memcpy(e->sb, sb, sizeof sb);
    if (e->in.sc_is_imm)
        snprintf(sc, sizeof sc, "0x%x", (unsigned)e->in.sc_imm);
    else
        memcpy(e->sc, sc, sizeof sc);
    snprintf(e->text, sizeof e->text, "SHFL.%s %s, Rd, Ra, %s, %s", shfl_mode_name[e->mode], predicate, sb, sc);
    e->has_values = true;
}

static void explain_fields(const struct explain_options *o, struct explain *e)
{
    uint32_t clamp[SHFL_LANES_MAX], segmask[SHFL_LANES_MAX];
    char name[8] = "", known[64] = "";
    unsigned mode = 0;

    for (size_t i = 0; i < sizeof name - 1 && o->mode[i] != '\0'; i++)
        name[i] = (char)toupper((unsigned char)o->mode[i]);
    while (mode < SHFL_MODES && strcmp(name, shfl_mode_name[mode]) != 0) {
        strcat(strcat(known, " "), shfl_mode_name[mode]);
        mode++;
    }
    if (mode == SHFL_MODES)
        misuse("explain: --mode %s: expected one of%s", o->mode, known);
    if (o->index == NULL)
        misuse("explain: --mode: expected --index, too, a number from 0 to %u", e->lanes - 1);
    e->mode = e->in.mode = (enum shfl_mode)mode;
    e->in.sb_is_imm = take_field("index", o->index, e->lanes, 0, e->in.sb);
    e->in.sc_is_imm = take_field("clamp", o->clamp, e->lanes, mode == SHFL_UP ? 0 : e->lanes - 1, clamp);
    e->in.sc_is_imm = take_field("segmask", o->segmask, e->lanes, 0, segmask) && e->in.sc_is_imm;
    for (unsigned k = 0; k < e->lanes; k++)
        e->in.sc[k] = (segmask[k] & (e->lanes - 1)) << 8 | (clamp[k] & (e->lanes - 1));
    e->in.sb_imm = e->in.sb[0];
    e->in.sc_imm = e->in.sc[0];
    name_fields(e, "P0");
}

/* The SHFL that reads the same lanes wherever the call's result is defined. e->in.active is set. */
static void explain_subgroup(const char *text, struct explain *e)
{
    static const enum shfl_mode modes[] = { [SUBGROUP_XOR] = SHFL_BFLY,
                                            [SUBGROUP_UP] = SHFL_UP,
                                            [SUBGROUP_DOWN] = SHFL_DOWN,
                                            [SUBGROUP_QUAD_SWAP] = SHFL_BFLY };
    struct subgroup_call call;
    uint32_t operand[SHFL_LANES_MAX];
    bool is_float, same = true;
    char why[240];

    if (!subgroup_parse(text, e->lanes, &call, why))
        misuse("explain: %s", why);
    if (!sass_values(call.argument, e->lanes, operand, &is_float))
        misuse("explain: '%.60s': expected a number, or lane with +N, -N, *N or ^N, or [N,N,...]", call.argument);
    snprintf(e->call, sizeof e->call, "%s", text);
    e->function = call.function;
    e->mode = e->in.mode = modes[call.function->op];
    for (unsigned k = 0; k < e->lanes; k++) {
        const int from = subgroup_source(call.function, e->lanes, e->in.active, k, operand[k], call.cluster);

        e->undefined |= (uint64_t)(from < 0) << k;
        e->in.sb[k] = e->mode == SHFL_IDX && from >= 0 ? (uint32_t)from : operand[k] & (e->lanes - 1);
        same = same && e->in.sb[k] == e->in.sb[0];
    }
    e->in.sb_is_imm = same;
    e->in.sb_imm = e->in.sb[0];
    e->in.sc_is_imm = true;
    e->in.sc_imm = e->mode == SHFL_UP ? 0 : e->lanes - 1;
    name_fields(e, "PT");
}

/* ---- The command */

static void explain_one(const struct explain_options *o, const char *argument)
{
    static struct explain e;
    const char *text = o->intrinsic ? o->intrinsic : argument;
    const char *const policies[] = { "zero", "own", "raw", NULL };

    e.lanes = WARP_LANES;
    take_lanes("explain", o->lanes, &e.lanes);
    if (o->policy) {
        const int policy = choice(o->policy, policies);

        if (policy < 0)
            misuse("explain: --policy %s: expected zero, own or raw", o->policy);
        e.policy = (enum shfl_policy)policy;
        e.has_policy = true;
    }
    if (o->mode || subgroup_is(text)) {
        take_data(o, &e);
        if (o->mode)
            explain_fields(o, &e);
        else
            explain_subgroup(text, &e);
    } else {
        explain_program(o, text, o->intrinsic != NULL || strncmp(text, "__shfl", 6) == 0, &e);
    }
    compute(o, &e);
}

void explain(int argc, char **argv)
{
    struct explain_options o = { .mode = NULL };
    const struct cli_option options[] = {
        { "mode", "MODE", "the mode, such as idx", &o.mode, NULL },
        { "index", "N",
          "Sb: lane, distance or xor mask, 0 to 31; or its value in each lane, as for --init:\n"
          "lane+N, [N,N,...]",
          &o.index, NULL },
        { "clamp", "N", "Sc[4:0], 0 to 31, likewise (default: 0 for up, else 31)", &o.clamp, NULL },
        { "segmask", "N", "Sc[12:8], 0 to 31, likewise (default 0: one segment of 32 lanes)", &o.segmask, NULL },
        { "intrinsic", "CALL",
          "a call, the same as without the option; srcLane, delta or laneMask is a number, or lane+N, lane*N,\n"
          "lane^N, [N,N,...]",
          &o.intrinsic, NULL },
        { "lanes", "N",
          "a smaller warp of 2, 4, 8 or 16 lanes, whose fields have fewer bits (default: 32); with\n"
          "--mode and the calls of sub-groups also 64; with --gpu the wave, 64 (default) or, from\n"
          "gfx10 on, 32",
          &o.lanes, NULL },
        { "lane", "N", "what each stage does in this lane, in place of the table", &o.lane, NULL },
        { "policy", "NAME",
          "zero, own or raw: show what is not defined as this unit has it, with a ?\n"
          "(docs/rules.md 4)",
          &o.policy, NULL },
        { "equivalents", NULL, "the same shuffle in each API, or why that has none", &o.equivalents, NULL },
        { "ways", NULL, NULL, &o.ways, NULL }, /* its name up to 0.1.0 */
        { "json", NULL, "print JSON instead of text", &o.json, NULL },
        { "svg", "FILE",
          "draw a picture, too: arrows from the lanes that are read to those that read;\n"
          "- is standard output, without the text",
          &o.svg, NULL },
        { "gpu", "NAME", "an instruction of AMD's, for this GPU as LLVM names it, such as gfx90a or gfx1201", &o.gpu,
          NULL },
        { "address", "VALUE",
          "with --gpu: the address register of ds_bpermute_b32 or ds_permute_b32, such as\n"
          "lane*4+4, or a number",
          &o.address, NULL },
        { "network", "N",
          "also how many trips this shuffle takes through a network of N:1 multiplexers, then\n"
          "LANES/N:1, in a unit with NETWORK=N; a power of two, 2 to half of the lanes",
          &o.network, NULL },
        WARP_OPTIONS(&o.warp),
        { .name = NULL }
    };
    int first = take_options(argc, argv, options, usage, note);

    if (argc - first + (o.mode != NULL) + (o.intrinsic != NULL) != 1)
        misuse("explain: expected one instruction or call, or --mode with --index; see openshfl explain --help");
    if (!o.mode && (o.index || o.clamp || o.segmask))
        misuse("explain: --%s: expected --mode, too", o.index ? "index" : o.clamp ? "clamp" : "segmask");
    if (o.json && explain_picture_alone(&o))
        misuse("explain: --json and --svg -: expected one of them on standard output");
    if (o.ways && !o.equivalents)
        o.equivalents = o.ways;
    if (o.lane && (o.json || o.equivalents))
        misuse("explain: --lane and --%s: expected one of them", o.json ? "json" : o.equivalents);
    if (o.address && !o.gpu)
        misuse("explain: --address: expected --gpu, too, and ds_bpermute_b32 or ds_permute_b32");
    if (o.network && (o.gpu || o.equivalents))
        misuse("explain: --network and --%s: expected one of them", o.gpu ? "gpu" : o.equivalents);
    if (o.gpu)
        explain_amd(&o, argv[first]);
    else
        explain_one(&o, argv[first]);
}
