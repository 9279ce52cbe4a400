"""Help on a game's named things, in a player's words."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from attrs import evolve, frozen

from bombsight.boundary.errors import InputError
from bombsight.compiler.edges import items_of
from bombsight.compiler.explanations import explanation_texts
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.request import Request
from bombsight.dsl.listing import join_names
from bombsight.dsl.origin import NO_ORIGIN, Origin
from bombsight.dsl.suggestions import find_likely_names
from bombsight.flat.types import EnumType
from bombsight.service.lookup.explanations import Primer, explained_things, find_primer
from bombsight.service.lookup.name_matching import ambiguity_error, find_best_matches, name_with_title
from bombsight.service.lookup.rule_text import Sources, span_lines
from bombsight.service.lookup.rulings import option_line
from bombsight.service.lookup.verbalizer import Verbalizer, readable_name
from bombsight.service.programs.compile import compile_game

MAX_MATCHES = 4
"""The maximum number of matches for a word that are all shown; of more the user must choose."""

PRIMER_WORDS = ("game", "primer")
"""The words for which help shows the primer."""

UNNAMED_KINDS = ("rule",)
"""The kinds of things that players know by no name."""

PREFERENCE_WORDS = {"good": "the more the better", "bad": "the less the better", "": ""}


@frozen(kw_only=True)
class Help:
    """The help on one named thing.

    Attributes:
        kind: Its kind: ``table``, ``option``, ``on the sheet``, the name of an enum for its values.
        name: Its name in the rules.
        title: Its title.
        told: Its properties, each with its value: ``strength``, ``4``.
        uses: The titles of the rules that use it.
        origin: Its origin.
        explanation: What it does in play, paragraphs apart by empty lines; empty if the rules do not say.
        cite: The citation of the explanation; may be empty.
    """

    kind: str
    name: str
    title: str
    told: tuple[tuple[str, str], ...] = ()
    uses: tuple[str, ...] = ()
    origin: Origin
    explanation: str = ""
    cite: str = ""

    @property
    def is_table(self) -> bool:
        """Whether the help is on a table."""
        return self.kind == "table"


def find_help(request: Request, word: str) -> list[Help]:
    """Find the help entries for a word: by the name or title of something in the rules, or a part of either.

    Raises:
        InputError: Nothing matches, or too much.
        WrongRules: The rules have errors.
    """
    graph, result = compile_game(request)
    if word.lower() in PRIMER_WORDS and (primer := find_primer(graph)) is not None:
        return [primer_help(primer)]
    all_help = [*collect_help(graph, result.sources)]
    matches = find_best_matches(
        word.replace("_", " "), all_help, lambda each: (each.name, readable_name(each.name)), lambda each: each.title
    ) or find_cited(word, all_help)
    if len(matches) > MAX_MATCHES:
        raise ambiguity_error(
            word, dict.fromkeys(f"{each.kind} {name_with_title(each.name, each.title)}" for each in matches)
        )
    if not matches:
        help_by_name = {
            low: each for each in all_help for low in (readable_name(each.name).lower(), each.title.lower()) if low
        }
        close = dict.fromkeys(
            help_by_name[low].title or help_by_name[low].name for low in find_likely_names(word.lower(), help_by_name)
        )
        hint = f"Did you mean {join_names(close, 'or')}?" if close else "help alone lists what else can be typed."
        raise InputError(f"nothing in {graph.game.title} is called {word}", "", hint)
    return [*matches]


def primer_help(primer: Primer) -> Help:
    """Make the help entry that shows a game's primer."""
    text = "\n\n".join(primer.paragraphs)
    return Help(kind="primer", name="primer", title=primer.title, origin=NO_ORIGIN, explanation=text)


def find_cited(citation: str, entries: Iterable[Help]) -> list[Help]:
    """Find what a citation leads to: one entry that lists the things that cite it; empty if none does.

    Args:
        citation: The citation or its beginning, as questions and rolls show it: ``4.2``, ``R-7``.
        entries: The help on all things.
    """
    pattern = re.compile(rf"(?<![\w-]){re.escape(citation)}(?![\w-])", re.IGNORECASE)
    citing = [
        each
        for each in entries
        if each.kind not in UNNAMED_KINDS and (pattern.search(each.origin.cite) or pattern.search(each.cite))
    ]
    if not citing:
        return []
    explained = [each for each in citing if each.explanation]
    others = (each for each in citing if not each.explanation)
    return [
        Help(
            kind="cited rule",
            name=citation,
            title=citation,
            told=tuple({each.title: each.explanation for each in explained}.items()),
            uses=tuple(dict.fromkeys(f"{each.name} {each.title}" if each.is_table else each.title for each in others)),
            origin=NO_ORIGIN,
        )
    ]


def collect_help(graph: n.RuleGraph, sources: Sources) -> Iterator[Help]:
    """Yield a help entry for each thing of a game that has a name for players, with its explanation."""
    texts = explanation_texts(graph)
    cites = {each.target: each.origin.cite for each in graph.explanations}
    for target, each in collect_unexplained_help(graph, sources):
        of = target if target in texts or not target.startswith("enum:") else target.partition("/")[0]
        yield evolve(each, explanation=texts.get(of, ""), cite=cites.get(of, ""))
    for thing in explained_things(graph):
        if thing.kind in ("question", "answer"):
            yield Help(
                kind=thing.kind,
                name=thing.name.rpartition("/")[2],
                title=thing.title,
                origin=thing.origin,
                explanation=thing.text,
                cite=thing.origin.cite,
            )


def collect_unexplained_help(graph: n.RuleGraph, sources: Sources) -> Iterator[tuple[str, Help]]:
    """Yield the id and help entry of each enum value, table, option, titled field, procedure and define of a game."""
    texts = defaultdict(str, explanation_texts(graph))
    verbalizer = Verbalizer(graph, sources)
    titles = [*titles_with_text(graph, sources)]
    for enum in graph.enums:
        if enum.owner == "game":
            for each in enum_value_help(enum, graph, verbalizer, titles):
                yield f"enum:{enum.name}/{each.name}", each
    for table in graph.tables:
        yield f"table:{table.id}", Help(kind="table", name=table.id, title=table.title, origin=table.origin)
    for option in graph.options:
        line = option_line(option)
        words = ((readable_name(word), texts[f"option:{option.name}/{word}"]) for word in option.words)
        facts = (("now", line.value), ("can be", line.values), *words)
        yield (
            f"option:{option.name}",
            Help(kind="option", name=option.name, title=option.title, told=nonempty_facts(facts), origin=line.origin),
        )
    for field in graph.fields:
        if field.title:
            facts = (
                ("is", describe_field_values(field, verbalizer)),
                ("wanted", PREFERENCE_WORDS[field.matters]),
                *explained_values(field, verbalizer, texts),
            )
            yield (
                f"field:{field.id}",
                Help(
                    kind="on the sheet",
                    name=field.id,
                    title=field.title,
                    told=nonempty_facts(facts),
                    origin=field.origin,
                ),
            )
    for procedure in graph.procedures:
        id_ = f"procedure:{procedure.name}"
        if procedure.title or texts[id_]:
            title = procedure.title or readable_name(procedure.name)
            yield id_, Help(kind="part of play", name=procedure.name, title=title, origin=procedure.origin)
    for define in (each for each in graph.defines if each.forecast is None):
        title = define.tally.title if define.tally is not None else readable_name(define.name)
        kind = "counted" if define.tally is not None else "rule"
        wanted = PREFERENCE_WORDS[define.tally.matters] if define.tally is not None else ""
        yield (
            f"{'define' if define.tally is None else 'tally'}:{define.name}",
            Help(
                kind=kind,
                name=define.name,
                title=title,
                told=nonempty_facts([("wanted", wanted)]),
                origin=define.origin,
            ),
        )


def explained_values(field: n.Field, verbalizer: Verbalizer, texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the title of each explained value of a field whose type is an enum, with what it does in play."""
    kind = field.type.without_none()
    if isinstance(kind, EnumType) and kind.enum in verbalizer.enums:
        enum = verbalizer.enums[kind.enum]
        for name, title in zip(enum.values, enum.titles, strict=True):
            yield title or readable_name(name), texts[f"enum:{kind.enum}/{name}"]


def nonempty_facts(facts: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Drop the properties whose value is empty."""
    return tuple(each for each in facts if each[1])


def describe_field_values(field: n.Field, verbalizer: Verbalizer) -> str:
    """Describe the possible values of a field, and its dimensions."""
    kind = field.type.without_none()
    dimensions = f", for each {' and '.join(map(readable_name, field.indices))}" if field.indices else ""
    if isinstance(kind, EnumType) and kind.enum in verbalizer.enums:
        return ", ".join(verbalizer.enums[kind.enum].titles) + dimensions
    return str(field.type).replace("..", " to ") + dimensions


def enum_value_help(
    enum: n.Enum, graph: n.RuleGraph, verbalizer: Verbalizer, titles: Iterable[tuple[str, str]]
) -> Iterator[Help]:
    """Yield a help entry for each value of an enum: data, related values, and the rules that mention it.

    Args:
        enum: The enum.
        graph: The rule graph.
        verbalizer: Finds words for values.
        titles: The titles of rules, each with its text.
    """
    for at, (name, title) in enumerate(zip(enum.values, enum.titles, strict=True)):
        word = re.compile(rf"\b{re.escape(name)}\b")
        data = (
            (readable_name(column.name), verbalizer.constant_text(column.values[at], column.type))
            for column in enum.columns
        )
        own = enum.origins[at] if at < len(enum.origins) else None
        yield Help(
            kind=readable_name(enum.name),
            name=name,
            title=title or readable_name(name),
            told=(*data, *find_related_values(enum.name, at, graph, verbalizer)),
            uses=tuple(dict.fromkeys(of for of, text in titles if word.search(text))),
            origin=own or enum.origin,
        )


def find_related_values(enum: str, value: int, graph: n.RuleGraph, verbalizer: Verbalizer) -> Iterator[tuple[str, str]]:
    """Yield the values of other enums that two-key yes-or-no tables relate to an enum's value.

    Args:
        enum: The enum's name.
        value: The value.
        graph: The rule graph.
        verbalizer: Finds words for values.
    """
    for table in graph.tables:
        if not table.relation or len(table.params) != 2:
            continue
        for own, other in (table.params, table.params[::-1]):
            own_type, other_type = own.type.without_none(), other.type.without_none()
            if not (isinstance(own_type, EnumType) and own_type.enum == enum and isinstance(other_type, EnumType)):
                continue
            related: set[int] = set()
            titles = verbalizer.enums[other_type.enum].titles
            for row in table.all_rows:
                keys = {match.param: match.values for match in row.matches}
                if value in keys.get(own.name, (value,)):
                    related.update(keys.get(other.name, range(len(titles))))
            if related:
                name = f"{table.title or readable_name(table.id)}, {readable_name(other.name)}"
                named_titles = zip(verbalizer.enums[other_type.enum].values, titles, strict=True)
                yield (
                    name,
                    ", ".join(
                        title or readable_name(word) for at, (word, title) in enumerate(named_titles) if at in related
                    ),
                )


def titles_with_text(graph: n.RuleGraph, sources: Sources) -> Iterator[tuple[str, str]]:
    """Yield the title of each titled table and procedure with its source text."""
    for _, item in items_of(graph):
        if isinstance(item, n.Table | n.Procedure) and item.title:
            title = f"{item.id} {item.title}" if isinstance(item, n.Table) and item.id != item.title else item.title
            yield title, "\n".join(span_lines(item.span, sources))
