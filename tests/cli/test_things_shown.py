"""A thing of a game on the screen: what hangs together with it."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from bombsight.cli.games.item_page import draw_references
from bombsight.dsl.source import Source
from bombsight.service.lookup.description import Links
from bombsight.service.lookup.references import Reference
from tests.narrowing import output_of

RULES = "\n" * 400


def reference(kind: str, name: str, title: str, *files: str) -> Reference:
    places = tuple(Source(file, RULES).span(at, at) for at, file in enumerate(files, 150))
    return Reference(kind=kind, name=name, title=title, places=places)


def test_no_word_of_a_title_is_broken_for_its_places():
    console = Console(width=80, file=StringIO(), color_system=None)
    console.print(
        draw_references(
            Links(
                name="read by",
                references=(
                    reference("define", "hope_of_landing", "", "tower/98-questions.rules", "tower/98-questions.rules"),
                    reference(
                        "procedure", "land_home", "Landing in England", "tower/92-errata.rules", "tower/80-it.rules"
                    ),
                    reference("reroll", "rabbits_foot", "Use a rabbit's foot", "tower/44-events.rules"),
                ),
            )
        )
    )
    lines = [line.split() for line in output_of(console).splitlines()]
    told = [word for line in lines for word in line]
    assert {"Landing", "England", "rabbit's", "foot", "land_home", "tower/80-it.rules:152"} <= {*told}
