"""The validator: checks that a program keeps the contract (``docs/flat.md``) on which backends rely.

The compiler's programs have no violations; the messages are for authors of a lowering, a pass or a decoder.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from attrs import evolve

from bombsight.flat import expressions as fx
from bombsight.flat.boards import board_asides, mark_asides
from bombsight.flat.check_code import Declared, check_function
from bombsight.flat.derived_values import aside_program
from bombsight.flat.effects import with_effects
from bombsight.flat.encoding import code_digest
from bombsight.flat.functions import Function
from bombsight.flat.layout import Run
from bombsight.flat.luck import luck_asides
from bombsight.flat.passes.memoize import is_pure
from bombsight.flat.program import Program
from bombsight.flat.sites import Aside, ChoiceSite, EnterSite, FaultSite, choice_asides
from bombsight.flat.types import INT_MAX, NONE, EnumType
from bombsight.flat.walking import site_references, walk


def check_program(program: Program) -> tuple[str, ...]:
    """Check that a program keeps the contract of the flat form; return its violations, each with its place."""
    declared = collect_declarations(program)
    aside = aside_program(program)
    found = [*check_state(program), *check_mission_entries(program), *check_code(program, declared)]
    found += [*check_code(aside, collect_declarations(aside)), *check_asides(program)]
    if not found:  # the following checks need every callee to exist
        for one in (program, aside):
            declared = collect_declarations(one)
            found += [*check_calls(one, declared), *check_reach(one, declared), *check_effects(one)]
        found += check_sites_reached(program, aside)
    return tuple(found)


def check_code(program: Program, declared: Declared) -> Iterator[str]:
    """Check that each entry and function keeps the contract of the flat form; yield violations."""
    yield from check_entries(program, declared)
    for function in program.functions:
        yield from (f"{function.name}: {wrong}" for wrong in dict.fromkeys(check_function(function, declared)))


def collect_declarations(program: Program) -> Declared:
    """Collect what the code of a program may refer to: functions, lists, slots, regions (slots that reset together)."""
    bases = {placed.base: run.count for placed, run in zip(program.fields, field_runs(program), strict=True)}
    for pool in program.lists:
        bases |= {pool.base: pool.capacity, pool.count: 1, pool.serial: 1, pool.row: pool.capacity}
    bases |= {counter.slot: 1 for counter in program.counters}
    bases |= {option.slot: 1 for option in program.open_options}
    guards = [function.guard for function in program.functions if function.guard is not None]
    return Declared(
        program=program,
        functions={function.name: function for function in program.functions},
        lists={pool.id: pool for pool in program.lists},
        bases=bases,
        numbers=frozenset(guard.number for guard in guards if guard.number is not None),
        regions=frozenset(region.owner for region in program.regions),
        depths=frozenset(counter.slot for counter in program.counters if counter.kind == "depth"),
    )


# --- state


def field_runs(program: Program) -> tuple[Run, ...]:
    """Return the run of slots of each field, in order; a field of list elements has the slots for all elements."""
    capacity = {field: pool.capacity for pool in program.lists for field in pool.fields}
    return tuple(Run(placed.base, placed.size * capacity.get(placed.id, 1)) for placed in program.fields)


def check_state(program: Program) -> Iterator[str]:
    """Check that every slot has one purpose, and every region (slots reset together) is in range; yield violations."""
    slots = range(program.slots)
    owned = [slot for run in field_runs(program) for slot in run.slots]
    for pool in program.lists:
        owned += [*Run(pool.base, pool.capacity).slots, pool.count, pool.serial]
        owned += Run(pool.order, pool.capacity).slots if pool.order is not None else ()
    owned += [counter.slot for counter in program.counters]
    owned += [option.slot for option in program.open_options]
    yield from (f"slot {slot} is two things" for slot, times in Counter(owned).items() if times > 1)
    yield from (f"there is no slot {slot}" for slot in owned if slot not in slots)
    yield from (f"slot {slot} is nothing" for slot in set(slots) - set(owned))
    if len(program.defaults) != len(slots):
        yield "not every slot has a default"
    yield from ("a default lies outside 32 bits" for value in program.defaults if not NONE <= value <= INT_MAX)
    runs = [naming.run for naming in program.namings] + [run for pool in program.lists for run in pool.holders]
    names = {counter.slot for counter in program.counters if counter.kind == "names"}
    namings = list(program.namings)
    for region in program.regions:
        runs += [region.run, *region.cleared, *(naming.run for naming in region.namings)]
        runs += [Run(slot, 1) for slot in region.zeroed]
        namings += region.namings
    yield from (f"{run} lies outside the state" for run in runs if run.count and not {*run.slots} <= {*slots})
    yield from (f"slot {naming.counter} counts no names" for naming in namings if naming.counter not in names)
    for name, values in program.data.items():
        if not values or not all(NONE <= value <= INT_MAX for value in values):
            yield f"the data {name} are none, or lie outside 32 bits"


# --- entries and calls


def check_mission_entries(program: Program) -> Iterator[str]:
    """Check that the mission and career entries exist, and that statistics and players fit them; yield violations."""
    for begin in (program.mission, program.career, program.stage):
        if begin is not None and begin not in program.entries:
            yield f"{begin.key} is no entry"
    yield from check_stage(program)
    yield from check_tallies(program)
    yield from check_players(program)


def check_entries(program: Program, declared: Declared) -> Iterator[str]:
    """Check that every entry's function exists and has its parameters and results; yield violations."""
    keys = Counter(entry.key for entry in program.entries)
    yield from (f"the entry {key} stands twice" for key, times in keys.items() if times > 1)
    for entry in program.entries:
        function = declared.functions.get(entry.function)
        if function is None:
            yield f"{entry.key}: there is no function {entry.function}"
        elif len(function.params) != len(entry.params) or function.results < entry.results:
            yield f"{entry.key}: it takes and gives other than {entry.function}"
    names = Counter(function.name for function in program.functions)
    yield from (f"the function {name} stands twice" for name, times in names.items() if times > 1)
    numbers = Counter(function.guard.number for function in program.functions if function.guard is not None)
    yield from (f"two procedures have the number {n}" for n, times in numbers.items() if n is not None and times > 1)
    if not 0 <= program.too_deep < len(program.sites) or not isinstance(program.sites[program.too_deep], FaultSite):
        yield f"site {program.too_deep} is no fault"


def check_players(program: Program) -> Iterator[str]:
    """Check that the players are the values of an enum, and that every seat has its type; yield violations."""
    if program.players is not None and program.players not in program.enums:
        yield f"the players {program.players} are no enum"
    for site in program.sites:
        if isinstance(site, ChoiceSite) and site.seat is not None and site.seat.type != player_type(program):
            yield f"{site.id} is answered by none of the players"


def player_type(program: Program) -> EnumType | None:
    """The type of the players in a game of several; None for a game of one."""
    return EnumType(program.players) if program.players is not None else None


def check_stage(program: Program) -> Iterator[str]:
    """Check that the stage is the mission of a career, with forecasts of tallies of that career; yield violations."""
    if (program.stage is None) != (not program.forecasts):
        yield "there is a stage without forecasts, or forecasts without a stage"
    if program.stage is None:
        return
    if program.career is None or evolve(program.stage, kind="do") != program.mission:
        yield f"{program.stage.key} is no mission of a career"
    career = {tally.name for tally in program.tallies if program.career is not None and program.career.key in tally.of}
    for forecast in program.forecasts:
        if forecast.name not in career or forecast.of != (program.stage.key,) or forecast.unit < 1:
            yield f"the forecast of {forecast.name} is of no tally of the career, or not counted after the stage"


def check_tallies(program: Program) -> Iterator[str]:
    """Check that every tally is an entry with one integer, counted after a mission or career; yield violations."""
    begins = {begin.key for begin in (program.mission, program.career, program.stage) if begin is not None}
    names = Counter((tally.name, tally in program.forecasts) for tally in (*program.tallies, *program.forecasts))
    yield from (f"the tally {name} stands twice" for (name, _), times in names.items() if times > 1)
    for tally in (*program.tallies, *program.forecasts):
        entry = tally.entry
        if entry not in program.entries or entry.kind != "define" or entry.params or entry.results != 1:
            yield f"tally {tally.name}: {entry.key} is no entry that takes nothing and gives one integer"
        if entry.result != tally.type or tally.type.is_optional:
            yield f"tally {tally.name}: it counts other than {entry.key} gives, or none"
        if not tally.of or not begins.issuperset(tally.of):
            yield f"tally {tally.name}: it is counted at the end of what is no mission and no career"


def check_asides(program: Program) -> Iterator[str]:
    """Check that every value for display (aside) has its own entry without side effects; yield violations."""
    entries = {entry.name: entry for entry in program.asides.entries}
    for known in entries.values():
        if known.kind != "aside" or known.results != 1:
            yield f"{known.key} is no entry of an aside, which gives one integer"
    for function in program.asides.functions:
        if not is_pure(function):
            yield f"{function.name}: an aside acts in no way"
    shown_asides = [
        (site.id, aside) for site in program.sites if isinstance(site, ChoiceSite) for aside in choice_asides(site)
    ]
    visible_items = [
        *((each.id, each.seen) for each in program.fields),
        *((each.id, each.seen) for each in program.lists),
    ]
    visible_items += [(site.name, site.seen) for site in program.sites if isinstance(site, EnterSite)]
    shown_asides += [
        (id_, part)
        for id_, found in visible_items
        for part in (found.values if found is not None else ())
        if isinstance(part, Aside)
    ]
    shown_asides += [(f"board:{board.name}", aside) for board in program.boards for aside in board_asides(board)]
    shown_asides += [("luck", aside) for aside in luck_asides(program.lucks, program.judged_tables)]
    shown_asides += [("headline", aside) for marks in program.headline for aside in mark_asides(marks)]
    for where, aside in shown_asides:
        entry = entries.get(aside.entry)
        if entry is None or len(entry.params) != len(aside.arguments) or entry.result != aside.type:
            yield f"{where}: there is no aside {aside.entry} that takes and gives as much"
    for follower in program.following:
        entry = entries.get(follower.entry)
        if entry is None or len(entry.params) != len(follower.arguments):
            yield f"slots {follower.slots}: there is no aside {follower.entry} that takes as much"


def check_calls(program: Program, declared: Declared) -> Iterator[str]:
    """Check that every recursive function counts its open calls; yield violations."""
    counted = {f.name for f in program.functions if f.guard is not None and f.guard.depth is not None}
    done = set(counted)
    for function in program.functions:
        stack: list[tuple[str, bool]] = [(function.name, False)]
        open_ = set[str]()
        while stack:
            name, leaving = stack.pop()
            if leaving:
                open_.discard(name)
                done.add(name)
            elif name in open_:
                yield f"{name} can call itself, and nothing counts how often"
                return
            elif name not in done:
                open_.add(name)
                stack.append((name, True))
                stack += [(callee, False) for callee in declared.functions[name].callees]


def check_reach(program: Program, declared: Declared) -> Iterator[str]:
    """Check that entries reach every function by calls, and functions read all constant data; yield violations."""
    reached = list(dict.fromkeys(entry.function for entry in program.entries))
    for name in reached:
        reached += [callee for callee in declared.functions[name].callees if callee not in reached]
    yield from (f"nothing reaches {function.name}" for function in program.functions if function.name not in reached)
    parts = [node for function in program.functions for part in function.parts for node in walk(part)]
    data = {node.data for node in parts if isinstance(node, fx.Datum)}
    yield from (f"nothing reads the data {name}" for name in program.data if name not in data)


def check_sites_reached(program: Program, asides: Program) -> Iterator[str]:
    """Check that a program or its asides (values for display) use every site (code location); yield violations."""
    reached = {program.too_deep}
    for function in (*program.functions, *asides.functions):
        for part in function.parts:
            reached.update(number for node in walk(part) for _, number, _ in site_references(node))
    yield from (f"nothing reaches site {number}" for number in range(len(program.sites)) if number not in reached)


def check_effects(program: Program) -> Iterator[str]:
    """Check that functions declare their actual effects, and the program its actual digest; yield violations."""
    for declared, computed in zip(program.functions, with_effects(program.functions), strict=True):
        if effects_of(declared) != effects_of(computed):
            yield f"{declared.name}: it asks, faults or ends otherwise than declared"
    if program.digest != code_digest(program):
        yield "the digest is that of other code"


def effects_of(function: Function) -> tuple[bool, bool, frozenset[int]]:
    """Return the declared effects of a function: whether it asks, whether it may fault, which procedures it may end."""
    return function.asks, function.faults, function.ends
