"""The server: what is open, what is found in it and told, and how questions come to whoever answers them."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types

from bombsight.boundary.errors import InputError
from bombsight.cli.server import lenses
from bombsight.cli.server.asked import Asked
from bombsight.cli.server.connection import Connection
from bombsight.cli.server.documents import Document
from bombsight.cli.server.executor import Desk, at_night
from bombsight.cli.server.findings import Board, Telling
from bombsight.cli.server.positions import UTF_16, Ruler
from bombsight.cli.server.protocol import RulesProtocol
from bombsight.cli.server.uris import address_of, path_of
from bombsight.dsl.parser import parse
from bombsight.dsl.source import Source
from bombsight.service.common.project import own_version
from bombsight.service.language.open_workspaces import Found, Key, Room, Spaces

T = TypeVar("T")

PAUSE = 0.5
"""Seconds in which nothing was typed, after which everything is looked at."""

PATIENCE = 1.0
"""Seconds that the night shift waits at most for the desk."""

OWN = (types.TEXT_DOCUMENT_DID_OPEN, types.TEXT_DOCUMENT_DID_CHANGE, types.TEXT_DOCUMENT_DID_CLOSE)
"""What pygls does with texts, and we do instead: it takes more signs than clients do for line ends."""


class RulesServer(Connection):
    """A language server for rules.

    What is here belongs to the event loop, but for ``spaces``, which belong to the desk.

    Attributes:
        documents: What is open, by its address.
        spaces: The workspaces.
        desk: Who answers.
        board: What was found.
        pause: Seconds to wait for the next change before everything is looked at.
        tried: What came of examples that were run, the last ones last.
        places: How the client calls the command that shows places; empty where it has none.
    """

    def __init__(self) -> None:
        super().__init__("bombsight", own_version() or "", protocol_cls=RulesProtocol)
        for method in OWN:
            del self.protocol.fm.builtin_features[method]
        self.documents: dict[str, Document] = {}
        self.spaces = Spaces()
        self.desk = Desk()
        self.board = Board()
        self.pause = PAUSE
        self.tried: dict[lenses.Key, lenses.Tried] = {}
        self.places = ""
        self.change = 0  # counts what happened to texts; what was begun before is out of date
        self._tasks: set[asyncio.Task[Any]] = set()
        self._night: asyncio.Task[None] | None = None
        self._waiting: asyncio.TimerHandle | None = None
        self._frozen: set[str] = set()
        self._warm = False

    @property
    def telling(self) -> Telling:
        """What places are shown by."""
        known = {document.path: document.address for document in self.documents.values()}
        encoding = self.server_capabilities.position_encoding or UTF_16
        return Telling(Ruler(encoding), lambda path: known.get(path) or address_of(path))

    # --- the client

    def choose(self, options: object) -> None:
        """Take what the client says of itself in the beginning.

        Args:
            options: ``path``, folders to look for games in; ``references``, a command of its own that shows places.
        """
        if isinstance(options, Mapping):
            folders, places = options.get("path", ()), options.get("references", "")
            if isinstance(folders, Sequence) and not isinstance(folders, str):
                self.spaces.folders = tuple(Path(folder) for folder in folders if isinstance(folder, str))
            self.places = places if isinstance(places, str) else ""

    # --- questions

    async def ask(
        self,
        address: str,
        question: Callable[[Asked], T],
        alone: Callable[[Document, Telling, Spaces], T] | None = None,
        *,
        spare: bool = False,
    ) -> T | None:
        """What comes of a question about a text; None where it belongs to no rules, or where the question failed.

        Args:
            address: The text. If it is not open, it counts as the rules have it that it is one of.
            question: Asked at the desk, in its turn.
            alone: Asked in its place of a text that belongs to no rules.
            spare: Whether whatever else is asked goes before.

        Raises:
            InputError: The question says so, and why.
        """
        document = self.documents.get(address)
        path = document.path if document is not None else path_of(address)
        telling = self.telling

        def answer() -> T | None:
            room = self.spaces.room(path) if document is not None else next(self.spaces.rooms_with(path), None)
            if room is not None:
                here = document or Document(address, path, 0, room.sources[path])
                return question(Asked(here, room, telling, self.spaces.texts))
            return alone(document, telling, self.spaces) if document is not None and alone is not None else None

        return await self.trying(self.desk.spare(answer) if spare else self.desk.do(answer))

    async def trying(self, work: Awaitable[T]) -> T | None:
        """What comes of some work; None where it failed, which the client is told in its log.

        Raises:
            InputError: What was asked for cannot be done, and why.
        """
        try:
            return await work
        except InputError:
            raise
        except Exception as error:  # whatever it is, the next question may have an answer
            self.log(f"{type(error).__name__}: {error}")
            return None

    def begin(self, work: Awaitable[Any]) -> asyncio.Task[Any]:
        """Begin some work that nobody waits for."""
        task = asyncio.ensure_future(self.trying(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # --- texts

    def opened(self, document: Document) -> None:
        """A text is open, or says something else now."""
        self.documents[document.address] = document
        self.begin(self.desk.do(lambda: self.spaces.write(document.path, document.source.text)))
        self.begin(self.look(document))

    def closed(self, address: str) -> None:
        """A text is closed."""
        document = self.documents.pop(address, None)
        if document is not None:
            self.begin(self.leave(document.path))

    async def leave(self, path: Path) -> None:
        """Forget a text, and what was found in rules of which nothing is open any more."""
        await self.desk.do(lambda: self.spaces.close(path))
        self.publish(self.board.forget(await self.desk.do(self.living)))
        self.rest()

    def living(self) -> set[Key | Path]:
        """All that may have findings: workspaces, and texts that belong to none; asked for at the desk."""
        places = self.spaces.places
        return {*self.spaces.rooms, *(path for path, place in places.items() if not isinstance(place, tuple))}

    async def look_again(self) -> None:
        """Look at the disk and at everything that is open anew: files may have come, gone or changed."""
        await self.desk.do(self.spaces.refresh)
        for document in [*self.documents.values()]:
            await self.look(document)

    # --- findings

    async def look(self, document: Document) -> None:
        """Tell what is found in a text at once, unless there is a newer one by then."""
        self.rest()

        def quick() -> tuple[Key | Path, Found, set[Key | Path]] | None:
            if not self.is_newest(document):
                return None
            place = self.spaces.places.get(document.path)
            found = self.spaces.quick(document.path)
            self.freeze("the first text")
            return place if isinstance(place, tuple) else document.path, found, self.living()

        looked = await self.desk.do(quick)
        if looked is not None and self.is_newest(document):
            who, found, living = looked
            self.publish({*self.board.quick(who, found), *self.board.forget(living)})

    def is_newest(self, document: Document) -> bool:
        """Whether a text is what the client has now."""
        return self.documents.get(document.address) is document

    def rest(self) -> None:
        """Something changed: what is under way is left off, and everything looked at after a pause."""
        self.change += 1
        if self._waiting is not None:
            self._waiting.cancel()
        self._waiting = asyncio.get_running_loop().call_later(self.pause, self.end_of_day)

    def end_of_day(self) -> None:
        """Begin to look at everything; after whatever is still under way, which is about to leave off."""
        before = self._night

        async def night() -> None:
            if before is not None:
                await asyncio.wait([before])
            await self.look_through()

        self._night = self.begin(night())

    async def look_through(self) -> None:
        """Tell all that is found in rules of which something else is known, or which are not as they were then."""
        change = self.change
        if not self._warm:
            self._warm = True
            await at_night(warm)
        for key, (room, state) in (await self.desk.do(self.copies)).items():
            if self.change != change:
                return
            if not self.board.is_looked(key, state):
                try:
                    await self.trying(self.look_at(key, room, state))
                except InputError as refused:  # others are to be looked at all the same
                    self.log(refused.message)

    async def look_at(self, key: Key, room: Room, state: object) -> None:
        """Tell all that is found in rules, first what is found soon; it is left off when something changes.

        Args:
            key: Which rules.
            room: A copy of them.
            state: What decides what is found in it.
        """
        change = self.change

        def is_over() -> bool:
            self.desk.idle.wait(PATIENCE)  # nobody is to wait because of this
            return self.change != change

        soon = await at_night(partial(room.soon, is_over))
        if soon is not None and self.change == change:
            self.publish(self.board.soon(key, soon))
        found = await at_night(partial(room.whole, is_over))
        await self.desk.do(partial(self.learn, key, room))
        if found is not None and self.change == change:
            self.publish(self.board.whole(key, found, state))
            self.refresh()

    def copies(self) -> dict[Key, tuple[Room, object]]:
        """Copies of all workspaces, and their states; asked for at the desk."""
        return {key: (room.copied(), room.state) for key, room in self.spaces.rooms.items()}

    def learn(self, key: Key, room: Room) -> None:
        """Take over what a copy of a workspace has worked out; asked for at the desk."""
        if key in self.spaces.rooms:
            self.spaces.rooms[key].learn(room)
        self.freeze("everything")

    def freeze(self, after: str) -> None:
        """Let what is worked out by now not be gone through for garbage again, for it stays; once after each of these.

        Args:
            after: What was worked out.
        """
        if after not in self._frozen:
            self._frozen.add(after)
            gc.freeze()

    def publish(self, paths: Collection[Path]) -> None:
        """Tell the client what is known of some files."""
        telling = self.telling
        documents = {document.path: document for document in self.documents.values()}
        for path in sorted(paths):
            document = documents.get(path)
            known = self.board.of(path, document.source.text if document else None)
            shown = [telling.shown(told) for told in known]
            version = document.version if document else None
            if self.board.is_new(path, shown, version):
                self.text_document_publish_diagnostics(
                    types.PublishDiagnosticsParams(telling.address(path), shown, version)
                )

    def stop(self) -> None:
        """Begin nothing more, and leave off what is under way."""
        self.change += 1
        if self._waiting is not None:
            self._waiting.cancel()
        self.desk.close()


def warm() -> None:
    """Load what is needed only where something is wrong, before it is."""
    parse(Source("", "game )\n"))


def document_of(item: types.TextDocumentItem) -> Document:
    """A text that the client opens."""
    return Document.of(item, path_of(item.uri))
