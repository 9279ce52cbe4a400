"""Handwritten Python version of flak over the target, straight from the cards, without framework or rules files.

It is the baseline of the compiled rules. Both throw the same dice in the same order, with the same effect on the
bomber. Impossible cases are left out: fighters, and the rabbit's foot of the random events.
"""

from __future__ import annotations

from collections.abc import Callable

from bombsight.dsl.dice import Dice

ONE_DIE, TWO_DICE = Dice(1, 6), Dice(2, 6)

SECTIONS = range(6)
NOSE, COCKPIT, BOMB_BAY, RADIO_ROOM, WAIST, TAIL = SECTIONS
PORT_WING, STARBOARD_WING = 6, 7

POSTS = range(10)
BOMBARDIER, NAVIGATOR, PILOT, COPILOT, ENGINEER, RADIO, BALL, PORT_GUNNER, STARBOARD_GUNNER, TAIL_GUNNER = POSTS
HOME_SECTIONS = (NOSE, NOSE, COCKPIT, COCKPIT, COCKPIT, RADIO_ROOM, WAIST, WAIST, WAIST, TAIL)
TWIN_GUNS_SERVED = (0, 0, 0, 0, 1, 0, 1, 0, 0, 1)

(
    NOSE_GUN,
    PORT_CHEEK_GUN,
    STARBOARD_CHEEK_GUN,
    TOP_TURRET,
    RADIO_GUN,
    BALL_TURRET,
    PORT_WAIST_GUN,
    STARBOARD_WAIST_GUN,
    TAIL_GUNS,
) = range(9)

PORT, STARBOARD = 0, 1
OUTBOARD, INBOARD = 0, 1
RUNNING, STOPPED, UNFEATHERED = 0, 1, 2
ENGLAND, WATER, BELGIUM, FRANCE, NETHERLANDS, GERMANY, WATER_OR_FRANCE, WATER_OR_NETHERLANDS = range(8)
GOOD, POOR, BAD = 0, 1, 2
LIGHT, MEDIUM, HEAVY = 0, 1, 2
BACK, ELSEWHERE, GONE = 0, 1, 2
LOST_AT_SEA, CAPTURED_IN_JUMP, CAPTURED_AFTER_LANDING = 2, 4, 5

HITS = ((2, 12), (2, 3, 7, 12), (2, 3, 5, 7, 9, 11, 12))  # O-3: light, medium, heavy
SHELLS = (0, 0, 0, 1, 4, 3, 2, 1, 2, 3, 4, 1, 4)  # O-4, by the total; a 2 is a burst inside
AREAS = (  # O-5, by the total
    0,
    0,
    BOMB_BAY,
    PORT_WING,
    RADIO_ROOM,
    TAIL,
    PORT_WING,
    TAIL,
    STARBOARD_WING,
    WAIST,
    NOSE,
    STARBOARD_WING,
    COCKPIT,
)


class DownError(Exception):
    """Raised when the flight is over: the bomber is destroyed, or abandoned."""


class Bomber:
    """A bomber over its target, in formation and undamaged before the flak."""

    def __init__(
        self, roll: Callable[[int, Dice], int], zone: int, starred: bool, below: int, weather: int = GOOD
    ) -> None:
        self.roll = roll  # of a site and dice; the site is of no use here
        self.zone = zone
        self.starred = starred
        self.below = below
        self.weather = weather

        self.flak_hit = False
        self.out_of_formation = False
        self.strayed = False
        self.altitude_low = False
        self.must_abort = False
        self.bombs_aboard = True
        self.fate = BACK
        self.distress_call = True

        self.points = [0] * 10  # wounds: light 1, serious 3, killed 4
        self.holds = list(POSTS)
        self.jumped = [False] * 10
        self.loss: list[int | None] = [None] * 10
        self.oxygen_hits = [0] * 10
        self.heat_out = [False] * 10
        self.extinguishers = 5

        self.broken = [False] * 9
        self.turret_stuck = False
        self.engine = [RUNNING] * 4
        self.engine_charges = [2] * 4
        self.oil_leak = [0] * 4
        self.engine_zones = 0
        self.leaking = [False] * 4
        self.leaks = 0
        self.fuel_left: int | None = None
        self.wing_root = [0, 0]
        self.flap_out = [False, False]
        self.aileron_out = [False, False]
        self.brake_out = [False, False]
        self.gear_out = False
        self.elevator_out = [False, False]
        self.tailplane_hits = [0, 0]
        self.tailwheel_out = False
        self.rudder_hits = 0
        self.window_hits = 0
        self.cable_hits = 0
        self.norden_out = False
        self.navigation_out = False
        self.bomb_controls_out = False
        self.bomb_release_out = False
        self.bomb_doors_out = False
        self.rafts_out = False
        self.radio_out = False
        self.intercom_out = False
        self.oxygen_system_out = False
        self.feathering_out = False
        self.engine_extinguishers_out = False
        self.autopilot_instrument_out = False
        self.autopilot_tail_out = False
        self.gear_controls_out = False
        self.flap_controls_out = False
        self.aileron_controls_out = False
        self.elevator_controls_out = False
        self.rudder_controls_out = False
        self.burst_in = [False] * 6

    # --- the flak

    def meet_flak(self) -> None:
        """Play the flak by tables O-2 to O-5, with all consequences."""
        try:
            flak = self.roll_flak_strength()
            if flak is not None:
                self.take_flak(flak)
        except DownError:
            pass

    def roll_flak_strength(self) -> int | None:  # O-2
        """Roll on table O-2 for the strength of the flak; None for no flak."""
        total = self.roll(0, ONE_DIE)
        if self.starred:
            total += 1
        if self.weather != GOOD:
            total -= 1
        if total <= 1:
            return None
        if total <= 3:
            return LIGHT
        if total <= 5:
            return MEDIUM
        return HEAVY

    def take_flak(self, flak: int) -> None:
        """Roll on table O-3 for hits by flak of a strength, and resolve each; then check who flies."""
        hits = HITS[flak]
        struck = 0
        for _ in range(3):
            if self.roll(0, TWO_DICE) in hits:  # O-3
                struck += 1
        if struck:
            self.flak_hit = True
            for _ in range(struck):
                self.resolve_flak_hit()
        self.check_controls()

    def resolve_flak_hit(self) -> None:  # O-4
        """Roll on table O-4 for a burst inside or a number of shell hits, and where each strikes."""
        total = self.roll(0, TWO_DICE)
        if total == 2:
            self.burst_inside(AREAS[self.roll(0, TWO_DICE)])
        else:
            for _ in range(SHELLS[total]):
                self.hit_area(AREAS[self.roll(0, TWO_DICE)])

    def hit_area(self, area: int) -> None:
        """Roll for the damage to an area of the bomber."""
        if area == PORT_WING:
            self.damage_wing(PORT)
        elif area == STARBOARD_WING:
            self.damage_wing(STARBOARD)
        elif area == TAIL:
            self.damage_tail()
        elif area == WAIST:
            self.damage_waist()
        elif area == RADIO_ROOM:
            self.damage_radio_room()
        elif area == NOSE:
            self.damage_nose()
        elif area == BOMB_BAY:
            self.damage_bomb_bay()
        else:
            self.damage_cockpit()

    # --- the sections

    def damage_nose(self) -> None:  # P-1
        """Roll on table P-1 for damage to the nose."""
        total = self.roll(0, TWO_DICE)
        if total == 2:
            self.norden_out = True
        elif total == 3:
            self.broken[(self.roll(0, ONE_DIE) - 1) // 2] = True
        elif total == 4:
            self.wound(BOMBARDIER)
            self.wound(NAVIGATOR)
        elif total == 5:
            self.wound(NAVIGATOR)
        elif total == 6:
            self.wound(BOMBARDIER)
        elif total == 10:
            if self.roll(0, ONE_DIE) <= 3:
                self.navigation_out = True
            else:
                self.bomb_controls_out = True
        elif total == 11:
            die = self.roll(0, ONE_DIE)
            if die <= 2 or die >= 5:
                self.heat_out[BOMBARDIER] = True
            if die >= 3:
                self.heat_out[NAVIGATOR] = True
        elif total == 12:
            die = self.roll(0, ONE_DIE)
            if die == 6:
                self.fight_fire(NOSE)
                return
            if die <= 2 or die == 5:
                self.damage_oxygen(BOMBARDIER)
            if die >= 3:
                self.damage_oxygen(NAVIGATOR)

    def damage_cockpit(self) -> None:  # P-2
        """Roll on table P-2 for damage to the cockpit."""
        total = self.roll(0, TWO_DICE)
        if total == 2:
            self.heat_out[PILOT] = True
            self.heat_out[COPILOT] = True
        elif total == 3:
            self.wound(PILOT)
            self.wound(COPILOT)
        elif total == 4:
            self.wound(PILOT)
        elif total == 5:
            self.wound(COPILOT)
        elif total == 8:
            die = self.roll(0, ONE_DIE)
            if die <= 2 or die == 6:
                self.broken[TOP_TURRET] = True
            if die >= 3:
                self.wound(ENGINEER)
        elif total == 9:
            self.damage_instruments()
        elif total == 10:
            die = self.roll(0, ONE_DIE)
            if die == 6:
                self.fight_fire(COCKPIT)
                return
            if die <= 2:
                self.damage_oxygen(PILOT)
            if die == 1 or die == 3:
                self.damage_oxygen(COPILOT)
            if die >= 4:
                self.damage_oxygen(ENGINEER)
        elif total == 11:
            self.window_hits = min(self.window_hits + 1, 2)
            if self.window_hits == 2:
                self.heat_out[PILOT] = True
                self.heat_out[COPILOT] = True
        elif total == 12:
            self.damage_cables()

    def damage_bomb_bay(self) -> None:  # P-3
        """Roll on table P-3 for damage to the bomb bay."""
        total = self.roll(0, TWO_DICE)
        if total == 2:
            self.bomb_release_out = True
        elif total in (3, 9, 11):
            if self.bombs_aboard and self.roll(0, ONE_DIE) >= 5:
                self.destroy()
        elif total == 4:
            self.rafts_out = True
        elif total in (5, 10):
            if self.roll(0, ONE_DIE) <= 2:
                self.bomb_doors_out = True
        elif total == 12:
            self.damage_cables()

    def damage_radio_room(self) -> None:  # P-4
        """Roll on table P-4 for damage to the radio room."""
        total = self.roll(0, TWO_DICE)
        if total == 2:
            self.heat_out[RADIO] = True
        elif total == 3:
            self.intercom_out = True
        elif total in (4, 5):
            self.radio_out = True
        elif total == 6:
            self.wound(RADIO)
        elif total == 11:
            if self.roll(0, ONE_DIE) <= 5:
                self.damage_oxygen(RADIO)
            else:
                self.fight_fire(RADIO_ROOM)
        elif total == 12:
            self.damage_cables()

    def damage_waist(self) -> None:  # P-5
        """Roll on table P-5 for damage to the waist."""
        total = self.roll(0, TWO_DICE)
        if total == 2:
            die = self.roll(0, ONE_DIE)
            if die <= 2:
                self.damage_oxygen(PORT_GUNNER)
            elif die <= 4:
                self.damage_oxygen(STARBOARD_GUNNER)
            elif die == 5:
                self.damage_oxygen(BALL)
            else:
                self.fight_fire(WAIST)
        elif total == 3:
            if self.roll(0, ONE_DIE) <= 3:
                self.broken[PORT_WAIST_GUN] = True
            else:
                self.broken[STARBOARD_WAIST_GUN] = True
        elif total == 6:
            self.wound(PORT_GUNNER)
        elif total == 8:
            self.wound(STARBOARD_GUNNER)
        elif total == 9:
            die = self.roll(0, ONE_DIE)
            if die <= 2:
                self.wound(BALL)
            elif die == 3:
                self.heat_out[BALL] = True
            elif die <= 5:
                self.broken[BALL_TURRET] = True
            else:
                self.turret_stuck = True
        elif total == 10:
            self.wound(PORT_GUNNER)
            self.wound(STARBOARD_GUNNER)
        elif total == 11:
            if self.roll(0, ONE_DIE) <= 3:
                self.heat_out[PORT_GUNNER] = True
            else:
                self.heat_out[STARBOARD_GUNNER] = True
        elif total == 12:
            self.damage_cables()

    def damage_tail(self) -> None:  # P-6
        """Roll on table P-6 for damage to the tail."""
        total = self.roll(0, TWO_DICE)
        if total == 2:
            self.heat_out[TAIL_GUNNER] = True
        elif total == 3:
            if self.roll(0, ONE_DIE) <= 3:
                self.tailwheel_out = True
            else:
                self.autopilot_tail_out = True
        elif total == 4:
            self.broken[TAIL_GUNS] = True
        elif total == 5:
            self.wound(TAIL_GUNNER)
        elif total == 7:
            self.rudder_hits = min(self.rudder_hits + 1, 3)
        elif total in (9, 10):
            die = self.roll(0, ONE_DIE)
            if die == 3:
                self.elevator_out[PORT] = True
            elif die == 4:
                self.elevator_out[STARBOARD] = True
            elif die == 5:
                self.damage_tailplane(PORT)
            elif die == 6:
                self.damage_tailplane(STARBOARD)
        elif total == 11:
            if self.roll(0, ONE_DIE) <= 5:
                self.damage_oxygen(TAIL_GUNNER)
            else:
                self.fight_fire(TAIL)
        elif total == 12:
            self.damage_cables()

    def damage_tailplane(self, side: int) -> None:
        """Count a hit on a tailplane; with three on each side the crew bails out."""
        self.tailplane_hits[side] = min(self.tailplane_hits[side] + 1, 3)
        if self.tailplane_hits == [3, 3]:
            self.bail_out(controlled=False)

    def damage_cables(self) -> None:
        """Count a hit on the control cables, up to two."""
        self.cable_hits = min(self.cable_hits + 1, 2)

    def damage_instruments(self) -> None:  # BL-2
        """Roll on table BL-2 for damage to an instrument or system."""
        total = self.roll(0, TWO_DICE)
        if total == 2:
            self.autopilot_instrument_out = True
        elif total == 3:
            self.gear_controls_out = True
        elif total == 4:
            self.intercom_out = True
        elif total == 5:
            self.oxygen_system_out = True
        elif total == 6:
            self.flap_controls_out = True
        elif total == 7:
            self.aileron_controls_out = True
        elif total == 8:
            self.elevator_controls_out = True
        elif total == 9:
            self.rudder_controls_out = True
        elif total == 10:
            self.feathering_out = True
        elif total == 11:
            self.engine_extinguishers_out = True
        else:
            self.bail_out(controlled=True)

    # --- the wings

    def damage_wing(self, side: int) -> None:  # BL-1
        """Roll on table BL-1 for damage to a wing."""
        total = self.roll(0, TWO_DICE)
        if total in (2, 3, 11):
            self.wing_root[side] += 1
            if self.wing_root[side] == 5:
                self.bail_out(controlled=False)
        elif total == 4:
            if self.roll(0, ONE_DIE) <= 3:
                self.flap_out[side] = True
        elif total == 5:
            if self.roll(0, ONE_DIE) <= 3:
                self.aileron_out[side] = True
        elif total == 9:
            if self.roll(0, ONE_DIE) <= 3:
                self.damage_engine(2 * side)
            else:
                self.damage_engine(2 * side + 1)
        elif total == 10:
            if self.roll(0, ONE_DIE) <= 3:
                self.damage_fuel_tank(2 * side + OUTBOARD)
            else:
                self.damage_fuel_tank(2 * side + INBOARD)
        elif total == 12:
            if self.roll(0, ONE_DIE) <= 3:
                self.brake_out[side] = True
            else:
                self.gear_out = True

    def damage_engine(self, engine: int) -> None:
        """Roll for the damage to an engine: none, stopped, runaway, or its oil tank hit."""
        die = self.roll(0, ONE_DIE)
        if die <= 2:
            return
        if die <= 4:
            if self.engine[engine] == RUNNING:
                feathered = self.roll(0, ONE_DIE) <= 5
                self.stop_engine(engine, STOPPED if feathered else UNFEATHERED)
        elif die == 5:
            if self.engine[engine] == RUNNING:
                if self.feathering_out or self.roll(0, ONE_DIE) == 6:
                    self.bail_out(controlled=True)
                self.stop_engine(engine, STOPPED)
        else:
            self.damage_oil_tank(engine)

    def damage_oil_tank(self, engine: int) -> None:
        """Roll for the damage to an engine's oil tank: a fire, a leak, or none."""
        die = self.roll(0, ONE_DIE)
        if die <= 2:
            self.fight_engine_fire(engine)
        elif die <= 4:
            if self.engine[engine] == RUNNING:
                zones = (self.roll(0, ONE_DIE) + 1) // 2
                if self.oil_leak[engine] == 0 or zones < self.oil_leak[engine]:
                    self.oil_leak[engine] = zones

    def fight_engine_fire(self, engine: int) -> None:
        """Use an engine's extinguishers until one puts the fire out; else the crew bails out."""
        if not self.engine_extinguishers_out:
            while self.engine_charges[engine] > 0:
                self.engine_charges[engine] -= 1
                if self.roll(0, ONE_DIE) <= 4:
                    if self.engine[engine] == RUNNING:
                        self.stop_engine(engine, STOPPED)
                    return
        self.bail_out(controlled=True)

    def stop_engine(self, engine: int, state: int) -> None:
        """Stop an engine, feathered or not, with the consequences of the number of engines out."""
        self.engine[engine] = state
        self.oil_leak[engine] = 0
        if state == UNFEATHERED:
            self.leave_formation()
        engines_out = 4 - self.engine.count(RUNNING)
        if engines_out == 4:
            self.land_without_engines()
        elif engines_out >= 2:
            self.must_abort = True
            if not self.bomb_doors_out:
                self.bombs_aboard = False
            self.altitude_low = True
            self.leave_formation()
            if engines_out == 3:
                self.engine_zones = 1

    def damage_fuel_tank(self, tank: int) -> None:
        """Roll for the damage to a fuel tank: a fire, a leak, or none."""
        die = self.roll(0, ONE_DIE)
        if die <= 2:
            self.bail_out(controlled=self.roll(0, ONE_DIE) <= 5)
        elif die <= 4:
            self.start_fuel_leak(tank)

    def start_fuel_leak(self, tank: int) -> None:
        """Let a fuel tank leak, and reduce the turns that fuel remains for."""
        if not self.leaking[tank]:
            self.leaking[tank] = True
            self.leaks += 1
        if self.leaks == 1:
            turns = (self.roll(0, ONE_DIE) + 1) // 2 + 3
        elif self.leaks == 2:
            turns = 2
        else:
            turns = 1
        if self.fuel_left is None or turns < self.fuel_left:
            self.fuel_left = turns

    # --- men, oxygen, fire

    def man_at_post(self, post: int) -> int | None:
        """Find the living man at a post; None if it is empty."""
        for man in POSTS:
            if self.holds[man] == post and self.points[man] < 4:
                return man
        return None

    def is_fit(self, man: int) -> bool:
        """Whether a man is neither seriously wounded nor dead."""
        return self.points[man] < 3

    def is_trapped(self, man: int) -> bool:
        """Whether a man is alive in the stuck ball turret."""
        return self.turret_stuck and self.holds[man] == BALL and self.points[man] < 4

    def wound(self, post: int) -> None:  # BL-4
        """Roll on table BL-4 for the wound of the man at a post."""
        man = self.man_at_post(post)
        if man is not None:
            die = self.roll(0, ONE_DIE)
            points = 1 if die <= 3 else 3 if die <= 5 else 4
            self.points[man] = min(self.points[man] + points, 4)

    def damage_oxygen(self, post: int) -> None:
        """Count a hit on the oxygen supply of a post, up to two."""
        self.oxygen_hits[post] = min(self.oxygen_hits[post] + 1, 2)

    def fight_fire(self, section: int) -> None:
        """Cut the oxygen of a section, and use up to three extinguishers; if none helps, the crew bails out."""
        for post in POSTS:
            if HOME_SECTIONS[post] == section:
                self.oxygen_hits[post] = 2
        if self.has_firefighter_for(section):
            for _ in range(3):
                if self.extinguishers > 0:
                    self.extinguishers -= 1
                    if self.roll(0, ONE_DIE) <= 4:  # BL-3
                        return
        self.bail_out(controlled=True)

    def has_firefighter_for(self, section: int) -> bool:
        """Whether anybody can fight a fire in a section: a man there, or one from the next section."""
        near = False
        for man in POSTS:
            if self.can_fight_fire(man):
                distance = HOME_SECTIONS[self.holds[man]] - section
                if distance == 0:
                    return True
                if -1 <= distance <= 1:
                    near = True
        return near

    def can_fight_fire(self, man: int) -> bool:
        """Whether a man can leave his post for a fire."""
        if not self.is_fit(man) or self.is_trapped(man):
            return False
        if self.holds[man] in (PILOT, COPILOT):
            return man == COPILOT and self.is_fit(PILOT)
        return True

    def leave_formation(self) -> None:
        """Fall out of the formation."""
        self.strayed = True
        self.out_of_formation = True

    # --- a burst inside

    def burst_inside(self, area: int) -> None:
        """Apply a burst of flak inside an area, which kills everybody there."""
        if area in (PORT_WING, STARBOARD_WING):
            self.bail_out(controlled=False)
        self.burst_in[area] = True
        for man in POSTS:
            if HOME_SECTIONS[self.holds[man]] == area:
                self.points[man] = 4
        if area in (COCKPIT, TAIL):
            self.bail_out(controlled=False)
        if area == BOMB_BAY and self.bombs_aboard:
            self.destroy()
        self.leave_formation()
        if area == NOSE:
            self.norden_out = True
            for gun in (NOSE_GUN, PORT_CHEEK_GUN, STARBOARD_CHEEK_GUN):
                self.broken[gun] = True
            self.navigation_out = True
            self.bomb_controls_out = True
            for post in (BOMBARDIER, NAVIGATOR):
                self.heat_out[post] = True
                self.oxygen_hits[post] = 2
        elif area == BOMB_BAY:
            self.bomb_release_out = True
            self.rafts_out = True
            self.bomb_doors_out = True
            self.damage_cables()
        elif area == RADIO_ROOM:
            self.intercom_out = True
            self.radio_out = True
            self.heat_out[RADIO] = True
            self.oxygen_hits[RADIO] = 2
            self.damage_cables()
        else:
            for gun in (BALL_TURRET, PORT_WAIST_GUN, STARBOARD_WAIST_GUN):
                self.broken[gun] = True
            self.turret_stuck = True
            for post in (BALL, PORT_GUNNER, STARBOARD_GUNNER):
                self.heat_out[post] = True
                self.oxygen_hits[post] = 2
            self.damage_cables()

    # --- at the controls

    def check_controls(self) -> None:
        """Put somebody at the controls if both pilots are out; without anybody fit the crew bails out."""
        if self.has_pilot_at_controls():
            return
        if self.is_fit(ENGINEER) and not self.is_trapped(ENGINEER):
            self.take_pilots_place(ENGINEER)
        else:
            candidates = [man for man in POSTS if self.is_fit(man) and not self.is_trapped(man)]
            if candidates:
                self.take_pilots_place(min(candidates, key=lambda man: TWIN_GUNS_SERVED[self.holds[man]]))
        if not self.has_pilot_at_controls():
            self.bail_out(controlled=False)

    def has_pilot_at_controls(self) -> bool:
        """Whether a fit man sits in the pilot's or the copilot's seat."""
        return any(self.points[man] < 3 and self.holds[man] in (PILOT, COPILOT) for man in POSTS)

    def take_pilots_place(self, man: int) -> None:
        """Put a man in the pilot's place; a living pilot gets a free bed, one with oxygen and heat first."""
        left = self.holds[man]
        pilot = self.man_at_post(PILOT)
        self.holds[man] = PILOT
        if pilot is not None:
            beds = [
                bed
                for bed in POSTS
                if bed == left or (self.man_at_post(bed) is None and not (bed == BALL and self.turret_stuck))
            ]
            self.holds[pilot] = max(beds, key=self.comfort_of)

    def comfort_of(self, bed: int) -> int:
        """Rate a bed by oxygen and heat, 0 to 3."""
        if self.oxygen_hits[bed] == 2:
            return 0
        return 1 if self.heat_out[bed] else 3

    # --- the end of the flight

    def destroy(self) -> None:
        """End the flight by an explosion, which kills everybody aboard."""
        self.fate = GONE
        for man in POSTS:
            if not self.jumped[man]:
                self.points[man] = 4
        raise DownError

    def land_without_engines(self) -> None:
        """Land without engines: on land the modifier is -10, so the autopilot jumps; on water it may ditch."""
        if self.below in (WATER, WATER_OR_FRANCE, WATER_OR_NETHERLANDS):
            modifiers = self.ditching_modifiers()
            if 5 + modifiers >= 1:
                self.ditch(modifiers)
        self.bail_out(controlled=True)

    def ditching_modifiers(self) -> int:  # G-10
        """Sum the modifiers of table G-10 for a landing on water."""
        total = -4 - self.weather
        if self.rafts_out:
            total -= 6
        if self.out_of_formation and not self.is_radio_working():
            total -= 6
        if not (self.is_fit(PILOT) or self.is_fit(COPILOT)):
            total -= 11
        if self.window_hits >= 2:
            total -= 1
        if self.cable_hits >= 2:
            total -= 1
        if self.flap_controls_out or all(self.flap_out):
            total -= 1
        if self.aileron_controls_out or all(self.aileron_out):
            total -= 1
        if self.elevator_controls_out or all(self.elevator_out):
            total -= 1
        if self.rudder_controls_out or self.rudder_hits >= 3:
            total -= 1
        if 3 in self.tailplane_hits:
            total -= 1
        if any(self.burst_in):
            total -= 4
        return total

    def ditch(self, modifiers: int) -> None:
        """Roll on table G-10 for a landing on water, and end the flight."""
        self.fate = ELSEWHERE
        for man in POSTS:
            if self.is_trapped(man) and (self.gear_out or self.gear_controls_out):
                self.points[man] = 4
        natural = self.roll(0, TWO_DICE)
        total = natural + modifiers
        if total <= 0 and self.bombs_aboard and self.roll(0, ONE_DIE) == 6:
            self.destroy()
        for man in POSTS:
            if self.points[man] < 4:
                if total <= 3 and natural != 12:
                    self.points[man] = 4
                    self.loss[man] = LOST_AT_SEA
                elif self.zone >= 6:
                    self.loss[man] = CAPTURED_AFTER_LANDING
        raise DownError

    def is_radio_working(self) -> bool:
        """Whether the radio works and its fit operator is in the radio room."""
        return not self.radio_out and self.is_fit(RADIO) and HOME_SECTIONS[self.holds[RADIO]] == RADIO_ROOM

    def bail_out(self, controlled: bool) -> None:
        """Let all living men jump, with or without control of the bomber, and end the flight."""
        self.fate = GONE
        self.distress_call = self.is_radio_working()
        ground = self.below
        if ground in (WATER_OR_FRANCE, WATER_OR_NETHERLANDS):
            if not controlled and self.roll(0, ONE_DIE) <= 3:
                ground = WATER
            else:
                ground = FRANCE if ground == WATER_OR_FRANCE else NETHERLANDS
        for man in POSTS:
            if self.points[man] < 4:
                self.jump(man, controlled, ground)
        raise DownError

    def jump(self, man: int, controlled: bool, ground: int) -> None:
        """Roll for a man's exit, landing or rescue, and whether he is captured."""
        if not (self.roll_controlled_exit(man) if controlled else self.roll_uncontrolled_exit(man)):
            self.points[man] = 4
            return
        self.jumped[man] = True
        if ground == WATER:
            if not self.roll_water_rescue(man):
                self.points[man] = 4
                self.loss[man] = LOST_AT_SEA
            elif self.zone >= 6:
                self.loss[man] = CAPTURED_IN_JUMP
        elif ground in (NETHERLANDS, GERMANY) or self.roll(0, ONE_DIE) <= 5:
            self.loss[man] = CAPTURED_IN_JUMP

    def roll_controlled_exit(self, man: int) -> bool:  # G-6
        """Roll on table G-6 for a man's exit from a controlled bomber; return whether he gets out."""
        if not self.is_fit(man) or self.is_trapped(man):
            return False
        total = self.roll(0, ONE_DIE)
        if self.points[man] == 2:
            total -= 1
        return total >= 2 or self.roll(0, ONE_DIE) <= 5

    def roll_uncontrolled_exit(self, man: int) -> bool:  # G-7
        """Roll on table G-7 for a man's exit from an uncontrolled bomber; return whether he gets out."""
        if not self.is_fit(man) or self.is_trapped(man):
            return False
        return self.roll(0, ONE_DIE) == 6

    def roll_water_rescue(self, man: int) -> bool:  # G-8
        """Roll on table G-8 for a man's rescue from the water; return whether he is found."""
        if self.out_of_formation and not self.distress_call:
            return False
        die = self.roll(0, ONE_DIE)
        return die == 6 or (die == 5 and self.points[man] == 0)
