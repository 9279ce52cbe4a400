"""Small programs of every kind, as text: what a rules author could write, and much that no author would."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

HEAD = """\
game random "Random"
  sources optional
  names "Ann", "Bob"

option wide "Wide" = {wide}

enum Sky: clear, rain, fog
enum Side printed "card"
  | side  | weight | at: Sky |
  | north | 2      | rain    |
  | south | 3      | -       |

record Ship
  name: text
  kind: Sky
  hits: 0..3 full = 1
  load[Side]: 0..2 = 1
  near: Ship or none = none

state career
  years: 0..9 full = 0

state mission
  a: 0..3 full = 1
  b: -2..6 = 1
  flag: yes/no = no
  sky: Sky = clear
  spare: Sky or none = none
  arr[s: Side]: 0..4 full = s.weight
  fuel: 0..3 or none = none
  lead: Ship or none = none

state watch
  w: 0..4 full = 0
  ships: list of Ship at most {capacity}
  mine[Sky]: Ship or none = none
"""


class Names:
    """What can be named at one place.

    Attributes:
        ints, sides, skies, ships: Variables of each kind in sight.
        loops: Whether a loop is open.
        ends: How the block may be left, as lines.
        table: Whether this is a row of a rolled table.
    """

    def __init__(self, counter: list[int], **more: Any) -> None:
        self.counter = counter
        self.ints: tuple[str, ...] = more.get("ints", ())
        self.sides: tuple[str, ...] = more.get("sides", ())
        self.skies: tuple[str, ...] = more.get("skies", ())
        self.ships: tuple[str, ...] = more.get("ships", ())
        self.ends: tuple[str, ...] = more.get("ends", ())
        self.table: bool = more.get("table", False)
        self.natural: bool = more.get("natural", False)
        self.calls: tuple[str, ...] = more.get("calls", ())

    def new(self) -> str:
        self.counter[0] += 1
        return f"v{self.counter[0]}"

    def having(self, **more: Any) -> Names:
        given = {k: getattr(self, k) for k in ("ints", "sides", "skies", "ships", "ends", "table", "natural", "calls")}
        return Names(self.counter, **{**given, **more})


Draw = Callable[[st.SearchStrategy[Any]], Any]


def one(draw: Draw, *choices: Any) -> Any:
    return draw(st.sampled_from(choices))


def side(draw: Draw, names: Names) -> str:
    return one(draw, "north", "south", *names.sides)


def number(draw: Draw, names: Names, depth: int = 2) -> str:
    """An expression with a number."""
    leaves = ["0", "1", "2", "a", "b", "w", "years", "arr", *names.ints, "ship"]
    if names.natural:
        leaves.append("natural")
    kind = (
        one(draw, *leaves)
        if depth <= 0 or draw(st.booleans())
        else one(draw, "sum", "mul", "div", "fold", "count", "call", "data")
    )
    match kind:
        case "arr":
            return f"arr[{side(draw, names)}]"
        case "ship":
            if not names.ships:
                return "2"
            ship = one(draw, *names.ships)
            return one(draw, f"{ship}.hits", f"{ship}.load[{side(draw, names)}]")
        case "sum":
            return f"({number(draw, names, depth - 1)} {one(draw, '+', '-')} {number(draw, names, depth - 1)})"
        case "mul":
            return f"{number(draw, names, 0)} * {one(draw, '2', '3')}"
        case "div":
            divisor = one(draw, "2", "3", f"{side(draw, names)}.weight" if names.sides else "2")
            if "north" in divisor or "south" in divisor:
                divisor = "2"
            return f"({number(draw, names, depth - 1)} / {divisor} rounded {one(draw, 'up', 'down')})"
        case "fold":
            return f"{one(draw, 'min', 'max')}({number(draw, names, depth - 1)}, {number(draw, names, 0)})"
        case "count":
            variable = names.new()
            domain = one(draw, "Side", "{rain, fog}", "ships", "1..2")
            inner = names.having(**within(domain, variable, names))
            return f"count({variable} in {domain} where {truth(draw, inner, depth - 1)})"
        case "call":
            return (
                one(
                    draw,
                    f"figure({number(draw, names, 0)})",
                    f"look up Chart({side(draw, names)}, sky)",
                    "modifiers on Luck(north)",
                )
                if not names.natural
                else "a"
            )
        case "data":
            return f"{one(draw, *names.sides)}.weight" if names.sides else "arr[north]"
        case leaf:
            return str(leaf)


def within(domain: str, variable: str, names: Names) -> dict[str, tuple[str, ...]]:
    """The variable of a loop or a quantifier."""
    key = {"Side": "sides", "ships": "ships", "1..2": "ints"}.get(domain, "skies")
    return {key: (*getattr(names, key), variable)}


def truth(draw: Draw, names: Names, depth: int = 2) -> str:
    """A condition."""
    kinds = ["compare", "compare", "flag", "sky", "set", "none", "option", "range", "relation"]
    if depth > 0:
        kinds += ["not", "and", "or", "any", "guarded"]
    match one(draw, *kinds):
        case "compare":
            op = one(draw, "<", "<=", ">", ">=", "is", "is not")
            return f"{number(draw, names, depth - 1)} {op} {number(draw, names, 0)}"
        case "sky":
            return f"{one(draw, 'sky', *names.skies)} is {one(draw, 'clear', 'rain', 'fog')}"
        case "set":
            return f"{one(draw, 'sky', 'spare', *names.skies)} in {{{one(draw, 'rain, fog', 'clear', 'fog, clear')}}}"
        case "none":
            return f"{one(draw, 'spare', 'fuel', 'lead', 'mine[rain]')} is {one(draw, '', 'not ')}none"
        case "option":
            return "option wide"
        case "range":
            return f"{number(draw, names, 0)} in {one(draw, '0..1', '1..a', 'b..3')}"
        case "relation":
            return f"look up Bears(sky, {side(draw, names)})"
        case "not":
            return f"not ({truth(draw, names, depth - 1)})"
        case "and":
            return f"({truth(draw, names, depth - 1)} and {truth(draw, names, depth - 1)})"
        case "or":
            return f"({truth(draw, names, depth - 1)} or {truth(draw, names, depth - 1)})"
        case "any":
            variable = names.new()
            domain = one(draw, "Sky", "ships", "Side")
            inner = names.having(**within(domain, variable, names))
            return f"any({variable} in {domain} where {truth(draw, inner, depth - 1)})"
        case "guarded":
            return one(
                draw,
                f"(fuel is not none and fuel > {number(draw, names, 0)})",
                f"(lead is not none and lead.hits < {number(draw, names, 0)})",
                "(spare is none or spare is sky)",
            )
        case _:
            return "flag"


def indented(lines: list[str]) -> list[str]:
    return ["  " + line for line in lines]


def block(draw: Draw, names: Names, depth: int, most: int = 3) -> list[str]:
    """A block of statements; it may end by leaving."""
    lines: list[str] = []
    for _ in range(draw(st.integers(1, most))):
        made, names = statement(draw, names, depth)
        lines += made
    if names.ends and draw(st.integers(0, 3)) == 0:
        lines.append(one(draw, *names.ends).replace("NUMBER", number(draw, names, 1)))
    return lines


def amount(draw: Draw, names: Names) -> str:
    """A number, dice too."""
    return one(draw, number(draw, names, 1), "1d2", f"1d3 - {number(draw, names, 0)}")


def statement(draw: Draw, names: Names, depth: int) -> tuple[list[str], Names]:
    """One statement, and what can be named behind it."""
    simple = [
        "set",
        "add",
        "sky",
        "flag",
        "spare",
        "fuel",
        "say",
        "roll",
        "look",
        "reset",
        "let",
        "variable",
        "join",
        "lead",
    ]
    if names.ships:
        simple += ["ship", "remove", "hold"]
    if names.calls:
        simple += ["do"]
    deep = [
        "if",
        "if",
        "each",
        "each",
        "for",
        "repeat",
        "while",
        "choose",
        "branch",
        "held",
        "kept",
        "take",
        "clear",
        "step",
    ]
    match one(draw, *simple) if depth <= 0 or draw(st.booleans()) else one(draw, *deep):
        case "set":
            return [f"set {one(draw, 'a', 'b', 'w', f'arr[{side(draw, names)}]')} to {amount(draw, names)}"], names
        case "add":
            return [f"add {amount(draw, names)} to {one(draw, 'a', 'b', 'w', 'years')}"], names
        case "sky":
            return [f"set sky to {one(draw, 'rain', 'fog', 'roll on Weather', *names.skies)}"], names
        case "flag":
            return [f"set flag to {one(draw, 'yes', 'not flag', truth(draw, names, 1))}"], names
        case "spare":
            value = one(
                draw,
                "none",
                "next(sky)",
                "previous(sky)",
                f"first(y in Sky where {one(draw, 'y is sky', 'flag')})",
                f"{side(draw, names)}.at" if names.sides else "rain",
            )
            if value in ("north.at", "south.at"):
                value = "none"
            return [f"set spare to {value}"], names
        case "fuel":
            return one(
                draw,
                ["set fuel to 3"],
                ["if fuel is not none", f"  add {amount(draw, names)} to fuel"],
                ["set fuel to none"],
            ), names
        case "say":
            return [f'say "{{{number(draw, names, 0)}}} and {{spare}} and {{fuel}}"'], names
        case "roll":
            return [f"roll on {one(draw, 'Weather', f'Luck({side(draw, names)})', 'Damage')}"], names
        case "look":
            return [
                f"look up Acts({number(draw, names, 0)})"
                if draw(st.booleans())
                else f"look up Chart({side(draw, names)}, sky)"
            ], names
        case "reset":
            return [f"reset {one(draw, 'a', 'arr', f'arr[{side(draw, names)}]', 'ships', 'spare', 'lead')}"], names
        case "let":
            variable = names.new()
            value = one(draw, number(draw, names), "1d3", f"roll on Luck({side(draw, names)})", "1d2 + a")
            return [f"let {variable} = {value}"], names.having(ints=(*names.ints, variable))
        case "variable":
            variable = names.new()
            return [
                f"let {variable}: -3..7 = {amount(draw, names)}",
                f"add {amount(draw, names)} to {variable}",
            ], names.having(ints=(*names.ints, variable))
        case "join":
            return one(
                draw,
                [
                    f"if count(x in ships) < 2",
                    f"  add Ship(kind: {one(draw, 'rain', 'sky')}, hits: {number(draw, names, 0)}) to ships",
                ],
                ["add Ship(kind: fog, near: lead) to ships"],
            ), names
        case "lead":
            variable = names.new()
            return [
                f"set {one(draw, 'lead', 'mine[fog]')} to first({variable} in ships where {truth(draw, names.having(ships=(*names.ships, variable)), 1)})"
            ], names
        case "ship":
            ship = one(draw, *names.ships)
            return one(
                draw,
                [f"add {amount(draw, names)} to {ship}.hits"],
                [f"set {ship}.near to lead"],
                [f"set {ship}.load[{side(draw, names)}] to {number(draw, names, 0)}"],
            ), names
        case "remove":
            ship = one(draw, *names.ships)
            return [f"if {truth(draw, names, 1)}", f"  remove {ship} from ships"], names.having(ships=())
        case "hold":
            ship = one(draw, *names.ships)
            return [one(draw, f"set lead to {ship}", f"set mine[sky] to {ship}", f"do tend({ship})")], names.having(
                ships=()
            )
        case "do":
            call = one(draw, *names.calls).replace("NUMBER", number(draw, names, 1)).replace("SIDE", side(draw, names))
            return [call], names.having(ships=())
        case "if":
            lines = [
                f"if {one(draw, truth(draw, names), '1d2 is 1', f'roll on Luck({side(draw, names)}) > {number(draw, names, 0)}')}"
            ]
            lines += indented(block(draw, names, depth - 1))
            if draw(st.booleans()):
                lines += ["else", *indented(block(draw, names, depth - 1))]
            return lines, names.having(ships=())
        case "each":
            variable = names.new()
            domain = one(draw, "ships", "ships", "Side", "Sky", "{rain, fog}")
            inner = names.having(**within(domain, variable, names), ends=(*names.ends, "stop"))
            where = f" where {truth(draw, inner, 1)}" if draw(st.booleans()) else ""
            return [f"for each {variable} in {domain}{where}", *indented(block(draw, inner, depth - 1))], names.having(
                ships=()
            )
        case "for":
            variable = names.new()
            inner = names.having(ints=(*names.ints, variable), ends=(*names.ends, "stop"))
            span = one(draw, "1..2", "2 down to 1", "a..2")
            return [f"for {variable} in {span}", *indented(block(draw, inner, depth - 1))], names.having(ships=())
        case "repeat":
            inner = names.having(ends=(*names.ends, "stop"), ships=())
            return [
                f"repeat {one(draw, '2', '1d2', number(draw, names, 0))} times",
                *indented(block(draw, inner, depth - 1, 2)),
            ], names.having(ships=())
        case "while":
            inner = names.having(ends=(*names.ends, "stop"), ships=())
            return [
                f"while {truth(draw, inner)} at most {one(draw, '1', '2')} times",
                *indented(block(draw, inner, depth - 1, 2)),
            ], names.having(ships=())
        case "choose":
            variable = names.new()
            domain = one(draw, "Sky", "ships", "{rain, fog}", "Side")
            inner = names.having(**within(domain, variable, names))
            lines = [f"choose {variable} from {domain} where {truth(draw, inner, 1)} or none", '  ask "Which, {a}"']
            if draw(st.booleans()):
                lines.append(f"  prefer {number(draw, inner, 1)}")
            lines.append(f"if {variable} is not none")
            return lines + indented(block(draw, inner, depth - 1)), names.having(ships=())
        case "branch":
            variable = names.new()
            lines = [
                f"choose {variable}",
                '  ask "What"',
                f'  option one "One {{b}}" when {truth(draw, names, 1)} prefer {number(draw, names, 1)}',
            ]
            lines += indented(indented(block(draw, names, depth - 1)))
            lines += ['  option other "Other"', *indented(indented(block(draw, names, depth - 1)))]
            return lines, names.having(ships=())
        case "held":
            held, variable = names.new(), names.new()
            inner = names.having(skies=(*names.skies, variable), ends=(*names.ends, "stop"))
            lines = [f"let {held}: list of Sky at most 2", f"add sky to {held}", f"if flag", f"  add fog to {held}"]
            return [
                *lines,
                f"for each {variable} in {held}",
                *indented(block(draw, inner, depth - 1)),
                f"if rain in {held}",
                "  add 1 to a",
            ], names.having(ships=())
        case "kept":
            variable = names.new()
            lines = [
                f"let {variable} = roll on Pair",
                f"add {variable}.now + {variable}.natural - {variable}.total to a",
            ]
            return [*lines, f"if {variable}.more > 0", "  set flag to no"], names.having(ships=())
        case "take":
            return [
                f"take every row {one(draw, '', 'and subrow ')}of {one(draw, 'Damage', f'Luck({side(draw, names)})')}"
            ], names.having(ships=())
        case "clear":
            variable = names.new()
            inner = names.having(ships=(*names.ships, variable))
            return [f"remove each {variable} from ships where {truth(draw, inner, 1)}"], names.having(ships=())
        case "step":
            return [f"step {names.new()}", *indented(block(draw, names, depth - 1))], names.having(ships=())
    raise AssertionError


def modifiers(draw: Draw, names: Names) -> list[str]:
    lines = []
    for label in ("one", "two")[: draw(st.integers(0, 2))]:
        size = one(draw, "+1", "-1", f"+({number(draw, names, 1)})")
        when = one(draw, "", f" when {truth(draw, names, 1)}", f" when {truth(draw, names, 1)} unless flag")
        lines.append(f"{size} {label}{when}")
    return lines


def rows(draw: Draw, names: Names, result: Callable[[Names], str], treat: bool) -> list[str]:
    """Rows for 1d3 with modifiers."""
    lines: list[str] = []
    if draw(st.booleans()):
        lines.append(
            f"natural {one(draw, '1', '2..3')}{one(draw, '', f' when {truth(draw, names, 1)}')}: {result(names)}"
        )
    for key in ("..1", one(draw, "2", "2, 3", f"2..{number(draw, names.having(natural=False), 0)}"), "else"):
        if draw(st.booleans()):
            lines.append(f"{key}: {result(names)}")
        else:
            lines.append(key)
            leaving = (*names.ends, "again at most 2 times", "return NUMBER", *(["treat as row else"] if treat else []))
            body = block(draw, names.having(ends=leaving), 2, 2)
            if one(draw, True, False, False):
                body.append(f"if {truth(draw, names, 1)}")
                body.append("  again at most 2 times")
            if one(draw, True, False, False):
                body += ["roll 1d2", *indented([f"1: {result(names)}", f"else: {result(names)}"])]
            elif treat and one(draw, True, False):
                body.append("treat as row ..1" if key == "else" else "treat as row else")
            else:
                body.append(f"return {result(names)}")
            lines += indented(body)
    return lines


@st.composite
def programs(draw: Draw) -> str:
    """A program's text."""
    counter = [0]
    nothing = Names(counter)

    def names(**more: Any) -> Names:
        return Names(counter, **more)

    lines = HEAD.format(wide=one(draw, "yes", "no"), capacity=draw(st.integers(2, 3))).split("\n")
    on = names(sides=("at_side",), natural=True)
    lines += ['table Weather "Weather" printed', "  gives Sky", "  roll 1d3"]
    lines += ["  ..1: clear", "  2: rain", f"  3..: {one(draw, 'fog', 'sky')}", ""]
    lines += ['table Luck "Luck" printed', "  for at_side: Side", "  gives -30..30"]
    if draw(st.booleans()):
        lines.append(
            f"  when {truth(draw, names(sides=('at_side',)), 1)}: {number(draw, names(sides=('at_side',)), 1)}"
        )
    calm = names(sides=("at_side",), natural=True, ends=())
    lines += ["  roll 1d3", *indented(modifiers(draw, calm))]
    quiet = names(sides=("at_side",), natural=True, table=True)

    def result(at: Names) -> str:
        return number(draw, at, 1)

    lines += indented(rows_without_calls(draw, quiet, result))
    lines += [
        "",
        'table Pair "Pair" printed',
        "  gives now: 0..3, more: -1..1",
        "  roll 1d2",
        *indented(modifiers(draw, names(natural=True))),
    ]
    lines += ["  ..1: 1, -1", "  else: a, 1", ""]
    lines += ['table Damage "Damage" printed', "  roll 1d3", *indented(modifiers(draw, names(natural=True)))]
    lines += damage(draw, names(natural=True, table=True))
    lines += ['table Chart "Chart" printed', "  for at_side: Side, weather: Sky", "  gives 0..9"]
    lines += [
        "  | at_side | clear, rain | fog |",
        f"  | north   | 1 | {one(draw, '2', '3')} |",
        "  | south   | 4 | 5 |",
        "",
    ]
    lines += ['table Bears "Bears" printed', "  for weather: Sky, at_side: Side", "  | weather | at_side |"]
    lines += ["  | rain    | any     |", "  | fog     | north   |", ""]
    lines += ['table Acts "Acts" printed', "  for n: -30..30", "  ..0: nothing"]
    lines += ["  1..2", *indented(indented(plain_block(draw, names(ints=("n",))))), "  else: add 1 to a", ""]
    lines += ["define figure(n: -99..99): -99..99", f"  base: {simple_number(draw)}"]
    for label, over in (("one", ""), ("two", one(draw, "", " over one")), ("three", one(draw, "", " over one, two"))):
        if draw(st.booleans()) and (label != "three" or not over or any("except two" in line for line in lines)):
            if "one" in over and not any("except one" in line for line in lines):
                over = ""
            lines.append(f"  except {label}: {simple_number(draw)} when {simple_truth(draw)}{over}")
            if draw(st.integers(0, 3)) == 0:
                lines.append(f"    except {label}_but: {simple_number(draw)} when {simple_truth(draw)}")
    lines += ["", "procedure tend(it: Ship)"]
    lines += [*indented(plain_block(draw, names(ships=("it",), ends=("return", "end watch with NUMBER")))), ""]
    deep = names(ints=("n",), ends=("return NUMBER",), calls=("do deeper(NUMBER)",))
    lines += [
        "procedure deeper(n: -9..9): -30..30 or none at most 2 deep",
        *indented(block(draw, deep, 1, 2)),
        "  return n",
        "",
    ]
    watch = names(
        ints=("n",),
        sides=("s",),
        ends=("return NUMBER", "end mission with NUMBER", "end watch with NUMBER"),
        calls=("do deeper(NUMBER)", "do deeper(1)"),
    )
    lines += ["procedure watch(n: -9..9, s: Side): -99..99", *indented(block(draw, watch, 2)), "  return n", ""]
    mission = names(ends=("return NUMBER",), calls=("do watch(NUMBER, SIDE)", "do watch(1, north)", "do deeper(2)"))
    lines += [
        "procedure mission: -99..99",
        "  do watch(1, south)",
        *indented(block(draw, mission, 2, 4)),
        f"  return {number(draw, nothing)}",
        "",
    ]
    if draw(st.integers(0, 2)) == 0:
        lines += [
            f'reroll charm "Charm" when {simple_truth(draw)} at most 2 times',
            "  prefer on Luck when natural is 1",
            "  add -1 to a",
            "",
        ]
    if draw(st.booleans()):
        lines += [f"modifier -1 shared on Luck, Damage when {simple_truth(draw)}", ""]
    return "\n".join(lines)


def rows_without_calls(draw: Draw, names: Names, result: Callable[[Names], str]) -> list[str]:
    """Rows of a table that must not reach itself."""
    while True:
        lines = rows(draw, names, result, treat=True)
        if not any("Luck" in line or "look up Acts" in line or "Damage" in line for line in lines):
            return lines
        lines = ["..1: 1", f"2: {number_of(draw)}", "else: natural"]
        return lines


def number_of(draw: Draw) -> str:
    return one(draw, "1", "a", "1d2")


def damage(draw: Draw, names: Names) -> list[str]:
    """Rows of a table that only acts."""
    lines = ["  ..1: add 1 to a", "  2", *indented(indented(plain_block(draw, names))), "  3..: note more"]
    lines += [
        '  note more "More"',
        "    if flag",
        "      return",
        *indented(indented(plain_block(draw, names.having(natural=False)))),
        "",
    ]
    return lines


def plain_block(draw: Draw, names: Names) -> list[str]:
    """A block that rolls on no table."""
    lines = block(draw, names, 1, 2)
    return (
        lines
        if not any(word in line for line in lines for word in ("Luck", "Damage", "Acts", "tend"))
        else ["add natural to w" if names.natural else "add 1 to w"]
    )


def simple_number(draw: Draw) -> str:
    return one(draw, "n", "1", "2", "a + b", "w - n", "arr[north]")


def simple_truth(draw: Draw) -> str:
    return one(draw, "a > 1", "flag", "sky is rain", "b is 1", "w > 0", "a > 1 and sky is fog", "not flag")
