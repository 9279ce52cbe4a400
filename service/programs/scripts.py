"""Scripts: read, compiled with the rules that they name, and run."""

from __future__ import annotations

from pathlib import Path

from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.pipeline import compile_rules
from bombsight.compiler.request import Request
from bombsight.compiler.scripts import Script, read_script
from bombsight.compiler.settings import setting_of, with_setting
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Severity
from bombsight.dsl.source import Source
from bombsight.flat.program import Program
from bombsight.runtime.examples import ExampleReport, run_example
from bombsight.service.common.failure import WrongRules
from bombsight.service.games.find import find_game, game_around
from bombsight.service.games.library import GameFolder, digest
from bombsight.service.games.reading import read_all
from bombsight.service.games.requests import Rules, request_of
from bombsight.service.games.targets import SCRIPT_SUFFIX, Target
from bombsight.service.programs.cache import prove, request_digest
from bombsight.service.programs.compile import usable
from bombsight.service.programs.example_programs import LeftOut, kept_now, left_out, recalled
from bombsight.service.programs.machines import load
from bombsight.service.programs.prepare import program_for


def script_in(source: Source) -> Script:
    """A script from its text.

    Raises:
        WrongRules: Lines of it cannot be read.
    """
    script, findings = read_script(source)
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    if errors:
        raise WrongRules(errors, {source.path: source})
    return script


def run_script(script: Script, game: GameFolder, rules: Rules) -> ExampleReport:
    """Run a script with the rules that it names and those that the call adds.

    Raises:
        InputError: The script names options, overlays or files that are not there, or the game has no campaign.
        WrongRules: The rules or the script have errors.
    """
    request = script_request(script, game, rules)
    name = digest((script.source,), request_digest(request), "script")
    program = next((kept for kept in recalled(name) or () if isinstance(kept, Program)), None)
    if program is None:
        program = script_program(script, request)
        kept_now(name, [program])
    return run_example(program, 0, load=load)


def script_request(script: Script, game: GameFolder, rules: Rules) -> Request:
    """What to compile for a script: the rules that it names with those that the call adds.

    Raises:
        InputError: The script names overlays or files that are not there.
        WrongRules: A file cannot be read.
    """
    path = Path(script.source.path)
    asked = evolve(
        rules,
        house=(*(path.parent / name for name in script.house), *rules.house),
        options={**script.options, **rules.options},
        variants=tuple(dict.fromkeys((*script.variants, *rules.variants))),
        without=tuple(dict.fromkeys((*script.without, *rules.without))),
    )
    return request_of(game.id, game.files, asked)


def script_left_out(script: Script, game: GameFolder, rules: Rules, wrong: WrongRules) -> LeftOut | None:
    """A script that cannot be run, as what the call lays over the rules is none with those that it names.

    Args:
        script: The script.
        game: Its game.
        rules: The rules of the call.
        wrong: What is wrong with the rules so.

    Returns:
        None where something else is wrong.
    """
    own = script_request(script, game, evolve(rules, house=(), variants=(), without=()))
    if not (script.without or script.variants) or own == script_request(script, game, rules) or prove(own).errors:
        return None
    if script.source.path in {finding.span.path for finding in wrong.findings}:
        return None
    name = Path(script.source.path).name
    return left_out(name, f"{script.source.path}:1:1", "", script.without, script.variants, wrong.findings[0])


def script_program(script: Script, request: Request) -> Program:
    """A script lowered with the rules of a request: it is the one example of its program.

    Raises:
        InputError: The game has no campaign, or the request is wrong.
        WrongRules: The rules or the script have errors.
    """
    program = program_for(request)
    entry = program.career if script.campaign else program.mission
    if entry is None:
        raise InputError(f"{program.title} has no campaign", script.source.path)
    example = script.example(entry.name, len(entry.params))
    # The rules themselves are sound, or there would be no program: only the script's own lines can be wrong.
    result = compile_rules(evolve(request, examples=(example,), scripts=(script.source,)), proofs=False)
    if result.errors:
        raise WrongRules(result.errors, result.sources)
    graph = usable(result)
    own = graph.examples[-1]
    return lower(evolve(with_setting(graph, setting_of(own)), examples=(own,)), playable=False)


def scripts_as_examples(target: Target, request: Request, rules: Rules) -> list[Script]:
    """The scripts of a game as a whole that are played by the rules of a request, and by no others.

    Raises:
        InputError: One of them cannot be read.
        WrongRules: Lines of one cannot be read.
    """
    if target.folder is None or target.only is not None or target.house:
        return []
    read = [script_in(source) for source in read_all(sorted(target.folder.rglob(f"*{SCRIPT_SUFFIX}")))]
    return [
        script
        for script in read
        if not script.house
        and set(script.variants) <= {*request.variants}
        and set(script.without) <= {*request.without}
        and script.game in ("", target.name)
    ]


def as_example(script: Script, graph: RuleGraph) -> ast.Example:
    """A script as an example beside others: what its head says of options are lines of its scene.

    Raises:
        InputError: The game has no campaign.
    """
    name = graph.game.career if script.campaign else graph.game.mission
    if not name:
        raise InputError(f"{graph.game.title} has no campaign", script.source.path)
    called = next(node for node in graph.procedures if node.name == name)
    example = script.example(name, len(called.params))
    span = script.source.span(0, 0)
    options = tuple(ast.GivenOption(option, value, span=span) for option, value in script.options.items())
    return evolve(example, lines=(*options, *example.lines))


def script_at(path: Path, word: str | None, rules: Rules) -> tuple[Script, GameFolder]:
    """A script and the game it is for.

    Raises:
        InputError: It cannot be read, or does not say which game it is for, or is for another than ``word`` names.
        WrongRules: Lines of it cannot be read.
    """
    (source,) = read_all([path])
    script = script_in(source)
    if word is not None:
        game = find_game(word, rules.folders)
        if script.game not in ("", game.id):
            raise InputError(f"this script is for {script.game}, not for {game.id}", str(path))
        return script, game
    if not script.game:
        raise InputError("this script does not say which game it is for", str(path), "Begin it with a line: game ID")
    return script, game_around(path, script.game) or find_game(script.game, rules.folders)
