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
from bombsight.dsl.listing import join_names
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Source, Span

CONFIG_FILE = "bombsight.toml"
CONFIG_KEYS = ("select", "ignore", "fail-on", "files")
TOML_ERROR_PLACE = re.compile(r"at line (\d+), column (\d+)")


@frozen
class LintConfig:
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

    def is_reported(self, finding: Diagnostic) -> bool:
        """Whether a finding is told. What makes rules wrong always is."""
        if finding.severity is Severity.ERROR:
            return True
        name = PurePath(finding.span.path).name
        here = [code for pattern, codes in self.files if fnmatchcase(name, pattern) for code in codes]
        return finding.code.startswith(self.select or "") and not finding.code.startswith((*self.ignore, *here))


def read_lint_config(source: Source, findings: Findings) -> LintConfig:
    """The choices that a file holds; of what cannot be read, none.

    Args:
        source: The file.
        findings: Takes what is wrong with it.
    """
    try:
        lint = tomllib.loads(source.text).get("lint", {})
    except tomllib.TOMLDecodeError as error:
        findings.add(
            "E100", "this is no TOML", span_of_toml_error(source, error), help=f"The reader of TOML says: {error}."
        )
        return LintConfig()
    if not isinstance(lint, Mapping):
        report_wrong_shape(source, findings, "lint", "a table, begun by the line `[lint]`")
        return LintConfig()
    for key in lint:
        if key not in CONFIG_KEYS:
            hint = findings.suggest(key, CONFIG_KEYS) or f"There are {join_names(CONFIG_KEYS)}."
            findings.add("E101", f"there is no choice {key}", span_of_word(source, key), help=hint)
    files = lint.get("files", {})
    if not isinstance(files, Mapping):
        report_wrong_shape(source, findings, "files", "a table of file names, begun by the line `[lint.files]`")
        files = {}
    return LintConfig(
        read_code_prefixes(source, findings, "select", lint.get("select", [])),
        read_code_prefixes(source, findings, "ignore", lint.get("ignore", [])),
        tuple((name, read_code_prefixes(source, findings, name, named)) for name, named in files.items()),
        read_severity(source, findings, lint.get("fail-on")),
    )


def read_code_prefixes(source: Source, findings: Findings, key: str, value: Any) -> tuple[str, ...]:
    """The beginnings of codes that a list names; what is none of them is left out and told."""
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        report_wrong_shape(source, findings, key, 'a list of codes or names, such as `["T003", "N"]`')
        return ()
    return tuple(resolve_code_prefixes(source, findings, value))


def resolve_code_prefixes(source: Source, findings: Findings, names: Iterable[str]) -> Iterator[str]:
    """Codes, their beginnings and names as beginnings of codes."""
    from bombsight.compiler.codes import CODES, CODES_BY_NAME  # loads every check

    for each in dict.fromkeys(names):
        code = CODES_BY_NAME.get(each.lower(), each.upper())
        if each and any(known.startswith(code) for known in CODES):
            yield code
        else:
            hint = (
                findings.suggest(each, [*CODES, *CODES_BY_NAME])
                or "`bombsight explain` lists the codes and names there are."
            )
            findings.add("E101", f"no finding is called {each}", span_of_word(source, each), help=hint)


def read_severity(source: Source, findings: Findings, value: Any) -> Severity | None:
    """The severity of a word; None where none is said."""
    names = {each.value: each for each in Severity}
    if value is not None and (not isinstance(value, str) or value not in names):
        report_wrong_shape(source, findings, "fail-on", join_names((f'`"{name}"`' for name in names), "or"))
        return None
    return None if value is None else names[value]


def report_wrong_shape(source: Source, findings: Findings, key: str, expected: str) -> None:
    """Tell that a choice is made in another way than can be read."""
    findings.add("E100", f"{key} is not written so", span_of_word(source, key), help=f"Write {expected}.")


def span_of_word(source: Source, word: str) -> Span:
    """Where a word stands first, outside comments where it can be told; at the beginning where it does not."""
    text, at = source.text, -1
    while word and (at := text.find(word, at + 1)) >= 0:
        end = at + len(word)
        if is_word_character(text[at - 1 : at]) or is_word_character(text[end : end + 1]):
            continue
        if "#" not in text[text.rfind("\n", 0, at) + 1 : at]:
            return source.span(at, end)
        at = text.find("\n", end)  # the rest of the line is a comment, too
        if at < 0:
            break
    return source.span(0, min(1, len(text)))


def is_word_character(character: str) -> bool:
    """Whether a character, or none, belongs to a word."""
    return character.isalnum() or character in ("_", "-")


def span_of_toml_error(source: Source, error: tomllib.TOMLDecodeError) -> Span:
    """Where the reader of TOML stopped; at the end of the file where it says no line."""
    position = TOML_ERROR_PLACE.search(str(error))
    starts = source.line_starts
    if position is None or int(position[1]) > len(starts):
        return source.span(len(source.text), len(source.text))
    start = min(starts[int(position[1]) - 1] + int(position[2]) - 1, len(source.text))
    return source.span(start, min(start + 1, len(source.text)))
