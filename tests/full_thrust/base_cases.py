"""Bases off the table for tests, and the worked case of them, played: the group is ordered out as soon as may be."""

from __future__ import annotations

import random
from typing import Any

from battles import STEPS, begin, scenario, ship_file, side_file
from small_craft import Facts

from quarterdeck.engine.events import Told
from quarterdeck.engine.problems import Json
from quarterdeck.systems.full_thrust.scenario import Scenario
from quarterdeck.systems.full_thrust.state import FleetState
from whole_battles import by_default, play


def based(**given: Any) -> dict[str, Json]:
    """A base of a scenario document with six Standard fighters, that enter at the middle of the left edge."""
    return {"name": "Ward", "at": [0, 24], "delay": 1, "rearm": 2, "fighters": [{"type": "standard"}], **given}


def siege(*bases: dict[str, Json], **given: Any) -> Scenario:
    """A ship of side a with these bases, and one of side b far away."""
    ours = side_file("a", ship_file("larkspur", (10, 24)), bases=list(bases))
    return scenario(ours, side_file("b", ship_file("scarp", (60, 24))), **given)


def bases_and_splits(**switches: bool) -> Scenario:
    """Carriers near each other, of two seats on one side, with bases; groups may be split."""
    wing = [{"type": "standard"}, {"type": "heavy"}]
    ours = side_file(
        "a",
        ship_file("shearwater", (20, 20), fighters=wing, seat="a1"),
        ship_file("shearwater", (24, 20), fighters=wing, seat="a2"),
        seats=["a1", "a2"],
        bases=[based(at=[10, 20], seat="a2", fighters=wing)],
    )
    theirs = side_file("b", ship_file("hearth", (44, 20), fighters=wing), bases=[based(name="Keep", at=[60, 20], delay=0)])
    return scenario(ours, theirs, turn_limit=8, switches={"splitting": True, **switches})


def base_facts(given: Facts) -> Facts:
    words = given["off_table_base"]
    moments: dict[str, tuple[int, int]] = {}

    def hear(told: Told, state: FleetState) -> None:
        moments[told.event.kind] = (state.turn, 1 + state.step)

    base = based(at=words["entry_point"], delay=words["delay_turns"], rearm=words["rearm_turns"])
    play(begin(siege(base, turn_limit=4), "base", listener=hear), random.Random(1), by_default)
    assert moments["group_ordered"] == (given["launch_ordered_in_turn"], 1 + STEPS.index("launch"))
    return dict(zip(("enters_in_turn", "enters_in_phase"), moments["group_entered"], strict=True))
