/* SPDX-License-Identifier: Apache-2.0
 * explain - the command openshfl explain: one SHFL, as text, as JSON or as a picture. */
#include "explain.h"
#include "amd.h"
#include "command.h"
#include "intrinsic.h"
#include "number.h"

#include <ctype.h>
#include <string.h>

static const char usage[] =
    "Usage: openshfl explain 'SHFL.UP P1, R2, R1, 1, 0x1800' [option ...]\n"
    "       openshfl explain --mode MODE --index N [--clamp N] [--segmask N] [option ...]\n"
    "       openshfl explain --intrinsic '__shfl_up_sync(m, v, 1, 8)' [option ...]\n"
    "       openshfl explain --gpu gfx90a 'ds_swizzle_b32 v1, v0 offset:swizzle(SWAP,4)' [option ...]\n"
    "       openshfl explain --gpu gfx90a --intrinsic '__shfl_up(v, 3, 16)' [option ...]\n"
    "Explain one SHFL: the rule, then lane by lane where it reads, whether that is in range, and the result. Or, with\n"
    "--gpu, an instruction of AMD's or a call of HIP's.\n";
static const char note[] =
    "\n"
    "Ra starts as the lane's number. Where Sb or Sc is a register, --init tells what it holds.\n";

struct options {
    const char *mode, *index, *clamp, *segmask, *intrinsic, *lanes, *json, *svg, *gpu, *address;
    struct cli_warp warp;
};

/* The instruction that --mode, --index, --clamp and --segmask stand for. */
static void from_fields(const struct options *o, unsigned lanes, char sass[160])
{
    unsigned index = 0, clamp, segmask = 0, mode = 0;
    char name[8] = "", known[64] = "";

    for (size_t i = 0; i < sizeof name - 1 && o->mode[i] != '\0'; i++)
        name[i] = (char)toupper((unsigned char)o->mode[i]);
    while (mode < SHFL_MODES && strcmp(name, shfl_mode_name[mode]) != 0) {
        strcat(strcat(known, " "), shfl_mode_name[mode]);
        mode++;
    }
    if (mode == SHFL_MODES)
        misuse("explain: --mode %s: expected one of%s", o->mode, known);
    if (o->index == NULL)
        misuse("explain: --mode takes --index, too: a number from 0 to %u", lanes - 1);
    clamp = mode == SHFL_UP ? 0 : lanes - 1;
    take_number("explain", "index", o->index, lanes - 1, &index);
    take_number("explain", "clamp", o->clamp, lanes - 1, &clamp);
    take_number("explain", "segmask", o->segmask, lanes - 1, &segmask);
    snprintf(sass, 160, "SHFL.%s P0, Rd, Ra, 0x%x, 0x%x", name, index, segmask << 8 | clamp);
}

/* Fill *e from the one instruction of the program. */
static void fill(const struct sass_program *program, const struct sass_warp *warp, struct explain *e)
{
    const struct shfl_unit unit = { .lanes = e->lanes, .policy = SHFL_ZERO };
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
    if (shfl_warp(&unit, &e->in, &e->out) != 0)
        misuse("explain: with --lanes %u, Sb is 0 to %u and Sc 0 to 0x%x", e->lanes, e->lanes - 1, 256 * e->lanes - 1);
}

/* The picture's file: it appears when it is whole. */
static struct output picture;

static FILE *begin_svg(const char *path)
{
    output_begin(&picture, "explain: --svg", path, "");
    return picture.f;
}

static void end_svg(void) { output_end(&picture); }

/* Is standard output the picture's? */
static bool picture_alone(const struct options *o) { return o->svg && strcmp(o->svg, "-") == 0; }

static void explain_program(const struct options *o, const struct sass_program *program, struct sass_warp *warp,
                            const struct intrinsic *intrinsic, struct explain *e)
{
    char why[240];

    take_warp("explain", &o->warp, program, warp);
    if (intrinsic->init[0] != '\0' && !sass_init(program, intrinsic->init, warp, why))
        misuse("explain: --intrinsic: %s", why);
    if (intrinsic->has_mask && o->warp.active == NULL)
        warp->active = intrinsic->mask;
    fill(program, warp, e);
    if (o->svg && !e->has_values)
        misuse("explain: --svg: the picture depends on what the registers hold: give %s%s%s with --init", e->sb,
               e->sb[0] && e->sc[0] ? " and " : "", e->sc);
    if (o->svg) {
        explain_svg(e, begin_svg(o->svg));
        end_svg();
    }
    if (!picture_alone(o))
        (o->json ? explain_json : explain_text)(e, stdout);
}

/* The instruction in one of its three ways, and then what it does. */
static void explain_one(const struct options *o, const char *argument)
{
    static struct explain e;
    static struct sass_program program;
    static struct sass_warp warp;
    struct intrinsic intrinsic = { .has_mask = false };
    struct sass_error error;
    char sass[160], why[240];

    e.lanes = WARP_LANES;
    take_number("explain", "lanes", o->lanes, WARP_LANES, &e.lanes);
    if (e.lanes < 2 || (e.lanes & (e.lanes - 1)) != 0)
        misuse("explain: --lanes %s: expected 2, 4, 8, 16 or 32", o->lanes);
    if (o->mode) {
        from_fields(o, e.lanes, sass);
    } else if (o->intrinsic) {
        if (o->lanes)
            misuse("explain: --lanes: a warp of CUDA's has 32, leave it out with --intrinsic");
        if (!intrinsic_parse(o->intrinsic, &intrinsic, why))
            misuse("explain: --intrinsic %s", why);
        snprintf(sass, sizeof sass, "%s", intrinsic.sass);
        snprintf(e.note, sizeof e.note, "%s", intrinsic.note);
    } else if (snprintf(sass, sizeof sass, "%s", argument) >= (int)sizeof sass) {
        misuse("explain: the instruction is too long, %zu bytes are allowed", sizeof sass - 1);
    }
    if (!sass_parse(sass, strlen(sass), &program, &error))
        misuse("explain: instruction:%u:%u: %s", error.line, error.column, error.text);
    if (program.count != 1 || program.insn[0].op != SASS_SHFL)
        misuse("explain: '%.60s': expected one SHFL, such as 'SHFL.UP P1, R2, R1, 1, 0x1800'", sass);
    snprintf(e.text, sizeof e.text, "%.*s", (int)program.insn[0].length, sass + program.insn[0].text);
    explain_program(o, &program, &warp, &intrinsic, &e);
}

/* What every lane's address register holds. */
static void take_address(const char *text, uint32_t addr[SHFL_LANES_MAX])
{
    uint32_t word[WARP_LANES];

    for (unsigned half = 0; half < 2; half++) {
        if (text == NULL || !sass_lanes(text, 32 * half, word))
            misuse("explain: --address: expected what the lanes' address register holds, such as lane*4+4");
        memcpy(&addr[32 * half], word, sizeof word);
    }
}

/* A call of HIP's, which becomes ds_bpermute_b32. */
static void hip_call(const char *text, struct amd_wave *wave, struct amd_insn *insn, uint64_t *active)
{
    static const char *const rules[SHFL_MODES] = {
        [SHFL_IDX] = "each lane reads lane %.30s of its %u",
        [SHFL_UP] = "each lane reads the lane %.30s below it; where that is below its %u, itself",
        [SHFL_DOWN] = "each lane reads the lane %.30s above it; where that is above its %u, itself",
        [SHFL_BFLY] = "each lane reads its own number xor %.30s; where that is above its %u, itself",
    };
    struct intrinsic_call call;
    char why[240];

    if (!intrinsic_call_parse(text, wave->lanes, &call, why))
        misuse("explain: --intrinsic %s", why);
    if (call.width < 1 || call.width > wave->lanes || (call.width & (call.width - 1)) != 0)
        misuse("explain: --intrinsic: a width of %d: expected a power of two up to %u", (int)call.width, wave->lanes);
    amd_parse(insn->gen, "ds_bpermute_b32 v1, v2, v0", insn, why);
    if (call.is_number)
        for (unsigned k = 0; k < wave->lanes; k++)
            insn->in.addr[k] = call.number;
    else
        take_address(call.argument, insn->in.addr);
    for (unsigned k = 0; k < wave->lanes; k++)
        insn->in.addr[k] = 4 * amd_hip_index(call.mode, k, insn->in.addr[k], call.width);
    if (call.has_mask)
        *active &= call.mask;
    wave->width = call.width;
    snprintf(wave->line, sizeof wave->line, rules[call.mode], call.argument, call.width);
}

/* An instruction of AMD's, or a call of HIP's. */
static void explain_gpu(const struct options *o, const char *text)
{
    static struct amd_insn insn;
    static struct amd_wave wave = { .insn = &insn, .lanes = 64 };
    char err[AMD_ERROR_MAX];
    enum shfl_amd_gen gen;
    uint64_t active;

    if (o->mode || o->warp.inits)
        misuse("explain: --gpu takes no --mode and no --init: the lanes hold their numbers");
    if (!amd_gen(o->gpu, &gen))
        misuse("explain: --gpu %s: expected a name of LLVM's, gfx801 to gfx1201, such as gfx90a", o->gpu);
    take_number("explain", "lanes", o->lanes, 64, &wave.lanes);
    if (wave.lanes != 64 && (wave.lanes != 32 || gen < SHFL_AMD_GFX10))
        misuse("explain: --lanes %s: expected 64%s", o->lanes, gen < SHFL_AMD_GFX10 ? "" : " or 32");
    active = shfl_all_lanes(wave.lanes);
    insn.gen = gen;
    if (o->intrinsic) {
        hip_call(o->intrinsic, &wave, &insn, &active);
    } else if (!amd_parse(gen, text, &insn, err)) {
        misuse("explain: %s", err);
    } else {
        amd_line(&insn, wave.line);
        if (insn.in.op == SHFL_AMD_BPERMUTE || insn.in.op == SHFL_AMD_PERMUTE)
            take_address(o->address, insn.in.addr);
    }
    if (!amd_control(&insn) || (insn.in.op == SHFL_AMD_WRITELANE && insn.src < AMD_NUMBER))
        misuse("explain: the lanes depend on a scalar register: give a number in its place");
    if (o->warp.active && !number_read(o->warp.active, 0, shfl_all_lanes(wave.lanes), &active))
        misuse("explain: --active %s: expected a mask of %u lanes, such as 0xffff", o->warp.active, wave.lanes);
    if (o->address && (o->intrinsic || (insn.in.op != SHFL_AMD_BPERMUTE && insn.in.op != SHFL_AMD_PERMUTE)))
        misuse("explain: --address belongs to ds_bpermute_b32 and ds_permute_b32");
    insn.in.exec = active;
    for (unsigned k = 0; k < wave.lanes; k++)
        insn.in.src[k] = insn.src < AMD_VECTOR ? amd_number(&insn, &insn.src) : k;
    amd_run(&wave);
    if (o->svg) {
        amd_svg(&wave, begin_svg(o->svg));
        end_svg();
    }
    if (!picture_alone(o))
        (o->json ? amd_json : amd_explain)(&wave, stdout);
}

void explain(int argc, char **argv)
{
    struct options o = { .mode = NULL };
    const struct cli_option options[] = {
        { "mode", "MODE", "the mode, such as idx", &o.mode, NULL },
        { "index", "N", "Sb: lane, distance or xor mask, 0 to 31", &o.index, NULL },
        { "clamp", "N", "Sc[4:0], 0 to 31 (default: 0 for up, else 31)", &o.clamp, NULL },
        { "segmask", "N", "Sc[12:8], 0 to 31 (default 0: one segment of 32 lanes)", &o.segmask, NULL },
        { "intrinsic", "CALL",
          "a call of CUDA's, or with --gpu of HIP's; srcLane, delta or laneMask is a number, or\n"
          "lane+N, lane*N, lane^N",
          &o.intrinsic, NULL },
        { "lanes", "N",
          "a smaller warp of 2, 4, 8 or 16 lanes, whose fields have fewer bits (default: 32);\n"
          "with --gpu the wave, 64 (default) or, from gfx10 on, 32",
          &o.lanes, NULL },
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
        WARP_OPTIONS(&o.warp),
        { .name = NULL }
    };
    int first = take_options(argc, argv, options, usage, note);

    if (argc - first + (o.mode != NULL) + (o.intrinsic != NULL) != 1)
        misuse("explain takes one instruction, or --mode with --index, or --intrinsic; openshfl explain --help tells "
               "more");
    if (!o.mode && (o.index || o.clamp || o.segmask))
        misuse("explain: --index, --clamp and --segmask belong to --mode");
    if (o.json && picture_alone(&o))
        misuse("explain: --json and --svg -: standard output takes one of them");
    if (o.address && !o.gpu)
        misuse("explain: --address belongs to --gpu");
    if (o.gpu)
        explain_gpu(&o, argv[first]);
    else
        explain_one(&o, argv[first]);
}
