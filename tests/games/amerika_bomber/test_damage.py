"""What a hit does: B3 and B4 row by row, C1 event by event, against an independent transcription."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
from attrs import field, frozen

from amerika_bomber.bench import GAME, Facts, Sky, Word, changes, program, scene
from amerika_bomber.names import DEVICES, ENGINES, GUNS, POSTS
from amerika_bomber.transcribed import MATS, TABLES, covers, row, sides
from bombsight.flat.sites import ChangeSite, RollSite, SaySite

MEN = tuple(dict.fromkeys(POSTS.values()))
SPARE = (3,) * 90
"""Dice for what follows when she is lost: chutes open, she comes down whole."""

LOST: Facts = {"zone": 5, "target_zone": 5}
"""Where everybody who comes down is captured."""

KEPT_IN_MIND: tuple[str, ...] = ()
"""What the game notes beside the effect."""


@frozen
class Case:
    """A roll on a table of damage, and what it does.

    Attributes:
        name: What it is about.
        table: Of the game, or the procedure that rolls on it.
        args: What it is rolled with.
        dice: All of them.
        then: What has changed, and nothing else.
        given: What is so before.
        ends: How she is lost: ``explosion``, ``shot_down``, ``forced_down``.
    """

    name: str
    table: str
    args: tuple[Word, ...]
    dice: tuple[int, ...]
    then: Mapping[str, Word] = field(factory=dict)
    given: Facts = field(factory=dict)
    ends: str = ""

    def __str__(self) -> str:
        return " ".join(map(str, (self.table, *self.args, *self.dice, self.name)))


CASES: list[Case] = []


def case(name: str, table: str, *dice: int, **rest: Any) -> None:
    """One roll."""
    args = rest.pop("args", ())
    CASES.append(Case(name, table, args, dice, **rest))


def result(table: str, total: int) -> Any:
    """What the transcription has in this row."""
    return row(TABLES[table]["rows"], total)["gives"]


def spread(lines: Sequence[Mapping[str, Any]], *meanings: tuple[str, Facts]) -> list[tuple[int, str, Facts]]:
    """Each face of a die that follows, with the word it has and what that does."""
    does = dict(meanings)
    return [
        (face, line["gives"], does[line["gives"]])
        for line in lines
        for face in sides("1d6")
        if covers(line["span"], face)
    ]


# --- wings, tail, fuel

SIDED: dict[str, str] = {"landing_gear": "gear_out", "aileron": "aileron_out", "flaps": "flaps_out"}
for wing in ("port", "starboard"):
    for total in sides("2d6"):
        name = result("B4-wing", total)
        then: dict[str, Word] = {}
        dice: tuple[int, ...] = (total,)
        if name in SIDED:
            then = {f"{SIDED[name]}[{wing}]": "yes"}
        elif name == "wing_root":
            then = {f"root_hits[{wing}]": 1}
        elif name == "fuel_tank":
            dice = (total, 7)
        case(name, "B4-wing", *dice, args=(wing,), then=then)

for total in sides("2d6"):
    name = result("B4-fuel", total)
    if name == "leak":
        for boxes in sides(TABLES["B4-fuel"]["leak"]):
            case(name, "B4-fuel", total, boxes, given={"endurance": 10}, then={"endurance": 10 - boxes})
    else:
        case(name, "B4-fuel", total, given=LOST, ends={"explosion": "explosion", "fire": "shot_down"}.get(name, ""))
case("explosion", "B4-fuel", 2, given={**LOST, "achieved[sealed_tanks]": "yes"}, ends="shot_down")
case("fire", "B4-fuel", 3, 1, given={"endurance": 10, "achieved[sealed_tanks]": "yes"}, then={"endurance": 9})
case("leak", "B4-fuel", 6, given={"endurance": 10, "achieved[sealed_tanks]": "yes"})

TAIL: dict[str, Mapping[str, Word]] = {
    "rudder": {"rudder_hits": 1},
    "tailplane_port": {"tailplane_hits[port]": 1},
    "tailplane_starboard": {"tailplane_hits[starboard]": 1},
    "tail_wheel": {"tail_wheel_out": "yes"},
    "skin_only": {},
}
for total in sides("1d6"):
    case(result("B4-tail", total), "B4-tail", total, then=TAIL[result("B4-tail", total)])

# --- engines

INOP: Facts = {"engine_state[no_2]": "inop"}
for total in sides("2d6"):
    name = result("B4-engine", total)
    then = {"engine_state[no_2]": "damaged" if name == "damaged" else "inop"}
    follows = TABLES["B4-engine"]["then"]
    if name in ("runaway", "fire"):
        for face, comes, _ in spread(follows[name], ("inop", {}), ("forced_down", {}), ("shot_down", {})):
            stays = comes == "inop"
            case(
                name,
                "B4-engine",
                total,
                face,
                args=("no_2",),
                given=LOST,
                then=then if stays else {},
                ends="" if stays else comes,
            )
    else:
        case(name, "B4-engine", total, args=("no_2",), then=then)
    if name == "damaged":
        again: Facts = {"engine_state[no_2]": "damaged"}
        case("damaged twice", "B4-engine", total, args=("no_2",), given=again, then=INOP)
case("runaway jet", "B4-engine", 2, args=("no_2",), given={"aircraft": "e555"}, then=INOP)

# --- guns

FIRST_FACE = {GUNS[line["gives"]]: line["span"][0] for line in TABLES["B4-gun"]["rows"] if line["gives"] != "Waist"}


def gun_case(aircraft: str, position: str, faces: tuple[int, ...]) -> None:
    """A hit on a gun position: the gun, or the man who serves it."""
    guns = {name: man for name, man, _, _ in MATS[aircraft]["guns"]}
    given: Facts = {"aircraft": aircraft}
    if position not in guns:
        case(f"{position} on the {aircraft}: none", "B4-gun", *faces, given=given)
        return
    gun, man = GUNS[position], POSTS[guns[position]]
    for face, comes, _ in spread(TABLES["B4-gun"]["then"], ("inop", {}), ("B5", {})):
        if comes == "inop":
            case(
                f"{position} on the {aircraft}", "B4-gun", *faces, face, given=given, then={f"gun_state[{gun}]": "inop"}
            )
        else:
            wound: Facts = {f"condition[{man}]": "light", **({"combat_wounds": 1} if man == "pilot" else {})}
            case(f"{position} on the {aircraft}", "B4-gun", *faces, face, 1, given=given, then=wound)


for aircraft, mat in MATS.items():
    fixed = any(name == "FixedForward" for name, *_ in mat["guns"])
    for line in TABLES["B4-gun"]["rows"]:
        for face in range(line["span"][0], line["span"][1] + 1):
            if line["gives"] == "Waist":
                for waist in TABLES["B4-gun"]["waist"]:
                    for second in range(waist["span"][0], waist["span"][1] + 1):
                        gun_case(aircraft, waist["gives"], (face, second))
            else:
                gun_case(aircraft, "FixedForward" if fixed and line["gives"] == "Nose" else line["gives"], (face,))

# --- electronics, systems, the bomb bay

for total in sides("1d10"):
    device = result("B4-electronics", total)
    case(device or "wiring", "electronics_hit", total, then={f"device_out[{DEVICES[device]}]": "yes"} if device else {})

SYSTEMS: dict[str, Mapping[str, Word]] = {
    "oxygen": {"oxygen_out": "yes"},
    "life_rafts": {"rafts_gone": "yes"},
    "chaff_A": {"dispenser_out[dispenser_a]": "yes"},
    "chaff_B": {"dispenser_out[dispenser_b]": "yes"},
    "hydraulics": {"hydraulics_out": "yes"},
    "fixed_camera": {"camera_out[fixed_camera]": "yes"},
}
RECON: Facts = {"task": "reconnaissance", "bombs_aboard": "no"}
for total in sides("1d6"):
    name = result("B4-systems", total)
    case(name, "B4-systems", total, then={} if name == "fixed_camera" else SYSTEMS[name])
    case(f"{name}, reconnaissance", "B4-systems", total, given=RECON, then=SYSTEMS[name])

LOADS: dict[str, Facts] = {
    "conventional": {"bombs_aboard": "yes", **LOST},
    "atomic": {"task": "atomic", "weapon_aboard": "yes", **LOST},
    "recon": RECON,
    "leaflets": {"task": "leaflets"},
    "empty": {},
}
for load, facts in LOADS.items():
    for total in sides("2d6"):
        name, follows = result("B4-bay", total), TABLES["B4-bay"]["load_hit"][load]
        told = f"{name}, {load}"
        if name != "load_hit":
            case(told, "B4-bay", total, given=facts, then={"doors_jammed": "yes"} if name == "doors_jammed" else {})
        elif isinstance(follows, str):
            bay: Facts = {"camera_out[bay_camera]": "yes"}
            case(told, "B4-bay", total, given=facts, then=bay if follows == "bay_camera" else {})
        else:
            dead: Facts = {"weapon_dead": "yes"}
            for face, comes, does in spread(follows, ("skin_only", {}), ("explosion", {}), ("weapon_dead", dead)):
                ends = "explosion" if comes == "explosion" else ""
                case(told, "B4-bay", total, face, given=facts, then=does, ends=ends)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_roll_does_what_the_sheet_says(case: Case) -> None:
    found = scene({"aircraft": "he277", **case.given})
    before = found.state()
    found.play(called(found, case.table), *case.args, dice=case.dice, spare=SPARE if case.ends else ())
    if case.ends:
        assert_lost(found, case.ends)
    else:
        changed = {name: value for name, value in changes(before, found.state()).items() if name not in KEPT_IN_MIND}
        wanted = {name: value for name, value in case.then.items() if before[name] != value}
        assert changed == wanted, f"{case}: the game says {changed}, the sheet {wanted}; asked {found.asked}"


def called(found: Sky, name: str) -> str:
    """A table or a procedure, as the program calls it."""
    return next(call for call in (f"roll:{name}", f"do:{name}") if call in found.machine.functions)


def assert_lost(found: Sky, how: str) -> None:
    """She is lost in this way, over land."""
    jumps = [table for table in found.asked if table == "B8"]
    if how == "explosion":
        assert found["fate"] == "dead"
        assert not jumps
        assert [found[f"condition[{man}]"] for man in MEN if found.define("aboard", man) == "yes"].count("killed") >= 7
    elif how == "shot_down":
        assert (found["fate"], found["hull"]) == ("captured", "shot_down")
        assert len(jumps) == 8
        assert "B7" not in found.asked
    else:
        assert found["fate"] == "captured"
        assert found["hull"] != "airworthy"
        assert "B7" in found.asked or jumps


# --- which engine, who is hit

ENGINE_FACES = [(aircraft, face) for aircraft in ("he277", "fw300", "me364", "e555") for face in sides("1d6")]


@pytest.mark.parametrize(("aircraft", "face"), ENGINE_FACES)
def test_an_engine_is_hit_where_there_is_one(aircraft: str, face: int) -> None:
    rows = TABLES["B4-engine_no"]["rows"][str(MATS[aircraft]["figures"]["engines"])]
    engine = row(rows, face)["gives"]
    found = scene({"aircraft": aircraft})
    found.do("random_hit", dice=[15, face, *([8] if engine else [])])
    damaged = [name for name in ENGINES if found[f"engine_state[{name}]"] == "damaged"]
    assert damaged == ([f"no_{engine}"] if engine else [])
    assert found["hits"] == 1


CREW_FACES = [
    (aircraft, total, face, agent)
    for aircraft in MATS
    for total in sides("1d10")
    for face in (sides("1d6") if total == 10 else [0])
    for agent in ("no", "yes")
]


@pytest.mark.parametrize(("aircraft", "total", "face", "agent"), CREW_FACES)
def test_a_man_is_hit_where_he_is(aircraft: str, total: int, face: int, agent: str) -> None:
    """With an agent aboard the sheet does not say which waist gunner; nor does this."""
    word = result("B4-crew", total)
    if face:
        word = row(TABLES["B4-crew"]["waist with agent" if agent == "yes" else "waist"], face)["gives"]
    crew = {POSTS[man] for man in MATS[aircraft]["crew"]} | ({"agent"} if agent == "yes" else set())
    men = {"port_gunner", "starboard_gunner"} if word == "Waist Gunner" else {POSTS[word]}
    found = scene({"aircraft": aircraft, "agent_aboard": agent, "zone": 4})
    spare = [1] * 3 if word == "Waist Gunner" else []
    found.play(
        "do:random_hit",
        dice=[21, total, *([face] if face else []), *([1] if men <= crew and not spare else [])],
        spare=spare,
    )
    hurt = {man for man in MEN if found[f"condition[{man}]"] != "fit"}
    if len(men) == 1:
        assert hurt == men & crew
    else:
        assert hurt <= men & crew
        assert len(hurt) == min(1, len(men & crew))


# --- where a hit lands

LOCATIONS: dict[str, tuple[list[int], list[str], Mapping[str, Word]]] = {
    "Airframe": ([], [], {"airframe_hits": 1}),
    "Port wing": ([5], ["B4-wing"], {"root_hits[port]": 1}),
    "Starboard wing": ([5], ["B4-wing"], {"root_hits[starboard]": 1}),
    "Tail": ([1], ["B4-tail"], {"rudder_hits": 1}),
    "Engine": ([1, 8], ["B4-engine_no", "B4-engine"], {"engine_state[no_1]": "damaged"}),
    "Gun position": ([5, 1], ["B4-gun"], {"gun_state[tail]": "inop"}),
    "Electronics": ([5], ["B4-electronics"], {"device_out[radio]": "yes"}),
    "Crew": ([4, 1], ["B4-crew", "B5"], {"condition[navigator]": "light"}),
    "Systems": ([2], ["B4-systems"], {"rafts_gone": "yes"}),
    "Bomb bay": ([4], ["B4-bay"], {"doors_jammed": "yes"}),
    "Superficial": ([], [], {}),
}
"""The dice that follow, the tables they are thrown on, and what has changed besides the hits."""


@pytest.mark.parametrize("face", TABLES["B3"]["cells"])
def test_a_random_hit_lands_where_the_sheet_says(face: str) -> None:
    dice, tables, then = LOCATIONS[TABLES["B3"]["cells"][face]]
    found = scene({"aircraft": "he277", "zone": 4})
    before = found.state()
    found.do("random_hit", dice=[int(face), *dice])
    changed = {name: value for name, value in changes(before, found.state()).items() if name not in KEPT_IN_MIND}
    assert changed == {"hits": 1, **then}
    assert [table for table in found.asked if table] == ["B3", *tables]


# --- structure

THRESHOLDS = [
    (aircraft, facts, table, args, die)
    for aircraft, mat in MATS.items()
    for figure in [mat["figures"]]
    for facts, table, args, die in (
        [({"airframe_hits": figure["airframe"] - 1}, "random_hit", (), 12)]
        + [({f"root_hits[{side}]": figure["wing_root"] - 1}, "B4-wing", (side,), 5) for side in ("port", "starboard")]
        + [({"rudder_hits": figure["rudder"] - 1}, "B4-tail", (), 1)]
        + [
            (
                {f"tailplane_hits[{a}]": figure["tailplane"], f"tailplane_hits[{b}]": figure["tailplane"] - 1},
                "B4-tail",
                (),
                die,
            )
            for a, b, die in (("port", "starboard", 4), ("starboard", "port", 3))
        ]
    )
]


@pytest.mark.parametrize(("aircraft", "facts", "table", "args", "die"), THRESHOLDS)
def test_the_last_hit_of_the_mat_brings_her_down(aircraft: str, facts: Facts, table: str, args: Any, die: int) -> None:
    found = scene({"aircraft": aircraft, **LOST, **facts})
    found.play(called(found, table), *args, dice=[die], spare=SPARE)
    assert (found["fate"], found["hull"]) == ("captured", "shot_down")
    jumps = [throw for throw in found.throws if throw.table == "B8"]
    assert len(jumps) == len(MATS[aircraft]["crew"])
    assert all(throw.total - throw.natural == 1 for throw in jumps), "structure"


@pytest.mark.parametrize(("aircraft", "facts", "table", "args", "die"), THRESHOLDS)
def test_the_last_hit_but_one_does_not(aircraft: str, facts: Facts, table: str, args: Any, die: int) -> None:
    before: dict[str, Word] = dict(facts)
    name = next(name for name in reversed(before) if int(before[name]) > 0)
    before[name] = int(before[name]) - 1
    found = scene({"aircraft": aircraft, **LOST, **before})
    found.play(called(found, table), *args, dice=[die])
    assert found["fate"] == "home"


# --- random events


@pytest.mark.parametrize("line", TABLES["C1"]["rows"], ids=lambda line: line["gives"])
def test_a_random_event_does_what_the_sheet_says(line: Mapping[str, Any]) -> None:
    total = line["span"][0]
    given: Facts = {"aircraft": "he277", "zone": 3, "endurance": 10}
    found = scene(given)
    before = found.state()
    dice = {"Electrical storm": [1, 10, 1, 5], "Engine failure": [2]}.get(line["gives"], [])
    spare = SPARE if line["gives"] == "Bounced!" else []
    found.play("roll:C1", dice=[total, *dice], spare=spare)
    if line["gives"] == "Bounced!":
        return  # see the rulebook's cases
    changed = {name: value for name, value in changes(before, found.state()).items() if name not in KEPT_IN_MIND}
    assert changed == EVENTS[line["gives"]]


EVENTS: dict[str, Mapping[str, Word]] = {
    "Electrical storm": {"device_out[radar]": "yes", "device_out[radio]": "yes"},
    "Engine failure": {"engine_state[no_2]": "inop"},
    "Oxygen leak": {"oxygen_out": "yes"},
    "Headwind": {"endurance": 9},
    "Lucky charm": {"charms": 1},
    "Cloud bank": {"cloud_banks": 1},
    "Ace for a day": {"lucky": "tail_gunner"},
    "Master mechanic": {"mechanics": 1},
    "Commendation": {"experience": 2},
    "Signals intelligence": {"no_carriers": "yes"},
}


OVER_THE_SEA: Facts = {
    "aircraft": "he277",
    "target": "boston_yard",
    "target_zone": 5,
    "bombs_aboard": "yes",
    "endurance": 10,
    "zone": 3,
    "month": "april",
}


@pytest.mark.parametrize(
    ("total", "dice", "given", "then"),
    [
        (4, (), {"oxygen_out": "yes"}, {}),
        (6, (), {"endurance": 0}, {}),
        (3, (2, 3), {"engine_state[no_2]": "inop"}, {"engine_state[no_3]": "inop"}),
        (3, (5, 1), {}, {"engine_state[no_1]": "inop"}),
        (3, (2,), {"engine_state[no_2]": "damaged"}, {"engine_state[no_2]": "inop"}),
    ],
)
def test_an_event_finds_what_still_works(
    total: int, dice: tuple[int, ...], given: Facts, then: Mapping[str, Word]
) -> None:
    found = scene({**OVER_THE_SEA, **given})
    before = found.state()
    found.roll("C1", dice=[total, *dice])
    assert changes(before, found.state()) == then


def test_a_cloud_bank_hides_the_bomber_once() -> None:
    found = scene({**OVER_THE_SEA, "cloud_banks": 1})
    found.do("visit", 4, dice=[10], answers=["hide"])
    assert found.asked == ["B1"]
    assert found["cloud_banks"] == 0


def test_signals_intelligence_keeps_carriers_away() -> None:
    found = scene({**OVER_THE_SEA, "no_carriers": "yes"})
    found.do("visit", 4, dice=[10])
    assert found.asked == ["B1"]
    land = scene({**OVER_THE_SEA, "no_carriers": "yes", "zone": 4, "homeward": "yes"})
    land.do("visit", 5, dice=[9], spare=SPARE)
    assert "B2-place" in land.asked


def test_a_master_mechanic_counts_six_hits_fewer() -> None:
    found = scene({**OVER_THE_SEA, "hits": 12, "mechanics": 1})
    found.do("repair", answers=["mechanic"])
    assert (found["idle"], found["mechanics"]) == (0, 0)
    found = scene({**OVER_THE_SEA, "hits": 13, "mechanics": 2})
    found.do("repair", answers=["mechanic"])
    assert (found["idle"], found["hull"], found["mechanics"]) == (1, "airworthy", 1)


# --- nothing that can be hit is passed over in silence

ABOARD: Facts = {"zone": 5, "target_zone": 5, "endurance": 12, "bombs_aboard": "yes"}
WRECKED: Facts = {
    **ABOARD,
    **{f"gun_state[{gun}]": "inop" for gun in GUNS.values()},
    **{f"device_out[{device}]": "yes" for device in DEVICES.values()},
    **{f"condition[{man}]": "killed" for man in MEN},
    **{f"{part}_out[{side}]": "yes" for part in ("gear", "aileron", "flaps") for side in ("port", "starboard")},
    **{f"dispenser_out[dispenser_{letter}]": "yes" for letter in "ab"},
    **{f"camera_out[{camera}]": "yes" for camera in ("fixed_camera", "bay_camera")},
    **dict.fromkeys(("oxygen_out", "rafts_gone", "doors_jammed", "hydraulics_out", "tail_wheel_out"), "yes"),
    "engine_state[no_1]": "inop",
    "engine_state[no_2]": "damaged",
    "tailplane_hits[port]": 5,
    "bombs_aboard": "no",
}
STATES: dict[str, Facts] = {
    "as she left": ABOARD,
    "wrecked": WRECKED,
    "photographing": {**ABOARD, "task": "reconnaissance", "bombs_aboard": "no"},
    "wrecked cameras": {**WRECKED, "task": "reconnaissance"},
    "an agent in the waist": {**ABOARD, "task": "agent_drop", "agent_aboard": "yes"},
    "a dead weapon": {**ABOARD, "task": "atomic", "bombs_aboard": "no", "weapon_aboard": "yes", "weapon_dead": "yes"},
    "serious wounds": {**ABOARD, **{f"condition[{man}]": "serious" for man in MEN}},
}
PLACES: tuple[tuple[str, tuple[Word, ...]], ...] = (
    ("roll:B4-wing", ("port",)),
    ("roll:B4-wing", ("starboard",)),
    ("roll:B4-tail", ()),
    ("do:engine_hit", ()),
    ("roll:B4-gun", ()),
    ("do:electronics_hit", ()),
    ("do:man_hit", ()),
    ("roll:B4-systems", ()),
    ("roll:B4-bay", ()),
    ("do:airframe_hit", ()),
)


class Lost(Exception):  # noqa: N818 - it is no mistake
    """She is lost: what follows is no damage any more."""


class Told(Sky):
    """A bomber that is hit, and what the player is told of it last.

    Attributes:
        faces: The dice of this turn, each with what it can show at most.
        last: The last line told: of a titled row that does nothing, of a change, of what is said.
    """

    def every_hit(self, facts: Facts, name: str, args: tuple[Word, ...]) -> Iterator[tuple[list[int], str]]:
        """Each way the dice can fall in a call, with the last line told."""
        script: list[int] = []
        while True:
            self.begin(facts)
            self.script, self.faces, self.last = [*script], [], ""
            try:
                self.call(name, *args)
            except Lost:
                self.last = "lost"
            yield [face for face, _ in self.faces], self.last
            while self.faces and self.faces[-1][0] == self.faces[-1][1]:
                self.faces.pop()
            if not self.faces:
                return
            script = [*(face for face, _ in self.faces[:-1]), self.faces[-1][0] + 1]

    def on_roll(self, site: int, count: int, sides: int) -> int:
        place = self.program.sites[site]
        if isinstance(place, RollSite) and place.table in ("B7", "B8", "B9"):
            raise Lost
        face = self.script.pop(0) if self.script else count
        self.faces.append((face, count * sides))
        return face

    def on_ask(self, site: int, options: Sequence[int], score: Any, values: Any) -> int:
        raise Lost

    def on_event(self, site: int, *values: int) -> None:
        place = self.program.sites[site]
        if isinstance(place, SaySite):
            self.last = self.describer.fill(place.text, values)
        elif isinstance(place, ChangeSite) and (field := self.describer.field_at(values[0])) and field.title:
            self.last = field.title
        elif isinstance(place, RollSite):
            row = place.rows[values[2]] if values[2] >= 0 else None
            self.last = row.title if row and row.text in ("nothing", "none") else ""


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("aircraft", MATS)
def test_of_every_hit_the_player_is_told_what_it_did(aircraft: str, state: str) -> None:
    found = Told(GAME, program())
    facts = {**STATES[state], "aircraft": aircraft}
    ways = 0
    for name, args in PLACES:
        for dice, last in found.every_hit(facts, name, args):
            ways += 1
            assert last, f"{name} {args} {dice}: nobody says what that did"
    assert ways > 60
