"""The server's requests to the client: file watching, refreshes, log messages."""

from __future__ import annotations

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from bombsight.cli.server.request_context import REQUEST_FAILED
from bombsight.service.games.targets import RULES_SUFFIX
from bombsight.service.lint.file_watch import CONFIG_FILE


class Connection(LanguageServer):
    """The server's side of the connection, which uses only capabilities that the client declares."""

    async def watch_files(self) -> None:
        """Ask the client to report created, changed and deleted files, if it can."""
        workspace = self.client_capabilities.workspace
        watching = workspace.did_change_watched_files if workspace else None
        if watching is None or not watching.dynamic_registration:
            return
        watchers = [types.FileSystemWatcher(f"**/{name}") for name in (f"*{RULES_SUFFIX}", CONFIG_FILE)]
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        registration = types.Registration("files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        self.client_register_capability(types.RegistrationParams([registration]))

    # --- errors

    def log_error(self, text: str) -> None:
        """Write a message into the client's log."""
        self.window_log_message(types.LogMessageParams(types.MessageType.Error, text))

    def report_server_error(self, error: Exception, source: object) -> None:
        """Log an exception in the client's log, without interrupting the user; refused requests are no errors."""
        if getattr(error, "code", None) != REQUEST_FAILED:
            self.log_error(str(error))

    # --- refreshes

    def refresh_client(self) -> None:
        """Ask the client to refresh results that other files may have changed, if it can."""
        workspace = self.client_capabilities.workspace
        if workspace and workspace.semantic_tokens and workspace.semantic_tokens.refresh_support:
            self.workspace_semantic_tokens_refresh(None)
        if workspace and workspace.inlay_hint and workspace.inlay_hint.refresh_support:
            self.workspace_inlay_hint_refresh(None)
        self.refresh_lenses()

    @property
    def can_refresh_lenses(self) -> bool:
        """Whether the client can refresh code lenses on request."""
        workspace = self.client_capabilities.workspace
        return bool(workspace and workspace.code_lens and workspace.code_lens.refresh_support)

    def refresh_lenses(self) -> None:
        """Ask the client to refresh code lenses, if it can."""
        if self.can_refresh_lenses:
            self.workspace_code_lens_refresh(None)
