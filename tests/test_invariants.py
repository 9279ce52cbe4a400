"""What the architecture promises: the machinery knows no game, games hold no code, imports go one way."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PARTS = {
    "dsl": (),
    "flat": ("dsl",),
    "compiler": ("dsl", "flat"),
    "backends": ("dsl", "flat"),
    "runtime": ("dsl", "flat"),
    "service": ("dsl", "flat", "compiler", "backends", "runtime"),
    "cli": ("dsl", "flat", "runtime", "service"),
}
"""What each part of the program may import beside itself."""

INNER = {
    "compiler/graph": ("checks", "lower", "overlays", "resolve", "serialize"),
    "compiler/checks": ("lower", "overlays", "resolve", "serialize"),
    "compiler/resolve": ("checks", "lower", "serialize"),
    "compiler/lower": ("checks", "overlays", "resolve"),
    "compiler/serialize": ("checks", "lower"),
}
"""What each part of the compiler may not import of the others: a stage knows what it is given, not what comes of it."""

WORLD = """
    b17 b29 amerika korea luftwaffe messerschmitt focke fortress superfortress norden avalon
    aeroplane aircraft aircrew airfield airframe airman airplane altitude ammo ammunition bail_out bailout bomb
    bombardier bombed bomber bombing bombs cockpit copilot crew cowling engine escort flak flap flaps fuselage
    frostbite gun gunner gunnery gunfire hangar landing_gear machine_gun navigator oxygen parachute
    pilot plane propeller rudder shrapnel sortie squadron tail_gunner turret waist wing wingman fighter
    german germany raf usaaf wound wounded
"""
"""Words of the games' world; the product's own name is one word, and none of these."""

FORBIDDEN = re.compile(rf"(?<![a-z])({'|'.join(sorted(set(WORLD.split())))})s?(?![a-z])", re.IGNORECASE)


def machinery(*suffixes: str) -> list[Path]:
    """The files of all parts."""
    return sorted(path for part in PARTS for path in (ROOT / part).rglob("*") if path.suffix in suffixes)


def test_there_is_machinery_to_look_at():
    assert len(machinery(".py")) > 100
    assert machinery(".lark")
    assert machinery(".json")


@pytest.mark.parametrize("path", machinery(".py", ".lark", ".json"), ids=lambda path: str(path.relative_to(ROOT)))
def test_the_machinery_names_no_game_and_nothing_of_its_world(path: Path):
    lines = path.read_text(encoding="utf-8").splitlines()
    lines = [line.replace("wasmtime.Engine", "") for line in lines]  # what another library calls its own
    found = [f"{number}: {line.strip()}" for number, line in enumerate(lines, start=1) if FORBIDDEN.search(line)]
    assert not found


TEMPLATES = ROOT / "service" / "starting" / "templates"
"""The small game that `new` writes: data that is handed on, and the one place of the machinery that holds rules."""


def test_rules_of_the_machinery_are_a_template_of_no_world_of_the_games():
    found = machinery(".rules", ".script")
    assert found
    assert {path.parent for path in found} == {TEMPLATES}
    assert not any(FORBIDDEN.search(path.read_text(encoding="utf-8")) for path in TEMPLATES.iterdir())


def test_no_code_knows_what_the_template_says():
    """Words are those that its files declare and show, but for those that any game has, or that mean something here."""
    texts = "\n".join(path.read_text(encoding="utf-8") for path in TEMPLATES.glob("*.rules"))
    enums = " ".join(re.findall(r"^enum \w+: (.*)$", texts, re.MULTILINE))
    declared = {
        *re.findall(r"^(?:option|table|tally|board|errata|enum|procedure) ([\w-]+)", texts, re.MULTILINE),
        *re.findall(r'(\w+) "', enums),
    } - {"mission", "Outcome", "move", "turn", "out", "late", "busy", "watching"}
    assert len(declared) > 12
    known = re.compile(rf"\b({'|'.join(sorted(declared))})\b", re.IGNORECASE)
    code = [path for path in machinery(".py", ".lark") if known.search(path.read_text(encoding="utf-8"))]
    assert [str(path.relative_to(ROOT)) for path in code] == []


@pytest.mark.parametrize("word", ["gun", "Guns", "crew_size", "GUN", "b17", "gun.bursts", "the bombers' bombs"])
def test_the_word_list_catches(word: str):
    assert FORBIDDEN.search(word)


@pytest.mark.parametrize("word", ["bombsight", "BOMBSIGHT_PATH", "begun", "explain", "swing", "screw", "Gunnar"])
def test_the_word_list_lets_pass(word: str):
    assert not FORBIDDEN.search(word)


def test_games_hold_no_code():
    files = [path for path in (ROOT / "games").rglob("*") if path.is_file()]
    assert files
    kinds = {path.suffix for path in files}
    assert kinds <= {".rules", ".script", ".md"}


# --- imports


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """Line and name of each module that a file imports, however deep the import stands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            inside = ("bombsight", *path.relative_to(ROOT).parts)[: -node.level] if node.level else ()
            module = ".".join((*inside, *([node.module] if node.module else ())))
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)


@pytest.mark.parametrize("path", machinery(".py"), ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_go_one_way(path: Path):
    part = path.relative_to(ROOT).parts[0]
    allowed = {"", part, *PARTS[part]}
    ours = [(line, name) for line, name in imported(path) if name.partition(".")[0] == "bombsight"]
    assert [f"{line}: {name}" for line, name in ours if name.partition(".")[2].partition(".")[0] not in allowed] == []


@pytest.mark.parametrize("folder", INNER)
def test_stages_do_not_know_what_comes_after(folder: str):
    closed = tuple(f"bombsight.compiler.{part}." for part in INNER[folder])
    files = sorted((ROOT / folder).rglob("*.py"))
    assert files
    found = [(path, line, name) for path in files for line, name in imported(path)]
    assert [f"{path}:{line}: {name}" for path, line, name in found if f"{name}.".startswith(closed)] == []


@pytest.mark.parametrize("path", machinery(".py"), ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_is_imported_by_a_name_of_its_own(path: Path):
    closed = {*PARTS, "games", "tests", "bench"}
    assert [f"{line}: {name}" for line, name in imported(path) if name.partition(".")[0] in closed] == []


TERMINALS = re.compile(r"^(rich|typer|click|readline|curses|bombsight\.cli)\b")


@pytest.mark.parametrize("path", sorted((ROOT / "service").rglob("*.py")), ids=lambda path: path.name)
def test_the_service_prints_nothing_and_knows_no_terminal(path: Path):
    assert [f"{line}: {name}" for line, name in imported(path) if TERMINALS.search(name)] == []
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Name | ast.Attribute)}
    assert not names & {"print", "input", "sys.stdout", "sys.stderr", "sys.stdin"}


# --- the program of a site's page

WEB = ROOT / "web"
LAYERS = ("rules", "engine", "session", "play", "page")
"""The folders of its source: each imports only itself, those before it, and the few modules beside them."""

IMPORT = re.compile(r'(?:\bfrom|\bimport\(|^import)\s*"(\.[^"]+)"', re.MULTILINE)


OWN_WORDS = re.compile(r"\bengines?\b|\bnavigator\b")
"""What browsers, and the layer where modules are at work, call their own."""


def page_files(*suffixes: str) -> list[Path]:
    """The files of the page's program, and its tools."""
    found = (path for folder in ("src", "bench", "scripts") for path in (WEB / folder).rglob("*"))
    return sorted(path for path in found if path.suffix in suffixes)


def test_there_is_a_page_to_look_at():
    sources = page_files(".ts")
    assert len(sources) > 100
    assert {path.relative_to(WEB / "src").parts[0] for path in sources if "src" in path.parts} > {*LAYERS}


@pytest.mark.parametrize(
    "path",
    page_files(".ts", ".mjs", ".css", ".html", ".svg", ".webmanifest"),
    ids=lambda path: str(path.relative_to(WEB)),
)
def test_the_page_names_no_game_and_nothing_of_its_world(path: Path):
    text = OWN_WORDS.sub("", path.read_text(encoding="utf-8"))
    lines = text.splitlines()
    assert [f"{number}: {line}" for number, line in enumerate(lines, start=1) if FORBIDDEN.search(line)] == []


@pytest.mark.parametrize("layer", ["", *LAYERS])
def test_layers_of_the_page_know_only_those_before_them(layer: str):
    source = WEB / "src"
    allowed = {"", *LAYERS[: LAYERS.index(layer) + 1]} if layer else {""}
    files = sorted((source / layer).rglob("*.ts") if layer else source.glob("*.ts"))
    assert files
    wrong = []
    for path in files:
        for found in IMPORT.finditer(path.read_text(encoding="utf-8")):
            target = Path(os.path.relpath(path.parent / found[1], source))
            if target.parts[0] == "..":
                continue  # a file of ours that is no program, such as a schema
            if (target.parts[0] if len(target.parts) > 1 else "") not in allowed:
                wrong.append(f"{path.relative_to(source)}: {target}")
    assert wrong == []


AT_WORK = re.compile(r'^(?:import|export) (?!type\b)[^;]*?from "(\.[^"]+)"', re.MULTILINE)
"""An import of more than types, which are gone when a program runs."""


def test_modules_of_the_page_need_one_another_in_no_circle():
    files = {path.resolve() for path in (WEB / "src").rglob("*.ts")}
    needed = {
        path: {
            found
            for name in AT_WORK.findall(path.read_text(encoding="utf-8"))
            if (found := (path.parent / f"{name}.ts").resolve()) in files
        }
        for path in files
    }
    assert sum(map(len, needed.values())) > 300
    TopologicalSorter(needed).prepare()
