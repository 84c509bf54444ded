# SPDX-License-Identifier: Apache-2.0
"""Pack a recording, or unpack it.

    xz.py FROM TO   pack FROM if TO ends in .xz, otherwise unpack it

Exit status: 0 TO is written, 2 FROM is not sound, or one of the two cannot be opened; TO is then as it was.
"""

import lzma
import os
import sys


def pack(content):
    """The shorter of two: as it is, or as differences of words."""
    last = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 0, "pb": 0}
    both = [last], [{"id": lzma.FILTER_DELTA, "dist": 4}, last]
    return min((lzma.compress(content, filters=filters) for filters in both), key=len)


def unpack(packed):
    decoder = lzma.LZMADecompressor(lzma.FORMAT_XZ)
    content = decoder.decompress(packed)
    if not decoder.eof or decoder.unused_data:
        raise lzma.LZMAError("it ends too early" if not decoder.eof else "bytes behind its end")
    return content


def main(source, target):
    try:
        with open(source, "rb") as file:
            content = file.read()
        content = pack(content) if target.endswith(".xz") else unpack(content)
        replaces = os.path.isfile(target) and not os.path.islink(target) or not os.path.lexists(target)
        beside = target + ".tmp" if replaces else target
        with open(beside, "wb") as file:
            file.write(content)
        if replaces:
            os.replace(beside, target)
    except lzma.LZMAError as error:
        return f"xz.py: {source}: not a sound xz file: {error}"
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
