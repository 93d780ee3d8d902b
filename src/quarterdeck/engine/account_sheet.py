"""An account as sheets for printing: the verdict on a ship or a fleet, line by line."""

from __future__ import annotations

from quarterdeck.engine.account import Account, Line
from quarterdeck.engine.sheets import escaped
from quarterdeck.engine.system import Reason, Sheet
from quarterdeck.engine.text import Text, _, ngettext, plain

WIDTH, PITCH, COLUMN, LETTER = 364.0, 14.0, 50.0, 4.6
MOST_LINES = 46
"""So many lines stand on one sheet."""


def account_sheets(account: Account) -> list[Sheet]:
    """The lines of an account with its totals on the last sheet, what is wrong and what is to be known below them."""
    parts = [account.lines[first : first + MOST_LINES] for first in range(0, max(len(account.lines), 1), MOST_LINES)]
    last = len(parts) - 1
    return [_sheet(account, lines, whole=n == last) for n, lines in enumerate(parts)]


def _sheet(account: Account, lines: tuple[Line, ...], *, whole: bool) -> Sheet:
    rows = [_row(0, [plain(_("Item")), *account.columns, plain(_("Rule"))], bold=True)]
    rows += [
        _row(n, [plain(line.what), *[str(line.figures.get(column, "")) for column in account.columns], line.rule], bold=False)
        for n, line in enumerate(lines, 1)
    ]
    if whole:
        rows.append(_row(len(rows), [plain(_("Total")), *[_total(account, column) for column in account.columns], ""], bold=True))
    label = escaped(plain(_("Account of {title}", title=account.title)))
    svg = f'<svg viewBox="0 0 {WIDTH:g} {PITCH * len(rows) + 4:g}" role="img" aria-label="{label}">{"".join(rows)}</svg>'
    notes = [Reason(each.rule, each.text) for each in (*account.problems, *account.notes)] if whole else []
    return Sheet(account.title, plain(_("Account")), plain(_verdict(account)), svg, tuple(notes))


def _verdict(account: Account) -> Text:
    n = len(account.problems)
    return ngettext("{n} problem", "{n} problems", n) if n else _("it adds up")


def _total(account: Account, column: str) -> str:
    total = str(account.totals[column])
    return f"{total}/{account.limits[column]}" if column in account.limits else total


def _row(n: int, cells: list[str], *, bold: bool) -> str:
    """A line: what it is at the left, the figures and the rule set to the right."""
    style = f'font-size="9" font-weight="{600 if bold else 400}" fill="var(--ink)"'
    y = PITCH * (n + 1) - 4
    ends = [WIDTH - COLUMN * (len(cells) - 2 - place) - 8 for place in range(len(cells) - 2)] + [WIDTH]
    room = int((ends[0] - COLUMN / 2) / LETTER)
    first = f'<text x="0" y="{y:g}" {style}>{escaped(shortened(cells[0], room))}</text>'
    rest = [
        f'<text x="{end:g}" y="{y:g}" text-anchor="end" {style}>{escaped(cell)}</text>'
        for cell, end in zip(cells[1:], ends, strict=True)
    ]
    rule = f'<path d="M0 {y + 3.5:g}H{WIDTH:g}" stroke="var(--rule)" stroke-width=".5"/>'
    return first + "".join(rest) + rule


def shortened(words: str, letters: int) -> str:
    """Words of so many letters at most.

    >>> shortened("Salvo Missile Launcher", 10)
    'Salvo Mis…'
    """
    return words if len(words) <= letters else words[: letters - 1] + "…"
