"""The record sheets of fighter groups and markers, as a client asks for them."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
from fakes import make_ship
from small_craft import away, battle, make_group, make_marker

from quarterdeck.engine.text import plain
from quarterdeck.systems.full_thrust import FULL_THRUST
from quarterdeck.systems.full_thrust.fighters.types import TYPES
from quarterdeck.systems.full_thrust.picture import picture
from quarterdeck.systems.full_thrust.view import seen_by


def ticks(svg: str) -> list[tuple[int, int]]:
    """For each line of marks how many are left and how many are gone."""
    lines = [part for part in ET.fromstring(svg) if part.tag == "g"]
    return [tuple(sum(path.get("class") == look for path in line) for look in ("left", "gone")) for line in lines]


@pytest.mark.rule("FT-5.0.1", "FT-5.7.1")
def test_a_group_shows_strength_endurance_what_it_carries_and_where_it_can_go():
    group = make_group(type="torpedo", strength=4, cef=5, torpedoes_spent=True)
    view = seen_by(battle(group), "a")
    found = FULL_THRUST.unit(view, "g1")
    assert found is group
    sheet = FULL_THRUST.sheet(found, view)
    assert (sheet.title, sheet.figure, sheet.sub) == ("One", "4 of 6 fighters", "Torpedo fighters · 66 CPV for six")
    assert ticks(sheet.svg) == [(4, 2), (5, 1)]
    words = "".join(ET.fromstring(sheet.svg).itertext())
    for part in ("up to 24 MU", "up to 12 MU for 1 CEF", "a torpedo each, spent", "1BD-2* each"):
        assert part in words


@pytest.mark.rule("FT-5.2.1", "FT-5.3.1", "FT-5.3.5", "FT-5.8.7")
def test_what_a_group_does_stands_under_its_sheet_with_the_rule():
    ship, carrier = make_ship(), make_ship(id="c1", name="Roost", side="a", seat="a")
    flying = make_group(run="s1", evasion=2, fired=True)
    lying = make_group(id="g2", status="aboard", aboard="c1", ready=3)
    view = seen_by(battle(ship, carrier, flying, lying), "a")
    notes = [[(note.rule, plain(note.text)) for note in FULL_THRUST.sheet(each, view).notes] for each in (flying, lying)]
    assert [rule for rule, _text in notes[0]] == ["FT-5.3.1", "FT-5.3.5", "FT-2.7.2"]
    assert notes[1] == [("FT-5.8.1", "It is aboard Roost."), ("FT-5.8.7", "It is ready in turn 3.")]


@pytest.mark.rule("FT-6.1.2", "FT-6.2.2")
def test_a_marker_shows_its_missiles_and_what_it_attacks():
    target = make_ship(name="Prey", id="s1")
    marker = make_marker(strength=6, hits=2, targets=["s1"], by="far-a", position=away(2))
    view = seen_by(battle(target, marker), None)
    sheet = FULL_THRUST.sheet(FULL_THRUST.unit(view, "m1"), view)
    assert (sheet.figure, ticks(sheet.svg)) == ("4 of 6 missiles", [(4, 2)])
    assert "Prey" in "".join(ET.fromstring(sheet.svg).itertext())


@pytest.mark.parametrize("word", list(TYPES))
def test_every_type_has_a_sheet_and_the_list_of_fleets_says_so(word):
    group = make_group(type=word)
    view = seen_by(battle(group), "b")
    assert FULL_THRUST.sheet(group, view).svg.startswith("<svg")
    assert [unit.sheet for unit in picture(view).units if unit.id == "g1"] == [True]
