"""The verdicts on tables and derived values against a plain enumeration of every state and every throw."""

import re
from collections.abc import Callable
from itertools import combinations, product
from typing import Any

from attrs import frozen
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl.source import Source

SKIES = ("clear", "fog", "gale")
DEPTH = {"clear": 0, "fog": 2, "gale": 1}

HEAD = """\
game night "A night"
  sources optional

enum Sky printed "card"
  | sky   | depth |
  | clear | 0     |
  | fog   | 2     |
  | gale  | 1     |

enum Side: port, starboard

option moon "Moon" = no

state mission
  lamp "Lamp": 0..2 = 0
  sky "Sky": Sky = clear
  oil "Oil": 0..2 or none = none
  hits[Side] "Hits": 0..1 = 0

define bright(least: 0..3): yes/no
  base: lamp >= least
  except foggy: no when sky is fog
    except moonlit: yes when option moon

procedure mission
  nothing

"""


@frozen
class State:
    lamp: int
    sky: str
    oil: int | None
    port: int
    starboard: int
    moon: bool

    def bright(self, least: int) -> bool:
        return self.moon if self.sky == "fog" else self.lamp >= least


STATES = [State(*values) for values in product(range(3), SKIES, (0, 1, 2, None), range(2), range(2), (False, True))]


@frozen
class Condition:
    text: str
    holds: Callable[[Any], object]

    def __call__(self, state: State) -> bool:
        return bool(self.holds(state))


LIT = Condition("lamp > 0", lambda state: state.lamp > 0)

numbers = st.integers(0, 3)
simple = st.one_of(
    numbers.map(lambda n: Condition(f"lamp > {n}", lambda s: s.lamp > n)),
    numbers.map(lambda n: Condition(f"lamp is {n}", lambda s: s.lamp == n)),
    st.sampled_from(SKIES).map(lambda w: Condition(f"sky is {w}", lambda s: s.sky == w)),
    st.sets(st.sampled_from(SKIES), min_size=1).map(
        lambda ws: Condition(f"sky in {{{', '.join(sorted(ws))}}}", lambda s: s.sky in ws)
    ),
    numbers.map(lambda n: Condition(f"sky.depth < {n}", lambda s: DEPTH[s.sky] < n)),
    st.just(Condition("option moon", lambda s: s.moon)),
    st.just(Condition("oil is none", lambda s: s.oil is None)),
    numbers.map(lambda n: Condition(f"oil is not none and oil >= {n}", lambda s: s.oil is not None and s.oil >= n)),
    numbers.map(lambda n: Condition(f"bright({n})", lambda s: s.bright(n))),
    st.just(Condition("any(d in Side where hits[d] > 0)", lambda s: s.port or s.starboard)),
    numbers.map(
        lambda n: Condition(
            f"count(d in Side where hits[d] is 1) + lamp >= {n}", lambda s: s.port + s.starboard + s.lamp >= n
        )
    ),
)
conditions = st.recursive(
    simple,
    lambda inner: st.one_of(
        inner.map(lambda c: Condition(f"not ({c.text})", lambda s: not c(s))),
        st.tuples(inner, inner).map(
            lambda p: Condition(f"({p[0].text}) and ({p[1].text})", lambda s: p[0](s) and p[1](s))
        ),
        st.tuples(inner, inner).map(
            lambda p: Condition(f"({p[0].text}) or ({p[1].text})", lambda s: p[0](s) or p[1](s))
        ),
    ),
    max_leaves=4,
)

keys = st.one_of(
    st.integers(-1, 9).map(lambda n: (n, n)),
    st.tuples(st.integers(-1, 9), st.integers(0, 4)).map(lambda p: (p[0], p[0] + p[1])),
    st.integers(-1, 9).map(lambda n: (None, n)),
    st.integers(-1, 9).map(lambda n: (n, None)),
)


def key_text(key) -> str:
    low, high = key
    if low == high:
        return str(low)
    return f"{'' if low is None else low}..{'' if high is None else high}"


def covers(key, total) -> bool:
    low, high = key
    return (low is None or low <= total) and (high is None or total <= high)


@frozen
class Rolled:
    """A table: its dice, `when` rows, `natural` rows, modifiers, and rows of keys; perhaps an `else`."""

    dice: tuple[int, int]
    whens: tuple[tuple[str, Condition], ...]
    naturals: tuple[tuple[int, Condition], ...]
    modifiers: tuple[tuple[int, Condition], ...]
    rows: tuple[tuple[tuple[object, object], ...], ...]
    otherwise: bool

    @property
    def text(self) -> str:
        lines = ['table Turn "The sky turns" printed']
        lines += [f"  when {when.text}: {result}" for result, when in self.whens]
        lines += [f"  roll {self.dice[0]}d{self.dice[1]}"]
        lines += [f"  {by:+} m{at} when {when.text}" for at, (by, when) in enumerate(self.modifiers)]
        lines += [f"  natural {face} when {when.text}: same" for face, when in self.naturals]
        lines += [f"  {', '.join(map(key_text, row))}: same" for row in self.rows]
        lines += ["  else: same"] * self.otherwise
        return "\n".join(lines) + "\n"

    def throws(self):
        """Every way in which the rows can be asked: state, dice, total."""
        count, sides = self.dice
        for state in STATES:
            if any(when(state) for _, when in self.whens):
                continue
            added = sum(by for by, when in self.modifiers if when(state))
            for dice in range(count, count * sides + 1):
                if not any(face == dice and when(state) for face, when in self.naturals):
                    yield state, dice + added


@st.composite
def tables(draw):
    return Rolled(
        draw(st.sampled_from([(1, 4), (1, 6), (2, 3)])),
        tuple(draw(st.lists(st.tuples(st.sampled_from(["worse", "same", "better"]), conditions), max_size=3))),
        tuple(draw(st.lists(st.tuples(st.integers(1, 6), conditions), max_size=2))),
        tuple(draw(st.lists(st.tuples(st.sampled_from([-2, -1, 1, 2]), conditions), max_size=3))),
        tuple(draw(st.lists(st.lists(keys, min_size=1, max_size=2).map(tuple), min_size=1, max_size=4))),
        draw(st.booleans()),
    )


def found(text: str):
    """Findings of the checks, as code, line within the text, and the whole."""
    compiled = compile_rules(Request(base=(Source("head", HEAD), Source("case", text))))
    return [(one.code, one.span.line, one) for one in compiled.diagnostics if one.span.path == "case"]


def spans(message: str) -> set[int]:
    """The totals that a message speaks of."""
    totals: set[int] = set()
    for low, high in re.findall(r"(-?\d+)(?:\.\.(-?\d+))?", message):
        totals.update(range(int(low), int(high or low) + 1))
    return totals


def is_so(state: State, words: str) -> bool:
    """Whether a state is the one that a message speaks of."""
    held = {
        f"lamp is {state.lamp}",
        f"sky is {state.sky}",
        f"oil is {'none' if state.oil is None else state.oil}",
        f"hits[port] is {state.port}",
        f"hits[starboard] is {state.starboard}",
        "option moon" if state.moon else "not option moon",
    }
    return not words or held.issuperset(words.split(" and "))


def cancelling(amounts, applying):
    """The modifiers under one condition, two before three, that add up to nothing; of what overlaps the first."""
    told: list[set[int]] = []
    for size in (2, 3):
        for some in combinations(range(len(amounts)), size):
            same = applying[some[0]] and len({applying[at] for at in some}) == 1
            if same and not sum(amounts[at] for at in some) and not any(set(some) & each for each in told):
                told.append(set(some))
    return told


DARK = Condition("lamp is 0", lambda s: s.lamp == 0)
FOGGY = Condition("sky is fog", lambda s: s.sky == "fog")
BEFORE = (
    ("worse", Condition("lamp > 0", lambda s: s.lamp > 0)),
    ("worse", Condition("bright(0)", lambda s: s.bright(0))),
)
"""What is left when none of this was so: it is dark, and foggy."""


@settings(max_examples=150, deadline=None)
@given(tables())
@example(Rolled((1, 4), BEFORE, (), ((-2, DARK), (2, FOGGY)), (((0, 0),),), False))
@example(Rolled((1, 4), (), (), ((-2, LIT), (1, LIT), (1, LIT)), (((0, 0),),), False))
@example(Rolled((1, 4), (), (), ((-2, LIT), (-1, LIT), (1, LIT)), (((0, 0),),), False))
def test_rolled_tables(table):
    findings = found(table.text)
    first_row = 3 + len(table.whens) + len(table.modifiers) + len(table.naturals)
    throws = list(table.throws())
    totals = {total for _, total in throws}
    uncovered = {t for t in totals if not any(covers(key, t) for row in table.rows for key in row)}

    gaps = [one for code, _, one in findings if code == "T001"]
    assert (spans(gaps[0].message) if gaps else set()) == (set() if table.otherwise else uncovered)
    if gaps:
        first, _, state = gaps[0].note.partition(" comes up when ")
        reached = {state for state, total in throws if total == min(uncovered)}
        assert not first or int(first) == min(uncovered)
        assert {each for each, _ in throws if is_so(each, state)} <= reached

    if throws:
        dead = {
            first_row + at
            for at, row in enumerate(table.rows)
            if not any(covers(key, t) for key in row for t in totals)
        }
        if table.otherwise and not uncovered:
            dead.add(first_row + len(table.rows))
        naturals = {first_row - len(table.naturals) + at for at in range(len(table.naturals))}
        assert {line for code, line, _ in findings if code == "T002"} - naturals == dead

        halves = [
            (first_row + at, key)
            for at, row in enumerate(table.rows)
            if first_row + at not in dead
            for key in row
            if len(row) > 1 and not any(covers(key, t) for t in totals)
        ]
        assert len([1 for code, _, _ in findings if code == "T005"]) == len(set(halves))

        applying = []
        for _, when in table.modifiers:
            applying.append(frozenset(state for state, _ in throws if when(state)))
        lines = range(3 + len(table.whens), 3 + len(table.whens) + len(table.modifiers))
        assert {line for code, line, _ in findings if code == "M001"} == {
            line for line, states in zip(lines, applying, strict=True) if not states
        }
        told = cancelling([by for by, _ in table.modifiers], applying)
        assert {line for code, line, _ in findings if code == "M010"} == {lines[max(each)] for each in told}
        twins = [(at, applying.index(states)) for at, states in enumerate(applying) if states]
        assert {line for code, line, _ in findings if code == "M002"} == {
            lines[at] for at, twin in twins if twin != at and not {at, twin} <= set().union(*told)
        }

    clashes = {
        first_row + later
        for later, row in enumerate(table.rows)
        for other in table.rows[:later]
        if any(covers(a, t) and covers(b, t) for a in row for b in other for t in range(-9, 20))
    }
    natural_clashes = {
        first_row - len(table.naturals) + later
        for later, (face, when) in enumerate(table.naturals)
        for other, condition in table.naturals[:later]
        if face == other
        and face in range(table.dice[0], table.dice[0] * table.dice[1] + 1)
        and any(when(s) and condition(s) for s in STATES)
    }
    assert {line for code, line, _ in findings if code == "T003"} == clashes | natural_clashes

    never, always = set(), set()
    before = list(STATES)
    for at, (_, when) in enumerate(table.whens):
        taken = [state for state in before if when(state)]
        if not taken:
            never.add(2 + at)
        elif len(taken) == len(before):
            always.add(2 + at)
        before = [state for state in before if not when(state)]
    assert {line for code, line, _ in findings if code == "T024"} == never
    assert {line for code, line, _ in findings if code == "T025"} == always
    assert {line for code, line, _ in findings if code == "T007"} == {
        2 + later
        for later, (result, when) in enumerate(table.whens)
        for other, condition in table.whens[:later]
        if result != other and any(when(state) and condition(state) for state in STATES)
    }


values = st.integers(0, 2)
exceptions = st.lists(st.tuples(values, conditions, st.booleans()), min_size=1, max_size=3)


@settings(max_examples=150, deadline=None)
@given(exceptions)
def test_exceptions(sisters):
    """Each exception may be over the one before it."""
    lines = ["define reach: 0..9", "  base: 9"]
    for at, (value, when, over) in enumerate(sisters):
        lines.append(f"  except e{at}: {value} when {when.text}" + f" over e{at - 1}" * (over and at > 0))
    findings = found("\n".join(lines) + "\n")

    def counting(state):
        held = [when(state) for _, when, _ in sisters]
        beaten = [at + 1 < len(sisters) and sisters[at + 1][2] and held[at + 1] for at in range(len(sisters))]
        return [at for at in range(len(sisters)) if held[at] and not beaten[at]]

    clashes = {
        (first, second)
        for state in STATES
        for first in counting(state)
        for second in counting(state)
        if first < second and sisters[first][0] != sisters[second][0]
    }
    assert {line for code, line, _ in findings if code == "V012"} == {3 + second for _, second in clashes}
    never = {3 + at for at, (_, when, _) in enumerate(sisters) if not any(map(when, STATES))}
    always = {3 + at for at, (_, when, _) in enumerate(sisters) if all(map(when, STATES))}
    assert {line for code, line, _ in findings if code == "V013"} == never
    assert {line for code, line, _ in findings if code == "V014"} == always
    together = all(any(when(state) for _, when, _ in sisters) for state in STATES)
    assert any(code == "V015" for code, _, _ in findings) == (together and not always)
    beaten = {3 + at for at in range(len(sisters)) if not any(at in counting(state) for state in STATES)} - never
    assert {line for code, line, _ in findings if code == "V016"} == beaten


cells = st.lists(
    st.tuples(
        st.sets(st.sampled_from(SKIES), min_size=1), st.sets(st.integers(0, 2), min_size=1), st.sampled_from("12")
    ),
    min_size=1,
    max_size=5,
)


@settings(max_examples=100, deadline=None)
@given(cells)
def test_looked_up_grids(lines):
    """Lines of keys over two parameters."""
    text = ['table Due "When ships come" printed', "  for above: Sky, level: 0..2", "  gives 0..9"]
    text.append("  | above | level | due |")
    text += [f"  | {', '.join(sorted(a))} | {', '.join(map(str, sorted(b)))} | {due} |" for a, b, due in lines]
    findings = found("\n".join(text) + "\n")
    missing = [(a, b) for a in SKIES for b in range(3) if not any(a in x and b in y for x, y, _ in lines)]
    gaps = [one for code, _, one in findings if code == "T023"]
    assert bool(gaps) == bool(missing)
    if gaps:
        words = dict(re.findall(r"(above|level) is (\w+)", gaps[0].message))
        assert any(words.get("above", a) == a and words.get("level", str(b)) == str(b) for a, b in missing)
        assert all(
            (a, b) in missing
            for a in SKIES
            for b in range(3)
            if words.get("above", a) == a and words.get("level", str(b)) == str(b)
        )
    met = {
        (5 + later, due == other)
        for later, (a, b, due) in enumerate(lines)
        for x, y, other in lines[:later]
        if a & x and b & y
    }
    assert {line for code, line, _ in findings if code == "T003"} == {line for line, same in met if not same}
    assert {line for code, line, _ in findings if code == "T035"} == {line for line, same in met if same}
