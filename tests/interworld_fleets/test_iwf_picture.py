"""What is sent of whole battles: pictures, events as sentences and as they are played, questions with any draft."""

from __future__ import annotations

import json
import random
import time
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from iwf_battles import SCENARIOS
from iwf_fakes import make_ship, make_state

from quarterdeck.engine.battle import Battle
from quarterdeck.engine.controls import Keys
from quarterdeck.engine.dress_wire import dress_json
from quarterdeck.engine.hexes import Hexagon
from quarterdeck.engine.questions import Question
from quarterdeck.engine.text import plain
from quarterdeck.engine.wire import rendered, wire
from quarterdeck.systems.interworld_fleets import INTERWORLD_FLEETS, chart
from quarterdeck.systems.interworld_fleets.activation import begin
from quarterdeck.systems.interworld_fleets.moves import MoveUnit, how_to_move
from quarterdeck.systems.interworld_fleets.places import drawn
from quarterdeck.systems.interworld_fleets.prose import TELLERS
from quarterdeck.systems.interworld_fleets.view import seen_by
from scripted import referee
from whole_battles import at_random, events
from wire_shapes import faults

Asked = tuple[Any, Question[Any]]


@cache
def battle(key: str) -> tuple[Battle[Any], list[Asked], list[Any]]:
    """A random battle, every question of it with a copy of its view, and the pictures of every tenth moment."""
    found = Battle.begin(INTERWORLD_FLEETS, INTERWORLD_FLEETS.scenarios()[key], seed=key, keep=False)
    rng, asked, pictures = random.Random(key), [], []
    while found.outcome is None:
        seat, slate = next(iter(found.slates().items()))
        view = found.view(seat)
        asked += [(seen_by(INTERWORLD_FLEETS.imagine(view, rng), seat), question) for question in slate.questions.values()]
        if len(asked) % 10 == 0:
            pictures.append(wire(INTERWORLD_FLEETS.picture(view), rendered))
        found.commit(seat, at_random(view, slate.questions, rng))
    return found, asked, pictures


@pytest.mark.parametrize("key", SCENARIOS)
def test_pictures_are_as_clients_expect_them(key):
    _battle, _asked, pictures = battle(key)
    assert len(pictures) > 5
    for picture in pictures:
        assert faults(picture, "picture") == []
        ids = [item["id"] for item in picture["scene"]["items"]]
        assert len(dict.fromkeys(ids)) == len(ids)
        assert len(json.dumps(picture)) < 100_000


def test_silhouettes_and_glyphs_of_pictures_are_drawn():
    art = INTERWORLD_FLEETS.art
    for key in SCENARIOS:
        text = json.dumps(battle(key)[2])
        units = [unit for picture in battle(key)[2] for unit in picture["units"]]
        assert {unit["sil"] for unit in units} <= set(art.silhouettes)
        glyphs = {word.split('"')[0] for word in text.split("interworld-fleets:")[1:]}
        assert glyphs
        assert glyphs <= set(art.glyphs)


@pytest.mark.parametrize("key", SCENARIOS)
def test_every_event_has_a_sentence_a_reason_and_a_way_to_be_shown(key):
    found, _asked, _pictures = battle(key)
    names = INTERWORLD_FLEETS.names(found.view(None))
    for event in events(found):
        if event.kind == "outcome":
            continue
        assert event.kind in TELLERS
        assert plain(INTERWORLD_FLEETS.describe(event))
        for reason in INTERWORLD_FLEETS.explain(event):
            assert reason.rule in INTERWORLD_FLEETS.rulebook
            assert plain(reason.text)
        shown = INTERWORLD_FLEETS.show(event, found.view(None))
        assert faults(wire(shown, rendered), "shown") == []
        assert [ref for ref in shown.refs if ref not in names] == []


@pytest.mark.parametrize("key", SCENARIOS)
def test_every_question_can_be_shown_with_no_draft_with_a_default_and_with_anything(key):
    rng = random.Random(key)
    kinds: dict[str, int] = {}
    for view, question in battle(key)[1]:
        kinds[type(question).__name__] = kinds.get(type(question).__name__, 0) + 1
        if kinds[type(question).__name__] > 12:
            continue
        for draft in (None, question.default(view), question.sample(view, rng), "nonsense", {"x": 1}):
            dress = question.dress(view, draft)
            assert faults(dress_json("a1", question, dress, rendered), "dress") == []
    assert kinds["MoveUnit"] > 12


# Paths


def moving(**given: Any) -> Asked:
    ship = make_ship(name="a1", speed=5, **given)
    state = make_state(ship, make_ship(name="b1", side="B", at=(0, -4)))
    begin(state, referee()[0], ship.seat, "a1")
    return seen_by(state, ship.seat), how_to_move(state, ship.seat, [ship])


@given(st.lists(st.sampled_from("FRL"), max_size=7).map("".join))
def test_keys_of_a_path_do_what_they_say(line):
    view, question = moving()
    assert isinstance(question, MoveUnit)
    controls = [control for control in question.row(view, "a1", line).controls if isinstance(control, Keys)]
    for key in [key for control in controls for key in control.keys]:
        assert (key.off is None) == (question.line_problems(view, "a1", key.line) == [])


def test_a_click_on_any_hex_gives_a_path_that_ends_there():
    view, question = moving()
    for reach in question.row(view, "a1", "-").to:
        assert question.problems(view, {"a1": reach.line}) == []
        patch = question.outline(view, {"a1": reach.line}).patch
        assert patch is not None
        assert [item.at for item in patch.set if item.id == "draft:a1.p"] == [reach.at]


@pytest.mark.rule("IWF-3.14")
def test_a_ram_says_how_many_dice_will_fall():
    view, question = moving()
    notes = [plain(note.text) for note in question.outline(view, {"a1": "ram"}).notes]
    assert notes == ["a1 rams b1: 7 dice against 7."]


# Maps


@pytest.mark.rule("IWF-1.24")
@pytest.mark.parametrize("radius", [1, 2, 3, 4])
def test_a_hexagon_is_drawn_in_a_rectangle_with_holes(radius):
    shape = Hexagon(radius)
    tiles = chart.tiles(shape)
    cells = [(q, row - q // 2) for q in range(tiles.columns) for row in range(tiles.rows)]
    assert sorted(each for each in cells if each not in tiles.holes) == sorted(drawn(shape, each) for each in shape.hexes())


def test_a_picture_is_made_quickly():
    found, _asked, _pictures = battle("quarantine")
    view = found.view(None)
    INTERWORLD_FLEETS.picture(view)
    begun = time.perf_counter()
    for _time in range(5):
        INTERWORLD_FLEETS.picture(view)
    assert time.perf_counter() - begun < 0.5
