"""Draw docs/rooms.svg, the rooms of the program with all their modules: python docs/make_rooms.py"""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import NamedTuple, TypeAlias

PICTURE = Path(__file__).with_name("rooms.svg")

Groups: TypeAlias = dict[str, str]
"""Modules and folders of a package, under what they are for."""

ROOMS: dict[str, Groups] = {
    "cli": {
        "Commands": "play battle replay units made show",
        "The terminal": "terminal asked entries output help files interrupts",
    },
    "web": {"Pages": "site pages docs templates", "The client, which knows no game": "static"},
    "host": {
        "At the door": "app api sockets sent security errors people settings serving",
        "Battles": "hub live desk turns answering places updates logs reader shelf workshops",
        "Beside them": "replays jobs workers store tables arts",
    },
    "bots": {"Players that are programs and know no particular game": "playing random"},
    "systems/full_thrust": {
        "A turn": "sequence classic round alternation state view orders order_lines order_keys declaring manoeuvres "
        "movement launches targets refusals cover twelve arcs shooting fire small_fire beam_rolls weapons "
        "point_defence defence protection damage repair core_systems",
        "Chapters of their own": "fighters ordnance ftl contacts boarding morale colours mines wonder "
        "terrain planets aliens nearby lots",
        "Before and after": "scenario forces scenario_files scenario_checks muster deploy outcome ship design design_entries "
        "design_checks outfit mounts design_file prices shipyard fleet_file workshop rules data",
        "Telling": "prose boarding_words shown picture ranges sheet symbols sheet_words",
        "Judging": "odds shell_odds weapon_list volley_chart gunnery helm bot impossible",
    },
    "systems/interworld_fleets": {
        "A round": "round activation state view tokens moves move_keys movement lines squadrons ramming displacement terrain "
        "hazards",
        "Harm": "shooting aiming plans attacks weapons sighting harpoons indirect fighters launch reactions boarding commands "
        "boards damage",
        "Before and after": "scenario scenario_files scenario_sheets scenario_checks class_files unit deploy outcome rules data",
        "Telling and judging": "prose reasons places shown picture sheet gun_tables odds odds_asked chart reach advice gunnery "
        "helm bot impossible",
    },
    "systems/interworld_drama": {
        "A turn": "opening round strategy aggression reaction asking crew master state view",
        "What comes of it": "acts pools rolls conditions harm narrator changes",
        "Before and after": "record ship_files scene_files outcome rules data",
        "Telling and judging": "prose picture sheet odds bot impossible",
    },
    "engine": {
        "At the table": "battle line slates inputs run change record replay",
        "What rules hold": "referee questions dice events plane hexes text problems rng",
        "What a system provides": "system rulebook documents account sheets workshop edits pickled yamls odds",
        "What is shown": "scene picture art dress controls wire dress_wire bench_wire account_sheet paper fonts",
    },
}

LEFT, WIDTH, NAME, GAP, LINE = 20, 860, 100, 8, 18
LETTER = 6.9
"""How wide a letter of 13 px is at the most, on average."""

STYLE = """\
svg { --ground: #f7f5ef; --ink: #1d2733; --line: #8a939c; --room: #fffdf8; --part: #e9e6dc; --way: #1f5f8b; }
@media (prefers-color-scheme: dark) {
  svg { --ground: #14191f; --ink: #e8e6df; --line: #67717b; --room: #1c232b; --part: #28313b; --way: #7fb8de; }
}
text { font-family: 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif; fill: var(--ink); font-size: 13px; }
.ground { fill: var(--ground); }
.room { fill: var(--room); stroke: var(--line); stroke-width: 1.2; }
.part { fill: var(--part); }
.name { font-size: 16px; font-weight: 600; }
.head { font-weight: 600; }
.way { fill: none; stroke: var(--way); stroke-width: 1.8; }
.tip { fill: var(--way); }
.note { fill: var(--way); font-size: 12px; }"""
TIP = (
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto">'
    '<path class="tip" d="M0 0L8 4L0 8z"/></marker></defs>'
)
DESCRIPTION = (
    "Six layers. The command line stands on the pages, these on the host, this on the bots, these on the rule systems, these on "
    "the engine. Imports run downwards only; rule systems are found by entry point and used through their System object."
)


class Part(NamedTuple):
    """Some modules under what they are for, in lines that fit the width."""

    head: list[str]
    lines: list[str]
    width: float

    @property
    def height(self) -> int:
        """How high its box is."""
        return LINE * (len(self.head) + len(self.lines)) + 12


def parts_of(groups: Groups) -> list[Part]:
    """The groups of a room side by side."""
    width = (WIDTH - NAME - GAP * len(groups)) / len(groups)
    letters = int((width - 16) / LETTER)
    return [
        Part(textwrap.wrap(head, letters), textwrap.wrap(modules.replace(" ", ", "), letters), width)
        for head, modules in groups.items()
    ]


def room(name: str, groups: Groups, top: int) -> tuple[list[str], int]:
    """The drawing of a room, and where it ends."""
    parts = parts_of(groups)
    title = name.removeprefix("systems/")
    over = LINE + 6 if title != name else 0
    inner = max(part.height for part in parts)
    height = over + inner + 2 * GAP
    drawn = [f'<rect class="room" x="{LEFT}" y="{top}" width="{WIDTH}" height="{height}" rx="6"/>']
    drawn.append(f'<text class="name" x="{LEFT + 14}" y="{top + 24}">{title}</text>')
    left, y = float(LEFT + NAME), top + over + GAP
    for part in parts:
        drawn.append(f'<rect class="part" x="{left:g}" y="{y}" width="{part.width:g}" height="{inner}" rx="4"/>')
        for row, words in enumerate([*part.head, *part.lines]):
            kind = ' class="head"' if row < len(part.head) else ""
            drawn.append(f'<text{kind} x="{left + 8:g}" y="{y + LINE * (row + 1)}">{words}</text>')
        left += part.width + GAP
    return drawn, top + height


def drawing() -> str:
    """The picture as SVG."""
    drawn, bottom, layer = list[str](), LEFT, ""
    for name, groups in ROOMS.items():
        top = bottom
        if layer:
            top += 28 if name.split("/")[0] != layer else GAP
        if layer and name.split("/")[0] != layer:
            drawn.append(f'<path class="way" d="M60 {bottom}V{top - 3}" marker-end="url(#tip)"/>')
            drawn.append(f'<text class="note" x="70" y="{top - 9}">imports</text>')
        layer = name.split("/")[0]
        lines, bottom = room(name, groups, top)
        drawn += lines
    size = f'width="{WIDTH + 2 * LEFT}" height="{bottom + LEFT}" viewBox="0 0 {WIDTH + 2 * LEFT} {bottom + LEFT}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="t d">',
            '<title id="t">The rooms of Quarterdeck</title>',
            f'<desc id="d">{DESCRIPTION}</desc>',
            f"<style>\n{STYLE}\n</style>",
            TIP,
            f'<rect class="ground" width="{WIDTH + 2 * LEFT}" height="{bottom + LEFT}" rx="10"/>',
            *drawn,
            "</svg>",
            "",
        ]
    )


if __name__ == "__main__":
    PICTURE.write_text(drawing(), encoding="utf-8")
