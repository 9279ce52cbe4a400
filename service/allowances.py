"""How much work the rules of a request may cost."""

from __future__ import annotations

from bombsight.boundary.budget import Allowance
from bombsight.compiler.request import Request


def allowance_of(request: Request) -> Allowance:
    """The allowance of rules: by the length of all their files together."""
    files = (*request.base, *request.house, *request.scripts)
    return Allowance(sum(len(source.text.encode(errors="replace")) for source in files))
