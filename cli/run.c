/* SPDX-License-Identifier: Apache-2.0
 * run - the command openshfl run: a program on one warp. */
#include "command.h"
#include "check/ptx_module.h"
#include "cli/program/program.h"
#include "cli/show/show.h"
#include "cli/answer/engine.h"
#include "lib/json.h"
#include "lib/number.h"
#include "lib/text.h"
#include "lib/word.h"
#include "cli/read/text.h"

#include <string.h>

static const char usage[] =
    "Usage: openshfl run FILE.ptx [option ...]\n"
    "       openshfl run FILE.cu [option ...]\n"
    "       openshfl run FILE.sass [option ...]\n"
    "Run a kernel, PTX or a source that clang compiles, on a grid of blocks; or print what each call\n"
    "of statements without a kernel does; or run SASS text such as cli/programs/inclusive_scan.sass\n"
    "on one warp. - is standard input. What is of PTX is of a source, too.\n";
static const char note[] =
    "\n"
    "A register that is read before it is written, and has no --init, starts as the lane's number:\n"
    "as a float in programs that compute with floats. All others start as 0.\n";

enum show { LANES, TRACE, JSON };

/* What is run, on which warp, and how its values are printed. */
static struct sass_program program;
static struct sass_warp warp;
static enum word_format word_format;
static const char *program_text;

/* A line about the program: in JSON, a string of an array. */
static void note_line(struct json *json, const char *format, ...)
{
    char text[400];

    text_arguments(text, sizeof text, format);
    if (json != NULL)
        json_text(json, NULL, text);
    else
        puts(text);
}

/* Set up the warp by --active, or with all lanes, and by --init. */
static void take_warp(const struct read_options *options)
{
    char why[READ_WHY_MAX];
    uint64_t active = UINT32_MAX;

    if (options->active && !number_read(options->active, 0, UINT32_MAX, &active))
        misuse("run: --active %s: expected a mask of 32 lanes, such as 0xffff", options->active);
    warp.active = (uint32_t)active;
    for (unsigned i = 0; i < options->inits; i++)
        if (!sass_init(&program, options->init[i], &warp, why))
            misuse("run: --init %s", why);
}

/* Registers that are read before they are written start as the lane's number. */
static void default_inits(struct json *json)
{
    bool known[SASS_REGS], floats = false;

    memcpy(known, warp.written, sizeof known);
    for (unsigned i = 0; i < program.count; i++)
        floats = floats || sass_is_float(&program.insn[i]);
    for (unsigned i = 0; i < program.count; i++) {
        const struct sass_insn *insn = &program.insn[i];
        uint16_t reg[3];
        unsigned count = sass_reads(insn, reg);

        for (unsigned k = 0; k < count; k++) {
            char name[SASS_NAME_MAX], init[SASS_NAME_MAX + 16], why[READ_WHY_MAX];

            if (known[reg[k]])
                continue;
            known[reg[k]] = true;
            sass_register_name(&program, reg[k], name);
            snprintf(init, sizeof init, "%s=%slane", name, floats ? "float:" : "");
            if (sass_init(&program, init, &warp, why))
                note_line(json, "%s, as no --init names it", init);
        }
        known[insn->rd] = true;
    }
}

/* The line of the instruction that reads what --init gave a register as a float, or 0. */
static unsigned float_reader(int reg)
{
    for (unsigned i = 0; i < program.count; i++) {
        const struct sass_insn *insn = &program.insn[i];
        uint16_t read[3];

        for (unsigned k = sass_reads(insn, read); k-- > 0;)
            if (read[k] == reg && sass_is_float(insn))
                return insn->line;
        if (insn->rd == reg && insn->guard.number == SASS_PT)
            return 0;
    }
    return 0;
}

/* Whole numbers for a register that is taken as a float are seldom meant; in hexadecimal they are its bits. */
static void warn_of_inits(const struct read_options *options, struct json *json)
{
    for (unsigned i = 0; i < options->inits; i++) {
        const char *init = options->init[i], *value = strchr(init, '=') + 1;
        int reg = sass_register(&program, init, (size_t)(value - init) - 1);
        bool meant = reg < 0 || strncmp(value, "float:", 6) == 0 || strstr(value, "0x") != NULL;
        unsigned line = meant ? 0 : float_reader(reg);

        if (line > 0)
            note_line(json,
                      "note: line %u reads %.*s as a float, but %s gives it whole numbers; floats are %.*sfloat:%s",
                      line, (int)(value - init) - 1, init, init, (int)(value - init), init, value);
    }
}

/* ---- A place is a register, or behind these a predicate */

enum { PLACES = SASS_REGS + SASS_PREDICATES };

static const char *name_of(unsigned place, char name[SASS_NAME_MAX])
{
    if (place >= SASS_REGS)
        return sass_predicate_name(place - SASS_REGS, name);
    sass_register_name(&program, place, name);
    return name;
}

/* What a lane has in it, with a ? behind what is UNPREDICTABLE. */
static const char *text_of(unsigned place, unsigned lane, char text[WORD_TEXT_MAX])
{
    const unsigned p = place - SASS_REGS;
    const bool is_register = place < SASS_REGS;

    if (is_register)
        word_text(warp.r[place][lane], warp.is_float[place], word_format, text);
    else
        strcpy(text, warp.p[p] >> lane & 1 ? "1" : "0");
    return strcat(text, (is_register ? warp.r_open[place] : warp.p_open[p]) >> lane & 1 ? "?" : "");
}

/* Those that were given or written. Returns how many. */
static unsigned places_of(unsigned place[PLACES])
{
    unsigned count = 0;

    for (unsigned r = 0; r < SASS_REGS; r++) {
        const unsigned reg = (r + 256) % SASS_REGS; /* the symbolic ones first */

        if (warp.written[reg] && reg != SASS_RZ)
            place[count++] = reg;
    }
    for (unsigned p = 0; p < SASS_PREDICATES; p++)
        if (warp.p_written >> p & 1)
            place[count++] = SASS_REGS + p;
    return count;
}

static int wider(int width, const char *text) { return (int)strlen(text) > width ? (int)strlen(text) : width; }

/* ---- as text */

static void show_lanes(uint32_t began)
{
    unsigned place[PLACES];
    const unsigned count = places_of(place);
    int width[PLACES];
    char text[WORD_TEXT_MAX], name[SASS_NAME_MAX];
    bool open = false;

    printf("lane");
    for (unsigned c = 0; c < count; c++) {
        width[c] = wider(0, name_of(place[c], name));
        for (unsigned k = 0; k < WARP_LANES; k++)
            width[c] = wider(width[c], text_of(place[c], k, text));
        printf("  %*s", width[c], name);
    }
    putchar('\n');
    for (unsigned k = 0; k < WARP_LANES; k++) {
        printf("%4u", k);
        for (unsigned c = 0; c < count; c++) {
            printf("  %*s", width[c], text_of(place[c], k, text));
            open = open || strchr(text, '?');
        }
        printf("%s\n", !(began >> k & 1) ? "  does not execute" : warp.active >> k & 1 ? "" : "  has exited");
    }
    if (open)
        printf("?  UNPREDICTABLE: rests on a read of a lane that does not execute\n");
}

/* One instruction and what it wrote: eight lanes a line, a dash where it did not execute. */
static void show_step(const struct sass_insn *insn, uint32_t lanes)
{
    char words[WARP_LANES][WORD_TEXT_MAX] = { "" }, name[SASS_NAME_MAX];
    int width = 1;

    printf("%4u  %.*s\n", insn->line, (int)insn->length, program_text + insn->text);
    if (lanes == 0)
        printf("        no lane executes it\n");
    if (lanes != 0 && insn->rd != SASS_RZ) {
        for (unsigned k = 0; k < WARP_LANES; k++)
            width = wider(width, lanes >> k & 1 ? text_of(insn->rd, k, words[k]) : strcpy(words[k], "-"));
        name_of(insn->rd, name);
        for (unsigned k = 0; k < WARP_LANES; k++)
            if (k % 8 == 0)
                printf("        %-*s %2u..%-2u  %*s", (int)sizeof name, k == 0 ? name : "", k, k + 7, width, words[k]);
            else
                printf(" %*s%s", width, words[k], k % 8 == 7 ? "\n" : "");
    }
    for (unsigned i = 0; i < 2 && lanes != 0; i++)
        if (insn->pd[i] != SASS_PT) {
            printf("        %-*s  0..31  ", (int)sizeof name, sass_predicate_name(insn->pd[i], name));
            for (unsigned k = 0; k < WARP_LANES; k++)
                printf("%s%c", k > 0 && k % 8 == 0 ? " " : "",
                       !(lanes >> k & 1)                   ? '-'
                       : warp.p_open[insn->pd[i]] >> k & 1 ? '?'
                       : warp.p[insn->pd[i]] >> k & 1      ? '1'
                                                           : '0');
            putchar('\n');
        }
}

/* ---- as JSON */

/* The lanes of a place, a string each: null where it was not written. */
static void json_place(struct json *json, unsigned place, uint32_t lanes)
{
    char text[WORD_TEXT_MAX], name[SASS_NAME_MAX];

    json_open(json, name_of(place, name), '[');
    for (unsigned k = 0; k < WARP_LANES; k++)
        json_text(json, NULL, lanes >> k & 1 ? text_of(place, k, text) : NULL);
    json_close(json);
}

static void json_state(struct json *json, const char *key)
{
    unsigned place[PLACES];
    const unsigned count = places_of(place);

    json_open(json, key, '{');
    for (unsigned i = 0; i < count; i++)
        json_place(json, place[i], UINT32_MAX);
    json_close(json);
}

static void json_init_predicate(struct json *json, struct sass_predicate p)
{
    char name[SASS_NAME_MAX];

    if (p.number == SASS_PT)
        return;
    json_text(json, NULL, "--init");
    json_format(json, NULL, "%s=0x%x", sass_predicate_name(p.number, name), (unsigned)warp.p[p.number]);
}

/* The arguments of `openshfl explain` that show this SHFL, vote, match or redux on this warp. */
static void json_explain(struct json *json, const struct sass_insn *insn, const char *instruction)
{
    uint16_t reg[3];
    unsigned count = sass_reads(insn, reg);
    char word[WORD_TEXT_MAX], name[SASS_NAME_MAX], list[WARP_LANES * WORD_TEXT_MAX];

    json_open(json, "explain", '[');
    json_text(json, NULL, instruction);
    for (unsigned i = 0; i < count; i++) {
        struct text text = { list, 0, sizeof list };
        bool again = false;

        for (unsigned before = 0; before < i; before++)
            again = again || reg[before] == reg[i];
        if (again || reg[i] == SASS_RZ)
            continue;
        sass_register_name(&program, reg[i], name);
        for (unsigned k = 0; k < WARP_LANES; k++)
            text_append(&text, "%c%s", k > 0 ? ',' : '[',
                        word_text(warp.r[reg[i]][k], warp.is_float[reg[i]], WORD_AUTO, word));
        json_text(json, NULL, "--init");
        json_format(json, NULL, "%s=%s%s]", name, warp.is_float[reg[i]] ? "float:" : "", list);
    }
    json_init_predicate(json, insn->guard);
    if (insn->p[0].number != insn->guard.number)
        json_init_predicate(json, insn->p[0]);
    json_text(json, NULL, "--active");
    json_mask(json, NULL, warp.active);
    json_close(json);
}

/* One step: the instruction, and behind it, what it wrote. */
static void json_step(struct json *json, const struct engine *engine, const struct sass_insn *insn)
{
    char text[160];

    snprintf(text, sizeof text, "%.*s", (int)insn->length, program_text + insn->text);
    json_open(json, NULL, '{');
    json_number(json, "line", insn->line);
    json_text(json, "instruction", text);
    if (insn->op == SASS_SHFL || sass_is_collective(insn))
        json_explain(json, insn, text);
    const uint32_t lanes = sass_step(engine, insn, &warp);
    json_mask(json, "active", lanes);
    json_open(json, "wrote", '{');
    if (insn->rd != SASS_RZ && lanes != 0)
        json_place(json, insn->rd, lanes);
    for (unsigned i = 0; i < 2; i++)
        if (insn->pd[i] != SASS_PT && lanes != 0)
            json_place(json, SASS_REGS + insn->pd[i], lanes);
    json_close(json);
    json_close(json);
}

static void json_run(struct json *json, const struct engine *engine)
{
    json_state(json, "start");
    json_open_tall(json, "steps", '[');
    for (unsigned i = 0; i < program.count; i++)
        json_step(json, engine, &program.insn[i]);
    json_close(json);
    json_state(json, "end");
    json_close(json);
}

/* The first option that is given and is for a launch, or NULL. */
static const char *of_launch(const struct launch_options *o)
{
    struct launch_options own = *o;
    const struct cli_option options[] = { LAUNCH_OPTIONS("", &own), { .name = NULL } };
    const struct cli_option *at = options;

    while (at->name != NULL && (at->count != NULL ? *at->count == 0 : *at->value == NULL))
        at++;
    return at->name;
}

/* The first option that is given and belongs to the other kind of file. */
static const char *foreign(const char *engine, const struct launch_options *o, bool ptx)
{
    const struct read_options *given = &o->file.read;

    return given->lets                            ? "let"
         : !ptx                                   ? of_launch(o)
         : engine && strcmp(engine, "model") != 0 ? "engine rtl"
         : given->inits                           ? "init"
         : given->active                          ? "active"
                                                  : NULL;
}

enum word_format take_format(const char *format)
{
    static const char *const formats[] = { "auto", "int", "hex", "float", NULL }; /* as enum word_format */
    const int chosen = choice(format ? format : "auto", formats);

    if (chosen < 0)
        misuse("run: --format %s: expected auto, int, hex or float", format);
    return (enum word_format)chosen;
}

static void run_program(const char *path, const char *engine_name, const struct launch_options *o)
{
    static const char *const shows[] = { "lanes", "trace", "json", NULL }; /* as enum show */
    const int show = choice(o->show ? o->show : "lanes", shows);
    struct engine engine;
    char why[240];
    struct json json = { .file = stdout };

    word_format = take_format(o->format);
    if (show < 0)
        misuse("run: --show %s: expected lanes, trace or json", o->show);
    if (program.count == 0)
        misuse("%s: holds no instruction", path);
    take_warp(&o->file.read);
    if (engine_name == NULL || strcmp(engine_name, "model") == 0)
        engine = engine_model();
    else if (strcmp(engine_name, "rtl") != 0)
        misuse("run: --engine %s: expected model or rtl", engine_name);
    else if (!engine_rtl(&engine, why))
        trouble("run: --engine rtl: %s", why);

    uint32_t began = warp.active;
    if (show == JSON) {
        json_open_tall(&json, NULL, '{');
        json_open(&json, "notes", '[');
    }
    warn_of_inits(&o->file.read, show == JSON ? &json : NULL);
    default_inits(show == JSON ? &json : NULL);
    if (show == JSON) {
        json_close(&json);
        json_run(&json, &engine);
    }
    for (unsigned i = 0; i < program.count && show != JSON; i++) {
        uint32_t lanes = sass_step(&engine, &program.insn[i], &warp);

        if (show == TRACE)
            show_step(&program.insn[i], lanes);
    }
    if (show == LANES)
        show_lanes(began);
    if (engine.close != NULL)
        engine.close(engine.unit);
}

bool run_is_ptx(const char *path, const char *text)
{
    const size_t length = strlen(path);

    return (length > 4 && strcmp(path + length - 4, ".ptx") == 0) || strncmp(text, ".version", 8) == 0
        || strstr(text, "\n.version") != NULL;
}

/* A program: its kernel is launched; statements alone are run, and their calls printed. */
static void run_source(const char *path, const char *text, struct launch_options *o)
{
    static struct program p;
    char why[READ_WHY_MAX];

    o->file.path = path;
    o->file.is_launch = strstr(text, "__global__") || strstr(text, "__kernel");
    char *ptx = o->file.is_launch ? program_ptx(text, &o->file, &o->source, why) : NULL;
    if (ptx != NULL) {
        run_ptx(path, ptx, o);
        return;
    }
    if (o->file.is_launch || !program_run(path, text, &o->file, &p, why))
        misuse("run: %s: %s", path, why);
    program_print(&p, stdout);
}

void run(int argc, char **argv)
{
    static const char *init[INITS_MAX], *let[INITS_MAX];
    struct launch_options o = { .file.read = { .init = init, .let = let } };
    const char *engine = NULL;
    const struct cli_option options[] = {
        { "engine", "E", "model, the golden model in C (default), or of SASS rtl, the circuit", &engine, NULL },
        { "show", "S",
          "of SASS lanes: all registers at the end, lane by lane (default)\n"
          "trace: after every instruction, what it wrote\n"
          "json: the same for programs, with the arguments of openshfl explain for each SHFL\n"
          "of PTX buffers: what they hold at the end (default)\n"
          "shuffles: also which lane each shuffle read, and what it got; each vote, match and reduction\n"
          "steps: also what each instruction wrote; 'thread N', 'lane N of warp N', each\n"
          "also with 'of block N': the instructions of one thread\n"
          "json: the same for programs, and votes, matches, reductions and barriers; with\n"
          "--json --show steps every instruction",
          &o.show, NULL },
        LAUNCH_OPTIONS("of PTX: ", &o),
        { "json", NULL, "the same as --show json", &o.json, NULL },
        WARP_OPTIONS(&o.file.read, init),
        LET_OPTION(&o.file.read, let),
        { "format", "F", "print values as auto (default), int, hex or float", &o.format, NULL },
        { .name = NULL }
    };
    struct sass_error error;
    size_t size;
    int first = take_options(argc, argv, options, usage, note);

    if (argc - first != 1)
        misuse("run: expected one FILE, not %d; see openshfl run --help", argc - first);
    char *text = take_file(argv[first], PTX_TEXT_MAX > SASS_TEXT_MAX ? PTX_TEXT_MAX : SASS_TEXT_MAX, &size);
    for (size_t i = 0; i < size; i++)
        if ((unsigned char)text[i] < ' ' && memchr("\t\n\v\f\r", text[i], 5) == NULL)
            misuse("%s: not a text, byte %zu is 0x%02x: expected SASS as text; openshfl decode reads machine code",
                   argv[first], i, (unsigned)text[i]);
    const bool ptx = run_is_ptx(argv[first], text);
    if (!ptx && program_is(text)) {
        run_source(argv[first], text, &o);
        return;
    }
    const char *wrong = foreign(engine, &o, ptx);
    if (wrong)
        misuse("run: --%s: is for %s, and %s is %s", wrong,
               o.file.read.lets ? "a source"
               : ptx            ? "SASS"
                                : "PTX",
               argv[first], ptx ? "PTX" : "SASS");
    if (ptx) {
        run_ptx(argv[first], text, &o);
        return;
    }
    if (o.json)
        o.show = "json";
    if (!sass_parse(text, size, &program, &error))
        misuse("%s:%u:%u: %s", argv[first], error.line, error.column, error.text);
    program_text = text;
    run_program(argv[first], engine, &o);
}
