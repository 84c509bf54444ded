/* SPDX-License-Identifier: Apache-2.0 */
/* model - the extension openshfl._model: the functions of model/ for many warps, and what the command explains. The
 * package calls it with arrays of the right types, [warps] or [warps][lanes], and has checked all values that the functions
 * below do not report. */
#define _POSIX_C_SOURCE 200809L
#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include <Python.h>
#include <stdlib.h>
#include <string.h>

#include "cli/show/show.h"
#include "model/shfl_amd.h"
#include "model/shfl_rvv.h"

enum { NUMBERS = 13, BUFFERS = 10 }; /* of permute: warps, lanes and eleven more; of shuffle */

/* A function of the model on warp k.
 *
 *   n         numbers
 *   b         arrays, those that are read first
 *   returns   0, or the error of the function
 */
typedef int of_warp(unsigned lanes, const uint64_t n[], void *const b[], size_t k);

/* numbers: policy */
static int shuffle(unsigned lanes, const uint64_t n[], void *const b[], size_t k)
{
    const uint8_t *mode = b[0];
    const uint64_t *active = b[1], *ra = b[4];
    const uint32_t *sb = b[2], *sc = b[3];
    uint64_t *rd = b[5], *pu = b[7], *we = b[8], *src_active = b[9];
    uint8_t *src_lane = b[6];
    const struct shfl_unit unit = { lanes, (enum shfl_policy)n[0] };
    struct shfl_in in = { .mode = (enum shfl_mode)mode[k], .active = active[k] };
    struct shfl_out out;

    memcpy(in.sb, sb + k * lanes, lanes * sizeof *sb);
    memcpy(in.sc, sc + k * lanes, lanes * sizeof *sc);
    memcpy(in.ra, ra + k * lanes, lanes * sizeof *ra);
    const int error = shfl_warp(&unit, &in, &out);
    if (error != 0)
        return error;
    memcpy(rd + k * lanes, out.rd, lanes * sizeof *rd);
    memcpy(src_lane + k * lanes, out.src_lane, lanes);
    pu[k] = out.pu;
    we[k] = out.we;
    src_active[k] = out.src_active;
    return 0;
}

/* numbers: gen, op, control, fi, bc, row_mask, bank_mask */
static int cross_lane(unsigned lanes, const uint64_t n[], void *const b[], size_t k)
{
    const uint64_t *exec = b[0], *src = b[1], *old = b[2];
    const uint32_t *addr = b[3];
    uint64_t *rd = b[4], *valid = b[6], *src_active = b[7], *we = b[8];
    uint8_t *src_lane = b[5], *open = b[9];
    const struct shfl_amd_unit unit = { lanes, (enum shfl_amd_gen)n[0] };
    struct shfl_amd_in in = { .op = (enum shfl_amd_op)n[1],
                              .control = n[2],
                              .fi = n[3] != 0,
                              .bc = n[4] != 0,
                              .row_mask = (uint8_t)n[5],
                              .bank_mask = (uint8_t)n[6],
                              .exec = exec[k] };
    struct shfl_amd_out out;

    const int error = shfl_amd_check(&unit, &in);
    if (error != SHFL_AMD_LEGAL)
        return error;
    memcpy(in.src, src + k * lanes, lanes * sizeof *src);
    memcpy(in.old, old + k * lanes, lanes * sizeof *old);
    memcpy(in.addr, addr + k * lanes, lanes * sizeof *addr);
    shfl_amd_warp(&unit, &in, &out);
    shfl_amd_open(&unit, &in, open + k * lanes);
    memcpy(rd + k * lanes, out.rd, lanes * sizeof *rd);
    memcpy(src_lane + k * lanes, out.src_lane, lanes);
    valid[k] = out.valid;
    src_active[k] = out.src_active;
    we[k] = out.we;
    return 0;
}

/* numbers: op, vlen, sew, lmul, vl, vstart, vm, vta, vma, x, ones */
static int permute(unsigned lanes, const uint64_t n[], void *const b[], size_t k)
{
    struct shfl_rvv_in in = { .op = (enum shfl_rvv_op)n[0],
                              .vlen = (unsigned)n[1],
                              .sew = (unsigned)n[2],
                              .lmul = (int)n[3],
                              .vl = (unsigned)n[4],
                              .vstart = (unsigned)n[5],
                              .vm = n[6] != 0,
                              .vta = n[7] != 0,
                              .vma = n[8] != 0,
                              .x = n[9],
                              .v0 = b[0],
                              .vs1 = b[1],
                              .vs2 = b[2] };
    const int error = shfl_rvv_check(&in);

    (void)lanes;
    (void)k;
    if (error == SHFL_RVV_LEGAL)
        shfl_rvv_execute(&in, n[10] != 0, b[3]);
    return error;
}

/* numbers: op */
static int vote(unsigned lanes, const uint64_t n[], void *const b[], size_t k)
{
    const uint64_t *active = b[0], *p = b[1];
    uint64_t *rd = b[2], *pu = b[3];
    struct shfl_vote_out out;
    const int error = shfl_vote(lanes, (enum shfl_vote_op)n[0], active[k], p[k], &out);

    rd[k] = out.rd;
    pu[k] = out.pu;
    return error;
}

/* numbers: op, w */
static int match(unsigned lanes, const uint64_t n[], void *const b[], size_t k)
{
    const uint64_t *active = b[0], *ra = b[1];
    uint64_t *rd = b[2], *pu = b[3];
    struct shfl_match_out out;
    const int error = shfl_match(lanes, (enum shfl_match_op)n[0], (unsigned)n[1], active[k], ra + k * lanes, &out);

    memcpy(rd + k * lanes, out.rd, lanes * sizeof *rd);
    pu[k] = out.pu;
    return error;
}

static int group_partition(unsigned lanes, const uint64_t n[], void *const b[], size_t k)
{
    const uint64_t *members = b[0], *label = b[1];
    uint64_t *group = b[2];

    (void)n;
    return shfl_group_partition(lanes, members[k], label + k * lanes, group + k * lanes);
}

/* Kinds of operations of a group, as groups.py numbers them: the shuffles by mode, votes, matches, reduction and scans. */
enum { GROUP_ANY = SHFL_BFLY, GROUP_ALL, GROUP_MATCH, GROUP_REDUCE = GROUP_MATCH + SHFL_MATCH_ANY + 1 };

/* numbers: kind, w, and of a reduction op and is_signed */
static int group(unsigned lanes, const uint64_t n[], void *const b[], size_t k)
{
    const size_t at = k * lanes, bytes = lanes * sizeof(uint64_t);
    const uint64_t *group = (const uint64_t *)b[0] + at, *ra = (const uint64_t *)b[2] + at;
    const uint32_t *index = (const uint32_t *)b[1] + at;
    const unsigned kind = (unsigned)n[0], w = (unsigned)n[1];
    uint64_t *rd = (uint64_t *)b[3] + at, *pu = (uint64_t *)b[4] + k, p = 0;
    struct shfl_group_out shuffled;
    struct shfl_group_vote_out vote;
    struct shfl_match_out match;
    int error;

    if (kind >= GROUP_REDUCE)
        return shfl_group_reduce(lanes, (enum shfl_group_scan)(kind - GROUP_REDUCE), (enum shfl_redux_op)n[2],
                                 n[3] != 0, w, group, ra, rd);
    if (kind >= GROUP_MATCH) {
        error = shfl_group_match(lanes, (enum shfl_match_op)(kind - GROUP_MATCH), w, group, ra, &match);
        memcpy(rd, match.rd, bytes);
        *pu = match.pu;
    } else if (kind >= GROUP_ANY) {
        for (unsigned lane = 0; lane < lanes; lane++)
            p |= ra[lane] << lane;
        error = shfl_group_vote(lanes, group, p, &vote);
        memcpy(rd, vote.rd, bytes);
        *pu = kind == GROUP_ANY ? vote.any : vote.all;
    } else {
        error = shfl_group_shuffle(lanes, (enum shfl_mode)kind, group, index, ra, &shuffled);
        memcpy(rd, shuffled.rd, bytes);
    }
    return error;
}

static const struct {
    const char *name;
    of_warp *function;
    unsigned numbers, inputs, outputs; /* inputs: the arrays that it reads */
} operations[] = {
    { "shuffle", shuffle, 1, 5, 5 },  { "cross_lane", cross_lane, 7, 4, 6 },
    { "permute", permute, 11, 3, 1 }, { "vote", vote, 1, 2, 2 },
    { "match", match, 2, 2, 2 },      { "group_partition", group_partition, 0, 2, 1 },
    { "group", group, 4, 3, 2 },
};

/* each(name, warps, lanes, numbers, arrays): the first error of the function of that name, or 0 */
static PyObject *each(PyObject *self, PyObject *args)
{
    const char *name = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(args, 0), NULL);
    uint64_t n[NUMBERS];
    Py_buffer view[BUFFERS];
    void *b[BUFFERS];
    unsigned i = 0, held = 0;
    int error = 0;

    (void)self;
    while (name != NULL && i < sizeof operations / sizeof *operations && strcmp(operations[i].name, name) != 0)
        i++;
    if (name == NULL || i == sizeof operations / sizeof *operations)
        return PyErr_Format(PyExc_LookupError, "no such operation");
    const unsigned numbers = 2 + operations[i].numbers, inputs = operations[i].inputs;
    for (unsigned k = 0; k < numbers && !PyErr_Occurred(); k++)
        n[k] = PyLong_AsUnsignedLongLongMask(PyTuple_GetItem(args, (Py_ssize_t)(1 + k)));
    for (; held < inputs + operations[i].outputs && !PyErr_Occurred(); held++) {
        PyObject *array = PyTuple_GetItem(args, (Py_ssize_t)(1 + numbers + held));

        if (array == NULL || PyObject_GetBuffer(array, &view[held], held < inputs ? PyBUF_SIMPLE : PyBUF_WRITABLE) != 0)
            break;
        b[held] = view[held].buf;
    }
    for (size_t k = 0; !PyErr_Occurred() && k < n[0] && error == 0; k++)
        error = operations[i].function((unsigned)n[1], n + 2, b, k);
    while (held > 0)
        PyBuffer_Release(&view[--held]);
    return PyErr_Occurred() ? NULL : PyLong_FromLong(error);
}

enum { GIVEN_MAX = 64 };

/* The strings of a list, which keeps them; false with an exception if there are too many, or something else. */
static bool strings(PyObject *list, const char *text[GIVEN_MAX], unsigned *count)
{
    const Py_ssize_t length = PyList_Size(list);

    if (length > GIVEN_MAX)
        PyErr_Format(PyExc_ValueError, "at most %d names are allowed", GIVEN_MAX);
    for (*count = 0; !PyErr_Occurred() && (Py_ssize_t)*count < length; ++*count)
        text[*count] = PyUnicode_AsUTF8AndSize(PyList_GetItem(list, (Py_ssize_t)*count), NULL);
    return !PyErr_Occurred();
}

/* explain(text, [option or None: lanes, active, block, gpu, address, policy, network, vtype, vl, vstart, vlen], init, let): the JSON of
 * the command, or ValueError with its message */
static PyObject *explain(PyObject *self, PyObject *args)
{
    static struct answer a;
    const char *text, *init[GIVEN_MAX], *let[GIVEN_MAX];
    struct read_options o = { .init = init, .let = let };
    PyObject *inits, *lets, *reply = NULL;
    char why[READ_WHY_MAX], *json = NULL;
    size_t size = 0;

    (void)self;
    if (!PyArg_ParseTuple(args, "s(zzzzzzzzzzz)OO", &text, &o.lanes, &o.active, &o.block, &o.gpu, &o.address, &o.policy,
                          &o.network, &o.vtype, &o.vl, &o.vstart, &o.vlen, &inits, &lets)
        || !strings(inits, init, &o.inits) || !strings(lets, let, &o.lets))
        return NULL;
    if (!answer_read(text, &o, &a, why) || (!a.has_values && a.family != ANSWER_SHFL)) {
        PyErr_SetString(PyExc_ValueError, a.needs[0] ? a.needs : why);
        return NULL;
    }
    FILE *file = open_memstream(&json, &size);
    if (file == NULL)
        return PyErr_NoMemory();
    show_json(&a, file);
    if (fclose(file) == 0)
        reply = PyUnicode_FromStringAndSize(json, (Py_ssize_t)size);
    else
        PyErr_NoMemory();
    free(json);
    return reply;
}

static PyMethodDef methods[] = {
    { "each", each, METH_VARARGS, NULL },
    { "explain", explain, METH_VARARGS, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef module = { PyModuleDef_HEAD_INIT, "_model", NULL, 0, methods, NULL, NULL, NULL, NULL };

PyMODINIT_FUNC PyInit__model(void);
PyMODINIT_FUNC PyInit__model(void) { return PyModule_Create(&module); }
