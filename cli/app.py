"""The application: its commands, and the one place where failures become messages and exit status."""

from __future__ import annotations

import errno
import gc
import sys
from collections.abc import Callable
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from bombsight.cli.commands.compile import compile
from bombsight.cli.commands.diff import diff
from bombsight.cli.commands.fmt import fmt
from bombsight.cli.commands.games import games
from bombsight.cli.commands.graph import graph
from bombsight.cli.commands.group import result, umpire
from bombsight.cli.commands.help import help
from bombsight.cli.commands.lint import check, explain
from bombsight.cli.commands.new import new
from bombsight.cli.commands.odds import odds
from bombsight.cli.commands.play import play, resume
from bombsight.cli.commands.preferences import preferences
from bombsight.cli.commands.profile import profile
from bombsight.cli.commands.replay import replay
from bombsight.cli.commands.report import report
from bombsight.cli.commands.rules import rules
from bombsight.cli.commands.saves import record, saves
from bombsight.cli.commands.server import server
from bombsight.cli.commands.show import show
from bombsight.cli.commands.simulate import simulate
from bombsight.cli.commands.site import site
from bombsight.cli.commands.table import table
from bombsight.cli.commands.tables import host, join, mail, verify
from bombsight.cli.commands.test import examples
from bombsight.cli.failure import FINDINGS, UNREAD, WRONG
from bombsight.cli.terminal.signals import heed_signals, status_of
from bombsight.cli.terminal.streams import abandon_output, mend_streams
from bombsight.runtime.errors import InputError, reason
from bombsight.service.failure import WrongRules


class Commands(TyperGroup):
    """The group of all commands. Whatever they raise ends here; nobody ever sees a traceback."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command, and tell what kept it from being done.

        Raises:
            typer.Exit: With the status that the failure has.
        """
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except (InputError, WrongRules) as failure:
            raise typer.Exit(told(failure)) from failure
        except KeyboardInterrupt as stop:
            raise typer.Exit(status_of(stop)) from stop
        except RecursionError as deep:
            raise typer.Exit(told(InputError("what was given is nested too deep"))) from deep
        except OSError as error:
            abandon_output()
            if error.errno == errno.EPIPE:
                raise typer.Exit(UNREAD) from error
            raise typer.Exit(told(InputError(f"cannot go on: {reason(error)}", str(error.filename or "")))) from error
        return result


def told(failure: InputError | WrongRules) -> int:
    """Tell a failure on stderr; its exit status."""
    from bombsight.cli.terminal.screen import show_error, show_findings

    sys.stdout.flush()
    if isinstance(failure, InputError):
        show_error(failure)
        return WRONG
    show_findings(failure.findings, failure.sources)
    return WRONG if failure.unread else FINDINGS


app = typer.Typer(
    cls=Commands,
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def print_version(wanted: bool) -> None:
    """Say which version this is, and be done.

    Raises:
        typer.Exit: Where the version was asked for.
    """
    if wanted:
        from importlib.metadata import PackageNotFoundError, version

        try:
            typer.echo(f"bombsight {version('bombsight')}")
        except PackageNotFoundError:  # run from its folder, without being installed
            typer.echo("bombsight, not installed")
        raise typer.Exit


@app.callback()
def bombsight(
    version: Annotated[
        bool, typer.Option("--version", callback=print_version, is_eager=True, help="Say which version this is.")
    ] = False,
) -> None:
    """Play solitaire table games whose rules are written as text, and check such rules."""


COMMANDS: dict[str, Callable[..., None]] = {
    "games": games,
    "play": play,
    "resume": resume,
    "host": host,
    "join": join,
    "mail": mail,
    "verify": verify,
    "replay": replay,
    "saves": saves,
    "record": record,
    "report": report,
    "result": result,
    "umpire": umpire,
    "simulate": simulate,
    "table": table,
    "odds": odds,
    "rules": rules,
    "diff": diff,
    "new": new,
    "lint": check,
    "explain": explain,
    "fmt": fmt,
    "server": server,
    "test": examples,
    "profile": profile,
    "preferences": preferences,
    "site": site,
    "compile": compile,
    "graph": graph,
    "show": show,
    "help": help,
}

for name, command in COMMANDS.items():
    app.command(name)(command)


def main() -> None:
    """The entry point.

    A process answers one call: what it made goes when it ends, and looking for circles in it before, or then, only
    takes time.
    """
    gc.disable()
    mend_streams()
    heed_signals()
    try:
        app()
    except KeyboardInterrupt as stop:  # while it was ending anyway
        sys.exit(status_of(stop))
    finally:
        gc.freeze()
