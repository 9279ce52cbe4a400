"""An editor: what it sends to a server of its own, and what it is told."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient

from tests.narrowing import unwrap

PATIENCE = 60
"""Seconds after which a test that waits has failed; machines may be busy."""


class Editor:
    """A client that waits for what it wants to be told.

    Attributes:
        told: What was published last, by address.
        log: What was written into the log.
    """

    def __init__(self, folder: Path, **environment: str) -> None:
        self.told: dict[str, types.PublishDiagnosticsParams] = {}
        self.log: list[str] = []
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.runner = asyncio.Runner()
        self.client = LanguageClient("test", "1")
        self.news = asyncio.Event()
        self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda params: self.hear(params))
        self.client.feature(types.WINDOW_LOG_MESSAGE)(lambda params: self.log.append(params.message))
        self.client.feature(types.CLIENT_REGISTER_CAPABILITY)(lambda params: None)
        self.run(self.begin(folder, environment))

    def run(self, work: Any) -> Any:
        return self.runner.run(asyncio.wait_for(work, PATIENCE))

    async def begin(self, folder: Path, environment: dict[str, str]) -> None:
        await self.client.start_io(sys.executable, "-m", "bombsight", "server", cwd=folder, env=environment)
        watching = types.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True)
        can = types.ClientCapabilities(workspace=types.WorkspaceClientCapabilities(did_change_watched_files=watching))
        self.can = (await self.client.initialize_async(types.InitializeParams(capabilities=can))).capabilities
        self.client.initialized(types.InitializedParams())

    def hear(self, params: types.PublishDiagnosticsParams) -> None:
        self.told[params.uri] = params
        self.news.set()

    def end(self) -> int | None:
        """Say goodbye; the status with which the server ends."""

        async def goodbye() -> int | None:
            await self.client.shutdown_async(None)
            self.client.exit(None)
            await self.client.stop()
            return unwrap(self.client._server).returncode

        status = self.run(goodbye())
        self.runner.close()
        return status

    # --- what is typed

    def open(self, path: Path | str, text: str | None = None) -> str:
        """Open a file, or a text that is not on the disk; its address."""
        address = path.as_uri() if isinstance(path, Path) else path
        self.texts[address] = Path(path).read_text(encoding="utf-8") if text is None else text
        self.versions[address] = 1
        item = types.TextDocumentItem(address, "bombsight", 1, self.texts[address])
        self.run(self.send(lambda: self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))))
        return address

    def close(self, address: str) -> None:
        """Close a text."""
        del self.versions[address]
        params = types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(address))
        self.run(self.send(lambda: self.client.text_document_did_close(params)))

    def type(self, address: str, old: str, new: str) -> None:
        """Put one text into the place of another, which stands there once."""
        text = self.texts[address]
        assert text.count(old) == 1
        start = text.index(old)
        place = types.Range(position(text, start), position(text, start + len(old)))
        self.texts[address] = text.replace(old, new)
        self.versions[address] += 1
        change = types.TextDocumentContentChangePartial(place, new)
        which = types.VersionedTextDocumentIdentifier(self.versions[address], address)
        params = types.DidChangeTextDocumentParams(which, [change])
        self.run(self.send(lambda: self.client.text_document_did_change(params)))

    def apply(self, edit: types.WorkspaceEdit) -> None:
        """Do what an edit says to open texts."""
        for address, edits in unwrap(edit.changes).items():
            for each in sorted(edits, key=lambda each: each.range.start, reverse=True):
                start, end = (offset(self.texts[address], place) for place in (each.range.start, each.range.end))
                text = self.texts[address]
                self.type_all(address, text[:start] + each.new_text + text[end:])

    def type_all(self, address: str, text: str) -> None:
        """Make a text anew."""
        self.texts[address] = text
        self.versions[address] += 1
        which = types.VersionedTextDocumentIdentifier(self.versions[address], address)
        change = types.TextDocumentContentChangeWholeDocument(text)
        params = types.DidChangeTextDocumentParams(which, [change])
        self.run(self.send(lambda: self.client.text_document_did_change(params)))

    async def send(self, notify: Callable[[], None]) -> None:
        notify()

    # --- what is told

    def codes(self, address: str, wanted: Callable[[list[str | int | None]], bool]) -> list[types.Diagnostic]:
        """What is told of a text as it is now, once the codes of it are as wanted."""

        async def heard() -> list[types.Diagnostic]:
            while True:
                told = self.told.get(address)
                if told is not None and told.version in (None, self.versions.get(address)):
                    found = [*told.diagnostics]
                    if wanted([each.code for each in found]):
                        return found
                self.news.clear()
                await self.news.wait()

        return self.run(heard())

    def ask(self, method: str, **params: Any) -> Any:
        """The answer to a request."""
        kind: Any = types.METHOD_TO_TYPES[method][2]
        return self.run(self.client.protocol.send_request_async(method, kind(**params)))

    def at(self, address: str, word: str, behind: int = 0) -> dict[str, Any]:
        """The parameters for a place: so far behind the beginning of a word that stands first there."""
        place = position(self.texts[address], self.texts[address].index(word) + behind)
        return {"text_document": types.TextDocumentIdentifier(address), "position": place}


def units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def position(text: str, at: int) -> types.Position:
    """A place as UTF-16 has it."""
    before = text[:at]
    return types.Position(before.count("\n"), units(before[before.rfind("\n") + 1 :]))


def offset(text: str, place: types.Position) -> int:
    """The offset of a place of UTF-16."""
    lines = text.split("\n")
    line = lines[place.line].encode("utf-16-le")[: 2 * place.character].decode("utf-16-le")
    return sum(len(line) + 1 for line in lines[: place.line]) + len(line)
