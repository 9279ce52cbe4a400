"""Whatever a client asks gets an answer: what it has asked for, or why there is none."""

from __future__ import annotations

import asyncio
import logging

import pytest
from pygls.exceptions import JsonRpcInvalidParams

from bombsight.cli.server.code_lenses import RUN_COMMAND
from bombsight.cli.server.uris import path_from_uri
from tests.cli.server.in_process import Client, talked
from tests.examples import EXAMPLES

NIGHT = EXAMPLES / "lighthouse" / "10-night.rules"
DOCUMENT = {"uri": NIGHT.as_uri()}
HERE = {"line": 0, "character": 0}
INVALID_REQUEST, UNKNOWN_METHOD, INVALID_PARAMS = -32600, -32601, -32602


@pytest.fixture(autouse=True)
def _quiet(monkeypatch):
    monkeypatch.setattr(logging.getLogger("pygls"), "level", logging.CRITICAL + 1)


def answered(*requests: dict) -> list[dict]:
    """The answers to some requests about a file that is open, each without what frames it."""

    async def talk() -> list[dict]:
        client = Client()
        client.open(NIGHT)
        numbers = [client.request(request["method"], request.get("params")) for request in requests]
        while not {*numbers} <= {each.get("id") for each in client.wire.said}:
            await asyncio.sleep(0.005)
        found = {each.get("id"): each for each in client.wire.said}
        client.server.stop()
        return [found[number] for number in numbers]

    return talked(talk())


def at(**place: object) -> dict:
    return {"method": "textDocument/hover", "params": {"textDocument": DOCUMENT, "position": {**HERE, **place}}}


def formatting(**options: object) -> dict:
    chosen = {"tabSize": 2, "insertSpaces": True, **options}
    return {"method": "textDocument/formatting", "params": {"textDocument": DOCUMENT, "options": chosen}}


@pytest.mark.parametrize(
    "request_",
    [
        formatting(tabSize=-1),
        formatting(tabSize="two"),
        at(line=-1),
        at(line=10**12),
        at(character="x"),
        {"method": "textDocument/hover"},
        {"method": "textDocument/hover", "params": []},
        {"method": "textDocument/hover", "params": {"position": HERE}},
        {"method": "textDocument/hover", "params": {"textDocument": None, "position": HERE}},
        {"method": "textDocument/references", "params": {"textDocument": DOCUMENT, "position": HERE}},
        {"method": "textDocument/hover", "params": {"jsonrpc": "2.0", "method": "textDocument/didOpen"}},
        {
            "method": "workspace/executeCommand",
            "params": {"command": RUN_COMMAND, "arguments": [DOCUMENT["uri"], "last"]},
        },
        {"method": "workspace/executeCommand", "params": {"command": "other"}},
    ],
)
def test_parameters_of_another_kind_are_refused(request_):
    (answer,) = answered(request_)
    assert answer["error"]["code"] == INVALID_PARAMS


@pytest.mark.parametrize(
    "uri", ["", "no address", "http://[", "file:///a%00b", "file:here", "untitled:a", "\ud800", "file:///\ud800"]
)
def test_of_texts_that_nobody_has_nothing_is_known(uri):
    place = {"textDocument": {"uri": uri}, "position": HERE}
    answers = answered(
        {"method": "textDocument/hover", "params": place},
        {"method": "textDocument/completion", "params": place},
        {"method": "textDocument/rename", "params": {**place, "newName": "other"}},
    )
    assert [answer["result"] for answer in answers] == [None, None, None]


def test_a_place_behind_the_end_is_the_end():
    (answer,) = answered(at(line=2**31 - 1, character=2**31 - 1))
    assert answer["result"] is None


def test_methods_that_nobody_knows_are_refused():
    assert [answer["error"]["code"] for answer in answered({"method": "a/b"}, {"method": "a/b", "params": {}})] == [
        UNKNOWN_METHOD,
        UNKNOWN_METHOD,
    ]


@pytest.mark.parametrize(
    ("message", "number"),
    [
        ({"jsonrpc": "2.0", "id": 7}, 7),
        ({"jsonrpc": "1.0", "id": 7, "method": "textDocument/hover"}, 7),
        ({"id": "x", "method": "textDocument/hover"}, "x"),
        ({"jsonrpc": "2.0", "id": [], "method": "textDocument/hover"}, None),
        ({"jsonrpc": "2.0", "id": 7, "method": 7}, 7),
        ([], None),
        (7, None),
        (None, None),
    ],
)
def test_what_is_no_message_is_refused(message, number):
    client = Client()
    client.server.protocol.handle_message(message)
    client.server.stop()
    answer = client.wire.said[-1]
    assert (answer["id"], answer["error"]["code"]) == (number, INVALID_REQUEST)


def test_after_the_end_requests_are_refused():
    hover, after = answered({"method": "shutdown"}, at())
    assert hover["result"] is None
    assert after["error"]["code"] == INVALID_REQUEST


def test_what_is_told_gets_no_answer():
    client = Client()
    before = len(client.wire.said)
    with pytest.raises(JsonRpcInvalidParams):
        client.notify("textDocument/didOpen", {"textDocument": None})
    client.server.stop()
    assert not [each for each in client.wire.said[before:] if "id" in each]


def test_addresses_of_no_file_differ():
    addresses = ["http://[", "file:///a%00b", "file:///a%00c", "untitled:a/b", "untitled:a-b", "a", "file:a"]
    assert len({path_from_uri(address) for address in addresses}) == len(addresses)
