"""A machine on WebAssembly keeps the contract of machines."""

from __future__ import annotations

import pytest

from bombsight.backends.wasm.load import instantiate, spare_hosts
from bombsight.compiler.lower.assemble import lower
from bombsight.flat.program import Fault, Program
from bombsight.flat.sites import FaultSite
from tests.reference.comparing import graph_of

TEXT = """\
game load "Load"
  sources optional

state mission
  lamp: 0..3 = 3

procedure mission: 0..9
  let n = 1d6
  choose way
    ask "Which"
    answer one "One"
      take 1 from lamp
    answer other "Other"
      take n from lamp
  return lamp
"""


@pytest.fixture(name="program", scope="module")
def fixture_program() -> Program:
    return lower(graph_of(TEXT))


def test_what_a_callback_raises_comes_out_and_the_machine_goes_on(program):
    answers: list[BaseException | int] = [KeyboardInterrupt("stop"), 0]

    def ask(*_: object) -> int:
        answer = answers.pop(0)
        if isinstance(answer, BaseException):
            raise answer
        return answer

    machine = instantiate(program, lambda *_: 4, ask)
    machine.start()
    with pytest.raises(KeyboardInterrupt, match="stop"):
        machine.call(program.mission)
    machine.start()
    assert machine.call(program.mission) == 2


def test_a_fault_names_its_site_and_leaves_the_state(program):
    machine = instantiate(program, lambda *_: 4, lambda *_: 1)
    machine.start()
    with pytest.raises(Fault) as caught:
        machine.call(program.mission)
    site = program.sites[caught.value.site]

    assert isinstance(site, FaultSite)
    assert site.text == "this leaves 0..3"
    assert machine.slots[program.fields[0].base] == 3


def test_no_answer_is_none_of_the_options(program):
    machine = instantiate(program, lambda *_: 4, lambda *_: 2)
    machine.start()
    with pytest.raises(ValueError, match="2 is no answer"):
        machine.call(program.mission)


def test_an_instance_serves_another_run(program):
    spare_hosts.clear()
    told: list[tuple[int, ...]] = []
    first = instantiate(program, lambda *_: 1, lambda *_: 0, told.append)
    first.start()
    assert first.call(program.mission) == 2
    first.close()
    host = next(iter(spare_hosts.values()))[0]
    before = list(told)
    second = instantiate(program, lambda *_: 1, lambda *_: 0, told.append)
    assert second.host is host
    second.start()
    assert second.call(program.mission) == 2
    assert told == before * 2
