"""Markdown as elements of a page: our own texts and those of the gallery, in which HTML stands as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import field, frozen
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from bombsight.service.common.markup import Element, Node, tag
from website.rules_markup import render_rules

SAME_ELEMENTS = frozenset(
    {"p", "ul", "ol", "li", "strong", "em", "blockquote", "table", "thead", "tbody", "tr", "th", "td", "code", "h1"}
)
"""The elements that are taken over as they are."""


@frozen
class MarkdownOptions:
    """How Markdown becomes elements.

    Attributes:
        resolve_link: Makes the address of a link's target; None for plain text instead of the link.
        heading_shift: How many levels headings go down.
    """

    resolve_link: Callable[[str], str | None] = field(default=lambda target: target)
    heading_shift: int = 0


def render_markdown_text(text: str, options: MarkdownOptions = MarkdownOptions()) -> list[Node]:
    """Render Markdown as elements."""
    tree = SyntaxTreeNode(MarkdownIt("commonmark", {"html": False}).enable("table").parse(text))
    return [*render_nodes(tree.children, options)]


def render_nodes(nodes: Iterable[SyntaxTreeNode], options: MarkdownOptions) -> Iterable[Node]:
    """Render nodes of a syntax tree one after the other."""
    for node in nodes:
        yield from render_node(node, options)


def render_node(node: SyntaxTreeNode, options: MarkdownOptions) -> list[Node]:
    """Render a node of a syntax tree as elements and texts."""
    match node.type:
        case "text":
            return [node.content]
        case "softbreak" | "hardbreak":
            return [" "]
        case "inline":
            return [*render_nodes(node.children, options)]
        case "code_inline":
            return [tag("code", node.content)]
        case "code_block" | "fence":
            return [render_code(node.content, node.info.partition(" ")[0])]
        case "heading":
            level = min(6, int(node.tag[1:]) + options.heading_shift)
            return [tag(f"h{level}", render_nodes(node.children, options))]
        case "link":
            address = options.resolve_link(str(node.attrs["href"]))
            content = [*render_nodes(node.children, options)]
            return content if address is None else [tag("a", content, href=address)]
        case "paragraph" if node.hidden:
            return [*render_nodes(node.children, options)]
        case "th" if not any(child.content for child in node.children):
            return [tag("td")]  # a head without text is none for screen readers
        case _:
            content = [*render_nodes(node.children, options)]
            return [tag(node.tag, content)] if node.tag in SAME_ELEMENTS else content


def render_code(text: str, language: str) -> Element:
    """Render a block of code: rules in colours, differences with their lines marked, all else as it is."""
    if language == "rules":
        return render_rules(text)
    if language == "diff":
        lines = (render_diff_line(line) for line in text.splitlines())
        return tag("pre", lines, class_="diff", tabindex="0", role="group", aria_label="What changed")
    return tag("pre", text, tabindex="0", role="group", aria_label="Code")


def render_diff_line(line: str) -> Element:
    """Render a line of differences."""
    name = {"+": "ins", "-": "del"}.get(line[:1], "span")
    return tag(name, line)
