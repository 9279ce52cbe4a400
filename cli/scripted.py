"""Scripts: read, compiled with the rules that they name, and run."""

from __future__ import annotations

from pathlib import Path

from attrs import evolve

from bombsight.cli.chosen import Rules, find_game, is_called, read_all, request_of
from bombsight.cli.compiling import usable
from bombsight.cli.documents import document, print_json
from bombsight.cli.failure import DONE, FINDINGS, WrongRules
from bombsight.cli.machines import load
from bombsight.cli.programs import program_for
from bombsight.cli.screen import console, note, show_error, words
from bombsight.cli.sitting import WIDEST
from bombsight.cli.story import Story
from bombsight.compiler.library import GameFolder
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.pipeline import compile_rules
from bombsight.compiler.scripts import Script, read_script
from bombsight.dsl.diagnostic import Severity
from bombsight.dsl.source import Source
from bombsight.runtime.errors import InputError
from bombsight.runtime.examples import ExampleReport, Mismatch, run_example


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
    path = Path(script.source.path)
    asked = evolve(
        rules,
        house=(*(path.parent / name for name in script.house), *rules.house),
        options={**script.options, **rules.options},
        variants=tuple(dict.fromkeys((*script.variants, *rules.variants))),
        without=tuple(dict.fromkeys((*script.without, *rules.without))),
    )
    request = request_of(game.id, game.files, asked)
    program = program_for(request)
    entry = program.career if script.campaign else program.mission
    if entry is None:
        raise InputError(f"{program.title} has no campaign", script.source.path)
    example = script.example(entry.name, len(entry.params))
    # The rules themselves are sound, or there would be no program: only the script's own lines can be wrong.
    result = compile_rules(evolve(request, examples=(example,), scripts=(script.source,)), proofs=False)
    if result.errors:
        raise WrongRules(result.errors, result.sources)
    program = lower(usable(result))
    return run_example(program, len(program.examples) - 1, load=load)


def play_script(path: Path, word: str | None, rules: Rules, *, quiet: bool, json: bool) -> int:
    """Run a script and tell its story; the exit status.

    Raises:
        InputError: It cannot be read, or does not say which game it is for.
        WrongRules: The rules or the script have errors.
    """
    (source,) = read_all([path])
    script = script_in(source)
    if word is not None and script.game and not is_called(find_game(word, rules.folders), script.game):
        raise InputError(f"this script is for {script.game}, not for {word}", str(path))
    if word is None and not script.game:
        raise InputError("this script does not say which game it is for", str(path), "Begin it with a line: game ID")
    report = run_script(script, find_game(word or script.game, rules.folders), rules)
    tell_report(report, script, quiet=quiet, json=json)
    return DONE if report.passed else FINDINGS


def tell_report(report: ExampleReport, script: Script, *, quiet: bool, json: bool) -> None:
    """The story of a script, and whether the game went as it says."""
    if json:
        print_json(document("script", script=script.source.path, game=script.game), line=True)
        for view in report.journal.views():
            print_json(view.to_json(), line=True)
        told = None if report.mismatch is None else mismatch_data(report.mismatch)
        print_json(document("verdict", same=report.passed, lines=len(report.lines), mismatch=told), line=True)
    else:
        out = console()
        story = Story(width=min(out.width, WIDEST), quiet=quiet)
        for line in [line for view in report.journal.views() for line in story.tell(view)] + story.rest():
            out.print(line, soft_wrap=True)
        if report.passed:
            out.print()
            out.print(words(f"All {len(report.lines)} lines of the script held.", "bold green"))
    if report.mismatch is not None:
        show_mismatch(report.mismatch)


def show_mismatch(mismatch: Mismatch) -> None:
    """Both sides of what parted."""
    show_error(InputError("the script and the game part here", mismatch.place))
    note(f"  the script says  {mismatch.expected}")
    note(f"  the game         {mismatch.found}")


def mismatch_data(mismatch: Mismatch) -> dict[str, str]:
    """Both sides of what parted, for programs."""
    return {"place": mismatch.place, "expected": mismatch.expected, "found": mismatch.found}
