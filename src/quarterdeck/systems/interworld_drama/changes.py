"""What the narrator may do at any rest: create a condition, end one, change a number (IWD-9.1, IWD-13.1, IWD-14.5)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from quarterdeck.engine.events import Event
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.questions import Choice, Choose, Field, Form, Question
from quarterdeck.engine.questions.choose import MOST_CHOICES
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Text, Unit, _
from quarterdeck.systems.interworld_drama.acts import BEARING, GRIPS, OWN_SHIP
from quarterdeck.systems.interworld_drama.conditions import CONDITION_NAMES, NUMBERS, lift, number, place, set_distance
from quarterdeck.systems.interworld_drama.harm import put_out
from quarterdeck.systems.interworld_drama.record import NARRATOR
from quarterdeck.systems.interworld_drama.state import DramaState, Ship

ALONE = (*OWN_SHIP, "gravity", "fire", "wounded")
"""Conditions that are on a ship and towards no other."""
PLACED = tuple(kind for kind in CONDITION_NAMES if kind != "contact")
"""What the narrator creates by the form; contact comes by calling alone."""
SURROUND = {"cloud": "cloud", "gravity": "gravity_anomaly"}
LEAST_NUMBER, MOST_NUMBER = -5, 10


@dataclass(slots=True, kw_only=True)
class CreateCondition(Form):
    """A condition made by the narrator."""

    GIVE: ClassVar[Text] = _("Let it be so")

    def illegal(self, view: Any, value: dict[str, Json]) -> list[Problem]:
        """A condition between two ships needs the other one, of another side; those of one ship need none."""
        kind, ship, other = value["condition"], view.ships[value["ship"]], view.ships.get(value.get("other"))
        if kind not in ALONE and (other is None or other.side == ship.side):
            return [Problem("IWD-13.1", _("This condition is towards an enemy ship; name it."), "other")]
        parts = _parts(kind, ship, other)
        if parts and value.get("part", parts[0]) not in parts:
            return [Problem("IWD-13.1", _("Name one of these: {parts}.", parts=", ".join(parts)), "part", parts[0])]
        return []

    def sample(self, view: Any, rng: Any) -> dict[str, Json]:
        """A condition of one ship."""
        ships = [choice.key for choice in self.fields[1].choices]
        return {"condition": rng.choice(("gravity", "cloud", "breaking_off", "fire", "wounded")), "ship": rng.choice(ships)}


def offers(state: DramaState) -> list[Question[Any]]:
    """What the narrator may do now."""
    found: list[Question[Any]] = [_create(tuple([ship.id for ship in state.fighting()])), NUMBER]
    if state.conditions:
        found.append(_end(tuple([(each.id, each.kind, each.ship) for each in state.conditions[:MOST_CHOICES]])))
    return found


@lru_cache(maxsize=64)
def _create(ids: tuple[str, ...]) -> CreateCondition:
    ships = tuple([Choice(key, _("{ship}", ship=Unit(key)), ref=key) for key in ids])
    kinds = tuple([Choice(kind, CONDITION_NAMES[kind]) for kind in PLACED])
    return CreateCondition(
        seat=NARRATOR,
        rule="IWD-13.1",
        prompt=_("Create a condition"),
        key="create",
        fields=(
            Field(key="condition", name=_("Condition"), kind="choice", choices=kinds),
            Field(key="ship", name=_("Ship"), kind="reference", choices=ships),
            Field(key="other", name=_("Towards"), kind="reference", choices=ships, need=False),
            Field(key="part", name=_("Weapon, compartment, character or grip"), kind="text", need=False),
        ),
    )


def _set_number() -> Form:
    names = tuple([Choice(f"{kind}.{name}", Text(f"{kind}, {name}")) for kind, each in NUMBERS.items() for name in each])
    return Form(
        seat=NARRATOR,
        rule="IWD-13.1",
        prompt=_("Change a number"),
        key="number",
        fields=(
            Field(key="which", name=_("Which"), kind="choice", choices=names),
            Field(key="value", name=_("Value"), kind="amount", least=LEAST_NUMBER, most=MOST_NUMBER),
        ),
    )


NUMBER = _set_number()


@lru_cache(maxsize=64)
def _end(conditions: tuple[tuple[str, str, str], ...]) -> Choose:
    choices = [Choice(key, CONDITION_NAMES[kind], ref=ship) for key, kind, ship in conditions]
    return Choose(seat=NARRATOR, rule="IWD-13.1", prompt=_("End a condition"), key="end", choices=tuple(choices))


def carry_out(state: DramaState, referee: Referee, key: str, answer: Any) -> None:
    """What the narrator has done."""
    if key == "number":
        state.numbers[answer["which"]] = int(answer["value"])
        referee.tell(Event("number", "IWD-13.1", {"which": answer["which"], "value": int(answer["value"])}))
    elif key == "end":
        for condition in [each for each in state.conditions if each.id in answer]:
            lift(state, referee, condition, "narrator", "IWD-13.1")
    else:
        _carry_out_creation(state, referee, answer)


def _carry_out_creation(state: DramaState, referee: Referee, answer: dict[str, str]) -> None:
    """A distance is of the pair; a cloud or an anomaly is on the scene from then on (IWD-14.5)."""
    kind, ship, other, part = (answer.get(key, "") for key in ("condition", "ship", "other", "part"))
    if SURROUND.get(kind, kind) not in state.surroundings and kind in SURROUND:
        state.surroundings.append(SURROUND[kind])
    parts = _parts(kind, state.ships[ship], state.ships.get(other))
    where = part or next(iter(parts), "")
    if kind in ("short", "long"):
        set_distance(state, referee, ship, other, kind)
    elif kind == "fire":
        place(state, referee, kind, ship, part=where, values={"intensity": number(state, "fire", "intensity")})
    elif kind == "wounded":
        put_out(state, referee, state.ships[ship], state.ships[ship].crew[where])
    elif kind == "harpooned":
        place(state, referee, kind, ship, other, part=where, values={"free": number(state, "harpooned", "free")})
    elif kind == "dead_zone":
        state.ships[other].show(where)
        place(state, referee, kind, ship, other, part=where)
    else:
        place(state, referee, kind, ship, "" if kind in ALONE else other)


def _parts(kind: str, ship: Ship, other: Ship | None) -> list[str]:
    """What a condition may be about, the usual one first: compartments, characters, weapons of the other ship, grips."""
    match kind:
        case "fire":
            return [room.name for room in ship.record.compartments]
        case "wounded":
            return [*reversed(ship.crew)]
        case "dead_zone" if other is not None:
            weapons = other.record.of_kind("weapon")
            return [weapon.id for weapon in sorted(weapons, key=lambda each: each.mount not in BEARING)]
        case "harpooned":
            return list(GRIPS)
        case _:
            return []
