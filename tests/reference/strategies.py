"""Small programs of every kind, as text: what a rules author could write, and much that no author would."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from tests.reference.random_statements import block, indented, plain_block
from tests.reference.random_values import Draw, Names, number, one, truth

HEAD = """\
game random "Random"
  sources optional
  names "Ann", "Bob"
  career career

option wide "Wide" = {wide}

enum Sky: clear, rain, fog
enum Side printed "card"
  | side  | weight | at: Sky | hold         | rig         |
  | north | 2      | rain    | table North  | table Sails |
  | south | 3      | -       | table South  | -           |

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
            f"natural {natural_key(draw)}{one(draw, '', f' when {truth(draw, names, 1)}')}: {result(names)}"
            if draw(st.booleans())
            else f'natural 1 "One"{one(draw, "", f" when {truth(draw, names, 1)}")}: {result(names)}'
        )
    for key in ("..1", one(draw, "2", "2, 3", f"2..{number(draw, names.having(natural=False), 0)}"), "else"):
        titled = f"{key}{title(draw, names)}"
        if draw(st.booleans()):
            lines.append(f"{titled}: {result(names)}")
        else:
            lines.append(titled)
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


def natural_key(draw: Draw) -> str:
    """The key of a natural row: a number, or what single dice show."""
    return str(one(draw, "1", "2..3", "any 1", "all 1", "any ..1"))


def title(draw: Draw, names: Names) -> str:
    """The title of a row, or none: with values, with dice, as it stands."""
    value = one(draw, number(draw, names, 1), "1d2", f"{number(draw, names, 0)} - 1d3", "spare")
    return one(draw, "", "", ' "Fair {{sky}}"', f' "{{{value}}} of {{1d2}}"', f' "{{{value}}}"')


@st.composite
def programs(draw: Draw) -> str:
    """A program's text."""
    counter = [0]
    nothing = Names(counter)

    def names(**more: Any) -> Names:
        return Names(counter, **more)

    lines = HEAD.format(wide=one(draw, "yes", "no"), capacity=draw(st.integers(2, 3))).split("\n")
    lines += ['table Weather "Weather" printed', "  gives Sky", "  roll 1d3"]
    lines += ["  ..1: clear", "  2: rain", f"  3..: {one(draw, 'fog', 'sky')}", ""]
    lines += ['table Luck "Luck" printed', "  for at_side: Side", "  gives -30..30"]
    if draw(st.booleans()):
        lines.append(
            f"  when {truth(draw, names(sides=('at_side',)), 1)}: {number(draw, names(sides=('at_side',)), 1)}"
        )
    calm = names(sides=("at_side",), natural=True, ends=())
    lines += [
        f"  roll {one(draw, '1d3', 'lowest of 2d3', 'highest of 1d3, 1d2', '1dF')}",
        *indented(modifiers(draw, calm)),
    ]
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
    lines += every_row(draw, names)
    lines += ['table Chart "Chart" printed', "  for at_side: Side, weather: Sky", "  gives 0..9"]
    lines += [
        "  | at_side | clear, rain | fog |",
        f"  | north   | 1 | {one(draw, '2', '3')} |",
        "  | south   | 4 | 5 |",
        "",
    ]
    for place, figure in (("North", "7"), ("South", one(draw, "2", "8"))):
        lines += [f'table {place} "{place}" printed', "  for weather: Sky", "  gives 0..9"]
        lines += [f"  clear: {one(draw, '0', '1')}", f"  rain, fog: {figure}", ""]
    lines += ['table Sails "Sails" printed', "  for weather: Sky", "  gives now: 0..3, more: -1..1"]
    lines += ["  clear: 3, -1", "  rain, fog: 1, 1", ""]
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
        "procedure career",
        "  do mission",
        "",
    ]
    if draw(st.integers(0, 2)) == 0:
        lines += [
            f'reroll charm "Charm" when {simple_truth(draw)} at most 2 times',
            '  beside "Charms {a}"',
            f"  routine when {simple_truth(draw)}",
            "  prefer on Luck when natural is 1",
            "  add -1 to a",
            "",
        ]
    lines += tallies(draw, nothing)
    if draw(st.booleans()):
        lines += [f"modifier -1 shared on Luck, Damage when {simple_truth(draw)}", ""]
    return "\n".join(lines)


def tallies(draw: Draw, names: Names) -> list[str]:
    """What is counted of a run, be it of state that has fallen back by then."""
    lines = ['tally spent "Spent": 0..3 = a']
    if draw(st.booleans()):
        lines.append(f'tally lucky "Lucky" good: yes/no = flag or {truth(draw, names, 1)}')
    if draw(st.booleans()):
        matters = one(draw, "", " good", " bad")
        lines += [f'tally sum "Sum"{matters}: -99..99', f"  base: b + {number(draw, names, 1)}"]
        lines.append("  except wet: spent when sky is rain")
    lines += ["", 'tally served "Served" good: 0..9 = years', ""]
    if draw(st.booleans()):
        unit = one(draw, "", " in tenths", " in thousandths")
        lines += [f"forecast served{unit}: -99..99", f"  base: 9 * years + {number(draw, names, 1)}"]
        lines.append(f"  except wet: spent when {truth(draw, names, 1)}")
    return [*lines, ""]


def rows_without_calls(draw: Draw, names: Names, result: Callable[[Names], str]) -> list[str]:
    """Rows of a table that must not reach itself."""
    lines = rows(draw, names, result, treat=True)
    if any(word in line for line in lines for word in ("Luck", "look up Acts", "Damage")):
        return ["..1: 1", f"2: {number_of(draw)}", "else: natural"]
    return lines


def number_of(draw: Draw) -> str:
    return one(draw, "1", "a", "1d2")


def damage(draw: Draw, names: Names) -> list[str]:
    """Rows of a table that only acts."""
    lines = ["  ..1: add 1 to a", "  2", *indented(indented(plain_block(draw, names)))]
    more = one(draw, "again twice, each once", "again at most 1 times", "nothing")
    if draw(st.booleans()):
        lines += [f"  3: {one(draw, 'again 4 times, each once', 'treat as row 2')}", "  4..: note more"]
    else:
        lines += ["  3..: note more"]
    lines += [
        '  note more "More"',
        "    if flag",
        f"      {one(draw, 'return', more)}",
        *indented(indented(plain_block(draw, names.having(natural=False)))),
        "",
    ]
    return lines


def every_row(draw: Draw, names: Callable[..., Names]) -> list[str]:
    """Tables of which every row applies: rolled for a value, looked up for one, rolled for what they do."""
    here = names(sides=("at_side",), natural=True)
    gathered = one(draw, "added up", "highest", "lowest")
    lines = [
        'table Heap "Heap" printed',
        "  for at_side: Side",
        f"  gives -99..99{'' if gathered == 'added up' else ' or none'}",
    ]
    lines += ["  roll 1d3", f"  every row {gathered}", *indented(modifiers(draw, here))]
    if draw(st.booleans()):
        lines.append(f"  when {truth(draw, names(sides=('at_side',)), 1)}: {one(draw, '1', 'a', '-2')}")
    lines += [f"  natural 2..: {one(draw, '3', 'b', '1d2')}", f"  ..2: {number(draw, here, 1)}"]
    lines += [
        f"  {one(draw, '2..3', f'2..{number(draw, here.having(natural=False), 0)}')}",
        *indented(indented(value_block(draw, here))),
    ]
    lines += [f"  else: {number(draw, here, 0)}"] * draw(st.booleans()) + [""]
    lines += ['table Signs "Signs" printed', "  for at_side: Side, weather: Sky", "  every row counted"]
    lines += ["  | at_side | weather |", "  | any     | rain..  |", f"  | {one(draw, 'north', 'south')} | any |", ""]
    lines += [
        'table Loads "Loads" printed',
        "  for weather: Sky",
        "  gives now: -9..9, more: -9..9",
        "  every row added up",
    ]
    lines += [f"  when {truth(draw, names(), 0)}: 1, -1", "  rain..: 2, b", "  ..rain: a, 1", "  else: -1, 3", ""]
    acts = names(natural=True, table=True)
    lines += ['table Mess "Mess" printed', "  roll 1d3", "  every row", *indented(modifiers(draw, names(natural=True)))]
    lines += [f"  when {truth(draw, names(), 1)}", *indented(indented(plain_block(draw, names())))]
    lines += [f"  ..2{title(draw, acts)}", *indented(indented(plain_block(draw, acts.having(table=False))))]
    lines += [
        "  2..",
        f"    if {truth(draw, names(), 1)}",
        "      return",
        *indented(indented(plain_block(draw, names()))),
    ]
    return [*lines, f"  {one(draw, 'else', '3')}: add 1 to a", ""]


def value_block(draw: Draw, names: Names) -> list[str]:
    """A block that gives a number."""
    return [*plain_block(draw, names), f"return {number(draw, names, 1)}"]


def simple_number(draw: Draw) -> str:
    return one(draw, "n", "1", "2", "a + b", "w - n", "arr[north]")


def simple_truth(draw: Draw) -> str:
    return one(draw, "a > 1", "flag", "sky is rain", "b is 1", "w > 0", "a > 1 and sky is fog", "not flag")
