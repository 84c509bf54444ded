# SPDX-License-Identifier: Apache-2.0
"""The shape of what `openshfl explain --json` prints, as docs/use/explain.md has it: one for all families."""

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
