"""What the units of a rule system are drawn with: silhouettes, glyphs and its emblem, as path data of SVG."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from typing import Annotated, TypeAlias

from pydantic import ConfigDict, StringConstraints, TypeAdapter

from quarterdeck.engine.yamls import read_yaml

PathData: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[MLHVCSQTAZmlhvcsqtaz0-9 .,+-]*$")]
"""What the attribute ``d`` of a path may hold, and nothing else: art reaches every page."""

CLOSED = ConfigDict(extra="forbid")


@dataclass(frozen=True, slots=True)
class Silhouette:
    """A token's body and the lines on it: bow up, turning round 0, 0, one unit a pixel."""

    __pydantic_config__ = CLOSED
    body: PathData
    lines: PathData = ""


@dataclass(frozen=True, slots=True)
class Glyph:
    """A drawing on a grid of 16, stroked unless `fill`."""

    __pydantic_config__ = CLOSED
    path: PathData
    fill: bool = False


@dataclass(frozen=True, slots=True)
class Art:
    """The drawings of a system by key; the emblem is one on a grid of 64."""

    __pydantic_config__ = CLOSED
    silhouettes: dict[str, Silhouette] = field(default_factory=dict)
    glyphs: dict[str, Glyph] = field(default_factory=dict)
    emblem: PathData = ""


def load_art(file: Traversable) -> Art:
    """The art in a YAML file of a package; ValueError where it is something else, or not all of it is path data."""
    return TypeAdapter(Art).validate_python(read_yaml(file.read_text(encoding="utf-8")))
