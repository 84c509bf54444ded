/* SPDX-License-Identifier: Apache-2.0 */
/* call_read - see calls.h: a call in a line of a program */
#include "calls.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { ARGUMENTS_MAX = 8, ARGUMENT_MAX = 300, LETS_MAX = 80, FOUND_MAX = 16 };

/* ---- Where a call is */

/* Characters of a name: its dots and colons, too. */
static bool in_name(char c) { return text_is_name(c) || c == '.' || c == ':'; }

/* Is the row's name at `at`, where a name begins? Behind it, or NULL. */
static const char *matches(const struct call_row *row, const char *begin, const char *at)
{
    const char *name = row->name;
    size_t length = strlen(name);
    const bool typed = name[length - 1] == '*', method = name[0] == '.';

    length -= typed;
    if (strncmp(at, name, length) != 0)
        return NULL;
    /* it may have a namespace before it, unless that makes it another name: llvm.nvvm.shfl.sync.bfly */
    const bool ends_others = strchr(name, '.') != NULL && strncmp(name, "cuda", 4) != 0;

    if (method ? at == begin || !(text_is_name(at[-1]) || strchr(")>]", at[-1]))
               : at > begin && (text_is_name(at[-1]) || (at[-1] == '.' && ends_others)))
        return NULL;
    at += length;
    if (!typed)
        return text_is_name(*at) || *at == '.' ? NULL : at;
    while (in_name(*at))
        at++;
    return at;
}

/* The names .all and .any are those of many other methods: is the object before the dot called a group of threads? */
static bool is_group(const char *begin, const char *dot)
{
    static const char *const names[] = { "tile", "warp", "group", "partition", "coalesced", "active" };
    const char *name = dot;
    char object[80];

    while (name > begin && (text_is_name(name[-1]) || strchr(".:<>()[]", name[-1])))
        name--;
    snprintf(object, sizeof object, "%.*s", (int)(dot - name), name);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strstr(object, names[i]) != NULL)
            return true;
    return strcmp(object, "g") == 0;
}

const char *call_at(const char *text, const char *at, const struct call_row **row)
{
    if (*at != '.' && (!text_is_name(*at) || (at > text && text_is_name(at[-1]))))
        return NULL;
    for (unsigned i = 0; i < call_rows_count; i++) {
        const enum call_op op = call_rows[i].op;
        const char *behind = *at != call_rows[i].name[0] ? NULL : matches(&call_rows[i], text, at);

        if (behind == NULL || (*at == '.' && (op == CALL_VOTE_ALL || op == CALL_VOTE_ANY) && !is_group(text, at)))
            continue;
        /* LLVM declares before it calls */
        if (at > text && at[-1] == '@') {
            const char *line = at;

            while (line > text && line[-1] != '\n')
                line--;
            if (text_pass_word(line, "declare") != NULL)
                return NULL;
        }
        *row = &call_rows[i];
        return behind;
    }
    return NULL;
}

const char *call_find(const char *text, const struct call_row **row, const char **end)
{
    for (const char *at = text; *at != '\0'; at++)
        if ((*end = call_at(text, at, row)) != NULL)
            return at;
    return NULL;
}

const char *call_name(const struct call_row *row, char name[64])
{
    snprintf(name, 64, "%s", row->name);
    const size_t length = strlen(name);
    if (name[length - 1] == '*')
        name[length - 2] = '\0';
    return name;
}

/* How many changes make one name the other; 5 where they are many. */
static unsigned distance(const char *a, size_t m, const char *b, size_t n)
{
    unsigned row[64], diagonal, old;

    if (m >= 64 || n >= 64 || m + 4 < n || n + 4 < m)
        return 5;
    for (unsigned j = 0; j <= n; j++)
        row[j] = j;
    for (size_t i = 1; i <= m; i++) {
        diagonal = row[0];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= n; j++) {
            const unsigned change = diagonal + (tolower((unsigned char)a[i - 1]) != tolower((unsigned char)b[j - 1]));

            old = row[j];
            row[j] = row[j] < row[j - 1] ? row[j] + 1 : row[j - 1] + 1;
            row[j] = row[j] < change ? row[j] : change;
            diagonal = old;
        }
    }
    return row[n];
}

const char *call_closest(const char *text, char name[64])
{
    unsigned least = 5;

    for (const char *at = text; *at != '\0';) {
        size_t length = 0;

        while (text_is_name(at[length]))
            length++;
        for (unsigned i = 0; i < call_rows_count && length >= 6; i++) {
            const unsigned d = distance(at, length, call_rows[i].name, strlen(call_rows[i].name));

            if (d < least && 4 * d <= length) {
                least = d;
                call_name(&call_rows[i], name);
            }
        }
        at += length ? length : 1;
    }
    return least < 5 ? name : NULL;
}

/* ---- Its arguments */

struct arguments {
    char text[ARGUMENTS_MAX][ARGUMENT_MAX];
    unsigned count;
    const char *end; /* behind them */
};

static void trim(const char *from, const char *to, size_t size, char argument[])
{
    size_t length;

    while (from < to && isspace((unsigned char)*from))
        from++;
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    length = (size_t)(to - from) < size - 1 ? (size_t)(to - from) : size - 1;
    memcpy(argument, from, length);
    argument[length] = '\0';
}

/* Is < the beginning of a template's arguments, and not a comparison? Behind them, or NULL. */
static const char *pass_template(const char *at)
{
    const char *end = at + 1 + strcspn(at + 1, "<>();");

    return *end == '>' && end[1] == '(' ? end + 1 : NULL;
}

/* In brackets, with commas; or without brackets, up to a colon, an arrow, a brace or the end of the line. */
static bool cut(const char *at, bool brackets, struct arguments *a, char why[READ_WHY_MAX])
{
    const char *start = at + brackets, *begin = start;

    a->count = 0;
    for (at = start;; at++) {
        const bool at_end = *at == '\0'
                         || (brackets ? *at == ')'
                                      : *at == ':' || *at == '{' || *at == '\n' || (at[0] == '-' && at[1] == '>'));

        if (*at == '(' || *at == '[' || (*at == '{' && brackets)) {
            const char *behind = text_bracket(at);

            if (behind == NULL)
                return text_refuse(why, at, "this bracket is not closed");
            at = behind - 1;
            continue;
        }
        if (*at == '\0' && brackets)
            return text_refuse(why, start - 1, "this bracket is not closed");
        if (!at_end && *at != ',')
            continue;
        if (a->count == ARGUMENTS_MAX || at - begin >= ARGUMENT_MAX)
            return text_refuse(why, begin, a->count == ARGUMENTS_MAX ? "too many arguments" : "it is too long");
        trim(begin, at, ARGUMENT_MAX, a->text[a->count]);
        if (a->text[a->count][0] != '\0' || !at_end || a->count > 0)
            a->count++;
        if (a->count > 0 && a->text[a->count - 1][0] == '\0')
            return text_refuse(why, at, "expected an argument before it");
        if (at_end)
            break;
        begin = at + 1;
    }
    a->end = *at == ')' ? at + 1 : at;
    return true;
}

/* SPIR-V: words behind the name. */
static void cut_words(const char *at, struct arguments *a)
{
    a->count = 0;
    while (a->count < ARGUMENTS_MAX) {
        at += strspn(at, " \t");
        const char *end = at + strcspn(at, " \t\r\n;");

        if (end == at)
            break;
        trim(at, end, ARGUMENT_MAX, a->text[a->count++]);
        at = end;
    }
    a->end = at;
}

static bool count_fits(const struct call_row *row, unsigned count)
{
    const char *optional = strchr(row->arguments, '[');
    const size_t all = strlen(row->arguments) - (optional != NULL);

    return count <= all && count >= (optional ? (size_t)(optional - row->arguments) : all);
}

static const char *argument_name(const struct call_row *row, char letter)
{
    switch (letter) {
    case 'v': return "value";
    case 'm': return "mask";
    case 'w':
    case 'p': return "width";
    case 'M': return "mode";
    case 'c': return "c";
    case 'f': return "otherValue";
    case 'd': return "direction";
    case 'q': return "predicate";
    case 'n': return "value";
    case 'b': return "ballot";
    case 'O': return "operator";
    case 'G': return "operation";
    case 'x':
        return row->language == CALL_SPIRV                             ? "type"
             : row->language == CALL_CUDA || row->op == CALL_MATCH_ALL ? "predicate"
                                                                       : "group";
    default: break;
    }
    switch (row->op) {
    case CALL_SHFL_IDX:
    case CALL_SELECT:
    case CALL_BROADCAST: return "lane";
    case CALL_SHFL_BFLY:
    case CALL_XOR: return "laneMask";
    default: return "delta";
    }
}

const char *call_shape(const struct call_row *row, char shape[CALL_SHAPE_MAX])
{
    const bool bare = row->language == CALL_SPIRV || row->language == CALL_MLIR;
    const char *gap = bare ? " " : "(";
    bool optional = false;
    size_t used = strlen(call_name(row, shape));

    if (row->arguments[0] == '\0')
        used += (size_t)snprintf(shape + used, CALL_SHAPE_MAX - used, "(");
    for (const char *letter = row->arguments; *letter != '\0'; letter++) {
        if (*letter == '[') {
            optional = true;
            used += (size_t)snprintf(shape + used, CALL_SHAPE_MAX - used, "[");
            continue;
        }
        used += (size_t)snprintf(shape + used, CALL_SHAPE_MAX - used, "%s%s", gap, argument_name(row, *letter));
        gap = row->language == CALL_SPIRV ? " " : ", ";
    }
    snprintf(shape + used, CALL_SHAPE_MAX - used, "%s%s", optional ? "]" : "", bare ? "" : ")");
    return shape;
}

static bool wrong_count(const struct call_row *row, const char *at, char why[READ_WHY_MAX])
{
    char shape[CALL_SHAPE_MAX];

    return text_refuse(why, at, "expected %s", call_shape(row, shape));
}

/* ---- What stands before it: assignments to names that it may use */

struct lets {
    const char *list[LETS_MAX];
    char text[FOUND_MAX][128];
    unsigned count, found;
    char loop[128]; /* "o=16" of the head of a loop, or empty */
};

/* A name and its value: "int o = 16", "%c1 = arith.constant 1 : i32", "%uint_4 = OpConstant %uint 4". */
static void take_assignment(const char *equals, const char *begin, const char *stop, const struct expr_scope *scope,
                            struct lets *lets)
{
    const char *name = equals, *end, *value = equals + 1;
    struct expr expr;
    char why[READ_WHY_MAX], *into = lets->text[lets->found], text[96];

    while (name > begin && (name[-1] == ' ' || name[-1] == '\t'))
        name--;
    end = name;
    while (name > begin && (text_is_name(name[-1]) || name[-1] == '%' || name[-1] == '.'))
        name--;
    if (name == end || isdigit((unsigned char)*name) || lets->found == FOUND_MAX || end - name > 30)
        return;
    value += strspn(value, " \t");
    if (strncmp(value, "arith.constant ", 15) == 0)
        value += 15;
    else if (strncmp(value, "OpConstant ", 11) == 0)
        value += 11 + strcspn(value + 11, " \t\n");
    trim(value, value + strcspn(value, ";\n,){:"), sizeof text, text);
    if (value + strcspn(value, ";\n,){:") > stop || strlen(text) > 90 || !expr_read(text, scope, &expr, why))
        return;
    snprintf(into, sizeof lets->text[0], "%.*s=%.90s", (int)(end - name), name, text);
    lets->found++;
    /* the head of a loop */
    const char *head = name;
    while (head > begin && head[-1] != '(' && head[-1] != ';' && head[-1] != '{' && head[-1] != '\n')
        head--;
    if (head - begin >= 4 && head[-1] == '(') {
        const char *word = head - 1;

        while (word > begin && word[-1] == ' ')
            word--;
        if (word - begin >= 3 && strncmp(word - 3, "for", 3) == 0)
            snprintf(lets->loop, sizeof lets->loop, "%.*s=%.90s", (int)(end - name), name, text);
    }
}

/* #define NAME VALUE */
static void take_define(const char *name, const struct expr_scope *scope, struct lets *lets)
{
    const char *value;
    struct expr expr;
    char why[READ_WHY_MAX], text[96];

    name += strspn(name, " \t");
    for (value = name; text_is_name(*value); value++)
        ;
    trim(value, value + strcspn(value, "\n"), sizeof text, text);
    if (value == name || value - name > 30 || *value == '(' || lets->found == FOUND_MAX
        || !expr_read(text, scope, &expr, why))
        return;
    snprintf(lets->text[lets->found++], sizeof lets->text[0], "%.*s=%.90s", (int)(value - name), name, text);
}

static void find_lets(const char *text, const char *stop, const struct expr_scope *scope, struct lets *lets)
{
    struct expr_scope inner = *scope;

    *lets = (struct lets){ .count = 0 };
    for (const char *at = text; at < stop; at++) {
        for (lets->count = 0; lets->count < lets->found; lets->count++) /* a name may stand for earlier ones */
            lets->list[lets->count] = lets->text[lets->count];
        inner.let = lets->list;
        inner.lets = lets->count;
        if (*at == '=' && at > text && at[1] != '=' && strchr("=<>!+-*/%&|^", at[-1]) == NULL)
            take_assignment(at, text, stop, &inner, lets);
        else if (*at == '#' && strncmp(at, "#define ", 8) == 0)
            take_define(at + 8, &inner, lets);
    }
    for (lets->count = 0; lets->count < lets->found; lets->count++)
        lets->list[lets->count] = lets->text[lets->count];
    for (unsigned i = 0; i < scope->lets && lets->count < LETS_MAX; i++)
        lets->list[lets->count++] = scope->let[i];
}

/* ---- Reading */

static void note(struct call *call, const char *format, const char *what)
{
    char remark[CALL_NOTE_MAX];

    snprintf(remark, sizeof remark, format, what);
    text_note(call->note, sizeof call->note, remark);
}

/* A number that is the same in all lanes; what names it. */
static bool take_uniform(const char *text, const struct expr_scope *scope, const char *what, uint64_t *number,
                         char why[READ_WHY_MAX])
{
    struct expr expr;

    if (!expr_read(text, scope, &expr, why))
        return false;
    *number = expr.word[0];
    return !expr.by_lane || text_refuse(why, text, "expected %s the same for all lanes", what);
}

/* A number below or beyond 32 bits is none of a mask of 32 lanes. */
static bool take_mask(const char *text, const struct expr_scope *scope, struct call *call, char why[READ_WHY_MAX])
{
    struct expr expr;
    const bool number = isdigit((unsigned char)text[0]) || text[0] == '-' || text[0] == '~';

    if (!expr_read(text, scope, &expr, why) || expr.by_lane)
        return !number || text_refuse(why, text, "expected a mask of %u lanes, such as 0xffffffff", scope->lanes);
    const uint64_t word = expr.word[0], high = word >> 32;
    if (scope->lanes <= 32 && high != 0 && !((word >> 31) == (UINT64_MAX >> 31)))
        return text_refuse(why, text, "expected a mask of %u lanes, such as 0xffffffff", scope->lanes);
    call->has_mask = true;
    call->mask = word & (scope->lanes <= 32 ? UINT32_MAX : UINT64_MAX);
    return true;
}

static bool take_width(const char *text, char letter, const struct expr_scope *scope, struct call *call,
                       char why[READ_WHY_MAX])
{
    const bool own = call->row->op > CALL_SHFL_BFLY;
    uint64_t width;

    if (!take_uniform(text, scope, "a width that is", &width, why))
        return false;
    call->width = (uint32_t)width;
    call->has_width = true;
    if (letter == 'p' && (call->width < 1 || call->width > scope->lanes))
        return text_refuse(why, text, "expected a width from 1 to %u", scope->lanes);
    if (letter == 'w' && own
        && (call->width < 1 || call->width > scope->lanes || (call->width & (call->width - 1)) != 0))
        return text_refuse(why, text, "expected the size of the clusters, a power of two up to %u", scope->lanes);
    return true;
}

static bool is_uniform(enum call_op op) { return op == CALL_BROADCAST || op == CALL_ROTATE || op == CALL_ROTATE_UP; }

static bool take_operand(const char *text, char letter, const struct expr_scope *scope, struct call *call,
                         char why[READ_WHY_MAX])
{
    if (!expr_read(text, scope, &call->operand, why))
        return false;
    if (is_uniform(call->row->op) && call->operand.by_lane)
        return text_refuse(why, text, "expected a number, the same for all lanes");
    for (unsigned k = 0; k < scope->lanes; k++) {
        call->operand.word[k] += letter == 'd';
        call->operand.word[k] -= letter == 'k';
        call->operand.word[k] = (uint32_t)call->operand.word[k];
    }
    return true;
}

/* The operand of a vote, match or redux. One that is not understood is no error: an example takes its place. */
static void take_value(const char *text, char letter, const struct expr_scope *scope, struct call *call)
{
    const char *inner = letter == 'b' ? strstr(text, "allot(") : NULL; /* subgroupBallot(p) in place of a ballot */
    char predicate[ARGUMENT_MAX];
    uint64_t ballot = 0;

    snprintf(call->value_text, sizeof call->value_text, "%.63s", text);
    if (inner == NULL || text_bracket(inner + 5) == NULL) {
        call->has_value = expr_read(text, scope, &call->value, call->value_why);
        return;
    }
    trim(inner + 6, text_bracket(inner + 5) - 1, sizeof predicate, predicate);
    call->has_value = expr_read(predicate, scope, &call->value, call->value_why);
    for (unsigned k = 0; k < scope->lanes && call->has_value; k++)
        ballot |= (uint64_t)(call->value.word[k] != 0) << k;
    call->value.word[0] = ballot;
    call->value.by_lane = false;
}

/* What a reduction does: "cg::plus<int>()". */
static bool take_operator(const char *text, struct call *call, char why[READ_WHY_MAX])
{
    static const struct {
        const char *name;
        enum call_op op;
    } operators[] = { { "plus", CALL_REDUX_SUM },    { "less", CALL_REDUX_MIN },    { "minimum", CALL_REDUX_MIN },
                      { "greater", CALL_REDUX_MAX }, { "maximum", CALL_REDUX_MAX }, { "bit_and", CALL_REDUX_AND },
                      { "bit_or", CALL_REDUX_OR },   { "bit_xor", CALL_REDUX_XOR } };

    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (strstr(text, operators[i].name) != NULL) {
            call->op = operators[i].op;
            return true;
        }
    return text_refuse(why, text, "expected plus, %s, bit_and, bit_or or bit_xor",
                       call->row->language == CALL_SYCL ? "minimum, maximum" : "less, greater");
}

/* SPIR-V's group operation, and whether it goes with this number of arguments. */
static bool take_group_operation(const char *text, bool has_size, struct call *call, char why[READ_WHY_MAX])
{
    static const char *const names[] = { "Reduce", "InclusiveScan", "ExclusiveScan", "ClusteredReduce" };
    unsigned i = 0;

    while (i < 4 && strcmp(text, names[i]) != 0)
        i++;
    if (i == 4 || (i == 3) != has_size)
        return text_refuse(why, text, "expected Reduce, InclusiveScan or ExclusiveScan%s",
                           call->row->op == CALL_MASK_BITS ? "" : ", or ClusteredReduce with a size at its end");
    call->scan = i < 3 ? (enum call_scan)i : CALL_WHOLE;
    return true;
}

static bool take_arguments(struct arguments *a, const struct expr_scope *scope, struct call *call,
                           char why[READ_WHY_MAX])
{
    const struct call_row *row = call->row;
    const char *letter = row->arguments;
    uint64_t number;

    for (unsigned k = 0; k < scope->lanes; k++)
        call->operand.word[k] = row->operand;
    for (unsigned i = 0; i < a->count; i++, letter++) {
        letter += *letter == '[';
        char *text = a->text[i];
        char *equals = strchr(text, '='); /* Python's width=8 */

        if (equals != NULL && equals[1] != '=' && equals > text && (isalpha((unsigned char)equals[-1])))
            text = equals + 1;
        if (row->language == CALL_NUMBA) /* Python's // divides */
            for (char *slash = strstr(text, "//"); slash != NULL; slash = strstr(slash, "//"))
                slash[1] = ' ';
        switch (*letter) {
        case 'm':
            if (!take_mask(text, scope, call, why))
                return false;
            break;
        case 'w':
        case 'p':
            if (!take_width(text, *letter, scope, call, why))
                return false;
            break;
        case 'c':
            if (!take_uniform(text, scope, "clamp and segment mask that are", &number, why))
                return false;
            call->c = (uint32_t)number;
            call->has_c = true;
            break;
        case 'M':
            if (!take_uniform(text, scope, "a mode that is", &number, why))
                return false;
            if (number > 3)
                return text_refuse(why, text, "expected a mode: 0 idx, 1 up, 2 down, 3 bfly");
            call->op = CALL_SHFL_IDX + (enum call_op)number;
            break;
        case 'q':
        case 'n':
        case 'b': take_value(text, *letter, scope, call); break;
        case 'O':
            if (!take_operator(text, call, why))
                return false;
            break;
        case 'G':
            if (!take_group_operation(text, letter[2] == '[' && i + 2 < a->count, call, why))
                return false;
            break;
        case 'o':
        case 'k':
        case 'd':
            if (!take_operand(text, *letter, scope, call, why))
                return false;
            break;
        default: break;
        }
    }
    return true;
}

/* A size of a tile at these digits, or 0. */
static unsigned tile_size(const char *digits)
{
    unsigned size = 0;

    for (; isdigit((unsigned char)*digits) && size < 100; digits++)
        size = 10 * size + (unsigned)(*digits - '0');
    return size <= 32 && (size & (size - 1)) == 0 ? size : 0;
}

/* The size of a tile, whose method is called or which is an argument: by --let tile.size()=8; by tiled_partition<8>(block).shfl(v, 1); by its
 * name, tile8.shfl(v, 1). */
static unsigned tile(const char *begin, const char *end, const struct expr_scope *scope, struct call *call)
{
    char name[40], size[48], why[READ_WHY_MAX];
    struct expr expr;

    trim(begin, end, sizeof name, name);
    snprintf(size, sizeof size, "%.39s.size()", name);
    if (expr_read(size, scope, &expr, why) && scope->width == 0)
        for (unsigned i = 0; i < scope->lets; i++)
            if (strncmp(scope->let[i], size, strlen(size)) == 0)
                return (unsigned)expr.word[0];
    const char *partition = strchr(name, '<');
    const char *digits = name + strlen(name);
    while (digits > name && isdigit((unsigned char)digits[-1]))
        digits--;
    const unsigned width = tile_size(partition ? partition + 1 : digits);
    if (width == 0)
        note(call, "the tile is taken as one of 32 lanes; another size is --let '%s.size()=8'", name);
    return width ? width : 32;
}

const char call_short_mask[] = "HIP's masks have 64 bits: from ROCm 6.3 on, it refuses one of 32 when it compiles";

bool call_mask_is_short(const struct call *call)
{
    const char *open = strchr(call->text, '('), *comma = open ? strchr(open, ',') : NULL;

    if (!call->has_mask || call->mask > UINT32_MAX || comma == NULL)
        return false;
    for (const char *at = open; at < comma; at++)
        if (tolower((unsigned char)*at) == 'l' || strncmp(at, "64", 2) == 0)
            return false;
    return true;
}

bool call_read(const char *text, const char *where, const struct expr_scope *given, struct call *call,
               char why[READ_WHY_MAX])
{
    static struct arguments arguments;
    static struct lets lets;
    const char *name_end, *at, *more_end;
    const struct call_row *row, *more;
    struct expr_scope scope = *given;

    const char *begin = where == NULL ? call_find(text, &row, &name_end) : where;
    if (begin == NULL || (where != NULL && (name_end = call_at(text, where, &row)) == NULL))
        return text_refuse(why, text, "expected a call that reads another lane, votes, matches or reduces");
    *call = (struct call){ .row = row, .width = scope.lanes };
    find_lets(text, begin, &scope, &lets);
    scope.let = lets.list;
    scope.lets = lets.count;

    at = name_end + strspn(name_end, " \t");
    if (*at == '<' && pass_template(at) != NULL)
        at = pass_template(at);
    if (row->language == CALL_SPIRV)
        cut_words(at, &arguments);
    else if (row->language != CALL_MLIR && *at != '(')
        return wrong_count(row, begin, why);
    else if (!cut(at, row->language != CALL_MLIR, &arguments, why))
        return false;
    const unsigned count = arguments.count;
    while (!count_fits(row, count)) /* another row of the same name? */
        do
            if (++row == call_rows + call_rows_count)
                return wrong_count(call->row, begin, why);
        while (strcmp(row->name, call->row->name) != 0);
    call->row = row;
    call->op = row->op == CALL_REDUX ? CALL_REDUX_SUM : row->op;
    call->scan = row->scan;
    const char *from = begin;
    if (row->name[0] == '.') {
        while (from > text && (text_is_name(from[-1]) || strchr(".:<>()[]", from[-1])))
            from--;
        if (row->language == CALL_GROUPS)
            call->width = tile(from, begin, &scope, call);
    } else if (row->language == CALL_GROUPS) {
        call->width = tile(arguments.text[0], arguments.text[0] + strlen(arguments.text[0]), &scope, call);
    }
    if (row->language != CALL_SPIRV && row->language != CALL_MLIR)
        snprintf(call->text, sizeof call->text, "%.*s", (int)(arguments.end - from), from);
    else
        trim(begin, arguments.end, sizeof call->text, call->text);
    if (row->width)
        call->width = row->width;
    scope.width = call->width;
    if (!take_arguments(&arguments, &scope, call, why))
        return false;
    if (row->note)
        note(call, "%s", row->note);
    if (lets.loop[0] && strstr(call->text, "(") != NULL) {
        char counter[32];

        snprintf(counter, sizeof counter, "%.*s", (int)strcspn(lets.loop, "="), lets.loop);
        for (unsigned i = 0; i < given->lets; i++)
            if (strncmp(given->let[i], counter, strlen(counter)) == 0)
                counter[0] = '\0';
        if (counter[0] && strstr(call->text, counter) != NULL)
            note(call, "of the loop this is the first time, %s; another is given with --let", lets.loop);
    }
    for (const char *next = arguments.end; (next = call_find(next, &more, &more_end)) != NULL; next = more_end)
        call->others++;
    if (call->others) {
        char text_of[16];

        snprintf(text_of, sizeof text_of, "%u", call->others);
        note(call, "%s more behind it in the text: this is the first", text_of);
    }
    return true;
}
