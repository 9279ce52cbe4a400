"""Elements of HTML and SVG as values, and their text. What is a string among them is text, and always escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from attrs import frozen

UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
"""Characters that no page may have, those that turn text about, and halves of characters that no file can."""

EMPTY = frozenset({"meta", "link", "rect", "line", "circle", "path"})
"""Elements that never have content."""

VERBATIM = frozenset({"style"})
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
    inside: list[Node] = []
    for child in children:
        inside += (child,) if isinstance(child, str | Element) else child
    given = ((key.rstrip("_").replace("_", "-"), value) for key, value in attributes.items() if value is not None)
    return Element(
        name, tuple((key, value if isinstance(value, str) else short(value)) for key, value in given), tuple(inside)
    )


def rendered(node: Node) -> str:
    """The text of an element, each child in lines of its own where no text stands among them."""
    if isinstance(node, str):
        return escaped(node)
    attributes = "".join(f' {name}="{escaped(value)}"' for name, value in node.attributes)
    if node.name in EMPTY:
        return f"<{node.name}{attributes}/>"
    if node.name in VERBATIM:
        inside = "".join(child for child in node.children if isinstance(child, str))
    elif node.children and all(isinstance(child, Element) for child in node.children):
        inside = "".join(f"\n{rendered(child)}" for child in node.children) + "\n"
    else:
        inside = "".join(map(rendered, node.children))
    return f"<{node.name}{attributes}>{inside}</{node.name}>"


def escaped(text: str) -> str:
    """A text in which nothing is markup, and no character unfit for a page."""
    return escape(UNFIT.sub("\N{REPLACEMENT CHARACTER}", text))


def short(number: float) -> str:
    """A number as attributes have it: two digits behind the point are finer than any screen."""
    return f"{number:.2f}".rstrip("0").rstrip(".") if number % 1 else f"{number:.0f}"
