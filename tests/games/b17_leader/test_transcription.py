"""Every figure of chapters 3 and 4, executed, against an independent transcription.

A test for each kind of chart, which names all that differs at once.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tests.games.b17_leader.bench import HERE, Facts, Word, data, scene

DOCUMENT: dict[str, Any] = json.loads((HERE / "transcription.json").read_text(encoding="utf-8"))
CHARTS: dict[str, dict[str, Any]] = DOCUMENT["charts"]

POSITIONS = {"Middle": "middle", "Rear": "rear", "Front": "front", "Lead": "lead"}
SIDES = {"Rear": "rear", "Port": "port", "Starboard": "starboard", "Front": "front"}
BANDITS = {"BF-109": "bf_109", "FW-190": "fw_190", "BF-110": "bf_110", "ME-410": "me_410"}
LEGS = {"Bandit": "bandit", "Flak": "flak", "BR": "run"}
EFFECTS = "poor_aim clear rear_only bumped wounds_only heavy_hits fast weak_flak replaced two_turns"
EVENTS = dict(enumerate(EFFECTS.split(), 1))
SKILLS = {"Recruit": 0, "Green": 4, "Average": 8, "Skilled": 12, "Veteran": 16, "Ace": 20}
"""Of each the missions flown when it begins."""

DIE = range(1, 11)

# What the game calls each chart, and each of its results; a result of a private list is its row's key.
NAMES: dict[str, tuple[str, Mapping[str, Word]]] = {
    "Bomber Position": ("positions", POSITIONS),
    "Bandit Attacks Bomber": ("bandit_comes", {"No": "..7", "Yes": "8.."}),
    "Bandit Type": ("bandit_types", BANDITS),
    "Bandit Attack Direction": ("directions", SIDES),
    "Fast": ("fast_or_slow", {"No": "slow", "Yes": "fast"}),
    "Flak Damage": ("flak_damage", {"No": "..8", "Yes": "9.."}),
}


def alike(found: Iterable[tuple[object, object, object]]) -> None:
    """Holds where what the game says is what the playbook says, everywhere; names each place where it is not."""
    wrong = [f"{where}: the game says {game!r}, the playbook {book!r}" for where, game, book in found if game != book]
    assert not wrong, "\n".join(wrong)


def given(chart: str, total: int) -> Any:
    """What a total of a chart gives."""
    (found,) = (row for row in CHARTS[chart]["rows"] if covers(row["span"], total))
    return found["gives"]


def covers(span: list[int | None], total: int) -> bool:
    """Whether a total lies between two ends, of which either may be open; below a 1 there is nothing printed."""
    low, high = span
    return (low is None or low == 1 or low <= total) and (high is None or total <= high)


def states(modifiers: list[dict[str, Any]]) -> Iterator[tuple[int, Facts, dict[str, str]]]:
    """What each modifier of a chart adds, and a state in which it does; and one without any."""
    yield 0, {"flown": SKILLS["Average"], "position": "middle"}, {}
    for modifier in modifiers:
        match modifier:
            case {"add": "skill"}:
                for skill, flown in SKILLS.items():
                    yield DOCUMENT["terms"]["skills"]["modifiers"][skill], {"flown": flown}, {}
            case {"add": add, "when": {"position": position}}:
                yield add, {"position": POSITIONS[position]}, {}
            case {"add": add, "when": {"year": year}}:
                yield add, {"position": "middle"}, {"year": str(year)}
            case {"add": add, "when": {"event": event}}:
                yield add, {"event": EVENTS[event]}, {}
            case {"add": add, "when": "damaged"}:
                yield add, {"airframe": "frame"}, {}
                yield add, {"airframe": "engine"}, {}
            case _:
                raise AssertionError(modifier)


def test_charts_of_one_result():
    """Every die, with every modifier."""
    alike(
        (f"{chart} {die} {facts} {options}", told(chart, die, facts, options), names[given(chart, die + add)])
        for chart, (_, names) in NAMES.items()
        for add, facts, options in states(CHARTS[chart].get("modifiers", []))
        for die in DIE
    )


def told(chart: str, die: int, facts: Facts, options: dict[str, str]) -> Word:
    """What the game gives: a value, or the key of a row."""
    table, names = NAMES[chart]
    given_options: dict[str, Any] = {"year": "1943", **options}
    found = scene({"flown": SKILLS["Average"], **facts}, **given_options)
    value = found.roll(table, dice=[die])
    return value if value in names.values() else found.throws[-1].row  # type: ignore[return-value]  # a word, or a row with a key


def test_the_encounters():
    modifiers = {each["when"]["year"]: each["add"] for each in CHARTS["Mission Encounter"]["modifiers"]}
    alike(
        (
            f"{year}, {die}",
            legs(year, die),
            [LEGS[leg] for leg in given("Mission Encounter", die + modifiers.get(year, 0))],
        )
        for year in DOCUMENT["terms"]["years"]["values"]
        for die in DIE
    )


def legs(year: int, die: int) -> list[Word]:
    """What befalls her, in order."""
    found = scene({}, year=str(year))
    found.roll("encounters", dice=[die])
    return [found.told(found.element_slot("stages", stage, "what")) for stage in found.references("stages")]


def test_the_events_and_what_they_do():
    alike((die, scene().roll("events", dice=[die]), EVENTS[die]) for die in DIE)
    effects = {row["span"][0]: row["effect"] for row in CHARTS["Events"]["rows"]}
    fire = {at: changed("bandit_fire", at, "bf_109") for at in EVENTS}
    guns = {at: changed("bomber_fire", at, "rear") for at in EVENTS}
    bombs = {at: changed("bombing", at) for at in EVENTS}
    for kind, found in (("bandit_attack", fire), ("bomber_attack", guns), ("bombing", bombs)):
        said = {at: e.get(kind, 0) if isinstance(e, dict) else 0 for at, e in effects.items()}
        alike((f"event {at}, {kind}", found[at], said[at]) for at in EVENTS)


def changed(table: str, event: int, *args: Word) -> int:
    """What an event adds to a roll."""
    found = scene({"event": EVENTS[event]}, year="1943")
    found.roll(table, *args, dice=[5])
    return sum(found.throws[-1].modifiers.values())


def test_hit_damage():
    rows = {"Superficial Damage": "1..3", "Crew Member Killed": "4..7", "Frame Damage": "8", "Engine Damage": "9"}
    alike((die, struck(die, {}), rows[given("Hit Damage", die)]) for die in range(1, 10))
    heavy = {"event": EVENTS[6]}
    alike((f"{die} + 1", struck(die, heavy), rows[given("Hit Damage", die + 1)]) for die in range(1, 9))


def struck(die: int, facts: Facts) -> str:
    """The row that a die leads to; a man who is killed is the engineer."""
    found = scene(facts)
    found.play("roll:hit_damage", dice=[die], spare=[5])
    return next(throw.row for throw in found.throws if throw.table == "hit_damage")


def test_outcomes():
    words = {"Great": "great", "Good": "good_one", "Average": "fair", "Poor": "poor"}
    alike((flown, scene({"flown": flown}).define("verdict"), words[given("Outcome", flown)]) for flown in range(26))


def test_figures():
    book, charts = DOCUMENT["figures"], CHARTS
    examples = book["values_in_examples"]
    alike(
        [
            ("ME-410", data("Bandit", "ata")["me_410"], book["bandit_attack_value"]["ME-410"]),
            ("Front", data("Side", "ata")["front"], examples["default_front"]["value"]),
            ("XP", [*data("Position", "xp").values()], [*charts["XP Earned by Position"]["values"].values()]),
            ("skill", [*data("Skill", "drm").values()], [*DOCUMENT["terms"]["skills"]["modifiers"].values()]),
            ("Front to 8", scene().define("price", "front_guns"), examples["front_9_to_8_costs"]["value"]),
            ("a bandit", shot_down(), book["bandit_destroyed_xp"]["value"]),
            ("number 5", scene().roll("crew_positions", dice=[5]), "engineer"),
            ("skill of 1", scene().look("mission_track", 1), "recruit"),
            ("skill of 5", scene().look("mission_track", 5), "green"),
        ]
    )
    needed = next(die for die in DIE if led(die) == "yes")
    assert needed == book["target_hit"]["value"]
    years = charts["Bandit Attack Modifier"]["values"]
    alike((year, fire(year), said) for year, said in years.items())
    assert concentrated() == charts["Concentrate Fire"]["add"]


def shot_down() -> Word:
    """The XP of a bandit."""
    found = scene()
    found.do("shoot", "bf_109", "rear", dice=[10])
    return found["pool"]


def led(die: int) -> Word:
    """Whether a leader hits."""
    found = scene({"position": "lead"})
    found.do("bombing_run", dice=[die])
    return found["on_target"]


def fire(year: str) -> int:
    """What a year adds to a bandit's fire; to that at a bomber that evades as well."""
    sums = set()
    for table in ("bandit_fire", "bandit_fire_evaded"):
        found = scene({}, year=year)
        found.roll(table, "bf_109", dice=[5])
        sums.add(sum(found.throws[-1].modifiers.values()))
    (amount,) = sums
    return amount


def concentrated() -> int:
    """What the tactic adds."""
    found = scene({"concentrated": "yes"})
    found.roll("bomber_fire", "rear", dice=[5])
    return sum(found.throws[-1].modifiers.values())
