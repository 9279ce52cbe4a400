"""What pages are put together from: links, standings, citations, lines of rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from bombsight.dsl.origin import Origin
from bombsight.service.common.markup import Element, Node, tag
from bombsight.service.lookup.cards import Amendment, Change
from bombsight.service.lookup.contents import Thing
from bombsight.service.lookup.references import Reference
from bombsight.service.lookup.rule_text import collapse_spaces
from bombsight.service.lookup.verbalizer import readable_name
from bombsight.service.site.pages.addresses import relative_link
from bombsight.service.site.pages.book import Book

SEPARATOR = " \N{MIDDLE DOT} "
"""What stands between parts of a line."""

MAX_INDENT = 4
"""Lines are set in by no more steps than this."""


@frozen
class PageContext:
    """A page that is being written.

    Attributes:
        book: The game that it is about.
        path: Its path in the site.
    """

    book: Book
    path: str

    def link_to(self, address: str, *text: Node, class_: str | None = None) -> Element:
        """A link to a page of the site."""
        return tag("a", text, href=relative_link(self.path, address), class_=class_)

    def link_to_thing(self, thing: Thing, *text: Node) -> Element:
        """A link to where a thing is told."""
        return self.link_to(self.book.addresses.things[thing], *(text or (thing_title(thing),)))

    def link_citations(self, text: str) -> list[Node]:
        """A text in which the tables and errata that it names are links."""
        targets = self.book.citation_targets
        parts = self.book.citation_pattern.split(text)
        # Every second part is a name; what is told on this page is no link.
        return [
            self.link_to(targets[part], part) if at % 2 and targets[part] != self.path else part
            for at, part in enumerate(parts)
            if part
        ]

    def anchor_of(self, thing: Thing) -> str:
        """The id of the part of its page that tells of a thing."""
        return self.book.addresses.things[thing].partition("#")[2]

    def link_by_name(self, name: str, text: str = "") -> Node:
        """A link to what is called so with its kind; a text where nothing is."""
        address = self.book.addresses.names.get(name)
        return self.link_to(address, text or name) if address is not None else text or name


def thing_title(thing: Thing) -> str:
    """What a thing is called: its title, or its name for reading."""
    return thing.title or readable_name(thing.name)


# --- where it comes from


def render_standing(standing: str) -> list[Element]:
    """A standing as a mark; none where nothing is said."""
    return [tag("span", standing, class_=f"standing {standing}")] if standing else []


def render_evidence(origin: Origin) -> list[Node]:
    """A standing with what it rests on; nothing where nothing is said."""
    evidence = [tag("span", origin.evidence, class_="evidence")] if origin.evidence else []
    return [*join_nodes([*render_standing(origin.standing), *evidence], " ")]


def render_source(origin: Origin, context: PageContext) -> list[Node]:
    """The citation, and the overlay items that amended what it is of but for those that it cites."""
    book = context.book
    cite: list[Node] = [tag("cite", context.link_citations(origin.cite))] if origin.cite else []
    cited_addresses = {book.citation_targets[name] for name in book.citation_pattern.findall(origin.cite)}
    items = (item for item in origin.amended_by if book.addresses.names.get(item) not in cited_addresses)
    amendment_nodes = (tag("span", "amended by ", context.link_by_name(item), class_="amended") for item in items)
    return [*join_nodes([*cite, *amendment_nodes], ", ")]


def render_provenance(origin: Origin, context: PageContext) -> list[Node]:
    """How something came down to us, where it stands, and what amended it; nothing where nothing is said."""
    evidence_nodes, source_nodes = render_evidence(origin), render_source(origin, context)
    return [
        *evidence_nodes,
        *(
            [SEPARATOR]
            if evidence_nodes and source_nodes and origin.evidence
            else [" "]
            if evidence_nodes and source_nodes
            else []
        ),
        *source_nodes,
    ]


def render_with_source(nodes: Iterable[Node], origin: Origin, context: PageContext) -> Element:
    """What a line says, and its source at the right where there is room."""
    source_nodes = render_source(origin, context)
    return tag(
        "div", tag("div", nodes), [tag("div", source_nodes, class_="source")] if source_nodes else [], class_="cited"
    )


def render_own_standing(origin: Origin) -> list[Element]:
    """How a line came down to us, on a line of its own; nothing where it stands as its table."""
    return [tag("span", render_evidence(origin), class_="line")] if origin.standing else []


def join_nodes(nodes: Iterable[Node], separator: str) -> Iterator[Node]:
    """Nodes with a text between them."""
    for at, node in enumerate(nodes):
        if at:
            yield separator
        yield node


# --- lines


def render_lines(texts: Iterable[str], context: PageContext) -> Iterator[Element]:
    """Lines of words below each other, set in as they begin."""
    for text in texts:
        indent = min(MAX_INDENT, (len(text) - len(text.lstrip())) // 2)
        yield tag("span", context.link_citations(text.strip()), class_=f"line in{indent}" if indent else "line")


def render_source_text(texts: Sequence[str], label: str) -> list[Element]:
    """Rules as they are written; wide ones scroll by themselves, with the keyboard as well."""
    if not texts:
        return []
    return [tag("pre", "\n".join(texts), tabindex="0", role="group", aria_label=label)]


def scroll_box(table: Element, label: str) -> Element:
    """A table that scrolls by itself where the screen is narrow, with the keyboard as well.

    Who has a link to stand on in it can scroll it so; without one it is stood on itself.
    """
    if has_link(table):
        return tag("div", table, class_="wide")
    return tag("div", table, class_="wide", tabindex="0", role="group", aria_label=label)


def has_link(element: Element) -> bool:
    """Whether there is a link in an element."""
    return element.name == "a" or any(isinstance(each, Element) and has_link(each) for each in element.children)


def render_table_head(*titles: str) -> Element:
    """The head of a table: a title for each column, those without a text for who hears it alone."""
    return tag("thead", tag("tr", (tag("th", title, scope="col") for title in titles)))


# --- what amended it, who uses it


def render_amendments(amendments: Iterable[Amendment], context: PageContext) -> Element:
    """Overlay items, each with what it did."""
    return tag(
        "ul",
        (
            tag(
                "li",
                tag(
                    "p",
                    context.link_by_name(item.item),
                    f": {item.title} ",
                    tag("cite", context.link_citations(item.origin.cite)),
                ),
                (part for change in item.changes for part in render_was_now(change)),
            )
            for item in amendments
        ),
        class_="amendments",
    )


def render_was_now(change: Change) -> Iterator[Element]:
    """A change: what stood there, and what stands there now; a confirmation in words."""
    if not change.was and not change.now:
        yield tag("p", "Confirmed as it stands.", class_="faint")
    for name, text in (("was", change.was), ("now", change.now)):
        if text:
            body = tag("del" if name == "was" else "ins", collapse_spaces(text))
            yield tag(
                "pre",
                body,
                class_=name,
                tabindex="0",
                role="group",
                aria_label=f"What it {'was' if name == 'was' else 'is now'}",
            )


def render_references(references: Sequence[Reference], context: PageContext) -> Element:
    """Things as links, in a line."""
    return tag("span", join_nodes((render_reference(each, context) for each in references), ", "))


def render_reference(reference: Reference, context: PageContext) -> Node:
    """A thing as a link."""
    if reference.kind == "table" and reference.title not in ("", reference.name):
        return context.link_by_name(f"table {reference.name}", f"{reference.name} {reference.title}")
    return context.link_by_name(f"{reference.kind} {reference.name}", reference.title or readable_name(reference.name))
