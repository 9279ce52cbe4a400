"""Building blocks of pages: links, reliability marks, citations, lines of rules."""

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
"""The separator between parts of a line."""

MAX_INDENT = 4
"""The maximum indentation of a line, in steps."""


@frozen
class PageContext:
    """The page that is being rendered, from which relative links are made.

    Attributes:
        book: Its game.
        path: Its path in the site.
    """

    book: Book
    path: str

    def link_to(self, address: str, *text: Node, class_: str | None = None) -> Element:
        """Make a link to an address in the site."""
        return tag("a", text, href=relative_link(self.path, address), class_=class_)

    def link_to_thing(self, thing: Thing, *text: Node) -> Element:
        """Make a link to a declaration."""
        return self.link_to(self.book.addresses.things[thing], *(text or (thing_title(thing),)))

    def link_citations(self, text: str) -> list[Node]:
        """Turn the citations of tables and errata in a text into links."""
        targets = self.book.citation_targets
        parts = self.book.citation_pattern.split(text)
        # Every second part is a name; names of this page are no links.
        return [
            self.link_to(targets[part], part) if at % 2 and targets[part] != self.path else part
            for at, part in enumerate(parts)
            if part
        ]

    def anchor_of(self, thing: Thing) -> str:
        """The anchor of a declaration on its page."""
        return self.book.addresses.things[thing].partition("#")[2]

    def link_by_name(self, name: str, text: str = "") -> Node:
        """Make a link to a declaration by kind and name; plain text for an unknown one."""
        address = self.book.addresses.names.get(name)
        return self.link_to(address, text or name) if address is not None else text or name


def thing_title(thing: Thing) -> str:
    """Return the title of a declaration, or else its name with spaces."""
    return thing.title or readable_name(thing.name)


# --- provenance


def render_standing(standing: str) -> list[Element]:
    """Render a rule's standing (printed, reconstructed ...) as a mark; nothing if empty."""
    return [tag("span", standing, class_=f"standing {standing}")] if standing else []


def render_evidence(origin: Origin) -> list[Node]:
    """Render a rule's standing (printed, reconstructed ...) with its evidence; nothing if empty."""
    evidence = [tag("span", origin.evidence, class_="evidence")] if origin.evidence else []
    return [*join_nodes([*render_standing(origin.standing), *evidence], " ")]


def render_source(origin: Origin, context: PageContext) -> list[Node]:
    """Render a rule's citation, and the overlay items that amended it, unless it cites these."""
    book = context.book
    cite: list[Node] = [tag("cite", context.link_citations(origin.cite))] if origin.cite else []
    cited_addresses = {book.citation_targets[name] for name in book.citation_pattern.findall(origin.cite)}
    items = (item for item in origin.amended_by if book.addresses.names.get(item) not in cited_addresses)
    amendment_nodes = (tag("span", "amended by ", context.link_by_name(item), class_="amended") for item in items)
    return [*join_nodes([*cite, *amendment_nodes], ", ")]


def render_provenance(origin: Origin, context: PageContext) -> list[Node]:
    """Render a rule's standing (printed, reconstructed ...), citation and amendments; nothing if it has none."""
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
    """Render content with the rule's citation, at the right if there is room."""
    source_nodes = render_source(origin, context)
    return tag(
        "div", tag("div", nodes), [tag("div", source_nodes, class_="source")] if source_nodes else [], class_="cited"
    )


def render_own_standing(origin: Origin) -> list[Element]:
    """Render the standing (printed, reconstructed ...) of a row, if it differs from its table's; else nothing."""
    return [tag("span", render_evidence(origin), class_="line")] if origin.standing else []


def join_nodes(nodes: Iterable[Node], separator: str) -> Iterator[Node]:
    """Join nodes with a separator text."""
    for at, node in enumerate(nodes):
        if at:
            yield separator
        yield node


# --- lines


def render_lines(texts: Iterable[str], context: PageContext) -> Iterator[Element]:
    """Render lines of text, with their indentation as CSS classes."""
    for text in texts:
        indent = min(MAX_INDENT, (len(text) - len(text.lstrip())) // 2)
        yield tag("span", context.link_citations(text.strip()), class_=f"line in{indent}" if indent else "line")


def render_source_text(texts: Sequence[str], label: str) -> list[Element]:
    """Render source text in a focusable box that scrolls sideways."""
    if not texts:
        return []
    return [tag("pre", "\n".join(texts), tabindex="0", role="group", aria_label=label)]


def scroll_box(table: Element, label: str) -> Element:
    """Put a table into a focusable box that scrolls sideways on narrow screens.

    A box with a link in it scrolls as the link gets the focus; a box without one can get the focus itself.
    """
    if has_link(table):
        return tag("div", table, class_="wide")
    return tag("div", table, class_="wide", tabindex="0", role="group", aria_label=label)


def has_link(element: Element) -> bool:
    """Whether an element contains a link."""
    return element.name == "a" or any(isinstance(each, Element) and has_link(each) for each in element.children)


def render_table_head(*titles: str, more: Iterable[Element] = ()) -> Element:
    """Render the head of a table: a title for each column, and behind these `more` cells."""
    return tag("thead", tag("tr", (tag("th", title, scope="col") for title in titles), more))


# --- amendments and references


def render_amendments(amendments: Iterable[Amendment], context: PageContext) -> Element:
    """Render overlay items, each with its changes."""
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
                (part for change in item.changes for part in render_old_and_new(change)),
            )
            for item in amendments
        ),
        class_="amendments",
    )


def render_old_and_new(change: Change) -> Iterator[Element]:
    """Render the old and the new text of an amendment; a mere confirmation in words."""
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
    """Render references to declarations as links on a line."""
    return tag("span", join_nodes((render_reference(each, context) for each in references), ", "))


def render_reference(reference: Reference, context: PageContext) -> Node:
    """Render a reference to a declaration as a link."""
    if reference.kind == "table" and reference.title not in ("", reference.name):
        return context.link_by_name(f"table {reference.name}", f"{reference.name} {reference.title}")
    return context.link_by_name(f"{reference.kind} {reference.name}", reference.title or readable_name(reference.name))
