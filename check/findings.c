/* SPDX-License-Identifier: Apache-2.0 */
/* findings - see findings.h */
#include "findings.h"
#include "lib/json.h"
#include "lib/output.h"

#include <string.h>

const char *const findings_formats[] = { "text", "json", "sarif", "github", NULL };

static const struct {
    const char *name, *level, *rule, *what;
} faults[PTX_FAULT_COUNT] = {
#define ROW(fault, ...) [PTX_##fault] = { __VA_ARGS__ },
    PTX_FAULTS(ROW)
#undef ROW
};

void findings_add(struct findings *f, const struct ptx_finding *one)
{
    for (unsigned k = 0; k < f->count; k++) {
        struct found *same = &f->found[k];

        if (same->of.fault == one->fault && same->of.at.line == one->at.line && same->of.other.line == one->other.line
            && strcmp(same->of.at.file, one->at.file) == 0) {
            same->count++;
            return;
        }
    }
    f->found = more_memory(f->found, (f->count + 1) * sizeof *f->found);
    f->found[f->count] = (struct found){ .of = *one, .kernel = f->kernel, .count = 1 };
    f->found[f->count++].of.text = text_copy(one->text, strlen(one->text));
    f->errors += strcmp(faults[one->fault].level, "note") != 0;
}

static const char *level(const struct found *one) { return one->is_doubted ? "note" : faults[one->of.fault].level; }

void findings_move(struct findings *f, struct findings *of_kernel)
{
    for (unsigned k = 0; k < of_kernel->count; k++) {
        const struct found *one = &of_kernel->found[k];
        struct ptx_finding of = one->of;
        const unsigned before = f->count;
        char text[PTX_WHY_MAX];

        snprintf(text, sizeof text, "%s%s", one->of.text,
                 one->is_doubted ? "; not so with other blocks or numbers: say them with --block and --arg" : "");
        of.text = text;
        findings_add(f, &of);
        if (f->count == before) /* another kernel has it, too */
            continue;
        f->found[before].count = one->count;
        f->found[before].is_doubted = one->is_doubted;
        f->errors -= one->is_doubted && strcmp(faults[of.fault].level, "note") != 0;
    }
    *of_kernel = (struct findings){ .count = 0 };
}

static void print_text(const struct findings *f, FILE *file)
{
    for (unsigned k = 0; k < f->count; k++) {
        const struct found *one = &f->found[k];

        const char *rule = faults[one->of.fault].rule;

        fprintf(file, "%s:%u", one->of.at.file, one->of.at.line);
        if (one->of.at.column)
            fprintf(file, ":%u", one->of.at.column);
        fprintf(file, ": %s: %s [%s%s%s]", level(one), one->of.text, faults[one->of.fault].name, rule ? ", CUDA " : "",
                rule ? rule : "");
        if (one->count > 1)
            fprintf(file, ", and %llu more", (unsigned long long)(one->count - 1));
        putc('\n', file);
        if (one->of.other.line)
            fprintf(file, "%s:%u: the access before\n", one->of.other.file, one->of.other.line);
    }
}

/* Of a workflow's command: %, CR and LF are written as %25, %0D and %0A. */
static void print_escaped(const char *text, FILE *file)
{
    for (; *text; text++)
        if (strchr("%\r\n", *text))
            fprintf(file, "%%%02X", (unsigned)*text);
        else
            putc(*text, file);
}

static void print_github(const struct findings *f, FILE *file)
{
    for (unsigned k = 0; k < f->count; k++) {
        const struct found *one = &f->found[k];
        const char *is = level(one);

        fprintf(file, "::%s file=", strcmp(is, "note") == 0 ? "notice" : is);
        print_escaped(one->of.at.file, file);
        fprintf(file, ",line=%u", one->of.at.line);
        if (one->of.at.column)
            fprintf(file, ",col=%u", one->of.at.column);
        fprintf(file, ",title=%s::", faults[one->of.fault].name);
        print_escaped(one->of.text, file);
        putc('\n', file);
    }
}

void findings_json(const struct findings *f, struct json *json)
{
    json_open_tall(json, "findings", '[');
    for (unsigned k = 0; k < f->count; k++) {
        const struct found *one = &f->found[k];

        json_open(json, NULL, '{');
        json_text(json, "name", faults[one->of.fault].name);
        json_text(json, "level", level(one));
        json_text(json, "rule", faults[one->of.fault].rule);
        json_text(json, "kernel", one->kernel);
        json_text(json, "file", one->of.at.file);
        json_number(json, "line", one->of.at.line);
        if (one->of.at.column)
            json_number(json, "column", one->of.at.column);
        if (one->of.other.line) {
            json_text(json, "other_file", one->of.other.file);
            json_number(json, "other_line", one->of.other.line);
        }
        json_text(json, "text", one->of.text);
        json_number(json, "count", one->count);
        json_close(json);
    }
    json_close(json);
    json_number(json, "errors", f->errors);
}

static void message(struct json *json, const char *key, const char *text)
{
    json_open(json, key, '{');
    json_text(json, "text", text);
    json_close(json);
}

static void location(struct json *json, const char *key, struct ptx_at at)
{
    json_open(json, key, '[');
    json_open(json, NULL, '{');
    json_open(json, "physicalLocation", '{');
    json_open(json, "artifactLocation", '{');
    json_text(json, "uri", at.file);
    json_close(json);
    json_open(json, "region", '{');
    json_number(json, "startLine", at.line ? at.line : 1);
    if (at.column)
        json_number(json, "startColumn", at.column);
    for (unsigned k = 0; k < 4; k++)
        json_close(json);
}

static void print_sarif(const struct findings *f, struct json *json)
{
    json_open_tall(json, NULL, '{');
    json_text(json, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json_text(json, "version", "2.1.0");
    json_open_tall(json, "runs", '[');
    json_open_tall(json, NULL, '{');
    json_open(json, "tool", '{');
    json_open(json, "driver", '{');
    json_text(json, "name", "openshfl");
    json_open_tall(json, "rules", '[');
    for (unsigned k = 1; k < PTX_FAULT_COUNT; k++) {
        if (k == PTX_OUT_OF_BUFFER) /* the same rule */
            continue;
        json_open(json, NULL, '{');
        json_text(json, "id", faults[k].name);
        message(json, "shortDescription", faults[k].what);
        json_close(json);
    }
    json_close(json);
    json_close(json);
    json_close(json);
    json_open_tall(json, "results", '[');
    for (unsigned k = 0; k < f->count; k++) {
        const struct found *one = &f->found[k];

        json_open(json, NULL, '{');
        json_text(json, "ruleId", faults[one->of.fault].name);
        json_text(json, "level", level(one));
        message(json, "message", one->of.text);
        location(json, "locations", one->of.at);
        if (one->of.other.line)
            location(json, "relatedLocations", (struct ptx_at){ one->of.other.file, one->of.other.line, 0 });
        json_close(json);
    }
    for (unsigned k = 0; k < 4; k++)
        json_close(json);
}

void findings_print(const struct findings *f, enum findings_format format, FILE *file)
{
    struct json json = { .file = file };

    switch (format) {
    case FINDINGS_TEXT: print_text(f, file); break;
    case FINDINGS_JSON:
        json_open_tall(&json, NULL, '{');
        findings_json(f, &json);
        json_close(&json);
        break;
    case FINDINGS_SARIF: print_sarif(f, &json); break;
    case FINDINGS_GITHUB: print_github(f, file); break;
    }
}
