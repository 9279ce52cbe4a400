"""Words of a transcription and words of a game, in a form in which they can be compared."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import evolve, field, frozen

from bombsight.boundary.documents import parse_toml
from bombsight.boundary.errors import InputError, clip
from bombsight.boundary.files import read_input_file
from bombsight.boundary.texts import decode_utf8
from bombsight.service.importing.naming import clean_text
from bombsight.service.importing.title_holes import spell_dice

NUMBER = re.compile(r"[+\u2212-]?\s*\d{1,12}")
NOTHING = frozenset(["", "-", "\u2013", "\u2014", "none", "nothing", "null", "n/a", "no effect"])
SEPARATOR = re.compile(r"[^\w+-]+|_+|(?<=\w)-(?=\w)")

NONE_FORM = "none"
"""The form of what is not there: an empty cell, a dash, ``none``."""


def normal_form(value: object) -> str:
    """Bring a value to the form in which it is compared: small letters, single blanks, no punctuation."""
    if value is None:
        return NONE_FORM
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = unicodedata.normalize("NFKC", str(value)).strip()
    if text.casefold() in NOTHING:
        return NONE_FORM
    if NUMBER.fullmatch(text):
        return str(int(text.replace("\u2212", "-").replace(" ", "")))
    form = SEPARATOR.sub(" ", text.casefold().replace("\u2019", "'").replace("'", "")).strip()
    return {"true": "yes", "false": "no"}.get(form, form) or text.casefold()


def title_form(text: str) -> str:
    """Bring the text of a row to the form in which it is compared, with its dice as an import writes them."""
    return normal_form(spell_dice(clean_text(text)))


@frozen
class WordList:
    """What words and tables of a transcription are called in the game.

    Attributes:
        words: The game's word for a word, both in normal form.
        of_tables: Such words for single tables, by the id of the game's table.
        tables: The id of the game's table for a name of a table in normal form.
    """

    words: Mapping[str, str] = field(factory=dict)
    tables: Mapping[str, str] = field(factory=dict)
    of_tables: Mapping[str, Mapping[str, str]] = field(factory=dict)

    def for_table(self, id_: str) -> WordList:
        """Copy the list with the words of one of the game's tables."""
        own = self.of_tables.get(id_)
        return self if own is None else evolve(self, words={**self.words, **own})

    def form(self, value: object) -> str:
        """The normal form of a value, in the game's words."""
        form = normal_form(value)
        return self.words.get(form, form)


def read_word_list(path: Path) -> WordList:
    """Read a list of words: TOML with a section ``words``, one ``words.ID`` for a table, and a section ``tables``.

    Raises:
        InputError: It cannot be read, or has another form.
    """
    place = str(path)
    text = decode_utf8(read_input_file(place, 1_000_000), place)
    try:
        data = parse_toml(text)
    except ValueError as error:
        raise InputError(f"this is no TOML: {clip(str(error))}", place) from error
    unknown = next((key for key in data if key not in ("words", "tables")), None)
    if unknown is not None:
        raise InputError(
            f"`{clip(unknown)}` is no section of a list of words", place, "The sections are words, tables."
        )
    sections = data.get("words", {})
    if not isinstance(sections, dict):
        raise InputError("[words] is no section", place)
    of_tables = {id_: read_lines(lines, place) for id_, lines in sections.items() if isinstance(lines, dict)}
    words = read_lines({word: ours for word, ours in sections.items() if word not in of_tables}, place)
    tables = data.get("tables", {})
    read_lines(tables, place)
    ids = {normal_form(name): str(id_) for name, id_ in tables.items()}
    return WordList(words, ids, of_tables)


def read_lines(section: Any, place: str) -> dict[str, str]:
    """Read the lines of a section of a list of words, both sides in normal form.

    Raises:
        InputError: It is no section of texts.
    """
    if not isinstance(section, dict) or not all(isinstance(value, str | int | bool) for value in section.values()):
        raise InputError("it has a line that is no `theirs = ours`", place)
    return {normal_form(key): normal_form(value) for key, value in section.items()}
