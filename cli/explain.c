/* SPDX-License-Identifier: Apache-2.0
 * explain - the command openshfl explain: one SHFL, as text, as JSON or as a picture. */
#include "cli/read/shuffle.h"
#include "explain_options.h"
#include "cli/lib/number.h"
#include "cli/sass/ptx.h"
#include "cli/equivalents/equivalents.h"
#include "cli/read/wave.h"

#include <ctype.h>
#include <string.h>

static const char usage[] =
    "Usage: openshfl explain 'SHFL.UP P1, R2, R1, 1, 0x1800' [option ...]\n"
    "       openshfl explain 'shfl.sync.up.b32 d|p, a, 1, 0x1800, -1;' [option ...]\n"
    "       openshfl explain '__shfl_up_sync(m, v, 1, 8)' [option ...]\n"
    "       openshfl explain 'subgroupShuffleUp(v, 1)' [option ...]\n"
    "       openshfl explain 'VOTE.ALL P2, P0' [option ...]\n"
    "       openshfl explain '__reduce_add_sync(m, v)' [option ...]\n"
    "       openshfl explain --mode MODE --index N [--clamp N] [--segmask N] [option ...]\n"
    "       openshfl explain --gpu gfx90a 'ds_swizzle_b32 v1, v0 offset:swizzle(SWAP,4)' [option ...]\n"
    "       openshfl explain --gpu gfx90a '__shfl_up(v, 3, 16)' [option ...]\n"
    "       openshfl explain 'vrgather.vv v1, v2, v3' --vtype e8,m1,ta,ma --init 'v3=[3,2,1,0]' [option ...]\n"
    "Explain one SHFL: the rule, then lane by lane where it reads, whether that is in range, and the result. It is\n"
    "written in SASS, in PTX, as a call of CUDA's, OpenCL's or GLSL's, or by its fields; with --gpu it is an\n"
    "instruction of AMD's or a call of HIP's. Or explain a permutation of RISC-V's vectors, vrgather, vslide or "
    "vcompress,\n"
    "or its C intrinsic. Or explain one vote, match or reduction: VOTE, ELECT, MATCH, REDUX.\n";
static const char note[] =
    "\n"
    "Ra starts as the lane's number. Where Sb or Sc is a register, --init sets it. Of a vote the\n"
    "predicate P0 starts as lane<4, of a match or reduction the value Ra as lane%4.\n";

/* ---- All of e is known: print it */

static void print(const struct explain_options *o, struct explain *e)
{
    struct equiv_query query = { .gpu = NULL };
    unsigned lane = EXPLAIN_ALL;

    if (e->c.kind && (o->network || o->equivalents || o->policy))
        misuse("explain: --%s: of a shuffle only, and '%s' is none",
               o->network       ? "network"
               : o->equivalents ? o->equivalents
                                : "policy",
               e->call[0] ? e->call : e->text);
    take_network("explain", o->network, e->lanes, &e->network);
    take_number("explain", "lane", o->lane, e->lanes - 1, &lane);
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

/* ---- A SHFL by its fields */

/* A number below the lanes, or what it is in each lane. */
static bool take_field(const char *option, const char *text, unsigned lanes, unsigned preset, uint32_t word[])
{
    uint64_t number = preset;
    bool is_float;

    if (text != NULL && !number_read(text, 0, UINT64_MAX, &number) && sass_values(text, lanes, word, &is_float))
        return false;
    if (text != NULL && !number_read(text, 0, lanes - 1, &number))
        misuse("explain: --%s %s: expected a number from 0 to %u, or its value in each lane, such as lane*2 or [3,1]",
               option, text, lanes - 1);
    for (unsigned k = 0; k < lanes; k++)
        word[k] = (uint32_t)number;
    return true;
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
    shuffle_name(e, "P0");
}

/* ---- The command */

/* A vote, match or reduction of HIP's. */
static void explain_hip(const struct explain_options *o, const char *text)
{
    const struct wave_options given = { o->gpu, o->lanes, o->warp.active, o->address, o->warp.let, o->warp.lets, NULL };
    static struct explain e;
    char why[READ_WHY_MAX];

    if (!wave_read_collective(text, &given, o->warp.init, o->warp.inits, &e, why))
        misuse("explain: %s%s", o->intrinsic ? "--intrinsic " : "", why);
    print(o, &e);
}

static void explain_one(const struct explain_options *o, const char *argument)
{
    static struct explain e;
    const char *text = o->intrinsic ? o->intrinsic : argument;
    const char *const policies[] = { "zero", "own", "raw", NULL };
    const struct shuffle_options given = warp_given(&o->warp, o->lanes != NULL);
    char why[READ_WHY_MAX];

    e.lanes = WARP_LANES;
    take_lanes("explain", o->lanes, &e.lanes);
    if (o->policy) {
        const int policy = choice(o->policy, policies);

        if (policy < 0)
            misuse("explain: --policy %s: expected zero, own or raw", o->policy);
        e.policy = (enum shfl_policy)policy;
        e.has_policy = true;
    }
    if (o->mode) {
        if (!shuffle_data(&given, &e, why))
            misuse("explain: %s", why);
        explain_fields(o, &e);
        if (!shuffle_run(&e, why))
            misuse("explain: %s", why);
    } else if (!shuffle_read(text, &given, &e, why)) {
        misuse("explain: %s%s", o->intrinsic ? "--intrinsic " : "", why);
    }
    print(o, &e);
}

/* Every spelling that is understood: its language, its shape and its document. */
static void languages(void)
{
    char shape[CALL_SHAPE_MAX];

    puts("SASS | SHFL.UP P1, R2, R1, 1, 0x1800 | docs/rules.md 2 and 3; an H200\n"
         "SASS | VOTE.ALL P2, P0 | docs/rules.md 8\n"
         "SASS | VOTEU.ANY UR4, UPT, P0 | docs/rules.md 8\n"
         "SASS | ELECT P0, UR4, PT | docs/rules.md 8\n"
         "SASS | MATCH.ALL P0, R0, R2 | docs/rules.md 9\n"
         "SASS | REDUX.SUM UR6, R0 | docs/rules.md 10\n"
         "SASS | CREDUX.MIN UR6, R0 | docs/rules.md 10");
    ptx_forms(stdout);
    for (unsigned i = 0; i < call_rows_count; i++)
        printf("%s | %s | %s\n", call_language_name[call_rows[i].language], call_shape(&call_rows[i], shape),
               call_rows[i].source);
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
        RVV_OPTIONS(&o.rvv),
        WARP_OPTIONS(&o.warp),
        LET_OPTION(&o.warp),
        { "languages", NULL, "list every spelling that is understood", &o.languages, NULL },
        { .name = NULL }
    };
    int first = take_options(argc, argv, options, usage, note);

    if (o.languages && (argc != first || o.mode || o.intrinsic || o.gpu))
        misuse("explain: --languages: expected no other argument");
    if (o.languages) {
        languages();
        return;
    }
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
    if (o.rvv.vtype || o.rvv.vl || o.rvv.vstart || o.rvv.vlen
        || (!o.mode && rvv_is(o.intrinsic ? o.intrinsic : argv[first])))
        explain_rvv(&o, o.mode ? "" : o.intrinsic ? o.intrinsic : argv[first]);
    else if (o.gpu && !o.mode && wave_is_collective(o.intrinsic ? o.intrinsic : argv[first]))
        explain_hip(&o, o.intrinsic ? o.intrinsic : argv[first]);
    else if (o.gpu)
        explain_amd(&o, argv[first]);
    else
        explain_one(&o, argv[first]);
}
