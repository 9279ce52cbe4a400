"""Benchmark of error quality: slips of every kind are planted in correct games, and each should give one finding.

A slip is one mistyped line. Each kind is planted at seeded places, and the game is compiled with it. The first finding
should be about the line of the slip, and there should be no other.
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
from bombsight.compiler.suppressions import apply_suppressions
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.files import read_source
from bombsight.dsl.pieces import split_items
from bombsight.dsl.source import Source

LIGHTHOUSE = "lighthouse"
GAMES = (LIGHTHOUSE, "b17", "b29_korea", "amerika_bomber")
FOLDER = Path(__file__).resolve().parent.parent / "docs" / "examples" / LIGHTHOUSE


@frozen
class Slip:
    """A kind of slip (a mistake that people commonly make): a line pattern and its faulty replacement.

    Attributes:
        name: Its description.
        line_pattern: The lines in which it can happen.
        replacement: The replacement of such a line, with the groups of the match.
        item_pattern: The start of the item with the line.
        new_name: The new name in later lines of the name that the match gives; empty for none.
    """

    name: str
    line_pattern: str
    replacement: str
    item_pattern: str = ""
    new_name: str = ""

    def matching_lines(self, source: Source) -> Iterator[tuple[int, re.Match[str]]]:
        """Yield the lines of a file that the slip can be planted in, with numbers."""
        for piece in split_items(source.text).pieces:
            if re.match(self.item_pattern, piece.text):
                first, _ = source.line_and_column(piece.offset)
                for number, text in enumerate(piece.code.split("\n"), first):
                    match = re.fullmatch(self.line_pattern, text) if not text.lstrip().startswith("#") else None
                    if match and match.expand(self.replacement) != text:
                        yield number, match


BODY_ITEMS = r"procedure|table|reroll"
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
    Slip("a tab", r"  (  *\w.*)", "\t\\1", BODY_ITEMS),
    Slip("sett", r"( +)set( .*)", r"\1sett\2"),
    Slip("rol on", r"( .*)roll on( .*)", r"\1rol on\2", BODY_ITEMS),
    Slip("wehn", r"( +[+-].*)when( .*)", r"\1wehn\2", "table"),
    Slip("tabel", r"table( .*)", r"tabel\1"),
    Slip("proceduer", r"procedure( .*)", r"proceduer\1"),
    Slip("sate", r"state( .*)", r"sate\1"),
    Slip("retrun", r"( +)return( .*)", r"\1retrun\2", BODY_ITEMS),
    Slip("If", r"( +)if( .*)", r"\1If\2", BODY_ITEMS),
    Slip("let without =", r"( +let \w+) = (.*)", r"\1 \2"),
    Slip("set with =", r"( +set [^\"]*?) to (.*)", r"\1 = \2"),
    Slip("add without to", r"( +add [^\"]*?) to (.*)", r"\1 \2", BODY_ITEMS),
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
    Slip("a block beside its line", r"( +if [^\"]*)", r"\1 nothing", BODY_ITEMS),
    Slip("a fraction", r"( +(?:set|add) .*?\b)(\d+)( to .*|$)", r"\1\g<2>.5\3", BODY_ITEMS),
    Slip("no last pipe", r"( +\|.*)\|", r"\1", "table|enum"),
    Slip("an empty cell", r"( +\|.*\|)[^|]*\|", r"\1  |", "table|enum"),
    Slip("a modifier without its sign", r"( +)[+-](\d+ \w+.*)", r"\1\2", "table"),
    Slip("for without each", r"( +for )each (.*)", r"\1\2"),
    Slip("no type of a field", r"( +\w+(?: \"[^\"]*\")?): .*?( = .*)", r"\1\2", "state|record"),
    Slip("no type of a parameter", r"((?:procedure|define) \w+\(\w+): [^,)]*(.*)", r"\1\2"),
    Slip("words written together", r"( +(?:set|add) .*?) to (.*)", r"\1 to\2", BODY_ITEMS),
    Slip("no comma in an enum", r"(enum \w+: \w+(?: \"[^\"]*\")?), (.*)", r"\1 \2"),
    Slip("givs", r"( +)gives( .*)", r"\1givs\2", "table"),
    Slip("count as a variable", r"( +let )(?P<name>\w+)( = .*)", r"\1count\3", new_name="count"),
    Slip("first in a loop", r"( +for each )(?P<name>\w+)( in .*)", r"\1first\3", new_name="first"),
    Slip("option as a field", r"( +)(?P<name>\w+)( \"[^\"]*\": .*)", r"\1option\3", "state", new_name="option"),
    Slip("any as a part", r"( +gives .*?)(?P<name>\w+)(: .*)", r"\1any\3", "table"),
)


@frozen
class PlantedSlip:
    """A slip (common mistake) planted in one line of a game's rules.

    Attributes:
        slip: The kind of slip.
        sources: The files with it.
        path: The changed file.
        line: The number of its line.
    """

    slip: Slip
    sources: tuple[Source, ...]
    path: str
    line: int


@frozen
class SlipReport:
    """The findings that the checker gives for one planted slip.

    Attributes:
        planted: The slip.
        new_findings: The findings with it that the game without it does not have.
    """

    planted: PlantedSlip
    new_findings: tuple[Diagnostic, ...]

    @property
    def line_hits(self) -> tuple[bool, ...]:
        """Whether each finding is about the slip's line."""
        return tuple(map(self.is_about_line, self.new_findings))

    def is_about_line(self, finding: Diagnostic) -> bool:
        """Whether a finding marks the slip's line, or points at it."""
        spans = (finding.span, *(label.span for label in finding.labels))
        return any(span.path == self.planted.path and span.line == self.planted.line for span in spans)

    @property
    def other_findings(self) -> tuple[Diagnostic, ...]:
        """The findings about other lines than the slip's."""
        return tuple(finding for finding in self.new_findings if not self.is_about_line(finding))

    @property
    def is_line_first(self) -> bool:
        """Whether the first finding is about the slip's line."""
        return self.line_hits[:1] == (True,)


def plant_slip(slip: Slip, sources: Sequence[Source], seed: int) -> PlantedSlip | None:
    """Plant a slip (common mistake) at a random possible line of a game; None if none is possible."""
    places = [(at, number, found) for at, source in enumerate(sources) for number, found in slip.matching_lines(source)]
    if not places:
        return None
    at, number, match = Random(f"{slip.name} {seed}").choice(places)
    lines = sources[at].text.split("\n")
    lines[number - 1] = match.expand(slip.replacement)
    if slip.new_name and slip.item_pattern != "state":
        renamed_lines = range(number - 1, number + len(lines_in_scope(slip, match, lines[number:])))
        lines = [
            rename_word(line, match["name"], slip.new_name) if n in renamed_lines else line
            for n, line in enumerate(lines)
        ]
    files = [*sources]
    files[at] = evolve(sources[at], text="\n".join(lines))
    if slip.new_name and slip.item_pattern == "state":  # renamed in later lines
        files = [evolve(file, text=rename_word(file.text, match["name"], slip.new_name)) for file in files]
    return PlantedSlip(slip, tuple(files), files[at].path, number)


def lines_in_scope(slip: Slip, match: re.Match[str], lines: Sequence[str]) -> list[str]:
    """The lines below a slip that use its name in the same meaning: the rest of the block, to a line that rebinds
    it."""
    depth = len(match[0]) - len(match[0].lstrip())

    def ends_scope(line: str) -> bool:
        """Whether a line ends the scope of the slip's name."""
        redefinition = re.fullmatch(slip.line_pattern, line)
        outside = line.strip() and len(line) - len(line.lstrip()) < depth
        return bool(outside or (redefinition and redefinition["name"] == match["name"]))

    return list(takewhile(lambda line: not ends_scope(line), lines))


def rename_word(text: str, name: str, new_name: str) -> str:
    """Replace a whole word in a text."""
    return re.sub(rf"\b{name}\b", new_name, text)


def find_diagnostics(sources: Sequence[Source], proofs: bool) -> list[Diagnostic]:
    """Check a game's sources, and return the findings; they name files by their paths in the game."""
    bare = tuple(evolve(source, file="") for source in sources)
    return apply_suppressions(compile_rules(Request(base=bare), proofs=proofs).diagnostics, bare)


def measure_slips(
    sources: Sequence[Source], seeds: Iterable[int], *, proofs: bool = True, slips: Sequence[Slip] = SLIPS
) -> Iterator[SlipReport]:
    """Plant every slip that fits a game, and yield a report of the findings for each.

    Args:
        sources: The files of the game.
        seeds: The seeds of the places, one plant each.
        proofs: Whether the checks that prove things run, too.
        slips: The kinds of slip.
    """
    known_findings = {(one.code, one.span.path, one.span.line) for one in find_diagnostics(sources, proofs)}
    for seed in seeds:
        for slip in slips:
            planted = plant_slip(slip, sources, seed)
            if planted is not None:
                findings = find_diagnostics(planted.sources, proofs)
                new_findings = tuple(
                    one for one in findings if (one.code, one.span.path, one.span.line) not in known_findings
                )
                yield SlipReport(planted, new_findings)


def game_files(name: str) -> tuple[Source, ...]:
    """Read the rules files of a game."""
    if name != LIGHTHOUSE:
        return request(name).base
    sources = [(path, read_source(path)) for path in sorted(FOLDER.glob("*.rules"))]
    return tuple(evolve(source, path=path.name) for path, source in sources if isinstance(source, Source))


def main() -> None:
    """Plant slips in games, and print how good their findings are."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES, help="of them all unless some are named")
    parser.add_argument("--seeds", type=int, default=1, help="how many places for each slip")
    parser.add_argument("--proofs", action="store_true", help="with all that is proved, which takes seconds for each")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="of the kinds of slips only every Nth")
    parser.add_argument("--show", action="store_true", help="what is not as it should be")
    args = parser.parse_args()
    for game in args.games:
        proofs = args.proofs or game == LIGHTHOUSE
        reports = [*measure_slips(game_files(game), range(args.seeds), proofs=proofs, slips=SLIPS[:: args.every])]
        for each in reports:
            if args.show and (not each.is_line_first or each.other_findings):
                print(f"  {each.planted.slip.name}: {each.planted.path}:{each.planted.line}")
                for finding in each.new_findings[:6]:
                    mark = " " if each.is_about_line(finding) else "!"
                    print(f"    {mark} {finding.code} {finding.span.path}:{finding.span.line} {finding.message}")
        slips, wrong = len(reports), sum(bool(each.other_findings) for each in reports)
        true, first = sum(any(each.line_hits) for each in reports), sum(each.is_line_first for each in reports)
        print(f"{game:<16} {slips} slips: told {true}, first {first}, others with {wrong} ({wrong / slips:.1%})")


if __name__ == "__main__":
    main()
