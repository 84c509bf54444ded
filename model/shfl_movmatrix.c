/* SPDX-License-Identifier: Apache-2.0 */
/* shfl_movmatrix - see shfl.h; docs/rules.md 18 */
#include "shfl.h"

enum { SIDE = 8 };

void shfl_movmatrix(const uint32_t ra[restrict], uint32_t rd[restrict])
{
    uint16_t matrix[SIDE][SIDE];

    for (unsigned k = 0; k < SIDE * SIDE / 2; k++) {
        const unsigned i = k / 4, j = 2 * (k % 4);

        matrix[i][j] = (uint16_t)ra[k];
        matrix[i][j + 1] = (uint16_t)(ra[k] >> 16);
    }
    for (unsigned k = 0; k < SIDE * SIDE / 2; k++) {
        const unsigned i = k / 4, j = 2 * (k % 4);

        rd[k] = (uint32_t)matrix[j + 1][i] << 16 | matrix[j][i];
    }
}
