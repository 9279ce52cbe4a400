"""What a player looks up while he plays, as a game file holds it: every table's card, and what each thing is."""

from __future__ import annotations

from attrs import frozen

from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.service.common.document import Document
from bombsight.service.lookup.cards import Card, build_card
from bombsight.service.lookup.help import Help, collect_help
from bombsight.service.lookup.rule_text import Sources


@frozen(kw_only=True)
class Cards(Document):
    """The tables of a game as they stand.

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
    """What has a name or a title in a game: what players meet first comes first.

    Attributes:
        game: The game's id.
    """

    document = "things"

    game: str
    things: tuple[Help, ...]


def build_cards(graph: RuleGraph, sources: Sources) -> Cards:
    """The cards of all tables, in the order of the rules."""
    cards = tuple(build_card(table, graph, sources) for table in graph.tables)
    return Cards(game=graph.game.id, rules=graph.rules_hash, tables=cards)


def build_things(graph: RuleGraph, sources: Sources) -> Things:
    """All that can be asked for by a name."""
    return Things(game=graph.game.id, things=tuple(collect_help(graph, sources)))
