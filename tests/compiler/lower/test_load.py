"""Compiled code is kept, and made again where what is kept will not do."""

from __future__ import annotations

import gc
import linecache
import re
import traceback

import pytest
from attrs import evolve

from bombsight.backends.python import source, source_pieces
from bombsight.backends.python.lazy_compile import instantiate_lazily
from bombsight.backends.python.load import Machine, cache_key, code_cache, instantiate, load_code
from bombsight.compiler.lower.assemble import lower
from bombsight.dsl.caches import store_cached
from bombsight.flat import version
from bombsight.flat.program import Fault, Program
from tests.marking import slow_but
from tests.reference.comparing import graph_of

TEXT = """\
game load "Load"
  sources optional

state mission
  lamp: 0..3 = 3

procedure mission: 0..9
  let n = 1d6
  add n to lamp
  return lamp
"""


@pytest.fixture(name="program")
def fixture_program():
    while code_cache:
        code_cache.forget(code_cache.popitem()[1])
    return lower(graph_of(TEXT))


def begin(program, **more) -> Machine:
    """Begin a program in traced code."""
    machine = instantiate(program, lambda *_: 0, lambda *_: 0, lambda event: None, **more)
    machine.start()
    return machine


def run(program, roll: int, **more):
    machine = instantiate(program, lambda site, dice: roll, lambda *_: 0, **more)
    machine.functions["start"]()
    return machine.functions["do:mission"]()


def test_code_is_compiled_once(program) -> None:
    assert load_code(program, traced=False) is load_code(program, traced=False)
    assert load_code(program, traced=False) is not load_code(program, traced=True)


def test_other_code_has_another_key_whatever_is_told(program) -> None:
    other = lower(graph_of(TEXT.replace("= 3", "= 2")))

    assert cache_key(program, traced=False) != cache_key(other, traced=False)
    assert cache_key(program, traced=False) == cache_key(evolve(program, about=("Another word.",)), traced=False)


@pytest.mark.parametrize("file", ["backend/source.py", "flat/fold.py", "flat/passes/order.py", "dsl/limits.py"])
def test_what_prints_code_is_known_by_all_its_files(tmp_path, monkeypatch, file) -> None:
    """What is kept by a version with a mistake in any of them is of no use to the next."""
    for folder in ("backend", "flat/passes", "dsl"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "dsl/limits.py").write_text("OPEN = 1")
    monkeypatch.setattr(version, "__file__", str(tmp_path / "flat/version.py"))
    before = version.backend_digest.__wrapped__(str(tmp_path / "backend/load.py"))

    (tmp_path / file).write_text("OPEN = 2")

    assert version.backend_digest.__wrapped__(str(tmp_path / "backend/load.py")) != before


def test_a_cache_is_filled_and_used(program, tmp_path, monkeypatch) -> None:
    cache = tmp_path / "code"
    first = load_code(program, traced=False, cache=cache)
    (file,) = cache.iterdir()
    code_cache.clear()
    monkeypatch.setattr(source, "render_prepared", None)  # nothing is printed
    second = load_code(program, traced=False, cache=cache)

    assert file.name == cache_key(program, traced=False)
    assert second.compiled == first.compiled
    assert second is not first


TWO_FUNCTIONS = f"""{TEXT}
procedure other: 0..9
  return 7
"""


def test_traced_code_is_kept_as_far_as_it_was_called(tmp_path, monkeypatch) -> None:
    program = lower(graph_of(TWO_FUNCTIONS))
    entries = {entry.name: entry for entry in program.entries}
    first = begin(program, cache=tmp_path)
    assert not [*tmp_path.iterdir()]
    assert first.call(entries["mission"]) == 3
    first.close()
    (file,) = tmp_path.iterdir()
    size = file.stat().st_size

    code_cache.clear()
    with monkeypatch.context() as patched:
        patched.setattr(source_pieces, "split_source", None)  # nothing is printed
        second = begin(program, cache=tmp_path)
        assert second.call(entries["mission"]) == 3
        second.close()
    assert file.stat().st_size == size

    third = begin(program, cache=tmp_path)
    assert third.call(entries["other"]) == 7
    third.close()
    assert file.stat().st_size > size


def test_passes_run_once_for_all_functions() -> None:
    prepared = []

    def prepare(program: Program, traced: bool) -> Program:
        prepared.append(traced)
        return source.prepare_for_python(program, traced=traced)

    program = lower(graph_of(TWO_FUNCTIONS))
    code_cache.clear()
    machine = begin(program, prepare=prepare)
    for entry in program.entries:
        machine.call(entry)
    assert prepared == [True]


@pytest.mark.parametrize("damage", [b"", b"nonsense", b"i\x01\x00\x00\x00"], ids=["empty", "nonsense", "a number"])
@pytest.mark.parametrize("traced", [True, False])
def test_a_damaged_cache_is_no_harm(program, tmp_path, damage: bytes, traced: bool) -> None:
    store_cached(tmp_path / cache_key(program, traced=traced), damage)
    with pytest.raises(Fault):
        run(program, 6, cache=tmp_path, log=(lambda event: None) if traced else None)


def test_a_cache_that_cannot_be_written_is_no_harm(program, tmp_path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Fault):
        run(program, 6, cache=tmp_path / "file")


@pytest.mark.parametrize("log", [None, lambda event: None], ids=["plain", "traced"])
def test_a_fault_shows_the_source_line(program, log) -> None:
    with pytest.raises(Fault) as caught:
        run(program, 6, log=log)
    shown = "".join(traceback.format_exception(caught.value))

    assert "raise Fault(" in shown
    assert "return function(*arguments)" in shown
    assert any("bombsight load" in name for name in linecache.cache)
    assert str(program.sites[caught.value.site].origin.place) == "test.rules:9:3"


def begin_programs(begin, count: int) -> None:
    """Begin so many programs, and keep none."""
    for number in range(count):
        begin(lower(graph_of(TEXT.replace("0..9", f"0..{number + 9}"))), lambda *_: 1, lambda *_: 0)


def play_traced(program, *_) -> None:
    """Play a program in traced code."""
    machine = begin(program)
    machine.call(program.mission)
    machine.close()


@pytest.mark.slow
@pytest.mark.parametrize("begin", slow_but([instantiate, instantiate_lazily, play_traced], play_traced))
def test_a_process_that_plays_many_programs_lets_old_ones_go(begin, monkeypatch) -> None:
    monkeypatch.setattr(code_cache, "most", 2)

    def there() -> int:
        gc.collect()
        return sum(type(each) is Program for each in gc.get_objects())

    before = there()
    begin_programs(begin, 6)
    assert there() <= before + 2


@pytest.mark.parametrize("begin", [instantiate, play_traced])
def test_a_process_that_compiles_many_programs_lets_old_code_go(program, begin, monkeypatch) -> None:
    monkeypatch.setattr(code_cache, "most", 2)
    begin_programs(begin, 6)
    assert len(code_cache) <= 2
    keys = [re.search("bombsight load (.*)[.]code", name) for name in linecache.cache]
    assert 0 < len({key[1] for key in keys if key}) <= 2


def test_machines_share_no_state(program) -> None:
    assert (
        instantiate(program, lambda *_: 1, lambda *_: 0).slots
        is not instantiate(program, lambda *_: 1, lambda *_: 0).slots
    )


def test_a_closed_machine_serves_another_run(program) -> None:
    first = instantiate(program, lambda *_: 1, lambda *_: 0)
    meanwhile = instantiate(program, lambda *_: 1, lambda *_: 0)
    first.start()
    functions = first.functions
    first.close()
    first.close()
    second = instantiate(program, lambda *_: 0, lambda *_: 0)
    second.start()

    assert second.functions is functions
    assert second.functions is not meanwhile.functions
    assert second.call(program.mission) == 3
    assert first.slots == []
    assert instantiate(program, lambda *_: 1, lambda *_: 0).functions is not functions


def test_a_wrong_answer_is_the_callers_mistake(tmp_path) -> None:
    text = TEXT.replace("  let n = 1d6\n", '  choose n from {1, 2, 3}\n    ask "How much"\n')
    machine = instantiate(lower(graph_of(text)), lambda *_: 1, lambda *_: 7)
    machine.functions["start"]()
    with pytest.raises(ValueError, match="no answer"):
        machine.functions["do:mission"]()
