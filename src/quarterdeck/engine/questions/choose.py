"""Choose: some of the listed choices, in order where order matters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from quarterdeck.engine.dress import Dress, Kind, Row
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.questions.base import Question, malformed, shortened
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.scene import Icon
from quarterdeck.engine.text import Text, _, ngettext

MOST_CHOICES = 200


class Choice(NamedTuple):
    """One thing that can be chosen: its key in the answer, its words, a figure beside it, what it points at, words below."""

    key: str
    text: Text
    fact: Text | None = None
    ref: str = ""
    sub: Text | None = None
    side: str = ""
    icon: Icon | None = None


@dataclass(slots=True, kw_only=True)
class Choose(Question[list[str]]):
    """From `least` to `most` of the choices, as a list of their keys; the order counts where `ordered`."""

    KIND: ClassVar[Kind] = "choose"
    GIVE: ClassVar[Text] = _("Choose")

    choices: tuple[Choice, ...]
    least: int = 1
    most: int = 1
    ordered: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.least <= self.most or self.least > len(self.choices) or len(self.choices) > MOST_CHOICES:
            raise ValueError(f"{self.least} to {self.most} of {len(self.choices)} choices cannot be asked for")

    def keys(self) -> list[str]:
        """The keys of the choices, as listed."""
        return [choice.key for choice in self.choices]

    def read(self, answer: Json) -> list[str] | list[Problem]:
        """A list of different keys, or one key alone for a list of one; listed order unless `ordered`."""
        chosen = [answer] if isinstance(answer, str) else answer
        keys = self.keys()
        if not isinstance(chosen, list):
            return malformed(_("Choose from the list: {keys}.", keys=", ".join(keys[:12])))
        for key in chosen:
            if not isinstance(key, str) or key not in keys:
                return malformed(_("“{key}” is not among the choices.", key=shortened(key)), shortened(key))
        if len(dict.fromkeys(chosen)) < len(chosen):
            return malformed(_("A choice can be made only once."))
        if not self.least <= len(chosen) <= self.most:
            return malformed(self._how_many(len(chosen)))
        return list(chosen) if self.ordered else [key for key in keys if key in chosen]

    def _how_many(self, chosen: int) -> Text:
        if self.least == self.most:
            return ngettext("Choose {n}, not {chosen}.", "Choose {n}, not {chosen}.", self.least, chosen=chosen)
        return _("Choose from {least} to {most}, not {chosen}.", least=self.least, most=self.most, chosen=chosen)

    def passing(self) -> list[str] | None:
        """Choosing nothing, where that is allowed."""
        return [] if self.least == 0 else None

    def default(self, view: Any) -> list[str]:
        """Nothing where that is allowed, else the first ones listed."""
        return self.keys()[: self.least]

    def sample(self, view: Any, rng: Rng) -> list[str]:
        """Any number of choices that is allowed, at random."""
        keys = self.keys()
        rng.shuffle(keys)
        chosen = keys[: self.least + rng.randrange(min(self.most, len(keys)) - self.least + 1)]
        return chosen if self.ordered else [key for key in self.keys() if key in chosen]

    def outline(self, view: Any, draft: Json = None) -> Dress:
        """The choices as rows."""
        dress = Question.outline(self, view, draft)
        dress.rows = [Row(c.key, c.text, c.fact, c.sub, c.ref, side=c.side, icon=c.icon) for c in self.choices]
        return dress
