/* SPDX-License-Identifier: Apache-2.0 */
/* rtl - see rtl.h: the driver of all units. Ports lie as Verilator has them, the low bytes first. */
#include "rtl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct rtl_field rtl_shfl_in[] = { { "in_beat", RTL_BEAT, 0, 0 },
                                         { "in_tag", RTL_TAG, 0, 0 },
                                         RTL_FIELD("mode", RTL_VALUE, shfl_in, mode),
                                         RTL_FIELD("sb_is_imm", RTL_VALUE, shfl_in, sb_is_imm),
                                         RTL_FIELD("sc_is_imm", RTL_VALUE, shfl_in, sc_is_imm),
                                         RTL_FIELD("sb_imm", RTL_VALUE, shfl_in, sb_imm),
                                         RTL_FIELD("sc_imm", RTL_VALUE, shfl_in, sc_imm),
                                         RTL_FIELD("active", RTL_MASK, shfl_in, active),
                                         RTL_ARRAY("ra", RTL_LANES, shfl_in, ra),
                                         RTL_ARRAY("sb", RTL_LANES, shfl_in, sb),
                                         RTL_ARRAY("sc", RTL_LANES, shfl_in, sc),
                                         { NULL, RTL_VALUE, 0, 0 } };
const struct rtl_field rtl_out_fields[] = { RTL_ARRAY("rd", RTL_LANES, rtl_out, rd),
                                            RTL_FIELD("pu", RTL_VALUE, rtl_out, pu),
                                            RTL_FIELD("we", RTL_VALUE, rtl_out, we),
                                            RTL_FIELD("src_active", RTL_VALUE, rtl_out, src_active),
                                            RTL_FIELD("out_tag", RTL_VALUE, rtl_out, tag),
                                            RTL_FIELD("out_beat", RTL_VALUE, rtl_out, beat),
                                            RTL_FIELD("out_last", RTL_VALUE, rtl_out, last),
                                            RTL_FIELD("reserved", RTL_VALUE, rtl_out, reserved),
                                            { NULL, RTL_VALUE, 0, 0 } };

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

    if (!rtl)
        return NULL;
    rtl->ins = rtl->outs = 0;
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
        *(port->is_out ? &rtl->out[rtl->outs++] : &rtl->in[rtl->ins++]) = (struct rtl_pin){
            .port = rtl->port[i],
            .field = field,
            .bits = bits,
            .bytes = bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : bits <= 64 ? 8 : (bits + 31) / 32 * 4,
            .count = count,
            .width = bits / count,
        };
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

static uint64_t low(unsigned bits) { return bits < 64 ? (UINT64_C(1) << bits) - 1 : ~UINT64_C(0); }

static uint64_t load(const void *from, size_t size)
{
    uint64_t value = 0;

    switch (size) {
    case 1: return *(const uint8_t *)from;
    case 4: memcpy(&value, from, 4); return value;
    case 8: memcpy(&value, from, 8); return value;
    default: memcpy(&value, from, size); return value;
    }
}

static void store(const struct rtl_pin *pin, uint64_t value)
{
    value &= low(pin->bits);
    switch (pin->bytes) {
    case 1: *(uint8_t *)pin->port = (uint8_t)value; break;
    case 2: memcpy(pin->port, &value, 2); break;
    case 4: memcpy(pin->port, &value, 4); break;
    default: memcpy(pin->port, &value, 8);
    }
}

/* Elements side by side, the first lowest: of each the bits from shift on. */
static void pack(const struct rtl_pin *pin, const uint8_t *from, unsigned shift)
{
    const unsigned width = pin->width, count = pin->count;
    const size_t size = pin->field->size;
    uint32_t word[SHFL_LANES_MAX * 2 + 1];

    if (size * 8 == width && shift == 0) {
        memcpy(pin->port, from, count * size);
        return;
    }
    if (width == 32 && size == 8 && shift == 0) {
        const uint64_t *value = (const void *)from;

        for (unsigned k = 0; k < count; k++)
            word[k] = (uint32_t)value[k];
        memcpy(pin->port, word, count * sizeof *word);
        return;
    }
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
    const size_t size = pin->field->size;
    uint32_t word[SHFL_LANES_MAX * SHFL_LANES_MAX / 32 + 2];

    if (size * 8 == width) {
        memcpy(to, pin->port, count * size);
        return;
    }
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

static void put(const struct rtl_pin *pin, const uint8_t *from, unsigned first, unsigned beat, uint32_t tag)
{
    const struct rtl_field *field = pin->field;

    switch (field->form) {
    case RTL_VALUE: store(pin, load(from + field->at, field->size)); break;
    case RTL_MASK: store(pin, load(from + field->at, 8) >> first); break;
    case RTL_LANES: pack(pin, from + field->at + first * field->size, 0); break;
    case RTL_SLICE: pack(pin, from + field->at, beat * pin->width); break;
    case RTL_BYTES: memcpy(pin->port, from + field->at, pin->bits / 8); break;
    case RTL_BEAT: store(pin, beat); break;
    case RTL_TAG: store(pin, tag); break;
    }
}

void rtl_drive(const struct rtl_build *build, struct rtl *rtl, const void *in, unsigned beat, uint32_t tag)
{
    const unsigned first = build->isa == RTL_MATCH ? 0 : beat * build->ways; /* all lanes are in a slice */

    for (unsigned i = 0; i < rtl->ins; i++)
        put(&rtl->in[i], in, first, beat, tag);
}

void rtl_get(const struct rtl *rtl, void *out)
{
    for (unsigned i = 0; i < rtl->outs; i++) {
        const struct rtl_pin *pin = &rtl->out[i];
        uint8_t *const to = (uint8_t *)out + pin->field->at;

        if (pin->field->form == RTL_LANES)
            unpack(pin, to);
        else
            memcpy(to, pin->port, pin->bytes < pin->field->size ? pin->bytes : pin->field->size);
    }
}

void rtl_put_out(struct rtl *rtl, const void *out)
{
    for (unsigned i = 0; i < rtl->outs; i++)
        put(&rtl->out[i], out, 0, 0, 0);
}
