"""Sentences of the catalogues are the same in both languages."""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import re
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.web.beside_node import camel, needs_node, run_program
from web.__main__ import CATALOGUES, ROOT
from web.sentences import Catalogue, UntranslatableError, render_catalogue

SAMPLES: dict[str, Sequence[Any]] = {
    "str": ("", "lamp", "7 `oil`"),
    "int": (0, 1, 1234567),
    "str | int": ("lamp", 3),
    "str | None": (None, "", "lamp"),
    "bool": (False, True),
    "Sequence[str]": ([], ["lamp"], ["lamp", "oil", "sea"]),
}
"""Values for parameters of each type."""


def module_of(catalogue: Catalogue) -> ModuleType:
    return importlib.import_module("bombsight." + ".".join(catalogue.source.with_suffix("").parts))


def calls(path: str, module: ModuleType) -> Iterator[tuple[str, str, list[Any], Any]]:
    """Each sentence of a catalogue with sample values: its file, its name in TypeScript, the values, the text."""
    for name, value in vars(module).items():
        if isinstance(value, str | tuple | dict) and name.isupper():
            yield path, name, [], value
        elif inspect.isfunction(value) and value.__module__ == module.__name__:
            kinds = [str(each.annotation) for each in inspect.signature(value).parameters.values()]
            choices = [SAMPLES.get(kind) or ast.literal_eval(f"[{kind[len('Literal[') : -1]}]") for kind in kinds]
            for values in product(*choices):
                names = inspect.signature(value).parameters
                yield path, camel(name), list(values), value(**dict(zip(names, values, strict=True)))


@needs_node
def test_each_sentence_is_the_same_in_both_languages(tmp_path: Path) -> None:
    sentences = [call for path, catalogue in CATALOGUES.items() for call in calls(path, module_of(catalogue))]
    assert len({(path, name) for path, name, _, _ in sentences}) > 40
    (tmp_path / "calls.json").write_text(json.dumps([call[:3] for call in sentences]), encoding="utf-8")
    texts = json.loads(run_program("sentences", tmp_path / "calls.json"))
    expected = json.loads(json.dumps([call[3] for call in sentences]))
    assert [(call[1:3], text) for call, text in zip(sentences, texts, strict=True)] == [
        (call[1:3], text) for call, text in zip(sentences, expected, strict=True)
    ]


@pytest.mark.parametrize("path", CATALOGUES)
def test_each_sentence_is_said_on_both_sides(path: str) -> None:
    """A sentence that only one program says stands where that program needs it."""
    source = CATALOGUES[path].source
    own = (ROOT / source).read_text(encoding="utf-8")
    parts = ("boundary", "runtime", "service", "cli", "compiler")
    python = [file.read_text(encoding="utf-8") for part in parts for file in (ROOT / part).rglob("*.py")]
    typescript = [file.read_text(encoding="utf-8") for file in (ROOT / "web" / "src").rglob("*.ts")]
    names = {name for _, name, _, _ in calls(path, module_of(CATALOGUES[path]))}
    python_names = {camel(node.name): node.name for node in ast.parse(own).body if isinstance(node, ast.FunctionDef)}
    for name in names:
        inside = len(re.findall(rf"\b{python_names.get(name, name)}\b", own)) > 1
        said = [
            sum(len(re.findall(rf"\.{word}\b|import [^\n]*\b{word}\b", text)) for text in texts)
            for word, texts in ((python_names.get(name, name), python), (name, typescript))
        ]
        assert inside or all(said), f"{name}: {said}"


@pytest.mark.parametrize(
    "code",
    [
        'def f(a: int) -> str:\n    """A."""\n    b = a\n    return f"{b}"\n',
        'def f(a: float) -> str:\n    """A."""\n    return f"{a}"\n',
        'def f(a: int) -> str:\n    """A."""\n    return f"{a:>3}"\n',
        'def f(a: str) -> str:\n    """A."""\n    return a.title()\n',
        "class A:\n    pass\n",
    ],
)
def test_what_no_sentence_needs_is_refused(code: str, tmp_path: Path) -> None:
    (tmp_path / "sentences.py").write_text(code, encoding="utf-8")
    with pytest.raises(UntranslatableError):
        render_catalogue(Catalogue(Path("sentences.py"), "../"), tmp_path)


def test_lists_numbers_and_quotes_are_translated(tmp_path: Path) -> None:
    code = '''
from collections.abc import Sequence

from bombsight.dsl.listing import pluralize

SIGN = "`${"


def row(names: Sequence[str], count: int = 1) -> str:
    """A row."""
    return f"{', '.join(names) if names else SIGN}: {count:,} {pluralize(count, 'mile')}"
'''
    (tmp_path / "sentences.py").write_text(code, encoding="utf-8")
    found = render_catalogue(Catalogue(Path("sentences.py"), "../"), tmp_path)
    assert 'import { pluralize } from "../listing";' in found
    assert "export function row(names: readonly string[], count: number = 1): string {" in found
    assert (
        '`${(names.length > 0 ? names.join(", ") : SIGN)}: ${groupThousands(count)} ${pluralize(count, "mile")}`'
        in found
    )
    assert ROOT.is_dir()
