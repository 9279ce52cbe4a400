"""Worked examples."""

from __future__ import annotations

from attrs import evolve

from bombsight.compiler.amended import own_origin
from bombsight.compiler.findings import near
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.resolve.items import Items
from bombsight.compiler.resolve.scope import Scope, Variable
from bombsight.dsl import ast
from bombsight.flat.types import (
    BOOL,
    NoneType,
)


class Examples(Items):
    """Resolves examples."""

    def example_node(self, node: ast.Example, number: int) -> n.Example:
        """A worked example."""
        self.used_rolls = frozenset()
        scope = Scope()
        setup: list[g.Stmt] = []
        call: x.Expr | None = None
        lines: list[n.ExampleRoll | n.ExampleAnswer | n.ExampleExpect] = []
        for line in node.lines:
            match line:
                case ast.Given(target=target, value=value):
                    done, scope = self.set_(ast.Set(target, value, span=line.span), scope)
                    setup.extend(done)
                    self.late(call, line, "given")
                case ast.GivenDo(call=inner):
                    setup.append(g.Evaluate(value=self.resolve(inner, evolve(scope, draws=True), None), span=line.span))
                    self.late(call, line, "given")
                case ast.ExampleCall(call=inner):
                    if call is not None:
                        self.findings.add(
                            "P042", "an example has one call", line.span, labels=[(call.span, "the first")]
                        )
                    call = self.resolve(inner, evolve(scope, draws=True), None)
                    if not isinstance(call.type, NoneType):
                        scope = scope.with_variable("result", Variable(call.type, line.span))
                case ast.ExpectedRoll(table=table, dice=dice):
                    if table is not None and table not in self.symbols.tables:
                        self.findings.add(
                            "N001", f"there is no table {table}", line.span, help=near(table, self.symbols.tables)
                        )
                    lines.append(n.ExampleRoll(table=table, dice=dice, span=line.span))
                case ast.ExpectedAnswer(words=words):
                    lines.append(n.ExampleAnswer(words=words, span=line.span))
                case ast.Expect(condition=condition):
                    lines.append(
                        n.ExampleExpect(
                            condition=self.boolean(condition, scope), text=self.text(condition.span), span=line.span
                        )
                    )
                case _:
                    pass
        if call is None:
            self.findings.add("P042", "this example calls nothing", node.span, help="Add `roll on T` or `do p`.")
            call = x.Const(value=0, type=BOOL, span=node.span)
        return n.Example(
            id=f"example:{number + 1}",
            title=node.title,
            setup=tuple(setup),
            call=call,
            lines=tuple(lines),
            span=node.span,
            origin=own_origin(node),
        )

    def late(self, call: x.Expr | None, line: ast.ExampleLine, what: str) -> None:
        """The scene is set before the call."""
        if call is not None:
            self.findings.add("P043", f"`{what}` stands behind the call", line.span, help="Set the scene first.")
