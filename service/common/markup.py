"""HTML and SVG elements as values, and their serialization. Strings among the children are text, and always escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from attrs import frozen

UNSAFE_CHARACTERS = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
"""Characters that are not allowed in a page: controls, bidirectional overrides and lone surrogates."""

VOID_ELEMENTS = frozenset({"meta", "link", "img", "source", "rect", "line", "circle", "path"})
"""Names of elements that never have content."""

RAW_TEXT_ELEMENTS = frozenset({"style"})
"""Names of elements whose content is not escaped; only our own text goes there."""


@frozen
class Element:
    """An element of HTML or SVG.

    Attributes:
        name: The tag.
        attributes: The attributes, by their names in markup.
        children: The child nodes, in order.
    """

    name: str
    attributes: tuple[tuple[str, str], ...]
    children: tuple[Node, ...]


Node = Element | str


def tag(name: str, /, *children: Node | Iterable[Node], **attributes: str | float | None) -> Element:
    """Make an element of HTML or SVG.

    Args:
        name: The tag.
        children: Child elements, texts, and iterables of them.
        attributes: Values by name, ``_`` for ``-``, with a ``_`` appended to a Python keyword: ``class_``. None is
            left out.
    """
    content: list[Node] = []
    for child in children:
        content += (child,) if isinstance(child, str | Element) else child
    given_attributes = (
        (key.rstrip("_").replace("_", "-"), value) for key, value in attributes.items() if value is not None
    )
    return Element(
        name,
        tuple((key, value if isinstance(value, str) else format_number(value)) for key, value in given_attributes),
        tuple(content),
    )


def render_markup(node: Node) -> str:
    """Serialize an element, with each child on its own lines unless text stands among the children."""
    if isinstance(node, str):
        return escape_text(node)
    attributes = "".join(f' {name}="{escape_text(value)}"' for name, value in node.attributes)
    if node.name in VOID_ELEMENTS:
        return f"<{node.name}{attributes}/>"
    if node.name in RAW_TEXT_ELEMENTS:
        content = "".join(child for child in node.children if isinstance(child, str))
    elif node.children and all(isinstance(child, Element) for child in node.children):
        content = "".join(f"\n{render_markup(child)}" for child in node.children) + "\n"
    else:
        content = "".join(map(render_markup, node.children))
    return f"<{node.name}{attributes}>{content}</{node.name}>"


def escape_text(text: str) -> str:
    """Escape markup characters in a text, and replace control characters that are unsafe in a page."""
    return escape(UNSAFE_CHARACTERS.sub("\N{REPLACEMENT CHARACTER}", text))


def format_number(number: float) -> str:
    """Format a number for an attribute of SVG, with at most two decimals."""
    return f"{number:.2f}".rstrip("0").rstrip(".") if number % 1 else f"{number:.0f}"
