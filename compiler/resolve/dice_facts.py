"""Resolution of what single dice of a roll show: ``any 6 in found``, ``natural.doubles``, ``natural all 1: ...``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from attrs import evolve

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph.intervals import IntervalSet
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.resolve.names import attributes_of, record_variable_mention
from bombsight.compiler.resolve.scope import FACES_FACTS, Scope
from bombsight.compiler.resolve.type_check import report_error, unknown_value
from bombsight.compiler.symbols import fold_constants
from bombsight.dsl import ast
from bombsight.dsl.dice import Dice
from bombsight.dsl.dice_ways import count_sets_of_faces
from bombsight.dsl.limits import MAX_NUMBER
from bombsight.flat.types import BOOL, INT_MAX, INT_MIN, IntType

MAX_SETS_OF_FACES = 6_000
"""The most sets of faces that dice may show whose single dice rules look at: those of ten six-sided dice are 3,003."""

DOUBLES = "doubles"
"""The name of the test whether two dice show the same; a name that the rules declare takes its place."""

FactOutcome = x.NaturalFaces | x.RollFact


def resolve_dice_fact(ctx: Context, node: ast.DiceFact, scope: Scope) -> x.Expr:
    """Resolve a test of single dice, or how many show some faces: ``any 6 in found``, ``count 5.. in natural``."""
    found = find_dice(ctx, node, node.roll, scope)
    if found is None:
        return unknown_value(node)
    dice, outcome, _ = found
    if node.kind == "matches":
        return resolve_matches(ctx, node, dice, outcome)
    faces = resolve_faces(ctx, node, dice, all_of_them=node.kind == "all")
    if faces is None:
        return unknown_value(node)
    fact = x.DiceFact(
        dice=dice, faces=faces.intervals, outcome=outcome, type=IntType(0, dice.die_count), span=node.span
    )
    match node.kind:
        case "count":
            return fact
        case "any":
            return compare(">=", fact, 1)
        case "all":
            others = IntervalSet.from_numbers(set(faces_of(dice)).difference(faces))
            return compare("==", evolve(fact, faces=others.intervals), 0)
        case _:
            assert_never(node.kind)


def is_of_single_dice(ctx: Context, node: ast.Attribute, scope: Scope) -> bool:
    """Whether a name after a dot asks for single dice; a part, column or field of that name takes precedence."""
    if isinstance(node.value, ast.Natural):
        return True
    if node.name not in FACES_FACTS or not isinstance(node.value, ast.Name):
        return False
    variable = scope.variables.get(node.value.name)
    return variable is not None and variable.rolled and node.name not in attributes_of(ctx, variable.type)


def resolve_roll_attribute(ctx: Context, node: ast.Attribute, scope: Scope) -> x.Expr:
    """Resolve ``natural.doubles``, ``found.matches``: whether dice show the same, or the greatest number that do."""
    if node.name not in FACES_FACTS:
        help = "`natural` has .doubles, yes if two dice show the same, and .matches, how many do."
        return report_error(ctx, node, "N001", f"the dice have no {node.name}", help)
    found = find_dice(ctx, node, node.value, scope)
    if found is None:
        return unknown_value(node)
    dice, outcome, least = found
    if dice.die_count < 2:
        return report_too_few(ctx, node, dice)
    fact = matches_of(dice, outcome, node, least)
    return compare(">=", fact, 2) if node.name == DOUBLES else fact


def test_of_natural_key(ctx: Context, key: ast.Key, scope: Scope) -> ast.Expr | None:
    """Return the test of single dice for which the key of a natural row stands; None if it is a total."""
    match key.low:
        case ast.DiceFact() as test:
            return test
        case ast.Name(name=name) if key.high is key.low and name == DOUBLES and not is_declared(ctx, name, scope):
            return ast.Attribute(ast.Natural(span=key.span), name, span=key.span)
        case ast.Name(name="all" | "matches" as kind) if not is_declared(ctx, kind, scope) and key.high is not key.low:
            faces = ast.Key(None, key.high, span=key.span)  # `all ..2` reads as a range of totals, from `all`
            return ast.DiceFact(
                "all" if kind == "all" else "matches", (faces,), ast.Natural(span=key.span), span=key.span
            )
        case _:  # the rest: a total
            return None


def is_declared(ctx: Context, name: str, scope: Scope) -> bool:
    """Whether the rules give a name a meaning of their own."""
    return name in scope.variables or name in ctx.env.declared or name in ctx.env.owners


def find_dice(ctx: Context, node: ast.Expr, roll: ast.Expr, scope: Scope) -> tuple[Dice, FactOutcome, int] | None:
    """Find the single dice that a test looks at; report a test of none.

    Args:
        ctx: The item.
        node: The test.
        roll: The variable that holds the roll, or ``natural``.
        scope: The scope.

    Returns:
        The dice, the outcome of their throw, and 1, or 0 if there may be no dice; None after an error.
    """
    type_ = IntType(0, MAX_NUMBER)
    outcome: FactOutcome
    least = 1
    if isinstance(roll, ast.Name):
        variable = scope.variables.get(roll.name)
        if variable is None or not variable.rolled or variable.dice is None:
            help = f"Keep the roll first, without a type: `let {roll.name} = roll on ...` or `= 2d6`."
            ctx.findings.add("T046", f"{roll.name} holds no roll whose dice are known", roll.span, help=help)
            return None
        record_variable_mention(ctx, roll.name, roll.span, scope)
        least = 0 if variable.fewer else 1
        dice, outcome = variable.dice, x.RollFact(variable=roll.name, fact="faces", type=type_, span=roll.span)
    else:
        if scope.rolling is None:
            help = "`natural` belongs inside a rolled table; for a roll elsewhere name its variable."
            ctx.findings.add("P003", "no dice lie on the table here", roll.span, help=help)
            return None
        dice, outcome = scope.rolling, x.NaturalFaces(type=type_, span=roll.span)
    if any(count < 1 or sides < 2 for count, sides in dice.groups):
        return None  # impossible dice are reported where they are thrown
    if is_too_much(dice):
        help = f"They may show {MAX_SETS_OF_FACES:,} different sets of faces at most, as 10d6 or 5d10."
        ctx.findings.add("T046", f"{dice.notation} are too many dice to look at one by one", node.span, help=help)
        return None
    return evolve(dice, single=True), outcome, least


def is_too_much(dice: Dice) -> bool:
    """Whether dice can show too many sets of faces for rules that look at single dice."""
    if dice.face_base**dice.die_count > INT_MAX:
        return True
    return dice.keep != "digits" and count_sets_of_faces(dice.groups) > MAX_SETS_OF_FACES


def resolve_matches(ctx: Context, node: ast.DiceFact, dice: Dice, outcome: FactOutcome) -> x.Expr:
    """Resolve the test of a natural row how many dice show the same, ``matches 3..``.

    Args:
        ctx: The item.
        node: The test.
        dice: The dice.
        outcome: The outcome of their throw.
    """
    if dice.die_count < 2:
        return report_too_few(ctx, node, dice)
    counts = [interval_of(key) for key in node.faces]
    for key, (low, high) in zip(node.faces, counts, strict=True):
        if not IntervalSet.from_range(max(low, 1), min(high, dice.die_count)):
            text = f"{dice.notation} never show {ctx.env.source_text(key.span)} of one face"
            most = "They are two: write `doubles`" if dice.die_count == 2 else f"They are {dice.die_count}"
            help = f"{most}, or throw more of them."
            return report_error(ctx, node, "T045", text, help)
    fact = matches_of(dice, outcome, node)
    tests = [in_interval(fact, max(low, 0), min(high, dice.die_count)) for low, high in counts]
    return tests[0] if len(tests) == 1 else x.OrExpr(terms=tuple(tests), type=BOOL, span=node.span)


def matches_of(dice: Dice, outcome: FactOutcome, node: ast.Expr, least: int = 1) -> x.DiceFact:
    """Return the greatest number of dice that show the same, which is ``least`` or more."""
    return x.DiceFact(dice=dice, faces=None, outcome=outcome, type=IntType(least, dice.die_count), span=node.span)


def resolve_faces(ctx: Context, node: ast.DiceFact, dice: Dice, *, all_of_them: bool) -> IntervalSet | None:
    """Resolve the faces that a test names; None after a face that a die does not have, which is reported.

    Args:
        ctx: The item.
        node: The test.
        dice: The dice.
        all_of_them: Whether all dice are to show them.
    """
    known = IntervalSet.from_numbers(faces_of(dice))
    found: list[tuple[int, int]] = []
    for key in node.faces:
        low, high = interval_of(key)
        if low > high:
            ctx.findings.add("T017", f"{low}..{high} covers no face", key.span, help="Put the lower end first.")
            return None
        faces = [face for face in known if low <= face <= high]
        if not faces or (key.low is not None and low not in known) or (key.high is not None and high not in known):
            text = f"no die of {dice.notation} has {ctx.env.source_text(key.span)}"
            ctx.findings.add("T045", text, key.span, help=f"Its faces are {known[0]} to {known[-1]}.")
            return None
        found.append((faces[0], faces[-1]))
    wanted = IntervalSet.from_intervals(found)
    for die in range(dice.die_count if all_of_them else 0):
        if not set(dice.faces_of_die(die)).intersection(wanted):
            text = f"a d{dice.die_sides[die]} of {dice.notation} has none of these faces"
            ctx.findings.add("T045", text, node.span, help="Name a face that every die has, or write `any`.")
            return None
    return wanted


def interval_of(key: ast.Key) -> tuple[int, int]:
    """Return the first and the last number of a key whose ends are numbers."""
    low = fold_constants(key.low) if key.low is not None else INT_MIN
    high = fold_constants(key.high) if key.high is not None else INT_MAX
    assert low is not None, "the grammar has numbers alone"
    assert high is not None, "the grammar has numbers alone"
    return low, high


def faces_of(dice: Dice) -> Sequence[int]:
    """Return the faces that any of some dice has."""
    return sorted({face for die in range(dice.die_count) for face in dice.faces_of_die(die)})


def report_too_few(ctx: Context, node: ast.Expr, dice: Dice) -> x.Expr:
    """Report a test for equal faces on a single die."""
    help = "Doubles take two dice at least. Name a face: `natural any 6`."
    return report_error(ctx, node, "T045", f"{dice.notation} is a single die", help)


def in_interval(fact: x.DiceFact, low: int, high: int) -> x.Expr:
    """Return the test whether a number of dice lies in an interval."""
    if low == high:
        return compare("==", fact, low)
    ends = [x.Const(value=end, type=IntType(end, end), span=fact.span) for end in (low, high)]
    return x.InRange(value=fact, low=ends[0], high=ends[1], type=BOOL, span=fact.span)


def compare(op: x.ComparisonOp, fact: x.DiceFact, number: int) -> x.Comparison:
    """Return the comparison of a number of dice with a number."""
    right = x.Const(value=number, type=IntType(number, number), span=fact.span)
    return x.Comparison(op=op, left=fact, right=right, type=BOOL, span=fact.span)
