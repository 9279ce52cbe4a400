"""Names whose meaning the tree alone says: what items declare, and words that can name one kind of thing only."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import assert_never

from attrs import frozen

from bombsight.compiler.resolve.environment import Env
from bombsight.compiler.resolve.layout import count_key_columns, grid_lines
from bombsight.compiler.resolve.mentions import Meaning, NameKind
from bombsight.compiler.symbols import head_word
from bombsight.dsl import ast
from bombsight.dsl.source import Span
from bombsight.dsl.walk import walk
from bombsight.flat.types import EnumType, Type
from bombsight.service.language.owners import Owner, anchor_kind, declared_kind, item_owner, target_owner
from bombsight.service.language.source_words import SourceWords

NAMELESS_TEXT = re.compile(r'"[^"\n]*"|#.*')
"""What says no name: texts and comments."""


CAREER_STATE = "career"
"""Whose state it is that lasts; no procedure is meant."""


@frozen
class Occurrence:
    """A name where it is written.

    Attributes:
        span: The word, and nothing else.
        meaning: What it stands for.
        type: Of its value, where that is known.
        declares: Whether it gives what it stands for its name.
        short: Whether another word stands there for the name, as the legend of a grid allows.
    """

    span: Span
    meaning: Meaning
    type: Type | None = None
    declares: bool = False
    short: bool = False


class SyntaxNames:
    """Finds what the tree says of the names in it.

    Args:
        words: The files.
        env: The interface of every name, which says whether a type is an enum or a record, and a place a table or a
            procedure.
    """

    def __init__(self, words: SourceWords, env: Env) -> None:
        self.words = words
        self.env = env

    def collect(self, item: ast.Item) -> Iterator[Occurrence]:
        """The names in an item, an overlay among them."""
        if isinstance(item, ast.Overlay):
            yield from self.overlay_names(item)
        else:
            yield from self.collect_in_part(item, item_owner(item))

    def collect_in_part(self, part: ast.Node, owner: Owner) -> Iterator[Occurrence]:
        """The names in a part of the tree.

        Args:
            part: The part.
            owner: The item that it belongs to, or that it is laid over.
        """
        for node in walk(part):
            yield from self.declared_names(node, owner)
            yield from self.used_names(node, owner)

    # --- making them

    def name_at(
        self, span: Span | None, kind: NameKind, name: str, owner_name: str = "", *, declares: bool = False
    ) -> Iterator[Occurrence]:
        """An occurrence at a place, if the word stands there."""
        if span is not None and self.words.text_of(span) == name:
            yield Occurrence(span, Meaning(kind, name, owner_name), declares=declares)

    def type_name_at(self, span: Span | None, name: str) -> Iterator[Occurrence]:
        """The name of an enum or a record."""
        yield from self.name_at(span, "record" if name in self.env.records else "enum", name)

    def callee_name_at(self, span: Span | None, name: str) -> Iterator[Occurrence]:
        """The name of a procedure or a table."""
        yield from self.name_at(span, "procedure" if name in self.env.procedures else "table", name)

    def choice_names_at(self, span: Span | None, name: str) -> Iterator[Occurrence]:
        """The name of a choice, ``keep/order``: the item that asks, and the choice in it."""
        item, _, choice = name.partition("/")
        if span is not None and choice:
            yield from self.callee_name_at(span.first_characters(len(item)), item)
            yield from self.name_at(span.last_characters(len(choice)), "choice", choice, item)

    # --- what is declared

    def declared_names(self, node: ast.Node, owner: Owner) -> Iterator[Occurrence]:
        """The names that a node gives."""
        words = self.words
        match node:
            case ast.Game(name=name):
                yield from self.name_at(words.find_item_name(node.span, name), "game", name, declares=True)
            case ast.Option(name=name):
                yield from self.name_at(words.find_item_name(node.span, name), "option", name, declares=True)
                yield from self.reading_names(node)
            case ast.Enum(name=name):
                yield from self.name_at(words.find_item_name(node.span, name), "enum", name, declares=True)
                yield from self.enum_grid_names(node)
                yield from self.legend_words(node.legend, node.rows, name)
            case ast.EnumValue(name=name) if owner.kind == "enum":
                yield from self.name_at(node.span.first_characters(len(name)), "value", name, owner.name, declares=True)
            case ast.Record(name=name):
                yield from self.name_at(words.find_item_name(node.span, name), "record", name, declares=True)
            case ast.FieldDecl(name=name):
                kind: NameKind = "member" if owner.kind == "record" else "field"
                of = owner.name if owner.kind == "record" else ""
                yield from self.name_at(node.span.first_characters(len(name)), kind, name, of, declares=True)
            case ast.Index(name=str() as name):
                first = node.span.first_characters(len(name))
                if words.text_of(first) == name:
                    yield Occurrence(first, Meaning("variable", name, "", node.span), EnumType(node.enum), True)
            case ast.Table(id=name):
                yield from self.name_at(words.find_item_name(node.span, name), "table", name, declares=True)
                yield from self.grid_head_names(node)
                yield from self.entry_names(node)
                legend = [line for line in node.lines if isinstance(line, ast.Short)]
                yield from self.legend_words(legend, grid_lines(node), name)
            case ast.ForLine(params=params):
                yield from self.parameter_names(params, "parameter", owner)
            case ast.Gives(parts=params):
                yield from self.parameter_names(params, "part", owner)
            case ast.Modifier(label=name, amount=amount):
                place = words.find(node.span, name, amount.span.end)
                yield from self.name_at(place, "modifier", name, owner.name, declares=True)
            case ast.Legend(word=name):
                yield from self.name_at(node.span.first_characters(len(name)), "short", name, owner.name, declares=True)
            case ast.Note(name=name):
                yield from self.name_at(words.find_item_name(node.span, name), "note", name, owner.name, declares=True)
            case ast.Define(name=name, params=params):
                yield from self.name_at(words.find_item_name(node.span, name), "define", name, declares=True)
                yield from self.parameter_names(params, "parameter", owner)
            case ast.Except(name=name):
                yield from self.name_at(
                    words.find_item_name(node.span, name), "exception", name, owner.name, declares=True
                )
            case ast.Procedure(name=name, params=params):
                yield from self.name_at(words.find_item_name(node.span, name), "procedure", name, declares=True)
                yield from self.parameter_names(params, "parameter", owner)
            case ast.Step(name=name):
                yield from self.name_at(words.find_item_name(node.span, name), "step", name, owner.name, declares=True)
            case ast.ChooseBranch(name=name):
                yield from self.name_at(
                    words.find_item_name(node.span, name), "choice", name, owner.name, declares=True
                )
            case ast.Choose(variable=name):  # a choice goes by the name of what is chosen
                yield from self.name_at(words.find_variable(node.span, name), "choice", name, owner.name, declares=True)
            case ast.Branch(name=name):
                yield from self.name_at(
                    words.find_item_name(node.span, name), "answer", name, owner.name, declares=True
                )
            case ast.Reroll(name=name):
                yield from self.name_at(words.find_item_name(node.span, name), "reroll", name, declares=True)
            case ast.Board(name=name):
                yield from self.name_at(words.find_item_name(node.span, name), "board", name, declares=True)
            case ast.Overlay(name=name):
                yield from self.name_at(words.find_item_name(node.span, name), "overlay", name, declares=True)
            case ast.Example():
                yield from self.case_names(node)
            case _:  # the rest: has no name of its own, or one that is known by what its item resolves to
                pass

    def parameter_names(self, params: Sequence[ast.Param], kind: NameKind, owner: Owner) -> Iterator[Occurrence]:
        """Parameters and parts."""
        for param in params:
            yield from self.name_at(
                param.span.first_characters(len(param.name)), kind, param.name, owner.name, declares=True
            )

    def reading_names(self, node: ast.Option) -> Iterator[Occurrence]:
        """The readings of an option, and the one that is its default."""
        of = f"option {node.name}"
        title = self.words.find(node.span, "from")
        if node.words and title is not None:
            for name, place in self.words.find_each(node.span, node.words, title.end):
                yield from self.name_at(place, "value", name, of, declares=True)
        if isinstance(node.default, ast.Name):
            yield from self.name_at(node.default.span, "value", node.default.name, of)

    # --- grids

    def enum_grid_names(self, node: ast.Enum) -> Iterator[Occurrence]:
        """The heads of an enum's grid, its values, and the values of other enums in its cells."""
        if not node.rows:
            return
        head, *rows = node.rows
        columns = [head_word(cell) for cell in head.cells]
        for cell, name in zip(head.cells[1:], columns[1:], strict=True):
            if name and name != "title":
                yield from self.name_at(
                    cell.items[0].span.first_characters(len(name)), "column", name, node.name, declares=True
                )
        yield from self.listed_values(node, [head_word(row.cells[0]) or "" for row in rows if row.cells])
        for row in rows:
            yield from self.value_of_row(row, node.name)
            yield from self.values_in_enum_row(row, columns, node.name)

    def listed_values(self, node: ast.Enum, values: Sequence[str]) -> Iterator[Occurrence]:
        """The values that are listed above a grid, of which the tree keeps the titles alone."""
        source = self.words.sources.get(node.span.path)
        if source is None:
            return
        begin = source.text.find("\n", node.span.start, node.span.end)
        for line in re.compile(r"\n *(?!\||short\b)([^\n]*)").finditer(source.text, max(begin, 0), node.span.end):
            for word in re.finditer(r"[A-Za-z]\w*", NAMELESS_TEXT.sub(lambda found: " " * len(found[0]), line[1])):
                if word[0] in values:
                    start = line.start(1) + word.start()
                    yield from self.name_at(
                        source.span(start, start + len(word[0])), "value", word[0], node.name, declares=True
                    )

    def value_of_row(self, row: ast.GridRow, enum: str) -> Iterator[Occurrence]:
        """The value that a row of an enum's grid is for."""
        name = head_word(row.cells[0]) if row.cells else None
        if name is not None:
            yield from self.name_at(row.cells[0].items[0].span, "value", name, enum, declares=True)

    def values_in_enum_row(self, row: ast.GridRow, columns: Sequence[str | None], enum: str) -> Iterator[Occurrence]:
        """The values of other enums in a row of an enum's grid."""
        resolved_enum = self.env.enums.get(enum)
        types = {column.name: column.type for column in resolved_enum.columns} if resolved_enum is not None else {}
        for cell, name in zip(row.cells[1:], columns[1:], strict=False):
            type_ = types.get(name or "")
            for item in cell.items:
                if isinstance(type_, EnumType) and isinstance(item, ast.Name):
                    meaning = Meaning("value", item.name, type_.enum)
                    yield Occurrence(item.span, meaning, type_, short=self.words.text_of(item.span) != item.name)

    def grid_head_names(self, node: ast.Table) -> Iterator[Occurrence]:
        """Parameters and parts of the result that head the columns of a table's grid."""
        lines = grid_lines(node)
        if not lines:
            return
        key_column_count = count_key_columns(node)
        parts = [part.name for line in node.lines if isinstance(line, ast.Gives) for part in line.parts]
        for at, cell in enumerate(lines[0].cells):
            name = head_word(cell)
            if name is not None and at < key_column_count:
                yield from self.name_at(cell.items[0].span, "parameter", name, node.id)
            elif name in parts:
                yield from self.name_at(cell.items[0].span, "part", name or "", node.id)

    def legend_words(
        self, legend: Sequence[ast.Short], rows: Sequence[ast.GridRow], owner_name: str
    ) -> Iterator[Occurrence]:
        """The words of a legend in the cells of its grid."""
        short = {each.word for line in legend for each in line.legends}
        for cell in (cell for row in rows for cell in row.cells) if short else ():
            source = self.words.sources.get(cell.span.path)
            for word in re.compile(r"\w+").finditer(source.text, cell.span.start, cell.span.end) if source else ():
                if word[0] in short and source is not None:
                    yield Occurrence(source.span(word.start(), word.end()), Meaning("short", word[0], owner_name))

    def entry_names(self, node: ast.Table) -> Iterator[Occurrence]:
        """The names of an ``each`` line, which stand for the words of entries."""
        for line in node.lines:
            if isinstance(line, ast.Each):
                yield from self.stand_in_names(
                    line, self.words.find_each(line.span, line.names, line.span.start + 4), (line.call,)
                )

    def stand_in_names(
        self, node: ast.Node, names: Iterator[tuple[str, Span]], parts: Sequence[ast.Node]
    ) -> Iterator[Occurrence]:
        """Names that values are put in place of: where they are given, and where they stand."""
        span_by_name = dict(names)
        meanings = {name: Meaning("variable", name, "", place) for name, place in span_by_name.items()}
        for name, place in span_by_name.items():
            yield Occurrence(place, meanings[name], declares=True)
        for part in parts:
            for inner in walk(part):
                if isinstance(inner, ast.Name) and inner.name in span_by_name:
                    yield Occurrence(inner.span, meanings[inner.name])

    # --- what is used

    def used_names(self, node: ast.Node, owner: Owner) -> Iterator[Occurrence]:
        """The names that a node itself, without those in it, makes use of."""
        words, span = self.words, node.span
        match node:
            case (
                ast.RollOn(table=name)
                | ast.LookUp(table=name)
                | ast.ResultsOf(table=name)
                | ast.ModifiersOn(table=name)
                | ast.TakeEvery(table=name)
                | ast.Prefer(table=name)
            ):
                yield from self.name_at(words.find(span, name), "table", name)
            case ast.Do(procedure=name) | ast.End(procedure=name):
                yield from self.name_at(words.find(span, name), "procedure", name)
            case ast.OptionValue(name=name):
                yield from self.name_at(span.last_characters(len(name)), "option", name)
            case ast.NewRecord(name=name):
                yield from self.name_at(span.first_characters(len(name)), "record", name)
            case ast.NamedType(name=name) if name != "text":
                yield from self.type_name_at(span.first_characters(len(name)), name)
            case ast.ListType(element=name):
                yield from self.type_name_at(words.find(span, name), name)
            case ast.NamesType(of=name):
                yield from self.name_at(span.last_characters(len(name)), "record", name)
            case ast.Index(enum=name):
                yield from self.name_at(span.last_characters(len(name)), "enum", name)
            case ast.UseNote(name=name) | ast.CellNote(name=name):
                yield from self.name_at(span.last_characters(len(name)), "note", name, owner.name)
            case ast.Except(over=names, value=value, when=when):
                after = (when or value).span.end
                for name, place in words.find_each(span, names, after):
                    yield from self.name_at(place, "exception", name, owner.name)
            case ast.State(owner=name) if name != CAREER_STATE:
                yield from self.name_at(words.find_item_name(span, name), "procedure", name)
            case ast.ModifierOn(tables=names, modifier=modifier):
                after = max(part.span.end for part in (modifier.amount, modifier))
                after = min(after, span.end)
                label = words.find(span, modifier.label, modifier.amount.span.end)
                for name, place in words.find_each(span, names, label.end if label else span.start):
                    yield from self.name_at(place, "table", name)
            case ast.Plan(enums=names):
                for name, place in words.find_each(span, names):
                    yield from self.name_at(place, "enum", name)
            case ast.GameLine(key="mission" | "career", values=(str() as name,)):
                yield from self.name_at(span.last_characters(len(name)), "procedure", name)
            case ast.GameLine(of=str() as name):
                yield from self.name_at(words.find(span, name), "record", name)
            case ast.CaseHead():
                yield from self.case_head_names(node)
            case ast.Preferred(answer=str() as name):
                yield from self.name_at(words.find(span, name), "answer", name, owner.name)
            case _ if ast.is_example_line(node):
                yield from self.example_line_names(node)
            case _:  # the rest: names nothing, or what is known by what its item resolves to
                pass

    def example_line_names(self, line: ast.ExampleLine) -> Iterator[Occurrence]:
        """What a line of an example names."""
        words, span = self.words, line.span
        match line:
            case ast.ExpectedRoll(table=table, within=within):
                for name in filter(None, (table, within)):
                    yield from self.callee_name_at(words.find_item_name(span, name), name)
            case ast.ExpectedAnswer(choice=str() as name):
                yield from self.choice_names_at(words.find(span, name), name)
            case ast.LeadsTo(name=name):
                yield from self.callee_name_at(span.last_characters(len(name)), name)
            case ast.LeaveOut(kind=of_kind, name=name):
                yield from self.name_at(words.find(span, name), of_kind, name)
            case ast.ExpectEnded(procedure=name):
                yield from self.name_at(words.find_item_name(span, name), "procedure", name)
            case ast.GivenOption(name=name, value=value):
                places = words.find_each(span, (name, value), span.start + len("given option"))
                kinds: tuple[tuple[NameKind, str], ...] = (("option", ""), ("value", f"option {name}"))
                for (word, place), (kind, of) in zip(places, kinds, strict=False):
                    yield from self.name_at(place, kind, word, of)
            case ast.GivenOverlay(name=name):
                yield from self.name_at(span.last_characters(len(name)), "overlay", name)
            case ast.ExpectedAnswer() | ast.ExpectedOffer() | ast.ExpectNothingElse():
                pass
            case ast.Given() | ast.GivenDo() | ast.GivenAdd() | ast.ExampleCall() | ast.Expect() | ast.CaseRow():
                pass  # what is in them says it
            case _:
                assert_never(line)

    def case_head_names(self, node: ast.CaseHead) -> Iterator[Occurrence]:
        """What the head of a column of cases names."""
        if not isinstance(node.subject, str):
            return
        place = node.span.last_characters(len(node.subject))
        match node.kind:
            case "answer" | "drawn":
                yield from self.choice_names_at(self.words.find(node.span, node.subject), node.subject)
            case "option":
                yield from self.name_at(place, "option", node.subject)
            case "roll" | "roll in":
                yield from self.callee_name_at(place, node.subject)
            case "given" | "offered" | "expect" | "leads":
                pass
            case _:
                assert_never(node.kind)

    def case_names(self, node: ast.Example) -> Iterator[Occurrence]:
        """The columns of a grid of cases that are names of values, and those of tables and procedures."""
        rows = [line for line in node.lines if isinstance(line, ast.CaseRow)]
        if not rows:
            return
        lines = [line for line in node.lines if not isinstance(line, ast.CaseRow)]
        head, *body = rows
        heads = [cell.items[0] for cell in head.cells if isinstance(cell, ast.CaseCell) and len(cell.items) == 1]
        value_names = ((item.name, item.span) for item in heads if isinstance(item, ast.Name))
        subjects = [cell.subject for cell in head.cells if isinstance(cell, ast.CaseHead)]
        parts = [*lines, *(each for each in subjects if isinstance(each, ast.Node))]
        yield from self.stand_in_names(node, value_names, parts)
        for at, cell in enumerate(head.cells):
            if isinstance(cell, ast.CaseHead) and cell.kind == "leads":
                for row in body:
                    if at < len(row.cells):
                        place = row.cells[at].span
                        yield from self.callee_name_at(place, self.words.text_of(place))

    # --- overlays

    def overlay_names(self, node: ast.Overlay) -> Iterator[Occurrence]:
        """What an overlay names: its game, what it amends, and all that is quoted and put in place of it."""
        yield from self.declared_names(node, Owner("", ""))
        if node.game is not None:
            title = self.words.find(node.span, "for")
            place = self.words.find(node.span, node.game, title.end) if title is not None else None
            yield from self.name_at(place, "game", node.game)
        for entry in node.entries:
            for patch in entry.patches:
                yield from self.patch_names(patch)

    def patch_names(self, patch: ast.Patch) -> Iterator[Occurrence]:
        """What one patch names."""
        match patch:
            case ast.EditPatch():
                yield from self.edit_names(patch)
            case ast.ReplacePatch(item=item):
                yield from self.collect_in_part(item, item_owner(item))
            case ast.ConfirmPatch(target=target):
                yield from self.target_name(target)
            case _:
                assert_never(patch)

    def edit_names(self, patch: ast.EditPatch) -> Iterator[Occurrence]:
        """What the edits of one target name."""
        target = patch.target
        if target is None:
            for line in (line for edit in patch.edits for line in (*edit.old, *edit.new)):
                yield from self.collect_in_part(line, item_owner(line))
            return
        owner = target_owner(target)
        yield from self.target_name(target)
        for edit in patch.edits:
            if edit.anchor is not None:
                yield from self.anchor_name(edit, edit.anchor, owner)
            for line in (*edit.old, *edit.new):
                yield from self.collect_in_part(line, owner)
                if isinstance(line, ast.GridRow) and target.kind == "enum":
                    yield from self.enum_row_names(line, target.name)

    def target_name(self, target: ast.TargetRef) -> Iterator[Occurrence]:
        """The item that a patch amends."""
        if (target.kind, target.name) == ("state", CAREER_STATE):
            return
        keyword = self.words.find(target.span, target.kind)
        place = self.words.find(target.span, target.name, keyword.end if keyword else None)
        yield from self.name_at(place, declared_kind(target), target.name)

    def anchor_name(self, edit: ast.Edit, name: str, owner: Owner) -> Iterator[Occurrence]:
        """The step, choice or exception that an edit refers to; whose a score is, only what is amended says."""
        kind = anchor_kind(edit)
        if kind is not None:
            yield from self.name_at(self.words.find(edit.span, name), kind, name, owner.name)

    def enum_row_names(self, row: ast.GridRow, enum: str) -> Iterator[Occurrence]:
        """A row of an enum's grid, or a value of one without, as an edit has it."""
        resolved_enum = self.env.enums.get(enum)
        yield from self.value_of_row(row, enum)
        if resolved_enum is not None:
            names = [column.name for column in resolved_enum.columns]
            has_title_cell = len(row.cells) == len(names) + 2
            yield from self.values_in_enum_row(row, [None, *([None] if has_title_cell else []), *names], enum)
