/* Handwritten C version of flak over the target, straight from the cards: the twin of handwritten_flak.py.

   The same rules, the same dice in the same order, the same choices, and the same left out. `runs` plays many by itself;
   `meet_flak` one, with somebody else's dice, for comparison. */

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>

enum { NOSE, COCKPIT, BOMB_BAY, RADIO_ROOM, WAIST, TAIL, PORT_WING, STARBOARD_WING };
enum { BOMBARDIER, NAVIGATOR, PILOT, COPILOT, ENGINEER, RADIO, BALL, PORT_GUNNER, STARBOARD_GUNNER, TAIL_GUNNER, POSTS };
enum {
    NOSE_GUN, PORT_CHEEK_GUN, STARBOARD_CHEEK_GUN, TOP_TURRET, RADIO_GUN, BALL_TURRET, PORT_WAIST_GUN,
    STARBOARD_WAIST_GUN, TAIL_GUNS, GUNS
};
enum { PORT, STARBOARD };
enum { OUTBOARD, INBOARD };
enum { RUNNING, STOPPED, UNFEATHERED };
enum { ENGLAND, WATER, BELGIUM, FRANCE, NETHERLANDS, GERMANY, WATER_OR_FRANCE, WATER_OR_NETHERLANDS };
enum { GOOD, POOR, BAD };
enum { LIGHT, MEDIUM, HEAVY };
enum { BACK, ELSEWHERE, GONE };
enum { LOST_AT_SEA = 2, CAPTURED_IN_JUMP = 4, CAPTURED_AFTER_LANDING = 5 };
enum { NONE = INT32_MIN };

static const int HOME[POSTS] = {NOSE, NOSE, COCKPIT, COCKPIT, COCKPIT, RADIO_ROOM, WAIST, WAIST, WAIST, TAIL};
static const int TWIN_GUNS_SERVED[POSTS] = {[ENGINEER] = 1, [BALL] = 1, [TAIL_GUNNER] = 1};
static const bool HITS[3][13] = { /* O-3: light, medium, heavy */
    {[2] = true, [12] = true},
    {[2] = true, [3] = true, [7] = true, [12] = true},
    {[2] = true, [3] = true, [5] = true, [7] = true, [9] = true, [11] = true, [12] = true},
};
static const int SHELLS[13] = {0, 0, 0, 1, 4, 3, 2, 1, 2, 3, 4, 1, 4}; /* O-4, by the total; a 2 is a burst inside */
static const int AREAS[13] = { /* O-5, by the total */
    0, 0, BOMB_BAY, PORT_WING, RADIO_ROOM, TAIL, PORT_WING, TAIL, STARBOARD_WING, WAIST, NOSE, STARBOARD_WING, COCKPIT,
};

/* A bomber: her fields by name and number. */
#define FIELDS(ONE, MANY) \
    ONE(zone) ONE(starred) ONE(below) ONE(weather) \
    ONE(flak_hit) ONE(out_of_formation) ONE(strayed) ONE(altitude_low) ONE(must_abort) ONE(bombs_aboard) ONE(fate) \
    ONE(distress_call) \
    MANY(points, POSTS) MANY(holds, POSTS) MANY(jumped, POSTS) MANY(loss, POSTS) MANY(oxygen_hits, POSTS) \
    MANY(heat_out, POSTS) ONE(extinguishers) \
    MANY(broken, GUNS) ONE(turret_stuck) \
    MANY(engine, 4) MANY(engine_charges, 4) MANY(oil_leak, 4) ONE(engine_zones) \
    MANY(leaking, 4) ONE(leaks) ONE(fuel_left) \
    MANY(wing_root, 2) MANY(flap_out, 2) MANY(aileron_out, 2) MANY(brake_out, 2) ONE(gear_out) \
    MANY(elevator_out, 2) MANY(tailplane_hits, 2) ONE(tailwheel_out) ONE(rudder_hits) ONE(window_hits) ONE(cable_hits) \
    ONE(norden_out) ONE(navigation_out) ONE(bomb_controls_out) ONE(bomb_release_out) ONE(bomb_doors_out) \
    ONE(rafts_out) ONE(radio_out) ONE(intercom_out) ONE(oxygen_system_out) ONE(feathering_out) \
    ONE(engine_extinguishers_out) ONE(autopilot_instrument_out) ONE(autopilot_tail_out) ONE(gear_controls_out) \
    ONE(flap_controls_out) ONE(aileron_controls_out) ONE(elevator_controls_out) ONE(rudder_controls_out) \
    MANY(burst_in, 6)

#define MEMBER(name) int name;
#define MEMBERS(name, count) int name[count];
typedef struct {
    FIELDS(MEMBER, MEMBERS)
} Bomber;

#define SIZE(name) {#name, 0},
#define SIZES(name, count) {#name, count},
typedef struct {
    const char *name;
    int count; /* 0 for a single value */
} Field;
const Field fields[] = {FIELDS(SIZE, SIZES) {0, 0}};

static const Bomber WHOLE = {
    .bombs_aboard = 1, .fate = BACK, .distress_call = 1,
    .holds = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
    .loss = {NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE},
    .extinguishers = 5, .engine_charges = {2, 2, 2, 2}, .fuel_left = NONE,
};

static Bomber b;
static jmp_buf down; /* the flight is over: the bomber is destroyed, or abandoned */

/* --- dice: SplitMix64, as docs/dice.md has it */

static uint64_t state;
static int (*others)(int count, int sides);

static uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static uint32_t draw(uint32_t limit) {
    for (;;) {
        uint64_t product = (mix(state += 0x9E3779B97F4A7C15u) >> 32) * limit;
        if ((uint32_t)product >= limit || (uint32_t)product >= (uint32_t)-limit % limit)
            return product >> 32;
    }
}

static inline int d6(void) {
    return others ? others(1, 6) : (int)draw(6) + 1;
}

static inline int two_d6(void) {
    if (others)
        return others(2, 6);
    int first = draw(6);
    return first + (int)draw(6) + 2;
}

static inline int least(int one, int other) {
    return one < other ? one : other;
}

/* --- the end of the flight */

static _Noreturn void destroy(void) {
    b.fate = GONE;
    for (int man = 0; man < POSTS; man++)
        if (!b.jumped[man])
            b.points[man] = 4;
    longjmp(down, 1);
}

static bool works(int man) {
    return b.points[man] < 3;
}

static bool trapped(int man) {
    return b.turret_stuck && b.holds[man] == BALL && b.points[man] < 4;
}

static int holder(int post) {
    for (int man = 0; man < POSTS; man++)
        if (b.holds[man] == post && b.points[man] < 4)
            return man;
    return NONE;
}

static bool radio_works(void) {
    return !b.radio_out && works(RADIO) && HOME[b.holds[RADIO]] == RADIO_ROOM;
}

static bool gets_out(int man) { /* G-6 */
    if (!works(man) || trapped(man))
        return false;
    int total = d6();
    if (b.points[man] == 2)
        total--;
    return total >= 2 || d6() <= 5;
}

static bool gets_out_of_control(int man) { /* G-7 */
    return works(man) && !trapped(man) && d6() == 6;
}

static bool saved_from_water(int man) { /* G-8 */
    if (b.out_of_formation && !b.distress_call)
        return false;
    int die = d6();
    return die == 6 || (die == 5 && b.points[man] == 0);
}

static void jump(int man, bool controlled, int ground) {
    if (!(controlled ? gets_out(man) : gets_out_of_control(man))) {
        b.points[man] = 4;
        return;
    }
    b.jumped[man] = 1;
    if (ground == WATER) {
        if (!saved_from_water(man)) {
            b.points[man] = 4;
            b.loss[man] = LOST_AT_SEA;
        } else if (b.zone >= 6)
            b.loss[man] = CAPTURED_IN_JUMP;
    } else if (ground == NETHERLANDS || ground == GERMANY || d6() <= 5)
        b.loss[man] = CAPTURED_IN_JUMP;
}

static _Noreturn void bail_out(bool controlled) {
    b.fate = GONE;
    b.distress_call = radio_works();
    int ground = b.below;
    if (ground == WATER_OR_FRANCE || ground == WATER_OR_NETHERLANDS) {
        if (!controlled && d6() <= 3)
            ground = WATER;
        else
            ground = ground == WATER_OR_FRANCE ? FRANCE : NETHERLANDS;
    }
    for (int man = 0; man < POSTS; man++)
        if (b.points[man] < 4)
            jump(man, controlled, ground);
    longjmp(down, 1);
}

static int ditching_modifiers(void) { /* G-10 */
    int total = -4 - b.weather;
    if (b.rafts_out)
        total -= 6;
    if (b.out_of_formation && !radio_works())
        total -= 6;
    if (!works(PILOT) && !works(COPILOT))
        total -= 11;
    total -= b.window_hits >= 2;
    total -= b.cable_hits >= 2;
    total -= b.flap_controls_out || (b.flap_out[PORT] && b.flap_out[STARBOARD]);
    total -= b.aileron_controls_out || (b.aileron_out[PORT] && b.aileron_out[STARBOARD]);
    total -= b.elevator_controls_out || (b.elevator_out[PORT] && b.elevator_out[STARBOARD]);
    total -= b.rudder_controls_out || b.rudder_hits >= 3;
    total -= b.tailplane_hits[PORT] == 3 || b.tailplane_hits[STARBOARD] == 3;
    for (int area = NOSE; area <= TAIL; area++)
        if (b.burst_in[area])
            return total - 4;
    return total;
}

static _Noreturn void ditch(int modifiers) {
    b.fate = ELSEWHERE;
    for (int man = 0; man < POSTS; man++)
        if (trapped(man) && (b.gear_out || b.gear_controls_out))
            b.points[man] = 4;
    int natural = two_d6();
    int total = natural + modifiers;
    if (total <= 0 && b.bombs_aboard && d6() == 6)
        destroy();
    for (int man = 0; man < POSTS; man++)
        if (b.points[man] < 4) {
            if (total <= 3 && natural != 12) {
                b.points[man] = 4;
                b.loss[man] = LOST_AT_SEA;
            } else if (b.zone >= 6)
                b.loss[man] = CAPTURED_AFTER_LANDING;
        }
    longjmp(down, 1);
}

static _Noreturn void come_down(void) { /* without engines: on land the modifier is -10; on water it may ditch */
    if (b.below == WATER || b.below == WATER_OR_FRANCE || b.below == WATER_OR_NETHERLANDS) {
        int modifiers = ditching_modifiers();
        if (5 + modifiers >= 1)
            ditch(modifiers);
    }
    bail_out(true);
}

/* --- men, oxygen, fire */

static void wound(int post) { /* BL-4 */
    int man = holder(post);
    if (man != NONE) {
        int die = d6();
        b.points[man] = least(b.points[man] + (die <= 3 ? 1 : die <= 5 ? 3 : 4), 4);
    }
}

static void oxygen_hit(int post) {
    b.oxygen_hits[post] = least(b.oxygen_hits[post] + 1, 2);
}

static void cables_hit(void) {
    b.cable_hits = least(b.cable_hits + 1, 2);
}

static bool can_fight(int man) {
    if (!works(man) || trapped(man))
        return false;
    if (b.holds[man] == PILOT || b.holds[man] == COPILOT)
        return man == COPILOT && works(PILOT);
    return true;
}

static bool firefighter_for(int section) { /* a man of the section, else one from the next */
    bool near = false;
    for (int man = 0; man < POSTS; man++)
        if (can_fight(man)) {
            int distance = HOME[b.holds[man]] - section;
            if (distance == 0)
                return true;
            if (-1 <= distance && distance <= 1)
                near = true;
        }
    return near;
}

static void fire(int section) {
    for (int post = 0; post < POSTS; post++)
        if (HOME[post] == section)
            b.oxygen_hits[post] = 2;
    if (firefighter_for(section))
        for (int attempt = 0; attempt < 3; attempt++)
            if (b.extinguishers > 0) {
                b.extinguishers--;
                if (d6() <= 4) /* BL-3 */
                    return;
            }
    bail_out(true);
}

static void leave_formation(void) {
    b.strayed = 1;
    b.out_of_formation = 1;
}

/* --- the wings */

static void stop_engine(int engine, int how) {
    b.engine[engine] = how;
    b.oil_leak[engine] = 0;
    if (how == UNFEATHERED)
        leave_formation();
    int engines_out = 0;
    for (int each = 0; each < 4; each++)
        engines_out += b.engine[each] != RUNNING;
    if (engines_out == 4)
        come_down();
    if (engines_out >= 2) {
        b.must_abort = 1;
        if (!b.bomb_doors_out)
            b.bombs_aboard = 0;
        b.altitude_low = 1;
        leave_formation();
        if (engines_out == 3)
            b.engine_zones = 1;
    }
}

static void engine_fire(int engine) {
    if (!b.engine_extinguishers_out)
        while (b.engine_charges[engine] > 0) {
            b.engine_charges[engine]--;
            if (d6() <= 4) {
                if (b.engine[engine] == RUNNING)
                    stop_engine(engine, STOPPED);
                return;
            }
        }
    bail_out(true);
}

static void oil_tank_hit(int engine) {
    int die = d6();
    if (die <= 2)
        engine_fire(engine);
    else if (die <= 4 && b.engine[engine] == RUNNING) {
        int zones = (d6() + 1) / 2;
        if (b.oil_leak[engine] == 0 || zones < b.oil_leak[engine])
            b.oil_leak[engine] = zones;
    }
}

static void engine_hit(int engine) {
    int die = d6();
    if (die <= 2)
        return;
    if (die <= 4) {
        if (b.engine[engine] == RUNNING)
            stop_engine(engine, d6() <= 5 ? STOPPED : UNFEATHERED);
    } else if (die == 5) {
        if (b.engine[engine] == RUNNING) {
            if (b.feathering_out || d6() == 6)
                bail_out(true);
            stop_engine(engine, STOPPED);
        }
    } else
        oil_tank_hit(engine);
}

static void leak(int tank) {
    if (!b.leaking[tank]) {
        b.leaking[tank] = 1;
        b.leaks++;
    }
    int turns = b.leaks == 1 ? (d6() + 1) / 2 + 3 : b.leaks == 2 ? 2 : 1;
    if (b.fuel_left == NONE || turns < b.fuel_left)
        b.fuel_left = turns;
}

static void tank_hit(int tank) {
    int die = d6();
    if (die <= 2)
        bail_out(d6() <= 5);
    if (die <= 4)
        leak(tank);
}

static void wing(int side) { /* BL-1 */
    switch (two_d6()) {
    case 2:
    case 3:
    case 11:
        if (++b.wing_root[side] == 5)
            bail_out(false);
        break;
    case 4:
        if (d6() <= 3)
            b.flap_out[side] = 1;
        break;
    case 5:
        if (d6() <= 3)
            b.aileron_out[side] = 1;
        break;
    case 9:
        engine_hit(d6() <= 3 ? 2 * side : 2 * side + 1);
        break;
    case 10:
        tank_hit(d6() <= 3 ? 2 * side + OUTBOARD : 2 * side + INBOARD);
        break;
    case 12:
        if (d6() <= 3)
            b.brake_out[side] = 1;
        else
            b.gear_out = 1;
    }
}

/* --- the sections */

static void instruments(void) { /* BL-2 */
    switch (two_d6()) {
    case 2: b.autopilot_instrument_out = 1; break;
    case 3: b.gear_controls_out = 1; break;
    case 4: b.intercom_out = 1; break;
    case 5: b.oxygen_system_out = 1; break;
    case 6: b.flap_controls_out = 1; break;
    case 7: b.aileron_controls_out = 1; break;
    case 8: b.elevator_controls_out = 1; break;
    case 9: b.rudder_controls_out = 1; break;
    case 10: b.feathering_out = 1; break;
    case 11: b.engine_extinguishers_out = 1; break;
    case 12: bail_out(true);
    }
}

static void nose(void) { /* P-1 */
    int die;
    switch (two_d6()) {
    case 2: b.norden_out = 1; break;
    case 3: b.broken[(d6() - 1) / 2] = 1; break;
    case 4: wound(BOMBARDIER); wound(NAVIGATOR); break;
    case 5: wound(NAVIGATOR); break;
    case 6: wound(BOMBARDIER); break;
    case 10:
        if (d6() <= 3)
            b.navigation_out = 1;
        else
            b.bomb_controls_out = 1;
        break;
    case 11:
        die = d6();
        if (die <= 2 || die >= 5)
            b.heat_out[BOMBARDIER] = 1;
        if (die >= 3)
            b.heat_out[NAVIGATOR] = 1;
        break;
    case 12:
        die = d6();
        if (die == 6) {
            fire(NOSE);
            return;
        }
        if (die <= 2 || die == 5)
            oxygen_hit(BOMBARDIER);
        if (die >= 3)
            oxygen_hit(NAVIGATOR);
    }
}

static void cockpit(void) { /* P-2 */
    int die;
    switch (two_d6()) {
    case 2: b.heat_out[PILOT] = b.heat_out[COPILOT] = 1; break;
    case 3: wound(PILOT); wound(COPILOT); break;
    case 4: wound(PILOT); break;
    case 5: wound(COPILOT); break;
    case 8:
        die = d6();
        if (die <= 2 || die == 6)
            b.broken[TOP_TURRET] = 1;
        if (die >= 3)
            wound(ENGINEER);
        break;
    case 9: instruments(); break;
    case 10:
        die = d6();
        if (die == 6) {
            fire(COCKPIT);
            return;
        }
        if (die <= 2)
            oxygen_hit(PILOT);
        if (die == 1 || die == 3)
            oxygen_hit(COPILOT);
        if (die >= 4)
            oxygen_hit(ENGINEER);
        break;
    case 11:
        b.window_hits = least(b.window_hits + 1, 2);
        if (b.window_hits == 2)
            b.heat_out[PILOT] = b.heat_out[COPILOT] = 1;
        break;
    case 12: cables_hit();
    }
}

static void bomb_bay(void) { /* P-3 */
    switch (two_d6()) {
    case 2: b.bomb_release_out = 1; break;
    case 3:
    case 9:
    case 11:
        if (b.bombs_aboard && d6() >= 5)
            destroy();
        break;
    case 4: b.rafts_out = 1; break;
    case 5:
    case 10:
        if (d6() <= 2)
            b.bomb_doors_out = 1;
        break;
    case 12: cables_hit();
    }
}

static void radio_room(void) { /* P-4 */
    switch (two_d6()) {
    case 2: b.heat_out[RADIO] = 1; break;
    case 3: b.intercom_out = 1; break;
    case 4:
    case 5: b.radio_out = 1; break;
    case 6: wound(RADIO); break;
    case 11:
        if (d6() <= 5)
            oxygen_hit(RADIO);
        else
            fire(RADIO_ROOM);
        break;
    case 12: cables_hit();
    }
}

static void waist(void) { /* P-5 */
    int die;
    switch (two_d6()) {
    case 2:
        die = d6();
        if (die <= 2)
            oxygen_hit(PORT_GUNNER);
        else if (die <= 4)
            oxygen_hit(STARBOARD_GUNNER);
        else if (die == 5)
            oxygen_hit(BALL);
        else
            fire(WAIST);
        break;
    case 3: b.broken[d6() <= 3 ? PORT_WAIST_GUN : STARBOARD_WAIST_GUN] = 1; break;
    case 6: wound(PORT_GUNNER); break;
    case 8: wound(STARBOARD_GUNNER); break;
    case 9:
        die = d6();
        if (die <= 2)
            wound(BALL);
        else if (die == 3)
            b.heat_out[BALL] = 1;
        else if (die <= 5)
            b.broken[BALL_TURRET] = 1;
        else
            b.turret_stuck = 1;
        break;
    case 10: wound(PORT_GUNNER); wound(STARBOARD_GUNNER); break;
    case 11: b.heat_out[d6() <= 3 ? PORT_GUNNER : STARBOARD_GUNNER] = 1; break;
    case 12: cables_hit();
    }
}

static void tailplane_hit(int side) {
    b.tailplane_hits[side] = least(b.tailplane_hits[side] + 1, 3);
    if (b.tailplane_hits[PORT] == 3 && b.tailplane_hits[STARBOARD] == 3)
        bail_out(false);
}

static void tail(void) { /* P-6 */
    switch (two_d6()) {
    case 2: b.heat_out[TAIL_GUNNER] = 1; break;
    case 3:
        if (d6() <= 3)
            b.tailwheel_out = 1;
        else
            b.autopilot_tail_out = 1;
        break;
    case 4: b.broken[TAIL_GUNS] = 1; break;
    case 5: wound(TAIL_GUNNER); break;
    case 7: b.rudder_hits = least(b.rudder_hits + 1, 3); break;
    case 9:
    case 10:
        switch (d6()) {
        case 3: b.elevator_out[PORT] = 1; break;
        case 4: b.elevator_out[STARBOARD] = 1; break;
        case 5: tailplane_hit(PORT); break;
        case 6: tailplane_hit(STARBOARD);
        }
        break;
    case 11:
        if (d6() <= 5)
            oxygen_hit(TAIL_GUNNER);
        else
            fire(TAIL);
        break;
    case 12: cables_hit();
    }
}

/* --- the flak */

static void burst(int area) { /* a burst inside */
    if (area == PORT_WING || area == STARBOARD_WING)
        bail_out(false);
    b.burst_in[area] = 1;
    for (int man = 0; man < POSTS; man++)
        if (HOME[b.holds[man]] == area)
            b.points[man] = 4;
    if (area == COCKPIT || area == TAIL)
        bail_out(false);
    if (area == BOMB_BAY && b.bombs_aboard)
        destroy();
    leave_formation();
    switch (area) {
    case NOSE:
        b.norden_out = b.navigation_out = b.bomb_controls_out = 1;
        b.broken[NOSE_GUN] = b.broken[PORT_CHEEK_GUN] = b.broken[STARBOARD_CHEEK_GUN] = 1;
        b.heat_out[BOMBARDIER] = b.heat_out[NAVIGATOR] = 1;
        b.oxygen_hits[BOMBARDIER] = b.oxygen_hits[NAVIGATOR] = 2;
        break;
    case BOMB_BAY:
        b.bomb_release_out = b.rafts_out = b.bomb_doors_out = 1;
        cables_hit();
        break;
    case RADIO_ROOM:
        b.intercom_out = b.radio_out = b.heat_out[RADIO] = 1;
        b.oxygen_hits[RADIO] = 2;
        cables_hit();
        break;
    default:
        b.broken[BALL_TURRET] = b.broken[PORT_WAIST_GUN] = b.broken[STARBOARD_WAIST_GUN] = 1;
        b.turret_stuck = 1;
        b.heat_out[BALL] = b.heat_out[PORT_GUNNER] = b.heat_out[STARBOARD_GUNNER] = 1;
        b.oxygen_hits[BALL] = b.oxygen_hits[PORT_GUNNER] = b.oxygen_hits[STARBOARD_GUNNER] = 2;
        cables_hit();
    }
}

static void shell_hit(int area) {
    switch (area) {
    case PORT_WING: wing(PORT); break;
    case STARBOARD_WING: wing(STARBOARD); break;
    case TAIL: tail(); break;
    case WAIST: waist(); break;
    case RADIO_ROOM: radio_room(); break;
    case NOSE: nose(); break;
    case BOMB_BAY: bomb_bay(); break;
    default: cockpit();
    }
}

static void flak_hits(void) { /* O-4 */
    int total = two_d6();
    if (total == 2)
        burst(AREAS[two_d6()]);
    else
        for (int shell = 0; shell < SHELLS[total]; shell++)
            shell_hit(AREAS[two_d6()]);
}

static bool pilot_at_controls(void) {
    for (int man = 0; man < POSTS; man++)
        if (works(man) && (b.holds[man] == PILOT || b.holds[man] == COPILOT))
            return true;
    return false;
}

static int comfort(int bed) {
    return b.oxygen_hits[bed] == 2 ? 0 : b.heat_out[bed] ? 1 : 3;
}

static void take_pilots_place(int man) { /* a living pilot gets a free bed, one with oxygen and heat first */
    int left = b.holds[man];
    int pilot = holder(PILOT);
    b.holds[man] = PILOT;
    if (pilot == NONE)
        return;
    int best = NONE;
    for (int bed = 0; bed < POSTS; bed++)
        if (bed == left || (holder(bed) == NONE && !(bed == BALL && b.turret_stuck)))
            if (best == NONE || comfort(bed) > comfort(best))
                best = bed;
    b.holds[pilot] = best;
}

static void check_controls(void) {
    if (pilot_at_controls())
        return;
    int taking = NONE;
    if (works(ENGINEER) && !trapped(ENGINEER))
        taking = ENGINEER;
    else
        for (int man = 0; man < POSTS; man++)
            if (works(man) && !trapped(man))
                if (taking == NONE || TWIN_GUNS_SERVED[b.holds[man]] < TWIN_GUNS_SERVED[b.holds[taking]])
                    taking = man;
    if (taking != NONE)
        take_pilots_place(taking);
    if (!pilot_at_controls())
        bail_out(false);
}

static void under_fire(int flak) {
    int struck = 0;
    for (int shot = 0; shot < 3; shot++)
        struck += HITS[flak][two_d6()]; /* O-3 */
    if (struck) {
        b.flak_hit = 1;
        for (int hit = 0; hit < struck; hit++)
            flak_hits();
    }
    check_controls();
}

static void over_target(void) { /* O-2 to O-5, with all consequences */
    if (setjmp(down))
        return;
    int total = d6() + b.starred - (b.weather != GOOD);
    if (total > 1)
        under_fire(total <= 3 ? LIGHT : total <= 5 ? MEDIUM : HEAVY);
}

static void fresh(int zone, int starred, int below, int weather) {
    b = WHOLE;
    b.zone = zone;
    b.starred = starred;
    b.below = below;
    b.weather = weather;
}

/* --- interface */

Bomber *bomber(void) {
    return &b;
}

void begin(int zone, int starred, int below, int weather) {
    fresh(zone, starred, below, weather);
}

void meet_flak(int (*roll)(int count, int sides)) {
    others = roll;
    over_target();
    others = 0;
}

/* Play runs first to first + count - 1 of a seed's batch over one target; return the final state of the dice. */
uint64_t runs(uint64_t seed, uint32_t first, uint32_t count, int zone, int starred, int below, int weather) {
    for (uint32_t run = first; run < first + count; run++) {
        fresh(zone, starred, below, weather);
        state = mix(seed + (run + (uint64_t)1) * 0x9E3779B97F4A7C15u);
        over_target();
    }
    return state;
}

/* Play the same runs without flak. */
uint64_t fresh_only(uint64_t seed, uint32_t first, uint32_t count, int zone, int starred, int below, int weather) {
    for (uint32_t run = first; run < first + count; run++) {
        fresh(zone, starred, below, weather);
        state = mix(seed + (run + (uint64_t)1) * 0x9E3779B97F4A7C15u);
        __asm__ volatile("" : : "r"(&b) : "memory");
    }
    return state;
}
