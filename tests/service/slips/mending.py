"""A small game in which slips are put, and what the linter says and mends then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from bombsight.compiler.incremental.query import Results
from bombsight.compiler.pipeline import compile_rules
from bombsight.compiler.request import Request
from bombsight.dsl.diagnostic import Diagnostic, Severity
from bombsight.dsl.edits import apply_edits, select_compatible
from bombsight.dsl.source import Source
from bombsight.service.games.source_files import canonical_path
from bombsight.service.lint.fix_trials import LintSnapshot, try_fixes

HERE = Path(__file__).parent
FILE = "lamp.rules"
LAMP = (HERE / FILE).read_text(encoding="utf-8")

PLACES = {
    "statements": ("  # statements\n", 2),
    "fields": ("  # fields\n", 2),
    "choices": ("    # choices\n", 4),
    "exceptions": ("  # exceptions\n", 2),
    "items": ("# items\n", 0),
    "dice": ("2d6", 0),
    "heads": ("  gives Sky\n  roll 2d6\n", 2),
    "lines": ("  +1 foul when sky in fog..gale\n", 2),
    "overlays": ("      # overlays\n", 6),
    "rows": ("  ..6: clear\n  7..8: rain\n  9..10: fog\n  11..: gale\n", 2),
}
"""What a slip of each kind stands in the place of, and how deep."""

ROUNDS = 10


def planted(kind: str, slip: str) -> str:
    """The game with a slip."""
    place, depth = PLACES[kind]
    lines = slip if kind == "dice" else "".join(" " * depth + line + "\n" for line in slip.split("\n"))
    head, _, rest = LAMP.rpartition(place)
    return head + lines + rest


class Linter:
    """What is found in the game, looked at again and again."""

    def __init__(self) -> None:
        self.results: Results | None = None

    def look(self, text: str) -> LintSnapshot:
        """All that is found, fixes proposed."""
        source = Source(FILE, text)
        result = compile_rules(Request(base=(source,)), previous=self.results)
        if not result.errors:
            self.results = result.results
        return LintSnapshot(result.diagnostics, {canonical_path(FILE): source})

    def errors(self, text: str) -> list[Diagnostic]:
        """The errors, fixes tried."""
        seen = self.look(text)
        wrong = [finding for finding in seen.findings if finding.severity is Severity.ERROR]

        def again(texts: Mapping[Path, str]) -> LintSnapshot:
            return self.look(texts.get(canonical_path(FILE), text))

        return [*try_fixes(wrong, seen, again)]

    def mended(self, text: str) -> Iterator[tuple[str, list[Diagnostic]]]:
        """The text as it is mended, round by round, with what is mended in each."""
        for _ in range(ROUNDS):
            found = self.errors(text)
            fixes = select_compatible(each.fix for each in found if each.fix)
            if not fixes:
                return
            text = apply_edits(text, (edit for fix in fixes for edit in fix.edits))
            yield text, [each for each in found if each.fix in fixes]
        raise AssertionError("it goes on and on")
