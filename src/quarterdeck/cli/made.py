"""What players make: ships and fleets with their accounts, ships written down in the players' notation, record sheets."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

import typer
import yaml

from quarterdeck.cli.files import read_battle, read_document, read_words, refuse, write_bytes, write_text
from quarterdeck.cli.output import clean, err, out, problem_json, said, show_json, show_line, show_problems, table
from quarterdeck.engine import system as rule_systems
from quarterdeck.engine.account import Account
from quarterdeck.engine.account_sheet import account_sheets
from quarterdeck.engine.paper import LAYOUTS, PAPERS, printed
from quarterdeck.engine.problems import Json, Problem, Refused
from quarterdeck.engine.replay import load
from quarterdeck.engine.sheets import standalone
from quarterdeck.engine.system import Sheet, System
from quarterdeck.engine.text import Argument, Text, _, ngettext
from quarterdeck.engine.workshop import Imported, Workshop, workshop_of

DOES_NOT_ADD_UP = 1
"""The exit code for a ship or fleet that is none by the rules."""

AsJson = Annotated[bool, typer.Option("--json", help="JSON for programs.")]
ShipFile = Annotated[Path, typer.Argument(metavar="FILE", help="A ship as YAML or JSON.")]
FleetFile = Annotated[Path, typer.Argument(metavar="FILE", help="A fleet as YAML or JSON.")]
AnyFile = Annotated[Path, typer.Argument(metavar="FILE", help="A ship or a fleet as YAML or JSON, or a record (.jsonl).")]
SystemKey = Annotated[str, typer.Option("--system", help="The rule system; needed where several read such files.")]
Import = Annotated[bool, typer.Option("--import", help="FILE is a ship in the notation of players, one thing a line.")]
Output = Annotated[Path | None, typer.Option("--output", "-o", metavar="OUT", help="The file to write.")]
Pdf = Annotated[Path | None, typer.Option("--pdf", metavar="OUT.pdf", help="Write a PDF for printing.")]
PaperSize = Annotated[str, typer.Option("--paper", help="a4 or letter.")]
PerPage = Annotated[int, typer.Option("--per-page", help="How many sheets a page: 1, 2, 3, 6 or 8.")]
Markers = Annotated[bool, typer.Option("--markers", help="Also counters for fighters and ordnance, to cut out.")]
Verdict = Annotated[bool, typer.Option("--account", help="Also the account, with its verdict.")]

# Accounts


def ship(file: ShipFile, system: SystemKey = "", written: Import = False, output: Output = None, as_json: AsJson = False) -> None:
    """The account of a ship, line by line, and what is wrong with it. Exit 1 if it does not add up."""
    if not written:
        data = read_document(file)
        account = _judged(system, "ship", data)
    else:
        reader, workshop = _with_workshop(system)
        found = workshop.imported(read_words(file))
        data, account = found.document, _accounted(reader, "ship", found.document)
        _show_reading(found, as_json=as_json)
    if output is not None:
        write_text(output, yaml.safe_dump(data, sort_keys=False, allow_unicode=True))
    _tell(account, as_json)


def fleet(file: FleetFile, system: SystemKey = "", as_json: AsJson = False) -> None:
    """The verdict on a fleet: its ships, their points, and what is wrong with it. Exit 1 if it does not add up."""
    _tell(_judged(system, "fleet", read_document(file)), as_json)


KINDS: dict[str, Text] = {"ship": _("a ship"), "fleet": _("a fleet")}
"""What there are accounts of, in words, by the command that shows them."""


def _judged(key: str, kind: str, data: Json) -> Account:
    """The account of a document as one of this kind; refused where it makes more sense as another."""
    system, account = _reader(key, kind, data)
    for other, name in KINDS.items():
        found = system.account(other, data) if account.problems and other != kind else account
        if isinstance(found, Account) and found.title and len(found.problems) < len(account.problems):
            words: dict[str, Argument] = {"what": KINDS[kind], "other": name, "command": f"quarterdeck {other}"}
            refuse(_("This is {other}, not {what}: {command} reads it.", **words))
    return account


def _tell(account: Account, as_json: bool) -> None:
    if as_json:
        show_json(account_json(account))
    else:
        _show_account(account)
    if account.problems:
        raise typer.Exit(DOES_NOT_ADD_UP)


def _accounted(system: System[Any], kind: str, data: Json) -> Account:
    account = system.account(kind, data)
    if isinstance(account, list):
        raise Refused(account)
    return account


def _with_workshop(key: str) -> tuple[System[Any], Workshop]:
    """The named system that has a workshop, or the only one that has."""
    systems = [rule_systems.find(key)] if key else list(rule_systems.installed().values())
    found = [(system, workshop) for system in systems if (workshop := workshop_of(system)) is not None]
    if len(found) == 1:
        return found[0]
    keys = ", ".join(system.key for system in systems)
    if not found:
        refuse(_("Nothing is designed in {keys}.", keys=keys))
    return refuse(_("Several rule systems read ships; name one with --system: {keys}.", keys=keys))


def _reader(key: str, kind: str, data: Json) -> tuple[System[Any], Account]:
    """The named system, or the only one that reads these data as such a document, with their account; else `Refused`."""
    systems = [rule_systems.find(key)] if key else list(rule_systems.installed().values())
    read = [(system, system.account(kind, data)) for system in systems]
    good = [(system, account) for system, account in read if isinstance(account, Account)]
    if len(good) == 1:
        return good[0]
    refused = [account for _system, account in read if not isinstance(account, Account)]
    if len(read) == len(refused) == 1:
        raise Refused(refused[0])
    keys = ", ".join(system.key for system in systems)
    if good:
        refuse(_("Several rule systems read this file; name one with --system: {keys}.", keys=keys))
    return refuse(_("No rule system reads this file; name one with --system to see why: {keys}.", keys=keys))


def _show_account(account: Account) -> None:
    shown = table("", *account.columns, _("Rule"), title=account.title)
    for column in shown.columns[1:-1]:
        column.justify = "right"
    for line in account.lines:
        shown.add_row(said(line.what), *[str(line.figures.get(column, "")) for column in account.columns], line.rule)
    totals = [_total(account, column) for column in account.columns]
    shown.add_section()
    shown.add_row(said(_("Total")), *totals, "", style="bold")
    out.print(shown)
    for heading, problems in ((_("It does not add up:"), account.problems), (_("Notes:"), account.notes)):
        if problems:
            out.print(f"\n{said(heading)}")
            show_problems(problems, out)
    if not account.problems:
        out.print(f"\n{said(_('It adds up.'))}")


def _total(account: Account, column: str) -> str:
    total = str(account.totals.get(column, ""))
    return f"{total} of {account.limits[column]}" if column in account.limits else total


def account_json(account: Account) -> Json:
    """An account as a JSON value."""
    return {
        "title": account.title,
        "adds_up": not account.problems,
        "columns": list(account.columns),
        "lines": [{"what": said(line.what), "figures": line.figures, "rule": line.rule} for line in account.lines],
        "totals": account.totals,
        "limits": account.limits,
        "problems": [problem_json(problem) for problem in account.problems],
        "notes": [problem_json(problem) for problem in account.notes],
    }


# Notation


def _show_reading(found: Imported, *, as_json: bool) -> None:
    """As what each line was read; what was not read goes to standard error."""
    if not as_json:
        shown = table("", _("Line"), _("Read as"))
        for line in found.lines:
            shown.add_row(str(line.n), clean(line.line), said(line.read))
        out.print(shown)
        out.print()
    for why, alike in groupby(found.unread, lambda line: said(line.unread or "")):
        lines = [line.n for line in alike]
        if len(lines) == 1:
            show_line(err, said(_("line {n}: {why}", n=lines[0], why=why)))
        else:
            show_line(err, said(_("lines {first} to {last}: {why}", first=lines[0], last=lines[-1], why=why)))


# Sheets


def sheet(
    file: AnyFile,
    output: Output = None,
    pdf: Pdf = None,
    paper: PaperSize = "a4",
    per_page: PerPage = 1,
    markers: Markers = False,
    verdict: Verdict = False,
    system: SystemKey = "",
) -> None:
    """Record sheets: of a ship as an SVG file, of a ship, a fleet or all ships of a recorded battle as a PDF for printing."""
    if (output is None) == (pdf is None):
        refuse(_("Name one file to write: -o OUT.svg or --pdf OUT.pdf."))
    if paper not in PAPERS or per_page not in LAYOUTS:
        sizes, counts = ", ".join(PAPERS), ", ".join(map(str, LAYOUTS))
        refuse(_("Paper is one of {sizes}, sheets a page one of {counts}.", sizes=sizes, counts=counts))
    sheets = (
        _recorded(file) if file.suffix == ".jsonl" else _designed(read_document(file), system, markers=markers, verdict=verdict)
    )
    if pdf is not None:
        write_bytes(pdf, printed(sheets, "letter" if paper == "letter" else "a4", per_page))
    elif output is not None:
        if len(sheets) != 1:
            refuse(ngettext("There is {n} sheet; --pdf prints it.", "There are {n} sheets; --pdf prints them.", len(sheets)))
        write_text(output, standalone(sheets[0]))
    out.print(said(_("Written: {file}", file=str(pdf or output))), soft_wrap=True)


def _designed(data: Json, key: str, *, markers: bool, verdict: bool) -> list[Sheet]:
    """The sheets of a document, of the first kind that it is."""
    system, workshop = _with_workshop(key)
    refused: list[list[Problem]] = []
    for kind in workshop.kinds:
        sheets: list[Any] = workshop.sheets(kind, data)
        if all(isinstance(each, Sheet) for each in sheets):
            more: list[Any] = workshop.markers(kind, data) if markers else []
            accounts = account_sheets(_accounted(system, kind, data)) if verdict else []
            return _some([*accounts, *sheets, *more])
        refused.append(sheets)
    show_problems(min(refused, key=len))
    raise typer.Exit(DOES_NOT_ADD_UP)


def _recorded(file: Path) -> list[Sheet]:
    """The sheets of all units of a recorded battle that anybody may see, as they stand at its end."""
    record = read_battle(file)
    system = rule_systems.find(record.header.system)
    with err.status(said(_("Replaying …"))):
        view = load(record, system).view(None)
    units = [system.unit(view, unit.id) for unit in system.picture(view).units if unit.sheet]
    return _some([system.sheet(unit, view) for unit in units if unit is not None])


def _some(sheets: Sequence[Sheet]) -> list[Sheet]:
    return list(sheets) or refuse(_("There is nothing that has a sheet."))
