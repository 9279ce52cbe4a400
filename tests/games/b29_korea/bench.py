"""B-29 Korea on a bench: scenes with fighters in them."""

from __future__ import annotations

from pathlib import Path

from tests.games.scenes import Bench, Facts, Game, Scene, Word, changes

__all__ = ["Facts", "Word", "changes"]

HERE = Path(__file__).parent

OPTIONAL = (
    "take_off",
    "fuel_check",
    "navigation",
    "random_events",
    "searchlights",
    "evasive_action",
    "additional_flak",
    "start_weight",
    "passing_shots",
)
"""The optional rules; all are on unless a player turns them off."""

OTHER_READINGS = {
    "fuel_indicators": "yes",
    "windmill_after_hit": "yes",
    "oxygen_two_hits": "yes",
    "jam_natural_only": "yes",
    "runaway_flies_on": "yes",
    "lost_counts": "yes",
    "fire_stops_propeller": "yes",
    "masks_in_pressure": "yes",
    "hatches_for_all": "yes",
}
"""The second reading of every ruling that has two."""

OTHER_FIGURES = {
    "main_boxes": "32",
    "climb_cost": "1",
    "off_course_fuel": "2",
    "assembly_zone": "5",
    "disband_zone": "5",
    "rejoin_cost": "2",
    "rejoin_as": "kept",
    "escort_zone": "5",
    "escort_leaves": "5",
    "short_payment": "by_die",
    "mig_needs_straggler": "yes",
    "yak_needs_straggler": "no",
    "one_target": "no",
    "friendly_landing": "no",
    "burst_results": "no",
    "extra_turn_fighters": "no",
    "turning_fighters": "no",
    "fighters_return": "no",
    "caution": "careful",
}
"""Another figure at every point that an owner of the printed rules may want to change."""

MEN = (
    "pilot",
    "copilot",
    "bombardier",
    "navigator",
    "flight_engineer",
    "radio_operator",
    "cfc",
    "left_gunner",
    "right_gunner",
    "radar_operator",
    "tail_gunner",
)
ENGINES = ("no_1", "no_2", "no_3", "no_4")
TURRETS = ("fwd_upper", "fwd_lower", "aft_upper", "aft_lower", "tail")
MONTHS = ("november", "december", "january", "february", "march", "april")

GAME = Game("b29_korea")
sources, graph, program, data = GAME.sources, GAME.graph, GAME.program, GAME.data


HEALTH = ("unhurt", "light", "twice", "serious", "dead")
"""What the game calls wounds; the transcriptions count them as ``points``."""


class Sky(Scene):
    """A bomber in the air, as a test wants her."""

    def set(self, facts: Facts) -> None:
        """Bring about facts; wound points are words of the game."""
        super().set({name: wounds(name, value) for name, value in facts.items()})

    def slot(self, name: str) -> int:
        """The slot of a field; that of a man's wounds by either name."""
        return super().slot(name.replace("points[", "health["))

    def __getitem__(self, name: str) -> Word:
        found = super().__getitem__(name)
        return HEALTH.index(str(found)) if name.startswith("points[") else found

    def state(self) -> dict[str, Word]:
        """Everything but what stands in lists, by name; wounds as points."""
        return {
            name.replace("health[", "points["): HEALTH.index(str(value)) if name.startswith("health[") else value
            for name, value in super().state().items()
        }

    def fighter(self, **facts: Word) -> int:
        """A fighter joins: a Chinese MiG-15 at 12 o'clock level, unless told otherwise; what it is called."""
        usual: Facts = {"kind": "mig15", "nation": "china", "clock": "twelve", "height": "level"}
        return self.join("fighters", {**usual, **facts})


def wounds(name: str, value: Word) -> Word:
    """The value of a fact; of wound points, the game's word."""
    return HEALTH[value] if name.startswith("points[") and isinstance(value, int) else value


scene = Bench(GAME, Sky).scene
