"""The tables of the cards that make a scene, against the transcription: fighters appear, shoot and are shot at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.games.b17.bench import Word, data, program, scene
from tests.games.b17.test_tables import differs, none_of
from tests.games.b17.transcribed import DOCUMENT, TABLES, prepared

KINDS = ("fw190", "me109", "me110")
HEIGHTS = ("high", "level", "low", "none")
CHARTS = {"P-1": "p_1", "P-2": "p_2", "P-3": "p_3", "P-4": "p_4", "P-5": "p_5", "P-6": "p_6", "BL-1": "bl_1"}


def test_b_3_makes_up_every_wave_as_printed():
    def differences() -> Iterator[str]:
        for roll, expected in TABLES["B-3"]["results"].items():
            found = scene()
            found.roll("B-3", dice=[int(roll)])
            fighters = [tuple("none" if part is None else part for part in fighter) for fighter in expected]
            fighters = [] if expected == "random_event" else fighters
            if found.fighters() != fighters:
                yield differs(f"B-3 {roll}", found.fighters(), fighters)

    none_of(differences())


def test_b_4_lands_as_many_shells_as_printed():
    def differences() -> Iterator[str]:
        for kind, quarters in TABLES["B-4"]["shells"].items():
            for quarter, rolls in quarters.items():
                for clock in TABLES["B-4"]["clocks"][quarter]:
                    for roll, shells in rolls.items():
                        found = scene()
                        found.do("count_shells", found.fighter(kind, clock), dice=[int(roll)])
                        if found["fighters.shells"] != shells:
                            yield differs(f"{kind} {clock} {roll}", found["fighters.shells"], shells)

    none_of(differences())


def test_o_5_strikes_where_the_card_says():
    def differences() -> Iterator[str]:
        for roll, (line,) in TABLES["O-5"]["results"].items():
            expected = (line["effect"]["area"], CHARTS[line["effect"]["roll"]])
            given = scene().roll("O-5", dice=[int(roll)])
            if given != expected:
                yield differs(f"O-5 {roll}", given, expected)

    none_of(differences())


def figure(clock: str, height: str, gun: str, kind: str) -> Word:
    """What the transcription has for a gun against a fighter; none where it does not bear."""
    where = clock if height == "none" else f"{clock} {height}"
    figures = TABLES["M-1"]["results"].get(where, {}).get(gun)
    return figures[KINDS.index(kind)] if figures else "none"


def test_m_1_has_the_figures_of_the_mapboard():
    def differences() -> Iterator[str]:
        found = scene()
        for clock in data("Clock", "quarter"):
            for height in HEIGHTS:
                for gun in data("Gun", "bursts"):
                    for kind in KINDS:
                        given = found.look("M-1", clock, height, gun, kind)
                        expected = figure(clock, height, gun, kind)
                        if given != expected:
                            yield differs(f"M-1 {clock} {height} {gun} {kind}", given, expected)

    none_of(differences())


def test_m_1_hits_from_its_figure_on_and_passing_shots_are_as_printed():
    passing = TABLES["M-1"]["passing"]

    def differences() -> Iterator[str]:
        for gun, who in data("Gun", "post").items():
            for clock, height in [("twelve", "high"), ("ten_thirty", "low"), ("nine", "level"), ("six", "low")]:
                for kind in KINDS:
                    need = figure(clock, height, gun, kind)
                    if gun == passing["gun"] and clock in passing["clocks"]:
                        need = passing["figure"][KINDS.index(kind)]
                    found = scene()
                    fighter = found.fighter(kind, clock, height)
                    shots = [found.roll("defensive_fire", gun, who, fighter, dice=[die]) for die in range(1, 7)]
                    hits = [die for die, shot in enumerate(shots, 1) if shot == "hit"]
                    bears = found.define("bears", gun, fighter)
                    if bears != ("no" if need == "none" else "yes"):
                        yield differs(f"{gun} at {kind}, {clock} {height}: bears", bears, need)
                    elif isinstance(need, int) and hits != list(range(need, 7)):
                        yield differs(f"{gun} at {kind}, {clock} {height}: hits", hits, need)

    none_of(differences())


def test_m_2_does_what_is_printed_for_each_mount_and_kind():
    def differences() -> Iterator[str]:
        for gun, who in data("Gun", "post").items():
            mount = "twin" if data("Gun", "twin")[gun] == "yes" else "single"
            for kind in KINDS:
                modifier = TABLES["M-2"]["by_gun_and_kind"][mount][kind]
                for die in range(1, 7):
                    result = TABLES["M-2"]["results"][str(die + modifier)]
                    expected = {"fca": (1, 0, "no"), "fboa": (0, 1, "yes"), "destroyed": None}[result]
                    found = scene()
                    found.roll("M-2", gun, who, found.fighter(kind, "six", "level"), dice=[die])
                    if struck(found) != expected:
                        yield differs(f"M-2 {gun} {kind} {die}", struck(found), expected)

    none_of(differences())


def test_m_2_adds_hits_up_as_printed():
    def differences() -> Iterator[str]:
        for line in TABLES["M-2"]["adding"]:
            found = scene()
            fighter = found.fighter("me109", "six", "level")
            for hit in (*line["before"], line["result"]):
                found.roll("M-2", "nose", "bombardier", fighter, dice=[{"fca": 2, "fboa": 3}[hit]])
            left = struck(found)
            if (left is None) != (line["destroyed"] == "yes"):
                yield differs(line, left, line["destroyed"])
            if left is not None:
                found.roll("german_fire", fighter, dice=[4])
                told = (left[2], found.throws[0].total - 4)
                if told != (line["leaves"], line["german_fire"]):
                    yield differs(line, told, (line["leaves"], line["german_fire"]))

    none_of(differences())


def struck(found: Any) -> tuple[Word, ...] | None:
    """What became of the one fighter; None if it is gone."""
    left = found.fighters("fca", "fboa", "breaks_off")
    return left[0] if left else None


def test_m_3_has_the_figures_of_the_mapboard():
    def differences() -> Iterator[str]:
        for clock, need in TABLES["M-3"]["results"].items():
            found = scene()
            fighter = found.fighter("me109", clock, "high")
            hits = [die for die in range(1, 7) if found.roll("german_fire", fighter, dice=[die]) == "hit"]
            if (found.look("M-3", clock), hits) != (need, list(range(need, 7))):
                yield differs(f"M-3 {clock}", hits, need)

    none_of(differences())


def test_m_5_does_what_is_printed():
    def differences() -> Iterator[str]:
        for die in range(1, 7):
            for status, modifier in (("average", 0), ("green", 1), ("ace", -1)):
                (line,) = TABLES["M-5"]["results"][str(die + modifier)]
                gone = line["effect"]["result"] == "breaks_off"
                jammed = line["effect"].get("jammed[gun]", "no")
                expected = ("miss" if gone else line["effect"]["result"], 0 if gone else 1, jammed)
                found, args = prepared("M-5", (), {"fighters.status": status})
                given = (found.roll("M-5", *args, dice=[die]), len(found.fighters()), found[f"jammed[{args[0]}]"])
                if given != expected:
                    yield differs(f"M-5 {die} {status}", given, expected)

    none_of(differences())


def test_g_11_says_what_is_below_and_its_figure():
    def differences() -> Iterator[str]:
        found = scene()
        for target in DOCUMENT["targets"]:
            for zone in range(2, 9):
                cell = TABLES["G-11"]["results"][target].get(str(zone))
                given, expected = found.look("G-11", target, zone), tuple(cell) if cell else ("none", "none")
                if given != expected:
                    yield differs(f"G-11 {target} {zone}", given, expected)

    none_of(differences())


def test_every_target_is_what_the_card_says():
    def differences() -> Iterator[str]:
        enum = program().enums["Target"]
        titles = dict(zip(enum.values, enum.titles, strict=True))
        for target, line in DOCUMENT["targets"].items():
            given = (titles[target], data("Target", "zone")[target], data("Target", "heavy_flak")[target])
            expected = (f"{line['title']}, {line['type']}", line["zone"], line["heavy_flak"])
            if given != expected:
                yield differs(target, given, expected)
            assert line["zone"] == max(map(int, TABLES["G-11"]["results"][target]))

    none_of(differences())
    starred = sorted(target for target, heavy in data("Target", "heavy_flak").items() if heavy == "yes")
    assert starred == TABLES["G-3"]["heavy_flak"]


def test_squadrons_have_the_figures_of_the_card():
    figures = {"no_squadron" if name == "none_yet" else name: n for name, n in TABLES["G-4"]["figures"].items()}
    assert data("Squadron", "figure") == figures
