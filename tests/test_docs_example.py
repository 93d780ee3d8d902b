"""The examples of the pages run, and the rule system of the tutorial is a good one."""

from __future__ import annotations

import doctest
import pickle
import re
import runpy
import shlex
import shutil
import sys
import textwrap
import tomllib
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from quarterdeck.bots.playing import step
from quarterdeck.bots.random import RandomBot
from quarterdeck.cli import app
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.dice import ScriptedDice, SeededDice
from quarterdeck.engine.events import Event
from quarterdeck.engine.problems import Refused
from quarterdeck.engine.record import Seat, read_record
from quarterdeck.engine.replay import load
from quarterdeck.engine.system import System, find
from quarterdeck.engine.wire import rendered, wire
from wire_shapes import faults

TESTS = Path(__file__).parent
README = TESTS.parent / "README.md"
DOCS, SOURCE = TESTS.parent / "docs", TESTS.parent / "src" / "quarterdeck"
sys.path.append(str(DOCS))

from example_system import DICE_DUEL, LAST_TURN  # noqa: E402

LINERS = DICE_DUEL.scenarios()["liners"]
SEATS = (Seat("a", "a"), Seat("b", "b"))
BOTS = {"a": RandomBot(), "b": RandomBot()}

# The pages


@pytest.mark.parametrize("page", [README, DOCS / "api.md", DOCS / "writing-a-rule-system.md"], ids=lambda page: page.name)
def test_the_examples_of_a_page_run_in_order(page):
    bare = re.sub(r"^```.*$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest(bare, {}, page.name, str(page), 0)
    failures: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples, out=failures.append)
    assert examples.examples
    assert not failures, "".join(failures)


EXACT = ("ship", "sheet", "odds", "rules")
"""The commands whose output is compared; how a battle goes depends on what its bots think best."""


def tour() -> list[tuple[str, list[str]]]:
    """The commands of the README in order, each with the lines that it shows."""
    found = re.findall(r"^```console\n(.*?)^```", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    commands = [command for block in found for command in block.removeprefix("$ ").split("\n$ ")]
    return [(command.split("\n")[0], command.split("\n")[1:]) for command in commands]


def typed(lines: list[str]) -> str:
    """What is typed in a session that is shown; a line that is to be accepted is accepted."""
    entered = [line.removeprefix("a> ") for line in lines if line.startswith(("a> ", "Enter accepts"))]
    return "".join(f"{'' if line.startswith('Enter') else line}\n" for line in entered)


def test_the_commands_of_the_readme_work(tmp_path, monkeypatch):
    (tmp_path / "docs").mkdir()
    shutil.copy(DOCS / "petrel.yaml", tmp_path / "docs")
    monkeypatch.chdir(tmp_path)
    for command, lines in tour():
        name, verb, *rest = shlex.split(command)
        result = CliRunner().invoke(app, [verb, *rest], input=typed(lines))
        assert (name, result.exit_code) == ("quarterdeck", 0), result.output
        printed = [line.rstrip() for line in result.output.splitlines()]
        missing = [line for line in lines if line.strip() not in ("", "…") and line not in printed]
        assert verb not in EXACT or not missing, f"{command} prints no more {missing}"
    assert {command.split()[1] for command, _lines in tour()} >= {"battle", "replay", "verify", *EXACT}


def test_the_picture_of_the_sheet_is_the_one_that_is_drawn():
    drawn = runpy.run_path(str(DOCS / "make_sheet.py"))["damaged_sheet"]()
    assert (DOCS / "sheet.svg").read_text(encoding="utf-8") == drawn, "run python docs/make_sheet.py"


def blocks(page: str) -> list[str]:
    """The blocks of Python on a page that are not examples to run."""
    found = re.findall(r"^```python\n(.*?)^```", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [block for block in found if not block.startswith(">>>")]


@pytest.mark.parametrize("block", blocks("writing-a-rule-system.md"), ids=lambda block: block.split("(")[0].split()[-1])
def test_the_code_of_the_tutorial_is_that_of_the_example(block):
    source = (DOCS / "example_system.py").read_text(encoding="utf-8")
    assert block in source or textwrap.indent(block, "    ") in source


def test_the_rule_of_the_tutorial_is_that_of_the_catalogue():
    text = (DOCS / "writing-a-rule-system.md").read_text(encoding="utf-8")
    [entry] = re.findall(r"^```yaml\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert entry in (DOCS / "example_rules" / "duel.yaml").read_text(encoding="utf-8")


GAMES = {"FT": "full-thrust", "FB2": "full-thrust", "IWF": "interworld-fleets", "IWD": "interworld-drama"}


def chapters() -> list[list[str]]:
    """The rows of the tables that say where each chapter of the rules lives: rules, what, code, tests."""
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    return [
        [cell.strip() for cell in row.split("|")] for row in re.findall(r"^\| ((?:FT|FB2|IWF|IWD)-.*) \|$", text, re.MULTILINE)
    ]


def rules_of(cell: str) -> list[str]:
    """The rules that a row is about: all of a chapter (``FT-4.3``), or those from one to another (``IWF-3.1 to 3.4, 3.8``)."""
    book = cell.split("-", maxsplit=1)[0]
    rules = [entry.id for entry in find(GAMES[book]).rulebook]
    if book == "FT":
        return [rule for rule in rules if rule.rpartition(".")[0] == cell]
    spans = [part.removeprefix(f"{book}-").split(" to ") for part in cell.split(", ")]
    return [rule for span in spans for rule in rules[rules.index(f"{book}-{span[0]}") : rules.index(f"{book}-{span[-1]}") + 1]]


@pytest.mark.parametrize(("rules", "_what", "code", "tests"), chapters(), ids=lambda cell: cell.split()[0] if cell else "-")
def test_a_chapter_of_the_rules_lives_where_the_table_says(rules, _what, code, tests):
    package = GAMES[rules.split("-")[0]].replace("-", "_")
    cited = re.compile("|".join(rf"{re.escape(rule)}(?!\.?\d)" for rule in rules_of(rules)))
    for name in re.findall(r"`(.*?)`", code):
        file = SOURCE / "systems" / package / name
        there = cited.search(file.read_text(encoding="utf-8")) if file.exists() else (SOURCE / name).exists()
        assert there, f"{name} does not cite {rules}"
    chapter = re.compile(
        "|".join(rf"{re.escape(rule.rpartition('.')[0] or rule)}(?!\d)" for rule in rules_of(rules)) + r'|under\("IWD"\)'
    )
    for name in re.findall(r"`(.*?)`", tests):
        assert chapter.search((TESTS / package / name).read_text(encoding="utf-8")), f"{name} does not cite {rules}"


@pytest.mark.parametrize("book", GAMES)
def test_the_table_has_every_rule_of_the_catalogue_once(book):
    listed = [rule for row in chapters() if row[0].startswith(f"{book}-") for rule in rules_of(row[0])]
    assert sorted(listed) == sorted(entry.id for entry in find(GAMES[book]).rulebook if entry.id.startswith(f"{book}-"))


@pytest.mark.parametrize("page", [README, *sorted(DOCS.glob("*.md"))], ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for target, heading in re.findall(r"\]\(([^)#\s]+)#?([^)]*)\)", prose(page)):
        file = page.parent / target
        assert target.startswith("https:") or file.exists(), target
        assert not heading or heading in [slug(line) for line in prose(file).splitlines() if line.startswith("#")]


def prose(page: Path) -> str:
    """A page without its blocks of code."""
    return re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def slug(heading: str) -> str:
    """A heading as links name it."""
    return re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-")


def test_the_tutorial_lists_every_member_of_a_system():
    rows = re.findall(r"^\| (`.*?) \|", (DOCS / "writing-a-rule-system.md").read_text(encoding="utf-8"), re.MULTILINE)
    listed = {name for row in rows for name in re.findall(r"`(\w+)(?:\(|`)", row)}
    members = {name for name in [*vars(System), *System.__annotations__] if not name.startswith("_")}
    assert members - listed == set()


# The rules of Dice duel


def answer(battle, seat, value):
    """Commit the one question that is open to a seat."""
    [key] = battle.slates()[seat].questions
    battle.commit(seat, {key: value})


def ready_to_fire(loads, faces=(), turn=1, hull=9):
    """Both ships are loaded, and these dice will fall."""
    state = DICE_DUEL.start(LINERS)
    state.step, state.turn, state.loads = 1, turn, loads
    for ship in state.ships.values():
        ship.hull = hull
    return Battle.at_rest(DICE_DUEL, state, SEATS, ScriptedDice(faces))


LOADS = {"a": {"guns": 3, "guard": 1}, "b": {"guns": 2, "guard": 2}}


@pytest.mark.rule("DD-1.1")
@pytest.mark.parametrize(("hull", "good"), [(0, False), (1, True), (9, True), (10, False)])
def test_ships_have_from_one_to_nine_boxes(hull, good):
    read = DICE_DUEL.read("scenario", {"key": "x", "title": "X", "hull": hull})
    assert isinstance(read, list) != good
    if good:
        assert {ship.hull for ship in DICE_DUEL.start(read).ships.values()} == {hull}


@pytest.mark.rule("DD-2.1")
def test_four_dice_can_be_loaded_and_no_more():
    battle = Battle.begin(DICE_DUEL, LINERS, seed="x")
    with pytest.raises(Refused, match=r"DD-2\.1"):
        answer(battle, "a", {"guns": 4, "guard": 1})
    answer(battle, "a", {"guns": 4})
    assert list(battle.slates()) == ["b"]


@pytest.mark.rule("DD-2.2")
def test_the_first_shot_opens_both_loads():
    battle = ready_to_fire(LOADS, [1, 1, 1, 1, 1, 1, 1])
    assert battle.view("a").loads == {"a": LOADS["a"], "b": None}
    assert battle.view(None).loads == {"a": None, "b": None}
    answer(battle, "a", "fire")
    assert battle.view("a").loads == battle.view("b").loads == battle.view(None).loads == LOADS


@pytest.mark.rule("DD-3.1")
@pytest.mark.parametrize(
    ("guns", "guard", "left"),
    [([4, 3, 6], [4, 5], 8), ([4, 5, 6], [1, 4], 6), ([1, 2, 3], [1, 1], 9), ([4, 1, 1], [5, 6], 9)],
)
def test_hits_that_no_guard_die_stops_take_boxes(guns, guard, left):
    battle = ready_to_fire(LOADS, guns + guard)
    answer(battle, "a", "fire")
    assert battle.state.ships["b"].hull == left


@pytest.mark.rule("DD-3.1")
@pytest.mark.parametrize(("turn", "order"), [(1, ["a", "b"]), (2, ["b", "a"]), (3, ["a", "b"])])
def test_who_fires_first_changes_from_turn_to_turn(turn, order):
    battle = ready_to_fire(LOADS, turn=turn)
    for seat in order:
        assert list(battle.slates()) == [seat]
        answer(battle, seat, [])


@pytest.mark.rule("DD-3.2")
def test_a_ship_that_holds_its_fire_guards_with_its_gun_dice_too():
    battle = ready_to_fire(LOADS, [6, 6, 5, 5, 1, 1])
    answer(battle, "a", [])
    answer(battle, "b", "fire")
    assert battle.state.ships["a"].hull == 9
    assert [len(roll.faces) for roll in battle.events(None)[-1][1].dice] == [2, 4]


@pytest.mark.rule("DD-4.1")
def test_a_ship_without_hull_is_lost_and_fires_no_more():
    battle = ready_to_fire(LOADS, [4, 4, 4, 1, 1], hull=2)
    answer(battle, "a", "fire")
    assert battle.outcome.winners == ("a",)
    assert battle.outcome.scores == {"a": 2, "b": 0}
    assert battle.slates() == {}


@pytest.mark.rule("DD-4.1")
@pytest.mark.parametrize(("hull", "winners"), [(9, ()), (8, ("b",))])
def test_after_the_last_turn_more_hull_wins(hull, winners):
    battle = ready_to_fire(LOADS, turn=LAST_TURN)
    battle.state.ships["a"].hull = hull
    answer(battle, "b", [])
    assert battle.outcome is None
    answer(battle, "a", [])
    assert battle.outcome.winners == winners


@pytest.mark.rule("DD-4.2")
def test_two_calls_of_truce_end_the_duel():
    battle = ready_to_fire(LOADS)
    for seat in ("b", "a"):
        assert battle.outcome is None
        [offer] = battle.offers(seat)
        battle.take(seat, offer, "truce")
    assert (battle.outcome.winners, battle.outcome.rule) == ((), "DD-4.2")


# What every system owes


def stops(seed, scenario=LINERS):
    """A battle of random players, at each stop of it."""
    battle, rng = Battle.begin(DICE_DUEL, scenario, seed=seed), Random(seed)
    yield battle
    while step(battle, BOTS, rng):
        yield battle


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_battles_end_keep_what_must_hold_and_replay(seed):
    for battle in stops(seed):
        assert DICE_DUEL.check(battle.state) == []
    assert battle.outcome is not None
    record = battle.record()
    assert load(read_record(record.text()), DICE_DUEL).record().text() == record.text()


@pytest.mark.parametrize("scenario", DICE_DUEL.scenarios().values(), ids=DICE_DUEL.scenarios())
def test_a_battle_goes_on_from_a_copy_at_each_rest(scenario):
    *_earlier, whole = stops("4", scenario)
    for done in range(len(whole.inputs)):
        battle = Battle.begin(DICE_DUEL, scenario, seed="4")
        for place, entry in enumerate(whole.inputs):
            if place == done:
                battle = battle.fork(SeededDice("4", {seat.id: "" for seat in SEATS}))
            battle.commit(entry.seat, dict(zip(battle.slates()[entry.seat].questions, entry.given, strict=True)))
        assert battle.told == whole.told


def test_a_seat_sees_nothing_of_another_load_until_the_first_shot():
    seen = []
    for guns in (0, 4):
        battle = Battle.begin(DICE_DUEL, LINERS, seed="5")
        answer(battle, "b", {"guns": guns})
        answer(battle, "a", {"guns": 1, "guard": 1})
        view = battle.view("a")
        dresses = [battle.dress("a", question) for question in battle.slates()["a"].questions]
        seen.append(pickle.dumps((view, dresses, battle.events("a"), DICE_DUEL.picture(view))))
    assert seen[0] == seen[1]


def test_the_picture_has_a_card_for_each_ship_with_what_the_viewer_knows_of_it():
    """At every stop of a battle it is what clients expect; dice are on the own card, and on both from the first shot on."""
    loaded = set()
    for battle in stops("9"):
        sent = wire(DICE_DUEL.picture(battle.view("a")), rendered)
        assert faults(sent, "picture") == []
        [panel] = sent["panels"]
        assert [cell["bars"][0]["left"] for cell in panel["cells"]] == [ship.hull for ship in battle.state.ships.values()]
        dice = tuple("lines" in cell for cell in panel["cells"])
        assert dice[1] <= battle.state.opened
        loaded.add(dice)
    assert {(True, False), (True, True)} <= loaded


def test_a_shot_is_played_on_the_ship_that_it_hits():
    shot = Event("fired", "DD-3.1", {"ship": "a", "at": "b", "lost": 2, "hull": 7})
    view = DICE_DUEL.view(DICE_DUEL.start(LINERS), None)
    assert wire(DICE_DUEL.show(shot, view), rendered) == {
        "refs": ["a", "b"],
        "fx": [{"fx": "hit", "id": "b"}, {"fx": "cross", "ref": "b", "n": 2}],
        "mark": {"side": "a", "h": 2},
    }
    shot.data["lost"] = 0
    assert wire(DICE_DUEL.show(shot, view), rendered) == {"refs": ["a", "b"]}
    assert wire(DICE_DUEL.show(Event("outcome", "DD-4.1", {}), view), rendered) == {}


@pytest.mark.parametrize("seat", ["a", "b", None])
def test_what_is_imagined_looks_the_same_and_shares_nothing(seat):
    for number, battle in enumerate(stops("6")):
        view = battle.view(seat)
        before = pickle.dumps(view)
        imagined = DICE_DUEL.imagine(view, Random(number))
        assert DICE_DUEL.view(imagined, seat) == view
        assert None not in imagined.loads.values()
        imagined.ships["a"].hull += 1
        assert pickle.dumps(view) == before


def test_defaults_and_samples_are_legal():
    rng = Random(7)
    for battle in stops("7"):
        for seat, slate in battle.slates().items():
            for question in [*slate.questions.values(), *battle.offers(seat).values()]:
                view = battle.view(seat)
                assert question.problems(view, question.default(view)) == []
                assert question.problems(view, question.sample(view, rng)) == []


def test_every_rule_that_is_cited_is_in_the_catalogue_and_the_other_way_round():
    cited = set(re.findall(r"DD-[0-9.]*[0-9]", (DOCS / "example_system.py").read_text(encoding="utf-8")))
    assert cited == {entry.id for entry in DICE_DUEL.rulebook}


def test_every_event_is_told_and_explained():
    for battle in stops("8"):
        [offer, *_rest] = battle.offers("a") or [""]
        if offer and battle.round == 3:
            battle.take("a", offer, "truce")
    kinds = {event.kind for _n, event in battle.events(None)}
    assert kinds == {"fired", "held", "truce", "outcome"}
    for _n, event in battle.events(None):
        assert "{" not in DICE_DUEL.describe(event).message.format(**DICE_DUEL.describe(event).args)
        assert [reason.rule for reason in DICE_DUEL.explain(event)] == [event.rule] * len(event.dice)


def test_the_entry_point_of_the_tutorial_finds_it(tmp_path, monkeypatch):
    text = (DOCS / "writing-a-rule-system.md").read_text(encoding="utf-8")
    [written] = re.findall(r"^```toml\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    project = tomllib.loads(written)["project"]
    [(group, points)] = project["entry-points"].items()
    folder = tmp_path / "dice_duel-1.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    (folder / "entry_points.txt").write_text(f"[{group}]\n" + "".join(f"{key} = {value}\n" for key, value in points.items()))
    monkeypatch.syspath_prepend(tmp_path)
    assert find(DICE_DUEL.key) is DICE_DUEL
