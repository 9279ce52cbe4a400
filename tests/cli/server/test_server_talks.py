"""The server as an editor has it: a process of its own, its standard input and output."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.client import LanguageClient

from bombsight.cli.server.uris import path_from_uri
from bombsight.dsl.caches import CACHE_VARIABLE, cache_folder
from bombsight.dsl.source import Source
from bombsight.service.lint.format import format_text
from tests.cli.server.editor import PATIENCE, Editor
from tests.examples import LIGHTHOUSE
from tests.narrowing import unwrap
from tests.processes import BOMBSIGHT, begin_process

STRANGE = "Türme & Nächte 😀"


@pytest.fixture(scope="module")
def started(tmp_path_factory):
    editor = Editor(tmp_path_factory.mktemp("editor"), **{**os.environ, CACHE_VARIABLE: str(cache_folder())})
    yield editor
    status = editor.end()
    assert (status, editor.log) == (0, [])


@pytest.fixture
def editor(started):
    yield started
    for address in [*started.versions]:
        started.close(address)


@pytest.fixture
def folder(tmp_path):
    return Path(shutil.copytree(LIGHTHOUSE, tmp_path / STRANGE / "lighthouse"))


def whole(editor: Editor, address: str) -> types.Range:
    return types.Range(types.Position(0, 0), types.Position(len(editor.texts[address]), 0))


def place(editor: Editor, address: str, word: str) -> types.Position:
    return editor.at(address, word)["position"]


def actions(editor: Editor, address: str, *only: str) -> list[types.CodeAction]:
    context = types.CodeActionContext(editor.told[address].diagnostics, only=list(only) or None)
    place = whole(editor, address)
    document = types.TextDocumentIdentifier(address)
    return [*editor.ask("textDocument/codeAction", text_document=document, range=place, context=context)]


def test_a_slip_is_told_where_it_stands_and_mended_where_that_is_certain(editor, folder):
    text = (folder / "20-tables.rules").read_text(encoding="utf-8")
    address = editor.open(folder / "20-tables.rules", text.replace("The sky turns", STRANGE))
    assert editor.codes(address, lambda codes: codes == []) == []
    editor.type(address, f'"{STRANGE}" printed', f'"{STRANGE}" prnted')
    (finding,) = editor.codes(address, len)
    assert finding.severity == types.DiagnosticSeverity.Error
    assert "/docs/codes.md#L" in finding.code_description.href  # those of the program that is installed
    line = editor.texts[address].split("\n")[finding.range.start.line].encode("utf-16-le")
    assert line[2 * finding.range.start.character : 2 * finding.range.end.character].decode("utf-16-le") == "prnted"
    (mend,) = [action for action in actions(editor, address, "quickfix") if action.is_preferred]
    assert unwrap(mend.diagnostics)[0].code == finding.code
    editor.apply(mend.edit)
    assert editor.codes(address, lambda codes: codes == []) == []


def test_what_only_the_whole_shows_is_told_after_a_pause_also_of_other_files(editor, folder):
    address = editor.open(folder / "00-game.rules")
    other = (folder / "60-more.rules").as_uri()
    (folder / "60-more.rules").write_text('procedure idle cite "rule 1"\n  add 1 to oil\n', encoding="utf-8")
    editor.type(address, "# The Keeper's Night", "# The Night")
    changes = [types.FileEvent(other, types.FileChangeType.Created)]
    params = types.DidChangeWatchedFilesParams(changes)
    editor.run(editor.send(lambda: editor.client.workspace_did_change_watched_files(params)))
    (finding,) = editor.codes(other, len)
    assert finding.code == "N014"
    assert finding.tags == (types.DiagnosticTag.Unnecessary,)
    more = editor.open(folder / "60-more.rules")
    editor.codes(more, lambda codes: codes == ["N014"])
    (allow,) = [action for action in actions(editor, more) if action.title.startswith("Allow")]
    editor.apply(allow.edit)
    editor.codes(more, lambda codes: "E070" in codes)
    editor.type(more, " -- ", " -- the second edition calls it")
    editor.codes(more, lambda codes: codes == [])


def test_all_that_is_certain_is_mended_at_once(editor, folder):
    address = editor.open(folder / "20-tables.rules")
    text = editor.texts[address]
    editor.type(address, "  roll 2d6", "  rol 2d6")
    editor.type(address, "gives Sky", "gives Skyy")
    editor.codes(address, len)
    (mend,) = actions(editor, address, "source.fixAll")
    editor.apply(mend.edit)
    assert editor.texts[address] == text


def test_where_nothing_is_certain_there_is_a_choice_and_nothing_is_done_unasked(editor, folder):
    address = editor.open(folder / "20-tables.rules")
    editor.type(address, "  7..8: rain\n", "")
    editor.codes(address, lambda codes: "T001" in codes)
    offered = actions(editor, address, "quickfix")
    assert [action.title for action in offered] == [
        "Write a row `7..8`, its result left open",
        "Write `..8` for `..6`",
        "Write `7..10` for `9..10`",
        "Write a row `else`, its result left open",
    ]
    assert [action.is_preferred for action in offered] == [None] * 4
    assert {unwrap(action.diagnostics)[0].code for action in offered} == {"T001"}
    assert actions(editor, address, "source.fixAll") == []
    editor.apply(offered[1].edit)
    assert "  ..8: clear\n" in editor.texts[address]
    assert editor.codes(address, lambda codes: codes == []) == []


def test_what_may_mean_one_thing_or_another_is_for_its_author_to_choose(editor, folder):
    address = editor.open(folder / "10-night.rules")
    text = editor.texts[address]
    editor.type(address, "for h in 1..8", "for h in range(1, 9)")
    editor.codes(address, lambda codes: codes == ["E049"])
    offered = [action for action in actions(editor, address, "quickfix") if not action.title.startswith("Allow")]
    assert [(action.title.split("`")[1], action.is_preferred) for action in offered] == [
        ("for h in 1..8", None),
        ("for h in 1..9", None),
    ]
    assert actions(editor, address, "source.fixAll") == []
    editor.apply(offered[0].edit)
    assert editor.texts[address] == text


def test_a_mend_that_would_bring_an_error_is_none(editor, folder):
    address = editor.open(folder / "10-night.rules")
    editor.type(address, "for h in 1..8", "for h in oil")
    editor.codes(address, lambda codes: codes == ["E049"])
    assert [action for action in actions(editor, address, "quickfix") if action.is_preferred] == []
    assert actions(editor, address, "source.fixAll") == []


def test_a_text_is_laid_out_and_left_alone_while_it_cannot_be_read(editor, folder):
    address = editor.open(folder / "20-tables.rules")
    editor.type(address, "  roll 2d6\n", "  roll   2d6   # 😀\n")
    asked = {"text_document": types.TextDocumentIdentifier(address), "options": types.FormattingOptions(2, True)}
    edits = editor.ask("textDocument/formatting", **asked)
    laid_out = format_text(Source("", editor.texts[address])).changed[0].after
    editor.apply(types.WorkspaceEdit({address: edits}))
    assert editor.texts[address] == laid_out
    editor.type(address, "  roll 2d6", "  roll   (")
    assert editor.ask("textDocument/formatting", **asked) is None


def test_a_file_that_belongs_to_no_game_says_so(editor, tmp_path):
    address = editor.open(tmp_path / "stray.rules", 'table T-1 "Nothing"\n')
    (finding,) = editor.codes(address, len)
    assert finding.message.startswith("this file belongs to no game. Put it into a game's folder")
    document = types.TextDocumentIdentifier(address)
    assert editor.ask("textDocument/documentSymbol", text_document=document) is None


def test_a_text_that_was_never_saved_is_looked_at_too(editor):
    address = editor.open("untitled:Untitled-1", 'game one "One"\n  sources optional\n')
    assert editor.codes(address, lambda codes: "N011" in codes)


def test_names_are_found_in_all_files_and_a_file_has_its_outline_and_folds(editor, folder):
    address = editor.open(folder / "20-tables.rules")
    document = types.TextDocumentIdentifier(address)
    outline = editor.ask("textDocument/documentSymbol", text_document=document)
    assert [each.name for each in outline] == ["Weather", "Traffic", "The reef"]
    assert outline[2].children[0].name == "Reef"
    folds = editor.ask("textDocument/foldingRange", text_document=document)
    assert (2, 9) in [(fold.start_line, fold.end_line) for fold in folds]
    found = editor.ask("workspace/symbol", query="give_orders")
    assert found[0].name == "give_orders"
    assert found[0].location.uri == (folder / "10-night.rules").as_uri()


def test_what_is_closed_is_not_told_of_any_more(editor, folder):
    address = editor.open(folder / "20-tables.rules")
    editor.type(address, "  roll 2d6", "  rol 2d6")
    editor.codes(address, len)
    editor.close(address)
    editor.codes(address, lambda codes: codes == [])


def test_names_lead_to_where_they_are_declared_and_to_all_that_name_them(editor, folder):
    address = editor.open(folder / "10-night.rules")
    (place,) = editor.ask("textDocument/definition", **editor.at(address, "Weather\n", 2))
    assert place.uri == (folder / "20-tables.rules").as_uri()
    assert (place.range.start.line, place.range.start.character) == (2, 6)
    named = editor.ask(
        "textDocument/references", **editor.at(address, "Weather\n"), context=types.ReferenceContext(True)
    )
    assert {path_from_uri(each.uri).name for each in named} > {
        "10-night.rules",
        "20-tables.rules",
        "first-night.script",
    }
    marks = editor.ask("textDocument/documentHighlight", **editor.at(address, "give_orders(now)"))
    assert [mark.kind for mark in marks] == [types.DocumentHighlightKind.Read, types.DocumentHighlightKind.Write]


def test_calls_are_followed_into_files_that_are_not_open(editor, folder):
    address = editor.open(folder / "10-night.rules")
    (reef,) = editor.ask("textDocument/prepareCallHierarchy", **editor.at(address, "roll on Reef", 8))
    assert reef.uri == (folder / "20-tables.rules").as_uri()
    into = editor.ask("callHierarchy/incomingCalls", item=reef)
    (passing,) = [call for call in into if call.from_.name == "pass"]
    assert [each.start for each in passing.from_ranges] == [place(editor, address, "Reef(s)\n")]
    (leeway,) = [call.from_ for call in into if call.from_.name == "leeway"]
    assert leeway.uri == reef.uri
    out = editor.ask("callHierarchy/outgoingCalls", item=passing.from_)
    assert [call.to.name for call in out] == ["Reef"]


def test_a_call_that_is_written_is_told_with_its_parameters(editor, folder):
    address = editor.open(folder / "20-tables.rules")
    editor.type(address, "do comes(packet, south)\n  54", "do comes(packet, \n  54")
    told = editor.ask("textDocument/signatureHelp", **editor.at(address, "comes(packet, \n", 14))
    (signature,) = told.signatures
    first, last = signature.parameters[told.active_parameter].label
    assert signature.label[first:last] == "side: Side"


def test_ever_larger_parts_are_selected_and_words_lead_to_what_can_be_opened(editor, folder):
    address = editor.open(folder / "90-errata.rules")
    document = types.TextDocumentIdentifier(address)
    (found,) = editor.ask(
        "textDocument/selectionRange", text_document=document, positions=[place(editor, address, "Corrections")]
    )
    sizes = []
    while found is not None:
        sizes.append(found.range)
        found = found.parent
    assert (sizes[-1].start, len(sizes) > 3) == (types.Position(0, 0), True)
    link, *_ = editor.ask("textDocument/documentLink", text_document=document)
    assert link.target == (folder / "00-game.rules").as_uri()
    assert link.range.start == place(editor, address, "lighthouse")


def test_values_that_the_place_wants_are_proposed_first(editor, folder):
    address = editor.open(folder / "20-tables.rules")
    editor.type(address, "7..8: rain", "7..8: ra")
    items = editor.ask("textDocument/completion", **editor.at(address, "ra\n  9..10", 2))
    best, *others = sorted(items, key=lambda item: item.sort_text)
    assert best.kind == types.CompletionItemKind.EnumMember
    assert (best.preselect, {item.preselect for item in others}) == (True, {None})
    (rain,) = [item for item in items if item.label == "rain"]
    editor.apply(types.WorkspaceEdit({address: [rain.text_edit]}))
    assert "7..8: rain\n" in editor.texts[address]


def test_the_game_of_house_rules_is_proposed_before_they_belong_to_any(editor, folder):
    address = editor.open(folder.parent / "mine.rules", 'house mine "Mine" for li')
    items = editor.ask("textDocument/completion", **editor.at(address, "for li", 6))
    assert "lighthouse" in [item.label for item in items]


def test_odds_stand_beside_rows(editor, folder):
    address = editor.open(folder / "20-tables.rules")
    document, place = types.TextDocumentIdentifier(address), types.Range(types.Position(0, 0), types.Position(9, 0))
    hints = editor.ask("textDocument/inlayHint", text_document=document, range=place)
    assert "11/36" in {hint.label.split()[0] for hint in hints}


def test_a_thing_is_given_another_name_in_every_file_or_a_sentence_says_why_not(editor, folder):
    tables, night = (editor.open(folder / name) for name in ("20-tables.rules", "10-night.rules"))
    editor.type(tables, "# The four tables.", "# The 😀 four tables.\n")
    asked = editor.at(tables, "Reef ", 2)
    ready = editor.ask("textDocument/prepareRename", **asked)
    assert ready.placeholder == "Reef"
    edit = editor.ask("textDocument/rename", **asked, new_name="Rocks")
    changed = {Path(path_from_uri(address)).name for address in edit.changes}
    assert changed >= {"20-tables.rules", "10-night.rules", "95-examples.rules", "first-night.script"}
    editor.apply(types.WorkspaceEdit({address: edit.changes[address] for address in (tables, night)}))
    assert "roll on Rocks(s)" in editor.texts[night]
    assert "leeway on Rocks when" in editor.texts[tables]
    with pytest.raises(JsonRpcException, match=r"is a word of the language and cannot be a name\. Choose"):
        editor.ask("textDocument/rename", **editor.at(tables, "Weather "), new_name="roll")


def test_words_are_coloured_by_what_they_mean(editor, folder):
    address = editor.open(folder / "20-tables.rules")
    editor.type(address, "# The four tables.", "# 😀\n")
    found = editor.ask("textDocument/semanticTokens/full", text_document=types.TextDocumentIdentifier(address))
    legend = editor.can.semantic_tokens_provider.legend
    line = column = 0
    words = {}
    for at in range(0, len(found.data), 5):
        down, right, size, kind, _ = found.data[at : at + 5]
        line, column = line + down, right if down else column + right
        words[
            editor.texts[address]
            .split("\n")[line]
            .encode("utf-16-le")[2 * column : 2 * (column + size)]
            .decode("utf-16-le")
        ] = legend.token_types[kind]
    assert (words["# 😀"], words["table"], words["Weather"]) == ("comment", "keyword", "class")
    assert (words["fog"], words["worse"]) == ("enumMember", "decorator")


def test_a_table_is_told_by_its_card(editor, folder):
    address = editor.open(folder / "10-night.rules")
    hover = editor.ask("textDocument/hover", **editor.at(address, "Weather\n", 3))
    assert hover.contents.kind == types.MarkupKind.Markdown
    assert "The sky turns" in hover.contents.value
    assert hover.range.end.character - hover.range.start.character == len("Weather")
    assert editor.ask("textDocument/hover", **editor.at(address, "\nprocedure season")) is None


def test_a_server_may_wait_at_a_port(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    async def talk(process: subprocess.Popen) -> str:
        client = LanguageClient("test", "1")
        while process.poll() is None:
            try:
                await client.start_tcp("127.0.0.1", port)
                break
            except OSError:
                await asyncio.sleep(0.1)
        hello = await client.initialize_async(types.InitializeParams(capabilities=types.ClientCapabilities()))
        await client.shutdown_async(None)
        client.exit(None)
        return unwrap(hello.server_info).name

    with begin_process([*BOMBSIGHT, "server", "--tcp", port], stderr=subprocess.PIPE) as process:
        assert asyncio.run(asyncio.wait_for(talk(process), PATIENCE)) == "bombsight"
        assert (process.wait(PATIENCE), unwrap(process.stderr).read()) == (0, b"")


BUSY = """
import sys, threading
from bombsight.cli.server.serving import serve
from bombsight.service.language.open_workspaces import OpenWorkspace

def lint_all(room, stop):
    print("looking", file=sys.stderr, flush=True)
    threading.Event().wait()

OpenWorkspace.lint_all = lint_all
serve()
"""


def test_a_server_ends_when_it_is_told_to_though_it_looks_at_everything(folder):
    async def talk() -> int | None:
        client = LanguageClient("test", "1")
        await client.start_io(sys.executable, "-c", BUSY, cwd=folder)
        await client.initialize_async(types.InitializeParams(capabilities=types.ClientCapabilities()))
        path = folder / "20-tables.rules"
        item = types.TextDocumentItem(path.as_uri(), "bombsight", 1, path.read_text(encoding="utf-8"))
        server = unwrap(client._server)
        client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        while b"looking" not in await unwrap(server.stderr).readline():
            pass
        await client.shutdown_async(None)
        client.exit(None)
        try:
            return await asyncio.wait_for(server.wait(), PATIENCE)
        finally:
            if server.returncode is None:
                server.kill()

    assert asyncio.run(talk()) == 0
