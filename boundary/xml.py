"""Untrusted XML: a parser without document types, entities and network, bounded in size, depth and elements."""

from __future__ import annotations

from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

MAX_XML_SIZE = 16_000_000
"""The most bytes of a document."""

MAX_XML_DEPTH = 200
"""The deepest nesting of elements; editors put drawings of nested expressions into a document."""

MAX_ELEMENTS = 500_000
"""The most elements and attributes of a document."""


def parse_xml(content: bytes, max_bytes: int = MAX_XML_SIZE) -> Element:
    """Parse untrusted XML to elements; a namespace stands before a name in braces, ``{http://...}name``.

    Raises:
        ValueError: It is malformed, too large or too deep, or declares a document type, which could declare entities.
    """
    if len(content) > max_bytes:
        raise ValueError(f"more than {max_bytes:,} bytes")
    builder = TreeBuilder()
    parser = expat.ParserCreate(namespace_separator="}")
    parser.buffer_text = True
    depth = 0
    count = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        """Begin an element."""
        nonlocal depth, count
        depth += 1
        count += 1 + len(attributes)
        if depth > MAX_XML_DEPTH or count > MAX_ELEMENTS:
            raise ValueError("too deep, or too many elements")
        builder.start(qualified_name(name), {qualified_name(key): value for key, value in attributes.items()})

    def end(name: str) -> None:
        """End an element."""
        nonlocal depth
        depth -= 1
        builder.end(qualified_name(name))

    def refuse_doctype(*_: object) -> None:
        """Raise an error for a document type.

        Raises:
            ValueError: Always.
        """
        raise ValueError("it declares a document type")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = builder.data
    parser.StartDoctypeDeclHandler = refuse_doctype
    parser.EntityDeclHandler = refuse_doctype
    try:
        parser.Parse(content, True)
        root = builder.close()
    except (expat.ExpatError, AssertionError, LookupError) as error:
        raise ValueError(str(error) or "malformed") from error
    return root


def qualified_name(name: str) -> str:
    """Put the brace before the namespace of a name that expat has joined with ``}``."""
    return "{" + name if "}" in name else name
