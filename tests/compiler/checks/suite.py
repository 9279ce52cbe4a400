"""Findings as documents: every section of a Markdown file holds rules, and what is found in them as a person sees it.

A section begins with the code it is about, or with `clean`. Its rules stand behind a common head unless they have a
manifest of their own. What is never used (N014 to N017) is shown only where it is the point.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from attrs import evolve, frozen

from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.compiler.suppressions import apply_suppressions
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.render import render_all
from bombsight.dsl.source import Source
from bombsight.service.games.source_files import canonical_path
from bombsight.service.lint.fix_trials import LintSnapshot, try_fixes
from tests.mends_shown import mends_of

HEAD = Source("head.rules", (Path(__file__).parent / "cases" / "head.rules").read_text(encoding="utf-8"))
SECTION = re.compile(r"^## (\S+)([^\n]*)\n+```rules\n(.*?)```\n+```findings\n(.*?)```\n", re.MULTILINE | re.DOTALL)
USAGE = {"N014", "N015", "N016", "N017"}


@frozen
class Case:
    code: str
    name: str
    rules: str
    expected: str


def cases(path: Path) -> list[Case]:
    return [Case(*found.groups()) for found in SECTION.finditer(path.read_text(encoding="utf-8"))]


def diagnostics(case: Case) -> tuple[list[Diagnostic], Mapping[str, Source]]:
    """What is found in the rules of a case, without what they are too short to use; and the sources."""
    sources = [Source("case.rules", case.rules)]
    if not re.search(r"^game ", case.rules, re.MULTILINE):
        sources.insert(0, HEAD)
    compiled = compile_rules(Request(base=tuple(sources)))
    found = [d for d in apply_suppressions(compiled.diagnostics, sources, sources) if d.span.path == "case.rules"]
    return [d for d in found if d.code not in USAGE or case.code in USAGE], compiled.sources


def looked_at(case: Case) -> LintSnapshot:
    """What is found in the rules of a case, and its file."""
    return LintSnapshot(tuple(diagnostics(case)[0]), {canonical_path("case.rules"): Source("case.rules", case.rules)})


def tried(case: Case) -> tuple[Diagnostic, ...]:
    """What is found, the fixes tried: so it is told."""

    def look(texts: Mapping[Path, str]) -> LintSnapshot:
        return looked_at(evolve(case, rules=texts.get(canonical_path("case.rules"), case.rules)))

    seen = look({})
    return try_fixes(seen.findings, seen, look)


def findings(case: Case) -> str:
    """What is told, and below it the mends with the lines that are there then."""
    _, sources = diagnostics(case)
    found = tried(case)
    if not found:
        return ""
    mends = "\n".join(mends_of(found, sources["case.rules"]))
    return render_all(found, sources) + "\n" + (f"\n{mends}\n" if mends else "")


def written_out(text: str) -> str:
    """A document with what is found now."""

    def section(found: re.Match[str]) -> str:
        case = Case(*found.groups())
        return f"## {case.code}{case.name}\n\n```rules\n{case.rules}```\n\n```findings\n{findings(case)}```\n"

    return SECTION.sub(section, text)
