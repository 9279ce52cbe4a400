"""Names whose meaning the syntax tree alone gives: declarations, and references that only one kind of name can fill."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import assert_never

from attrs import evolve, frozen

from bombsight.compiler.overlays.targets import NUMBER_SIGN
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
"""Text literals and comments, which contain no names."""


CAREER_STATE = "career"
"""The owner of the state that outlives a mission; it is not a procedure."""


@frozen
class Occurrence:
    """An occurrence of a name in a file.

    Attributes:
        span: The word, and nothing else.
        meaning: The declared thing.
        type: The type of its value, if known.
        declares: Whether this is the declaration.
        short: Whether an abbreviation stands there for the name, as the legend of a grid allows.
    """

    span: Span
    meaning: Meaning
    type: Type | None = None
    declares: bool = False
    short: bool = False


class SyntaxNames:
    """Finds the names whose kind and owner the syntax tree alone determines.

    Args:
        words: The words of the files.
        env: The environment: the interface of every name; it tells enums from records and tables from procedures.
    """

    def __init__(self, words: SourceWords, env: Env) -> None:
        """Make a name finder from ``words`` (searches words in the texts) and ``env`` (the types of all names)."""
        self.words = words
        self.env = env

    def collect(self, item: ast.Item) -> Iterator[Occurrence]:
        """Yield the occurrences of names in an item or overlay, as far as the syntax tree determines their meaning."""
        if isinstance(item, ast.Overlay):
            yield from self.overlay_names(item)
        else:
            yield from self.collect_in_part(item, item_owner(item))

    def collect_in_part(self, part: ast.Node, owner: Owner) -> Iterator[Occurrence]:
        """Yield the occurrences of names in a part of an item; ``owner`` is the item that its local names belong to."""
        for node in walk(part):
            yield from self.declared_names(node, owner)
            yield from self.used_names(node, owner)

    # --- single occurrences

    def name_at(
        self, span: Span | None, kind: NameKind, name: str, owner_name: str = "", *, declares: bool = False
    ) -> Iterator[Occurrence]:
        """Yield the occurrence of a name at a span, if the span's text is exactly that name.

        Args:
            span: The span to search.
            kind: The kind of the name.
            name: The name.
            owner_name: The item that owns it.
            declares: Whether it is the declaration.
        """
        if span is not None and self.words.text_of(span) == name:
            yield Occurrence(span, Meaning(kind, name, owner_name), declares=declares)

    def type_name_at(self, span: Span | None, name: str) -> Iterator[Occurrence]:
        """Yield the occurrence of an enum's or a record's name at a span."""
        yield from self.name_at(span, "record" if name in self.env.records else "enum", name)

    def callee_name_at(self, span: Span | None, name: str) -> Iterator[Occurrence]:
        """Yield the occurrence of a procedure's or a table's name at a span."""
        yield from self.name_at(span, "procedure" if name in self.env.procedures else "table", name)

    def choice_names_at(self, span: Span | None, name: str) -> Iterator[Occurrence]:
        """Yield the occurrences in a qualified choice name, ``keep/order``: the asking item, and its choice."""
        item, _, choice = name.partition("/")
        if span is not None and choice:
            yield from self.callee_name_at(span.first_characters(len(item)), item)
            yield from self.name_at(span.last_characters(len(choice)), "choice", choice, item)

    # --- declarations

    def declared_names(self, node: ast.Node, owner: Owner) -> Iterator[Occurrence]:
        """Yield the occurrences of the names that a syntax node declares."""
        words = self.words
        match node:
            case ast.Game(name=name):
                yield from self.name_at(words.find_item_name(node.span, name), "game", name, declares=True)
            case ast.Option(name=name):
                yield from self.name_at(words.find_item_name(node.span, name), "option", name, declares=True)
                yield from self.option_value_names(node)
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
                yield from self.each_line_names(node)
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
            case ast.Forecast(tally=name):
                yield from self.name_at(words.find_item_name(node.span, name), "define", name)
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
            case ast.Choose(variable=name):  # the variable names the choice
                yield from self.name_at(words.find_variable(node.span, name), "choice", name, owner.name, declares=True)
            case ast.Branch(name=name):
                yield from self.name_at(
                    words.find_item_name(node.span, name), "answer", name, owner.name, declares=True
                )
            case ast.Reroll(name=name):
                yield from self.name_at(words.find_item_name(node.span, name), "reroll", name, declares=True)
            case ast.Board(name=name):
                yield from self.name_at(words.find_item_name(node.span, name), "board", name, declares=True)
            case ast.Luck(name=name):
                yield from self.name_at(words.find_item_name(node.span, name), "luck", name, declares=True)
            case ast.Overlay(name=name):
                yield from self.name_at(words.find_item_name(node.span, name), "overlay", name, declares=True)
            case ast.Example():
                yield from self.case_names(node)
            case _:  # the rest: declares no name, or one that resolution knows
                pass

    def parameter_names(self, params: Sequence[ast.Param], kind: NameKind, owner: Owner) -> Iterator[Occurrence]:
        """Yield the declarations of parameters, or of the parts of a result."""
        for param in params:
            yield from self.name_at(
                param.span.first_characters(len(param.name)), kind, param.name, owner.name, declares=True
            )

    def option_value_names(self, node: ast.Option) -> Iterator[Occurrence]:
        """Yield the occurrences of an option's possible values, its default included."""
        of = f"option {node.name}"
        title = self.words.find(node.span, "from")
        if node.words and title is not None:
            for name, place in self.words.find_in_order(node.span, node.words, title.end):
                yield from self.name_at(place, "value", name, of, declares=True)
        if isinstance(node.default, ast.Name):
            yield from self.name_at(node.default.span, "value", node.default.name, of)

    # --- grids

    def enum_grid_names(self, node: ast.Enum) -> Iterator[Occurrence]:
        """Yield the occurrences in an enum's grid: column heads, the enum's values, other enums' values in cells."""
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
        """Yield the declarations of an enum's values in the list above its grid."""
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
        """Yield the declaration of the enum value that heads a row of the enum's grid."""
        name = head_word(row.cells[0]) if row.cells else None
        if name is not None:
            yield from self.name_at(row.cells[0].items[0].span, "value", name, enum, declares=True)

    def values_in_enum_row(self, row: ast.GridRow, columns: Sequence[str | None], enum: str) -> Iterator[Occurrence]:
        """Yield the occurrences of other enums' values in the cells of a row of an enum's grid."""
        resolved_enum = self.env.enums.get(enum)
        types = {column.name: column.type for column in resolved_enum.columns} if resolved_enum is not None else {}
        for cell, name in zip(row.cells[1:], columns[1:], strict=False):
            type_ = types.get(name or "")
            for item in cell.items:
                if isinstance(type_, EnumType) and isinstance(item, ast.Name):
                    meaning = Meaning("value", item.name, type_.enum)
                    yield Occurrence(item.span, meaning, type_, short=self.words.text_of(item.span) != item.name)

    def grid_head_names(self, node: ast.Table) -> Iterator[Occurrence]:
        """Yield the occurrences of parameters and result parts that head the columns of a table's grid."""
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
        """Yield the uses of a legend's abbreviations (``short``) in the cells of its grid."""
        short = {each.word for line in legend for each in line.legends}
        for cell in (cell for row in rows for cell in row.cells) if short else ():
            source = self.words.sources.get(cell.span.path)
            for word in re.compile(r"\w+").finditer(source.text, cell.span.start, cell.span.end) if source else ():
                if word[0] in short and source is not None:
                    yield Occurrence(source.span(word.start(), word.end()), Meaning("short", word[0], owner_name))

    def each_line_names(self, node: ast.Table) -> Iterator[Occurrence]:
        """Yield the placeholder names that a table's ``each`` lines declare, and their uses on those lines."""
        for line in node.lines:
            if isinstance(line, ast.Each):
                yield from self.placeholder_names(
                    line, self.words.find_in_order(line.span, line.names, line.span.start + 4), (line.call,)
                )

    def placeholder_names(
        self, node: ast.Node, placeholders: Iterator[tuple[str, Span]], nodes: Sequence[ast.Node]
    ) -> Iterator[Occurrence]:
        """Yield the declarations of ``placeholders`` (names with their spans), and their uses in the given ``nodes``.

        Values are substituted for the names when the rules are compiled.
        """
        span_by_name = dict(placeholders)
        meanings = {name: Meaning("variable", name, "", place) for name, place in span_by_name.items()}
        for name, place in span_by_name.items():
            yield Occurrence(place, meanings[name], declares=True)
        for part in nodes:
            for inner in walk(part):
                if isinstance(inner, ast.Name) and inner.name in span_by_name:
                    yield Occurrence(inner.span, meanings[inner.name])

    # --- uses

    def used_names(self, node: ast.Node, owner: Owner) -> Iterator[Occurrence]:
        """Yield the occurrences of the names that a syntax node itself uses, without those in its children."""
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
            case ast.CellTable(table=name):
                yield from self.name_at(span.last_characters(len(name)), "table", name)
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
                for name, place in words.find_in_order(span, names, after):
                    yield from self.name_at(place, "exception", name, owner.name)
            case ast.State(owner=name) if name != CAREER_STATE:
                yield from self.name_at(words.find_item_name(span, name), "procedure", name)
            case ast.ModifierOn(tables=names, modifier=modifier):
                after = max(part.span.end for part in (modifier.amount, modifier))
                after = min(after, span.end)
                label = words.find(span, modifier.label, modifier.amount.span.end)
                for name, place in words.find_in_order(span, names, label.end if label else span.start):
                    yield from self.name_at(place, "table", name)
            case ast.LuckLine(tables=names):
                for name, place in words.find_in_order(span, names):
                    yield from self.name_at(place, "table", name)
            case ast.Plan(enums=names) | ast.Picture(enums=names):
                for name, place in words.find_in_order(span, names):
                    yield from self.name_at(place, "enum", name)
            case ast.CrossPlan(columns=columns, rows=rows):
                for name, place in words.find_in_order(span, (columns, rows)):
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
            case _:  # the rest: uses no name, or one that resolution knows
                pass

    def example_line_names(self, line: ast.ExampleLine) -> Iterator[Occurrence]:
        """Yield the occurrences of names on a line of an example."""
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
                places = words.find_in_order(span, (name, value), span.start + len("given option"))
                kinds: tuple[tuple[NameKind, str], ...] = (("option", ""), ("value", f"option {name}"))
                for (word, place), (kind, of) in zip(places, kinds, strict=False):
                    yield from self.name_at(place, kind, word, of)
            case ast.GivenOverlay(name=written):
                name, place = written.partition("/")[0], span.last_characters(len(written))
                end, column = place.start + len(name), place.column + len(name)
                yield from self.name_at(evolve(place, end=end, end_column=column), "overlay", name)
            case ast.ExpectedAnswer() | ast.ExpectedOffer() | ast.ExpectNothingElse():
                pass
            case ast.Given() | ast.GivenDo() | ast.GivenAdd() | ast.ExampleCall() | ast.Expect() | ast.CaseRow():
                pass  # their children have the names
            case _:
                assert_never(line)

    def case_head_names(self, node: ast.CaseHead) -> Iterator[Occurrence]:
        """Yield the occurrences of names in a column head of an example's grid of cases."""
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
        """Yield the occurrences in an example's grid of cases: placeholders in column heads, callees in cells."""
        rows = [line for line in node.lines if isinstance(line, ast.CaseRow)]
        if not rows:
            return
        lines = [line for line in node.lines if not isinstance(line, ast.CaseRow)]
        head, *body = rows
        heads = [cell.items[0] for cell in head.cells if isinstance(cell, ast.CaseCell) and len(cell.items) == 1]
        value_names = ((item.name, item.span) for item in heads if isinstance(item, ast.Name))
        subjects = [cell.subject for cell in head.cells if isinstance(cell, ast.CaseHead)]
        parts = [*lines, *(each for each in subjects if isinstance(each, ast.Node))]
        yield from self.placeholder_names(node, value_names, parts)
        for at, cell in enumerate(head.cells):
            if isinstance(cell, ast.CaseHead) and cell.kind == "leads":
                for row in body:
                    if at < len(row.cells):
                        place = row.cells[at].span
                        yield from self.callee_name_at(place, self.words.text_of(place))

    # --- overlays

    def overlay_names(self, node: ast.Overlay) -> Iterator[Occurrence]:
        """Yield the occurrences in an overlay: its game, its targets, and the names on its quoted and new lines."""
        yield from self.declared_names(node, Owner("", ""))
        if node.game is not None:
            title = self.words.find(node.span, "for")
            place = self.words.find(node.span, node.game, title.end) if title is not None else None
            yield from self.name_at(place, "game", node.game)
        for entry in node.entries:
            for patch in entry.patches:
                yield from self.patch_names(patch)

    def patch_names(self, patch: ast.Patch) -> Iterator[Occurrence]:
        """Yield the occurrences of names in one patch of an overlay."""
        match patch:
            case ast.EditPatch():
                yield from self.edit_names(patch)
            case ast.ReplacePatch(item=item):
                yield from self.collect_in_part(item, item_owner(item))
            case ast.ConfirmPatch(target=target) | ast.RemovePatch(target=target):
                yield from self.target_name(target)
            case _:
                assert_never(patch)

    def edit_names(self, patch: ast.EditPatch) -> Iterator[Occurrence]:
        """Yield the occurrences of names in a patch: its target, and the anchors and lines of its edits."""
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
        """Yield the occurrence of the name of the item that a patch amends."""
        if (target.kind, target.name) == ("state", CAREER_STATE):
            return
        keyword = self.words.find(target.span, target.kind)
        place = self.words.find(target.span, target.name, keyword.end if keyword else None)
        yield from self.name_at(place, declared_kind(target), target.name)

    def anchor_name(self, edit: ast.Edit, anchor: str, owner: Owner) -> Iterator[Occurrence]:
        """Yield the occurrence of an edit's anchor, the step, choice or exception where it inserts; none for scores."""
        kind = anchor_kind(edit)
        if kind is not None:
            name = anchor.partition(NUMBER_SIGN)[0]
            yield from self.name_at(self.words.find(edit.span, name), kind, name, owner.name)

    def enum_row_names(self, row: ast.GridRow, enum: str) -> Iterator[Occurrence]:
        """Yield the occurrences of names in one row of an enum that an overlay's edit adds or removes."""
        resolved_enum = self.env.enums.get(enum)
        yield from self.value_of_row(row, enum)
        if resolved_enum is not None:
            names = [column.name for column in resolved_enum.columns]
            names += [column.name for column in resolved_enum.table_columns]
            has_title_cell = len(row.cells) == len(names) + 2
            yield from self.values_in_enum_row(row, [None, *([None] if has_title_cell else []), *names], enum)
