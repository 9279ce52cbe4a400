"""What a picture of odds says: its groups of outcomes, its texts, and the same in sentences for who hears it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from bombsight.service.lookup.plain_words import spoken
from bombsight.service.table_odds.told import SituationOdds, TableOdds
from bombsight.service.table_odds.wording import Line, chance_text, joined, notes, result_lines, taken_text, where_text


@frozen
class Group:
    """Outcomes that belong together.

    Attributes:
        title: What they are outcomes of; empty where that goes without saying.
        outcomes: What each is called, and its chance.
    """

    title: str
    outcomes: Sequence[tuple[str, Line]]


def groups(situation: SituationOdds) -> Iterator[Group]:
    """The outcomes of a case: whole results, or rows where there are none, then each named part by itself."""
    chances, against = situation.chances, situation.against
    rows = not chances.results and not (against is not None and against.results)
    lines = result_lines(chances, against)
    parts = chances.parts if lines else ()
    yield Group(", ".join(spoken(part.part) for part in parts), [(called(line, keyed=rows), line) for line in lines])
    others = None if against is None else {part.part: part.outcomes for part in against.parts}
    for part in parts:
        found = joined(part.outcomes, None if others is None else others.get(part.part, ()))
        yield Group(spoken(part.part), [(called(line), line) for line in found])


def called(line: Line, *, keyed: bool = False) -> str:
    """What an outcome is called; a row by its key as well."""
    if keyed and line.title and line.title != line.name:
        return f"{spoken(line.name)}: {line.title}"
    return spoken(line.title or line.name)


def head_text(odds: TableOdds) -> str:
    """The table."""
    return f"{odds.table}  {odds.title}" if odds.title != odds.table else odds.table


def source_text(odds: TableOdds) -> str:
    """Its dice, and where it comes from."""
    return ", ".join(part for part in (odds.dice, odds.origin.standing, odds.origin.cite) if part)


def foot_texts(odds: TableOdds) -> Iterator[str]:
    """What else is to be known."""
    yield from notes(odds)
    if odds.assumed:
        yield f"As when a game begins: {taken_text(odds.assumed)}."


def case_text(odds: TableOdds, situation: SituationOdds) -> str:
    """What tells a case from the others; empty where there are none."""
    return where_text(situation.where) if len(odds.situations) > 1 else ""


def told(odds: TableOdds) -> str:
    """The odds for who hears them."""
    sentences = [source_text(odds), *(f"given {text}" for text in odds.given)]
    if odds.rules_told:
        sentences.append(f"{odds.rules_told[0]}, compared with {odds.rules_told[1]}")
    for situation in odds.situations:
        sentences.append(case_text(odds, situation))
        for group in groups(situation):
            said = [f"{name} {said_chance(line)}" for name, line in group.outcomes]
            sentences.append(f"{group.title}: {'; '.join(said)}" if group.title else "; ".join(said))
    sentences += foot_texts(odds)
    return " ".join(f"{each.rstrip('.')}." for each in sentences if each)


def said_chance(line: Line) -> str:
    """A chance, and what it was."""
    now = chance_text(line.chance)
    return now if line.against is None else f"{now}, was {chance_text(line.against)}"
