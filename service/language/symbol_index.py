"""Where names are written in rules, and what they mean: an index that is made item by item, as far as it is asked for.

What hangs on scopes and types is what the compiler's own resolution says (:mod:`bombsight.compiler.resolve.mentions`),
the rest is what the tree says (:mod:`bombsight.service.language.declarations`). An item that an overlay changed is
looked at twice, as it stands in its file and as it counts; so a name in a line that an erratum replaces is a name all
the same.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from attrs import evolve

from bombsight.compiler.incremental.query import Results
from bombsight.compiler.pipeline import Understood, understood
from bombsight.compiler.reading import read_files
from bombsight.compiler.resolve.environment import Env
from bombsight.compiler.resolve.mentions import Meaning, Mention
from bombsight.compiler.resolve.program import mentions_in
from bombsight.dsl import ast
from bombsight.dsl.shorthand import meanings
from bombsight.dsl.source import Span, begins_within, within
from bombsight.dsl.walk import walk
from bombsight.service.language.declarations import Occurrence, Written
from bombsight.service.language.owners import Owner, anchor_kind, item_owner, target_owner
from bombsight.service.language.quoted import quoted_mentions
from bombsight.service.language.words import Words

Kept = dict[int, tuple[object, tuple[Mention, ...]]]
"""What names in items mean, by the identity of what an item was found to mean, which is kept with it."""

MOST = 3
"""How many times as much is kept of what names in items mean as there are items; then what is gone is forgotten."""

WORD = re.compile(r"\w+")


class Occurrences:
    """The names in some rules.

    Args:
        rules: The rules.
        kept: What was found of items so far; takes what is found now.
        plain: What was left by understanding nearly the same rules without any overlays, where somebody asked for it.
    """

    def __init__(self, rules: Understood, kept: Kept, plain: Results | None = None) -> None:
        self.rules = rules
        self.kept = kept
        self.plain = plain
        self.words = Words(rules.sources)
        self.found: dict[int, tuple[Occurrence, ...]] = {}
        self.known: dict[Owner, Mapping[str, frozenset[Meaning]]] = {}

    def tells(self, rules: Understood) -> bool:
        """Whether it is of these rules; what was proved of them makes no difference."""
        own = self.rules
        return own.request is rules.request and own.resolved is rules.resolved

    def forget(self) -> None:
        """Keep no more of what was found than may be of use again, once it is much."""
        if len(self.kept) > MOST * (len(self.counting) + 1):
            known = {id(meant) for _, meant in self.counting.values()}
            self.kept = {key: each for key, each in self.kept.items() if key in known}

    @property
    def env(self) -> Env | None:
        """The interface of every name; None where nothing could be resolved."""
        resolved = self.rules.resolved
        return resolved.env if resolved is not None and self.rules.items else None

    # --- the items

    @cached_property
    def written(self) -> dict[int, ast.Item]:
        """The items as they stand in the files, overlays among them, by identity."""
        files = (*self.rules.request.base, *self.rules.request.house)
        reads = self.rules.files
        return {id(item): item for file in files if file.path in reads for item in reads[file.path].items}

    @cached_property
    def counting(self) -> dict[int, tuple[ast.Item, object]]:
        """The items that count, by identity, each with what it was found to mean."""
        resolved = self.rules.resolved
        if resolved is None or not self.rules.items:
            return {}
        return {id(item): (item, meant) for (item, _), meant in zip(resolved.items, resolved.meant, strict=True)}

    @cached_property
    def amended(self) -> tuple[ast.Item, ...]:
        """The items that overlays changed or brought, as they count."""
        return tuple(item for key, (item, _) in self.counting.items() if key not in self.written)

    @cached_property
    def replaced(self) -> tuple[ast.Item, ...]:
        """The items that do not count as they stand in their files."""
        items = self.written.items()
        return tuple(i for key, i in items if key not in self.counting and not isinstance(i, ast.Overlay))

    @cached_property
    def versions(self) -> tuple[ast.Item, ...]:
        """All items, those that count first."""
        overlays = (item for item in self.written.values() if isinstance(item, ast.Overlay))
        return (*(item for item, _ in self.counting.values()), *self.replaced, *overlays)

    # --- the names in them

    def of(self, item: ast.Item) -> tuple[Occurrence, ...]:
        """The names in an item, in no order; those of a modifier printed apart are among those of its tables."""
        key = id(item)
        if key not in self.found:
            self.found[key] = tuple(self.overlay(item) if isinstance(item, ast.Overlay) else self.names(item))
        return self.found[key]

    def mentions(self, item: ast.Item) -> tuple[Mention, ...]:
        """What resolution says of the names in an item."""
        if self.env is None or isinstance(item, ast.Overlay | ast.Chapter):
            return ()
        rules = self if id(item) in self.counting else self.unamended
        env = rules.env
        if env is None or id(item) not in rules.counting:
            return ()
        _, meant = rules.counting[id(item)]
        if id(meant) not in self.kept:
            self.kept[id(meant)] = meant, mentions_in(item, env)
        return self.kept[id(meant)][1]

    @cached_property
    def unamended(self) -> Occurrences:
        """The names in the rules without any overlays."""
        request = self.rules.request
        overlays = (item for item in self.written.values() if isinstance(item, ast.Overlay))
        names = tuple(overlay.name for overlay in overlays if overlay.kind == "errata")
        results = (self.plain or self.rules.results).having(read_files, self.rules.files)
        plain = understood(evolve(request, house=(), without=names, variants=(), options={}), results)
        self.plain = plain.results
        return Occurrences(plain, self.kept)

    def names(self, item: ast.Item) -> Iterator[Occurrence]:
        """The names in an item that is no overlay."""
        env = self.env
        if env is None:
            return
        written = dict.fromkeys(Written(self.words, env).of(item))
        plain = dict.fromkeys(found for found in written if not found.short)
        short = [found for found in written if found.short]
        legend = {
            word: meaning.name
            for word, meaning in meanings(legend_lines(item)).items()
            if isinstance(meaning, ast.Name)
        }
        for mention in self.mentions(item):
            for found in self.placed(mention):
                if found.short:
                    short.append(found)
                else:
                    plain[found] = None
        yield from plain
        taken = {found.span for found in plain if found.meaning.kind != "short"}
        for found in dict.fromkeys(short):
            if found.span not in taken and legend.get(self.words.text(found.span)) == found.meaning.name:
                yield found
        drawn = [found for found in plain if found.meaning.kind == "value"] if isinstance(item, ast.Board) else []
        yield from self.stood_in(item, [*short, *drawn], taken)

    def placed(self, mention: Mention) -> Iterator[Occurrence]:
        """The word of a mention; short where another word stands there."""
        name, span = mention.meaning.name, mention.span
        text = self.words.text(span)
        if text == name and not mention.declares:
            yield Occurrence(span, mention.meaning, mention.type)
        elif mention.declares or (place := self.words.given(span, name)) is not None:
            place = self.words.given(span, name)
            if place is not None:
                yield Occurrence(place, mention.meaning, mention.type, mention.declares)
        elif (place := self.words.find(span, name)) is not None:
            yield Occurrence(place, mention.meaning, mention.type)
        else:
            source = self.words.sources.get(span.path)
            for word in WORD.finditer(text) if source is not None else ():
                start = span.start + word.start()
                assert source is not None
                yield Occurrence(source.span(start, start + len(word[0])), mention.meaning, mention.type, short=True)

    def stood_in(self, item: ast.Item, short: Sequence[Occurrence], taken: set[Span]) -> Iterator[Occurrence]:
        """Names that were resolved where others stand for them: in legends, ``each`` lines, plans and cases."""
        meant: dict[str, set[Meaning]] = {}
        for found in short:
            meant.setdefault(found.meaning.name, set()).add(found.meaning)
        for part in stand_ins(item):
            for node in walk(part):
                if isinstance(node, ast.Name) and node.span not in taken and len(meant.get(node.name, ())) == 1:
                    (meaning,) = meant[node.name]
                    yield Occurrence(node.span, meaning)

    def overlay(self, item: ast.Overlay) -> Iterator[Occurrence]:
        """The names in an overlay that the tree tells, and those that it quotes; the others are in what it amends."""
        env = self.env
        if env is None:
            return
        found = dict.fromkeys(each for each in Written(self.words, env).of(item) if not each.short)
        pairs = [pair for pair in self.rules.quoted if within(pair[0].span, item.span)]
        if pairs:
            mentions = [mention for each in (*self.replaced, *self.amended) for mention in self.mentions(each)]
            for mention in quoted_mentions(pairs, mentions, self.words):
                found.update((each, None) for each in self.placed(mention) if not each.short)
        quoted = [line.span for edit in edits_of(item) for line in edit.old]
        for each in found:
            only_said = each.declares and any(within(each.span, span) for span in quoted)
            yield evolve(each, declares=False) if only_said else each
        yield from self.echoed(item, {each.span for each in found})

    def echoed(self, overlay: ast.Overlay, taken: set[Span]) -> Iterator[Occurrence]:
        """Words by which an overlay names rows, columns and answers, and names in lines that stand nowhere any more.

        They mean what they mean in the item amended; nothing is said of one that means several things there.
        """
        for entry in overlay.entries:
            for patch in entry.patches:
                for owner, name, place in self.left(patch):
                    meant = self.known_in(owner).get(name, frozenset())
                    if place not in taken and len(meant) == 1:
                        (meaning,) = meant
                        yield Occurrence(place, meaning)

    def left(self, patch: ast.Patch) -> Iterator[tuple[Owner, str, Span]]:
        """The plain names in a patch, each with the item that is amended."""
        target = getattr(patch, "target", None)
        edits = patch.edits if isinstance(patch, ast.EditPatch) else ()
        lines = [line for edit in edits for line in (*edit.old, *edit.new)]
        if isinstance(target, ast.TargetRef):
            owner = target_owner(target)
            keys = [node for key in target.row or () for node in walk(key) if isinstance(node, ast.Name)]
            columns = [word for word in target.column if isinstance(word, str)]
            start = self.words.find(target.span, "column", keys[-1].span.end if keys else None)
            for name, place in self.words.each(target.span, columns, start.end) if start is not None else ():
                yield owner, name, place
            for edit in edits:
                if edit.anchor is not None and anchor_kind(edit) is None:
                    scored = self.words.find(edit.span, edit.anchor)
                    if scored is not None:
                        yield owner, edit.anchor, scored
            parts = [(owner, part) for part in (*keys, *lines)]
        else:
            parts = [(item_owner(line), line) for line in lines]
        for of, part in parts:
            for node in walk(part):
                if isinstance(node, ast.Name):
                    yield of, node.name, node.span

    def known_in(self, owner: Owner) -> Mapping[str, frozenset[Meaning]]:
        """What names mean in the items of a kind and a name, in all their versions."""
        if owner not in self.known:
            same = [item for item in self.versions if item_owner(item) == owner]
            found: dict[str, frozenset[Meaning]] = {}
            for item in (inner for each in same for inner in (each, *self.resolving(each))):
                for each in self.of(item):
                    found[each.meaning.name] = found.get(each.meaning.name, frozenset()) | {each.meaning}
            self.known[owner] = found
        return self.known[owner]

    # --- asking

    def at(self, path: str, offset: int) -> tuple[Occurrence, ...]:
        """What the name at an offset of a file means: several where it stands for several things."""
        examples = (item for item in self.amended if isinstance(item, ast.Example))
        around = [item for item in (*self.written.values(), *examples) if covers(item.span, path, offset)]
        for items in (around, self.beside(around)):
            found = [each for item in items for each in self.of(item) if covers(each.span, path, offset)]
            if found:
                inside = [each for each in found if offset < each.span.end] or found
                return tuple(sorted(inside, key=lambda each: each.meaning.kind == "choice"))
        return ()

    def beside(self, items: Iterable[ast.Item]) -> Iterator[ast.Item]:
        """The other items in which names of these are resolved."""
        for item in items:
            if isinstance(item, ast.Overlay) or id(item) in {id(each) for each in self.replaced}:
                yield from self.amended
            if isinstance(item, ast.Overlay):
                yield from self.replaced
            yield from self.resolving(item)

    def resolving(self, item: ast.Item) -> Iterator[ast.Item]:
        """The items in which the names of a modifier printed apart, or of a record, are resolved."""
        if isinstance(item, ast.ModifierOn):
            tables = (each for each, _ in self.counting.values() if isinstance(each, ast.Table))
            yield from (table for table in tables if table.id in item.tables)
        elif isinstance(item, ast.Record):
            yield from (each for each, _ in self.counting.values() if isinstance(each, ast.State))

    def naming(self, name: str, meant: Collection[Meaning] | None = None) -> Iterator[Occurrence]:
        """All occurrences in items that say a word somewhere.

        Args:
            name: The word.
            meant: What is to be declared there; None where nothing need be.
        """
        items: dict[int, ast.Item] = {}
        word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
        for item in self.versions:
            if meant is not None and not any(may_declare(item, meaning) for meaning in meant):
                continue
            source = self.words.sources.get(item.span.path)
            said = source is not None and word.search(source.text, item.span.start, item.span.end)
            if said:
                items.update((id(each), each) for each in (item, *self.resolving(item)))
        items.update((id(item), item) for item in self.amended)
        order = {id(item): number for number, item in enumerate(self.versions)}
        for item in sorted(items.values(), key=lambda each: order[id(each)]):
            yield from self.of(item)

    def meaning_same(self, asked: Iterable[Occurrence], *, declaring: bool = False) -> tuple[Occurrence, ...]:
        """All occurrences of what some stand for, each place once, those that declare it first.

        What counts comes before what is replaced. A word that stands for several things ties these together: a
        parameter that a modifier of two tables names is called alike in both.

        Args:
            asked: The occurrences.
            declaring: Whether those will do that are in items that may declare it, which is quicker.
        """
        wanted = {each.meaning for each in asked}
        names = {meaning.name for meaning in wanted}
        meant = frozenset(wanted) if declaring else None
        pool = [*dict.fromkeys(each for name in names for each in self.naming(name, meant))]
        tied: dict[Span, set[Meaning]] = {}
        for each in pool:
            if each.meaning.name in names and not each.short:
                tied.setdefault(each.span, set()).add(each.meaning)
        grown = True
        while grown:
            more = {meaning for group in tied.values() if group & wanted for meaning in group} - wanted
            wanted |= more
            grown = bool(more)
        found: dict[Span, Occurrence] = {}
        for each in pool:
            if each.meaning in wanted and (each.span not in found or (each.declares and not found[each.span].declares)):
                found[each.span] = each
        return tuple(sorted(found.values(), key=lambda each: not each.declares))


def covers(span: Span, path: str, offset: int) -> bool:
    """Whether an offset of a file is in a place, or where that ends."""
    return span.path == path and span.start <= offset <= span.end


def may_declare(item: ast.Item, meaning: Meaning) -> bool:
    """Whether something may be declared in an item; what an overlay declares is an item that counts."""
    owner = item_owner(item)
    if isinstance(item, ast.Overlay):
        return meaning.kind == "overlay"
    if meaning.place is not None:
        return begins_within(meaning.place, item.span)
    if meaning.kind == "field":
        return isinstance(item, ast.State)
    return owner.name in (meaning.name, meaning.of, meaning.of.partition(" ")[2], meaning.of.partition(" ")[0])


def edits_of(overlay: ast.Overlay) -> Iterator[ast.Edit]:
    """The edits of an overlay."""
    for entry in overlay.entries:
        for patch in entry.patches:
            yield from patch.edits if isinstance(patch, ast.EditPatch) else ()


def legend_lines(item: ast.Item) -> Sequence[ast.Node]:
    """The lines of an item among which its legend is."""
    if isinstance(item, ast.Table):
        return item.lines
    return item.legend if isinstance(item, ast.Enum) else ()


def stand_ins(item: ast.Item) -> Iterator[ast.Node]:
    """The parts of an item that are resolved where something else stands for them."""
    for line in legend_lines(item):
        if isinstance(line, ast.Short):
            yield from (legend.meaning for legend in line.legends)
        elif isinstance(line, ast.Each):
            yield line.call
    if isinstance(item, ast.Board):
        yield from (line for line in item.lines if isinstance(line, ast.Plan))
    if isinstance(item, ast.Example):
        yield from (line for line in item.lines if isinstance(line, ast.CaseRow))
