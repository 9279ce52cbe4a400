"""The identity of rules stays as the language grows, and whatever sentences present them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import attrs
import pytest

from bombsight.compiler.identity import PRESENTATION_NODES, differing_items, rules_hash, wording_hash
from bombsight.dsl import ast
from bombsight.dsl.ast.node import PRESENTS
from bombsight.dsl.origin import Origin
from bombsight.dsl.parser import parse
from bombsight.dsl.source import Source
from tests.examples import LIGHTHOUSE

NIGHT = """\
game night "A night"
  sources optional

enum Sky: clear, fog

enum Who: sea "the sea"

state mission
  oil "Oil" good: 0..20 = 14

procedure mission
  step weather "Weather"
    repeat 2d6 times
      take 1 from oil
  choose s from Sky
    ask "Which"
    by sea
  choose order
    ask "What"
    by "the master"
    answer on "On" when any(k in Sky where k is s)
      nothing
"""

WORDING = "8c61ed0b4c6829bec9df0116df43dcb828cfd018eecb20c1145dced833467d42"
"""As the first version of the language wrote it, which had neither players nor dice of which one is kept."""

RULES = "2f9c07c4f160"
"""Its rules without the sentences, as they were first written."""


def items(*other: Any) -> tuple[ast.Item, ...]:
    """The night, or the same with one text in the place of another."""
    return parse(Source("night.rules", NIGHT.replace(*other) if other else NIGHT)).file.items


RELEASE = """\
  version "1.1"
  licence "CC0-1.0"
  needs bombsight 0.2
  home "https://example.org"
"""


def test_a_release_changes_neither_rules_nor_sentences():
    released = items("  sources optional\n", f"  sources optional\n{RELEASE}")
    assert wording_hash(released) == WORDING
    assert rules_hash(released) == rules_hash(items())


def test_rules_that_were_written_before_are_the_same_rules():
    assert wording_hash(items()) == WORDING
    assert rules_hash(items())[: len(RULES)] == RULES


@pytest.mark.parametrize("hash_of", [rules_hash, wording_hash])
def test_where_the_story_stops_is_neither_rule_nor_sentence(hash_of):
    marks = (("procedure mission", "procedure mission beat"), ('step weather "Weather"', 'step weather "Weather" beat'))
    for other in marks:
        assert items(*other) != items()
        assert hash_of(items(*other)) == hash_of(items())


@pytest.mark.parametrize("hash_of", [rules_hash, wording_hash])
def test_what_is_said_in_the_words_that_came_later_counts(hash_of):
    others = (("2d6", "lowest of 2d6"), ("= 14", "= 14 seen by sea"), ("by sea", "by s.who"))
    assert len({hash_of(items()), *(hash_of(items(*other)) for other in others)}) == 4


@pytest.mark.parametrize(
    "other",
    [
        ('game night "A night"', 'game night "Another night"'),
        ("  sources optional\n", '  about "One night."\n  author "Ann"\n'),
        ('sea "the sea"', 'sea "the wide sea"'),
        ('oil "Oil" good', 'oil "Lamp oil"'),
        ('step weather "Weather"', 'step weather "How it blows"'),
        ('ask "Which"', 'ask "Which sky"'),
        ('    by "the master"\n', ""),
        ('    by "the master"\n', '    by "the mate"\n    beside "Oil {oil}" when oil < 3\n'),
        ("      nothing\n", '      say "On." good\n'),
        ('answer on "On"', 'answer on "Go on" grave'),
        ("enum Sky", 'chapter "The sky" cite "rule 2"\n\nenum Sky'),
        ("clear, fog", "clear, fog  # a comment"),
    ],
)
def test_a_changed_sentence_changes_no_rules(other):
    assert rules_hash(items(*other)) == rules_hash(items())


@pytest.mark.parametrize(
    "other",
    [
        ("  sources optional\n", "  players Who\n"),
        ("clear, fog", "fog, clear"),
        ("0..20", "0..21"),
        ("step weather", "step weathers"),
        ("take 1", "take 2"),
        ("answer on", "answer off"),
        ("      nothing\n", "      take 1 from oil\n"),
    ],
)
def test_a_changed_rule_changes_them(other):
    assert rules_hash(items(*other)) != rules_hash(items())


def nodes(value: Any, change: Any = None) -> Iterator[tuple[ast.Node, str]]:
    """Every node in a tree with each of its attributes."""
    if isinstance(value, tuple):
        for member in value:
            yield from nodes(member)
    elif isinstance(value, ast.Node):
        kind: Any = type(value)
        for field in attrs.fields(kind):
            if field.repr:
                yield value, field.name
                yield from nodes(getattr(value, field.name))


def replaced(value: Any, node: ast.Node, name: str, new: object) -> Any:
    """A tree in which one attribute of one node is another."""
    if isinstance(value, tuple):
        return tuple(replaced(member, node, name, new) for member in value)
    if not isinstance(value, ast.Node):
        return value
    if value is node:
        return attrs.evolve(value, **{name: cast("Any", new)})
    kind: Any = type(value)
    parts = {field.name: replaced(getattr(value, field.name), node, name, new) for field in attrs.fields(kind)}
    return attrs.evolve(value, **parts)


def test_whatever_the_tree_marks_as_presenting_counts_for_nothing_and_all_else_counts():
    """Each attribute of each class of nodes in a whole game, once: changed, it changes the identity or does not."""
    seen: set[tuple[type, str]] = set()
    for file in sorted(LIGHTHOUSE.glob("*.rules")):
        for item in parse(Source(file.name, file.read_text())).file.items:
            if isinstance(item, (*PRESENTATION_NODES, ast.Game, ast.Overlay)):
                continue
            for node, name in [*nodes(item)]:
                was = getattr(node, name)
                presents = attrs.fields_dict(type(node))[name].metadata == PRESENTS or isinstance(was, Origin)
                if (type(node), name) in seen or not (presents or isinstance(was, str | int)):
                    continue
                if isinstance(node, (ast.Text, *PRESENTATION_NODES)):  # a title in a grid, a name of who answers
                    continue
                seen.add((type(node), name))
                new = Origin(cite="x") if isinstance(was, Origin) else f"{was}x" if isinstance(was, str) else 7
                same = rules_hash([item]) == rules_hash([replaced(item, node, name, new)])
                assert same == presents, (type(node).__name__, name)
    assert len(seen) > 60


def test_what_differs_is_named_item_by_item():
    now = parse(
        Source("night.rules", NIGHT.replace("take 1", "take 2").replace("state mission", "state career"))
    ).file.items
    assert [*differing_items(items(), items('"Oil"', '"Lamp oil"'))] == []
    assert [*differing_items(items(), now)] == [
        ("state career", "new"),
        ("procedure mission", "changed"),
        ("state mission", "gone"),
    ]
