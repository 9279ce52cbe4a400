"""How well one mistake is told as one finding: slips of every kind are planted in games that are right.

A slip is what a hand does to one line. Each kind is planted at seeded places, and the game is compiled with it. Asked
is that the line of the slip is told, first of all, and that nothing else is.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from pathlib import Path
from random import Random

from attrs import evolve, frozen

from bench.game import request
from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.compiler.suppressions import heeded
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.files import read_source
from bombsight.dsl.pieces import cut
from bombsight.dsl.source import Source

LIGHTHOUSE = "lighthouse"
GAMES = (LIGHTHOUSE, "b17", "b29_korea", "amerika_bomber")
FOLDER = Path(__file__).resolve().parent.parent / "tests" / LIGHTHOUSE


@frozen
class Slip:
    """A kind of mistake.

    Attributes:
        name: What the hand did.
        line: The lines that it can happen to.
        becomes: What such a line becomes, with the groups of the match.
        within: How the item begins that the line stands in.
        renames: What else becomes of the name that the match gives; nothing where it is empty.
    """

    name: str
    line: str
    becomes: str
    within: str = ""
    renames: str = ""

    def places(self, source: Source) -> Iterator[tuple[int, re.Match[str]]]:
        """The lines of a file that it can happen to, by number."""
        for piece in cut(source.text).pieces:
            if re.match(self.within, piece.text):
                first, _ = source.place(piece.offset)
                for number, text in enumerate(piece.code.split("\n"), first):
                    found = re.fullmatch(self.line, text) if not text.lstrip().startswith("#") else None
                    if found and found.expand(self.becomes) != text:
                        yield number, found


BODY = r"procedure|table|reroll"
BLOCK = r"( +(?:if|while|for|repeat|step) .*)"

SLIPS = (
    Slip("== for is", r"( +(?:if|while) .*?) is (?!not|in )(.*)", r"\1 == \2"),
    Slip("= for is", r"( +(?:if|while) .*?) is (?!not|in )(.*)", r"\1 = \2"),
    Slip("== in a modifier", r"( +[+-].*when .*?) is (?!not)(.*)", r"\1 == \2", "table"),
    Slip("!= for is not", r"(.*(?:if|when|where|while) .*?) is not (.*)", r"\1 != \2"),
    Slip("&& for and", r"( .*[^\"]*?) and ([^\"]*)", r"\1 && \2"),
    Slip("|| for or", r"( [^|\"]*?) or (?!none|else)([^\"]*)", r"\1 || \2", "define|procedure"),
    Slip("! for not", r"( [^\"]*?)\bnot (?!in)(\w[^\"]*)", r"\1!\2", "define|procedure"),
    Slip("curly quotes in a field", r"( +\w+.*)\"([^\"]*)\"(.*)", "\\1\u201c\\2\u201d\\3", "state|record"),
    Slip("curly quotes in a say", r"( +say )\"([^\"]*)\"(.*)", "\\1\u201c\\2\u201d\\3"),
    Slip("curly quotes in a row", r"( +[\d.]+ )\"([^\"]*)\"(.*)", "\\1\u201c\\2\u201d\\3", "table"),
    Slip("single quotes", r"( +ask )\"([^\"']*)\"(.*)", r"\1'\2'\3"),
    Slip("a text left open", r"( +(?:say|ask) \"[^\"]*)\"(.*)", r"\1\2"),
    Slip("a title left open", r"(table [\w-]+ \"[^\"]*)\"(.*)", r"\1\2"),
    Slip("a citation left open", r"( .*cite \"[^\"]*)\"", r"\1"),
    Slip("no colon in a row", r"( +[\d.]+(?: \"[^\"]*\")?):( .*)", r"\1\2", "table"),
    Slip("no colon in a field", r"( +\w+(?: \"[^\"]*\")?):( .*)", r"\1\2", "state|record"),
    Slip("no colon in an exception", r"( +except \w+):( .*)", r"\1\2"),
    Slip("no title of a table", r"(table [\w-]+) \"[^\"]*\"(.*)", r"\1\2"),
    Slip("no title of an answer", r"( +answer \w+) \"[^\"]*\"(.*)", r"\1\2"),
    Slip("no title of an option", r"(option \w+) \"[^\"]*\"(.*)", r"\1\2"),
    Slip("a tab", r"  (  *\w.*)", "\t\\1", BODY),
    Slip("sett", r"( +)set( .*)", r"\1sett\2"),
    Slip("rol on", r"( .*)roll on( .*)", r"\1rol on\2", BODY),
    Slip("wehn", r"( +[+-].*)when( .*)", r"\1wehn\2", "table"),
    Slip("tabel", r"table( .*)", r"tabel\1"),
    Slip("proceduer", r"procedure( .*)", r"proceduer\1"),
    Slip("sate", r"state( .*)", r"sate\1"),
    Slip("retrun", r"( +)return( .*)", r"\1retrun\2", BODY),
    Slip("If", r"( +)if( .*)", r"\1If\2", BODY),
    Slip("let without =", r"( +let \w+) = (.*)", r"\1 \2"),
    Slip("set with =", r"( +set [^\"]*?) to (.*)", r"\1 = \2"),
    Slip("add without to", r"( +add [^\"]*?) to (.*)", r"\1 \2", BODY),
    Slip("+= for add", r"( +)add (\w+) to ([\w.]+)", r"\1\3 += \2"),
    Slip("a bracket left open", r"( [^\"]*\([^\"()]*)\)([^\"]*)", r"\1\2", "define|procedure"),
    Slip("a bracket left open in a head", r"((?:procedure|define) \w+\([^()]*)\)(.*)", r"\1\2"),
    Slip("a bracket too many", r"( [^\"]*\([^\"()]*\))([^\"]*)", r"\1)\2", "define|procedure"),
    Slip("a row without result", r"( +[\d.]+(?: \"[^\"]*\")?: )[^\"]*", r"\1", "table"),
    Slip("a provenance on a field", r"( +\w+[^:]*: .*)", r"\1 reconstructed", "state|record"),
    Slip("a citation without quotes", r"( .*cite )\"([^\"]*)\"", r"\1\2"),
    Slip("wass in an overlay", r"( +)was( .*)", r"\1wass\2", "errata|variant|house"),
    Slip(
        "no target in an overlay", r"( +)in (table|define|procedure|enum|state)( .*)", r"\1\2\3", "errata|variant|house"
    ),
    Slip("add without a sign in an overlay", r"( +add )[+-](\d.*)", r"\1\2", "errata|variant|house"),
    Slip("a colon behind a block", r"( +(?:if|while|for|repeat) [^\"#]*)", r"\1:"),
    Slip("elif", r"( +)else if( .*)", r"\1elif\2"),
    Slip("- for ..", r"( +\d+)\.\.(\d+.*)", r"\1-\2", "table"),
    Slip("dice without a number", r"( +roll )1(d\d+)", r"\1\2", "table"),
    Slip("// for #", r"( +(?:set|add|do) [^\"#]*)", r"\1 // so it says"),
    Slip("a semicolon", r"( +(?:set|add|do) [^\"#]*)", r"\1;"),
    Slip("too deep", r"( +(?:set|add|do) .*)", r"  \1", "procedure"),
    Slip("one column too shallow", r" (  +(?:set|add|do) .*)", r"\1", "procedure"),
    Slip("in column 0", r" +((?:set|add|do|say) .*)", r"\1", "procedure"),
    Slip("a block beside its line", r"( +if [^\"]*)", r"\1 nothing", BODY),
    Slip("a fraction", r"( +(?:set|add) .*?\b)(\d+)( to .*|$)", r"\1\g<2>.5\3", BODY),
    Slip("no last pipe", r"( +\|.*)\|", r"\1", "table|enum"),
    Slip("an empty cell", r"( +\|.*\|)[^|]*\|", r"\1  |", "table|enum"),
    Slip("a modifier without its sign", r"( +)[+-](\d+ \w+.*)", r"\1\2", "table"),
    Slip("for without each", r"( +for )each (.*)", r"\1\2"),
    Slip("no type of a field", r"( +\w+(?: \"[^\"]*\")?): .*?( = .*)", r"\1\2", "state|record"),
    Slip("no type of a parameter", r"((?:procedure|define) \w+\(\w+): [^,)]*(.*)", r"\1\2"),
    Slip("words written together", r"( +(?:set|add) .*?) to (.*)", r"\1 to\2", BODY),
    Slip("no comma in an enum", r"(enum \w+: \w+(?: \"[^\"]*\")?), (.*)", r"\1 \2"),
    Slip("givs", r"( +)gives( .*)", r"\1givs\2", "table"),
    Slip("count as a variable", r"( +let )(?P<name>\w+)( = .*)", r"\1count\3", renames="count"),
    Slip("first in a loop", r"( +for each )(?P<name>\w+)( in .*)", r"\1first\3", renames="first"),
    Slip("option as a field", r"( +)(?P<name>\w+)( \"[^\"]*\": .*)", r"\1option\3", "state", renames="option"),
    Slip("any as a part", r"( +gives .*?)(?P<name>\w+)(: .*)", r"\1any\3", "table"),
)


@frozen
class Planted:
    """A slip in its place.

    Attributes:
        slip: Which.
        sources: The files with it.
        path: Of the file that has it.
        line: The number of its line.
    """

    slip: Slip
    sources: tuple[Source, ...]
    path: str
    line: int


@frozen
class Told:
    """What was told of a slip.

    Attributes:
        planted: The slip.
        found: What was found with it, and not without.
    """

    planted: Planted
    found: tuple[Diagnostic, ...]

    @property
    def true(self) -> tuple[bool, ...]:
        """Whether each finding is about the line."""
        return tuple(map(self.is_true, self.found))

    def is_true(self, finding: Diagnostic) -> bool:
        """Whether a finding marks the line, or points at it."""
        spans = (finding.span, *(label.span for label in finding.labels))
        return any(span.path == self.planted.path and span.line == self.planted.line for span in spans)

    @property
    def false(self) -> tuple[Diagnostic, ...]:
        """The findings that are about something else."""
        return tuple(finding for finding in self.found if not self.is_true(finding))

    @property
    def first(self) -> bool:
        """Whether the line was told first."""
        return self.true[:1] == (True,)


def plant(slip: Slip, sources: Sequence[Source], seed: int) -> Planted | None:
    """A game with a slip at one of the places where it can happen; None where there is none."""
    places = [(at, number, found) for at, source in enumerate(sources) for number, found in slip.places(source)]
    if not places:
        return None
    at, number, found = Random(f"{slip.name} {seed}").choice(places)
    lines = sources[at].text.split("\n")
    lines[number - 1] = found.expand(slip.becomes)
    if slip.renames and slip.within != "state":
        used = range(number - 1, number + len(below(slip, found, lines[number:])))
        lines = [renamed(line, found["name"], slip.renames) if n in used else line for n, line in enumerate(lines)]
    files = [*sources]
    files[at] = evolve(sources[at], text="\n".join(lines))
    if slip.renames and slip.within == "state":  # by whoever uses it
        files = [evolve(file, text=renamed(file.text, found["name"], slip.renames)) for file in files]
    return Planted(slip, tuple(files), files[at].path, number)


def below(slip: Slip, found: re.Match[str], lines: Sequence[str]) -> list[str]:
    """The lines below that of a slip in which its name means what that line says: the rest of the block, to the next
    line that gives the name to something else.
    """
    depth = len(found[0]) - len(found[0].lstrip())

    def ends(line: str) -> bool:
        again = re.fullmatch(slip.line, line)
        outside = line.strip() and len(line) - len(line.lstrip()) < depth
        return bool(outside or (again and again["name"] == found["name"]))

    return list(takewhile(lambda line: not ends(line), lines))


def renamed(text: str, name: str, to: str) -> str:
    """A text with another name."""
    return re.sub(rf"\b{name}\b", to, text)


def found_in(sources: Sequence[Source], proofs: bool) -> list[Diagnostic]:
    """What is found in a game, by the paths of its files."""
    bare = tuple(evolve(source, file="") for source in sources)
    return heeded(compile_rules(Request(base=bare), proofs=proofs).diagnostics, bare)


def measure(
    sources: Sequence[Source], seeds: Iterable[int], *, proofs: bool = True, slips: Sequence[Slip] = SLIPS
) -> Iterator[Told]:
    """What is told of every slip that fits a game."""
    before = {(one.code, one.span.path, one.span.line) for one in found_in(sources, proofs)}
    for seed in seeds:
        for slip in slips:
            planted = plant(slip, sources, seed)
            if planted is not None:
                found = found_in(planted.sources, proofs)
                new = tuple(one for one in found if (one.code, one.span.path, one.span.line) not in before)
                yield Told(planted, new)


def files(name: str) -> tuple[Source, ...]:
    """The files of a game."""
    if name != LIGHTHOUSE:
        return request(name).base
    found = [(path, read_source(path)) for path in sorted(FOLDER.glob("*.rules"))]
    return tuple(evolve(source, path=path.name) for path, source in found if isinstance(source, Source))


def main() -> None:
    """Measure, and print."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES, help="of them all unless some are named")
    parser.add_argument("--seeds", type=int, default=1, help="how many places for each slip")
    parser.add_argument("--proofs", action="store_true", help="with all that is proved, which takes seconds for each")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="of the kinds of slips only every Nth")
    parser.add_argument("--show", action="store_true", help="what is not as it should be")
    given = parser.parse_args()
    for game in given.games:
        proofs = given.proofs or game == LIGHTHOUSE
        told = [*measure(files(game), range(given.seeds), proofs=proofs, slips=SLIPS[:: given.every])]
        for each in told:
            if given.show and (not each.first or each.false):
                print(f"  {each.planted.slip.name}: {each.planted.path}:{each.planted.line}")
                for finding in each.found[:6]:
                    mark = " " if each.is_true(finding) else "!"
                    print(f"    {mark} {finding.code} {finding.span.path}:{finding.span.line} {finding.message}")
        slips, wrong = len(told), sum(bool(each.false) for each in told)
        true, first = sum(any(each.true) for each in told), sum(each.first for each in told)
        print(f"{game:<16} {slips} slips: told {true}, first {first}, others with {wrong} ({wrong / slips:.1%})")


if __name__ == "__main__":
    main()
