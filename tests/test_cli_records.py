"""Records at the command line: written while a battle is played, checked, and told again."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from commands import compact, lined, lines, program, refused, run, written
from playing import begin, play
from quarterdeck.bots.playing import bot_named, step
from quarterdeck.cli.battle import seed_of
from quarterdeck.cli.files import RecordWriter
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.problems import Refused
from tiny import TINY

pytestmark = pytest.mark.usefixtures("tiny_installed")


@pytest.fixture
def record(tmp_path: Path) -> list[str]:
    """The lines of the record of a battle that is over."""
    file = tmp_path / "whole.qd"
    run("battle", "tiny", "duel", "--seed", "7", "--record", str(file))
    return file.read_text(encoding="utf-8").splitlines()


def with_digest(header: dict[str, Any]) -> str:
    """A header line with the digest that belongs to it."""
    rest = {key: value for key, value in header.items() if key != "digest"}
    return compact({**rest, "digest": hashlib.sha256(compact(rest).encode()).hexdigest()})


def other_digest(whole: list[str]) -> list[str]:
    parted = json.loads(whole[3])
    parted["digest"] = "0" * 64
    return [*whole[:3], compact(parted), *whole[4:]]


def other_seed(whole: list[str]) -> list[str]:
    end = json.loads(whole[-1])
    return [*whole[:-1], compact({**end, "seed": seed_of(8)})]


def other_end(whole: list[str]) -> list[str]:
    end = json.loads(whole[-1])
    return [*whole[:-1], compact({**end, "digest": "0" * 64})]


def without_end(whole: list[str]) -> list[str]:
    return whole[:-1]


@pytest.mark.parametrize(
    ("tampered", "said"),
    [
        (other_digest, "What happened after it"),
        (other_seed, "commitment"),
        (other_end, "end"),
        (without_end, "seed"),
    ],
)
def test_verify_names_the_first_difference(
    tmp_path: Path, record: list[str], tampered: Callable[[list[str]], list[str]], said: str
) -> None:
    file = written(tmp_path, "tampered.qd", lined(tampered(record)))
    assert said in refused("verify", file, code=1)
    (verdict,) = lines(run("verify", file, "--json", code=1))
    assert verdict["holds"] is False
    assert said in verdict["problems"][0]["text"]
    refused("replay", file)


def test_a_replay_begins_as_the_battle_did(tmp_path: Path, record: list[str]) -> None:
    """With the title of the scenario and that of the rule system, and who sits where."""
    replayed = run("replay", written(tmp_path, "whole.qd", lined(record))).stdout.splitlines()
    assert replayed[:3] == run("battle", "tiny", "duel", "--seed", "7").stdout.splitlines()[:3]


def test_what_is_no_record(tmp_path: Path, record: list[str]) -> None:
    for command in ("replay", "verify"):
        assert refused(command, written(tmp_path, "a.qd", "{}\n")).startswith("line 1: “quarterdeck” is missing")
        assert "empty" in refused(command, written(tmp_path, "a.qd", ""))
        assert "cannot be read" in refused(command, str(tmp_path / "none.qd"))
        chess = {**json.loads(record[0]), "system": "chess"}
        assert "chess" in refused(command, written(tmp_path, "a.qd", lined([with_digest(chess), *record[1:]])))


# A record while it is written


def test_a_record_grows_input_by_input_and_never_replaces_a_file(tmp_path: Path) -> None:
    battle = Battle.begin(TINY, TINY.scenarios()["duel"], seed="s")
    file = tmp_path / "grows.qd"
    writer, rng = RecordWriter(file, battle), Random(1)
    while battle.outcome is None:
        assert file.read_text("ascii") == battle.record().text()
        step(battle, {"a": bot_named(TINY, "random"), "b": bot_named(TINY, "random")}, rng)
        if len(battle.line()) == 3 and not battle.take_backs:
            battle.take_back(2, ("a", "b"))
        writer.follow()
    assert file.read_text("ascii") == battle.record().text()
    writer.close()
    assert file.read_text("ascii") == battle.record().text()
    with pytest.raises(Refused):
        RecordWriter(file, battle)
    assert "there already" in refused("battle", "tiny", "duel", "--record", str(file))
    assert file.read_text("ascii") == battle.record().text()


def test_a_record_of_a_battle_that_is_left_ends_with_the_seed(tmp_path: Path) -> None:
    battle = Battle.begin(TINY, TINY.scenarios()["duel"], seed="s")
    RecordWriter(tmp_path / "left.qd", battle).close()
    assert (tmp_path / "left.qd").read_text("ascii") == battle.record(reveal=True).text()


def test_a_record_may_go_where_nothing_is_kept() -> None:
    done = program("battle", "tiny", "duel", "--seed", "7", "--json", "--record", "/dev/stdout")
    assert done.returncode == 0, done.stderr
    assert [json.loads(line)["kind"] for line in done.stdout.splitlines() if line.startswith('{"n":1,')] != []
    assert run("battle", "tiny", "duel", "--record", os.devnull).exit_code == 0


def test_without_the_end_line_a_record_is_that_of_an_unfinished_battle(tmp_path: Path, record: list[str]) -> None:
    for length in (1, 5, len(record) - 1):
        file = written(tmp_path, "cut.qd", lined(record[:length]))
        assert "the battle is not over" in refused("verify", file, code=1)
        assert "the battle is not over" in refused("replay", file)


def test_a_record_of_typed_dice_that_is_cut_off_is_of_an_unfinished_battle(tmp_path: Path) -> None:
    whole = play(begin("duel", None), Random(2)).record().text().splitlines()
    assert "lacks its end" in refused("verify", written(tmp_path, "cut.qd", lined(whole[:-1])), code=1)
    assert "The battle is not over." in run("verify", written(tmp_path, "cut.qd", lined(whole[:-2]))).stdout
    start = run("verify", written(tmp_path, "cut.qd", lined(whole[:2]))).stdout
    assert start.startswith("The record holds: 1 input, the same ")


def test_a_line_that_is_cut_short_is_named(tmp_path: Path, record: list[str]) -> None:
    file = written(tmp_path, "cut.qd", lined(record[:4]) + record[4][:30])
    assert refused("verify", file).startswith("line 5: The line is cut short.")


def test_a_record_with_other_line_ends_is_none(tmp_path: Path, record: list[str]) -> None:
    file = tmp_path / "crlf.qd"
    file.write_bytes("".join(f"{line}\r\n" for line in record).encode())
    assert refused("verify", str(file)).startswith("line 1: From character")
