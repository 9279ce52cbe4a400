"""The mission and the career of a program: whether anything is good or bad at their end, and where rollouts end."""

from __future__ import annotations

from bombsight.flat.program import Entry, Program
from bombsight.runtime.batch.measures import measures_of
from bombsight.service.play.answer_odds import Horizon
from bombsight.service.simulating.columns import columns_of
from bombsight.service.simulating.orders import EntryName
from bombsight.service.simulating.simulation import Simulation
from bombsight.service.simulating.summary import ColumnCounted, summarize_column


def entry_of(program: Program, name: EntryName) -> Entry:
    """Return the mission or the career of a program that has it."""
    entry = program.career if name == "career" else program.mission
    assert entry is not None, "careers are played only where there are some"
    return entry


def decides(program: Program, entry: Entry) -> bool:
    """Whether a measure at the end of an entry is good or bad."""
    return any(measure.decides for measure in measures_of(program, entry))


def horizon_of(program: Program, entry: EntryName) -> Horizon:
    """Return where the rollouts end that judge a question within an entry."""
    return "stage" if entry == "career" and program.stage is not None else entry


def entry_noun(entry: EntryName) -> str:
    """Return the word for runs of an entry, in the plural."""
    return "campaigns" if entry == "career" else "missions"


def summarize_measure(simulation: Simulation, entry: EntryName) -> ColumnCounted | None:
    """Summarize the tally that decides at the end of a simulation's runs; None if nothing is good or bad there."""
    program = simulation.programs[0]
    deciding = next((each for each in measures_of(program, entry_of(program, entry)) if each.decides), None)
    if deciding is None:
        return None
    tallies = program.tallies_of(entry_of(program, entry))
    columns = columns_of(program, entry_of(program, entry))
    place = len(columns) - len(tallies) + [tally.name for tally in tallies].index(deciding.name)
    return summarize_column(columns[place], simulation.counted.sides[0].columns[place])
