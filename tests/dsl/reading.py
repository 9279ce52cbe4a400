"""Reading small texts in tests."""

import re
from pathlib import Path

from bombsight.compiler.finding_pages import read_page
from bombsight.dsl import ast
from bombsight.dsl.origin import Origin
from bombsight.dsl.parser import parse
from bombsight.dsl.source import Source

HERE = Path(__file__).parent
SAMPLES = sorted((HERE / "samples").glob("*.rules"))


def source(text):
    return Source("test.rules", text)


def sample(path):
    return Source(path.name, path.read_text(encoding="utf-8"))


def items(text):
    parsed = parse(source(text))
    assert parsed.diagnostics == ()
    return parsed.file.items


def item(text):
    (only,) = items(text)
    return only


def codes(text):
    return [finding.code for finding in parse(source(text)).diagnostics]


def examples_of_page(code):
    """The examples of a slip's page, as items: what is wrong, and what to write instead."""
    parts = read_page(code).explanation.split("\n\n")
    shown = [part for part in parts if part.startswith("    ")]
    return [re.sub("^    ", "", part, flags=re.MULTILINE).replace("<tab>", "\t") + "\n" for part in shown]


def indented(text, depth=1):
    return "".join("  " * depth + line + "\n" for line in text.split("\n"))


def expression(text):
    return item(f"define d: 0..1 = {text}\n").base


def type_of(text):
    return item(f"define d: {text} = 1\n").type


def statements(text):
    return item("procedure p\n" + indented(text)).body


def statement(text):
    (only,) = statements(text)
    return only


def table_line(text):
    (only,) = item('table T "T"\n' + indented(text)).lines
    return only


def patch(text):
    (entry,) = item('errata e "E"\n  1 "A"\n' + indented(text, 2)).entries
    (only,) = entry.patches
    return only


def number(value):
    return ast.Number(value)


def name(text):
    return ast.Name(text)


def origin(standing="", evidence="", cite=""):
    return Origin(cite=cite, standing=standing, evidence=evidence)
