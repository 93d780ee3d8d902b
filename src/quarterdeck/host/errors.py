"""What the API says when it does not do something: the error body of the contract. Texts never quote state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.text import Text, _, plain

Kind: TypeAlias = Literal["closed", "stale", "illegal", "halted", "gone", "busy", "limit", "denied", "missing", "fault"]

STATUS: dict[Kind, int] = {
    "closed": 409,
    "stale": 409,
    "illegal": 422,
    "halted": 423,
    "gone": 410,
    "busy": 429,
    "limit": 413,
    "denied": 403,
    "missing": 404,
    "fault": 500,
}


class ApiError(Exception):
    """The answer to a request that was not done; `more` goes into its body."""

    def __init__(self, kind: Kind, text: Text, problems: Sequence[Problem] = (), **more: Json) -> None:
        super().__init__(kind)
        self.kind, self.text, self.problems, self.more = kind, text, problems, more

    @property
    def status(self) -> int:
        """The HTTP status."""
        return STATUS[self.kind]

    def body(self) -> dict[str, Json]:
        """The error as it goes on the wire."""
        problems = [problem_json(problem) for problem in self.problems]
        return {"error": self.kind, "text": plain(self.text), **({"problems": problems} if problems else {}), **self.more}


def problem_json(problem: Problem) -> dict[str, Json]:
    """A problem as it goes on the wire."""
    whole = {"rule": problem.rule, "text": plain(problem.text), "at": problem.at, "nearest": problem.nearest}
    return {key: value for key, value in whole.items() if value not in ("", None)}


def missing() -> ApiError:
    """There is no such thing, or it is not for whoever asks: both sound alike."""
    return ApiError("missing", _("There is nothing here."))


def denied(text: Text | None = None) -> ApiError:
    """Whoever asks may not."""
    return ApiError("denied", text or _("This seat is not yours."))
