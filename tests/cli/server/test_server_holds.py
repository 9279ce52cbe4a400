"""The server from within: what is out of date is not told, what fails is logged, and it goes on."""

from __future__ import annotations

import asyncio
import shutil
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from lsprotocol import types

from bombsight.boundary.errors import InputError
from bombsight.cli.commands.server import server as command
from bombsight.cli.server.executor import SerialExecutor
from bombsight.cli.server.findings import ProtocolConverter
from bombsight.cli.server.positions import PositionMapper
from bombsight.cli.server.symbols import closeness_of
from bombsight.dsl.diagnostic import Diagnostic, Label, Severity
from bombsight.dsl.source import Source
from bombsight.service.language.open_workspaces import FileFindings, OpenWorkspace
from bombsight.service.language.stored_findings import FindingsStore, StoredFinding
from tests.cli.server.in_process import Client, talked
from tests.examples import LIGHTHOUSE
from tests.narrowing import unwrap


@pytest.fixture
def tables(tmp_path):
    return Path(shutil.copytree(LIGHTHOUSE, tmp_path / "lighthouse")) / "20-tables.rules"


def test_what_is_out_of_date_is_not_told(tables):
    async def talk() -> list[int | None]:
        client = Client()
        client.server.debounce_seconds = 60
        busy = threading.Event()
        client.server.start_task(client.server.executor.submit(lambda: busy.wait(20)))
        address = client.open(tables)
        await asyncio.sleep(0)
        for version in (2, 3):
            client.change(address, version, "table )\n" * version)
        busy.set()
        await client.settled()
        client.server.stop()
        return client.versions()

    assert talked(talk()) == [3]


def test_texts_that_belong_nowhere_keep_what_is_said_of_them_until_they_are_closed(tables, tmp_path):
    async def talk() -> dict[str, int]:
        client = Client()
        client.server.debounce_seconds = 60
        strays = [tmp_path / name for name in ("one.rules", "two.rules")]
        for stray in strays:
            stray.write_text('table T-1 "Nothing"\n', encoding="utf-8")
            client.open(stray)
        client.open(tables)
        await client.settled()
        client.notify("textDocument/didClose", {"textDocument": {"uri": strays[0].as_uri()}})
        await client.settled()
        client.server.stop()
        told = client.wire.of("textDocument/publishDiagnostics")
        return {Path(each["uri"]).name: len(each["diagnostics"]) for each in told}

    assert talked(talk()) == {"one.rules": 0, "two.rules": 1, "20-tables.rules": 0}


def test_looking_at_everything_is_left_off_at_the_next_change(tables, monkeypatch):
    begun, ended = threading.Event(), []

    def whole(room: OpenWorkspace, stop: Callable[[], bool]) -> FileFindings | None:
        begun.set()
        while not stop():
            pass
        ended.append(room)
        return FileFindings({tables: ()}, {})

    monkeypatch.setattr(OpenWorkspace, "lint_all", whole)

    async def talk() -> list[int | None]:
        client = Client()
        client.server.debounce_seconds = 0
        address = client.open(tables)
        await asyncio.to_thread(begun.wait, 20)
        assert begun.is_set()
        client.server.debounce_seconds = 60
        client.change(address, 2, "table )\n")
        await client.settled()
        client.server.stop()
        return client.versions()

    assert talked(talk()) == [1, 2]
    assert len(ended) == 1


def test_what_takes_a_look_at_everything_stays_in_lines_that_are_as_they_were(tables):
    source = Source(str(tables), "one\ntwo\nthree\n")
    late, early = (
        Diagnostic(code, "", source.span(at, at + 3), severity=Severity.WARNING)
        for code, at in (("N014", 4), ("T002", 0))
    )
    board = FindingsStore()
    board.store_complete("game", FileFindings({tables: (early, late)}, {tables: source}, frozenset([late])), 1)
    typed = Source(str(tables), "one\nmore\ntwo\nthree\n")
    board.store_quick("game", FileFindings({tables: ()}, {tables: typed}))
    (stays,) = board.findings_of(tables, typed.text)
    assert (stays.finding.code, stays.finding.span.line) == ("N014", 3)
    board.store_quick("game", FileFindings({tables: ()}, {tables: source}))
    assert len(board.findings_of(tables, source.text)) == 1
    gone = Source(str(tables), "one\ntow\nthree\n")
    board.store_quick("game", FileFindings({tables: ()}, {tables: gone}))
    assert board.findings_of(tables, gone.text) == []


def test_what_several_find_of_a_file_is_told_once_and_forgotten_with_them(tables):
    source = Source(str(tables), "one\n")
    finding = Diagnostic("N001", "", source.span(0, 3))
    board = FindingsStore()
    for who in ("game", "house"):
        board.store_complete(who, FileFindings({tables: (finding,)}, {tables: source}), 1)
    assert len(board.findings_of(tables)) == 1
    assert {*board.drop_closed({"house"})} == {tables}
    assert len(board.findings_of(tables)) == 1
    board.drop_closed(())
    assert board.findings_of(tables) == []


def test_whose_findings_of_a_file_go_with_its_text_is_to_look_again_and_whose_stay_is_not(tables):
    source, typed = Source(str(tables), "one\n"), Source(str(tables), "two\n")
    board = FindingsStore()
    board.store_complete(
        "house", FileFindings({tables: (Diagnostic("N001", "", source.span(0, 3)),)}, {tables: source}), 1
    )
    board.store_quick("game", FileFindings({tables: ()}, {tables: source}))
    assert board.is_up_to_date("house", 1)
    assert len(board.findings_of(tables, source.text)) == 1
    board.store_quick("game", FileFindings({tables: ()}, {tables: typed}))
    assert not board.is_up_to_date("house", 1)


def test_other_places_of_a_finding_are_told_with_it(tables):
    source = Source(str(tables), "ä😀 one\ntwo\n")
    finding = Diagnostic("N002", "Twice", source.span(7, 10), labels=(Label(source.span(3, 6), "here, too"),))
    shown = ProtocolConverter(PositionMapper(), Path.as_uri).diagnostic_of(StoredFinding(finding, {tables: source}))
    (other,) = unwrap(shown.related_information)
    assert other.message == "here, too"
    assert other.location == types.Location(tables.as_uri(), types.Range(types.Position(0, 4), types.Position(0, 7)))


def test_a_question_that_nobody_wants_any_more_is_not_asked(tables):
    async def talk() -> dict:
        client = Client()
        client.server.debounce_seconds = 60
        busy = threading.Event()
        address = client.open(tables)
        await client.settled()
        client.server.start_task(client.server.executor.submit(lambda: busy.wait(20)))
        number = client.request("textDocument/documentSymbol", {"textDocument": {"uri": address}})
        await asyncio.sleep(0)
        client.notify("$/cancelRequest", {"id": number})
        await asyncio.sleep(0)
        busy.set()
        await client.settled()
        client.server.stop()
        (answer,) = [each for each in client.wire.said if each.get("id") == number]
        return answer

    assert talked(talk())["error"]["code"] == types.LSPErrorCodes.RequestCancelled


def test_colours_and_odds_are_asked_for_anew_when_another_file_may_have_changed_them(tables):
    async def talk() -> list[str]:
        client = Client()
        can = {"workspace": {"semanticTokens": {"refreshSupport": True}, "inlayHint": {"refreshSupport": True}}}
        client.request("initialize", {"capabilities": can, "processId": None, "rootUri": None})
        client.server.debounce_seconds = 0
        client.open(tables)
        while not any(each.get("method") == "workspace/inlayHint/refresh" for each in client.wire.said):
            await asyncio.sleep(0.01)
        client.server.stop()
        return [each["method"] for each in client.wire.said if "refresh" in each.get("method", "")]

    assert talked(talk()) == ["workspace/semanticTokens/refresh", "workspace/inlayHint/refresh"]


def test_what_can_wait_is_done_when_nothing_else_is_to_be(tables):
    async def talk() -> list[str]:
        desk = SerialExecutor()
        done: list[str] = []
        busy = threading.Event()
        desk.submit(lambda: busy.wait(20))
        first, second = (desk.submit_idle(partial(done.append, name)) for name in ("spare", "another"))
        gone = desk.submit_idle(lambda: done.append("unwanted"))
        gone.cancel()
        asked = desk.submit(lambda: done.append("asked"))
        busy.set()
        await asyncio.gather(first, second, asked)
        with pytest.raises(ZeroDivisionError):
            await desk.submit_idle(lambda: 1 // 0)
        desk.close()
        return done

    assert talked(talk()) == ["asked", "spare", "another"]


def test_a_question_that_fails_is_logged_and_the_next_one_answered(tables, monkeypatch):
    async def talk() -> Client:
        client = Client()
        client.server.debounce_seconds = 60
        document = {"textDocument": {"uri": client.open(tables)}}
        monkeypatch.setattr("bombsight.cli.server.symbols.outline", lambda *_: 1 / 0)
        wrong = client.request("textDocument/documentSymbol", document)
        client.change("file:///none", 1, "")
        right = client.request("textDocument/foldingRange", document)
        while not {wrong, right} <= {each.get("id") for each in client.wire.said}:
            await asyncio.sleep(0.01)
        client.server.stop()
        answers = {each["id"]: each for each in client.wire.said if "id" in each}
        assert answers[wrong]["result"] is None
        assert answers[right]["result"]
        return client

    client = talked(talk())
    assert [each["message"] for each in client.wire.of("window/logMessage")] == ["ZeroDivisionError: division by zero"]


def test_what_the_client_prefers_positions_are_counted_by():
    client = Client()
    assert client.server.converter.mapper.encoding == types.PositionEncodingKind.Utf16
    can = {"general": {"positionEncodings": ["utf-8", "utf-16"]}}
    client.request("initialize", {"capabilities": can, "processId": None, "rootUri": None})
    assert client.server.converter.mapper.encoding == types.PositionEncodingKind.Utf8
    client.server.stop()


@pytest.mark.parametrize(
    ("options", "folders"), [({"path": ["/a"]}, [Path("/a")]), ({"path": "/a"}, []), ([], []), (None, [])]
)
def test_a_client_may_say_where_games_lie(options, folders):
    client = Client()
    start = {"capabilities": {}, "processId": None, "rootUri": None, "initializationOptions": options}
    client.request("initialize", start)
    assert [*client.server.spaces.folders] == folders
    client.server.stop()


@pytest.mark.parametrize(
    ("query", "found"),
    [("lamp", 0), ("amp", 1), ("lmp", 2), ("lp", 2), ("pml", None), ("lamps", None), ("lpa", None)],
)
def test_a_name_is_found_by_letters_in_their_order(query, found):
    assert closeness_of(query, "lamp") == found


@pytest.mark.parametrize(
    ("only", "kinds"),
    [
        (None, {"quickfix", "source.fixAll.bombsight"}),
        (["quickfix", "refactor"], {"quickfix"}),
        (["refactor", "source"], {"source.fixAll.bombsight"}),
        (["source.fixAll.bombsight"], {"source.fixAll.bombsight"}),
        (["refactor"], set()),
        (["quick"], set()),
        ([], set()),
    ],
)
def test_of_the_kinds_of_actions_each_will_do_that_is_asked_for(tables, only, kinds):
    async def talk() -> set[str]:
        client = Client()
        client.server.debounce_seconds = 60
        address = client.open(tables)
        client.change(address, 2, tables.read_text(encoding="utf-8").replace("  roll 2d6", "  rol 2d6"))
        await client.settled()
        whole = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
        context = {"diagnostics": [], **({} if only is None else {"only": only})}
        number = client.request(
            "textDocument/codeAction", {"textDocument": {"uri": address}, "range": whole, "context": context}
        )
        answer = await client.answer(number)
        client.server.stop()
        return {each["kind"] for each in answer}

    assert talked(talk()) == kinds


def test_without_the_extra_a_sentence_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pygls", None)
    with pytest.raises(InputError, match="needs an extra"):
        command()
