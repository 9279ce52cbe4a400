"""The files of a request, sorted into the game's items and the overlays in force."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from attrs import evolve

from bombsight.compiler.chapters import Section
from bombsight.compiler.findings import describe_near_names
from bombsight.compiler.parsed_files import FileItems
from bombsight.compiler.request import Request
from bombsight.dsl import ast
from bombsight.dsl.damage import Damage
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.file_kind import find_game_id, lines_of_other_games
from bombsight.dsl.node_classes import frozen


@frozen(eq=False, kw_only=True)
class ProgramFiles:
    """The parsed files of a request, sorted into manifest, items and overlays.

    Attributes:
        items: The game's items, and those of house files besides overlays.
        overlays: The overlays in force.
        variants: The variants not in force.
        parts: The files as written, chapter by chapter.
        damaged: The damage of each item with an unreadable part.
        diagnostics: The syntax findings.
    """

    items: tuple[ast.Item, ...]
    overlays: tuple[ast.Overlay, ...]
    variants: tuple[ast.Overlay, ...]
    parts: tuple[Section, ...]
    damaged: tuple[Damage, ...]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def manifest(self) -> ast.Game | None:
        """The game's manifest, or None."""
        return next((item for item in self.items if isinstance(item, ast.Game)), None)

    @property
    def game(self) -> str | None:
        """The game's id; None without a manifest."""
        return self.manifest.name if self.manifest is not None else None


def collect_program_files(parsed_files: Mapping[str, FileItems], request: Request) -> ProgramFiles:
    """Sort the items of parsed files into the game's items and the overlays in force."""
    amended_game = find_game_id(request.base) if request.house else ""
    items: list[ast.Item] = []
    overlays: list[ast.Overlay] = []
    variants: list[ast.Overlay] = []
    for source in (*request.base, *request.house):
        foreign_lines = lines_of_other_games(source.text, amended_game) if source in request.house else ()
        for item in parsed_files[source.path].items:
            if not isinstance(item, ast.Overlay):
                items.append(item)
            elif not any(item.span.line in lines for lines in foreign_lines) and (
                source in request.house or is_in_force(item, request)
            ):
                overlays.append(leave_out_items(item, request))
            elif item.kind == "variant":
                variants.append(item)
    files = [parsed_files[source.path] for source in (*request.base, *request.house)]
    return ProgramFiles(
        items=tuple(items),
        overlays=tuple(overlays),
        variants=tuple(variants),
        parts=tuple(part for file in files for part in file.parts),
        damaged=tuple(damage for file in files for damage in file.parsed.damaged),
        diagnostics=tuple(finding for file in files for finding in file.parsed.diagnostics),
    )


def leave_out_items(overlay: ast.Overlay, request: Request) -> ast.Overlay:
    """Return errata without the items that a request leaves out, such as ``general/10``; any other overlay as it is."""
    left_out = left_out_items(overlay, request.without) if overlay.kind == "errata" else ()
    if not left_out:
        return overlay
    return evolve(overlay, entries=tuple(entry for entry in overlay.entries if entry.number not in left_out))


def left_out_items(overlay: ast.Overlay, without: Sequence[str]) -> tuple[str, ...]:
    """Return the numbers of the items of an overlay that a request leaves out one by one."""
    parts = (name.partition("/") for name in without)
    return tuple(number for name, slash, number in parts if slash and name == overlay.name)


def is_in_force(overlay: ast.Overlay, request: Request) -> bool:
    """Whether a request applies an overlay: variants on request, errata and preferences by default, the rest always."""
    match overlay.kind:
        case "errata" | "preferences":
            return overlay.name not in request.without
        case "variant":
            return overlay.name in request.variants
        case "house":
            return True
        case _:
            assert_never(overlay.kind)


def check_variants(request: Request, files: ProgramFiles) -> Sequence[Diagnostic]:
    """Return an error for each variant (optional overlay) of a request that no file declares."""
    known = (*files.overlays, *files.variants)
    names = {overlay.name: overlay.title for overlay in known if overlay.kind == "variant"}
    span = files.manifest.span if files.manifest is not None else ast.File("", ()).span
    return [
        Diagnostic("O020", f"there is no variant {name}", span, help=describe_near_names(name, names, kind="variant"))
        for name in request.variants
        if name not in names
    ]
