"""The odds of a table: bars and figures, cases beside each other, what each modifier matters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bombsight.dsl.listing import listed
from bombsight.service.common.markup import Element, Node, tag
from bombsight.service.lookup.phrases import label
from bombsight.service.lookup.plain_words import in_sentence, spoken
from bombsight.service.site.pages.odds_kept import RUNS, Rolled
from bombsight.service.site.pages.parts import Place, heads, wide
from bombsight.service.table_odds.counting import Chance
from bombsight.service.table_odds.pictured import Group, called, groups
from bombsight.service.table_odds.told import Chances, ModifierOdds, OutcomeOdds, SituationOdds, TableOdds
from bombsight.service.table_odds.wording import (
    SAY,
    chance_text,
    joined,
    notes,
    on_the_way,
    percent,
    taken_text,
    where_text,
)

SHIFT = 1e-9
"""A change that is less than this is none."""

NOT_AT_ALL = "\N{EN DASH}"
"""What stands where something cannot be."""

MOVED = 6
"""Of what a modifier moves, so many outcomes are told at most."""


def share_bar(chance: Chance) -> Element:
    """A chance as a part of what is sure; figures say the same."""
    bar = [tag("rect", width=max(0.8, 100 * chance.share), height=6)] if chance.share else []
    return tag("svg", bar, viewBox="0 0 100 6", preserveAspectRatio="none", class_="bar", aria_hidden="true")


def odds_told(odds: Rolled, place: Place) -> Iterator[Element]:
    """What may come of a roll as things usually stand, and on which tables is rolled on the way."""
    usual = odds.usual
    yield tag("section", tag("h2", "Odds"), *outcomes(usual), *remarks(usual), id="odds")
    if on_the_way(usual.situations[0].chances):
        yield tag("section", tag("h2", "Rolls on the way"), wide(on_other_tables(usual, place), "Rolls on the way"))


def hanging_on(odds: Rolled) -> Iterator[Element]:
    """What the odds hang on: their cases, and what each modifier matters."""
    if odds.cases is not None:
        yield tag("section", tag("h2", "By what decides the roll"), *outcomes(odds.cases), id="cases")
    usual = odds.usual
    modifiers = usual.situations[0].chances.modifiers
    if modifiers:
        where = where_text(usual.situations[0].where) if len(usual.situations) > 1 else ""
        title = f"What each modifier matters ({spoken(where)})" if where else "What each modifier matters"
        table = wide(matters(modifiers, usual.situations[0].chances), title)
        yield tag("section", tag("h2", title), table, id="modifiers-matter")


def outcomes(odds: TableOdds) -> Iterator[Element]:
    """What may come of a roll: with a bar for each in one case, as figures beside each other in several."""
    if len(odds.situations) == 1:
        if not odds.situations[0].chances.results and odds.dice:
            yield tag("p", "The chance of each row stands beside it.")
            return
        for group in groups(odds.situations[0]):
            if group.outcomes:
                yield bars(group)
        return
    told = [[*groups(situation)] for situation in odds.situations]
    for at in range(max(map(len, told))):
        yield wide(matrix(odds.situations, [each[at] if at < len(each) else None for each in told]), "Odds by case")


def bars(group: Group) -> Element:
    """Outcomes below each other, each with its bar."""
    body = (
        tag(
            "tr",
            tag("th", name, scope="row"),
            tag("td", share_bar(line.chance), class_="drawn"),
            tag("td", chance_text(line.chance), class_="number"),
            tag("td", ratio(line.chance), class_="number faint"),
        )
        for name, line in group.outcomes
    )
    head = tag(
        "thead",
        tag(
            "tr",
            tag("th", "Outcome", scope="col"),
            tag("td"),
            tag("th", "Chance", scope="col", class_="number"),
            tag("th", "Ratio", scope="col", class_="number"),
        ),
    )
    caption = tag("caption", titled(group.title) or "What may come of a roll")
    return tag("table", caption, head, tag("tbody", body), class_="odds")


def titled(text: str) -> str:
    """A text as a heading."""
    return text[:1].upper() + text[1:]


def ratio(chance: Chance) -> str:
    """A chance as a ratio; nothing where that is no news."""
    return chance.ratio if "/" in chance.ratio else ""


def matrix(situations: Sequence[SituationOdds], told: Sequence[Group | None]) -> Element:
    """Cases and outcomes, figures where they meet; whatever there is less of stands beside each other."""
    names: dict[str, str] = {}
    for group in told:
        for name, line in group.outcomes if group is not None else ():
            names.setdefault(line.name, name)
    found = [{line.name: line.chance for _, line in group.outcomes} if group is not None else {} for group in told]
    wheres = [titled(spoken(where_text(each.where))) or "Otherwise" for each in situations]
    title = next((titled(group.title) for group in told if group is not None and group.title), "")
    if len(names) <= len(situations):
        body = (
            tag("tr", tag("th", where, scope="row"), (figure(lines.get(name)) for name in names))
            for where, lines in zip(wheres, found, strict=True)
        )
        head = heads("Case", *names.values())
    else:
        body = (
            tag("tr", tag("th", title, scope="row"), (figure(lines.get(name)) for lines in found))
            for name, title in names.items()
        )
        head = heads("Outcome", *wheres)
    return tag("table", tag("caption", title or "Odds by case"), head, tag("tbody", body), class_="matrix")


def figure(chance: Chance | None) -> Element:
    """A chance in a cell, as figures and as a bar."""
    if chance is None:
        return tag("td", NOT_AT_ALL, class_="chance")
    told: list[Node] = [chance_text(chance)]
    if ratio(chance):
        told += [" ", tag("span", ratio(chance), class_="faint")]
    return tag("td", told, share_bar(chance), class_="chance")


def remarks(odds: TableOdds) -> Iterator[Element]:
    """What else is to be known."""
    said = [titled(text) for text in notes(odds) if not text.endswith(SAY)]
    if odds.assumed:
        said.append(f"As when a game begins: {in_sentence(taken_text(odds.assumed))}.")
    for text in said:
        yield tag("p", text, class_="remark")
    if any(each.chances.thrown for each in odds.situations):
        more = tag("code", f"bombsight odds {odds.game} {odds.table}")
        yield tag("p", f"Here {RUNS} runs are gone through; ", more, " goes through more.", class_="remark")


# --- what it hangs on


def matters(modifiers: Sequence[ModifierOdds], chances: Chances) -> Element:
    """What the odds were with each modifier, or without one that counts; those that matter the same together."""
    alike: dict[tuple[int, bool, tuple[str, ...], tuple[str, ...]], list[str]] = {}
    for each in modifiers:
        key = (each.amount, each.counts, each.instead, tuple(changes(each, chances)))
        alike.setdefault(key, []).append(spoken(each.label))
    body = (
        tag(
            "tr",
            tag("td", f"{amount:+}" if amount else "0", class_="number"),
            tag("th", ", ".join(labels), *circumstances(counts, instead), scope="row"),
            tag("td", (tag("span", text, class_="move") for text in moved)),
        )
        for (amount, counts, instead, moved), labels in alike.items()
    )
    caption = tag("caption", "The odds with it, or without one that counts")
    return tag("table", caption, heads("Adds", "Modifier", "Moves"), tag("tbody", body), class_="matters")


def circumstances(counts: bool, instead: Sequence[str]) -> Iterator[Node]:
    """Whether a modifier counts already, and what it takes the place of."""
    said = [*(["counts"] if counts else []), *([f"instead of {listed(map(spoken, instead))}"] if instead else [])]
    if said:
        yield tag("span", f" ({', '.join(said)})", class_="faint")


def changes(modifier: ModifierOdds, chances: Chances) -> Iterator[str]:
    """How the odds move if a modifier is the other way round, what moves most first."""
    base: Sequence[OutcomeOdds] = chances.results or [
        OutcomeOdds(name=row.key, title=row.title, chance=row.chance) for row in chances.rows
    ]
    moved = [
        (line, line.against)
        for line in joined(modifier.outcomes, base)
        if line.against is not None and abs(line.chance.share - line.against.share) > SHIFT
    ]
    if not moved:
        yield "nothing" if modifier.amount else "nothing, as things stand"
    moved.sort(key=lambda each: -round(abs(each[0].chance.share - each[1].share), 9))
    for line, was in moved[:MOVED]:
        yield f"{called(line)}: {percent(was.share)} → {percent(line.chance.share)}"
    if len(moved) > MOVED:
        yield f"and {len(moved) - MOVED} more"


# --- on the way


def on_other_tables(odds: TableOdds, place: Place) -> Element:
    """The rolls on other tables, with how likely they are made."""
    rolls = on_the_way(odds.situations[0].chances)
    body = (
        tag(
            "tr",
            tag("th", place.named(f"table {each.table}", label(each.table, each.title)), scope="row"),
            tag("td", each.dice),
            tag("td", chance_text(each.reached), share_bar(each.reached), class_="chance"),
        )
        for each in rolls
    )
    where = where_text(odds.situations[0].where) if len(odds.situations) > 1 else ""
    caption = f"How likely each is made ({spoken(where)})" if where else "How likely each is made"
    return tag("table", tag("caption", caption), heads("Table", "Dice", "Chance"), tag("tbody", body), class_="way")
