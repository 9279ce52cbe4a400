"""Names for imported things: valid in the rules language, unique, and close to the title."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

from attrs import define, field

from bombsight.boundary.texts import MAX_TEXT_LENGTH, replace_controls
from bombsight.dsl.words import contextual_words, reserved_words
from bombsight.dsl.words import former_words as words_of_phrases

MAX_NAME_LENGTH = 60
"""The longest name that is made of a title."""

LETTERS: Mapping[str, str] = {"æ": "ae", "ø": "o", "ß": "ss", "œ": "oe", "ł": "l", "đ": "d", "þ": "th", "ð": "d"}
"""Latin letters that Unicode does not take apart."""


LOWER_UPPER = re.compile(r"([a-z0-9])([A-Z])")
"""Matches where a word begins in a name such as ``riskCategory``."""


def make_name(title: str, fallback: str) -> str:
    """Make a name of a title: ``Wandering monsters (d8)`` becomes ``wandering_monsters_d8``.

    Args:
        title: The title.
        fallback: The name where the title has no Latin letter or digit; it also stands before a digit or a word of the
            language.
    """
    apart = LOWER_UPPER.sub(r"\1 \2", title).lower().replace("'", "").replace("\u2019", "")
    folded = "".join(LETTERS.get(letter, letter) for letter in apart)
    plain = unicodedata.normalize("NFKD", folded).encode("ascii", "ignore").decode()
    name = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:MAX_NAME_LENGTH].rstrip("_")
    if not name:
        return fallback
    return f"{fallback}_{name}" if name[0].isdigit() or is_word_of_language(name) else name


def is_word_of_language(name: str) -> bool:
    """Whether a name is a word of the language, or dice."""
    return (
        name in reserved_words()
        or name in words_of_phrases()
        or name in contextual_words()
        or name in ("abs", "min", "max", "next", "previous")
        or re.fullmatch(r"d\d+", name) is not None
    )


@define
class NameBook:
    """The names of a program: hands out each once, but variables of different items may share theirs.

    Attributes:
        taken: The names of items and of values of enums; no variable may have one.
        variables: The names of variables; no later item gets one.
        numbers: The last number that was put behind the name of an item, by the name.
    """

    taken: set[str] = field(factory=set)
    variables: set[str] = field(factory=set)
    numbers: dict[str, int] = field(factory=dict)

    def allocate(self, title: str, fallback: str, *, is_enum: bool = False) -> str:
        """Make a name of a title that is not in use, and note it as used; that of an enum begins with a capital."""
        name = self.find_free(title, fallback, self.variables, is_enum=is_enum)
        self.taken.add(name)
        return name

    def allocate_variable(self, title: str, fallback: str, own: set[str]) -> str:
        """Make the name of a variable, and note it among the ``own`` names of its item."""
        name = self.find_free(title, fallback, own)
        own.add(name)
        self.variables.add(name)
        return name

    def find_free(self, title: str, fallback: str, used: set[str], *, is_enum: bool = False) -> str:
        """Make a name of a title that is neither taken nor among ``used``."""
        base = make_name(title, fallback)
        base = base.capitalize() if is_enum else base
        name, number = base, self.numbers.get(base, 1)
        while name in self.taken or name in used:
            number += 1
            name = f"{base}_{number}"
        if used is self.variables:
            self.numbers[base] = number  # so that a thousand names alike take no million steps
        return name

    def reserve(self, names: Iterable[str]) -> None:
        """Note names as used."""
        self.taken.update(names)


def clean_text(text: str) -> str:
    """Make a text of rules of a source's text: one line, without double quotes and control characters, not too long."""
    line = " ".join(replace_controls(text.replace("\r", " ").replace("\n", " "), "").split())
    line = line.replace('"', "'")
    return line if len(line) <= MAX_TEXT_LENGTH else f"{line[: MAX_TEXT_LENGTH - 3].rstrip()}..."
