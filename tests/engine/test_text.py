"""Words for readers: messages with named places, rendered for each reader at the edge."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.engine.text import Rule, Side, Strong, Text, Unit, _, joined, ngettext, parts, plain, spoken

CZECH = {
    "{ship} fires.": "{ship} střílí.",
    "{ship} fires at {target}.": "Na {target} střílí {ship}.",
    "{n} die": "{n} kostka",
    "{n} dice": "{n} kostek",
    "heavy": "těžká",
}


def czech(message: str) -> str:
    return CZECH.get(message, message)


AMARANTH, VIXEN = Unit("a1", "Amaranth"), Unit("b1", "Vixen")


def test_a_message_is_put_together_for_each_reader():
    text = _("{ship} fires at {target}.", ship=AMARANTH, target=VIXEN)
    assert plain(text) == "Amaranth fires at Vixen."
    assert plain(text, czech) == "Na Vixen střílí Amaranth."
    assert list(parts(text)) == [AMARANTH, " fires at ", VIXEN, "."]
    assert list(parts(text, czech)) == ["Na ", VIXEN, " střílí ", AMARANTH, "."]


def test_what_stands_in_a_message_is_translated_too():
    text = _("A {class} ship: {dice}", **{"class": _("heavy"), "dice": ngettext("{n} die", "{n} dice", 5)})
    assert plain(text, czech) == "A těžká ship: 5 kostek"


@pytest.mark.parametrize(("n", "says"), [(0, "0 dice"), (1, "1 die"), (2, "2 dice"), (-1, "-1 dice")])
def test_a_count_has_its_form(n, says):
    assert plain(ngettext("{n} die", "{n} dice", n)) == says


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (3, "3"),
        (-3, "-3"),
        (2.0, "2"),
        (2.25, "2.2"),
        (2.04, "2"),
        (-0.04, "0"),
        (0.0, "0"),
        (-1.5, "-1.5"),
        ("as it is", "as it is"),
        (Rule("FT-4.3.1"), "FT-4.3.1"),
        (Strong("79 %"), "79 %"),
        (Side("a", "Blue"), "Blue"),
        (AMARANTH, "Amaranth"),
    ],
)
def test_values_as_words(value, says):
    assert plain(_("{it}", it=value)) == says


def test_units_and_sides_without_a_name_are_called_what_the_readers_names_call_them():
    names = {"a1": "Amaranth", "a": "Blue"}
    assert plain(_("{u} of {s}", u=Unit("a1"), s=Side("a")), str, names) == "Amaranth of Blue"
    assert plain(_("{u} of {s}", u=Unit("a1"), s=Side("a"))) == "a1 of a"
    assert plain(_("{u}", u=Unit("a1", "Vixen")), str, names) == "Vixen"
    assert (spoken(Unit("a1"), names), spoken("word")) == ("Amaranth", "word")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (_("{a}{b}", a=1, b=2), "12"),
        (_("{a}{a}", a=1), "11"),
        (_("{missing} stays"), "{missing} stays"),
        (_("no {} place {not one}", a=1), "no {} place {not one}"),
        (_(""), ""),
        (_("{a}", a="{b}", b="c"), "{b}"),
        ("plain words with {a}", "plain words with {a}"),
    ],
)
def test_places(text, says):
    assert plain(text) == says


def test_texts_in_a_row():
    assert plain(joined([_("one"), ngettext("{n} die", "{n} dice", 2), _("{t0}", t0="x")])) == "one, 2 dice, x"
    assert plain(joined([_("one"), _("two")], " / ")) == "one / two"
    assert plain(joined([])) == ""
    assert plain(joined([_("heavy")]), czech) == "těžká"


@given(st.text(), st.dictionaries(st.text("abc", min_size=1), st.integers() | st.floats() | st.text(), max_size=3))
def test_any_message_is_rendered_and_its_parts_make_the_whole(message, args):
    text = Text(message, args)
    assert plain(text) == "".join(spoken(part) for part in parts(text))
    assert pickle.loads(pickle.dumps(text)) == text
