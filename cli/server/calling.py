"""Calls: how a thing is called whose arguments are being written, and who calls whom (call hierarchy)."""

from __future__ import annotations

from lsprotocol import types

from bombsight.cli.server.asked import Asked
from bombsight.cli.server.names import around
from bombsight.dsl.source import Source, Span
from bombsight.service.language.calls import Party, called, callers, party_at
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


# --- who calls whom


def prepared(asked: Asked, position: types.Position) -> list[types.CallHierarchyItem] | None:
    """The item at a place that is called, or calls; None where none is."""
    found = party_at(asked.room.space, asked.path, asked.offset(position))
    return [shown(asked, found)] if found is not None else None


def incoming(asked: Asked, position: types.Position) -> list[types.CallHierarchyIncomingCall] | None:
    """What calls the item whose name stands at a place, with where it does so."""
    party = party_at(asked.room.space, asked.path, asked.offset(position))
    if party is None:
        return None
    return [
        types.CallHierarchyIncomingCall(shown(asked, call.party), ranges(asked, call.party.source, call.spans))
        for call in callers(asked.room.space, party, around(asked))
    ]


def outgoing(asked: Asked, position: types.Position) -> list[types.CallHierarchyOutgoingCall] | None:
    """What the item calls whose name stands at a place, with where it does so."""
    party = party_at(asked.room.space, asked.path, asked.offset(position))
    if party is None:
        return None
    return [
        types.CallHierarchyOutgoingCall(shown(asked, call.party), ranges(asked, party.source, call.spans))
        for call in called(asked.room.space, party)
    ]


def shown(asked: Asked, party: Party) -> types.CallHierarchyItem:
    """An item as the client has it."""
    entry, ruler = party.entry, asked.telling.ruler
    return types.CallHierarchyItem(
        name=entry.name or entry.kind,
        kind=types.SymbolKind[entry.kind],
        uri=asked.telling.address(party.path),
        range=ruler.range_of(party.source, entry.span),
        selection_range=ruler.range_of(party.source, entry.head),
        detail=entry.detail or None,
    )


def ranges(asked: Asked, source: Source, spans: tuple[Span, ...]) -> list[types.Range]:
    """Places in a file as the client has them."""
    return [asked.telling.ruler.range_of(source, span) for span in spans]
