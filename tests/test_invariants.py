"""What the architecture promises: the machinery knows no game, games hold no code, imports go one way."""

from __future__ import annotations

import ast
import os
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from io import StringIO
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PARTS = {
    "boundary": (),
    "dsl": ("boundary",),
    "flat": ("boundary", "dsl"),
    "compiler": ("boundary", "dsl", "flat"),
    "backends": ("boundary", "dsl", "flat"),
    "runtime": ("boundary", "dsl", "flat"),
    "service": ("boundary", "dsl", "flat", "compiler", "backends", "runtime"),
    "cli": ("boundary", "dsl", "flat", "runtime", "service"),
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


@pytest.mark.parametrize("part", PARTS)
def test_the_machinery_names_no_game_and_nothing_of_its_world(part: str):
    found = []
    pages = (path for path in machinery(".md") if path.parent.name == "pages")
    for path in (*machinery(".py", ".lark", ".json"), *pages):
        if path.relative_to(ROOT).parts[0] == part:
            text = path.read_text(encoding="utf-8").replace("wasmtime.Engine", "")  # what another library calls its own
            found += told(path, text)
    assert found == []


def told(path: Path, text: str) -> list[str]:
    """The lines of a file that name what it must not know."""
    if not FORBIDDEN.search(text):
        return []
    lines = enumerate(text.splitlines(), start=1)
    return [f"{path.relative_to(ROOT)}:{number}: {line.strip()}" for number, line in lines if FORBIDDEN.search(line)]


TEMPLATES = ROOT / "service" / "scaffolding" / "templates"
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
    assert kinds <= {".rules", ".script", ".md", ".toml"}


# --- imports


@cache
def parsed(path: Path) -> ast.Module:
    """A file's syntax tree."""
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(path: Path) -> Iterator[tuple[str, str]]:
    """Place and name of each module that a file imports, however deep the import stands."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            place = f"{path.relative_to(ROOT)}:{node.lineno}"
        if isinstance(node, ast.Import):
            yield from ((place, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            inside = ("bombsight", *path.relative_to(ROOT).parts)[: -node.level] if node.level else ()
            module = ".".join((*inside, *([node.module] if node.module else ())))
            yield from ((place, f"{module}.{alias.name}") for alias in node.names)


@pytest.mark.parametrize("part", PARTS)
def test_imports_go_one_way_and_by_one_name(part: str):
    allowed = {"", "version", part, *PARTS[part]}
    closed = {*PARTS, "games", "tests", "bench"}
    wrong = []
    for path in sorted((ROOT / part).rglob("*.py")):
        for place, name in imported(path):
            top, _, rest = name.partition(".")
            if top in closed or (top == "bombsight" and rest.partition(".")[0] not in allowed):
                wrong.append(f"{place}: {name}")
    assert wrong == []


@pytest.mark.parametrize("folder", INNER)
def test_stages_do_not_know_what_comes_after(folder: str):
    closed = tuple(f"bombsight.compiler.{part}." for part in INNER[folder])
    files = sorted((ROOT / folder).rglob("*.py"))
    assert files
    found = [each for path in files for each in imported(path)]
    assert [f"{place}: {name}" for place, name in found if f"{name}.".startswith(closed)] == []


def needed(path: Path) -> Iterator[str]:
    """The modules of the machinery that a file imports, eagerly or inside a function; not what it imports for types."""

    def walk(node: ast.AST) -> Iterator[ast.AST]:
        for child in ast.iter_child_nodes(node):
            if not (isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"):
                yield child
                yield from walk(child)

    for node in walk(parsed(path)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("bombsight."):
            whole = {f"{node.module}.{alias.name}" for alias in node.names} & MODULES.keys()
            yield from whole
            if len(whole) < len(node.names):
                yield node.module


MODULES = {
    ".".join(
        ("bombsight", *(path.parent if path.stem == "__init__" else path.with_suffix("")).relative_to(ROOT).parts)
    ): path
    for path in machinery(".py")
}
"""The files of the machinery by the names of their modules."""


def test_modules_need_one_another_in_no_circle():
    graph = {name: {*needed(path)} - {name} for name, path in MODULES.items()}
    assert sum(map(len, graph.values())) > 5000
    TopologicalSorter(graph).prepare()


TERMINALS = re.compile(r"^(rich|click|readline|curses|bombsight\.cli)\b")
STREAMS = {"sys.stdout", "sys.stderr", "sys.stdin"}


def test_the_service_prints_nothing_and_knows_no_terminal():
    wrong = []
    for path in sorted((ROOT / "service").rglob("*.py")):
        wrong += [f"{place}: {name}" for place, name in imported(path) if TERMINALS.search(name)]
        for node in ast.walk(parsed(path)):
            if not isinstance(node, ast.Name | ast.Attribute):
                continue
            says = isinstance(node, ast.Name) and node.id in ("print", "input")
            if says or (isinstance(node, ast.Attribute) and ast.unparse(node) in STREAMS):
                wrong.append(f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)}")
    assert wrong == []


# --- ignores

IGNORE = re.compile(r"#\s*(?:type:\s*ignore\b(?:\[[^]]*\])?|noqa\b(?::\s*[A-Z]+[0-9]+(?:,\s*[A-Z]+[0-9]+)*)?)")
"""What turns a check off for a line, with the codes that it names."""

NOT_OURS = {"build", "dist", "node_modules"}


def python_files() -> list[Path]:
    """All Python files of the repository, those of tests and tools too."""
    folders = [path for path in ROOT.iterdir() if path.is_dir() and path.name not in NOT_OURS and path.name[0] != "."]
    found = [*ROOT.glob("*.py"), *(path for folder in folders for path in folder.rglob("*.py"))]
    return sorted(path for path in found if NOT_OURS.isdisjoint(path.relative_to(ROOT).parts))


def ignores(text: str) -> Iterator[tuple[int, str, str]]:
    """The ignores in a text: the line of each, the ignore itself, and what is written behind it."""
    if IGNORE.search(text):
        for token in tokenize.generate_tokens(StringIO(text).readline):
            found = IGNORE.search(token.string) if token.type == tokenize.COMMENT else None
            if found:
                yield token.start[0], found[0], token.string[found.end() :]


def gives_a_reason(behind: str) -> bool:
    """Whether words stand behind an ignore, before a further ignore begins."""
    return any(letter.isalpha() for letter in IGNORE.split(behind)[0])


def test_every_ignore_says_why():
    found = {path: [*ignores(path.read_text(encoding="utf-8"))] for path in python_files()}
    assert sum(map(len, found.values())) > 50
    assert [
        f"{path.relative_to(ROOT)}:{line}: {ignore}"
        for path, each in found.items()
        for line, ignore, behind in each
        if not gives_a_reason(behind)
    ] == []


@pytest.mark.parametrize(
    ("line", "reasons"),
    [
        ("x = 1  # noqa", [False]),
        ("x = 1  # noqa: E501", [False]),
        ("x = 1  # noqa: E501, N818 - a finding, no error", [True]),
        ("x = 1  # type: ignore[misc]", [False]),
        ("x = 1  # type: ignore[misc]  # noqa: E501", [False]),
        ("x = 1  # type: ignore  # `x` is a number", [True]),
        ("x = 1  # why  # type: ignore", [False]),
        ("x = '# noqa'", []),
    ],
)
def test_a_reason_is_words_behind_the_ignore(line: str, reasons: list[bool]):
    assert [gives_a_reason(behind) for _, _, behind in ignores(line)] == reasons


# --- the program of a site's page

WEB = ROOT / "web"
LAYERS = ("rules", "engine", "session", "play", "seat", "page", "workshop")
"""The folders of its source: each imports only itself, those before it, and the few modules beside them."""

IMPORT = re.compile(r'(?:\bfrom|\bimport\(|^import)\s*"(\.[^"]+)"', re.MULTILINE)


OWN_WORDS = re.compile(r"\bengines?\b|\bnavigator\b")
"""What browsers, and the layer where modules are at work, call their own."""


def page_files(*suffixes: str) -> list[Path]:
    """The files of the page's program, and its tools."""
    found = (path for folder in ("src", "bench", "scripts") for path in (WEB / folder).rglob("*"))
    return sorted(path for path in found if path.suffix in suffixes)


def test_there_is_a_page_to_look_at():
    sources = [path.relative_to(WEB) for path in page_files(".ts")]  # above it, too, a folder may be called src
    assert len(sources) > 100
    assert {path.parts[1] for path in sources if path.parts[0] == "src"} > {*LAYERS}


def test_the_page_names_no_game_and_nothing_of_its_world():
    files = page_files(".ts", ".mjs", ".css", ".html", ".svg", ".webmanifest")
    assert [line for path in files for line in told(path, OWN_WORDS.sub("", path.read_text(encoding="utf-8")))] == []


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
    files = {str(path): path.read_text(encoding="utf-8") for path in (WEB / "src").rglob("*.ts")}
    needed = {
        path: {
            found
            for name in AT_WORK.findall(text)
            if (found := os.path.normpath(os.path.join(os.path.dirname(path), f"{name}.ts"))) in files
        }
        for path, text in files.items()
    }
    assert sum(map(len, needed.values())) > 300
    TopologicalSorter(needed).prepare()
