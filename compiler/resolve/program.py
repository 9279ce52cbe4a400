"""The whole program: from items to rule graph."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from attrs import evolve, frozen

from compiler.findings import Findings, near
from compiler.graph import expressions as x
from compiler.graph import nodes as n
from compiler.graph import statements as g
from compiler.graph.types import BOOL, NONE, EnumType, IntType, ListType, NoneType, TextType, Type
from compiler.resolve.effects import Effects
from compiler.resolve.expressions import describe, is_rolled, option_type
from compiler.resolve.outcomes import outcome
from compiler.resolve.scope import Scope, Variable
from compiler.resolve.statements import Frame, rolls_asked
from compiler.resolve.tables import Tables
from compiler.symbols import FieldShape, Symbols, collect, constant
from dsl import ast
from dsl.diagnostic import Diagnostic
from dsl.source import NOWHERE, Source


@frozen
class Resolved:
    """A rule graph and what was found on the way; no graph where there is no manifest."""

    graph: n.RuleGraph | None
    symbols: Symbols
    diagnostics: tuple[Diagnostic, ...]


def rules_hash(items: Sequence[ast.Item]) -> str:
    """The identity of a program: what its items say, wherever they stand."""
    return hashlib.sha256("\n".join(map(repr, items)).encode()).hexdigest()


def resolve(
    items: Sequence[ast.Item],
    sources: Mapping[str, Source],
    options: Mapping[str, str] | None = None,
) -> Resolved:
    """Find out what every name means.

    Args:
        items: The program's items, amended, without overlays.
        sources: The texts of its files by path.
        options: Options that are not at their defaults, their values as words.
    """
    findings = Findings()
    symbols = collect(items, findings)
    resolver = Program(symbols, Effects(symbols), findings)
    resolver.sources = sources
    graph = resolver.graph(items, options or {})
    return Resolved(graph, symbols, tuple(findings.diagnostics))


class Program(Tables):
    """Resolves the items."""

    def graph(self, items: Sequence[ast.Item], options: Mapping[str, str]) -> n.RuleGraph | None:
        """Everything, in the order of need."""
        s = self.symbols
        chosen = tuple(self.option_node(node, options.get(name)) for name, node in s.options.items())
        for option in chosen:
            if option.words:
                assert isinstance(option.type, EnumType)
                s.enums[option.type.enum] = n.Enum(
                    name=option.type.enum,
                    values=option.words,
                    titles=tuple(w.replace("_", " ") for w in option.words),
                    columns=(),
                    owner="option",
                    span=option.span,
                )
                for word in option.words:
                    s.owners_of_word.setdefault(word, []).append(option.type.enum)
        for name in options:
            if name not in s.options:
                self.findings.add(
                    "N009",
                    f"there is no option {name}",
                    s.game.span if s.game else items[0].span if items else NOWHERE,
                    help=near(name, s.options),
                )
        for table in s.tables.values():
            found = outcome(table, s)
            self.table_params[table.id] = found.params
            self.table_results[table.id] = found.result
            if found.words is not None:
                s.enums[found.words.name] = found.words
        fields = tuple(leaf for shape in s.fields.values() for leaf in self.field_nodes(shape, shape.name, shape.owner))
        lists = tuple(self.list_node(record, name) for record, name in s.lists.items())
        elements = tuple(
            leaf
            for record, list_ in s.lists.items()
            for shape in s.record_fields[record].values()
            for leaf in self.field_nodes(shape, f"{record}.{shape.name}", list_, element=True)
        )
        defines = tuple(self.define_node(node) for node in s.defines.values())
        tables = tuple(self.table(node, self.shared_on(node)) for node in s.tables.values())
        self.check_shared()
        procedures = tuple(self.procedure_node(node) for node in s.procedures.values())
        rerolls = tuple(self.reroll_node(node) for node in s.rerolls.values())
        examples = tuple(self.example_node(node, number) for number, node in enumerate(s.examples))
        self.check_states(items)
        game = self.game_node()
        if game is None:
            return None
        return n.RuleGraph(
            game=game,
            options=chosen,
            enums=tuple(s.enums.values()),
            fields=fields + elements,
            lists=lists,
            tables=tables,
            defines=defines,
            procedures=procedures,
            rerolls=rerolls,
            examples=examples,
            overlays=(),
            edges=(),
            rules_hash=rules_hash(items),
        )

    # --- manifest and options

    def game_node(self) -> n.Game | None:
        """The manifest."""
        s = self.symbols
        if s.game is None:
            return None
        values: dict[str, tuple[str | int, ...]] = {}
        for line in s.game.lines:
            if line.key in values and line.key != "names":
                self.findings.add("N002", f"{line.key} stands here twice", line.span)
            values[line.key] = values.get(line.key, ()) + line.values
            if line.key not in ("publisher", "author", "language", "mission", "career", "names", "sources"):
                self.findings.add(
                    "N010",
                    f"the manifest has no line {line.key}",
                    line.span,
                    help=near(line.key, ["publisher", "author", "language", "mission", "career", "names", "sources"]),
                )
        mission = str(values.get("mission", ("mission",))[0])
        career = str(values.get("career", ("career",))[0])
        if mission not in s.procedures:
            self.findings.add(
                "N011",
                f"there is no procedure {mission} to play a mission",
                s.game.span,
                help=near(mission, s.procedures) or "Write one, or name another with `mission NAME`.",
            )
        if career not in s.procedures:
            if "career" in values:
                self.findings.add(
                    "N011", f"there is no procedure {career}", s.game.span, help=near(career, s.procedures)
                )
            career = ""
        language = values.get("language", (1,))[0]
        if language != 1:
            self.findings.add("N012", f"this is language {language}; only 1 is known", s.game.span)
        for name in (mission, career):
            procedure = s.procedures.get(name)
            if procedure is not None and any(not isinstance(s.type_of(p.type), IntType) for p in procedure.params):
                self.findings.add("P037", f"{name} begins a game, so it can take only numbers", procedure.span)
        return n.Game(
            id=s.game.name,
            title=s.game.title,
            publisher=str(values.get("publisher", values.get("author", ("",)))[0]),
            language=1,
            mission=mission,
            career=career or None,
            names=tuple(str(v) for v in values.get("names", ())),
            sources_optional=values.get("sources", ("",))[0] == "optional",
            span=s.game.span,
        )

    def option_node(self, node: ast.Option, chosen: str | None) -> n.Option:
        """An option with its value now."""
        type_ = option_type(node)
        default = self.option_value(node, node.default, type_)
        value = default
        if chosen is not None:
            read = option_word(node, type_, chosen)
            if read is None:
                self.findings.add(
                    "N009", f"{chosen} is no value of option {node.name}", node.span, help=f"Give {option_wants(node)}."
                )
            else:
                value = read
        return n.Option(
            name=node.name,
            title=node.title,
            words=node.words,
            type=type_,
            default=default,
            value=value,
            cite=node.cite,
            span=node.span,
            touched=node.touched,
        )

    def option_value(self, node: ast.Option, default: ast.Expr, type_: Type) -> int:
        """The default of an option."""
        word: str | None = None
        match default:
            case ast.YesNo(value=flag):
                word = "yes" if flag else "no"
            case ast.Name(name=name):
                word = name
            case _:
                number = constant(default)
                word = str(number) if number is not None else None
        value = option_word(node, type_, word) if word is not None else None
        if value is None:
            self.findings.add(
                "V010", "this is none of the option's values", default.span, help=f"Give {option_wants(node)}."
            )
            return 0
        return value

    # --- fields

    def list_node(self, record: str, name: str) -> n.StateList:
        """A state list."""
        shape = self.symbols.fields[name]
        assert isinstance(shape.type, ListType)
        if shape.indices:
            self.findings.add(
                "P038", "a list in state has no dimensions", shape.decl.span, help="Make it a field of the elements."
            )
        return n.StateList(
            id=name,
            owner=shape.owner,
            title=shape.decl.title or "",
            record=record,
            type=shape.type,
            fields=tuple(
                leaf.id
                for member in self.symbols.record_fields[record].values()
                for leaf in self.field_nodes(member, f"{record}.{member.name}", name, element=True)
            ),
            span=shape.decl.span,
            touched=shape.decl.touched,
        )

    def field_nodes(
        self,
        shape: FieldShape,
        id_: str,
        owner: str,
        *,
        element: bool = False,
        indices: tuple[str, ...] = (),
        names: tuple[str, ...] = (),
        title: str = "",
    ) -> list[n.Field]:
        """The leaves of a field."""
        decl = shape.decl
        indices += shape.indices
        names += shape.index_names
        own = decl.title or ""
        title = f"{title}: {own}" if title and own else own or ("" if shape.record is None else title)
        if shape.record is not None:
            if decl.default is not None:
                self.findings.add(
                    "P039", "a record has no default of its own", decl.span, help="Give its fields defaults."
                )
            leaves: list[n.Field] = []
            for member in self.symbols.record_fields[shape.record].values():
                leaves.extend(
                    self.field_nodes(
                        member,
                        f"{id_}.{member.name}",
                        owner,
                        element=element,
                        indices=indices,
                        names=names,
                        title=title,
                    )
                )
            return leaves
        assert shape.type is not None
        if isinstance(shape.type, ListType):
            if element or not hasattr(shape.type.element, "record"):
                self.findings.add("P025", "a list in state holds records", decl.span)
            return []
        default = self.default(shape, indices, names, element)
        return [
            n.Field(
                id=id_,
                owner=owner,
                title=title,
                type=shape.type,
                indices=indices,
                index_names=unique(names),
                full=decl.full,
                default=default,
                element=element,
                span=decl.span,
                touched=decl.touched,
            )
        ]

    def default(self, shape: FieldShape, indices: tuple[str, ...], names: tuple[str, ...], element: bool) -> x.Expr:
        """What a field falls back to."""
        assert shape.type is not None
        decl = shape.decl
        if decl.default is None:
            if shape.type.is_optional:
                return x.Const(value=NONE, type=shape.type)
            if not element and not isinstance(shape.type, TextType):
                self.findings.add(
                    "P036", f"{decl.name} needs a default", decl.span, help="Write `= ...` behind its type."
                )
            low = shape.type.low if isinstance(shape.type, IntType) else 0
            return x.Const(value=low, type=shape.type)
        scope = Scope(default=True)
        for name, enum in zip(names, indices, strict=True):
            if not name.startswith("_"):
                scope = self.bind(name, EnumType(enum), decl.span, scope)
        value = self.expect(decl.default, scope, shape.type)
        self.in_range(value, shape.type)
        if (
            isinstance(value.type, IntType)
            and isinstance(shape.type, IntType)
            and (value.type.low < shape.type.low or value.type.high > shape.type.high)
        ):
            self.findings.add(
                "V001",
                f"this default is {describe(value.type)}, which is not within {shape.type}",
                value.span,
                help="Widen the range.",
            )
        if decl.full and not isinstance(shape.type, IntType):
            self.findings.add("P040", "only a number can be `full`", decl.span)
        return value

    # --- defines, procedures, rerolls

    def define_node(self, node: ast.Define) -> n.Define:
        """A derived value."""
        type_ = self.symbols.type_of(node.type)
        scope = Scope()
        for param in node.params:
            scope = self.bind(param.name, self.symbols.type_of(param.type), param.span, scope)
        base = self.checked(node.base, type_, scope)
        exceptions = tuple(self.exception(e, type_, scope, [s.name for s in node.exceptions]) for e in node.exceptions)
        self.unique_labels(node.exceptions)
        return n.Define(
            name=node.name,
            params=tuple(n.Param(name=p.name, type=self.symbols.type_of(p.type)) for p in node.params),
            type=type_,
            base=base,
            exceptions=exceptions,
            cite=node.cite or node.base_cite,
            span=node.span,
            touched=node.touched,
        )

    def unique_labels(self, exceptions: Sequence[ast.Except]) -> None:
        """Exceptions of one define have names of their own."""
        seen: dict[str, ast.Except] = {}
        stack = list(exceptions)
        while stack:
            node = stack.pop(0)
            if node.name in seen:
                self.findings.add(
                    "N002", f"{node.name} stands here twice", node.span, labels=[(seen[node.name].span, "first here")]
                )
            seen[node.name] = node
            stack.extend(node.exceptions)

    def exception(self, node: ast.Except, type_: Type, scope: Scope, sisters: Sequence[str]) -> n.DefineException:
        """An exception and those to it."""
        if node.when is None:
            self.findings.add("V011", "an exception needs a `when`", node.span, help="Say when it holds.")
            condition: x.Expr = x.Const(value=1, type=BOOL, span=node.span)
        else:
            condition = self.boolean(node.when, scope)
        for name in node.over:
            if name not in sisters or name == node.name:
                self.findings.add(
                    "N001", f"there is no exception {name} beside this one", node.span, help=near(name, sisters)
                )
        known = scope.with_facts(self.facts(condition, True))
        inner = [e.name for e in node.exceptions]
        return n.DefineException(
            label=node.name,
            value=self.checked(node.value, type_, known),
            condition=condition,
            over=node.over,
            cite=node.cite,
            exceptions=tuple(self.exception(e, type_, known, inner) for e in node.exceptions),
            span=node.span,
            touched=node.touched,
        )

    def procedure_node(self, node: ast.Procedure) -> n.Procedure:
        """A procedure."""
        result = self.symbols.type_of(node.type) if node.type is not None else None
        scope = Scope()
        for param in node.params:
            scope = self.bind(param.name, self.symbols.type_of(param.type), param.span, scope)
        frame = Frame(f"procedure:{node.name}", None, result)
        self.used_rolls = rolls_asked(node)
        body, after = self.block(node.body, scope, frame)
        if result is not None and after is not None:
            self.findings.add(
                "P041", f"{node.name} may end without a value", node.span, help=f"Every path must return {result}."
            )
        return n.Procedure(
            name=node.name,
            title=node.title or "",
            params=tuple(n.Param(name=p.name, type=self.symbols.type_of(p.type)) for p in node.params),
            result=result,
            deep=node.deep,
            cite=node.cite,
            body=body,
            span=node.span,
            touched=node.touched,
        )

    def reroll_node(self, node: ast.Reroll) -> n.Reroll:
        """A standing offer."""
        condition = self.boolean(node.when, Scope())
        if node.limit is None:
            self.findings.add("P022", "an offer without a bound", node.span, help="Write `at most 9 times`.")
        prefers = []
        for prefer in node.prefers:
            if prefer.table not in self.symbols.tables:
                self.findings.add(
                    "N001",
                    f"there is no table {prefer.table}",
                    prefer.span,
                    help=near(prefer.table, self.symbols.tables),
                )
                continue
            scope = Scope(rolling=True)
            for name, type_ in self.table_params[prefer.table]:
                scope = self.bind(name, type_, prefer.span, scope)
            prefers.append(n.RerollPrefer(table=prefer.table, condition=self.boolean(prefer.when, scope)))
        body, _ = self.block(node.body, Scope(), Frame(f"reroll:{node.name}", None, None))
        return n.Reroll(
            name=node.name,
            title=node.title,
            condition=condition,
            limit=node.limit or 1,
            prefers=tuple(prefers),
            cite=node.cite,
            body=body,
            span=node.span,
            touched=node.touched,
        )

    # --- shared modifiers and owners of state

    def shared_on(self, table: ast.Table) -> list[ast.ModifierOn]:
        """Modifiers printed elsewhere that change this table."""
        return [item for item in self.symbols.shared_modifiers if table.id in item.tables]

    def check_shared(self) -> None:
        """Shared modifiers name tables that are rolled."""
        for item in self.symbols.shared_modifiers:
            for id_ in item.tables:
                table = self.symbols.tables.get(id_)
                if table is None:
                    self.findings.add(
                        "N001", f"there is no table {id_}", item.span, help=near(id_, self.symbols.tables)
                    )
                elif not is_rolled(table):
                    self.findings.add("T012", f"{id_} is looked up, so no modifier can change it", item.span)

    def check_states(self, items: Sequence[ast.Item]) -> None:
        """State lives as long as a procedure that exists."""
        for item in items:
            if isinstance(item, ast.State) and item.owner != "career" and item.owner not in self.symbols.procedures:
                self.findings.add(
                    "N013",
                    f"there is no procedure {item.owner} for this state to live as long as",
                    item.span,
                    help=near(item.owner, [*self.symbols.procedures, "career"]),
                )

    # --- examples

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
            cite=node.cite,
            setup=tuple(setup),
            call=call,
            lines=tuple(lines),
            span=node.span,
            touched=node.touched,
        )

    def late(self, call: x.Expr | None, line: ast.ExampleLine, what: str) -> None:
        """The scene is set before the call."""
        if call is not None:
            self.findings.add("P043", f"`{what}` stands behind the call", line.span, help="Set the scene first.")


def unique(names: Sequence[str]) -> tuple[str, ...]:
    """Names of dimensions, each its own: unnamed ones are numbered by their place."""
    return tuple(name if not name.startswith("_") else f"_{at}" for at, name in enumerate(names))


def option_word(node: ast.Option, type_: Type, word: str) -> int | None:
    """The value that a word gives an option; None where it is none of its values."""
    if node.words:
        return node.words.index(word) if word in node.words else None
    if isinstance(type_, IntType):
        try:
            number = int(word)
        except ValueError:
            return None
        return number if type_.low <= number <= type_.high else None
    return {"yes": 1, "no": 0, "on": 1, "off": 0, "true": 1, "false": 0}.get(word.lower())


def option_wants(node: ast.Option) -> str:
    """What an option can be, in a sentence."""
    if node.words:
        return " or ".join(node.words)
    if node.low is not None:
        return f"a number {node.low}..{node.high}"
    return "yes or no"
