"""The rules shown in the docs: they can be read, games and overlays compile, and messages read as printed."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from attrs import evolve, frozen

import bombsight
from bombsight.backends.python.load import instantiate
from bombsight.compiler.incremental.query import Results
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.pipeline import Compilation, Request, compile_rules
from bombsight.compiler.suppressions import apply_suppressions
from bombsight.dsl.formatter import format_source
from bombsight.dsl.parser import parse
from bombsight.dsl.render import render_all
from bombsight.dsl.source import Source
from bombsight.runtime.dice import SeededDice
from bombsight.runtime.examples import run_example
from bombsight.runtime.run.play import Finished, run
from bombsight.runtime.run.policies import autopilot_policy

ROOT = Path(__file__).parents[2]
PAGES = [path for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))) if path.exists()]
FENCE = re.compile(r"^```([\w ./-]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HOUSE = re.compile(r"^house (\w+)", re.MULTILINE)
UNUSED = {"N014", "N015", "N016", "N017"}
"""What is found because the rules on a page are too few to use each other."""

LAYOUT = re.compile(r"(?<=\.rules):\d+:\d+|^ *\d+(?= \|)|[-^]{2,}|\s+", re.MULTILINE)
"""What moves when the files of a game are laid out anew: line numbers, marks and spaces."""


@frozen
class Block:
    """A fenced block of rules.

    Attributes:
        marks: The words behind the fence. ``complete`` is a whole game. ``added`` joins the last whole game of its page
            for good, but for those that stand ``apart``. ``house`` is laid over that game as a file of its own.
            ``wrong`` is a house file whose errors the next block shows. The id of a game in ``games/`` takes the place
            of a game on the page.
        file: What it says, under the name that it has in messages.
        game: The files of the game it belongs to.
        below: What the next block says.
    """

    marks: frozenset[str]
    file: Source
    game: tuple[Source, ...]
    below: str

    @property
    def compiled(self) -> Compilation:
        """The game with this block."""
        return compiled(self)


@cache
def compiled(block: Block) -> Compilation:
    """The game with a block."""
    house = (block.file,) if block.marks & {"house", "wrong"} else ()
    request = Request(base=block.game, house=house, variants=variants(block))
    return compile_rules(request, previous=remembered(block.game) if house else None)


@cache
def remembered(game: tuple[Source, ...]) -> Results | None:
    """What was worked out of a game that house rules are laid over."""
    return compile_rules(Request(base=game)).results


def variants(block: Block) -> tuple[str, ...]:
    """The variants that a block holds: they are to be in force."""
    return tuple(re.findall(r"^variant (\w+)", block.file.text, re.MULTILINE))


@cache
def rules_of(game: str) -> tuple[Source, ...]:
    """The files of a game that comes with the program."""
    files = sorted((ROOT / "games" / game).glob("*.rules"))
    return tuple(Source(str(file.relative_to(ROOT)), file.read_text(encoding="utf-8")) for file in files)


def blocks(page: Path) -> list[Block]:
    """The rules shown on a page."""
    found: list[Block] = []
    game: tuple[Source, ...] = ()
    fences = list(FENCE.finditer(page.read_text(encoding="utf-8")))
    for at, fence in enumerate(fences):
        marks = frozenset(fence[1].split())
        if "rules" not in marks:
            continue
        below = fences[at + 1][2] if at + 1 < len(fences) else ""
        house = HOUSE.search(fence[2])
        file = Source(f"{house[1]}.rules" if house else f"{page.name}:{len(found) + 1}", fence[2])
        own = game
        if "complete" in marks:
            own = (evolve(file, path="game.rules"),)
            game = game if "apart" in marks else own
        elif "added" in marks:
            own = game = (*game, file)
        built_in = next((folder for folder in marks if (ROOT / "games" / folder).is_dir()), None)
        found.append(Block(marks, file, rules_of(built_in) if built_in else own, below))
    return found


LARGE = {"b29_korea", "amerika_bomber"}
"""Games that take seconds to compile; a third one stands for them in the usual run."""

BLOCKS = [block for page in PAGES for block in blocks(page)]


def marked(*marks: str) -> pytest.MarkDecorator:
    """The blocks with one of these marks."""
    chosen = [
        pytest.param(block, id=block.file.path, marks=pytest.mark.slow if block.marks & LARGE else ())
        for block in BLOCKS
        if block.marks & set(marks)
    ]
    return pytest.mark.parametrize("block", chosen)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_sentence_becomes_a_numbered_list(page: Path) -> None:
    """A line of prose that happens to begin with `6. ` would be shown as an item of a list."""
    prose = FENCE.sub("", page.read_text(encoding="utf-8"))
    numbers = [int(number) for number in re.findall(r"^ *(\d+)[.)] ", prose, re.MULTILINE)]
    counted = [number == 1 or number == before + 1 for before, number in zip([0, *numbers], numbers, strict=False)]
    assert all(counted), numbers


def test_the_docs_show_rules() -> None:
    assert len(BLOCKS) > 20


@pytest.mark.parametrize("block", [b for b in BLOCKS if "wrong" not in b.marks], ids=lambda block: block.file.path)
def test_rules_can_be_read_and_are_laid_out_well(block: Block) -> None:
    found = parse(block.file).diagnostics

    assert not found, render_all(found, {block.file.path: block.file})
    assert format_source(block.file) == block.file.text


@marked("complete", "added", "house")
def test_rules_compile(block: Block) -> None:
    result = block.compiled

    found = apply_suppressions(result.diagnostics, [block.file], [block.file])
    own = [d for d in found if d.span.path == block.file.path and d.code not in UNUSED]

    assert result.graph is not None
    assert not result.errors, render_all(result.errors, result.sources)
    assert not own, render_all(own, result.sources)


@marked("complete", "added", "house")
def test_examples_hold(block: Block) -> None:
    result = block.compiled
    assert result.graph is not None
    own = tuple(one for one in result.graph.examples if one.span.path == block.file.path)
    if not own:
        return
    program = lower(evolve(result.graph, examples=own))

    for number in range(len(own)):
        assert run_example(program, number, load=instantiate).mismatch is None


@marked("complete")
def test_whole_games_can_be_played(block: Block) -> None:
    result = block.compiled
    assert result.graph is not None
    program = lower(result.graph)

    outcome = run(
        program,
        program.mission,
        (1,) * len(program.mission.params),
        SeededDice(1).throw,
        autopilot_policy(program),
        load=instantiate,
    )

    assert isinstance(outcome, Finished)


@marked("wrong")
def test_messages_read_as_printed(block: Block) -> None:
    result = block.compiled
    told = render_all(result.errors, result.sources)

    assert LAYOUT.sub("", told) == LAYOUT.sub("", block.below)


FILES = pytest.mark.parametrize(
    "file", sorted((ROOT / "docs" / "examples").glob("*.rules")), ids=lambda file: file.name
)


@pytest.mark.slow
@FILES
def test_files_of_examples_lint_clean(file):
    assert bombsight.lint(file).findings == ()


@FILES
def test_files_of_examples_are_laid_out_well(file):
    assert format_source(Source(str(file), file.read_text(encoding="utf-8"))) == file.read_text(encoding="utf-8")
