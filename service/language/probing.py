"""What a name would mean at a place, asked of the compiler itself.

A name that nothing has is written at the cursor, and the item compiled with it. What the compiler then says could have
been meant is what may stand there; and of a bare word it tells what is in sight, and which type its place needs. So
there is no second account of scopes, types and kinds of names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from attrs import evolve, frozen

from bombsight.compiler.codes import SEVERITIES
from bombsight.compiler.findings import Findings
from bombsight.compiler.overlays import amend
from bombsight.compiler.resolve.declare import build_symbol_table
from bombsight.compiler.resolve.environment import Context, Env
from bombsight.compiler.resolve.program import build_environment, resolve_nodes
from bombsight.compiler.resolve.scope import UnresolvedWord
from bombsight.dsl import ast
from bombsight.dsl.source import Source
from bombsight.dsl.walk import walk
from bombsight.service.language.workspace import Workspace


@frozen(eq=False)
class ProbeResult:
    """What the compiler says of a name that nothing has.

    Attributes:
        env: What the program declares.
        candidates: What could have been meant, each with its title: one mapping for each place that asks.
        unresolved_words: What is in sight, where the name stands as a value.
    """

    env: Env
    candidates: tuple[Mapping[str, str], ...]
    unresolved_words: tuple[UnresolvedWord, ...]


def find_unused_name(space: Workspace) -> str:
    """A short name that stands in none of the files; long ones take the compiler longer to compare with others."""
    texts = [source.text for source in space.rules.sources.values()]
    return next(name for number in count() if not any((name := f"q{number}") in text for text in texts))


def probe_name(space: Workspace, item: ast.Item, name: str, source: Source, previous_env: Env) -> ProbeResult:
    """Compile an item in the place of the one that begins where it does.

    Args:
        space: The rules.
        item: The item, with a name in it that nothing has.
        name: The name.
        source: The file, with the name in it.
        previous_env: What all names were worth before.
    """
    findings = Findings(SEVERITIES)
    sources = {**space.rules.sources, source.path: source}
    own_items = amend_items(space, item, name, sources, findings) if isinstance(item, ast.Overlay) else (item,)
    own_keys = {(type(each), item_key(each)) for each in own_items}
    other_items = (each for each in program_without(space, item) if (type(each), item_key(each)) not in own_keys)
    symbols = build_symbol_table((*own_items, *other_items), findings, previous_env.effects.symbols)
    env = build_environment(symbols, sources, findings, previous_env)
    unresolved_words: list[UnresolvedWord] = []
    for each in (*own_items, *tables_modified(own_items, env)):
        if not isinstance(each, ast.Enum) or each.name in env.enums:
            ctx = evolve(Context.for_item(env), sights=unresolved_words)
            resolve_nodes(ctx, each, 1)
            findings.hints.extend(ctx.findings.hints)
    candidates = tuple(hint.known for hint in findings.hints if hint.word == name)
    return ProbeResult(env, candidates, tuple(sight for sight in unresolved_words if sight.word == name))


def tables_modified(items: Sequence[ast.Item], env: Env) -> Iterator[ast.Item]:
    """The tables that modifiers printed elsewhere belong to, with which they are compiled."""
    tables = dict.fromkeys(table for item in items if isinstance(item, ast.ModifierOn) for table in item.tables)
    yield from (env.rows[table] for table in tables if table in env.rows)


def item_key(item: ast.Item) -> str:
    """What tells an item from others of its class, where they are told by a name."""
    return str(getattr(item, "id", "") or getattr(item, "name", "") or item.span)


def program_without(space: Workspace, item: ast.Item) -> Iterator[ast.Item]:
    """The items of the program but one that begins where another does.

    What could not be read as it stands was read before, perhaps; names that stood there are names still.
    """
    rules, sound = space.rules, space.last_sound
    damaged_paths = {path for path, file in rules.files.items() if file.parsed.damaged}
    current_ids = {id(each) for each in rules.items}
    previous_items = sound.items if sound is not None else ()
    for each in (
        *rules.items,
        *(each for each in previous_items if each.span.path in damaged_paths or not rules.items),
    ):
        is_current = id(each) in current_ids
        if is_current and each.span.path == item.span.path and each.span.start == item.span.start:
            continue
        if is_current or not isinstance(each, ast.ModifierOn | ast.Example):
            yield each


# --- overlays


def amend_items(
    space: Workspace, item: ast.Overlay, name: str, sources: Mapping[str, Source], findings: Findings
) -> tuple[ast.Item, ...]:
    """The items that one edit of an overlay changes, with what it puts there.

    Args:
        space: The rules.
        item: The overlay.
        name: The name at the cursor, which stands in the edit.
        sources: The files, with that name in them.
        findings: Takes what is said of the edit.
    """
    entry, patch = next(
        ((entry, patch) for entry in item.entries for patch in entry.patches if name in repr(patch)), (None, None)
    )
    if entry is None or patch is None:
        return ()
    if isinstance(patch, ast.EditPatch):
        edits = tuple(quote_as_addition(edit, name) for edit in patch.edits if name in repr(edit))
        place = patch.target
        if place is not None and not place.column and not edits:  # what is amended; below it may stand no edit yet
            patch = ast.ConfirmPatch(place, span=patch.span)
        else:
            patch = evolve(patch, edits=edits or patch.edits)
    own = evolve(item, entries=(evolve(entry, patches=(patch,)),))
    target = patch.target if isinstance(patch, ast.EditPatch | ast.ConfirmPatch) else None
    written_items = [each for file in space.rules.files.values() for each in file.items]
    base = [each for each in written_items if not isinstance(each, ast.Overlay)]
    others: Sequence[ast.Overlay] = ()
    if target is not None and target.name != name:
        base = [each for each in base if item_key(each) == target.name]
        others = [
            each
            for each in space.rules.overlays
            if each.span.start != item.span.start or each.span.path != item.span.path
        ]
    amended = amend(base, (*others, own), sources, None)
    findings.hints.extend(amended.hints)
    return tuple(each for each in amended.items if any(is_in_overlay(node, own) for node in walk(each)))


def quote_as_addition(edit: ast.Edit, name: str) -> ast.Edit:
    """An edit that puts there what it quotes, where a name stands in that: so it is looked at in its place."""
    return evolve(edit, verb="add", old=(), new=edit.old) if name in repr(edit.old) else edit


def is_in_overlay(node: ast.Node, overlay: ast.Overlay) -> bool:
    """Whether a node stands in an overlay."""
    return node.span.path == overlay.span.path and overlay.span.start <= node.span.start <= overlay.span.end
