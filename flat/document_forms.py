"""The forms of JSON documents for programs: every attribute is there, or those are left out that have their default."""

from __future__ import annotations

from attrs import evolve

from bombsight.boundary.codec.form import Form, Scalar
from bombsight.dsl.source import Span

PLACE = Scalar(
    encode=str,
    schema={"type": "string", "description": "`file:line:column`; empty where there is no place."},
)
"""A place in a document."""

WHOLE = Form(scalars={Span: PLACE})
"""Every attribute is there."""

BRIEF = evolve(WHOLE, omits="defaults")
"""Attributes that have their default are left out."""
