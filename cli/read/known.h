/* SPDX-License-Identifier: Apache-2.0 */
/* known - what crosses lanes, threads or elements and cannot be answered for the lanes of one warp: what it is, its rule in
 * docs/rules.md, or which instruction is the same. */
#ifndef KNOWN_H
#define KNOWN_H

/* With this begins what is said of one that moves nothing: asked about it is named, in a file it is passed over. */
#define KNOWN_IDLE "it moves nothing: "

/* What begins at this place of the text; its length, and what it is. NULL: nothing that is in the table. */
const char *known_at(const char *text, const char *at, unsigned *length);

/* What a text has anywhere that moves something; its place in *at. NULL: nothing. */
const char *known_within(const char *text, const char **at);

/* What a text begins with; NULL: nothing that is in the table. */
const char *known_in(const char *text);

#endif
