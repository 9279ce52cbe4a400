import os
import re
from pathlib import Path

import pytest

import bombsight.compiler.codes as registry
from bombsight.compiler.checks import CHECKS
from bombsight.compiler.checks import CODES as CHECKED
from bombsight.compiler.codes import CODES, OTHER_CODES
from bombsight.compiler.config_codes import CODES as CONFIG
from bombsight.compiler.finding_pages import FOLDERS, read_page
from bombsight.compiler.overlays.codes import CODES as OVERLAYS
from bombsight.compiler.resolve.codes import CODES as RESOLVED
from bombsight.compiler.size_limits import CODES as MEASURED
from bombsight.dsl.slips import CODES as SYNTAX
from bombsight.dsl.source import NOWHERE
from tests.compiler.checks.suite import cases, diagnostics, written_out

HERE = Path(__file__).parent
DOCUMENTS = sorted([*HERE.glob("cases/*.md"), *HERE.parent.glob("resolve/cases/*.md")])
ROOT = HERE.parents[2]
UPDATE = "BOMBSIGHT_UPDATE"
"""Set this variable to write what is found instead of comparing it."""

CASES = [case for path in DOCUMENTS for case in cases(path)]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_document(path):
    text = path.read_text(encoding="utf-8")
    found = written_out(text)
    if os.environ.get(UPDATE):
        path.write_text(found, encoding="utf-8")
    assert found == text


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.code + case.name)
def test_only_what_the_case_is_about(case):
    found, sources = diagnostics(case)
    assert {each.code for each in found} == ({case.code} - {"clean"})
    for span in places_of(found):
        assert span == sources[span.path].span(span.start, span.end), "its lines and columns are others"


def places_of(found):
    """All that findings point at: what is wrong, what has to do with it, what a mend would change."""
    for each in found:
        yield each.span
        yield from (label.span for label in each.labels if label.span != NOWHERE)
        yield from (edit.span for edit in (each.fix.edits if each.fix else ()))


def test_every_section_is_read():
    for path in DOCUMENTS:
        assert len(cases(path)) == len(re.findall(r"^## ", path.read_text(encoding="utf-8"), re.MULTILINE)), path.name


def test_every_code_has_a_case():
    # options asked for by name: in test_options.py; overlays: in test_grown_enums.py, in test_preferences_overlays.py
    elsewhere = {"N009", "O018", "P065"}
    assert {code.code for code in (*CHECKED, *RESOLVED)} - {case.code for case in CASES} == elsewhere


def test_every_code_in_the_source_has_a_page():
    emitted = set()
    for path in [*ROOT.glob("compiler/**/*.py"), *ROOT.glob("dsl/**/*.py")]:
        emitted |= set(re.findall(r'"([A-Z]\d{3})"', path.read_text(encoding="utf-8")))
    assert emitted <= set(CODES)
    assert {code[0] for code in emitted} == {code[0] for code in CODES}


def test_every_letter_is_explained():
    """To writers of rules in a table, and where the codes are gathered."""
    page = (ROOT / "docs" / "transcribing.md").read_text(encoding="utf-8")
    letters = {code[0] for code in CODES}
    assert set(re.findall(r"^\| ([A-Z]) \|", page, re.MULTILINE)) == letters
    assert set(re.findall(r"\b([A-Z]) [a-z]+[,)]", registry.__doc__)) == letters


def test_a_module_with_codes_is_a_check():
    """It is imported by its function ``check``, whose parameter mypy does not see."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "compiler" / "checks").glob("*.py")}
    declaring = {name for name, text in texts.items() if re.search(r"^CODES\b", text, re.MULTILINE)}
    assert declaring - {"__init__", "context"} == {module.__name__.rpartition(".")[2] for module in CHECKS}
    without = [name for name in sorted(declaring) if "\ndef check(context: CheckContext) -> None:\n" not in texts[name]]
    assert without == ["__init__", "context"]


def test_no_code_is_declared_twice():
    declared = [code.code for code in (*SYNTAX, *OVERLAYS, *RESOLVED, *CHECKED, *MEASURED, *CONFIG, *OTHER_CODES)]
    assert len(declared) == len(set(declared)) == len(CODES)


PAGES = sorted(path for folder in FOLDERS for path in folder.glob("*.md"))


def test_every_code_has_one_page_and_every_page_a_code():
    """In the folder of the part that declares the code: ``dsl/pages``, ``compiler/pages``."""
    pages = {path.relative_to(ROOT).as_posix() for path in PAGES}
    needed = {f"dsl/pages/{code.code}.md" for code in SYNTAX}
    needed |= {f"compiler/pages/{code}.md" for code in CODES.keys() - {code.code for code in SYNTAX}}
    assert needed - pages == set(), "write these pages"
    assert pages - needed == set(), "no code has these pages"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_page_is_a_title_and_what_it_means(path):
    """One heading, an empty line, paragraphs, examples that are indented by four spaces; nothing else of Markdown."""
    text = path.read_text(encoding="utf-8")
    page = read_page(path.stem)
    assert text == f"# {page.title}\n\n{page.explanation}\n"
    assert not re.search(r"[ \t]$|\n\n\n|^(#|```)", text.partition("\n")[2], re.MULTILINE)
    for part in page.explanation.split("\n\n"):
        assert len({line.startswith("    ") for line in part.split("\n")}) == 1, part


@pytest.mark.parametrize("code", [*CHECKED, *RESOLVED], ids=lambda code: code.code)
def test_pages(code):
    assert max(map(len, read_page(code.code).explanation.splitlines())) <= 100
