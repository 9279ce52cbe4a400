"""Running an example at somebody's word, and telling what came of it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from lsprotocol import types

from bombsight.boundary.errors import InputError
from bombsight.cli.server.executor import at_night
from bombsight.cli.server.lenses import Key, Tried, key_of, rules_of
from bombsight.cli.server.server import RulesServer
from bombsight.service.common.failure import WrongRules
from bombsight.service.language.trying import Outcome, examples, try_example
from bombsight.service.language.workspace import Workspace

MOST = 500
"""Of so many examples that were run it is known what came of them."""


async def run_example(server: RulesServer, address: str, line: int) -> str | None:
    """Run the example that begins on a line of an open file.

    Args:
        server: The server, which shows what comes of it: above the example, and in a message where the client cannot
            be asked to look there again, or the example fails.
        address: The file.
        line: The line, from 1.

    Returns:
        What came of it; None where no example begins there.
    """
    document = server.documents.get(address)
    if document is None:
        return None
    found = await server.desk.do(partial(example_at, server, document.path, line))
    if found is None:
        return None
    space, key, title = found
    rules = rules_of(space)
    note(server, key, Tried(rules, None))
    tried = Tried(rules, await outcome_of(space, document.path, line))
    note(server, key, tried)
    said = tried.told(title)
    held = isinstance(tried.outcome, Outcome) and not tried.outcome.mismatches
    if not (held and server.can_refresh_lenses):
        kind = types.MessageType.Info if held else types.MessageType.Warning
        server.window_show_message(types.ShowMessageParams(kind, said))
    return said


def example_at(server: RulesServer, path: Path, line: int) -> tuple[Workspace, Key, str] | None:
    """The rules for another thread, and what tells the example on a line, with its title; asked for at the desk."""
    room = server.spaces.room(path)
    if room is None:
        return None
    space = room.copied().space
    for example in examples(space, path):
        if example.span.line == line:
            return space, key_of(space.source(path), path, example.span), example.title
    return None


async def outcome_of(space: Workspace, path: Path, line: int) -> Outcome | str | None:
    """What comes of the example on a line; a sentence where it cannot be run."""
    try:
        return await at_night(partial(try_example, space, path, line))
    except WrongRules as wrong:
        return f"{wrong.findings[0].message}, {wrong.findings[0].span}"
    except InputError as refused:
        return refused.message


def note(server: RulesServer, key: Key, tried: Tried) -> None:
    """Keep what came of an example, and let the client look at the lenses again."""
    server.tried.pop(key, None)
    server.tried[key] = tried
    for old in [*server.tried][:-MOST]:
        del server.tried[old]
    server.refresh_lenses()
