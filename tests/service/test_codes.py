"""What a code promises: a name, one severity, a page that helps, a test that shows it; and the page of them all."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from bombsight.boundary.errors import InputError
from bombsight.compiler.codes import CODES, CODES_BY_NAME, SEVERITIES
from bombsight.compiler.finding_pages import read_page
from bombsight.dsl.diagnostic import Severity
from bombsight.service.lint.codes_catalog import AREA_NAMES, find_codes, parse_code_prefixes
from bombsight.service.lint.codes_page import PAGE_PATH, render_page

ROOT = Path(__file__).parents[2]
SOURCES = sorted(path for part in ("dsl", "compiler", "service") for path in (ROOT / part).rglob("*.py"))
TESTS = sorted(path for path in (ROOT / "tests").rglob("*") if path.suffix in (".py", ".md", ".txt", ".rules"))
MENTIONED = re.compile(r'"[A-Z]\d{3}"')
NO_EXAMPLE = {"E001", "E002", "E003", "E020", "E088"}
"""Findings about files, depths and numbers, of which a page can show none."""


def test_the_page_of_all_findings_is_current():
    assert PAGE_PATH.read_text(encoding="utf-8") == render_page(), "run python -m bombsight.service.lint.codes_page"


def test_every_code_has_a_name_of_its_own():
    names = [code.name for code in CODES.values()]
    assert len(names) == len(set(names)) == len(CODES_BY_NAME)
    assert [name for name in names if not re.fullmatch("[a-z][a-z0-9]*(-[a-z0-9]+){1,3}", name)] == []
    assert max(map(len, names)) <= 26, "it has to read well behind `# allow:`"
    assert CODES_BY_NAME["unreachable-row"] == "T002"


def test_a_name_is_no_area_and_no_beginning_of_a_code():
    assert not set(CODES_BY_NAME) & {*AREA_NAMES.values(), *map(str.lower, CODES)}


def test_a_page_says_what_and_why_with_an_example():
    for code in CODES.values():
        page = read_page(code.code)
        lines = page.explanation.split("\n")
        prose = " ".join(line for line in lines if not line.startswith("    "))
        assert code.code[0] in AREA_NAMES, code.code
        assert page.title[0].isupper() or page.title[0] in "`=", code.code
        assert len(prose) > 30, code.code
        assert code.code in NO_EXAMPLE or any(line.startswith("    ") for line in lines), code.code


def calls():
    """Each call in a file that mentions a code, with its file."""
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        if MENTIONED.search(text):
            yield from ((path, node) for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call))


def test_a_code_is_raised_at_its_own_severity():
    """Only the registry says how much a finding matters, and what is not added through it agrees."""
    for path, node in calls():
        said = next((word.value for word in node.keywords if word.arg == "severity"), None)
        code = node.args[0] if node.args else None
        if not (isinstance(code, ast.Constant) and code.value in CODES):
            continue
        called = ast.unparse(node.func)
        if called in ("Code", "Slip"):
            continue
        assert said is None or called == "Diagnostic", f"{path}:{node.lineno}: its page says how much it matters"
        if called == "Diagnostic":
            written = Severity[ast.unparse(said).rpartition(".")[2]] if said else Severity.ERROR
            assert written is SEVERITIES[code.value], f"{path}:{node.lineno}"


def test_every_code_is_shown_by_a_test():
    """Be it in a text, or in the name of a file that holds a broken program."""
    shown = {path.stem for path in TESTS}
    for path in TESTS:
        if path != Path(__file__):
            shown |= set(re.findall(r"\b[A-Z]\d{3}\b", path.read_text(encoding="utf-8", errors="replace")))
    assert set(CODES) - shown == set()


def test_an_area_is_listed_by_its_letter_or_its_name():
    listed = [code.code for code in find_codes("m")]
    assert listed == [code for code in CODES if code[0] == "M"]
    assert [code.code for code in find_codes("Modifiers")] == listed
    assert (
        [code.code for code in find_codes("t002")] == [code.code for code in find_codes("Unreachable-Row")] == ["T002"]
    )
    with pytest.raises(InputError, match="there is no code X"):
        find_codes("X")


def test_select_takes_areas_beginnings_and_names():
    assert parse_code_prefixes(["T,V00", "unreachable-row"]) == ("T", "V00", "T002")
