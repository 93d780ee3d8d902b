"""The program: it ends without a traceback when it is stopped, cannot write, or is given what is no file."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from commands import command, lines, program, refused, run
from quarterdeck.cli.battle import seed_of
from quarterdeck.cli.files import RecordWriter
from quarterdeck.cli.interrupts import held_interrupts
from quarterdeck.cli.terminal import Terminal
from quarterdeck.engine import system
from quarterdeck.engine.record import read_record
from quarterdeck.engine.replay import load

FULL_THRUST = system.find("full-thrust")

pytestmark = pytest.mark.usefixtures("tiny_installed")


def test_an_interrupted_battle_leaves_a_record_that_replays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: Terminal) -> None:
        raise KeyboardInterrupt

    file = tmp_path / "battle.qd"
    monkeypatch.setattr(Terminal, "sit", interrupted)
    result = run("battle", "tiny", "duel", "--seats", "person,random", "--record", str(file), code=130)
    assert "Interrupted" in result.stderr
    (verdict,) = lines(run("verify", str(file), "--json"))
    assert verdict["outcome"] is None
    assert json.loads(file.read_text(encoding="utf-8").splitlines()[-1])["seed"]


@pytest.fixture
def _interruptible() -> Iterator[None]:
    """Ctrl-C works, also where the tests were started with it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_interruptible")
def test_ctrl_c_waits_until_an_input_has_worked() -> None:
    done = []

    def work() -> None:
        with held_interrupts():
            os.kill(os.getpid(), signal.SIGINT)
            done.append("worked")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == ["worked"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("_interruptible")
def test_ctrl_c_while_the_end_of_the_record_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: Terminal) -> None:
        raise KeyboardInterrupt

    close = RecordWriter.close

    def pressed_again(self: RecordWriter) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        close(self)

    file = tmp_path / "battle.qd"
    monkeypatch.setattr(Terminal, "sit", interrupted)
    monkeypatch.setattr(RecordWriter, "close", pressed_again)
    run("battle", "tiny", "duel", "--seats", "person,random", "--record", str(file), code=130)
    assert "holds" in run("verify", str(file)).stdout


def unread(words: list[str]) -> subprocess.Popen[str]:
    """A program that cannot end before its output is read: there is no more room for it than a page."""
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, pipesize=4096)


def read_to(process: subprocess.Popen[str], words: str) -> None:
    """Read what the program says up to the line with these words."""
    assert process.stdout is not None
    assert any(words in line for line in iter(process.stdout.readline, ""))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_between_bots(tmp_path: Path, number: signal.Signals) -> None:
    file = tmp_path / "battle.qd"
    words = command("battle", "full-thrust", "fleet-action", "--record", str(file))
    with unread(words) as process:
        read_to(process, "has the initiative")
        process.send_signal(number)
        _told, wrong = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert "Traceback" not in wrong
    assert "holds" in run("verify", str(file)).stdout


def test_a_closed_terminal_that_is_to_be_ignored_is_ignored() -> None:
    script = "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN); from quarterdeck.cli.interrupts import *\n"
    script += "take_signals(); signal.raise_signal(signal.SIGHUP)\nwith held_interrupts(): signal.raise_signal(signal.SIGHUP)"
    subprocess.run([sys.executable, "-c", script], check=True)


def test_a_killed_battle_leaves_the_record_of_an_unfinished_one(tmp_path: Path) -> None:
    file = tmp_path / "battle.qd"
    words = command("battle", "full-thrust", "fleet-action", "--seed", "7", "--record", str(file))
    with unread(words) as process:
        read_to(process, "has the initiative")
        process.kill()
    kept = read_record(file.read_text("ascii"))
    assert kept.seed is None
    assert len(kept.inputs) >= 2
    again = load(kept, FULL_THRUST, seed=seed_of(7))
    assert len(again.inputs) == len(kept.inputs)


def test_a_reader_that_goes_away(tmp_path: Path) -> None:
    file = tmp_path / "battle.qd"
    words = command("battle", "tiny", "duel", "--seed", "7", "--record", str(file))
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 1
    assert "holds" in run("verify", str(file)).stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_output_that_cannot_be_written() -> None:
    for words in (("battle", "tiny", "duel"), ("--help",), ("rules", "--json")):
        with open("/dev/full", "w") as full:
            done = program(*words, capture_output=False, stdout=full, stderr=subprocess.PIPE)
        assert done.returncode == 74
        assert "no space left" in done.stderr.lower()


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_output_in_an_encoding_that_lacks_signs(encoding: str) -> None:
    env = {**os.environ, "PYTHONIOENCODING": encoding}
    typed = "\n" * 40 + "quit\n"
    for words in (
        ("battle", "tiny", "duel", "--seats", "person,random"),
        ("odds", "full-thrust", "beam-2", "--range", "9", "--hull", "3"),
    ):
        done = program(*words, env=env, input=typed)
        assert done.returncode == 0, done.stderr


def test_closed_input_and_output() -> None:
    closing = ["sh", "-c", 'exec "$@" <&- >&-', "sh", *command("battle", "tiny", "duel", "--seats", "person,random")]
    done = subprocess.run(closing, stderr=subprocess.PIPE, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no /dev/zero")
def test_a_file_without_an_end() -> None:
    assert "longer than" in refused("ship", "/dev/zero")
    assert "longer than" in refused("verify", "/dev/zero")


def test_a_name_that_no_file_can_have() -> None:
    assert "neither a file nor a scenario" in refused("battle", "tiny", "x" * 300)
    assert "cannot be written" in refused("battle", "tiny", "duel", "--record", "x" * 300)


def test_ctrl_c_while_the_program_loads() -> None:
    script = "import os, signal, sys\nclass Stopping:\n    def find_spec(self, name, path=None, target=None):\n"
    script += "        if name == 'quarterdeck.cli':\n            os.kill(os.getpid(), signal.SIGINT)\n"
    script += "sys.meta_path.insert(0, Stopping())\nfrom quarterdeck.__main__ import main\nmain()"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")
