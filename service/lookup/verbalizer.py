"""Wording of rules from the rule graph, with titles of values, fields, procedures and tables instead of names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from attrs import field, frozen

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.single_dice import condition_beside_test
from bombsight.flat.types import NONE, BoolType, EnumType, PartsType, Type
from bombsight.service.lookup.phrases import COMPARISON_WORDS, table_label
from bombsight.service.lookup.rule_text import Sources, amount_text, expression_text, key_text, span_lines

NAME_PATTERN = re.compile(r"[A-Za-z]\w*")
MEMBER_PATTERN = re.compile(r"\b([A-Za-z]\w*)\.([A-Za-z]\w*)")
STATEMENT_STARTS = ("do ", "add ", "roll ", "look ")
"""The beginnings of statements that are no entries of a row."""


def readable_name(text: str) -> str:
    """Replace the underscores in names by spaces."""
    return text.replace("_", " ")


@frozen(slots=False, eq=False)
class Verbalizer:
    """Words the statements and values of a game.

    Attributes:
        graph: The rule graph.
        sources: The rules files, to quote expressions without a wording.
        notes: The titles of the notes of the present table.
    """

    graph: n.RuleGraph
    sources: Sources
    notes: Mapping[str, str] = field(factory=dict)

    @cached_property
    def enums(self) -> Mapping[str, n.Enum]:
        """The enums of the game by name."""
        return {enum.name: enum for enum in self.graph.enums}

    @cached_property
    def field_titles(self) -> Mapping[str, str]:
        """The titles of fields by id; their names if they have none."""
        return {each.id: each.title or readable_name(each.id) for each in self.graph.fields}

    @cached_property
    def list_titles(self) -> Mapping[str, str]:
        """The titles of lists by id; their names if they have none."""
        return {each.id: each.title or readable_name(each.id) for each in self.graph.lists}

    @cached_property
    def procedure_titles(self) -> Mapping[str, str]:
        """The titles of procedures by name; the names if they have none."""
        return {each.name: each.title or readable_name(each.name) for each in self.graph.procedures}

    @cached_property
    def table_labels(self) -> Mapping[str, str]:
        """The label (id and title) of each table, by id."""
        return {each.id: table_label(each.id, each.title) for each in self.graph.tables}

    # --- statements

    def block_lines(self, body: g.Block) -> list[str]:
        """Put a block of statements into words, line by line."""
        return [line for statement in body for line in self.statement_lines(statement)]

    def statement_lines(self, statement: g.Stmt) -> list[str]:
        """Put a statement into words, line by line, with inner blocks indented."""
        match statement:
            case g.Give(values=values, returns=returns):
                values_text = ", ".join(map(self.value_text, values))
                return [f"gives {values_text}" if returns and values_text else values_text or "ends here"]
            case g.Nothing():
                return ["nothing"]
            case g.UseNote(note=note):
                return [self.notes.get(note, f"note {note}")]
            case g.Evaluate(value=x.DoCall(args=args)) if self.is_row_entry(statement):
                return [self.entry_text(args)]
            case g.Evaluate(value=value):
                return [self.value_text(value)]
            case g.AddElement(fields=fields) if self.is_row_entry(statement):
                return [self.entry_text([each.value for each in fields])]
            case g.AddElement(list=list_, fields=fields):
                return [
                    (
                        f"{self.list_titles.get(list_, readable_name(list_))}: "
                        f"{', '.join(self.value_text(each.value) for each in fields)}"
                    )
                ]
            case g.Assign(target=target, value=value):
                return [f"{self.value_text(target)}: {self.value_text(value)}"]
            case g.Say(row_title=row_title) if row_title:
                return []
            case g.Say(text=text):
                return [f"\u201c{''.join(part if isinstance(part, str) else '...' for part in text.parts)}\u201d"]
            case g.Let(variable=name, value=x.BaseExpr() as value):
                return [f"{readable_name(name)}: {self.value_text(value)}"]
            case g.Increase(target=target, value=value):
                return [self.increase_text(target, value)]
            case g.Again(limit=limit):
                return [f"again at most {limit} times" if limit > 1 else "again"]
            case g.AgainEachOnce(times=times):
                return [f"again {'twice' if times == 2 else f'{times} times'}, each once"]
            case g.If():
                return self.if_lines(statement)
            case g.SubRoll(rolled=rolled):
                return [f"roll {rolled.dice.notation}", *indent_lines(self.roll_lines(rolled))]
            case _:  # the rest: as its source text
                pass
        return [readable_name(line) for line in span_lines(statement.span, self.sources)]

    def entry_heading(self, table: n.Table) -> str:
        """Make the heading that says what a table's ``each`` line does with words of its rows; empty without one."""
        for statement in (statement for row in table.all_rows for statement in row.body if table.entry):
            if self.is_row_entry(statement):
                evaluated = statement.value if isinstance(statement, g.Evaluate) else None
                name = self.procedure_titles.get(evaluated.procedure, "") if isinstance(evaluated, x.DoCall) else ""
                if isinstance(statement, g.AddElement):
                    name = self.list_titles.get(statement.list, readable_name(statement.list))
                return f"{name}: {', '.join(map(readable_name, table.entry))}"
        return ""

    def is_row_entry(self, statement: g.Stmt) -> bool:
        """Whether a statement was expanded from words in a row by the table's ``each`` line."""
        if not isinstance(statement, g.Evaluate | g.AddElement):
            return False
        first = next(iter(span_lines(statement.span, self.sources)), STATEMENT_STARTS[0])
        return not first.startswith(STATEMENT_STARTS)

    def entry_text(self, values: Iterable[x.Expr]) -> str:
        """Put the values that a row has for the table's ``each`` line into words, leaving out ``none``."""
        return " ".join(
            self.value_text(each) for each in values if not (isinstance(each, x.Const) and each.value == NONE)
        )

    def increase_text(self, target: x.Expr, value: x.Expr) -> str:
        """Put an increase or decrease of a field into words."""
        if isinstance(value, x.Const) and value.value < 0:
            return f"take {-value.value} from {self.value_text(target)}"
        return f"add {self.value_text(value)} to {self.value_text(target)}"

    def if_lines(self, statement: g.If) -> list[str]:
        """Put an ``if`` statement with its ``else`` into words, line by line."""
        lines = [f"if {self.value_text(statement.condition)}", *indent_lines(self.block_lines(statement.body))]
        match statement.otherwise:
            case ():
                return lines
            case (g.If() as other,):
                first, *more = self.if_lines(other)
                return [*lines, f"else {first}", *more]
            case _:  # the rest: a block
                pass
        return [*lines, "else", *indent_lines(self.block_lines(statement.otherwise))]

    def roll_lines(self, rolled: g.Rolled) -> Iterator[str]:
        """Put the modifiers and rows of an inline roll into words, line by line."""
        for modifier in rolled.modifiers:
            when = f" when {readable_expression(modifier.text)}" if modifier.text else ""
            yield f"{amount_text(modifier.amount, self.sources)} {readable_name(modifier.label)}{when}"
        for natural in rolled.naturals:
            when = self.natural_condition_text(natural)
            key = f"natural {natural.label or key_text(natural.keys, self.sources)}"
            title = f"{natural.title} when {when}".lstrip() if when else natural.title
            yield from self.row_lines(key, title, natural.body)
        for row in rolled.rows:
            yield from self.row_lines(row.label or key_text(row.keys, self.sources), row.title, row.body)

    def natural_condition_text(self, natural: g.NaturalRow) -> str:
        """Put the condition of a natural row (matched by unmodified dice) into words; empty if it has none."""
        condition = condition_beside_test(natural)
        return readable_expression(expression_text(condition, self.sources)) if condition is not None else ""

    def row_lines(self, key: str, title: str, body: g.Block) -> Iterator[str]:
        """Put a row of a roll into words, on one line if that fits."""
        head = f"{key} {title}" if title else key
        match self.block_lines(body):
            case [line] if title and line == "nothing":
                yield head
            case [line]:
                yield f"{head}: {line}"
            case lines:
                yield head
                yield from indent_lines(lines)

    # --- values

    def value_text(self, value: x.Expr) -> str:
        """Put an expression into words; where that fails, use its source text with readable names."""
        match value:
            case x.Const(value=number, type=type_):
                return self.constant_text(number, type_)
            case x.Read(field=id_, element=None, indices=indices):
                return self.call_text(self.field_titles.get(id_, readable_name(id_)), indices)
            case x.Read(field=id_, element=x.BaseExpr() as element, indices=indices):
                return self.call_text(readable_name(id_.rpartition(".")[2]), (element, *indices))
            case x.DoCall(procedure=name, args=args):
                return self.call_text(self.procedure_titles.get(name, readable_name(name)), args)
            case x.RollOn(table=id_, args=args):
                return f"roll on {self.call_text(self.table_labels.get(id_, id_), args)}"
            case x.LookUp(table=id_, args=args, part=part):
                return (
                    f"{f'{readable_name(part)} of ' if part else ''}"
                    f"{self.call_text(self.table_labels.get(id_, id_), args)}"
                )
            case x.CallDefine(define=name, args=args):
                return self.call_text(readable_name(name), args)
            case _:  # the rest: as its source text
                pass
        return readable_expression(expression_text(value, self.sources))

    def call_text(self, name: str, args: Sequence[x.Expr]) -> str:
        """Put a call into words: the title or name with its arguments."""
        return f"{name} ({', '.join(map(self.value_text, args))})" if args else name

    def constant_text(self, number: int, type_: Type) -> str:
        """Put a constant of a type into words."""
        required = type_.without_none()
        if number == NONE:
            return "none"
        if isinstance(required, EnumType) and required.enum in self.enums:
            return self.enums[required.enum].titles[number]
        return ("no", "yes")[number] if isinstance(required, BoolType) else str(number)

    # --- texts as printed

    def substitute_titles(self, text: str, types: Iterable[Type]) -> str:
        """Replace enum value names by titles in a row's key or grid cell; ``types`` are those of its values."""
        titles: dict[str, str] = {}
        for type_ in types:
            required = type_.without_none()
            if isinstance(required, EnumType) and required.enum in self.enums:
                enum = self.enums[required.enum]
                titles.update((name, title) for name, title in zip(enum.values, enum.titles, strict=True))
        if text.startswith("note "):
            return self.notes.get(text.removeprefix("note ").strip(), text)
        return readable_name(NAME_PATTERN.sub(lambda found: titles.get(found[0], found[0]), text))


def readable_expression(text: str) -> str:
    """Make an expression's source text readable: spaces in names, ``y of x`` for members, words for operators."""
    text = MEMBER_PATTERN.sub(lambda found: f"{found[2]} of {found[1]}", text)
    for sign, sign_words in COMPARISON_WORDS.items():
        text = text.replace(f" {sign} ", f" {sign_words} ")
    return readable_name(text)


def result_part_types(result: Type | None) -> list[Type]:
    """The types of the parts of a table's or procedure's result."""
    if result is None:
        return []
    return [part.type for part in result.parts] if isinstance(result, PartsType) else [result]


def indent_lines(lines: Iterable[str]) -> list[str]:
    """Indent the lines of a block by one level."""
    return [f"  {line}" for line in lines]
