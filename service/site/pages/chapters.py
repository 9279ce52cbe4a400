"""The rules chapter by chapter: each thing in words, as written, and with what it hangs together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from bombsight.compiler.graph.chapters import Chapter as Heading
from bombsight.dsl.source import Source
from bombsight.service.common.markup import Element, Node, tag
from bombsight.service.lookup.cards import Line
from bombsight.service.lookup.contents import Chapter, Thing
from bombsight.service.lookup.description import Described, Links
from bombsight.service.lookup.phrases import label
from bombsight.service.lookup.plain_words import spoken
from bombsight.service.site.pages.addresses import LAID_OVER, stem
from bombsight.service.site.pages.book import Book
from bombsight.service.site.pages.frame import Page, Step, page
from bombsight.service.site.pages.parts import (
    Place,
    amended,
    called,
    heads,
    own_standing,
    provenance,
    referring,
    wide,
    with_source,
    written,
)

KINDS = {
    "enum": "words",
    "define": "derived value",
    "reroll": "offer to throw again",
    "tally": "counted of many runs",
}
"""What people call kinds of things whose names in the language say little."""

SAID = ("state", "held", "with", "gives", "known as")
"""Facts that the head of a thing says already."""

WITHIN = ("field", "option")
"""Kinds of things that stand in a table together, a line each."""


def chapter_page(book: Book, chapter: Chapter) -> Page:
    """The page of a file."""
    place = Place(book, book.addresses.chapters[chapter.name])
    title = chapter_title(chapter.name)
    intro = introduction(book.sources[chapter.name])
    content: list[Node] = [tag("h1", title), *([tag("p", place.linked(intro), class_="lede")] if intro else [])]
    for heading, things in by_heading(book, chapter):
        content += under(heading, things, place)
    about = intro or f"{title}: rules of {book.title}."
    return page(place.path, title, about, content, book, [Step(book.addresses.rules, "Rules")])


def chapter_title(path: str) -> str:
    """What a file is called as a page."""
    name = stem(path).replace("-", " ").replace("_", " ")
    return name[:1].upper() + name[1:]


def introduction(source: Source) -> str:
    """What a file says of itself: the first paragraph of the comment that it begins with."""
    found: list[str] = []
    for line in source.text.split("\n"):
        text = line.removeprefix("#").strip()
        if not line.startswith("#") or not text:
            break
        found.append(text)
    return " ".join(found)


def by_heading(book: Book, chapter: Chapter) -> Iterator[tuple[Heading | None, list[Thing]]]:
    """The things of a file under its headings, in the order of the text; first those under none."""
    headings = sorted(
        (each for each in book.graph.chapters if each.span.path == chapter.name), key=lambda each: each.span.start
    )

    def number(thing: Thing) -> int:
        return sum(each.span.start <= thing.origin.place.start for each in headings)

    ordered = sorted(chapter.things, key=lambda thing: thing.origin.place.start)
    for at, things in groupby(sorted(ordered, key=number), key=number):
        yield (headings[at - 1] if at else None), [*things]


def under(heading: Heading | None, things: Sequence[Thing], place: Place) -> Iterator[Element]:
    """Things under a heading, those that stand in tables together at the place of the first."""
    told: list[Node] = []
    if heading is not None:
        told.append(tag("h2", heading.title))
        said = provenance(heading.origin, place)
        told += [tag("p", said, class_="origin")] if said else []
    for group, found in groupby(things, key=lambda thing: (thing.kind, thing.of) if thing.kind in WITHIN else thing):
        members = [*found]
        if not isinstance(group, tuple):
            head = "h2" if heading is None else "h3"
            told += [laid_over(members[0], place) if members[0].kind in LAID_OVER else section(members[0], head, place)]
        elif members[0].kind == "option":
            told.append(wide(options(members, place), "Options"))
        else:
            told.append(wide(fields(members, place), f"Fields of {members[0].of}"))
    yield tag("section", told)


def laid_over(thing: Thing, place: Place) -> Element:
    """Where an overlay is told."""
    return tag("p", f"{thing.kind.capitalize()}: ", place.thing(thing))


# --- lines of tables


def options(things: Sequence[Thing], place: Place) -> Element:
    """Options below each other."""
    body = (
        tag(
            "tr",
            tag("th", thing.title or spoken(thing.name), " ", tag("code", thing.name), scope="row"),
            tag("td", spoken(fact(place.book.described[thing], "default"))),
            tag("td", spoken(fact(place.book.described[thing], "values"))),
            tag("td", provenance(thing.origin, place), class_="source"),
            id=place.part(thing),
        )
        for thing in things
    )
    return tag(
        "table", tag("caption", "Options"), heads("Option", "As it comes", "Can be", "Source"), tag("tbody", body)
    )


def fact(told: Described, name: str) -> str:
    """What is known of a thing under a name; empty where nothing is."""
    return next((each.text for each in told.facts if each.name == name), "")


def fields(things: Sequence[Thing], place: Place) -> Element:
    """Fields below each other, with who changes and who reads them."""
    body = (field(thing, place.book.described[thing], place) for thing in things)
    caption = tag("caption", f"Fields of {things[0].of}")
    return tag("table", caption, heads("Field", "Can be", "At first", "Changed by", "Read by"), tag("tbody", body))


def field(thing: Thing, told: Described, place: Place) -> Element:
    """A field."""
    name = thing.name.rpartition(".")[2]
    links = {link.name: link.references for link in told.links}
    return tag(
        "tr",
        tag("th", *([thing.title, " "] if thing.title else []), tag("code", name), scope="row"),
        tag("td", thing.about),
        tag("td", fact(told, "default")),
        *(tag("td", referring(links[link], place) if link in links else "") for link in ("changed by", "read by")),
        id=place.part(thing),
    )


# --- a thing by itself


def section(thing: Thing, head: str, place: Place) -> Element:
    """A thing: what it is, where it comes from, what it does, who uses it."""
    told = place.book.described[thing]
    if thing.kind == "table":
        return table_line(thing, head, place)
    origin = provenance(thing.origin, place)
    return tag(
        "article",
        tag(head, called(thing)),
        tag(
            "p",
            kind(thing),
            " ",
            tag("code", signature(thing)),
            *life(thing),
            *([", ", *origin] if origin else []),
            class_="origin",
        ),
        facts(told),
        parts(told, place),
        [wide(values(told), f"Values of {thing.name}")] if told.grid else [],
        written(told.text, f"{called(thing)}, as written"),
        links(told.links, place),
        [tag("p", tag("strong", "Amended")), amended(told.amendments, place)] if told.amendments else [],
        id=place.part(thing),
    )


def signature(thing: Thing) -> str:
    """The name of a thing, with what it takes and gives."""
    return f"{thing.name}{thing.about}" if thing.kind in ("define", "procedure") else thing.name


def life(thing: Thing) -> list[Node]:
    """How long state lasts, and where a record is held."""
    return [", ", thing.about] if thing.kind in ("state", "record") and thing.about else []


def kind(thing: Thing) -> str:
    """What people call the kind of a thing."""
    return KINDS.get(thing.kind, thing.kind)


def table_line(thing: Thing, head: str, place: Place) -> Element:
    """A table, which has a page of its own."""
    said = provenance(thing.origin, place)
    name = label(thing.name, thing.title)
    return tag(
        "article",
        tag(head, place.thing(thing, name)),
        tag("p", f"table, {thing.about}", *([", ", *said] if said else []), class_="origin"),
    )


def facts(told: Described) -> list[Element]:
    """What is known of a thing, name by name."""
    shown = [
        each for each in told.facts if each.name not in SAID and (told.thing.kind, each.name) != ("define", "type")
    ]
    if not shown:
        return []
    return [
        tag(
            "dl",
            (tag("div", tag("dt", each.name.capitalize()), tag("dd", each.text.replace("{}", "…"))) for each in shown),
            class_="facts",
        )
    ]


def parts(told: Described, place: Place) -> list[Element]:
    """A base with its exceptions; what is stated elsewhere, the fields of state, is left to its own lines."""
    if not told.lines or told.thing.kind in ("state", "record"):
        return []
    body = (
        tag(
            "tr",
            tag("th", each.key.strip() or "base", scope="row"),
            tag("td", with_source([*result(each), *own_standing(each.origin)], each.origin, place)),
        )
        for each in told.lines
    )
    caption = tag("caption", f"What {called(told.thing)} is", class_="unseen")
    return [wide(tag("table", caption, heads("Case", "Value"), tag("tbody", body)), called(told.thing))]


def result(line: Line) -> list[Element]:
    """What a line says, as written."""
    return [tag("code", text) for text in line.result]


def values(told: Described) -> Element:
    """The values of an enum with their printed data."""
    columns = [at for at in range(len(told.head)) if any(row[at : at + 1] != ("",) for row in told.grid)]
    body = (
        tag("tr", (tag("td", spoken(row[at])) if at else tag("th", row[at], scope="row") for at in columns))
        for row in told.grid
    )
    head = tag(
        "thead", tag("tr", (tag("th", spoken(told.head[at]).capitalize() or "Source", scope="col") for at in columns))
    )
    return tag("table", tag("caption", f"Values of {told.thing.name}", class_="unseen"), head, tag("tbody", body))


def links(found: Sequence[Links], place: Place) -> list[Element]:
    """What a thing hangs together with; folded away, for there is much of it."""
    if not found:
        return []
    told = (
        tag("div", tag("dt", link.name.capitalize()), tag("dd", referring(link.references, place))) for link in found
    )
    return [tag("details", tag("summary", "What it hangs together with"), tag("dl", told, class_="links"))]
