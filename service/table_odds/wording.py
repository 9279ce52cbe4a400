"""The wording of probabilities and their differences, for the terminal, pages and posts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from math import floor, log10
from typing import TypeVar

from attrs import frozen

from bombsight.service.table_odds.counting import IMPOSSIBLE, Chance
from bombsight.service.table_odds.documents import (
    Chances,
    Mean,
    OtherRoll,
    OutcomeOdds,
    RowOdds,
    SubjectValues,
    TableOdds,
)

K = TypeVar("K", bound=Hashable)

TOLERANCE = 1e-9
"""The rounding error up to which chances count as equal."""


GIVEN_HINT = "Say with --given what is so."
"""The hint on the command line against a rules fault."""

INVISIBLE_REACH = 5e-6
"""The half-width of an interval below which it does not show in any printed digit."""


@frozen
class OutcomeLine:
    """A possible outcome of a roll, with its probability under one set of rules or two.

    Attributes:
        name: The stable name.
        title: The display text.
        chance: The chance.
        against: The chance under the rules compared with; None if there are none.
    """

    name: str
    title: str
    chance: Chance
    against: Chance | None = None


def format_percent(share: float) -> str:
    """Format a proportion as ``5.6 %``, with two significant digits if small; only certainty is ``100 %``."""
    part = 100 * share
    if part < 1e-9 or part > 100 - 1e-9:
        return f"{part:.0f} %"
    if part < 0.995:
        return f"{part:.2g} %" if part >= 0.0001 else "< 0.0001 %"
    return f"{part:.1f} %" if part <= 99.95 else "> 99.9 %"


def chance_text(chance: Chance) -> str:
    """Format a probability: ``5.6 %``, or ``5.6 ± 0.2 %`` if it was estimated."""
    reach = max(chance.share - chance.low, chance.high - chance.share)
    if reach <= INVISIBLE_REACH:
        return format_percent(chance.share)
    places = 1 if reach >= 0.0005 else 3
    return f"{100 * chance.share:.{places}f} ± {100 * reach:.{places}f} %"


def ratio_and_chance_text(chance: Chance, separator: str = " ") -> str:
    """Format a probability as ratio and percentage: ``5/36 13.9 %``; 0 % and 100 % without ratio."""
    return f"{chance.ratio}{separator}{chance_text(chance)}" if "/" in chance.ratio else chance_text(chance)


def points_text(current: Chance, previous: Chance) -> str:
    """Format the difference of two probabilities in percentage points: ``+16.7``; ``=`` for no difference."""
    difference = 100 * (current.share - previous.share)
    if abs(difference) < 1e-9:
        return "="
    return f"{difference:+.1f}" if abs(difference) >= 0.05 else f"{difference:+.2g}"


def has_changed(current: Chance, previous: Chance) -> bool:
    """Whether two probabilities differ by more than their error: their intervals do not overlap."""
    return current.low > previous.high + TOLERANCE or current.high < previous.low - TOLERANCE


def make_result_lines(chances: Chances, against: Chances | None) -> list[OutcomeLine]:
    """Pair a roll's results, or its rows if it has no results, under both sets of rules by name."""
    if chances.results or (against is not None and against.results):
        return pair_outcomes(chances.results, against.results if against is not None else None)
    return make_row_lines(chances.rows, against.rows if against is not None else None)


TAKEN_TITLE = "taken in all, by the throws that follow too"
"""The heading above the chances of rows to be taken at all, where rows throw again, each once."""


def make_taken_lines(chances: Chances) -> list[OutcomeLine]:
    """List the chances of rows to be taken at all; empty where rows throw nothing again, each once."""
    return [OutcomeLine(row.key, row_title(row), row.taken, None) for row in chances.rows if row.taken is not None]


def pair_outcomes(
    current_outcomes: Sequence[OutcomeOdds], previous_outcomes: Sequence[OutcomeOdds] | None
) -> list[OutcomeLine]:
    """Pair the outcomes under two sets of rules by name, in an order consistent with both."""
    current_by_name, previous_by_name = index_by_name(current_outcomes), index_by_name(previous_outcomes or ())
    lines = []
    for key in merge_orders((current_by_name, previous_by_name)):
        current, previous = current_by_name.get(key), previous_by_name.get(key)
        against = previous.chance if previous is not None else IMPOSSIBLE
        each = current or previous_by_name[key]
        chance = current.chance if current is not None else IMPOSSIBLE
        lines.append(OutcomeLine(each.name, each.title, chance, None if previous_outcomes is None else against))
    return lines


def index_by_name(outcomes: Iterable[OutcomeOdds]) -> dict[tuple[str, int], OutcomeOdds]:
    """Index outcomes by name and occurrence, since two natural rows may have the same key."""
    key_counts: Counter[str] = Counter()
    indexed = {}
    for each in outcomes:
        indexed[each.name, key_counts[each.name]] = each
        key_counts[each.name] += 1
    return indexed


def merge_orders(lists: Iterable[Iterable[K]]) -> list[K]:
    """Merge lists of names into one that keeps the order of each."""
    merged: list[K] = []
    for names in lists:
        at = 0
        for name in names:
            if name not in merged:
                merged.insert(at, name)
            at = merged.index(name) + 1
    return merged


def make_row_lines(current_rows: Sequence[RowOdds], previous_rows: Sequence[RowOdds] | None) -> list[OutcomeLine]:
    """Pair the rows under two sets of rules, by title if titles are unique, else by key."""
    titles = [[row.title for row in side] for side in (current_rows, previous_rows or ())]
    titled = previous_rows is not None and all(all(side) and len({*side}) == len(side) for side in titles)
    keys = {row.title: row.key for row in (*(previous_rows or ()), *current_rows)} if titled else {}

    def make_outcome(row: RowOdds) -> OutcomeOdds:
        """Convert a row to an outcome with the name by which it is paired."""
        return OutcomeOdds(name=keys.get(row.title, row.key), title=row_title(row), chance=row.chance)

    return pair_outcomes(
        [*map(make_outcome, current_rows)], None if previous_rows is None else [*map(make_outcome, previous_rows)]
    )


def row_title(row: RowOdds) -> str:
    """Return the title of a row, or else the first line of its text."""
    first = row.text.strip().split("\n")[0] if row.text else ""
    return row.title or ("" if first == "nothing" else first.replace("_", " "))


def select_table_rolls(chances: Chances) -> list[OtherRoll]:
    """Select the rolls on other tables, one entry for each table that gave a result without dice."""
    thrown = {each.table for each in chances.rolls if each.dice}
    without = {each.table: each for each in reversed(chances.rolls) if each.table not in thrown}
    return [each for each in chances.rolls if each.table and (each.dice or without.get(each.table) is each)]


def situation_text(where: Sequence[SubjectValues]) -> str:
    """Describe a case by the subjects that distinguish it: ``ship Packet; sky rain or fog``."""
    return "; ".join(f"{each.text} {' or '.join(each.titles)}" for each in where)


def assumptions_text(assumed: Sequence[SubjectValues]) -> str:
    """Describe the assumed values: ``zone 1; no: tired, asleep``; equal values stand together."""
    by_value: dict[str, list[str]] = {}
    for each in assumed:
        by_value.setdefault(" or ".join(each.titles), []).append(each.text)
    return "; ".join(
        f"{names[0]} {value}" if len(names) == 1 else f"{value}: {', '.join(names)}"
        for value, names in by_value.items()
    )


def collect_remarks(chances: Chances) -> Iterator[str]:
    """Yield remarks on odds as sentences: reliability, estimates, autopilot answers, faults."""
    for each in chances.standings:
        if each.standing in ("recovered", "reconstructed"):
            yield f"{chance_text(each.chance)} of it rests on what is {each.standing}."
    if chances.left > TOLERANCE:
        yield (
            f"{format_percent(1 - chances.left)} of all there can be was gone through; the rest is an estimate by "
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
        yield GIVEN_HINT


def collect_means(odds: TableOdds) -> Iterator[str]:
    """Yield the mean of an expression's values in each case as a sentence; nothing for a table."""
    for each in odds.situations if not odds.table else ():
        mean, was = each.chances.mean, each.against.mean if each.against is not None else None
        if mean is not None:
            where = f"{situation_text(each.where)}: mean" if len(odds.situations) > 1 else "Mean"
            yield f"{where} {mean_text(mean)}{f', was {mean_text(was)}' if was is not None else ''}."


def mean_text(mean: Mean) -> str:
    """Format a mean: ``6``, ``3.5``, or ``3.52 ± 0.04`` if it was estimated."""
    reach = max(mean.high - mean.value, mean.value - mean.low)
    if reach <= INVISIBLE_REACH:
        return f"{mean.value:,.2f}".rstrip("0").rstrip(".")
    places = max(0, -floor(log10(reach)))
    return f"{mean.value:,.{places}f} ± {reach:.{places}f}"


def collect_shared_remarks(odds: TableOdds) -> Iterator[str]:
    """Yield the remarks on all cases as sentences, common ones only once."""
    if odds.every_row:
        yield f"{odds.every_row.capitalize()}: each that holds applies, so their chances may come to more than 100 %."
    for number in odds.wide:
        yield (
            f"{number.text} was not gone through: each of its {number.count:,} values may come to odds of its own. "
            f"Say one with --given '{number.text} is ...'."
        )
    texts = [[*collect_remarks(each.chances)] for each in odds.situations]
    shared = [text for text in texts[0] if all(text in others for others in texts)]
    for each, own in zip(odds.situations, texts, strict=True):
        yield from (f"{situation_text(each.where)}: {text}" for text in own if text not in shared)
    yield from shared
