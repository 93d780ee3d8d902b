"""What clients send, as models: the edge at which nothing is trusted."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Name = Annotated[str, StringConstraints(strip_whitespace=True, max_length=60, pattern=r"^[^\x00-\x1f\x7f]*$")]
Rid = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{6,64}$")]
Key = Annotated[str, StringConstraints(min_length=1, max_length=100)]


class Sent(BaseModel):
    """A body of a request: nothing in it that nobody knows."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Draft(Sent):
    """A draft of an answer: `k` counts the page's changes, `rev` is the slate's revision that the page has."""

    k: int = Field(ge=0, le=2**31)
    rev: int = Field(ge=0, le=2**31)
    draft: Any = None


class Suggest(Sent):
    """A wish for a suggested answer."""


class Commit(Sent):
    """A slate given: with the drafts at revision `rev`, or with `answers` by question."""

    rid: Rid
    slate: Key
    rev: int | None = None
    answers: dict[Key, Any] | None = None


class Given(Sent):
    """Something that no question asks for. An offer needs `offer` and `answer`, a standing answer `what` and `until`."""

    rid: Rid
    do: Literal["offer", "standing", "take_back", "agree", "refuse", "concede"]
    offer: Key | None = None
    answer: Any = None
    what: Key | None = None
    until: Literal["activation", "round", "battle"] = "round"


class NewBattle(Sent):
    """A battle to begin: a scenario of the system by its key, or a whole one; who plays each seat; where the dice fall."""

    system: Key
    scenario: Key | dict[str, Any]
    players: dict[Key, Key] = Field(default_factory=dict)
    dice: Literal["seeded", "typed"] = "seeded"


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
