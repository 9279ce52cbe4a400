"""The page parses commands as Python does, and has help on each."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

from bombsight.service.present.command_parsing import parse_word_command
from bombsight.service.present.command_table import COMMAND_FORMS, PAGE_HELP_ROWS
from tests.web.beside_node import needs_node, plain, told_by

WORDS = sorted(
    {form.word for form in COMMAND_FORMS if form.word} | {"boards", "exit", "q", "?", "UNDO", "/why", "hope", ""}
)

ARGUMENTS = (
    *("", "all", "list", "off", "off 2", "offer", "to 7", "to", "to x", "7 to 8", "3", "0", "1234567", "12345678901"),
    *("sensible", "g", "G", "most", "rolls", "books", "manual", "seeded", "Lamp 3", "  wide   blanks "),
)


@needs_node
def test_commands_are_parsed_alike(tmp_path: Path) -> None:
    texts = [f"{word} {argument}".strip() for word, argument in product(WORDS, ARGUMENTS)]
    (tmp_path / "texts.json").write_text(json.dumps(texts), encoding="utf-8")
    parsed = told_by("commands", tmp_path / "texts.json")

    expected = [tagged(parse_word_command(text)) for text in texts]
    assert {each["is"] for each in parsed if each} >= {"Undo", "UndoTo", "ShowOdds", "TakeBackOrder", "Help"}
    assert list(zip(texts, parsed, strict=True)) == list(zip(texts, expected, strict=True))


def tagged(command: object | None) -> dict[str, Any] | None:
    """A command as the page has it: with the name of its class."""
    return None if command is None else {"is": type(command).__name__, **plain(command)}


def test_the_page_has_help_on_each_command_of_a_single_player() -> None:
    forms = [form for form in COMMAND_FORMS if form.is_alone and form.usage != "Enter"]
    assert [usage.split()[0] for usage, _ in PAGE_HELP_ROWS] == [form.usage.split()[0] for form in forms]
    assert ("save", "the save as a file") in PAGE_HELP_ROWS
