# SPDX-License-Identifier: Apache-2.0
"""New texts for the mutants whose old text a neutral edit has changed: `make mutants-mend`, and WRITE=1 to write them.

The nearest text of the file takes the place of the old one, and the same change is made in it. A proposal, to be
read: the mutant still has to be what its `why` says, and its check has to detect it.
"""

import difflib
import json
import re
import sys

from tests.mutants import run

TOKEN = re.compile(r"\s+|\w+|[^\s\w]")
NEAR = 0.6  # of 1: how much alike the texts have to be


def nearest(text, old):
    """The part of TEXT, of as many lines as OLD, that is most like it; "" if none is like it."""
    lines, count = text.split("\n"), old.count("\n") + 1
    found = ["\n".join(lines[n : n + count]) for n in range(len(lines) - count + 1)]
    matcher = difflib.SequenceMatcher(autojunk=False)
    matcher.set_seq2(old)

    def likeness(candidate):
        matcher.set_seq1(candidate)
        there = sum(block.size for block in matcher.get_matching_blocks())
        return there / len(old), -len(candidate)

    best = max(found, key=likeness)
    return best if likeness(best)[0] >= NEAR else ""


def changed(near, old, new):
    """NEAR with the change that makes NEW of OLD, token by token; "" if what is changed is not in NEAR."""
    made, old, new = (TOKEN.findall(text) for text in (near, old, new))
    at = {}  # a token of OLD, in NEAR; white space is white space
    alike = [[" " if token.isspace() else token for token in tokens] for tokens in (old, made)]
    for block in difflib.SequenceMatcher(None, *alike, autojunk=False).get_matching_blocks():
        at |= {block.a + n: block.b + n for n in range(block.size)}
    for kind, first, end, new_first, new_end in reversed(
        difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    ):
        if kind == "equal":
            continue
        places = [at.get(n) for n in range(first, end)]
        if first == end:
            before = at.get(first - 1, at.get(first, 0) - 1 if first in at else None)
            places = [] if before is None else [before]
            if not places:
                return ""
            made[before + 1 : before + 1] = new[new_first:new_end]
        elif None in places or places != list(range(places[0], places[0] + len(places))):
            return ""
        else:
            made[places[0] : places[0] + len(places)] = new[new_first:new_end]
    return "".join(made)


def proposal(mutant):
    """The new old and new text of a mutant, without the white space around them; None if there is none."""
    text = (run.ROOT / mutant.file).read_text(encoding="utf-8")
    near = nearest(text, mutant.old).strip()
    new = near and changed(near, mutant.old, mutant.new)
    return (near, new) if new and new != near and text.count(near) == 1 else None


def quoted(text):
    if "'''" in text:
        return json.dumps(text, ensure_ascii=False)
    first = "\n" if "\n" in text else ""  # which TOML drops
    return f"'''{first}{text}'''"


def mended(text, mutant, old, new):
    """The text of a list with the new texts in the mutant's record."""
    if mutant.where.endswith(".txt"):
        was, becomes = TOKEN.findall(old), TOKEN.findall(new)
        codes = difflib.SequenceMatcher(None, was, becomes, autojunk=False).get_opcodes()
        (_, first, _, new_first, _), *_, (_, _, end, _, new_end) = [code for code in codes if code[0] != "equal"] * 2
        place = f"{''.join(was[:first])}[[{''.join(was[first:end])} => {''.join(becomes[new_first:new_end])}]]"
        line = f"    {mutant.name}  {place}{''.join(was[end:])}"
        line += "  " if len(f"{line}  # {mutant.why}") <= 120 else "\n        "
        return re.sub(rf"(?m)^    {mutant.name} .*(?:\n {{8}}.*)?$", lambda _: f"{line}# {mutant.why}", text)
    record = re.search(rf"(?m)^\[{mutant.name}\]\n(?:(?!\[\w+\]$).*\n?)*", text)
    body = record[0]
    for key, value in (("old", old), ("new", new)):
        pattern = rf"(?ms)^{key} = ('''.*?'''|\"\"\".*?\"\"\"|'[^'\n]*'|\"[^\n]*\")$"
        body = re.sub(pattern, lambda _, key=key, value=value: f"{key} = {quoted(value)}", body, count=1)
    return text[: record.start()] + body + text[record.end() :]


def main(arguments):
    """Exit status: 0 if each of them is mended or none has to be; 1 if one is left."""
    left = 0
    for mutant in run.read():
        count = (run.ROOT / mutant.file).read_text(encoding="utf-8").count(mutant.old)
        if count == 1:
            continue
        found = proposal(mutant)
        left += not found or not arguments
        print(f"{mutant.where}: {mutant.name}: its old text is {count} times in {mutant.file}")
        if not found:
            print("    no text is near enough")
            continue
        print("".join(f"    {key} = {text!r}\n" for key, text in zip(("old", "new"), found, strict=True)), end="")
        if arguments:
            path = run.ROOT / mutant.where
            path.write_text(mended(path.read_text(encoding="utf-8"), mutant, *found), encoding="utf-8")
    return int(left > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
