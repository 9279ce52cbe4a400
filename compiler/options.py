"""Option values, set by a caller before lowering.

The checks prove a game for all values of its options, and no stage before lowering reads one. So other options are the
same graph with other values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve

from bombsight.compiler.findings import describe_near_names
from bombsight.compiler.graph.nodes import Option, RuleGraph
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.listing import join_names
from bombsight.flat.types import IntType, Type

YES_NO_WORDS = {"yes": 1, "no": 0, "on": 1, "off": 0, "true": 1, "false": 0}


def set_options(graph: RuleGraph, values: Mapping[str, str]) -> tuple[RuleGraph, tuple[Diagnostic, ...]]:
    """Return a graph with options set by name to values given as words, and the errors of unknown ones."""
    options = tuple(set_option(option, values.get(option.name)) for option in graph.options)
    return evolve(graph, options=options), tuple(check_options(graph, values))


def set_option(option: Option, word: str | None) -> Option:
    """Return an option with the value that a word denotes; unchanged for None or an invalid word."""
    value = parse_option_value(option.type, option.words, word) if word is not None else None
    return option if value is None else evolve(option, value=value)


def check_options(graph: RuleGraph, values: Mapping[str, str]) -> Iterator[Diagnostic]:
    """Yield an error for each unknown option name and invalid value that a caller passes."""
    known = {option.name: option for option in graph.options}
    for name, word in values.items():
        option = known.get(name)
        if option is None:
            yield Diagnostic(
                "N009",
                f"there is no option {name}",
                graph.game.span,
                help=describe_near_names(name, known, kind="option"),
            )
        elif parse_option_value(option.type, option.words, word) is None:
            wants = describe_option_values(option.type, option.words)
            yield Diagnostic("N009", f"{word} is no value of option {name}", option.span, help=f"Give {wants}.")


def parse_option_value(type_: Type, words: Sequence[str], word: str) -> int | None:
    """Parse the value of an option; None if the word is not one of its values.

    Args:
        type_: The option's type.
        words: Its named values; empty for yes/no and for numbers.
        word: The word.
    """
    if words:
        return words.index(word) if word in words else None
    if isinstance(type_, IntType):
        try:
            number = int(word)
        except ValueError:
            return None
        return number if type_.low <= number <= type_.high else None
    return YES_NO_WORDS.get(word.lower())


def describe_option_values(type_: Type, words: Sequence[str]) -> str:
    """Return the allowed values of an option as text, for example ``yes or no`` or ``1..6``."""
    if words:
        return join_names(words, "or")
    return f"a number {type_.low}..{type_.high}" if isinstance(type_, IntType) else "yes or no"
