"""Dresses of whole battles: keys keep what they promise, any draft can be shown, and all of it is small and quick."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from battles import as_captain, at_close_quarters, begin
from hypothesis import given, settings
from hypothesis import strategies as st

from quarterdeck.engine.controls import Dial, Key, Keys, Meter
from quarterdeck.engine.dress import Dress, UnitRow
from quarterdeck.engine.dress_wire import dress_json
from quarterdeck.engine.questions import Question
from quarterdeck.engine.text import Text
from quarterdeck.engine.wire import rendered
from quarterdeck.systems.full_thrust import FULL_THRUST
from quarterdeck.systems.full_thrust.orders import WriteOrders
from quarterdeck.systems.full_thrust.state import FleetView
from wire_shapes import faults

Asked = tuple[FleetView, Question[Any]]


BATTLES = (("patrol", "one"), ("convoy", "two"), ("muster", "three"), ("duel", "four"), ("hidden-contacts", "five"))
"""Scenarios and seeds of battles in which most questions come up, those of scans and mines too."""


def moments(scenario: str, seed: str) -> Iterator[Asked]:
    """Every question of a battle, with the view from which it is made."""
    battle, rng = begin(scenario, seed), random.Random(seed)
    while battle.outcome is None:
        for seat, slate in battle.slates().items():
            view = battle.view(seat)
            yield from [(FULL_THRUST.imagine(view, rng), question) for question in slate.questions.values()]  # type: ignore[misc]
            battle.commit(seat, at_close_quarters(view, slate.questions, rng))
            if battle.outcome is not None:
                return


@cache
def kept() -> list[Asked]:
    """Questions of several battles, of each kind some."""
    found: dict[type, list[Asked]] = {}
    for scenario, seed in BATTLES:
        for view, question in moments(scenario, seed):
            found.setdefault(type(question), []).append((view, question))
    return [each for of_kind in found.values() for each in of_kind[:: max(1, len(of_kind) // 12)]]


def sent(question: Question[Any], dress: Dress) -> Any:
    return dress_json("a1", question, dress, rendered)


# Keys


def spent(row: UnitRow) -> int:
    return sum(part.number for control in row.controls if isinstance(control, Meter) for part in control.parts)


def row_of(asked: Asked, unit: str, line: str) -> UnitRow:
    view, question = asked
    assert isinstance(question, WriteOrders)
    return question.row(view, unit, line)


def on(row: UnitRow, legend: Text) -> list[str]:
    """The keys of a control that are on."""
    control = next(each for each in row.controls if isinstance(each, (Dial, Keys)) and each.legend == legend)
    return [str(key.text) for key in keys_of(control) if key.on]


def keys_of(control: Dial | Keys) -> list[Key]:
    return list(control.keys.values()) if isinstance(control, Dial) else list(control.keys)


def ordered() -> list[Asked]:
    return [(view, question) for view, question in kept() if isinstance(question, WriteOrders)]


WORDS = st.sampled_from(["MD1", "MD2", "MD9", "TP1", "TS3", "R7", "R12", "PP", "PS", "PR", "T3/1", "XX", "-", ""])


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_each_key_gives_a_line_whose_own_dress_shows_what_it_promised(data):
    asked = data.draw(st.sampled_from(ordered()))
    view, question = asked
    assert isinstance(question, WriteOrders)
    unit = data.draw(st.sampled_from(list(question.units)))
    sample = question.sample_line(view, unit, random.Random(data.draw(st.integers(0, 999))))
    line = data.draw(st.just(sample) | st.lists(WORDS, max_size=4).map(", ".join))
    row = row_of(asked, unit, line)
    for control in row.controls:
        if isinstance(control, (Dial, Keys)):
            toggles = control.legend.message.startswith(("Push", "Declare"))
            others = set()
            for key in keys_of(control):
                after = row_of(asked, unit, key.line)
                assert (after.state == "given") == (key.off is None), (line, key)
                assert (str(key.text) in on(after, control.legend)) != (toggles and key.on), (line, key)
                if key.off is None and key.cost and not (toggles and key.on):
                    others.add(spent(after) - key.cost)
            assert len(others) <= 1, (line, control)


def test_places_within_reach_are_reached_by_their_lines():
    for asked in ordered()[:4]:
        view, question = asked
        assert isinstance(question, WriteOrders)
        unit = next(iter(question.units))
        for place in row_of(asked, unit, "").to:
            after, dress = row_of(asked, unit, place.line), question.outline(view, {unit: place.line})
            assert after.state == "given"
            assert (dress.patch.set[0].at, spent(after)) == (pytest.approx(place.at), place.cost)  # type: ignore[attr-defined]


# Any draft


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)


def known_keys(question: Question[Any]) -> list[str]:
    return list(getattr(question, "units", None) or getattr(question, "slots", None) or ["x"])


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_any_draft_can_be_shown(data):
    view, question = data.draw(st.sampled_from(kept()))
    keys = st.sampled_from(known_keys(question))
    draft = data.draw(JSON | st.dictionaries(keys, JSON | st.sampled_from(["b1", "MD1", 2]), max_size=4))
    dress = question.dress(view, draft)
    assert dress.problems == ([] if draft is None else question.problems(view, draft))
    whole = sent(question, dress)
    assert faults(whole, "dress") == []
    assert json.loads(json.dumps(whole, allow_nan=False))["draft"] == draft


def test_the_questions_of_a_battle_are_dressed_without_fault():
    kinds = set()
    for view, question in kept():
        for draft in (None, as_captain(view, {"a1": question}, random.Random(1))["a1"]):
            whole = sent(question, question.dress(view, draft))
            assert faults(whole, "dress") == []
            assert whole["ready"] == (draft is not None)
        kinds.add(type(question).__name__)
    assert kinds >= {"WriteOrders", "ChooseShip", "DeclareFire", "DamageControl", "PickFleet", "Deploy"}
    assert kinds >= {"ChooseScans", "LayMines"}


# How much


MOST_BYTES = 40_000


def test_the_orders_of_eight_ships_are_small():
    battle = begin("fleet-action", "size")
    view, (question,) = battle.view("a"), battle.slates()["a"].questions.values()
    draft = as_captain(view, {"a1": question}, random.Random(1))["a1"]
    assert len(draft) == 8
    assert len(json.dumps(sent(question, question.outline(view, draft)), separators=(",", ":"))) <= MOST_BYTES
