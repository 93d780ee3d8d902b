"""Files that are read and written: documents as YAML or JSON, records, texts. What cannot be used is `Refused`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import yaml

from quarterdeck.engine.battle import Battle
from quarterdeck.engine.documents import too_large
from quarterdeck.engine.problems import Json, Problem, Refused
from quarterdeck.engine.record import MOST_RECORD, Digest, Record, read_record
from quarterdeck.engine.text import Text, _
from quarterdeck.engine.yamls import read_yaml

MOST_DOCUMENT = 1_000_000
"""The longest document that is read, in bytes."""


def read_document(file: Path) -> Json:
    """The value of a YAML or JSON file."""
    text = _text_of(file, MOST_DOCUMENT)
    try:
        value: Json = json.loads(text) if file.suffix.lower() == ".json" else read_yaml(text)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        refuse(_("{file} is neither YAML nor JSON: {where}", file=str(file), where=_where(error)))
    if problems := too_large(value):
        raise Refused(problems)
    return value


def _where(error: Exception) -> str:
    """What is wrong with a text and, as far as it is known, in which line."""
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark is not None:
        return f"line {error.problem_mark.line + 1} column {error.problem_mark.column + 1}: {error.problem}"
    return str(error).split("\n", 1)[0][:200]


def read_battle(file: Path) -> Record:
    """The record in a file."""
    return read_record(_text_of(file, MOST_RECORD))


def is_file(file: Path) -> bool:
    """Whether there is such a file; False also for a name that cannot be one."""
    try:
        return file.is_file()
    except OSError:
        return False


def _text_of(file: Path, most: int) -> str:
    try:
        with file.open("rb") as opened:
            read = opened.read(most + 1)
        if len(read) > most:
            refuse(_("{file} is longer than {most} bytes.", file=str(file), most=most))
        return read.decode("utf-8")
    except OSError as error:
        refuse(_("{file} cannot be read: {why}.", file=str(file), why=_why(error)))
    except UnicodeDecodeError:
        refuse(_("{file} is not text in UTF-8.", file=str(file)))


def read_words(file: Path) -> str:
    """The text of a file."""
    return _text_of(file, MOST_DOCUMENT)


def write_bytes(file: Path, content: bytes) -> None:
    """Write bytes to a file, in place of what it held."""
    with _writing(file):
        file.write_bytes(content)


def write_text(file: Path, text: str) -> None:
    """Write a text to a file, in place of what it held."""
    with _writing(file):
        file.write_text(text, encoding="utf-8", newline="\n")


class RecordWriter:
    """The record of a battle while it is played: a line stands in the file as soon as its input counts.

    The file has to be a new one, or one that keeps nothing, such as ``/dev/stdout``.
    """

    def __init__(self, file: Path, battle: Battle[Any]) -> None:
        self.file, self.battle, self.header = file, battle, battle.record().header
        self._digest, self._ended = Digest(self.header), False
        with _writing(file):
            self._out = file.open("w" if file.exists() and not file.is_file() else "x", encoding="ascii", newline="\n")
        self._write([self.header.line()])

    def follow(self) -> None:
        """Write the inputs that are new; where they have ended the battle, also its end."""
        self._write([*self._new_lines(), *(self._end_lines() if self.battle.outcome is not None else [])])

    def close(self) -> None:
        """Write what is new and the end of the record, with the seed even where the battle goes on."""
        self._write([*self._new_lines(), *self._end_lines()])
        with _writing(self.file):
            self._out.close()

    def _new_lines(self) -> list[str]:
        done = self._digest.inputs
        entries = zip(self.battle.inputs[done:], self._digest.follow(self.battle.inputs, self.battle.told), strict=False)
        return [entry.line(n, digest) for n, (entry, digest) in enumerate(entries, done + 1)]

    def _end_lines(self) -> list[str]:
        if self._ended:
            return []
        self._ended = True
        self._digest.tell(self.battle.told)
        outcome, seed = self.battle.ending(reveal=True)
        return Record(self.header, seed=seed, end_digest=self._digest.value, outcome=outcome).end_lines()

    def _write(self, lines: Sequence[str]) -> None:
        with _writing(self.file):
            self._out.write("".join(f"{line}\n" for line in lines))
            self._out.flush()


@contextmanager
def _writing(file: Path) -> Iterator[None]:
    """Refuse a file that cannot be written."""
    try:
        yield
    except FileExistsError:
        refuse(_("{file} is there already; a record needs a new file.", file=str(file)))
    except OSError as error:
        refuse(_("{file} cannot be written: {why}.", file=str(file), why=_why(error)))


def _why(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower()


def refuse(text: Text) -> NoReturn:
    """Refuse for one reason that belongs to no rule."""
    raise Refused([Problem("", text)])
