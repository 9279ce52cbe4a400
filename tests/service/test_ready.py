"""What is kept of a game is taken again only for the very same request, made by the very same compiler."""

import os
from pathlib import Path

import pytest
from attrs import evolve

from bombsight.backends.python.load import instantiate
from bombsight.compiler import pipeline
from bombsight.compiler.pipeline import compile_rules
from bombsight.compiler.request import Request
from bombsight.dsl.caches import cache_folder, store_cached_text
from bombsight.dsl.diagnostic import Severity
from bombsight.dsl.source import Source
from bombsight.flat.version import LOWERING_VERSION
from bombsight.runtime.dice import SeededDice
from bombsight.runtime.run.play import Finished, run
from bombsight.runtime.run.policies import autopilot_policy
from bombsight.service.games import library
from bombsight.service.games.library import COMPILER_FOLDERS, code_digest, folder_digest, load_game_folder, read_files
from bombsight.service.programs import cache
from bombsight.service.programs.cache import (
    compile_and_lower,
    compile_cached,
    load_cached_findings,
    load_cached_graph,
    store_cached_findings,
)
from tests.narrowing import narrow, unwrap

NIGHT = """\
game night "A night"
  sources optional

option moon "Moon" = no

state mission
  lamp: 0..99 = 1

procedure mission: 0..99
  if option moon
    add 10 to lamp
  return lamp
"""


def overlay(kind, name, value, number=1):
    return f'\n{kind} {name} "{name}" for night\n  {number} "Lamp {value}"\n    in state mission\n' + (
        f"      was lamp: 0..99 = 1\n      now lamp: 0..99 = {value}\n"
    )


BASE = NIGHT + overlay("errata", "sheet", 2) + overlay("variant", "bright", 3).replace("= 1", "= 2")
PLAIN = Request(base=(Source("night.rules", BASE),))
HOUSE = Source("mine.rules", overlay("house", "mine", 9).replace("= 1", "= 2").lstrip())


@pytest.fixture(autouse=True)
def _cache_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("BOMBSIGHT_CACHE", str(tmp_path / "cache"))


def plays(made):
    done = run(
        made.program, made.program.mission, (), SeededDice(1).throw, autopilot_policy(made.program), load=instantiate
    )
    return narrow(Finished, done).value


REQUESTS = {
    "as it stands": (PLAIN, 2),
    "without its errata": (evolve(PLAIN, without=("sheet",)), 1),
    "with a variant": (evolve(PLAIN, variants=("bright",)), 3),
    "with an option": (evolve(PLAIN, options={"moon": "yes"}), 12),
    "with a house rule": (evolve(PLAIN, house=(HOUSE,)), 9),
    "from another text": (Request(base=(Source("night.rules", BASE.replace("= 2\n", "= 4\n", 1)),)), 4),
}


@pytest.mark.parametrize(("request_", "value"), REQUESTS.values(), ids=list(REQUESTS))
def test_what_is_asked_for_is_in_force_and_nothing_else(request_, value):
    made = compile_and_lower(request_, use_cache=False)
    assert not made.findings
    assert plays(made) == value


def test_each_request_is_kept_apart():
    for request_, value in REQUESTS.values():
        first = compile_and_lower(request_)
        assert first.compilation is not None
        assert plays(first) == value
    for request_, value in REQUESTS.values():
        again = compile_and_lower(request_)
        assert again.compilation is None
        assert plays(again) == value


def test_files_of_other_names_are_other_rules():
    """Places in the journal name their files."""
    compile_and_lower(PLAIN)
    assert compile_and_lower(Request(base=(Source("other.rules", BASE),))).compilation is not None


def test_another_compiler_makes_all_anew(monkeypatch):
    compile_and_lower(PLAIN)
    monkeypatch.setattr(cache, "code_digest", lambda folders=COMPILER_FOLDERS: "another")
    assert compile_and_lower(PLAIN).compilation is not None
    assert compile_and_lower(PLAIN).compilation is None


def test_other_code_for_the_same_rules_makes_all_anew(monkeypatch):
    compile_and_lower(PLAIN)
    monkeypatch.setattr(cache, "LOWERING_VERSION", LOWERING_VERSION + 1)
    assert compile_and_lower(PLAIN).compilation is not None


@pytest.mark.parametrize("file", ["compiler/rows.py", "compiler/lower/deep/rows.py", "dsl/grammar.lark"])
def test_a_change_of_the_compiler_s_files_is_another_compiler(file, tmp_path, monkeypatch):
    for name in ("compiler/rows.py", "compiler/lower/deep/rows.py", "dsl/grammar.lark", "dsl/notes.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1")
    monkeypatch.setattr(library, "__file__", str(tmp_path / "service" / "games" / "library.py"))

    def asked_anew() -> str:  # as another process would
        folder_digest.cache_clear()
        return code_digest.__wrapped__()

    before = asked_anew()
    (tmp_path / "dsl" / "notes.txt").write_text("2")
    os.utime(tmp_path / file, ns=(2, 2))
    assert asked_anew() == before
    (tmp_path / file).write_text("2")
    changed = asked_anew()
    assert changed != before
    (tmp_path / file).rename((tmp_path / file).with_stem("moved"))
    assert asked_anew() not in (before, changed)


def test_other_code_that_looks_at_rules_finds_anew(monkeypatch):
    store_cached_findings(PLAIN, ())
    assert load_cached_findings(PLAIN) == ()
    true = code_digest
    monkeypatch.setattr(
        cache, "code_digest", lambda folders=COMPILER_FOLDERS: true(folders) + str("service" in folders)
    )
    assert load_cached_findings(PLAIN) is None


@pytest.fixture
def no_compiler(monkeypatch):
    """From here on nothing can be compiled."""

    def begin():
        monkeypatch.setattr(pipeline, "compile_rules", None)

    return begin


def test_other_options_are_only_lowered(no_compiler):
    compile_and_lower(PLAIN)
    no_compiler()
    assert plays(compile_and_lower(evolve(PLAIN, options={"moon": "yes"}))) == 12


@pytest.mark.parametrize("options", [{"moon": "perhaps"}, {"noon": "yes"}, {"moon": "yes", "a": "b"}])
def test_a_kept_graph_says_the_same_of_options(options, no_compiler):
    asked = evolve(PLAIN, options=options)
    first = compile_cached(asked)
    assert [finding.code for finding in first.errors] == ["N009"]
    assert load_cached_graph(asked) is None
    compile_cached(PLAIN)
    no_compiler()
    assert compile_cached(asked).diagnostics == first.diagnostics


def test_a_kept_graph_is_that_which_was_made(no_compiler):
    for asked, _ in REQUESTS.values():
        made = compile_cached(asked)
        kept = unwrap(load_cached_graph(asked))
        assert kept.graph == made.graph
        assert repr(kept.graph) == repr(made.graph)
        assert kept.sources == made.sources


@pytest.mark.parametrize("damage", ["", "[", "cos\nsystem\n(S'true'\ntR."])
def test_what_is_damaged_is_made_again(damage, no_compiler):
    compile_cached(PLAIN)
    (file,) = (cache_folder() / "graphs").iterdir()
    file.write_text(damage)
    assert load_cached_graph(PLAIN) is None
    store_cached_text(file, damage)  # even under our seal
    assert load_cached_graph(PLAIN) is None
    assert compile_cached(PLAIN).graph == unwrap(load_cached_graph(PLAIN)).graph


def test_findings_name_the_files_where_they_lie_now():
    wrong = NIGHT.replace("if option moon", "if option noon")
    here, elsewhere = (
        Request(base=(Source("night.rules", wrong, file),)) for file in ("here/a.rules", "there/b.rules")
    )
    findings = compile_rules(here).diagnostics
    assert {finding.span.path for finding in findings} == {"here/a.rules"}
    store_cached_findings(here, findings)
    assert load_cached_findings(here) == findings
    assert load_cached_findings(elsewhere) == compile_rules(elsewhere).diagnostics
    assert load_cached_findings(evolve(here, options={"moon": "yes"})) is None


def test_wrong_rules_are_not_kept():
    wrong = Request(base=(Source("night.rules", BASE.replace("add 10", "add none")),))
    for _ in range(2):
        made = compile_and_lower(wrong)
        assert made.program is None
        assert made.findings


def test_a_file_that_is_no_game_is_findings():
    made = compile_and_lower(Request(base=(Source("night.rules", "# nothing\n"),)))
    assert made.program is None


def test_only_variants_that_were_asked_for_are_told():
    def told(request_):
        return [overlay.name for overlay in unwrap(compile_rules(request_).graph).overlays]

    assert told(PLAIN) == ["sheet"]
    assert told(evolve(PLAIN, variants=("bright",))) == ["sheet", "bright"]
    assert told(evolve(PLAIN, without=("sheet",))) == []


def test_a_game_is_its_rules_files(tmp_path: Path):
    for name in ("b.rules", "a.rules", "notes.txt"):
        (tmp_path / name).write_text("#\n")
    (tmp_path / "c.rules").mkdir()
    found = load_game_folder(tmp_path)
    assert found is not None
    assert [file.name for file in found.files] == ["a.rules", "b.rules"]
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "notes.txt").write_text("#\n")
    assert load_game_folder(tmp_path / "other") is None
    assert load_game_folder(tmp_path / "nowhere") is None


def test_what_cannot_be_read_is_told(tmp_path: Path):
    good, bad = tmp_path / "good.rules", tmp_path / "bad.rules"
    good.write_text("# yes\n")
    bad.write_bytes(b"\xff\xfe\xff")
    sources, findings = read_files([good, bad, tmp_path / "none.rules"])
    assert [source.text for source in sources] == ["# yes\n"]
    assert len(findings) == 2
    assert all(one.severity is Severity.ERROR for one in findings)
