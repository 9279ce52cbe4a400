"""What a game's author wants to be told: the table ``[lint]`` of ``bombsight.toml``, beside the game's files.

The choices stand apart from the rules, for they change nothing of what is played: the hash of the rules, and so every
save, stays the same whatever somebody wants to be told. They speak for the files of their folder. A comment ``# allow``
speaks for one place and says why; this is for what is meant for a whole game, or for all files of a kind.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import PurePath
from typing import Any

from bombsight.compiler.findings import Findings
from bombsight.dsl.diagnostic import Diagnostic, Severity
from bombsight.dsl.listing import listed
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Source, Span

CHOICES_FILE = "bombsight.toml"
KEYS = ("select", "ignore", "fail-on", "files")
PLACE = re.compile(r"at line (\d+), column (\d+)")


@frozen
class Choices:
    """What of the findings in a folder is told.

    Attributes:
        select: What codes must begin with; empty for anything.
        ignore: What they must not begin with.
        files: Patterns of file names, and what codes must not begin with in these.
        fail_on: From which severity on lint fails; None where nothing is said.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    files: tuple[tuple[str, tuple[str, ...]], ...] = ()
    fail_on: Severity | None = None

    def tell(self, finding: Diagnostic) -> bool:
        """Whether a finding is told. What makes rules wrong always is."""
        if finding.severity is Severity.ERROR:
            return True
        name = PurePath(finding.span.path).name
        here = [code for pattern, codes in self.files if fnmatchcase(name, pattern) for code in codes]
        return finding.code.startswith(self.select or "") and not finding.code.startswith((*self.ignore, *here))


def read_choices(source: Source, wrong: Findings) -> Choices:
    """The choices that a file holds; of what cannot be read, none.

    Args:
        source: The file.
        wrong: Takes what is wrong with it.
    """
    try:
        lint = tomllib.loads(source.text).get("lint", {})
    except tomllib.TOMLDecodeError as error:
        wrong.add("E100", "this is no TOML", where(source, error), help=f"The reader of TOML says: {error}.")
        return Choices()
    if not isinstance(lint, Mapping):
        shape(source, wrong, "lint", "a table, begun by the line `[lint]`")
        return Choices()
    for key in lint:
        if key not in KEYS:
            hint = wrong.near(key, KEYS) or f"There are {listed(KEYS)}."
            wrong.add("E101", f"there is no choice {key}", word(source, key), help=hint)
    files = lint.get("files", {})
    if not isinstance(files, Mapping):
        shape(source, wrong, "files", "a table of file names, begun by the line `[lint.files]`")
        files = {}
    return Choices(
        codes(source, wrong, "select", lint.get("select", [])),
        codes(source, wrong, "ignore", lint.get("ignore", [])),
        tuple((name, codes(source, wrong, name, named)) for name, named in files.items()),
        severity(source, wrong, lint.get("fail-on")),
    )


def codes(source: Source, wrong: Findings, key: str, named: Any) -> tuple[str, ...]:
    """The beginnings of codes that a list names; what is none of them is left out and told."""
    if not isinstance(named, list) or not all(isinstance(each, str) for each in named):
        shape(source, wrong, key, 'a list of codes or names, such as `["T003", "N"]`')
        return ()
    return tuple(known(source, wrong, named))


def known(source: Source, wrong: Findings, named: Iterable[str]) -> Iterator[str]:
    """Codes, their beginnings and names as beginnings of codes."""
    from bombsight.compiler.codes import CODES, NAMES  # loads every check

    for each in dict.fromkeys(named):
        code = NAMES.get(each.lower(), each.upper())
        if each and any(known.startswith(code) for known in CODES):
            yield code
        else:
            hint = wrong.near(each, [*CODES, *NAMES]) or "`bombsight explain` lists the codes and names there are."
            wrong.add("E101", f"no finding is called {each}", word(source, each), help=hint)


def severity(source: Source, wrong: Findings, named: Any) -> Severity | None:
    """The severity of a word; None where none is said."""
    names = {each.value: each for each in Severity}
    if named is not None and (not isinstance(named, str) or named not in names):
        shape(source, wrong, "fail-on", listed((f'`"{name}"`' for name in names), "or"))
        return None
    return None if named is None else names[named]


def shape(source: Source, wrong: Findings, key: str, right: str) -> None:
    """Tell that a choice is made in another way than can be read."""
    wrong.add("E100", f"{key} is not written so", word(source, key), help=f"Write {right}.")


def word(source: Source, wanted: str) -> Span:
    """Where a word stands first, outside comments where it can be told; at the beginning where it does not."""
    text, at = source.text, -1
    while wanted and (at := text.find(wanted, at + 1)) >= 0:
        end = at + len(wanted)
        if is_of_word(text[at - 1 : at]) or is_of_word(text[end : end + 1]):
            continue
        if "#" not in text[text.rfind("\n", 0, at) + 1 : at]:
            return source.span(at, end)
        at = text.find("\n", end)  # the rest of the line is a comment, too
        if at < 0:
            break
    return source.span(0, min(1, len(text)))


def is_of_word(sign: str) -> bool:
    """Whether a character, or none, belongs to a word."""
    return sign.isalnum() or sign in ("_", "-")


def where(source: Source, error: tomllib.TOMLDecodeError) -> Span:
    """Where the reader of TOML stopped; at the end of the file where it says no line."""
    found = PLACE.search(str(error))
    starts = source.line_starts
    if found is None or int(found[1]) > len(starts):
        return source.span(len(source.text), len(source.text))
    start = min(starts[int(found[1]) - 1] + int(found[2]) - 1, len(source.text))
    return source.span(start, min(start + 1, len(source.text)))
