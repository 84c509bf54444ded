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

enum { BUFFERS = 10 };

static PyObject *result(int error, Py_buffer b[BUFFERS])
{
    for (int i = 0; i < BUFFERS; i++)
        PyBuffer_Release(&b[i]);
    return PyLong_FromLong(error);
}

/* shuffle(lanes, policy, mode, active, sb, sc, ra, rd, src_lane, pu, we, src_active): 0, or -1 as shfl_warp */
static PyObject *shuffle(PyObject *self, PyObject *args)
{
    Py_buffer b[BUFFERS];
    struct shfl_unit unit;
    int policy;

    (void)self;
    if (!PyArg_ParseTuple(args, "Iiy*y*y*y*y*w*w*w*w*w*", &unit.lanes, &policy, &b[0], &b[1], &b[2], &b[3], &b[4],
                          &b[5], &b[6], &b[7], &b[8], &b[9]))
        return NULL;
    unit.policy = (enum shfl_policy)policy;

    const uint8_t *mode = b[0].buf;
    const uint64_t *active = b[1].buf, *ra = b[4].buf;
    const uint32_t *sb = b[2].buf, *sc = b[3].buf;
    uint64_t *rd = b[5].buf, *pu = b[7].buf, *we = b[8].buf, *src_active = b[9].buf;
    uint8_t *src_lane = b[6].buf;
    const Py_ssize_t warps = b[0].len;
    const unsigned lanes = unit.lanes;
    int error = 0;

    for (Py_ssize_t n = 0; n < warps; n++) {
        struct shfl_in in = { .mode = (enum shfl_mode)mode[n], .active = active[n] };
        struct shfl_out out;

        memcpy(in.sb, sb + n * lanes, lanes * sizeof *sb);
        memcpy(in.sc, sc + n * lanes, lanes * sizeof *sc);
        memcpy(in.ra, ra + n * lanes, lanes * sizeof *ra);
        error = shfl_warp(&unit, &in, &out);
        if (error != 0)
            break;
        memcpy(rd + n * lanes, out.rd, lanes * sizeof *rd);
        memcpy(src_lane + n * lanes, out.src_lane, lanes);
        pu[n] = out.pu;
        we[n] = out.we;
        src_active[n] = out.src_active;
    }
    return result(error, b);
}

/* cross_lane(lanes, gen, op, control, fi, bc, row_mask, bank_mask, exec, src, old, addr, rd, src_lane, valid, src_active,
 * we, open): an enum shfl_amd_error */
static PyObject *cross_lane(PyObject *self, PyObject *args)
{
    Py_buffer b[BUFFERS];
    struct shfl_amd_unit unit;
    struct shfl_amd_in in = { 0 };
    unsigned long long control;
    int gen, op, fi, bc;

    (void)self;
    if (!PyArg_ParseTuple(args, "IiiKppbby*y*y*y*w*w*w*w*w*w*", &unit.lanes, &gen, &op, &control, &fi, &bc,
                          &in.row_mask, &in.bank_mask, &b[0], &b[1], &b[2], &b[3], &b[4], &b[5], &b[6], &b[7], &b[8],
                          &b[9]))
        return NULL;
    unit.gen = (enum shfl_amd_gen)gen;
    in.op = (enum shfl_amd_op)op;
    in.control = control;
    in.fi = fi;
    in.bc = bc;

    const uint64_t *exec = b[0].buf, *src = b[1].buf, *old = b[2].buf;
    const uint32_t *addr = b[3].buf;
    uint64_t *rd = b[4].buf, *valid = b[6].buf, *src_active = b[7].buf, *we = b[8].buf;
    uint8_t *src_lane = b[5].buf, *open = b[9].buf;
    const Py_ssize_t waves = b[0].len / (Py_ssize_t)sizeof *exec;
    const unsigned lanes = unit.lanes;
    const enum shfl_amd_error error = shfl_amd_check(&unit, &in);

    for (Py_ssize_t n = 0; n < waves && error == SHFL_AMD_LEGAL; n++) {
        struct shfl_amd_out out;

        in.exec = exec[n];
        memcpy(in.src, src + n * lanes, lanes * sizeof *src);
        memcpy(in.old, old + n * lanes, lanes * sizeof *old);
        memcpy(in.addr, addr + n * lanes, lanes * sizeof *addr);
        shfl_amd_warp(&unit, &in, &out);
        shfl_amd_open(&unit, &in, open + n * lanes);
        memcpy(rd + n * lanes, out.rd, lanes * sizeof *rd);
        memcpy(src_lane + n * lanes, out.src_lane, lanes);
        valid[n] = out.valid;
        src_active[n] = out.src_active;
        we[n] = out.we;
    }
    return result(error, b);
}

/* permute(op, vlen, sew, lmul, vl, vstart, vm, vta, vma, x, ones, v0, vs1, vs2, vd): an enum shfl_rvv_error */
static PyObject *permute(PyObject *self, PyObject *args)
{
    Py_buffer b[BUFFERS] = { 0 };
    struct shfl_rvv_in in = { 0 };
    unsigned long long x;
    int op, vm, vta, vma, ones;

    (void)self;
    if (!PyArg_ParseTuple(args, "iIIiIIpppKpy*y*y*w*", &op, &in.vlen, &in.sew, &in.lmul, &in.vl, &in.vstart, &vm, &vta,
                          &vma, &x, &ones, &b[0], &b[1], &b[2], &b[3]))
        return NULL;
    in.op = (enum shfl_rvv_op)op;
    in.vm = vm;
    in.vta = vta;
    in.vma = vma;
    in.x = x;
    in.v0 = b[0].buf;
    in.vs1 = b[1].buf;
    in.vs2 = b[2].buf;

    const enum shfl_rvv_error error = shfl_rvv_check(&in);

    if (error == SHFL_RVV_LEGAL)
        shfl_rvv_execute(&in, ones, b[3].buf);
    return result(error, b);
}

/* vote(lanes, op, active, p, rd, pu), a word for each warp: 0, or -1 as shfl_vote */
static PyObject *vote(PyObject *self, PyObject *args)
{
    Py_buffer b[BUFFERS] = { 0 };
    unsigned lanes;
    int op, error = 0;

    (void)self;
    if (!PyArg_ParseTuple(args, "Iiy*y*w*w*", &lanes, &op, &b[0], &b[1], &b[2], &b[3]))
        return NULL;
    const uint64_t *active = b[0].buf, *p = b[1].buf;
    uint64_t *rd = b[2].buf, *pu = b[3].buf;

    for (Py_ssize_t n = 0; n < b[0].len / (Py_ssize_t)sizeof *active && error == 0; n++) {
        struct shfl_vote_out out;

        error = shfl_vote(lanes, (enum shfl_vote_op)op, active[n], p[n], &out);
        rd[n] = out.rd;
        pu[n] = out.pu;
    }
    return result(error, b);
}

/* match(lanes, op, w, active, ra, rd, pu): 0, or -1 as shfl_match */
static PyObject *match(PyObject *self, PyObject *args)
{
    Py_buffer b[BUFFERS] = { 0 };
    unsigned lanes, w;
    int op, error = 0;

    (void)self;
    if (!PyArg_ParseTuple(args, "IiIy*y*w*w*", &lanes, &op, &w, &b[0], &b[1], &b[2], &b[3]))
        return NULL;
    const uint64_t *active = b[0].buf, *ra = b[1].buf;
    uint64_t *rd = b[2].buf, *pu = b[3].buf;

    for (Py_ssize_t n = 0; n < b[0].len / (Py_ssize_t)sizeof *active && error == 0; n++) {
        struct shfl_match_out out;

        error = shfl_match(lanes, (enum shfl_match_op)op, w, active[n], ra + n * lanes, &out);
        memcpy(rd + n * lanes, out.rd, lanes * sizeof *rd);
        pu[n] = out.pu;
    }
    return result(error, b);
}

/* redux(lanes, op, is_signed, w, active, ra, rd), a word rd for each warp: 0, or -1 as shfl_redux */
static PyObject *redux(PyObject *self, PyObject *args)
{
    Py_buffer b[BUFFERS] = { 0 };
    unsigned lanes, w;
    int op, is_signed, error = 0;

    (void)self;
    if (!PyArg_ParseTuple(args, "IipIy*y*w*", &lanes, &op, &is_signed, &w, &b[0], &b[1], &b[2]))
        return NULL;
    const uint64_t *active = b[0].buf, *ra = b[1].buf;
    uint64_t *rd = b[2].buf;

    for (Py_ssize_t n = 0; n < b[0].len / (Py_ssize_t)sizeof *active && error == 0; n++) {
        struct shfl_redux_out out;

        error = shfl_redux(lanes, (enum shfl_redux_op)op, is_signed, w, active[n], ra + n * lanes, &out);
        rd[n] = out.rd;
    }
    return result(error, b);
}

/* group_partition(lanes, members, label, group), members a word for each warp: 0, or -1 as shfl_group_partition */
static PyObject *group_partition(PyObject *self, PyObject *args)
{
    Py_buffer b[BUFFERS] = { 0 };
    unsigned lanes;
    int error = 0;

    (void)self;
    if (!PyArg_ParseTuple(args, "Iy*y*w*", &lanes, &b[0], &b[1], &b[2]))
        return NULL;
    const uint64_t *members = b[0].buf, *label = b[1].buf;
    uint64_t *group = b[2].buf;

    for (Py_ssize_t n = 0; n < b[0].len / (Py_ssize_t)sizeof *members && error == 0; n++)
        error = shfl_group_partition(lanes, members[n], label + n * lanes, group + n * lanes);
    return result(error, b);
}

/* group_shuffle(lanes, mode, group, index, ra, rd): 0, or -1 as shfl_group_shuffle */
static PyObject *group_shuffle(PyObject *self, PyObject *args)
{
    Py_buffer b[BUFFERS] = { 0 };
    unsigned lanes;
    int mode, error = 0;

    (void)self;
    if (!PyArg_ParseTuple(args, "Iiy*y*y*w*", &lanes, &mode, &b[0], &b[1], &b[2], &b[3]))
        return NULL;
    const uint64_t *group = b[0].buf, *ra = b[2].buf;
    const uint32_t *index = b[1].buf;
    uint64_t *rd = b[3].buf;

    for (Py_ssize_t at = 0; at < b[0].len / (Py_ssize_t)sizeof *group && error == 0; at += lanes) {
        struct shfl_group_out out;

        error = shfl_group_shuffle(lanes, (enum shfl_mode)mode, group + at, index + at, ra + at, &out);
        memcpy(rd + at, out.rd, lanes * sizeof *rd);
    }
    return result(error, b);
}

/* group_vote(lanes, group, p, rd, any, all), a word p, any and all for each warp: 0, or -1 as shfl_group_vote */
static PyObject *group_vote(PyObject *self, PyObject *args)
{
    Py_buffer b[BUFFERS] = { 0 };
    unsigned lanes;
    int error = 0;

    (void)self;
    if (!PyArg_ParseTuple(args, "Iy*y*w*w*w*", &lanes, &b[0], &b[1], &b[2], &b[3], &b[4]))
        return NULL;
    const uint64_t *group = b[0].buf, *p = b[1].buf;
    uint64_t *rd = b[2].buf, *any = b[3].buf, *all = b[4].buf;

    for (Py_ssize_t n = 0; n < b[1].len / (Py_ssize_t)sizeof *p && error == 0; n++) {
        struct shfl_group_vote_out out;

        error = shfl_group_vote(lanes, group + n * lanes, p[n], &out);
        memcpy(rd + n * lanes, out.rd, lanes * sizeof *rd);
        any[n] = out.any;
        all[n] = out.all;
    }
    return result(error, b);
}

/* group_match(lanes, op, w, group, ra, rd, pu), a word pu for each warp: 0, or -1 as shfl_group_match */
static PyObject *group_match(PyObject *self, PyObject *args)
{
    Py_buffer b[BUFFERS] = { 0 };
    unsigned lanes, w;
    int op, error = 0;

    (void)self;
    if (!PyArg_ParseTuple(args, "IiIy*y*w*w*", &lanes, &op, &w, &b[0], &b[1], &b[2], &b[3]))
        return NULL;
    const uint64_t *group = b[0].buf, *ra = b[1].buf;
    uint64_t *rd = b[2].buf, *pu = b[3].buf;

    for (Py_ssize_t n = 0; n < b[3].len / (Py_ssize_t)sizeof *pu && error == 0; n++) {
        struct shfl_match_out out;

        error = shfl_group_match(lanes, (enum shfl_match_op)op, w, group + n * lanes, ra + n * lanes, &out);
        memcpy(rd + n * lanes, out.rd, lanes * sizeof *rd);
        pu[n] = out.pu;
    }
    return result(error, b);
}

/* group_reduce(lanes, scan, op, is_signed, w, group, ra, rd): 0, or -1 as shfl_group_reduce */
static PyObject *group_reduce(PyObject *self, PyObject *args)
{
    Py_buffer b[BUFFERS] = { 0 };
    unsigned lanes, w;
    int scan, op, is_signed, error = 0;

    (void)self;
    if (!PyArg_ParseTuple(args, "IiipIy*y*w*", &lanes, &scan, &op, &is_signed, &w, &b[0], &b[1], &b[2]))
        return NULL;
    const uint64_t *group = b[0].buf, *ra = b[1].buf;
    uint64_t *rd = b[2].buf;

    for (Py_ssize_t at = 0; at < b[0].len / (Py_ssize_t)sizeof *group && error == 0; at += lanes)
        error = shfl_group_reduce(lanes, (enum shfl_group_scan)scan, (enum shfl_redux_op)op, is_signed, w, group + at,
                                  ra + at, rd + at);
    return result(error, b);
}

/* barrier(lanes, warps, active, p, count, all, any), of blocks of that many warps: 0, or -1 as shfl_barrier_block */
static PyObject *barrier(PyObject *self, PyObject *args)
{
    Py_buffer b[BUFFERS] = { 0 };
    unsigned lanes, warps;
    int error = 0;

    (void)self;
    if (!PyArg_ParseTuple(args, "IIy*y*w*w*w*", &lanes, &warps, &b[0], &b[1], &b[2], &b[3], &b[4]))
        return NULL;
    const uint64_t *active = b[0].buf, *p = b[1].buf;
    uint64_t *count = b[2].buf, *all = b[3].buf, *any = b[4].buf;

    for (Py_ssize_t n = 0; n < b[2].len / (Py_ssize_t)sizeof *count && error == 0; n++) {
        struct shfl_barrier_out out;

        error = shfl_barrier_block(lanes, warps, active + n * warps, p + n * warps, &out);
        count[n] = out.count;
        all[n] = out.all;
        any[n] = out.any;
    }
    return result(error, b);
}

/* block_shuffle(op, documented, threads, items, distance, from), of 32 bits: 0, or -1 as shfl_block_shuffle */
static PyObject *block_shuffle(PyObject *self, PyObject *args)
{
    Py_buffer b[BUFFERS] = { 0 };
    unsigned threads, items;
    int op, documented, distance;

    (void)self;
    if (!PyArg_ParseTuple(args, "ipIIiw*", &op, &documented, &threads, &items, &distance, &b[0]))
        return NULL;
    return result(shfl_block_shuffle((enum shfl_block_op)op,
                                     documented ? SHFL_BLOCK_AS_DOCUMENTED : SHFL_BLOCK_AS_BUILT, threads, items,
                                     distance, b[0].buf),
                  b);
}

/* quad(lanes, op, ra, rd): 0, or -1 as shfl_quad */
static PyObject *quad(PyObject *self, PyObject *args)
{
    Py_buffer b[BUFFERS] = { 0 };
    unsigned lanes;
    int op, error = 0;

    (void)self;
    if (!PyArg_ParseTuple(args, "Iiy*w*", &lanes, &op, &b[0], &b[1]))
        return NULL;
    const uint64_t *ra = b[0].buf;
    uint64_t *rd = b[1].buf, defined;

    for (Py_ssize_t at = 0; at < b[0].len / (Py_ssize_t)sizeof *ra && error == 0; at += lanes)
        error = shfl_quad(lanes, (enum shfl_quad_op)op, ~UINT64_C(0), ra + at, rd + at, &defined);
    return result(error, b);
}

/* derivative(lanes, in_y, coarse, v, rd), of floats: 0, or -1 as shfl_quad_derivative */
static PyObject *derivative(PyObject *self, PyObject *args)
{
    Py_buffer b[BUFFERS] = { 0 };
    unsigned lanes;
    int in_y, coarse, error = 0;

    (void)self;
    if (!PyArg_ParseTuple(args, "Ippy*w*", &lanes, &in_y, &coarse, &b[0], &b[1]))
        return NULL;
    const float *v = b[0].buf;
    float *rd = b[1].buf;
    uint64_t defined;

    for (Py_ssize_t at = 0; at < b[0].len / (Py_ssize_t)sizeof *v && error == 0; at += lanes)
        error = shfl_quad_derivative(lanes, in_y, coarse, ~UINT64_C(0), v + at, rd + at, &defined);
    return result(error, b);
}

/* movmatrix(ra, rd), of 32 bits: 0 */
static PyObject *movmatrix(PyObject *self, PyObject *args)
{
    Py_buffer b[BUFFERS] = { 0 };

    (void)self;
    if (!PyArg_ParseTuple(args, "y*w*", &b[0], &b[1]))
        return NULL;
    const uint32_t *ra = b[0].buf;
    uint32_t *rd = b[1].buf;

    for (Py_ssize_t at = 0; at < b[0].len / (Py_ssize_t)sizeof *ra; at += 32)
        shfl_movmatrix(ra + at, rd + at);
    return result(0, b);
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
    struct answer_options o = { .warp = { .init = init, .let = let } };
    PyObject *inits, *lets, *reply = NULL;
    char why[READ_WHY_MAX], *json = NULL;
    size_t size = 0;

    (void)self;
    if (!PyArg_ParseTuple(args, "s(zzzzzzzzzzz)OO", &text, &o.lanes, &o.warp.active, &o.block, &o.gpu, &o.address,
                          &o.policy, &o.network, &o.vtype, &o.vl, &o.vstart, &o.vlen, &inits, &lets)
        || !strings(inits, init, &o.warp.inits) || !strings(lets, let, &o.warp.lets))
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
    { "explain", explain, METH_VARARGS, NULL },
    { "shuffle", shuffle, METH_VARARGS, NULL },
    { "cross_lane", cross_lane, METH_VARARGS, NULL },
    { "permute", permute, METH_VARARGS, NULL },
    { "vote", vote, METH_VARARGS, NULL },
    { "match", match, METH_VARARGS, NULL },
    { "redux", redux, METH_VARARGS, NULL },
    { "group_partition", group_partition, METH_VARARGS, NULL },
    { "group_shuffle", group_shuffle, METH_VARARGS, NULL },
    { "group_vote", group_vote, METH_VARARGS, NULL },
    { "group_match", group_match, METH_VARARGS, NULL },
    { "group_reduce", group_reduce, METH_VARARGS, NULL },
    { "barrier", barrier, METH_VARARGS, NULL },
    { "block_shuffle", block_shuffle, METH_VARARGS, NULL },
    { "quad", quad, METH_VARARGS, NULL },
    { "derivative", derivative, METH_VARARGS, NULL },
    { "movmatrix", movmatrix, METH_VARARGS, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef module = { PyModuleDef_HEAD_INIT, "_model", NULL, 0, methods, NULL, NULL, NULL, NULL };

PyMODINIT_FUNC PyInit__model(void);
PyMODINIT_FUNC PyInit__model(void) { return PyModule_Create(&module); }
