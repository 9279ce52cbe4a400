"""The codec forms of documents for programs: with all attributes, or without defaults."""

from __future__ import annotations

from attrs import evolve

from bombsight.boundary.codec.form import Form, Scalar
from bombsight.dsl.source import Span

PLACE = Scalar(
    encode=str,
    schema={"type": "string", "description": "`file:line:column`; empty where there is no place."},
)
"""The encoding of a place in a document."""

WHOLE = Form(scalars={Span: PLACE})
"""The form with every attribute."""

BRIEF = evolve(WHOLE, omits="defaults")
"""The form without attributes that equal their default."""
