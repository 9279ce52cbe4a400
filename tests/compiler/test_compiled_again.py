"""What was compiled before makes no difference to what comes out: findings, their order, and the graph.

With ``BOMBSIGHT_MISSIONS=1000`` every game is edited, else the smallest.
"""

import os
from functools import cache
from pathlib import Path
from random import Random

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from bombsight.boundary.codec.encoding import encode
from bombsight.compiler.checks.proofs import ProgramProofs
from bombsight.compiler.pipeline import FrontEndResult, compile_rules, last_proofs, prove_rules, run_front_end
from bombsight.compiler.request import Compilation, Request
from bombsight.compiler.resolve.program import resolve_program
from bombsight.compiler.resolve.resolution import ResolvedProgram
from bombsight.compiler.serialize.graph_form import GRAPH_FORM
from bombsight.dsl.caches import CACHE_VARIABLE
from bombsight.dsl.source import Source
from bombsight.service.programs.cache import load_cached_results, store_cached_results
from tests.compiler.edits import KINDS, edited
from tests.examples import EXAMPLES
from tests.narrowing import unwrap

TESTS = Path(__file__).parents[1]
GAMES = sorted(
    (path for path in (TESTS.parent / "games").iterdir() if path.is_dir()),
    key=lambda folder: sum(path.stat().st_size for path in folder.glob("*.rules")),
)
MISSIONS = int(os.environ.get("BOMBSIGHT_MISSIONS") or 0)


def rules(folder: Path) -> Request:
    files = (Source(f"{folder.name}/{path.name}", path.read_text(encoding="utf-8")) for path in folder.glob("*.rules"))
    return Request(base=tuple(sorted(files, key=lambda file: file.path)))


LIGHTHOUSE = rules(EXAMPLES / "lighthouse")


def everything(compiled: Compilation) -> tuple[object, ...]:
    """All that came out, places included, which take no part in comparing nodes."""
    graph = encode(compiled.graph, GRAPH_FORM) if compiled.graph is not None else None
    return compiled.diagnostics, graph, compiled.overlays


@cache
def begun() -> Compilation:
    return compile_rules(LIGHTHOUSE)


@pytest.mark.slow
@given(st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 999), st.booleans()), min_size=1, max_size=5))
@settings(max_examples=10)
def test_edits_one_after_the_other_come_to_what_they_come_to_from_scratch(steps):
    before, files = begun(), LIGHTHOUSE.base
    for kind, seed, undone in steps:
        files = LIGHTHOUSE.base if undone else edited(Random(seed), files, kind)
        request = evolve(LIGHTHOUSE, base=files)
        now = compile_rules(request, previous=before.results)
        assert everything(now) == everything(compile_rules(request))
        before = now


@pytest.mark.parametrize("folder", GAMES if MISSIONS >= 1000 else GAMES[:1], ids=lambda folder: folder.name)
def test_a_game_edited_comes_to_what_it_comes_to_from_scratch(folder):
    random = Random(folder.name)
    first = rules(folder)
    before = compile_rules(first)
    kind = random.choice(KINDS)
    request = evolve(first, base=edited(random, first.base, kind))
    now = compile_rules(request, previous=before.results)
    assert everything(now) == everything(compile_rules(request)), kind


def test_a_house_rule_laid_over_what_was_compiled_comes_to_what_it_comes_to_from_scratch():
    request = evolve(LIGHTHOUSE, house=(Source("house/mine.rules", HOUSE),))
    found = compile_rules(request, previous=begun().results)
    assert everything(found) == everything(compile_rules(request))
    assert unwrap(found.graph).tables != unwrap(begun().graph).tables


HOUSE = """\
house mine "Mine" for lighthouse by "me"
  1 "Gales"
    in table Weather
      was 9..10: fog
      now 9..10: gale
"""


# --- how little is done again


def other(name: str, old: str, new: str) -> Request:
    """The lighthouse with another text in one of its files."""
    files = (evolve(f, text=f.text.replace(old, new, 1)) if f.path.endswith(name) else f for f in LIGHTHOUSE.base)
    request = evolve(LIGHTHOUSE, base=tuple(files))
    assert request != LIGHTHOUSE
    return request


def resolved_before() -> ResolvedProgram:
    """What the names of the lighthouse were found to mean."""
    return unwrap(unwrap(begun().results).last(resolve_program))


def proofs_of(rules_: FrontEndResult) -> ProgramProofs:
    """What is proved of rules anew, and taken over."""
    return unwrap(prove_rules(rules_, lambda item: False).proofs)


def test_only_what_stands_below_a_change_in_its_file_is_resolved_again():
    now = unwrap(run_front_end(other("20-tables.rules", "  7..8: rain", "  7..8:  rain"), begun().results).resolved)
    before = resolved_before()
    known = {id(meant) for meant in before.meant}
    new = [item for (item, _), meant in zip(now.items, now.meant, strict=True) if id(meant) not in known]
    assert 0 < len(new) < len(now.items) / 2
    assert {item.span.path for item in new} == {"lighthouse/20-tables.rules"}


def test_what_a_change_of_an_interface_concerns_is_resolved_again():
    now = unwrap(run_front_end(other("00-game.rules", "0..3 full = 3", "0..4 full = 3"), begun().results).resolved)
    known = {id(meant) for meant in resolved_before().meant}
    new = {item.span.path for (item, _), meant in zip(now.items, now.meant, strict=True) if id(meant) not in known}
    assert "lighthouse/20-tables.rules" in new


def test_a_table_that_says_the_same_in_another_place_is_not_proved_again():
    rules_ = run_front_end(other("20-tables.rules", "table Weather", "# in passing\ntable Weather"), begun().results)
    again = proofs_of(rules_)
    assert again.order == unwrap(last_proofs(unwrap(begun().results))).order
    assert again.is_complete_for(unwrap(rules_.graph))


def test_what_rests_on_a_changed_table_is_proved_again():
    rules_ = run_front_end(other("20-tables.rules", "  7..8: rain", "  7: rain\n  8: fog"), begun().results)
    proofs = proofs_of(rules_)
    missing = {id_ for id_ in proofs.order if id_ not in proofs.proofs}
    assert "table:Weather" in missing
    assert len(missing) < len(proofs.order)


def test_a_row_that_gives_what_others_give_concerns_its_table_alone():
    rules_ = run_front_end(other("20-tables.rules", "  7..8: rain", "  7: rain\n  8: fog"), begun().results)
    proofs = proofs_of(rules_)
    assert [id_ for id_ in proofs.order if id_ not in proofs.proofs] == ["table:Weather"]


def test_a_result_that_no_row_gave_before_concerns_who_rolls_there():
    first = compile_rules(other("20-tables.rules", "  7..8: rain", "  7..8: clear"))
    proofs = proofs_of(run_front_end(LIGHTHOUSE, first.results))
    missing = {id_ for id_ in proofs.order if id_ not in proofs.proofs}
    assert missing > {"table:Weather"}


IDLE = """
option tide "Tide" = no

procedure drift
  if option tide
    if lamp > 3
      set lamp to 0
    set lamp to 3
"""


@pytest.mark.parametrize(
    "now", [("    if lamp > 3", "    if option tide"), ("  if option tide", "  if lamp > 2 or option tide")]
)
def test_an_option_that_makes_no_difference_any_more_is_found_again(now):
    before = evolve(LIGHTHOUSE, house=(Source("house/more.rules", IDLE),))
    after = evolve(LIGHTHOUSE, house=(Source("house/more.rules", IDLE.replace(*now)),))
    for one, other_ in ((before, after), (after, before)):
        found = compile_rules(other_, previous=compile_rules(one).results)
        assert found.diagnostics == compile_rules(other_).diagnostics


def test_proofs_come_back_once_an_error_is_mended():
    broken = compile_rules(other("00-game.rules", "enum Sky:", "enum Sky):"), previous=begun().results)
    assert broken.errors
    mended = prove_rules(run_front_end(LIGHTHOUSE, broken.results), lambda item: False)
    assert unwrap(mended.proofs).is_complete_for(unwrap(mended.graph))


# --- kept between runs


def test_what_was_left_can_be_kept_and_used_by_another_process(tmp_path, monkeypatch):
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    store_cached_results(LIGHTHOUSE, begun())
    kept = unwrap(load_cached_results(LIGHTHOUSE))
    same = run_front_end(LIGHTHOUSE, kept)
    assert [*map(id, unwrap(same.resolved).meant)] == [*map(id, unwrap(kept.last(resolve_program)).meant)]
    assert proofs_of(same).is_complete_for(unwrap(same.graph))
    house = evolve(LIGHTHOUSE, house=(Source("house/mine.rules", HOUSE),))
    assert everything(compile_rules(house, previous=kept)) == everything(compile_rules(house))


def test_house_rules_with_an_error_have_little_proved_of_what_was_kept(tmp_path, monkeypatch):
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    store_cached_results(LIGHTHOUSE, begun())
    kept = load_cached_results(LIGHTHOUSE)
    wrong = evolve(LIGHTHOUSE, house=(Source("house/mine.rules", HOUSE.replace("10: gale", "10: gail")),))
    assert everything(compile_rules(wrong, previous=kept)) == everything(compile_rules(wrong))
    proofs = proofs_of(run_front_end(wrong, kept))
    assert not proofs.is_error_free
    assert len(proofs.proofs) > len(proofs.order) - 5


def test_what_rules_with_errors_left_is_not_kept(tmp_path, monkeypatch):
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    wrong = other("00-game.rules", "enum Sky:", "enum Sky):")
    store_cached_results(wrong, compile_rules(wrong))
    assert load_cached_results(wrong) is None
