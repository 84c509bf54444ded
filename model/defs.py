# SPDX-License-Identifier: Apache-2.0
"""The encodings of rtl/shfl_defs.vh, for Python, and as a header for C.

defs.py         regenerate model/shfl_defs.h
"""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCE = ROOT / "rtl" / "shfl_defs.vh"
HEADER = ROOT / "model" / "shfl_defs.h"


def read(text, heading):
    """The names below the comment that begins with HEADING, in the order of their numbers; and a number's bits."""
    block = re.search(rf"^// {heading}.*\n((?:(?://|`define).*\n)+)", text, re.MULTILINE)
    found = re.findall(r"^`define SHFL_(\w+)\s+(?:(\d+)'d)?(\d+)", block[1], re.MULTILINE) if block else []
    if not found or [int(number) for _, _, number in found] != list(range(len(found))):
        raise ValueError(f"{SOURCE}: expected, below the comment '// {heading}', names numbered from 0 on")
    return tuple(name for name, _, _ in found), int(found[0][1] or 0)


MODES, MODE_BITS = read(SOURCE.read_text(encoding="utf-8"), "mode,")
VOTES, MATCHES, REDUXES = (
    read(SOURCE.read_text(encoding="utf-8"), f"op of shfl_{unit}")[0] for unit in ("vote", "match", "redux")
)
POLICIES, _ = read(SOURCE.read_text(encoding="utf-8"), "what a lane gets that reads an inactive lane")
MEMORIES = [
    name.removesuffix("_MEMORY") for name in read(SOURCE.read_text(encoding="utf-8"), "what shfl_banked keeps")[0]
]


def c_names(array, names):
    quoted = ", ".join(f'"{name}"' for name in names)
    return f"static const char *const {array}[] = {{ {quoted} }};\n"


def header():
    """The text of model/shfl_defs.h."""
    return f"""/* SPDX-License-Identifier: Apache-2.0 */
/* shfl_defs - the encodings, made from rtl/shfl_defs.vh by model/defs.py: `make docs` writes this file. */
#ifndef SHFL_DEFS_H
#define SHFL_DEFS_H

/* How a lane names the lane that it reads. Spec 1; the order is that of the PTX and SASS encodings. */
enum shfl_mode {{ {", ".join(f"SHFL_{name}" for name in MODES)} }};
#define SHFL_MODES {len(MODES)}
#define SHFL_MODE_BITS {MODE_BITS}

/* The operations of vote, match and redux. Spec 8 to 10; the order is that of the SASS encodings. */
enum shfl_vote_op {{ {", ".join(f"SHFL_{name}" for name in VOTES)} }};
enum shfl_match_op {{ {", ".join(f"SHFL_{name}" for name in MATCHES)} }};
enum shfl_redux_op {{ {", ".join(f"SHFL_{name}" for name in REDUXES)} }};
#define SHFL_VOTES {len(VOTES)}
#define SHFL_MATCHES {len(MATCHES)}
#define SHFL_REDUXES {len(REDUXES)}

/* What Rd holds in a lane that read an inactive lane; the architecture leaves it open. Spec 4.
 * ZERO: 0, which is what an H200 does; OWN: the reader's own Ra; RAW: whatever Ra the inactive lane holds. */
enum shfl_policy {{ {", ".join(f"SHFL_{name}" for name in POLICIES)} }};
#define SHFL_POLICIES {len(POLICIES)}

/* Their names, by number. */
{c_names("shfl_mode_name", MODES)}{c_names("shfl_policy_name", POLICIES)}{
        "".join(
            c_names(f"shfl_{unit}_name", [name.split("_")[1] for name in names])
            for unit, names in (("vote", VOTES), ("match", MATCHES), ("redux", REDUXES))
        )
    }
#endif
"""


if __name__ == "__main__":
    HEADER.write_text(header(), encoding="utf-8")
