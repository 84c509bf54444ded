/* SPDX-License-Identifier: Apache-2.0 */
/* call_read - see calls.h: a call in a line of a program */
#include "calls.h"

#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARGUMENTS_MAX = 8 };

/* ---- Its arguments */

struct arguments {
    text_part text[ARGUMENTS_MAX];
    unsigned count;
    const char *end; /* behind them */
};

/* Is < the beginning of a template's arguments, and not a comparison? Behind them, or NULL. */
static const char *pass_template(const char *at)
{
    const char *end = at + 1 + strcspn(at + 1, "<>();");

    return *end == '>' && end[1] == '(' ? end + 1 : NULL;
}

/* In brackets, with commas; or without brackets, up to a colon, an arrow, a brace or the end of the line. */
static bool cut(const char *at, bool brackets, struct arguments *a, char why[READ_WHY_MAX])
{
    const char *end = at, *close = brackets ? text_bracket(at) : NULL;

    if (brackets && close == NULL)
        return text_refuse(why, at, "this bracket is not closed");
    while (close == NULL && strchr(":{\n", *end) == NULL && strncmp(end, "->", 2) != 0)
        end = strchr("([", *end) != NULL && text_bracket(end) != NULL ? text_bracket(end) : end + 1;
    a->end = brackets ? close : end;
    const char *last = brackets ? close - 1 : end;
    const int count = text_split(at + brackets, last, a->text, ARGUMENTS_MAX);
    if (count < 0)
        return text_refuse(why, at, "expected at most %d arguments of %d characters", ARGUMENTS_MAX, TEXT_PART_MAX - 1);
    a->count = count == 1 && a->text[0][0] == '\0' ? 0 : (unsigned)count;
    const bool ends_so = last > at && text_trim(at, last)[-1] == ',';
    for (unsigned i = 0; i < a->count || ends_so; i++)
        if (i == a->count || a->text[i][0] == '\0')
            return text_refuse(why, at, "expected an argument before the comma, and behind it");
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
        snprintf(a->text[a->count++], TEXT_PART_MAX, "%.*s", (int)(end - at), at);
        at = end;
    }
    a->end = at;
}

/* What an argument is called, by its letter; see call_row. */
static const char *argument_name(const struct call_row *row, char letter)
{
    static const char letters[] = "vnmwpMcfdtqbgOG";
    static const char *const names[] = { "value",     "value",  "mask",       "width",     "width",
                                         "mode",      "c",      "otherValue", "direction", "threads",
                                         "predicate", "ballot", "partition",  "operator",  "operation" };
    const char *plain = strchr(letters, letter);

    if (plain != NULL)
        return names[plain - letters];
    if (letter == 'T')
        return row->op == CALL_SHFL_UP ? "firstLane" : "lastLane";
    if (letter == 'x')
        return row->language == CALL_SPIRV                             ? "type"
             : row->name[0] == '.' && row->op >= CALL_BLOCK_OFFSET     ? "output"
             : row->op >= CALL_BARRIER_COUNT                           ? "barrier"
             : row->language == CALL_CUDA || row->op == CALL_MATCH_ALL ? "predicate"
             : row->language == CALL_AMDGCN                            ? "strategy"
                                                                       : "group";
    return row->op == CALL_SHFL_IDX || row->op == CALL_SELECT || row->op == CALL_BROADCAST ? "lane"
         : row->op == CALL_SHFL_BFLY || row->op == CALL_XOR                                ? "laneMask"
         : call_is_block(row)                                                              ? "distance"
                                                                                           : "delta";
}

const char *call_shape(const struct call_row *row, const struct call_word *word, char shape[CALL_SHAPE_MAX])
{
    const bool bare = row->language == CALL_SPIRV || row->language == CALL_MLIR;
    struct text text = { shape, strlen(call_name(row, word, shape)), CALL_SHAPE_MAX };
    const char *gap = bare ? " " : "(";

    if (row->arguments[0] == '\0' && !bare)
        text_append(&text, "(");
    for (const char *letter = row->arguments; *letter != '\0'; letter++) {
        if (*letter == '[') {
            text_append(&text, "[");
            continue;
        }
        text_append(&text, "%s%s", gap, argument_name(row, *letter));
        gap = row->language == CALL_SPIRV ? " " : ", ";
    }
    text_append(&text, "%s%s", strchr(row->arguments, '[') ? "]" : "", bare ? "" : ")");
    return shape;
}

static bool wrong_count(const struct call_row *row, const struct call_word *word, const char *at,
                        char why[READ_WHY_MAX])
{
    char shape[CALL_SHAPE_MAX];

    return text_refuse(why, at, "expected %s", call_shape(row, word, shape));
}

/* ---- Reading */

#define note(call, ...) text_remark((call)->note, sizeof(call)->note, __VA_ARGS__)

/* A name that was taken for the lane's number, or for the number of lanes, is noted. */
static bool read_argument(const char *text, struct call *call, struct expr *expr, char why[READ_WHY_MAX])
{
    char remark[CALL_NOTE_MAX];

    if (!expr_read(text, &call->scope, expr, why))
        return false;
    snprintf(remark, sizeof remark, "%s is declared nowhere, and taken as %s", expr->spelled,
             strpbrk(expr->spelled, "zZ") ? "the number of lanes" : "the lane's number");
    if (expr->spelled[0] != '\0' && strstr(call->note, remark) == NULL)
        note(call, "%s", remark);
    return true;
}

/* A number below or beyond 32 bits is none of a mask of 32 lanes. */
static bool take_mask(const char *text, struct call *call, char why[READ_WHY_MAX])
{
    struct expr expr;

    if (!read_argument(text, call, &expr, why)) {
        if (read_is_program(why))
            return false;
        if (isdigit((unsigned char)text[0]) || text[0] == '-' || text[0] == '~')
            return text_refuse(why, text, "expected a mask of %u lanes, such as 0xffffffff", call->scope.lanes);
        note(call, "the mask %.40s%s is not known, and taken to name all lanes", text, strlen(text) > 40 ? ".." : "");
        return true;
    }
    for (unsigned k = 1; k < call->scope.lanes && expr.by_lane; k++)
        if (expr.word[k] != expr.word[0])
            return text_refuse(why, text, "a mask that differs by lane: " READ_PROGRAM);
    const uint64_t word = expr.word[0], high = word >> 32;
    if (call->scope.lanes <= 32 && high != 0 && !((word >> 31) == (UINT64_MAX >> 31)))
        return text_refuse(why, text, "expected a mask of %u lanes, such as 0xffffffff", call->scope.lanes);
    call->has_mask = true;
    call->mask = word & (call->scope.lanes <= 32 ? UINT32_MAX : UINT64_MAX);
    return true;
}

static bool take_partition(const char *text, const struct expr *mask, struct call *call, char why[READ_WHY_MAX])
{
    for (unsigned k = 0; k < call->scope.lanes; k++) {
        const uint64_t group = mask->word[k] & call->executes;

        call->group[k] = group;
        if ((call->executes >> k & 1) && !(group >> k & 1))
            return text_refuse(why, text, "expected masks that part the lanes: lane %u is not in its own, 0x%" PRIx64,
                               k, mask->word[k]);
        for (unsigned j = 0; j < call->scope.lanes && (call->executes >> k & 1); j++)
            if ((group >> j & 1) && (mask->word[j] & call->executes) != group)
                return text_refuse(why, text,
                                   "expected masks that part the lanes: lane %u has 0x%" PRIx64 ", lane %u 0x%" PRIx64,
                                   k, mask->word[k], j, mask->word[j]);
    }
    call->has_ranks = true;
    return true;
}

/* What a reduction does: "cg::plus<int>()". */
static bool take_operator(const char *text, struct call *call, char why[READ_WHY_MAX])
{
    static const struct {
        const char *name;
        enum call_op op;
    } operators[] = { { "plus", CALL_REDUX_SUM },           { "less", CALL_REDUX_MIN },
                      { "minimum", CALL_REDUX_MIN },        { "greater", CALL_REDUX_MAX },
                      { "maximum", CALL_REDUX_MAX },        { "bit_and", CALL_REDUX_AND },
                      { "bit_or", CALL_REDUX_OR },          { "bit_xor", CALL_REDUX_XOR },
                      { "multiplies", CALL_REDUX_PRODUCT }, { "logical_and", CALL_VOTE_ALL },
                      { "logical_or", CALL_VOTE_ANY } };
    const bool is_sycl = call->row->language == CALL_SYCL;

    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (strstr(text, operators[i].name) != NULL && (is_sycl || i < 8)) {
            call->op = operators[i].op;
            return true;
        }
    return text_refuse(why, text, "expected plus, %s, bit_and, bit_or or bit_xor%s",
                       is_sycl ? "multiplies, minimum, maximum" : "less, greater",
                       is_sycl ? ", logical_and or logical_or" : "");
}

/* SPIR-V's group operation, and whether it goes with this number of arguments. */
static bool take_group_operation(const char *text, bool has_size, struct call *call, char why[READ_WHY_MAX])
{
    static const char *const names[] = { [CALL_WHOLE] = "Reduce ClusteredReduce PartitionedReduceNV",
                                         [CALL_INCLUSIVE] = "InclusiveScan PartitionedInclusiveScanNV",
                                         [CALL_EXCLUSIVE] = "ExclusiveScan PartitionedExclusiveScanNV" };
    unsigned scan = 0;

    while (scan < 3 && !text_among(text, strlen(text), names[scan]))
        scan++;
    if (scan == 3 || (strchr("CP", text[0]) != NULL) != has_size)
        return text_refuse(why, text, "expected Reduce, InclusiveScan or ExclusiveScan%s",
                           call->row->op == CALL_MASK_BITS ? "" : ", or ClusteredReduce with a size at its end");
    call->scan = (enum call_scan)scan;
    call->is_partition = text[0] == 'P';
    return true;
}

/* Python's width=8: which argument of the row it is. */
static bool take_keyword(const struct call_row *row, char **text, char *what, char why[READ_WHY_MAX])
{
    static const struct {
        const char *name;
        char letter;
    } names[] = { { "mask", 'm' },  { "offset", 'o' }, { "delta", 'o' }, { "srcLane", 'o' }, { "mask_and_clamp", 'c' },
                  { "width", 'w' }, { "value", 'v' },  { "value", 'n' }, { "mode", 'M' },    { "predicate", 'q' } };
    const size_t length = text_name(*text);
    char *equals = *text + length + strspn(*text + length, " ");

    if (length == 0 || *equals != '=' || equals[1] == '=')
        return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (text_is(*text, length, names[i].name) && strchr(row->arguments, names[i].letter) != NULL) {
            *what = names[i].letter;
            *text = equals + 1;
            return true;
        }
    return text_refuse(why, *text, "%.*s is no argument that is known", (int)length, *text);
}

bool call_take(struct call *call, char letter, const struct expr *value, const char *text, char why[READ_WHY_MAX])
{
    const char *what = letter == 'w' || letter == 'p' ? "a width that is"
                     : letter == 'T'                  ? "a lane that is"
                     : letter == 'c'                  ? "clamp and segment mask that are"
                     : letter == 'M'                  ? "a mode that is"
                     : letter == 't'                  ? "a number of threads that is"
                     : call_is_uniform(call->row->op) ? "a number,"
                                                      : NULL;
    const uint32_t number = (uint32_t)value->word[0], lanes = call->scope.lanes;

    if (letter == 'g' || (letter == 'w' && call->is_partition))
        return take_partition(text, value, call, why);
    if (value->by_lane && what != NULL)
        return text_refuse(why, text, "expected %s the same for all lanes", what);
    switch (letter) {
    case 'w':
    case 'p':
        call->width = number;
        call->has_width = true;
        if (letter == 'p' && (number < 1 || number > lanes))
            return text_refuse(why, text, "expected a width from 1 to %u", lanes);
        return letter == 'p' || call->row->op <= CALL_SHFL_BFLY || (number <= lanes && is_power(number))
            || text_refuse(why, text, "expected the size of the clusters, a power of two up to %u", lanes);
    case 'T': /* of CUB the lane that is the clamp of Sc, whose mask of the segments the template names */
        if (call->width > 32 || !is_power(call->width))
            return text_refuse(why, call->text, "expected a warp of a power of two lanes: %.40s<32>(..)",
                               call->row->name);
        /* fallthrough */
    case 'c':
        call->c = letter == 'T' ? ((32 - call->width) << 8 | number) & 0x1fff : number;
        call->has_c = true;
        return true;
    case 'M':
        call->op = CALL_SHFL_IDX + (enum call_op)number;
        return number <= 3 || text_refuse(why, text, "expected a mode: 0 idx, 1 up, 2 down, 3 bfly");
    case 't': call->threads = number; return true;
    default:
        call->operand = *value;
        for (unsigned k = 0; k < call->scope.lanes; k++)
            call->operand.word[k] = (uint32_t)(value->word[k] + (letter == 'd') - (letter == 'k'));
        return true;
    }
}

static bool take_argument(const char *text, char what, bool has_size, struct call *call, char why[READ_WHY_MAX])
{
    const enum call_op op = call->row->op;
    struct expr value;

    switch (what) {
    case 'm': return take_mask(text, call, why);
    case 'q':
    case 'n':
    case 'v':
    case 'b': /* one that is not understood is no error: an example takes its place; but of another call there is none */
        snprintf(call->value_text, sizeof call->value_text, "%.63s", text);
        call->has_value = read_argument(text, call, &call->value, call->value_why);
        if (call->has_value || what == 'v' || (op >= CALL_BLOCK_OFFSET && op <= CALL_BLOCK_DOWN)
            || !read_is_program(call->value_why))
            return true;
        memcpy(why, call->value_why, READ_WHY_MAX);
        return false;
    case 'O': return take_operator(text, call, why);
    case 'G': return take_group_operation(text, has_size, call, why);
    case 'f':
    case 'x': return true;
    default: return read_argument(text, call, &value, why) && call_take(call, what, &value, text, why);
    }
}

void call_begin(struct call *call, const struct call_row *row, const struct call_word *word)
{
    call->row = row;
    call->op = word != NULL ? word->op : row->op == CALL_REDUX ? CALL_REDUX_SUM : row->op;
    call->type = word != NULL ? word->type : '\0';
    call->scan = row->scan;
    for (unsigned k = 0; k < call->scope.lanes; k++)
        call->operand.word[k] = row->operand;
}

static bool take_arguments(struct arguments *a, struct call *call, char why[READ_WHY_MAX])
{
    const char *letter = call->row->arguments;

    for (unsigned i = 0; i < a->count; i++, letter++) {
        letter += *letter == '[';
        char *text = a->text[i], what = *letter;

        if (call->scope.style == BEFORE_PYTHON && !take_keyword(call->row, &text, &what, why))
            return false;
        if (call->scope.style == BEFORE_PYTHON)
            expr_python(text);
        if (!take_argument(text, what, *letter == 'G' && letter[2] == '[' && i + 2 < a->count, call, why))
            return false;
    }
    return true;
}

/* A size of a tile at these digits, or 0. */
static unsigned tile_size(const char *digits)
{
    const unsigned long size = strtoul(digits, NULL, 10);

    return size <= 32 && is_power(size) ? (unsigned)size : 0;
}

/* The group of threads whose method is called or which is an argument: by what declares it; a tile also by --let
 * tile.size()=8, and if nothing declares it, by its name, tile8. */
static bool take_group(const char *begin, const char *end, struct call *call, char why[READ_WHY_MAX])
{
    char text[120], size[128];
    static struct expr expr;
    static struct name made;

    snprintf(text, sizeof text, "%.*s", (int)(text_trim(begin, end) - text_skip(begin)), text_skip(begin));
    const struct name *group = names_find(call->scope.names, text, strlen(text));
    snprintf(size, sizeof size, "%s.size()", text);
    const char *given = text_given(call->scope.let, call->scope.lets, size);
    if (given != NULL) {
        if (!expr_read(given, &call->scope, &expr, why))
            return false;
        call->width = (uint32_t)expr.word[0];
        return true;
    }
    if (group == NULL && strchr(text, '(') != NULL && before_group(text, &call->scope, &made))
        group = &made;
    if (group != NULL && group->kind == NAME_TILE) {
        call->width = (uint32_t)group->value.word[0];
        return true;
    }
    if (strstr(text, "tiled_partition<") != NULL)
        return text_refuse(why, text, "expected a tile of a power of two threads, 1 to %u", call->scope.lanes);
    const char *digits = text + strlen(text);
    while (digits > text && isdigit((unsigned char)digits[-1]))
        digits--;
    const bool is_named = strstr(text, "tile") != NULL || strstr(text, "warp") != NULL || tile_size(digits) > 0;
    if (group != NULL || strchr(text, '(') != NULL || strstr(text, "coalesced") != NULL || strcmp(text, "active") == 0
        || !is_named)
        return text_refuse(why, text,
                           "expected the declaration of this group in front of it, such as auto %s = "
                           "cg::tiled_partition<8>(b), or --let '%s.size()=8'",
                           text_name(text) == strlen(text) ? text : "t", text);
    call->width = tile_size(digits) ? tile_size(digits) : 32;
    note(call, "the %s; another size is --let '%s.size()=8'",
         tile_size(digits) ? "size of the tile is taken from its name" : "tile is taken as one of 32 lanes", text);
    return true;
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

bool call_has_output(const struct call_row *row)
{
    return strchr(row->arguments, 'x') != NULL
        && (row->op == CALL_MATCH_ALL || row->language == CALL_CUDA || row->language == CALL_HIP
            || row->language == CALL_GLSL);
}

/* Read the arguments, by what the names of the scope hold.
 *
 *   name_end  behind the name
 */
static bool read_call(const char *text, const char *begin, const char *name_end, struct call *call,
                      char why[READ_WHY_MAX])
{
    struct arguments arguments;
    char size[120] = ""; /* of the segments, in a template or a cluster */
    const struct call_row *row = call->row;
    const struct call_word *word;
    const char *at = name_end + strspn(name_end, " \t");

    call_matches(row, text, begin, &word);
    if (*at == '<' && pass_template(at) != NULL) {
        snprintf(size, sizeof size, "%.*s", (int)strcspn(at + 1, ",>"), at + 1);
        at = pass_template(at);
    }
    if (row->language == CALL_SPIRV)
        cut_words(at, &arguments);
    else if (row->language != CALL_MLIR && *at != '(')
        return wrong_count(row, word, begin, why);
    else if (!cut(at, row->language != CALL_MLIR, &arguments, why))
        return false;
    if (row->language == CALL_MLIR && arguments.count > 0) { /* ... cluster(size = 4, stride = 2) */
        char *last = arguments.text[arguments.count - 1], *cluster = strstr(last, " cluster(");

        if (cluster != NULL && strstr(cluster, "stride") != NULL)
            return text_refuse(why, cluster + 1, "clusters with a stride are not known");
        if (cluster != NULL && strchr(cluster, '=') != NULL)
            snprintf(size, sizeof size, "%.*s", (int)strcspn(strchr(cluster, '=') + 1, ")"), strchr(cluster, '=') + 1);
        if (cluster != NULL)
            *cluster = '\0';
        for (char *uniform = strstr(last, " uniform"); uniform != NULL && uniform[8] == '\0'; uniform = NULL)
            *uniform = '\0';
    }
    const size_t count = arguments.count;
    while (strcmp(row->name, call->row->name) != 0 || count < strcspn(row->arguments, "[")
           || count
                  > strlen(row->arguments) - (strchr(row->arguments, '[') != NULL)) /* another row of the same name? */
        if (++row == call_rows + call_rows_count)
            return wrong_count(call->row, word, begin, why);
    call_begin(call, row, word);
    const char *from = begin;
    if (row->name[0] == '.') {
        from = call_object(text, begin);
        if (row->language == CALL_GROUPS && !take_group(from, begin, call, why))
            return false;
    } else if (row->language == CALL_GROUPS
               && !take_group(arguments.text[0], arguments.text[0] + strlen(arguments.text[0]), call, why)) {
        return false;
    }
    const char *shown = row->language != CALL_SPIRV && row->language != CALL_MLIR ? from : begin;
    snprintf(call->text, sizeof call->text, "%.*s", (int)(text_trim(shown, arguments.end) - shown), shown);
    text_one_line(call->text);
    if (row->width)
        call->width = row->width;
    if (size[0] != '\0' && (row->is_template || row->language == CALL_MLIR)
        && !take_argument(size, 'w', false, call, why))
        return false;
    call->scope.width = call->width;
    if (!take_arguments(&arguments, call, why))
        return false;
    if (row->language == CALL_CUTE && row->op <= CALL_SHFL_BFLY && !call->has_c) { /* of all modes */
        call->has_c = true;
        call->c = 31;
    }
    call->end = arguments.end;
    const char *front = text_trim(text, from);
    const bool is_inside = front > text && strchr("(,", front[-1]) != NULL;
    if (row->op >= CALL_VOTE_ALL && (is_inside || (*call->end == '.' && text_is_name(call->end[1]))))
        note(call, "%s", "what stands around the call is not computed: this is the call in it alone");
    return true;
}

bool call_read(const char *text, const char *where, const struct expr_scope *given, struct call *call,
               char why[READ_WHY_MAX])
{
    static struct before before;
    const char *name_end;
    const struct call_row *row;
    const char *begin = where == NULL ? call_find(text, &row, &name_end) : where;
    if (begin == NULL || (where != NULL && (name_end = call_at(text, where, &row)) == NULL))
        return text_refuse(why, text, "expected a call that reads another lane, votes, matches or reduces");
    *call = (struct call){
        .row = row, .width = given->lanes, .executes = shfl_all_lanes(given->lanes) & ~given->absent, .scope = *given
    };
    const char *from = row->name[0] == '.' ? call_object(text, begin) : begin;
    call->scope.style = call_style(row);
    if (!before_read(text, from, &call->scope, &before, why))
        return false;
    call->scope.names = &before.names;
    if (!read_call(text, begin, name_end, call, why)) {
        char reason[READ_WHY_MAX];

        memcpy(reason, why, sizeof reason);
        if (read_is_program(why) && strncmp(why, "line ", 5) != 0)
            text_why(why, "line %u: %.380s", text_line_of(text, begin), reason);
        return false;
    }
    note(call, "%s", before.note);
    if (call->scope.style == BEFORE_SSA && !given->has_active) {
        struct flow flow;

        flow_to(&flow, text, begin);
        note(call, "%s", flow.doubt);
    }
    return true;
}
