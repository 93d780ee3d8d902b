"""When each kind of event comes in the order of play of Fleet Book 2 (FB2-1), whose last phase goes on from 10.2."""

from __future__ import annotations

from quarterdeck.engine.events import Event

NEVER = -1.0
CLASSIC_PLACES: dict[str, float] = {
    **dict.fromkeys(["group_launched", "group_ordered", "group_entered"], 3.0),
    **dict.fromkeys(["screening", "escorting", "no_escort"], 3.1),
    "marker_placed": 4.0,
    **dict.fromkeys(["salvo_attacks", "bolt_attacks"], 6.0),
    **dict.fromkeys(["attack_run", "no_run"], 6.1),
    "evasion": NEVER,
    "dogfight": 7.0,
    "small_fire": 7.1,
    "group_morale": 7.2,
    **dict.fromkeys(["bolt_bursts", "bolt_burns"], 8.1),
    "salvo_strikes": 8.2,
    "strike": 8.3,
    **dict.fromkeys(["fire", "held_fire", "template_moves", "template_gone", "wave_fired"], 9.0),
    **dict.fromkeys(["section_drawn", "rock_fire", "broken_up"], 9.0),
}
"""What comes in another phase than by chapter 2.7 (FB2-4, FB2-13, FB2-18, FB2-19, FB2-21, FB2-23, FB2-25, FB2-26)."""
CLASSIC_FLOATING = {"broke_off": 7.0, "edge_rolled": 7.0, "lock_on": 7.0, "template_strikes": 9.0, "marker_removed": 6.0}
"""Events of several phases, with the first of them."""
CLASSIC_RULES = {"FT-5.1.1": 3.1, "FT-5.2.2": 5.0, "FT-5.1.2": 6.1, "FT-2.7.8": 9.0, "FT-5.5.2": 7.0}
"""The phase to which a move of a group or a pass belongs, by its rule; FT-2.7.8 stands for ship fire."""
CLEARED = 10.55
"""Where salvos that have found nothing are taken away, behind the Leeches (FB2-31)."""


def classic_place(event: Event, now: float) -> float | None:
    """The phase of an event in this order; None where that is the same as by chapter 2.7. `now` is how far the turn has come."""
    if event.kind == "group_moved":
        return CLASSIC_RULES[event.rule]
    if event.kind == "passed":
        rule = event.data.get("phase", "FT-2.7.8")
        return (3.0 if now <= 3.0 else 4.0) if rule == "FT-2.7.11" else CLASSIC_RULES[rule]
    if event.rule == "FB2-31":
        return CLEARED
    if event.kind in CLASSIC_FLOATING:
        return max(now, CLASSIC_FLOATING[event.kind])
    return CLASSIC_PLACES.get(event.kind)
