"""Simulations come to the same whoever plays them, and to what a single run with the same seed comes to."""

from __future__ import annotations

import csv
import json
import os
import signal
import sys
from collections import deque
from collections.abc import Generator

import pytest
from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.programs import players
from bombsight.service.programs.pins import parse_pin
from bombsight.service.simulating import workers as at_work
from bombsight.service.simulating.orders import Order, Part
from bombsight.service.simulating.output_files import check_output_path, open_writer
from bombsight.service.simulating.pools import PartCutter, next_part_size, play_in_process
from bombsight.service.simulating.requests import SimulationRequest, build_order
from bombsight.service.simulating.rows import build_row_batch, output_columns
from bombsight.service.simulating.simulation import run_simulation, start_simulation
from bombsight.service.simulating.simulator import Simulator
from bombsight.service.simulating.summary import summarize_simulation
from bombsight.service.simulating.workers import process_pool
from tests.examples import EXAMPLES, FAULTY
from tests.narrowing import unwrap
from tests.processes import children

LIGHTHOUSE = str(EXAMPLES / "lighthouse")
BRIGHT = 'house bright "Bright" for lighthouse\n  1 "A bright lamp"\n    in table Reef\n      add +2 bright\n'


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory):
    """A cache for all of these tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BOMBSIGHT_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def bright(tmp_path):
    """House rules to compare with."""
    path = tmp_path / "bright.rules"
    path.write_text(BRIGHT, encoding="utf-8")
    return path


def ordered(rules: Rules | None = None, **asked) -> Order:
    return build_order(LIGHTHOUSE, rules or Rules(), SimulationRequest(**{"missions": 1500, "seed": 5} | asked))


def done(order, pool=play_in_process, write=None):
    *_, last = run_simulation(start_simulation(order), pool, write)
    return last


def rows(order, part):
    return [*zip(*build_row_batch(start_simulation(order), Simulator(order).play(part)), strict=True)]


def told(order, pool=play_in_process):
    return summarize_simulation(done(order, pool)).to_json()


def test_workers_give_what_one_process_gives(bright):
    order = ordered(against=(bright,))

    assert told(order, process_pool(2)) == told(order)


@pytest.mark.skipif(not players.has_wasmtime(), reason="needs wasmtime: python -m pip install '.[test]'")
@pytest.mark.parametrize("asked", [{}, {"policy": "random"}, {"missions": None, "campaigns": 300}, {"mission": 3}])
def test_both_backends_give_the_same(asked, monkeypatch):
    order = ordered(**asked)
    fast = told(order)
    monkeypatch.setattr(players, "has_wasmtime", lambda: False)

    assert told(order) == fast


PINS = (parse_pin("Reef=1"), parse_pin("Sky=fog"))
"""Every ship that runs onto the reef is wrecked, and it is always foggy."""


@pytest.mark.parametrize("policy", ["auto", "random"])
@pytest.mark.parametrize(
    "asked",
    [
        {"missions": 40},
        {"missions": None, "campaigns": 10},
        {"missions": 5, "mission": 2},
        {"missions": 40, "pins": PINS},
    ],
)
def test_a_row_is_what_its_seed_plays(asked, policy):
    order = ordered(**asked, policy=policy, rows=True)
    names = [head.name for head in output_columns(start_simulation(order))]
    found = [dict(zip(names, row, strict=True)) for row in rows(order, Part(0, order.runs))]

    assert [row["number"] for row in found] == [*range(order.runs)]
    for row in found:
        opening = GameSetup(
            mission=row.get("mission"),
            campaign=order.entry == "career",
            seed=row["seed"],
            pins=asked.get("pins", ()),
        )
        with start_game(LIGHTHOUSE, Rules(), opening, policy) as play:
            assert unwrap(play.view().outcome).result == row["result"]
            sheet = {line.id: line.values[0].name for group in play.view().sheet for line in group.lines if line.values}
            if order.entry == "career":
                assert sheet["nights"] == str(row["nights_kept"])
            else:
                assert sheet["lost"] == str(row["ships_lost"])
                assert (row["kept"] == "yes") == (sheet["lost"] == "0" and sheet["oil"] != "0")


def test_a_part_may_be_any_stretch():
    order = ordered(rows=True)

    assert rows(order, Part(7, 31)) == rows(order, Part(0, 90))[7:38]


def test_parts_grow_until_they_take_a_while():
    simulator, parts = Simulator(ordered()), PartCutter(10)
    answer = simulator.play(Part(0, 64))

    assert 1 <= next_part_size(answer) <= 512
    assert [next_part_size(evolve(answer, seconds=1.0), seconds) for seconds in (0.25, 0.5, 100.0)] == [16, 32, 512]
    assert [parts.cut_part(4), parts.cut_part(4), parts.cut_part(4), parts.cut_part(4)] == [
        Part(0, 4),
        Part(4, 4),
        Part(8, 2),
        None,
    ]


def test_the_last_parts_of_several_workers_shrink_so_that_they_end_together():
    parts = PartCutter(1000, 2)
    cut = [part.count for part in iter(lambda: parts.cut_part(400), None)]

    assert cut == [400, 300, 150, 75, 64, 11]


# --- comparisons


def test_rules_are_compared_on_the_same_dice(bright):
    simulation = done(ordered(against=(bright,)))
    (compared,) = summarize_simulation(simulation).against
    base, other = (tried.columns[0] for tried in simulation.counted.sides)
    pairs = simulation.counted.pairs[0][0]

    assert {one: sum(n for (a, _), n in pairs.items() if a == one) for one in base} == dict(base)
    assert {two: sum(n for (_, b), n in pairs.items() if b == two) for two in other} == dict(other)
    lost = next(each for each in compared.differences if each.word == "some_lost")
    assert lost.seen
    assert lost.difference.mean < 0
    assert lost.sentence.startswith("with bright.rules: A ship is lost ")
    assert " instead of " in lost.sentence
    dark = next(each for each in compared.differences if each.word == "dark")
    apart = dark.was * (1 - dark.was) + dark.now * (1 - dark.now)
    assert dark.difference.error < 0.5 * (apart / simulation.counted.runs) ** 0.5  # with dice of their own


def test_rules_that_say_the_same_do_not_differ(tmp_path):
    path = tmp_path / "same.rules"
    path.write_text(BRIGHT.replace("+2 bright", "+2 bright when lamp > 5"), encoding="utf-8")
    (compared,) = summarize_simulation(done(ordered(against=(path,)))).against

    assert [(each.difference.mean, each.seen) for each in compared.differences] == [(0, False)] * 6
    assert all("no difference can be seen" in each.sentence for each in compared.differences)


# --- what is pinned


def test_what_is_pinned_is_so_in_every_run_and_is_told():
    usual, pinned = (summarize_simulation(done(ordered(pins=pins))) for pins in ((), PINS[:1]))
    lost = [next(column for column in each.counted.columns if column.name == "ships_lost") for each in (usual, pinned)]
    assert unwrap(lost[0].numbers).mean.mean < unwrap(lost[1].numbers).mean.mean
    assert (usual.pins, pinned.pins) == ((), ("Reef pinned to 1",))
    assert summarize_simulation(done(ordered(missions=20, pins=PINS))).pins == ("Reef pinned to 1", "Sky pinned to fog")


def test_what_is_pinned_must_be_there_on_every_side(tmp_path):
    with pytest.raises(InputError, match="rolls on no table Storm"):
        ordered(pins=(parse_pin("Storm=1"),))


# --- what is new


NEW = """\
house new "New" for lighthouse by "A. Keeper"
  1 "He may sing"
    in procedure give_orders
      add to order answer sing "Sing" when {when}
        nothing
  2 "He may pray"
    in procedure give_orders
      at start
        choose times from 1..3 or none
          ask "How often"
          prefer {prefer}
        if times is not none
          say "Prayed."
"""


@pytest.mark.parametrize(
    ("when", "prefer", "asked", "said"),
    [
        (
            "yes",
            "-1",
            {},
            {"sing": "was offered {} times and never chosen", "": "was asked {} times and always declined"},
        ),
        ("oil > 19", "1", {}, {"sing": "was never offered"}),
        ("yes", "1", {"policy": "random"}, {}),
        ("yes", "-1", {"policy": "thoughtful", "missions": 2}, {}),
    ],
)
def test_what_rules_bring_and_nobody_chose_is_told(tmp_path, when, prefer, asked, said):
    file = tmp_path / "new.rules"
    file.write_text(NEW.format(when=when, prefer=prefer), encoding="utf-8")
    (compared,) = summarize_simulation(done(ordered(**{"missions": 60, "against": (file,)} | asked))).against
    found = {new.answer: new for new in compared.unchosen}
    assert found.keys() == said.keys()
    for answer, text in said.items():
        new = found[answer]
        assert new.runs == 60
        assert new.sentence.endswith(f"{text.format(new.offered)} in 60 runs")
        assert (new.offered > 0) == ("{}" in text)


def test_rules_that_bring_no_choice_are_not_looked_at_for_any(bright):
    (compared,) = summarize_simulation(done(ordered(missions=20, against=(bright,)))).against
    assert compared.unchosen == ()


def test_a_tally_that_says_no_more_than_how_runs_ended_is_counted_once(tmp_path):
    file = tmp_path / "again.rules"
    file.write_text(
        'house again "Again" for lighthouse by "A. Keeper"\n  1 "Nothing else"\n    confirms table Reef\n\n'
        'tally ended "How it ended": Result\n  base: all_safe\n  except lost: some_lost when lost > 0\n',
        encoding="utf-8",
    )
    rules = Rules(house=(file,))
    told = summarize_simulation(
        done(build_order(LIGHTHOUSE, rules, SimulationRequest(missions=30, pins=(parse_pin("Weather=7"),))))
    )
    assert [column.name for column in told.counted.columns] == ["result", "kept", "ships_lost", "dimmest"]
    assert "ended" in {
        column.name
        for column in start_simulation(build_order(LIGHTHOUSE, rules, SimulationRequest(missions=1))).columns[0]
    }


# --- faults


def test_a_fault_is_told_with_a_seed_that_shows_it(tmp_path):
    path = tmp_path / "faulty.rules"
    path.write_text(FAULTY, encoding="utf-8")
    rules = Rules(house=(path,))
    order = ordered(rules)
    simulation = done(order)
    (fault,) = summarize_simulation(simulation).counted.faults

    assert 0 < fault.share.count < 1500
    assert "faulty.rules" in fault.place
    with start_game(LIGHTHOUSE, rules, GameSetup(mission=fault.mission, seed=fault.seed), "auto") as play:
        assert unwrap(play.view().outcome).fault
    assert simulation.counted.sides[0].columns[0].total() == 1500 - fault.share.count
    assert told(order, process_pool(2)) == summarize_simulation(simulation).to_json()


# --- workers that end


def test_the_part_of_a_worker_that_is_killed_is_played_again(monkeypatch):
    order = ordered(missions=30_000)
    expected = told(order)
    killed: list[int] = []

    class Mortal(at_work.Worker):
        def receive_result(self):
            pid = self.worker.process.pid
            if len(killed) < 3 and not killed.count(pid):
                killed.append(pid)
                os.kill(pid, signal.SIGKILL)
                self.worker.process.wait()
                lost = tuple(self.parts)
                while self.connection.poll() and super().receive_result() is not None:
                    pass  # what it had said already
                self.parts = deque(lost)
                return None
            return super().receive_result()

    monkeypatch.setattr(at_work, "Worker", Mortal)
    monkeypatch.setattr(at_work, "MAX_TRIES", 10)
    assert told(order, process_pool(2)) == expected
    assert len(killed) == 3


def test_workers_that_end_again_and_again_are_given_up(monkeypatch):
    monkeypatch.setattr(at_work, "run_worker", ends)
    with pytest.raises(InputError, match="3 workers ended over the same runs, 0 to 63"):
        done(ordered(), process_pool(2))


def ends(connection):
    connection.recv()


def test_what_is_wrong_in_a_worker_is_raised_here():
    order = ordered()
    (side,) = order.sides
    wrong = evolve(order, sides=(evolve(side, request=evolve(side.request, options={"colour": "red"})),))
    with pytest.raises(InputError, match="colour"):
        next(process_pool(1)(wrong))


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_nobody_is_left_when_it_is_left():
    before = children(os.getpid())
    running = run_simulation(start_simulation(ordered(missions=10**9)), process_pool(2))
    assert isinstance(running, Generator)
    next(running)
    assert len(children(os.getpid()) - before) == 1
    running.close()

    assert children(os.getpid()) == before


# --- files


def test_no_row_is_written_that_is_not_counted():
    written = []
    running = run_simulation(
        start_simulation(ordered(rows=True)), play_in_process, lambda _, result: written.append(result.part.count)
    )
    for simulation in running:
        assert sum(written) < simulation.counted.runs  # an interrupt may come at any moment
    assert sum(written) == 1500


@pytest.mark.parametrize("pool", [play_in_process, process_pool(2)])
def test_rows_are_written_in_their_order_whoever_plays(tmp_path, bright, pool):
    order = ordered(rows=True, against=(bright,), missions=3000)
    simulation = start_simulation(order)
    for suffix in ("csv", "json"):
        with open_writer(tmp_path / f"rows.{suffix}", simulation) as write:
            done(order, pool, write)
    with (tmp_path / "rows.csv").open(newline="") as stream:
        found = [*csv.DictReader(stream)]
    objects = json.loads((tmp_path / "rows.json").read_text())

    assert [(int(row["number"]), row["rules"]) for row in found] == [
        (number, rules) for number in range(3000) for rules in ("", "bright.rules")
    ]
    assert [{name: "" if cell is None else str(cell) for name, cell in row.items()} for row in objects] == found


def test_what_is_not_ours_is_not_written_over(tmp_path):
    other = tmp_path / "other.csv"
    other.write_text("a diary")
    with pytest.raises(InputError, match="another program or command wrote it"):
        check_output_path(other)
    with pytest.raises(InputError, match="no such folder"):
        check_output_path(tmp_path / "nowhere" / "rows.csv")
    with pytest.raises(InputError, match="such a file"):
        check_output_path(tmp_path / "rows.txt")
    order = ordered(rows=True, missions=3)
    for _ in range(2):
        check_output_path(tmp_path / "rows.json")
        with open_writer(tmp_path / "rows.json", start_simulation(order)) as write:
            done(order, play_in_process, write)


def test_rows_are_read_back_from_parquet_as_from_csv_whoever_plays(tmp_path, bright, monkeypatch):
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs pyarrow: python -m pip install '.[dev]'")
    monkeypatch.setattr("bombsight.service.simulating.parquet.ROWS_PER_GROUP", 1000)
    (tmp_path / "faulty.rules").write_text(FAULTY, encoding="utf-8")
    order = ordered(rows=True, against=(bright, tmp_path / "faulty.rules"), missions=1500)
    for name, pool in (
        ("one.parquet", play_in_process),
        ("two.parquet", process_pool(2)),
        ("rows.csv", play_in_process),
    ):
        with open_writer(tmp_path / name, start_simulation(order)) as write:
            done(order, pool, write)
    file = parquet.ParquetFile(tmp_path / "one.parquet")
    table, schema = file.read(), file.schema_arrow
    with (tmp_path / "rows.csv").open(newline="") as stream:
        expected = [*csv.DictReader(stream)]

    assert (tmp_path / "one.parquet").read_bytes() == (tmp_path / "two.parquet").read_bytes()
    assert [{name: as_csv(cell) for name, cell in row.items()} for row in table.to_pylist()] == expected
    assert [file.metadata.row_group(at).num_rows for at in range(file.num_row_groups)] == [1000] * 4 + [500]
    words = "dictionary<values=string, indices=int32, ordered=0>"
    types = {"number": "int64", "rules": words, "mission": "int64", "seed": "uint64", "result": words, "fault": words}
    told = {name: str(schema.field(name).type) for name in schema.names}
    assert types.items() <= told.items()
    assert {told[name] for name in told.keys() - types.keys()} == {"bool", "int64"}
    known = {key.decode(): value.decode() for key, value in schema.metadata.items() if key.startswith(b"bombsight.")}
    program = start_simulation(order).programs[0]
    assert known["bombsight.game"] == "lighthouse"
    assert (known["bombsight.seed"], known["bombsight.policy"]) == ("5", "auto")
    assert known["bombsight.digest"] == program.digest
    assert [side["name"] for side in json.loads(known["bombsight.sides"])] == ["", "bright.rules", "faulty.rules"]


def as_csv(cell) -> str:
    """A cell as comma-separated values have it."""
    return {None: "", True: "yes", False: "no"}[cell] if cell is None or isinstance(cell, bool) else str(cell)


def test_parquet_that_is_not_ours_is_not_written_over(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs pyarrow: python -m pip install '.[dev]'")
    import pyarrow

    parquet.write_table(pyarrow.table({"number": [1]}), tmp_path / "other.parquet")
    (tmp_path / "diary.parquet").write_text("a diary")
    for name in ("other.parquet", "diary.parquet"):
        with pytest.raises(InputError, match="another program or command wrote it"):
            check_output_path(tmp_path / name)
    order = ordered(rows=True, missions=3)
    for _ in range(2):
        check_output_path(tmp_path / "rows.parquet")
        with open_writer(tmp_path / "rows.parquet", start_simulation(order)) as write:
            done(order, play_in_process, write)


def test_without_its_extra_parquet_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("bombsight.service.simulating.parquet.find_spec", lambda name: None)

    with pytest.raises(InputError) as told:
        check_output_path(tmp_path / "rows.parquet")
    assert told.value.hint == "Install it: pip install 'bombsight[parquet]'"
