/* junit - results as JUnit XML, the form that CI systems read. */
#ifndef JUNIT_H
#define JUNIT_H

#include <stdio.h>

#include "pool.h"

/* Write one testsuite per build, one testcase per suite. tasks of one build are adjacent. */
void junit_write(FILE *f, uint64_t seed, const struct task task[], unsigned tasks,
                 const struct task_result result[]);

#endif
