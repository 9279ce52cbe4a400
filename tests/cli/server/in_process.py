"""A client in the process of the server: it sees every message, and says when the server goes on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

from bombsight.cli.server.features import create_server

T = TypeVar("T")


class Wire:
    """What the server says, message by message."""

    def __init__(self) -> None:
        self.said: list[dict] = []

    def write(self, data: bytes) -> None:
        self.said.append(json.loads(data.partition(b"\r\n\r\n")[2]))

    def close(self) -> None:
        pass

    def of(self, method: str) -> list[dict]:
        return [each["params"] for each in self.said if each.get("method") == method]


class Client:
    """A client in the same process."""

    def __init__(self, can: dict | None = None, options: dict | None = None) -> None:
        self.wire, self.server, self.number = Wire(), create_server(), 0
        self.server.protocol.set_writer(self.wire)
        start = {"capabilities": can or {}, "processId": None, "rootUri": None, "initializationOptions": options}
        self.request("initialize", start)

    def send(self, message: dict) -> None:
        protocol = self.server.protocol
        text = json.dumps({"jsonrpc": "2.0", **message})
        protocol.handle_message(json.loads(text, object_hook=protocol.structure_message))

    def notify(self, method: str, params: dict) -> None:
        self.send({"method": method, "params": params})

    def request(self, method: str, params: dict | None) -> int:
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        return self.number

    def open(self, path: Path, version: int = 1) -> str:
        text = path.read_text(encoding="utf-8")
        item = {"uri": path.as_uri(), "languageId": "bombsight", "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})
        return path.as_uri()

    def change(self, address: str, version: int, text: str) -> None:
        which = {"uri": address, "version": version}
        self.notify("textDocument/didChange", {"textDocument": which, "contentChanges": [{"text": text}]})

    async def answer(self, number: int) -> Any:
        """What comes of a request."""
        while not (found := [each for each in self.wire.said if each.get("id") == number]):
            await asyncio.sleep(0.005)
        return found[0]["result"]

    async def settled(self, *, at_night: bool = True) -> None:
        """Wait until nothing is under way of what was sent.

        Args:
            at_night: Whether to wait for a look at everything, too.
        """
        await asyncio.sleep(0)
        while waiting := {task for task in self.server._tasks if at_night or task is not self.server._background_check}:
            await asyncio.wait(waiting)

    def published(self) -> dict[str, list[dict]]:
        """The findings that were published last of each file that has some, by the file's name."""
        last = {each["uri"]: each["diagnostics"] for each in self.wire.of("textDocument/publishDiagnostics")}
        return {address.rpartition("/")[2]: found for address, found in last.items() if found}

    def versions(self) -> list[int | None]:
        return [each.get("version") for each in self.wire.of("textDocument/publishDiagnostics")]


def talked(talk: Coroutine[Any, Any, T]) -> T:
    """What comes of a conversation, which ends some time."""
    return asyncio.run(asyncio.wait_for(talk, 30))
