"""What something of a game is, in a player's words: whatever the rules give a name or a title."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from attrs import frozen

from bombsight.boundary.errors import InputError
from bombsight.compiler.edges import items_of
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.request import Request
from bombsight.dsl.listing import listed
from bombsight.dsl.origin import Origin
from bombsight.dsl.suggestions import likely
from bombsight.flat.types import EnumType
from bombsight.service.lookup.names import fitting, named, unclear
from bombsight.service.lookup.plain_words import Words, spoken
from bombsight.service.lookup.rule_text import Sources, span_lines
from bombsight.service.lookup.rulings import option_line
from bombsight.service.programs.compile import compiled

SEVERAL = 4
"""So many things of one name are all told; where there are more, it must be said which is meant."""

WANTED = {"good": "the more the better", "bad": "the less the better", "": ""}


@frozen(kw_only=True)
class Help:
    """What something is.

    Attributes:
        kind: What it is one of: ``table``, ``option``, ``on the sheet``, the name of an enum for its values.
        name: As the rules call it.
        title: As people do.
        told: What there is to say, each with what it says: ``strength``, ``4``.
        uses: Where it counts: the titles of what asks for it.
        origin: Where it comes from.
    """

    kind: str
    name: str
    title: str
    told: tuple[tuple[str, str], ...] = ()
    uses: tuple[str, ...] = ()
    origin: Origin

    @property
    def is_table(self) -> bool:
        """Whether it has a card."""
        return self.kind == "table"


def help_on(request: Request, word: str) -> list[Help]:
    """All that a word may mean: the name or the title of something, or a part of either.

    Raises:
        InputError: There is nothing called so, or there are too many.
        WrongRules: The rules have errors.
    """
    graph, result = compiled(request)
    among = [*things(graph, result.sources)]
    found = fitting(word.replace("_", " "), among, lambda each: (each.name, spoken(each.name)), lambda each: each.title)
    if len(found) > SEVERAL:
        raise unclear(word, dict.fromkeys(f"{each.kind} {named(each.name, each.title)}" for each in found))
    if not found:
        known = {low: each for each in among for low in (spoken(each.name).lower(), each.title.lower()) if low}
        close = dict.fromkeys(known[low].title or known[low].name for low in likely(word.lower(), known))
        hint = f"Did you mean {listed(close, 'or')}?" if close else "help alone lists what else can be typed."
        raise InputError(f"nothing in {graph.game.title} is called {word}", "", hint)
    return [*found]


def things(graph: n.RuleGraph, sources: Sources) -> Iterator[Help]:
    """Everything that can be asked for, what players meet first."""
    words = Words(graph, sources)
    titles = [*titled(graph, sources)]
    for enum in graph.enums:
        if enum.owner == "game":
            yield from values(enum, graph, words, titles)
    for table in graph.tables:
        yield Help(kind="table", name=table.id, title=table.title, origin=table.origin)
    for option in graph.options:
        line = option_line(option)
        told = (("now", line.value), ("can be", line.values))
        yield Help(kind="option", name=option.name, title=option.title, told=told, origin=line.origin)
    for field in graph.fields:
        if field.title:
            told = (("is", kind_of(field, words)), ("wanted", WANTED[field.matters]))
            yield Help(kind="on the sheet", name=field.id, title=field.title, told=said(told), origin=field.origin)
    for procedure in graph.procedures:
        if procedure.title:
            yield Help(kind="part of play", name=procedure.name, title=procedure.title, origin=procedure.origin)
    for define in graph.defines:
        title = define.tally.title if define.tally is not None else spoken(define.name)
        kind = "counted" if define.tally is not None else "rule"
        wanted = WANTED[define.tally.matters] if define.tally is not None else ""
        yield Help(kind=kind, name=define.name, title=title, told=said([("wanted", wanted)]), origin=define.origin)


def said(told: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """What says something."""
    return tuple(each for each in told if each[1])


def kind_of(field: n.Field, words: Words) -> str:
    """What a field can be, in words; for each of what, where there are several."""
    kind = field.type.required()
    each = f", for each {' and '.join(map(spoken, field.indices))}" if field.indices else ""
    if isinstance(kind, EnumType) and kind.enum in words.enums:
        return ", ".join(words.enums[kind.enum].titles) + each
    return str(field.type).replace("..", " to ") + each


def values(enum: n.Enum, graph: n.RuleGraph, words: Words, titles: Iterable[tuple[str, str]]) -> Iterator[Help]:
    """The values of an enum, each with its printed data, what it goes with, and what asks for it by name."""
    for at, (name, title) in enumerate(zip(enum.values, enum.titles, strict=True)):
        word = re.compile(rf"\b{re.escape(name)}\b")
        data = ((spoken(column.name), words.constant(column.values[at], column.type)) for column in enum.columns)
        own = enum.origins[at] if at < len(enum.origins) else None
        yield Help(
            kind=spoken(enum.name),
            name=name,
            title=title or spoken(name),
            told=(*data, *goes_with(enum.name, at, graph, words)),
            uses=tuple(dict.fromkeys(of for of, text in titles if word.search(text))),
            origin=own or enum.origin,
        )


def goes_with(enum: str, value: int, graph: n.RuleGraph, words: Words) -> Iterator[tuple[str, str]]:
    """What a value of an enum goes with by the tables of two keys that answer yes or no, in words."""
    for table in graph.tables:
        if not table.relation or len(table.params) != 2:
            continue
        for own, other in (table.params, table.params[::-1]):
            of, among = own.type.required(), other.type.required()
            if not (isinstance(of, EnumType) and of.enum == enum and isinstance(among, EnumType)):
                continue
            found: set[int] = set()
            titles = words.enums[among.enum].titles
            for row in table.all_rows:
                keys = {match.param: match.values for match in row.matches}
                if value in keys.get(own.name, (value,)):
                    found.update(keys.get(other.name, range(len(titles))))
            if found:
                name = f"{table.title or spoken(table.id)}, {spoken(other.name)}"
                named_ = zip(words.enums[among.enum].values, titles, strict=True)
                yield name, ", ".join(title or spoken(word) for at, (word, title) in enumerate(named_) if at in found)


def titled(graph: n.RuleGraph, sources: Sources) -> Iterator[tuple[str, str]]:
    """The titles of the tables and procedures, each with its text."""
    for _, item in items_of(graph):
        if isinstance(item, n.Table | n.Procedure) and item.title:
            title = f"{item.id} {item.title}" if isinstance(item, n.Table) and item.id != item.title else item.title
            yield title, "\n".join(span_lines(item.span, sources))
