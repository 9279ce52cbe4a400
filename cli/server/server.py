"""The server's state: open documents, workspaces, diagnostics; and the scheduling of checks and requests."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types

from bombsight.boundary.errors import InputError
from bombsight.cli.server import code_lenses
from bombsight.cli.server.connection import Connection
from bombsight.cli.server.documents import Document
from bombsight.cli.server.executor import SerialExecutor, run_in_background
from bombsight.cli.server.findings import ProtocolConverter, PublishedDiagnostics
from bombsight.cli.server.positions import UTF_16, PositionMapper
from bombsight.cli.server.protocol import RulesProtocol
from bombsight.cli.server.request_context import RequestContext
from bombsight.cli.server.uris import path_from_uri, uri_of
from bombsight.dsl.parser import parse
from bombsight.dsl.source import Source
from bombsight.service.language.open_workspaces import FileFindings, OpenWorkspace, OpenWorkspaces, WorkspaceKey
from bombsight.service.language.stored_findings import FindingsStore
from bombsight.version import VERSION

T = TypeVar("T")

DEBOUNCE_SECONDS = 0.5
"""Seconds without a change before a complete check."""

IDLE_WAIT_SECONDS = 1.0
"""The maximum time in seconds that the background check waits for the executor to be idle."""

OWN_FEATURES = (types.TEXT_DOCUMENT_DID_OPEN, types.TEXT_DOCUMENT_DID_CHANGE, types.TEXT_DOCUMENT_DID_CLOSE)
"""Methods of document synchronization that replace those of pygls, which splits lines at other characters."""


class RulesServer(Connection):
    """The language server of the rules language: its state, and the scheduling of checks.

    All attributes belong to the event loop, except ``spaces``, which belong to the executor.

    Attributes:
        documents: The open documents, by URI.
        spaces: The workspaces.
        executor: The executor of requests.
        findings_store: The findings by file.
        published: The diagnostics that the client has.
        debounce_seconds: Seconds without a change before a complete check.
        example_runs: The runs of examples, the last one last.
        references_command: The client's command that shows references; empty for none.
    """

    def __init__(self) -> None:
        """Make the server, without documents."""
        super().__init__("bombsight", VERSION, protocol_cls=RulesProtocol)
        for method in OWN_FEATURES:
            del self.protocol.fm.builtin_features[method]
        self.documents: dict[str, Document] = {}
        self.spaces = OpenWorkspaces()
        self.executor = SerialExecutor()
        self.findings_store = FindingsStore()
        self.published = PublishedDiagnostics()
        self.debounce_seconds = DEBOUNCE_SECONDS
        self.example_runs: dict[code_lenses.ExampleKey, code_lenses.ExampleRun] = {}
        self.references_command = ""
        self.change_count = 0  # counts changes of texts; checks begun before are outdated
        self._tasks: set[asyncio.Task[Any]] = set()
        self._background_check: asyncio.Task[None] | None = None
        self._debounce_timer: asyncio.TimerHandle | None = None
        self._frozen_stages: set[str] = set()
        self._is_warm = False

    @property
    def converter(self) -> ProtocolConverter:
        """The converter of findings and spans to protocol types, for this client's encoding and URIs."""
        uris = {document.path: document.uri for document in self.documents.values()}
        encoding = self.server_capabilities.position_encoding or UTF_16
        return ProtocolConverter(PositionMapper(encoding), lambda path: uris.get(path) or uri_of(path))

    # --- the client

    def set_options(self, options: object) -> None:
        """Store the client's initialization options.

        Args:
            options: ``path``, folders to look for games in; ``references``, a command of its own that shows places.
        """
        if isinstance(options, Mapping):
            folders, references_command = options.get("path", ()), options.get("references", "")
            if isinstance(folders, Sequence) and not isinstance(folders, str):
                self.spaces.folders = tuple(Path(folder) for folder in folders if isinstance(folder, str))
            self.references_command = references_command if isinstance(references_command, str) else ""

    # --- requests

    async def run_query(
        self,
        uri: str,
        query: Callable[[RequestContext], T],
        query_without_game: Callable[[Document, ProtocolConverter, OpenWorkspaces], T] | None = None,
        *,
        when_idle: bool = False,
    ) -> T | None:
        """Run a query about a document in the executor thread; None if the document belongs to no rules.

        Args:
            uri: The URI of the document. If it is not open, the text in the rules counts.
            query: The query.
            query_without_game: The query for a document that belongs to no rules.
            when_idle: Whether all other requests go first.

        Raises:
            InputError: The query refuses, with a reason.
        """
        document = self.documents.get(uri)
        path = document.path if document is not None else path_from_uri(uri)
        converter = self.converter

        def run() -> T | None:
            """Find the document's workspace, and run the query in it."""
            workspace = (
                self.spaces.workspace_of(path)
                if document is not None
                else next(self.spaces.workspaces_with(path), None)
            )
            if workspace is not None:
                current_document = document or Document(uri, path, 0, workspace.sources[path])
                return query(RequestContext(current_document, workspace, converter, self.spaces.texts))
            return (
                query_without_game(document, converter, self.spaces)
                if document is not None and query_without_game is not None
                else None
            )

        return await self.log_failures(self.executor.submit_idle(run) if when_idle else self.executor.submit(run))

    async def log_failures(self, work: Awaitable[T]) -> T | None:
        """Await some work and return its result; log its failure in the client, and return None then.

        Raises:
            InputError: The request cannot be fulfilled.
        """
        try:
            return await work
        except InputError:
            raise
        except Exception as error:  # any failure: the next request may succeed
            self.log_error(f"{type(error).__name__}: {error}")
            return None

    def start_task(self, work: Awaitable[Any]) -> asyncio.Task[Any]:
        """Start an asyncio task that nobody awaits, and keep it alive until it ends."""
        task = asyncio.ensure_future(self.log_failures(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # --- documents

    def update_document(self, document: Document) -> None:
        """Store a new or changed document, and check it."""
        self.documents[document.uri] = document
        self.start_task(self.executor.submit(lambda: self.spaces.set_text(document.path, document.source.text)))
        self.start_task(self.check_document(document))

    def close_document(self, uri: str) -> None:
        """Forget a document that the editor has closed."""
        document = self.documents.pop(uri, None)
        if document is not None:
            self.start_task(self.forget_document(document.path))

    async def forget_document(self, path: Path) -> None:
        """Drop a closed document's text, and the findings of rules without open documents."""
        await self.executor.submit(lambda: self.spaces.close_file(path))
        self.publish_findings(self.findings_store.drop_closed(await self.executor.submit(self.open_owners)))
        self.schedule_check()

    def open_owners(self) -> set[WorkspaceKey | Path]:
        """The owners of findings that are open: workspaces, and documents outside of any; in the executor thread."""
        places = self.spaces.keys
        return {*self.spaces.workspaces, *(path for path, place in places.items() if not isinstance(place, tuple))}

    async def recheck_all(self) -> None:
        """Recheck all open documents after files on the disk have changed."""
        await self.executor.submit(self.spaces.refresh)
        for document in [*self.documents.values()]:
            await self.check_document(document)

    # --- findings

    async def check_document(self, document: Document) -> None:
        """Publish the findings of a quick check, unless the document has changed meanwhile."""
        self.schedule_check()

        def check_at_once() -> tuple[WorkspaceKey | Path, FileFindings, set[WorkspaceKey | Path]] | None:
            """Check the document's file quickly, unless it has changed; runs in the executor thread."""
            if not self.is_current(document):
                return None
            place = self.spaces.keys.get(document.path)
            found = self.spaces.check_file(document.path)
            self.freeze_garbage("the first text")
            return place if isinstance(place, tuple) else document.path, found, self.open_owners()

        checked = await self.executor.submit(check_at_once)
        if checked is not None and self.is_current(document):
            owner, found, open_owners = checked
            self.publish_findings(
                {*self.findings_store.store_quick(owner, found), *self.findings_store.drop_closed(open_owners)}
            )

    def is_current(self, document: Document) -> bool:
        """Whether a document is the latest version that the client has sent."""
        return self.documents.get(document.uri) is document

    def schedule_check(self) -> None:
        """Cancel the running background check, and schedule the next after a pause."""
        self.change_count += 1
        if self._debounce_timer is not None:
            self._debounce_timer.cancel()
        self._debounce_timer = asyncio.get_running_loop().call_later(self.debounce_seconds, self.start_background_check)

    def start_background_check(self) -> None:
        """Start a complete check of outdated workspaces, after a cancelled one has ended."""
        previous = self._background_check

        async def check_after_previous() -> None:
            """Wait until the cancelled check has ended, then check all outdated workspaces."""
            if previous is not None:
                await asyncio.wait([previous])
            await self.check_outdated()

        self._background_check = self.start_task(check_after_previous())

    async def check_outdated(self) -> None:
        """Check all workspaces whose last complete check is outdated, and publish the findings."""
        change_count = self.change_count
        if not self._is_warm:
            self._is_warm = True
            await run_in_background(preload_error_reporting)
        for key, (workspace, state) in (await self.executor.submit(self.copy_workspaces)).items():
            if self.change_count != change_count:
                return
            if not self.findings_store.is_up_to_date(key, state):
                try:
                    await self.log_failures(self.check_workspace(key, workspace, state))
                except InputError as refused:  # check the other workspaces all the same
                    self.log_error(refused.message)

    async def check_workspace(self, key: WorkspaceKey, workspace: OpenWorkspace, state: object) -> None:
        """Check a workspace completely, publishing the findings of quick checks first; stop if any text changes."""
        change_count = self.change_count

        def is_cancelled() -> bool:
            """Whether a text has changed since; wait for pending requests first."""
            self.executor.idle.wait(IDLE_WAIT_SECONDS)  # requests go first
            return self.change_count != change_count

        early = await run_in_background(partial(workspace.check_all_files, is_cancelled))
        if early is not None and self.change_count == change_count:
            self.publish_findings(self.findings_store.store_early(key, early))
        complete = await run_in_background(partial(workspace.lint_all, is_cancelled))
        await self.executor.submit(partial(self.adopt_results, key, workspace))
        if complete is not None and self.change_count == change_count:
            self.publish_findings(self.findings_store.store_complete(key, complete, state))
            self.refresh_client()

    def copy_workspaces(self) -> dict[WorkspaceKey, tuple[OpenWorkspace, object]]:
        """Copy all workspaces with their rules' states; runs in the executor thread."""
        return {
            key: (workspace.copy_for_thread(), workspace.lint_inputs)
            for key, workspace in self.spaces.workspaces.items()
        }

    def adopt_results(self, key: WorkspaceKey, workspace: OpenWorkspace) -> None:
        """Merge cached results of a workspace's checked copy into it; runs in the executor thread."""
        if key in self.spaces.workspaces:
            self.spaces.workspaces[key].adopt_results(workspace)
        self.freeze_garbage("everything")

    def freeze_garbage(self, stage: str) -> None:
        """Exempt all present objects from garbage collection, once per startup stage, since they live long."""
        if stage not in self._frozen_stages:
            self._frozen_stages.add(stage)
            gc.freeze()

    def publish_findings(self, paths: Collection[Path]) -> None:
        """Publish the diagnostics of some files."""
        converter = self.converter
        documents = {document.path: document for document in self.documents.values()}
        for path in sorted(paths):
            document = documents.get(path)
            stored = self.findings_store.findings_of(path, document.source.text if document else None)
            diagnostics = [converter.diagnostic_of(finding) for finding in stored]
            version = document.version if document else None
            if self.published.update(path, diagnostics, version):
                self.text_document_publish_diagnostics(
                    types.PublishDiagnosticsParams(converter.uri_of(path), diagnostics, version)
                )

    def stop(self) -> None:
        """Cancel the background check, and prevent further ones."""
        self.change_count += 1
        if self._debounce_timer is not None:
            self._debounce_timer.cancel()
        self.executor.close()


def preload_error_reporting() -> None:
    """Import the modules of error messages before the first error."""
    parse(Source("", "game )\n"))


def document_from_item(item: types.TextDocumentItem) -> Document:
    """Make a document from the item of a ``textDocument/didOpen`` notification."""
    return Document.from_item(item, path_from_uri(item.uri))
