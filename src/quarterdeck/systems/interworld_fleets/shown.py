"""What an event shows: the ships it points at, the moves and shots to play, its mark on the time line, its dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, TypeAlias

from quarterdeck.engine.events import Event
from quarterdeck.engine.hexes import Hex
from quarterdeck.engine.picture import CrossOff, DiceGroup, Die, Effect, Happen, Mark, Move, Shoot, Shown, plain_dice
from quarterdeck.engine.problems import Json
from quarterdeck.systems.interworld_fleets.places import drawn
from quarterdeck.systems.interworld_fleets.state import FleetsState
from quarterdeck.systems.interworld_fleets.weapons import BLOWS, hits_of

Facts: TypeAlias = "dict[str, Json]"

HIGHEST = 11
"""The damage from which on a mark grows no more."""


def show(event: Event, view: FleetsState) -> Shown:
    """How an event is shown on the picture of `view`, from which the places of ships are taken."""
    play = EFFECTS.get(event.kind)
    return Shown(_refs(event.data), play(event.data, view) if play else (), _mark(event, view), tuple(_dice(event)))


def _refs(facts: Facts) -> tuple[str, ...]:
    """The ships of an event and the weapons that fired, each once."""
    single = [facts[key] for key in ("by", "from", "ship", "target", "at") if isinstance(facts.get(key), str)]
    listed = [ship for key in ("ships", "boarders") for ship in facts.get(key, ())]
    weapons = [f"{ship}/{weapon}" for ship, weapon in facts.get("weapons", ())]
    return tuple(dict.fromkeys(ref for ref in [*single, *listed, *weapons] if ref))


def _mark(event: Event, view: FleetsState) -> Mark | None:
    """The mark of an attack, for the side that made it; of a loss for the side that caused it, or suffered it."""
    facts = event.data
    if event.kind == "destroyed":
        return Mark(view.ships[facts["by"] or facts["ship"]].side, HIGHEST, "lost")
    if event.kind in ATTACKS and facts["lost"]:
        return Mark(view.ships[facts["ship"]].side, min(HIGHEST, facts["lost"]))
    return None


ATTACKS = ("fired", "boarded", "blow")

# How its dice are read


def _dice(event: Event) -> Iterator[DiceGroup]:
    """Dice that hit or miss, each against its own number; all others as they fell."""
    if event.kind in ("fired", "harpooned"):
        faces = iter([face for roll in event.dice for face in roll.faces])
        read = [_die(face, needed, critical) for dice, needed, critical in event.data["pools"] for face in _taken(faces, dice)]
        yield from [DiceGroup(tuple(read))] if read else []
    elif event.kind in BLOW_EVENTS:
        for roll in event.dice:
            yield DiceGroup(tuple([_die(face, BLOWS.needed, BLOWS.critical) for face in roll.faces]))
    else:
        yield from plain_dice(event.dice)


BLOW_EVENTS = ("boarded", "blow", "blast")


def _taken(faces: Iterator[int], number: int) -> list[int]:
    return [face for _place, face in zip(range(number), faces, strict=False)]


def _die(face: int, needed: int, critical: bool) -> Die:
    return Die(face, "hit" if hits_of(face, needed, critical) else "miss")


# What is played


def _moved(facts: Facts, view: FleetsState) -> tuple[Effect, ...]:
    """A move along its hexes; a turn on the spot too."""
    way = facts["way"]
    via = [drawn(view.map, Hex(q, r)) for q, r, _facing in way]
    before, after = way[0][2], way[-1][2]
    faces = (after - before + 3) % 6 - 3
    return (Move(facts["ship"], tuple(via), (before * 60, (before + faces) * 60), len(via) - 1),)


def _shifted(facts: Facts, view: FleetsState) -> tuple[Effect, ...]:
    via = [drawn(view.map, Hex(*facts[key])) for key in ("from", "to")]
    heading = view.ships[facts["ship"]].facing * 60
    return (Move(facts["ship"], tuple(via), (heading, heading), 1),)


SHOT_STYLES: dict[str, Literal["beam", "torpedo", "missile", "guns"]] = {
    "cannon": "guns",
    "energy": "beam",
    "missile": "missile",
    "mine": "torpedo",
    "phase": "missile",
    "indirect": "beam",
    "harpoon": "torpedo",
    "fighters": "guns",
}
"""How the shot of each kind of attack is drawn."""


def _fired(facts: Facts, view: FleetsState) -> tuple[Effect, ...]:
    """A shot from each ship of a salvo, and what it costs the target."""
    target, shooters = view.ships[facts["target"]], dict.fromkeys(ship for ship, _weapon in facts.get("weapons", ()))
    hit, end = facts.get("hits", 0) > 0 or facts.get("captured", False), drawn(view.map, target.at)
    style = SHOT_STYLES[facts["attack"]]
    shots = [Shoot(style, drawn(view.map, view.ships[ship].at), end, hit) for ship in shooters or [facts["ship"]]]
    return (*shots, *_harmed(target.id, facts.get("lost", 0)))


def _harmed(ship: str, lost: int) -> tuple[Effect, ...]:
    return (Happen("hit", ship), CrossOff(ship, lost)) if lost else ()


def _harmed_by(key: str) -> Callable[[Facts, FleetsState], tuple[Effect, ...]]:
    return lambda facts, _view: _harmed(facts[key], facts["lost"])


EFFECTS: Mapping[str, Callable[[Facts, FleetsState], tuple[Effect, ...]]] = {
    "moved": _moved,
    "displaced": _shifted,
    "dragged": _shifted,
    "left": lambda facts, _view: (Happen("fade", facts["ship"]),),
    "fired": _fired,
    "harpooned": _fired,
    "hazard": _harmed_by("ship"),
    "blast": _harmed_by("ship"),
    "blow": _harmed_by("at"),
    "boarded": _harmed_by("target"),
    "destroyed": lambda facts, _view: (Happen("loss", facts["ship"]),),
}
"""What is played of each kind of event; all others are only pointed at."""
