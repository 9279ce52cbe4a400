"""The rules in all the ways in which somebody may ask for them: names stand in overlays that are not in force, too.

Beside the rules as they are in force these are the same with each variant and each errata that is not, and with the
examples of the files of tests and of scripts, each by the rules that it asks for.
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
"""Errata that are left out, and variants that are in force."""


@frozen
class SideFiles:
    """What lies beside the rules of a game and names things of them.

    Attributes:
        tests: Its files of tests.
        scripts: Its scripts.
    """

    tests: tuple[Source, ...] = ()
    scripts: tuple[Source, ...] = ()

    @property
    def sources(self) -> tuple[Source, ...]:
        """All of them."""
        return (*self.tests, *self.scripts)


def read_side_files(request: Request) -> SideFiles:
    """What lies in the folder of a game beside its rules, as it is on the disk; nothing where there is no folder."""
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
    """The names in the rules in each of these ways, those in force first.

    Args:
        index: The names in the rules as they are in force.
        words: The names that are asked for; what does not say one of them is left out.
        side_files: What lies beside them; None where that does not count.
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
    """What is to be compiled for each of these ways."""
    current = rules.request
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)")
    sources = {source.path: source for source in (*current.base, *current.house, *side_files.sources)}

    def has_word(span: Span) -> bool:
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
    """The overlays of the game that are not in force."""
    active_ids = {id(overlay) for overlay in rules.overlays}
    for file in rules.files.values():
        yield from (item for item in file.items if isinstance(item, ast.Overlay) and id(item) not in active_ids)


def script_as_example(rules: FrontEndResult, source: Source) -> tuple[ast.Example, OverlaySetting]:
    """A script as an example, with the errata that it leaves out and the variants that it asks for."""
    script, _ = read_script(source)
    game = rules.graph.game if rules.graph is not None else None
    entry_procedure = (game.career if script.campaign else game.mission) if game is not None else None
    procedures = rules.graph.procedures if rules.graph is not None else ()
    params = next((len(each.params) for each in procedures if each.name == entry_procedure), 0)
    return script.to_example(entry_procedure or "", params), (script.without, script.variants)
