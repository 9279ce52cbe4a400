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
from bombsight.compiler.resolve.declare import declare
from bombsight.compiler.resolve.environment import Context, Env
from bombsight.compiler.resolve.program import environment, nodes_of
from bombsight.compiler.resolve.scope import Sight
from bombsight.dsl import ast
from bombsight.dsl.source import Source
from bombsight.dsl.walk import walk
from bombsight.service.language.workspace import Workspace


@frozen(eq=False)
class Probed:
    """What the compiler says of a name that nothing has.

    Attributes:
        env: What the program declares.
        known: What could have been meant, each with its title: one mapping for each place that asks.
        sights: What is in sight, where the name stands as a value.
    """

    env: Env
    known: tuple[Mapping[str, str], ...]
    sights: tuple[Sight, ...]


def unused(space: Workspace) -> str:
    """A short name that stands in none of the files; long ones take the compiler longer to compare with others."""
    texts = [source.text for source in space.rules.sources.values()]
    return next(name for number in count() if not any((name := f"q{number}") in text for text in texts))


def probe(space: Workspace, item: ast.Item, name: str, source: Source, before: Env) -> Probed:
    """Compile an item in the place of the one that begins where it does.

    Args:
        space: The rules.
        item: The item, with a name in it that nothing has.
        name: The name.
        source: The file, with the name in it.
        before: What all names were worth before.
    """
    found = Findings(SEVERITIES)
    sources = {**space.rules.sources, source.path: source}
    own = overlaid(space, item, name, sources, found) if isinstance(item, ast.Overlay) else (item,)
    taken = {(type(each), declared(each)) for each in own}
    others = (each for each in program(space, item) if (type(each), declared(each)) not in taken)
    symbols = declare((*own, *others), found, before.effects.symbols)
    env = environment(symbols, sources, found, before)
    sights: list[Sight] = []
    for each in (*own, *changed(own, env)):
        if not isinstance(each, ast.Enum) or each.name in env.enums:
            ctx = evolve(Context.of(env), sights=sights)
            nodes_of(ctx, each, 1)
            found.hints.extend(ctx.findings.hints)
    known = tuple(hint.known for hint in found.hints if hint.word == name)
    return Probed(env, known, tuple(sight for sight in sights if sight.word == name))


def changed(items: Sequence[ast.Item], env: Env) -> Iterator[ast.Item]:
    """The tables that modifiers printed elsewhere belong to, with which they are compiled."""
    tables = dict.fromkeys(table for item in items if isinstance(item, ast.ModifierOn) for table in item.tables)
    yield from (env.rows[table] for table in tables if table in env.rows)


def declared(item: ast.Item) -> str:
    """What tells an item from others of its class, where they are told by a name."""
    return str(getattr(item, "id", "") or getattr(item, "name", "") or item.span)


def program(space: Workspace, item: ast.Item) -> Iterator[ast.Item]:
    """The items of the program but one that begins where another does.

    What could not be read as it stands was read before, perhaps; names that stood there are names still.
    """
    rules, sound = space.rules, space.sound
    torn = {path for path, file in rules.files.items() if file.parsed.damaged}
    known = {id(each) for each in rules.items}
    kept = sound.items if sound is not None else ()
    for each in (*rules.items, *(each for each in kept if each.span.path in torn or not rules.items)):
        fresh = id(each) in known
        if fresh and each.span.path == item.span.path and each.span.start == item.span.start:
            continue
        if fresh or not isinstance(each, ast.ModifierOn | ast.Example):
            yield each


# --- overlays


def overlaid(
    space: Workspace, item: ast.Overlay, name: str, sources: Mapping[str, Source], found: Findings
) -> tuple[ast.Item, ...]:
    """The items that one edit of an overlay changes, with what it puts there.

    Args:
        space: The rules.
        item: The overlay.
        name: The name at the cursor, which stands in the edit.
        sources: The files, with that name in them.
        found: Takes what is said of the edit.
    """
    entry, patch = next(
        ((entry, patch) for entry in item.entries for patch in entry.patches if name in repr(patch)), (None, None)
    )
    if entry is None or patch is None:
        return ()
    if isinstance(patch, ast.EditPatch):
        edits = tuple(added(edit, name) for edit in patch.edits if name in repr(edit))
        place = patch.target
        if place is not None and not place.column and not edits:  # what is amended; below it may stand no edit yet
            patch = ast.ConfirmPatch(place, span=patch.span)
        else:
            patch = evolve(patch, edits=edits or patch.edits)
    own = evolve(item, entries=(evolve(entry, patches=(patch,)),))
    target = patch.target if isinstance(patch, ast.EditPatch | ast.ConfirmPatch) else None
    written = [each for file in space.rules.files.values() for each in file.items]
    base = [each for each in written if not isinstance(each, ast.Overlay)]
    others: Sequence[ast.Overlay] = ()
    if target is not None and target.name != name:
        base = [each for each in base if declared(each) == target.name]
        others = [
            each
            for each in space.rules.overlays
            if each.span.start != item.span.start or each.span.path != item.span.path
        ]
    amended = amend(base, (*others, own), sources, None)
    found.hints.extend(amended.hints)
    return tuple(each for each in amended.items if any(touches(node, own) for node in walk(each)))


def added(edit: ast.Edit, name: str) -> ast.Edit:
    """An edit that puts there what it quotes, where a name stands in that: so it is looked at in its place."""
    return evolve(edit, verb="add", old=(), new=edit.old) if name in repr(edit.old) else edit


def touches(node: ast.Node, overlay: ast.Overlay) -> bool:
    """Whether a node stands in an overlay."""
    return node.span.path == overlay.span.path and overlay.span.start <= node.span.start <= overlay.span.end
