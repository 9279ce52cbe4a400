"""Elements of HTML and SVG as values, and their text. What is a string among them is text, and always escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from attrs import frozen

UNSAFE_CHARACTERS = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
"""Characters that no page may have, those that turn text about, and halves of characters that no file can."""

VOID_ELEMENTS = frozenset({"meta", "link", "rect", "line", "circle", "path"})
"""Elements that never have content."""

RAW_TEXT_ELEMENTS = frozenset({"style"})
"""Elements whose content is no markup; what is put there is our own."""


@frozen
class Element:
    """An element.

    Attributes:
        name: Its tag.
        attributes: Its attributes, by their names in markup.
        children: What stands in it, in order.
    """

    name: str
    attributes: tuple[tuple[str, str], ...]
    children: tuple[Node, ...]


Node = Element | str


def tag(name: str, /, *children: Node | Iterable[Node], **attributes: str | float | None) -> Element:
    """An element.

    Args:
        name: Its tag.
        children: What stands in it: elements, texts, and several of them.
        attributes: By their names, ``-`` being ``_``, and with another at the end of a word of Python: ``class_``. What
            is None is left out.
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
    """The text of an element, each child in lines of its own where no text stands among them."""
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
    """A text in which nothing is markup, and no character unfit for a page."""
    return escape(UNSAFE_CHARACTERS.sub("\N{REPLACEMENT CHARACTER}", text))


def format_number(number: float) -> str:
    """A number as attributes have it: two digits behind the point are finer than any screen."""
    return f"{number:.2f}".rstrip("0").rstrip(".") if number % 1 else f"{number:.0f}"
