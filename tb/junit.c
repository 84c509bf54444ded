/* junit - see junit.h */
#include "junit.h"

#include <inttypes.h>

static void escaped(FILE *f, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '<': fputs("&lt;", f); break;
        case '>': fputs("&gt;", f); break;
        case '&': fputs("&amp;", f); break;
        case '"': fputs("&quot;", f); break;
        default: fputc(*text, f);
        }
}

void junit_write(FILE *f, uint64_t seed, const struct task task[], unsigned tasks,
                 const struct task_result result[])
{
    unsigned failed = 0;

    for (unsigned i = 0; i < tasks; i++)
        failed += !result[i].passed;
    fprintf(f, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    fprintf(f, "<testsuites name=\"openshfl\" tests=\"%u\" failures=\"%u\">\n", tasks, failed);
    for (unsigned i = 0, end; i < tasks; i = end) {
        double seconds = 0;

        for (end = i, failed = 0; end < tasks && task[end].build == task[i].build; end++) {
            failed += !result[end].passed;
            seconds += result[end].seconds;
        }
        fprintf(f, "  <testsuite name=\"%s\" tests=\"%u\" failures=\"%u\" time=\"%.3f\">\n",
                task[i].build->name, end - i, failed, seconds);
        fprintf(f, "    <properties><property name=\"seed\" value=\"%" PRIu64 "\"/></properties>\n", seed);
        for (unsigned k = i; k < end; k++) {
            fprintf(f, "    <testcase classname=\"%s\" name=\"%s\" time=\"%.3f\"", task[k].build->name,
                    task[k].suite->name, result[k].seconds);
            if (result[k].passed) {
                fprintf(f, "/>\n");
                continue;
            }
            fprintf(f, ">\n      <failure message=\"mismatch\">");
            escaped(f, result[k].text ? result[k].text : "");
            fprintf(f, "</failure>\n    </testcase>\n");
        }
        fprintf(f, "  </testsuite>\n");
    }
    fprintf(f, "</testsuites>\n");
}
