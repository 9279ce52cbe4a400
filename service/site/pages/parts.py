"""What pages are put together from: links, standings, citations, lines of rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from bombsight.dsl.origin import Origin
from bombsight.service.common.markup import Element, Node, tag
from bombsight.service.lookup.cards import Amendment, Change
from bombsight.service.lookup.contents import Thing
from bombsight.service.lookup.plain_words import spoken
from bombsight.service.lookup.references import Reference
from bombsight.service.lookup.rule_text import squeezed
from bombsight.service.site.pages.addresses import leading
from bombsight.service.site.pages.book import Book

BETWEEN = " \N{MIDDLE DOT} "
"""What stands between parts of a line."""

DEEPEST = 4
"""Lines are set in by no more steps than this."""


@frozen
class Place:
    """A page that is being written.

    Attributes:
        book: The game that it is about.
        path: Its path in the site.
    """

    book: Book
    path: str

    def to(self, address: str, *text: Node, class_: str | None = None) -> Element:
        """A link to a page of the site."""
        return tag("a", text, href=leading(self.path, address), class_=class_)

    def thing(self, thing: Thing, *text: Node) -> Element:
        """A link to where a thing is told."""
        return self.to(self.book.addresses.things[thing], *(text or (called(thing),)))

    def linked(self, text: str) -> list[Node]:
        """A text in which the tables and errata that it names are links."""
        cited = self.book.cited
        parts = self.book.citation.split(text)
        # Every second part is a name; what is told on this page is no link.
        return [
            self.to(cited[part], part) if at % 2 and cited[part] != self.path else part
            for at, part in enumerate(parts)
            if part
        ]

    def part(self, thing: Thing) -> str:
        """The id of the part of its page that tells of a thing."""
        return self.book.addresses.things[thing].partition("#")[2]

    def named(self, name: str, text: str = "") -> Node:
        """A link to what is called so with its kind; a text where nothing is."""
        address = self.book.addresses.names.get(name)
        return self.to(address, text or name) if address is not None else text or name


def called(thing: Thing) -> str:
    """What a thing is called: its title, or its name for reading."""
    return thing.title or spoken(thing.name)


# --- where it comes from


def badge(standing: str) -> list[Element]:
    """A standing as a mark; none where nothing is said."""
    return [tag("span", standing, class_=f"standing {standing}")] if standing else []


def rests_on(origin: Origin) -> list[Node]:
    """A standing with what it rests on; nothing where nothing is said."""
    evidence = [tag("span", origin.evidence, class_="evidence")] if origin.evidence else []
    return [*separated([*badge(origin.standing), *evidence], " ")]


def source(origin: Origin, place: Place) -> list[Node]:
    """The citation, and the overlay items that amended what it is of but for those that it cites."""
    book = place.book
    cite: list[Node] = [tag("cite", place.linked(origin.cite))] if origin.cite else []
    said = {book.cited[name] for name in book.citation.findall(origin.cite)}
    items = (item for item in origin.amended_by if book.addresses.names.get(item) not in said)
    amended = (tag("span", "amended by ", place.named(item), class_="amended") for item in items)
    return [*separated([*cite, *amended], ", ")]


def provenance(origin: Origin, place: Place) -> list[Node]:
    """How something came down to us, where it stands, and what amended it; nothing where nothing is said."""
    known, cited = rests_on(origin), source(origin, place)
    return [*known, *([BETWEEN] if known and cited and origin.evidence else [" "] if known and cited else []), *cited]


def with_source(told: Iterable[Node], origin: Origin, place: Place) -> Element:
    """What a line says, and its source at the right where there is room."""
    said = source(origin, place)
    return tag("div", tag("div", told), [tag("div", said, class_="source")] if said else [], class_="cited")


def own_standing(origin: Origin) -> list[Element]:
    """How a line came down to us, on a line of its own; nothing where it stands as its table."""
    return [tag("span", rests_on(origin), class_="line")] if origin.standing else []


def separated(nodes: Iterable[Node], by: str) -> Iterator[Node]:
    """Nodes with a text between them."""
    for at, node in enumerate(nodes):
        if at:
            yield by
        yield node


# --- lines


def lines(texts: Iterable[str], place: Place) -> Iterator[Element]:
    """Lines of words below each other, set in as they begin."""
    for text in texts:
        deep = min(DEEPEST, (len(text) - len(text.lstrip())) // 2)
        yield tag("span", place.linked(text.strip()), class_=f"line in{deep}" if deep else "line")


def written(texts: Sequence[str], label: str) -> list[Element]:
    """Rules as they are written; wide ones scroll by themselves, with the keyboard as well."""
    if not texts:
        return []
    return [tag("pre", "\n".join(texts), tabindex="0", role="group", aria_label=label)]


def wide(table: Element, label: str) -> Element:
    """A table that scrolls by itself where the screen is narrow, with the keyboard as well.

    Who has a link to stand on in it can scroll it so; without one it is stood on itself.
    """
    if has_link(table):
        return tag("div", table, class_="wide")
    return tag("div", table, class_="wide", tabindex="0", role="group", aria_label=label)


def has_link(element: Element) -> bool:
    """Whether there is a link in an element."""
    return element.name == "a" or any(isinstance(each, Element) and has_link(each) for each in element.children)


def heads(*titles: str) -> Element:
    """The head of a table: a title for each column, those without a text for who hears it alone."""
    return tag("thead", tag("tr", (tag("th", title, scope="col") for title in titles)))


# --- what amended it, who uses it


def amended(amendments: Iterable[Amendment], place: Place) -> Element:
    """Overlay items, each with what it did."""
    return tag(
        "ul",
        (
            tag(
                "li",
                tag("p", place.named(item.item), f": {item.title} ", tag("cite", place.linked(item.origin.cite))),
                (part for change in item.changes for part in was_now(change)),
            )
            for item in amendments
        ),
        class_="amendments",
    )


def was_now(change: Change) -> Iterator[Element]:
    """A change: what stood there, and what stands there now; a confirmation in words."""
    if not change.was and not change.now:
        yield tag("p", "Confirmed as it stands.", class_="faint")
    for name, text in (("was", change.was), ("now", change.now)):
        if text:
            body = tag("del" if name == "was" else "ins", squeezed(text))
            yield tag(
                "pre",
                body,
                class_=name,
                tabindex="0",
                role="group",
                aria_label=f"What it {'was' if name == 'was' else 'is now'}",
            )


def referring(references: Sequence[Reference], place: Place) -> Element:
    """Things as links, in a line."""
    return tag("span", separated((reference(each, place) for each in references), ", "))


def reference(each: Reference, place: Place) -> Node:
    """A thing as a link."""
    if each.kind == "table" and each.title not in ("", each.name):
        return place.named(f"table {each.name}", f"{each.name} {each.title}")
    return place.named(f"{each.kind} {each.name}", each.title or spoken(each.name))
