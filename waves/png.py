#!/usr/bin/env python3
"""png.py TRACE SAVE PNG [SAVE PNG ...] - show each SAVE in GTKWave on a virtual display, and keep what it
draws, without the window around it, as a picture.

A picture that is blank, or that does not come to rest, is an error, and is not written. Takes Xvfb, gtkwave
and ImageMagick's import.
"""
import contextlib
import os
import re
import shutil
import struct
import subprocess
import sys
import time
import zlib

sys.dont_write_bytecode = True  # this folder has sources only
import layout   # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
TIMEOUT = 20        # seconds until a picture has to stand still
TIME_BAR = (0xee, 0xee, 0xff)   # color_timeb in gtkwaverc; nothing else has it
WAVE = (0x22, 0x66, 0xaa)       # color_0, color_1 and so on there


def fail(message):
    sys.exit(f'png.py: {message}')


def grab(display):
    """What the display shows: width, height, rows of RGB."""
    ppm = subprocess.run(['import', '-display', display, '-window', 'root', '-depth', '8', 'ppm:-'], check=True,
                         capture_output=True).stdout
    match = re.match(rb'P6\s(\d+)\s(\d+)\s255\s', ppm)
    if not match:
        fail('import: no picture')
    width, height = int(match.group(1)), int(match.group(2))
    body = ppm[match.end():]
    return width, height, [body[3 * width * y:3 * width * (y + 1)] for y in range(height)]


def drawing(width, rows, size):
    """The names and waves of a screen, cut out; None if they are not there yet. GTKWave's time bar shows where
    they begin."""
    bar = bytes(TIME_BAR)
    top = next((y for y, row in enumerate(rows) if row.count(bar) > size[0] // 4), None)
    if top is None:
        return None
    row = rows[top]
    pixels = [x for x in range(width) if row[3 * x:3 * x + 3] == bar]
    return [line[:3 * (pixels[-1] + 1)] for line in rows[top:top + size[1] - layout.FRAME[1]]]


def write_png(path, rows):
    width, height = len(rows[0]) // 3, len(rows)

    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))

    data = zlib.compress(b''.join(b'\0' + row for row in rows), 9)
    with open(path + '.part', 'wb') as file:
        file.write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, 8, 2, 0, 0, 0))
                   + chunk(b'IDAT', data) + chunk(b'IEND', b''))
    os.replace(path + '.part', path)


@contextlib.contextmanager
def display(width, height):
    """A virtual display; its name."""
    read, write = os.pipe()
    screen = subprocess.Popen(['Xvfb', '-displayfd', str(write), '-screen', '0', f'{width}x{height}x24', '-nolisten',
                               'tcp'], pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as file:
        number = file.readline().strip()
    if not number:
        fail('Xvfb: no display')
    try:
        yield f':{number}'
    finally:
        screen.terminate()
        screen.wait()


def picture(trace, save):
    """What GTKWave draws of a trace with a save file: rows of RGB."""
    with open(save, encoding='ascii') as file:
        size = re.search(r'^\[size\] (\d+) (\d+)$', file.read(), re.M)
    if not size:
        fail(f'{save}: no size')
    size = tuple(int(n) for n in size.groups())
    with display(*size) as screen:
        return shot(trace, save, size, screen)


def shot(trace, save, size, screen):
    folder = os.path.dirname(os.path.abspath(save))
    viewer = subprocess.Popen(['gtkwave', '-r', os.path.join(HERE, 'gtkwaverc'), os.path.abspath(trace),
                               os.path.basename(save)], cwd=folder, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL,
                              env=dict(os.environ, DISPLAY=screen, GDK_BACKEND='x11', NO_AT_BRIDGE='1'))
    try:
        before, begun = None, time.monotonic()
        while time.monotonic() - begun < TIMEOUT:
            time.sleep(0.4)
            if viewer.poll() is not None:
                fail(f'{save}: gtkwave ended: {viewer.returncode}')
            wide, _, rows = grab(screen)
            rows = drawing(wide, rows, size)
            if rows and rows == before:
                if not any(bytes(WAVE) in row for row in rows):
                    fail(f'{save}: the picture is blank')
                return rows
            before = rows
        fail(f'{save}: no picture within {TIMEOUT} seconds')
    finally:
        viewer.terminate()
        viewer.wait()


def main():
    if len(sys.argv) < 4 or len(sys.argv) % 2:
        fail('expected TRACE SAVE PNG [SAVE PNG ...]')
    for tool in ('Xvfb', 'gtkwave', 'import'):
        if not shutil.which(tool):
            fail(f'{tool} is missing')
    for save, png in zip(sys.argv[2::2], sys.argv[3::2]):
        write_png(png, picture(sys.argv[1], save))


if __name__ == '__main__':
    main()
