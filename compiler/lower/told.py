"""What people are told of a program beside its sites: its options, and its examples line by line."""

from __future__ import annotations

from bombsight.compiler.graph import nodes as n
from bombsight.flat.program import ExampleInfo, ExampleLine, OptionInForce
from bombsight.flat.words import word_for


def option_in_force(option: n.Option) -> OptionInForce:
    """An option with its value as a word."""
    value, default = (word_for(number, option.type, option.words) for number in (option.value, option.default))
    return OptionInForce(name=option.name, title=option.title, value=value, default=default)


def example_info(example: n.Example) -> ExampleInfo:
    """An example for those who run it."""
    return ExampleInfo(
        title=example.title,
        origin=example.origin.at(example.span),
        lines=tuple(example_line(line) for line in example.lines),
        before=sum(line.span.start < example.call.span.start for line in example.lines),
    )


def example_line(line: n.ExampleRoll | n.ExampleAnswer | n.ExampleExpect) -> ExampleLine:
    """A line of an example."""
    match line:
        case n.ExampleRoll(table=table, dice=dice):
            words = tuple(map(str, dice))
            text = " ".join(("roll", table or "-", *words))
            return ExampleLine(kind="roll", table=table, words=words, text=text, place=str(line.span))
        case n.ExampleAnswer(words=words):
            text = " ".join(("answer", *words))
            return ExampleLine(kind="answer", table=None, words=words, text=text, place=str(line.span))
        case n.ExampleExpect(text=text):
            return ExampleLine(kind="expect", table=None, words=(), text=f"expect {text}", place=str(line.span))
