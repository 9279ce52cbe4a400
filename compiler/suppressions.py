"""Suppression comments for findings: ``# allow: T002 -- reason``.

Such a comment stands above a line or behind it, and suppresses findings on that line; at the head of an item, in all of
the item. It must give a reason. If it suppresses nothing it is itself reported, so none outlives its purpose. Errors
cannot be suppressed.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from bombsight.boundary.budget import Allowance, Budget, WorkKind
from bombsight.compiler.codes import CODES, CODES_BY_NAME, ON_REQUEST_CODES, SEVERITIES
from bombsight.compiler.findings import Findings, suggest_name
from bombsight.compiler.ranges import Ranges
from bombsight.dsl.diagnostic import Diagnostic, Edit, Fix, Severity
from bombsight.dsl.file_kind import lines_of_other_games
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.pieces import TEXT_OR_COMMENT, split_items
from bombsight.dsl.source import Source, Span
from bombsight.dsl.suggestions import charge_comparison

ALLOW_START = re.compile(r"#\s*allow\s*(?::|\(|\s[A-Z]\d{3}\b)")
"""The start of an intended suppression comment, valid or not."""

ALLOW_COMMENT = re.compile(r"#\s*allow:\s*(?P<names>[\w-]+(?:\s*,\s*[\w-]+)*)\s+--\s+(?P<reason>\S.*)")
ALLOW_NAME = re.compile(r"[\w-]+")
NEXT_CODE = re.compile(r"(?:#[^\n]*|\s)*+([^\s#])")
ALLOW_FORM = "# allow: NAME -- reason"

SUPPRESSION_CODES = frozenset({"E070", "E071", "E072"})
"""The codes of findings about suppression comments themselves."""


@frozen
class Suppression:
    """One finding code in a suppression comment, with the lines that it covers.

    Attributes:
        code: The code to suppress; None if the name is unknown.
        name: The code or name as written.
        span: Its place.
        out: The edit that deletes it, or the whole comment if it is the only one.
        lines: The first and the last line that it covers; zeros if no rules follow.
    """

    code: str | None
    name: str
    span: Span
    out: Edit
    lines: tuple[int, int]


FindingKind = tuple[str, str | None]
"""The path of a file, and a code."""


@frozen
class FindingLines:
    """An index of the lines of findings, by file and code.

    Attributes:
        by_kind: The sorted lines of each file and code.
    """

    by_kind: Mapping[FindingKind, Sequence[int]]

    @classmethod
    def from_findings(cls, findings: Iterable[Diagnostic]) -> FindingLines:
        """Build the index of lines from findings."""
        found: dict[FindingKind, list[int]] = defaultdict(list)
        for finding in findings:
            found[finding.span.path, finding.code].append(finding.span.line)
        return cls({kind: sorted(lines) for kind, lines in found.items()})

    def has_finding_for(self, suppression: Suppression) -> bool:
        """Whether a suppression comment covers at least one finding."""
        first, last = suppression.lines
        lines = self.by_kind.get((suppression.span.path, suppression.code), ())
        at = bisect_left(lines, first)
        return at < len(lines) and lines[at] <= last


def apply_suppressions(
    diagnostics: Iterable[Diagnostic], sources: Iterable[Source], checked_sources: Iterable[Source] = (), game: str = ""
) -> list[Diagnostic]:
    """Drop suppressed findings, and add findings about wrong or useless suppressions.

    Args:
        diagnostics: All findings.
        sources: The files whose comments count.
        checked_sources: The files in which useless comments are reported. With errors there are no such reports, since
            many checks did not run.
        game: The id of the game; overlays for other games in these files were not checked.
    """
    findings, files = [*diagnostics], [*sources]
    wrong = Findings(SEVERITIES)
    hints = Allowance(sum(len(source.text) for source in files)).make_budget(WorkKind.HINT)
    suppressions = [allow for source in files for allow in parse_suppressions(source, wrong, hints)]
    if not suppressions and not wrong.diagnostics:
        return findings
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    lines, lines_of_errors = FindingLines.from_findings(findings), FindingLines.from_findings(errors)
    foreign_by_path = {
        source.file or source.path: ranges_of_other_games(source, game) for source in checked_sources if not errors
    }
    for allow in suppressions:
        if lines_of_errors.has_finding_for(allow):
            add_advice(wrong, "E072", f"{allow.name} is an error here, and no error is allowed", allow.span, "Mend it.")
        elif (
            allow.code
            and not lines.has_finding_for(allow)
            and allow.code not in ON_REQUEST_CODES
            and allow.span.path in foreign_by_path
            and allow.span.line not in foreign_by_path[allow.span.path]
        ):
            help = f"Take {allow.name} out. A comment speaks for the line below it, or for its own behind a line."
            fix = Fix(f"Take {allow.name} out", (allow.out,))
            add_advice(wrong, "E072", f"nothing here is {code_title(allow.code)}", allow.span, help, fix)
    allowed = suppressed_lines(suppressions)
    unsuppressed = [
        finding
        for finding in findings
        if finding.severity is Severity.ERROR
        or (kind := (finding.span.path, finding.code)) not in allowed
        or finding.span.line not in allowed[kind]
    ]
    return [*unsuppressed, *wrong.diagnostics]


def ranges_of_other_games(source: Source, game: str) -> Ranges:
    """Return the line ranges of a file that belong to overlays for other games."""
    return Ranges.from_ranges((lines[0], lines[-1]) for lines in lines_of_other_games(source.text, game) if lines)


def suppressed_lines(suppressions: Iterable[Suppression]) -> Mapping[FindingKind, Ranges]:
    """Map each file and finding code to the lines where findings are suppressed."""
    found: dict[FindingKind, list[tuple[int, int]]] = defaultdict(list)
    for allow in suppressions:
        found[allow.span.path, allow.code].append(allow.lines)
    return {kind: Ranges.from_ranges(lines) for kind, lines in found.items()}


def parse_suppressions(source: Source, findings: Findings, budget: Budget) -> Iterator[Suppression]:
    """Yield the suppressions in the comments of a file, and report errors in them."""
    if "allow" not in source.text:
        return
    place = Source(source.file or source.path, source.text)  # under the path that findings use
    ends: Mapping[int, int] | None = None
    code_at = 0
    for comment in TEXT_OR_COMMENT.finditer(source.text):
        if not ALLOW_START.match(comment[0]):
            continue
        read = ALLOW_COMMENT.fullmatch(comment[0].rstrip())
        if read is None:
            span = place.span(comment.start(), comment.start() + len(comment[0].rstrip()))
            add_advice(
                findings, "E070", "this allows nothing, for it does not say what or why", span, f"Write `{ALLOW_FORM}`."
            )
            continue
        ends = ends if ends is not None else last_lines_of_items(place)
        if code_at <= comment.start():  # else only comments are between the last one and that code
            code_at = find_next_code(source.text, comment.start())
        lines = covered_lines(place, comment.start(), code_at, ends)
        for word in ALLOW_NAME.finditer(read["names"]):
            start = comment.start() + read.start("names") + word.start()
            span = place.span(start, start + len(word[0]))
            code = resolve_code(word[0])
            if code is None:
                hint = hint_for_code(word[0], budget)
                add_advice(findings, "E071", f"no finding is called {word[0]}", span, hint)
            yield Suppression(code, word[0], span, removal_edit(place, comment, read["names"], span), lines)


def hint_for_code(word: str, budget: Budget) -> str:
    """Return a "did you mean" sentence for an unknown finding code, or how to list the codes."""
    known = [*CODES, *CODES_BY_NAME]
    close = suggest_name(word, known) if charge_comparison(budget, known) else ""
    return close or "`bombsight explain` lists the codes and names there are."


def find_next_code(text: str, offset: int) -> int:
    """Find the offset where rules continue after a comment; the end of the text if only comments follow."""
    found = NEXT_CODE.search(text, offset)
    return found.start(1) if found else len(text)


def removal_edit(source: Source, comment: re.Match[str], names: str, name: Span) -> Edit:
    """Make the edit that deletes a code from a suppression comment, or the comment with its last code.

    Args:
        source: The file.
        comment: The comment in it.
        names: All codes in the comment, as written.
        name: The place of this one.
    """
    text = source.text
    if ALLOW_NAME.fullmatch(names):
        start, end = skip_blanks_back(text, comment.start(), " \t"), comment.end()
        if start == 0 or text[start - 1] == "\n":  # a line of its own goes with its line end
            end = min(end + 1, len(text))
        return Edit(source.span(start, end), "")
    behind = re.compile(r"\s*,\s*").match(text, name.end)
    if behind:
        return Edit(source.span(name.start, behind.end()), "")
    return Edit(source.span(skip_blanks_back(text, name.start, " \t,"), name.end), "")


def skip_blanks_back(text: str, offset: int, blank: str) -> int:
    """Move an offset back over the characters in ``blank``."""
    while offset and text[offset - 1] in blank:
        offset -= 1
    return offset


def resolve_code(word: str) -> str | None:
    """Return the finding code for a word that is a code or the name of a finding; None if unknown."""
    return word if word in CODES else CODES_BY_NAME.get(word)


def code_title(code: str) -> str:
    """Format a finding code with its name: ``CODE (name)``."""
    return f"{code} ({CODES[code].name})"


def last_lines_of_items(source: Source) -> Mapping[int, int]:
    """Map the first line of each item of a file to its last line."""
    pieces = split_items(source.text).pieces
    lines = [
        (source.line_and_column(piece.offset)[0], source.line_and_column(piece.offset + len(piece.code) - 1)[0])
        for piece in pieces
    ]
    return dict(reversed(lines))


def covered_lines(source: Source, offset: int, code_at: int, ends: Mapping[int, int]) -> tuple[int, int]:
    """Return the first and the last line whose findings a suppression comment covers.

    Args:
        source: The file.
        offset: The start of the comment.
        code_at: The offset where rules continue; the end of the file if only comments follow.
        ends: The last line of each item, by its first line.
    """
    line, column = source.line_and_column(offset)
    if not source.line_text(line)[: column - 1].strip():  # the comment is on a line of its own
        line = source.line_and_column(code_at)[0] if code_at < len(source.text) else 0
    return line, ends.get(line, line)


def add_advice(findings: Findings, code: str, message: str, span: Span, help: str, fix: Fix | None = None) -> None:
    """Add a finding of severity advice about a suppression comment.

    Args:
        findings: Collects it.
        code: Its code.
        message: The problem.
        span: The place to mark.
        help: The advice.
        fix: A certain fix, or None.
    """
    findings.add(code, message, span, help=help, fix=fix)
