"""The request handlers of the server, registered by protocol method."""

from __future__ import annotations

from lsprotocol import types

from bombsight.boundary.errors import InputError
from bombsight.cli.server import (
    actions,
    call_hierarchy,
    code_lenses,
    completions,
    example_lens,
    hover,
    inlay_hints,
    navigation,
    semantic_tokens,
    symbols,
    text_edits,
)
from bombsight.cli.server.request_context import RequestContext, error_response
from bombsight.cli.server.server import RulesServer, document_from_item
from bombsight.service.language.offered_actions import ActionFinder
from bombsight.service.language.stored_findings import findings_overlapping


def create_server() -> RulesServer:
    """Make a language server with the handlers of all protocol methods."""
    server = RulesServer()
    register_lifecycle(server)
    register_documents(server)
    register_code_actions(server)
    register_structure(server)
    register_names(server)
    register_calls(server)
    register_hints(server)
    register_lenses(server)
    register_editing(server)
    return server


def register_lifecycle(server: RulesServer) -> None:
    """Register the handlers of initialization and shutdown."""

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        """Handle ``initialize``: store the client's options."""
        server.set_options(params.initialization_options)

    @server.feature(types.INITIALIZED)
    async def initialized(params: types.InitializedParams) -> None:
        """Handle ``initialized``: ask the client to watch files."""
        await server.watch_files()

    @server.feature(types.SHUTDOWN)
    def shutdown(params: None) -> None:
        """Handle ``shutdown``: stop background checks."""
        server.stop()


def register_documents(server: RulesServer) -> None:
    """Register the handlers of document and file changes."""

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def did_open(params: types.DidOpenTextDocumentParams) -> None:
        """Handle ``textDocument/didOpen``: store the document and check it."""
        server.update_document(document_from_item(params.text_document))

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def did_change(params: types.DidChangeTextDocumentParams) -> None:
        """Handle ``textDocument/didChange``: apply the changes to the document and check it."""
        document = server.documents.get(params.text_document.uri)
        if document is not None:
            mapper = server.converter.mapper
            server.update_document(document.with_changes(params.content_changes, params.text_document.version, mapper))

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def did_close(params: types.DidCloseTextDocumentParams) -> None:
        """Handle ``textDocument/didClose``: drop the document."""
        server.close_document(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def did_save(params: types.DidSaveTextDocumentParams) -> None:
        """Handle ``textDocument/didSave``: recheck all open documents."""
        server.start_task(server.recheck_all())

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def did_change_files(params: types.DidChangeWatchedFilesParams) -> None:
        """Handle ``workspace/didChangeWatchedFiles``: recheck all open documents."""
        server.start_task(server.recheck_all())


def register_code_actions(server: RulesServer) -> None:
    """Register the handler of code actions."""

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=[*actions.ACTION_KINDS]))
    async def code_action(params: types.CodeActionParams) -> list[types.CodeAction] | None:
        """Handle ``textDocument/codeAction``: fixes and suppressions of findings in a range."""
        document = server.documents.get(params.text_document.uri)
        if document is None:
            return None
        source = document.source
        file_findings = server.findings_store.findings_of(document.path, source.text)
        findings_here = findings_overlapping(file_findings, server.converter.mapper.span_of(source, params.range))

        def build_actions(context: RequestContext) -> list[types.CodeAction]:
            """Build the code actions, in the executor thread."""
            finder = ActionFinder(context.workspace, context.path, source)
            return [*actions.code_actions(finder, findings_here, file_findings, context.converter, params.context.only)]

        return await server.run_query(params.text_document.uri, build_actions)


def register_structure(server: RulesServer) -> None:
    """Register the handlers of symbols, folding, links and selection."""

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def document_symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol] | None:
        """Handle ``textDocument/documentSymbol``: the outline of a document."""
        return await server.run_query(params.text_document.uri, symbols.document_symbols)

    @server.feature(types.WORKSPACE_SYMBOL)
    async def workspace_symbols(params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol] | None:
        """Handle ``workspace/symbol``: declarations of all open rules that match a query."""
        converter = server.converter
        result = server.executor.submit(lambda: symbols.workspace_symbols(server.spaces, params.query, converter))
        return await server.log_failures(result)

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    async def folding_ranges(params: types.FoldingRangeParams) -> list[types.FoldingRange] | None:
        """Handle ``textDocument/foldingRange``: the ranges that an editor can fold."""
        document = server.documents.get(params.text_document.uri)
        return None if document is None else symbols.folding_ranges(document.source)

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_LINK)
    async def document_link(params: types.DocumentLinkParams) -> list[types.DocumentLink] | None:
        """Handle ``textDocument/documentLink``: the links in a document."""
        return await server.run_query(params.text_document.uri, symbols.document_links)

    @server.feature(types.TEXT_DOCUMENT_SELECTION_RANGE)
    async def selection_range(params: types.SelectionRangeParams) -> list[types.SelectionRange] | None:
        """Handle ``textDocument/selectionRange``: ever larger ranges around positions."""

        def selection_ranges(context: RequestContext) -> list[types.SelectionRange]:
            """The nested selection ranges at each position, in the executor thread."""
            return [symbols.selection_range(context, position) for position in params.positions]

        return await server.run_query(params.text_document.uri, selection_ranges)


def register_names(server: RulesServer) -> None:
    """Register the handlers of definition, references, highlights and renaming."""

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def definition(params: types.DefinitionParams) -> list[types.Location] | None:
        """Handle ``textDocument/definition``: where the name at a position is declared."""
        return await server.run_query(
            params.text_document.uri, lambda context: navigation.definition_locations(context, params.position)
        )

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def references(params: types.ReferenceParams) -> list[types.Location] | None:
        """Handle ``textDocument/references``: where the name at a position is used."""
        all_ = params.context.include_declaration
        return await server.run_query(
            params.text_document.uri, lambda context: navigation.reference_locations(context, params.position, all_)
        )

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    async def highlight(params: types.DocumentHighlightParams) -> list[types.DocumentHighlight] | None:
        """Handle ``textDocument/documentHighlight``: the uses of a name in its file."""
        return await server.run_query(
            params.text_document.uri, lambda context: navigation.document_highlights(context, params.position)
        )

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    async def prepare_rename(params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
        """Handle ``textDocument/prepareRename``: whether the name at a position can be renamed."""
        return await server.run_query(
            params.text_document.uri, lambda context: navigation.prepare_rename(context, params.position)
        )

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    async def rename(params: types.RenameParams) -> types.WorkspaceEdit | None:
        """Handle ``textDocument/rename``: the edit that renames something in every file."""

        def rename_edit(context: RequestContext) -> types.WorkspaceEdit:
            """Make the renaming edit, in the executor thread."""
            return navigation.rename_edit(context, params.position, params.new_name)

        try:
            return await server.run_query(params.text_document.uri, rename_edit)
        except InputError as refused:
            raise error_response(refused) from refused


def register_calls(server: RulesServer) -> None:
    """Register the handlers of signature help and call hierarchy."""

    @server.feature(
        types.TEXT_DOCUMENT_SIGNATURE_HELP,
        types.SignatureHelpOptions(trigger_characters=[*call_hierarchy.TRIGGER_CHARACTERS]),
    )
    async def signature_help(params: types.SignatureHelpParams) -> types.SignatureHelp | None:
        """Handle ``textDocument/signatureHelp``: the signature of the call at a position."""
        return await server.run_query(
            params.text_document.uri, lambda context: call_hierarchy.signature_help(context, params.position)
        )

    @server.feature(types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY)
    async def prepare_call_hierarchy(params: types.CallHierarchyPrepareParams) -> list[types.CallHierarchyItem] | None:
        """Handle ``textDocument/prepareCallHierarchy``: the callable at a position."""
        return await server.run_query(
            params.text_document.uri, lambda context: call_hierarchy.prepare_call_hierarchy(context, params.position)
        )

    @server.feature(types.CALL_HIERARCHY_INCOMING_CALLS)
    async def incoming_calls(
        params: types.CallHierarchyIncomingCallsParams,
    ) -> list[types.CallHierarchyIncomingCall] | None:
        """Handle ``callHierarchy/incomingCalls``: the callers of a callable."""
        place = params.item.selection_range.start
        return await server.run_query(params.item.uri, lambda context: call_hierarchy.incoming_calls(context, place))

    @server.feature(types.CALL_HIERARCHY_OUTGOING_CALLS)
    async def outgoing_calls(
        params: types.CallHierarchyOutgoingCallsParams,
    ) -> list[types.CallHierarchyOutgoingCall] | None:
        """Handle ``callHierarchy/outgoingCalls``: the callees of a callable."""
        place = params.item.selection_range.start
        return await server.run_query(params.item.uri, lambda context: call_hierarchy.outgoing_calls(context, place))


def register_hints(server: RulesServer) -> None:
    """Register the handlers of hover, inlay hints and semantic tokens."""

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover_response(params: types.HoverParams) -> types.Hover | None:
        """Handle ``textDocument/hover``: what is known of the name at a position."""
        return await server.run_query(
            params.text_document.uri, lambda context: hover.hover_response(context, params.position)
        )

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    async def inlay_hint(params: types.InlayHintParams) -> list[types.InlayHint] | None:
        """Handle ``textDocument/inlayHint``: odds beside the table rows in a range."""
        document = server.documents.get(params.text_document.uri)

        def is_cancelled() -> bool:
            """Whether the document has changed since the request."""
            return document is None or not server.is_current(document)

        return await server.run_query(
            params.text_document.uri, lambda context: inlay_hints.hints_in_range(context, params.range, is_cancelled)
        )

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, semantic_tokens.LEGEND)
    async def semantic_tokens_full(params: types.SemanticTokensParams) -> types.SemanticTokens | None:
        """Handle ``textDocument/semanticTokens/full``: the kinds of a document's words."""
        return await server.run_query(params.text_document.uri, semantic_tokens.encode_tokens)


def register_lenses(server: RulesServer) -> None:
    """Register the handlers of code lenses, and the command that runs an example."""

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensOptions(resolve_provider=True))
    async def code_lens(params: types.CodeLensParams) -> list[types.CodeLens] | None:
        """Handle ``textDocument/codeLens``: the code lenses of a document."""
        runs, shows_references = {**server.example_runs}, bool(server.references_command)
        return await server.run_query(
            params.text_document.uri,
            lambda context: code_lenses.code_lenses(context, runs, shows_references=shows_references),
        )

    @server.feature(types.CODE_LENS_RESOLVE)
    async def resolve_lens(lens: types.CodeLens) -> types.CodeLens:
        """Handle ``codeLens/resolve``: count the references for a lens."""
        address, version = code_lenses.document_of_lens(lens)
        document = server.documents.get(address)

        def with_reference_count(context: RequestContext) -> types.CodeLens:
            """Add the count of references to the lens, in the executor thread."""
            if document is None or not server.is_current(document):  # the document has changed
                return lens
            return code_lenses.resolve_reference_lens(context, lens, server.references_command)

        if document is None or document.version != version:
            return lens
        return await server.run_query(address, with_reference_count, when_idle=True) or lens

    @server.command(code_lenses.RUN_COMMAND)
    async def run_example(address: str, line: int) -> str | None:
        """Execute the command that runs the example on a line of a document."""
        return await server.log_failures(example_lens.run_example(server, address, line))


def register_editing(server: RulesServer) -> None:
    """Register the handlers of completion and formatting."""

    @server.feature(
        types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[*completions.TRIGGER_CHARACTERS])
    )
    async def completion(params: types.CompletionParams) -> list[types.CompletionItem] | None:
        """Handle ``textDocument/completion``: completions at a position."""
        return await server.run_query(
            params.text_document.uri,
            lambda context: completions.complete(context, params.position),
            lambda document, converter, spaces: completions.complete_without_game(
                document, converter, spaces, params.position
            ),
        )

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    async def formatting(params: types.DocumentFormattingParams) -> list[types.TextEdit] | None:
        """Handle ``textDocument/formatting``: the edits that format a document."""
        document = server.documents.get(params.text_document.uri)
        if document is None:
            return None
        converter = server.converter
        return await server.log_failures(
            server.executor.submit(lambda: text_edits.format_document(document.source, converter))
        )
