"""Whole battles for tests, every state of them possible."""

from __future__ import annotations

import random
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from quarterdeck.engine.battle import Battle
from quarterdeck.engine.problems import Json, Refused
from quarterdeck.engine.questions import Question
from quarterdeck.engine.text import plain
from quarterdeck.systems.interworld_fleets import INTERWORLD_FLEETS
from quarterdeck.systems.interworld_fleets.move_keys import RAM
from quarterdeck.systems.interworld_fleets.moves import MoveUnit
from quarterdeck.systems.interworld_fleets.plans import BATTEN, CREW, part_of, weapon_of
from quarterdeck.systems.interworld_fleets.ramming import may_ram, run_of
from quarterdeck.systems.interworld_fleets.reactions import Intercept
from quarterdeck.systems.interworld_fleets.scenario import Scenario
from quarterdeck.systems.interworld_fleets.shooting import Engage
from quarterdeck.systems.interworld_fleets.state import FleetsState, FleetsView
from whole_battles import Player, Watched, at_random, check_end, check_record, play

SCENARIOS = tuple(INTERWORLD_FLEETS.scenarios())


CAPTAIN = INTERWORLD_FLEETS.bot("captain")


def as_captain(view: FleetsView, questions: Mapping[str, Question[Any]], rng: random.Random) -> dict[str, Json]:
    """What the captain answers."""
    return CAPTAIN.answer(view, questions, rng).answers


def eagerly(view: FleetsView, questions: Mapping[str, Question[Any]], rng: random.Random) -> dict[str, Json]:
    """Who can ram somebody rams, who can harpoon or board does, who can intercept spends all; ships are led by a captain."""
    answers = {**at_random(view, questions, rng)}
    for key, question in questions.items():
        if isinstance(question, MoveUnit):
            answers[key] = as_captain(view, {key: question}, rng)[key] | _rams(view, question)
            if question.problems(view, answers[key]):
                answers[key] = question.default(view)
        elif isinstance(question, Engage):
            answers[key] = _hands_on(view, question) or answers[key]
        elif isinstance(question, Intercept):
            answers[key] = {slot: kind.most for slot, kind in question.slots.items()}
    return answers


def _rams(view: FleetsView, question: MoveUnit) -> dict[str, str]:
    ships = [view.ships[unit] for unit in question.units]
    return {ship.id: RAM for ship in ships if may_ram(ship) and run_of(view, ship).target is not None}


def _hands_on(view: FleetsView, question: Engage) -> dict[str, str]:
    """A harpoon or a boarding, if there is one to be had."""
    for slot, keys in question.keys_by_slot().items():
        part = part_of(slot)
        crew = part.weapon == CREW
        if (crew or weapon_of(view, part).type == "harpoon") and keys[0] != BATTEN:
            return {slot: keys[0]}
    return {}


def possible(state: FleetsState) -> None:
    """What every state at a rest must keep."""
    assert [plain(problem.text) for problem in INTERWORLD_FLEETS.check(state)] == []


def meddled(battle: Battle[FleetsState], rng: random.Random, player: Player) -> Battle[FleetsState]:
    """Play to the end while the umpire changes something after every few answers."""
    while play(battle, rng, player, most=5).outcome is None:
        path, value = change_of(battle.state, rng)
        with suppress(Refused):
            battle.change(path, value)
    return battle


def change_of(state: FleetsState, rng: random.Random) -> tuple[tuple[str | int, ...], Json]:
    """Any change of a ship on the map, or of a command board: one that may be, or one that the rules refuse."""
    ship = rng.choice(state.on_map)
    side = rng.choice(list(state.commands))
    at = rng.choice(list(state.map.hexes()))
    changes: list[tuple[tuple[str | int, ...], Json]] = [
        (("ships", ship.id, "hull"), rng.randint(0, ship.cls.hull + 1)),
        (("ships", ship.id, "shields"), rng.randint(0, ship.cls.shields + 1)),
        (("ships", ship.id, "fighters"), rng.randint(0, 2 * ship.cls.hangars + 1)),
        (("ships", ship.id, "facing"), rng.randint(0, 6)),
        (("ships", ship.id, "at"), list(at)),
        (("ships", ship.id, "easy_target"), not ship.easy_target),
        (("ships", ship.id, "hatches"), not ship.hatches),
        (("ships", ship.id, "phase_tokens"), rng.randint(0, 4)),
        (("ships", ship.id, "effects"), rng.sample(["hindered", "slowed", "no_restore", "no_commands"], 2)),
        (("ships", ship.id, "status"), rng.choice(["fighting", "left"])),
        (("commands", side, "cells", rng.randint(1, 6)), rng.randint(0, 2)),
        (("points", side), rng.randint(0, 9)),
    ]
    return rng.choice(changes)


def begin(scenario: str | Scenario, seed: str | None, system: Any = INTERWORLD_FLEETS, **given: Any) -> Battle[FleetsState]:
    """A battle of a scenario, by key or made, from its beginning."""
    chosen = system.scenarios()[scenario] if isinstance(scenario, str) else scenario
    return Battle.begin(system, chosen, seed=seed, **{"keep": False, **given})


def brawl() -> Scenario:
    """A fight at close quarters on a small map: every type of weapon, rams, harpoons, fighters, squadrons, some terrain."""
    line = {"a": (13, 0), "b": (2, 3)}
    fleets = {
        "a": ("leviathan-cathedral", "gallows-pike", "quiet-choir", "brass-nest", "candlewright", "toll-hammer"),
        "b": ("veiled-verdict", "gallows-pike", "orrery", "paper-moon", "grey-sexton", "millstone-rider"),
    }
    sides = []
    for side, classes in fleets.items():
        row, facing = line[side]
        units = []
        for n, cls in enumerate(classes):
            places = [[q, row - q // 2] for q in (2 * n + 1, 2 * n + 2)]
            units.append({"name": f"{side}{n}", "class": cls, "at": places[0], "facing": facing})
            if n == len(classes) - 1:
                ships = [{"name": f"{side}{n} {m}", "at": at, "facing": facing} for m, at in enumerate(places)]
                units[-1] = {"name": f"{side}{n}", "class": cls, "ships": ships}
        sides.append({"id": side, "name": f"Side {side}", "units": units})
    sides[0]["board"], sides[1]["board"] = "brass-chorus", "tide-of-masks"
    terrain = [{"kind": "minefield", "hexes": [[6, 5], [7, 4]]}, {"kind": "ion_storm", "hexes": [[3, 6]]}]
    whole = {"key": "brawl", "title": "Brawl", "map": {"shape": "rectangle", "columns": 15, "rows": 16}, "rounds": 6}
    scenario = INTERWORLD_FLEETS.read("scenario", {**whole, "sides": sides, "terrain": terrain})
    assert isinstance(scenario, Scenario), scenario
    return scenario


def checked_battle(scenario: str, seed: str, player: Player = at_random, umpire: str = "") -> Battle[FleetsState]:
    """A battle to its end, every state of it possible, and its record replayed; with an umpire also what he changes."""
    system = Watched(INTERWORLD_FLEETS, possible)
    battle, rng = begin(scenario, seed, system, umpire=umpire), random.Random(seed)
    battle = meddled(battle, rng, player) if umpire else play(battle, rng, player)
    check_end(battle)
    check_record(battle, INTERWORLD_FLEETS)
    return battle
