"""Ships, states and a referee for tests of the drama: what a test does not name is of a plain ship that works."""

from __future__ import annotations

from collections.abc import Coroutine, Iterable
from typing import Any

from quarterdeck.engine.questions import Question
from quarterdeck.systems.interworld_drama.record import (
    Character,
    Compartment,
    Scene,
    ShipRecord,
    ShipSystem,
    SideRecord,
)
from quarterdeck.systems.interworld_drama.state import Condition, DramaState, Member, Ship
from scripted import referee, run_to_end

KINDS = ("helm", "sensors", "comms", "power", "jump", "stealth")


def make_system(key: str, kind: str = "", **given: Any) -> ShipSystem:
    """A system by its word: a kind, else a gun."""
    kind = kind or (key if key in KINDS else "weapon")
    weapon = {"type": "cannon"} if kind == "weapon" else {}
    return ShipSystem(
        **{"id": key, "name": key, "kind": kind, "attribute": "wits", "ability": key, "compartment": key, **weapon, **given}
    )


def make_sheet(key: str, role: str = "player", **given: Any) -> Character:
    """A character with six dice for everything."""
    if "attributes" not in given:
        given.setdefault("dice", 6)
    return Character(key, key, role, **given)  # type: ignore[arg-type]


def make_ship(key: str = "s1", side: str = "a", **given: Any) -> Ship:
    """A ship of class 2 with one system of each kind, one gun and a captain and two others."""
    systems = tuple(given.pop("systems", [make_system(word) for word in (*KINDS, "gun1")]))
    crew = tuple(given.pop("crew", [make_sheet(f"{key}-cap", "captain"), make_sheet(f"{key}-p1"), make_sheet(f"{key}-p2")]))
    names = [system.compartment for system in systems] or ["hold"]
    rooms = tuple(Compartment(name, tuple(names[place + 1 : place + 2])) for place, name in enumerate(names))
    cls, extra, tass = given.pop("cls", 2), given.pop("extra_action", False), given.pop("tass", 0)
    record = ShipRecord(key, key, cls, "wherry", systems, given.pop("compartments", rooms), crew, None, extra, tass)
    return Ship(key, record, side, side, tass, {sheet.id: Member(sheet.id, sheet) for sheet in crew}, **given)


def make_state(*ships: Ship, conditions: Iterable[Condition] = (), **given: Any) -> DramaState:
    """A battle of these ships, in this order of initiative; two plain ones where none are given."""
    ships = ships or (make_ship("s1", "a"), make_ship("s2", "b"))
    sides = dict.fromkeys(ship.side for ship in ships)
    records = [SideRecord(side, side, {ship.id: ship.seat for ship in ships if ship.side == side}) for side in sides]
    around, worlds = tuple(given.pop("surroundings", ())), tuple(given.pop("worlds", ()))
    scene = Scene("test", "Test", "", around, tuple(records), {ship.id: ship.record for ship in ships}, {}, worlds)
    order = [ship.id for ship in ships]
    state = DramaState(scene, {ship.id: ship for ship in ships}, order=order, surroundings=list(around), **given)
    state.conditions = list(conditions)
    return state


def condition(kind: str, ship: str = "s1", other: str = "", **given: Any) -> Condition:
    """A condition."""
    return Condition(f"{kind}-{ship}-{other}", kind, ship, other, **given)


class Table:
    """A referee with scripted dice, what was told, and the questions that were asked."""

    def __init__(self, faces: Iterable[int] = ()) -> None:
        self.referee, self.told = referee(faces)
        self.asked: list[Question[Any]] = []

    def run(self, play: Coroutine[Any, Any, Any], **answers: Any) -> Any:
        """Drive rules code to its end: questions by key get these answers in turn, else they are passed or get the default."""
        return run_to_end(play, lambda question: self._answer(question, answers))

    def _answer(self, question: Question[Any], answers: dict[str, Any]) -> Any:
        self.asked.append(question)
        if answers.get(question.key):
            answer = answers[question.key]
            answer = answer.pop(0) if isinstance(answer, list) and answer and isinstance(answer[0], list) else answer
            assert question.problems(None, answer) == [], (question.key, answer, question.problems(None, answer))
            return question.read(answer)
        passing = question.passing()
        return question.default(None) if passing is None else passing

    def kinds(self) -> list[str]:
        """What was told."""
        return [event.kind for event in self.told]

    def used_up(self) -> bool:
        """Whether all dice of the script have fallen."""
        return self.referee.dice.rolled == len(self.referee.dice.faces)
