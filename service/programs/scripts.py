"""Scripts: parsed, compiled with the rules that they name, and run."""

from __future__ import annotations

from pathlib import Path

from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.pipeline import compile_rules
from bombsight.compiler.request import Request
from bombsight.compiler.scripts import Script, read_script
from bombsight.compiler.settings import apply_setting, setting_of
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Severity
from bombsight.dsl.source import Source
from bombsight.flat.program import Program
from bombsight.runtime.examples import ExampleReport, run_example
from bombsight.service.common import sentences
from bombsight.service.common.failure import WrongRules
from bombsight.service.games.game_lookup import find_enclosing_game, find_game
from bombsight.service.games.library import GameFolder, compute_digest
from bombsight.service.games.requests import Rules, make_request
from bombsight.service.games.source_files import read_sources
from bombsight.service.games.targets import SCRIPT_SUFFIX, Target
from bombsight.service.programs.cache import compile_cached, request_digest
from bombsight.service.programs.compile import require_error_free
from bombsight.service.programs.example_programs import (
    SkippedExample,
    load_cached_programs,
    make_skipped_example,
    store_cached_programs,
)
from bombsight.service.programs.loaders import load
from bombsight.service.programs.prepare import program_for


def parse_script(source: Source) -> Script:
    """Parse the text of a script (a recorded session, replayed as a test).

    Raises:
        WrongRules: Some lines cannot be read.
    """
    script, findings = read_script(source)
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    if errors:
        raise WrongRules(errors, {source.path: source})
    return script


def run_script(script: Script, game: GameFolder, rules: Rules) -> ExampleReport:
    """Run a script under the rules that it names and those of the call, and report whether it holds.

    Raises:
        InputError: An option, overlay or file of the script does not exist, or the game has no campaign.
        WrongRules: The rules or the script have errors.
    """
    request = make_script_request(script, game, rules)
    cache_name = compute_digest((script.source,), request_digest(request), "script")
    program = next((cached for cached in load_cached_programs(cache_name) or () if isinstance(cached, Program)), None)
    if program is None:
        program = lower_script(script, request)
        store_cached_programs(cache_name, [program])
    return run_example(program, 0, load=load)


def make_script_request(script: Script, game: GameFolder, rules: Rules) -> Request:
    """Make the compile request of a script, from the rules that it names and those of the call.

    Raises:
        InputError: An overlay or file of the script does not exist.
        WrongRules: A file cannot be read.
    """
    path = Path(script.source.path)
    script_rules = evolve(
        rules,
        house=(*(path.parent / name for name in script.house), *rules.house),
        options={**script.options, **rules.options},
        variants=tuple(dict.fromkeys((*script.variants, *rules.variants))),
        without=tuple(dict.fromkeys((*script.without, *rules.without))),
    )
    return make_request(game.id, game.files, script_rules)


def describe_skipped_script(script: Script, game: GameFolder, rules: Rules, error: WrongRules) -> SkippedExample | None:
    """Make the record of a skipped script, if its rules fail only because of the call's overlays; else None.

    Args:
        script: The script.
        game: Its game.
        rules: The rules of the call.
        error: The error of the rules so composed.

    Returns:
        None if the error has another cause.
    """
    own_request = make_script_request(script, game, evolve(rules, house=(), variants=(), without=()))
    if (
        not (script.without or script.variants)
        or own_request == make_script_request(script, game, rules)
        or compile_cached(own_request).errors
    ):
        return None
    if script.source.path in {finding.span.path for finding in error.findings}:
        return None
    name = Path(script.source.path).name
    return make_skipped_example(
        name, f"{script.source.path}:1:1", "", script.without, script.variants, error.findings[0]
    )


def lower_script(script: Script, request: Request) -> Program:
    """Compile and lower a script to a program, as the program's only example.

    Raises:
        InputError: The game has no campaign, or the request is wrong.
        WrongRules: The rules or the script have errors.
    """
    program = program_for(request)
    entry = program.career if script.campaign else program.mission
    if entry is None:
        raise InputError(sentences.no_campaign(program.title), script.source.path)
    example = script.to_example(entry.name, len(entry.params))
    # The rules themselves are sound, or there would be no program: only the script's own lines can be wrong.
    result = compile_rules(evolve(request, examples=(example,), scripts=(script.source,)), proofs=False)
    if result.errors:
        raise WrongRules(result.errors, result.sources)
    graph = require_error_free(result)
    script_example = graph.examples[-1]
    return lower(evolve(apply_setting(graph, setting_of(script_example)), examples=(script_example,)), playable=False)


def find_matching_scripts(target: Target, request: Request, rules: Rules) -> list[Script]:
    """Find the scripts of a whole game that ask for no overlays beyond those of a request.

    Raises:
        InputError: A script cannot be read.
        WrongRules: Lines of a script cannot be read.
    """
    if target.folder is None or target.only is not None or target.house:
        return []
    scripts = [parse_script(source) for source in read_sources(sorted(target.folder.rglob(f"*{SCRIPT_SUFFIX}")))]
    return [
        script
        for script in scripts
        if not script.house
        and set(script.variants) <= {*request.variants}
        and all(name in request.without or name.partition("/")[0] in request.without for name in script.without)
        and script.game in ("", target.name)
    ]


def script_to_example(script: Script, graph: RuleGraph) -> ast.Example:
    """Convert a script to a worked example; options in its head become lines of the example's scene.

    Raises:
        InputError: The game has no campaign.
    """
    name = graph.game.career if script.campaign else graph.game.mission
    if not name:
        raise InputError(sentences.no_campaign(graph.game.title), script.source.path)
    procedure = next(node for node in graph.procedures if node.name == name)
    example = script.to_example(name, len(procedure.params))
    span = script.source.span(0, 0)
    options = tuple(ast.GivenOption(option, value, span=span) for option, value in script.options.items())
    return evolve(example, lines=(*options, *example.lines))


def load_script(path: Path, id_or_folder: str | None, rules: Rules) -> tuple[Script, GameFolder]:
    """Parse a script file, and find the game that it is for.

    Args:
        path: The script.
        id_or_folder: The game; None for the one that the script names.
        rules: The rules of the call.

    Raises:
        InputError: The script cannot be read, names no game, or is for another game than ``id_or_folder``.
        WrongRules: Lines of the script cannot be read.
    """
    (source,) = read_sources([path])
    script = parse_script(source)
    if id_or_folder is not None:
        game = find_game(id_or_folder, rules.folders)
        if script.game not in ("", game.id):
            raise InputError(f"this script is for {script.game}, not for {game.id}", str(path))
        return script, game
    if not script.game:
        raise InputError("this script does not say which game it is for", str(path), "Begin it with a line: game ID")
    return script, find_enclosing_game(path, script.game) or find_game(script.game, rules.folders)
