"""Files that are read and written: documents as YAML or JSON, records, texts. What cannot be used is `Refused`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NoReturn

import yaml

from quarterdeck.engine.problems import Json, Problem, Refused
from quarterdeck.engine.record import Record, read_record
from quarterdeck.engine.text import Text, _

MOST_DOCUMENT = 1_000_000
"""The longest document that is read, in bytes."""

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_document(file: Path) -> Json:
    """The value of a YAML or JSON file."""
    text = _text_of(file, MOST_DOCUMENT)
    try:
        return json.loads(text) if file.suffix.lower() == ".json" else yaml.load(text, Loader=LOADER)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        where = str(error).split("\n", 1)[0][:200]
        refuse(_("{file} is neither YAML nor JSON: {where}", file=str(file), where=where))


def read_battle(file: Path) -> Record:
    """The record in a file."""
    return read_record(_text_of(file, None))


def _text_of(file: Path, most: int | None) -> str:
    try:
        if most is not None and file.stat().st_size > most:
            refuse(_("{file} is longer than {most} bytes.", file=str(file), most=most))
        return file.read_text(encoding="utf-8")
    except OSError as error:
        refuse(_("{file} cannot be read: {why}.", file=str(file), why=_why(error)))
    except UnicodeDecodeError:
        refuse(_("{file} is not text in UTF-8.", file=str(file)))


def write_text(file: Path, text: str) -> None:
    """Write a text to a file, in place of what it held."""
    try:
        file.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        refuse(_("{file} cannot be written: {why}.", file=str(file), why=_why(error)))


def need_writable(file: Path) -> None:
    """Refuse a file that cannot be written before anything depends on it."""
    try:
        with file.open("a", encoding="utf-8"):
            pass
    except OSError as error:
        refuse(_("{file} cannot be written: {why}.", file=str(file), why=_why(error)))


def _why(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower()


def refuse(text: Text) -> NoReturn:
    """Refuse for one reason that belongs to no rule."""
    raise Refused([Problem("", text)])
