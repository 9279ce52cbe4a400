"""What a run of the tests leaves out, a plugin of pytest: slow tests, unless asked for. Its last lines say so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from typing import Any

import pytest

LEFT_OUT = pytest.StashKey[int]()
"""How many slow tests were left out."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--all``."""
    parser.addoption("--all", action="store_true", help="run the slow tests, too")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave slow tests out, unless all are asked for, or slow ones by their mark, or some by name."""
    if config.option.all or "slow" in config.option.markexpr or any("::" in word for word in config.args):
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    items[:] = [item for item in items if not item.get_closest_marker("slow")]
    config.hook.pytest_deselected(items=slow)
    config.stash[LEFT_OUT] = len(slow)
    getattr(config, "workeroutput", {})["left_out"] = len(slow)  # xdist carries that from a worker to whom reports


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take what a worker of xdist has left out: each of them collects the same."""
    node.config.stash[LEFT_OUT] = getattr(node, "workeroutput", {}).get("left_out", 0)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> Generator[None]:
    """Say last of all what was left out or skipped, by kinds, and how to have it."""
    yield
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or hasattr(session.config, "workerinput"):
        return
    if slow := session.config.stash.get(LEFT_OUT, 0):
        reporter.write_line(f"left out: {counted(slow, 'slow test')}; with them: python -m pytest --all")
    skipped = Counter(
        (report.longrepr[2].removeprefix("Skipped: "), "file" if isinstance(report, pytest.CollectReport) else "test")
        for report in reporter.stats.get("skipped", ())
    )
    for (reason, kind), number in skipped.most_common():
        reporter.write_line(f"skipped: {counted(number, kind)}: {reason}")


def counted(number: int, word: str) -> str:
    """A number of things."""
    return f"{number} {word}{'s' if number != 1 else ''}"
