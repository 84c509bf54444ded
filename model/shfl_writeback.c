/* shfl_writeback - see shfl.h; docs/spec.md 3.5 and 4 */
#include "shfl.h"

void shfl_writeback(const struct shfl_unit *unit, uint64_t active, uint64_t src_active,
                    const uint8_t in_range[restrict], const uint64_t ra[restrict], const uint64_t src_data[restrict],
                    uint64_t rd[restrict], uint64_t *pu, uint64_t *we)
{
    uint64_t in_range_mask = 0;

    for (unsigned k = 0; k < unit->lanes; k++) {
        const uint64_t read_inactive = unit->policy == SHFL_ZERO ? 0
                                     : unit->policy == SHFL_OWN  ? ra[k]
                                                                 : src_data[k];
        const uint64_t word[2] = { read_inactive, src_data[k] };

        rd[k] = word[src_active >> k & 1];
        in_range_mask |= (uint64_t)in_range[k] << k;
    }
    *pu = in_range_mask;
    *we = active & shfl_all_lanes(unit->lanes);
}
