/* silicon_md - turn a recording into docs/silicon.md. No number is written down here: silicon_count has them
 * from the recorded answers.
 *
 * Usage: silicon_md RECORD PAGE
 */
#include "silicon_count.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A number with its thousands set apart, in one of a few buffers taken in turn. */
static const char *number(uint64_t n)
{
    static char texts[16][32];
    static unsigned turn;
    char digits[24], *out = texts[turn++ % 16], *start = out;
    int length = snprintf(digits, sizeof digits, "%" PRIu64, n);

    for (int i = 0; i < length; i++) {
        *out++ = digits[i];
        if ((length - i) % 3 == 1 && i + 1 < length)
            *out++ = ',';
    }
    *out = '\0';
    return start;
}

static void page_head(FILE *f, const struct record_about *about)
{
    fprintf(f,
        "# What silicon does\n"
        "\n"
        "<!-- Made by silicon/silicon_md.c from the recording; `make cuda-record` makes both anew. -->\n"
        "\n"
        "The golden model was put next to the SHFL instruction of a real GPU. This page tells what was\n"
        "asked, where the documents about SHFL and the silicon part, what the documents leave open, and\n"
        "how fast the silicon is. Every number is counted from a recording of the GPU's answers, which\n"
        "the tests play back through model and RTL on machines that have no GPU.\n"
        "\n"
        "| | |\n"
        "| --- | --- |\n"
        "| GPU | %s, compute capability %s, %d multiprocessors |\n"
        "| driver | %s, knows CUDA %s |\n"
        "| built with | CUDA %s |\n"
        "| recorded | %s |\n"
        "| command | `%s` |\n"
        "\n",
        about->device.name, about->device.compute_capability, about->device.multiprocessors,
        about->device.driver, about->device.cuda_driver, about->device.cuda_runtime, about->date,
        about->command);
}

static void page_suites(FILE *f, struct record *record, const uint8_t *table)
{
    struct tally tally[RECORD_SUITES_MAX] = { { 0, 0, 0 } };
    uint32_t differ = 0, rd = 0, pu = 0, apart = 0;

    count_model(record, tally);
    fprintf(f,
        "## What was compared\n"
        "\n"
        "A point is one lane of one warp. Rd and Pu count where they are defined: Pu in every lane that\n"
        "executes (the intrinsics do not hand it out), Rd where the lane that is read executes, too.\n"
        "\n"
        "| suite | what was asked | points | Rd compared | Pu compared | points that differ |\n"
        "| --- | --- | ---: | ---: | ---: | ---: |\n");
    for (unsigned i = 0; i < silicon_suites_count; i++) {
        fprintf(f, "| `%s` | %s | %s | %s | %s | %s |\n", silicon_suites[i].name, silicon_suites[i].about,
                number(silicon_suite_points(&silicon_suites[i])), number(tally[i].rd), number(tally[i].pu),
                number(tally[i].differ));
        differ += tally[i].differ;
        rd += tally[i].rd;
        pu += tally[i].pu;
    }
    fprintf(f, "| all | | %s | %s | %s | **%s** |\n\n", number(silicon_points()), number(rd), number(pu),
            number(differ));

    static const char *const same[] = { "lanes", "garbage", "ones" };
    for (unsigned i = 0; i < 3; i++) {
        const uint8_t *answers = record_answers(record, silicon_suite_find(same[i]));
        for (uint32_t at = 0; at < silicon_suite_points(silicon_suite_find("uniform")); at++)
            apart += answers[at] != table[at];
    }
    fprintf(f,
        "Every point is mode, segment mask, clamp, index and lane: 4 x 32 x 32 x 32 x 32. The suites\n"
        "`lanes`, `garbage` and `ones` put the same points differently, and silicon answered %s of\n"
        "their %s points differently from `uniform`: lanes do not disturb each other, and Sb[31:5],\n"
        "Sc[7:5] and Sc[31:13] are ignored.\n"
        "\n",
        number(apart), number(3 * (uint64_t)silicon_suite_points(silicon_suite_find("uniform"))));
}

static void page_documents(FILE *f, struct record *record)
{
    struct spa spa;
    struct calls c;

    count_spa(record, &spa);
    count_calls(record, &c);
    fprintf(f,
        "## Where the documents disagree\n"
        "\n"
        "Each rule was tried as its document states it, on every recorded point that it speaks of.\n"
        "\n"
        "| document | what it says | points | wrong | what silicon does |\n"
        "| --- | --- | ---: | ---: | --- |\n");
    fprintf(f,
        "| SPA 5.0 SHFL page | UP: j is in range if it is not below min_lane | %s | **%s** | j is compared "
        "with max_lane, as the PTX ISA has it |\n",
        number(spa.up_points), number(spa.up_wrong));
    fprintf(f,
        "| SPA 5.0 SHFL page | IDX, DOWN, BFLY: max_lane is min_lane *plus* the clamp's low bits | %s | %s | "
        "the same; so is the PTX ISA's OR, as the two never share a bit |\n",
        number(spa.plus_points), number(spa.plus_wrong));
    fprintf(f,
        "| CUDA Handbook | `__shfl`: a srcLane outside 0..width-1 returns the own value | %s | **%s** | "
        "srcLane wraps within the segment |\n",
        number(c.idx_outside), number(c.idx_own_wrong));
    fprintf(f,
        "| a CUDA tutorial | `__shfl`: srcLane is taken modulo width | %s | %s | the same |\n",
        number(c.idx), number(c.idx_modulo_wrong));
    fprintf(f,
        "| CUDA Handbook | `__shfl_up`: the source lane is clamped to 0..width-1 | %s | **%s** | below the "
        "segment a lane keeps its own value |\n",
        number(c.up_near), number(c.up_clamped_wrong));
    fprintf(f,
        "| a CUDA tutorial | `__shfl_up`: the first delta lanes of a segment are unchanged | %s | %s | the "
        "same |\n",
        number(c.up_unchanged), number(c.up_unchanged_wrong));
    fprintf(f,
        "| CDNA shuffle snippet | `__shfl_down` of NVIDIA: lanes that would read past the segment are "
        "unchanged | %s | %s | the same |\n",
        number(c.down_beyond), number(c.down_beyond_wrong));
    fprintf(f,
        "| CDNA shuffle snippet | its own `shfl_down` of 32 lanes, which rotates instead | %s | **%s** | no "
        "rotation |\n",
        number(c.down_beyond_32), number(c.down_rotated_wrong));
    fprintf(f,
        "| CUDA Handbook | data are exchanged within a segment only (`__shfl_xor`) | %s | **%s** | a "
        "laneMask of width or more reaches the segments below, never those above |\n",
        number(c.xor_calls), number(c.xor_lower + c.xor_higher));
    fprintf(f,
        "\n"
        "- The SPA page expects UP's clamp to be 0. Of the %s points where its rule fails, %s have no\n"
        "  clamp bit inside the segment: with the clamp it expects, page and silicon agree.\n"
        "- The page names the segment masks 00000, 10000 and 11000. The other ones, holes and all, make up\n"
        "  %s of the points and obey the same formula.\n"
        "- A srcLane outside the width is in range: Pu was false at %s of the %s such points.\n"
        "- \"Modulo\" is the mathematical one. At %s of the points the remainder of C's `%%` is\n"
        "  negative and names no lane.\n"
        "- `__shfl_xor` answered from a segment below at %s points and from one above at %s.\n"
        "\n",
        number(spa.up_wrong), number(spa.up_wrong_clamp_zero), number(spa.other_masks_points),
        number(c.idx_pu_false), number(c.idx_pu_outside), number(c.idx_negative_remainder),
        number(c.xor_lower), number(c.xor_higher));
    fprintf(f,
        "Only the low five bits of a delta count. A delta above 31 (a negative one is a huge unsigned\n"
        "number) was passed to `__shfl_up_sync` and `__shfl_down_sync` at %s points. Plain arithmetic\n"
        "would leave the segment and so return the own value: wrong at **%s** points. With delta modulo\n"
        "32 the rule is wrong at %s.\n"
        "\n",
        number(c.far_delta), number(c.far_delta_own_wrong), number(c.far_delta_low_wrong));
}

static void page_open(FILE *f, struct record *record)
{
    static const struct { const char *suite, *how; } kinds[] = {
        { "guard", "its guard is off" },
        { "branch", "it took the other side of a branch" },
        { "exit", "it has exited" },
        { "members", "it shuffles on the other side of a branch, under a member mask of its own" },
    };
    const struct silicon_suite *widths = silicon_suite_find("width");
    struct tally tally[RECORD_SUITES_MAX] = { { 0, 0, 0 } };
    uint32_t pu = 0, pu_differ = 0, illegal = 0;
    struct vector v;

    count_model(record, tally);
    fprintf(f,
        "## What the contract leaves open\n"
        "\n"
        "A lane that reads an inactive lane gets an UNPREDICTABLE Rd. What this GPU put there is an\n"
        "observation: nothing in model or RTL rests on it, and another GPU may do something else.\n"
        "\n"
        "| the lane that is read is inactive: | points | Rd = 0 | the reader's own word | the inactive "
        "lane's word | other |\n"
        "| --- | ---: | ---: | ---: | ---: | ---: |\n");
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const struct silicon_suite *suite = silicon_suite_find(kinds[i].suite);
        struct open_source seen;

        count_open_source(record, suite, &seen);
        fprintf(f, "| %s (`%s`) | %s | %s | %s | %s | %s |\n", kinds[i].how, suite->name,
                number(seen.points), number(seen.zero), number(seen.own), number(seen.source),
                number(seen.other));
        pu += tally[suite - silicon_suites].pu;
        pu_differ += tally[suite - silicon_suites].differ;
    }
    for (uint32_t warp = 0; warp < widths->warps; warp++) {
        widths->make(warp, &v);
        if (v.width < 1 || v.width > 32 || (v.width & (v.width - 1)))
            illegal += VECTOR_LANES;
    }
    fprintf(f,
        "\n"
        "- Pu is defined all the same. These suites compared it at %s points, with %s differences in Rd\n"
        "  or Pu: it is the range check's answer, whether the lane that is read executes or not.\n"
        "- Lanes that do not execute wrote neither Rd nor Pu; each was seen to keep what it held before.\n"
        "- CUDA allows the powers of two from 1 to 32 as a width. Sc made from another one (the rest of 0 to\n"
        "  33, 64 and -1 were tried, %s points) is no error: its segment mask counts, as in `uniform`.\n"
        "- PTX has a guard on shfl.sync, but the assembler of CUDA 13.0 turns it into a branch around the\n"
        "  instruction, and an immediate 0 into the zero register RZ. So the guard bits of the machine\n"
        "  word, and a 0 in its immediate fields, are beyond the reach of this comparison.\n"
        "\n",
        number(pu), number(pu_differ), number(illegal));
}

static const struct device_figure *find_bench(const struct record_about *about, const char *what,
                                      const char *mode, const char *form)
{
    char name[64];

    snprintf(name, sizeof name, "%s.%s.%s", what, mode, form);
    for (unsigned i = 0; i < about->benches; i++)
        if (strcmp(about->bench[i].name, name) == 0)
            return &about->bench[i];
    return NULL;
}

static void cell(FILE *f, const struct device_figure *b, int digits)
{
    if (b == NULL)
        fprintf(f, " - |");
    else
        fprintf(f, " %.*f (%.*f..%.*f) |", digits, b->median, digits, b->least, digits, b->most);
}

static void row(FILE *f, const struct record_about *about, const char *label, const char *mode,
                const char *form)
{
    fprintf(f, "| %s |", label);
    cell(f, find_bench(about, "throughput", mode, form), 3);
    cell(f, find_bench(about, "latency", mode, form), 2);
    fprintf(f, "\n");
}

static void page_speed(FILE *f, const struct record_about *about)
{
    static const char *const mode[][2] = {
        { "idx", "IDX" }, { "up", "UP" }, { "down", "DOWN" }, { "bfly", "BFLY" }
    };
    static const char *const form[][2] = {
        { "imm-imm", "Sb and Sc immediate" }, { "reg-imm", "Sc immediate" },
        { "imm-reg", "Sb immediate" }, { "reg-reg", "Sb and Sc registers" }
    };
    const struct device_figure *shuffle = find_bench(about, "latency", "bfly", "imm-imm");
    const struct device_figure *load = find_bench(about, "latency", "shared", "load");
    const struct device_figure *exchange = find_bench(about, "latency", "shared", "exchange");
    const struct device_figure *registers = find_bench(about, "latency", "bfly", "reg-reg");
    const struct device_figure *rate = find_bench(about, "throughput", "bfly", "imm-imm");
    const struct device_figure *registers_rate = find_bench(about, "throughput", "bfly", "reg-reg");
    char label[64];

    fprintf(f,
        "## How fast\n"
        "\n"
        "Throughput is in warps per clock and multiprocessor, with 32 warps on each of the GPU's %d\n"
        "multiprocessors and eight independent shuffles in each warp; times 32 it is lanes per clock.\n"
        "Latency is in clocks, of one warp alone and a chain in which every shuffle reads the result of\n"
        "the one before through Ra. Median (least..most) of 25 runs; `make cuda-bench` repeats it. The\n"
        "machine code was checked to hold as many SHFL as the figures count.\n"
        "\n"
        "| | throughput | latency |\n"
        "| --- | ---: | ---: |\n",
        about->device.multiprocessors);
    for (unsigned m = 0; m < 4; m++)
        for (unsigned i = 0; i < 4; i++) {
            snprintf(label, sizeof label, "SHFL.%s, %s", mode[m][1], form[i][1]);
            row(f, about, label, mode[m][0], form[i][0]);
        }
    row(f, about, "SHFL.IDX, the chain through Sb", "idx", "through-sb");
    row(f, about, "exchange through shared memory: store, barrier of the warp, load", "shared",
        "exchange");
    row(f, about, "shared-memory load alone", "shared", "load");
    fprintf(f, "\n");
    if (shuffle != NULL && load != NULL && exchange != NULL)
        fprintf(f,
            "The CUDA Handbook gives SHFL the latency of shared memory. Here a BFLY with immediates takes\n"
            "%.2f times as long as a shared-memory load, and %.2f times as long as the exchange that it\n"
            "replaces.\n",
            shuffle->median / load->median, shuffle->median / exchange->median);
    if (shuffle != NULL && registers != NULL && rate != NULL && registers_rate != NULL)
        fprintf(f,
            "With both Sb and Sc in registers it takes %.1f clocks more, and its throughput is %.2f of\n"
            "that with immediates.\n",
            registers->median - shuffle->median, registers_rate->median / rate->median);
}

static int write_page(const char *path, struct record *record)
{
    const struct record_about *about = record_about(record);
    const uint8_t *table = record_answers(record, silicon_suite_find("uniform"));
    char temporary[4096];
    FILE *f = NULL;

    if ((size_t)snprintf(temporary, sizeof temporary, "%s.tmp", path) < sizeof temporary)
        f = fopen(temporary, "w");
    if (f == NULL) {
        fprintf(stderr, "silicon_md: %s: cannot be written: %s\n", path, strerror(errno));
        return 2;
    }
    page_head(f, about);
    page_suites(f, record, table);
    page_documents(f, record);
    page_open(f, record);
    page_speed(f, about);
    bool good = !ferror(f);
    good = fclose(f) == 0 && good && rename(temporary, path) == 0;
    if (!good) {
        fprintf(stderr, "silicon_md: %s: cannot be written: %s\n", path, strerror(errno));
        remove(temporary);
        return 2;
    }
    return 0;
}

int main(int argc, char **argv)
{
    static const char usage[] =
        "Usage: silicon_md RECORD PAGE\n"
        "Write the page PAGE (docs/silicon.md) about the recording RECORD (silicon/h200.rec.xz).\n";
    char err[RECORD_ERROR_MAX];

    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(usage, stdout);
        return 0;
    }
    if (argc != 3) {
        fprintf(stderr, "silicon_md: takes two arguments, not %d\n%s", argc - 1, usage);
        return 2;
    }
    struct record *record = record_open(argv[1], err);
    if (record == NULL) {
        fprintf(stderr, "silicon_md: %s\n", err);
        return 2;
    }
    int status = write_page(argv[2], record);
    record_close(record);
    return status;
}
