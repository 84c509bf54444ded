# SPDX-License-Identifier: Apache-2.0
"""Pack a recording, or unpack it.

    xz.py FROM TO   pack FROM if TO ends in .xz, otherwise unpack it

Exit status: 0 TO is written, 2 FROM is not sound, or one of the two cannot be opened; TO is then as it was.
"""
import lzma
import os
import sys


def main(source, target):
    try:
        with open(source, "rb") as file:
            content = file.read()
        content = lzma.compress(content, preset=9 | lzma.PRESET_EXTREME) if target.endswith(".xz") else lzma.decompress(content)
        replaces = os.path.isfile(target) and not os.path.islink(target) or not os.path.lexists(target)
        beside = target + ".tmp" if replaces else target
        with open(beside, "wb") as file:
            file.write(content)
        if replaces:
            os.replace(beside, target)
    except lzma.LZMAError as error:
        return f"xz.py: {source}: damaged, truncated, or no xz file: {error}"
    except OSError as error:
        return f"xz.py: {error.filename}: {error.strerror}"
    return None


if __name__ == "__main__":
    if len(sys.argv) != 3:
        print("xz.py: takes FROM and TO", file=sys.stderr)
        sys.exit(2)
    if complaint := main(*sys.argv[1:]):
        print(complaint, file=sys.stderr)
        sys.exit(2)
