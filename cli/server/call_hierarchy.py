"""Requests about calls: signature help, and call hierarchy (callers and callees)."""

from __future__ import annotations

from lsprotocol import types

from bombsight.cli.server.navigation import side_files_with_open_texts
from bombsight.cli.server.request_context import RequestContext
from bombsight.dsl.source import Source, Span
from bombsight.service.language.call_hierarchy import CallNode, call_node_at, find_callees, find_callers
from bombsight.service.language.signatures import signature_at

TRIGGER_CHARACTERS = ("(", ",")
"""The characters that trigger signature help."""


def signature_help(context: RequestContext, position: types.Position) -> types.SignatureHelp | None:
    """The signature of the call whose arguments contain a position; None outside of arguments."""
    call_signature = signature_at(context.workspace.space, context.path, context.offset_of(position))
    if call_signature is None:
        return None
    mapper = context.converter.mapper

    def label_offset(offset: int) -> int:
        """Convert an offset in the label to the client's code units."""
        return mapper.count_units(call_signature.label[:offset])

    params = [
        types.ParameterInformation((label_offset(start), label_offset(end))) for start, end in call_signature.params
    ]
    active = (
        call_signature.active if call_signature.active is not None else len(params)
    )  # beyond the last parameter: none is active
    information = types.SignatureInformation(call_signature.label, call_signature.title or None, params, active)
    return types.SignatureHelp([information], 0, active)


# --- call hierarchy


def prepare_call_hierarchy(context: RequestContext, position: types.Position) -> list[types.CallHierarchyItem] | None:
    """The callable item at a position, as a list of one; None if there is none."""
    party = call_node_at(context.workspace.space, context.path, context.offset_of(position))
    return [call_hierarchy_item(context, party)] if party is not None else None


def incoming_calls(context: RequestContext, position: types.Position) -> list[types.CallHierarchyIncomingCall] | None:
    """The callers of the item named at a position, with the places of the calls."""
    party = call_node_at(context.workspace.space, context.path, context.offset_of(position))
    if party is None:
        return None
    return [
        types.CallHierarchyIncomingCall(
            call_hierarchy_item(context, call.node), ranges_of(context, call.node.source, call.spans)
        )
        for call in find_callers(context.workspace.space, party, side_files_with_open_texts(context))
    ]


def outgoing_calls(context: RequestContext, position: types.Position) -> list[types.CallHierarchyOutgoingCall] | None:
    """The callees of the item named at a position, with the places of the calls."""
    party = call_node_at(context.workspace.space, context.path, context.offset_of(position))
    if party is None:
        return None
    return [
        types.CallHierarchyOutgoingCall(
            call_hierarchy_item(context, call.node), ranges_of(context, party.source, call.spans)
        )
        for call in find_callees(context.workspace.space, party)
    ]


def call_hierarchy_item(context: RequestContext, node: CallNode) -> types.CallHierarchyItem:
    """Convert a node of the call graph to a protocol item."""
    entry, mapper = node.entry, context.converter.mapper
    return types.CallHierarchyItem(
        name=entry.name or entry.kind,
        kind=types.SymbolKind[entry.kind],
        uri=context.converter.uri_of(node.path),
        range=mapper.range_of(node.source, entry.span),
        selection_range=mapper.range_of(node.source, entry.head),
        detail=entry.detail or None,
    )


def ranges_of(context: RequestContext, source: Source, spans: tuple[Span, ...]) -> list[types.Range]:
    """Convert spans in a file to protocol ranges."""
    return [context.converter.mapper.range_of(source, span) for span in spans]
