"""The JSON Schemas of all documents that programs read or write, generated from the classes.

``python -m bombsight.service.schemas`` writes them where the classes live.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from bombsight import runtime
from bombsight.boundary.codec.schemas import Schema, schema_id, schema_of
from bombsight.compiler.serialize.schema import SCHEMA_PATH, render_graph_schema
from bombsight.flat.document_forms import WHOLE
from bombsight.runtime.events import views
from bombsight.runtime.saves.lines import save_schema
from bombsight.service.balance.documents import Balance
from bombsight.service.boards.boards import Boards
from bombsight.service.common.document import Document
from bombsight.service.comparing.documents import Compared
from bombsight.service.group.results import PlayerResult
from bombsight.service.group.umpire import Umpired
from bombsight.service.learning.document import Learned
from bombsight.service.lint.document import Findings
from bombsight.service.lookup.cards import TableTold
from bombsight.service.lookup.contents import Contents
from bombsight.service.lookup.description import Described
from bombsight.service.lookup.graphs import GraphPart
from bombsight.service.lookup.overview import Games
from bombsight.service.lookup.quotation import Quoted
from bombsight.service.lookup.rulings import InForce
from bombsight.service.luck.measuring import LuckRecord
from bombsight.service.packages.contents import PackageHead
from bombsight.service.play import moves
from bombsight.service.play.answer_odds import Odds
from bombsight.service.play.naming import Names
from bombsight.service.present import documents
from bombsight.service.present.question_documents import Asked, PutTogether
from bombsight.service.report.complaint import Complaint
from bombsight.service.rules_diff.documents import Differences
from bombsight.service.saves.listing import Saves
from bombsight.service.saves.migration import Prospect
from bombsight.service.saves.records import AllRecords, GameRecord, SaveRecord
from bombsight.service.seats.verification.checked import Checked
from bombsight.service.simulating.summary import Simulated
from bombsight.service.site.game_list import SiteGames
from bombsight.service.site.lookups import Cards, Things
from bombsight.service.site.settings import Settings
from bombsight.service.site.workshop.workshop_files import WorkshopFiles
from bombsight.service.table_odds.documents import TableOdds
from bombsight.service.table_rolls.documents import TableRoll
from bombsight.service.testing.coverage import Covered
from bombsight.service.testing.examples import Tested
from bombsight.service.testing.mutants import Mutated
from bombsight.service.testing.preferences import Preferences
from bombsight.service.testing.profiling import Profiled

SCHEMA_FOLDER = Path(__file__).resolve().parent / "schema"
RUNTIME_SCHEMA_FOLDER = Path(runtime.__file__).resolve().parent / "schema"

EVENT_CLASSES: tuple[type[views.View], ...] = get_args(views.View)

LINE_DOCUMENTS: tuple[type[Document], ...] = (
    documents.Played,
    documents.Replayed,
    documents.Scripted,
    Asked,
    documents.Thrown,
    documents.Over,
    documents.Undone,
    documents.WhoThrows,
    PutTogether,
    Odds,
    Boards,
    Names,
    documents.Refused,
    documents.Verdict,
)
"""The documents that stand between the events of a game that is played or replayed."""

TITLED_DOCUMENTS: tuple[tuple[str, type[Document]], ...] = (
    ("The games found", Games),
    ("A table as it stands", TableTold),
    ("The odds of a table", TableOdds),
    ("What comes of a roll on a table", TableRoll),
    ("The rules in force", InForce),
    ("What a package says of the game in it", PackageHead),
    ("What two sets of rules differ in", Differences),
    ("A transcription laid beside a game", Compared),
    ("What a game declares", Contents),
    ("One thing that a game declares", Described),
    ("A house rule that quotes something", Quoted),
    ("A part of the rule graph", GraphPart),
    ("Findings about rules", Findings),
    ("Worked examples and scripts that were run", Tested),
    ("How much of the rules of games examples reach", Covered),
    ("A simulation", Simulated),
    ("One's saves", Saves),
    ("How far a save holds by other rules", Prospect),
    ("A report of a fault", Complaint),
    ("What one save has come to", SaveRecord),
    ("What all saves of a game have come to", GameRecord),
    ("What all saves have come to, game by game", AllRecords),
    ("How the dice of a save fell, against their chances", LuckRecord),
    ("What a player's game came to, for the umpire of a group", PlayerResult),
    ("What a group came to", Umpired),
    ("What came of checking a game for two", Checked),
    ("What the autopilot's preferences cost", Preferences),
    ("Better preferences of the autopilot, learned", Learned),
    ("How a game is balanced", Balance),
    ("Mutants of games, and which of them examples notice", Mutated),
    ("What the rules of a game are called for, and where the time goes", Profiled),
    ("The options of a game, for who chooses", Settings),
    ("The tables of a game as they stand", Cards),
    ("What has a name or a title in a game", Things),
    ("The games of a site", SiteGames),
    ("What a site's workshop loads", WorkshopFiles),
)


MOVES_VERSION = 1
"""The version of the moves, which do not state it."""


def make_document_schema(name: str, title: str, *kinds: type[Document]) -> Schema:
    """Make the JSON Schema of one or several document classes; name and version come first in each document."""
    return schema_of(
        schema_id(name, kinds[0].version),
        title,
        WHOLE,
        *((kind, {"document": kind.document, "version": kind.version}) for kind in kinds),
    )


def make_journal_schema() -> Schema:
    """Make the JSON Schema of an event of a game's journal."""
    heads = [(event, {"v": views.JOURNAL_VERSION, "event": event.event}) for event in EVENT_CLASSES]
    return schema_of(schema_id("journal", views.JOURNAL_VERSION), "An event of a journal", WHOLE, *heads)


def make_schemas() -> Iterator[tuple[Path, str]]:
    """Yield the path and the JSON text of every schema file."""
    yield SCHEMA_PATH, render_graph_schema()
    yield RUNTIME_SCHEMA_FOLDER / "journal.json", dump_schema(make_journal_schema())
    yield RUNTIME_SCHEMA_FOLDER / "save.json", dump_schema(save_schema())
    for title, document in TITLED_DOCUMENTS:
        schema = make_document_schema(document.document, title, document)
        yield SCHEMA_FOLDER / f"{document.document}.json", dump_schema(schema)
    play_title = "A game that is played or replayed: a line of JSON each, between the events"
    yield SCHEMA_FOLDER / "play.json", dump_schema(make_document_schema("play", play_title, *LINE_DOCUMENTS))
    kinds = get_args(moves.Move)
    moves_schema = schema_of(
        schema_id("moves", MOVES_VERSION), "A move of a program that plays", WHOLE, *((kind, {}) for kind in kinds)
    )
    yield SCHEMA_FOLDER / "moves.json", dump_schema(moves_schema)


def dump_schema(schema: Schema) -> str:
    """Serialize a schema as JSON text."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for path, text in make_schemas():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
