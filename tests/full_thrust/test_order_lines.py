"""Order lines: reading and writing them, and lines that a ship could be given."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from movement_cases import AT_REST, CRUISING, ends, orders

from quarterdeck.systems.full_thrust.movement import random_line
from quarterdeck.systems.full_thrust.order_lines import Action, read_orders, write_line

rule = pytest.mark.rule


# Writing orders


@rule("FT-3.2.8")
@rule("FT-3.2.9")
@rule("FT-3.2.11")
@rule("FT-3.2.12")
def test_every_notation():
    assert orders("MD2,R8,TP3,TS12,PP,PS1,PR2,T3/4") == (
        Action("burn", 2),
        Action("rotate_to", 8),
        Action("turn", -3),
        Action("turn", 12),
        Action("push_port", 1),
        Action("push_starboard", 1),
        Action("push_reverse", 2),
        Action("push", 4, toward=3),
    )


@rule("FT-3.2.12")
def test_letters_and_spaces_do_not_matter_and_places_are_known():
    line = " md 3 ,pS,\tt 3 / 2"
    assert write_line(orders(line)) == "MD3, PS, T3/2"
    assert [(action.written, line[action.start : action.end]) for action in orders(line)] == [
        ("md 3", "md 3"),
        ("pS", "pS"),
        ("t 3 / 2", "t 3 / 2"),
    ]


@rule("FT-2.7.5")
@pytest.mark.parametrize("line", ["", "  ", "-", " - "])
def test_a_drift_has_no_actions(line):
    assert read_orders(line) == ((), [])
    assert write_line(()) == "-"


@rule("FT-3.2.12")
@pytest.mark.parametrize(
    ("line", "rule_id", "at", "nearest"),
    [
        ("MD2, MB3", "FT-3.2.12", "5-8", "MD3"),
        ("MD", "FT-3.2.12", "0-2", "MD1"),
        ("T3", "FT-3.2.12", "0-2", "T3/1"),
        ("PS/2", "FT-3.2.12", "0-4", "PS2"),
        ("MD2/3", "FT-3.2.12", "0-5", "MD2"),
        ("MD0", "FT-3.2.4", "0-3", "MD1"),
        ("PP0", "FT-3.2.9", "0-3", "PP"),
        ("T3/0", "FT-3.2.11", "0-4", "T3/1"),
        ("R13", "FT-3.2.8", "0-3", "R1"),
        ("R0", "FT-3.2.8", "0-2", "R12"),
        ("TS14", "FT-3.2.8", "0-4", "TS2"),
        ("T15/2", "FT-3.2.11", "0-5", "T3/2"),
        ("MD2,,PS", "FT-3.2.12", "4-4", None),
        ("MD2, ", "FT-3.2.12", "4-4", None),
        ("MD2, -", "FT-3.2.12", "5-6", None),
        ("MD-2", "FT-3.2.12", "0-4", "MD2"),
        ("M D2", "FT-3.2.12", "0-4", "MD2"),
        ("pſ", "FT-3.2.12", "0-2", "PS"),
        ("MD３", "FT-3.2.12", "0-3", "MD1"),
        ("quux", "FT-3.2.12", "0-4", None),
    ],
)
def test_what_is_no_action_is_refused(line, rule_id, at, nearest):
    problems = read_orders(line)[1]
    assert [(problem.rule, problem.at, problem.nearest) for problem in problems] == [(rule_id, at, nearest)]


@rule("FT-3.2.8")
@pytest.mark.parametrize(("line", "point"), [("R0", 0), ("TP13", 13), ("T13/1", 13)])
def test_the_clock_has_twelve_points(line, point):
    assert read_orders(line)[1][0].text.args == {"word": line, "n": point}


@rule("FT-3.2.12")
def test_what_can_be_read_is_read_beside_what_cannot():
    actions, problems = read_orders("MD2, what, PS, ever")
    assert actions == (Action("burn", 2), Action("push_starboard", 1))
    assert [problem.at for problem in problems] == ["5-9", "15-19"]


def test_a_line_has_at_most_400_characters():
    assert read_orders("R1, " * 99 + "MD22")[1] == []
    actions, problems = read_orders("R1, " * 99 + "MD222")
    assert actions == ()
    assert (problems[0].at, problems[0].text.args) == ("400-401", {"most": 400, "n": 401})


def test_a_reader_may_keep_the_list_of_problems():
    read_orders("junk")[1].clear()
    assert len(read_orders("junk")[1]) == 1


SIZES = st.integers(1, 40)
POINTS = st.integers(1, 12)
ACTIONS = st.one_of(
    st.builds(Action, st.just("burn"), SIZES),
    st.builds(Action, st.just("rotate_to"), POINTS),
    st.builds(Action, st.just("turn"), POINTS),
    st.builds(Action, st.just("turn"), POINTS.map(lambda points: -points)),
    st.builds(Action, st.sampled_from(["push_port", "push_starboard", "push_reverse"]), SIZES),
    st.builds(Action, st.just("push"), SIZES, POINTS),
)
PLANS = st.lists(ACTIONS, max_size=8).map(tuple)


@given(PLANS)
def test_what_is_written_reads_as_the_same(actions):
    assert read_orders(write_line(actions)) == (actions, [])


@given(st.one_of(st.text(max_size=500), st.text("MDRTPSmdrtps0123456789,/ -", max_size=60)))
def test_no_text_is_too_odd_to_read(line):
    _actions, problems = read_orders(line)
    for problem in problems:
        start, end = map(int, problem.at.split("-"))
        assert 0 <= start <= end <= len(line)
        assert problem.nearest is None or len(orders(problem.nearest)) == 1


# Lines a ship could be given


def legal_words(motion, thrust):
    """Every single action that is legal for a ship with an ordinary drive."""
    words = (
        [f"MD{n}" for n in range(1, 13)] + ["PP", "PS", "PR"] + [f"{turn}{n}" for turn in ("R", "TP", "TS") for n in range(1, 13)]
    )
    words += [f"T{toward}/1" for toward in range(1, 13)]
    return [word for word in words if not ends(word, thrust, motion).ignored]


@pytest.mark.parametrize(("thrust", "free_pushes"), list(product((0, 1, 5), (False, True))))
def test_random_lines_are_carried_out_in_full(thrust, free_pushes):
    rng = random.Random(7)
    for _ in range(100):
        line = random_line(CRUISING, thrust, rng, free_pushes)
        assert ends(line, thrust, CRUISING, free_pushes=free_pushes).ignored == ()


def test_any_legal_line_may_come_out_at_random():
    rng = random.Random(7)
    lines = {random_line(AT_REST, 2, rng, False) for _ in range(12_000)}
    assert {"-", *legal_words(AT_REST, 2)} <= lines
    assert {"TS3, MD1", "MD1, TP2", "PS, PR", "MD1, MD1"} <= lines


class Spinning(random.Random):
    """Two hundred times it takes TS12, which costs nothing."""

    left = 200

    def random(self):
        self.left -= 1
        return 0.0 if self.left >= 0 else 1.0

    def choice(self, seq):
        return "TS"

    def randrange(self, stop):
        return stop - 1


def test_random_lines_are_not_too_long_to_be_read():
    assert read_orders(random_line(AT_REST, 1, Spinning(), False)) == ((Action("turn", 12),) * 67, [])
