/* SPDX-License-Identifier: Apache-2.0 */
/* macros - macros of a text that have a call in them: the call is where the macro is used. */
#ifndef READ_MACROS_H
#define READ_MACROS_H

/* The text with each use of a macro whose body has a shuffle, vote, match or reduction replaced by the body, its
 * arguments in place, and the macro's own lines empty. It has the same lines.
 *
 *   returns   a new text for free(); NULL: there is no such macro, or no call but in it, or it is defined in two ways
 */
char *macros_of_calls(const char *text);

#endif
