"""The symbol index: all occurrences of names in the rules, with their meanings; built item by item, on demand.

What depends on scopes and types comes from the compiler's resolution (:mod:`bombsight.compiler.resolve.mentions`),
the rest from the tree (:mod:`bombsight.service.language.declarations`). An item that an overlay amended is indexed
twice, as its file has it and as amended; so names in a line that an erratum replaces are found, too.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from attrs import evolve

from bombsight.compiler.incremental.query import Results
from bombsight.compiler.parsed_files import read_files
from bombsight.compiler.pipeline import FrontEndResult, run_front_end
from bombsight.compiler.resolve.environment import Env
from bombsight.compiler.resolve.mentions import Meaning, Mention
from bombsight.compiler.resolve.program import collect_mentions
from bombsight.dsl import ast
from bombsight.dsl.shorthand import legend_meanings
from bombsight.dsl.source import Span, begins_in, is_within
from bombsight.dsl.walk import walk
from bombsight.service.language.declarations import Occurrence, SyntaxNames
from bombsight.service.language.owners import Owner, anchor_kind, item_owner, target_owner
from bombsight.service.language.quotation_names import mentions_in_quotations
from bombsight.service.language.source_words import SourceWords

MentionMemo = dict[int, tuple[object, tuple[Mention, ...]]]
"""The mentions in items, by the identity of the item's resolution, which is kept alive with them."""

MAX_MEMO_FACTOR = 3
"""The memo's maximum size, as a multiple of the number of items; beyond it, stale entries are dropped."""

WORD_PATTERN = re.compile(r"\w+")


class SymbolIndex:
    """The symbol index of one version of the rules.

    Args:
        rules: The rules.
        mention_memo: The mentions found so far, shared and extended.
        unamended_results: The compilation results of the rules without overlays, from an earlier index.
    """

    def __init__(
        self, rules: FrontEndResult, mention_memo: MentionMemo, unamended_results: Results | None = None
    ) -> None:
        """Make an empty index of the rules, which finds names when they are asked for."""
        self.rules = rules
        self.mention_memo = mention_memo
        self.unamended_results = unamended_results
        self.words = SourceWords(rules.sources)
        self.occurrence_memo: dict[int, tuple[Occurrence, ...]] = {}
        self.meaning_memo: dict[Owner, Mapping[str, frozenset[Meaning]]] = {}

    def is_index_of(self, rules: FrontEndResult) -> bool:
        """Whether a front end's result has the items and the resolved names from which the index was built."""
        own = self.rules
        return own.request is rules.request and own.resolved is rules.resolved

    def prune_memo(self) -> None:
        """Drop stale entries of the mention memo when it has grown large."""
        if len(self.mention_memo) > MAX_MEMO_FACTOR * (len(self.effective_items) + 1):
            current_ids = {id(meant) for _, meant in self.effective_items.values()}
            self.mention_memo = {key: each for key, each in self.mention_memo.items() if key in current_ids}

    @property
    def env(self) -> Env | None:
        """The environment: types and signatures of all declared names; None if no item could be resolved."""
        resolved = self.rules.resolved
        return resolved.env if resolved is not None and self.rules.items else None

    # --- the items

    @cached_property
    def written_items(self) -> dict[int, ast.Item]:
        """The items as parsed from the files, overlays included, by object identity."""
        files = (*self.rules.request.base, *self.rules.request.house)
        parsed_files = self.rules.files
        return {id(item): item for file in files if file.path in parsed_files for item in parsed_files[file.path].items}

    @cached_property
    def effective_items(self) -> dict[int, tuple[ast.Item, object]]:
        """The items after overlays, by object identity, each with the result of its name resolution."""
        resolved = self.rules.resolved
        if resolved is None or not self.rules.items:
            return {}
        return {id(item): (item, meant) for (item, _), meant in zip(resolved.items, resolved.meant, strict=True)}

    @cached_property
    def amended_items(self) -> tuple[ast.Item, ...]:
        """The items that overlays added, and the changed versions of those that overlays changed."""
        return tuple(item for key, (item, _) in self.effective_items.items() if key not in self.written_items)

    @cached_property
    def replaced_items(self) -> tuple[ast.Item, ...]:
        """The parsed items that overlays changed or removed, in their original version."""
        items = self.written_items.items()
        return tuple(i for key, i in items if key not in self.effective_items and not isinstance(i, ast.Overlay))

    @cached_property
    def all_versions(self) -> tuple[ast.Item, ...]:
        """All items in all versions, those in force first, overlays last."""
        overlays = (item for item in self.written_items.values() if isinstance(item, ast.Overlay))
        return (*(item for item, _ in self.effective_items.values()), *self.replaced_items, *overlays)

    # --- the names in items

    def occurrences_in(self, item: ast.Item) -> tuple[Occurrence, ...]:
        """The name occurrences in an item, unordered."""
        key = id(item)
        if key not in self.occurrence_memo:
            self.occurrence_memo[key] = tuple(
                self.collect_overlay_names(item) if isinstance(item, ast.Overlay) else self.collect_names(item)
            )
        return self.occurrence_memo[key]

    def mentions_in(self, item: ast.Item) -> tuple[Mention, ...]:
        """The mentions in an item: names as the compiler resolved them, with approximate spans."""
        if self.env is None or isinstance(item, ast.Overlay | ast.Chapter):
            return ()
        rules = self if id(item) in self.effective_items else self.unamended_index
        env = rules.env
        if env is None or id(item) not in rules.effective_items:
            return ()
        _, meant = rules.effective_items[id(item)]
        if id(meant) not in self.mention_memo:
            self.mention_memo[id(meant)] = meant, collect_mentions(item, env)
        return self.mention_memo[id(meant)][1]

    @cached_property
    def unamended_index(self) -> SymbolIndex:
        """The symbol index of the rules without any overlay."""
        request = self.rules.request
        overlays = (item for item in self.written_items.values() if isinstance(item, ast.Overlay))
        names = tuple(overlay.name for overlay in overlays if overlay.kind in ("errata", "preferences"))
        results = (self.unamended_results or self.rules.results).with_result(read_files, self.rules.files)
        front_end = run_front_end(evolve(request, house=(), without=names, variants=(), options={}), results)
        self.unamended_results = front_end.results
        return SymbolIndex(front_end, self.mention_memo)

    def collect_names(self, item: ast.Item) -> Iterator[Occurrence]:
        """Yield the name occurrences in an item that is no overlay."""
        env = self.env
        if env is None:
            return
        syntax_names = dict.fromkeys(SyntaxNames(self.words, env).collect(item))
        full_names = dict.fromkeys(found for found in syntax_names if not found.short)
        short_names = [found for found in syntax_names if found.short]
        legend = {
            word: meaning.name
            for word, meaning in legend_meanings(legend_lines(item)).items()
            if isinstance(meaning, ast.Name)
        }
        for mention in self.mentions_in(item):
            for found in self.locate_mention(mention):
                if found.short:
                    short_names.append(found)
                else:
                    full_names[found] = None
        yield from full_names
        taken_spans = {found.span for found in full_names if found.meaning.kind != "short"}
        for found in dict.fromkeys(short_names):
            if found.span not in taken_spans and legend.get(self.words.text_of(found.span)) == found.meaning.name:
                yield found
        drawn_values = (
            [found for found in full_names if found.meaning.kind == "value"] if isinstance(item, ast.Board) else []
        )
        yield from self.resolve_stand_ins(item, [*short_names, *drawn_values], taken_spans)

    def locate_mention(self, mention: Mention) -> Iterator[Occurrence]:
        """Find the word of a mention (a resolved name) in its span; if absent, all words count as abbreviations."""
        name, span = mention.meaning.name, mention.span
        text = self.words.text_of(span)
        if text == name and not mention.declares:
            yield Occurrence(span, mention.meaning, mention.type)
        elif mention.declares or (place := self.words.find_variable(span, name)) is not None:
            place = self.words.find_variable(span, name)
            if place is not None:
                yield Occurrence(place, mention.meaning, mention.type, mention.declares)
        elif (place := self.words.find(span, name)) is not None:
            yield Occurrence(place, mention.meaning, mention.type)
        else:
            source = self.words.sources.get(span.path)
            for word in WORD_PATTERN.finditer(text) if source is not None else ():
                start = span.start + word.start()
                assert source is not None
                yield Occurrence(source.span(start, start + len(word[0])), mention.meaning, mention.type, short=True)

    def resolve_stand_ins(
        self, item: ast.Item, stand_ins_known: Sequence[Occurrence], taken_spans: set[Span]
    ) -> Iterator[Occurrence]:
        """Resolve the placeholders and abbreviations of legends, ``each`` lines, plans and cases.

        Args:
            item: The item.
            stand_ins_known: The occurrences that give those names their meaning.
            taken_spans: Spans that are resolved already.
        """
        meanings_by_name: dict[str, set[Meaning]] = {}
        for found in stand_ins_known:
            meanings_by_name.setdefault(found.meaning.name, set()).add(found.meaning)
        for part in parts_with_stand_ins(item):
            for node in walk(part):
                if (
                    isinstance(node, ast.Name)
                    and node.span not in taken_spans
                    and len(meanings_by_name.get(node.name, ())) == 1
                ):
                    (meaning,) = meanings_by_name[node.name]
                    yield Occurrence(node.span, meaning)

    def collect_overlay_names(self, item: ast.Overlay) -> Iterator[Occurrence]:
        """Yield the name occurrences in an overlay, those in its quotations included."""
        env = self.env
        if env is None:
            return
        names = dict.fromkeys(each for each in SyntaxNames(self.words, env).collect(item) if not each.short)
        pairs = [pair for pair in self.rules.quoted if is_within(pair[0].span, item.span)]
        if pairs:
            mentions = [
                mention for each in (*self.replaced_items, *self.amended_items) for mention in self.mentions_in(each)
            ]
            for mention in mentions_in_quotations(pairs, mentions, self.words):
                names.update((each, None) for each in self.locate_mention(mention) if not each.short)
        quoted_spans = [line.span for edit in edits_of(item) for line in edit.old]
        for each in names:
            is_quoted_declaration = each.declares and any(is_within(each.span, span) for span in quoted_spans)
            yield evolve(each, declares=False) if is_quoted_declaration else each
        yield from self.resolve_remaining_names(item, {each.span for each in names})

    def resolve_remaining_names(self, overlay: ast.Overlay, taken_spans: set[Span]) -> Iterator[Occurrence]:
        """Resolve an overlay's names outside of ``taken_spans`` as in the amended items, if unambiguous there.

        They have their meaning in the amended item; a name with several meanings there is left out.
        """
        for entry in overlay.entries:
            for patch in entry.patches:
                for owner, name, place in self.patch_names(patch):
                    meanings_found = self.meanings_in(owner).get(name, frozenset())
                    if place not in taken_spans and len(meanings_found) == 1:
                        (meaning,) = meanings_found
                        yield Occurrence(place, meaning)

    def patch_names(self, patch: ast.Patch) -> Iterator[tuple[Owner, str, Span]]:
        """Yield the names in a patch whose meaning depends on the amended item, as (owner item, name, span)."""
        target = getattr(patch, "target", None)
        edits = patch.edits if isinstance(patch, ast.EditPatch) else ()
        lines = [line for edit in edits for line in (*edit.old, *edit.new)]
        if isinstance(target, ast.TargetRef):
            owner = target_owner(target)
            keys = [node for key in target.row or () for node in walk(key) if isinstance(node, ast.Name)]
            columns = [word for word in target.column if isinstance(word, str)]
            start = self.words.find(target.span, "column", keys[-1].span.end if keys else None)
            for name, place in self.words.find_in_order(target.span, columns, start.end) if start is not None else ():
                yield owner, name, place
            for edit in edits:
                if edit.anchor is not None and anchor_kind(edit) is None:
                    span = self.words.find(edit.span, edit.anchor)
                    if span is not None:
                        yield owner, edit.anchor, span
            parts = [(owner, part) for part in (*keys, *lines)]
        else:
            parts = [(item_owner(line), line) for line in lines]
        for of, part in parts:
            for node in walk(part):
                if isinstance(node, ast.Name):
                    yield of, node.name, node.span

    def meanings_in(self, owner: Owner) -> Mapping[str, frozenset[Meaning]]:
        """The meanings of each name that occurs in an owner's item, over all its versions."""
        if owner not in self.meaning_memo:
            items = [item for item in self.all_versions if item_owner(item) == owner]
            meanings_by_name: dict[str, frozenset[Meaning]] = {}
            for item in (inner for each in items for inner in (each, *self.resolving_items(each))):
                for each in self.occurrences_in(item):
                    meanings_by_name[each.meaning.name] = meanings_by_name.get(each.meaning.name, frozenset()) | {
                        each.meaning
                    }
            self.meaning_memo[owner] = meanings_by_name
        return self.meaning_memo[owner]

    # --- queries

    def occurrences_at(self, path: str, offset: int) -> tuple[Occurrence, ...]:
        """Find the occurrences at an offset of a file: several if the word has several meanings."""
        examples = (item for item in self.amended_items if isinstance(item, ast.Example))
        covering_items = [
            item for item in (*self.written_items.values(), *examples) if contains_offset(item.span, path, offset)
        ]
        for items in (covering_items, self.related_items(covering_items)):
            covering = [
                each for item in items for each in self.occurrences_in(item) if contains_offset(each.span, path, offset)
            ]
            if covering:
                preferred = [each for each in covering if offset < each.span.end] or covering
                return tuple(sorted(preferred, key=lambda each: each.meaning.kind == "choice"))
        return ()

    def related_items(self, items: Iterable[ast.Item]) -> Iterator[ast.Item]:
        """Yield further items that give meaning to the names in some items: amended versions, tables, states."""
        for item in items:
            if isinstance(item, ast.Overlay) or id(item) in {id(each) for each in self.replaced_items}:
                yield from self.amended_items
            if isinstance(item, ast.Overlay):
                yield from self.replaced_items
            yield from self.resolving_items(item)

    def resolving_items(self, item: ast.Item) -> Iterator[ast.Item]:
        """Yield the items that resolve an item's names: tables for a modifier outside them, states for a record."""
        named = item.tables if isinstance(item, ast.ModifierOn) else ()
        if isinstance(item, ast.Luck):
            named = tuple(table for line in item.lines for table in line.tables)
        if named:
            tables = (each for each, _ in self.effective_items.values() if isinstance(each, ast.Table))
            yield from (table for table in tables if table.id in named)
        elif isinstance(item, ast.Record):
            yield from (each for each, _ in self.effective_items.values() if isinstance(each, ast.State))

    def occurrences_of_name(
        self, name: str, meanings_wanted: Collection[Meaning] | None = None
    ) -> Iterator[Occurrence]:
        """Yield the occurrences in all items whose source text contains a word.

        Args:
            name: The word.
            meanings_wanted: Restricts the search to items that may declare one of these meanings; None for all items.
        """
        items: dict[int, ast.Item] = {}
        word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
        for item in self.all_versions:
            if meanings_wanted is not None and not any(can_declare(item, meaning) for meaning in meanings_wanted):
                continue
            source = self.words.sources.get(item.span.path)
            is_mentioned = source is not None and word.search(source.text, item.span.start, item.span.end)
            if is_mentioned:
                items.update((id(each), each) for each in (item, *self.resolving_items(item)))
        items.update((id(item), item) for item in self.amended_items)
        order = {id(item): number for number, item in enumerate(self.all_versions)}
        for item in sorted(items.values(), key=lambda each: order[id(each)]):
            yield from self.occurrences_in(item)

    def find_same_meaning(
        self, given_occurrences: Iterable[Occurrence], *, declarations_only: bool = False
    ) -> tuple[Occurrence, ...]:
        """Find all occurrences with the meaning of given ones, one for each span, declarations first.

        Items in force come before replaced ones. A word with several meanings joins these: a parameter that a modifier
        of two tables names must have the same name in both.

        With `declarations_only`, only items that may declare the meaning are searched, which is faster.
        """
        meanings_wanted = {each.meaning for each in given_occurrences}
        names = {meaning.name for meaning in meanings_wanted}
        declared_meanings = frozenset(meanings_wanted) if declarations_only else None
        pool = [*dict.fromkeys(each for name in names for each in self.occurrences_of_name(name, declared_meanings))]
        meanings_by_span: dict[Span, set[Meaning]] = {}
        for each in pool:
            if each.meaning.name in names and not each.short:
                meanings_by_span.setdefault(each.span, set()).add(each.meaning)
        grown = True
        while grown:
            more = {
                meaning for group in meanings_by_span.values() if group & meanings_wanted for meaning in group
            } - meanings_wanted
            meanings_wanted |= more
            grown = bool(more)
        by_span: dict[Span, Occurrence] = {}
        for each in pool:
            if each.meaning in meanings_wanted and (
                each.span not in by_span or (each.declares and not by_span[each.span].declares)
            ):
                by_span[each.span] = each
        return tuple(sorted(by_span.values(), key=lambda each: not each.declares))


def contains_offset(span: Span, path: str, offset: int) -> bool:
    """Whether an offset of a file lies in a span, or at its end."""
    return span.path == path and span.start <= offset <= span.end


def can_declare(item: ast.Item, meaning: Meaning) -> bool:
    """Whether an item may contain the declaration of a meaning; an overlay declares only itself."""
    owner = item_owner(item)
    if isinstance(item, ast.Overlay):
        return meaning.kind == "overlay"
    if meaning.place is not None:
        return begins_in(meaning.place, item.span)
    if meaning.kind == "field":
        return isinstance(item, ast.State)
    return owner.name in (meaning.name, meaning.of, meaning.of.partition(" ")[2], meaning.of.partition(" ")[0])


def edits_of(overlay: ast.Overlay) -> Iterator[ast.Edit]:
    """Yield the edits in an overlay's patches."""
    for entry in overlay.entries:
        for patch in entry.patches:
            yield from patch.edits if isinstance(patch, ast.EditPatch) else ()


def legend_lines(item: ast.Item) -> Sequence[ast.Node]:
    """The lines of a table or enum that may define abbreviations (``short``, its legend); empty for other items."""
    if isinstance(item, ast.Table):
        return item.lines
    return item.legend if isinstance(item, ast.Enum) else ()


def parts_with_stand_ins(item: ast.Item) -> Iterator[ast.Node]:
    """Yield the parts of an item with placeholders or abbreviations: legends, ``each`` lines, plans, cases."""
    for line in legend_lines(item):
        if isinstance(line, ast.Short):
            yield from (legend.meaning for legend in line.legends)
        elif isinstance(line, ast.Each):
            yield line.call
    if isinstance(item, ast.Board):
        yield from (line for line in item.lines if isinstance(line, ast.Plan | ast.CrossPlan | ast.Picture))
    if isinstance(item, ast.Example):
        yield from (line for line in item.lines if isinstance(line, ast.CaseRow))
