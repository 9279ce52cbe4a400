"""Conversion of counted outcomes to the document of a table's odds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm

from attrs import evolve

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.odds_harness import ALWAYS, result_parts
from bombsight.compiler.odds_harness import NEVER as LEFT_OUT
from bombsight.dsl.origin import STANDINGS
from bombsight.flat.sites import BeforehandSite, ChoiceSite, FaultSite, RollSite, RowInfo
from bombsight.flat.types import NONE, IntType
from bombsight.runtime.batch.estimates import moments_of
from bombsight.service.table_odds.counting import (
    MAX_DENOMINATOR,
    CaseCounts,
    Chance,
    OutcomeKey,
    count_runs,
    fault_keys,
    make_exact_chance,
    other_row_keys,
    result_keys,
    row_keys,
)
from bombsight.service.table_odds.documents import (
    Chances,
    FaultOdds,
    Mean,
    ModifierOdds,
    OtherRoll,
    OutcomeOdds,
    PartOdds,
    RowOdds,
    StandingOdds,
)
from bombsight.service.table_odds.exclusions import ExclusionFinder
from bombsight.service.table_odds.roller import Case, Roller, Row, RunOutcome
from bombsight.service.table_odds.taken_rows import inclusion_shares, throws_by_row

NO_CHANCES: Mapping[Row, Chance] = {}

MAX_VALUES_APART = 60
"""The maximum number of values of an expression that are counted one by one; of more, ranges are counted."""

MAX_RANGES = 24
"""The maximum number of these ranges, or one more."""

NO_ROW_KEY = "-"
"""The key of dice that select no row."""


def make_chances(
    roller: Roller,
    case: Case,
    counts: CaseCounts,
    modifier_runs: int = 0,
    least_certain: CaseCounts | None = None,
    *,
    is_expression: bool = False,
) -> Chances:
    """Build the document of a roll's odds under one set of rules.

    Args:
        roller: The machine that rolls the table.
        case: The values of subjects.
        counts: The counted outcomes.
        modifier_runs: The number of runs to enumerate for each modifier; 0 to leave modifiers out.
        least_certain: The counts of the least reliable case with the same odds; None for this case.
        is_expression: Whether the table stands for an expression: its one row says nothing.
    """
    if is_expression:
        counts = evolve(counts, dice=common_denominator(counts))
    parts = result_parts(roller.table)
    rolls = counts.chances_by(other_row_keys)
    return Chances(
        results=make_ranges(counts, width)
        if (width := range_width(roller, counts) if is_expression else 0)
        else make_outcomes(roller, counts.chances_by(result_keys)),
        parts=tuple(
            PartOdds(part=name, outcomes=make_part_outcomes(roller, counts, number))
            for number, (name, _) in enumerate(parts)
            if len(parts) > 1
        ),
        rows=()
        if is_expression
        else tuple(make_row_odds(roller, sort_rows(counts.row_chances()), taken_chances(roller, counts))),
        rolls=tuple(make_other_rolls(roller, sort_rows(rolls), counts.chances_by(site_keys))),
        modifiers=tuple(make_modifier_odds(roller, case, modifier_runs)) if modifier_runs and counts.dice else (),
        standings=make_standings(counts if least_certain is None else least_certain),
        faults=tuple(
            FaultOdds(
                message=site.text if isinstance(site, FaultSite) else "", place=str(site.origin.place), chance=chance
            )
            for number, chance in counts.chances_by(fault_keys).items()
            if isinstance(number, int)
            for site in (roller.program.sites[number],)
        ),
        choices=tuple(find_choices(roller, counts)),
        left=float(counts.left),
        thrown=counts.throws,
        mean=make_mean(roller, counts),
    )


def range_width(roller: Roller, counts: CaseCounts) -> int:
    """Choose the width of the ranges by which numbers are counted: 1, 2 or 5 with zeros; 0 for each number alone."""
    kinds = [kind for _, kind in result_parts(roller.table)]
    if len(kinds) != 1 or not isinstance(kinds[0], IntType):
        return 0
    values = {outcome.result[0] for outcome in (*counts.shares, *counts.thrown) if outcome.result} - {NONE}
    if len(values) <= MAX_VALUES_APART:
        return 0
    least = (max(values) - min(values)) // MAX_RANGES + 1
    widths = (step * int("1" + "0" * zeros) for zeros in range(11) for step in (1, 2, 5))
    return next(width for width in widths if width >= least)


def make_ranges(counts: CaseCounts, width: int) -> tuple[OutcomeOdds, ...]:
    """Build the odds of the ranges of a number, each beginning at a multiple of their width; none last."""

    def range_keys(run_outcome: RunOutcome) -> Iterator[OutcomeKey]:
        """Yield the key that counts an outcome by the range of its result."""
        if run_outcome.result:
            (value,) = run_outcome.result
            yield value if value == NONE else value // width

    chances = ((key, chance) for key, chance in counts.chances_by(range_keys).items() if isinstance(key, int))
    names = [
        ("none" if key == NONE else f"{key * width}..{key * width + width - 1}", chance)
        for key, chance in sorted(chances, key=lambda each: none_last_key(each[:1]))
    ]
    return tuple(OutcomeOdds(name=name, title=name, chance=chance) for name, chance in names)


def common_denominator(counts: CaseCounts) -> int:
    """Compute the least common denominator of all exact shares; 0 if it has too many digits to be shown."""
    denominator = 1
    for share in counts.shares.values():
        denominator = lcm(denominator, share.denominator)
        if denominator > MAX_DENOMINATOR:
            return 0
    return denominator


def make_mean(roller: Roller, counts: CaseCounts) -> Mean | None:
    """Compute the mean of a result that is always one number; None for other results."""
    kinds = [kind for _, kind in result_parts(roller.table)]
    if len(kinds) != 1 or not isinstance(kinds[0], IntType) or any(outcome.fault for outcome in counts.shares):
        return None
    known = sum((share * outcome.result[0] for outcome, share in counts.shares.items()), Fraction(0))
    if not counts.left:
        return Mean(value=float(known), low=float(known), high=float(known))
    thrown = [outcome.result[0] for outcome, number in counts.thrown.items() for _ in range(number) if outcome.result]
    estimate = moments_of(thrown).mean
    if estimate is None:
        return None
    left = float(counts.left)
    return Mean(
        value=float(known) + left * estimate.value,
        low=float(known) + left * estimate.low,
        high=float(known) + left * estimate.high,
    )


def sort_rows(chances: Mapping[OutcomeKey, Chance]) -> list[tuple[Row, Chance]]:
    """Sort the probabilities of rows by the site (code location) of the roll, then by row."""
    return sorted(
        ((key, chance) for key, chance in chances.items() if isinstance(key, tuple)), key=lambda each: each[0]
    )


# --- results


def make_outcomes(roller: Roller, chances: Mapping[OutcomeKey, Chance]) -> tuple[OutcomeOdds, ...]:
    """Build the odds of a roll's results, in the order of their values."""
    sorted_chances = sorted(
        ((key, each) for key, each in chances.items() if isinstance(key, tuple)), key=lambda e: none_last_key(e[0])
    )
    return tuple(make_outcome(roller, key, chance) for key, chance in sorted_chances)


def none_last_key(values: Sequence[int]) -> tuple[tuple[bool, int], ...]:
    """Return a result's sort key, which puts the value ``none`` last."""
    return tuple((value == NONE, value) for value in values)


def make_outcome(roller: Roller, values: Sequence[int], chance: Chance) -> OutcomeOdds:
    """Build the odds of one result, given its values and its probability."""
    kinds = [kind for _, kind in result_parts(roller.table)]
    pairs = list(zip(kinds, values, strict=True))
    return OutcomeOdds(
        name=", ".join(roller.describer.value_name(kind, value) for kind, value in pairs),
        title=", ".join(roller.describer.value_title(kind, value) for kind, value in pairs),
        chance=chance,
    )


def make_part_outcomes(roller: Roller, counts: CaseCounts, number: int) -> tuple[OutcomeOdds, ...]:
    """Build the odds of one part of a result, by the part's index."""
    _, kind = result_parts(roller.table)[number]

    def part_keys(run_outcome: RunOutcome) -> Iterator[OutcomeKey]:
        """Yield the key that counts an outcome by this part of its result."""
        if run_outcome.result:
            yield run_outcome.result[number]

    chances = ((key, chance) for key, chance in counts.chances_by(part_keys).items() if isinstance(key, int))
    return tuple(
        OutcomeOdds(
            name=roller.describer.value_name(kind, value),
            title=roller.describer.value_title(kind, value),
            chance=chance,
        )
        for value, chance in sorted(chances, key=lambda each: none_last_key(each[:1]))
    )


# --- rows


def find_row_info(roller: Roller, row: Row) -> tuple[str, RowInfo | None]:
    """Find the display key and the metadata of a row."""
    site = roller.program.sites[row[0]]
    if isinstance(site, BeforehandSite):
        label = site.row.label
        return label if label.startswith("when") else f"when {label}", site.row
    assert isinstance(site, RollSite)
    info = site.rows[row[1]] if row[1] >= 0 else None
    return (info.label if info else NO_ROW_KEY), info


def taken_chances(roller: Roller, counts: CaseCounts) -> dict[Row, Chance]:
    """Compute the probability that each row is taken at all, in a table that throws again, each row once.

    Empty for any other table, and where it is not known exactly.
    """
    throws = throws_by_row(roller.table)
    if throws is None or roller.graph.rerolls:
        return {}
    first: dict[Row, Fraction] = {}
    for row, chance in sort_rows(counts.row_chances()):
        if chance.exact is None or row[1] < 0:
            return {}
        if isinstance(roller.program.sites[row[0]], RollSite):
            first[row] = Fraction(*chance.exact)
    shares = inclusion_shares({number: share for (_, number), share in first.items()}, throws) or {}
    return {row: make_exact_chance(shares[row[1]], counts.dice) for row in first if row[1] in shares}


def make_row_odds(
    roller: Roller, chances: Iterable[tuple[Row, Chance]], taken: Mapping[Row, Chance] = NO_CHANCES
) -> Iterator[RowOdds]:
    """Build the odds of rows, given the probability of each, and of being taken at all where rows throw again."""
    for row, chance in chances:
        key, info = find_row_info(roller, row)
        yield RowOdds(
            key=key,
            title=info.title if info else "",
            text=info.text if info else "",
            standing=info.origin.standing if info else "",
            chance=chance,
            taken=taken.get(row),
        )


def site_keys(run_outcome: RunOutcome) -> Iterator[OutcomeKey]:
    """Yield the keys that count an outcome by the sites (code locations) of other rolls in its run."""
    yield from {site for site, _ in run_outcome.rolled}


def make_other_rolls(
    roller: Roller, chances: Sequence[tuple[Row, Chance]], reached: Mapping[OutcomeKey, Chance]
) -> Iterator[OtherRoll]:
    """Build the odds of sub-rolls and of rolls on other tables, each with its rows."""
    rows_by_site: dict[int, list[tuple[Row, Chance]]] = {}
    for row, chance in chances:
        rows_by_site.setdefault(row[0], []).append((row, chance))
    for number, rows in rows_by_site.items():
        site = roller.program.sites[number]
        assert isinstance(site, RollSite | BeforehandSite)
        yield OtherRoll(
            table=site.table or "",
            title=site.title,
            dice=site.dice.notation if isinstance(site, RollSite) else "",
            place=str(site.origin.place),
            reached=reached[number],
            rows=tuple(make_row_odds(roller, rows)),
        )


# --- modifiers and reliability


def make_modifier_odds(roller: Roller, case: Case, max_runs: int) -> Iterator[ModifierOdds]:
    """Compute each modifier's influence: the odds with it switched on or off."""
    keys: Callable[[RunOutcome], Iterable[OutcomeKey]] = result_keys if result_parts(roller.table) else row_keys
    modifiers = roller.table.modifiers
    amounts = [roller.modifier_amount(case, number) for number in range(len(modifiers))]
    counting = [number for number, now in enumerate(amounts) if now]
    finder = ExclusionFinder(roller.graph, roller.table, roller.effects) if 0 < len(counting) < len(modifiers) else None
    for number, modifier in enumerate(modifiers):
        current_amount = amounts[number]
        amount = current_amount or roller.modifier_amount(case, number, ALWAYS)
        excluded = finder.excluded_by(number, counting) if finder is not None and not current_amount else ()
        forced_modifiers = {number: LEFT_OUT if current_amount else ALWAYS, **dict.fromkeys(excluded, LEFT_OUT)}
        counts = count_runs(roller, case, forced_modifiers, max_runs)
        chances = counts.chances_by(keys)
        yield ModifierOdds(
            label=modifier.label,
            amount=amount,
            when=modifier.text,
            counts=current_amount != 0,
            instead=tuple(modifiers[other].label for other in excluded),
            origin=modifier.origin.with_place(modifier.span),
            outcomes=make_outcomes(roller, chances)
            if keys is result_keys
            else tuple(
                OutcomeOdds(name=row.key, title=row.title, chance=row.chance)
                for row in make_row_odds(roller, sort_rows(chances))
            ),
        )


def make_standings(counts: CaseCounts) -> tuple[StandingOdds, ...]:
    """Compute the probability of each reliability (printed, reconstructed ...) of the least reliable rule used."""
    chances = counts.chances_by(lambda seen: (seen.standing,))
    return tuple(
        StandingOdds(standing=standing, chance=chances[number])
        for number, standing in enumerate(STANDINGS)
        if number in chances
    )


def find_choices(roller: Roller, counts: CaseCounts) -> Iterator[str]:
    """Yield the ids of the choices that the autopilot answered in a roll's runs."""
    answered_sites = sorted({site for seen in (*counts.shares, *counts.thrown) for site in seen.asked})
    for number in answered_sites:
        site = roller.program.sites[number]
        if isinstance(site, ChoiceSite):
            yield site.id


def has_dice(table: n.Table, graph: n.RuleGraph, effects: Effects | None = None) -> bool:
    """Whether a call of a table throws dice, in the table itself or in what it calls.

    ``effects`` are the graph's, if known.
    """
    return table.rolled is not None or (effects or Effects(graph)).call_effect(f"table:{table.id}").rolls
