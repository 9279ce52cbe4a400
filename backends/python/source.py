"""A whole program as Python source: constants, then ``program(S, roll, ask, log)`` with a function for each node."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.backends.python.constants import constants
from bombsight.backends.python.expressions import Expressions
from bombsight.backends.python.functions import function_lines, plain_function
from bombsight.backends.python.lists import list_lines, reset_lines, start_lines
from bombsight.compiler.lower.names import Names
from bombsight.compiler.lower.plain import faulting
from bombsight.compiler.lower.unit import Unit
from bombsight.flat.types import NONE

KINDS = (
    "define",
    "look",
    "modifiers",
    "roll",
    "act",
    "every",
    "offer",
    "do",
    "enter",
    "setup",
    "call",
    "expect",
)
"""The kinds of functions in the order in which they are printed."""

PREAMBLE = """
    def fault(site):
        raise Fault(site)

    def refill():
        more = min(STEP_BUDGET - S[STEPS], S[RESERVE])
        S[STEPS] += more
        S[RESERVE] -= more

    def look(steps, site):
        S[STEPS] -= steps
        if S[STEPS] < 0:
            raise Fault(site)

    def some(value, site):
        if value == NONE:
            raise Fault(site)
        return value

    def fit(value, low, high, site):
        if not low <= value <= high:
            raise Fault(site)
        return value

    def fit_or_none(value, low, high, site):
        if value != NONE and not low <= value <= high:
            raise Fault(site)
        return value

    def following(value, size):
        return value + 1 if value < size - 1 else NONE

    def preceding(value):
        return value - 1 if value > 0 else NONE

    def nothing():
        return ()

    def choose(site, options, score, values, empty, worked=False):
        if not options:
            if empty is None:
                return NONE
            raise Fault(empty)
        if empty is not None and len(options) == 1:
            return options[0]
        if worked:
            told = values()
            values = lambda: told
            if score is not None:
                score = dict(zip(options, map(score, options))).__getitem__
        index = ask(site, options, score, values)
        if index < 0 and empty is None:
            return NONE
        if not 0 <= index < len(options):
            raise ValueError(f"{index} is no answer at site {site}")
        return options[index]

    def offered(site, wanted):
        best = 1 if wanted is not None and wanted() else 0
        return ask(site, (0, 1), lambda branch: 1 if branch == best else 0, nothing)

    def rename(names, first, count):
        for slot in range(first, first + count):
            S[slot] = S[names]
            S[names] += 1

    def entry(function):
        def run(*arguments):
            try:
                return function(*arguments)
            except Ended as ended:
                return ended.value
            except RecursionError:
                raise Fault(TOO_DEEP) from None

        return run

    def expecting(function, count):
        def run(given=NONE):
            if count == 1:
                return function(given)
            return function(*given) if isinstance(given, tuple) else function(*[NONE] * count)

        return run

    def result_of(function, count):
        def run(*arguments):
            given = function(*arguments)
            return given[0] if count == 1 else given[:count] or None

        return run
"""
"""What the functions have in common."""

PLAIN = """
    def fall_back(first, count):
        S[first : first + count] = DEFAULTS[first : first + count]

    def name_anew(names, first, count):
        rename(names, first, count)
"""

TRACED = """
    def change(site, slot, value):
        old = S[slot]
        if old != value:
            S[slot] = value
            log(site, slot, old, value)

    def fall_back(first, count, site):
        for slot in range(first, first + count):
            change(site, slot, DEFAULTS[slot])

    def name_anew(names, first, count, site):
        for slot in range(first, first + count):
            change(site, slot, S[names])
            S[names] += 1
"""


def source(unit: Unit, entries: Sequence[tuple[str, str]], too_deep: int, *, traced: bool) -> str:
    """The source.

    Args:
        unit: The program with all its functions.
        entries: Names in the dictionary, and what makes the function.
        too_deep: The fault where calls go deeper than Python can.
        traced: With the journal.
    """
    names = Names()
    names.taken = set(unit.names.taken)
    found = constants(unit, names)
    expressions = Expressions(unit.layout, found)
    game = unit.graph.game
    functions = [function for _, function in sorted(unit.functions.items(), key=lambda item: KINDS.index(item[0][0]))]
    if not traced:
        faults = faulting(functions)
        functions = [plain_function(function, faults) for function in functions]
    shared = frozenset(function.shares for function in functions if function.shares)
    lines = [
        f'"""{game.title}: {"with" if traced else "without"} the journal. Made from the rules; do not edit."""',
        "",
        "from bombsight.flat.program import STEP_BUDGET, Ended, Fault",
        "",
        f"NONE = {NONE}",
        f"TOO_DEEP = {too_deep}",
        *found.lines,
        *wrapped("DEFAULTS", unit.defaults),
    ]
    for name, values in unit.data.items():
        lines += wrapped(name, values)
    lines += ["", "", "def program(S, roll, ask, log):"]
    lines += PREAMBLE.rstrip().split("\n")[1:]
    lines += (TRACED if traced else PLAIN).rstrip().split("\n")
    inner: list[str] = []
    for pool in unit.layout.pools.values():
        inner += list_lines(pool, unit, found, traced)
    for owner in reset_owners(unit):
        inner += reset_lines(owner, unit, found)
    inner += start_lines(unit, found)
    lines += ["    " + line if line else "" for line in inner]
    for function in functions:
        lines += function_lines(function, expressions, traced, shared)
    lines += ["", "    return {", '        "start": start,']
    lines += [f'        "reset:{owner}": reset_{owner},' for owner in reset_owners(unit)]
    lines += [f'        "{key}": entry({meant}),' for key, meant in entries]
    lines += ["    }", ""]
    return "\n".join(line.rstrip() for line in lines)


def reset_owners(unit: Unit) -> list[str]:
    """Owners of state, and the mission where it counts offers taken."""
    mission = unit.graph.game.mission
    return list(dict.fromkeys([*unit.layout.regions, *([mission] if unit.layout.offers else [])]))


def wrapped(name: str, values: Sequence[int]) -> list[str]:
    """A constant tuple, in lines of no more than a hundred characters."""
    shown = [str(value) if value != NONE else "NONE" for value in values]
    one = f"{name} = ({', '.join(shown)}{',' if len(shown) == 1 else ''})"
    if len(one) <= 100:
        return [one]
    lines, line = [f"{name} = ("], "   "
    for value in shown:
        if len(line) + len(value) + 2 > 100:
            lines.append(line)
            line = "   "
        line += f" {value},"
    return [*lines, line, ")"]
