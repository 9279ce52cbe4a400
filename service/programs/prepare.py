"""Preparation of a game for a run, with the rules that a call requests."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from bombsight.boundary.errors import InputError
from bombsight.boundary.wording import argument
from bombsight.compiler.request import Request
from bombsight.dsl.file_kind import PREFERENCES, OverlayKind, find_overlay_names
from bombsight.flat.program import Entry, Program
from bombsight.runtime.run.play import parse_arguments
from bombsight.service.common import sentences
from bombsight.service.games.source_files import read_sources
from bombsight.service.programs.cache import compile_and_lower, load_cached_program


def program_for(request: Request, mission: int | None = None) -> Program:
    """Load the program of a compile request from the cache, or compile and lower it.

    Raises:
        InputError: An option or its value does not exist; or the program is not cached, and the files show that the
            mission does not exist.
        WrongRules: The rules have errors.
    """
    program = load_cached_program(request)
    if program is not None:
        return program
    if mission is not None:
        check_mission(request, mission)
    prepared = compile_and_lower(request)
    if prepared.program is not None:
        return prepared.program
    from bombsight.service.programs.compile import require_error_free, require_valid_options
    from bombsight.service.programs.overlay_attribution import attribute_errors

    assert prepared.compilation is not None
    require_valid_options(request, prepared.compilation)
    require_error_free(attribute_errors(request, prepared.compilation))
    raise AssertionError("rules without errors are lowered")


def check_mission(request: Request, mission: int) -> None:
    """Raise InputError if the manifest alone shows that there is no such mission; nothing is compiled.

    Raises:
        InputError: The files show that there is no such mission.
    """
    from bombsight.compiler.outline import read_outline

    outlined = read_outline(request)
    if outlined.missions is not None and not outlined.missions[0] <= mission <= outlined.missions[1]:
        raise no_mission_error(mission, outlined.title, "{}..{}".format(*outlined.missions))


def no_mission_error(mission: int, title: str, numbers: str) -> InputError:
    """Make the error that a game has no mission with a number."""
    return InputError(sentences.no_mission(mission), "", sentences.mission_hint(title, numbers), "mission")


def entry_arguments(program: Program, entry: Entry, mission: int | None) -> tuple[int, ...]:
    """Compute the arguments of an entry procedure for a mission number.

    Raises:
        InputError: There is no such mission.
    """
    if mission is None:
        return parse_arguments(program, entry, [])
    if not entry.params:
        raise InputError(sentences.no_mission_numbers(program.title), "", f"Play it without {argument('mission')}.")
    try:
        return parse_arguments(program, entry, [str(mission)])
    except InputError as error:
        raise no_mission_error(mission, program.title, str(entry.params[0][1])) from error


def house_rule_files(paths: Iterable[Path], program: Program) -> dict[str, str]:
    """Map each house rule in force, and preferences of a file, to the absolute path, for the header of a save."""
    files: dict[str, str] = {}
    kinds: tuple[OverlayKind, ...] = ("house", PREFERENCES)
    for path in paths:
        sources = read_sources([path])
        for kind in kinds:
            files |= {f"{kind} {name}": str(path.resolve()) for name in find_overlay_names(sources, kind)}
    return {name: file for name, file in files.items() if name in program.overlays}
