"""The rules of a release: what it shipped and showed, as files, with what was found in them at the time.

An archive holds files as they were, and `index.json`, which says what belongs together. Files beside it, by the same
name, say what `lint` found, and list the codes of all findings there were.
"""

from __future__ import annotations

import json
import tarfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

from bombsight.compiler.pipeline import compile_rules, run_front_end
from bombsight.compiler.request import Request
from bombsight.dsl.diagnostic import Diagnostic, Severity
from bombsight.dsl.source import Source
from bombsight.service.games.requests import Rules
from bombsight.service.games.targets import find_targets
from bombsight.service.lint.lint import apply_request_suppressions, lint

HERE = Path(__file__).parent
INDEX = "index.json"
TABLES = "tables.json"
"""The parse tables of the release's grammar, in its archive."""

COUNTING = (Severity.ERROR, Severity.WARNING)
"""The findings by which `lint` may fail."""

Found = Counter[str]
"""How many findings of a code there are in a file: by `file code`."""


@frozen
class Unit:
    """Files that are looked at together; all paths are those within the archive.

    Attributes:
        name: What it is called in what is kept of its findings.
        folder: The folder of a whole game, which is linted as such; empty where single files are looked at.
        game: The files of the game; none for a piece of rules that is only read.
        house: The files that are laid over it, or the piece.
        variants: The variants that are in force.
    """

    name: str
    folder: str = ""
    game: tuple[str, ...] = ()
    house: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()


@frozen
class Release:
    """A release, unpacked.

    Attributes:
        version: Which.
        folder: Where its files lie.
        units: What belongs together.
    """

    version: str
    folder: Path
    units: tuple[Unit, ...]

    def request(self, unit: Unit) -> Request:
        """What a unit asks to be compiled."""
        return Request(base=self.sources(unit.game), house=self.sources(unit.house), variants=unit.variants)

    def sources(self, paths: Iterable[str]) -> tuple[Source, ...]:
        """Some of its files."""
        return tuple(Source(path, (self.folder / path).read_text(encoding="utf-8")) for path in paths)

    def findings_in(self, unit: Unit) -> Found:
        """What `lint` finds in a unit, by which it may fail."""
        if unit.folder:
            linted = lint(find_targets([str(self.folder / unit.folder)]), Rules())
            return counted(linted.findings, self.folder)
        request = self.request(unit)
        return counted(apply_request_suppressions(request, compile_rules(request).diagnostics), self.folder)

    def errors_in(self, unit: Unit) -> Found:
        """The errors of names, types and overlays in it: a part of all that is found, and soon known."""
        return counted(run_front_end(self.request(unit)).diagnostics, self.folder, COUNTING[:1])


def counted(findings: Iterable[Diagnostic], folder: Path, counting: Sequence[Severity] = COUNTING) -> Found:
    """Findings of some severities, without their places and words, which may become better."""
    paths = ((Path(each.span.path), each) for each in findings if each.severity in counting)
    return Counter(
        f"{(path.relative_to(folder) if path.is_absolute() else path).as_posix()} {each.code}" for path, each in paths
    )


def versions() -> list[str]:
    """The releases whose rules are kept, from the first on."""
    return sorted((path.name.removesuffix(".tar.xz") for path in HERE.glob("*.tar.xz")), key=in_order)


def codes_of(version: str) -> list[str]:
    """The codes of all findings that a release knew."""
    return codes_path(version).read_text(encoding="utf-8").split()


def codes_path(version: str) -> Path:
    """Where the codes of a release are listed."""
    return HERE / f"{version}.codes.txt"


def first_releases() -> dict[str, str]:
    """The release that was the first to have each code, of all codes that a kept release knew."""
    return {code: version for version in reversed(versions()) for code in codes_of(version)}


def in_order(version: str) -> tuple[int, ...]:
    """The numbers of a version, by which versions are compared."""
    return tuple(map(int, version.split(".")))


def unpacked(version: str, folder: Path) -> Release:
    """The rules of a release, unpacked into a folder."""
    with tarfile.open(HERE / f"{version}.tar.xz") as archive:
        # Python has had the filter since 3.11.4; these archives are ours.
        filtered: dict[str, Any] = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
        archive.extractall(folder, **filtered)
    index = json.loads((folder / INDEX).read_text(encoding="utf-8"))
    return Release(version, folder, tuple(Unit(**{key: fixed(value) for key, value in each.items()}) for each in index))


def fixed(value: Any) -> Any:
    """A value of the index as units have it."""
    return tuple(value) if isinstance(value, list) else value


def expected(version: str) -> dict[str, Found]:
    """What was found in each unit when the release was kept."""
    found = json.loads((HERE / f"{version}.json").read_text(encoding="utf-8"))
    return defaultdict(Counter, {name: Counter(codes) for name, codes in found.items()})
