"""What was counted, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.odds_harness import ALWAYS, parts_of
from bombsight.compiler.odds_harness import NEVER as LEFT_OUT
from bombsight.dsl.origin import STANDINGS
from bombsight.flat.sites import BeforehandSite, ChoiceSite, FaultSite, RollSite, RowInfo
from bombsight.flat.types import NONE
from bombsight.service.table_odds.counting import (
    Chance,
    Counted,
    Key,
    by_fault,
    by_other_roll,
    by_result,
    by_row,
    counted,
)
from bombsight.service.table_odds.excluding import Excluding
from bombsight.service.table_odds.rolling import Case, Roller, Row, Seen
from bombsight.service.table_odds.told import (
    Chances,
    FaultOdds,
    ModifierOdds,
    OtherRoll,
    OutcomeOdds,
    PartOdds,
    RowOdds,
    StandingOdds,
)

NO_ROW = "-"
"""The key of dice that lead to no row."""


def told(roller: Roller, case: Case, found: Counted, modifiers: int = 0, known: Counted | None = None) -> Chances:
    """What may come of a roll.

    Args:
        roller: The table.
        case: What is so.
        found: What came of it.
        modifiers: For how many runs each modifier may be tried; 0 to leave them out.
        known: What came of the case of the same odds that is known least; None for this one.
    """
    parts = parts_of(roller.table)
    rolls = found.by(by_other_roll)
    return Chances(
        results=outcomes(roller, found.by(by_result)),
        parts=tuple(
            PartOdds(part=name, outcomes=part_outcomes(roller, found, number))
            for number, (name, _) in enumerate(parts)
            if len(parts) > 1
        ),
        rows=tuple(row_odds(roller, rows_of(found.rows()))),
        rolls=tuple(other_rolls(roller, rows_of(rolls), found.by(by_site))),
        modifiers=tuple(modifier_odds(roller, case, modifiers)) if modifiers and found.dice else (),
        standings=standings(found if known is None else known),
        faults=tuple(
            FaultOdds(
                message=site.text if isinstance(site, FaultSite) else "", place=str(site.origin.place), chance=chance
            )
            for number, chance in found.by(by_fault).items()
            if isinstance(number, int)
            for site in (roller.program.sites[number],)
        ),
        choices=tuple(choices(roller, found)),
        left=float(found.left),
        thrown=found.throws,
    )


def rows_of(chances: Mapping[Key, Chance]) -> list[tuple[Row, Chance]]:
    """Chances of rows, in the order of their places."""
    return sorted(
        ((key, chance) for key, chance in chances.items() if isinstance(key, tuple)), key=lambda each: each[0]
    )


# --- results


def outcomes(roller: Roller, chances: Mapping[Key, Chance]) -> tuple[OutcomeOdds, ...]:
    """Results with their chances, in the order of their values."""
    found = sorted(
        ((key, each) for key, each in chances.items() if isinstance(key, tuple)), key=lambda e: ordered(e[0])
    )
    return tuple(outcome(roller, key, chance) for key, chance in found)


def ordered(values: Sequence[int]) -> tuple[tuple[bool, int], ...]:
    """What results are sorted by: none comes last."""
    return tuple((value == NONE, value) for value in values)


def outcome(roller: Roller, values: Sequence[int], chance: Chance) -> OutcomeOdds:
    """A result with its chance."""
    kinds = [kind for _, kind in parts_of(roller.table)]
    pairs = list(zip(kinds, values, strict=True))
    return OutcomeOdds(
        name=", ".join(roller.describer.name(kind, value) for kind, value in pairs),
        title=", ".join(roller.describer.title(kind, value) for kind, value in pairs),
        chance=chance,
    )


def part_outcomes(roller: Roller, found: Counted, number: int) -> tuple[OutcomeOdds, ...]:
    """A part of the result by itself."""
    _, kind = parts_of(roller.table)[number]

    def of_part(seen: Seen) -> Iterator[Key]:
        if seen.result:
            yield seen.result[number]

    chances = ((key, chance) for key, chance in found.by(of_part).items() if isinstance(key, int))
    return tuple(
        OutcomeOdds(name=roller.describer.name(kind, value), title=roller.describer.title(kind, value), chance=chance)
        for value, chance in sorted(chances, key=lambda each: ordered(each[:1]))
    )


# --- rows


def row_info(roller: Roller, row: Row) -> tuple[str, RowInfo | None]:
    """The key of a row, and what is said of it."""
    site = roller.program.sites[row[0]]
    if isinstance(site, BeforehandSite):
        label = site.row.label
        return label if label.startswith("when") else f"when {label}", site.row
    assert isinstance(site, RollSite)
    info = site.rows[row[1]] if row[1] >= 0 else None
    return (info.label if info else NO_ROW), info


def row_odds(roller: Roller, chances: Iterable[tuple[Row, Chance]]) -> Iterator[RowOdds]:
    """Rows with their chances."""
    for row, chance in chances:
        key, info = row_info(roller, row)
        yield RowOdds(
            key=key,
            title=info.title if info else "",
            text=info.text if info else "",
            standing=info.origin.standing if info else "",
            chance=chance,
        )


def by_site(seen: Seen) -> Iterator[Key]:
    """The places of other rolls."""
    yield from {site for site, _ in seen.rolled}


def other_rolls(
    roller: Roller, chances: Sequence[tuple[Row, Chance]], reached: Mapping[Key, Chance]
) -> Iterator[OtherRoll]:
    """The rolls on the way, each with its rows."""
    by_site: dict[int, list[tuple[Row, Chance]]] = {}
    for row, chance in chances:
        by_site.setdefault(row[0], []).append((row, chance))
    for number, rows in by_site.items():
        site = roller.program.sites[number]
        assert isinstance(site, RollSite | BeforehandSite)
        yield OtherRoll(
            table=site.table or "",
            title=site.title,
            dice=site.dice.notation if isinstance(site, RollSite) else "",
            place=str(site.origin.place),
            reached=reached[number],
            rows=tuple(row_odds(roller, rows)),
        )


# --- what it hangs on


def modifier_odds(roller: Roller, case: Case, most: int) -> Iterator[ModifierOdds]:
    """What each modifier matters: the odds if it were the other way round, without those that it excludes."""
    keys: Callable[[Seen], Iterable[Key]] = by_result if parts_of(roller.table) else by_row
    modifiers = roller.table.modifiers
    amounts = [roller.applied(case, number) for number in range(len(modifiers))]
    counting = [number for number, now in enumerate(amounts) if now]
    excluding = Excluding(roller.graph, roller.table, roller.effects) if 0 < len(counting) < len(modifiers) else None
    for number, modifier in enumerate(modifiers):
        now = amounts[number]
        amount = now or roller.applied(case, number, ALWAYS)
        instead = excluding.of(number, counting) if excluding is not None and not now else ()
        forces = {number: LEFT_OUT if now else ALWAYS, **dict.fromkeys(instead, LEFT_OUT)}
        found = counted(roller, case, forces, most)
        chances = found.by(keys)
        yield ModifierOdds(
            label=modifier.label,
            amount=amount,
            when=modifier.text,
            counts=now != 0,
            instead=tuple(modifiers[other].label for other in instead),
            origin=modifier.origin.at(modifier.span),
            outcomes=outcomes(roller, chances)
            if keys is by_result
            else tuple(
                OutcomeOdds(name=row.key, title=row.title, chance=row.chance)
                for row in row_odds(roller, rows_of(chances))
            ),
        )


def standings(found: Counted) -> tuple[StandingOdds, ...]:
    """How well what may come is known."""
    chances = found.by(lambda seen: (seen.standing,))
    return tuple(
        StandingOdds(standing=standing, chance=chances[number])
        for number, standing in enumerate(STANDINGS)
        if number in chances
    )


def choices(roller: Roller, found: Counted) -> Iterator[str]:
    """What the autopilot answered."""
    asked = sorted({site for seen in (*found.shares, *found.thrown) for site in seen.asked})
    for number in asked:
        site = roller.program.sites[number]
        if isinstance(site, ChoiceSite):
            yield site.id


def has_dice(table: n.Table, graph: n.RuleGraph, effects: Effects | None = None) -> bool:
    """Whether dice are thrown for a table, be it only on the way; ``effects`` are the graph's, where they are known."""
    return table.rolled is not None or (effects or Effects(graph)).call(f"table:{table.id}").rolls
