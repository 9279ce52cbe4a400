"""The resolver's modules stand on each other as its docstring says: items on statements on expressions on values."""

import ast
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[3] / "compiler" / "resolve"
PREFIX = "bombsight.compiler."
LAYERS = (
    {
        "types",
        "outlines",
        "layout",
        "logic",
        "endings",
        "out_of_scope",
        "effects",
        "mentions",
        "codes",
        "precedence",
        "foreign_words",
    },
    {
        "environment",
        "scope",
        "narrowing",
        "type_check",
        "hints",
        "example_slips",
        "shorthand",
        "foreign",
        "stray_results",
    },
    {
        "expressions",
        "names",
        "paths",
        "calls",
        "dice",
        "dice_facts",
        "operators",
        "table_columns",
        "conditionals",
        "domains",
        "results_of",
        "table_results",
        "none_tests",
        "keys",
        "texts",
        "row_titles",
    },
    {
        "statements",
        "control",
        "visibility",
        "choices",
        "choosers",
        "beside_lines",
        "changes",
        "lists",
        "results",
        "rolls",
    },
    {"dispatch"},
    {
        "boards",
        "plans",
        "drawings",
        "explanations",
        "lucks",
        "enums",
        "declare",
        "type_names",
        "outcomes",
        "tables",
        "grids",
        "items",
        "fields",
        "manifest",
        "release",
        "options",
        "examples",
        "cases",
    },
    {"resolution", "interface_fingerprints"},
    {"program"},
)
"""Lowest first; a module imports those of its own layer and of those before it."""

BESIDE = {
    *("amendments", "effects", "findings", "graph", "incremental", "options", "outline", "references", "size_limits"),
    "symbols",
}
"""What the resolver imports of the rest of the compiler: no overlays, no checks, no lowering."""

MODULES = sorted(path.relative_to(FOLDER).with_suffix("") for path in FOLDER.rglob("*.py"))


def imported(path: Path) -> set[str]:
    """The modules of the compiler that a file imports, such as ``resolve.names`` and ``symbols``."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(PREFIX):
            module = node.module.removeprefix(PREFIX)
            found |= {f"{module}.{each.name}" for each in node.names} if module == "resolve" else {module}
    return found


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_a_module_imports_what_stands_below_it(module):
    allowed: set[str] = set()
    for layer in LAYERS:
        allowed |= layer
        if module.parts[0] in layer:
            break
    asked = imported(FOLDER / module.with_suffix(".py"))
    inside = {name.split(".")[1] for name in asked if name.startswith("resolve.")}
    assert inside <= allowed
    assert {name.split(".")[0] for name in asked} - {"resolve"} <= BESIDE


def test_every_module_has_a_layer():
    assert {module.parts[0] for module in MODULES} - {"__init__"} == set().union(*LAYERS)
