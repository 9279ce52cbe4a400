"""The click group of all commands, and the one place where failures become messages and exit statuses."""

from __future__ import annotations

import atexit
import errno
import gc
import os
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

import click
from click.exceptions import Exit

from bombsight.boundary.errors import InputError, is_out_of_memory, reason_of
from bombsight.cli.completion import COMPLETE_VARIABLE
from bombsight.cli.failure import BROKEN_PIPE, FINDINGS, INPUT_ERROR, NOTHING_FOUND
from bombsight.cli.signatures import build_command
from bombsight.cli.terminal.signals import exit_status_of, install_stop_handlers
from bombsight.cli.terminal.streams import discard_output, repair_streams
from bombsight.service.common.failure import NothingFoundError, WrongRules

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

COMMANDS: dict[str, tuple[str, str]] = {
    "games": ("games", "games"),
    "play": ("play", "play"),
    "resume": ("play", "resume"),
    "host": ("tables", "host"),
    "join": ("tables", "join"),
    "mail": ("tables", "mail"),
    "verify": ("tables", "verify"),
    "replay": ("replay", "replay"),
    "link": ("link", "link"),
    "saves": ("saves", "saves"),
    "record": ("saves", "record"),
    "luck": ("luck", "luck"),
    "report": ("report", "report"),
    "result": ("group", "result"),
    "umpire": ("group", "umpire"),
    "simulate": ("simulate", "simulate"),
    "figures": ("figures", "figures"),
    "table": ("table", "table"),
    "roll": ("roll", "roll"),
    "odds": ("odds", "odds"),
    "rules": ("rules", "rules"),
    "diff": ("diff", "diff"),
    "compare": ("compare", "compare"),
    "new": ("new", "new"),
    "pack": ("packages", "pack"),
    "add": ("packages", "add"),
    "remove": ("packages", "remove"),
    "lint": ("lint", "check"),
    "explain": ("lint", "explain"),
    "fmt": ("fmt", "fmt"),
    "server": ("server", "server"),
    "test": ("test", "examples"),
    "profile": ("profile", "profile"),
    "preferences": ("preferences", "preferences"),
    "learn": ("learn", "learn"),
    "balance": ("balance", "balance"),
    "site": ("site", "site"),
    "compile": ("compile", "compile"),
    "graph": ("graph", "graph"),
    "show": ("show", "show"),
    "complain": ("complain", "complain"),
    "help": ("help", "help"),
    "completion": ("completion", "completion"),
}
"""The module and the function of each command, by its name."""


IMPORT_WORDS = ("import", "convert", "from")
"""What people call `new --from` first."""


class LazyCommands(Mapping[str, click.Command]):
    """A mapping from names to click commands that imports and builds each on access, since importing all is slow."""

    def __init__(self) -> None:
        """Make the mapping; no command is imported yet."""
        self.loaded_commands: dict[str, click.Command] = {}

    def __getitem__(self, name: str) -> click.Command:
        """Build the command with a name.

        Raises:
            KeyError: No command has the name.
        """
        if name not in self.loaded_commands:
            module, function = COMMANDS[name]
            self.loaded_commands[name] = build_command(
                name, getattr(import_module(f"bombsight.cli.commands.{module}"), function)
            )
        return self.loaded_commands[name]

    def __iter__(self) -> Iterator[str]:
        """Yield the names of the commands."""
        return iter(COMMANDS)

    def __len__(self) -> int:
        """The number of commands."""
        return len(COMMANDS)


class Commands(click.Group):
    """The click group of all commands, which turns every exception into a message instead of a traceback."""

    def __init__(self, name: str, **settings: Any) -> None:
        """Make the group of all commands."""
        super().__init__(name, **settings)
        self.commands = cast(Any, LazyCommands())  # callers of the group only read them

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the names of the commands, those of players first."""
        return [*COMMANDS]

    def main(self, *args: Any, **settings: Any) -> Any:
        """Run the command line, or answer a shell that completes one; the shell gets no message and no traceback."""
        asked = os.environ.get(COMPLETE_VARIABLE)
        if asked is None:
            return super().main(*args, **settings)
        from bombsight.cli.completion.shells import answer_shell

        sys.exit(answer_shell(self, asked))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """List the commands that begin with a text, or the options of the program itself."""
        if incomplete.startswith("-"):
            return click.Command.shell_complete(self, ctx, incomplete)
        from bombsight.cli.completion.values import command_items

        return command_items(self, ctx, incomplete)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find the command that arguments begin with.

        Raises:
            InputError: There is none, and other programs have one of that name for what `new --from` does.
            UsageError: There is none.
        """
        if args and args[0] in IMPORT_WORDS:
            raise InputError(
                f"there is no command {args[0]}",
                "",
                "Tables in a file become a game by: bombsight new NAME --from FILE",
            )
        return super().resolve_command(ctx, args)

    def make_context(self, *args: Any, **settings: Any) -> click.Context:
        """Parse the command line.

        Raises:
            Exit: There is too little memory even for that.
        """
        try:
            return super().make_context(*args, **settings)
        except MemoryError:
            raise Exit(report_failure(InputError("not enough memory for `bombsight`"))) from None

    def invoke(self, ctx: Any) -> Any:
        """Run a command; on an exception print a message, and exit with its status.

        Raises:
            Exit: With the exit status of the failure.
        """
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except (InputError, WrongRules) as failure:
            raise Exit(report_failure(failure)) from failure
        except KeyboardInterrupt as stop:
            raise Exit(exit_status_of(stop)) from stop
        except RecursionError as deep:
            raise Exit(report_failure(InputError("what was given is nested too deep"))) from deep
        except (MemoryError, ImportError, RuntimeError, SystemError, OSError) as error:
            if isinstance(error, OSError) and not is_out_of_memory(error):
                raise Exit(report_lost_file(error)) from error
            if not is_out_of_memory(error):
                raise
            error.__traceback__ = None  # it frees the values under construction
            message = f"not enough memory for `bombsight {ctx.invoked_subcommand}`"
            raise Exit(report_lack_of_memory(message)) from None
        return result


def report_lack_of_memory(message: str) -> int:
    """Print on stderr that there was not enough memory, and return the exit status."""
    try:
        return report_failure(InputError(message, "", "What was answered by then is kept in its save."))
    except MemoryError:  # what is left does not do for a styled line
        sys.stderr.write(f"error: {message}\n")
        return INPUT_ERROR


def report_lost_file(error: OSError) -> int:
    """Print on stderr why a file, or the output, cannot be used any more, and return the exit status."""
    discard_output()
    if error.errno == errno.EPIPE:
        return BROKEN_PIPE
    return report_failure(InputError(f"cannot go on: {reason_of(error)}", str(error.filename or "")))


def report_failure(failure: InputError | WrongRules) -> int:
    """Print the message of an exception on stderr, and return the exit status."""
    from bombsight.cli.terminal.screen import show_error, show_findings

    sys.stdout.flush()
    if isinstance(failure, InputError):
        show_error(failure)
        return NOTHING_FOUND if isinstance(failure, NothingFoundError) else INPUT_ERROR
    show_findings(failure.findings, failure.sources)
    return INPUT_ERROR if failure.is_unreadable else FINDINGS


def print_version(ctx: click.Context, option: click.Parameter, is_requested: bool) -> None:
    """Print the program's version with its commit and exit, if the option ``--version`` is given.

    Raises:
        Exit: The version was requested.
    """
    if is_requested and not ctx.resilient_parsing:
        from bombsight.service.common.project import describe_version

        click.echo(f"bombsight {describe_version()}")
        raise Exit


app = Commands(
    "bombsight",
    help="Play solitaire table games whose rules are written as text, and check such rules.",
    params=[
        click.Option(
            ["--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=print_version,
            help="Say which version this is.",
        )
    ],
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> None:
    """Run the command line: the entry point of the installed program.

    A process answers one call, so garbage collection is switched off: it only takes time.
    """
    gc.disable()
    repair_streams()
    install_stop_handlers()
    try:
        app()
    except KeyboardInterrupt as stop:  # while it was ending anyway
        sys.exit(exit_status_of(stop))
    except SystemExit as end:
        exit_immediately(end)
        raise
    finally:
        gc.freeze()


def exit_immediately(system_exit: SystemExit) -> None:
    """Flush the output and exit the process at once with the status of ``system_exit``, without freeing all objects.

    Profilers and other threads need the ordinary exit, and get it.
    """
    if isinstance(system_exit.code, int) and threading.active_count() == 1 and not (sys.gettrace() or sys.getprofile()):
        with suppress(OSError, ValueError):  # a failing flush leads to the ordinary exit
            atexit._run_exitfuncs()
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(system_exit.code)
