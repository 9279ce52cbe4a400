"""What ``lint`` finds, and the forms it tells it in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from attrs import evolve, frozen

from bombsight.compiler.checks import CODES as CHECKED
from bombsight.compiler.checks.sources import within
from bombsight.compiler.pipeline import Compiled, compile_rules
from bombsight.compiler.request import Request
from bombsight.dsl.diagnostic import Diagnostic, Severity
from bombsight.dsl.listing import listed
from bombsight.dsl.source import Source, Span
from bombsight.service.chosen import Rules, overlay_names, request_of
from bombsight.service.compiling import check_options
from bombsight.service.documents import document
from bombsight.service.pages import all_codes
from bombsight.service.targets import Target, same_file

SARIF_VERSION = "2.1.0"
SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
SARIF_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.ADVICE: "note"}
UNUSED = frozenset({"N014", "N015", "N016", "N017"})
"""Findings about what nothing uses."""
PROVED = frozenset(code.code for code in CHECKED)
"""Findings of the checks, which come last."""
GITHUB_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.ADVICE: "notice"}


@frozen
class Linted:
    """What was found.

    Attributes:
        names: What was looked at.
        findings: In the order of their places, each once.
        sources: The files by path.
    """

    names: tuple[str, ...]
    findings: tuple[Diagnostic, ...]
    sources: Mapping[str, Source]

    @property
    def has_errors(self) -> bool:
        """Whether any finding makes the rules wrong."""
        return any(finding.severity is Severity.ERROR for finding in self.findings)


def lint(wanted: Iterable[Target], rules: Rules, select: Sequence[str] = (), ignore: Sequence[str] = ()) -> Linted:
    """Compile what is wanted, and keep the findings that are asked for.

    Raises:
        WrongRules: A file cannot be read.
        InputError: An option, a variant or errata are unknown.
    """
    findings: dict[Diagnostic, None] = {}
    sources: dict[str, Source] = {}
    names = []
    for target in wanted:
        names.append(target.name)
        request = request_of(target.name, target.files, evolve(rules, house=(*target.house, *rules.house)))
        result = compile_rules(request)
        check_options(request, result)
        sources |= result.sources
        found = with_variants(request, result)
        findings |= dict.fromkeys(finding for finding in found if counts(finding, target, select, ignore))
    ordered = sorted(findings, key=lambda finding: finding.sort_key)
    return Linted(tuple(names), tuple(ordered), sources)


def with_variants(request: Request, base: Compiled) -> list[Diagnostic]:
    """The findings on a game as a call asks for it; where that names no variants, on it with each of them, too.

    What is found without them is told once; but what is not used without them may be there for one of them.
    """
    variants = tuple(dict.fromkeys(overlay_names(request.base, "variant"))) if not request.variants else ()
    if request.house:
        return list(on_variants(request, base, variants).diagnostics)
    known = dict.fromkeys(base.diagnostics)
    only: dict[Diagnostic, list[str]] = {}
    for name in variants:
        result = compile_rules(evolve(request, variants=(name,)), proved=base.graph)
        written = [overlay.span for overlay in result.overlays if overlay.kind == "variant"]
        for finding in result.diagnostics:
            orphaned = finding.code in UNUSED and not any(within(finding.span, span) for span in written)
            if finding not in base.diagnostics and not orphaned:
                only.setdefault(finding, []).append(name)
        if all(finding.code in PROVED for finding in result.errors):  # else nothing is told of what is not used
            known = {each: None for each in known if each.code not in UNUSED or each in result.diagnostics}
    return [*known, *(of_variants(finding, names) for finding, names in only.items())]


def on_variants(request: Request, base: Compiled, variants: Sequence[str]) -> Compiled:
    """House rules with the variant that they are for, where they quote what one has written; else as they are."""
    if not any(finding.code.startswith("O") for finding in base.errors):
        return base
    for chosen in (*((name,) for name in variants), tuple(variants)):
        result = compile_rules(evolve(request, variants=chosen), proved=base.graph)
        if not any(finding.code.startswith("O") for finding in result.errors):
            return result
    return base


def of_variants(finding: Diagnostic, names: Sequence[str]) -> Diagnostic:
    """A finding that is there only with variants."""
    return evolve(finding, help=f"{finding.help} This is so with variant {listed(names, 'or')}.".lstrip())


def counts(finding: Diagnostic, target: Target, select: Sequence[str], ignore: Sequence[str]) -> bool:
    """Whether a finding is asked for. House rules answer for every error, wherever in the game it shows."""
    if target.only is not None and not (target.house and finding.severity is Severity.ERROR):
        places = (finding.span, *(label.span for label in finding.labels))
        if not any(same_file(place.path, target.only) for place in places):
            return False
    return finding.code.startswith(tuple(select) or "") and not (ignore and finding.code.startswith(tuple(ignore)))


# --- forms


def as_json(found: Linted) -> dict[str, Any]:
    """The findings as a document."""

    def finding(told: Diagnostic) -> dict[str, Any]:
        return {
            "code": told.code,
            "severity": told.severity.value,
            "message": told.message,
            "note": told.note,
            "help": told.help,
            "place": place(told.span),
            "labels": [{"text": label.text, "place": place(label.span)} for label in told.labels],
        }

    return document("lint", checked=list(found.names), findings=[finding(told) for told in found.findings])


def place(span: Span) -> dict[str, Any]:
    """Where something stands; lines and columns from 1, the end column behind the last character."""
    return {
        "file": span.path,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


def as_sarif(found: Linted) -> dict[str, Any]:
    """The findings as SARIF, for code scanning."""
    codes = all_codes()
    used = sorted({finding.code for finding in found.findings})
    rules = [
        {
            "id": code,
            "shortDescription": {"text": codes[code].title},
            "fullDescription": {"text": codes[code].explanation},
        }
        if code in codes
        else {"id": code}
        for code in used
    ]
    return {
        "$schema": SARIF_SCHEMA,
        "version": SARIF_VERSION,
        "runs": [
            {
                "tool": {"driver": {"name": "bombsight", "rules": rules}},
                "columnKind": "unicodeCodePoints",
                "results": [sarif_result(finding, used) for finding in found.findings],
            }
        ],
    }


def sarif_result(finding: Diagnostic, used: Sequence[str]) -> dict[str, Any]:
    """A finding as SARIF has it."""
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": used.index(finding.code),
        "level": SARIF_LEVELS[finding.severity],
        "message": {"text": message(finding)},
        "locations": [{"physicalLocation": location(finding.span)}] if finding.span.line else [],
    }
    related = [
        {"id": number, "message": {"text": label.text}, "physicalLocation": location(label.span)}
        for number, label in enumerate(finding.labels)
        if label.span.line
    ]
    return result | ({"relatedLocations": related} if related else {})


def location(span: Span) -> dict[str, Any]:
    """A place as SARIF has it."""
    path = PurePath(span.path)
    return {
        "artifactLocation": {"uri": path.as_uri() if path.is_absolute() else quote(path.as_posix())},
        "region": {
            "startLine": span.line,
            "startColumn": span.column,
            "endLine": span.end_line,
            "endColumn": span.end_column,
        },
    }


def message(finding: Diagnostic) -> str:
    """What is wrong and what to do, in a line or two."""
    return " ".join(part for part in (finding.message.rstrip(".") + ".", finding.help) if part)


def as_github(found: Linted) -> list[str]:
    """The findings as commands that mark lines in a pull request."""
    return [
        f"::{GITHUB_LEVELS[finding.severity]} "
        + ",".join(
            f"{name}={escaped(str(value), ',:')}"
            for name, value in (
                ("file", finding.span.path),
                ("line", finding.span.line),
                ("col", finding.span.column),
                ("endLine", finding.span.end_line),
                ("endColumn", finding.span.end_column),
                ("title", finding.code),
            )
        )
        + f"::{escaped(message(finding))}"
        for finding in found.findings
    ]


def escaped(text: str, more: str = "") -> str:
    """A text as such commands want it."""
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    for character in more:
        text = text.replace(character, f"%{ord(character):02X}")
    return text
