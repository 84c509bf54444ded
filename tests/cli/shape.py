# SPDX-License-Identifier: Apache-2.0
"""The shape of what `openshfl explain --json` prints, as docs/use/explain.md has it: one for all families; and a text
of each spelling that it reads."""

import re

NUMBER, TEXT, TRUTH, NONE = int, str, bool, type(None)

# of every family
RESULT = {
    "kind": TEXT,
    "operation": TEXT,
    "instruction": (TEXT, NONE),
    "asked": (TEXT, NONE),
    "summary": TEXT,
    "note": (TEXT, NONE),
    "source": TEXT,
    "undefined": (TEXT, NONE),
    "rule": list,
    "stages": list,
    "active": (TEXT, NONE),
    "lanes": (list, NONE),
}
LANE = {
    "lane": NUMBER,
    "active": TRUTH,
    "src_lane": (NUMBER, NONE),
    "src_active": (TRUTH, NONE),
    "ra": (NUMBER, NONE),
    "rd": (NUMBER, NONE),
    "pu": (TRUTH, NONE),
    "we": TRUTH,
    "undefined": TRUTH,
    "steps": list,
}

# of some: what the result has besides, and what a lane has
COLLECTIVE = {"operand": TEXT}, {"unit_rd": NUMBER}
BLOCK = {"operand": TEXT, "threads": NUMBER, "items": NUMBER, "is_float": TRUTH}, {"sources": list}
MORE = {
    "SHFL": (
        {"sb": (TEXT, NONE), "sc": (TEXT, NONE), "policy": TEXT},
        dict.fromkeys("sb sc index clamp segmask min_lane max_lane j src_data unit_rd".split(), NUMBER)
        | {"in_range": TRUTH},
    ),
    "VOTE": COLLECTIVE,
    "BALLOT": COLLECTIVE,
    "MATCH": (COLLECTIVE[0] | {"w": NUMBER}, COLLECTIVE[1]),
    "REDUX": (COLLECTIVE[0] | {"w": NUMBER, "is_signed": TRUTH}, COLLECTIVE[1]),
    **dict.fromkeys(("BARRIER", "BLOCK_SHUFFLE", "DERIVATIVE", "MOVMATRIX", "SIGNED_ADD"), BLOCK),
    "AMD": ({}, {"what": TEXT, "src_data": NUMBER, "open": (TEXT, NONE)}),
    "RVV": ({"vlen": NUMBER, "vtype": TEXT, "vl": NUMBER, "vstart": NUMBER}, {"what": TEXT, "part": TEXT}),
}
# present only where they have a meaning
SOMETIMES = (
    {"network": NUMBER, "selects": TRUTH, "trips": NUMBER},
    {"member": TRUTH, "other": TRUTH, "rd2": (NUMBER, NONE)},
)


def problems(found, shape, sometimes, where):
    """What of an object is not as it should be."""
    wrong = [f"{where}: no {name}" for name in shape if name not in found]
    for name, value in found.items():
        want = shape.get(name, sometimes.get(name))
        if want is None:
            wrong.append(f"{where}: {name} is not in the shape")
        elif type(value) not in (want if isinstance(want, tuple) else (want,)):
            wrong.append(f"{where}: {name} is {value!r}")
    return wrong


def check(result):
    """Raise AssertionError if a result of explain is not of the shape, or contradicts itself."""
    kind = result["kind"]
    wrong = problems(result, RESULT | MORE[kind][0], SOMETIMES[0], kind)
    lanes = result["lanes"] or []
    for k, lane in enumerate(lanes):
        wrong += problems(lane, LANE | MORE[kind][1], SOMETIMES[1], f"lane {k}")
        if lane["lane"] != k or len(lane["steps"]) != len(result["stages"]):
            wrong.append(f"lane {k}: its number, or its steps")
        if (lane["src_lane"] is None) != (lane["src_active"] is None):
            wrong.append(f"lane {k}: src_lane and src_active")
        if lane["src_lane"] is not None and not 0 <= lane["src_lane"] < len(lanes):
            wrong.append(f"lane {k}: it reads lane {lane['src_lane']}")
        if lane["rd"] is not None and not lane["we"]:
            wrong.append(f"lane {k}: it has rd and does not write")
    active = result["active"]
    if lanes and active is not None and int(active, 16) != sum(lane["active"] << lane["lane"] for lane in lanes):
        wrong.append(f"active is {active}")
    assert not wrong, "\n".join(wrong)


# ---- a text of each row of the table of spellings

ARGUMENTS = {
    "value": "v", "mask": "-1", "predicate": "p", "delta": "1", "width": "8", "lane": "2", "c": "0x1f", "laneMask": "1",
    "ballot": "0x5", "otherValue": "w", "operator": "cg::plus<int>()", "group": "tile32", "mode": "1",
    "membermask": "-1",
    "firstLane": "0", "lastLane": "7", "partition": "-1", "threads": "64", "output": "b", "barrier": "0",
    "distance": "1",
}  # fmt: skip
SPIRV = ARGUMENTS | {
    "type": "%uint", "lane": "%uint_2", "delta": "%uint_1", "laneMask": "%uint_1", "width": "%uint_8", "value": "%v",
    "predicate": "%p", "ballot": "%b", "operation": "Reduce", "direction": "%uint_0",
}  # fmt: skip


def spellings(listed):
    """Every row of `openshfl explain --languages`, with numbers for its arguments; those of a method with an object."""
    texts = []
    for line in listed.splitlines():
        language, written, _ = line.split(" | ", 2)
        values = SPIRV if language == "SPIR-V" else ARGUMENTS
        name, rest = re.fullmatch(r"(@?[.\w:]+)(.*)", written).groups()
        if language in ("SASS", "PTX"):
            values = {"membermask": "-1"}
        elif language != "MLIR" and not name.endswith("i32"):  # a type stands behind some
            dotted = r"llvm\.nvvm\.(shfl|match)|dx\.op\.(\w+Read|waveActiveAllEqual)|air\.|llvm\.(dx|spv)\.wave\.re"
            if re.search(dotted, name):
                name += ".i32"
            elif re.search(r"__nvvm_shfl|ompx_shfl|__gpu_match", name):
                name += "_i32"
        elif language == "MLIR":  # a word that it has itself is no argument
            values = {word: value for word, value in values.items() if word != "ballot"}
        for word in set(re.findall(r"[A-Za-z]\w*", rest)):
            rest = re.sub(rf"\b{word}\b", values.get(word, word), rest)
        rest = rest.partition("[")[0] if language == "SPIR-V" else rest.replace("[", "").replace("]", "")
        block = name in (".Offset", ".Rotate", ".Up", ".Down")
        texts.append(("cub::BlockShuffle<int, 64>(t)" if block else "tile32" if name[0] == "." else "") + name + rest)
    return texts
