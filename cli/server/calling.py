"""Calls: how a thing is called whose arguments are being written."""

from __future__ import annotations

from lsprotocol import types

from bombsight.cli.server.asked import Asked
from bombsight.service.language.signatures import signature_at

TRIGGERS = ("(", ",")
"""What asks for help on a call by itself."""


def signature(asked: Asked, position: types.Position) -> types.SignatureHelp | None:
    """How that is called in whose arguments a place is; None where it is in none."""
    found = signature_at(asked.room.space, asked.path, asked.offset(position))
    if found is None:
        return None
    ruler = asked.telling.ruler

    def units(at: int) -> int:
        """A place in the label as the client counts."""
        return ruler.units(found.label[:at])

    params = [types.ParameterInformation((units(start), units(end))) for start, end in found.params]
    active = found.active if found.active is not None else len(params)  # behind all of them: none is marked
    told = types.SignatureInformation(found.label, found.title or None, params, active)
    return types.SignatureHelp([told], 0, active)
