"""Findings about overlays, with their messages."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import compress
from operator import is_not
from typing import assert_never

from attrs import evolve

from bombsight.boundary.budget import Budget
from bombsight.compiler.findings import Hint, fix_from_hint, slip_from_hint, suggest_within_budget
from bombsight.compiler.overlays.matching import find_nearest_lines, find_quotation, omit_unquoted, row_key, source_text
from bombsight.compiler.overlays.mismatch import find_text_mismatch
from bombsight.compiler.overlays.node_paths import NodeRange
from bombsight.compiler.overlays.splice import Lines
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic, Edit, Fix, Label, Severity
from bombsight.dsl.node_classes import define, field, frozen
from bombsight.dsl.origin import Origin
from bombsight.dsl.source import Source, Span, is_within


def kind_and_name(node: ast.Node) -> tuple[str, str]:
    """Return kind and name of an item, such as ``("table", "O-6")``; for a line its class and an empty name."""
    return item_kind_and_name(node) if ast.is_item(node) else (type(node).__name__.lower(), "")


def item_kind_and_name(item: ast.Item) -> tuple[str, str]:
    """Return the keyword of an item and its name, which is empty if it has none."""
    match item:
        case ast.Table(id=name):
            return "table", name
        case ast.Enum(name=name):
            return "enum", name
        case ast.Tally(name=name):
            return "tally", name
        case ast.Forecast(tally=name):
            return "forecast", name
        case ast.Define(name=name):
            return "define", name
        case ast.Board(name=name):
            return "board", name
        case ast.Luck(name=name):
            return "luck", name
        case ast.Procedure(name=name):
            return "procedure", name
        case ast.State(owner=name):
            return "state", name
        case ast.Record(name=name):
            return "record", name
        case ast.Option(name=name):
            return "option", name
        case ast.Reroll(name=name):
            return "reroll", name
        case ast.ModifierOn(modifier=modifier):
            return "modifier", modifier.label
        case ast.Game() | ast.Chapter() | ast.Example() | ast.Overlay() | ast.Explain() | ast.Primer():
            return type(item).__name__.lower(), ""
        case _:
            assert_never(item)


def item_title(item: ast.Node) -> str:
    """Return kind and name of an item as text, such as ``table O-6``."""
    return " ".join(kind_and_name(item)).strip()


def span_across(lines: Lines) -> Span:
    """Return the span of several lines; that of the first if they are in different files or out of order."""
    first, last = lines[0].span, lines[-1].span
    return first if first.path != last.path or last.end < first.end else first.extend_to(last)


def is_row_with_same_key(scope: Sequence[NodeRange], quoted: Lines, actual: Lines) -> bool:
    """Whether ``quoted`` and ``actual`` are one row each with the same key, which no other row in the scope has."""
    keys = [row_key(line) for stretch in scope for run in stretch.nested_ranges() for line in run.lines]
    return (
        len(quoted) == len(actual) == 1
        and row_key(quoted[0]) is not None
        and keys.count(row_key(quoted[0])) == 1
        and (row_key(actual[0]) == row_key(quoted[0]))
    )


SEARCH_COST = 25
"""The number of searched characters that cost as much as the comparison of a name."""


@define
class ItemIndex:
    """An index of a program's items by kind and name, rebuilt when edits change these.

    Attributes:
        items: The items.
        known: Their indices, by kind and name.
    """

    items: tuple[ast.Item, ...] = ()
    known: Mapping[tuple[str, str], Sequence[int]] = field(factory=dict)

    def find_items(self, program: ast.File, kind: str, name: str) -> Sequence[int]:
        """Return the indices in the program of the items with a kind and name."""
        was, self.items = self.items, program.items
        if was is not self.items:
            others = compress(zip(was, self.items, strict=False), map(is_not, was, self.items))
            if len(was) != len(self.items) or any(kind_and_name(one) != kind_and_name(other) for one, other in others):
                found: dict[tuple[str, str], list[int]] = {}
                for at, item in enumerate(self.items):
                    found.setdefault(kind_and_name(item), []).append(at)
                self.known = found
        return self.known.get((kind, name), ())


@frozen
class FindingWriter:
    """Writer of findings about one overlay item.

    Attributes:
        label: The item, such as ``errata general 22``.
        program: The program that the item is applied to.
        sources: Every file by its path, for quoting.
        hints: Collects hints about unknown names.
        comparisons: The budget for comparing names and lines.
        index: The index of the program's items.
        rivals: The edits of other overlays of its layer, which it does not see, with the labels of their items.
        absent: The edits of variants not in force.
        beneath: The edits applied by lower layers, with the labels of their items.
        unedited: The program before the overlay's own edits; None if it is not known.
    """

    label: str
    program: ast.File
    sources: Mapping[str, Source]
    hints: list[Hint]
    comparisons: Budget
    index: ItemIndex
    rivals: Sequence[tuple[str, ast.Node]] = ()
    absent: Sequence[tuple[str, ast.Node]] = ()
    beneath: Sequence[tuple[str, ast.Node]] = ()
    unedited: ast.File | None = None

    def for_edit(self, label: str, program: ast.File) -> FindingWriter:
        """Return a writer for another overlay item and program."""
        return evolve(self, label=label, program=program)

    def suggest(self, word: str, candidates: Collection[str], list_intro: str = "There are", kind: str = "") -> str:
        """Return a "did you mean" sentence for an unknown word, or a sentence that lists the candidates.

        Args:
            word: The unknown name.
            candidates: The existing names, perhaps each with its title.
            list_intro: The start of the sentence that lists them.
            kind: The ``--kind`` for ``bombsight show GAME``.
        """
        hint = suggest_within_budget(self.comparisons, word, candidates, list_intro, kind)
        if isinstance(hint, Hint):
            self.hints.append(hint)
        return hint

    @property
    def game(self) -> str:
        """The game's id, for the commands that advice names."""
        return next((item.name for item in self.program.items if isinstance(item, ast.Game)), "GAME")

    def source_text(self, lines: Lines) -> str:
        """Return the source text of lines."""
        return source_text(lines, self.sources)

    def first_line(self, lines: Lines) -> str:
        """Return the first line of the source text of lines, with single spaces."""
        return " ".join(self.source_text(lines[:1]).split("\n", 1)[0].split())

    def keys_text(self, keys: Sequence[ast.Key]) -> str:
        """Return the source text of a row's keys."""
        return ", ".join(self.source_text((key,)) for key in keys)

    def owner_title(self, node_range: NodeRange) -> str:
        """Return kind and name of the item that is, or contains, a node range; "the program" for several items."""
        if node_range.node_path:
            span = node_range.node_path[0][1]
            return next(item_title(item) for item in self.program.items if item.span == span)
        return item_title(node_range.first) if len(node_range.lines) == 1 else "the program"

    def no_match(self, edit: ast.Edit, scope: Sequence[NodeRange], elsewhere: Iterable[NodeRange]) -> Diagnostic:
        """Make finding O001: no line in ``scope`` matches the quoted text; ``elsewhere`` lists matches outside it."""
        labels: list[Label] = []
        help_ = ""
        self.comparisons.spent += sum(len(source.text) for source in self.sources.values()) // SEARCH_COST
        if not self.comparisons.remaining:
            return self.brief_no_match(edit, scope)
        owner = self.owner_title(scope[0])
        part = "this row of " if scope[0].node_path else ""
        places = list(elsewhere)
        if len(places) == 1:
            labels.append(Label(span_across(places[0].lines), f"it stands here, in {self.owner_title(places[0])}"))
            help_ = f"Name {self.owner_title(places[0])}, if that is the one meant."
            if self.owner_title(places[0]) == owner:
                help_ = "Name the row that it stands in, or none."
        for rival, written in edits_writing(self.rivals, edit):
            labels.append(Label(span_across(written.lines), f"{rival} writes it here"))
            help_ = f"Put it into one overlay with {rival}: overlays of one layer do not see each other's edits."
        for item, written in edits_writing(self.absent, edit):
            name = item.split()[1]
            labels.append(Label(span_across(written.lines), f"{item} writes it here"))
            help_ = f"Variant {name} is not in force; ask for it with --variant {name}."
        shared = self.shared_modifier(edit, scope[0])
        if shared is not None:
            labels.append(Label(span_across((shared,)), "the modifier stands apart from its tables"))
            help_ = f"Quote it by itself, without `in {owner}`: {edit.verb} {self.first_line((shared,))}"
        nearest_lines = (
            () if shared is not None else find_nearest_lines(scope, edit.old, self.sources, self.comparisons)
        )
        certain = not labels
        for item, lines in self.replacements_below(edit, scope):
            labels.append(Label(span_across(lines), f"{item} has put this in its place"))
            help_ = (
                f"{item[0].upper()}{item[1:]} has amended that line. Quote what it says now: {self.first_line(lines)}"
            )
        message, marked = f"{part}{owner} has no line that reads `{self.first_line(edit.old)}`", span_across(edit.old)
        mismatch = find_text_mismatch(edit.old, nearest_lines, self.sources) if nearest_lines else None
        if mismatch is not None and mismatch.above:
            message, marked = f"{part}{owner} {mismatch.message}", mismatch.span
            help_ = help_ or mismatch.help
            labels = [
                Label(mismatch.stands_at, "this stands there")
                if mismatch.stands_at
                else Label(span_across(nearest_lines), "the nearest line there"),
                *labels,
            ]
        elif nearest_lines:
            if span_across(nearest_lines) not in [label.span for label in labels]:
                labels = [Label(span_across(nearest_lines), "the nearest line there"), *labels]
            help_ = help_ or f"Quote what stands there: {self.first_line(nearest_lines)}"
        return Diagnostic(
            "O001",
            message,
            marked,
            f"quoted by {self.label}",
            tuple(labels) or (Label(scope[0].first.span, "nothing here is like it"),),
            help_ or "Quote a line as it stands; only its title, provenance and cite may be left out.",
            fix=self.requote_fix(edit, nearest_lines)
            if certain and is_row_with_same_key(scope, edit.old, nearest_lines)
            else None,
        )

    def brief_no_match(self, edit: ast.Edit, scope: Sequence[NodeRange]) -> Diagnostic:
        """Make finding O001 for a quotation that matches no line, without searching for similar lines."""
        return Diagnostic(
            "O001",
            f"{self.owner_title(scope[0])} has no line that reads `{self.first_line(edit.old)}`",
            span_across(edit.old),
            f"quoted by {self.label}",
            (Label(scope[0].first.span, "nothing here reads so"),),
            "Quote a line as it stands; only its title, provenance and cite may be left out.",
        )

    def shared_modifier(self, edit: ast.Edit, scope: NodeRange) -> ast.ModifierOn | None:
        """Find the modifier shared by several tables that an edit quotes as if it stood in one of them; else None."""
        quoted = edit.old[0]
        if (len(edit.old), len(scope.lines)) != (1, 1) or not isinstance(quoted, ast.Modifier):
            return None
        table = scope.first
        if not isinstance(table, ast.Table):
            return None
        every = (item for item in self.program.items if isinstance(item, ast.ModifierOn))
        return next((each for each in every if each.modifier.label == quoted.label and table.id in each.tables), None)

    def replacements_below(self, edit: ast.Edit, scope: Sequence[NodeRange]) -> Iterator[tuple[str, Lines]]:
        """Yield the lines by which earlier layers replaced what an edit quotes, each with its overlay item's label."""
        edits = ((item, other) for item, other in self.beneath if isinstance(other, ast.Edit) and other.verb == "was")
        quoting = [
            (item, other.new)
            for item, other in edits
            if other.new and any(find_quotation(NodeRange((), other, "old", 0, len(other.old)), edit.old))
        ]
        if quoting:  # walking the whole scope is slow
            standing = {line.span for stretch in scope for run in stretch.nested_ranges() for line in run.lines}
            yield from ((item, new) for item, new in quoting if standing.issuperset(line.span for line in new))

    def writer_of(self, line: ast.Node) -> str:
        """Return the label of the item in an earlier layer of overlays that wrote a line; empty if none did."""
        edits = (item for item, edit in self.beneath if isinstance(edit, ast.Edit) and is_within(line.span, edit.span))
        return next(edits, "")

    def requote_fix(self, edit: ast.Edit, actual: Lines) -> Fix | None:
        """Make the quick fix that corrects a quotation of one line; None for several lines, or without a change."""
        written = self.source_text(actual)
        if (
            edit.verb != "was"
            or "\n" in written
            or "\n" in self.source_text(edit.old)
            or self.first_line(edit.new) == written
        ):
            return None
        short = omit_unquoted(written, edit.old[0], actual[0])
        return Fix("Quote what stands there", (Edit(span_across(edit.old), short),))

    def quotation_mismatch(self, edit: ast.Edit, subject: str, actual: ast.Node) -> Diagnostic:
        """Make finding O001 for a quotation that differs at a named place, such as a cell or a base value."""
        item = self.writer_of(actual)
        return Diagnostic(
            "O001",
            f"{subject} does not read `{self.first_line(edit.old)}`",
            span_across(edit.old),
            f"quoted by {self.label}",
            (Label(actual.span, f"so it reads since {item}" if item else "it reads so"),),
            f"Quote what stands there: {self.quotation_of(edit.old[0], actual)}",
            fix=None if isinstance(edit.old[0], ast.Base | ast.Preferred) else self.requote_fix(edit, (actual,)),
        )

    def quotation_of(self, quoted: ast.Node, actual: ast.Node) -> str:
        """Return the text that quotes the node ``actual``, with the keyword that ``quoted`` has: ``prefer 3``."""
        match quoted:
            case ast.Base():
                return f"base: {self.source_text((actual,))}"
            case ast.Preferred(answer=None):
                return f"prefer {self.source_text((actual,))}"
            case ast.Preferred(answer=name):
                return f"answer {name} prefer {self.source_text((actual,))}"
            case _:  # the rest: a line of the rules
                return self.source_text((actual,))

    def no_score(self, edit: ast.Edit, scope: Sequence[NodeRange], scores: Lines) -> Diagnostic:
        """Make finding O001: no answer in ``scope`` has the quoted score (preference of the default policy)."""
        labels = tuple(Label(score.span, "and this" if at else "this is one") for at, score in enumerate(scores))
        return Diagnostic(
            "O001",
            f"{self.owner_title(scope[0])} has no score that reads `{self.first_line(edit.old)}`",
            edit.old[0].span,
            f"quoted by {self.label}",
            labels or (Label(scope[0].first.span, "no answer meant has a score"),),
            "Quote a score as it stands, with the name of its answer where two are alike: `answer NAME prefer 2`."
            if scores
            else "`add to NAME prefer 2` gives an answer its score; NAME may be the variable of a `choose x from`.",
        )

    def ambiguous_match(
        self,
        edit: ast.Node,
        places: Sequence[ast.Node],
        message: str,
        help_: str = "Quote a neighbouring line with it, or name the row.",
    ) -> Diagnostic:
        """Make finding O002: the quoted text matches several places.

        Args:
            edit: The edit or target.
            places: The places.
            message: The message.
            help_: The advice.
        """
        return Diagnostic(
            "O002",
            message,
            edit.span,
            f"{self.label} must mean one of them",
            tuple(Label(place.span, "and here" if at else "here") for at, place in enumerate(places)),
            help_,
        )

    def no_target(self, target: ast.TargetRef) -> Diagnostic:
        """Make finding O003: the item that an edit targets does not exist."""
        known = [(*kind_and_name(item), getattr(item, "title", "")) for item in self.program.items]
        others = [f"{name} is a {kind}." for kind, name, _ in known if name == target.name]
        alike = {name: title for kind, name, title in known if kind == target.kind}
        like = self.suggest(target.name, alike, kind=target.kind)
        return Diagnostic(
            "O003",
            f"there is no {target.kind} {target.name}",
            target.span,
            f"named by {self.label}",
            help=(others or [like])[0],
            fix=(fix := None if others else fix_from_hint(like, self.name_span(target))),
            slip=slip_from_hint(like) if fix is None and not others else None,
        )

    def row_changed_above(self, target: ast.TargetRef, owner: ast.Node, words: str) -> Diagnostic:
        """Make finding O003: an edit above, of the same overlay, has changed the row that ``target`` names."""
        title = item_title(owner)
        out = None if target.column else self.row_words_span(target)
        help_ = f"Another row is added under `in {title}`, without `row {words}`."
        return Diagnostic(
            "O003",
            f"{title} has no row {words} any more",
            target.span,
            f"named by {self.label}",
            (Label(owner.span, f"the {target.kind}"),),
            f"It was there before the change above. {'Change it once.' if target.column else help_}",
            fix=Fix(f"Remove `row {words}`", (Edit(out, ""),)) if out else None,
        )

    def row_words_span(self, target: ast.TargetRef) -> Span | None:
        """Return the span of `` row`` and the keys at the end of an edit's target; None if it cannot be found."""
        source = self.sources.get(target.span.path)
        head = re.compile(rf"in +{target.kind} +{re.escape(target.name)}( +row +[^\n#]*[^\n# ]) *(?=[\n#]|$)")
        found = head.match(source.text, target.span.start) if source is not None else None
        return source.span(*found.span(1)) if source is not None and found is not None else None

    def name_span(self, target: ast.TargetRef) -> Span:
        """Return the span of the name in an edit's target; of the whole target if it cannot be found."""
        source = self.sources.get(target.span.path)
        found = None
        if source is not None:  # behind `in`, `remove` or nothing, by what the edit does
            head = re.compile(rf"(\w+ +)?{target.kind} +(?={re.escape(target.name)}\b)")
            found = head.match(source.text, target.span.start)
        if source is None or found is None:
            return target.span
        return source.span(found.end(), found.end() + len(target.name))

    def no_part(
        self,
        target: ast.TargetRef,
        owner: ast.Node,
        message: str,
        words: str,
        candidates: Collection[str],
        hint: str = "",
    ) -> Diagnostic:
        """Make finding O003: the targeted item ``owner`` has no such row or column.

        Args:
            target: The target that the overlay names.
            owner: The item, or the row that has no such column.
            message: The message.
            words: The unknown key or column, for similar names.
            candidates: The rows or columns it has, perhaps with their titles.
            hint: Advice about the one that includes the target; empty if none does.
        """
        label = Label(owner.span, f"the {target.kind}" if isinstance(owner, ast.BaseItem) else "the row")
        help_ = hint or self.suggest(words, candidates, "It has")
        return Diagnostic("O003", message, target.span, f"named by {self.label}", (label,), help_)

    def conflicting_edits(
        self, edit: ast.Node, rival: ast.Node, rival_label: str, place: ast.Node | None
    ) -> Diagnostic:
        """Make finding O005: two overlays of one layer edit the same place.

        Args:
            edit: The second edit.
            rival: The first edit.
            rival_label: The overlay item of the first.
            place: The place; None if it is no node.
        """
        return Diagnostic(
            "O005",
            f"{rival_label} and {self.label} amend the same place",
            edit.span,
            f"{self.label} amends it here",
            (Label(rival.span, f"{rival_label} amends it here"), *([Label(place.span, "the place")] if place else [])),
            "Use one of the two, or let one overlay hold both: its items build on each other.",
        )

    def edit_without_effect(self, edit: ast.Node, place: ast.Node | None) -> Diagnostic:
        """Make finding O006: an edit changes nothing."""
        return Diagnostic(
            "O006",
            f"this edit of {self.label} changes nothing",
            edit.span,
            labels=(Label(place.span, "this reads so already"),) if place else (),
            help="Leave it out; for a clarification that changes nothing there is `confirms`.",
            severity=Severity.WARNING,
        )

    def replaced_known_item(self, patch: ast.ReplacePatch, old: ast.Node, origin: Origin) -> Diagnostic:
        """Make finding O007: ``replace`` targets an item whose original is known."""
        standing = origin.standing or "as printed"
        return Diagnostic(
            "O007",
            f"{item_title(old)} is {standing}: only what is recovered or reconstructed may be replaced",
            patch.item.span,
            f"{self.label} replaces it",
            (
                Label(origin.place, "its standing")
                if origin.standing
                else Label(old.span, f"the {kind_and_name(old)[0]}"),
            ),
            (
                f"Amend it line by line, quoting what stands there with `was`. {replacement_advice(old, self.game)}"
            ).rstrip(),
        )

    def lost_printed_line(self, patch: ast.ReplacePatch, line: ast.Node) -> Diagnostic:
        """Make finding O008: a replacement lacks a printed line of the old item."""
        return Diagnostic(
            "O008",
            f"{item_title(patch.item)} loses the printed line `{self.first_line((line,))}`",
            patch.item.span,
            f"{self.label} replaces it",
            (Label(line.span, "printed"),),
            f"Put the line into the new {kind_and_name(patch.item)[0]} as it stands.",
        )

    def changed_parameters(self, patch: ast.ReplacePatch, old: ast.Node, old_params: Lines) -> Diagnostic:
        """Make finding O013: a replacement has other parameters than the old item, ``old_params``."""
        words = ", ".join(self.source_text((param,)) for param in old_params)
        written = f"for {words}" if isinstance(old, ast.Table) else f"{kind_and_name(old)[1]}({words})"
        return self.changed_head(
            patch, old, "other parameters", f"Write `{written}`." if old_params else "Give it none."
        )

    def changed_type(self, patch: ast.ReplacePatch, old: ast.Node, old_type: ast.Node | None) -> Diagnostic:
        """Make finding O013: a replacement has another result type than the old item's, ``old_type`` (may be None)."""
        written = self.source_text((old_type,)) if old_type else ""
        if isinstance(old, ast.Table):
            help = f"Write `{written}`; if that is too narrow, amend that line first, with `was` and `now`."
            return self.changed_head(
                patch, old, "another `gives` line", help if old_type else "Leave its `gives` line out."
            )
        return self.changed_head(
            patch, old, "another type", f"Write `: {written}`." if old_type else "It gives nothing."
        )

    def changed_head(self, patch: ast.ReplacePatch, old: ast.Node, difference: str, help: str) -> Diagnostic:
        """Make finding O013: a replacement has another signature than the old item.

        Args:
            patch: The replacement.
            old: The replaced item.
            difference: The differing part.
            help: The advice.
        """
        return Diagnostic(
            "O013",
            f"{item_title(old)} has {difference} in the replacement",
            patch.item.span,
            f"{self.label} replaces it",
            (Label(old.span, "what it replaces"),),
            help,
        )

    def no_anchor(self, edit: ast.Edit, owner: ast.Node, kind: str, candidates: Sequence[str]) -> Diagnostic:
        """Make finding O009: the item has no step, choice or exception of the name that an edit gives.

        Args:
            edit: The edit.
            owner: The item it is for.
            kind: ``step``, ``choice`` or ``exception``.
            candidates: The names of those it has.
        """
        name = edit.anchor or ""
        help = self.suggest(name, candidates, "It has")
        if kind == "step":
            help += " Any other line can be quoted: `was` it, and `now` it with what is to stand before or behind it."
        return Diagnostic(
            "O009",
            f"{item_title(owner)} has no {kind} {name}",
            edit.span,
            f"named by {self.label}",
            (Label(owner.span, f"the {kind_and_name(owner)[0]}"),),
            help,
        )

    def misplaced_line(self, line: ast.Node, help: str) -> Diagnostic:
        """Make finding O012: a line is not allowed where the edit puts it."""
        return Diagnostic(
            "O012",
            f"`{self.first_line((line,))}` cannot stand there",
            line.span,
            f"put there by {self.label}",
            help=help,
        )


def replacement_advice(old: ast.Node, game: str) -> str:
    """Return the sentence that advises to write a new item and amend the calls, instead of replacing the old item."""
    match old:
        case ast.Table(id=name):
            calls, own = f"`roll on {name}`", "a table"
        case ast.Procedure(name=name):
            calls, own = f"`do {name}`", "a procedure"
        case ast.Define(name=name) if not isinstance(old, ast.Forecast):
            calls, own = f"`{name}`", "a define"
        case _:  # the rest: nothing calls it
            return ""
    found = f"`bombsight show {game} {name}` lists them"
    return f"Or write {own} of your own beside the house rule, and amend what asks for this one, {calls}: {found}."


def edits_writing(edits: Iterable[tuple[str, ast.Node]], edit: ast.Edit) -> Iterator[tuple[str, NodeRange]]:
    """Yield the ranges of new lines in ``edits`` that match an edit's quotation, each with its overlay item's label."""
    for item, other in edits:
        if isinstance(other, ast.Edit):
            for written in find_quotation(NodeRange((), other, "new", 0, len(other.new)), edit.old):
                yield item, written


def wrong_game(overlay: ast.Overlay, game: str) -> Diagnostic:
    """Make finding O004: an overlay is for another game."""
    return Diagnostic(
        "O004",
        f"{overlay.kind} {overlay.name} is for {overlay.game}, and this game is {game}",
        overlay.span,
        help=f"Use it with {overlay.game}, or write `for {game}`.",
    )


def duplicate_number(overlay: ast.Overlay, entry: ast.Entry, first: ast.Entry) -> Diagnostic:
    """Make finding O010: an overlay has two items with one number."""
    return Diagnostic(
        "O010",
        f"{overlay.kind} {overlay.name} has two items {entry.number}",
        entry.span,
        labels=(Label(first.span, "the first"),),
        help="Give the second a number of its own, such as 7b; or put both into one.",
    )


def duplicate_name(overlay: ast.Overlay, first: ast.Overlay) -> Diagnostic:
    """Make finding O011: two overlays have the same name."""
    return Diagnostic(
        "O011",
        f"there are two overlays {overlay.kind} {overlay.name}",
        overlay.span,
        labels=(Label(first.span, "the first"),),
        help="Name the file once; if they are two sets of rules, rename one.",
    )
