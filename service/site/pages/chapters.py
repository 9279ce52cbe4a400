"""The reference pages of the rules files: every declaration with description, source text and links."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from bombsight.compiler.graph.chapters import Chapter as Heading
from bombsight.dsl.listing import capitalize_first
from bombsight.dsl.source import Source
from bombsight.service.common.markup import Element, Node, tag
from bombsight.service.lookup.cards import Line
from bombsight.service.lookup.contents import Chapter, Thing
from bombsight.service.lookup.description import Described, Links
from bombsight.service.lookup.phrases import table_label
from bombsight.service.lookup.verbalizer import readable_name
from bombsight.service.site.pages.addresses import OVERLAY_KINDS, rules_file_stem
from bombsight.service.site.pages.book import Book
from bombsight.service.site.pages.fragments import (
    PageContext,
    render_amendments,
    render_own_standing,
    render_provenance,
    render_references,
    render_source_text,
    render_table_head,
    render_with_source,
    scroll_box,
    thing_title,
)
from bombsight.service.site.pages.frame import Breadcrumb, Page, render_page

KIND_TITLES = {
    "enum": "words",
    "define": "derived value",
    "reroll": "offer to throw again",
    "tally": "counted of many runs",
}
"""The readable names of kinds of declarations, where the keyword is not clear."""

FACTS_IN_HEAD = ("state", "held", "with", "gives", "known as")
"""The properties that the head of a declaration shows already."""

TABULATED_KINDS = ("field", "option")
"""The kinds of declarations that are set in a common table, a line each."""


def build_chapter_page(book: Book, chapter: Chapter) -> Page:
    """Build the page of a rules file."""
    context = PageContext(book, book.addresses.chapters[chapter.name])
    title = chapter_title_of(chapter.name)
    intro = introduction_of(book.sources[chapter.name])
    content: list[Node] = [
        tag("h1", title),
        *([tag("p", context.link_citations(intro), class_="lede")] if intro else []),
    ]
    for heading, things in group_by_heading(book, chapter):
        content += render_under_heading(heading, things, context)
    about = intro or f"{title}: rules of {book.title}."
    return render_page(context.path, title, about, content, book, [Breadcrumb(book.addresses.rules, "Rules")])


def chapter_title_of(path: str) -> str:
    """Return the title of a rules file's page."""
    name = rules_file_stem(path).replace("-", " ").replace("_", " ")
    return capitalize_first(name)


def introduction_of(source: Source) -> str:
    """Return the introduction of a rules file: the first paragraph of its leading comment."""
    comment_lines: list[str] = []
    for line in source.text.split("\n"):
        text = line.removeprefix("#").strip()
        if not line.startswith("#") or not text:
            break
        comment_lines.append(text)
    return " ".join(comment_lines)


def group_by_heading(book: Book, chapter: Chapter) -> Iterator[tuple[Heading | None, list[Thing]]]:
    """Group a file's declarations by chapter heading, in text order; the ones above all headings first."""
    headings = sorted(
        (each for each in book.graph.chapters if each.span.path == chapter.name), key=lambda each: each.span.start
    )

    def heading_number(thing: Thing) -> int:
        """Count the headings above a declaration."""
        return sum(each.span.start <= thing.origin.place.start for each in headings)

    ordered = sorted(chapter.things, key=lambda thing: thing.origin.place.start)
    for at, things in groupby(sorted(ordered, key=heading_number), key=heading_number):
        yield (headings[at - 1] if at else None), [*things]


def render_under_heading(heading: Heading | None, things: Sequence[Thing], context: PageContext) -> Iterator[Element]:
    """Render the declarations under a heading; adjacent fields or options go into one table."""
    nodes: list[Node] = []
    if heading is not None:
        nodes.append(tag("h2", heading.title))
        origin_nodes = render_provenance(heading.origin, context)
        nodes += [tag("p", origin_nodes, class_="origin")] if origin_nodes else []
    for group, found in groupby(
        things, key=lambda thing: (thing.kind, thing.of) if thing.kind in TABULATED_KINDS else thing
    ):
        members = [*found]
        if not isinstance(group, tuple):
            head = "h2" if heading is None else "h3"
            nodes += [
                render_overlay_link(members[0], context)
                if members[0].kind in OVERLAY_KINDS
                else render_thing(members[0], head, context)
            ]
        elif members[0].kind == "option":
            nodes.append(scroll_box(render_options(members, context), "Options"))
        else:
            nodes.append(scroll_box(render_fields(members, context), f"Fields of {members[0].of}"))
    yield tag("section", nodes)


def render_overlay_link(thing: Thing, context: PageContext) -> Element:
    """Render a link to an overlay's page."""
    return tag("p", f"{thing.kind.capitalize()}: ", context.link_to_thing(thing))


# --- lines of tables


def render_options(things: Sequence[Thing], context: PageContext) -> Element:
    """Render options as a table."""
    body = (
        tag(
            "tr",
            tag("th", thing.title or readable_name(thing.name), " ", tag("code", thing.name), scope="row"),
            tag("td", readable_name(fact_text(context.book.described[thing], "default"))),
            tag("td", readable_name(fact_text(context.book.described[thing], "values"))),
            tag("td", render_provenance(thing.origin, context), class_="source"),
            id=context.anchor_of(thing),
        )
        for thing in things
    )
    return tag(
        "table",
        tag("caption", "Options"),
        render_table_head("Option", "As it comes", "Can be", "Source"),
        tag("tbody", body),
    )


def fact_text(described: Described, name: str) -> str:
    """Return the value of a declaration's property, by name; empty if it has no such property."""
    return next((each.text for each in described.facts if each.name == name), "")


def render_fields(things: Sequence[Thing], context: PageContext) -> Element:
    """Render state fields as a table, with links to the rules that change and read them."""
    body = (render_field(thing, context.book.described[thing], context) for thing in things)
    caption = tag("caption", f"Fields of {things[0].of}")
    return tag(
        "table", caption, render_table_head("Field", "Can be", "At first", "Changed by", "Read by"), tag("tbody", body)
    )


def render_field(thing: Thing, described: Described, context: PageContext) -> Element:
    """Render the table row of a field."""
    name = thing.name.rpartition(".")[2]
    links = {link.name: link.references for link in described.links}
    return tag(
        "tr",
        tag("th", *([thing.title, " "] if thing.title else []), tag("code", name), scope="row"),
        tag("td", thing.about),
        tag("td", fact_text(described, "default")),
        *(
            tag("td", render_references(links[link], context) if link in links else "")
            for link in ("changed by", "read by")
        ),
        id=context.anchor_of(thing),
    )


# --- single declarations


def render_thing(thing: Thing, heading_tag: str, context: PageContext) -> Element:
    """Render a declaration under a heading of ``heading_tag``: kind, provenance, source text, users."""
    described = context.book.described[thing]
    if thing.kind == "table":
        return render_table_link(thing, heading_tag, context)
    origin = render_provenance(thing.origin, context)
    return tag(
        "article",
        tag(heading_tag, thing_title(thing)),
        tag(
            "p",
            kind_title(thing),
            " ",
            tag("code", signature_of(thing)),
            *lifetime_nodes(thing),
            *([", ", *origin] if origin else []),
            class_="origin",
        ),
        render_facts(described),
        render_cases(described, context),
        [scroll_box(render_enum_values(described), f"Values of {thing.name}")] if described.grid else [],
        render_source_text(described.text, f"{thing_title(thing)}, as written"),
        render_links(described.links, context),
        [tag("p", tag("strong", "Amended")), render_amendments(described.amendments, context)]
        if described.amendments
        else [],
        id=context.anchor_of(thing),
    )


def signature_of(thing: Thing) -> str:
    """Return a declaration's name with its parameters and its result type."""
    return f"{thing.name}{thing.about}" if thing.kind in ("define", "procedure") else thing.name


def lifetime_nodes(thing: Thing) -> list[Node]:
    """Render how long a state field lives, or which fields hold a record; nothing for other declarations."""
    return [", ", thing.about] if thing.kind in ("state", "record") and thing.about else []


def kind_title(thing: Thing) -> str:
    """Return the readable name of a declaration's kind: ``table``, ``procedure``."""
    return KIND_TITLES.get(thing.kind, thing.kind)


def render_table_link(thing: Thing, heading_tag: str, context: PageContext) -> Element:
    """Render a link to a table's own page, as a heading of ``heading_tag``, and its provenance."""
    origin_nodes = render_provenance(thing.origin, context)
    name = table_label(thing.name, thing.title)
    return tag(
        "article",
        tag(heading_tag, context.link_to_thing(thing, name)),
        tag("p", f"table, {thing.about}", *([", ", *origin_nodes] if origin_nodes else []), class_="origin"),
    )


def render_facts(described: Described) -> list[Element]:
    """Render the properties of a declaration as a description list."""
    shown_facts = [
        each
        for each in described.facts
        if each.name not in FACTS_IN_HEAD and (described.thing.kind, each.name) != ("define", "type")
    ]
    if not shown_facts:
        return []
    return [
        tag(
            "dl",
            (
                tag("div", tag("dt", each.name.capitalize()), tag("dd", each.text.replace("{}", "…")))
                for each in shown_facts
            ),
            class_="facts",
        )
    ]


def render_cases(described: Described, context: PageContext) -> list[Element]:
    """Render a define's base and exceptions as a table; nothing for other declarations."""
    if not described.lines or described.thing.kind in ("state", "record"):
        return []
    body = (
        tag(
            "tr",
            tag("th", each.key.strip() or "base", scope="row"),
            tag(
                "td",
                render_with_source(
                    [*render_line_result(each), *render_own_standing(each.origin)], each.origin, context
                ),
            ),
        )
        for each in described.lines
    )
    caption = tag("caption", f"What {thing_title(described.thing)} is", class_="unseen")
    return [
        scroll_box(
            tag("table", caption, render_table_head("Case", "Value"), tag("tbody", body)), thing_title(described.thing)
        )
    ]


def render_line_result(line: Line) -> list[Element]:
    """Render the source text of a define's base or exception as code."""
    return [tag("code", text) for text in line.result]


def render_enum_values(described: Described) -> Element:
    """Render the values of an enum with their printed data."""
    columns = [at for at in range(len(described.head)) if any(row[at : at + 1] != ("",) for row in described.grid)]
    body = (
        tag("tr", (tag("td", readable_name(row[at])) if at else tag("th", row[at], scope="row") for at in columns))
        for row in described.grid
    )
    head = tag(
        "thead",
        tag(
            "tr", (tag("th", readable_name(described.head[at]).capitalize() or "Source", scope="col") for at in columns)
        ),
    )
    return tag("table", tag("caption", f"Values of {described.thing.name}", class_="unseen"), head, tag("tbody", body))


def render_links(link_groups: Sequence[Links], context: PageContext) -> list[Element]:
    """Render links to the users and dependencies of a declaration, collapsed."""
    if not link_groups:
        return []
    link_entries = (
        tag("div", tag("dt", link.name.capitalize()), tag("dd", render_references(link.references, context)))
        for link in link_groups
    )
    return [tag("details", tag("summary", "What it hangs together with"), tag("dl", link_entries, class_="links"))]
