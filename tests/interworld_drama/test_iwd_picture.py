"""What is drawn and said of the drama: cards, sheets, dresses, sentences, all as clients expect them."""

from __future__ import annotations

import json
import random
from functools import cache

import pytest
from iwd_battles import SCENES, begin, eagerly
from iwd_fakes import Table, condition, make_ship, make_state

from quarterdeck.engine.dress_wire import dress_json
from quarterdeck.engine.referee import plain_answer
from quarterdeck.engine.sheets import parts_said, standalone
from quarterdeck.engine.text import plain
from quarterdeck.engine.wire import rendered, wire
from quarterdeck.systems.interworld_drama import INTERWORLD_DRAMA, aggression, reaction
from quarterdeck.systems.interworld_drama.acts import Act
from quarterdeck.systems.interworld_drama.ship_files import packaged_ships
from quarterdeck.systems.interworld_drama.state import Damage
from quarterdeck.systems.interworld_drama.view import seen_by
from whole_battles import events, play
from wire_shapes import faults


@cache
def battles():
    """Some battles with a lot in them."""
    return [play(begin(key, f"drawn {n}"), random.Random(n), a=eagerly, b=eagerly) for key in SCENES for n in range(6)]


def moments(key, seed):
    """A battle at each stop."""
    battle, rng = begin(key, seed), random.Random(seed)
    while battle.outcome is None:
        yield battle
        seat, slate = next(iter(battle.slates().items()))
        battle.commit(seat, eagerly(battle.view(seat), slate.questions, rng))


@pytest.mark.parametrize("key", SCENES)
def test_pictures_are_as_clients_expect_them(key):
    drawn = 0
    for battle in moments(key, "pictures"):
        for seat in ("a", "narrator", None):
            picture = json.loads(json.dumps(wire(INTERWORLD_DRAMA.picture(battle.view(seat)), rendered)))
            assert faults(picture, "picture") == []
            assert picture["scene"]["map"] == {"kind": "cards"}
            drawn += 1
    assert drawn > 60


@pytest.mark.parametrize("key", SCENES)
def test_questions_are_dressed_as_clients_expect_them(key):
    keys: dict[str, None] = {}
    for battle in moments(key, "dresses"):
        for seat, slate in battle.slates().items():
            view = battle.view(seat)
            for q, question in slate.questions.items():
                keys[question.key] = None
                for draft in (
                    None,
                    plain_answer(question.default(view)),
                    plain_answer(question.sample(view, random.Random(1))),
                    [3],
                    {"x": 1},
                ):
                    dress = question.dress(view, draft)
                    assert faults(json.loads(json.dumps(dress_json(q, question, dress, rendered))), "dress") == []
                assert question.rule in INTERWORLD_DRAMA.rulebook
                assert question.problems(view, plain_answer(question.default(view))) == []
    assert {"scene", "act", "who", "counter"} <= set(keys)


def test_events_are_told_explained_and_shown():
    kinds: dict[str, None] = {}
    for battle in battles():
        view = battle.view("narrator")
        names = INTERWORLD_DRAMA.names(view)
        for event in events(battle):
            kinds[event.kind] = None
            assert faults(json.loads(json.dumps(wire(INTERWORLD_DRAMA.show(event, view), rendered))), "shown") == []
            if event.kind == "outcome":
                continue
            sentence = plain(INTERWORLD_DRAMA.describe(event), names=names)
            assert sentence.endswith((".", "!")), sentence
            assert "{" not in sentence
            assert "/" not in sentence, sentence
            assert event.rule in INTERWORLD_DRAMA.rulebook
            for reason in INTERWORLD_DRAMA.explain(event):
                assert reason.rule in INTERWORLD_DRAMA.rulebook
    assert len(kinds) > 20


def test_refs_of_events_are_things_of_the_picture():
    for battle in battles()[:4]:
        view = battle.view("narrator")
        picture = INTERWORLD_DRAMA.picture(view)
        known = {unit.id for unit in picture.units} | {cell.ref for panel in picture.panels for cell in panel.cells}
        for event in events(battle):
            assert [ref for ref in INTERWORLD_DRAMA.show(event, view).refs if ref not in known] == []


def test_why_names_every_modifier():
    state = make_state(conditions=[condition("cloud", "s2"), condition("tail", "s1", "s2")])
    table, ship = Table([2] * 6), state.ships["s1"]
    table.run(aggression.shoot(state, table.referee, ship, ship.captain, Act("shoot", "gun1", "s2")))
    said = [(reason.rule, plain(reason.text)) for reason in INTERWORLD_DRAMA.explain(table.told[0])]
    assert ("IWD-13.2", "+2: the cloud.") in said
    assert ("IWD-13.7", "−2: on the tail of the target.") in said
    assert ("IWD-2.2", "Difficulty 6 in all.") in said


def test_cards_show_conditions_with_their_clocks_and_systems_that_do_not_work():
    ship = make_ship("s1")
    ship.damage = [Damage("d1", "heavy", "gun1", 1)]
    ship.uses = {"comms": 1}
    fire = condition("fire", "s1", part="helm", values={"intensity": 3})
    state = make_state(ship, make_ship("s2", "b"), conditions=[fire, condition("tail", "s2", "s1", result=2)])
    picture = INTERWORLD_DRAMA.picture(seen_by(state, "a"))
    cells = {cell.id: cell for panel in picture.panels for cell in panel.cells}
    assert (cells["s1/gun1"].state, cells["s1/helm"].state, cells["s1/comms"].state, cells["s1/jump"].state) == (
        "empty",
        "empty",
        "used",
        "ready",
    )
    assert (cells[fire.id].number, cells[state.conditions[1].id].number) == (3, 2)
    assert {panel.id for panel in picture.panels} >= {"ships", "conditions", "score", "systems-s1", "crew-s2"}


def test_sheets_of_ships_as_launched_and_in_battle():
    for ship in packaged_ships().values():
        sheet = INTERWORLD_DRAMA.sheet(ship)
        assert standalone(sheet).startswith("<?xml")
        assert len(parts_said(sheet)) == len(ship.systems) + len(ship.crew)
    ship = make_ship("s1")
    ship.damage = [Damage("d1", "fatal", "gun1", 1, repaired=True), Damage("d2", "light", "helm", 1)]
    sheet = INTERWORLD_DRAMA.sheet(ship)
    assert [note.rule for note in sheet.notes] == ["IWD-10.4", "IWD-10.5"]
    assert any("fatal" in words for words in parts_said(sheet))


def test_the_sheet_of_a_strange_ship_says_nothing_of_its_pools():
    battle = begin("fog-bank", "strange")
    strange = battle.view("a").ships["hollow-queen"]
    said = " ".join(parts_said(INTERWORLD_DRAMA.sheet(strange)))
    assert "gunnery" not in said
    assert "dice" not in said
    assert "gunnery" in INTERWORLD_DRAMA.sheet(battle.view("b").ships["hollow-queen"]).svg


def test_repairs_of_people_and_things_are_told():
    ship = make_ship("s1")
    ship.damage = [Damage("d1", "light", "crew", 1, "s1-p1"), Damage("d2", "heavy", "gun1", 1)]
    ship.crew["s1-p1"].injuries = 1
    state, table = make_state(ship, make_ship("s2", "b")), Table([9] * 12)
    for act in (Act("repair", "", "", "light", "d1"), Act("repair", "", "", "heavy", "d2")):
        table.run(reaction.repair(state, table.referee, ship, ship.captain, act))
    names = INTERWORLD_DRAMA.names(state)
    assert [plain(INTERWORLD_DRAMA.describe(event), names=names) for event in table.told] == [
        "s1-cap of s1 works on a light injury of s1-p1: 6 successes.",
        "s1: a light injury of s1-p1 is made good.",
        "s1-cap of s1 works on heavy damage to gun1: 6 successes.",
        "s1: heavy damage to gun1 is made good.",
    ]
    assert ship.crew["s1-p1"].injuries == 0
