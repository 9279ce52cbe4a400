"""The command that runs an example, and the report of its result."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from lsprotocol import types

from bombsight.boundary.errors import InputError
from bombsight.cli.server.code_lenses import ExampleKey, ExampleRun, example_key, rules_state
from bombsight.cli.server.executor import run_in_background
from bombsight.cli.server.server import RulesServer
from bombsight.service.common.failure import WrongRules
from bombsight.service.language.example_lens import ExampleResult, examples_in, try_example
from bombsight.service.language.workspace import Workspace

MAX_EXAMPLE_RUNS = 500
"""The maximum number of results of examples that are remembered."""


async def run_example(server: RulesServer, uri: str, line: int) -> str | None:
    """Run the example that begins on a line of an open document.

    Args:
        server: The server, which shows the result: above the example, and in a message if the client cannot refresh
            lenses, or the example fails.
        uri: The URI of the document.
        line: The line, from 1.

    Returns:
        The result; None if no example begins there.
    """
    document = server.documents.get(uri)
    if document is None:
        return None
    example = await server.executor.submit(partial(find_example, server, document.path, line))
    if example is None:
        return None
    space, key, title = example
    rules = rules_state(space)
    record_run(server, key, ExampleRun(rules, None))
    example_run = ExampleRun(rules, await try_example_at(space, document.path, line))
    record_run(server, key, example_run)
    message = example_run.message(title)
    has_passed = isinstance(example_run.outcome, ExampleResult) and not example_run.outcome.mismatches
    if not (has_passed and server.can_refresh_lenses):
        kind = types.MessageType.Info if has_passed else types.MessageType.Warning
        server.window_show_message(types.ShowMessageParams(kind, message))
    return message


def find_example(server: RulesServer, path: Path, line: int) -> tuple[Workspace, ExampleKey, str] | None:
    """Find the example on a line: a copy of its workspace, its key and its title; runs in the executor thread."""
    workspace = server.spaces.workspace_of(path)
    if workspace is None:
        return None
    space = workspace.copy_for_thread().space
    for example in examples_in(space, path):
        if example.span.line == line:
            return space, example_key(space.source(path), path, example.span), example.title
    return None


async def try_example_at(space: Workspace, path: Path, line: int) -> ExampleResult | str | None:
    """Run the example on a line in the background; return its result, or the sentence why it cannot run."""
    try:
        return await run_in_background(partial(try_example, space, path, line))
    except WrongRules as wrong:
        return f"{wrong.findings[0].message}, {wrong.findings[0].span}"
    except InputError as refused:
        return refused.message


def record_run(server: RulesServer, key: ExampleKey, example_run: ExampleRun) -> None:
    """Store the run of an example, and refresh the client's lenses."""
    server.example_runs.pop(key, None)
    server.example_runs[key] = example_run
    for old in [*server.example_runs][:-MAX_EXAMPLE_RUNS]:
        del server.example_runs[old]
    server.refresh_lenses()
