"""Chances and their differences as people read them, in a terminal, on a page and in a post alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import TypeVar

from attrs import frozen

from bombsight.service.table_odds.counting import NEVER, Chance
from bombsight.service.table_odds.told import Chances, OtherRoll, OutcomeOdds, RowOdds, SubjectTold, TableOdds

K = TypeVar("K", bound=Hashable)

SMALLEST = 1e-9
"""What a chance may be off by and still be told as it is."""


SAY = "Say with --given what is so."
"""What helps against faults, where somebody asks by a command."""

UNSEEN = 5e-6
"""An interval that reaches no further does not show in any digit that is printed."""


@frozen
class Line:
    """Something that may come of a roll, by one set of rules or by two.

    Attributes:
        name: Its stable name.
        title: What it is called.
        chance: How likely it is.
        against: How likely by the rules that are compared with; None where there are none.
    """

    name: str
    title: str
    chance: Chance
    against: Chance | None = None


def percent(share: float) -> str:
    """A share: ``5.6 %``; of what is seldom, two digits that count. Only what is sure is ``100 %``."""
    part = 100 * share
    if part < 1e-9 or part > 100 - 1e-9:
        return f"{part:.0f} %"
    if part < 0.995:
        return f"{part:.2g} %" if part >= 0.0001 else "< 0.0001 %"
    return f"{part:.1f} %" if part <= 99.95 else "> 99.9 %"


def chance_text(chance: Chance) -> str:
    """A chance: ``5.6 %``, or ``5.6 ± 0.2 %`` where it was estimated."""
    reach = max(chance.share - chance.low, chance.high - chance.share)
    if reach <= UNSEEN:
        return percent(chance.share)
    places = 1 if reach >= 0.0005 else 3
    return f"{100 * chance.share:.{places}f} ± {100 * reach:.{places}f} %"


def both(chance: Chance, between: str = " ") -> str:
    """A chance as a ratio and in percent: ``5/36 13.9 %``; what is sure or cannot be only in percent."""
    return f"{chance.ratio}{between}{chance_text(chance)}" if "/" in chance.ratio else chance_text(chance)


def points(now: Chance, before: Chance) -> str:
    """How much likelier something is, in percentage points: ``+16.7``; ``=`` where it is the same."""
    difference = 100 * (now.share - before.share)
    if abs(difference) < 1e-9:
        return "="
    return f"{difference:+.1f}" if abs(difference) >= 0.05 else f"{difference:+.2g}"


def moved(now: Chance, before: Chance) -> bool:
    """Whether two chances differ by more than they are uncertain by."""
    return now.low > before.high + SMALLEST or now.high < before.low - SMALLEST


def result_lines(chances: Chances, against: Chances | None) -> list[Line]:
    """The results of a roll, or its rows where it gives none, by both sets of rules."""
    if chances.results or (against is not None and against.results):
        return joined(chances.results, against.results if against is not None else None)
    return row_lines(chances.rows, against.rows if against is not None else None)


def joined(these: Sequence[OutcomeOdds], those: Sequence[OutcomeOdds] | None) -> list[Line]:
    """Outcomes of two sides, by their names, in the order that they have in each of the two."""
    now, before = by_name(these), by_name(those or ())
    lines = []
    for key in in_order((now, before)):
        one, other = now.get(key), before.get(key)
        against = other.chance if other is not None else NEVER
        each = one or before[key]
        chance = one.chance if one is not None else NEVER
        lines.append(Line(each.name, each.title, chance, None if those is None else against))
    return lines


def by_name(outcomes: Iterable[OutcomeOdds]) -> dict[tuple[str, int], OutcomeOdds]:
    """Outcomes by their names, those of one name by their numbers besides: two natural rows may have one key."""
    seen: Counter[str] = Counter()
    found = {}
    for each in outcomes:
        found[each.name, seen[each.name]] = each
        seen[each.name] += 1
    return found


def in_order(lists: Iterable[Iterable[K]]) -> list[K]:
    """Names of several lists in one, each behind what it stands behind in its own."""
    found: list[K] = []
    for names in lists:
        at = 0
        for name in names:
            if name not in found:
                found.insert(at, name)
            at = found.index(name) + 1
    return found


def row_lines(these: Sequence[RowOdds], those: Sequence[RowOdds] | None) -> list[Line]:
    """Rows of two sides, by their titles where each has one of its own, else by their keys."""
    titles = [[row.title for row in side] for side in (these, those or ())]
    titled = those is not None and all(all(side) and len({*side}) == len(side) for side in titles)
    keys = {row.title: row.key for row in (*(those or ()), *these)} if titled else {}

    def outcome(row: RowOdds) -> OutcomeOdds:
        return OutcomeOdds(name=keys.get(row.title, row.key), title=row_title(row), chance=row.chance)

    return joined([*map(outcome, these)], None if those is None else [*map(outcome, those)])


def row_title(row: RowOdds) -> str:
    """What a row is called: its title, or what it does in its first line."""
    first = row.text.strip().split("\n")[0] if row.text else ""
    return row.title or ("" if first == "nothing" else first.replace("_", " "))


def on_the_way(chances: Chances) -> list[OtherRoll]:
    """The rolls on other tables; of what a table gives without dice one, where none are thrown for it."""
    thrown = {each.table for each in chances.rolls if each.dice}
    without = {each.table: each for each in reversed(chances.rolls) if each.table not in thrown}
    return [each for each in chances.rolls if each.table and (each.dice or without.get(each.table) is each)]


def where_text(where: Sequence[SubjectTold]) -> str:
    """What tells a case: ``ship Packet; sky rain or fog``."""
    return "; ".join(f"{each.text} {' or '.join(each.titles)}" for each in where)


def taken_text(assumed: Sequence[SubjectTold]) -> str:
    """What was taken to be so: ``zone 1; no: tired, asleep``. What is alike stands together."""
    by_value: dict[str, list[str]] = {}
    for each in assumed:
        by_value.setdefault(" or ".join(each.titles), []).append(each.text)
    return "; ".join(
        f"{names[0]} {value}" if len(names) == 1 else f"{value}: {', '.join(names)}"
        for value, names in by_value.items()
    )


def remarks(chances: Chances) -> Iterator[str]:
    """What else is to be known of odds, sentence by sentence."""
    for each in chances.standings:
        if each.standing in ("recovered", "reconstructed"):
            yield f"{chance_text(each.chance)} of it rests on what is {each.standing}."
    if chances.left > SMALLEST:
        yield (
            f"{percent(1 - chances.left)} of all there can be was gone through; the rest is an estimate by "
            f"{chances.thrown:,} throws, with its interval at 95 %."
        )
    elif chances.left:
        yield "But for less than a billionth, which was not gone through."
    if chances.choices:
        names = ", ".join(each.removeprefix("choice:") for each in chances.choices)
        yield f"The autopilot answers on the way: {names}."
    for fault in chances.faults:
        share = chance_text(fault.chance)
        yield f"In {share} the rules come to a fault as things stand: {fault.message} ({fault.place})."
        yield SAY


def notes(told: TableOdds) -> Iterator[str]:
    """What else is to be known, once where it is so in all cases."""
    for number in told.wide:
        yield (
            f"{number.text} was not gone through: each of its {number.count:,} values may come to odds of its own. "
            f"Say one with --given '{number.text} is ...'."
        )
    texts = [[*remarks(each.chances)] for each in told.situations]
    every = [text for text in texts[0] if all(text in others for others in texts)]
    for each, own in zip(told.situations, texts, strict=True):
        yield from (f"{where_text(each.where)}: {text}" for text in own if text not in every)
    yield from every
