"""Rules of every release go on: what could be read can be read, and what linted clean lints clean."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bombsight.dsl import lalr
from bombsight.dsl.builder import Builder
from bombsight.dsl.driver import Driver, shared_driver
from bombsight.dsl.parser import parse
from bombsight.dsl.pieces import split_items
from bombsight.dsl.reserved import ONLY_IN_PHRASES, PATTERNS, RESERVED, SPELLED
from bombsight.dsl.source import Source
from bombsight.dsl.words import language_words
from tests.releases.kept import HERE, TABLES, expected, unpacked, versions

VERSIONS = versions()
TOKEN = re.compile(r'"[^"\n]*"|#[^\n]*|\w+|\s+|.')
PASSED_OVER = Counter(
    f"public/{fault}"
    for fault in ("wide-contradiction.rules V040", "wide-gap-one-key.rules T023", "wide-modifier.rules T001")
)
"""What is wrong with kept rules, and the program of their release passed over against its promise."""

SOME = 1500
"""How many characters of an item are changed in one place or another."""


class Accepted:
    """A builder of a grammar that may have gone: whatever is read is something."""

    def __getattr__(self, name):
        if not name:  # what stays a list
            raise AttributeError
        return lambda *parts: parts


@pytest.fixture(scope="session")
def release(request, tmp_path_factory):
    return unpacked(request.param, tmp_path_factory.mktemp(request.param))


each_release = pytest.mark.parametrize("release", VERSIONS, indirect=True)


def test_the_rules_of_a_release_are_kept():
    assert VERSIONS
    assert {path.stem for path in HERE.glob("*.json")} == {*VERSIONS}


def test_no_word_is_reserved_but_those_of_the_first_release(tmp_path):
    """The lists of `dsl/reserved.py` are frozen."""
    first = grammar(unpacked("0.1.0", tmp_path))
    fixed = {text for text in first.spelled.values() if text.isalpha()}
    assert fixed <= RESERVED
    assert terminals_of_words(first) == PATTERNS
    assert (
        fixed
        | {
            word
            for name in PATTERNS
            for text in SPELLED[name]
            for word in re.findall("[a-z]+", text)
            if text != "yes/no"
        }
        == RESERVED | ONLY_IN_PHRASES
    )


def terminals_of_words(known):
    """The terminals that are patterns and take some words."""
    return {name for name in known.terminals.keys() - known.spelled.keys() if name in SPELLED}


@pytest.mark.slow
@each_release
def test_rules_of_a_release_can_be_read_and_understood(release):
    known = expected(release.version)
    for unit in release.units:
        for file in release.sources((*unit.game, *unit.house)):
            assert parse(file).diagnostics == (), unit.name
        if unit.game:
            assert not release.errors_in(unit) - known[unit.name], unit.name


@pytest.mark.slow
@each_release
def test_rules_of_a_release_lint_as_they_did(release):
    known = expected(release.version)
    for unit in release.units:
        if unit.game:
            assert not release.findings_in(unit) - known[unit.name] - PASSED_OVER, unit.name


@each_release
@given(data=st.data())
def test_what_the_grammar_of_a_release_took_is_taken(release, data):
    """Items of its rules, with names that are words of today's, or with words in the places of others."""
    read = reader(release)
    text = data.draw(st.sampled_from(items(release)))
    tokens = TOKEN.findall(text)
    at = [number for number, token in enumerate(tokens) if token[:1].isalpha()]
    for place in data.draw(st.lists(st.sampled_from(at), min_size=1, max_size=3)):
        tokens[place] = data.draw(
            st.sampled_from(sorted(language_words())) | st.sampled_from([tokens[each] for each in at])
        )
    changed = "".join(tokens).rstrip() + "\n"
    source = Source("a.rules", changed)
    for piece in split_items(changed).pieces:
        if read(source, piece.offset, piece.code) is not None:
            assert shared_driver().parse_item(source, piece.offset, piece.code) is not None


@cache
def reader(release):
    """What reads by the grammar of a release."""
    return Driver(grammar(release), cast("Builder", Accepted())).parse_item


def grammar(release):
    """The parse tables of a release."""
    found = lalr.load_tables((release.folder / TABLES).read_text(encoding="utf-8"), any_grammar=True)
    assert found is not None
    return found


@cache
def items(release):
    files = release.sources(sorted({path for unit in release.units for path in (*unit.game, *unit.house)}))
    return [piece.text for file in files for piece in split_items(file.text).pieces if len(piece.text) <= SOME]
