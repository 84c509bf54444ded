# SPDX-License-Identifier: Apache-2.0
"""Tables of the pages."""


def table(heading, rows, right=()):
    """A table in Markdown; the columns in RIGHT are aligned to the right."""
    lines = [heading, ["---:" if n in right else "---" for n in range(len(heading))], *rows]
    return "".join("|" + "|".join(f" {cell} " if cell != "" else " " for cell in line) + "|\n" for line in lines)
