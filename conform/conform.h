/* SPDX-License-Identifier: Apache-2.0 */
/* conform - the command openshfl conform: is a unit right, and if not, where and why not. docs/use/conformance.md */
#ifndef CONFORM_H
#define CONFORM_H

void conform(int argc, char **argv);

#endif
