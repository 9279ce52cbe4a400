"""transcription.json read into cases: what to set, what to throw, what must come of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from attrs import evolve, field, frozen

from tests.games.b29_korea.bench import HERE, Facts, Sky, Word, data, graph, scene
from tests.games.b29_korea.causes import LABELS
from tests.games.scenes import Throw

DOCUMENT: dict[str, Any] = json.loads((HERE / "transcription.json").read_text(encoding="utf-8"))
TABLES: dict[str, dict[str, Any]] = {table["id"]: table for table in DOCUMENT["tables"] + DOCUMENT["procedures"]}

TARGETS: dict[str, dict[str, Any]] = DOCUMENT["targets"]

LIVES_AS = {
    "3-2 traffic": "dark_runway",
    "4-3 collision": "near_miss",
    "4-4 accuracy": "sighting",
    "4-6 accuracy": "star_fix",
    "4-9 malfunction": "malfunction",
    "4-10 collision": "assembly_collision",
    "5-3 stray area": "stray_rounds",
    "5-7 repair": "jam_repair",
}
"""What the game calls the rolls that a note asks for."""

MODIFIED = [table for table in TABLES if TABLES[table]["modifiers"]]
PLAIN = [table for table in TABLES if not TABLES[table]["modifiers"] and (table in LIVES_AS or table[3:].find(" ") < 0)]


def lives_as(table: str) -> str:
    """The game's name for a table."""
    return LIVES_AS.get(table, table)


# --- the transcriber's words

COINED = {
    "an_tung": "antung",
    "hudong_ni": "hudong",
    "sinhung_ni": "sinhung",
    "yudam_ni": "yudam",
    "close_air_support": "close_support",
    "fwd_bomb_bay": "forward_bay",
    "aft_bomb_bay": "aft_bay",
    "vertical_dive": "dive",
    "vertical_climb": "climb",
    "completely": "completely_hidden",
    "mostly": "mostly_hidden",
    "slightly": "slightly_hidden",
    "nk": "north_korea",
    "un": "friendly",
}
"""Words of the transcription, and the words of the game."""

COINED_FOR: dict[str, dict[str, Word]] = {
    "resistance": {"none": "no_resistance"},
    "visibility": {"clear": "in_clear"},
    "height": {"low": "low_angle"},
    "2-3": {"none": "no_resistance"},
    "3-4": {"unhurt": "none"},
    "4-1": {"out": "out_of_gas", "enters": "goes_on"},
    "4-4": {"none": 0},
    "4-6": {"none": 0},
    "4-11": {"missed": "none"},
    "5-4": {"low": "low_angle"},
    "5-7": {"jam": "miss"},
    "5-8": {"fca": "keeps_coming", "fboa": "breaks_away", "destroyed": "falls"},
    "5-13": {"low": "low_angle"},
    "6-2": {"clear": "in_clear"},
}
"""Words that mean this only in a field, or as the result of a table."""


def called(value: Any, where: str = "") -> Any:
    """A word of the transcription as the game has it."""
    if isinstance(value, list):
        return tuple(called(part, where) for part in value)
    if not isinstance(value, str):
        return value
    return COINED_FOR.get(where, {}).get(value, COINED.get(value, value))


BAYS = {"fwd_bomb_bay": "forward", "aft_bomb_bay": "aft"}
TIMES = {"day": "all_day", "night": "all_night"}
DEPARTURES = {"day": "to_dusk", "night": "from_dawn"}
ENGINES: dict[str, Facts] = {
    "running": {"prop": "turning", "weak": "no"},
    "weak": {"prop": "turning", "weak": "yes"},
    "out": {"prop": "stopped"},
    "windmilling": {"prop": "windmilling"},
    "runaway": {"prop": "runaway"},
}
DOORS: dict[str, Facts] = {
    "will_not_open": {"door_fault": "stays_shut"},
    "will_not_close": {"door_fault": "stays_open"},
    "jammed_shut": {"doors": "jammed_shut"},
    "jammed_open": {"doors": "jammed_open"},
}
SOURCES = {"dead_reckoning": "reckoning", "celestial": "starsight", "radio": "signal"}
BESIDE_THE_STATE = ("gun", "passing", "no_lift", "radar_needed", "flak", "bombing", "kind", "engine")
"""What a roll is made with."""


def in_the_game(name: str, value: Any, table: str) -> Facts:
    """A fact of the transcription as facts of the game's state."""
    base, _, index = name.rstrip("]").partition("[")
    match base:
        case "takeoff":
            return {"schedule": DEPARTURES[value]}
        case "zone_time":
            return {"schedule": TIMES[value]}
        case "away":
            return {f"holds[{index}]": "none"}
        case "engine":
            return {f"{part}[{index}]": word for part, word in ENGINES[value].items()}
        case "door":
            return {f"{part}[{BAYS[index]}]": word for part, word in DOORS[value].items()}
        case "release_out":
            return {f"release_out[{BAYS[index]}]": value}
        case "attack":
            return {"grouped": "no" if value == "single" else "yes"}
        case "bombs_aboard":
            return {"bombs[forward]": value, "bombs[aft]": value}
        case "evasive" if table.startswith("6-"):
            return {"weaving": value}
    return {SOURCES.get(name, name): called(value, base)}


# --- the state in which a table is rolled

USUAL: Facts = {
    "altitude": "medium",
    "station": "formed",
    "resistance": "light",
    "target": "anju",
    "zone": 9,
    "month": "february",
    "navigator_served": "no",
    "weather": "good",
}
POOR_IS_PLAIN = {"4-4", "4-5", "4-6", "6-2"}
"""Tables on which both good and bad weather count."""

NOBODY_SPECIAL: Facts = {"kind": "mig15", "nation": "soviet", "clock": "twelve", "height": "high", "status": "average"}


@frozen
class Stage:
    """The state in which a table is rolled, and what it is rolled with.

    Attributes:
        table: As in the transcription.
        facts: Of the game's state.
        fighter: Who shoots, or is shot at.
        made_with: The other parts of the roll.
    """

    table: str
    facts: Facts
    fighter: Facts
    made_with: Facts

    def holds(self, words: Mapping[str, Any]) -> bool:
        """Whether these words of the transcription describe it."""
        other = staged(self.table, words)
        found = scene(self.facts)
        state = {name: value for name, value in other.given(words).items() if found[name] != value}
        fighter = [
            name for name in words if name.startswith("fighter.") and other.fighter[name[8:]] != self.fighter[name[8:]]
        ]
        parts = [name for name in other.made_with if self.made_with.get(name) != other.made_with[name]]
        return not state and not fighter and not parts

    def given(self, words: Mapping[str, Any]) -> Facts:
        """The facts that stand for these words."""
        found: dict[str, Word] = {}
        for name, value in words.items():
            if not name.startswith("fighter.") and name not in BESIDE_THE_STATE:
                found |= in_the_game(name, value, self.table)
        return found

    def scene(self) -> tuple[Sky, list[Word]]:
        """It, and the arguments of the roll."""
        found = scene(self.facts)
        fighter = found.fighter(**self.fighter)
        clock = str(self.fighter["clock"])
        known: dict[str, Word] = {
            "f": fighter,
            "t": self.made_with.get("gun", "aft_upper"),
            "kind": self.made_with.get("kind", self.fighter["kind"]),
            "area": clock,
            "quarter": data("Clock", "quarter")[clock],
            "side": data("Clock", "side")[clock],
            "angle": self.fighter["height"],
            "comer": "china_yak9" if self.fighter["kind"] == "yak9" else "soviet_mig15",
            "date": found["month"],
            "lacks_lift": self.made_with.get("no_lift", "no"),
            "radar_needed": self.made_with.get("radar_needed", "no"),
            "burst_shell": "no",
            "mission_kind": "night" if found["night_mission"] == "yes" else "day",
            "flak": self.made_with.get("flak", "heavy"),
            "bombing": self.made_with.get("bombing", "on_target"),
            "e": self.made_with.get("engine", "no_1"),
        }
        node = next(node for node in graph().tables if node.id == lives_as(self.table))
        return found, [known[param.name] for param in node.params]

    def roll(self, *dice: int) -> tuple[Sky, Any]:
        """The roll; what it gives is none where it asks for more dice than there are."""
        found, args = self.scene()
        try:
            return found, found.roll(lives_as(self.table), *args, dice=dice)
        except AssertionError as problem:
            if not str(problem).startswith("no dice left"):
                raise
            return found, None

    def thrown(self, natural: int) -> Throw:
        """The throw alone."""
        found, _ = self.roll(natural)
        return found.throws[0]


def staged(table: str, *words: Mapping[str, Any]) -> Stage:
    """The usual state, and in it what these words say."""
    merged: dict[str, Any] = {}
    for more in words:
        merged |= more
    fighter = dict(NOBODY_SPECIAL)
    if table == "5-4":
        fighter["clock"] = "three"
    made_with: dict[str, Word] = {}
    state: dict[str, Word] = dict(USUAL)
    if table in POOR_IS_PLAIN:
        state["weather"] = "poor"
    if table == "2-4":
        state["resistance"] = "moderate"
    for name, value in merged.items():
        if name.startswith("fighter."):
            part = name.removeprefix("fighter.")
            fighter[part] = called(value, part)
        elif name in BESIDE_THE_STATE:
            made_with[name] = "yes" if value is True else value
        else:
            state |= in_the_game(name, value, table)
    if table == "5-7" and made_with.get("gun") == "tail" and fighter["clock"] in ("twelve", "one_thirty", "ten_thirty"):
        made_with["passing"] = "yes"
    if fighter["clock"] in ("dive", "climb"):
        fighter["height"] = "none"
    if "below" not in merged:
        state["below"] = below(str(state["target"]), int(state["zone"]))
    return Stage(table, state, fighter, made_with)


def below(target: str, zone: int) -> str:
    """What lies there, by the transcription; the sea where no zone is printed."""
    rows = {called(city): row for city, row in TABLES["2-5"]["results"].items()}
    codes = rows[target].get(str(zone), ["none", "water", "none"])[1:]
    first, second = data("Below", "first"), data("Below", "second")
    return next(name for name in first if [first[name], second[name]] == [called(code) for code in codes])


def words_of(way: Mapping[str, Any]) -> dict[str, Any]:
    """What a way of a modifier, or of a result, says of the state and of the roll."""
    return {**way["facts"], **{name: way[name] for name in BESIDE_THE_STATE if name in way}}


def sides(dice: str) -> range:
    """Every total of some dice."""
    count, faces = (int(part) for part in dice.split("d"))
    return range(count, count * faces + 1)


# --- totals that only modifiers reach


def naturals(table: str) -> list[int]:
    """The dice of a table that have a result of their own."""
    return [natural["natural"] for natural in TABLES[table].get("naturals", ())]


def reach(table: str, total: int, column: Mapping[str, Any]) -> tuple[int, Mapping[str, Any]] | None:
    """A throw and words for a state that make this total; None where nothing does.

    A throw with a result of its own is used only where there is no other.
    """
    reached = sums(table)
    for natural in sorted(sides(TABLES[table]["dice"]), key=lambda n: (n in naturals(table), abs(total - n), n)):
        for words in reached.get(total - natural, ()):
            if not any(column.get(name, value) != value for name, value in words.items()):
                return natural, words
    return None


@cache
def sums(table: str) -> dict[int, list[Mapping[str, Any]]]:
    """Every sum that the modifiers of a table are seen to come to, with words for states that bring it about."""
    plain = sides(TABLES[table]["dice"])[2]
    combined: dict[int, list[Mapping[str, Any]]] = {}
    known: list[Mapping[str, Any]] = [{}]
    for modifier in TABLES[table]["modifiers"]:
        first = {way["amount"]: words_of(way) for way in reversed(modifier["ways"])}
        for words in list(known):
            for more in first.values():
                if all(words.get(name, value) == value for name, value in more.items()):
                    known.append({**words, **more})
        distinct: dict[int, list[Mapping[str, Any]]] = {}
        for words in known:
            throw = staged(table, words).thrown(plain)
            kept = distinct.setdefault(throw.total - throw.natural, [])
            if len(kept) < 4:
                kept.append(words)
        known = [words for kept in distinct.values() for words in kept]
        combined = distinct
    return combined or {0: [{}]}


# --- tables that give a value


@frozen
class Given:
    """A roll and what it gives.

    Attributes:
        table: As in the transcription.
        column: Which column, and for which of its states.
        words: What the column, and the row, want to be so.
        roll: The total after modifiers.
        subs: The dice that follow.
        expected: What it gives.
    """

    table: str
    column: str
    words: Mapping[str, Any] = field(hash=False)
    roll: int
    subs: tuple[int, ...]
    expected: Any

    def __str__(self) -> str:
        return " ".join(map(str, (self.table, *self.column.split(), self.roll, *self.subs)))


VALUE_TABLES = [
    "2-1a", "2-1b", "2-1c", "2-1d", "2-1e", "2-1f", "2-2", "2-3", "2-4", "3-4", "4-1", "4-2", "4-4 accuracy", "4-5",
    "4-6 accuracy", "4-7", "4-8", "4-11", "5-1", "5-2", "5-3 stray area", "5-4", "5-5", "5-7", "5-8", "5-9", "5-10",
    "5-11", "5-12", "5-13", "6-2", "6-3", "6-4", "6-6", "6-7",
]  # fmt: skip
LEADING_TABLES = ["3-2", "3-2 traffic", "4-3", "4-3 collision", "4-4", "4-6", "4-10 collision", "6-1", "6-5"]
"""What comes of these is another roll, or a mark."""


def values(tables: Sequence[str]) -> list[Given]:
    """Every figure of these tables."""
    return [given for table in tables for given in figures(table)]


def figures(table: str) -> Iterator[Given]:
    """Every figure of a table, in each state in which its column counts."""
    found = TABLES[table]
    if "columns" not in found:
        yield from column(table, "", {}, found["results"])
        return
    for key, results in found["results"].items():
        states = columns_of(table, key)
        for number, words in enumerate(states, start=1):
            yield from column(table, key + (f" ({number})" if len(states) > 1 else ""), words, results)


def columns_of(table: str, key: str) -> list[Mapping[str, Any]]:
    """The states in which a column counts."""
    if table == "5-11":
        return [at_angle(key)]
    if table == "6-4":
        return [{"flak": key}]
    listed: list[Mapping[str, Any]] = TABLES[table]["column_facts"][key]
    return listed


def at_angle(key: str) -> Mapping[str, Any]:
    """A clock position and a height."""
    clock, height, *_ = (*key.split(), "none")
    return {"fighter.clock": clock, "fighter.height": height}


def column(table: str, key: str, words: Mapping[str, Any], results: Mapping[str, Any]) -> Iterator[Given]:
    """The figures of one column."""
    for roll, outcome in results.items():
        base = Given(table, key, words, int(roll), (), None)
        if isinstance(outcome, list) and outcome and isinstance(outcome[0], dict):
            for line in outcome:
                if "value" not in line:
                    yield evolve(base, expected=outcome)
                    break
                given = {**words, **line.get("given", {})}
                told = " ".join(str(value) for value in line.get("given", {}).values())
                for sub in line.get("sub", [None]):
                    subs = () if sub is None else (sub,)
                    expected = called(line["value"], table)
                    yield evolve(base, column=f"{key} {told}", words=given, subs=subs, expected=expected)
        else:
            yield evolve(base, expected=called(outcome, table))


# --- tables with effects


@frozen
class Effect:
    """A roll, the facts and dice that lead to one line of it, and what is so afterwards.

    Attributes:
        table: As in the transcription.
        roll: The total of its dice.
        words: What is so before.
        subs: The dice that follow.
        checks: What is tried on the way, with the place of its dice among the others.
        effect: As in the transcription.
    """

    table: str
    roll: int
    words: Mapping[str, Any] = field(hash=False)
    subs: tuple[int, ...]
    checks: tuple[tuple[int, str], ...]
    effect: Mapping[str, Any] = field(hash=False)

    def __str__(self) -> str:
        before = [f"{name}={value}" for name, value in self.words.items()]
        return " ".join(map(str, (self.table, self.roll, *self.subs, *before)))


EFFECT_TABLES: dict[str, Mapping[str, Any]] = {
    "3-3": {},
    "4-3": {},
    "4-3 collision": {"station": "formed"},
    "4-9": {},
    "4-9 malfunction": {},
    "4-10": {},
    "4-10 collision": {},
}
"""And in which state each is rolled."""


def effects() -> list[Effect]:
    """Every line of every table with effects."""
    return [
        line
        for table in EFFECT_TABLES
        for roll, alternatives in results_for(table, "no_1").items()
        for line in lines(Effect(table, int(roll), EFFECT_TABLES[table], (), (), {}), alternatives, 0)
    ]


def results_for(table: str, engine: str) -> Mapping[str, Any]:
    """What a table says, where it is about one engine: of this one."""
    found: Mapping[str, Any] = json.loads(json.dumps(TABLES[table]["results"]).replace("{engine}", engine))
    return found


def lines(base: Effect, alternatives: Sequence[Mapping[str, Any]], depth: int) -> Iterator[Effect]:
    """The lines that alternatives lead to; deep down only the first and the last face of each."""
    for line in alternatives:
        faces: Sequence[int | None] = line.get("sub", [None])
        if depth > 1 and len(faces) > 2:
            faces = [faces[0], faces[-1]]
        if "may_skip" in line:
            faces = faces[:1]
        for sub in faces:
            subs = base.subs if sub is None else (*base.subs, sub)
            checks = (*base.checks, *((len(subs), check) for check in line.get("checks", ())))
            words = {**base.words, **line.get("given", {})}
            found = evolve(base, words=words, subs=subs, checks=checks, effect=line.get("effect", {}))
            if "then" not in line:
                yield found
            else:
                for deeper in lines(found, line["then"], depth + 1):
                    skipped = "may_skip" in line and deeper.subs != subs
                    yield evolve(deeper, subs=subs) if skipped else deeper


def labels(table: str) -> Mapping[str, str]:
    """What the game calls the modifiers of a table, by their causes."""
    return LABELS.get(table, {})
