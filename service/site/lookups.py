"""The lookup data in a game file: every table's card, and the help on every named thing."""

from __future__ import annotations

from attrs import frozen

from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.service.common.document import Document
from bombsight.service.lookup.cards import Card, build_card
from bombsight.service.lookup.help import Help, collect_help
from bombsight.service.lookup.rule_text import Sources


@frozen(kw_only=True)
class Cards(Document):
    """The JSON document of all tables of a game.

    Attributes:
        game: The game's id.
        rules: The hash of the rules.
    """

    document = "cards"

    game: str
    rules: str
    tables: tuple[Card, ...]


@frozen(kw_only=True)
class Things(Document):
    """The JSON document of the help on a game's named things, those that players meet first at the beginning.

    Attributes:
        game: The game's id.
    """

    document = "things"

    game: str
    things: tuple[Help, ...]


def build_cards(graph: RuleGraph, sources: Sources) -> Cards:
    """Make the cards of all tables, in the order of the rules."""
    cards = tuple(build_card(table, graph, sources) for table in graph.tables)
    return Cards(game=graph.game.id, rules=graph.rules_hash, tables=cards)


def build_things(graph: RuleGraph, sources: Sources) -> Things:
    """Make the help on all named things: tables, fields, procedures and so on."""
    return Things(game=graph.game.id, things=tuple(collect_help(graph, sources)))
