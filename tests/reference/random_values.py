"""Values as a rules author could write them, at random."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st


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


COMPOUND_NUMBERS = (
    *("sum", "mul", "div", "fold", "abs", "count", "added"),
    *("call", "data", "else", "when", "best", "column"),
)
"""The kinds of numbers that are made of other values."""

Draw = Callable[[st.SearchStrategy[Any]], Any]


def one(draw: Draw, *choices: Any) -> Any:
    return draw(st.sampled_from(choices))


def side(draw: Draw, names: Names) -> str:
    return one(draw, "north", "south", *names.sides)


def weather(draw: Draw, names: Names) -> str:
    return one(draw, "sky", "fog", *names.skies)


def number(draw: Draw, names: Names, depth: int = 2) -> str:
    """An expression with a number."""
    leaves = ["0", "1", "2", "a", "b", "w", "years", "arr", *names.ints, "ship"]
    if names.natural:
        leaves += ["natural", "count 1 in natural"]
    kind = (
        one(draw, *leaves)
        if depth <= 0 or draw(st.booleans())
        else one(
            draw, "sum", "mul", "div", "fold", "abs", "count", "added", "call", "data", "else", "when", "best", "column"
        )
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
        case "abs":
            return f"abs({number(draw, names, depth - 1)})"
        case "added":
            variable = names.new()
            domain = one(draw, "Side", "{rain, fog}", "rain..fog", "ships", "1..2")
            inner = names.having(**within(domain, variable, names))
            where = one(draw, "", f" where {truth(draw, inner, depth - 1)}")
            return f"sum({number(draw, inner, depth - 1)} for {variable} in {domain}{where})"
        case "count":
            variable = names.new()
            domain = one(draw, "Side", "{rain, fog}", "rain..fog", "ships", "1..2")
            inner = names.having(**within(domain, variable, names))
            return f"count({variable} in {domain} where {truth(draw, inner, depth - 1)})"
        case "call":
            return (
                one(
                    draw,
                    f"figure({number(draw, names, 0)})",
                    f"look up Chart({side(draw, names)}, sky)",
                    "modifiers on Luck(north)",
                    f"look up Signs({side(draw, names)}, sky)",
                    f"look up Loads(sky).{one(draw, 'now', 'more')}",
                )
                if not names.natural
                else "a"
            )
        case "data":
            return f"{one(draw, *names.sides)}.weight" if names.sides else "arr[north]"
        case "column":
            if not names.sides:
                return f"sum(look up s.hold({weather(draw, names)}) for s in Side)"
            at = one(draw, *names.sides)
            return one(
                draw,
                f"look up {at}.hold({weather(draw, names)})",
                f"(look up {at}.rig(sky).{one(draw, 'now', 'more')} or else {number(draw, names, 0)})",
            )
        case "else":
            return f"({one(draw, 'fuel', 'fuel or else fuel')} or else {number(draw, names, depth - 1)})"
        case "when":
            first, second = (f"{number(draw, names, depth - 1)} when {truth(draw, names, depth - 1)}" for _ in range(2))
            return one(
                draw,
                f"({first}, {second}, else {number(draw, names, 0)})",
                f"({first}, fuel when fuel is not none, else {number(draw, names, 0)})",
                f"arr[(north when {truth(draw, names, depth - 1)}, else {side(draw, names)})]",
            )
        case "best":
            variable = names.new()
            domain = one(draw, "Side", "{rain, fog}", "rain..fog", "ships", "1..2")
            inner = names.having(**within(domain, variable, names))
            value, test = number(draw, inner, depth - 1), truth(draw, inner, depth - 1)
            least, lowest = one(draw, ("min", "lowest"), ("max", "highest"))
            extreme = f"({least}({value} for {variable} in {domain} where {test}) or else {number(draw, names, 0)})"
            match domain:
                case "Side":
                    return one(draw, extreme, f"arr[{lowest} {variable} in Side by {value}]")
                case "1..2":
                    member = f"({lowest} {variable} in 1..2 where {test} by {value})"
                    return one(draw, extreme, f"({member} or else 3)")
                case _:
                    return extreme
        case leaf:
            return str(leaf)


def within(domain: str, variable: str, names: Names) -> dict[str, tuple[str, ...]]:
    """The variable of a loop or a quantifier."""
    key = "ints" if domain[0] in "-1" else {"Side": "sides", "ships": "ships"}.get(domain, "skies")
    return {key: (*getattr(names, key), variable)}


def truth(draw: Draw, names: Names, depth: int = 2) -> str:
    """A condition."""
    kinds = ["compare", "compare", "flag", "sky", "set", "none", "option", "range", "relation"]
    kinds += ["dice"] if names.natural else []
    if depth > 0:
        kinds += ["not", "and", "or", "any", "guarded", "when", "best"]
    match one(draw, *kinds):
        case "compare":
            op = one(draw, "<", "<=", ">", ">=", "is", "is not")
            return f"{number(draw, names, depth - 1)} {op} {number(draw, names, 0)}"
        case "dice":
            return one(draw, "any 1 in natural", "all ..1 in natural", "count 1 in natural > 0")
        case "sky":
            sky = one(draw, "sky", "(spare or else sky)", *names.skies)
            return f"{sky} is {one(draw, 'clear', 'rain', 'fog')}"
        case "set":
            return f"{one(draw, 'sky', 'spare', *names.skies)} in {{{one(draw, 'rain, fog', 'clear', 'fog, clear')}}}"
        case "none":
            return f"{one(draw, 'spare', 'fuel', 'lead', 'mine[rain]')} is {one(draw, '', 'not ')}none"
        case "option":
            return "option wide"
        case "range":
            sky = one(draw, "sky", *names.skies)
            return one(
                draw,
                f"{number(draw, names, 0)} in {one(draw, '0..1', '1..a', 'b..3', '1..', '..a')}",
                f"{sky} in {one(draw, 'rain..', '..rain', 'rain..fog', f'..{sky}')}",
            )
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
        case "when":
            first, second, last = (truth(draw, names, depth - 1) for _ in range(3))
            return f"({first} when {second}, else {last})"
        case "best":
            variable = names.new()
            domain = one(draw, "Sky", "ships")
            inner = names.having(**within(domain, variable, names))
            value, test = number(draw, inner, depth - 1), truth(draw, inner, depth - 1)
            found = f"({one(draw, 'lowest', 'highest')} {variable} in {domain} where {test} by {value})"
            return f"{found} is {one(draw, 'none', 'lead' if domain == 'ships' else 'sky')}"
        case "guarded":
            return one(
                draw,
                f"(fuel is not none and fuel > {number(draw, names, 0)})",
                f"(lead is not none and lead.hits < {number(draw, names, 0)})",
                "(spare is none or spare is sky)",
            )
        case _:
            return "flag"
