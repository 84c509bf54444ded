#!/usr/bin/env python3
"""waves.py MAKE BUILD SIM SCRATCH - the waves: is the story checked and are its mistakes told, is every signal
of every save file in its trace, are the trace's values the model's, do GTKWave and a virtual display show
them, and are the pictures of docs/waves.md made from what is here?

The expected values are those of the golden model, from shfl_sim --notes; the trace is read as VCD text.
"""
import hashlib
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, 'waves')
sys.dont_write_bytecode = True
import layout   # noqa: E402
import png      # noqa: E402

failed = False


def check(name, right, why='', detail=''):
    global failed
    print(f'PASS waves/{name}' if right else f'FAIL waves/{name}: {why}')
    if not right and detail:
        print('    ' + '\n    '.join(str(detail).splitlines()[:12]))
    failed |= not right
    return right


def run(*command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)
    return done.returncode, done.stdout


# ---- traces

class Trace:
    """A VCD file: the names of its nets as GTKWave has them, and the values on clock cycles."""

    def __init__(self, text):
        head, _, body = text.partition('$enddefinitions $end')
        scope, self.id, self.nets = [], {}, set()
        for word in (line.split() for line in head.splitlines()):
            if word[:1] == ['$scope']:
                scope.append(word[2])
            elif word[:1] == ['$upscope']:
                scope.pop()
            elif word[:1] == ['$var']:
                name = '.'.join(scope + [word[4]])
                bits = word[5] if word[5] != '$end' and word[1] != 'parameter' else ''
                self.id[name] = word[3]
                self.nets.add(name + re.sub(r'\[(\d+):\1\]', r'[\1]', bits))
        self.bare = set(self.id)
        self.changes = {}
        time = 0
        for line in body.splitlines():
            if line[:1] == '#':
                time = int(line[1:])
            elif line[:1] == 'b':
                value, code = line[1:].split()
                self.changes.setdefault(code, []).append((time, value))
            elif line[:1] in ('0', '1', 'x', 'z'):
                self.changes.setdefault(line[1:], []).append((time, line[0]))

    def at(self, name, cycle):
        """The value before the rising edge of a clock cycle, as a string of bits; '' if there is none."""
        value = ''
        for time, new in self.changes.get(self.id.get(name), []):
            if time > layout.CLOCK * cycle:
                break
            value = new
        return value

    def number(self, name, cycle, low=0, bits=None):
        value = self.at(name, cycle)
        if not value or set(value) - {'0', '1'}:
            return None
        number = int(value, 2) >> low
        return number if bits is None else number & (1 << bits) - 1


def read_trace(path):
    if path.endswith('.vcd'):
        with open(path, encoding='ascii') as file:
            return Trace(file.read())
    status, text = run('fst2vcd', path)
    if status:
        raise OSError(f'fst2vcd {path}: {text}')
    return Trace(text)


# ---- save files

def gtkw_rows(path):
    """[(line, label, nets)] of a save file; nets is empty in a heading."""
    rows = []
    with open(path, encoding='ascii') as file:
        for at, line in enumerate(file, 1):
            line = line.rstrip('\n')
            if re.match(r'[#+]\{', line):
                label, rest = re.match(r'[#+]\{(.*?)\} (.*)', line).groups()
                rows.append((at, label, [re.sub(r'^\(\d+\)', '', net) for net in rest.split()]))
            elif line.startswith('-'):
                rows.append((at, line[1:], []))
            elif line and line[0] not in '[*@^':
                rows.append((at, line, [line]))
    return rows


def missing(path, trace):
    """The lines of a save file that name a net which the trace does not have."""
    wrong = []
    if path.endswith('.sucl'):
        with open(path, encoding='ascii') as file:
            lines = [(at, line.split()) for at, line in enumerate(file, 1)]
        nets = [(at, word[1], trace.bare) for at, word in lines if word[0] == 'variable_add']
    else:
        nets = [(at, net, trace.nets) for at, _, nets in gtkw_rows(path) for net in sorted(set(nets))]
    for at, net, known in nets:
        if net not in known:
            wrong.append(f'{path}:{at}: {net} is not in the trace')
    return wrong if nets else [f'{path}: names no signal']


SUCL = {    # the commands that are used, and the form of what follows them
    'divider_add': r'\S+', 'variable_add': r'[\w.\[\]]+', 'item_focus': r'[a-p]+_[\w.\[\]]+',
    'item_set_format': r'Bit|Binary|Unsigned|Signed|Hexadecimal|mode|policy|stages[1-7]p?', 'item_rename': r'\S+',
    'item_unfocus': '', 'marker_set': r'\S+ \d+', 'cursor_set': r'\d+', 'zoom_fit': '',
}


def sucl_errors(path):
    """The lines of a Surfer command file that are not of the form its parser takes, or that focus a row other
    than the one that was added last."""
    wrong, count, last = [], 0, ''
    with open(path, encoding='ascii') as file:
        for at, line in enumerate(file, 1):
            word, _, rest = line.rstrip('\n').partition(' ')
            if word == '#':
                continue
            if word not in SUCL or not re.fullmatch(SUCL[word], rest):
                wrong.append(f'{path}:{at}: {line.strip()}')
            elif word in ('divider_add', 'variable_add'):
                count, last = count + 1, rest
            elif word == 'item_focus':
                letters, _, net = rest.partition('_')
                number = int(''.join(f'{"abcdefghijklmnop".index(c):x}' for c in letters), 16)
                if number != count - 1 or net != last or len(letters) != len(f'{count:x}'):
                    wrong.append(f'{path}:{at}: not the row before: {line.strip()}')
            elif word == 'item_set_format' and rest[0].islower() \
                    and not os.path.exists(os.path.join(os.path.dirname(path), '.surfer/mappings', rest)):
                wrong.append(f'{path}:{at}: no mapping {rest}')
    return wrong if count else [f'{path}: adds nothing']


# ---- is the trace what the model says?

def differences(notes, trace):
    number, _ = layout.config_of(notes['config'])
    lanes, w, bits = number['LANES'], number['W'], number['L']
    unit = layout.UNIT
    wrong, compared = [], 0

    def one(cycle, name, want, low=0, size=None):
        nonlocal compared
        compared += 1
        got = trace.number(unit + name, cycle, low, size)
        if got != want:
            wrong.append(f'clock cycle {cycle}: {name} is {got}, expected {want}')

    for warp in notes['warps']:
        cycles = warp['since'] + [warp['left'] + 1]     # of rank r: cycles[r] .. cycles[r + 1] - 1

        def of(rank):
            return range(cycles[rank], cycles[rank + 1])
        for c in of(0):
            one(c, 'in_valid', 1)
            one(c, 'in_tag', warp['tag'])
            one(c, 'mode', warp['mode'])
            one(c, 'in_ready', int(c == cycles[1] - 1))
        for c in of(number['DEPTH']):
            one(c, 'out_valid', 1)
            one(c, 'out_tag', warp['tag'])
            one(c, 'out_ready', int(c == warp['left']))
        for k in range(lanes):
            lane = f'g_lane[{k}].'
            for c in of(0):
                one(c, 'ra', warp['ra'][k], w * k, w)
                one(c, 'active', warp['active'][k], k, 1)
                for field in ('index', 'clamp', 'segmask'):
                    one(c, f'{lane}u_decode.{field}', warp[field][k])
            for c in of(number['DECODE_RANK']):
                one(c, f'{lane}u_lane_index.j', warp['j'][k] & (1 << bits + 2) - 1)
            for c in of(number['LANE_INDEX_RANK']):
                one(c, f'{lane}u_range_check.in_range', warp['in_range'][k])
            for c in of(number['RANGE_CHECK_RANK']):
                one(c, f'{lane}u_select.src_lane', warp['src_lane'][k])
            for c in of(number['CROSSBAR_LOW_RANK']):
                one(c, 'src_data_next', warp['src_data'][k], w * k, w)
                one(c, 'src_active_next', warp['src_active'][k], k, 1)
            for c in of(number['CROSSBAR_RANK']):
                for field in ('rd', 'pu', 'we'):
                    one(c, f'{lane}u_writeback.{field}', warp[field][k])
            for c in of(number['DEPTH']):
                one(c, 'rd', warp['rd'][k], w * k, w)
                for field in ('pu', 'we', 'src_active'):
                    one(c, field, warp[field][k], k, 1)
    return wrong, compared


# ---- what GTKWave makes of a save file

TCL = '''set n [gtkwave::getTotalNumTraces]
for {set i 0} {$i < $n} {incr i} { puts "ROW [gtkwave::getTraceNameFromIndex $i]" }
gtkwave::/File/Quit
'''


def gtkwave_rows(trace, save, scratch):
    script = os.path.join(scratch, 'rows.tcl')
    with open(script, 'w', encoding='ascii') as file:
        file.write(TCL)
    with png.display(640, 480) as name:
        _, text = run('gtkwave', '-r', 'waves/gtkwaverc', '-S', script, trace, save, timeout=60,
                      env=dict(os.environ, DISPLAY=name, GDK_BACKEND='x11', NO_AT_BRIDGE='1'))
    return [line[4:] for line in text.splitlines() if line.startswith('ROW ')]


def drawn(rows, save):
    """The rows of a picture that do not show what the save file says: a signal without a wave or a name, or a
    heading with a wave."""
    wrong = []
    wave = bytes(png.WAVE)
    for n, (_, label, nets) in enumerate(gtkw_rows(save)):
        top = layout.ROW * (n + 1)
        band = rows[top + 2:top + layout.ROW - 2]
        names = layout.NAMES[0] - 10
        waves = sum(row[3 * (names + 20):].count(wave) for row in band)
        ink = sum(sum(row[i:i + 3]) < 300 for row in band for i in range(15, 3 * names, 3))
        if (waves > 0) != bool(nets) or (nets and ink < 10):
            wrong.append(f'row {n + 1} {label}: {waves} pixels of waves, {ink} of its name')
    return wrong


# ---- the tests

def test_story(sim, scratch):
    trace, notes_path = f'{scratch}/story.fst', f'{scratch}/story.notes'
    status, text = run(sim, '--story', 'waves/story.txt', '--trace', trace, '--notes', notes_path)
    if not check('story', status == 0, f'exit status {status}', text):
        return None
    run(sys.executable, 'waves/layout.py', notes_path, trace)
    notes, fst = layout.notes_of(notes_path), read_trace(trace)
    wrong, compared = differences(notes, fst)
    check('values', not wrong and compared > 1000, f'{len(wrong)} of {compared} values are not the model\'s',
          '\n'.join(wrong))

    with open(notes_path, encoding='ascii') as file:        # would it be seen?
        text = file.read()
    for name, old, new in (('data', r'^rd 602', 'rd 603'), ('lane', r'^j -1', 'j -2'), ('clock', r'^left 9', 'left 10')):
        changed = f'{scratch}/changed.notes'
        with open(changed, 'w', encoding='ascii') as file:
            file.write(re.sub(old, new, text, count=1, flags=re.M))
        wrong, _ = differences(layout.notes_of(changed), fst)
        check(f'values-{name}-changed', wrong, 'a changed expectation is not noticed')

    seen = {(w['mode'], min(w['in_range'])) for w in notes['warps']}
    check('story-modes', {mode for mode, _ in seen} == {0, 1, 2, 3}, 'a mode is missing')
    check('story-ranges', {(1, 0), (2, 0)} <= seen, 'nothing is out of range upwards or downwards')
    check('story-holes', any(0b101 in w['segmask'] for w in notes['warps']), 'no mask with a hole')
    check('story-inactive', any(a and not s for w in notes['warps'] for a, s in zip(w['active'], w['src_active'])),
          'no lane reads an inactive one')
    check('story-waits', any(w['since'][1] - w['since'][0] > 1 for w in notes['warps'])
          and any(w['left'] > w['since'][-1] for w in notes['warps']), 'no warp waits')

    vcd = f'{scratch}/again.vcd'
    run(sim, '--story', 'waves/story.txt', '--trace', vcd)
    again = read_trace(vcd)
    check('vcd', again.nets == fst.nets and again.changes == fst.changes, f'{vcd} and {trace} differ')
    check('vcd-alone', not os.path.exists(vcd + '.fst'), f'{vcd}.fst is left over')

    with open(f'{scratch}/story.gtkw', encoding='ascii') as file:
        text = file.read()
    marks = [m for m in notes['warps'] if m['caption']]
    times = re.search(r'^\*\S+ (.*)$', text, re.M).group(1).split()[1:]
    names = re.findall(r'^\[markername\] [A-Z](.*)$', text, re.M)
    check('markers', names == [f'{m["tag"]} {m["caption"]}' for m in marks]
          and times[:len(marks)] == [str(layout.CLOCK * m['since'][0]) for m in marks], 'not those of the captions', names)
    return fst


def test_save_files(sim, scratch, fst):
    """The save files of the story, and of a warp of every configuration."""
    saves = sorted(f'{scratch}/{f}' for f in os.listdir(scratch) if re.fullmatch(r'story.*\.(gtkw|sucl)', f))
    wrong = [m for s in saves for m in missing(s, fst)]
    check('names-story', not wrong and len(saves) > 2, f'{len(wrong)} names', '\n'.join(wrong))
    wrong = sucl_errors(f'{scratch}/story.sucl')
    check('surfer', not wrong, f'{len(wrong)} lines', '\n'.join(wrong))

    _, text = run(sim, '--list')
    for config in re.findall(r'^ +(l\d+_\S+)', text, re.M):
        trace = f'{scratch}/{config}.fst'
        notes = f'{scratch}/{config}.notes'
        status, text = run(sim, '--suite', 'mixed', '--at', '3', '--config', config, '--trace', trace, '--notes', notes)
        status2, text2 = run(sys.executable, 'waves/layout.py', notes, trace)
        wrong = [text + text2]
        if status == 0 and status2 == 0:
            read = read_trace(trace)
            saves += [f'{scratch}/{config}.gtkw', f'{scratch}/{config}.sucl']
            wrong = missing(saves[-1], read) + missing(saves[-2], read) + sucl_errors(saves[-1])
            note = layout.notes_of(notes)
            cycle, what = note['cursor'].split()
            if what != 'leaves' or read.number(layout.UNIT + 'out_tag', int(cycle)) != note['tag']:
                wrong.append(f'the cursor is not where warp 3 leaves: {note}')
        check(f'names-{config}', not wrong, f'{len(wrong)} lines', '\n'.join(wrong))
    absolute = [f'{s}: {line}' for s in saves for line in open(s, encoding='ascii')
                if re.search(r'(^|[\s"])(/|\.\./)', line)]
    check('relative-paths', not absolute, 'a path leads out of the folder', '\n'.join(absolute))


def test_pictures(scratch, fst):
    for save in ('story.gtkw', 'story-modes.gtkw'):
        want = [label for _, label, _ in gtkw_rows(f'{scratch}/{save}')]
        got = gtkwave_rows(f'{scratch}/story.fst', f'{scratch}/{save}', scratch)
        check(f'gtkwave-{save}', got == want, f'GTKWave has {len(got)} of {len(want)} rows',
              '\n'.join(sorted(set(want) - set(got))))
    rows = png.picture(f'{scratch}/story.fst', f'{scratch}/story-modes.gtkw')
    wrong = drawn(rows, f'{scratch}/story-modes.gtkw')
    check('picture', not wrong, f'{len(wrong)} rows', '\n'.join(wrong))

    # would a name that is not there be seen?
    with open(f'{scratch}/story-modes.gtkw', encoding='ascii') as file:
        text = file.read()
    broken = f'{scratch}/broken.gtkw'
    with open(broken, 'w', encoding='ascii') as file:
        file.write(text.replace('.src_lane[', '.source[', 1))
    check('names-broken', len(missing(broken, fst)) == 1, 'a wrong name is not noticed')
    check('picture-broken', drawn(png.picture(f'{scratch}/story.fst', broken), broken), 'a missing row is not noticed')
    with open(broken, 'w', encoding='ascii') as file:
        file.write(re.sub(r'(?m)^[+#@-].*\n', '', text))
    try:
        png.picture(f'{scratch}/story.fst', broken)
        check('picture-blank', False, 'a blank picture is taken')
    except SystemExit as error:
        check('picture-blank', 'blank' in str(error), f'another error: {error}')


def test_docs(scratch):
    stale, names = [], set()
    with open('docs/waves/SHA256SUMS', encoding='ascii') as file:
        for line in file:
            digest, name = line.split()
            names.add(name)
            path = f'{scratch}/{name}'
            if not os.path.exists(path):
                stale.append(f'{name}: not made any more')
            elif hashlib.sha256(open(path, 'rb').read()).hexdigest() != digest:
                stale.append(f'{name}: changed')
    for view, *_ in layout.views_of():
        if f'story-{view}.gtkw' not in names or not os.path.exists(f'docs/waves/{view}.png'):
            stale.append(f'{view}: no picture')
    check('docs-pictures', not stale, 'out of date: look at what `make waves-docs` makes, and keep it', '\n'.join(stale))
    with open('docs/waves.md', encoding='utf-8') as file:
        text = file.read()
    shown = {f'{v}.png' for v, *_ in layout.views_of()}
    check('docs-links', set(re.findall(r'\(waves/([\w-]+\.png)\)', text)) == shown == {
        f for f in os.listdir('docs/waves') if f.endswith('.png')}, f'docs/waves.md shows other pictures than {shown}')


MISTAKES = (    # what is put in place of the first match in the story, and what is said about which line
    ('mode IDX', 'mode XYZ', r"mode 'XYZ': expected IDX, UP, DOWN or BFLY"),
    ('mode IDX', 'mood IDX', r"'mood': expected warp, mode, sb,"),
    ('imm 5', 'imm 8', r"sb '8': expected a whole number from 0 to 7"),
    ('imm 5', 'imm five', r"sb 'five': expected a whole number"),
    ('imm 5', 'immediate 5', r'sb: expected imm NUMBER or reg NUMBERS'),
    ('imm 0x007', 'imm 0x800', r"sc '0x800': expected a whole number from 0 to 2047"),
    ('100 . lane', '100 - lane', r'ra: expected one number, NUMBER \+ lane, or 8 numbers'),
    ('inactive 2', 'inactive 8', r"inactive '8': expected a whole number from 0 to 7"),
    ('bubble 8', 'bubble 65', r"bubble '65': expected a whole number from 0 to 64"),
    ('ra   100 . lane', '', r'the warp that ends before this line has no ra'),
    ('ra   100 . lane', 'mode UP', r'mode: this warp has one already'),
    ('warp IDX 5', 'warp every lane reads lane 5', r'caption .*: expected 16 characters or fewer'),
    ('config l8_w64_d7_zero', 'config l8', r"config 'l8': no such name"),
    ('config l8_w64_d7_zero', '', r'lane: expected one number, after config'),
    ('lane   1', 'lane 8', r"lane '8': expected a whole number from 0 to 7"),
)


def test_mistakes(sim, scratch):
    with open('waves/story.txt', encoding='ascii') as file:
        story = file.read()
    path = f'{scratch}/mistake.txt'
    for n, (old, new, message) in enumerate(MISTAKES, 1):
        match = re.search(f'^ *{old}', re.sub(r'(?m)^#.*$', lambda m: ' ' * len(m.group()), story), re.M) \
            or re.search(f'^ *\\w+ +{old}', story, re.M)
        begin = match.end() - len(re.search(old + '$', match.group()).group())
        with open(path, 'w', encoding='ascii') as file:
            file.write(story[:begin] + new + story[match.end():])
        line = story.count('\n', 0, begin) + 1
        status, text = run(sim, '--story', path, '--trace', f'{scratch}/mistake.fst', '--notes', f'{scratch}/mistake.notes')
        told = re.search(rf'{re.escape(path)}:(\d+): {message}', text)
        near = told and (int(told.group(1)) == line or 'ends before' in message or 'after config' in message)
        made = [f for f in os.listdir(scratch) if f.startswith('mistake.') and f != 'mistake.txt']
        check(f'mistake-{n}', status == 2 and near and text.count('\n') == 1 and not made,
              f'line {line}: {new or "left out"}: exit status {status}, {made}', text)
    for name, arguments in (('no-file', ['--story', f'{scratch}/none.txt']),
                            ('no-trace', ['--story', 'waves/story.txt', '--trace', '/dev/null/x']),
                            ('other-options', ['--story', 'waves/story.txt', '--count', '3']),
                            ('notes-alone', ['--notes', f'{scratch}/n', '--suite', 'mixed'])):
        status, text = run(sim, *arguments)
        check(f'mistake-{name}', status == 2 and text.count('\n') == 1, f'exit status {status}', text)


def test_broken_rtl(make, build, scratch):
    """A lane number below 0 taken for one, and a net with another name: `make sim` names the command that shows the
    failure, that command puts the cursor on it, and the net is missed."""
    config = 'l8_w8_d3_own'
    shutil.copytree('rtl', f'{scratch}/rtl')
    for module, old, new in (('range_check', r'outside = j\[LANE_W\]', r'\g<0> && !up'),
                             ('lane_index', r'\bmin_lane\b', 'first_lane')):
        path = f'{scratch}/rtl/shfl_{module}.v'
        with open(path, encoding='ascii') as file:
            text = file.read()
        broken, edits = re.subn(old, new, text)
        check(f'broken-{module}', edits > 0, f'{path} has changed')
        with open(path, 'w', encoding='ascii') as file:
            file.write(broken)
    sim = f'{scratch}/sim'
    settings = [f'RTL_DIR={scratch}/rtl', f'RTL_BUILD={scratch}/build', f'RUNTIME={build}/rtl/runtime', f'SIM={sim}',
                f'CONFIGS={config}', 'BARE=', f'WAVES={scratch}/waves']
    status, text = run(*make.split(), '-s', *settings, sim)
    if not check('broken-build', status == 0, f'exit status {status}', text):
        return
    status, text = run(sim, '--suite', 'per-lane', '--quiet')
    command = re.search(rf'^  waves: make (waves TEST=per-lane SEED=1 AT=\d+ CONFIG={config})$', text, re.M)
    if not check('broken-command', status == 1 and command, 'a mismatch names no command for its waves', text[-600:]):
        return
    blind = {k: v for k, v in os.environ.items() if k not in ('DISPLAY', 'WAYLAND_DISPLAY')}
    status, text = run(*make.split(), '-s', *settings, *command.group(1).split(), env=blind)
    check('no-display', status == 0 and 'make waves-png' in text, f'exit status {status}', text)
    name = next((f[:-6] for f in os.listdir(f'{scratch}/waves') if f.endswith('.notes')), None)
    if not check('broken-notes', name, 'no notes'):
        return
    base = f'{scratch}/waves/{name}'
    notes = layout.notes_of(base + '.notes')
    cycle, what = notes['cursor'].split()
    trace = read_trace(base + '.fst')
    unit = layout.UNIT
    cursor = re.search(r'^\*\S+ (\S+)', open(base + '.gtkw', encoding='ascii').read(), re.M).group(1)
    check('cursor', what == 'mismatch' and cursor == str(layout.CLOCK * int(cycle))
          and trace.number(unit + 'out_valid', int(cycle)) == 1
          and trace.number(unit + 'out_tag', int(cycle)) == notes['tag'], f'not on the failing clock cycle: {notes}')
    check('cursor-in-view', notes['first'] <= int(cycle) < notes['clocks'], f'outside of the trace: {notes}')
    wrong = missing(base + '.gtkw', trace)
    check('renamed-net', len(wrong) == 1 and re.search(r'\.gtkw:\d+: \S+\.u_lane_index\.min_lane', wrong[0]),
          'not noticed, or not by its line', '\n'.join(wrong))
    wrong = missing(base + '.sucl', trace)
    check('renamed-net-surfer', len(wrong) == 1 and re.search(r'\.sucl:\d+: ', wrong[0]), 'not noticed', '\n'.join(wrong))


def main():
    make, build, sim, scratch = sys.argv[1:]
    shutil.rmtree(scratch, ignore_errors=True)
    os.makedirs(scratch)
    fst = test_story(sim, scratch)
    if fst:
        test_save_files(sim, scratch, fst)
        test_pictures(scratch, fst)
        test_docs(scratch)
    test_mistakes(sim, scratch)
    test_broken_rtl(make, build, scratch)
    sys.exit(failed)


if __name__ == '__main__':
    main()
