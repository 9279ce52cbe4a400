"""What the architecture promises: the machinery knows no game, games hold no code, imports go one way."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
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


CALLED_SO = re.compile(r"wasmtime\.Engine|/engine/|\bnavigator\.|\bin navigator\b")
"""What a library, a layer and browsers call their own."""


def own_words(path: Path) -> str:
    """The text of a file, without what others call their own."""
    return CALLED_SO.sub("", path.read_text(encoding="utf-8"))


def machinery(*suffixes: str) -> list[Path]:
    """The files of all parts."""
    return sorted(path for part in PARTS for path in (ROOT / part).rglob("*") if path.suffix in suffixes)


def test_there_is_machinery_to_look_at():
    assert len(machinery(".py")) > 100
    assert machinery(".lark")
    assert machinery(".json")


@pytest.mark.parametrize("path", machinery(".py", ".lark", ".json"), ids=lambda path: str(path.relative_to(ROOT)))
def test_the_machinery_names_no_game_and_nothing_of_its_world(path: Path):
    lines = own_words(path).splitlines()
    assert [f"{number}: {line}" for number, line in enumerate(lines, start=1) if FORBIDDEN.search(line)] == []


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


LAYERS = ("rules", "engine", "session", "play", "page")
"""Of the browser's program, each importing only from those before it, and from what stands beside them all."""

WEB = ROOT / "web"
SMALL_GAMES = [ROOT / "tests" / "lighthouse", ROOT / "tests" / "service" / "fort"]
"""What its tests play; they may name what these declare."""


def typescript(folder: str) -> list[Path]:
    """Files of the browser's program, or of its tests."""
    return sorted(path for path in (WEB / folder).rglob("*") if path.suffix in {".ts", ".css", ".html"})


@pytest.mark.parametrize("path", typescript("src"), ids=lambda path: str(path.relative_to(WEB)))
def test_the_browser_names_no_game_and_nothing_of_its_world(path: Path):
    lines = own_words(path).splitlines()
    assert [f"{number}: {line}" for number, line in enumerate(lines, start=1) if FORBIDDEN.search(line)] == []


def test_tests_of_the_browser_name_nothing_but_what_they_play():
    declared = "\n".join(path.read_text(encoding="utf-8") for game in SMALL_GAMES for path in game.glob("*.rules"))
    known = {word.lower() for word in FORBIDDEN.findall(declared)}
    files = [*typescript("tests"), *typescript("bench")]
    assert files
    for path in files:
        assert not {word.lower() for word in FORBIDDEN.findall(own_words(path))} - known, path


@pytest.mark.parametrize("path", typescript("src"), ids=lambda path: str(path.relative_to(WEB)))
def test_layers_of_the_browser_import_what_is_before_them(path: Path):
    source = WEB / "src"
    layer, *deeper = path.relative_to(source).parts
    allowed = {name for name in LAYERS if deeper and LAYERS.index(name) <= LAYERS.index(layer)}
    for name in re.findall(r'(?:from|import) "(\.[^"]+)"', path.read_text(encoding="utf-8")):
        where = (path.parent / name).resolve()
        if where.is_relative_to(source) and where.parent != source:
            assert where.relative_to(source).parts[0] in allowed, name


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
