"""``compare``: files of any format that can be imported, and figures in JSON, laid beside a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from pathlib import Path

from bombsight.boundary.errors import InputError
from bombsight.boundary.files import read_input_file
from bombsight.compiler.graph.nodes import RuleGraph, Table
from bombsight.compiler.request import Request
from bombsight.service.common.table_formats import FORMATS
from bombsight.service.comparing.cell_lines import read_lines, split_by_table
from bombsight.service.comparing.comparison import TableComparison, compared_file
from bombsight.service.comparing.documents import CellDifference, Compared, ComparedFile
from bombsight.service.comparing.figures import is_figures, read_figures
from bombsight.service.comparing.game_cells import GameTable, take_apart
from bombsight.service.comparing.matching import describe_likest, find_game_table, missing_table, split_halves
from bombsight.service.comparing.transcribed import Scalar, TranscribedCell, TranscribedTable
from bombsight.service.comparing.words import WordList, read_word_list, title_form
from bombsight.service.importing.cells import tables_of_cells
from bombsight.service.importing.limits import MAX_SOURCE_BYTES
from bombsight.service.importing.model import (
    CellTable,
    ImportedDecision,
    ImportedTable,
    NumberSpan,
    Test,
)
from bombsight.service.importing.reading import decode_text, parse_document, read_source_file
from bombsight.service.programs.compile import compile_game

MAX_CASES = 10_000
"""The most cases of a rule of a decision table that are compared."""

COMPARE_FOLDER = "compare"
"""The name of the folder, in a game's folder of tests, with transcriptions that ``test`` compares."""

WORDS_FILE = "words.toml"
"""The name of the list of words in that folder."""


def compare_files(
    request: Request, files: Sequence[Path], words: WordList | None = None, *, is_partial: bool = False
) -> Compared:
    """Lay transcriptions beside a game.

    Args:
        request: The rules.
        files: The files of the transcriptions.
        words: What their words and tables are called in the game.
        is_partial: Whether a row that a file does not have is no difference.

    Raises:
        InputError: A file cannot be read, or holds no tables; an option of the game is unknown.
        WrongRules: The rules have errors.
    """
    graph, _ = compile_game(request)
    compared = tuple(compare_file(file, graph, words or WordList(), is_partial=is_partial) for file in files)
    seen = {id_ for each in compared for id_ in each.tables}
    missing = tuple(table.id for table in graph.tables if table.id not in seen and is_comparable(table, graph))
    return Compared(game=graph.game.id, rules=graph.rules_hash, files=compared, missing=missing)


def is_comparable(table: Table, graph: RuleGraph) -> bool:
    """Whether a table has anything that a transcription could have, too."""
    return any(cell.is_comparable for cell in take_apart(table, graph).cells)


def compare_file(path: Path, graph: RuleGraph, words: WordList, *, is_partial: bool = False) -> ComparedFile:
    """Lay a transcription beside a game.

    Args:
        path: Its file.
        graph: The game.
        words: What its words and tables are called in the game.
        is_partial: Whether a row that it does not have is no difference.

    Raises:
        InputError: It cannot be read, or holds no tables.
    """
    file = path.name
    comparisons: list[TableComparison] = []
    missing: list[CellDifference] = []
    apart: dict[str, GameTable] = {}
    parts = read_transcription(path)
    if not parts:
        raise InputError("there is no table in it that can be compared", str(path))
    for part in parts:
        for each in split_by_table(part) if isinstance(part, CellTable) else split_halves(part, words):
            names = (each.title, *each.keys) if isinstance(each, CellTable) else each.names
            all_names = [*names, path.stem] if len(parts) == 1 else names
            table = find_game_table(all_names, graph, words, are_ids=not isinstance(each, CellTable))
            if table is None:
                place = "" if isinstance(each, CellTable) else each.place
                if texts := texts_of_part(each):
                    alike = describe_likest(
                        [title_form(text) for text in texts], (take_apart(table, graph) for table in graph.tables)
                    )
                    missing.append(missing_table(names[0], len(texts), file, place, alike))
                continue
            if isinstance(table, str):
                continue
            game = apart.setdefault(table.id, take_apart(table, graph))
            own_words = words.for_table(table.id)
            comparison = TableComparison(game, own_words, file, is_partial)
            for transcribed in read_part(each, game, own_words):
                comparison.compare(transcribed)
            comparisons.append(comparison)
    return compared_file(file, comparisons, missing)


def texts_of_part(part: CellTable | TranscribedTable) -> list[str]:
    """List the texts of the rows of a part of a file; none if it is no table, but notes."""
    if isinstance(part, TranscribedTable):
        return [" ".join(map(str, cell.values)) for cell in part.cells]
    return [row.text for table in tables_of_cells(part) for row in table.rows]


def read_part(part: CellTable | TranscribedTable, game: GameTable, words: WordList) -> Iterator[TranscribedTable]:
    """Yield the transcribed tables of a part of a file, lines of cells as the game's table has them."""
    if isinstance(part, TranscribedTable):
        yield part
    elif game.table.result is None and not game.table.params:  # its rows are texts, as an import makes them
        yield from map(transcribe_table, tables_of_cells(part))
    else:
        yield read_lines(part, game, words)


def read_transcription(path: Path) -> list[CellTable | TranscribedTable]:
    """Read the tables of a transcription.

    Raises:
        InputError: It cannot be read.
    """
    if FORMATS.get(path.suffix.lower()) == "JSON":
        content = read_input_file(str(path), MAX_SOURCE_BYTES)
        data = parse_document(decode_text(content, str(path)), str(path))
        if is_figures(data):
            return [*read_figures(data)]
    found: list[CellTable | TranscribedTable] = []
    for part in read_source_file(path).parts:
        match part:
            case CellTable():
                found.append(part)
            case ImportedTable():
                found.append(transcribe_table(part))
            case ImportedDecision():
                found.append(transcribe_decision(part))
    return found


def transcribe_table(table: ImportedTable) -> TranscribedTable:
    """The cells of a table that is thrown for: its texts."""
    cells = tuple(
        TranscribedCell((), low, high, True, (row.text,), (), row.place)
        for row in table.rows
        for low, high in row.ranges
    )
    dice = table.throw.dice if not table.throw.constant else ""
    return TranscribedTable((table.title, *table.keys), dice, cells, 0, table.place)


def transcribe_decision(decision: ImportedDecision) -> TranscribedTable:
    """The cells of a decision table: the first rule that holds for each case that its rules name."""
    cells: dict[tuple[str, ...], TranscribedCell] = {}
    for rule in decision.rules:
        for case in islice(product(*map(cases_of_test, rule.tests)), MAX_CASES):
            columns = tuple(word for word in case if word)
            values: tuple[Scalar, ...] = tuple(rule.values)
            cells.setdefault(columns, TranscribedCell(columns, None, None, False, values, (), rule.place))
    return TranscribedTable((decision.title, *decision.keys), "", tuple(cells.values()), 0, decision.place)


def cases_of_test(test: Test) -> list[str]:
    """Words for the values of a test, the ends of its ranges; one empty word for any value."""
    found: list[str] = []
    for part in test:
        match part:
            case NumberSpan(low=low, high=high):
                found += [str(end) for end in dict.fromkeys([low, high]) if end is not None]
            case bool():
                found.append("yes" if part else "no")
            case _:
                found.append(str(part))
    return found or [""]


def find_kept_files(folder: Path) -> tuple[tuple[Path, ...], Path | None]:
    """Find the transcriptions that are kept beside a game, in ``tests/compare``, and their list of words."""
    place = folder / "tests" / COMPARE_FOLDER
    try:
        files = sorted(path for path in place.iterdir() if path.suffix.lower() in FORMATS and path.is_file())
    except OSError:
        return (), None
    words = place / WORDS_FILE
    return tuple(files), words if words.is_file() else None


def compare_kept_files(request: Request, folder: Path) -> Iterator[tuple[Path, ComparedFile]]:
    """Lay each transcription that is kept beside a game beside it.

    Raises:
        InputError: A file cannot be read, or holds no tables.
        WrongRules: The rules have errors.
    """
    files, words_file = find_kept_files(folder)
    if not files:
        return
    words = read_word_list(words_file) if words_file is not None else WordList()
    graph, _ = compile_game(request)
    for file in files:
        yield file, compare_file(file, graph, words)
