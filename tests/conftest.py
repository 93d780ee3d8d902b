"""Settings of all tests; and this folder is on the path, so that they can import what they share."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

from quarterdeck.engine import system
from tiny import TINY

settings.register_profile("quarterdeck", deadline=None, derandomize=True)
settings.load_profile("quarterdeck")


@pytest.fixture
def tiny_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command line finds Tiny by its key."""
    find = system.find
    monkeypatch.setattr(system, "find", lambda key: TINY if key == "tiny" else find(key))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the record of a battle goes."""
    return tmp_path / "battle.qd"
