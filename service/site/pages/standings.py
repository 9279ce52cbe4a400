"""The pages on provenance: how much is printed, what is not, and the overlays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from bombsight.dsl.origin import HOME_MADE, STANDINGS, UNSEEN_STANDINGS
from bombsight.service.common.markup import Element, Node, tag
from bombsight.service.lookup.cards import Change
from bombsight.service.lookup.provenance import Known
from bombsight.service.lookup.rulings import ChangeLine, ItemLine, OverlayLine
from bombsight.service.lookup.summaries import Summary
from bombsight.service.lookup.verbalizer import readable_name
from bombsight.service.site.pages.addresses import make_anchor
from bombsight.service.site.pages.book import Book
from bombsight.service.site.pages.fragments import (
    PageContext,
    join_nodes,
    render_old_and_new,
    render_standing,
    render_table_head,
    scroll_box,
)
from bombsight.service.site.pages.frame import Page, render_page

STANDING_MEANINGS = {
    "printed": "as the printed game has it",
    "repaired": "printed, and mended where the print is damaged or wrong",
    "recovered": "taken from elsewhere, for the print was not at hand",
    "reconstructed": "made so that the rest makes sense, for nothing says how it was",
    HOME_MADE: "as its author has it, for there is no printed game behind it",
}
"""The meanings of the standings."""

OVERLAY_TITLES = {
    "errata": "Errata",
    "variant": "Variant",
    "preferences": "Preferences",
    "house": "House rules",
}
"""The titles of the kinds of overlays."""

OFFERED_NOTE = "What follows is offered besides: each is an edition of its own, which is chosen before a game."
"""The note above overlays in force in other editions."""


# --- shares of standings


def render_standing_shares(summary: Summary) -> Iterator[Element]:
    """Render the shares of the standings (printed, reconstructed ...) among tables and rules, as bars with words."""
    yield render_standing_share("tables", summary.tables, summary.standings)
    yield render_standing_share("rules", summary.rule_count, summary.rule_standings)


def render_standing_share(noun: str, count: int, standings: Mapping[str, int]) -> Element:
    """Render how many of ``count`` tables or rules have each standing (printed, reconstructed ...): bar and words."""
    bars: list[Element] = []
    at = 0.0
    for standing in STANDING_MEANINGS:
        part = 100 * standings.get(standing, 0) / max(1, count)
        if part:
            bars.append(tag("rect", class_=standing, x=at, width=part, height=8))
        at += part
    shares_text = ", ".join(f"{standings[each]} {each}" for each in STANDING_MEANINGS if standings.get(each))
    chart = tag("svg", bars, viewBox="0 0 100 8", preserveAspectRatio="none", class_="stands", aria_hidden="true")
    return tag("p", tag("span", f"{count} {noun}: {shares_text}"), chart, class_="share-of")


def render_legend(*summaries: Summary) -> Element:
    """Render what each standing (printed, reconstructed ...) means.

    `home-made` appears only if one of the games has it.
    """
    has_home_made = any(known.get(HOME_MADE) for each in summaries for known in (each.standings, each.rule_standings))
    standings = (*STANDINGS, HOME_MADE) if has_home_made else STANDINGS
    entries = (
        tag("div", tag("dt", *render_standing(standing)), tag("dd", STANDING_MEANINGS[standing]))
        for standing in standings
    )
    return tag("dl", entries, class_="legend")


def build_sources_page(book: Book) -> Page:
    """Build the page of tables and rules that are not known from print, with their evidence."""
    context = PageContext(book, book.addresses.standings)
    rules = book.rules
    content: list[Node] = [
        tag("h1", "How it is known"),
        tag("p", "Every table and every rule says how it came down to us.", class_="lede"),
        *render_standing_shares(book.summary),
        render_legend(book.summary),
    ]
    for standing in UNSEEN_STANDINGS:
        known_items = [each for each in rules.unseen if each.standing == standing]
        if known_items:
            content += render_provenance_lists(
                standing.capitalize(), f"What is {standing}, and what it rests on", known_items, context
            )
    if rules.resting:
        caption = "Known better themselves, these are computed from what is not as printed"
        content += render_provenance_lists("Resting on these", caption, rules.resting, context)
    if rules.printed_lines:
        content.append(
            tag("p", f"Of these, {rules.printed_lines} lines are printed all the same: their tables mark them.")
        )
    if not rules.unseen:
        content.append(tag("p", "Everything is printed, or printed and repaired."))
    about = f"How much of {book.title} is printed, repaired, recovered, reconstructed."
    return render_page(context.path, "How it is known", about, content, book)


def render_provenance_lists(
    title: str, caption: str, known_items: Sequence[Known], context: PageContext
) -> Iterator[Element]:
    """Render the game's tables and rules chapter by chapter as HTML tables, each with its provenance.

    Args:
        title: The heading.
        caption: The caption of the lists.
        known_items: The tables and rules.
        context: The page.
    """
    yield tag("h2", title)
    for chapter, group in groupby(known_items, key=lambda each: each.chapter):
        body = (
            tag(
                "tr",
                tag("th", render_name(each, context), scope="row"),
                tag("td", each.origin.evidence),
                tag(
                    "td",
                    tag("cite", context.link_citations(each.origin.cite)) if each.origin.cite else "",
                    class_="source",
                ),
            )
            for each in group
        )
        table = tag(
            "table",
            tag("caption", chapter or caption),
            render_table_head("What", "Rests on", "Source"),
            tag("tbody", body),
            class_="list",
        )
        yield scroll_box(table, chapter or title)


def render_name(known_item: Known, context: PageContext) -> list[Node]:
    """Render the name of a table or a rule, and the item that contains it."""
    kind, _, id_ = known_item.item.partition(":")
    link = context.link_by_name(
        f"{kind} {id_}" if kind != "modifier" else f"modifier {known_item.name}",
        known_item.title or readable_name(known_item.name),
    )
    where = (
        [tag("span", f" {known_item.kind} in {known_item.of}", class_="faint")]
        if known_item.of
        else [tag("span", f" {known_item.kind}", class_="faint")]
    )
    return [link, *where]


# --- overlays


def build_overlays_page(book: Book) -> Page:
    """Build the page of errata, variants and house rules in force, item by item."""
    context = PageContext(book, book.addresses.overlays)
    content: list[Node] = [
        tag("h1", "Errata and rulings"),
        tag(
            "p",
            "The base stands as it was printed. What is laid over it stands here, with what each item changed.",
            class_="lede",
        ),
    ]
    content += [render_overlay(each, context) for each in book.rules.overlays]
    if book.offered:
        content.append(tag("p", OFFERED_NOTE, class_="lede"))
        content += [render_overlay(each, context) for each in book.offered]
    offered = {f"{each.kind} {each.name}" for each in book.offered}
    idle = [name for name in book.rules.idle if name not in offered]
    if idle:
        content.append(tag("p", f"Not in force: {', '.join(idle)}."))
    about = f"What errata and rulings change in {book.title}."
    return render_page(context.path, "Errata and rulings", about, content, book)


def render_overlay(overlay: OverlayLine, context: PageContext) -> Element:
    """Render an overlay with its items."""
    name = f"{overlay.kind} {overlay.name}"
    by = [tag("cite", overlay.origin.cite)] if overlay.origin.cite else []
    by += [tag("span", f"by {overlay.author}")] if overlay.author else []
    return tag(
        "section",
        tag("h2", f"{OVERLAY_TITLES.get(overlay.kind, overlay.kind)}: {overlay.title}"),
        tag("p", tag("code", name), " ", *join_nodes(by, " "), class_="origin"),
        tag("ol", (render_overlay_item(each, name, context) for each in overlay.items), class_="items"),
        id=make_anchor(name),
    )


def render_overlay_item(item: ItemLine, overlay: str, context: PageContext) -> Element:
    """Render an overlay item: its title, the rules that it only confirms, and its changes."""
    confirmed = [change for change in item.changes if not change.was and not change.now]
    targets = (context.link_by_name(change.target) for change in confirmed)
    return tag(
        "li",
        tag("h3", f"{item.number}. {item.title}"),
        [tag("p", tag("cite", context.link_citations(item.origin.cite)), class_="origin")] if item.origin.cite else [],
        [tag("p", "Confirms ", join_nodes(targets, ", "), ".", class_="faint")] if confirmed else [],
        (part for change in item.changes if change.was or change.now for part in render_change(change, context)),
        id=make_anchor(f"{overlay} {item.number}"),
    )


def render_change(change: ChangeLine, context: PageContext) -> Iterator[Element]:
    """Render an amendment: its place, the old text and the new one."""
    where = [f", {change.place}"] if change.place else []
    yield tag("p", "In ", context.link_by_name(change.target), *where)
    yield from render_old_and_new(Change(was=change.was, now=change.now))
