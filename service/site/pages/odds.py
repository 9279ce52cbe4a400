"""The odds on a table's page: bars and figures, a matrix of cases, the effect of each modifier."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bombsight.dsl.listing import capitalize_first, join_names
from bombsight.service.common.markup import Element, Node, tag
from bombsight.service.lookup.phrases import table_label
from bombsight.service.lookup.verbalizer import readable_expression, readable_name
from bombsight.service.site.pages.fragments import PageContext, render_table_head, scroll_box
from bombsight.service.site.pages.odds_cache import MAX_RUNS, RolledTableOdds
from bombsight.service.table_odds.counting import Chance
from bombsight.service.table_odds.documents import Chances, ModifierOdds, OutcomeOdds, SituationOdds, TableOdds
from bombsight.service.table_odds.drawing import shown_ratio
from bombsight.service.table_odds.drawing_texts import OutcomeGroup, group_outcomes, outcome_label
from bombsight.service.table_odds.wording import (
    GIVEN_HINT,
    assumptions_text,
    chance_text,
    collect_shared_remarks,
    format_percent,
    pair_outcomes,
    select_table_rolls,
    situation_text,
)

MIN_SHIFT = 1e-9
"""The smallest change of a chance that counts as one."""

IMPOSSIBLE = "\N{EN DASH}"
"""The sign for an impossible outcome."""

MAX_MOVED_OUTCOMES = 6
"""The maximum number of outcomes listed for a modifier."""


def render_share_bar(chance: Chance) -> Element:
    """Render a probability as a bar, hidden from screen readers as figures stand beside it."""
    bar = [tag("rect", width=max(0.8, 100 * chance.share), height=6)] if chance.share else []
    return tag("svg", bar, viewBox="0 0 100 6", preserveAspectRatio="none", class_="bar", aria_hidden="true")


def render_odds(odds: RolledTableOdds, context: PageContext) -> Iterator[Element]:
    """Render the outcomes of a roll in the initial state, and the rolls on other tables that it causes."""
    usual = odds.usual
    yield tag("section", tag("h2", "Odds"), *render_outcomes(usual), *render_remarks(usual), id="odds")
    if select_table_rolls(usual.situations[0].chances):
        yield tag(
            "section",
            tag("h2", "Rolls on the way"),
            scroll_box(render_rolls_on_the_way(usual, context), "Rolls on the way"),
        )


def render_odds_by_case(odds: RolledTableOdds) -> Iterator[Element]:
    """Render the odds for each case (combination of state values), and the effect of each modifier."""
    if odds.cases is not None:
        yield tag("section", tag("h2", "By what decides the roll"), *render_outcomes(odds.cases), id="cases")
    usual = odds.usual
    modifiers = usual.situations[0].chances.modifiers
    if modifiers:
        where = situation_text(usual.situations[0].where) if len(usual.situations) > 1 else ""
        title = f"What each modifier matters ({readable_name(where)})" if where else "What each modifier matters"
        table = scroll_box(render_modifier_effects(modifiers, usual.situations[0].chances), title)
        yield tag("section", tag("h2", title), table, id="modifiers-matter")


def render_outcomes(odds: TableOdds) -> Iterator[Element]:
    """Render the outcomes of a roll: as bars for one case, as a matrix for several."""
    if len(odds.situations) == 1:
        groups = [*group_outcomes(odds.situations[0])]
        if not odds.situations[0].chances.results and odds.dice:
            yield tag("p", "The chance of each row stands beside it.")
            del groups[0]
        for group in groups:
            if group.outcomes:
                yield scroll_box(render_outcome_bars(group), outcome_caption(group))
        return
    groups_by_case = [[*group_outcomes(situation)] for situation in odds.situations]
    for at in range(max(map(len, groups_by_case))):
        yield scroll_box(
            render_case_matrix(odds.situations, [each[at] if at < len(each) else None for each in groups_by_case]),
            "Odds by case",
        )


def render_outcome_bars(group: OutcomeGroup) -> Element:
    """Render outcomes as a table with bars."""
    body = (
        tag(
            "tr",
            tag("th", name, scope="row"),
            tag("td", render_share_bar(line.chance), class_="drawn"),
            tag("td", chance_text(line.chance), class_="number"),
            tag("td", shown_ratio(line.chance), class_="number faint"),
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
    return tag("table", tag("caption", outcome_caption(group)), head, tag("tbody", body), class_="odds")


def outcome_caption(group: OutcomeGroup) -> str:
    """Return the caption of a table of outcomes."""
    return capitalize_first(group.title) or "What may come of a roll"


def render_case_matrix(situations: Sequence[SituationOdds], groups_by_case: Sequence[OutcomeGroup | None]) -> Element:
    """Render a matrix of cases and outcomes, the fewer of the two as columns."""
    names: dict[str, str] = {}
    for group in groups_by_case:
        for name, line in group.outcomes if group is not None else ():
            names.setdefault(line.name, name)
    chances_by_case = [
        {line.name: line.chance for _, line in group.outcomes} if group is not None else {} for group in groups_by_case
    ]
    case_titles = [capitalize_first(readable_name(situation_text(each.where))) or "Otherwise" for each in situations]
    title = next((capitalize_first(group.title) for group in groups_by_case if group is not None and group.title), "")
    if len(names) <= len(situations):
        body = (
            tag("tr", tag("th", where, scope="row"), (render_chance_cell(lines.get(name)) for name in names))
            for where, lines in zip(case_titles, chances_by_case, strict=True)
        )
        head = render_table_head("Case", *names.values())
    else:
        body = (
            tag("tr", tag("th", title, scope="row"), (render_chance_cell(lines.get(name)) for lines in chances_by_case))
            for name, title in names.items()
        )
        head = render_table_head("Outcome", *case_titles)
    return tag("table", tag("caption", title or "Odds by case"), head, tag("tbody", body), class_="matrix")


def render_chance_cell(chance: Chance | None) -> Element:
    """Render a probability as a table cell, with figures and a bar."""
    if chance is None:
        return tag("td", IMPOSSIBLE, class_="chance")
    nodes: list[Node] = [chance_text(chance)]
    if shown_ratio(chance):
        nodes += [" ", tag("span", shown_ratio(chance), class_="faint")]
    return tag("td", nodes, render_share_bar(chance), class_="chance")


def render_remarks(odds: TableOdds) -> Iterator[Element]:
    """Render remarks on the odds."""
    texts = [capitalize_first(text) for text in collect_shared_remarks(odds) if not text.endswith(GIVEN_HINT)]
    if odds.assumed:
        texts.append(f"As when a game begins: {readable_expression(assumptions_text(odds.assumed))}.")
    for text in texts:
        yield tag("p", text, class_="remark")
    if any(each.chances.thrown for each in odds.situations):
        command = tag("code", f"bombsight odds {odds.game} {odds.table}")
        yield tag("p", f"Here {MAX_RUNS} runs are gone through; ", command, " goes through more.", class_="remark")


# --- modifiers


def render_modifier_effects(modifiers: Sequence[ModifierOdds], chances: Chances) -> Element:
    """Render how each modifier changes the odds; modifiers with equal effects share a row."""
    labels_by_effect: dict[tuple[int, bool, tuple[str, ...], tuple[str, ...]], list[str]] = {}
    for each in modifiers:
        key = (each.amount, each.counts, each.instead, tuple(describe_odds_changes(each, chances)))
        labels_by_effect.setdefault(key, []).append(readable_name(each.label))
    body = (
        tag(
            "tr",
            tag("td", f"{amount:+}" if amount else "0", class_="number"),
            tag("th", ", ".join(labels), *render_circumstances(counts, instead), scope="row"),
            tag("td", (tag("span", text, class_="move") for text in moved)),
        )
        for (amount, counts, instead, moved), labels in labels_by_effect.items()
    )
    caption = tag("caption", "The odds with it, or without one that counts")
    return tag("table", caption, render_table_head("Adds", "Modifier", "Moves"), tag("tbody", body), class_="matters")


def render_circumstances(applies: bool, replaced_labels: Sequence[str]) -> Iterator[Node]:
    """Render the note whether a modifier applies already, and which modifiers it replaces."""
    texts = [
        *(["counts"] if applies else []),
        *([f"instead of {join_names(map(readable_name, replaced_labels))}"] if replaced_labels else []),
    ]
    if texts:
        yield tag("span", f" ({', '.join(texts)})", class_="faint")


def describe_odds_changes(modifier: ModifierOdds, chances: Chances) -> Iterator[str]:
    """Describe how the odds change when a modifier is switched on or off, the largest changes first."""
    base: Sequence[OutcomeOdds] = chances.results or [
        OutcomeOdds(name=row.key, title=row.title, chance=row.chance) for row in chances.rows
    ]
    moved_outcomes = [
        (line, line.against)
        for line in pair_outcomes(modifier.outcomes, base)
        if line.against is not None and abs(line.chance.share - line.against.share) > MIN_SHIFT
    ]
    if not moved_outcomes:
        yield "nothing" if modifier.amount else "nothing, as things stand"
    moved_outcomes.sort(key=lambda each: -round(abs(each[0].chance.share - each[1].share), 9))
    for line, was in moved_outcomes[:MAX_MOVED_OUTCOMES]:
        yield f"{outcome_label(line)}: {format_percent(was.share)} → {format_percent(line.chance.share)}"
    if len(moved_outcomes) > MAX_MOVED_OUTCOMES:
        yield f"and {len(moved_outcomes) - MAX_MOVED_OUTCOMES} more"


# --- rolls on other tables


def render_rolls_on_the_way(odds: TableOdds, context: PageContext) -> Element:
    """Render the rolls on other tables that a roll causes, with the probability of each."""
    rolls = select_table_rolls(odds.situations[0].chances)
    body = (
        tag(
            "tr",
            tag("th", context.link_by_name(f"table {each.table}", table_label(each.table, each.title)), scope="row"),
            tag("td", each.dice),
            tag("td", chance_text(each.reached), render_share_bar(each.reached), class_="chance"),
        )
        for each in rolls
    )
    where = situation_text(odds.situations[0].where) if len(odds.situations) > 1 else ""
    caption = f"How likely each is made ({readable_name(where)})" if where else "How likely each is made"
    return tag(
        "table", tag("caption", caption), render_table_head("Table", "Dice", "Chance"), tag("tbody", body), class_="way"
    )
