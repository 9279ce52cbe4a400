"""A small program as the compiler would make it, written by hand: a harbour light and the ships that come by.

It holds one of everything that the runtime must tell: tables with modifiers, sub-rolls, d66, elements, names,
each kind of choice, a standing offer, a bound, a fault.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from attrs import evolve

from bombsight.dsl.dice import Dice
from bombsight.dsl.origin import Origin
from bombsight.dsl.source import Span
from bombsight.flat.budgets import STEP_BUDGET
from bombsight.flat.layout import NAMES_SLOT, STEPS_SLOT, Run, SlotField, SlotList
from bombsight.flat.program import (
    Entry,
    EnumInfo,
    ExampleInfo,
    ExampleLine,
    ExampleStep,
    OptionInForce,
    Program,
)
from bombsight.flat.program import ExampleLineKind as LineKind
from bombsight.flat.sites import (
    BeforehandSite,
    ChangeSite,
    ChoiceSite,
    ElementSite,
    EnterSite,
    FaultSite,
    Hole,
    LeaveSite,
    LimitSite,
    ModifierInfo,
    ResultSite,
    RollSite,
    RowInfo,
    SaySite,
    Site,
)
from bombsight.flat.types import BOOL, NONE, ElementType, EnumType, IntType, NameList, TextType, Type

SKY, KIND, SIDE, RESULT = EnumType("Sky"), EnumType("Kind"), EnumType("Side"), EnumType("Result")
SHIP = ElementType("Ship", optional=True)
OIL = IntType(0, 9)
TEXT = TextType()

TRACED = """
NONE = -(2**31)

def program(S, roll, ask, log):
    def start():
        S[2:24] = [0, 6, 0, 0, 0, 0, NONE, NONE] + [NONE] * 3 + [0] * 9 + [0, 0]
        S[7] = S[1]; S[1] += 1

    def step():
        S[0] -= 1
        if S[0] < 0: raise Fault(BUDGET)

    def sky():
        step()
        n = roll(SKY, Dice(2, 6))
        worse = 1 if S[4] == 2 else 0
        t = n + worse
        row = 0 if t <= 6 else 1 if t <= 9 else 2
        log((SKY, n, t, row, worse))
        return row

    def signal(ship):
        step()
        if S[4] == 0 and S[13 + ship % 3] == 0:
            log((SEEN,))
            return 1
        n = roll(SIGNAL, Dice(1, 6))
        row = 0 if n <= 2 else 1
        if S[5] and S[23] < 1:
            if ask(OFFER, (0, 1), None, lambda: (row,)) == 1:
                S[23] += 1
                n = roll(SIGNAL, Dice(1, 6))
                row = 0 if n <= 2 else 1
        log((SIGNAL, n, n, row))
        if row == 0:
            d = roll(DRIFT, Dice(1, 3))
            log((DRIFT, d, d, -1))
        return row

    def watch(h):
        step()
        log((ENTER_WATCH, h))
        was = S[4]; S[4] = sky()
        if was != S[4]: log((CHANGE, 4, was, S[4]))
        log((RESULT_SKY, S[4]))
        n = roll(ARRIVAL, Dice(2, 6, "digits"))
        log((ARRIVAL, n, n, -1))
        if n // 10 <= 4:
            free = [i for i in range(3) if S[10 + i] == NONE]
            if not free:
                log((FULL,))
            else:
                i = free[0]
                ref = S[22] * 3 + i; S[22] += 1
                S[10 + i] = ref; S[13 + i] = 0 if n // 10 <= 2 else 1; S[16 + i] = n % 2; S[19 + i] = n % 10
                log((JOINS, ref, S[13 + i], S[16 + i], S[19 + i]))
        order = ask(ORDER, (0, 1, 2) if S[3] else (1, 2), lambda o: (3 - S[3], 1, 2)[o], lambda: (h, S[4], S[7], S[3]))
        order = ((0, 1, 2) if S[3] else (1, 2))[order]
        if order == 0:
            some = (1, 2, 3)
            k = some[ask(BURN, some, None, lambda: ())]
            log((CHANGE, 3, S[3], S[3] - k))
            S[3] -= k
            if S[3] < 0: raise Fault(NO_OIL)
        elif order == 1:
            side = ask(WATCHED, (0, 1), lambda s: s, lambda: ())
            log((CHANGE, 5 + side, S[5 + side], 1))
            S[5 + side] = 1
        ships = tuple(r for r in S[10:13] if r != NONE)
        if ships:
            i = ask(SHIP, ships, lambda r: S[19 + r % 3] - 4, lambda: ())
            if i >= 0:
                r = ships[i]
                log((CHANGE, 8 + S[16 + r % 3], S[8 + S[16 + r % 3]], r))
                S[8 + S[16 + r % 3]] = r
                log((SAY, r, S[7]))
                safe = signal(r)
                log((CHANGE, 19 + r % 3, S[19 + r % 3], 0))
                S[19 + r % 3] = 0
                log((LEAVES, r))
                S[10 + r % 3] = NONE
                for k in (8, 9):
                    if S[k] == r: S[k] = NONE
                if not safe:
                    log((LEAVE_WATCH,))
                    return 1
        log((LEAVE_WATCH,))
        return 0

    def mission(hours):
        step()
        log((ENTER_NIGHT, hours))
        lost = 0
        for h in range(1, hours + 1):
            lost += watch(h)
        log((LEAVE_NIGHT,))
        S[2] += 1
        return 1 if lost else 0

    def career():
        for _ in range(2):
            mission(2)
            start_names()

    def start_names():
        S[7] = S[1]; S[1] += 1

    def setup():
        S[3] = 2

    return {
        "start": start, "do:mission": mission, "do:career": career,
        "setup:0": setup, "call:0": lambda: mission(1),
        "expect:1": lambda given: S[4] == 1, "expect:5": lambda given: S[3] == 1 and given == 0,
    }
"""

PLACE = Span("harbour.rules", 0, 0, 1, 1, 1, 1)
ORIGIN = Origin(cite="rule 1", place=PLACE)
WHERE: dict[str, Any] = {"owner": "procedure:watch", "origin": ORIGIN}
PRINTED: dict[str, Any] = {"owner": "procedure:watch", "origin": ORIGIN.with_standing("printed")}
ROW: dict[str, Any] = {"origin": Origin(standing="printed")}
EIGHTH = Origin(cite="rule 1", place=evolve(PLACE, line=8))


def rows(*told: tuple[str, str, str]) -> tuple[RowInfo, ...]:
    return tuple(RowInfo(label=label, title=title, text=text, **ROW) for label, title, text in told)


SITES: dict[str, Site] = {
    "BUDGET": FaultSite(text="the rules go on for ever", **WHERE),
    "SKY": RollSite(
        table="Sky",
        title="The sky turns",
        dice=Dice(2, 6),
        modifiers=(
            ModifierInfo(
                label="worse",
                text="sky is gale",
                origin=Origin(cite="rule 2", standing="recovered", evidence="a letter", amended_by=("errata one 1",)),
            ),
        ),
        rows=rows(("..6", "", "clear"), ("7..9", "", "fog"), ("10..", "A gale blows up", "gale")),
        **PRINTED,
    ),
    "SEEN": BeforehandSite(table="Signal", title="A signal", row=rows(("when sky is clear", "", "seen"))[0], **WHERE),
    "SIGNAL": RollSite(
        table="Signal",
        title="A signal",
        dice=Dice(1, 6),
        rows=rows(("..2", "", "missed"), ("3..", "", "seen")),
        owner="procedure:watch",
        origin=ORIGIN.with_standing("reconstructed"),
    ),
    "OFFER": ChoiceSite(
        id="offer:lantern",
        ask=("A second lantern",),
        by="player",
        option_type=None,
        branches=(("keep", ("Let it be",)), ("again", ("Signal again",))),
        offer=True,
        **WHERE,
    ),
    "DRIFT": RollSite(table=None, title="", dice=Dice(1, 3), **WHERE),
    "ENTER_WATCH": EnterSite(
        kind="step", name="watch", title="One hour", types=(IntType(1, 12),), names=("hour",), **WHERE
    ),
    "LEAVE_WATCH": LeaveSite(kind="step", name="watch", **WHERE),
    "ENTER_NIGHT": EnterSite(
        kind="procedure", name="mission", title="One night", types=(IntType(1, 12),), names=("hours",), **WHERE
    ),
    "LEAVE_NIGHT": LeaveSite(kind="procedure", name="mission", **WHERE),
    "CHANGE": ChangeSite(**WHERE),
    "RESULT_SKY": ResultSite(table="Sky", title="The sky turns", names=("",), types=(SKY,), **WHERE),
    "ARRIVAL": RollSite(table="Arrival", title="Who comes by", dice=Dice(2, 6, "digits"), **PRINTED),
    "FULL": LimitSite(text="The roads are full: she stands off.", **WHERE),
    "JOINS": ElementSite(list="ships", joins=True, **WHERE),
    "LEAVES": ElementSite(list="ships", joins=False, **WHERE),
    "ORDER": ChoiceSite(
        id="choice:watch/order",
        ask=("Hour ", Hole(0, IntType(1, 12)), ", ", Hole(1, SKY), ", ", Hole(2, TEXT), " keeps the light"),
        by="player",
        option_type=None,
        branches=(("burn", ("Burn oil, ", Hole(3, OIL), " left")), ("look", ("Look out",)), ("rest", ("Rest",))),
        **WHERE,
    ),
    "BURN": ChoiceSite(id="choice:watch/oil", ask=("How much oil",), by="player", option_type=IntType(1, 3), **WHERE),
    "WATCHED": ChoiceSite(id="choice:watch/side", ask=("Which side",), by="mate", option_type=SIDE, **WHERE),
    "SHIP": ChoiceSite(
        id="choice:watch/ship", ask=("Signal which ship",), by="player", option_type=SHIP, optional=True, **WHERE
    ),
    "SAY": SaySite(text=("A light to the ", Hole(0, SHIP), " from ", Hole(1, TEXT), "."), **WHERE),
    "NO_OIL": FaultSite(text="oil would be below 0", **WHERE),
}

DO = Entry(
    kind="do",
    name="mission",
    function="do:mission",
    params=(("hours", IntType(1, 12)),),
    result=RESULT,
    results=1,
    stays=True,
)

NUMBERS = {name: number for number, name in enumerate(SITES)}


def field(id: str, title: str, kind: Type, base: int, owner: str = "mission", **more: Any) -> SlotField:
    given: dict[str, Any] = {"shape": (), "indices": (), "defaults": (0,)} | more
    return SlotField(id=id, owner=owner, title=title, type=kind, base=base, **given)


FIELDS = (
    field("nights", "Nights kept", IntType(0, 30), 2, "career"),
    field("oil", "Oil", OIL, 3, defaults=(6,)),
    field("sky", "Sky", SKY, 4),
    field("post.watched", "Watched", BOOL, 5, shape=(2,), indices=("Side",), defaults=(0, 0)),
    field("keeper", "", TEXT, 7),
    field("aim", "Aim", SHIP, 8, shape=(2,), indices=("Side",), defaults=(NONE, NONE)),
    field("Ship.kind", "", KIND, 13, "ships", shape=(3,)),
    field("Ship.side", "", SIDE, 16, "ships", shape=(3,)),
    field("Ship.strength", "Strength", OIL, 19, "ships", shape=(3,)),
)


FACTS = {"expect sky is fog": "1", "expect oil is 1": "5", "expect oil is 2": "5"}
"""The entries of facts."""


def line(kind: LineKind, table: str | None, *words: str) -> ExampleLine:
    text = " ".join((kind, *([table or "-"] if kind == "roll" else []), *words))
    entry = FACTS.get(text, "")
    return ExampleLine(kind=kind, table=table, words=words, text=text, place="harbour.rules:9:3", entry=entry)


LINES = (
    line("roll", "Sky", "7"),
    line("expect", None, "sky", "is", "fog"),
    line("roll", "Arrival", "66"),
    line("answer", None, "burn"),
    line("answer", None, "1"),
    line("expect", None, "oil", "is", "1"),
)


CODE = "from bombsight.flat.program import Fault\n" + "".join(f"{n} = {i}\n" for n, i in NUMBERS.items()) + TRACED
"""The traced code."""

PLAIN = (
    "\n".join(line for line in CODE.split("\n") if not line.strip().startswith("log("))
    .replace("if not free:", "if not free: pass")
    .replace("if was != S[4]: log((CHANGE, 4, was, S[4]))", "pass")
)
"""The code without a journal."""

KINDS = {
    "do:mission": DO,
    "do:career": evolve(DO, name="career", params=(), result=None, results=0),
    "setup:0": Entry(kind="setup", name="0", function="setup:0"),
    "call:0": Entry(kind="call", name="0", function="call:0", result=RESULT, results=1),
    "expect:1": Entry(kind="expect", name="1", function="expect:1", params=(("result", RESULT),), results=1),
    "expect:5": Entry(kind="expect", name="5", function="expect:5", params=(("result", RESULT),), results=1),
}
"""The entries by key."""

CODES = {"harbour": (PLAIN, CODE)}
"""The code of each program, by its digest."""


class HarbourMachine:
    """Runs code written by hand."""

    def __init__(self, slots, functions) -> None:
        self.slots, self.functions = slots, functions

    def start(self) -> None:
        self.slots[STEPS_SLOT], self.slots[NAMES_SLOT] = STEP_BUDGET, 0
        self.functions["start"]()

    def call(self, entry: Entry, *args: int):
        return self.functions[entry.key](*args)

    def entry_function(self, entry: Entry):
        return self.functions[entry.key]

    def hook_missions(self, hook) -> None:
        """It plays them itself."""

    def close(self) -> None:
        self.functions = {}


def load(program: Program, roll, ask, log=None) -> HarbourMachine:
    """A machine for one run."""
    names: dict[str, Any] = {"Dice": Dice}
    exec(CODES[program.digest][log is not None], names)
    slots = [STEP_BUDGET, *[0] * (program.slots - 1)]
    return HarbourMachine(slots, names["program"](slots, roll, ask, log))


def harbour(*, plain: str = PLAIN, traced: str = CODE, **changes: Any) -> Program:
    """The program; ``changes`` replace parts of it, ``plain`` and ``traced`` its code."""
    if (plain, traced) != (PLAIN, CODE):
        changes["digest"] = f"harbour {len(CODES)}"
        CODES[changes["digest"]] = (plain, traced)
    return evolve(made(), **changes) if changes else made()


@cache
def made() -> Program:
    """The program as it stands here."""
    return Program(
        game="harbour",
        title="The Harbour Light",
        rules_hash="h1",
        wording_hash="w1",
        options=(OptionInForce(name="new_moon", title="No moon", value="no", default="no"),),
        overlays=("errata one",),
        names=(NameList("", ("Ada", "Bo")),),
        mission=KINDS["do:mission"],
        career=KINDS["do:career"],
        entries=tuple(KINDS.values()),
        enums={
            "Sky": EnumInfo(values=("clear", "fog", "gale"), titles=("clear", "fog", "a gale")),
            "Kind": EnumInfo(values=("packet", "old_trawler"), titles=("Packet", "")),
            "Side": EnumInfo(values=("north", "south"), titles=("North", "South")),
            "Result": EnumInfo(values=("all_safe", "some_lost"), titles=("No ship lost", "A ship lost")),
        },
        fields=FIELDS,
        lists=(
            SlotList(
                id="ships",
                owner="mission",
                title="Ships",
                record="Ship",
                base=10,
                capacity=3,
                fields=("Ship.kind", "Ship.side", "Ship.strength"),
                count=23,
                serial=22,
                holders=(Run(8, 2),),
            ),
        ),
        slots=24,
        sites=tuple(SITES.values()),
        defaults=(0, 0, 0, 6, 0, 0, 0, 0, NONE, NONE, *[NONE] * 3, *[0] * 11),
        data={},
        functions=(),
        too_deep=0,
        digest="harbour",
        examples=(
            ExampleInfo(
                title="One hour",
                origin=EIGHTH,
                setup=(ExampleStep(entry="0", place="harbour.rules:8:3"),),
                call=ExampleStep(entry="0", place="harbour.rules:8:9"),
                lines=LINES,
            ),
        ),
    )
