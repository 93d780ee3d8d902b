"""The command line: battles at the terminal, records, ships, odds and rules, whatever rule systems are installed."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperGroup

from quarterdeck.cli import battle, made, play, replay, show
from quarterdeck.cli.interrupts import exit_code
from quarterdeck.cli.output import USED_WRONGLY, show_problems
from quarterdeck.engine.problems import Refused


class Commands(TyperGroup):
    """The commands; what one of them refuses is said on standard error, and never ends in a traceback."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except Refused as refusal:
            show_problems(refusal.problems)
            raise typer.Exit(USED_WRONGLY) from None
        except KeyboardInterrupt as stop:
            raise typer.Exit(exit_code(stop)) from None


app = typer.Typer(cls=Commands, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
app.command("battle")(battle.battle)
app.command("play")(play.play)
app.command("replay")(replay.replay)
app.command("verify")(replay.verify)
app.command("ship")(made.ship)
app.command("fleet")(made.fleet)
app.command("sheet")(made.sheet)
app.command("odds", context_settings=show.ANY_OPTION)(show.odds)
app.command("rules")(show.rules)
app.command("systems")(show.systems)


@app.callback()
def quarterdeck() -> None:
    """Plays, referees, designs for and analyses tabletop fleet-combat games."""
