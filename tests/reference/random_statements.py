"""Statements as a rules author could write them, at random."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.reference.random_values import Draw, Names, number, one, side, truth, within


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
    counted = f"(max(min({number(draw, names, 0)}, 2), 0))d2"
    return one(draw, number(draw, names, 1), "1d2", "lowest of 2d2", f"1d3 - {number(draw, names, 0)}", "1dF", counted)


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
        simple += ["ship", "remove", "hold", "move"]
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
        "draw",
        "branch",
        "held",
        "kept",
        "take",
        "clear",
        "step",
    ]
    kind = one(draw, *simple) if depth <= 0 or draw(st.booleans()) else one(draw, *deep)
    match kind:
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
            tone = one(draw, "", " good", " bad")
            first = f'say "{{{number(draw, names, 0)}}} and'
            if draw(st.booleans()):
                return [f'{first}"', f'    "{{spare}} and {{fuel}}"{tone}'], names
            return [f'{first} {{spare}} and {{fuel}}"{tone}'], names
        case "roll":
            luck, heap = f"Luck({side(draw, names)})", f"Heap({side(draw, names)})"
            return [f"roll on {one(draw, 'Weather', luck, 'Damage', heap, 'Mess')}"], names
        case "look":
            return [
                f"look up Acts({number(draw, names, 0)})"
                if draw(st.booleans())
                else one(draw, f"look up Chart({side(draw, names)}, sky)", f"look up Signs({side(draw, names)}, sky)")
            ], names
        case "reset":
            return [f"reset {one(draw, 'a', 'arr', f'arr[{side(draw, names)}]', 'ships', 'spare', 'lead')}"], names
        case "let":
            variable = names.new()
            value = one(
                draw, number(draw, names), "1d3", "highest 2 of 3d2", f"roll on Luck({side(draw, names)})", "1d2 + a"
            )
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
                    "if count(x in ships) < 2",
                    f"  add Ship(kind: {one(draw, 'rain', 'sky')}, hits: {number(draw, names, 0)}) to ships",
                ],
                ["add Ship(kind: fog, near: lead) to ships"],
                ["if lead is not none", "  add Ship(name: lead.name, kind: rain) to ships"],
            ), names
        case "lead":
            variable = names.new()
            where = truth(draw, names.having(ships=(*names.ships, variable)), 1)
            return [f"set {one(draw, 'lead', 'mine[fog]')} to first({variable} in ships where {where})"], names
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
        case "move":
            return [f"move {one(draw, *names.ships)} to {one(draw, 'start', 'end')} of ships"], names
        case "hold":
            ship = one(draw, *names.ships)
            return [one(draw, f"set lead to {ship}", f"set mine[sky] to {ship}", f"do tend({ship})")], names.having(
                ships=()
            )
        case "do":
            call = one(draw, *names.calls).replace("NUMBER", number(draw, names, 1)).replace("SIDE", side(draw, names))
            return [call], names.having(ships=())
        case "if":
            rolled = f"roll on Luck({side(draw, names)}) > {number(draw, names, 0)}"
            lines = [f"if {one(draw, truth(draw, names), '1d2 is 1', rolled)}"]
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
            domain = one(draw, "Sky", "ships", "{rain, fog}", "Side", "-1..2", "1..b")
            inner = names.having(**within(domain, variable, names))
            lines = [f"choose {variable} from {domain} where {truth(draw, inner, 1)} or none", '  ask "Which, {a}"']
            spoken = draw(st.booleans())
            if spoken:
                lines.append(f'  beside "{hole(number(draw, inner, 2), "a")} {hole(truth(draw, inner, 1), "flag")}"')
                lines.append(f'  beside "{hole(number(draw, names, 1), "b")}" when {truth(draw, inner, 1)}')
            lines += one(draw, [], ['  together "Ships"'], ["  grave"], ['  together "Ships"', "  grave"])
            if spoken:
                lines.append(f"  prefer {number(draw, inner, 1)}")
            lines.append(f"if {variable} is not none")
            return lines + indented(block(draw, inner, depth - 1)), names.having(ships=())
        case "draw":
            variable = names.new()
            domain = one(draw, "Sky", "ships", "{rain, fog}", "Side")
            inner = names.having(**within(domain, variable, names))
            where = f" where {truth(draw, inner, 1)}" if draw(st.booleans()) else ""
            return [
                f"draw {variable} from {domain}{where} or none",
                f"if {variable} is not none",
                *indented(block(draw, inner, depth - 1)),
            ], names.having(ships=())
        case "branch":
            variable = names.new()
            lines = [
                f"choose {variable}",
                '  ask "What"',
                f'  beside "{hole(truth(draw, names, 2), "flag")}"',
                f'  beside "So it is" when {truth(draw, names, 2)}',
                f"  routine when {truth(draw, names, 2)}",
                *one(draw, [], ['  together "Orders"']),
                f'  answer one "One {{b}}"{one(draw, "", " grave")} when {truth(draw, names, 1)}',
            ]
            lines[-1] += f" prefer {number(draw, names, 1)}"
            lines += indented(indented(block(draw, names, depth - 1)))
            lines += ['  answer other "Other"', *indented(indented(block(draw, names, depth - 1)))]
            return lines, names.having(ships=())
        case "held":
            held, variable = names.new(), names.new()
            inner = names.having(skies=(*names.skies, variable), ends=(*names.ends, "stop"))
            lines = [f"let {held}: list of Sky at most 2", f"add sky to {held}", "if flag", f"  add fog to {held}"]
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
            if draw(st.booleans()):
                lines += [f"if any 2 in {variable}", f"  add count 1 in {variable} to a"]
            thrown = names.new()
            lines += [f"let {thrown} = {one(draw, '2d3', 'lowest of 3d2', '(min(max(a, 0), 3))d2')}"]
            lines += [f"if {thrown}.doubles or all 1 in {thrown}", f"  add {thrown}.matches to b"]
            return [*lines, f"if {variable}.more > 0", "  set flag to no"], names.having(ships=())
        case "take":
            table = one(draw, "Damage", "Mess", f"Luck({side(draw, names)})")
            return [f"take every row {one(draw, '', 'and subrow ')}of {table}"], names.having(ships=())
        case "clear":
            variable = names.new()
            inner = names.having(ships=(*names.ships, variable))
            return [f"remove each {variable} from ships where {truth(draw, inner, 1)}"], names.having(ships=())
        case "step":
            return [f"step {names.new()}", *indented(block(draw, names, depth - 1))], names.having(ships=())
        case _:
            raise AssertionError(kind)


def hole(value: str, otherwise: str) -> str:
    """A value in a text, which has no room for sets; another in its place."""
    return f"{{{otherwise if '{' in value else value}}}"


def plain_block(draw: Draw, names: Names) -> list[str]:
    """A block that rolls on no table."""
    lines = block(draw, names, 1, 2)
    return (
        lines
        if not any(word in line for line in lines for word in ("Luck", "Damage", "Acts", "tend", "Heap", "Mess"))
        else ["add natural to w" if names.natural else "add 1 to w"]
    )
