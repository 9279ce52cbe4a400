"""What the page's workers are told of a simulation, and what they tell of its runs. Seeds stand in digits."""

from __future__ import annotations

from attrs import frozen


@frozen(kw_only=True)
class SimulatedSide:
    """One of the compared sets of rules, compiled.

    Attributes:
        program: Its program as JSON, with what workers need of it.
        module: The WebAssembly that plays its runs, in base64.
        has_result: Whether the outcome of a run is its first column.
    """

    program: str
    module: str
    has_result: bool


@frozen(kw_only=True)
class SimulationPlan:
    """What workers need to know besides the sides.

    Attributes:
        missions: The numbers of the missions that alternate; empty if missions have none.
        seeds: The seed of the batch of each of them; of missions without numbers the one seed.
        shared: For each side but the first: the columns that both have, by their indices here and there.
    """

    missions: tuple[int, ...]
    seeds: tuple[str, ...]
    shared: tuple[tuple[tuple[int, int], ...], ...]


@frozen(kw_only=True)
class SideTally:
    """The counts of runs under one set of rules.

    Attributes:
        faults: The faults: the site of each, its count, and the number of the first such run.
        columns: For each column, each value with the number of runs that have it, runs with a fault excluded.
    """

    faults: tuple[tuple[int, int, int], ...]
    columns: tuple[tuple[tuple[int, int], ...], ...]


@frozen(kw_only=True)
class RunTally:
    """The counts of runs under all sets of rules.

    Attributes:
        runs: The number of runs of each side.
        sides: The counts of each side.
        pairs: For each side but the first, and each column that both have: each pair of values with the number of
            runs that have it. Runs with a fault on either side are excluded.
    """

    runs: int
    sides: tuple[SideTally, ...]
    pairs: tuple[tuple[tuple[tuple[int, int, int], ...], ...], ...]
