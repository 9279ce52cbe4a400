"""What holds at one point of an item: the variables in sight, what is known not to be none, what blocks may do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from attrs import evolve, field, frozen

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.resolve.effects import Effect
from bombsight.dsl import ast
from bombsight.dsl.source import Span
from bombsight.dsl.walk import walk
from bombsight.flat.types import Type


@frozen
class Variable:
    """A name in sight.

    Attributes:
        type: What it may hold.
        span: Where it came to be.
        settable: Whether it was declared with a type, and so may be set again.
        rolled: Whether it keeps a roll, so that its natural dice and total may be asked for.
        of: The item whose parameter it is; empty for what comes to be within one.
        table: The table whose result it keeps, or empty.
    """

    type: Type
    span: Span
    settable: bool = False
    rolled: bool = False
    of: str = field(default="", eq=False)
    table: str = field(default="", eq=False)


ValueKey = tuple[object, ...]


def value_key(expr: x.Expr) -> ValueKey | None:
    """What identifies a value that a test was made of; None for what is not worth remembering."""
    parts = value_key_parts(expr)
    return None if parts is None or None in parts else parts


def value_key_parts(expr: x.Expr) -> ValueKey | None:
    """The same, with a None in it for each part that is not worth remembering."""
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
        case _:  # the rest: not worth remembering
            return None


@frozen
class Fact:
    """A value known not to be none.

    Attributes:
        key: Which value.
        roots: Names of fields, variables and record fields it depends on; a change of one ends the fact.
        records: Records whose elements it goes through; a removal ends the fact.
        by_define: Whether the test stands in a define that was asked. Then the value may stand where none may not;
            but to test it once more is no mistake, for who does need not know what stands in the define.
    """

    key: ValueKey
    roots: frozenset[str]
    records: frozenset[str]
    by_define: bool = False


@frozen
class Scope:
    """Variables and facts at one point of the rules.

    Attributes:
        variables: By name.
        facts: What is known not to be none.
        rolling: Whether dice lie on the table, so that ``natural`` means something.
        default: Whether this is a field's default, which may not read state.
        draws: Whether dice may stand here as a value.
    """

    variables: Mapping[str, Variable] = field(factory=dict)
    facts: frozenset[Fact] = frozenset()
    rolling: bool = False
    default: bool = False
    draws: bool = False

    def knows_not_none(self, expr: x.Expr, *, ignores_defines: bool = False) -> bool:
        """Whether the value is known not to be none; outright, where the test itself stands here and in no define."""
        key = value_key(expr)
        return key is not None and any(
            fact.key == key and not (ignores_defines and fact.by_define) for fact in self.facts
        )

    def with_facts(self, facts: frozenset[Fact]) -> Scope:
        """The same, knowing more."""
        return evolve(self, facts=self.facts | facts) if facts else self

    def with_variable(self, name: str, variable: Variable) -> Scope:
        """The same with one name more."""
        kept = frozenset(fact for fact in self.facts if name not in fact.roots)
        return evolve(self, variables={**self.variables, name: variable}, facts=kept)

    def with_draws(self) -> Scope:
        """The same where dice may stand as a value."""
        return self if self.draws else Scope(self.variables, self.facts, self.rolling, self.default, True)

    def without_draws(self) -> Scope:
        """The same where no dice may stand as a value."""
        return Scope(self.variables, self.facts, self.rolling, self.default) if self.draws else self

    def after_block(self, inner: Scope | None) -> Scope | None:
        """What is known behind a block that began here, its own names gone; None where that is never reached."""
        return None if inner is None else evolve(self, facts=inner.facts)

    def after_effect(self, effect: Effect) -> Scope:
        """The same after something ran that may have changed what is known."""
        if not self.facts:
            return self
        kept = frozenset(
            fact for fact in self.facts if not fact.roots & effect.writes and not fact.records & effect.removes
        )
        return evolve(self, facts=kept)


@frozen
class UnresolvedWord:
    """What is in sight where a word stands that is no name of anything.

    Attributes:
        word: The word.
        scope: The variables, and what may stand there.
        expected: The type that its place needs; None where any will do.
    """

    word: str
    scope: Scope
    expected: Type | None


def join_scopes(scope: Scope, ends: Iterable[Scope | None]) -> Scope | None:
    """What is known where branches that began here meet again; None where none of them goes on."""
    known = [end.facts for end in ends if end is not None]
    return evolve(scope, facts=frozenset.intersection(*known)) if known else None


@frozen
class Frame:
    """The function context of a block: the item that it stands in, and what may stand there.

    Attributes:
        name: The item's name, with which the ids of what is in it begin.
        result: What a row's plain result may be; None where rows only act.
        returns: What ``return`` gives; None for what gives nothing.
        table: The table, for its rows and notes; else None.
        rolls: The kept rolls whose ``natural`` or ``total`` the item asks for, as pairs of variable and fact.
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


ROLL_FACT = re.compile(r"\b(\w+)\.(natural|total)\b")


def rolls_read_by(item: ast.Node) -> frozenset[tuple[str, str]]:
    """The kept rolls of an item whose natural dice or total are read, in its texts too."""
    found: set[tuple[str, str]] = set()
    for node in walk(item):
        match node:
            case ast.Attribute(value=ast.Name(name=name), name="natural" | "total" as fact):
                found.add((name, fact))
            case (
                ast.Say(text=text)
                | ast.Choose(ask=text)
                | ast.ChooseBranch(ask=text)
                | ast.Branch(title=text)
                | ast.Beside(text=text)
            ):
                found.update(ROLL_FACT.findall(text))
            case _:  # the rest: asks for no roll, and has no text with holes
                pass
    return frozenset(found)
