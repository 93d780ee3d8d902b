"""The symbols of a System Status Display (FT-2.6.1), as SVG round the point 0, 0, one unit a pixel, bow up.

They are drawn in `currentColor`, the colour of the side; other colours are named as the style sheets name them, so that one
drawing serves screens light and dark, and paper.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from quarterdeck.systems.full_thrust.outfit import TUNINGS
from quarterdeck.systems.full_thrust.ship import ARCS, Arc, System


def number(value: float) -> str:
    """A coordinate with at most two decimals.

    >>> number(12.50), number(-0.001)
    ('12.5', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def line(path: str, width: float = 1.2, more: str = "") -> str:
    """An outline."""
    return f'<path d="{path}" fill="none" stroke="currentColor" stroke-width="{number(width)}"{more}/>'


def solid(path: str) -> str:
    """A filled shape."""
    return f'<path d="{path}" fill="currentColor"/>'


def circle(radius: float, width: float = 1.2) -> str:
    """An outlined circle."""
    return f'<circle r="{number(radius)}" fill="none" stroke="currentColor" stroke-width="{number(width)}"/>'


def figure(words: str, y: float = 4.3, size: float = 12) -> str:
    """A number in a symbol."""
    style = f'font-size="{number(size)}" font-weight="600" fill="currentColor"'
    return f'<text y="{number(y)}" text-anchor="middle" {style}>{words}</text>'


def frame(half: float, round_by: float = 1.5, more: str = "") -> str:
    """A square outline."""
    at, size = number(-half), number(2 * half)
    shape = f'x="{at}" y="{at}" width="{size}" height="{size}" rx="{number(round_by)}"'
    return f'<rect {shape} fill="none" stroke="currentColor" stroke-width="1.2"{more}/>'


# The ring of arcs

HALF = math.sqrt(3) / 2
SIXTHS: tuple[tuple[float, float], ...] = ((1, 0), (0.5, HALF), (-0.5, HALF), (-1, 0), (-0.5, -HALF), (0.5, -HALF))
"""Cosine and sine of the middle of each arc, clockwise from dead ahead."""

EDGE = (0.44620, 0.89493)
"""Sine and cosine of half of what an arc's segment spans: 60 degrees less a gap of 7."""

FIRES, FIRES_NOT = (11.5, 15.0), (12.62, 13.88)
"""Inner and outer radius of the segment of an arc into which a weapon fires, and of one into which it does not."""


def segment(arc: Arc, radii: tuple[float, float]) -> str:
    """The segment of the ring for one arc, as path data."""
    inner, outer = radii
    start, far, back, end = (_on_ring(arc, side, radius) for side, radius in ((-1, outer), (1, outer), (1, inner), (-1, inner)))
    return f"M{start}A{number(outer)} {number(outer)} 0 0 1 {far}L{back}A{number(inner)} {number(inner)} 0 0 0 {end}Z"


def _on_ring(arc: Arc, side: int, radius: float) -> str:
    """The corner of a segment: `side` -1 is its counter-clockwise end, 1 the clockwise one."""
    cos, sin = SIXTHS[ARCS.index(arc)]
    x, y = side * EDGE[0] * radius, -EDGE[1] * radius
    return f"{number(x * cos - y * sin)} {number(x * sin + y * cos)}"


def ring(arcs: Sequence[Arc]) -> str:
    """Six segments, F on top: filled where the weapon fires, a thin outline where it does not (FT-4.1.5)."""
    fires = "".join(segment(arc, FIRES) for arc in ARCS if arc in arcs)
    fires_not = "".join(segment(arc, FIRES_NOT) for arc in ARCS if arc not in arcs)
    return (solid(fires) if fires else "") + (line(fires_not, 0.7, ' opacity=".45"') if fires_not else "")


# Weapons

SPINDLE = "M0-6.8C2.6-3.6 3.2-1 3.2 1.6L1.8 5.2H-1.8L-3.2 1.6C-3.2-1-2.6-3.6 0-6.8ZM-3.2 5.2L0 7.6 3.2 5.2"
NEEDLE = "M0-8.4L1.5 3.4H-1.5ZM-4 3.4H4V4.9H-4ZM-.9 4.9H.9V7.6H-.9Z"
FAN = "M0 6.4V-5.6M-.9 5L-4.6-4M.9 5L4.6-4"
FAN_HEADS = "M0-8.2L1.9-4.6H-1.9ZM-5.6-6.4L-2.7-4-6-2.6ZM5.6-6.4L2.7-4 6-2.6Z"
MISSILE = "M0-6.2L1.8-2.6V5.2H-1.8V-2.6Z"
TWO_MISSILES = "M-3.1-5.8L-1.6-2.8V5H-4.6V-2.8ZM3.1-5.8L4.6-2.8V5H1.6V-2.8Z"
THREE_DARTS = "M0-7.6L1.7-2H-1.7ZM-4.4-4.4L-2.7 1.2H-6.1ZM4.4-4.4L6.1 1.2H2.7ZM-5 3.6H5V5.2H-5Z"
SHELL_CASE = "M-5.6 7.4V-2.4C-5.6-6-2.8-8.4 0-8.4S5.6-6 5.6-2.4V7.4Z"
STING = "M0-8.6C1.4-3.2 4.8-1.8 4.8 2.4A4.8 4.8 0 0 1-4.8 2.4C-4.8-1.8-1.4-3.2 0-8.6Z"
POD = "M0-8C3.4-5.4 4.6-1.6 3.6 2.6L0 7.6-3.6 2.6C-4.6-1.6-3.4-5.4 0-8Z"
BURST = (
    "M0-8.8L1.9-3.6 6.2-6.2 4.4-1.6 8.8 0 4.4 1.6 6.2 6.2 1.9 3.6 0 8.8-1.9 3.6-6.2 6.2-4.4 1.6-8.8 0-4.4-1.6-6.2-6.2-1.9-3.6Z"
)
DASHED = ' stroke-dasharray="3 2"'

WEAPON_BODY: dict[str, Callable[[System], str]] = {
    "beam": lambda weapon: circle(8.8) + figure(str(weapon.cls)),
    "pulse_torpedo": lambda _weapon: solid(SPINDLE),
    "needle_beam": lambda _weapon: solid(NEEDLE),
    "submunition_pack": lambda _weapon: line(FAN) + solid(FAN_HEADS),
    "sml": lambda _weapon: circle(8.8) + solid(MISSILE),
    "smr": lambda _weapon: circle(8.8) + solid(TWO_MISSILES),
    "k_gun": lambda weapon: line(SHELL_CASE) + figure(str(weapon.cls), 5),
    "mkp": lambda _weapon: solid(THREE_DARTS),
    "stinger_node": lambda _weapon: line(STING) + '<circle cy="2.4" r="1.6" fill="currentColor"/>',
    "pod_launcher": lambda _weapon: line(POD) + line("M-3.6 2.6H3.6"),
    "pulser": lambda weapon: circle(8.8) + circle(6.8, 0.7) + figure(TUNINGS[weapon.cls], 3.8, 10),
    "plasma_bolt_launcher": lambda weapon: line(BURST, 1) + figure(str(weapon.cls), 3.4, 9),
}
"""What stands inside the ring of each kind of weapon that has arcs."""


def weapon(system: System) -> str:
    """A weapon with its ring of arcs."""
    return ring(system.arcs) + WEAPON_BODY[system.kind](system)


# Other systems

RETICLE = "M0-8V-3.6M0 3.6V8M-8 0H-3.6M3.6 0H8"
TWO_ARCS = '<g transform="translate(0 1)">{}</g>'
SCREEN_ARCS = "M-8 5A8.6 8.6 0 0 1 8 5M-5.2 6.4A5.4 5.4 0 0 1 5.2 6.4"
DIAMOND, FTL_ARROW = "M0-9L8 0 0 9-8 0Z", "M-3.6 0H3.6M1.4-2.4L3.8 0 1.4 2.4"
DISH = "M-7-7C-7 0 7 0 7-7M0-1.8V1"
STATIC = "M-5 0L-2.6-4 0 4 2.6-4 5 0"
MINE_HORNS = "M0-8.6V-5.6M0 5.6V8.6M-8.6 0H-5.6M5.6 0H8.6M-6-6L-4-4M6-6L4-4M-6 6L-4 4M6 6L4 4"
DART = "M0-4.6L3 3.6 0 2.2-3 3.6Z"

SYMBOLS: dict[str, Callable[[System], str]] = {
    "ftl_drive": lambda _system: line(DIAMOND) + line(FTL_ARROW),
    "fire_control": lambda _system: frame(8) + circle(3.6, 1.1) + line(RETICLE, 1.1),
    "adfc": lambda _system: frame(8) + circle(5.8, 1.1) + circle(2.4, 1.1) + line("M0-8V-5.8M0 5.8V8M-8 0H-5.8M5.8 0H8", 1.1),
    "screen": lambda _system: TWO_ARCS.format(line(SCREEN_ARCS, 1.5)) + line("M0-8.5V-4.5"),
    "screen_backup": lambda _system: TWO_ARCS.format(line(SCREEN_ARCS, 1.5, DASHED)) + line("M0-8.5V-4.5"),
    "pds": lambda _system: circle(7.8) + line("M0-5V5M-4.3-2.5L4.3 2.5M4.3-2.5L-4.3 2.5", 1.3),
    "sm_magazine": lambda system: frame(8, 4) + figure(str(system.cls), 3.8, 10),
    "fighter_bay": lambda _system: frame(8, 0) + solid(DART),
    "small_craft_bay": lambda system: frame(8, 0) + line("M-8-5H8", 1.1) + figure(str(system.cls), 5.6, 10),
    "tug_drive": lambda system: line(DIAMOND, 1.2, DASHED) + figure(str(system.cls), 3.4, 9),
    "enhanced_sensors": lambda _system: line(DISH) + figure("E", 8, 8),
    "superior_sensors": lambda _system: line(DISH) + figure("S", 8, 8),
    "weasel_cruiser": lambda _system: frame(8, 4) + figure("CH", 3.4, 9),
    "weasel_capital": lambda _system: frame(8, 4) + figure("BB", 3.4, 9),
    "ecm": lambda _system: circle(8) + line(STATIC),
    "area_ecm": lambda _system: circle(8) + circle(9.6, 0.7) + line(STATIC),
    "minelayer": lambda system: circle(5.6) + line(MINE_HORNS) + figure(str(system.cls), 3.2, 9),
    "minesweeper": lambda _system: circle(5.6) + line(MINE_HORNS) + line("M-6 6L6-6", 1.6),
    "ortillery": lambda _system: line("M-8 6C-4 2 4 2 8 6M0-8V0M-2.4-2.6L0 .4 2.4-2.6", 1.3),
    "nova_cannon": lambda _system: line("M-2.6 8V-1M2.6 8V-1") + '<circle cy="-4.6" r="3.8" fill="currentColor"/>',
    "wave_gun": lambda _system: line("M0 8V2M-3 1C-3-2 3-2 3 1M-5.6-1.6C-5.6-6 5.6-6 5.6-1.6M-8.2-4.2C-8.2-10 8.2-10 8.2-4.2"),
    "reflex_field": lambda _system: circle(8, 1) + line("M-6-4L0 2 6-4M0 2V7M-2.2 4.8L0 7 2.2 4.8"),
    "cloaking_field": lambda _system: f'<g opacity=".55">{line("M0-8L6 6 0 3-6 6Z", 1.2, DASHED)}</g>' + circle(9, 0.7),
    "scattergun": lambda _system: (
        circle(7.8) + solid("M-1.2-5H1.2V-2H-1.2ZM-5 0H-2.6V2.4H-5ZM2.6 0H5V2.4H2.6ZM-1.2 3H1.2V5.4H-1.2Z")
    ),
    "spicule": lambda _system: circle(7.8) + solid("M0-6.4L1.2 0 5.6 3.2.9 1.6 0 6 -.9 1.6-5.6 3.2-1.2 0Z"),
    "screen_node": lambda _system: TWO_ARCS.format(line(SCREEN_ARCS, 1.5)) + '<circle cy="-5" r="1.8" fill="currentColor"/>',
    "cortex_node": lambda _system: circle(8) + circle(3.6, 1.1) + line(RETICLE, 1.1),
    "drone_womb": lambda _system: line("M0-8.4C5-8.4 7-3.6 7 1S4 8.4 0 8.4-7 5.6-7 1-5-8.4 0-8.4Z") + solid(DART),
    "vapour_shroud": lambda _system: line("M-8 3C-5-1-3 5 0 1S5-1 8 3M-8-2C-5-6-3 0 0-4S5-6 8-2", 1.3),
}
"""The symbols of what has no arcs, by kind."""

CORE_SYMBOLS: Mapping[str, str] = {
    "command-bridge": line("M-6 5V-1L0-6 6-1V5Z") + line("M-6 1.5H6"),
    "power-core": circle(6.4) + '<circle r="2" fill="currentColor"/>' + line("M0-6.4V-3.6M5.5 3.2L3.1 1.8M-5.5 3.2L-3.1 1.8"),
    "life-support": line("M-7 0H-3.6L-1.8-5 1.2 5 3 0H7", 1.3, ' stroke-linejoin="round"'),
}
"""The symbols of the Core Systems (FT-7.2.1)."""

HOLD_SYMBOLS: Mapping[str, str] = {
    "cargo": line("M-4-4H4V4H-4ZM-4-1H4M0-1V4", 1.1),
    "passenger": '<circle cy="-2.2" r="2" fill="none" stroke="currentColor" stroke-width="1.1"/>'
    + line("M-4 4.4C-4 .4 4 .4 4 4.4", 1.1),
    "troop": line("M-4-1L0-4.2 4-1M-4 3.2L0 0 4 3.2", 1.1),
    "lab": line("M-1.4-4.4V-1L-4 4H4L1.4-1V-4.4M-2.4-4.4H2.4", 1.1),
}
"""What a hold is for."""


def main_drive(rating: int, thrust: int) -> str:
    """The Main Drive with its thrust; where that is less than its rating, the rating is struck and the thrust beside it."""
    hull = line("M-7-8.5H7L11.5 8.5H-11.5Z")
    size = 13 if rating < 10 else 11
    if thrust == rating:
        return hull + figure(str(rating), 5.2, size)
    struck = f'<g opacity=".55">{figure(str(rating), 5.2, size)}</g>{line("M-6 5.2L6-4.8", 1.5)}'
    return f'{hull}{struck}<g transform="translate(20 0)">{figure(str(thrust), 5.2, 13)}</g>'


ADVANCED = f'<g transform="translate(-12 -6)">{figure("A", 3, 8)}</g>'
"""What is beside the symbol of an Advanced Drive (FT-A.2.1)."""


def cross(reach: float) -> str:
    """The cross over a lost system."""
    r = number(reach)
    return f'<path d="M-{r} -{r}L{r} {r}M{r} -{r}L-{r} {r}" stroke="var(--bad)" stroke-width="1.8" stroke-linecap="round"/>'


def stroke_off(reach: float) -> str:
    """The one stroke, from lower left, by which a box or a fired one-shot weapon is crossed off."""
    r = number(reach)
    return f'<path d="M-{r} {r}L{r} -{r}" stroke="var(--ink3)" stroke-width="1.4" stroke-linecap="round"/>'
