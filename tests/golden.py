"""Golden records of a game: battles that were recorded once and come out the same for ever, on every machine.

Each game has a script that makes its records anew, for when its rules were meant to change: name the rule in the commit.
Otherwise a difference is a fault.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quarterdeck.engine.battle import Battle
from quarterdeck.engine.problems import Json
from quarterdeck.engine.record import Record, read_record
from quarterdeck.engine.replay import load

Maker = Callable[[], Battle[Any]]


@dataclass(frozen=True)
class Golden:
    """The golden records of a game, beside its `script`: a battle by name, and one signature of many random ones."""

    system: Any
    script: Path
    makers: Mapping[str, Maker]
    signature: Callable[[], Json]
    reveal: bool = False

    @property
    def folder(self) -> Path:
        """Where they lie."""
        return self.script.parent / "golden"

    @property
    def signed(self) -> Json:
        """The signature that was stored."""
        return json.loads((self.folder / "signature.json").read_text("utf-8"))

    def text(self, name: str) -> str:
        """A record as it was stored."""
        return (self.folder / f"{name}.jsonl").read_text("utf-8")

    def record(self, name: str) -> Record:
        """A record as it was stored, read."""
        return read_record(self.text(name))

    def stored(self) -> list[str]:
        """The names of all records that are there."""
        return sorted(file.stem for file in self.folder.glob("*.jsonl"))

    def replayed(self, name: str) -> Battle[Any]:
        """The battle of a record, checked digest by digest."""
        return load(self.record(name), self.system)

    def check(self, name: str) -> None:
        """A record is replayed to the end, gives itself again, and its last state is possible."""
        battle = self.replayed(name)
        assert battle.outcome is not None
        assert battle.record(reveal=self.reveal).text() == self.text(name)
        assert self.system.check(battle.state) == []

    def check_with_other_hashes(self) -> None:
        """In a process with other hashes of words than this one has (they are a process's own) all comes out as it was stored."""
        start = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
        hashes = {**os.environ, "PYTHONHASHSEED": start}
        done = subprocess.run([sys.executable, self.script, "--show"], env=hashes, capture_output=True, text=True, check=True)
        shown = done.stdout.splitlines()
        assert [line.split()[0] for line in shown] == [*self.makers, "signature"]
        assert shown[-1] == f"signature {json.dumps(self.signed)}"

    def main(self) -> None:
        """Write all anew; with ``--show`` print a line for each record that replays, and the signature."""
        if "--show" in sys.argv:
            for name in self.makers:
                battle = self.replayed(name)
                print(name, battle.record(reveal=True).end_digest, battle.outcome and battle.outcome.winners)
            print("signature", json.dumps(self.signature()))
            return
        self.folder.mkdir(exist_ok=True)
        for name, make in self.makers.items():
            (self.folder / f"{name}.jsonl").write_text(make().record(reveal=self.reveal).text(), "utf-8")
        (self.folder / "signature.json").write_text(json.dumps(self.signature()) + "\n", "utf-8")


def signature_of(battles: Sequence[Battle[Any]]) -> Json:
    """How many battles these are, and a digest over the digests of their records."""
    return {"battles": len(battles), "signature": digest(*[battle.record().end_digest for battle in battles])}


def digest(*parts: str) -> str:
    """One number for several texts."""
    whole = hashlib.sha256()
    for part in parts:
        whole.update(part.encode())
    return whole.hexdigest()
