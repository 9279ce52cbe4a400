"""The rules in all the ways in which somebody may ask for them: names stand in overlays that are not in force, too.

Beside the rules as they are in force these are the same with each variant and each errata that is not, and with the
examples of the files of tests and of scripts, each by the rules that it asks for.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path

from attrs import evolve, frozen

from bombsight.compiler.pipeline import Understood, understood
from bombsight.compiler.request import Request
from bombsight.compiler.scripts import read_script
from bombsight.dsl import ast
from bombsight.dsl.source import Source, Span
from bombsight.service.games.library import TESTS, files_of_tests, read_files
from bombsight.service.games.reading import called
from bombsight.service.games.targets import SCRIPT_SUFFIX
from bombsight.service.language.symbol_index import Occurrences
from bombsight.service.programs.example_programs import read_tests

Setting = tuple[tuple[str, ...], tuple[str, ...]]
"""Errata that are left out, and variants that are in force."""


@frozen
class Beside:
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


def beside(request: Request) -> Beside:
    """What lies in the folder of a game beside its rules, as it is on the disk; nothing where there is no folder."""
    folders = {Path(source.file).parent for source in request.base if source.file}
    if len(folders) != 1:
        return Beside()
    (folder,) = folders
    name = request.base[0].path.partition("/")[0]
    tests, _ = read_files(files_of_tests(folder))
    scripts, _ = read_files(sorted(folder.glob(f"*{SCRIPT_SUFFIX}")))
    return Beside(called(tests, f"{name}/{TESTS}"), called(scripts, name))


def worlds(index: Occurrences, words: Collection[str], more: Beside | None = None) -> Iterator[Occurrences]:
    """The names in the rules in each of these ways, those in force first.

    Args:
        index: The names in the rules as they are in force.
        words: The names that are asked for; what does not say one of them is left out.
        more: What lies beside them; None where that does not count.
    """
    rules = index.rules
    for request in requests(rules, words, more or Beside()):
        other = request != rules.request
        yield Occurrences(understood(request, rules.results), index.kept, index.plain) if other else index


def requests(rules: Understood, words: Collection[str], more: Beside) -> Iterator[Request]:
    """What is to be compiled for each of these ways."""
    own = rules.request
    said = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)")
    sources = {source.path: source for source in (*own.base, *own.house, *more.sources)}

    def says(span: Span) -> bool:
        return said.search(sources[span.path].text, span.start, span.end) is not None

    settings: dict[Setting, tuple[ast.Example, ...]] = {((), ()): ()}
    for setting, examples in read_tests(source for source in more.tests if said.search(source.text)).examples.items():
        wanted = tuple(example for example in examples if says(example.span))
        if wanted:
            settings[setting] = wanted
    for source in more.scripts:
        if said.search(source.text):
            example, setting = scripted(rules, source)
            settings[setting] = (*settings.get(setting, ()), example)
    for overlay in absent(rules):
        if overlay.kind == "variant" and says(overlay.span):
            settings.setdefault(((), (overlay.name,)), ())
    for (without, variants), examples in settings.items():
        yield evolve(
            own,
            without=tuple(dict.fromkeys((*own.without, *without))),
            variants=tuple(dict.fromkeys((*own.variants, *variants))),
            examples=(*own.examples, *examples),
            scripts=(*own.scripts, *more.sources),
        )
    if any(overlay.kind == "errata" and says(overlay.span) for overlay in absent(rules)):
        yield evolve(own, without=())


def absent(rules: Understood) -> Iterator[ast.Overlay]:
    """The overlays of the game that are not in force."""
    force = {id(overlay) for overlay in rules.overlays}
    for file in rules.files.values():
        yield from (item for item in file.items if isinstance(item, ast.Overlay) and id(item) not in force)


def scripted(rules: Understood, source: Source) -> tuple[ast.Example, Setting]:
    """A script as an example, with the errata that it leaves out and the variants that it asks for."""
    script, _ = read_script(source)
    game = rules.graph.game if rules.graph is not None else None
    called = (game.career if script.campaign else game.mission) if game is not None else None
    procedures = rules.graph.procedures if rules.graph is not None else ()
    params = next((len(each.params) for each in procedures if each.name == called), 0)
    return script.example(called or "", params), (script.without, script.variants)
