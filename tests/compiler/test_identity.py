"""The identity of rules stays as the language grows: saves know their rules by it."""

from __future__ import annotations

from bombsight.compiler.identity import rules_hash
from bombsight.dsl.parser import parse
from bombsight.dsl.source import Source

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

WRITTEN = "8c61ed0b4c6829bec9df0116df43dcb828cfd018eecb20c1145dced833467d42"
"""As the first version of the language wrote it, which had neither players nor dice of which one is kept."""


def test_rules_that_were_written_before_are_the_same_rules():
    assert rules_hash(parse(Source("night.rules", NIGHT)).file.items) == WRITTEN


def test_what_is_said_in_the_words_that_came_later_counts():
    said = {
        rules_hash(parse(Source("night.rules", NIGHT.replace(*other))).file.items)
        for other in (("2d6", "2d6"), ("2d6", "lowest of 2d6"), ("= 14", "= 14 seen by sea"), ("by sea", "by s.who"))
    }
    assert len(said) == 4
