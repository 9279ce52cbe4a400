"""Scopes and frames: the visible variables, the not-none facts, and the function context at a point of an item."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from attrs import evolve, field, frozen

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.resolve.effects import Effect
from bombsight.dsl import ast
from bombsight.dsl.dice import Dice
from bombsight.dsl.source import Span
from bombsight.dsl.walk import walk
from bombsight.flat.types import Type


@frozen
class Variable:
    """A variable or name in scope.

    Attributes:
        type: Its type.
        span: Its declaration.
        settable: Whether it was declared with a type, and so may be assigned.
        rolled: Whether it holds a roll, with natural dice and total.
        dice: The dice of that roll, if it holds one.
        fewer: Whether there may be fewer of these dice, as in ``(ships)d6``.
        of: The item whose parameter it is; empty for a local variable.
        table: The table whose result it holds, or empty.
    """

    type: Type
    span: Span
    settable: bool = False
    rolled: bool = False
    of: str = field(default="", eq=False)
    table: str = field(default="", eq=False)
    dice: Dice | None = None
    fewer: bool = False


ValueKey = tuple[object, ...]


def value_key(expr: x.Expr) -> ValueKey | None:
    """Return the hashable key of an expression for storing not-none facts; None for untracked expressions."""
    parts = value_key_parts(expr)
    return None if parts is None or None in parts else parts


def value_key_parts(expr: x.Expr) -> ValueKey | None:
    """Return the key of an expression for not-none facts; an inner None marks a part that cannot be tracked."""
    match expr:
        case x.Var(name=name):
            return ("var", name)
        case x.Const(value=value):
            return ("const", value)
        case x.Read(field=field_, element=element, indices=indices):
            return ("read", field_, value_key(element) if element else (), *(value_key(i) for i in indices))
        case x.EnumData(enum=enum, column=column, value=value):
            return ("data", enum, column, value_key(value))
        case x.CallDefine(define=name, args=args):
            return ("define", name, *(value_key(a) for a in args))
        case x.LookUp(table=table, args=args, part=part):
            return ("look", table, part or "", *(value_key(a) for a in args))
        case x.PartOf(variable=name, part=part):
            return ("part", name, part)
        case x.OptionRead(option=option):
            return ("option", option)
        case x.Arithmetic(op=op, left=left, right=right):
            return ("arithmetic", op, value_key(left), value_key(right))
        case _:  # the rest: not tracked
            return None


@frozen
class Fact:
    """The fact that a value is not none.

    Attributes:
        key: The value.
        roots: Names of fields, variables and record fields it depends on; a change of one ends the fact.
        records: Records whose elements it depends on; a removal ends the fact.
        by_define: Whether the test is inside a called define. Then the value may be used where none is not allowed, but
            another test is not reported as redundant, since its author need not know the define's body.
    """

    key: ValueKey
    roots: frozenset[str]
    records: frozenset[str]
    by_define: bool = False


@frozen
class Scope:
    """The visible variables, and the values known not to be none, at one point of the rules.

    Attributes:
        variables: The variables by name.
        facts: The values known not to be none.
        rolling: The dice that have been thrown, so that ``natural`` has a value; None if none have.
        default: Whether this is a field's default, which may not read state.
        draws: Whether an expression may throw dice here.
    """

    variables: Mapping[str, Variable] = field(factory=dict)
    facts: frozenset[Fact] = frozenset()
    rolling: Dice | None = None
    default: bool = False
    draws: bool = False

    def knows_not_none(self, expr: x.Expr, *, ignores_defines: bool = False) -> bool:
        """Whether a value is known not to be none; ``ignores_defines`` excludes knowledge from tests inside defines."""
        key = value_key(expr)
        return key is not None and any(
            fact.key == key and not (ignores_defines and fact.by_define) for fact in self.facts
        )

    def with_facts(self, facts: frozenset[Fact]) -> Scope:
        """Return the scope with more facts."""
        return evolve(self, facts=self.facts | facts) if facts else self

    def with_variable(self, name: str, variable: Variable) -> Scope:
        """Return the scope with one more variable; facts about an older variable of that name are dropped."""
        kept = frozenset(fact for fact in self.facts if name not in fact.roots)
        return evolve(self, variables={**self.variables, name: variable}, facts=kept)

    def with_draws(self) -> Scope:
        """Return the scope for an expression that may throw dice."""
        return self if self.draws else Scope(self.variables, self.facts, self.rolling, self.default, True)

    def without_draws(self) -> Scope:
        """Return the scope for an expression that may not throw dice."""
        return Scope(self.variables, self.facts, self.rolling, self.default) if self.draws else self

    def after_block(self, inner: Scope | None) -> Scope | None:
        """Return the scope after a block that ends with ``inner``: its facts without its variables; None for None."""
        return None if inner is None else evolve(self, facts=inner.facts)

    def after_effect(self, effect: Effect) -> Scope:
        """Return the scope without the facts that an effect may invalidate."""
        if not self.facts:
            return self
        kept = frozenset(
            fact for fact in self.facts if not fact.roots & effect.writes and not fact.records & effect.removes
        )
        return evolve(self, facts=kept)


@frozen
class UnresolvedWord:
    """An unknown bare word, with the scope and the expected type at its place.

    Attributes:
        word: The word.
        scope: The scope.
        expected: The type that its place needs; None for any.
    """

    word: str
    scope: Scope
    expected: Type | None


def join_scopes(scope: Scope, ends: Iterable[Scope | None]) -> Scope | None:
    """Return the scope after branches join, with the facts common to their ``ends``; None if no branch continues."""
    known = [end.facts for end in ends if end is not None]
    return evolve(scope, facts=frozenset.intersection(*known)) if known else None


@frozen
class Frame:
    """The function context of a block: the item around it, its result type, and which statements may stand in it.

    Attributes:
        name: The item's name, the prefix of ids inside it.
        result: The type of a row's plain result; None if rows only act.
        returns: The type of ``return``; None without a value.
        table: The table, for its rows and notes; else None.
        rolls: The rolls whose ``natural`` or ``total`` the item reads, as pairs of variable and fact.
        in_row: Whether the block belongs to a row of a table or a roll.
        in_loop: Whether there is a loop to stop.
    """

    name: str
    result: Type | None = None
    returns: Type | None = None
    table: ast.Table | None = None
    rolls: frozenset[tuple[str, str]] = frozenset()
    in_row: bool = False
    in_loop: bool = False


ROLL_FACT = re.compile(r"\b(\w+)\.(natural|total|doubles|matches)\b")
"""Matches a fact of a kept roll in the text of a template."""

FACES_ASKED = re.compile(r"\b(?:any|all|count)\b[-+0-9., ]+\bin\s+(\w+)\b")
"""Matches a test of the single dice of a kept roll in the text of a template."""

FACES_FACTS = ("doubles", "matches")
"""The attributes of a roll that look at its single dice."""


def rolls_read_by(item: ast.Node) -> frozenset[tuple[str, str]]:
    """Return the variables with rolls whose natural dice, total or single dice an item reads, also in its texts.

    Single dice are named ``faces``, whatever is asked of them.
    """
    found: set[tuple[str, str]] = set()
    for node in walk(item):
        match node:
            case ast.Attribute(value=ast.Name(name=name), name="natural" | "total" | "doubles" | "matches" as fact):
                found.add((name, "faces" if fact in FACES_FACTS else fact))
            case ast.DiceFact(roll=ast.Name(name=name)):
                found.add((name, "faces"))
            case (
                ast.Say(text=text)
                | ast.Chronicle(text=text)
                | ast.Choose(ask=text)
                | ast.ChooseBranch(ask=text)
                | ast.Branch(title=text)
                | ast.Beside(text=text)
            ):
                facts = ROLL_FACT.findall(text)
                found.update((name, "faces" if fact in FACES_FACTS else fact) for name, fact in facts)
                found.update((name, "faces") for name in FACES_ASKED.findall(text))
            case _:  # the rest: reads no roll, and has no template
                pass
    return frozenset(found)
