/* SPDX-License-Identifier: Apache-2.0
 * ptx - see intrinsic.h: shfl and shfl.sync of PTX. */
#include "intrinsic.h"
#include "word.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char shape[] = "shfl.sync.up.b32 d|p, a, b, c, membermask;";

struct ptx {
    const char *at;
    char *why;
};

/* Is this what comes next? If so, it is passed over. */
static bool pass(struct ptx *p, const char *what)
{
    p->at += strspn(p->at, " \t\r\n");
    if (strncmp(p->at, what, strlen(what)) != 0)
        return false;
    p->at += strlen(what);
    return true;
}

static bool take(struct ptx *p, const char *what)
{
    if (pass(p, what))
        return true;
    snprintf(p->why, 240, "'%.40s': expected '%s', as in '%s'", p->at, what, shape);
    return false;
}

/* A register's name. */
static bool take_name(struct ptx *p)
{
    const char *from = p->at += strspn(p->at, " \t\r\n");

    if (!isdigit((unsigned char)*p->at))
        while (isalnum((unsigned char)*p->at) || (*p->at != '\0' && strchr("%_$", *p->at)))
            p->at++;
    if (p->at == from)
        snprintf(p->why, 240, "'%.40s': expected a register or a number, as in '%s'", p->at, shape);
    return p->at > from;
}

/* A register's name, or a number. */
static bool take_operand(struct ptx *p, bool *is_number, uint32_t *number)
{
    const char *end = word_scan(p->at += strspn(p->at, " \t\r\n"), number);

    *is_number = end != NULL;
    if (end == NULL)
        return take_name(p);
    p->at = end + strspn(end, "U");
    return true;
}

/* "0x1f", or the register */
static void operand(char text[8], bool is_number, uint32_t number, const char *name)
{
    if (is_number)
        snprintf(text, 8, "0x%x", number & 0x1fff);
    else
        snprintf(text, 8, "%s", name);
}

bool ptx_parse(const char *text, struct intrinsic *intrinsic, char why[240])
{
    struct ptx p = { text, why };
    const char *guard = "", *pu = "PT";
    bool is_number, b_known, c_known, sync;
    uint32_t number, b = 0, c = 0, mask = 0;
    unsigned mode = 0;
    char name[8], sb[8], sc[8];

    memset(intrinsic, 0, sizeof *intrinsic);
    if (pass(&p, "@")) {
        guard = pass(&p, "!") ? "@!P1 " : "@P1 ";
        if (!take_name(&p))
            return false;
    }
    if (!take(&p, "shfl"))
        return false;
    sync = pass(&p, ".sync");
    for (; mode < SHFL_MODES; mode++) {
        snprintf(name, sizeof name, ".%s", shfl_mode_name[mode]);
        for (char *letter = name; *letter != '\0'; letter++)
            *letter = (char)tolower((unsigned char)*letter);
        if (pass(&p, name))
            break;
    }
    if (mode == SHFL_MODES) {
        snprintf(why, 240, "'%.40s': expected .up, .down, .bfly or .idx, as in '%s'", p.at, shape);
        return false;
    }
    if (!take(&p, ".b32") || !take_name(&p))
        return false;
    if (pass(&p, "|")) {
        pu = "P0";
        if (!take_name(&p))
            return false;
    }
    if (!take(&p, ",") || !take_operand(&p, &is_number, &number) || !take(&p, ",") || !take_operand(&p, &b_known, &b)
        || !take(&p, ",") || !take_operand(&p, &c_known, &c))
        return false;
    if (sync && (!take(&p, ",") || !take_operand(&p, &intrinsic->has_mask, &mask)))
        return false;
    pass(&p, ";");
    if (*(p.at += strspn(p.at, " \t\r\n")) != '\0') {
        snprintf(why, 240, "'%.40s': expected nothing more, as in '%s'", p.at, shape);
        return false;
    }
    intrinsic->mask = mask;
    operand(sb, b_known, b & 31, "Rb");
    operand(sc, c_known, c, "Rc");
    snprintf(intrinsic->sass, sizeof intrinsic->sass, "%sSHFL.%s %s, Rd, Ra, %s, %s", guard, shfl_mode_name[mode], pu,
             sb, sc);
    if ((b_known && b > 31) || (c_known && (c & ~UINT32_C(0x1f1f)) != 0))
        snprintf(intrinsic->note, sizeof intrinsic->note,
                 "of b only the low five bits count, of c the bits 4:0 and 12:8: %s and %s", sb, sc);
    else if (!sync)
        snprintf(intrinsic->note, sizeof intrinsic->note,
                 "shfl without .sync is gone from sm_70 on: use shfl.sync, with a mask");
    return true;
}
