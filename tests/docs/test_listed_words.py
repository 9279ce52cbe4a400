"""The list of words on the page on the language is that of the grammar, and each leads to where it is explained."""

from __future__ import annotations

import re
from pathlib import Path

from bombsight.compiler.symbols import RESERVED_BUILTINS
from bombsight.dsl.words import contextual_words, language_words, reserved_words
from bombsight.service.lookup.manual import load_pages, section_for_word, sections_by_word
from tests.narrowing import unwrap

PAGE = (Path(__file__).parents[2] / "docs" / "language.md").read_text(encoding="utf-8")


def test_every_word_of_the_grammar_is_listed_once_and_no_other():
    listed = re.findall(r"`(\w+)`", "\n".join(re.findall(r"^\| \[.*$", PAGE, re.MULTILINE)))
    assert sorted(listed) == sorted(language_words())
    phrases = {each for each in sections_by_word() if " " in each}
    assert {*sections_by_word()} == language_words() | phrases
    assert {word for phrase in phrases for word in phrase.split()} <= language_words()


def test_what_may_be_a_name_is_said():
    told = PAGE.rpartition("None of them may be a name of anything else")[2]
    never, _, rest = told.partition("but for these")
    sometimes, _, joined = rest.partition("So far these have joined: ")
    joined = joined.partition("\n\n")[0]
    assert {*re.findall(r"`(\w+)`", joined)} == contextual_words()
    assert {*re.findall(r"`(\w+)`", sometimes)} == language_words() - reserved_words() - contextual_words()
    assert {*re.findall(r"`(\w+)`", never)} == (reserved_words() - language_words()) | RESERVED_BUILTINS


def test_the_section_of_a_word_speaks_of_it():
    for word, section in sections_by_word().items():
        assert re.search(rf"\b{word}\b", section.text), f"{section.title} does not say {word}"
        assert section in load_pages()[section.page].sections


def test_some_words_lead_where_people_would_look():
    sought = {"natural": "Tables", "prefer": "Choices", "tally": "Tallies", "was": "Quoting", "cite": "Sources"} | {
        "take": "Procedures and statements",
        "take every": "Tables",
    }
    assert {word: unwrap(section_for_word(word)).title for word in sought} == sought
    assert section_for_word("cat") is None
