"""Running commands in tests: in this process, or the program in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml
from click.testing import Result
from typer.testing import CliRunner

from quarterdeck.cli import app


def run(*words: str, typed: str = "", code: int = 0) -> Result:
    """Run a command; it must end with this exit code and never with a traceback."""
    result = CliRunner().invoke(app, [*words], input=typed)
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    return result


def refused(*words: str, code: int = 2) -> str:
    """What a command says on standard error when it refuses."""
    result = run(*words, code=code)
    assert result.stderr.strip()
    return str(result.stderr)


def written(folder: Path, name: str, value: Any) -> str:
    file = folder / name
    file.write_text(value if isinstance(value, str) else yaml.safe_dump(value), encoding="utf-8")
    return str(file)


def lines(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def lined(whole: list[str]) -> str:
    return "".join(f"{line}\n" for line in whole)


PROGRAM = """
import signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)
sys.path[:0] = sys.argv.pop(1).split(":")
from quarterdeck.engine import system
from tiny import TINY
find = system.find
system.find = lambda key: TINY if key == "tiny" else find(key)
from quarterdeck.__main__ import main
main()
"""


def command(*words: str) -> list[str]:
    """The program in a process of its own, with Tiny installed; started as shells start what runs in the background."""
    return [sys.executable, "-u", "-c", PROGRAM, str(Path(__file__).parent), *words]


def program(*words: str, **given: Any) -> subprocess.CompletedProcess[str]:
    """Run the program to its end; never with a traceback."""
    done = subprocess.run(command(*words), check=False, text=True, **{"capture_output": True, "timeout": 60, **given})
    assert "Traceback" not in f"{done.stdout}{done.stderr}"
    assert "Exception ignored" not in f"{done.stderr}"
    return done
