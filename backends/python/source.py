"""Prints a whole program as Python source: constants, state, functions, the entry table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bombsight.backends.python.constants import SymbolTable, build_symbol_table
from bombsight.backends.python.functions import function_lines, memo_table_lines
from bombsight.backends.python.lists import list_lines, reset_lines, start_lines
from bombsight.backends.python.names import check_identifier
from bombsight.flat.functions import Function
from bombsight.flat.passes.price import Price
from bombsight.flat.program import Entry, Program
from bombsight.flat.statements import Invoke
from bombsight.flat.strip_events import strip_events
from bombsight.flat.types import NONE
from bombsight.flat.walking import iter_statements

PRICE = Price(small=110, lookup=60.0, clock=20.0, calling=True)
"""Costs for optimization: calls are expensive in Python, and so are clocks, which it sums and advances one by one."""

FUNCTION_KINDS = (
    "define",
    "look",
    "modifiers",
    "roll",
    "act",
    "every",
    "offered",
    "offer",
    "do",
    "setup",
    "call",
    "expect",
    "aside",
)
"""The kinds of functions, in printing order."""

PREAMBLE = """
def connect(roller, asker, logger):
    global roll, ask, log, tell
    roll, ask, log, tell = roller, asker, logger, getattr(logger, "append", logger)

def fault(site):
    raise Fault(site)

def refill():
    more = min(STEP_BUDGET - S[STEPS], S[RESERVE])
    S[STEPS] += more
    S[RESERVE] -= more

def look(steps, site):
    S[STEPS] -= steps
    if S[STEPS] < 0 and site is not None:
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

def or_else(value, otherwise):
    return value if value != NONE else otherwise

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

def draw(site, members, empty, told=None):
    if not members and empty is not None:
        raise Fault(empty)
    count = len(members)
    if count > 1:
        if told:
            told((site, count, *members))
        member = members[roll(site, Dice(1, count)) - 1]
    else:
        member = members[0] if members else NONE
    if told:
        told((site, count, member))
    return member

def offered(site, best):
    return ask(site, (0, 1), lambda branch: 1 if branch == best else 0, nothing)

def rename(names, first, count):
    given = S[names]
    S[names] = given + count
    S[first : first + count] = range(given, given + count)

def entry(function):
    def run(*arguments):
        try:
            return function(*arguments)
        except Ended as ended:
            return ended.value
        except RecursionError:
            raise Fault(TOO_DEEP) from None

    return run

def missions_by(name):
    mission = globals()[name]

    def missions(played):
        def run(*arguments):
            given = played(mission, *arguments)
            CLOCKS[:] = [clock + 1 for clock in CLOCKS]
            return given

        globals()[name] = mission if played is None else run

    return missions

def result_of(function, count):
    def run(*arguments):
        given = function(*arguments)
        return given[0] if count == 1 else given[:count] or None

    return run
"""
"""Helper functions of every program."""

PLAIN_HELPERS = """
def fall_back(first, count):
    S[first : first + count] = DEFAULTS[first : first + count]

def name_anew(names, first, count):
    rename(names, first, count)
"""

TRACED_HELPERS = """
def change(site, value, slot):
    old = S[slot]
    if old != value:
        S[slot] = value
        tell((site, slot, old, value))

def fall_back(first, count, site):
    for slot in range(first, first + count):
        change(site, DEFAULTS[slot], slot)

def name_anew(names, first, count, site):
    for slot in range(first, first + count):
        change(site, S[names], slot)
        S[names] += 1
"""


def render_program(program: Program, *, traced: bool, preferred: bool = False, brief: bool = False) -> str:
    """Print a program as Python source, after all passes.

    Args:
        program: The program as the compiler made it.
        traced: Whether it writes the journal.
        preferred: Whether the autopilot's choices are computed inline; without a journal only.
        brief: Whether the program runs only a few times, so that fast printing matters more than fast code.
    """
    prepared = prepare_for_python(program, traced=traced, brief=brief)
    return render_prepared(prepared, traced=traced, preferred=preferred)


def prepare_for_python(program: Program, *, traced: bool, brief: bool = False) -> Program:
    """Optimize a program for this backend; for the parameters see :func:`render_program`."""
    from bombsight.flat.passes.prepare import prepare_program  # lazy printing needs no passes

    return prepare_program(program, traced=traced, price=PRICE, runs_rarely=brief)


def render_prepared(program: Program, *, traced: bool, preferred: bool = False) -> str:
    """Print a program as Python source, without passes; for the parameters see :func:`render_program`."""
    symbols = build_symbol_table(program)
    lines = [
        f'"""Rules {"with" if traced else "without"} the journal. Made from them; do not edit."""',
        "",
        *constant_lines(program, symbols),
        "",
        *body_lines(program, symbols, traced, preferred),
        "",
        *entry_table_lines(program, symbols),
        "",
    ]
    return "\n".join(line.rstrip() for line in lines)


def constant_lines(program: Program, symbols: SymbolTable) -> list[str]:
    """Print a program's imports, constants and constant tuples as Python source."""
    lines = [*header_lines(program, symbols), *tuple_lines("DEFAULTS", program.defaults)]
    for name, values in program.data.items():
        lines += tuple_lines(symbols.data[name], values)
    return lines


def header_lines(program: Program, symbols: SymbolTable) -> list[str]:
    """Print a program's imports and constants, without constant tuples, as Python source."""
    return [
        "from bombsight.backends.python.dice import DICE",
        "from bombsight.backends.python.procedure_ended import Ended",
        "from bombsight.dsl.dice import Dice",
        "from bombsight.flat.program import Fault",
        "",
        f"NONE = {NONE}",
        f"TOO_DEEP = {program.too_deep}",
        f"STEP_BUDGET = {program.budgets.mission}",
        *symbols.lines,
    ]


def body_lines(program: Program, symbols: SymbolTable, traced: bool, preferred: bool = False) -> list[str]:
    """Print the state and every function as Python source lines; for the parameters see :func:`render_program`."""
    lines = state_lines(program, symbols, traced)
    staying = staying_functions(program)
    for function in sort_by_kind(program.functions):
        lines += function_lines(function, symbols, traced, function.name in staying, preferred)
    return lines


def state_lines(program: Program, symbols: SymbolTable, traced: bool) -> list[str]:
    """Print the state, and the functions that manage it, as Python source lines."""
    lines = ["S = list(DEFAULTS)", "roll = ask = log = tell = None", ""]
    lines += PREAMBLE.rstrip().split("\n")[1:]
    lines += (TRACED_HELPERS if traced else PLAIN_HELPERS).rstrip().split("\n")
    lines += memo_table_lines(program.functions, symbols, len(set(program.clocks.values())))
    for pool in program.lists:
        lines += list_lines(pool, program, symbols, traced)
    for region in program.regions:
        lines += reset_lines(region, symbols)
    lines += start_lines(program, symbols)
    return lines


def entry_table_lines(program: Program, symbols: SymbolTable) -> list[str]:
    """Print the table of the functions that machines call by key: ``FUNCTIONS = {...}``."""
    given = {function.name: function.results for function in program.functions}
    return [
        "FUNCTIONS = {",
        '    "connect": connect,',
        '    "start": start,',
        *(f'    "missions": missions_by("{name}"),' for name in mission_names(program, symbols)),
        *(f'    "reset:{region.owner}": reset_{region.owner},' for region in program.regions),
        *(
            f'    "{check_identifier(entry.key)}": entry({entry_expression(entry, given[entry.function], symbols)}),'
            for entry in program.entries
        ),
        "}",
    ]


def mission_names(program: Program, symbols: SymbolTable) -> list[str]:
    """Return the Python name of the mission function in a list; an empty list if the program lacks that function."""
    name = symbols.functions.get(program.mission.function)
    return [] if name is None else [name]


def item_source(program: Program, owner: str, *, traced: bool) -> str:
    """Print the functions of one item of the rules, such as ``table:Sky``, as Python source."""
    symbols = build_symbol_table(program)
    staying = staying_functions(program)
    lines: list[str] = []
    for function in sort_by_kind(program.functions if traced else strip_events(program.functions)):
        if function.owner == owner:
            lines += function_lines(function, symbols, traced, function.name in staying)
    return "\n".join(line.rstrip() for line in lines).strip("\n") + "\n"


def sort_by_kind(functions: Iterable[Function]) -> list[Function]:
    """Sort functions into printing order, by kind."""
    return sorted(functions, key=lambda function: FUNCTION_KINDS.index(function.kind))


def staying_functions(program: Program) -> frozenset[str]:
    """Return the names of functions that are also called without resetting their procedure's slots at the end."""
    names = {entry.function for entry in program.entries if entry.stays}
    for function in program.functions:
        names.update(
            stmt.function for stmt in iter_statements(function.body) if isinstance(stmt, Invoke) and stmt.stays
        )
    return frozenset(names)


def entry_expression(entry: Entry, result_count: int, symbols: SymbolTable) -> str:
    """Render the callable of an entry, which returns only as many results as the entry has."""
    function = (symbols.staying if entry.stays else symbols.functions)[entry.function]
    return f"result_of({function}, {entry.results})" if result_count > entry.results else function


def tuple_lines(name: str, values: Sequence[int]) -> list[str]:
    """Print a constant tuple in lines of at most a hundred characters."""
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
