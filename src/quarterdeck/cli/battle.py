"""Battles at the terminal: between bots, between persons, or both, with dice from a seed or rolled on the table."""

from __future__ import annotations

import difflib
import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from random import Random  # noqa: TID251 - a bot gets its rng from whoever seats it
from typing import Annotated, Any

import typer

from quarterdeck.bots.playing import bot_named, bots_for, check_suited, step
from quarterdeck.cli.files import RecordWriter, is_file, read_document, refuse
from quarterdeck.cli.interrupts import held_interrupts
from quarterdeck.cli.output import Teller, clean, err, out, said, seat_words
from quarterdeck.cli.terminal import Quit, Terminal
from quarterdeck.engine import system as rule_systems
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.dice import commitment
from quarterdeck.engine.problems import Json, Problem, Refused
from quarterdeck.engine.system import Bot, Scenario, System
from quarterdeck.engine.text import _

PERSON = "person"


class DiceFrom(StrEnum):
    """Where dice come from."""

    SEEDED = "seeded"
    TYPED = "typed"


SystemKey = Annotated[str, typer.Argument(metavar="SYSTEM", help="The rule system, by its key.")]
ScenarioName = Annotated[str, typer.Argument(metavar="SCENARIO", help="A scenario of the system, or a file of one.")]
Seats = Annotated[str, typer.Option(help="Who sits where, in the order of the seats: bots by name, or person; one name for all.")]
Seed = Annotated[int | None, typer.Option(help="A number from which the dice follow; else they are secret until the end.")]
DiceOption = Annotated[DiceFrom, typer.Option("--dice", help="Dice from a seed, or real ones that are typed in.")]
RecordFile = Annotated[Path | None, typer.Option("--record", help="A new file, to which the record is written.")]
AsJson = Annotated[bool, typer.Option("--json", help="An object a line for each event, the last for the outcome.")]


def battle(
    system: SystemKey,
    scenario: ScenarioName,
    seats: Seats = "",
    seed: Seed = None,
    dice: DiceOption = DiceFrom.SEEDED,
    record: RecordFile = None,
    as_json: AsJson = False,
) -> None:
    """Play a battle of a scenario and tell it."""
    rules = rule_systems.find(system)
    played = find_scenario(rules, scenario)
    players = seated(rules, played, seats)
    persons = tuple(seat for seat, player in players.items() if player == PERSON)
    if dice is DiceFrom.TYPED and seed is not None:
        refuse(_("Dice that are typed in have no seed."))
    if as_json and persons:
        refuse(_("A person plays at the terminal, where there is no room for --json."))
    secret = None if dice is DiceFrom.TYPED else seed_of(seed)
    begun = Battle.begin(rules, played, seed=secret, names=players)
    writer = None if record is None else RecordWriter(record, begun)
    Sitting(begun, secret, players, as_json, writer, played).play()


def seed_of(number: int | None) -> str:
    """The secret seed of the dice: from a number always the same, without one never the same."""
    return secrets.token_hex(32) if number is None else hashlib.sha256(str(number).encode()).hexdigest()


def find_scenario(system: System[Any], name: str) -> Scenario:
    """The scenario that comes with the system under this name, or the one in a file; `Refused` where it is neither."""
    known = system.scenarios()
    if name in known:
        return known[name]
    file = Path(name)
    if not is_file(file):
        words = {"name": name, "system": system.key, "keys": ", ".join(known)}
        text = _("“{name}” is neither a file nor a scenario of {system}: {keys}.", **words)
        near = difflib.get_close_matches(name, known, 1)
        raise Refused([Problem("", text, nearest=near[0] if near else None)])
    read: Scenario | list[Any] = system.read("scenario", read_document(file))
    if isinstance(read, list):
        raise Refused(read)
    return read


def seated(system: System[Any], scenario: Scenario, names: str) -> dict[str, str]:
    """Who sits where: one name a seat in order, or one for all that it suits; by default the system's bot for each seat."""
    seats = list(scenario.seat_sides())
    given = [name.strip() for name in names.split(",")] if names else []
    if len(given) < 2:
        given = [_for_all(system, seat, *given) for seat in seats]
    if len(given) != len(seats):
        keys = ", ".join(seats)
        refuse(_("The scenario has {n} seats, {keys}; {given} are named.", n=len(seats), keys=keys, given=len(given)))
    players = dict(zip(seats, given, strict=True))
    for seat, name in players.items():
        if name != PERSON:
            check_suited(system, seat, name)
    return players


def _for_all(system: System[Any], seat: str, name: str = "") -> str:
    """The player of a seat where one is named for all: that one, unless it is a bot that plays other seats."""
    known = bots_for(system, seat)
    elsewhere = name in system.levels and name not in known
    return known[0] if not name or elsewhere else name


@dataclass(slots=True)
class Sitting:
    """A battle while it is played here."""

    battle: Battle[Any]
    seed: str | None
    players: Mapping[str, str]
    as_json: bool
    record: RecordWriter | None
    scenario: Scenario
    told: int = 0

    def open(self) -> None:
        """Say what is played, by whom, and what the dice are committed to."""
        if self.as_json:
            return
        names = self.battle.system.names(self.battle.view(None))
        title = self.battle.header.scenario.get("title", "") if self.battle.header is not None else ""
        out.print(clean(f"{title}, {self.battle.system.title}"), style="bold")
        for seat in self.battle.seats:
            out.print(seat_words(seat, names), soft_wrap=True)
        if self.seed is not None:
            out.print(said(_("Dice committed to {digest}", digest=commitment(self.seed))), soft_wrap=True)
        if PERSON in self.players.values():
            self._brief(names)

    def _brief(self, names: Mapping[str, str]) -> None:
        """Tell a person what the battle is about and how it is won."""
        out.print(f"\n{clean(self.scenario.text)}")
        for fact in self.scenario.facts():
            out.print(said(_("- {fact}", fact=fact), names))
        out.print(f"\n{said(_('Type help for what can be typed.'))}")

    def play(self) -> None:
        """Play until the battle is over or somebody leaves; whatever ends it, the record gets its end."""
        try:
            self.open()
            self._play_on()
        except Quit:
            pass
        except KeyboardInterrupt:
            err.print(said(_("Interrupted.")))
            raise
        finally:
            with held_interrupts():
                if self.record is not None:
                    self.record.close()
                self._close()

    def _play_on(self) -> None:
        persons = tuple(seat for seat, player in self.players.items() if player == PERSON)
        system = self.battle.system
        bots: dict[str, Bot] = {seat: bot_named(system, player) for seat, player in self.players.items() if player != PERSON}
        rng = Random(hashlib.sha256(f"bots {self.seed or secrets.token_hex(32)}".encode()).hexdigest())
        terminal = Terminal(self.battle, persons, Teller(system, self.battle.sides, err if self.as_json else out))
        self._tell(persons)
        while self.battle.outcome is None:
            with held_interrupts():
                answered = step(self.battle, bots, rng)
                self._follow()
            if not answered:
                terminal.sit()
                self._follow()
            self._tell(persons)
        if persons:
            terminal.catch_up()

    def _tell(self, persons: tuple[str, ...]) -> None:
        """Where no person plays, tell everything as it happens."""
        if persons or len(self.battle.told) == self.told:
            return
        names = self.battle.system.names(self.battle.view(None))
        teller = Teller(self.battle.system, self.battle.sides, out, self.as_json)
        for n, told in enumerate(self.battle.told[self.told :], self.told + 1):
            teller.tell(n, told.event, names)
        self.told = len(self.battle.told)

    def _follow(self) -> None:
        if self.record is not None:
            self.record.follow()

    def _close(self) -> None:
        """The outcome, and what is needed to check the dice."""
        names = self.battle.system.names(self.battle.view(None))
        more: dict[str, Json] = {"round": self.battle.round}
        if self.seed is not None:
            more |= {"seed": self.seed, "commitment": commitment(self.seed)}
        if self.record is not None:
            more["record"] = str(self.record.file)
        Teller(self.battle.system, self.battle.sides, out, self.as_json).outcome(self.battle.outcome, names, more)
