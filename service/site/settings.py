"""What a player may choose of a game's rules before he begins: its options, in words."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from bombsight.compiler.graph.nodes import Option, RuleGraph
from bombsight.dsl.origin import Origin
from bombsight.flat.types import IntType
from bombsight.service.common.document import Document
from bombsight.service.lookup.rulings import option_line, sort_by_chapter
from bombsight.service.lookup.verbalizer import readable_name


@frozen(kw_only=True)
class Value:
    """What an option can be: as the rules and saves write it, and as people read it."""

    word: str
    title: str


@frozen(kw_only=True)
class Setting:
    """An option.

    Attributes:
        name: As the rules and saves call it.
        title: As people do.
        chapter: The title of the chapter that it stands in; empty for none.
        values: What it can be; none of them where it is a number.
        low, high: The least and the greatest, where it is a number.
        default: What it is unless somebody chooses, as the rules write it.
        origin: Where it comes from.
    """

    name: str
    title: str
    chapter: str
    values: tuple[Value, ...]
    low: int | None
    high: int | None
    default: str
    origin: Origin


@frozen(kw_only=True)
class Settings(Document):
    """The options of a game, in the order of its chapters, those in no chapter first.

    Attributes:
        game: The game's id.
    """

    document = "settings"

    game: str
    options: tuple[Setting, ...]


def build_settings(graph: RuleGraph) -> Settings:
    """The options of a game in words."""
    return Settings(game=graph.game.id, options=tuple(option_settings(graph)))


def option_settings(graph: RuleGraph) -> Iterator[Setting]:
    """Each option."""
    options = {option.name: option for option in graph.options}
    for line in sort_by_chapter(graph, map(option_line, graph.options), lambda line: f"option:{line.name}"):
        kind = options[line.name].type
        low, high = (kind.low, kind.high) if isinstance(kind, IntType) else (None, None)
        yield Setting(
            name=line.name,
            title=line.title,
            chapter=line.chapter,
            values=tuple(option_values(options[line.name])),
            low=low,
            high=high,
            default=line.default,
            origin=line.origin,
        )


def option_values(option: Option) -> Iterator[Value]:
    """What an option can be that is no number."""
    words = option.words or (() if isinstance(option.type, IntType) else ("no", "yes"))
    yield from (Value(word=word, title=readable_name(word)) for word in words)
