"""What clients send, as models: the edge at which nothing is trusted."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from quarterdeck.engine.problems import is_json


def _printable(words: str) -> str:
    if not words.isprintable():
        raise ValueError("one line of letters and signs")
    return words


def _writable(value: Any) -> Any:
    """A JSON value that can be written and read everywhere: its numbers finite and not huge, its letters whole."""
    if not is_json(value):
        raise ValueError("numbers that are too large, or something that goes too deep")
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise ValueError("letters that are not whole") from None
    return value


Anything = Annotated[Any, AfterValidator(_writable)]
Name = Annotated[str, StringConstraints(strip_whitespace=True, max_length=60), AfterValidator(_printable)]
Rid = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{6,64}$")]
Key = Annotated[str, StringConstraints(min_length=1, max_length=100)]


class Sent(BaseModel):
    """A body of a request: nothing in it that nobody knows."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Draft(Sent):
    """A draft of an answer: `k` counts the page's changes, `rev` is the slate's revision that the page has."""

    k: int = Field(ge=0, le=2**31)
    rev: int = Field(ge=0, le=2**31)
    draft: Anything = None


class Suggest(Sent):
    """A wish for a suggested answer."""


class Commit(Sent):
    """A slate given: with the drafts at revision `rev`, or with `answers` by question."""

    rid: Rid
    slate: Key
    rev: int | None = None
    answers: Annotated[dict[Key, Any] | None, AfterValidator(_writable)] = None


class Given(Sent):
    """Something that no question asks for. An offer needs `offer` and `answer`, a standing answer `what` and `until`."""

    rid: Rid
    do: Literal["offer", "standing", "take_back", "agree", "refuse", "concede"]
    offer: Key | None = None
    answer: Anything = None
    what: Key | None = None
    until: Literal["activation", "round", "battle"] = "round"


class NewBattle(Sent):
    """A battle to begin: a scenario of the system by its key, or a whole one; who plays each seat (``person``, as when nothing
    is said, or the level of a bot); optional rules on or off; where the dice fall; how many seconds a person's decision may
    take."""

    system: Key
    scenario: Annotated[Key | dict[str, Any], AfterValidator(_writable)]
    players: dict[Key, Key] = Field(default_factory=dict)
    switches: dict[Key, bool] = Field(default_factory=dict)
    dice: Literal["seeded", "typed"] = "seeded"
    clock: int | None = Field(default=None, ge=1, le=7 * 24 * 3600)


class Join(Sent):
    """An invitation to a seat, the name of who sits down, and a salt for the dice."""

    token: Key
    name: Name = ""
    salt: Annotated[str, StringConstraints(max_length=100)] = ""


class Invite(Sent):
    """A wish for a new invitation to a seat."""


class RecordSent(Sent):
    """A record to replay."""

    text: str


class Written(Sent):
    """A document that is being written."""

    document: Anything


class Saved(Sent):
    """A document to save: its kind (``ship``, ``fleet``) and itself."""

    kind: Key
    document: Anything


class Shared(Sent):
    """A document to be written into a file."""

    document: Anything
    form: Literal["yaml", "json"] = "yaml"


class Opened(Sent):
    """The text of a file (YAML or JSON), or a ship in the notation of players."""

    text: Annotated[str, StringConstraints(max_length=200_000)]


class Printed(Sent):
    """A document to print: on which paper, how many sheets a page, with its account and counters for small craft
    and ordnance or without."""

    document: Anything
    paper: Literal["a4", "letter"] = "a4"
    per_page: Literal[1, 2, 3, 6, 8] = 2
    markers: bool = False
    account: bool = False


class Side(Sent):
    """What a side of a challenge brings: a document and its kind."""

    kind: Key
    document: Anything


class Challenge(Sent):
    """A battle between documents; `players` says who plays each seat, as for any battle."""

    sides: Annotated[list[Side], Field(min_length=2, max_length=2)]
    players: dict[Key, Key] = Field(default_factory=dict)
