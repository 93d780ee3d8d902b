"""Installations, docked ships and ships in orbit in a scenario document (FT-12.7.1, FT-12.7.5, FT-12.8.1, FT-13.0.4)."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from quarterdeck.engine.documents import ONE_LINE, Fields
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.text import _
from quarterdeck.systems.full_thrust.scenario import Post
from quarterdeck.systems.full_thrust.ship import Design

Name: TypeAlias = Annotated[str, Field(max_length=60), ONE_LINE]


class PostFile(Fields):
    """An installation with its radius; as a section also of which `base`, and the names of those `beside` it.

    Or a ship docked at the installation of this name, `inside` or out; or one in orbit.
    """

    station: bool = False
    radius: Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)] = 0.0
    base: Name = ""
    beside: Annotated[list[Name], Field(max_length=12)] = []
    docked: Name = ""
    inside: bool = False
    orbit: Literal["", "clockwise", "anticlockwise"] = ""


def post_problems(ships: Sequence[tuple[str, PostFile | None, Design | None]], planets: int, at: str) -> Iterator[Problem]:
    """What is wrong with the posts of the ships of a side: their names, posts and, where known, designs."""
    stations = [name for name, post, _design in ships if post and post.station]
    for number, (name, post, design) in enumerate(ships):
        place = f"{at}.ships[{number}].post"
        if post is None:
            continue
        if post.station + bool(post.docked) + bool(post.orbit) > 1:
            text = _("{ship} is an installation, or docked, or in orbit; not more than one of them.", ship=name)
            yield Problem("FT-12.7.1", text, place)
        if post.station and design is not None and (design.thrust or design.ftl):
            yield Problem("FT-12.7.1", _("{ship} has drives; an installation has none.", ship=name), f"{place}.station", False)
        if not post.station and (post.radius or post.base or post.beside):
            yield Problem("FT-12.7.1", _("Only an installation has a radius or sections."), f"{place}.station", True)
        for other in (*post.beside, *([post.docked] if post.docked else ())):
            if other not in stations or other == name:
                nearest = next(iter(difflib.get_close_matches(other, stations, 1)), None)
                yield Problem("FT-12.7.5", _("This side has no other installation {name}.", name=other), place, nearest)
        if post.orbit and not planets:
            text = _("There is no planet round which {ship} could be in orbit.", ship=name)
            yield Problem("FT-13.0.4", text, f"{place}.orbit", "")


def read_post(file: PostFile | None, ids: Mapping[str, str]) -> Post | None:
    """The post of a document without problems; `ids` are those of the side's ships by name."""
    if file is None:
        return None
    beside = tuple(ids[name] for name in file.beside)
    return Post(file.station, file.radius, file.base, beside, ids[file.docked] if file.docked else "", file.inside, file.orbit)


def write_post(post: Post, names: Mapping[str, str]) -> Json:
    """A post of a document, without what is not there."""
    whole: dict[str, Json] = {
        "station": post.station,
        "radius": post.radius,
        "base": post.base,
        "beside": [names[ship] for ship in post.beside],
        "docked": names[post.docked] if post.docked else "",
        "inside": post.inside,
        "orbit": post.orbit,
    }
    return {key: value for key, value in whole.items() if value}
