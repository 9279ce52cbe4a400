"""Commands built from functions: click commands whose options and arguments are the annotated parameters.

A parameter is declared where its type stands: ``seed: Annotated[int, Option(metavar="S", help="...")] = 0``. An option
has its parameter's name, unless it has names of its own.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from functools import partial
from inspect import Parameter, cleandoc, signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin, get_type_hints

import click

from bombsight.dsl.node_classes import frozen

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

ValueKind = Literal[
    "", "game", "table", "item", "procedure", "option", "variant", "errata", "pin", "node", "player", "seat",
    "save", "game or save", "game or path", "code", "codes", "page", "section", "policy", "file", "folder",
]  # fmt: skip
"""What the values of a parameter are, for a shell that completes them; empty if nobody can list them."""


@frozen
class Option:
    """The declaration of an option.

    Attributes:
        names: Its names, separated by blanks: `--out -o`, `--screen/--plain`; by default made of the parameter's name.
        old_names: Former names, which go on working and are shown nowhere.
        metavar: The word for its value in help.
        help: What it does.
        default_text: The default as help shows it; empty to show its value, if it has one.
        min: The lowest number.
        max: The highest number.
        kind: What its values are.
    """

    names: str = ""
    old_names: str = ""
    metavar: str | None = None
    help: str = ""
    default_text: str = ""
    min: float | None = None
    max: float | None = None
    kind: ValueKind = ""


@frozen
class Argument:
    """The declaration of an argument: see :class:`Option`."""

    metavar: str
    help: str = ""
    kind: ValueKind = ""


# --- parameters of click


class EnumChoice(click.Choice[str]):
    """A click type of the values of an enum."""

    def __init__(self, enum: type[StrEnum]) -> None:
        """Make the type of an enum's values."""
        super().__init__([each.value for each in enum])
        self.enum = enum

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Convert the text of a value to the value."""
        return self.enum(super().convert(str(value), param, ctx))


class CommandOption(click.Option):
    """A click option with former names, which its help does not show."""

    def __init__(self, names: list[str], *, old_names: list[str], kind: ValueKind, **settings: Any) -> None:
        """Make the option; see :class:`Option`."""
        super().__init__([*names, *old_names], **settings)
        self.old_names = frozenset(old_names)
        self.kind = kind

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Render the option for help, without its former names."""
        with self.without_old_names():
            return super().get_help_record(ctx)

    def get_error_hint(self, ctx: click.Context | None) -> str:
        """Name the option in a message, without its former names."""
        with self.without_old_names():
            return super().get_error_hint(ctx)

    @contextmanager
    def without_old_names(self) -> Iterator[None]:
        """Have only the present names for a while."""
        all_names = self.opts
        self.opts = [name for name in all_names if name not in self.old_names]
        try:
            yield
        finally:
            self.opts = all_names

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """List the values that begin with a text."""
        return complete_value(self, self.kind, ctx, incomplete)


class CommandArgument(click.Argument):
    """A click argument that has help, as options have."""

    def __init__(self, names: list[str], *, description: str, kind: ValueKind, **settings: Any) -> None:
        """Make the argument; see :class:`Argument`."""
        super().__init__(names, **settings)
        self.description = description
        self.kind = kind

    def make_metavar(self, ctx: click.Context) -> str:
        """The word for the argument in help, in brackets if it may be left out."""
        metavar = str(self.metavar)
        return metavar if self.required or metavar.startswith("[") else f"[{metavar}]"

    def get_help_row(self, ctx: click.Context) -> tuple[str, str]:
        """The argument and its description, as help shows them."""
        return self.make_metavar(ctx), f"{self.description}  [required]" if self.required else self.description

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """List the values that begin with a text."""
        return complete_value(self, self.kind, ctx, incomplete)


def complete_value(
    parameter: click.Parameter, kind: ValueKind, ctx: click.Context, incomplete: str
) -> list[CompletionItem]:
    """List the values of a parameter that begin with a text, with what the shell shows beside them."""
    if not kind:
        return parameter.type.shell_complete(ctx, parameter, incomplete)
    from bombsight.cli.completion.values import complete_kind

    return complete_kind(kind, ctx, incomplete)


class Command(click.Command):
    """A click command whose help lists arguments as it lists options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; while a shell completes the value of the last option, those before it."""
        if ctx.resilient_parsing and args:
            options = (each for each in self.get_params(ctx) if isinstance(each, click.Option) and not each.is_flag)
            if any(args[-1] in each.opts for each in options):
                args = args[:-1]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """List the options that begin with a text, without former names."""
        old_names = {
            name for each in self.get_params(ctx) if isinstance(each, CommandOption) for name in each.old_names
        }
        return [item for item in super().shell_complete(ctx, incomplete) if item.value not in old_names]

    def format_arguments(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write nothing: later releases of click call it, and write arguments in their own way."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write arguments and options into the help."""
        arguments = [each.get_help_row(ctx) for each in self.get_params(ctx) if isinstance(each, CommandArgument)]
        if arguments:
            with formatter.section("Arguments"):
                formatter.write_dl(arguments)
        super().format_options(ctx, formatter)


# --- from a function to its command


def build_command(name: str, function: Callable[..., Any]) -> Command:
    """Build the command that calls a function with its parsed parameters.

    Args:
        name: The name of the command.
        function: The function; each of its parameters has an annotation with an :class:`Option` or an
            :class:`Argument`.
    """
    text = cleandoc(function.__doc__ or "")
    return Command(
        name,
        help=text,
        short_help=first_sentence(text),  # click's own is cut
        params=build_parameters(function),
        callback=partial(call_with_lists, function),
    )


def build_parameters(function: Callable[..., Any]) -> list[click.Parameter]:
    """Build the click parameters of a function."""
    hints = get_type_hints(function, include_extras=True)
    return [build_parameter(each, hints[each.name]) for each in signature(function).parameters.values()]


def build_parameter(parameter: Parameter, hint: Any) -> click.Parameter:
    """Build the click parameter of a function's parameter, whose type ``hint`` carries its declaration."""
    annotated, declaration = get_args(hint)
    value_type, is_list = split_type(annotated)
    is_required = parameter.default is Parameter.empty
    settings: dict[str, Any] = {"metavar": declaration.metavar, "kind": declaration.kind, "required": is_required}
    if not is_required:
        settings["default"] = parameter.default
    if isinstance(declaration, Argument):
        settings |= {"type": click_type(value_type), "nargs": -1 if is_list else 1, "description": declaration.help}
        return CommandArgument([parameter.name], **settings)
    assert isinstance(declaration, Option)
    settings |= {"help": declaration.help, "show_default": declaration.default_text or has_visible_default(parameter)}
    if value_type is bool:
        settings |= {"is_flag": True}
    else:
        settings |= {"type": click_type(value_type, declaration), "multiple": is_list}
        if issubclass(value_type, StrEnum):
            settings["metavar"] = "|".join(each.value for each in value_type)
    names = declaration.names.split() or [f"--{parameter.name.replace('_', '-')}"]
    return CommandOption([parameter.name, *names], old_names=declaration.old_names.split(), **settings)


def has_visible_default(parameter: Parameter) -> bool:
    """Whether a parameter's default is a value that help should show."""
    return parameter.default not in (None, "", False, Parameter.empty)


def split_type(annotated: Any) -> tuple[Any, bool]:
    """The type of the single values of a parameter, and whether it takes several: ``list[Path] | None``."""
    members = get_args(annotated) if isinstance(annotated, types.UnionType) else (annotated,)
    (only,) = (each for each in members if each is not types.NoneType)
    return (get_args(only)[0], True) if get_origin(only) is list else (only, False)


def click_type(value_type: Any, declaration: Option | None = None) -> click.ParamType[Any]:
    """The click type of a Python type."""
    if declaration is not None and (declaration.min, declaration.max) != (None, None):
        if value_type is float:
            return click.FloatRange(declaration.min, declaration.max)
        low, high = (None if bound is None else int(bound) for bound in (declaration.min, declaration.max))
        return click.IntRange(low, high)
    if value_type is Path:
        return click.Path(path_type=Path)
    if issubclass(value_type, StrEnum):
        return EnumChoice(value_type)
    if value_type is float:
        return click.FLOAT
    return {int: click.INT, str: click.STRING}[value_type]


def call_with_lists(function: Callable[..., Any], **values: Any) -> Any:
    """Call a command's function: with several values as a list, or with None if there is none."""
    as_lists = {name: [*value] or None for name, value in values.items() if isinstance(value, tuple)}
    return function(**values | as_lists)


def first_sentence(text: str) -> str:
    """Extract the first sentence of a text, on one line."""
    paragraph = " ".join(text.split("\n\n", 1)[0].split())
    sentence, stop, _ = paragraph.partition(". ")
    return f"{sentence}." if stop else paragraph
