"""What the server can be asked: each request of the protocol with the function that answers it."""

from __future__ import annotations

from lsprotocol import types

from bombsight.boundary.errors import InputError
from bombsight.cli.server import (
    actions,
    calling,
    completing,
    editing,
    hover,
    inlay_hints,
    lenses,
    names,
    semantic_tokens,
    symbols,
    trying,
)
from bombsight.cli.server.asked import Asked, refusal
from bombsight.cli.server.findings import overlapping
from bombsight.cli.server.server import RulesServer, document_of


def made() -> RulesServer:
    """A server that answers."""
    server = RulesServer()
    lifecycle(server)
    texts(server)
    findings(server)
    structured(server)
    names_of(server)
    called(server)
    told(server)
    above_lines(server)
    edited(server)
    return server


def lifecycle(server: RulesServer) -> None:
    """Beginning and end."""

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        server.choose(params.initialization_options)

    @server.feature(types.INITIALIZED)
    async def initialized(params: types.InitializedParams) -> None:
        await server.watch()

    @server.feature(types.SHUTDOWN)
    def shutdown(params: None) -> None:
        server.stop()


def texts(server: RulesServer) -> None:
    """What is open, and what lies on the disk."""

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def did_open(params: types.DidOpenTextDocumentParams) -> None:
        server.opened(document_of(params.text_document))

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def did_change(params: types.DidChangeTextDocumentParams) -> None:
        document = server.documents.get(params.text_document.uri)
        if document is not None:
            ruler = server.telling.ruler
            server.opened(document.changed(params.content_changes, params.text_document.version, ruler))

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def did_close(params: types.DidCloseTextDocumentParams) -> None:
        server.closed(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def did_save(params: types.DidSaveTextDocumentParams) -> None:
        server.begin(server.look_again())

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def did_change_files(params: types.DidChangeWatchedFilesParams) -> None:
        server.begin(server.look_again())


def findings(server: RulesServer) -> None:
    """What to do about findings."""

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=[*actions.KINDS]))
    async def code_action(params: types.CodeActionParams) -> list[types.CodeAction] | None:
        document = server.documents.get(params.text_document.uri)
        if document is None:
            return None
        source = document.source
        known = server.board.of(document.path, source.text)
        here = overlapping(known, server.telling.ruler.stretch(source, params.range))

        def offered(asked: Asked) -> list[types.CodeAction]:
            offer = actions.Offer(asked.room, asked.path, source, here, known, asked.telling)
            return [*offer.actions(params.context.only)]

        return await server.ask(params.text_document.uri, offered)


def structured(server: RulesServer) -> None:
    """What a file looks like from afar."""

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def document_symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol] | None:
        return await server.ask(params.text_document.uri, symbols.symbols)

    @server.feature(types.WORKSPACE_SYMBOL)
    async def workspace_symbols(params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol] | None:
        telling = server.telling
        found = server.desk.do(lambda: symbols.named(server.spaces, params.query, telling))
        return await server.trying(found)

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    async def folding(params: types.FoldingRangeParams) -> list[types.FoldingRange] | None:
        document = server.documents.get(params.text_document.uri)
        return None if document is None else symbols.folding(document.source)

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_LINK)
    async def document_link(params: types.DocumentLinkParams) -> list[types.DocumentLink] | None:
        return await server.ask(params.text_document.uri, symbols.linked)

    @server.feature(types.TEXT_DOCUMENT_SELECTION_RANGE)
    async def selection_range(params: types.SelectionRangeParams) -> list[types.SelectionRange] | None:
        def selected(asked: Asked) -> list[types.SelectionRange]:
            return [symbols.selection(asked, position) for position in params.positions]

        return await server.ask(params.text_document.uri, selected)


def names_of(server: RulesServer) -> None:
    """Where names stand."""

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def definition(params: types.DefinitionParams) -> list[types.Location] | None:
        return await server.ask(params.text_document.uri, lambda asked: names.declared(asked, params.position))

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def references(params: types.ReferenceParams) -> list[types.Location] | None:
        all_ = params.context.include_declaration
        return await server.ask(params.text_document.uri, lambda asked: names.named(asked, params.position, all_))

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    async def highlight(params: types.DocumentHighlightParams) -> list[types.DocumentHighlight] | None:
        return await server.ask(params.text_document.uri, lambda asked: names.highlighted(asked, params.position))

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    async def prepare_rename(params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
        return await server.ask(params.text_document.uri, lambda asked: names.to_rename(asked, params.position))

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    async def rename(params: types.RenameParams) -> types.WorkspaceEdit | None:
        def renamed(asked: Asked) -> types.WorkspaceEdit:
            return names.renaming(asked, params.position, params.new_name)

        try:
            return await server.ask(params.text_document.uri, renamed)
        except InputError as refused:
            raise refusal(refused) from refused


def called(server: RulesServer) -> None:
    """How things are called, and who calls whom."""

    @server.feature(
        types.TEXT_DOCUMENT_SIGNATURE_HELP, types.SignatureHelpOptions(trigger_characters=[*calling.TRIGGERS])
    )
    async def signature_help(params: types.SignatureHelpParams) -> types.SignatureHelp | None:
        return await server.ask(params.text_document.uri, lambda asked: calling.signature(asked, params.position))

    @server.feature(types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY)
    async def prepare(params: types.CallHierarchyPrepareParams) -> list[types.CallHierarchyItem] | None:
        return await server.ask(params.text_document.uri, lambda asked: calling.prepared(asked, params.position))

    @server.feature(types.CALL_HIERARCHY_INCOMING_CALLS)
    async def incoming(params: types.CallHierarchyIncomingCallsParams) -> list[types.CallHierarchyIncomingCall] | None:
        place = params.item.selection_range.start
        return await server.ask(params.item.uri, lambda asked: calling.incoming(asked, place))

    @server.feature(types.CALL_HIERARCHY_OUTGOING_CALLS)
    async def outgoing(params: types.CallHierarchyOutgoingCallsParams) -> list[types.CallHierarchyOutgoingCall] | None:
        place = params.item.selection_range.start
        return await server.ask(params.item.uri, lambda asked: calling.outgoing(asked, place))


def told(server: RulesServer) -> None:
    """What is told about what stands there."""

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover_at(params: types.HoverParams) -> types.Hover | None:
        return await server.ask(params.text_document.uri, lambda asked: hover.told(asked, params.position))

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    async def inlay_hints_in(params: types.InlayHintParams) -> list[types.InlayHint] | None:
        document = server.documents.get(params.text_document.uri)

        def stop() -> bool:
            return document is None or not server.is_newest(document)

        return await server.ask(params.text_document.uri, lambda asked: inlay_hints.margin(asked, params.range, stop))

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, semantic_tokens.LEGEND)
    async def semantic_tokens_of(params: types.SemanticTokensParams) -> types.SemanticTokens | None:
        return await server.ask(params.text_document.uri, semantic_tokens.coloured)


def above_lines(server: RulesServer) -> None:
    """What stands above lines, and what comes of a click on it."""

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensOptions(resolve_provider=True))
    async def code_lens(params: types.CodeLensParams) -> list[types.CodeLens] | None:
        tried, shows_places = {**server.tried}, bool(server.places)
        return await server.ask(
            params.text_document.uri, lambda asked: lenses.lenses(asked, tried, shows_places=shows_places)
        )

    @server.feature(types.CODE_LENS_RESOLVE)
    async def resolve(lens: types.CodeLens) -> types.CodeLens:
        address, version = lenses.origin_of(lens)
        document = server.documents.get(address)

        def resolved(asked: Asked) -> types.CodeLens:
            if document is None or not server.is_newest(document):  # there are others by now
                return lens
            return lenses.with_places(asked, lens, server.places)

        if document is None or document.version != version:
            return lens
        return await server.ask(address, resolved, spare=True) or lens

    @server.command(lenses.RUN)
    async def run(address: str, line: int) -> str | None:
        return await server.trying(trying.run_example(server, address, line))


def edited(server: RulesServer) -> None:
    """What changes texts."""

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[*completing.TRIGGERS]))
    async def completion(params: types.CompletionParams) -> list[types.CompletionItem] | None:
        return await server.ask(
            params.text_document.uri,
            lambda asked: completing.proposed(asked, params.position),
            lambda document, telling, spaces: completing.proposed_alone(document, telling, spaces, params.position),
        )

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    async def formatting(params: types.DocumentFormattingParams) -> list[types.TextEdit] | None:
        document = server.documents.get(params.text_document.uri)
        if document is None:
            return None
        telling = server.telling
        return await server.trying(server.desk.do(lambda: editing.formatted(document.source, telling)))
