/* SPDX-License-Identifier: Apache-2.0 */
/* rtl - see rtl.h: the driver of all units. Ports lie as Verilator has them, the low bytes first. */
#include "rtl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define IN(name) RTL_FIELD(#name, RTL_VALUE, shfl_in, name)
#define ACTIVE RTL_FIELD("active", RTL_MASK, shfl_in, active)
#define LANES(name) RTL_ARRAY(#name, RTL_LANES, shfl_in, name)
const struct rtl_field rtl_shfl_in[] = { RTL_OF_BEAT, IN(mode),  IN(sb_is_imm), IN(sc_is_imm), IN(sb_imm), IN(sc_imm),
                                         ACTIVE,      LANES(ra), LANES(sb),     LANES(sc),     RTL_END };
const struct rtl_field rtl_out_fields[] = { RTL_ARRAY("rd", RTL_LANES, rtl_out, rd),
                                            RTL_FIELD("pu", RTL_VALUE, rtl_out, pu),
                                            RTL_FIELD("we", RTL_VALUE, rtl_out, we),
                                            RTL_FIELD("src_active", RTL_VALUE, rtl_out, src_active),
                                            RTL_FIELD("out_tag", RTL_VALUE, rtl_out, tag),
                                            RTL_FIELD("out_beat", RTL_VALUE, rtl_out, beat),
                                            RTL_FIELD("out_last", RTL_VALUE, rtl_out, last),
                                            RTL_FIELD("reserved", RTL_VALUE, rtl_out, reserved),
                                            RTL_END };

static uint64_t low(unsigned bits) { return bits < 64 ? (UINT64_C(1) << bits) - 1 : ~UINT64_C(0); }

/* What settle and edge drive. */
static bool is_handshake(const char *name)
{
    static const char *const pins[] = { "clk", "rst", "in_valid", "in_last", "out_ready" };

    for (size_t i = 0; i < sizeof pins / sizeof *pins; i++)
        if (strcmp(pins[i], name) == 0)
            return true;
    return false;
}

static const struct rtl_field *field_of(const struct rtl_field fields[], const char *port)
{
    while (fields->port && strcmp(fields->port, port) != 0)
        fields++;
    return fields->port ? fields : NULL;
}

/* Elements in a port. Of a result that beats gather, one for all lanes is as wide as the port. */
static unsigned elements(const struct rtl_build *build, const struct rtl_port *port)
{
    if (!port->is_out || !build->gathers)
        return build->ways;
    return build->isa == RTL_MATCH ? build->unit.lanes : 1;
}

struct rtl *rtl_open(const struct rtl_build *build, const struct rtl_field in[], const struct rtl_field out[])
{
    struct rtl *rtl = build->open();

    rtl->ins = rtl->outs = rtl->arrays = 0;
    for (unsigned i = 0; build->port[i].name; i++) {
        const struct rtl_port *port = &build->port[i];
        const struct rtl_field *field = field_of(port->is_out ? out : in, port->name);
        const unsigned bits = port->bits, count = elements(build, port);

        if (!field && !port->is_out && !is_handshake(port->name)) {
            fprintf(stderr, "%s: nothing drives %s\n", build->name, port->name);
            abort();
        }
        if (!field)
            continue;
        const unsigned width = bits / count;
        const bool alike = field->size * 8 == width && bits % 32 == 0, halves = width == 32 && field->size == 8;

        *(port->is_out ? &rtl->out[rtl->outs++] : &rtl->in[rtl->ins++]) = (struct rtl_pin){
            .port = rtl->port[i],
            .name = port->name,
            .form = field->form,
            .at = field->at,
            .size = field->size,
            .bits = bits,
            .bytes = bits <= 8  ? 1
                   : bits <= 16 ? 2
                   : bits <= 32 ? 4
                   : bits <= 64 ? 8
                                : (bits + 31) / 32 * 4,
            .mask = low(bits),
            .count = count,
            .width = width,
            .lies = alike               ? RTL_ALIKE
                  : halves && count > 1 ? RTL_HALVES
                                        : RTL_PACKED,
        };
    }
    for (unsigned i = 0; i < rtl->outs; i++)
        if (rtl->out[i].form == RTL_LANES) {
            const struct rtl_pin array = rtl->out[i];

            rtl->out[i] = rtl->out[rtl->arrays];
            rtl->out[rtl->arrays++] = array;
        }
    return rtl;
}

bool rtl_has(const struct rtl_build *build, const char *name)
{
    for (const struct rtl_port *port = build->port; port->name; port++)
        if (strcmp(port->name, name) == 0)
            return true;
    return false;
}

static uint64_t load(const void *from, size_t size)
{
    return size == 1 ? *(const uint8_t *)from
         : size == 2 ? *(const uint16_t *)from
         : size == 4 ? *(const uint32_t *)from
                     : *(const uint64_t *)from;
}

static void store(void *to, size_t size, uint64_t value)
{
    switch (size) {
    case 1: *(uint8_t *)to = (uint8_t)value; break;
    case 2: *(uint16_t *)to = (uint16_t)value; break;
    case 4: *(uint32_t *)to = (uint32_t)value; break;
    default: *(uint64_t *)to = value;
    }
}

static void put_value(const struct rtl_pin *pin, uint64_t value) { store(pin->port, pin->bytes, value & pin->mask); }

/* Elements side by side, the first lowest: of each the bits from shift on. */
static void pack(const struct rtl_pin *pin, const uint8_t *from, unsigned shift)
{
    const unsigned width = pin->width, count = pin->count;
    const size_t size = pin->size;
    uint32_t word[SHFL_LANES_MAX * 2 + 1];

    memset(word, 0, pin->bytes);
    for (unsigned k = 0; k < count; k++) {
        const uint64_t value = load(from + k * size, size) >> shift & low(width);

        for (unsigned done = 0; done < width;) {
            const unsigned bit = k * width + done;

            word[bit / 32] |= (uint32_t)(value >> done) << bit % 32;
            done += 32 - bit % 32;
        }
    }
    memcpy(pin->port, word, pin->bytes);
}

static void unpack(const struct rtl_pin *pin, uint8_t *to)
{
    const unsigned width = pin->width, count = pin->count;
    const size_t size = pin->size;
    uint32_t word[SHFL_LANES_MAX * SHFL_LANES_MAX / 32 + 2];

    memcpy(word, pin->port, pin->bytes);
    for (unsigned k = 0; k < count; k++) {
        uint64_t value = 0;

        for (unsigned done = 0; done < width;) {
            const unsigned bit = k * width + done;

            value |= (uint64_t)(word[bit / 32] >> bit % 32) << done;
            done += 32 - bit % 32;
        }
        value &= low(width);
        memcpy(to + k * size, &value, size);
    }
}

/* The usual ways to lie: elements as wide as they are in the struct, and 64 bits of which the port has 32. */
static void put_lanes(const struct rtl_pin *pin, const uint8_t *from)
{
    const unsigned count = pin->count;

    if (pin->lies == RTL_ALIKE) {
        memcpy(pin->port, from, pin->bytes);
    } else if (pin->lies == RTL_HALVES) {
        uint32_t *restrict to = pin->port;
        const uint64_t *restrict value = (const void *)from;

        for (unsigned k = 0; k < count; k++)
            to[k] = (uint32_t)value[k];
    } else {
        pack(pin, from, 0);
    }
}

static void get_lanes(const struct rtl_pin *pin, uint8_t *to)
{
    const unsigned count = pin->count;

    if (pin->lies == RTL_ALIKE) {
        memcpy(to, pin->port, pin->bytes);
    } else if (pin->lies == RTL_HALVES) {
        const uint32_t *restrict from = pin->port;
        uint64_t *restrict value = (void *)to;

        for (unsigned k = 0; k < count; k++)
            value[k] = from[k];
    } else {
        unpack(pin, to);
    }
}

static void put(const struct rtl_pin *pin, const uint8_t *from, unsigned first, unsigned beat, uint32_t tag)
{
    from += pin->at;
    switch (pin->form) {
    case RTL_VALUE: put_value(pin, load(from, pin->size)); break;
    case RTL_LANES: put_lanes(pin, from + first * pin->size); break;
    case RTL_MASK: put_value(pin, load(from, 8) >> first); break;
    case RTL_SLICE: pack(pin, from, beat * pin->width); break;
    case RTL_BYTES: memcpy(pin->port, from, pin->bits / 8); break;
    case RTL_BEAT: put_value(pin, beat); break;
    case RTL_TAG: put_value(pin, tag); break;
    }
}

void rtl_drive(const struct rtl_build *build, struct rtl *rtl, const void *in, unsigned beat, uint32_t tag)
{
    const unsigned first = build->isa == RTL_MATCH ? 0 : beat * build->ways; /* all lanes are in a slice */

    for (const struct rtl_pin *pin = rtl->in; pin < rtl->in + rtl->ins; pin++)
        put(pin, in, first, beat, tag);
}

void rtl_get(const struct rtl *rtl, void *out)
{
    rtl_get_arrays(rtl, out);
    rtl_get_rest(rtl, out);
}

void rtl_get_arrays(const struct rtl *rtl, void *out)
{
    for (const struct rtl_pin *pin = rtl->out; pin < rtl->out + rtl->arrays; pin++)
        get_lanes(pin, (uint8_t *)out + pin->at);
}

void rtl_get_rest(const struct rtl *rtl, void *out)
{
    for (const struct rtl_pin *pin = rtl->out + rtl->arrays; pin < rtl->out + rtl->outs; pin++)
        store((uint8_t *)out + pin->at, pin->size, load(pin->port, pin->bytes));
}

bool rtl_shows(const struct rtl *rtl, const uint64_t element[])
{
    const struct rtl_pin *const pin = rtl->out;
    uint64_t got[SHFL_LANES_MAX];

    if (rtl->arrays != 1 || pin->size != sizeof *element)
        return false;
    if (pin->lies == RTL_HALVES) {
        const uint32_t *const shown = pin->port;
        uint64_t differ = 0;

        for (unsigned k = 0; k < pin->count; k++)
            differ |= shown[k] ^ element[k];
        return differ == 0;
    }
    if (pin->lies == RTL_ALIKE)
        return memcmp(pin->port, element, pin->bytes) == 0;
    unpack(pin, (uint8_t *)got);
    return memcmp(got, element, pin->count * sizeof *got) == 0;
}

void rtl_put_out(struct rtl *rtl, const void *out)
{
    for (unsigned i = 0; i < rtl->outs; i++)
        put(&rtl->out[i], out, 0, 0, 0);
}
