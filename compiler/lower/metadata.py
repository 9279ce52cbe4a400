"""Descriptions of options and example lines, for display."""

from __future__ import annotations

from typing import assert_never

from bombsight.compiler.graph import examples as e
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.walk import walk
from bombsight.compiler.lower.layout import Layout
from bombsight.flat.program import ExampleLine, ExampleLineKind, ExpectedTerm, OptionInForce
from bombsight.flat.words import word_for


def describe_option(option: n.Option) -> OptionInForce:
    """Describe an option with its value as a word, for display."""
    value, default = (word_for(number, option.type, option.words) for number in (option.value, option.default))
    return OptionInForce(name=option.name, title=option.title, value=value, default=default)


def is_before_call(line: e.ExampleLine, example: e.Example) -> bool:
    """Whether a line of an example stands before the call; a line from a grid of cases counts as after it."""
    return line.span.path == example.call.span.path and line.span.start < example.call.span.start


def describe_example_line(
    line: e.ExampleLine, example: e.Example, layout: Layout, entry: str, terms: tuple[ExpectedTerm, ...]
) -> ExampleLine:
    """Describe a line of an example for the example runner and for display.

    Args:
        line: The line.
        example: Its example.
        layout: The layout, for the slots that the expectations name.
        entry: The entry of its fact; empty if it has none.
        terms: The terms of its expectation.
    """
    kind: ExampleLineKind
    table: str | None = None
    words: tuple[str, ...] = ()
    match line:
        case e.ExampleRoll(table=table, dice=dice, within=None):
            kind, words = "roll", tuple(map(str, dice))
            text = " ".join(("roll", table or "-", *words))
        case e.ExampleRoll(dice=dice, within=table):
            kind, words = "roll in", tuple(map(str, dice))
            text = " ".join(("roll in", str(table), *words))
        case e.ExampleAnswer(words=words, choice=table, drawn=drawn):
            kind = "drawn" if drawn else "answer"
            text = " ".join((kind, *((f"{table}:",) if table else ()), *words))
        case e.ExampleOffer(options=options):
            kind, words = "offered", tuple(map(" ".join, options))
            text = f"offered {', '.join(words)}"
        case e.ExampleLead(to=table, name=name, never=never):
            kind, words = "never" if never else "leads", (name,)
            text = f"{'never ' if never else ''}leads to {name}"
        case e.ExampleExpect(text=expected_text):
            kind, text = "expect", f"expect {expected_text}"
        case e.ExampleEnded(procedure=name):
            kind, text = "expect", f"expect {name} ended"
        case e.ExampleUnchanged():
            kind, text = "unchanged", "expect nothing else changed"
            words = tuple(map(str, sorted(slots_in_expectations(example, layout))))
        case _:
            assert_never(line)
    return ExampleLine(kind=kind, table=table, words=words, text=text, place=str(line.span), entry=entry, terms=terms)


def slots_in_expectations(example: e.Example, layout: Layout) -> set[int]:
    """The slots of all fields, values and lists that the expectations of an example read."""
    found: set[int] = set()
    for part in walk(tuple(line for line in example.lines if isinstance(line, e.ExampleExpect))):
        if isinstance(part, x.Read):
            found.update(slots_of_read(part, layout))
        elif isinstance(part, x.ElementsDomain):
            pool = layout.pools[part.list]
            found.update(range(pool.base, pool.base + pool.capacity))
    return found


def slots_of_read(node: x.Read, layout: Layout) -> range:
    """The slots that a read of a field may touch: one if its indices are constants, else all of the field."""
    placed = layout.fields[node.field]
    if node.element is not None or not all(isinstance(index, x.Const) for index in node.indices):
        return placed.slots
    at = 0
    for size, index in zip(placed.shape, node.indices, strict=True):
        assert isinstance(index, x.Const)
        at = at * size + index.value
    return range(placed.base + at, placed.base + at + 1)
