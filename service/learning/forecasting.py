"""Forecasts of careers, learned from careers: what a tally of the career comes to, told by the state as a mission ends.

The model is a sum of a few terms, in at most a few cases: ordinary least squares, where each next term is the one that
explains most of what is left, as long as it explains anything in careers that had no part in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from attrs import evolve, frozen

from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.flat.program import Program, Tally
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.learning.careers import MissionReplayer, PlayedCareer
from bombsight.service.learning.decisions import FloatArray
from bombsight.service.learning.features import Feature, FeatureMaker
from bombsight.service.programs.cache import compile_cached
from bombsight.service.programs.prepare import program_for

PROBE_NAME = "mission_end"
"""The prefix of the defines that hold features of a mission's end."""

MAX_ROUNDS = 6
"""How often features with findings are left out before it is a fault of this module."""

MAX_TERMS = 8
"""The most terms of a sum."""

MAX_CASES = 3
"""The most cases of a forecast."""

MIN_ROWS = 200
"""Fewest ends of missions in a case."""

LEAST_IMPROVEMENT = 0.002
"""The least share of the variance that a further term has to explain, in careers that had no part in it."""

HEAD_LINES = 3
"""The lines of a probe before its defines."""

UNITS = {1: "", 10: "tenths", 100: "hundredths", 1_000: "thousandths"}
"""The units of forecasts."""

IntArray: TypeAlias = npt.NDArray[np.int64]
BoolArray: TypeAlias = npt.NDArray[np.bool_]


@frozen
class Term:
    """A feature and its coefficient."""

    column: int
    coefficient: float


@frozen
class Case:
    """A case of a forecast.

    Attributes:
        condition: The column of the condition that tells it; None for all other cases.
        constant: What the sum begins with.
        terms: Its terms.
    """

    condition: int | None
    constant: float
    terms: tuple[Term, ...]

    def predict(self, features: FloatArray) -> FloatArray:
        """Return the forecast of each row, as if all were of this case."""
        return self.constant + sum(
            (term.coefficient * features[:, term.column] for term in self.terms), np.zeros(len(features))
        )


@frozen
class LearnedForecast:
    """A forecast of a career's tally.

    Attributes:
        tally: The tally.
        features: The features that its terms name by their places.
        cases: Its cases; of those whose condition holds the first counts. The last has no condition.
        explained: The share of the variance that it explains in careers that had no part in it.
        rows: From how many ends of missions it was fitted.
    """

    tally: Tally
    features: tuple[Feature, ...]
    cases: tuple[Case, ...]
    explained: float
    rows: int


@frozen
class EndProbe:
    """Rules with defines that compute features of a mission's end.

    Attributes:
        features: The features.
        program: The program with a define for each, in the same order.
    """

    features: tuple[Feature, ...]
    program: Program

    def replayer(self) -> MissionReplayer:
        """Make what evaluates the features at the ends of missions."""
        return MissionReplayer(
            self.program,
            [self.program.find_entry("define", f"{PROBE_NAME}_{number}") for number, _ in enumerate(self.features)],
        )


def probe_mission_ends(game: str, rules: Rules, graph: RuleGraph, tally: Tally) -> EndProbe:
    """Add defines to rules that compute candidate features of a mission's end, those that the compiler accepts.

    Args:
        game: The game's id or folder.
        rules: The rules of the call.
        graph: Their rule graph.
        tally: The tally of the career that is to be forecast.
    """
    tallies = tuple(
        Feature(define.name, str(define.type) == "yes/no", False)
        for define in graph.defines
        if define.tally is not None
    )
    features = (*tallies, *FeatureMaker(graph).make_features({}, None))
    path = Path.cwd() / f"{PROBE_NAME}.rules"
    for _ in range(MAX_ROUNDS):
        text = write_end_probe(graph.game.id, tally, features)
        request = request_for_game(game, evolve(rules, house=(*rules.house, path), texts={**rules.texts, path: text}))
        errors = compile_cached(request).errors
        if not errors:
            return EndProbe(features, program_for(request))
        wrong = {error.span.line - HEAD_LINES - 1 for error in errors}
        features = tuple(feature for number, feature in enumerate(features) if number not in wrong)
    raise AssertionError(f"features of a mission's end with findings: {[error.message for error in errors]}")


def write_end_probe(game: str, tally: Tally, features: Sequence[Feature]) -> str:
    """Write the house rules that hold a define for each feature, in a line of its own."""
    first = f"{PROBE_NAME}_0"
    some_state = f"(1 when {first}, else 0)" if features[0].is_condition else f"0 * {first}"
    head = [
        f'house {PROBE_NAME} "Features of the end of a mission" for {game}',
        '  1 "A forecast, so that missions can be played alone"',
        f"    add forecast {tally.name}: -1000000..1000000 = {some_state}",
    ]
    assert len(head) == HEAD_LINES
    lines = [
        f"define {PROBE_NAME}_{number}: {'yes/no' if each.is_condition else '-1000000..1000000'} = {each.text}"
        for number, each in enumerate(features)
    ]
    return "\n".join((*head, *lines)) + "\n"


def tabulate_ends(
    careers: Iterable[PlayedCareer], replayer: MissionReplayer, place: int
) -> tuple[FloatArray, FloatArray, IntArray]:
    """Evaluate the features at the end of each mission.

    Args:
        careers: The careers.
        replayer: Evaluates the features.
        place: The place of the tally among those of the career.

    Returns:
        A row of features for each mission, what the tally came to at the end of its career, and the career's number.
    """
    rows, values, numbers = [], [], []
    for career in careers:
        for mission in career.missions:
            found = replayer.evaluate_end(mission)
            if found is not None:
                rows.append(found)
                values.append(career.tallies[place])
                numbers.append(career.number)
    return np.array(rows, dtype=np.float64), np.array(values, dtype=np.float64), np.array(numbers, dtype=np.int64)


def fit_forecast(
    tally: Tally, features: tuple[Feature, ...], table: FloatArray, values: FloatArray, careers: IntArray
) -> LearnedForecast:
    """Fit a forecast of a tally to the ends of missions."""
    tested = careers % 3 == 0
    usable = [column for column in range(table.shape[1]) if table[:, column].max() > table[:, column].min()]
    conditions = [column for column in usable if features[column].is_condition]
    cases: list[Case] = []
    rest = np.ones(len(values), dtype=np.bool_)
    while len(cases) < MAX_CASES - 1:
        whole_error = squared_error(table, values, usable, rest & ~tested, rest & tested)
        best: tuple[float, int] | None = None
        for column in conditions:
            inside = rest & (table[:, column] > 0)
            outside = rest & ~inside
            if min((inside & ~tested).sum(), (outside & ~tested).sum(), (inside & tested).sum()) < MIN_ROWS // 4:
                continue
            error = squared_error(table, values, usable, inside & ~tested, inside & tested) + squared_error(
                table, values, usable, outside & ~tested, outside & tested
            )
            if best is None or error < best[0]:
                best = error, column
        if best is None or best[0] > whole_error - 0.01 * values[tested].var() * tested.sum():
            break
        inside = rest & (table[:, best[1]] > 0)
        cases.append(fit_case(table, values, usable, inside & ~tested, inside & tested, best[1]))
        rest &= ~inside
    cases.append(fit_case(table, values, usable, rest & ~tested, rest & tested, None))
    predicted = predict(cases, table)
    variance = values[tested].var() or 1.0
    explained = 1 - float(((predicted - values)[tested] ** 2).mean() / variance)
    return LearnedForecast(tally, features, tuple(cases), explained, len(values))


def squared_error(
    table: FloatArray,
    values: FloatArray,
    usable: Sequence[int],
    learnt: BoolArray,
    tested: BoolArray,
) -> float:
    """Return the squared error of a quick fit of three terms, in the tested rows."""
    case = fit_case(table, values, usable, learnt, tested, None, most=3)
    return float(((case.predict(table[tested]) - values[tested]) ** 2).sum())


def fit_case(
    table: FloatArray,
    values: FloatArray,
    usable: Sequence[int],
    learnt: BoolArray,
    tested: BoolArray,
    condition: int | None,
    most: int = MAX_TERMS,
) -> Case:
    """Fit a sum of terms to some rows: each next term is the one that explains most of what is left."""
    if not learnt.any():
        return Case(condition, 0.0, ())
    inside, wanted = table[learnt], values[learnt]
    chosen: list[int] = []
    constant, coefficients = float(wanted.mean()), np.zeros(0, dtype=np.float64)
    error = mean_square(table[tested], values[tested], chosen, constant, coefficients)
    total = error or 1.0
    while len(chosen) < most:
        left = wanted - constant - (inside[:, chosen] @ coefficients if chosen else 0)
        centered = inside - inside.mean(axis=0)
        spread = (centered**2).sum(axis=0)
        with np.errstate(invalid="ignore", divide="ignore"):
            power = np.where(spread > 0, (centered * left[:, None]).sum(axis=0) ** 2 / spread, 0)
        candidate = max(
            (column for column in usable if column not in chosen), key=lambda column: power[column], default=None
        )
        if candidate is None:
            break
        trial = [*chosen, candidate]
        design = np.column_stack([np.ones(len(wanted)), inside[:, trial]])
        solution = np.linalg.lstsq(design, wanted, rcond=None)[0].astype(np.float64)
        found = mean_square(table[tested], values[tested], trial, float(solution[0]), solution[1:])
        if found > error - LEAST_IMPROVEMENT * total:
            break
        chosen, constant, coefficients, error = trial, float(solution[0]), solution[1:], found
    return Case(condition, constant, tuple(map(Term, chosen, map(float, coefficients))))


def mean_square(
    table: FloatArray, values: FloatArray, columns: Sequence[int], constant: float, by: FloatArray
) -> float:
    """Return the mean squared error of a sum of terms."""
    if not len(values):
        return 0.0
    return float(((constant + (table[:, columns] @ by if columns else 0) - values) ** 2).mean())


def predict(cases: Sequence[Case], table: FloatArray) -> FloatArray:
    """Return the forecast of each row: of the cases whose condition holds the first counts."""
    result = cases[-1].predict(table)
    for case in reversed(cases[:-1]):
        assert case.condition is not None
        holds = table[:, case.condition] > 0
        result[holds] = case.predict(table[holds])
    return result


def write_forecast(forecast: LearnedForecast) -> Iterator[str]:
    """Yield the lines of a forecast's item."""
    unit = 1_000
    yield f"# {100 * forecast.explained:.0f} % of the variance explained, from {forecast.rows:,} ends of missions"
    yield f"add forecast {forecast.tally.name} in {UNITS[unit]}: -1000000..1000000"
    sums = [write_sum(case, forecast.features, unit) for case in forecast.cases]
    if len(sums) == 1:
        yield f"  base: {sums[0]}"
        return
    yield "  base: ("
    for case, text in zip(forecast.cases[:-1], sums, strict=False):
        assert case.condition is not None
        yield f"      {text} when {forecast.features[case.condition].text},"
    yield f"      else {sums[-1]})"


def write_sum(case: Case, features: Sequence[Feature], unit: int) -> str:
    """Write the sum of a case, in its unit; terms whose coefficient comes to 0 are left out."""
    parts = [str(round(unit * case.constant))]
    for term in case.terms:
        factor = round(unit * term.coefficient)
        feature = features[term.column]
        sign = "-" if factor < 0 else "+"
        if factor and feature.is_condition:
            parts.append(f"{sign} ({abs(factor)} when {feature.text}, else 0)")
        elif factor:
            parts.append(f"{sign} {abs(factor)} * {feature.text}")
    return " ".join(parts)
