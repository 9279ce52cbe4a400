"""What stands above lines: a word that runs an example and what came of it, and how often a thing is named."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.cli.server.in_process import Client, talked
from tests.examples import LIGHTHOUSE

CAN_REFRESH = {"workspace": {"codeLens": {"refreshSupport": True}}}

EXAMPLES = """\
example "It rains"
  roll on Weather
  roll Weather 5 3
  expect result is rain

example "Never so"
  roll on Weather
  | case | roll Weather | expect result |
  | a    | 5 3          | rain          |
  | b    | 6 6          | fog           |
"""


@pytest.fixture
def tables(tmp_path):
    return Path(shutil.copytree(LIGHTHOUSE, tmp_path / "lighthouse")) / "20-tables.rules"


@pytest.fixture
def examples(tables):
    path = tables.parent / "97-more.rules"
    path.write_text(EXAMPLES, encoding="utf-8")
    return path


async def lenses(client: Client, address: str) -> list[dict[str, Any]]:
    return await client.answer(client.request("textDocument/codeLens", {"textDocument": {"uri": address}}))


async def run(client: Client, lens: dict[str, Any]) -> str:
    """Do what a lens says; what is answered."""
    command = {"command": lens["command"]["command"], "arguments": lens["command"]["arguments"]}
    return await client.answer(client.request("workspace/executeCommand", command))


def titles(found: list[dict[str, Any]]) -> list[str]:
    return [lens["command"]["title"] for lens in found]


def test_an_example_is_run_and_what_comes_of_it_stands_above_it(examples):
    async def talk() -> None:
        client = Client(CAN_REFRESH)
        client.server.debounce_seconds = 60
        address = client.open(examples)
        found = await lenses(client, address)
        assert titles(found) == ["Run", "Run"]
        assert [lens["range"]["start"]["line"] for lens in found] == [0, 5]
        assert await run(client, found[0]) == "Example It rains holds."
        assert titles(await lenses(client, address)) == ["Run (it holds)", "Run"]
        assert client.wire.of("window/showMessage") == []
        said = await run(client, found[1])
        assert said.splitlines()[0] == "Example Never so fails."
        assert said.splitlines()[1].startswith(f"{examples}:10:")
        assert titles(await lenses(client, address))[1].startswith("Run (1 of 2 cases fail: expect result is fog;")
        (message,) = client.wire.of("window/showMessage")
        assert message == {"type": 2, "message": said}
        assert len([each for each in client.wire.said if each.get("method") == "workspace/codeLens/refresh"]) == 4
        client.change(address, 2, f"# above\n{EXAMPLES}")
        assert titles(await lenses(client, address)) == ["Run", "Run"]
        client.server.stop()

    talked(talk())


def test_a_client_that_does_not_look_again_is_told_whatever_comes(examples):
    async def talk() -> None:
        client = Client()
        client.server.debounce_seconds = 60
        found = await lenses(client, client.open(examples))
        said = await run(client, found[0])
        assert client.wire.of("window/showMessage") == [{"type": 3, "message": said}]
        client.server.stop()

    talked(talk())


def test_an_example_that_cannot_be_run_says_why(examples, tables):
    async def talk() -> None:
        client = Client(CAN_REFRESH)
        client.server.debounce_seconds = 60
        address = client.open(examples)
        found = await lenses(client, address)
        client.change(client.open(tables), 2, tables.read_text(encoding="utf-8").replace("gives Sky", "gives Skyy"))
        assert (await run(client, found[0])).startswith("Example It rains cannot be run: there is no ")
        assert titles(await lenses(client, address))[0].startswith("Run (it cannot be: there is no ")
        gone = {"command": found[0]["command"]["command"], "arguments": [address, 2]}
        assert await client.answer(client.request("workspace/executeCommand", gone)) is None
        client.server.stop()

    talked(talk())


def test_how_often_a_thing_is_named_is_told_to_who_can_show_where(tables):
    async def talk() -> None:
        client = Client(options={"references": "show.them"})
        client.server.debounce_seconds = 60
        address = client.open(tables)
        found = await lenses(client, address)
        assert [(lens["range"]["start"]["line"], "command" in lens) for lens in found] == [
            (2, False),
            (11, False),
            (30, False),
            (42, False),
        ]
        resolved = await client.answer(client.request("codeLens/resolve", found[2]))
        where, place, places = resolved["command"]["arguments"]
        assert (resolved["command"]["command"], where, place) == ("show.them", address, found[2]["range"]["start"])
        context = {"textDocument": {"uri": address}, "position": place, "context": {"includeDeclaration": False}}
        assert places == await client.answer(client.request("textDocument/references", context))
        assert resolved["command"]["title"] == f"{len(places)} references"
        client.change(address, 2, f"# above\n{tables.read_text(encoding='utf-8')}")
        assert "command" not in await client.answer(client.request("codeLens/resolve", found[2]))
        client.server.stop()

    talked(talk())


def test_who_cannot_show_places_is_not_told_how_many_there_are(tables):
    async def talk() -> None:
        client = Client()
        client.server.debounce_seconds = 60
        assert await lenses(client, client.open(tables)) == []
        await asyncio.sleep(0)
        client.server.stop()

    talked(talk())
