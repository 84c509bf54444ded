# SPDX-License-Identifier: Apache-2.0
"""The picture of placements next to each other: cells, and the nets that one output bit is made of."""

from synth.fpga.flow.common import Failed

from . import library, place

SCALE, GAP, HEAD = 0.9, 24, 64  # points of a um; between the dies; above them


def cone(placement, bit):
    """[(x, y, x, y)] from the driver of each net that an output bit is made of, back to inputs and other registers, to
    the cells of the bit that read it."""
    cells, parsed = library.cells(), placement.parsed
    drivers = {net: (number, pin) for number, (kind, pins) in enumerate(parsed.cells) for pin, net in pins.items()
               if cells.is_output(kind, pin)}  # fmt: skip
    name, number = bit
    wanted, seen, found = [parsed.ports[name][1][number]], set(), []
    first = True
    while wanted:
        net = wanted.pop()
        if net not in drivers or net in seen:
            continue
        seen.add(net)
        cell, _ = drivers[net]
        kind, pins = parsed.cells[cell]
        if kind in cells.flip_flops and not first:
            continue
        first = False
        for pin, source in pins.items():
            if source not in placement.nets or cells.is_output(kind, pin):
                continue
            start = (
                placement.place(*drivers[source]) if source in drivers else placement.port(placement.at_port[source][0])
            )
            found.append((*start, *placement.place(cell, pin)))
            wanted.append(source)
    if not found:
        raise Failed(f"picture: {name}[{number}] is made of nothing")
    return found


def die(placement, left, scale):
    """The SVG of a placement whose left edge is at LEFT."""
    um = scale / place.GRID

    def at(x, y):
        return left + x * um, HEAD + (placement.height - y) * um

    rows = {}
    for x, y, width in zip(placement.x, placement.y, placement.widths):
        rows.setdefault(y, []).append((x, width))
    cells = []
    for y, row in sorted(rows.items()):
        start, middle = at(0, y + place.ROW / 2)
        cells.append(f"M{start:.0f} {middle:.1f}")
        pen = 0  # tenths of a point, as they are drawn
        for x, width in sorted(row):
            begin, end = round(10 * x * um), round(10 * (x + width - 4) * um)
            cells.append(f"m{(begin - pen) / 10:g} 0h{(end - begin) / 10:g}")
            pen = end
    parsed = placement.parsed
    port = parsed.ports["rd"][1]
    bit = "rd", len(port) // 2
    lines = cone(placement, bit)
    wires = "".join(
        "M{:.0f} {:.0f}L{:.0f} {:.0f}".format(*at(*line[:2]), *at(*line[2:])) for line in sorted(set(lines))
    )
    length = sum(placement.wires().values()) / 1000
    name = "network" if "NETWORK" in placement.title else "crossbar"
    width, height = placement.width * um, placement.height * um
    text = [
        f'<text class="name" x="{left}" y="22">{name}</text>',
        f'<text x="{left}" y="40">{placement.title}</text>',
        f'<text x="{left}" y="56">{length:,.0f} mm of wire, {len(placement.kinds):,} cells</text>',
        f'<rect class="die" x="{left}" y="{HEAD}" width="{width:.1f}" height="{height:.1f}"/>',
        f'<path class="cells" style="stroke-width:{(place.ROW - 20) * um:.1f}" d="{"".join(cells)}"/>',
        f'<path class="wire" d="{wires}"/>',
    ]
    return "\n".join(text), width, height


def draw(placements):
    """The text of an SVG of PLACEMENTS, [Placement with a title], in one scale."""
    left, bottom, parts = GAP, 0, []
    for placement in placements:
        text, width, height = die(placement, left, SCALE)
        parts.append(text)
        left += round(width) + GAP
        bottom = max(bottom, HEAD + height)
    said = " and ".join(placement.title for placement in placements)
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left} {bottom + GAP:.0f}" role="img"
     aria-label="Placements of {said}, in one scale: cells in rows, and the nets of one output bit">
  <style>
    text   {{ font: 13px "DejaVu Sans", Verdana, sans-serif; fill: #1f2328; }}
    .name  {{ font-weight: bold; }}
    .die   {{ fill: none; stroke: #57606a; }}
    .cells {{ fill: none; stroke: #d0d7de; }}
    .wire  {{ fill: none; stroke: #b0720a; stroke-width: 0.7; opacity: 0.6; }}
  </style>
  <rect width="100%" height="100%" fill="#ffffff"/>
{chr(10).join(parts)}
</svg>
"""
