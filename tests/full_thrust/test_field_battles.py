"""Random battles with mines, sensors, ECM and all wonder weapons, with contacts and without."""

from __future__ import annotations

import pytest
from battles import as_captain, at_close_quarters, scenario, ship_file, side_file
from checked import checked_battle

from quarterdeck.systems.full_thrust.contacts.prose import CONTACT_TELLERS
from quarterdeck.systems.full_thrust.scenario import Scenario
from whole_battles import at_random, events

FIELDS = {"sensors": True, "ecm": True, "nova_cannon": True, "wave_gun": True, "reflex_field": True, "cloaking_field": True}
WING = {"fighters": [{"type": "standard", "strength": 6}]}


def everything(**switches: bool) -> Scenario:
    """Two squadrons in sight of each other that carry every system of chapters 10 and 11, and missiles and fighters."""
    ours = [
        ship_file("solstice", (16, 16), facing=3, course=3, velocity=3),
        ship_file("umbra", (16, 24), facing=3, course=3, velocity=3),
        ship_file("thistledown", (24, 20), facing=3, course=3, velocity=4),
        ship_file("nocturne", (14, 30), facing=3, course=3, velocity=3),
    ]
    theirs = [
        ship_file("umbra", (52, 18), facing=9, course=9, velocity=3),
        ship_file("hearth", (56, 24), facing=9, course=9, velocity=3, **WING),
        ship_file("thistledown", (46, 20), facing=9, course=9, velocity=4),
        ship_file("vesper", (54, 30), facing=9, course=9, velocity=3),
    ]
    dummies = [{"thrust": 4, "at": [14, 10], "course": 3, "velocity": 3}] if switches.get("dummies") else []
    sides = side_file("a", *ours, dummies=dummies), side_file("b", *theirs)
    return scenario(*sides, switches={**FIELDS, **switches}, turn_limit=10)


@pytest.mark.rule("FT-11.1.1", "FT-11.3.5", "FT-11.3.10", "FT-11.3.14", "FT-11.3.17")
@pytest.mark.parametrize("switches", [{}, {"bogeys": True, "dummies": True}])
def test_random_battles_with_everything(switches):
    told: dict[str, None] = dict.fromkeys(SEEN)
    for number in range(4, 10):
        for player in (at_random, at_close_quarters, as_captain):
            battle = checked_battle(everything(**switches), f"fields {number}", a=player, b=player)
            told.update(dict.fromkeys(event.kind for event in events(battle)))
    rare = ("reflected", "out_of_sight") if switches else OF_CONTACTS
    assert [kind for kind in CONTACT_TELLERS if kind not in told and kind not in rare] == []


SEEN = ("contact_moved", "contact_deployed")
"""What others are told in place of something else."""
OF_CONTACTS = ("revealed", "dummy_removed", "out_of_sight")
"""What comes only where ships are contacts at first."""
