/* SPDX-License-Identifier: Apache-2.0 */
/* rtl - the Verilated unit behind a C interface.
 *
 * A build is one setting of the RTL's parameters, Verilated and compiled. A probed build can trace, and of shfl has
 * windows into the stages; a bare one has neither and is faster. The clock cycle of a unit is
 *
 *     rtl_drive, settle, (rtl_out), edge
 *
 * where settle lets the inputs reach the outputs while the clock is low, and edge is the rising edge.
 *
 * A build has the list of its ports. A table of fields says which port carries which member of a struct, by name, so
 * that all units have this one driver.
 */
#ifndef RTL_H
#define RTL_H

#include <stddef.h>

#include "model/shfl_amd.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RTL_TAG_W 16
#define RTL_TIME(cycle) (10 * (cycle)) /* in traces */
#define RTL_PORTS_MAX 40

/* The handshake and reset pins in one clock cycle. */
struct rtl_pins {
    bool rst, in_valid, in_last, out_ready; /* in: what the outside drives; in_last: of a unit that has it */
    bool in_ready, out_valid;               /* out: what the unit drives */
};

/* The data on the output, meaningful with out_valid. Elements and bits: lanes; of a unit that gives beats, those of the
 * beat, from 0 on. What a unit has no port for is 0. */
struct rtl_out {
    uint64_t rd[SHFL_LANES_MAX];
    uint64_t pu, we, src_active;
    uint32_t tag;
    uint8_t beat;
    bool last, reserved;
};

/* How a member of a struct lies in a port. */
enum rtl_form {
    RTL_VALUE, /* an integer */
    RTL_MASK,  /* 64 bits, a bit per lane: those of the beat */
    RTL_LANES, /* an array, an element per lane: those of the beat, as wide as the port has room for each */
    RTL_SLICE, /* the same of all lanes, and of each the bits of this slice */
    RTL_BYTES, /* as it lies in memory */
    RTL_BEAT,  /* no member: the number of the beat */
    RTL_TAG    /* no member: the tag */
};

struct rtl_field {
    const char *port; /* NULL ends a table */
    enum rtl_form form;
    size_t at, size; /* the member, or an element of it */
};
#define RTL_FIELD(port, form, type, member) \
    { port, form, offsetof(struct type, member), sizeof(((struct type *)0)->member) }
#define RTL_ARRAY(port, form, type, member) \
    { port, form, offsetof(struct type, member), sizeof(((struct type *)0)->member[0]) }

#define RTL_OF_BEAT { "in_beat", RTL_BEAT, 0, 0 }, { "in_tag", RTL_TAG, 0, 0 } /* the rows without a member */
#define RTL_END { NULL, RTL_VALUE, 0, 0 }

struct rtl_port {
    const char *name;
    unsigned bits;
    bool is_out;
};

/* A port of one unit with its field. */
struct rtl_pin {
    void *port;
    uint64_t mask; /* the bits of it, up to 64 */
    enum rtl_form form;
    unsigned bytes;                                  /* of the port */
    size_t at, size;                                 /* the member, or an element of it */
    unsigned count, width;                           /* elements, and the bits of each */
    enum { RTL_PACKED, RTL_ALIKE, RTL_HALVES } lies; /* alike: as in the struct; halves: 32 of 64 bits */
    unsigned bits;
    const char *name;
};

/* One unit. */
struct rtl {
    void *port[RTL_PORTS_MAX]; /* as the build's list has them */
    struct rtl_pin in[RTL_PORTS_MAX], out[RTL_PORTS_MAX];
    unsigned ins, outs;
    unsigned arrays; /* outputs that are arrays come first */
};

enum rtl_isa {
    RTL_SHFL,
    RTL_AMD,
    RTL_AMD_FRONT,
    RTL_VOTE,
    RTL_AND_VOTE,
    RTL_MATCH,
    RTL_REDUX,
    RTL_RVV,
    RTL_BARRIER,
    RTL_ISAS
};

struct rtl_build {
    const char *name;            /* see tb/settings.py */
    const char *given;           /* make's variables for RTL that is not the repository's, or "" */
    const char *top;             /* the module */
    const struct rtl_port *port; /* ended by name NULL */
    enum rtl_isa isa;
    struct shfl_unit unit; /* lanes of a warp, and POLICY, for the model; without a POLICY ZERO */
    unsigned w, depth, skid;
    unsigned ways;         /* lanes that come on one clock: of shfl LANES */
    bool banked, block;    /* beats in, beats out; with block RAM */
    bool gathers;          /* beats or slices in, one result out */
    unsigned network;      /* words of a multiplexer of the network's first rank; 0: crossbar */
    bool selects;          /* SELECTS of a network */
    bool elastic;          /* bubbles close between its parts */
    enum shfl_amd_gen gen; /* of AMD's */
    bool permute;          /* AMD's with ds_permute */
    bool elect, all;       /* ELECT of a vote; MATCH.ALL */
    unsigned slice;        /* bits of a slice of match */
    unsigned regs;         /* registers of a group that a RISC-V unit takes in beats */
    bool ones;             /* RISC-V's agnostic elements become ones */
    unsigned most, elen;   /* registers of a group, and bits of an element of RISC-V's, at most */
    bool compress, gather; /* vcompress; RISC-V's gathers with indices */
    unsigned warps, slots; /* of a block, most; barriers at once */

    struct rtl *(*open)(void); /* a unit in an unknown state: reset it */
    void (*close)(struct rtl *);
    void (*settle)(struct rtl *, struct rtl_pins *);
    void (*edge)(struct rtl *);

    /* Trace to path, as VCD if it ends in .vcd, otherwise as FST; NULL ends it. Settling in the clock cycle
     * c since open, from 0 on, is at time RTL_TIME(c), and the rising edge half of RTL_TIME(1) later. Returns false if the
     * trace that it ended is not whole, as when the disk is full. NULL in a bare build. */
    bool (*trace)(struct rtl *, const char *path);
};

/* Open a unit, and bind its ports to the fields of two tables. Each input but the handshake's has to have a field. */
struct rtl *rtl_open(const struct rtl_build *build, const struct rtl_field in[], const struct rtl_field out[]);

/* The struct's members to the inputs, of this beat or slice. */
void rtl_drive(const struct rtl_build *build, struct rtl *rtl, const void *in, unsigned beat, uint32_t tag);

/* The outputs to the struct's members: all; the arrays; the others. */
void rtl_get(const struct rtl *rtl, void *out);
void rtl_get_arrays(const struct rtl *rtl, void *out);
void rtl_get_rest(const struct rtl *rtl, void *out);

/* Has the one array at the outputs these elements? Also false if there is no such array, of 64-bit members. */
bool rtl_shows(const struct rtl *rtl, const uint64_t element[]);

/* The same backwards: members to where the outputs are, as the unit would have them. */
void rtl_put_out(struct rtl *rtl, const void *out);

/* Has it a port of this name? */
bool rtl_has(const struct rtl_build *build, const char *port);

/* The fields of a unit for SHFL: of struct shfl_in, and of struct rtl_out, which all units have. */
extern const struct rtl_field rtl_shfl_in[], rtl_out_fields[];

/* All builds in this program, ended by NULL; the first is the default. Generated by the Makefile. */
extern const struct rtl_build *const rtl_probed[];
/* Likewise the bare builds, for speed. */
extern const struct rtl_build *const rtl_bare[];

#ifdef __cplusplus
}
#endif
#endif
