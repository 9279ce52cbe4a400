"""What rules may cost in play: steps and bytes of a mission, steps beside a question and for boards."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

from bombsight.backends.python.load import instantiate
from bombsight.backends.wasm import instance, module_cache
from bombsight.backends.wasm.load import instantiate as instantiate_wasm
from bombsight.backends.wasm.module_cache import NoRoomError
from bombsight.boundary.budget import MAX_RAISE_FACTOR, Allowance, WorkKind
from bombsight.boundary.errors import InputError
from bombsight.cli import app as application
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.lower.budgets import ROUNDING_STEP, SHORT_LENGTHS, budgets_of
from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.compiler.request import Request as Asked
from bombsight.dsl.source import Source
from bombsight.flat.budgets import DEFAULT_BUDGETS, MAX_INTEGER, TOO_LONG_TEXT
from bombsight.flat.encoding import code_digest, from_json, to_json
from bombsight.flat.layout import RESERVE, STEPS_SLOT
from bombsight.flat.program import Program
from bombsight.flat.sites import ChoiceSite
from bombsight.runtime.batch import endless_guard
from bombsight.runtime.batch.batch import play_slices
from bombsight.runtime.batch.profile import run_arguments
from bombsight.runtime.board_renderer import MAX_AXIS_VALUES, MORE_NOTE, BoardRenderer
from bombsight.runtime.dice import SeededDice
from bombsight.runtime.events.describe import Describer
from bombsight.runtime.events.lengths import EVENT_BYTES, EventLengths
from bombsight.runtime.events.reader import TOO_MUCH_TEXT
from bombsight.runtime.machine import Loader
from bombsight.runtime.run.derived_values import Asides
from bombsight.runtime.run.play import Faulted, new_journal, run
from bombsight.runtime.run.policies import autopilot_policy
from bombsight.runtime.run.remarks import collect_remarks, has_fault
from bombsight.service.present.sheet import Sheet, SheetLine
from bombsight.service.programs.players import is_short_of_memory, make_simple_player

HEAD = """\
game g "G"
  sources optional

state mission
  n "N": 0..1000000 full = 0
"""


def program_of(*lines: str, more: str = "", allowance: Allowance | None = None) -> Program:
    """A mission of these lines."""
    text = HEAD + more + "\nprocedure mission\n" + "".join(f"  {line}\n" for line in lines)
    found = compile_rules(Request(base=(Source("g.rules", text),)), proofs=False)
    assert not found.errors
    assert found.graph is not None
    return lower(found.graph, allowance=allowance)


ENDLESS = ("repeat 100000 times", "  repeat 100000 times", "    add 1 to n")
ASKED = ("choose k from 0..9", '  ask "How many"')
DEAR = "count(x in 1..100000 where x > n)"
BOTH: list[Loader] = [instantiate, instantiate_wasm]


def test_budgets_grow_with_the_rules_and_what_a_person_allows() -> None:
    short, long = budgets_of(Allowance(1)), budgets_of(Allowance(1_000_000))

    assert short == budgets_of(Allowance(SHORT_LENGTHS[0])) != budgets_of(Allowance(SHORT_LENGTHS[0] + 1))
    assert (
        budgets_of(Allowance(SHORT_LENGTHS[-1] + 1))
        == budgets_of(Allowance(2 * ROUNDING_STEP))
        != budgets_of(Allowance(2 * ROUNDING_STEP + 1))
    )
    assert 50_000_000 < short.mission < long.mission
    assert (short.story, short.beside, short.board) < (long.story, long.beside, long.board)
    assert long.mission == Allowance(1_000_000).limit_of(WorkKind.MISSION)
    most = budgets_of(Allowance(10_000_000, MAX_RAISE_FACTOR))
    assert 0 < most.mission + most.reserve <= MAX_INTEGER


@pytest.mark.parametrize("load", BOTH)
def test_a_program_runs_by_the_budget_that_it_names(load: Loader) -> None:
    for allowance in (None, Allowance(1_000)):
        program = program_of(*ENDLESS, allowance=allowance)
        machine = load(program, lambda *_: 0, lambda *_: 0)
        machine.start()

        assert machine.slots[STEPS_SLOT] == program.budgets.mission
        assert machine.slots[program.slots + RESERVE] == program.budgets.reserve


def test_a_program_of_before_has_the_usual_budgets() -> None:
    plain, other = program_of("nothing"), program_of("nothing", allowance=Allowance(1_000))

    assert plain.budgets == DEFAULT_BUDGETS
    assert '"is":"Budgets"' not in to_json(plain)
    assert from_json(to_json(other)) == other
    assert plain.digest != other.digest, "its steps stand in its code"
    assert code_digest(plain) == plain.digest


def test_the_length_of_rules_is_that_of_all_their_files() -> None:
    asked = Asked(base=(Source("a", "ab"), Source("b", "\u00e4")), house=(Source("c", "c"),))

    assert asked.allowance == Allowance(4)


# --- the story


@pytest.mark.parametrize("load", BOTH)
def test_a_mission_tells_no_more_than_it_may(load: Loader) -> None:
    program = program_of(*ENDLESS, f'    say "{{n}} {"x" * 3000}"', allowance=Allowance(1))
    journal = new_journal(program, program.mission)
    outcome = run(program, program.mission, (), SeededDice(1).throw, autopilot_policy(program), journal, load=load)

    assert isinstance(outcome, Faulted)
    assert outcome.message == TOO_MUCH_TEXT
    assert str(outcome.origin.place).startswith("g.rules:")
    told = sum(len(str(view)) for view in journal.views())
    assert 1_000_000 < told < 2 * program.budgets.story
    assert len(journal.digest()) == 64


def test_what_an_undo_takes_back_does_not_count() -> None:
    program = program_of('say "one"', 'say "two"')
    journal = new_journal(program, program.mission)
    run(program, program.mission, (), SeededDice(1).throw, autopilot_policy(program), journal, load=instantiate)
    before = len(journal.events)
    event = journal.events[1]
    for _ in range(3):
        journal.truncate(2, 0, 2)
        for _ in range(before - 2):
            journal.log(event)

    lengths = EventLengths(program)
    assert journal._story_bytes[-1] == sum(map(lengths, journal.events[: len(journal._story_bytes)]))
    assert lengths(event) >= EVENT_BYTES + len("one")


# --- beside


def remarks_of(program: Program, load: Loader, values: tuple[int, ...] = ()) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What stands beside the question, and beside its options."""
    site = next(site for site in program.sites if isinstance(site, ChoiceSite))
    describer = new_journal(program, program.mission).reader.describer
    describer.slots, describer.asides = list(program.defaults), Asides(program, load)
    found = collect_remarks(describer, site, range(10), values)
    assert not has_fault(describer, site, range(10), values)
    return found.lines, found.beside


@pytest.mark.parametrize("load", BOTH)
def test_a_question_comes_with_as_much_beside_it_as_there_are_steps_for(load: Loader) -> None:
    lines = [f'  beside "{{n + 1}} and {{{DEAR.replace("> n", f"> n + {number}")}}}"' for number in range(20)]
    usual, _ = remarks_of(program_of(*ASKED, lines[0]), load)
    found, _ = remarks_of(program_of(*ASKED, *lines, allowance=Allowance(1)), load)

    assert usual == ("1 and 100000",)
    assert found[0] == usual[0]
    assert found[-1] == "? and ?"
    assert 0 < found.index("? and ?") < len(found) == 20


@pytest.mark.parametrize("load", BOTH)
def test_what_stands_beside_options_has_the_same_steps(load: Loader) -> None:
    of_options = [f'  beside "{{count(x in 1..20000 where x > k + {number})}}"' for number in range(20)]
    _, beside = remarks_of(program_of(*ASKED, *of_options, allowance=Allowance(1)), load)

    assert beside[0].startswith("20000, 19999, ")
    assert beside[-1] == ", ".join("?" * 20)


@pytest.mark.parametrize("load", BOTH)
def test_a_condition_without_steps_tells_nothing(load: Loader) -> None:
    program = program_of(*ASKED, f'  beside "Many" when {DEAR} > 7', '  beside "{n}"', allowance=Allowance(1))
    site = next(site for site in program.sites if isinstance(site, ChoiceSite))
    describer = new_journal(program, program.mission).reader.describer
    describer.slots, describer.asides = list(program.defaults), Asides(program, load)

    assert collect_remarks(describer, site, range(10), ()).lines == ("Many", "0")
    object.__setattr__(program.budgets, "beside", 100)
    assert collect_remarks(describer, site, range(10), ()).lines == ("?",)


# --- boards


def board_of(more: str, load: Loader) -> tuple[int, bool]:
    """How many places a board has, and whether it says that there is more."""
    program = program_of(*ASKED, more=f'\nboard b "B"\n{more}', allowance=Allowance(1))
    describer = new_journal(program, program.mission).reader.describer
    describer.slots = list(program.defaults)
    worth = Asides(program, load).evaluator_at(describer.slots, program.budgets.board)
    found = BoardRenderer(describer, worth).render_board(program.boards[0])
    return len(found.places), MORE_NOTE in found.notes


@pytest.mark.parametrize("load", BOTH)
def test_a_board_shows_what_there_are_steps_for_and_says_so(load: Loader) -> None:
    assert board_of('  rows h in 1..10\n    mark "{h}"\n', load) == (10, False)
    places, more = board_of('  columns h in 1..100000\n    mark "{h}"\n', load)
    assert places == MAX_AXIS_VALUES
    assert more
    rows = "".join(f'    mark "{{count(x in 1..100000 where x > n + {at})}}"\n' for at in range(50))
    assert board_of(f"  rows h in 1..2\n{rows}", load)[1]
    assert board_of('  map 0..9, 0..9\n  for each p in 1..100000 at p, p\n    mark "{p}"\n', load)[1]


# --- many runs


@pytest.mark.parametrize("load", BOTH)
def test_nobody_waits_for_more_than_the_first_of_endless_runs(load: Loader) -> None:
    program = program_of(*ENDLESS)
    played: list[int] = []

    def counting(args, count, seed, policy="auto", first=0, script=(), state=None):
        played.append(count)
        return play_slices(program, program.mission, args, count, seed, policy, first, script, state, load=load)

    with pytest.raises(InputError, match=TOO_LONG_TEXT) as caught:
        list(endless_guard.stop_if_endless(counting, program)((), 1000, 1))
    assert caught.value.place.startswith("g.rules:")
    assert played == [1] * endless_guard.ENDLESS


def test_runs_that_end_are_all_played() -> None:
    program = program_of("nothing")
    found = list(make_simple_player(program, program.mission)((), 1000, 1))

    assert sum(len(part.faults) for part in found) == 1000
    assert [part.first for part in found] == sorted(part.first for part in found)


# --- little memory


@pytest.mark.parametrize(("module", "name"), [(instance, "Instance"), (module_cache, "Module")])
def test_python_plays_where_there_is_no_room_for_a_module(module, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wasmtime = module.wasmtime

    def full(*_: object) -> None:
        raise wasmtime.WasmtimeError("mmap failed to reserve 0x104000000 bytes")

    program = program_of("let k = 1d6", "add k to n", f'say "{name}"', more=f"  {name.lower()}: 0..9 = 1\n")
    expected = [
        value for part in play_slices(program, program.mission, (), 20, 1, load=instantiate) for value in part.values
    ]
    monkeypatch.setattr(wasmtime, name, full)

    with pytest.raises(NoRoomError):
        instantiate_wasm(program, lambda *_: 1, lambda *_: 0)
    found = [value for part in make_simple_player(program, program.mission)((), 20, 1) for value in part.values]
    assert found == expected


@pytest.mark.skipif(sys.platform != "linux", reason="address space is bounded here alone")
def test_a_process_tells_whether_it_has_room() -> None:
    code = (
        "import resource; from bombsight.service.programs.players import is_short_of_memory as short; before = short();"
        "resource.setrlimit(resource.RLIMIT_AS, (2 * 10**9, 2 * 10**9)); print(before, short())"
    )
    assert not is_short_of_memory()
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "False True\n"


def test_a_command_without_memory_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def full(*_: object, **__: object) -> Callable[[], None]:
        raise MemoryError

    monkeypatch.setattr("bombsight.service.lookup.overview.list_games", full)
    with pytest.raises(SystemExit) as caught:
        application.app(["games"])

    assert caught.value.code == 2
    assert "not enough memory for `bombsight games`" in capsys.readouterr().err


# --- a profile


def test_a_profile_numbers_missions_without_a_list_of_all() -> None:
    text = f'{HEAD}\nprocedure mission(number: 1..2000000000)\n  say "{{number}}"\n'
    graph = compile_rules(Request(base=(Source("g.rules", text),)), proofs=False).graph
    assert graph is not None
    program = lower(graph)

    assert [run_arguments(program, program.mission, number) for number in (0, 6, 2_000_000_001)] == [(1,), (7,), (2,)]


# --- the sheet


def sheet_of(places: int, title: str) -> SheetLine:
    """The line of a field with so many places, square, each of which shows this title."""
    more = f'  f[I, I] "Places": V = big\n\nenum I: {", ".join(f"i{at}" for at in range(places))}\n'
    more += f'\nenum V\n  | v     | title |\n  | big   | "{title}" |\n  | small | "s" |\n'
    program = program_of("nothing", more=more)
    describer = Describer(program)
    describer.slots = list(program.defaults)
    (group,) = Sheet(describer).groups()
    return next(line for line in group.lines if line.id == "f")


def test_a_sheet_shows_no_more_than_anybody_could_read() -> None:
    short, some, many = sheet_of(90, "x" * 100), sheet_of(3, "x" * 3_900), sheet_of(90, "x" * 3_900)

    assert {value.title for value in short.values} == {"x" * 100}
    assert {value.title for value in some.values} == {"x" * 3_900}
    (title,) = {value.title for value in many.values}
    assert title.lstrip("x") == "\N{HORIZONTAL ELLIPSIS}"
    assert sum(len(value.place) + len(value.title) for value in many.values) <= 2_000_000


def test_a_name_of_thousands_of_letters_is_found_and_none_in_a_text_or_a_comment() -> None:
    long = "x" * 251
    found = compile_rules(Request(base=(Source("g.rules", f'{HEAD}  {long}: 0..3 = 1\n  "{long} # {long}\n'),)))
    texts = compile_rules(
        Request(base=(Source("g.rules", f'{HEAD}\nprocedure mission  # {long}\n  say "{long} # {long}"\n'),))
    )

    assert [each.message for each in found.errors if each.code == "V030"] == [
        "letters of a name: 251, where 250 are the most"
    ]
    assert not texts.errors
