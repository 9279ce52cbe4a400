"""Findings that the author of the rules has looked at and lets stand: ``# allow: T002 -- reason``.

Such a comment stands above a line or behind it, and speaks for findings whose place is on that line; at the head of an
item, for all of the item. It must say why, and is told of where it lets nothing stand, so that none outlives what it
was written for. Errors make rules wrong, whatever anybody says of them.
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
"""A comment that is meant so, however it goes on."""

ALLOW_COMMENT = re.compile(r"#\s*allow:\s*(?P<names>[\w-]+(?:\s*,\s*[\w-]+)*)\s+--\s+(?P<reason>\S.*)")
ALLOW_NAME = re.compile(r"[\w-]+")
NEXT_CODE = re.compile(r"(?:#[^\n]*|\s)*+([^\s#])")
ALLOW_FORM = "# allow: NAME -- reason"


@frozen
class Suppression:
    """One name of such a comment.

    Attributes:
        code: Of the findings that may stand; None where there is no such name.
        name: As it is written.
        span: Where that stands.
        out: Takes it out of its comment, or the comment out of its line where it is the only name.
        lines: The first and the last line that it speaks for; none where no rules follow.
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
    """The lines of findings, by their kind, in order.

    Attributes:
        by_kind: Those lines.
    """

    by_kind: Mapping[FindingKind, Sequence[int]]

    @classmethod
    def of(cls, findings: Iterable[Diagnostic]) -> FindingLines:
        """The lines of some findings."""
        found: dict[FindingKind, list[int]] = defaultdict(list)
        for finding in findings:
            found[finding.span.path, finding.code].append(finding.span.line)
        return cls({kind: sorted(lines) for kind, lines in found.items()})

    def has_finding_for(self, suppression: Suppression) -> bool:
        """Whether there is a finding that an allowing name speaks for."""
        first, last = suppression.lines
        lines = self.by_kind.get((suppression.span.path, suppression.code), ())
        at = bisect_left(lines, first)
        return at < len(lines) and lines[at] <= last


def apply_suppressions(
    diagnostics: Iterable[Diagnostic], sources: Iterable[Source], checked_sources: Iterable[Source] = (), game: str = ""
) -> list[Diagnostic]:
    """The findings that nobody allows, and what is wrong with the comments that allow.

    Args:
        diagnostics: All that was found.
        sources: The files whose comments count.
        checked_sources: Those of them in which a comment that allows nothing is told of. While there are errors, it is
            told
            nowhere: much is not looked for then.
        game: The id of the game; in overlays of these files that are for others nothing was looked for.
    """
    findings, files = [*diagnostics], [*sources]
    wrong = Findings(SEVERITIES)
    hints = Allowance(sum(len(source.text) for source in files)).make_budget(WorkKind.HINT)
    suppressions = [allow for source in files for allow in parse_suppressions(source, wrong, hints)]
    if not suppressions and not wrong.diagnostics:
        return findings
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    lines, lines_of_errors = FindingLines.of(findings), FindingLines.of(errors)
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
    """The lines of a file that belong to overlays for other games than one."""
    return Ranges.of((lines[0], lines[-1]) for lines in lines_of_other_games(source.text, game) if lines)


def suppressed_lines(suppressions: Iterable[Suppression]) -> Mapping[FindingKind, Ranges]:
    """The lines on which findings of each kind may stand."""
    found: dict[FindingKind, list[tuple[int, int]]] = defaultdict(list)
    for allow in suppressions:
        found[allow.span.path, allow.code].append(allow.lines)
    return {kind: Ranges.of(lines) for kind, lines in found.items()}


def parse_suppressions(source: Source, findings: Findings, budget: Budget) -> Iterator[Suppression]:
    """What the comments of a file allow.

    Args:
        source: The file.
        findings: Takes what is wrong with them.
        budget: How many names may be compared with those that nothing has.
    """
    if "allow" not in source.text:
        return
    place = Source(source.file or source.path, source.text)  # by the name that findings have
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
        if code_at <= comment.start():  # else nothing but comments stands between the last one and the code below
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
    """What may be meant by a name that no finding has; where too many were asked for, how the names are listed."""
    known = [*CODES, *CODES_BY_NAME]
    close = suggest_name(word, known) if charge_comparison(budget, known) else ""
    return close or "`bombsight explain` lists the codes and names there are."


def find_next_code(text: str, offset: int) -> int:
    """Where the first code behind a comment begins; the end of the text where only comments follow.

    Args:
        text: The whole of a file.
        offset: Where in it the comment begins.
    """
    found = NEXT_CODE.search(text, offset)
    return found.start(1) if found else len(text)


def removal_edit(source: Source, comment: re.Match[str], names: str, name: Span) -> Edit:
    """An edit that takes a name out of a comment, with what parts it from others; of one name, the whole comment.

    Args:
        source: The file.
        comment: The comment in it.
        names: All names in the comment, as they are written.
        name: Where this one stands.
    """
    text = source.text
    if ALLOW_NAME.fullmatch(names):
        start, end = skip_blanks_back(text, comment.start(), " \t"), comment.end()
        if start == 0 or text[start - 1] == "\n":  # a line of its own, and the line end with it
            end = min(end + 1, len(text))
        return Edit(source.span(start, end), "")
    behind = re.compile(r"\s*,\s*").match(text, name.end)
    if behind:
        return Edit(source.span(name.start, behind.end()), "")
    return Edit(source.span(skip_blanks_back(text, name.start, " \t,"), name.end), "")


def skip_blanks_back(text: str, at: int, blank: str) -> int:
    """Where what stands before a place ends, passing over blanks."""
    while at and text[at - 1] in blank:
        at -= 1
    return at


def resolve_code(word: str) -> str | None:
    """The code that a word is, or that has it for its name; None where there is none."""
    return word if word in CODES else CODES_BY_NAME.get(word)


def code_title(code: str) -> str:
    """A code with its name."""
    return f"{code} ({CODES[code].name})"


def last_lines_of_items(source: Source) -> Mapping[int, int]:
    """The last line of each item of a file, by its first line."""
    pieces = split_items(source.text).pieces
    lines = [
        (source.line_and_column(piece.offset)[0], source.line_and_column(piece.offset + len(piece.code) - 1)[0])
        for piece in pieces
    ]
    return dict(reversed(lines))


def covered_lines(source: Source, offset: int, code_at: int, ends: Mapping[int, int]) -> tuple[int, int]:
    """The first and the last line that a comment is about.

    Args:
        source: The file.
        offset: Where in it the comment begins.
        code_at: Where in it the next code begins; at its end where none follows.
        ends: The last line of each item, by its first line.
    """
    line, column = source.line_and_column(offset)
    if not source.line_text(line)[: column - 1].strip():  # it stands on a line of its own
        line = source.line_and_column(code_at)[0] if code_at < len(source.text) else 0
    return line, ends.get(line, line)


def add_advice(findings: Findings, code: str, message: str, span: Span, help: str, fix: Fix | None = None) -> None:
    """Add advice on such a comment."""
    findings.add(code, message, span, help=help, fix=fix)
