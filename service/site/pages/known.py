"""How well a game is known: how much is printed, and what is not; and what was laid over it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from bombsight.dsl.origin import HOME_MADE, STANDINGS, UNSEEN
from bombsight.service.common.markup import Element, Node, tag
from bombsight.service.lookup.cards import Change
from bombsight.service.lookup.origins import Known
from bombsight.service.lookup.plain_words import spoken
from bombsight.service.lookup.rulings import ChangeLine, ItemLine, OverlayLine
from bombsight.service.lookup.summaries import Summary
from bombsight.service.site.pages.addresses import anchor
from bombsight.service.site.pages.book import Book
from bombsight.service.site.pages.frame import Page, page
from bombsight.service.site.pages.parts import Place, badge, heads, separated, was_now, wide

MEANT = {
    "printed": "as the printed game has it",
    "repaired": "printed, and mended where the print is damaged or wrong",
    "recovered": "taken from elsewhere, for the print was not at hand",
    "reconstructed": "made so that the rest makes sense, for nothing says how it was",
    HOME_MADE: "as its author has it, for there is no printed game behind it",
}
"""What the standings mean."""

KINDS = {"errata": "Errata", "variant": "Variant", "house": "House rules"}
"""What overlays are called by their kinds."""

OFFERED = "What follows is offered besides: each is an edition of its own, which is chosen before a game."
"""What is said of overlays that are in force in other editions."""


# --- how much


def shares(summary: Summary) -> Iterator[Element]:
    """How much of the tables and of the rules stands how: a bar and words."""
    yield share_of("tables", summary.tables, summary.standings)
    yield share_of("rules", summary.rule_count, summary.rule_standings)


def share_of(what: str, count: int, standings: Mapping[str, int]) -> Element:
    """How much of one kind stands how."""
    bars: list[Element] = []
    at = 0.0
    for standing in MEANT:
        part = 100 * standings.get(standing, 0) / max(1, count)
        if part:
            bars.append(tag("rect", class_=standing, x=at, width=part, height=8))
        at += part
    told = ", ".join(f"{standings[each]} {each}" for each in MEANT if standings.get(each))
    drawn = tag("svg", bars, viewBox="0 0 100 8", preserveAspectRatio="none", class_="stands", aria_hidden="true")
    return tag("p", tag("span", f"{count} {what}: {told}"), drawn, class_="share-of")


def legend(*summaries: Summary) -> Element:
    """What the standings mean; what is home-made only where some of these games have such."""
    made = any(known.get(HOME_MADE) for each in summaries for known in (each.standings, each.rule_standings))
    shown = (*STANDINGS, HOME_MADE) if made else STANDINGS
    told = (tag("div", tag("dt", *badge(standing)), tag("dd", MEANT[standing])) for standing in shown)
    return tag("dl", told, class_="legend")


def sources_page(book: Book) -> Page:
    """What of a game is not as printed, and what that rests on."""
    place = Place(book, book.addresses.standings)
    rules = book.rules
    content: list[Node] = [
        tag("h1", "How it is known"),
        tag("p", "Every table and every rule says how it came down to us.", class_="lede"),
        *shares(book.summary),
        legend(book.summary),
    ]
    for standing in UNSEEN:
        found = [each for each in rules.unseen if each.standing == standing]
        if found:
            content += listing(standing.capitalize(), f"What is {standing}, and what it rests on", found, place)
    if rules.resting:
        told = "Known better themselves, these are computed from what is not as printed"
        content += listing("Resting on these", told, rules.resting, place)
    if rules.printed_lines:
        content.append(
            tag("p", f"Of these, {rules.printed_lines} lines are printed all the same: their tables mark them.")
        )
    if not rules.unseen:
        content.append(tag("p", "Everything is printed, or printed and repaired."))
    about = f"How much of {book.title} is printed, repaired, recovered, reconstructed."
    return page(place.path, "How it is known", about, content, book)


def listing(title: str, told: str, found: Sequence[Known], place: Place) -> Iterator[Element]:
    """Tables and rules chapter by chapter, each with what it rests on."""
    yield tag("h2", title)
    for chapter, group in groupby(found, key=lambda each: each.chapter):
        body = (
            tag(
                "tr",
                tag("th", name(each, place), scope="row"),
                tag("td", each.origin.evidence),
                tag("td", tag("cite", place.linked(each.origin.cite)) if each.origin.cite else "", class_="source"),
            )
            for each in group
        )
        table = tag(
            "table",
            tag("caption", chapter or told),
            heads("What", "Rests on", "Source"),
            tag("tbody", body),
            class_="list",
        )
        yield wide(table, chapter or title)


def name(each: Known, place: Place) -> list[Node]:
    """What a table or a rule is called, and what it stands in."""
    kind, _, id_ = each.item.partition(":")
    link = place.named(
        f"{kind} {id_}" if kind != "modifier" else f"modifier {each.name}", each.title or spoken(each.name)
    )
    where = (
        [tag("span", f" {each.kind} in {each.of}", class_="faint")]
        if each.of
        else [tag("span", f" {each.kind}", class_="faint")]
    )
    return [link, *where]


# --- what was laid over it


def amended_page(book: Book) -> Page:
    """Errata, variants and house rules in force, item by item."""
    place = Place(book, book.addresses.overlays)
    content: list[Node] = [
        tag("h1", "Errata and rulings"),
        tag(
            "p",
            "The base stands as it was printed. What is laid over it stands here, with what each item changed.",
            class_="lede",
        ),
    ]
    content += [overlay(each, place) for each in book.rules.overlays]
    if book.offered:
        content.append(tag("p", OFFERED, class_="lede"))
        content += [overlay(each, place) for each in book.offered]
    offered = {f"{each.kind} {each.name}" for each in book.offered}
    idle = [name for name in book.rules.idle if name not in offered]
    if idle:
        content.append(tag("p", f"Not in force: {', '.join(idle)}."))
    about = f"What errata and rulings change in {book.title}."
    return page(place.path, "Errata and rulings", about, content, book)


def overlay(told: OverlayLine, place: Place) -> Element:
    """An overlay with its items."""
    name = f"{told.kind} {told.name}"
    by = [tag("cite", told.origin.cite)] if told.origin.cite else []
    by += [tag("span", f"by {told.author}")] if told.author else []
    return tag(
        "section",
        tag("h2", f"{KINDS.get(told.kind, told.kind)}: {told.title}"),
        tag("p", tag("code", name), " ", *separated(by, " "), class_="origin"),
        tag("ol", (item(each, name, place) for each in told.items), class_="items"),
        id=anchor(name),
    )


def item(told: ItemLine, overlay: str, place: Place) -> Element:
    """An item: what it is about, what it confirms, what it changes."""
    confirmed = [change for change in told.changes if not change.was and not change.now]
    targets = (place.named(change.target) for change in confirmed)
    return tag(
        "li",
        tag("h3", f"{told.number}. {told.title}"),
        [tag("p", tag("cite", place.linked(told.origin.cite)), class_="origin")] if told.origin.cite else [],
        [tag("p", "Confirms ", separated(targets, ", "), ".", class_="faint")] if confirmed else [],
        (part for change in told.changes if change.was or change.now for part in changed(change, place)),
        id=anchor(f"{overlay} {told.number}"),
    )


def changed(change: ChangeLine, place: Place) -> Iterator[Element]:
    """A change: where, what stood there, and what stands there now."""
    where = [f", {change.place}"] if change.place else []
    yield tag("p", "In ", place.named(change.target), *where)
    yield from was_now(Change(was=change.was, now=change.now))
