"""What examples cannot say: whole years whose dice go by the table, and who is a new man."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import pytest

from bombsight.dsl.dice import Dice
from bombsight.flat.sites import ChoiceSite, RollSite
from tests.games.amerika_bomber.bench import GAME, Facts, Sky, program, scene
from tests.games.amerika_bomber.looking import CREW

SECOND: Facts = {"medal[iron_second]": "yes"}


def skilled(*skills: str) -> Facts:
    """These skills have been bought."""
    return {f"skill[{skill}]": "yes" for skill in skills}


def down(*men: str, wound: str = "serious") -> Facts:
    """These men are wounded."""
    return {f"condition[{man}]": wound for man in men}


def back(**facts: Any) -> Facts:
    """She has landed in April, and there is no experience to spend."""
    return {"aircraft": "he277", "zone": 1, "homeward": "yes", "experience": 0, **facts}


# --- new men


def test_a_killed_man_is_a_new_man_and_one_who_is_away_comes_back() -> None:
    names = [f"crew[{man}].name" for man in CREW]
    found = scene(back(**down("bombardier", wound="killed"), **down("navigator", wound="light")))
    before = found.facts(names)
    found.do("debrief")
    found.do("fill_places")
    flying = found.facts(names)
    found.do("mend_absent")
    found.do("fill_places")
    after = found.facts(names)
    assert [name for name in names if before[name] != flying[name]] == ["crew[bombardier].name", "crew[navigator].name"]
    assert [name for name in names if before[name] != after[name]] == ["crew[bombardier].name"]
    assert len(set(flying.values())) == len(set(after.values())) == len(CREW)


def test_the_drowned_are_new_men_and_their_skills_are_gone() -> None:
    found = scene(
        back(
            zone=3,
            **skilled("navigation", "wizard", "weapons", "accuracy"),
            **{"crew[tail_gunner].kills": 6, "crew[engineer].kills": 2},
        )
    )
    names = [f"crew[{man}].name" for man in CREW]
    before = found.facts(names)
    found.do("forced_down", "no_engine", dice=[*[2] * 8, 12, 12, 12, 2, 12, 2, 12, 2], answers=["jump"])
    found.do("debrief")
    found.do("fill_places")
    after = found.facts(names)
    lost = ["navigator", "ewo", "tail_gunner"]
    assert [name for name in names if before[name] != after[name]] == [f"crew[{man}].name" for man in lost]
    assert (found["crew[tail_gunner].kills"], found["crew[engineer].kills"]) == (0, 2)
    kept = {name for name in found.names if name.startswith("skill[") and found[name] == "yes"}
    assert kept == {"skill[weapons]", "skill[accuracy]"}


def test_the_new_crew_after_hospital_are_all_new_men_but_the_pilot() -> None:
    found = scene(back(**down("pilot")))
    names = [f"crew[{man}].name" for man in CREW]
    before = found.facts(names)
    found.do("debrief", dice=[7])
    found.do("fill_places")
    after = found.facts(names)
    assert [name for name in names if before[name] == after[name]] == ["crew[pilot].name"]
    assert len(set(after.values())) == len(CREW)


def test_a_newer_type_is_another_aircraft_and_so_is_one_in_the_place_of_a_loss() -> None:
    names = set()
    for hull in ("airworthy", "crashed"):
        for answer in ("ju390", "none"):
            found = scene(back(month="august", slot=17, hull=hull))
            before = found["plane.name"]
            found.do("next_bomber", answers=[answer])
            found.do("fill_places")
            names.add((hull, answer, found["plane.name"] != before))
    assert names == {
        ("airworthy", "ju390", True),
        ("airworthy", "none", False),
        ("crashed", "ju390", True),
        ("crashed", "none", True),
    }


# --- whole years

QUIET = {
    "A1": 34,
    "B1": 7,
    "B2a-density": 1,
    "B2a": 2,
    "B10": 7,
    "B11": 7,
    "B6": 7,
    "B7": 7,
    "A2": 6,
    "promotion_board": 6,
    "C2": 7,
}
"""Dice of a year in which nothing happens: every sortie bombs with 20 %, nobody fires a shot."""

CALM = {"assign/order": "obey", "spend/bought": "none", "research_month/wanted": "none", "change_type/newer": "none"}
CALM |= {"consider_abort/order": "go_on", "flak/order": "both"}


class Year(Sky):
    """A career whose dice go by the table, and whose answers by the question; what is not told is quiet.

    Attributes:
        luck: Dice that are thrown first, by table; those without a table under ``-``.
        will: Answers that are given first, by question.
        when: The slot of every roll, and of every question, by table and question.
    """

    luck: dict[str, list[int]]
    will: dict[str, list[str]]
    when: dict[str, list[int]]

    def on_roll(self, site: int, dice: Dice) -> int:
        """The next number for this table."""
        place = self.program.sites[site]
        assert isinstance(place, RollSite)
        table = place.table or "-"
        self.note(table)
        told_of = self.luck.get(table)
        self.dice = [told_of.pop(0) if told_of else QUIET[table]]
        return super().on_roll(site, dice)

    def on_ask(self, site: int, options: Sequence[int], score: Any, values: Any) -> int:
        """The next answer to this question."""
        place = self.program.sites[site]
        assert isinstance(place, ChoiceSite)
        question = place.id.removeprefix("choice:")
        self.note(question)
        told_of = self.will.get(question)
        answer = told_of.pop(0) if told_of else CALM.get(question)
        self.answers = [answer] if answer else []
        return super().on_ask(site, options, score, values)

    def note(self, name: str) -> None:
        """It happened in this slot."""
        self.when.setdefault(name, []).append(int(self["slot"]))

    def pass_by(
        self,
        *,
        first: int = 1,
        luck: Mapping[str, Sequence[int]] | None = None,
        will: Mapping[str, Sequence[str]] | None = None,
        facts: Facts | None = None,
    ) -> str:
        """A career whose first sortie is that of this slot; all that was told must have come about."""
        self.begin({"aircraft": "he277", "idle": first - 1, **(facts or {})})
        self.luck = {table: list(dice) for table, dice in (luck or {}).items()}
        self.will = {question: list(answers) for question, answers in (will or {}).items()}
        self.when = {}
        victory = self.call("do:career")
        assert not any(self.luck.values()), f"dice not asked for: {self.luck}"
        assert not any(self.will.values()), f"answers not asked for: {self.will}"
        assert isinstance(victory, str)
        return victory

    def log(self, member: str) -> list[Any]:
        """A column of the log sheet."""
        return [self.told(self.element_slot("log", line, member)) for line in self.references("log")]

    def slots_of(self, name: str) -> list[int]:
        """In which slots it happened, each once."""
        return list(Counter(self.when.get(name, [])))


@cache
def year(**options: str) -> Year:
    """One for each program."""
    return Year(GAME, program(tuple(sorted(options.items()))))


MONTH_ENDS = list(range(4, 49, 4))


def hurt_pilot(wound: int, hits: int = 1, **more: Sequence[int]) -> dict[str, Sequence[int]]:
    """The flak of the first sortie hits him, and her skin for the rest of 1, 5 or 7 hits."""
    barrage = {1: [7], 5: [12], 7: [12, 9]}[hits]
    return {
        "B2a-density": [6] * len(barrage),
        "B2a": barrage,
        "B3": [21, *[16] * (hits - 1)],
        "B4-crew": [1],
        "B5": [wound],
        **more,
    }


NO_CHAFF_AT_FIRST = {"flak/order": ["no_chaff"]}


def test_a_quiet_year() -> None:
    found = year()
    assert found.pass_by() == "decisive"
    assert found.log("number") == list(range(1, 49))
    assert (found["points"], found["flown"], found["successes"]) == (48 * 20, 48, 48)
    assert found["experience"] == 1 + 12
    assert found.slots_of("promotion_board") == [16, 32, 48]
    assert found.when["research_month/wanted"] == MONTH_ENDS
    held = {name.partition("[")[2][:-1] for name in found.names if name.startswith("medal[") and found[name] == "yes"}
    crosses = {"iron_second", "iron_first", "german_cross", "knights_cross", "oakleaves", "swords"}
    assert held == crosses | {"shield", "clasp_bronze"}


def test_a_year_on_the_ground() -> None:
    found = year()
    assert found.pass_by(first=49) == "defeat"
    assert found.log("number") == []
    assert (found["flown"], found["experience"], found["rank"]) == (0, 1, "hauptmann")
    assert found.slots_of("research_month/wanted") == MONTH_ENDS
    assert found.slots_of("promotion_board") == [16, 32, 48]


def test_wounded_in_november_and_away_over_the_month_s_end() -> None:
    found = year()
    found.pass_by(
        first=31,
        luck=hurt_pilot(4, C2=[10], A2=[6, 6, 6, 6, 6, 6, 6, 1], promotion_board=[5, 2]),
        will={"research_month/wanted": ["mine_shell"], "choose_aircraft/issued": ["ta400"]},
    )
    assert found.log("number") == [31, *range(40, 49)]
    assert found.when["A2"] == MONTH_ENDS[:8]
    assert found["achieved[mine_shell]"] == "yes"
    assert found.when["promotion_board"] == [16, 32, 48]
    assert found.when["choose_aircraft/issued"] == [40]
    assert amounts_at_the_board(found) == [0, 0, -1 - 1]
    assert (found["aircraft"], found["rank"], found["flown"]) == ("ta400", "oberstleutnant", 10)
    assert found["experience"] == 1 + 2
    assert found["medal[wound_black]"] == "yes"


def test_what_is_available_is_asked_when_he_is_back() -> None:
    found = year()
    found.pass_by(first=15, luck=hurt_pilot(4, C2=[2]))
    (issued,) = (choice for choice in found.choices if choice.id == "choose_aircraft/issued")
    assert found.when["choose_aircraft/issued"] == [18]
    assert issued.offered == ("me364", "he277", "fw300", "ju390")


@pytest.mark.parametrize(
    ("hits", "wound", "in_hospital", "following"),
    [(1, 1, [], 3), (5, 1, [], 3), (7, 1, [], 3), (1, 4, [2], 4), (7, 4, [2], 4), (7, 4, [4], 5)],
)
def test_repair_and_wound_run_side_by_side(hits: int, wound: int, in_hospital: list[int], following: int) -> None:
    found = year()
    luck = hurt_pilot(wound, hits, **({"C2": in_hospital} if in_hospital else {}))
    found.pass_by(luck=luck, will=NO_CHAFF_AT_FIRST if hits > 1 else {})
    assert found.log("number")[:2] == [1, following]


def test_another_man_s_wound_keeps_nobody_on_the_ground() -> None:
    found = year()
    luck = {**hurt_pilot(4, C2=[12]), "B4-crew": [4]}
    found.pass_by(luck=luck, facts={**skilled("navigation")})
    assert found.log("number")[:3] == [1, 2, 3]
    assert found["crew[navigator].away"] == 0
    assert found["skill[navigation]"] == "no"


def test_the_last_slot_with_promotion() -> None:
    found = year()
    found.pass_by(
        first=48,
        luck={"A1": [61], "A1-special": [4], "A1-city": [5], "promotion_board": [6, 6, 6]},
        facts={"successes": 4, "points": 200, "rank": "oberstleutnant", **SECOND},
    )
    assert found.slots_of("research_month/wanted")[-1] == found.when["promotion_board"][-1] == 48
    throw = [throw for throw in found.throws if throw.table == "promotion_board"][-1]
    assert throw.total - throw.natural == -2 - 1
    assert (found["rank"], found["points"]) == ("oberst", 300)


def test_the_last_slot_with_a_wound() -> None:
    found = year()
    assert found.pass_by(first=48, luck=hurt_pilot(4), facts={"points": 40}) == "draw"
    assert (found["points"], found["ending"], found["medal[wound_black]"]) == (60, "none", "yes")
    assert found.when["promotion_board"] == [16, 32, 48]


def test_in_hospital_from_the_month_s_end_on() -> None:
    found = year()
    found.pass_by(
        first=16,
        luck=hurt_pilot(4, A2=[6, 6, 6, 4], promotion_board=[4]),
        will={"research_month/wanted": ["mine_shell"]},
    )
    assert next(throw.row for throw in found.throws if throw.table == "promotion_board") == "..4"
    assert (found.when["A2"][3], found.when["promotion_board"][0]) == (16, 16)
    assert found.log("number")[:2] == [16, 21]


@pytest.mark.parametrize("slot", [4, 16, 48])
def test_killed_at_the_month_s_end_there_is_no_end_of_the_month(slot: int) -> None:
    found = year()
    assert found.pass_by(first=slot, luck=hurt_pilot(6), facts={"points": 101}) == "marginal"
    assert found["ending"] == "dead"
    assert slot not in found.slots_of("research_month/wanted")
    assert slot not in found.slots_of("promotion_board")
    assert (found["slot"], found.log("number")) == (slot, [slot])


def test_the_periods_are_counted_apart() -> None:
    found = year()
    found.pass_by(luck={"promotion_board": [6, 6, 6], "B11": [2, 2, 2, 2, 2, 2, 2]})
    amounts = [throw.total - throw.natural for throw in found.throws if throw.table == "promotion_board"]
    assert found["successes"] == 48 - 7
    assert amounts == [-1, -1 - 1 - 2, -1 - 2]


def amounts_at_the_board(found: Year) -> list[int]:
    """What was added to each promotion roll."""
    return [throw.total - throw.natural for throw in found.throws if throw.table == "promotion_board"]


def test_an_aircraft_lost_counts_in_its_period_only() -> None:
    found = year()
    legless = {"B2a-density": [6], "B2a": [7], "B3": [13], "B4-wing": [3], "B7": [12], "B5": [1] * 8}
    found.pass_by(first=15, luck=legless)
    assert found.log("number")[:2] == [15, 17]
    assert found.log("hull_after")[0] == "crashed"
    assert amounts_at_the_board(found) == [1, -1 - 2 - 2, -1 - 2]


def test_worn_out_does_not_count_at_the_board() -> None:
    found = year()
    battered = {"B2a-density": [6, 6], "B2a": [12, 12], "B3": [26, 36, *[16] * 11]}
    found.pass_by(
        first=15,
        luck={**battered, "B4-electronics": [2], "B4-systems": [1]},
        will={"flak/order": ["no_chaff", "no_chaff"]},
    )
    assert found.log("number")[:2] == [15, 16]
    assert found.log("hull_after")[:2] == ["worn_out", "airworthy"]
    assert amounts_at_the_board(found)[0] == 0


def test_training_over_the_month_s_end() -> None:
    found = year()
    calls = [*["none"] * 4, "mine_shell"]
    found.pass_by(first=20, will={"change_type/newer": ["ju390"], "research_month/wanted": calls})
    assert found.log("number")[:2] == [20, 22]
    assert found.when["A2"][0] == 20
    assert found["aircraft"] == "ju390"


@pytest.mark.parametrize(("escape", "slots"), [(3, [3, *range(8, 49)]), (4, [3])])
def test_home_from_canada_after_four_sorties(escape: int, slots: list[int]) -> None:
    found = year(neutral_canada="yes")
    engines = {"B3": [15, 15, 15, 16, 16], "B4-engine_no": [1, 2, 3], "B4-engine": [4, 4, 4]}
    found.pass_by(
        first=3,
        luck={"B2a-density": [6], "B2a": [12], **engines, "-": [escape]},
        will={"flak/order": ["no_chaff"], "offer_canada/way": ["land"]},
    )
    assert found.log("number") == slots
    assert found.slots_of("research_month/wanted") == (MONTH_ENDS if slots[1:] else [])


@pytest.mark.parametrize(("cells", "verdict"), [([64, 65, 66], "decisive"), ([64, 65], "marginal")])
def test_three_atomic_bombs(cells: list[int], verdict: str) -> None:
    found = year()
    assert found.pass_by(first=49 - len(cells), luck={"A1": cells}) == verdict
    assert (found["points"], found["atomic_bombs"]) == (100 * len(cells), len(cells))
    assert found["medal[diamonds]"] == "yes"


def test_a_senior_officer_asks_for_atomic_raids() -> None:
    found = year()
    raids = ["atomic_chicago", "atomic_new_york", "atomic_chicago"]
    verdict = found.pass_by(
        first=44,
        luck={"-": [2, 3, 1, 2]},
        will={"assign/order": ["ask_for"] * 4 + ["obey"], "assign/t": raids},
        facts={"rank": "oberstleutnant"},
    )
    assert verdict == "decisive"
    assert found.log("scored") == [100, 20, 100, 100, 20]
    assert (found["atomic_bombs"], found["points"]) == (3, 340)


def test_damage_is_gone_with_the_sortie() -> None:
    found = year()
    found.pass_by(
        first=47,
        luck={
            "B2a-density": [6],
            "B2a": [12],
            "B3": [26, 26, 36, 45, 66],
            "B4-electronics": [3, 4],
            "B4-systems": [1],
            "B4-gun": [5],
            "B4-bay": [5],
            "-": [1],
        },
        will={"flak/order": ["no_chaff"]},
    )
    assert found.log("scored") == [0, 20]
    assert found.when["B10"] == [48]
    assert [throw.modifiers.get("low_down", 0) for throw in found.throws if throw.table == "B2a"] == [0, 2, 0, 0]


def test_markers_that_last_and_markers_that_do_not() -> None:
    found = year()
    events = {"B1": [*[12, *[7] * 8] * 3, 12], "C1": [7, 10, 8, 9]}
    found.pass_by(first=44, luck=events)
    assert found.when["C1"] == [44, 45, 46, 47]
    assert found.facts(["charms", "mechanics", "cloud_banks", "lucky"]) == {
        "charms": 1,
        "mechanics": 1,
        "cloud_banks": 0,
        "lucky": "none",
    }


def test_a_pilot_and_his_navigator_recover_together() -> None:
    found = year()
    luck = {**hurt_pilot(1), "B2a-density": [6], "B2a": [9], "B3": [21, 21], "B4-crew": [1, 4], "B5": [1, 4], "C2": [2]}
    found.pass_by(luck=luck, facts=skilled("navigation"))
    assert found.log("number")[:3] == [1, 3, 4]
    assert found["crew[navigator].away"] == 0


def test_experience_is_spent_and_works() -> None:
    found = year()
    found.pass_by(first=44, will={"spend/bought": ["landing", "leadership"]})
    assert found["experience"] == 0
    assert {throw.modifiers.get("landing_skill", 0) for throw in found.throws if throw.table == "B7"} == {-1}
    assert found.when["spend/bought"] == [1, 47]
    assert amounts_at_the_board(found) == [0, 0, -2 - 1]


def test_a_light_wound_keeps_a_man_from_one_sortie_and_his_kills() -> None:
    found = year()
    luck = {**hurt_pilot(1), "B4-crew": [9]}
    found.pass_by(luck=luck, facts={"crew[tail_gunner].kills": 5})
    assert found.log("number")[:2] == [1, 2]
    assert found["crew[tail_gunner].kills"] == 5


def test_a_year_ends_with_its_pilot() -> None:
    found = year()
    found.pass_by(
        first=9, luck={"B2a-density": [6], "B2a": [12], "B3": [12] * 5, "B8": [7] * 8}, will=NO_CHAFF_AT_FIRST
    )
    assert (found["ending"], found.log("number"), found["slot"]) == ("captured", [9], 9)
