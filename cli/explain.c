/* SPDX-License-Identifier: Apache-2.0
 * explain - the command openshfl explain: one SHFL, as text, as JSON or as a picture. */
#include "command.h"
#include "lib/number.h"
#include "cli/program/program.h"
#include "cli/show/show.h"
#include "cli/read/ptx.h"

#include <string.h>

static const char usage[] =
    "Usage: openshfl explain 'SHFL.UP P1, R2, R1, 1, 0x1800' [option ...]\n"
    "       openshfl explain 'shfl.sync.up.b32 d|p, a, 1, 0x1800, -1;' [option ...]\n"
    "       openshfl explain '__shfl_up_sync(m, v, 1, 8)' [option ...]\n"
    "       openshfl explain 'subgroupShuffleUp(v, 1)' [option ...]\n"
    "       openshfl explain FILE.cu [option ...]                          - is standard input\n"
    "       openshfl explain 'VOTE.ALL P2, P0' [option ...]\n"
    "       openshfl explain '__reduce_add_sync(m, v)' [option ...]\n"
    "       openshfl explain --mode MODE --index N [--clamp N] [--segmask N] [option ...]\n"
    "       openshfl explain --gpu gfx90a 'ds_swizzle_b32 v1, v0 offset:swizzle(SWAP,4)' [option ...]\n"
    "       openshfl explain --gpu gfx90a '__shfl_up(v, 3, 16)' [option ...]\n"
    "       openshfl explain 'vrgather.vv v1, v2, v3' --vtype e8,m1,ta,ma --init 'v3=[3,2,1,0]' [option ...]\n"
    "Explain one SHFL: the rule, then lane by lane where it reads, whether that is in range, and the result. It\n"
    "is written in SASS, in PTX, as a call of CUDA's, OpenCL's or GLSL's, or by its fields; with --gpu it is an\n"
    "instruction of AMD's or a call of HIP's. Or explain a vote, match or reduction; a permutation of RISC-V's\n"
    "vectors; a barrier that reduces, cub::BlockShuffle, a derivative or movmatrix. Of a text with statements,\n"
    "which clang compiles, say what each call does.\n";
static const char note[] =
    "\n"
    "Ra starts as the lane's number. Where Sb or Sc is a register, --init sets it. Of a vote the\n"
    "predicate P0 starts as lane<4, of a match or reduction the value Ra as lane%4.\n";

struct explain_options {
    const char *mode, *index, *clamp, *segmask, *lane, *json, *svg, *languages;
    struct read_options given;
};

/* ---- All of it is known: print it */

/* Is standard output the picture's? */
static bool picture_alone(const struct explain_options *o) { return o->svg && strcmp(o->svg, "-") == 0; }

static void print(const struct explain_options *o, const struct answer *a)
{
    static struct output picture; /* the file appears when it is whole */
    const char *what = o->svg               ? "svg"
                     : o->given.equivalents ? o->given.equivalents
                     : o->given.network     ? "network"
                                            : NULL;
    unsigned lane = SHOW_ALL;

    if (o->lane)
        take_number("explain", "lane", o->lane, a->lanes - 1, &lane);
    if (!a->has_values && what != NULL)
        misuse("explain: --%s: '%s' depends on what its registers hold: %s", what, a->e.text, a->needs);
    if (!a->has_values && a->family != ANSWER_SHFL)
        misuse("explain: %s", a->needs);
    if (o->svg && a->lanes > SHFL_LANES_MAX)
        misuse("explain: --svg: %u elements: expected at most %d", a->lanes, SHFL_LANES_MAX);
    if (o->svg) {
        output_begin(&picture, "explain: --svg", o->svg, "");
        show_svg(a, picture.f);
        output_end(&picture);
    }
    if (picture_alone(o))
        return;
    if (o->given.equivalents)
        (o->json ? equivalents_json : equivalents_text)(a, o->given.gpu, stdout);
    else if (o->json)
        show_json(a, stdout);
    else
        show_text(a, lane, stdout);
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

    if (!mode_of(o->mode, &e->mode))
        misuse("explain: --mode %s: expected idx, up, down or bfly", o->mode);
    if (o->index == NULL)
        misuse("explain: --mode: expected --index, too, a number from 0 to %u", e->lanes - 1);
    e->in.mode = e->mode;
    e->in.sb_is_imm = take_field("index", o->index, e->lanes, 0, e->in.sb);
    e->in.sc_is_imm = take_field("clamp", o->clamp, e->lanes, e->mode == SHFL_UP ? 0 : e->lanes - 1, clamp);
    e->in.sc_is_imm = take_field("segmask", o->segmask, e->lanes, 0, segmask) && e->in.sc_is_imm;
    for (unsigned k = 0; k < e->lanes; k++)
        e->in.sc[k] = (segmask[k] & (e->lanes - 1)) << 8 | (clamp[k] & (e->lanes - 1));
    e->in.sb_imm = e->in.sb[0];
    e->in.sc_imm = e->in.sc[0];
    shuffle_name(e, "P0");
}

/* ---- The command */

/* A text with statements: each of its calls. */
static void explain_program(const struct explain_options *o, const char *text, const char *reason)
{
    static struct program p;
    unsigned lane = 0;

    if (o->svg || o->given.equivalents || o->given.network || o->given.policy)
        misuse("explain: --%s: of one call, and %s",
               o->svg             ? "svg"
               : o->given.network ? "network"
               : o->given.policy  ? "policy"
                                  : o->given.equivalents,
               reason);
    take_number("explain", "lane", o->lane, BLOCK_MAX - 1, &lane);
    if (o->lane) {
        program_ask("explain", "the text", text, &o->given, lane, reason);
        return;
    }
    program_take("explain", "the text", text, &o->given, reason, &p);
    (o->json ? program_json : program_print)(&p, stdout);
}

/* One that its fields describe, or a text. */
static void explain_one(const struct explain_options *o, const char *text)
{
    static struct answer a;
    char why[READ_WHY_MAX];

    if (o->mode) {
        if (o->given.gpu)
            misuse("explain: --gpu and --mode: expected one of them");
        if (!answer_lanes(o->given.lanes, &a.e.lanes, why) || !shuffle_data(&o->given, &a.e, why))
            misuse("explain: %s", why);
        explain_fields(o, &a.e);
        if (!answer_explain(&a, &o->given, why))
            misuse("explain: %s", why);
    } else if (!answer_read(text, &o->given, &a, why)) {
        if (a.is_program) {
            explain_program(o, text, why);
            return;
        }
        misuse("explain: %s", why);
    } else if (!o->svg && !o->given.equivalents && program_has_calls(text) && program_can()) {
        explain_program(o, text, "it has several calls");
        return;
    }
    print(o, &a);
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
         "SASS | CREDUX.MIN UR6, R0 | docs/rules.md 10\n"
         "SASS | BAR.RED.POPC 0x0, P0 | docs/rules.md 15\n"
         "SASS | MOVM.16.MT88 R0, R1 | docs/rules.md 18");
    ptx_forms(stdout);
    for (unsigned i = 0; i < call_rows_count; i++) {
        const struct call_word *word = call_rows[i].words;

        do
            printf("%s | %s | %s\n", call_language(&call_rows[i]), call_shape(&call_rows[i], word, shape),
                   call_document(&call_rows[i]));
        while (word != NULL && (++word)->text != NULL);
    }
}

void explain(int argc, char **argv)
{
    static const char *init[INITS_MAX], *let[INITS_MAX];
    struct explain_options o = { .given = { .init = init, .let = let } };
    const struct cli_option options[] = {
        { "mode", "MODE", "the mode, such as idx", &o.mode, NULL },
        { "index", "N",
          "Sb: lane, distance or xor mask, 0 to 31; or its value in each lane, as for --init:\n"
          "lane+N, [N,N,...]",
          &o.index, NULL },
        { "clamp", "N", "Sc[4:0], 0 to 31, likewise (default: 0 for up, else 31)", &o.clamp, NULL },
        { "segmask", "N", "Sc[12:8], 0 to 31, likewise (default 0: one segment of 32 lanes)", &o.segmask, NULL },
        { "lane", "N", "what each stage does in this lane, in place of the table", &o.lane, NULL },
        { "policy", "NAME",
          "zero, own or raw: show what is not defined as this unit has it, with a ?\n"
          "(docs/rules.md 4)",
          &o.given.policy, NULL },
        { "equivalents", NULL, "the same shuffle in each API, or why that has none", &o.given.equivalents, NULL },
        { "json", NULL, "print JSON instead of text", &o.json, NULL },
        { "svg", "FILE",
          "draw a picture, too: arrows from the lanes that are read to those that read;\n"
          "- is standard output, without the text",
          &o.svg, NULL },
        ANSWER_OPTIONS(&o.given, init, let),
        { "languages", NULL, "list every spelling that is understood", &o.languages, NULL },
        { .name = NULL }
    };
    int first = take_options(argc, argv, options, usage, note);

    if (o.languages && (argc != first || o.mode || o.given.gpu))
        misuse("explain: --languages: expected no other argument");
    if (o.languages) {
        languages();
        return;
    }
    if (argc - first + (o.mode != NULL) != 1)
        misuse("explain: expected one instruction or call, or --mode with --index; see openshfl explain --help");
    if (!o.mode && (o.index || o.clamp || o.segmask))
        misuse("explain: --%s: expected --mode, too", o.index ? "index" : o.clamp ? "clamp" : "segmask");
    if (o.json && picture_alone(&o))
        misuse("explain: --json and --svg -: expected one of them on standard output");
    if (o.lane && (o.json || o.given.equivalents))
        misuse("explain: --lane and --%s: expected one of them", o.json ? "json" : o.given.equivalents);
    if (o.given.network && o.given.equivalents)
        misuse("explain: --network and --%s: expected one of them", o.given.equivalents);
    explain_one(&o, o.mode ? NULL : take_text(argv[first]));
}
