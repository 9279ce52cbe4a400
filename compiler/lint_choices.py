"""A game's lint settings: the table ``[lint]`` of ``bombsight.toml``, beside the game's files.

They stand apart from the rules, so changing them changes no hash and invalidates no save. They apply to the files of
their folder. A comment ``# allow`` suppresses findings in one place and gives a reason; these settings apply to a whole
game, or to all files that match a pattern.
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
    """The lint settings of a folder: the filter of findings for its files.

    Attributes:
        select: Prefixes of the codes to report; empty for all.
        ignore: Prefixes of the codes to drop.
        files: Patterns of file names, each with prefixes of the codes to drop in matching files.
        fail_on: The lowest severity that makes lint fail; None if not set.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    files: tuple[tuple[str, tuple[str, ...]], ...] = ()
    fail_on: Severity | None = None

    def is_reported(self, finding: Diagnostic) -> bool:
        """Whether the settings let a finding through; errors always pass."""
        if finding.severity is Severity.ERROR:
            return True
        name = PurePath(finding.span.path).name
        here = [code for pattern, codes in self.files if fnmatchcase(name, pattern) for code in codes]
        return finding.code.startswith(self.select or "") and not finding.code.startswith((*self.ignore, *here))


def read_lint_config(source: Source, findings: Findings) -> LintConfig:
    """Read the lint settings of a file; unreadable settings are reported and left out."""
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
    """Read a list of code prefixes; invalid entries are reported and left out.

    Args:
        source: The file.
        findings: Collects its errors.
        key: The key of the list, for messages.
        value: The value that TOML gave for it.
    """
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        report_wrong_shape(source, findings, key, 'a list of codes or names, such as `["T003", "N"]`')
        return ()
    return tuple(resolve_code_prefixes(source, findings, value))


def resolve_code_prefixes(source: Source, findings: Findings, names: Iterable[str]) -> Iterator[str]:
    """Yield a code prefix for each code, prefix (``T0``) or finding name of a setting; report unknown words."""
    from bombsight.compiler.codes import CODES, CODES_BY_NAME  # a late import, since it loads every check

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
    """Parse a severity; None if it is missing or wrong, which is reported."""
    names = {each.value: each for each in Severity}
    if value is not None and (not isinstance(value, str) or value not in names):
        report_wrong_shape(source, findings, "fail-on", join_names((f'`"{name}"`' for name in names), "or"))
        return None
    return None if value is None else names[value]


def report_wrong_shape(source: Source, findings: Findings, key: str, expected: str) -> None:
    """Report a lint setting whose value has the wrong type or form.

    Args:
        source: The file.
        findings: Collects the finding.
        key: The key of the setting.
        expected: The expected form, for the help text.
    """
    findings.add("E100", f"{key} is not written so", span_of_word(source, key), help=f"Write {expected}.")


def span_of_word(source: Source, word: str) -> Span:
    """Find the first occurrence of a word in a file, preferably outside comments; else the start of the file."""
    text, at = source.text, -1
    while word and (at := text.find(word, at + 1)) >= 0:
        end = at + len(word)
        if is_word_character(text[at - 1 : at]) or is_word_character(text[end : end + 1]):
            continue
        if "#" not in text[text.rfind("\n", 0, at) + 1 : at]:
            return source.span(at, end)
        at = text.find("\n", end)  # skip the rest of the comment
        if at < 0:
            break
    return source.span(0, min(1, len(text)))


def is_word_character(character: str) -> bool:
    """Whether a text is exactly one character that a word may contain (letter, digit, ``_``, ``-``)."""
    return character.isalnum() or character in ("_", "-")


def span_of_toml_error(source: Source, error: tomllib.TOMLDecodeError) -> Span:
    """Return the place that a TOML syntax error names; the end of the file if it names no line."""
    position = TOML_ERROR_PLACE.search(str(error))
    starts = source.line_starts
    if position is None or int(position[1]) > len(starts):
        return source.span(len(source.text), len(source.text))
    start = min(starts[int(position[1]) - 1] + int(position[2]) - 1, len(source.text))
    return source.span(start, min(start + 1, len(source.text)))
