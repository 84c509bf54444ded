#!/usr/bin/env python3
"""layout.py NOTES TRACE - make the save files for a trace: beside it, with the same name, TRACE.gtkw for
GTKWave and TRACE.sucl for Surfer, and for a story a TRACE-VIEW.gtkw for each line of views.txt.

NOTES is what shfl_sim --notes wrote beside the trace. The signals are those of signals.txt, which explains
its form. Every name in a save file is relative to the folder that it is in, and whatever else a viewer
needs, such as the files that turn numbers into words, is written there too.
"""
import math
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
UNIT = 'shfl_probe.shfl.'
CLOCK = 10              # time units of a clock cycle, RTL_TIME in tb/rtl.h
PIXELS = (56, 84)       # of a clock cycle: in a story, and elsewhere, where the words are longer
ROW = 21                # pixels of a row of fontname_signals in gtkwaverc
NAMES = (200, 300)      # pixels of the names: without and with values at the cursor beside them
FRAME = (40, 140)       # pixels of what is around names and waves, across and down, at the most
MARKERS = 26            # named markers of a GTKWave: A to Z

# GTKWave's flags of a row (enum TraceEntFlagsPos in its sources), and what the formats are there and in
# Surfer. One in words is a file of its name; of stages there is one per DEPTH, and one with several passes
HEX, DEC, BIN, RIGHT, BLANK, SIGNED = 0x2, 0x4, 0x8, 0x20, 0x200, 0x400
WORDS, CLOSED, BEGIN, END = 0x2000, 0x400000, 0x800000, 0x1000000
GTKWAVE = {'bit': BIN, 'bin': BIN, 'dec': DEC, 'signed': DEC | SIGNED, 'hex': HEX, 'mode': DEC | WORDS,
           'policy': DEC | WORDS, 'stages': DEC | WORDS}
SURFER = {'bit': 'Bit', 'bin': 'Binary', 'dec': 'Unsigned', 'signed': 'Signed', 'hex': 'Hexadecimal',
          'mode': 'mode', 'policy': 'policy'}


def fail(message):
    sys.exit(f'layout.py: {message}')


def config_of(name):
    """The parameters of a configuration, and where its ranks are: docs/spec.md 5.5."""
    match = re.fullmatch(r'l(\d+)_w(\d+)_d(\d+)_(zero|own|raw)(?:_(mux|chain)(\d+))?(?:_p(\d+))?', name)
    if not match:
        fail(f'{name} is no configuration')
    lanes, w, depth = (int(n) for n in match.groups()[:3])
    chain = match.group(5) == 'chain'
    parts = int(match.group(6) or (2 if depth >= 3 and lanes > 2 else 1))
    passes = int(match.group(7) or 1)
    number = {'LANES': lanes, 'W': w, 'DEPTH': depth, 'L': int(math.log2(lanes)), 'CHAIN': chain, 'PARTS': parts,
              'PASSES': passes, 'SLICE': w // passes, 'SELECT_W': lanes // 2 + 1 if chain else int(math.log2(lanes)),
              'PART_W': int(math.log2(parts))}
    rank = 0
    held = []           # the stage whose answer each rank holds
    for stage, least, short in (('DECODE', 7, 'decode'), ('LANE_INDEX', 4, 'index'), ('RANGE_CHECK', 6, 'range'),
                                ('SELECT', 2, 'select'), ('CROSSBAR_LOW', 3, 'low'), ('CROSSBAR', 5, 'high')):
        if depth >= least:
            rank += 1
            held.append(short)
        number[stage + '_RANK'] = rank
    number['HOLD_RANK'] = depth if passes == 1 else number['SELECT_RANK']
    number['PASS_W'] = (passes + (depth >= 3) + (depth >= 5) - 1).bit_length()
    return number, (held + ['write'])[:number['HOLD_RANK']]


def valid_of(number, rank):
    """Where it stands whether a rank holds a warp: net and part. A warp that makes several passes keeps the rank of
    select, and those behind it are its own."""
    if rank == 0:
        return 'in_valid', None
    if rank == number['DEPTH']:
        return 'out_valid', None
    rank = min(rank, number['HOLD_RANK'])
    return f'valid[{number["HOLD_RANK"]}:1]', (rank, rank)


def notes_of(path):
    """What shfl_sim --notes wrote: a dictionary, and for each warp one in its 'warps'."""
    notes = {'warps': []}
    here = notes
    with open(path, encoding='ascii') as file:
        for line in file:
            key, _, rest = line.rstrip('\n').partition(' ')
            if key == 'warp':
                tag, _, caption = rest.partition(' ')
                here = {'tag': int(tag), 'caption': caption}
                notes['warps'].append(here)
            elif key in ('config', 'caption', 'cursor'):
                here[key] = rest
            else:
                value = [int(n) for n in rest.split()]
                here[key] = value if len(value) > 1 else value[0]
    return notes


class Row:
    """A row of a viewer: a heading, or a signal with its format, label, net and part of it (high, low)."""

    def __init__(self, heading=None, fmt=None, label=None, net=None, part=None):
        self.heading, self.fmt, self.label, self.net, self.part = heading, fmt, label, net, part


def sections_of(config, lane, plain):
    """signals.txt for one configuration: [(name, title, all_lanes, rows)], the stages that ranks hold, and the
    name of their format. plain is the format of tags and words."""
    number, held = config_of(config)
    where = {'mux': not number['CHAIN'], 'chain': number['CHAIN'], 'groups': not number['CHAIN'] and number['PARTS'] > 1,
             'passes': number['PASSES'] > 1}

    def fill(text, k):
        def value(match):
            word = match.group(1)
            if word == 'lane':
                return f'lane {k}'
            word = re.sub('[A-Z_]+', lambda m: str(number[m.group()]), word.replace('k', str(k)))
            return str(sum(math.prod(int(f) for f in t.split('*')) for t in word.replace('-', '+-').split('+')))
        return re.sub(r'\{([^}]*)\}', value, text)

    sections = []
    with open(os.path.join(HERE, 'signals.txt'), encoding='ascii') as file:
        for at, text in enumerate(file, 1):
            word = text.split('#')[0].split()
            if word and word[0] in where:
                if not where[word[0]]:
                    continue
                word = word[1:]
            if not word:
                continue
            try:
                if word[0] == 'section':
                    sections.append((word[1], fill(' '.join(word[2:]), lane), 'all lanes' in text, []))
                    continue
                rows = sections[-1][3]
                if word[0] == 'stage':
                    rank = int(fill(word[1], lane))
                    rows.append(Row(' '.join(word[3:])))
                    net, part = valid_of(number, rank)
                    rows.append(Row(None, 'bit', 'valid', UNIT + net, part))
                    rows.append(Row(None, plain, 'tag', f'{UNIT}{word[2]}[15:0]'))
                    continue
                fmt = plain if word[0] in ('tag', 'word') else word[0]
                if fmt not in GTKWAVE or not (len(word) == 3 or (len(word) == 5 and word[3] == '@')):
                    raise ValueError
                for k in range(number['LANES']) if word[1] == '{lane}' else [lane]:
                    part = None
                    if len(word) == 5:
                        size, _, nth = fill(word[4], k).partition('*')
                        low = int(size) * int(nth) if nth else int(size)
                        part = (low + int(size) - 1 if nth else low, low)
                    words = stages_of(number) if fmt == 'stages' else fmt
                    rows.append(Row(None, words, fill(word[1], k), UNIT + fill(word[2], k), part))
            except (ValueError, KeyError, IndexError):
                fail(f'waves/signals.txt:{at}: cannot make out: {text.strip()}')
    return sections, held, stages_of(number)


def stages_of(number):
    """The name of the file that puts the unit's ranks in words."""
    return f'stages{number["DEPTH"]}' + ('p' if number['PASSES'] > 1 else '')


def views_of():
    """views.txt: [(name, from, to, sections)]."""
    with open(os.path.join(HERE, 'views.txt'), encoding='ascii') as file:
        lines = [line.split('#')[0].split() for line in file]
    return [(w[0], int(w[1]), int(w[2]), w[3:]) for w in lines if w]


# ---- GTKWave

def bits_of(net):
    match = re.search(r'\[(\d+):(\d+)\]$', net)
    return (int(match.group(1)), int(match.group(2))) if match else (0, 0)


def gtkw_signal(row):
    """A signal as a line of a save file. Bit (n) counts from the left; a vector of one bit is [n]."""
    if not row.part or row.part == bits_of(row.net):
        net = re.sub(r'\[(\d+):\1\]$', r'[\1]', row.net)
        return f'+{{{row.label}}} {net}'
    high, low = row.part
    top = bits_of(row.net)[0]
    bits = ' '.join(f'({top - n}){row.net}' for n in range(high, low - 1, -1))
    return f'#{{{row.label}}} {bits}' if high > low else f'+{{{row.label}}} {bits}'


def gtkw(trace, sections, markers, cursor, first, clocks):
    """A save file: markers are [(clock, name)], shown are the clock cycles first, first + 1, ..."""
    rows = sum(1 + len(rows) + all_lanes for _, _, all_lanes, rows in sections)
    seen = cursor is not None
    pixels = PIXELS[seen]
    zoom = -math.log2(200 * CLOCK / pixels)     # GTKWave: 200 pixels are 2 ** -zoom time units
    times = [str(CLOCK * clock) for clock, _ in markers] + ['-1'] * (MARKERS - len(markers))
    out = ['[*] made by waves/layout.py of openshfl',
           f'[dumpfile] "{trace}"',
           f'[timestart] {CLOCK * first}',
           f'[size] {NAMES[seen] + pixels * clocks + FRAME[0]} {ROW * (rows + 1) + FRAME[1]}',
           '[pos] 0 0',
           f'*{zoom:.6f} {CLOCK * cursor if seen else -1} {" ".join(times)}']
    out += [f'[markername] {chr(ord("A") + i)}{name}' for i, (_, name) in enumerate(markers)]
    out += ['[sst_width] 0', f'[signals_width] {NAMES[seen]}', '[sst_expanded] 0']
    words = 0
    files = []
    for _, title, all_lanes, rows in sections:
        out += [f'@{BEGIN | BLANK:x}' if all_lanes else f'@{BLANK:x}', f'-{title}']
        for row in rows:
            if row.heading:
                out += [f'@{BLANK:x}', f'-  {row.heading}']
                continue
            flags = GTKWAVE[re.match('[a-z]+', row.fmt).group()] | RIGHT
            if flags & WORDS:
                if row.fmt not in files:
                    files.append(row.fmt)
                words = files.index(row.fmt) + 1
                out += [f'@{flags:x}', f'^{words} {row.fmt}.txt']
            else:
                out += [f'@{flags:x}']
            out.append(gtkw_signal(row))
        if all_lanes:
            out += [f'@{END | BLANK:x}', f'-{title}']
    return '\n'.join(out + ['[pattern_trace] 1', '[pattern_trace] 0']) + '\n'


# ---- Surfer: commands as its docs/commands and its parser have them. Names are single words there

def alpha(index, total):
    """The number of a row, as Surfer writes it: hexadecimal with the digits a to p."""
    return ''.join('abcdefghijklmnop'[int(d, 16)] for d in f'{index:0{len(f"{total:x}")}x}')


def sucl(sections, markers, cursor):
    """A command file, to be run when the trace is loaded. A row is added, then focused by its
    number to be named and given a format."""
    out = ['# made by waves/layout.py of openshfl']
    count = 0
    for _, title, _, rows in sections:
        out.append(f'divider_add {title.replace(" ", "_")}')
        count += 1
        for row in rows:
            count += 1
            if row.heading:
                out.append(f'divider_add {row.heading.replace(" ", "_")}')
                continue
            name = re.sub(r'\[\d+:\d+\]$', '', row.net)
            vector = row.part and row.part != bits_of(row.net)
            fmt = SURFER['bin' if row.fmt == 'bit' else 'hex'] if vector else SURFER.get(row.fmt, row.fmt)
            out += [f'variable_add {name}', f'item_focus {alpha(count - 1, count)}_{name}',
                    f'item_set_format {fmt}']
            if not vector:
                out.append(f'item_rename {row.label.replace(" ", "_")}')
            out.append('item_unfocus')
    out += [f'marker_set {name.replace(" ", "_")} {CLOCK * clock}' for clock, name in markers]
    if cursor is not None:
        out.append(f'cursor_set {CLOCK * cursor}')
    return '\n'.join(out + ['zoom_fit']) + '\n'


# ---- words

def words_of(held, name):
    """What numbers stand for: {format: [(value, bits, word)]}; name is the format of the stages held."""
    stages = []
    for value in range(1 << len(held)):
        full = [s for r, s in enumerate(held) if value >> r & 1]
        word = full[0] if len(full) == 1 else ''.join(s[0].upper() for s in full) or 'none'
        stages.append((value, len(held), word))
    return {'mode': [(n, 2, w) for n, w in enumerate(('IDX', 'UP', 'DOWN', 'BFLY'))],
            'policy': [(n, 32, w) for n, w in enumerate(('ZERO', 'OWN', 'RAW'))],
            name: stages}


def main():
    if len(sys.argv) != 3:
        fail('expected NOTES TRACE')
    try:
        notes = notes_of(sys.argv[1])
    except (OSError, ValueError, IndexError) as error:
        fail(f'{sys.argv[1]}: {error}')
    folder, trace = os.path.split(sys.argv[2])
    name = os.path.splitext(trace)[0]
    story = notes['warps']
    sections, held, stages = sections_of(notes['config'], notes['lane'], 'dec' if story else 'hex')
    cursor = None
    if story:
        markers = [(w['since'][0], f'{w["tag"]} {w["caption"]}') for w in story if w['caption']]
        if len(markers) > MARKERS:
            fail(f'{len(markers)} warps have a caption; a viewer has {MARKERS} markers')
        view = (0, notes['clocks'])
    else:
        clock, what = notes['cursor'].split()
        cursor = int(clock)
        markers = [(cursor, what)]
        first = max(notes['first'], min(cursor, notes['clocks']) - 16)
        view = (first, min(22, notes['clocks'] - first))

    def write(path, text):
        path = os.path.join(folder, path)
        os.makedirs(os.path.dirname(path) or '.', exist_ok=True)
        with open(path, 'w', encoding='ascii') as file:
            file.write(text)

    for fmt, rows in words_of(held, stages).items():
        write(f'{fmt}.txt', ''.join(f'{value} {word}\n' for value, _, word in rows))
        write(f'.surfer/mappings/{fmt}', f'Name = {fmt}\nBits = {rows[0][1]}\n'
              + ''.join(f'{value} {word}\n' for value, _, word in rows))
    with open(os.path.join(HERE, 'gtkwaverc'), encoding='ascii') as file:
        write('gtkwaverc', file.read())
    write(f'{name}.gtkw', gtkw(trace, sections, markers, cursor, *view))
    write(f'{name}.sucl', sucl(sections, markers, cursor))
    if story:
        for view, first, last, chosen in views_of():
            begin = story[first - 1]['since'][0] - 2
            shown = [s for c in chosen for s in sections if s[0] == c]
            if len(shown) != len(chosen):
                fail(f'waves/views.txt: {view}: sections are {" ".join(s[0] for s in sections)}')
            seen = [m for m in markers if begin < m[0] <= story[last - 1]['since'][0]]
            write(f'{name}-{view}.gtkw', gtkw(trace, shown, seen, None, begin,
                                              story[last - 1]['left'] + 2 - begin))


if __name__ == '__main__':
    main()
