"""Expressions: every name gets its meaning, every value its type."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from compiler.findings import Findings, near
from compiler.graph import expressions as x
from compiler.graph.types import (
    BOOL,
    INT_MAX,
    INT_MIN,
    NONE,
    UNKNOWN,
    BoolType,
    ElementType,
    EnumType,
    IntType,
    ListType,
    NoneType,
    PartsType,
    TextType,
    Type,
    UnknownType,
)
from compiler.resolve.effects import Effects
from compiler.resolve.scope import Fact, Scope, Variable, key_of, records_through
from compiler.symbols import BUILTINS, FieldShape, Symbols
from dsl import ast
from dsl.source import Span

ARITHMETIC = ast.Binary | ast.Divide | ast.Negate | ast.Compare | ast.Is | ast.Within | ast.Member
"""Operators that both sides of which are always worked out, so that dice may stand in them."""


@frozen
class Place:
    """A path into state that may not have come to a single value yet.

    Attributes:
        id: The id so far: ``crew``, ``crew.kills``.
        shape: The field it is at.
        element: The element whose field it is, or None.
        indices: The indices so far.
        missing: Enum names of dimensions without an index yet.
    """

    id: str
    shape: FieldShape
    element: x.Expr | None
    indices: tuple[x.Expr, ...]
    missing: tuple[str, ...]


class Expressions:
    """Resolves expressions."""

    def __init__(self, symbols: Symbols, effects: Effects, findings: Findings) -> None:
        self.symbols = symbols
        self.effects = effects
        self.findings = findings
        self.table_results: dict[str, Type | None] = {}
        self.table_params: dict[str, tuple[tuple[str, Type], ...]] = {}
        self.used_rolls: frozenset[tuple[str, str]] = frozenset()

    # --- helpers

    def unknown(self, node: ast.Expr) -> x.Expr:
        """A value that could not be understood."""
        return x.Const(value=0, type=UNKNOWN, span=node.span)

    def wrong(
        self, node: ast.Expr, code: str, message: str, help: str = "", labels: Sequence[tuple[Span, str]] = ()
    ) -> x.Expr:
        """A finding, and a value to go on with."""
        self.findings.add(code, message, node.span, help=help, labels=labels)
        return self.unknown(node)

    def expect(self, node: ast.Expr, scope: Scope, expected: Type) -> x.Expr:
        """A value of the type that its place needs, none allowed only where the type says so."""
        expr = self.resolve(node, scope, expected)
        return self.fit(expr, expected, scope)

    def fit(self, expr: x.Expr, expected: Type, scope: Scope) -> x.Expr:
        """Check that a value fits a place."""
        actual = expr.type
        if isinstance(actual, UnknownType) or isinstance(expected, UnknownType):
            return expr
        if isinstance(actual, NoneType):
            if not expected.is_optional:
                self.findings.add(
                    "V005",
                    f"none cannot stand here: this needs {expected}",
                    expr.span,
                    help="Write `or none` behind the type, or give a value.",
                )
            return evolve(expr, type=expected)
        if not same_kind(actual, expected):
            self.findings.add("P001", f"this is {describe(actual)}, but {describe(expected)} is needed", expr.span)
            return evolve(expr, type=UNKNOWN)
        if actual.is_optional and not expected.is_optional:
            return self.required(expr)
        if isinstance(actual, IntType) and isinstance(expected, IntType):
            return expr
        return expr

    def required(self, expr: x.Expr) -> x.Expr:
        """A value used where it must not be none."""
        if expr.type.is_optional:
            self.findings.add(
                "V006",
                "this may be none here",
                expr.span,
                help="Test it first: `if ... is not none` around it, or `where` in the loop.",
            )
            return evolve(expr, type=expr.type.required())
        return expr

    def boolean(self, node: ast.Expr, scope: Scope) -> x.Expr:
        """A yes/no."""
        return self.expect(node, scope, BOOL)

    def number(self, node: ast.Expr, scope: Scope) -> x.Expr:
        """A number; dice and rolls too where the statement allows them."""
        expr = self.resolve(node, scope, None)
        if isinstance(expr.type, IntType):
            return self.required(expr)
        if not isinstance(expr.type, UnknownType):
            self.findings.add("P001", f"this is {describe(expr.type)}, but a number is needed", expr.span)
        return evolve(expr, type=UNKNOWN)

    def known(self, expr: x.Expr, scope: Scope) -> x.Expr:
        """The value, its type without none where the flow has ruled none out."""
        if expr.type.is_optional and scope.knows(expr):
            return evolve(expr, type=expr.type.required())
        return expr

    # --- the expressions

    def resolve(self, node: ast.Expr, scope: Scope, expected: Type | None) -> x.Expr:
        """The meaning of an expression; ``expected`` settles words that several enums have."""
        return self.known(self.raw(node, scope, expected), scope)

    def raw(self, node: ast.Expr, scope: Scope, expected: Type | None) -> x.Expr:
        """The meaning of an expression, whatever the flow knows."""
        span = node.span
        if scope.draws and not isinstance(node, ast.RollOn | ast.Do | ast.Dice | ARITHMETIC):
            scope = evolve(scope, draws=False)
        match node:
            case ast.Number(value=number):
                return x.Const(value=number, type=IntType(number, number), span=span)
            case ast.YesNo(value=flag):
                return x.Const(value=int(flag), type=BOOL, span=span)
            case ast.NoneValue():
                return x.Const(value=NONE, type=NoneType(), span=span)
            case ast.Text():
                return self.wrong(
                    node, "P002", "a text cannot stand here", "Texts are titles, prompts and lines to say."
                )
            case ast.Natural():
                if not scope.rolling:
                    return self.wrong(
                        node, "P003", "no dice lie on the table here", "`natural` belongs inside a rolled table."
                    )
                return x.NaturalDice(type=IntType(1, 999), span=span)
            case ast.Name():
                return self.name(node, scope, expected)
            case ast.Attribute():
                return self.attribute(node, scope, expected)
            case ast.Subscript():
                place = self.place(node, scope)
                return self.read(place, node, scope) if place else self.unknown(node)
            case ast.OptionValue(name=name):
                return self.option(node, name)
            case ast.Call():
                return self.call(node, scope)
            case ast.NewRecord():
                return self.wrong(
                    node, "P004", "a new element can only be added to its list", f"Write `add {node.name}(...) to ...`."
                )
            case ast.LookUp():
                return self.look_up(node, scope)
            case ast.ModifiersOn():
                args = self.table_args(node.table, node.args, node.span, scope)
                return x.ModifiersOn(table=node.table, args=args, type=IntType(-999, 999), span=span)
            case ast.RollOn() | ast.Do() | ast.Dice():
                return self.draw(node, scope)
            case ast.Negate(value=inner):
                value = self.number(inner, scope)
                type_ = value.type
                if isinstance(type_, IntType):
                    type_ = IntType(-type_.high, -type_.low)
                return x.Negation(value=value, type=type_, span=span)
            case ast.Binary():
                return self.arithmetic(node, scope)
            case ast.Divide():
                return self.divide(node, scope)
            case ast.Compare():
                left, right = self.number(node.left, scope), self.number(node.right, scope)
                return x.Comparison(op=node.op, left=left, right=right, type=BOOL, span=span)
            case ast.Is():
                return self.is_(node, scope)
            case ast.Within():
                return self.within(node, scope)
            case ast.Member():
                return self.member(node, scope)
            case ast.Not(value=inner):
                return x.NotExpr(value=self.boolean(inner, scope), type=BOOL, span=span)
            case ast.And(terms=terms):
                resolved = []
                for term in terms:
                    value = self.boolean(term, scope)
                    resolved.append(value)
                    scope = scope.with_facts(self.facts(value, True))
                return x.AndExpr(terms=tuple(resolved), type=BOOL, span=span)
            case ast.Or(terms=terms):
                resolved = []
                for term in terms:
                    value = self.boolean(term, scope)
                    resolved.append(value)
                    scope = scope.with_facts(self.facts(value, False))
                return x.OrExpr(terms=tuple(resolved), type=BOOL, span=span)
            case ast.Quantifier():
                return self.quantifier(node, scope)
            case ast.SetLiteral() | ast.Interval():
                return self.wrong(node, "P005", "a set can only stand behind `in`")
            case _:
                return self.wrong(node, "P006", "this cannot stand here as a value")

    def name(self, node: ast.Name, scope: Scope, expected: Type | None) -> x.Expr:
        """A bare name."""
        name, span, s = node.name, node.span, self.symbols
        if name in scope.variables:
            return x.Var(name=name, type=scope.variables[name].type, span=span)
        if isinstance(expected, EnumType) and expected.enum in s.enums:
            values = s.enums[expected.enum].values
            if name in values:
                return x.Const(value=values.index(name), type=EnumType(expected.enum), span=span)
        if name in s.fields:
            place = self.place(node, scope)
            return self.read(place, node, scope) if place else self.unknown(node)
        if name in s.defines:
            return self.call(ast.Call(name, (), span=span), scope)
        owners = s.owners_of_word.get(name, [])
        if len(owners) == 1:
            values = s.enums[owners[0]].values
            return x.Const(value=values.index(name), type=EnumType(owners[0]), span=span)
        if owners:
            return self.wrong(
                node,
                "N003",
                f"{name} belongs to {' and to '.join(owners)}, and this place does not settle which",
                f"Write {owners[0]}.{name}.",
            )
        if name in s.options:
            return self.wrong(node, "N001", f"{name} is an option", f"Write `option {name}`.")
        return self.undefined(node, name, [*scope.variables, *s.fields, *s.defines, *s.owners_of_word])

    def undefined(self, node: ast.Expr, name: str, known: Sequence[str]) -> x.Expr:
        """A name that nothing declares."""
        return self.wrong(node, "N001", f"there is no {name}", near(name, known))

    def option(self, node: ast.Expr, name: str) -> x.Expr:
        """The value of an option."""
        option = self.symbols.options.get(name)
        if option is None:
            return self.wrong(node, "N001", f"there is no option {name}", near(name, self.symbols.options))
        return x.OptionRead(option=name, type=option_type(option), span=node.span)

    def attribute(self, node: ast.Attribute, scope: Scope, expected: Type | None) -> x.Expr:
        """A field, a column, a part, or a qualified enum value."""
        base, s = node.value, self.symbols
        if isinstance(base, ast.Name):
            if base.name in s.enums and base.name not in scope.variables:
                values = s.enums[base.name].values
                if node.name in values:
                    return x.Const(value=values.index(node.name), type=EnumType(base.name), span=node.span)
                return self.wrong(node, "N001", f"{node.name} is no {base.name}", near(node.name, values))
            variable = scope.variables.get(base.name)
            if variable is not None:
                if node.name in ("natural", "total") and variable.rolled:
                    return x.RollFact(
                        variable=base.name,
                        fact="natural" if node.name == "natural" else "total",
                        type=IntType(-999, 999),
                        span=node.span,
                    )
                if isinstance(variable.type, PartsType):
                    return self.part(node, base, variable.type, scope)
        if not self.is_record(base, scope):
            owner = self.resolve(base, scope, None)
            if isinstance(owner.type, EnumType):
                return self.column(owner, node.name, node, scope)
        place = self.place(node, scope)
        if place is not None:
            return self.read(place, node, scope)
        return self.unknown(node)

    def part(self, node: ast.Attribute, base: ast.Name, type_: PartsType, scope: Scope) -> x.Expr:
        """A part of a kept result."""
        for part in type_.parts:
            if part.name == node.name:
                whole = x.Var(name=base.name, type=type_, span=base.span)
                if type_.optional and not scope.knows(whole):
                    self.required(whole)
                return x.PartOf(variable=base.name, part=node.name, type=part.type, span=node.span)
        return self.undefined(node, node.name, [p.name for p in type_.parts])

    # --- paths into state

    def place(self, node: ast.Expr, scope: Scope) -> Place | None:
        """A path into state; enum data have no place. None after a finding, or where it is a column."""
        s = self.symbols
        match node:
            case ast.Name(name=name) if name in s.fields and name not in scope.variables:
                if scope.default:
                    self.findings.add(
                        "P007",
                        "a default may not read state",
                        node.span,
                        help="It may use options, printed data and its own index.",
                    )
                shape = s.fields[name]
                return Place(name, shape, None, (), shape.indices)
            case ast.Subscript(value=value, indices=indices):
                place = self.place(value, scope)
                if place is None:
                    return None
                if len(indices) > len(place.missing):
                    self.findings.add(
                        "P008",
                        f"{place.id} has {len(place.shape.indices)} dimensions",
                        node.span,
                        help="Leave out an index.",
                    )
                    return None
                resolved = tuple(
                    self.expect(index, scope, EnumType(enum))
                    for index, enum in zip(indices, place.missing, strict=False)
                )
                return evolve(place, indices=place.indices + resolved, missing=place.missing[len(indices) :])
            case ast.Attribute(value=value, name=name):
                return self.member_place(node, value, name, scope)
            case _:
                self.findings.add("P009", "this is not a field", node.span)
                return None

    def member_place(self, node: ast.Attribute, value: ast.Expr, name: str, scope: Scope) -> Place | None:
        """``value.name`` where value is a record in state or an element."""
        s = self.symbols
        if self.is_record(value, scope):
            place = self.place(value, scope)
            if place is None or place.shape.record is None:
                return None
            members = s.record_fields[place.shape.record]
            if name not in members:
                self.findings.add(
                    "N001", f"{place.shape.record} has no field {name}", node.span, help=near(name, members)
                )
                return None
            shape = members[name]
            return Place(f"{place.id}.{name}", shape, place.element, place.indices, place.missing + shape.indices)
        owner = self.resolve(value, scope, None)
        if isinstance(owner.type, ElementType):
            record = owner.type.record
            members = s.record_fields[record]
            if name not in members:
                self.findings.add("N001", f"{record} has no field {name}", node.span, help=near(name, members))
                return None
            owner = self.required(owner)
            return Place(f"{record}.{name}", members[name], owner, (), members[name].indices)
        if isinstance(owner.type, EnumType):
            self.findings.add("P010", f"{name} is printed data, which no rule changes", node.span)
        elif not isinstance(owner.type, UnknownType):
            self.findings.add("P011", f"{describe(owner.type)} has no {name}", node.span)
        return None

    def is_record(self, node: ast.Expr, scope: Scope) -> bool:
        """Whether a path is at a record that stands in state by value."""
        match node:
            case ast.Name(name=name):
                return (
                    name not in scope.variables
                    and name in self.symbols.fields
                    and self.symbols.fields[name].record is not None
                )
            case ast.Subscript(value=value):
                return self.is_record(value, scope)
            case ast.Attribute(value=value, name=name) if self.is_record(value, scope):
                shape = self.record_shape(value)
                members = self.symbols.record_fields.get(shape.record or "", {}) if shape else {}
                return name in members and members[name].record is not None
            case _:
                return False

    def record_shape(self, node: ast.Expr) -> FieldShape | None:
        """The field that a record path is at."""
        match node:
            case ast.Name(name=name):
                return self.symbols.fields.get(name)
            case ast.Subscript(value=value):
                return self.record_shape(value)
            case ast.Attribute(value=value, name=name):
                shape = self.record_shape(value)
                return self.symbols.record_fields.get(shape.record or "", {}).get(name) if shape else None
            case _:
                return None

    def read(self, place: Place, node: ast.Expr, scope: Scope) -> x.Expr:
        """The value at a place."""
        if place.missing:
            return self.wrong(node, "P008", f"{place.id} needs an index for {' and '.join(place.missing)}")
        if place.shape.type is None:
            return self.wrong(node, "P012", f"{place.id} is a whole record; name one of its fields")
        return x.Read(
            field=place.id, element=place.element, indices=place.indices, type=place.shape.type, span=node.span
        )

    # --- calls

    def call(self, node: ast.Call, scope: Scope) -> x.Expr:
        """A define or a built-in."""
        s = self.symbols
        if node.name in BUILTINS:
            return self.builtin(node, scope)
        if node.name not in s.defines:
            if node.name in s.procedures:
                return self.wrong(
                    node,
                    "P013",
                    f"{node.name} is a procedure",
                    f"Write `do {node.name}`; it stands on its own or behind let and set.",
                )
            if node.name in s.tables:
                return self.wrong(
                    node, "P013", f"{node.name} is a table", f"Write `roll on {node.name}` or `look up {node.name}`."
                )
            return self.undefined(node, node.name, [*s.defines, *BUILTINS])
        define = s.defines[node.name]
        if scope.default:
            self.findings.add(
                "P007", "a default may not read state", node.span, help="Defines may read state; use printed data."
            )
        args = self.args(
            [(p.name, s.type_of(p.type)) for p in define.params], node.args, node.span, scope, node.name, define.span
        )
        return x.CallDefine(define=node.name, args=args, type=s.type_of(define.type), span=node.span)

    def builtin(self, node: ast.Call, scope: Scope) -> x.Expr:
        """min, max, next, previous."""
        if node.name in ("min", "max"):
            if len(node.args) < 2:
                return self.wrong(node, "P014", f"{node.name} needs two numbers at least")
            args = tuple(self.number(a, scope) for a in node.args)
            types = [a.type for a in args if isinstance(a.type, IntType)]
            if len(types) < len(args):
                return self.unknown(node)
            pick = min if node.name == "min" else max
            type_: Type = IntType(pick(t.low for t in types), pick(t.high for t in types))
            return x.Builtin(function="min" if node.name == "min" else "max", args=args, type=type_, span=node.span)
        if len(node.args) != 1:
            return self.wrong(node, "P014", f"{node.name} needs one value")
        arg = self.resolve(node.args[0], scope, None)
        if not isinstance(arg.type, EnumType):
            if not isinstance(arg.type, UnknownType):
                self.findings.add("P001", f"{node.name} needs an enum value, this is {describe(arg.type)}", arg.span)
            return self.unknown(node)
        arg = self.required(arg)
        assert isinstance(arg.type, EnumType)
        return x.Builtin(
            function="next" if node.name == "next" else "previous",
            args=(arg,),
            type=EnumType(arg.type.enum, optional=True),
            span=node.span,
        )

    def args(
        self,
        params: Sequence[tuple[str, Type]],
        args: Sequence[ast.Expr],
        span: Span,
        scope: Scope,
        name: str,
        declared: Span,
    ) -> tuple[x.Expr, ...]:
        """Arguments for parameters."""
        if len(params) != len(args):
            wants = ", ".join(f"{n}: {t}" for n, t in params) or "none"
            self.findings.add(
                "P014",
                f"{name} takes {len(params)} arguments, here are {len(args)}",
                span,
                labels=[(declared, f"its parameters: {wants}")],
            )
        return tuple(self.expect(arg, scope, type_) for (_, type_), arg in zip(params, args, strict=False))

    def table_args(self, table: str, args: Sequence[ast.Expr], span: Span, scope: Scope) -> tuple[x.Expr, ...]:
        """Arguments for a table."""
        if table not in self.symbols.tables:
            self.findings.add("N001", f"there is no table {table}", span, help=near(table, self.symbols.tables))
            return ()
        return self.args(self.table_params[table], args, span, scope, table, self.symbols.tables[table].span)

    def look_up(self, node: ast.LookUp, scope: Scope) -> x.Expr:
        """A value from a table without dice."""
        args = self.table_args(node.table, node.args, node.span, scope)
        if node.table not in self.symbols.tables:
            return self.unknown(node)
        if self.is_rolled(node.table):
            return self.wrong(node, "P015", f"{node.table} is rolled, not looked up", f"Write `roll on {node.table}`.")
        result = self.table_results[node.table]
        if result is None:
            return x.LookUp(table=node.table, args=args, part=None, type=NoneType(), span=node.span)
        expr = x.LookUp(table=node.table, args=args, part=None, type=result, span=node.span)
        if node.part is None:
            return expr
        if isinstance(result, PartsType):
            for part in result.parts:
                if part.name == node.part:
                    if result.optional and not scope.knows(expr):
                        self.required(expr)
                    return x.LookUp(table=node.table, args=args, part=node.part, type=part.type, span=node.span)
            return self.undefined(node, node.part, [p.name for p in result.parts])
        if isinstance(result, EnumType):
            return self.column(self.known(expr, scope), node.part, node, scope)
        return self.wrong(node, "P011", f"the result of {node.table} has no parts")

    def is_rolled(self, table: str) -> bool:
        """Whether a table has dice."""
        return is_rolled(self.symbols.tables[table])

    def column(self, owner: x.Expr, name: str, node: ast.Expr, scope: Scope) -> x.Expr:
        """Printed data of an enum value."""
        assert isinstance(owner.type, EnumType)
        enum = self.symbols.enums[owner.type.enum]
        for column in enum.columns:
            if column.name == name:
                return x.EnumData(
                    enum=enum.name, column=name, value=self.required(owner), type=column.type, span=node.span
                )
        return self.wrong(node, "N001", f"{enum.name} has no column {name}", near(name, [c.name for c in enum.columns]))

    def draw(self, node: ast.Expr, scope: Scope) -> x.Expr:
        """What draws dice or runs a procedure."""
        if not scope.draws:
            self.findings.add(
                "P018",
                "no dice, roll or procedure may stand here",
                node.span,
                help="Keep it first: `let it = ...`. They stand behind let, set, add, repeat, return, in a row's "
                "result, and first in an if.",
            )
        scope = evolve(scope, draws=False)
        match node:
            case ast.Dice(count=count, sides=sides):
                low, high = (11, 66) if sides == 66 else (count, count * sides)
                return x.RollDice(count=count, sides=sides, type=IntType(low, high), span=node.span)
            case ast.RollOn(table=table, args=args):
                resolved = self.table_args(table, args, node.span, scope)
                if table not in self.symbols.tables:
                    return self.unknown(node)
                if not self.is_rolled(table):
                    return self.wrong(
                        node, "P015", f"{table} is looked up, not rolled", f"Write `look up {table}(...)`."
                    )
                return x.RollOn(
                    table=table, args=resolved, type=self.table_results[table] or NoneType(), span=node.span
                )
            case ast.Do(procedure=name, args=args):
                procedure = self.symbols.procedures.get(name)
                if procedure is None:
                    return self.wrong(
                        node, "N001", f"there is no procedure {name}", near(name, self.symbols.procedures)
                    )
                params = [(p.name, self.symbols.type_of(p.type)) for p in procedure.params]
                resolved = self.args(params, args, node.span, scope, name, procedure.span)
                type_ = self.symbols.type_of(procedure.type) if procedure.type else NoneType()
                return x.DoCall(procedure=name, args=resolved, type=type_, span=node.span)
            case _:
                return self.unknown(node)

    # --- operators

    def arithmetic(self, node: ast.Binary, scope: Scope) -> x.Expr:
        """Sums, differences, products, with the range they can have."""
        left, right = self.number(node.left, scope), self.number(node.right, scope)
        if not isinstance(left.type, IntType) or not isinstance(right.type, IntType):
            return x.Arithmetic(op=node.op, left=left, right=right, type=UNKNOWN, span=node.span)
        a, b = left.type, right.type
        if node.op == "+":
            low, high = a.low + b.low, a.high + b.high
        elif node.op == "-":
            low, high = a.low - b.high, a.high - b.low
        else:
            corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high]
            low, high = min(corners), max(corners)
        if low < INT_MIN or high > INT_MAX:
            return self.wrong(node, "V004", "this may not fit 32 bits", "Use smaller ranges.")
        return x.Arithmetic(op=node.op, left=left, right=right, type=IntType(low, high), span=node.span)

    def divide(self, node: ast.Divide, scope: Scope) -> x.Expr:
        """A quotient, rounded as the text says."""
        left = self.number(node.left, scope)
        right = self.resolve(node.right, scope, None)
        rounding = node.rounding
        if rounding is None:
            self.findings.add(
                "V007",
                "this division does not say how it rounds",
                node.span,
                help="Write `rounded down` or `rounded up` behind it.",
            )
            rounding = "down"
        divisor = self.divisor(right, node.right)
        if divisor is None:
            return self.unknown(node)
        if not isinstance(left.type, IntType):
            return self.unknown(node)
        low, high = left.type.low, left.type.high
        ends = [divisor.type.low, divisor.type.high] if isinstance(divisor.type, IntType) else [1]
        corners = [n // d if rounding == "down" else -(-n // d) for n in (low, high) for d in ends]
        type_ = IntType(min(corners), max(corners))
        return x.Quotient(left=left, divisor=divisor, rounding=rounding, type=type_, span=node.span)

    def divisor(self, right: x.Expr, node: ast.Expr) -> x.Expr | None:
        """A positive constant, or printed data that are all positive."""
        if isinstance(right, x.Const) and right.value > 0:
            return right
        if isinstance(right, x.EnumData) and isinstance(right.type, IntType) and right.type.low > 0:
            return right
        if not isinstance(right.type, UnknownType):
            self.findings.add(
                "V008",
                "a divisor must be a positive number, or printed data that are all positive",
                node.span,
                help="Division by what may be 0 has no answer.",
            )
        return None

    def is_(self, node: ast.Is, scope: Scope) -> x.Expr:
        """Equality, each side settling the other's words."""
        left_node, right_node = node.left, node.right
        if self.needs_help(left_node, scope):
            right = self.resolve(right_node, scope, None)
            left = self.resolve(left_node, scope, right.type)
        else:
            left = self.resolve(left_node, scope, None)
            right = self.resolve(right_node, scope, left.type)
        if not isinstance(left.type, NoneType) and not isinstance(right.type, NoneType):
            if isinstance(left.type, TextType) or isinstance(right.type, TextType):
                return self.wrong(node, "P016", "no rule may ask what a name is")
            if not same_kind(left.type, right.type):
                self.findings.add("P001", f"{describe(left.type)} cannot be {describe(right.type)}", node.span)
        elif isinstance(left.type, NoneType) and isinstance(right.type, NoneType):
            self.findings.add("P001", "none is always none", node.span)
        elif isinstance(right.type, NoneType) and not (left.type.is_optional or isinstance(left.type, UnknownType)):
            if not scope.knows(left):
                self.findings.add("V009", "this can never be none", left.span, help="Leave the test out.")
        op = "!=" if node.negated else "=="
        return x.Comparison(op="!=" if op == "!=" else "==", left=left, right=right, type=BOOL, span=node.span)

    def needs_help(self, node: ast.Expr, scope: Scope) -> bool:
        """Whether a bare word needs the other side to say whose it is."""
        return (
            isinstance(node, ast.Name)
            and node.name not in scope.variables
            and node.name not in self.symbols.fields
            and node.name not in self.symbols.defines
        )

    def within(self, node: ast.Within, scope: Scope) -> x.Expr:
        """``x in low..high``, numbers or enum values in order."""
        value = self.required(self.resolve(node.value, scope, None))
        low = self.expect(
            node.low, scope, value.type if isinstance(value.type, EnumType) else IntType(INT_MIN, INT_MAX)
        )
        high = self.expect(
            node.high, scope, value.type if isinstance(value.type, EnumType) else IntType(INT_MIN, INT_MAX)
        )
        if not isinstance(value.type, IntType | EnumType | UnknownType):
            self.findings.add("P001", f"this is {describe(value.type)}, but a number is needed", value.span)
        return x.InRange(value=value, low=low, high=high, type=BOOL, span=node.span)

    def member(self, node: ast.Member, scope: Scope) -> x.Expr:
        """``x in {a, b}`` and ``x in list``."""
        value = self.resolve(node.value, scope, None)
        if isinstance(node.members, ast.SetLiteral):
            members = tuple(self.expect(m, scope, value.type.optionally()) for m in node.members.members)
            return x.OneOf(value=value, members=members, type=BOOL, span=node.span)
        if isinstance(node.members, ast.Name):
            variable = scope.variables.get(node.members.name)
            if variable is not None and isinstance(variable.type, ListType):
                return x.InList(
                    value=self.fit(value, variable.type.element.optionally(), scope),
                    variable=node.members.name,
                    type=BOOL,
                    span=node.span,
                )
        return self.wrong(
            node,
            "P005",
            "behind `in` stands a set, a range or a list that is a variable",
            "Write `in {a, b}` or `in 1..3`.",
        )

    # --- quantifiers and domains

    def quantifier(self, node: ast.Quantifier, scope: Scope) -> x.Expr:
        """count, any, first."""
        domain = self.domain(node.domain, scope)
        if domain is None:
            return self.unknown(node)
        inner = self.bind(node.variable, domain.type, node.span, scope)
        where = self.boolean(node.where, inner) if node.where is not None else None
        if node.kind == "count":
            type_: Type = IntType(0, self.size(domain))
        elif node.kind == "any":
            type_ = BOOL
        else:
            type_ = domain.type.optionally()
        return x.Quantifier(
            kind=node.kind, variable=node.variable, domain=domain, where=where, type=type_, span=node.span
        )

    def size(self, domain: x.Domain) -> int:
        """How many members a domain can have."""
        match domain:
            case x.EnumDomain(enum=enum):
                return len(self.symbols.enums[enum].values)
            case x.SetDomain(members=members):
                return len(members)
            case x.ElementsDomain(list=name):
                type_ = self.symbols.fields[name].type
                return type_.capacity if isinstance(type_, ListType) else 0
            case x.RangeDomain(low=low, high=high):
                if isinstance(low.type, IntType) and isinstance(high.type, IntType):
                    return max(0, high.type.high - low.type.low + 1)
                return 0
            case _:
                return 255

    def domain(self, node: ast.Expr, scope: Scope) -> x.Domain | None:
        """What ``in`` goes through."""
        s = self.symbols
        match node:
            case ast.Interval(low=low, high=high):
                first, last = self.number(low, scope), self.number(high, scope)
                if not isinstance(first.type, IntType) or not isinstance(last.type, IntType):
                    return None
                return x.RangeDomain(
                    low=first, high=last, type=IntType(first.type.low, max(first.type.low, last.type.high))
                )
            case ast.SetLiteral(members=members):
                return self.set_domain(node, members, scope)
            case ast.Name(name=name):
                variable = scope.variables.get(name)
                if variable is not None:
                    if isinstance(variable.type, ListType):
                        return x.LocalListDomain(variable=name, type=variable.type.element)
                elif name in s.fields:
                    type_ = s.fields[name].type
                    if isinstance(type_, ListType):
                        return x.ElementsDomain(list=name, type=type_.element)
                elif name in s.enums:
                    return x.EnumDomain(enum=name, type=EnumType(name))
                self.findings.add(
                    "P017",
                    f"{name} is nothing to go through",
                    node.span,
                    help=near(name, [*s.enums, *s.lists.values()]) or "Name an enum, a list, a range or a set.",
                )
                return None
            case _:
                self.findings.add(
                    "P017", "this is nothing to go through", node.span, help="Name an enum, a list, a range or a set."
                )
                return None

    def set_domain(self, node: ast.Expr, members: Sequence[ast.Expr], scope: Scope) -> x.Domain | None:
        """``{a, b}``: one enum must own all its words."""
        words = [m.name for m in members if isinstance(m, ast.Name) and self.needs_help(m, scope)]
        owners = [e.name for e in self.symbols.enums.values() if all(w in e.values for w in words)]
        expected: Type | None = None
        if words:
            if len(owners) > 1:
                typed = [
                    self.resolve(m, scope, None).type
                    for m in members
                    if not (isinstance(m, ast.Name) and m.name in words)
                ]
                owners = (
                    [o for o in owners if all(isinstance(t, EnumType) and t.enum == o for t in typed)]
                    if typed
                    else owners
                )
            if len(owners) != 1:
                which = " and to ".join(owners)
                self.findings.add(
                    "N003",
                    f"these words belong to {which}" if owners else "no one enum has all these words",
                    node.span,
                    help=f"Write {owners[0]}.{words[0]}." if owners else "",
                )
                return None
            expected = EnumType(owners[0])
        resolved = [self.resolve(m, scope, expected) for m in members]
        type_ = resolved[0].type
        for member in resolved[1:]:
            if not same_kind(member.type, type_):
                self.findings.add(
                    "P001", f"this is {describe(member.type)}, the first is {describe(type_)}", member.span
                )
        if isinstance(type_, IntType):
            ints = [m.type for m in resolved if isinstance(m.type, IntType)]
            type_ = IntType(min(t.low for t in ints), max(t.high for t in ints))
        elif any(m.type.is_optional for m in resolved):
            type_ = type_.optionally()
        return x.SetDomain(members=tuple(resolved), type=type_)

    def bind(
        self, name: str, type_: Type, span: Span, scope: Scope, *, settable: bool = False, rolled: bool = False
    ) -> Scope:
        """A new name comes into sight."""
        s = self.symbols
        if name in scope.variables:
            self.findings.add(
                "N004",
                f"{name} is already a name here",
                span,
                labels=[(scope.variables[name].span, "given here")],
                help="Choose another name.",
            )
        elif name in s.places or name in s.owners_of_word:
            what = "a value of " + s.owners_of_word[name][0] if name in s.owners_of_word else "declared elsewhere"
            labels = [(s.places[name], "declared here")] if name in s.places else []
            self.findings.add(
                "N004",
                f"{name} is {what}, so it cannot be a variable's name",
                span,
                labels=labels,
                help="Choose another name.",
            )
        return scope.with_variable(name, Variable(type_, span, settable, rolled))

    # --- what a condition tells of none

    def facts(self, condition: x.Expr, holds: bool) -> frozenset[Fact]:
        """What is known not to be none where a condition holds, or does not."""
        match condition:
            case x.NotExpr(value=value):
                return self.facts(value, not holds)
            case x.AndExpr(terms=terms) if holds:
                return frozenset().union(*(self.facts(t, True) for t in terms))
            case x.OrExpr(terms=terms) if not holds:
                return frozenset().union(*(self.facts(t, False) for t in terms))
            case x.Comparison(op=op, left=left, right=right):
                equal = (op == "==") == holds
                if op not in ("==", "!="):
                    return frozenset()
                if isinstance(right.type, NoneType) and not equal:
                    return self.fact(left)
                if isinstance(left.type, NoneType) and not equal:
                    return self.fact(right)
                if equal and not right.type.is_optional and not isinstance(right.type, NoneType):
                    return self.fact(left)
                if equal and not left.type.is_optional and not isinstance(left.type, NoneType):
                    return self.fact(right)
                return frozenset()
            case x.OneOf(value=value, members=members) if holds and not any(m.type.is_optional for m in members):
                return self.fact(value)
            case _:
                return frozenset()

    def fact(self, expr: x.Expr) -> frozenset[Fact]:
        """The fact that a value is not none."""
        key = key_of(expr)
        if key is None:
            return frozenset()
        return frozenset({Fact(key, frozenset(self.roots(expr)), records_through(expr))})

    def roots(self, expr: x.Expr) -> set[str]:
        """Names on whose change a value may change."""
        found: set[str] = set()
        match expr:
            case x.Var(name=name) | x.PartOf(variable=name):
                found.add(name)
            case x.Read(field=name, element=element, indices=indices):
                found.add(name.split(".")[-1] if element is not None else name.split(".")[0])
                for part in (*indices, *([element] if element else [])):
                    found |= self.roots(part)
            case x.EnumData(value=value):
                found |= self.roots(value)
            case x.CallDefine(define=name, args=args):
                found |= self.effects.total[("define", name)].reads
                for arg in args:
                    found |= self.roots(arg)
            case x.LookUp(table=name, args=args):
                found |= self.effects.total[("table", name)].reads
                for arg in args:
                    found |= self.roots(arg)
            case _:
                pass
        return found


def is_rolled(table: ast.Table) -> bool:
    """Whether a table has dice: a roll line, or a grid keyed by dice."""
    for line in table.lines:
        if isinstance(line, ast.RollLine):
            return True
        if isinstance(line, ast.GridRow):
            return any(isinstance(item, ast.Dice) for cell in line.cells for item in cell.items)
    return False


def option_type(option: ast.Option) -> Type:
    """The type of an option's value."""
    if option.words:
        return EnumType(f"option {option.name}")
    if option.low is not None and option.high is not None:
        return IntType(option.low, option.high)
    return BOOL


def same_kind(actual: Type, expected: Type) -> bool:
    """Whether one type's values can stand where the other is needed, ranges and none aside."""
    match actual, expected:
        case (UnknownType(), _) | (_, UnknownType()):
            return True
        case (NoneType(), _):
            return expected.is_optional
        case (EnumType(enum=a), EnumType(enum=b)):
            return a == b
        case (ElementType(record=a), ElementType(record=b)):
            return a == b
        case (ListType(element=a), ListType(element=b)):
            return same_kind(a, b)
        case (PartsType(parts=a), PartsType(parts=b)):
            return [p.name for p in a] == [p.name for p in b]
        case _:
            return type(actual) is type(expected)


def describe(type_: Type) -> str:
    """A type in a sentence."""
    match type_:
        case BoolType():
            return "yes or no"
        case IntType(low=low, high=high):
            return f"the number {low}" if low == high else f"a number {low}..{high}"
        case EnumType(enum=enum):
            return f"a value of {enum}" if not enum.startswith("option ") else f"a reading of {enum}"
        case ElementType(record=record):
            return f"a {record}"
        case ListType():
            return f"a {type_}"
        case NoneType():
            return "nothing"
        case PartsType():
            return f"a result with parts ({type_})"
        case _:
            return str(type_)
