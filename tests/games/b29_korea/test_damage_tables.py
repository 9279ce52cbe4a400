"""The tables 7-1 to 9-2, executed, against a second transcription, whose orders of dice are left open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import permutations, product
from typing import Any

import pytest
from attrs import field, frozen

from tests.games.alternatives import lists_of_alternatives
from tests.games.b29_korea.bench import ENGINES, MEN, Facts, Word, data, graph
from tests.games.b29_korea.damage import (
    CALLS,
    HERE_WE_ARE,
    TABLES,
    Fed,
    Line,
    changed,
    first_roll,
    interleaved,
    lines_of,
    told,
)
from tests.games.b29_korea.every import every, every_of_a_table
from tests.games.b29_korea.transcribed import sides

# --- what is rolled besides: the dice, the tables of the game, and what comes of them


@frozen
class Aside:
    """A roll that a line asks for, thrown so that it shows.

    Attributes:
        named: Dice for tables of the game.
        unnamed: Dice that have no name in the game.
        effect: What comes of it.
        ends: How it ends the flight.
        spare: How many more dice without a name it takes, which do nothing.
    """

    named: Mapping[str, list[int]] = field(factory=dict)
    unnamed: tuple[int, ...] = ()
    effect: Mapping[str, Word] = field(factory=dict)
    ends: str | None = None
    spare: int = 0


CABINS = {"7-1b": "front_cabin", "7-2 note": "front_cabin", "7-6a": "waist_cabin", "7-8a": "tail_cabin"}
EXTINGUISHERS = {
    "nose": "nav_radio",
    "nav_radio": "nav_radio",
    "waist": "waist",
    "utility": "utility",
    "tail": "utility",
}
CONTROLLED, UNCONTROLLED, DESTROYED = "bail_out controlled", "bail_out uncontrolled", "destroyed"


def aside(roll: str, line: Line, before: Mapping[str, Word]) -> Aside:
    """What a roll of the transcription is in the game."""
    name, _, last = roll.rpartition(" ")
    if roll in ("7-6b", "7-7 note"):  # where there was ammunition left
        return Aside(unnamed=(1,))
    match name or roll:
        case "7-1b" | "7-6a" | "7-8a" | "7-2":
            if roll == "7-2":
                return Aside({"7-2": [7]})
            return Aside(unnamed=(6,), effect={f"undone[{CABINS[roll]}]": "yes"})
        case "7-1a":
            return Aside({"7-13": [1]}, (5,), {"points[bombardier]": int(before["points[bombardier]"]) + 1})
        case "wound":
            man = "bombardier" if last == "p" else last
            return Aside({"7-13": [1]}, effect={f"points[{man}]": int(before[f"points[{man}]"]) + 1})
        case "7-12":
            bottle = EXTINGUISHERS[line.marks["fire_in"]]
            return Aside({"7-12": [2]}, effect={f"extinguisher[{bottle}]": "no"})
        case "7-6" | "7-7" | "7-9" | "7-10":
            return Aside({roll: [7]})
        case "7-3a":
            return Aside({"center_fire": [1]}, ends=CONTROLLED)
        case "7-3b":
            return Aside(unnamed=(6,), effect={"fuel": int(before["fuel"]) - 2})
        case "7-5e":
            return Aside(unnamed=(6,), effect={"fuel": int(before["fuel"]) - 4})
        case "7-3c" | "7-4c":
            return Aside(unnamed=(6,), ends=DESTROYED)
        case "7-9a":
            return Aside(unnamed=(12,), effect={"controls_zones": 12})
        case "7-11":
            return Aside({"7-11": [1], "masks": [2]}, effect={f"undone[{last}]": "yes"}, spare=len(MEN))
        case "7-5 engine":
            return Aside({"engine_damage": [1]} if before[f"prop[{last}]"] == "turning" else {})
        case "7-5f":
            return Aside({"feathering_attempt": [5]}, effect={f"prop[{last}]": "dragging"})
        case "7-5g":
            named = {"feathering_attempt": [5], "propeller_fire": [1]}
            return Aside(named, effect={f"prop[{last}]": "runaway", "must_abort": "yes"})
        case "7-5h":
            out: dict[str, Word] = {f"bottles[{last}]": 1, f"on_fire[{last}]": "no", "must_abort": "yes"}
            if before[f"prop[{last}]"] == "turning" and f"prop[{last}]" not in line.effect:
                out[f"prop[{last}]"] = "stopped"
            return Aside({"engine_bottle": [1]}, effect=out)
        case "7-5j":
            return Aside({"windmill_start": [1], "windmill": [1]}, effect={"must_abort": "yes"})
        case "7-5k":
            return Aside({"windmill": [1]})
        case "7-5k fire":
            return Aside({"propeller_fire": [1]}, effect={"must_abort": "yes"})
        case "7-5m":
            return Aside({"out_of_control": [6], pieces(last): [1]})
        case "7-5m debris":
            return Aside({pieces(last): [1]})
        case "7-5p":
            burns: dict[str, Word] = {f"on_fire[{last}]": "yes", f"prop[{last}]": "stopped"}
            return Aside({"engine_burns": [1]}, effect=burns)
        case "7-5":
            return Aside({"wings_hold": [6]})
        case "8-6b":
            return Aside({"picked_up": [1]})
        case "8-7":
            return Aside({"8-7": [6]}, effect={"loss[bombardier]": "pow"})
        case _ if roll.startswith("7-5d dived"):
            return Aside({"tank_dive": [2]}, ends=CONTROLLED)
        case _ if roll.startswith("7-5d"):
            return Aside({"tank_explodes": [1]}, ends=UNCONTROLLED)
        case _:
            raise AssertionError(f"no such roll: {roll}")


def pieces(engine: str) -> str:
    """The table of a burst propeller's pieces."""
    return "outboard_pieces" if data("Engine", "outboard")[engine] == "yes" else "inboard_pieces"


# --- a line, played


def thrown(line: Line) -> bool:
    """Whether dice alone make this total; others are tested with the modifiers."""
    return line.roll in sides(TABLES[line.table]["dice"])


NOT_BY_LINES = {
    "7-1c", "7-5e", "7-6b", "7-7 note", "7-9b", "7-9c nose", "7-9d", "7-10c", "7-10d forward", "7-10d aft",
    "7-10d salvo", "7-10f", "7-11 front_cabin", "7-11 waist_cabin", "7-11 tail_cabin", "7-11 mask", "7-12", "8-1",
    "8-2", "8-3", "9-1", "9-2", *(table for table in TABLES if table.startswith("7-5p no_")),
}  # fmt: skip
"""These have tests of their own."""

COMPARED = [table for table in TABLES if table not in NOT_BY_LINES]


def lines_thrown(table: str) -> Iterator[Line]:
    """The lines of a table that dice alone reach."""
    return (line for line in lines_of(table) if "unsettled" not in line.marks and thrown(line))


KEPT_IN_MIND = (
    "all_masked", "at_base", "barred", "busy[", "cockpit_tried[", "crashing", "dive_passes", "door_hit[", "excused",
    "fire_at_base", "fire_zone", "high_before", "hit_to_stop[", "holds[", "just_left", "loose_turns", "masked",
    "motor_tried[", "moved[", "new_leak[", "new_runaway[", "place[", "pulled", "pump_shot", "shot_up[", "tanks_hit",
    "visiting[", "weak[",
)  # fmt: skip
"""What the game notes beside the effect."""


@every_of_a_table(COMPARED, lines_thrown)
def test_a_line_does_what_is_printed(line: Line):
    assert_played(line, facts_of(line), line.roll)


def assert_played(line: Line, facts: Facts, natural: int) -> None:
    """Play a line with these natural dice, in every order that the booklet leaves open."""
    problems: list[str] = []
    own_die = first_roll(line.table) is None
    before = told(line.table, facts).state()
    asides = [aside(roll, line, before) for roll in line.rolls]
    subs = [natural, *line.subs] if own_die else list(line.subs)
    notes = [die for one in asides for die in one.unnamed]
    if 0 in (line.given.get("ammo[aft_upper]"), line.given.get("ammo[tail]")):
        notes.append(7)  # what is lost where nothing is left
    if line.table == "8-1c":
        notes.append(12)  # and 8-1 d with little fuel
    if line.marks.get("again"):
        subs.append(1)
        asides.append(aside("7-6a", line, before))
        notes.extend(asides[-1].unnamed)
    for order in dict.fromkeys(permutations(notes)):
        for dice in interleaved(subs, order):
            problem = played(line, facts, natural, dice, asides)
            if problem is None:
                return
            problems.append(problem)
    raise AssertionError(problems[0])


def facts_of(line: Line) -> Facts:
    """What is so before a line."""
    facts: dict[str, Word] = {}
    for name, value in line.given.items():
        facts[name.replace("[p]", "[bombardier]")] = value
    if leaves_formation(line):
        facts["station"] = "formed"
    facts |= ASSUMED.get(line.table, {})
    name, _, engine = line.table.rpartition(" ")
    if name in PROPELLERS:
        facts[f"prop[{engine}]"] = PROPELLERS[name]
    if name in BURNING:
        facts[f"on_fire[{engine}]"] = "yes"
    return facts


def leaves_formation(line: Line) -> bool:
    """Whether she does so at once; what doors make of it is tested with the doors."""
    return "leaves_formation" in line.marks and not line.table.endswith("d pilot")


FREE = {"7-3b": ["center_leak"], "7-3 doors": ["station"], "7-4 doors": ["station"]}
"""What belongs to the roll before, or to the one after."""
NO_PILOTS: Facts = {"points[pilot]": 3, "points[copilot]": 3}
ASSUMED: dict[str, Facts] = {
    "7-3 doors": NO_PILOTS,
    "7-4 doors": NO_PILOTS,
    "7-3e run": {"bombs[aft]": "no"},
    "7-4e run": {"bombs[forward]": "no"},
    "7-3e jettison": {"bombs[aft]": "no"},
    "7-4e jettison": {"bombs[forward]": "no"},
    "7-5n port": {"main_gear[starboard]": "lowered"},
    "7-5n starboard": {"main_gear[port]": "lowered"},
    "7-10": {"altitude": "medium"},
    "7-14": {"undone[front_cabin]": "yes"},
    "8-6": {"weather": "poor"},
    "8-1c": {"fuel": 0},
    "8-1d": {"bombs[forward]": "no", "bombs[aft]": "no"},
    "8-6b": {"jumped[bombardier]": "yes"},
}
"""What a table wants besides."""
BURNING = ("7-5p low", "7-5p dived")
PROPELLERS = {"7-5j": "windmilling", "7-5m": "burst", "7-5m debris": "burst", "7-5k fire": "runaway"}
"""How the propeller is when a table of its own is rolled."""
OPTIONAL = {"masks": [2] * len(MEN), "propeller_fire": [1]}
"""What may be rolled besides, as a rule of its own wants it: men on oxygen; whether a runaway propeller burns."""


def played(line: Line, facts: Facts, natural: int, dice: list[int], asides: list[Aside]) -> str | None:
    """What is wrong with a line, if these are its dice."""
    found = told(line.table, facts)
    before = found.state()
    name = first_roll(line.table)
    if name is not None:
        found.named[name] = [natural]
    for one in asides:
        for table, more in one.named.items():
            found.named.setdefault(table, []).extend(more)
    wanted = set(found.named)
    for table, more in OPTIONAL.items():
        found.named.setdefault(table, list(more))
    kind, called, *args = CALLS[line.table].split()
    spare = sum(one.spare for one in asides)
    ends = line.marks.get("ends") or next((one.ends for one in asides if one.ends), None)
    given = list(dice)
    try:
        found.play(f"{kind}:{called}", *args, dice=given, spare=[1] * (spare if not ends else 99))
    except AssertionError as problem:
        return f"{line}: dice {natural}, {dice}: {problem}; asked {found.asked}"
    waiting = {table: left for table, left in found.named.items() if left and table in wanted}
    if name == "engine_damage" and before[f"prop[{args[0]}]"] != "turning":
        del waiting[name]  # an engine that is out is not rolled for
    if waiting:
        return f"{line}: not rolled: {waiting}; asked {found.asked}"
    if ends:
        return how_it_ended(found, line, ends)
    expected: dict[str, Word] = {}
    for effect in (line.effect, *(one.effect for one in asides)):
        expected |= {fact.replace("[p]", "[bombardier]"): value for fact, value in effect.items()}
    if expected.get("loss[bombardier]") == "kia":
        del expected["loss[bombardier]"]  # written down when the mission is over
    if line.marks.get("again"):
        expected["oxygen_hits[cfc]"] = 1
    if line.effect.get("loss[p]") in ("kia", "dow", "las", "died_pow"):
        expected["points[bombardier]"] = 4
    return compared(found, line, before, expected)


def how_it_ended(found: Fed, line: Line, ends: str) -> str | None:
    """Whether the flight ended so."""
    jumps = [table for table in found.asked if table in ("8-4", "8-5")]
    if ends == DESTROYED:
        right = {found[f"points[{man}]"] for man in MEN} == {4} and not jumps
    else:  # without an autopilot the last man rolls on 8-5 whatever the others do
        right = jumps[:1] == [{CONTROLLED: "8-4", UNCONTROLLED: "8-5"}[ends]] and found["fate"] == "gone"
    right = right and all(found[name] == value for name, value in line.effect.items())
    return None if right else f"{line}: not {ends}; asked {found.asked}"


def compared(found: Fed, line: Line, before: Mapping[str, Word], expected: Mapping[str, Word]) -> str | None:
    """What is other than expected."""
    changes_now = changed(found, before)
    free = [*line.marks.get("free", []), *KEPT_IN_MIND, *FREE.get(line.table, [])]
    if line.table.startswith(("7-5l", "7-5p")):
        free.append("must_abort")  # R-ABT 5: a windmilling propeller, a fire put out
    if leaves_formation(line):
        expected = {**expected, "station": "straying"}
    now = {name: value for name, value in changes_now.items() if name in expected or not name.startswith(tuple(free))}
    wanted = {name: value for name, value in expected.items() if before[name] != value}
    return None if now == wanted else f"{line}: the game says {now}, the transcription {wanted}; asked {found.asked}"


# --- modifiers


GEAR_DOWN: Facts = {"nose_gear": "lowered", "main_gear[port]": "lowered", "main_gear[starboard]": "lowered"}


GEAR_UP: Facts = dict.fromkeys(GEAR_DOWN, "in_order")


def base_of(table: str) -> Facts:
    """The state the modifiers are laid over: she comes down with her gear extended."""
    gear = GEAR_DOWN if table == "8-1" else {}
    return {**gear, **TABLES[table].get("baseline", {})}


def counted(table: str, words: Mapping[str, Any]) -> tuple[int, set[str]]:
    """What is added to the dice in this state, and the labels of what counts."""
    facts = {name.replace("[p]", "[bombardier]"): value for name, value in words.items()}
    found = told(table, {**base_of(table), **TABLES[table].get("needs", {}), **facts})
    if table == "7-9a":
        found.play("do:count_zones_left", dice=[12])
        return int(found["controls_zones"]) - 12, set()
    if table == "7-5e":
        found.play("do:fuel_leak_wing", "port", "outboard", dice=[6])
        return int(HERE_WE_ARE["fuel"]) - int(found["fuel"]) - 6, set()
    name = MODIFIED[table].split()[0]
    with suppress(AssertionError):  # where it leads to is none of this test's business
        found.play(f"roll:{name}", *arguments(table, found), dice=[3])
    (throw, *_) = (throw for throw in found.throws if throw.table == name)
    return throw.total - throw.natural, set(throw.modifiers)


MODIFIED = {
    "7-5i no_1": "feathering_attempt",
    **{f"7-5m {engine}": "out_of_control" for engine in ENGINES},
    **{table: table for table in ("7-12", "7-13", "7-14", "8-1", "8-2", "8-3", "8-4", "8-6", "8-7")},
}
"""The tables of the game that have the modifiers."""


def arguments(table: str, found: Fed) -> list[Word]:
    """What the roll is made with."""
    match table:
        case "7-5i no_1":
            return ["oil_leak"]
        case "7-12":
            return ["nose"]
        case "8-1":
            return [data("Below", "first")[str(found["below"])]]
        case "7-14" | "8-4" | "8-6" | "8-7":
            return ["bombardier"]
        case _:
            return []


def also(table: str, modifier: Mapping[str, Any]) -> int:
    """What other modifiers the same state brings about."""
    causes = modifier.get("also", ())
    return sum(other["amount"] for other in TABLES[table]["modifiers"] if other["cause"] in causes)


COUNTED = [table for table in (*MODIFIED, "7-9a", "7-5e") if TABLES[table]["modifiers"]]
Words = Mapping[str, Any]


def ways(table: str) -> Iterator[tuple[str, str, Words, int]]:
    """Every modifier of a table, with each of the ways in which it comes about."""
    for modifier in TABLES[table]["modifiers"]:
        for way in modifier["ways"]:
            yield table, modifier["cause"], way, modifier["amount"] + also(table, modifier)


def ways_that_do_not_count(table: str) -> Iterator[tuple[str, str, Words]]:
    """Every modifier of a table, with what is not its cause."""
    for modifier in TABLES[table]["modifiers"]:
        for way in modifier.get("never", ()):
            yield table, modifier["cause"], way


def sums(table: str) -> Iterator[tuple[str, Words, int]]:
    """States in which several modifiers of a table count, with what they come to."""
    for line in (*TABLES[table].get("sums", ()), *TABLES[table].get("totals", ())):
        if "doubt" not in line:  # the transcriber's own, about the reading of a ruling
            up = GEAR_UP if "gear not down" in line.get("cite", "") else {}
            yield table, {**up, **line["given"]}, line["sum"]


NEVER_COUNTED = [table for table in COUNTED if any(ways_that_do_not_count(table))]
ADDED_UP = [table for table in COUNTED if any(sums(table))]


def words_of(value: object) -> str:
    """A state, in words."""
    return " ".join(f"{name}={word}" for name, word in value.items()) if isinstance(value, dict) else str(value)


@every_of_a_table(COUNTED, ways)
def test_a_modifier_counts_for_its_cause(table: str, cause: str, way: Mapping[str, Any], amount: int):
    found, _ = counted(table, way)
    assert found == amount, f"{table}, {cause}, {way}: the game says {found}, the transcription {amount}"


@every_of_a_table(NEVER_COUNTED, ways_that_do_not_count)
def test_a_modifier_does_not_count_where_it_only_seems_to(table: str, cause: str, way: Mapping[str, Any]):
    found, _ = counted(table, way)
    other = [modifier["amount"] for modifier in TABLES[table]["modifiers"] if way in modifier["ways"]]
    assert found == sum(other), f"{table}, {cause}, {way}: the game says {found}"


@every_of_a_table(ADDED_UP, sums)
def test_modifiers_add_up_as_printed(table: str, given: Mapping[str, Any], total: int):
    assert counted(table, given)[0] == total


SINGLE: dict[tuple[str, str], list[tuple[Facts, int]]] = {
    ("8-1", "landing at night"): [({"schedule": "all_night"}, -2)],
    ("8-3", "landing at night"): [({"schedule": "all_night"}, -3)],
    ("8-3", "sea state"): [({"sea_ditching": figure}, figure) for figure in range(-6, 1)],
    ("8-6", "sea state"): [({"sea_swimming": figure}, figure) for figure in range(-2, 2)],
    ("8-6", "successful ditching"): [({"rafted[bombardier]": "yes"}, 1)],
}
"""Modifiers whose states the transcription has no words for."""


@every(lambda: SINGLE)
def test_modifiers_from_other_tables(table: str, cause: str):
    (modifier,) = (modifier for modifier in TABLES[table]["modifiers"] if modifier["cause"] == cause)
    for facts, amount in SINGLE[table, cause]:
        assert amount in modifier.get("amounts", [modifier["amount"]])
        assert counted(table, facts)[0] == amount


@pytest.mark.parametrize("table", [table for table in MODIFIED if TABLES[table]["modifiers"]])
def test_a_table_has_no_modifier_that_is_not_printed(table: str):
    (node,) = (node for node in graph().tables if node.id == MODIFIED[table])
    assert node.rolled is not None
    ways = [way for modifier in TABLES[table]["modifiers"] for way in modifier["ways"]]
    more = [facts for (where, _), listed in SINGLE.items() if where == table for facts, _ in listed]
    seen = {label for words in [*ways, *more] for label in counted(table, words)[1]}
    known = {modifier.label for modifier in node.rolled.modifiers}
    # R-ENG 4: with no engine running at all; 4-9 b: the event's own die.
    recovered = {"dead_flaps", "dead_ailerons", "dead_elevators", "dead_rudder", "night_zone"}
    assert known - recovered == seen


def lines_beyond(table: str) -> Iterator[Line]:
    """The lines of a table that only modifiers reach."""
    return (line for line in lines_of(table) if "unsettled" not in line.marks and not thrown(line))


REACHED_BY_MODIFIERS = [table for table in COUNTED if table not in NOT_BY_LINES and any(lines_beyond(table))]


@every_of_a_table(REACHED_BY_MODIFIERS, lines_beyond)
def test_a_line_that_only_modifiers_reach_does_what_is_printed(line: Line):
    reached = reach(line)
    if reached is None:  # then the result is that of the last total that is reached
        row = TABLES[line.table]["results"]
        assert row[str(line.roll)] in (row.get(str(line.roll + 1)), row.get(str(line.roll - 1)))
        return
    facts, natural = reached
    assert_played(line, {**facts_of(line), **facts}, natural)


def reach(line: Line) -> tuple[Facts, int] | None:
    """A state, and the natural dice that make the total of a line in it."""
    ways = [[{}, *modifier["ways"][:1]] for modifier in TABLES[line.table]["modifiers"]]
    for parts in product(*ways):
        facts = {name.replace("[p]", "[bombardier]"): word for part in parts for name, word in part.items()}
        if any(line.given.get(name, word) != word for name, word in facts.items()):
            continue
        amount, _ = counted(line.table, {**ASSUMED.get(line.table, {}), **facts})
        if amount and line.roll - amount in sides(TABLES[line.table]["dice"]):
            return facts, line.roll - amount
    return None


# --- tables that give a value


def cells(table: str) -> Iterator[tuple[int, Any]]:
    """The totals of a table, with what they give."""
    for total, (line, *_) in TABLES[table]["results"].items():
        yield int(total), line["value"]


@every(lambda: list(cells("7-12")))
def test_an_extinguisher_does_what_is_printed(total: int, word: str):
    facts: Facts = {"altitude": "medium", "let_out": "yes"} if total < 2 else {}
    found = told("7-12", facts)
    result = found.roll("7-12", "nose", dice=[total if total >= 2 else total + 1])
    assert result == {"out": "quenched", "continues": "blazing"}[word]
    assert found.throws[0].total == total


SEA = {7: {"weather": "poor"}, 8: {"weather": "bad"}}


@every(lambda: list(cells("8-2")))
def test_the_sea_is_as_printed(total: int, figures: Mapping[str, int]):
    found = told("8-2", SEA.get(total, {"weather": "good"}))
    assert found.roll("8-2", dice=[min(total, 6)]) == (figures["8-3"], figures["8-6"])
    assert found.throws[0].total == total


LANDED = {
    "killed": "wiped_out",
    "wounds, +1 each": "hard",
    "wounds": "rough",
    ("crew safe", "irreparable"): "past_repair",
    ("crew safe", "reparable"): "mendable",
    "all safe": "safe",
}
DITCHED = {"killed": "sunk", "wounds, +1 each": "wrecked", "wounds": "battered", "ditched": "afloat"}
LANDING_RANGE = range(-17, 14)


def totals(table: str) -> dict[int, Facts]:
    """For each total states in which a throw makes it, by the natural dice 2 to 11."""
    steps: list[Facts] = [
        {"windshield_hits": 2},
        {"tailplane_hits[port]": 3},
        {"rudder_hits": 3},
        {"aileron_control_hits": 2},
        {"elevator_control_hits": 2},
        {"flap_out[port]": "yes", "flap_out[starboard]": "yes"},
        {"prop[no_1]": "feathered"},
        {"prop[no_2]": "feathered"},
        {"prop[no_3]": "feathered"},
    ]
    baseline = base_of(table)
    found: dict[int, Facts] = {}
    grown: dict[str, Word] = {**baseline}
    for number in range(len(steps) + 1):
        found[-number] = {**baseline, **grown}
        found[-number - 10] = {**baseline, **grown, "points[pilot]": 3, "points[copilot]": 3}
        if number < len(steps):
            grown |= steps[number]
    veteran: Facts = {**baseline, "crew[pilot].missions": 14}
    return {**found, 1: veteran, 2: {**veteran, "weather": "good"} if table == "8-3" else veteran}


def touchdown(table: str, total: int) -> tuple[Fed, Any] | None:
    """A landing with this total; none where no throw makes it."""
    for amount, facts in totals(table).items():
        if 2 <= total - amount <= 11 and counted(table, facts)[0] == amount:
            found = told(table, facts)
            return found, found.roll(table, *arguments(table, found), dice=[total - amount])
    return None


@every(lambda: LANDING_RANGE)
def test_a_landing_ends_as_printed(total: int):
    (line,) = TABLES["8-1"]["results"][str(total)]
    reached = touchdown("8-1", total)
    if reached is None:
        assert total > 11
        return
    found, result = reached
    assert found.throws[0].total == total
    expected = LANDED.get(line["value"]) or LANDED[line["value"], line["effect"]["airframe"]]
    assert result == expected


@every(lambda: [total for total in LANDING_RANGE if str(total) in TABLES["8-3"]["results"]])
def test_a_ditching_ends_as_printed(total: int):
    (line,) = TABLES["8-3"]["results"][str(total)]
    reached = touchdown("8-3", total)
    if reached is None:
        assert total > 11
        return
    found, result = reached
    assert found.throws[0].total == total
    assert result == DITCHED[line["value"]]


@every(lambda: [-9, -3, -2, -1, 0, 1, 2])
def test_a_landing_does_what_is_printed(total: int):
    (line,) = TABLES["8-1"]["results"][str(total)]
    reached = touchdown("8-1", total)
    assert reached is not None
    found, _ = reached
    natural = found.throws[0].natural
    facts = next(facts for amount, facts in totals("8-1").items() if amount == total - natural)
    found = told("8-1", {**facts, "bombs[forward]": "yes", "fuel": 12})
    living = [man for man in MEN if int(found[f"points[{man}]"]) < 3]
    wounds = len(MEN) * any(roll.startswith("wound") for roll in line.get("rolls", ()))
    fires = [2, 11, 2] if "8-1c" in line.get("rolls", ()) or line.get("crew") == "killed" else []
    found.named = {"7-13": [1] * wounds}
    found.play("do:land_on", "japan", dice=[natural, *fires])
    assert found.asked == ["8-1", *[None] * len(fires), *["7-13"] * wounds]
    assert found["airframe"] == line.get("effect", {}).get("airframe", "irreparable")
    after = {int(found[f"points[{man}]"]) for man in living}
    assert after == {4 if line.get("crew") == "killed" else 1 if wounds else 0}
    if wounds:
        added = {throw.total - throw.natural for throw in found.throws[-wounds:]}
        assert added == {int(line["effect"]["crashing"] == "yes")}


@pytest.mark.parametrize("table", ["8-1", "8-3"])
def test_a_natural_12_brings_everybody_down_safely(table: str):
    ruin: Facts = {**totals(table)[-19]}
    found = told(table, ruin)
    assert TABLES[table]["naturals"]["12"]["crew"] == "safe"
    result = found.roll(table, *arguments(table, found), dice=[12])
    assert result == {"8-1": "past_repair", "8-3": "afloat"}[table]


@every(lambda: TABLES["8-1"]["gear_not_down"])
def test_a_gear_that_is_not_down_wrecks_her(line: Mapping[str, Any]):
    found = told("8-1", {**base_of("8-1"), **line["given"]})
    found.play("do:land_on", "japan", dice=[11])
    assert found.throws[0].total >= 2
    assert found["airframe"] == line["airframe"]


RATED = {"9-1": range(1, 36), "9-2": range(101)}


@pytest.mark.parametrize("table", RATED)
def test_ratings_are_as_printed(table: str):
    for figure in RATED[table]:
        (line,) = TABLES[table]["results"][str(figure)]
        assert told(table, {}).look(table, figure) == line["value"].lower()


@every(lambda: TABLES["9-2"]["fractions"])
def test_fractions_of_a_per_cent_are_not_rounded_up(line: Mapping[str, Any]):
    found = told("9-2", {})
    whole = found.define("average_run", round(line["percent"] * 10), 10)
    assert found.look("9-2", whole) == line["value"].lower()


# --- what needs no roll, what may not be rolled


def automatic() -> Iterator[tuple[str, Mapping[str, Any], Mapping[str, Any]]]:
    """Every automatic result of a roll, with each state in which it holds."""
    for table, found in TABLES.items():
        for line in found.get("automatic", ()):
            for way in line["ways"]:
                yield table, line, way


@every(lambda: list(automatic()))
def test_some_results_need_no_roll(table: str, line: Mapping[str, Any], way: Mapping[str, Any]):
    found = told(table, {**way, "below": "over_friendly"} if table == "7-9d" else way)
    engine = table.rpartition(" ")[2]
    if table == "7-9d":
        with suppress(AssertionError):
            found.play("do:jump", "controlled", "all_out", dice=[6] * len(MEN))
        assert found.asked == [*["8-4"] * (len(MEN) - 1), *line["rolls"]]
        return
    found.named = {"propeller_fire": [1], "windmill_start": [1], "windmill": [1], "engine_burns": [1]}
    kind, name, *args = CALLS[table].split()
    found.play(f"{kind}:{name}", *args)
    if "rolls" in line:
        assert line["rolls"] == [f"7-5p {engine}"]
        assert found.asked == ["engine_burns"]
    else:
        (wanted,) = TABLES[table]["results"][line["result"]]
        assert "feathering_attempt" not in found.asked
        for fact, value in wanted["effect"].items():
            assert found[fact] == value


@pytest.mark.parametrize("table", [table for table in TABLES if "impossible" in TABLES[table]])
def test_what_is_impossible_is_not_rolled(table: str):
    for line in TABLES[table]["impossible"]:
        given = (
            {name.replace("[p]", "[bombardier]"): value for name, value in line["given"].items()}
            if "given" in line
            else line
        )
        found = told(table, {**TABLES[table].get("needs", {}), **LESS.get(table, {}), **given})
        kind, name, *args = (PROCEDURES.get(table) or CALLS[table]).split()
        found.play(f"{kind}:{name}", *args)
        assert not found.asked, (table, line)


PROCEDURES = {f"7-{table} motor": "do work_doors" for table in ("3d", "4d")} | {
    f"7-10d {bay}": "do work_doors" for bay in ("forward", "aft")
}
"""What decides whether there is a roll at all."""
LESS: dict[str, Facts] = {
    "7-5n port": {"main_gear[starboard]": "lowered"},
    "7-5n starboard": {"main_gear[port]": "lowered"},
    "7-3d motor": {"doors[forward]": "jammed_open"},
    "7-4d motor": {"doors[aft]": "jammed_open"},
    "7-10d forward": {"bombs[aft]": "no"},
    "7-10d aft": {"bombs[forward]": "no"},
}


# --- gears lowered from the cockpit

CRANKED = ("7-1c", "7-9c nose", "7-10f")


@every(lambda: product(CRANKED, range(1, 7)))
def test_a_nose_gear_is_lowered_by_hand(table: str, die: int):
    found = told(table, TABLES[table]["needs"])
    (line,) = TABLES[table]["results"][str(die)]
    tries = TABLES[table]["attempts"]
    if "effect" in line:
        for before in range(tries):
            found = told(table, TABLES[table]["needs"])
            found.play("do:lower_nose_gear", dice=[*[6] * before, die])
            assert found["nose_gear"] == line["effect"]["nose_gear"]
    else:
        assert line["value"] == "fails"
        found.play("do:lower_nose_gear", dice=[die] * tries)
        last = TABLES[table]["after_last_failure"]
        assert found["nose_gear"] == last["effect"]["nose_gear"]
        assert counted("8-1", last["effect"])[0] == last["8-1"]


# --- notes about exploding ammunition, fires, dives, decompression


@every(lambda: ((*note, die) for note in [("7-6b", "7-6", 4), ("7-7 note", "7-7", 5)] for die in range(1, 7)))
def test_ammunition_explodes(note: str, table: str, row: int, die: int):
    (line,) = TABLES[note]["results"][str(die)]
    found = told(note, TABLES[note]["needs"])
    again = line["value"]
    assert line["rolls"] == [table] * again
    found.named = {table: [row, *[7] * again]}
    found.play(f"roll:{table}", dice=[2, die, *[1] * (table == "7-6")])
    assert found.asked.count(table) == 1 + again


@every(lambda: product(["low", "medium"], ENGINES))
def test_an_engine_fire_out_of_hand_leaves_a_choice(altitude: str, engine: str):
    (line,) = (line for line in TABLES[f"7-5p {engine}"]["choices"] if line["given"] == {"altitude": altitude})
    answers = {"low": ["jump", "stay"], "medium": ["jump", "stay", "dive"]}[altitude]
    assert len(line["options"]) == len(answers)
    for option, answer in zip(line["options"], answers, strict=True):
        found = told("7-5p", {"altitude": altitude, "let_out": "yes", f"on_fire[{engine}]": "yes"})
        found.named = {"engine_burns": [1], "wings_hold": [6], "engine_dive": [1]}
        more = ["none"] if answer != "jump" and altitude == "medium" else []
        with suppress(AssertionError):
            found.play("do:uncontrollable_fire", engine, answers=[answer, *more])
        first = found.asked[: max(1, len(option.get("rolls", ())))]
        named = {
            f"7-5p low {engine}": "engine_burns",
            "7-5 dive": "wings_hold",
            f"7-5p dived {engine}": "engine_dive",
        }
        wanted = [named[roll] for roll in option["rolls"]] if "rolls" in option else ["8-4"]
        assert first == wanted
        assert found.choices[0].offered == {"low": ("stay", "jump"), "medium": ("dive", "stay", "jump")}[altitude]


@every(lambda: range(1, 7))
def test_in_a_dive_men_jump_who_hear_nothing(die: int):
    table = TABLES["7-9b"]
    (line,) = table["results"][str(die)]
    found = told("7-9b", {**table["needs"], "below": "over_friendly"})
    jumps = bool(line.get("rolls"))
    found.named = {"8-4": [6] * len(table["men"])}
    found.play("do:accident_dive", dice=[die] * len(table["men"]))
    gone = {man for man in MEN if found[f"jumped[{man}]"] == "yes"}
    assert gone == (set(table["men"]) if jumps else set())
    for never in table["never"]:
        told("7-9b", never).play("do:accident_dive")


def test_without_electricity_the_systems_of_the_list_are_dead():
    table = TABLES["7-10c"]
    found = told("7-10c", table["needs"])
    systems = data("System", "starred")
    assert set(table["dead"]) == set(systems)
    assert {name for name, starred in systems.items() if starred == "yes"} == set(table["starred"])
    for system in systems:
        assert found.define("works", system) == "no"
    assert [turret for turret in data("Turret", "bursts") if found.define("ready", turret) == "no"] == table[
        "turrets_dead"
    ]
    runs = {name: word for name, word in table["starred_runs"].items() if name in ("altitude", "generator_out")}
    for system, starred in systems.items():
        powered: Facts = {**table["needs"], **runs, f"powered[{system}]": "yes"}
        assert told("7-10c", powered).define("works", system) == starred
        for never in table["starred_never"]:
            assert told("7-10c", {**powered, **never}).define("works", system) == "no"


@every(lambda: product(["forward", "aft"], range(1, 7)))
def test_doors_are_moved_by_the_generator(bay: str, die: int):
    table = TABLES[f"7-10d {bay}"]
    (line,) = table["results"][str(die)]
    before: Facts = {**table["needs"], "visiting[bombardier]": table["man_in"]}
    for opened in ("no", "yes"):
        bombs: Facts = {f"bombs[{bay}]": "no" if opened == "yes" else "yes", f"opened[{bay}]": opened}
        found = told("7-10d", {**before, **bombs})
        found.play("do:doors_by_generator", bay, dice=[die])
        if "effect" in line:
            assert found["motor_burnt"] == line["effect"]["motor_burnt"]
            assert found[f"opened[{bay}]"] == opened
        else:
            assert found["motor_burnt"] == "no"
            assert found[f"opened[{bay}]"] == ("no" if opened == "yes" else "yes")


def test_bombs_may_be_salvoed_when_the_electricity_fails():
    table = TABLES["7-10d salvo"]
    found = told("7-10d salvo", {"electrical_hits": 1, "run_made": "no"})
    found.play("do:electrical_hit", answers=["salvo"])
    assert {name: found[name] for name in table["effect"]} == table["effect"]
    assert found.roll("6-7") == "off_target"


@every(lambda: product(["front_cabin", "waist_cabin", "tail_cabin"], range(1, 7)))
def test_a_cabin_bursts(cabin: str, die: int):
    table = TABLES[f"7-11 {cabin}"]
    (line,) = table["results"][str(die)]
    men = line["each"]
    hurt = [roll.removeprefix("wound ") for roll in line["rolls"] if roll.startswith("wound ")]
    for mask in range(1, 7):
        choking = bool(TABLES["7-11 mask"]["results"][str(mask)][0].get("rolls"))
        found = told("7-11", table["needs"])
        found.named = {"7-11": [die], "7-13": [1] * (len(hurt) + choking * len(men)), "masks": [2] * len(MEN)}
        found.play("do:explosive", cabin, dice=[mask] * len(men))
        points = {man: int(man in hurt) + choking * (man in men) for man in MEN}
        assert {man: found[f"points[{man}]"] for man in MEN} == points


@every(lambda: TABLES["8-6"]["rafts"])
def test_so_many_men_find_a_place_on_the_rafts(line: Mapping[str, Any]):
    found = told("8-6", {**TABLES["8-6"]["baseline"], **line["given"]})
    found.named = {"8-6": [6] * len(MEN)}
    found.play("do:in_the_water", "yes")
    assert [found[f"rafted[{man}]"] for man in MEN].count("yes") == line["men"]
    raised = [throw for throw in found.throws if "raft" in throw.modifiers]
    assert len(raised) == line["men"]


@every(lambda: TABLES["8-6b"]["never"])
def test_nearer_home_nobody_is_captured(never: Facts):
    found = told("8-6b", {"jumped[bombardier]": "yes", **never})
    found.play("do:fished_out", "bombardier")
    assert not found.asked


@every(lambda: TABLES["7-13"]["duties"])
def test_the_badly_wounded_do_nothing_more(line: Mapping[str, Any]):
    found = told("7-13", line["given"])
    assert found.define("working", "pilot") == ("yes" if line["works"] else "no")
    left = found.roll("8-4", "pilot", dice=[6] if line["may_bail_out"] else [])
    assert left == ("clear" if line["may_bail_out"] else "lost")


@every(lambda: product(("forward", "aft"), range(1, 7)))
def test_doors_that_stay_shut_drive_her_out_of_the_formation(bay: str, die: int):
    stays = die <= 2
    table = TABLES[{"forward": "7-3d pilot", "aft": "7-4d pilot"}[bay]]
    (line,) = table["results"][str(die)]
    assert line.get("leaves_formation") == (None if stays else "for good")
    found = told("7-3", {"station": "formed", f"door_hit[{bay}]": "yes"})
    found.play("do:roll_for_hit_doors", dice=[1, die])
    assert found["station"] == ("formed" if stays else "straying")
    assert found["barred"] == ("no" if stays else "yes")


@pytest.mark.parametrize("table", TABLES)
def test_sub_rolls_cover_every_face_once(table: str):
    """What the transcription says of itself."""
    for alternatives in lists_of_alternatives(TABLES[table]["results"]):
        rolled = [line for line in alternatives if "sub" in line]
        faces = sorted(face for line in rolled for face in line["sub"])
        assert faces in ([], *(list(sides(line.get("sub_dice", "1d6"))) for line in rolled[:1]))


def test_every_table_is_compared():
    assert all(any(lines_of(table)) for table in COMPARED)
    assert {*COMPARED, *NOT_BY_LINES} == set(TABLES)
