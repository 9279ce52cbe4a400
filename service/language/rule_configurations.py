"""The configurations of the rules in which a name may occur: overlays that are not in force contain names, too.

Besides the rules in force these are: the rules with each inactive variant, with the inactive errata, and with the
examples of test files and scripts, each under the overlays that it requests.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path

from attrs import evolve, frozen

from bombsight.compiler.pipeline import FrontEndResult, run_front_end
from bombsight.compiler.request import Request
from bombsight.compiler.scripts import read_script
from bombsight.dsl import ast
from bombsight.dsl.source import Source, Span
from bombsight.service.games.library import TESTS_FOLDER, find_test_files, read_files
from bombsight.service.games.source_files import with_display_paths
from bombsight.service.games.targets import SCRIPT_SUFFIX
from bombsight.service.language.symbol_index import SymbolIndex
from bombsight.service.programs.example_programs import parse_tests

OverlaySetting = tuple[tuple[str, ...], tuple[str, ...]]
"""The errata left out, and the variants in force."""


@frozen
class SideFiles:
    """The files beside the rules that refer to names in them.

    Attributes:
        tests: The game's files of tests.
        scripts: The game's scripts.
    """

    tests: tuple[Source, ...] = ()
    scripts: tuple[Source, ...] = ()

    @property
    def sources(self) -> tuple[Source, ...]:
        """The tests and the scripts, in one tuple."""
        return (*self.tests, *self.scripts)


def read_side_files(request: Request) -> SideFiles:
    """Read the tests and scripts (recorded sessions) in a game's folder from the disk; none without a folder."""
    folders = {Path(source.file).parent for source in request.base if source.file}
    if len(folders) != 1:
        return SideFiles()
    (folder,) = folders
    name = request.base[0].path.partition("/")[0]
    tests, _ = read_files(find_test_files(folder))
    scripts, _ = read_files(sorted(folder.glob(f"*{SCRIPT_SUFFIX}")))
    return SideFiles(with_display_paths(tests, f"{name}/{TESTS_FOLDER}"), with_display_paths(scripts, name))


def index_configurations(
    index: SymbolIndex, words: Collection[str], side_files: SideFiles | None = None
) -> Iterator[SymbolIndex]:
    """Build a symbol index for each configuration of overlays, tests and scripts, the rules in force first.

    Args:
        index: The symbol index of the rules in force.
        words: The wanted names; overlays, tests and scripts without any of them are left out.
        side_files: The tests and scripts to include; None for none.
    """
    rules = index.rules
    for request in configuration_requests(rules, words, side_files or SideFiles()):
        is_other = request != rules.request
        yield (
            SymbolIndex(run_front_end(request, rules.results), index.mention_memo, index.unamended_results)
            if is_other
            else index
        )


def configuration_requests(rules: FrontEndResult, words: Collection[str], side_files: SideFiles) -> Iterator[Request]:
    """Yield a compile request for each configuration of overlays, tests and scripts that mentions given words."""
    current = rules.request
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)")
    sources = {source.path: source for source in (*current.base, *current.house, *side_files.sources)}

    def has_word(span: Span) -> bool:
        """Whether a span contains one of the words."""
        return pattern.search(sources[span.path].text, span.start, span.end) is not None

    settings: dict[OverlaySetting, tuple[ast.Example, ...]] = {((), ()): ()}
    for setting, examples in parse_tests(
        source for source in side_files.tests if pattern.search(source.text)
    ).examples.items():
        relevant = tuple(example for example in examples if has_word(example.span))
        if relevant:
            settings[setting] = relevant
    for source in side_files.scripts:
        if pattern.search(source.text):
            example, setting = script_as_example(rules, source)
            settings[setting] = (*settings.get(setting, ()), example)
    for overlay in inactive_overlays(rules):
        if overlay.kind == "variant" and has_word(overlay.span):
            settings.setdefault(((), (overlay.name,)), ())
    for (without, variants), examples in settings.items():
        yield evolve(
            current,
            without=tuple(dict.fromkeys((*current.without, *without))),
            variants=tuple(dict.fromkeys((*current.variants, *variants))),
            examples=(*current.examples, *examples),
            scripts=(*current.scripts, *side_files.sources),
        )
    if any(overlay.kind == "errata" and has_word(overlay.span) for overlay in inactive_overlays(rules)):
        yield evolve(current, without=())


def inactive_overlays(rules: FrontEndResult) -> Iterator[ast.Overlay]:
    """Yield the overlays of the game that are not in force."""
    active_ids = {id(overlay) for overlay in rules.overlays}
    for file in rules.files.values():
        yield from (item for item in file.items if isinstance(item, ast.Overlay) and id(item) not in active_ids)


def script_as_example(rules: FrontEndResult, source: Source) -> tuple[ast.Example, OverlaySetting]:
    """Convert a script (a recorded session) to an example, with the errata it leaves out and variants it asks for."""
    script, _ = read_script(source)
    game = rules.graph.game if rules.graph is not None else None
    entry_procedure = (game.career if script.campaign else game.mission) if game is not None else None
    procedures = rules.graph.procedures if rules.graph is not None else ()
    params = next((len(each.params) for each in procedures if each.name == entry_procedure), 0)
    return script.to_example(entry_procedure or "", params), (script.without, script.variants)
