"""What a row does, in people's words: titles of values, fields, procedures and tables instead of their names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from attrs import field, frozen

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.flat.types import NONE, BoolType, EnumType, PartsType, Type
from bombsight.service.lookup.phrases import COMPARED, label
from bombsight.service.lookup.rule_text import Sources, amount_text, expression_text, key_text, span_lines

NAME = re.compile(r"[A-Za-z]\w*")
MEMBER = re.compile(r"\b([A-Za-z]\w*)\.([A-Za-z]\w*)")
STARTS = ("do ", "add ", "roll ", "look ")
"""How a statement begins that is no entry of a row."""


def spoken(text: str) -> str:
    """Names of the rules for reading."""
    return text.replace("_", " ")


@frozen(slots=False, eq=False)
class Words:
    """What people call the parts of a game.

    Attributes:
        graph: The rule graph.
        sources: The rules files, for what has no words of its own.
        notes: The titles of the notes of the table that is told of.
    """

    graph: n.RuleGraph
    sources: Sources
    notes: Mapping[str, str] = field(factory=dict)

    @cached_property
    def enums(self) -> Mapping[str, n.Enum]:
        """Enums by name."""
        return {enum.name: enum for enum in self.graph.enums}

    @cached_property
    def fields(self) -> Mapping[str, str]:
        """The titles of fields by id; their names where they have none."""
        return {each.id: each.title or spoken(each.id) for each in self.graph.fields}

    @cached_property
    def lists(self) -> Mapping[str, str]:
        """The titles of lists by id; their names where they have none."""
        return {each.id: each.title or spoken(each.id) for each in self.graph.lists}

    @cached_property
    def procedures(self) -> Mapping[str, str]:
        """The titles of procedures by name; the names where they have none."""
        return {each.name: each.title or spoken(each.name) for each in self.graph.procedures}

    @cached_property
    def tables(self) -> Mapping[str, str]:
        """Id and title of tables by id."""
        return {each.id: label(each.id, each.title) for each in self.graph.tables}

    # --- statements

    def block(self, body: g.Block) -> list[str]:
        """What a block does, line by line."""
        return [line for statement in body for line in self.statement(statement)]

    def statement(self, statement: g.Stmt) -> list[str]:
        """What a statement does, line by line, blocks in it indented."""
        match statement:
            case g.Give(values=values, returns=returns):
                given = ", ".join(map(self.value, values))
                return [f"gives {given}" if returns and given else given or "ends here"]
            case g.Nothing():
                return ["nothing"]
            case g.UseNote(note=note):
                return [self.notes.get(note, f"note {note}")]
            case g.Evaluate(value=x.DoCall(args=args)) if self.is_entry(statement):
                return [self.entry(args)]
            case g.Evaluate(value=value):
                return [self.value(value)]
            case g.AddElement(fields=fields) if self.is_entry(statement):
                return [self.entry([each.value for each in fields])]
            case g.AddElement(list=list_, fields=fields):
                return [
                    f"{self.lists.get(list_, spoken(list_))}: {', '.join(self.value(each.value) for each in fields)}"
                ]
            case g.Assign(target=target, value=value):
                return [f"{self.value(target)}: {self.value(value)}"]
            case g.Say(text=text):
                return [f"\u201c{''.join(part if isinstance(part, str) else '...' for part in text.parts)}\u201d"]
            case g.Let(variable=name, value=x.BaseExpr() as value):
                return [f"{spoken(name)}: {self.value(value)}"]
            case g.Increase(target=target, value=value):
                return [self.increase(target, value)]
            case g.Again(limit=limit):
                return [f"again at most {limit} times" if limit > 1 else "again"]
            case g.If():
                return self.branches(statement)
            case g.SubRoll(rolled=rolled):
                return [f"roll {rolled.dice.notation}", *indented(self.rolled(rolled))]
            case _:  # the rest: as it is written
                pass
        return [spoken(line) for line in span_lines(statement.span, self.sources)]

    def each(self, table: n.Table) -> str:
        """What a table does with each entry of its rows, and what the words of an entry are; empty without entries."""
        for statement in (statement for row in table.all_rows for statement in row.body if table.entry):
            if self.is_entry(statement):
                done = statement.value if isinstance(statement, g.Evaluate) else None
                name = self.procedures.get(done.procedure, "") if isinstance(done, x.DoCall) else ""
                if isinstance(statement, g.AddElement):
                    name = self.lists.get(statement.list, spoken(statement.list))
                return f"{name}: {', '.join(map(spoken, table.entry))}"
        return ""

    def is_entry(self, statement: g.Stmt) -> bool:
        """Whether a statement is an entry of a row, whose ``each`` line says what is done with it."""
        if not isinstance(statement, g.Evaluate | g.AddElement):
            return False
        first = next(iter(span_lines(statement.span, self.sources)), STARTS[0])
        return not first.startswith(STARTS)

    def entry(self, values: Iterable[x.Expr]) -> str:
        """The words of an entry; none of them where one is none."""
        return " ".join(self.value(each) for each in values if not (isinstance(each, x.Const) and each.value == NONE))

    def increase(self, target: x.Expr, value: x.Expr) -> str:
        """More or less of something."""
        if isinstance(value, x.Const) and value.value < 0:
            return f"take {-value.value} from {self.value(target)}"
        return f"add {self.value(value)} to {self.value(target)}"

    def branches(self, statement: g.If) -> list[str]:
        """One block or another."""
        lines = [f"if {self.value(statement.condition)}", *indented(self.block(statement.body))]
        match statement.otherwise:
            case ():
                return lines
            case (g.If() as other,):
                first, *more = self.branches(other)
                return [*lines, f"else {first}", *more]
            case _:  # the rest: a block of its own
                pass
        return [*lines, "else", *indented(self.block(statement.otherwise))]

    def rolled(self, rolled: g.Rolled) -> Iterator[str]:
        """The modifiers and rows of a roll within a row."""
        for modifier in rolled.modifiers:
            when = f" when {in_sentence(modifier.text)}" if modifier.text else ""
            yield f"{amount_text(modifier.amount, self.sources)} {spoken(modifier.label)}{when}"
        for natural in rolled.naturals:
            when = self.natural_condition(natural)
            key = f"natural {natural.label or key_text(natural.keys, self.sources)}"
            yield from self.row(f"{key} when {when}" if when else key, "", natural.body)
        for row in rolled.rows:
            yield from self.row(row.label or key_text(row.keys, self.sources), row.title, row.body)

    def natural_condition(self, natural: g.NaturalRow) -> str:
        """The condition under which a natural row is taken; empty for always."""
        return in_sentence(expression_text(natural.condition, self.sources)) if natural.condition is not None else ""

    def row(self, key: str, title: str, body: g.Block) -> Iterator[str]:
        """A row of a roll: on one line where one says it."""
        head = f"{key} {title}" if title else key
        match self.block(body):
            case [line] if title and line == "nothing":
                yield head
            case [line]:
                yield f"{head}: {line}"
            case lines:
                yield head
                yield from indented(lines)

    # --- values

    def value(self, value: x.Expr) -> str:
        """A value in words; what has none as written, its names for reading."""
        match value:
            case x.Const(value=number, type=type_):
                return self.constant(number, type_)
            case x.Read(field=id_, element=None, indices=indices):
                return self.called(self.fields.get(id_, spoken(id_)), indices)
            case x.Read(field=id_, element=x.BaseExpr() as element, indices=indices):
                return self.called(spoken(id_.rpartition(".")[2]), (element, *indices))
            case x.DoCall(procedure=name, args=args):
                return self.called(self.procedures.get(name, spoken(name)), args)
            case x.RollOn(table=id_, args=args):
                return f"roll on {self.called(self.tables.get(id_, id_), args)}"
            case x.LookUp(table=id_, args=args, part=part):
                return f"{f'{spoken(part)} of ' if part else ''}{self.called(self.tables.get(id_, id_), args)}"
            case x.CallDefine(define=name, args=args):
                return self.called(spoken(name), args)
            case _:  # the rest: as it is written
                pass
        return in_sentence(expression_text(value, self.sources))

    def called(self, name: str, args: Sequence[x.Expr]) -> str:
        """A name and what it is called for."""
        return f"{name} ({', '.join(map(self.value, args))})" if args else name

    def constant(self, number: int, type_: Type) -> str:
        """A constant in words."""
        required = type_.required()
        if number == NONE:
            return "none"
        if isinstance(required, EnumType) and required.enum in self.enums:
            return self.enums[required.enum].titles[number]
        return ("no", "yes")[number] if isinstance(required, BoolType) else str(number)

    # --- texts as printed

    def printed(self, text: str, types: Iterable[Type]) -> str:
        """A key or a cell as printed, its words those of some types: their titles instead of their names."""
        titles: dict[str, str] = {}
        for type_ in types:
            required = type_.required()
            if isinstance(required, EnumType) and required.enum in self.enums:
                enum = self.enums[required.enum]
                titles.update((name, title) for name, title in zip(enum.values, enum.titles, strict=True))
        if text.startswith("note "):
            return self.notes.get(text.removeprefix("note ").strip(), text)
        return spoken(NAME.sub(lambda found: titles.get(found[0], found[0]), text))


def in_sentence(text: str) -> str:
    """An expression as written, for reading: names without underlines, members as what they are of, no signs."""
    text = MEMBER.sub(lambda found: f"{found[2]} of {found[1]}", text)
    for sign, said in COMPARED.items():
        text = text.replace(f" {sign} ", f" {said} ")
    return spoken(text)


def types_of(result: Type | None) -> list[Type]:
    """The types of the parts of a result."""
    if result is None:
        return []
    return [part.type for part in result.parts] if isinstance(result, PartsType) else [result]


def indented(lines: Iterable[str]) -> list[str]:
    """Lines of a block."""
    return [f"  {line}" for line in lines]
