/* openshfl - run warp programs, explain and decode SHFL. See usage below and docs/programs.md. */
#include "decode.h"
#include "explain.h"
#include "intrinsic.h"
#include "sass.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef VERSION
#define VERSION "unknown"
#endif

enum { DONE = 0, FAILED = 1, MISUSED = 2 };
enum { INITS_MAX = 64, FILE_MAX = 64 << 20, WORDS_MAX = 4096 };

static const char usage[] =
    "Usage: openshfl COMMAND [argument ...]\n"
    "The warp shuffle of NVIDIA GPUs (SHFL): run programs with it, and see what it does.\n"
    "\n"
    "  run FILE       run a program of SASS text on one warp; show what every lane ends up with\n"
    "  explain SHFL   one instruction: its rule, and source, range and result lane by lane\n"
    "  decode WORD... the SHFL in machine words, or all in a cubin\n"
    "\n"
    "openshfl COMMAND --help tells more; openshfl --version prints the version.\n"
    "Exit status: 0 done, 1 the output cannot be written, 2 wrong usage or wrong input.\n";

static const char init_usage[] =
    "  --init NAME=VALUE  what a register starts with; may be given several times. VALUE is one of\n"
    "                       lane  lane*N  lane+N  lane*N+M  lane^N     computed in every lane\n"
    "                       N                                          the same in all\n"
    "                       [N,N,...]                                  lane by lane, over and over\n"
    "                       random:SEED                                32 random bits\n"
    "                       float:VALUE                                any of these, as floats\n"
    "                     P1=MASK sets a predicate, bit k in lane k\n"
    "  --active MASK      the lanes that execute, such as 0xffff (default: all)\n";

static const char run_usage[] =
    "Usage: openshfl run FILE [option ...]\n"
    "Run a program, SASS text such as programs/inclusive_scan.sass, on one warp; - is standard input.\n"
    "\n"
    "  --engine E         what shuffles: model, the golden model in C (default), or rtl, the circuit\n"
    "  --show S           lanes: all registers at the end, lane by lane (default)\n"
    "                     trace: after every instruction, what it wrote\n"
    "%s"
    "  --format F         print words as auto (default), int, hex or float\n"
    "\n"
    "A register that is read before it is written, and has no --init, starts as the lane's number:\n"
    "as a float in programs that compute with floats. All others start as 0.\n";

static const char explain_usage[] =
    "Usage: openshfl explain 'SHFL.UP P1, R2, R1, 1, 0x1800' [option ...]\n"
    "       openshfl explain --mode MODE --index N [--clamp N] [--segmask N] [option ...]\n"
    "       openshfl explain --intrinsic '__shfl_up_sync(m, v, 1, 8)' [option ...]\n"
    "Explain one SHFL: the rule, then lane by lane where it reads, whether that is in range, and the result.\n"
    "\n"
    "  --mode MODE        idx, up, down or bfly\n"
    "  --index N          Sb: lane, distance or xor mask, 0 to 31\n"
    "  --clamp N          Sc[4:0], 0 to 31 (default: 0 for up, else 31)\n"
    "  --segmask N        Sc[12:8], 0 to 31 (default 0: one segment of 32 lanes)\n"
    "  --intrinsic CALL   a call of CUDA's; srcLane, delta or laneMask is a number, or lane+N, lane*N, lane^N\n"
    "  --json             print JSON instead of text\n"
    "  --svg FILE         draw a picture: arrows from the lanes that are read to those that read\n"
    "%s"
    "\n"
    "Ra starts as the lane's number. Where Sb or Sc is a register, --init tells what it holds.\n";

static const char decode_usage[] =
    "Usage: openshfl decode WORD...\n"
    "       openshfl decode --cubin FILE\n"
    "Print the SHFL in machine words, in hexadecimal, or every SHFL of a cubin.\n"
    "\n"
    "  WORD               64 bits of Maxwell or Pascal (sm_50 to sm_62), such as 0xef107f8050170002;\n"
    "                     or 128 bits of sm_70 and later: low and high half as two words, such as\n"
    "                     0x0c201f0007077f89 0x000fe200000e0000, or as one of 32 digits, high half first\n"
    "  --cubin FILE       what nvcc -cubin makes, or cuobjdump -xelf all takes out of a program\n";

static int misuse(const char *format, ...)
{
    va_list arguments;

    fprintf(stderr, "openshfl: ");
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return MISUSED;
}

/* All that was printed has to arrive. */
static int finish(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return DONE;
    fprintf(stderr, "openshfl: cannot write the output: %s\n", strerror(errno));
    return FAILED;
}

/* A whole file in memory, ended by a 0 that size does not count; NULL with a message printed. */
static char *read_file(const char *path, size_t limit, size_t *size)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    char *bytes = NULL;
    size_t room = 0;

    *size = 0;
    if (file == NULL) {
        misuse("%s: cannot be opened: %s", path, strerror(errno));
        return NULL;
    }
    errno = 0;
    do {
        room = room == 0 ? 65536 : 2 * room;
        char *more = realloc(bytes, room + 1);
        if (more == NULL) {
            misuse("%s: out of memory", path);
            free(bytes);
            bytes = NULL;
            break;
        }
        bytes = more;
        *size += fread(bytes + *size, 1, room - *size, file);
    } while (*size == room && room <= limit);
    if (bytes != NULL && (ferror(file) || *size > limit)) {
        misuse(ferror(file) ? "%s: cannot be read: %s" : "%s: too long, %s%zu bytes are allowed", path,
               ferror(file) ? strerror(errno) : "", limit);
        free(bytes);
        bytes = NULL;
    }
    if (!standard)
        fclose(file);
    if (bytes != NULL)
        bytes[*size] = '\0';
    return bytes;
}

/* A whole number, decimal or with 0x hexadecimal, 0 .. most. */
static bool number(const char *text, uint64_t most, uint64_t *value)
{
    bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    char *end;

    if (*text < '0' || *text > '9')
        return false;
    errno = 0;
    *value = strtoull(text, &end, hex ? 16 : 10);
    return *end == '\0' && errno == 0 && *value <= most;
}

/* --- Options ------------------------------------------------------------------------------------------ */

struct options {
    const char *positional[WORDS_MAX];
    unsigned positionals;
    const char *init[INITS_MAX];
    unsigned inits;
    const char *engine, *show, *format, *mode, *index, *clamp, *segmask, *intrinsic, *svg, *cubin;
    const char *active_text;
    uint64_t active;
    bool json, help;
};

/* Read the command's arguments; options lists the names that it knows, each followed by = if it takes a
 * value. Returns DONE or MISUSED. */
static int take_options(const char *command, int argc, char **argv, const char *known, struct options *o)
{
    const struct { const char *name; const char **at; } values[] = {
        { "--engine", &o->engine }, { "--show", &o->show }, { "--format", &o->format }, { "--mode", &o->mode },
        { "--index", &o->index }, { "--clamp", &o->clamp }, { "--segmask", &o->segmask },
        { "--intrinsic", &o->intrinsic }, { "--svg", &o->svg }, { "--cubin", &o->cubin },
        { "--active", &o->active_text }
    };

    memset(o, 0, sizeof *o);
    o->active = UINT32_MAX;
    for (int i = 0; i < argc; i++) {
        const char *argument = argv[i], *value = NULL;
        char name[32];
        size_t length = strcspn(argument, "=");

        if (strcmp(argument, "-h") == 0 || strcmp(argument, "--help") == 0) {
            o->help = true;
            return DONE;
        }
        if (argument[0] != '-' || argument[1] == '\0') {
            if (o->positionals == WORDS_MAX)
                return misuse("%s takes at most %d arguments", command, WORDS_MAX);
            o->positional[o->positionals++] = argument;
            continue;
        }
        snprintf(name, sizeof name, " %.*s", (int)(length < 28 ? length : 28), argument);
        const char *found = strstr(known, name);
        size_t end = strlen(name);
        if (found == NULL || (found[end] != '=' && found[end] != ' ') || length >= 28)
            return misuse("%s: %s: no such option, openshfl %s --help lists them", command, argument, command);
        if (found[end] != '=' && argument[length] == '=')
            return misuse("%s: %s: this option takes no value", command, argument);
        if (found[end] == '=') {
            value = argument[length] == '=' ? argument + length + 1 : i + 1 < argc ? argv[++i] : NULL;
            if (value == NULL || *value == '\0')
                return misuse("%s: %s: needs a value, see openshfl %s --help", command, name + 1, command);
        }
        if (strcmp(name, " --json") == 0) {
            o->json = true;
        } else if (strcmp(name, " --init") == 0) {
            if (o->inits == INITS_MAX)
                return misuse("%s: --init may be given %d times", command, INITS_MAX);
            o->init[o->inits++] = value;
        }
        for (size_t k = 0; k < sizeof values / sizeof values[0]; k++)
            if (strcmp(values[k].name, name + 1) == 0) {
                if (*values[k].at != NULL)
                    return misuse("%s: %s: given twice", command, name + 1);
                *values[k].at = value;
            }
    }
    if (o->active_text && !number(o->active_text, UINT32_MAX, &o->active))
        return misuse("%s: --active %s: expected a mask of 32 lanes, such as 0xffff", command, o->active_text);
    return DONE;
}

/* Apply --init. Returns DONE or MISUSED. */
static int take_inits(const char *command, const struct options *o, const struct sass_program *program,
                      struct sass_warp *warp)
{
    char why[240];

    for (unsigned i = 0; i < o->inits; i++)
        if (!sass_init(program, o->init[i], warp, why))
            return misuse("%s: --init %s", command, why);
    return DONE;
}

/* --- run ---------------------------------------------------------------------------------------------- */

enum format { AUTO, INT, HEX, FLOAT };

static void word_text(uint32_t word, enum format format, bool is_float, char text[32])
{
    float value;

    memcpy(&value, &word, sizeof value);
    if (format == FLOAT || (format == AUTO && is_float))
        snprintf(text, 32, "%.9g", (double)value);
    else if (format == INT || (format == AUTO && (word < 1000000000 || word > UINT32_MAX - 99999999)))
        snprintf(text, 32, "%" PRId32, (int32_t)word);
    else
        snprintf(text, 32, "0x%08" PRIx32, word);
}

/* Registers that are read before they are written start as the lane's number. */
static void default_inits(const struct sass_program *program, struct sass_warp *warp)
{
    bool known[SASS_REGS], floats = false;

    memcpy(known, warp->written, sizeof known);
    for (unsigned i = 0; i < program->count; i++)
        floats = floats || sass_is_float(&program->insn[i]);
    for (unsigned i = 0; i < program->count; i++) {
        const struct sass_insn *insn = &program->insn[i];
        uint16_t reg[3];
        unsigned count = sass_reads(insn, reg);

        for (unsigned k = 0; k < count; k++) {
            char name[SASS_NAME_MAX], init[SASS_NAME_MAX + 16], why[240];

            if (known[reg[k]])
                continue;
            known[reg[k]] = true;
            sass_register_name(program, reg[k], name);
            snprintf(init, sizeof init, "%s=%slane", name, floats ? "float:" : "");
            if (sass_init(program, init, warp, why))
                printf("%s, as no --init names it\n", init);
        }
        known[insn->rd] = true;
    }
}

/* What is in all registers and predicates that were given or written. Predicates of lanes as 0 and 1. */
static void show_lanes(const struct sass_program *program, const struct sass_warp *warp, uint32_t began,
                       enum format format)
{
    unsigned column[SASS_REGS], columns = 0;
    int width[SASS_REGS];
    char text[32], name[SASS_NAME_MAX];
    bool open = false;

    for (unsigned r = 0; r < SASS_REGS; r++) {
        unsigned reg = (r + 256) % SASS_REGS; /* the symbolic ones first */

        if (!warp->written[reg] || reg == SASS_RZ)
            continue;
        sass_register_name(program, reg, name);
        width[columns] = (int)strlen(name);
        for (unsigned k = 0; k < WARP_LANES; k++) {
            word_text(warp->r[reg][k], format, warp->is_float[reg], text);
            int w = (int)strlen(text) + (int)(warp->r_open[reg] >> k & 1);
            width[columns] = w > width[columns] ? w : width[columns];
        }
        column[columns++] = reg;
    }
    printf("lane");
    for (unsigned c = 0; c < columns; c++) {
        sass_register_name(program, column[c], name);
        printf("  %*s", width[c], name);
    }
    for (unsigned p = 0; p < SASS_PT; p++)
        if (warp->p_written >> p & 1)
            printf("  P%u", p);
    putchar('\n');
    for (unsigned k = 0; k < WARP_LANES; k++) {
        printf("%4u", k);
        for (unsigned c = 0; c < columns; c++) {
            bool mark = warp->r_open[column[c]] >> k & 1;

            word_text(warp->r[column[c]][k], format, warp->is_float[column[c]], text);
            printf("  %*s%s", width[c] - mark, text, mark ? "?" : "");
            open = open || mark;
        }
        for (unsigned p = 0; p < SASS_PT; p++)
            if (warp->p_written >> p & 1) {
                bool mark = warp->p_open[p] >> k & 1;

                printf("  %s%u", mark ? "?" : " ", warp->p[p] >> k & 1);
                open = open || mark;
            }
        printf("%s\n", !(began >> k & 1) ? "  does not execute" : warp->active >> k & 1 ? "" : "  has exited");
    }
    if (open)
        printf("?  UNPREDICTABLE: rests on a read of a lane that does not execute\n");
}

/* One instruction and what it wrote: eight lanes a line, a dash where it did not execute. */
static void show_step(const struct sass_program *program, const char *text, const struct sass_insn *insn,
                      const struct sass_warp *warp, uint32_t lanes, enum format format)
{
    char words[WARP_LANES][32], name[SASS_NAME_MAX];
    int width = 1;

    printf("%4u  %.*s\n", insn->line, (int)insn->length, text + insn->text);
    if (lanes == 0)
        printf("        no lane executes it\n");
    if (lanes != 0 && insn->rd != SASS_RZ) {
        for (unsigned k = 0; k < WARP_LANES; k++) {
            word_text(warp->r[insn->rd][k], format, warp->is_float[insn->rd], words[k]);
            if (!(lanes >> k & 1))
                strcpy(words[k], "-");
            else if (warp->r_open[insn->rd] >> k & 1)
                strcat(words[k], "?");
            int w = (int)strlen(words[k]);
            width = w > width ? w : width;
        }
        sass_register_name(program, insn->rd, name);
        for (unsigned k = 0; k < WARP_LANES; k++)
            if (k % 8 == 0)
                printf("        %-*s %2u..%-2u  %*s", (int)sizeof name, k == 0 ? name : "", k, k + 7, width,
                       words[k]);
            else
                printf(" %*s%s", width, words[k], k % 8 == 7 ? "\n" : "");
    }
    for (unsigned i = 0; i < 2 && lanes != 0; i++)
        if (insn->pd[i] != SASS_PT) {
            printf("        P%-*u  0..31  ", (int)sizeof name - 1, insn->pd[i]);
            for (unsigned k = 0; k < WARP_LANES; k++)
                printf("%s%c", k > 0 && k % 8 == 0 ? " " : "", !(lanes >> k & 1) ? '-'
                       : warp->p_open[insn->pd[i]] >> k & 1 ? '?' : warp->p[insn->pd[i]] >> k & 1 ? '1' : '0');
            putchar('\n');
        }
}

/* One of the words of a list, or -1. */
static int choice(const char *text, const char *const list[])
{
    for (int i = 0; list[i] != NULL; i++)
        if (strcmp(text, list[i]) == 0)
            return i;
    return -1;
}

static int run_program(const char *path, const struct options *o, const struct sass_program *program,
                       const char *text, struct sass_warp *warp, struct engine *engine)
{
    static const char *const formats[] = { "auto", "int", "hex", "float", NULL };
    static const char *const shows[] = { "lanes", "trace", NULL };
    int format = choice(o->format ? o->format : "auto", formats);
    int show = choice(o->show ? o->show : "lanes", shows);

    if (format < 0)
        return misuse("run: --format %s: expected auto, int, hex or float", o->format);
    if (show < 0)
        return misuse("run: --show %s: expected lanes or trace", o->show);
    if (program->count == 0)
        return misuse("%s: holds no instruction", path);
    warp->active = (uint32_t)o->active;
    int status = take_inits("run", o, program, warp);
    if (status != DONE)
        return status;
    if (o->engine == NULL || strcmp(o->engine, "model") == 0)
        *engine = engine_model();
    else if (strcmp(o->engine, "rtl") == 0)
        *engine = engine_rtl();
    else
        return misuse("run: --engine %s: expected model or rtl", o->engine);
    if (engine->name == NULL)
        return misuse("run: --engine rtl: this program holds no circuit of 32 lanes and 32 bits with policy ZERO");

    default_inits(program, warp);
    for (unsigned i = 0; i < program->count; i++) {
        uint32_t lanes = sass_step(engine, &program->insn[i], warp);

        if (show == 1)
            show_step(program, text, &program->insn[i], warp, lanes, (enum format)format);
    }
    if (show == 0)
        show_lanes(program, warp, (uint32_t)o->active, (enum format)format);
    engine_close(engine);
    return finish();
}

static int run(int argc, char **argv)
{
    struct options o;
    struct sass_error error;
    struct engine engine = { .name = NULL };
    size_t size;
    int status = take_options("run", argc, argv, " --engine= --show= --init= --active= --format= ", &o);

    if (status != DONE)
        return status;
    if (o.help) {
        printf(run_usage, init_usage);
        return finish();
    }
    if (o.positionals != 1)
        return misuse("run takes one FILE, not %u; openshfl run --help tells more", o.positionals);
    char *text = read_file(o.positional[0], SASS_TEXT_MAX, &size);
    struct sass_program *program = malloc(sizeof *program);
    struct sass_warp *warp = calloc(1, sizeof *warp);
    if (text == NULL)
        status = MISUSED;
    else if (program == NULL || warp == NULL)
        status = misuse("out of memory");
    else if (!sass_parse(text, size, program, &error))
        status = misuse("%s:%u:%u: %s", o.positional[0], error.line, error.column, error.text);
    else
        status = run_program(o.positional[0], &o, program, text, warp, &engine);
    free(warp);
    free(program);
    free(text);
    return status;
}

/* --- explain ------------------------------------------------------------------------------------------ */

/* The instruction that --mode, --index, --clamp and --segmask stand for. */
static int from_fields(const struct options *o, char sass[160])
{
    static const char *const modes[] = { "idx", "up", "down", "bfly", NULL };
    static const char *const names[] = { "IDX", "UP", "DOWN", "BFLY" };
    uint64_t index, clamp, segmask = 0;
    int mode = choice(o->mode, modes);

    if (mode < 0)
        return misuse("explain: --mode %s: expected idx, up, down or bfly", o->mode);
    clamp = mode == SHFL_UP ? 0 : 31;
    if (o->index == NULL)
        return misuse("explain: --mode takes --index, too: a number from 0 to 31");
    if (!number(o->index, 31, &index))
        return misuse("explain: --index %s: expected a number from 0 to 31", o->index);
    if (o->clamp && !number(o->clamp, 31, &clamp))
        return misuse("explain: --clamp %s: expected a number from 0 to 31", o->clamp);
    if (o->segmask && !number(o->segmask, 31, &segmask))
        return misuse("explain: --segmask %s: expected a number from 0 to 31", o->segmask);
    snprintf(sass, 160, "SHFL.%s P0, Rd, Ra, 0x%x, 0x%x", names[mode], (unsigned)index,
             (unsigned)(segmask << 8 | clamp));
    return DONE;
}

/* The operand's name if it is a register, else nothing. */
static void operand_name(const struct sass_program *program, const struct sass_source *s,
                         char name[SASS_NAME_MAX])
{
    name[0] = '\0';
    if (!s->is_imm)
        sass_register_name(program, s->reg, name);
}

/* Fill *e from the one instruction of the program. */
static int fill(const struct sass_program *program, const struct sass_warp *warp, uint32_t active,
                struct explain *e)
{
    static const struct shfl_unit gpu = { .lanes = WARP_LANES, .policy = SHFL_ZERO };
    const struct sass_insn *insn = &program->insn[0];
    const struct sass_source *ra = &insn->source[0], *sb = &insn->source[1], *sc = &insn->source[2];
    uint32_t guard = insn->guard.number == SASS_PT ? UINT32_MAX : warp->p[insn->guard.number];

    e->mode = e->in.mode = (enum shfl_mode)insn->modifier;
    operand_name(program, sb, e->sb);
    operand_name(program, sc, e->sc);
    e->has_values = (sb->is_imm || sb->reg == SASS_RZ || warp->written[sb->reg])
                 && (sc->is_imm || sc->reg == SASS_RZ || warp->written[sc->reg]);
    e->in.sb_is_imm = sb->is_imm;
    e->in.sb_imm = sb->imm;
    e->in.sc_is_imm = sc->is_imm;
    e->in.sc_imm = sc->imm;
    e->in.active = active & (insn->guard.negated ? ~guard : guard);
    e->is_float = warp->is_float[ra->reg];
    for (unsigned k = 0; k < WARP_LANES; k++) {
        e->in.ra[k] = warp->written[ra->reg] || ra->reg == SASS_RZ ? warp->r[ra->reg][k] : k;
        e->in.sb[k] = sb->is_imm ? 0 : warp->r[sb->reg][k];
        e->in.sc[k] = sc->is_imm ? 0 : warp->r[sc->reg][k];
    }
    return shfl_warp(&gpu, &e->in, &e->out) == 0 ? DONE : misuse("explain: the operands are out of range");
}

static int write_svg(const char *path, const struct explain *e)
{
    FILE *file = fopen(path, "w");

    if (file == NULL)
        return misuse("explain: --svg %s: cannot be written: %s", path, strerror(errno));
    explain_svg(e, file);
    bool written = !ferror(file);
    if (fclose(file) == 0 && written)
        return DONE;
    remove(path);
    return misuse("explain: --svg %s: cannot be written: %s", path, strerror(errno));
}

static int explain_program(const struct options *o, struct sass_program *program, struct sass_warp *warp,
                           const char *init, struct explain *e)
{
    char why[240];
    int status = take_inits("explain", o, program, warp);

    if (status == DONE && init[0] != '\0' && !sass_init(program, init, warp, why))
        status = misuse("explain: --intrinsic: %s", why);
    if (status == DONE)
        status = fill(program, warp, (uint32_t)o->active, e);
    if (status != DONE)
        return status;
    if (o->svg && !e->has_values)
        return misuse("explain: --svg: the picture depends on what the registers hold: give %s%s%s with --init",
                      e->sb, e->sb[0] && e->sc[0] ? " and " : "", e->sc);
    if (o->svg)
        status = write_svg(o->svg, e);
    if (status != DONE)
        return status;
    if (o->json)
        explain_json(e, stdout);
    else
        explain_text(e, stdout);
    return finish();
}

static int explain(int argc, char **argv)
{
    struct options o;
    struct explain *e = calloc(1, sizeof *e);
    struct sass_program *program = malloc(sizeof *program);
    struct sass_warp *warp = calloc(1, sizeof *warp);
    struct intrinsic intrinsic = { .has_mask = false };
    struct sass_error error;
    char sass[160], why[240];
    int status = take_options("explain", argc, argv, " --mode= --index= --clamp= --segmask= --intrinsic= --svg= "
                              "--json --init= --active= ", &o);
    unsigned ways = o.positionals + (o.mode != NULL) + (o.intrinsic != NULL);

    if (status == DONE && o.help) {
        printf(explain_usage, init_usage);
        status = finish();
    } else if (status == DONE && (program == NULL || warp == NULL || e == NULL)) {
        status = misuse("out of memory");
    } else if (status == DONE && ways != 1) {
        status = misuse("explain takes one instruction, or --mode with --index, or --intrinsic; openshfl explain "
                        "--help tells more");
    } else if (status == DONE && !o.mode && (o.index || o.clamp || o.segmask)) {
        status = misuse("explain: --index, --clamp and --segmask belong to --mode");
    } else if (status == DONE) {
        if (o.mode) {
            status = from_fields(&o, sass);
        } else if (o.intrinsic) {
            if (intrinsic_parse(o.intrinsic, &intrinsic, why))
                snprintf(sass, sizeof sass, "%s", intrinsic.sass);
            else
                status = misuse("explain: --intrinsic %s", why);
            if (status == DONE && intrinsic.has_mask && !o.active_text)
                o.active = intrinsic.mask;
            snprintf(e->note, sizeof e->note, "%s", intrinsic.note);
        } else if (strlen(o.positional[0]) >= sizeof sass) {
            status = misuse("explain: the instruction is too long, %zu bytes are allowed", sizeof sass - 1);
        } else {
            snprintf(sass, sizeof sass, "%s", o.positional[0]);
        }
        if (status == DONE && !sass_parse(sass, strlen(sass), program, &error))
            status = misuse("explain: instruction:%u:%u: %s", error.line, error.column, error.text);
        else if (status == DONE && (program->count != 1 || program->insn[0].op != SASS_SHFL))
            status = misuse("explain: '%.60s': expected one SHFL, such as 'SHFL.UP P1, R2, R1, 1, 0x1800'", sass);
        else if (status == DONE) {
            const struct sass_insn *insn = &program->insn[0];

            snprintf(e->text, sizeof e->text, "%.*s", (int)insn->length, sass + insn->text);
            status = explain_program(&o, program, warp, intrinsic.init, e);
        }
    }
    free(warp);
    free(program);
    free(e);
    return status;
}

/* --- decode ------------------------------------------------------------------------------------------- */

static void print_shfl(const struct shfl_word *shfl)
{
    char text[DECODE_TEXT_MAX], line[EXPLAIN_LINE_MAX], sb[8] = "", sc[8] = "";

    decode_text(shfl, text);
    if (!shfl->sb_is_imm)
        snprintf(sb, sizeof sb, shfl->sb == 255 ? "RZ" : "R%u", shfl->sb);
    if (!shfl->sc_is_imm)
        snprintf(sc, sizeof sc, shfl->sc == 255 ? "RZ" : "R%u", shfl->sc);
    explain_line(shfl->mode, sb, shfl->sb, sc, shfl->sc, line);
    printf("%s\n    %s\n", text, line);
}

static void print_found(void *context, const struct cubin_shfl *found)
{
    (void)context;
    for (size_t i = 0; i < found->kernel_length; i++)
        putchar(found->kernel[i] >= ' ' && found->kernel[i] <= '~' ? found->kernel[i] : '?');
    printf("+0x%04" PRIx64 "  ", found->offset);
    print_shfl(&found->shfl);
}

static void print_nothing(void *context, const struct cubin_shfl *found)
{
    (void)context;
    (void)found;
}

/* Looked through twice, so that nothing is printed of a file that turns out to be broken. */
static int decode_cubin(const char *path)
{
    struct cubin cubin;
    char err[DECODE_ERROR_MAX];
    size_t size;
    char *bytes = read_file(path, FILE_MAX, &size);

    if (bytes == NULL)
        return MISUSED;
    if (!cubin_scan((const uint8_t *)bytes, size, print_nothing, NULL, &cubin, err)) {
        free(bytes);
        return misuse("%s: %s", path, err);
    }
    printf("%s: sm_%u, %u kernel%s, %u SHFL\n", path, cubin.sm, cubin.kernels, cubin.kernels == 1 ? "" : "s",
           cubin.shuffles);
    cubin_scan((const uint8_t *)bytes, size, print_found, NULL, &cubin, err);
    free(bytes);
    return finish();
}

/* A word of 16 or of 32 hexadecimal digits at most, 0x or not. */
static bool take_word(const char *text, uint64_t *low, uint64_t *high, bool *is_whole)
{
    const char *digits = text + (text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 2 : 0);
    size_t length = strlen(digits);
    char half[17];

    if (length == 0 || length > 32 || strspn(digits, "0123456789abcdefABCDEF") != length)
        return false;
    *is_whole = length > 16;
    *high = 0;
    if (*is_whole) {
        memcpy(half, digits, length - 16);
        half[length - 16] = '\0';
        *high = strtoull(half, NULL, 16);
        digits += length - 16;
    }
    *low = strtoull(digits, NULL, 16);
    return true;
}

static int decode_words(const struct options *o)
{
    for (unsigned pass = 0; pass < 2; pass++) /* all words are looked at before the first is printed */
        for (unsigned i = 0; i < o->positionals; i++) {
            const char *text = o->positional[i];
            struct shfl_word shfl;
            uint64_t low, high, unused;
            bool is_whole, is_more;

            if (!take_word(text, &low, &high, &is_whole))
                return misuse("decode: '%s': expected a word of at most 16 hexadecimal digits, or of 32", text);
            if (is_whole || !decode_maxwell(low, &shfl)) {
                if (!decode_volta(low, high, &shfl))
                    return misuse("decode: %s: no SHFL; that of Maxwell begins with 0xef1, and the low half of that "
                                  "of sm_70 and later ends in 389, 589, 989 or f89", text);
                if (!is_whole) {
                    if (i + 1 == o->positionals)
                        return misuse("decode: %s: the low half of 128 bits; give the high half as the next word",
                                      text);
                    if (!take_word(o->positional[++i], &high, &unused, &is_more) || is_more)
                        return misuse("decode: '%s': expected the high half of the word before, at most 16 "
                                      "hexadecimal digits", o->positional[i]);
                    decode_volta(low, high, &shfl);
                }
            }
            if (pass == 1)
                print_shfl(&shfl);
        }
    return finish();
}

static int decode(int argc, char **argv)
{
    struct options o;
    int status = take_options("decode", argc, argv, " --cubin= ", &o);

    if (status != DONE)
        return status;
    if (o.help) {
        fputs(decode_usage, stdout);
        return finish();
    }
    if ((o.cubin != NULL) == (o.positionals > 0))
        return misuse("decode takes machine words, or --cubin FILE; openshfl decode --help tells more");
    return o.cubin ? decode_cubin(o.cubin) : decode_words(&o);
}

int main(int argc, char **argv)
{
    const char *command = argc > 1 ? argv[1] : "";

    if (strcmp(command, "run") == 0)
        return run(argc - 2, argv + 2);
    if (strcmp(command, "explain") == 0)
        return explain(argc - 2, argv + 2);
    if (strcmp(command, "decode") == 0)
        return decode(argc - 2, argv + 2);
    if (strcmp(command, "--help") == 0 || strcmp(command, "-h") == 0 || strcmp(command, "help") == 0) {
        fputs(usage, stdout);
        return finish();
    }
    if (strcmp(command, "--version") == 0) {
        puts("openshfl " VERSION);
        return finish();
    }
    if (argc < 2)
        fputs(usage, stderr);
    return argc < 2 ? MISUSED : misuse("%s: no such command; they are run, explain and decode", command);
}
