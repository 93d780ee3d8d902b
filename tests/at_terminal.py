"""Playing battles at the terminal in tests: what is typed, what is said, what was answered."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from quarterdeck.cli import app
from quarterdeck.engine.record import read_record

NEEDLES = {
    "key": "needles",
    "title": "Needles",
    "text": "A cruiser with a Needle Beam has two frigates before its bow.",
    "table": [72, 48],
    "turn_limit": 5,
    "sides": [
        {
            "id": "a",
            "name": "Anvil",
            "ships": [{"design": "harbour", "name": "Harbour", "at": [30, 24], "course": 3, "velocity": 0, "facing": 3}],
        },
        {
            "id": "b",
            "name": "Lance",
            "ships": [
                {"design": "larkspur", "name": "Larkspur", "at": [38, 24], "course": 9, "velocity": 0, "facing": 9},
                {"design": "larkspur", "name": "Foxglove", "at": [40, 25], "course": 9, "velocity": 0, "facing": 9},
            ],
        },
    ],
}
"""A scenario of Full Thrust in which a Needle Beam soon has two targets."""


def played(
    file: Path, *typed: str, scenario: tuple[str, str] = ("tiny", "duel"), seats: str = "person,random", **options: str
) -> str:
    """What a battle says in which these lines are typed; with the last of them the input ends. Its record goes to `file`."""
    file.unlink(missing_ok=True)
    words = ["battle", *scenario, "--seats", seats, "--record", str(file)]
    for name, value in ({"seed": "5"} | options).items():
        words += [f"--{name}", value] if value else []
    result = CliRunner().invoke(app, words, input="".join(f"{line}\n" for line in typed))
    assert result.exit_code == 0, result.output
    verdict = CliRunner().invoke(app, ["verify", str(file)])
    assert verdict.exit_code == 0, verdict.output
    return str(result.stdout)


def given(file: Path, seat: str = "a") -> list[Any]:
    """The slates that the seat gave, in order."""
    inputs = read_record(file.read_text(encoding="utf-8")).inputs
    return [entry.given for entry in inputs if entry.seat == seat and entry.kind == "slate"]
