"""The declaration of a README's figures, `figures.toml`: for each table its rows' runs and their measures."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from attrs import evolve, field, frozen

from bombsight.boundary.codec.decoding import decode_strictly
from bombsight.boundary.codec.form import Form, Scalar
from bombsight.boundary.codec.problems import DecodeError, mismatch_error
from bombsight.boundary.documents import parse_toml
from bombsight.boundary.errors import InputError
from bombsight.boundary.files import read_input_file
from bombsight.boundary.texts import decode_utf8
from bombsight.compiler.findings import suggest_name
from bombsight.dsl.listing import join_names
from bombsight.flat.slices import PolicyName
from bombsight.service.common.seeds import check_seed
from bombsight.service.simulating.requests import MAX_RUNS

FIGURES_FILE = "figures.toml"
"""The name of the file, in the folder of its game."""


@frozen(kw_only=True)
class Measure:
    """A statistic of a row's runs: a column of the table.

    Attributes:
        title: The head of its column.
        tally: The name of the tally, or `result` for how runs end; as `simulate --json` names its columns.
        value: For a tally of yes and no, or of words, the value whose share is measured; None for the mean of a number.
        digits: The number of decimals; None for as many as the interval justifies.
    """

    title: str
    tally: str
    value: str = "yes"
    digits: int | None = None


@frozen(kw_only=True)
class Row:
    """A row: its words, and the rules of its runs.

    Attributes:
        cells: The words of its first columns.
        options, variants, without: As the flags of a call.
        house: Files of house rules, relative to the file of the declaration.
        mission: The number of the mission played; None for that of the table.
    """

    cells: tuple[str, ...]
    options: Mapping[str, str] = field(factory=dict)
    variants: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    house: tuple[str, ...] = ()
    mission: int | None = None


@frozen(kw_only=True)
class Table:
    """A table of figures.

    Attributes:
        name: Its name in the README.
        heads: The heads of the columns of words.
        measures: The measures, a column each.
        rows: The rows, at least one.
        missions: The number of missions for each row; None for campaigns.
        campaigns: The number of campaigns; None for missions.
        mission: The number of the mission of all runs; None for all missions in turn.
        seed: The seed of all dice.
        policy: The policy that answers.
        differences: Whether rows after the first show differences from it, run by run with common random numbers.
        turned: Whether the table is printed transposed.
    """

    heads: tuple[str, ...]
    measures: tuple[Measure, ...]
    rows: tuple[Row, ...]
    missions: int | None = None
    campaigns: int | None = None
    mission: int | None = None
    seed: int = 1
    policy: PolicyName = "auto"
    differences: bool = False
    turned: bool = False
    name: str = ""

    @property
    def runs(self) -> int:
        """The number of runs for each row: of campaigns, or else of missions."""
        return self.missions or self.campaigns or 0


@frozen(kw_only=True)
class Declaration:
    """The declared figures of a game.

    Attributes:
        path: The file.
        tables: Its tables, in order.
    """

    path: Path
    tables: tuple[Table, ...]

    def find_table(self, name: str) -> Table | None:
        """Find a declared table of figures by name; None if there is none."""
        return next((table for table in self.tables if table.name == name), None)


def read_declaration(path: Path) -> Declaration:
    """Parse a declaration file of figures (``figures.toml``).

    Raises:
        InputError: It cannot be read, is no TOML, or has an invalid table.
    """
    place = str(path)
    try:
        sections = parse_toml(decode_utf8(read_input_file(place), place))
    except ValueError as error:
        raise InputError(f"this is no TOML: {error}", place, EXAMPLE_HINT) from error
    tables = tuple(read_table(name, value, place) for name, value in sections.items())
    return Declaration(path=path, tables=tables)


EXAMPLE_HINT = "`bombsight help simulating` shows such a file."


def read_table(name: str, value: object, place: str) -> Table:
    """Decode the declaration of one table of figures from TOML data.

    Raises:
        InputError: It has an unknown key, a wrong value, or lacks a required key.
    """
    where = f"{place}, {name}"
    try:
        table = evolve(decode_strictly(value, Table, FIGURES_FORM), name=name)
    except DecodeError as error:
        problems = [f"{name}{each.path.removeprefix('$')}: {each.message}" for each in error.problems]
        raise InputError("; ".join(problems), where, EXAMPLE_HINT) from error
    if (table.missions is None) == (table.campaigns is None):
        raise InputError("a table says how many `missions` are played for each row, or how many `campaigns`", where)
    if not 1 <= table.runs <= MAX_RUNS:
        raise InputError(f"{table.runs} runs cannot be played", where, f"Give a number 1..{MAX_RUNS:,}.")
    check_seed(table.seed, where)
    if not table.rows or not table.measures:
        raise InputError("a table has `rows` and `measures`", where, EXAMPLE_HINT)
    for row in table.rows:
        if len(row.cells) != len(table.heads):
            wanted = f"{len(table.heads)} columns of words: {join_names(table.heads)}"
            raise InputError(f"the row {list(row.cells)} has {len(row.cells)} cells, and the table {wanted}", where)
    if table.differences and any(row.mission != table.rows[0].mission for row in table.rows):
        raise InputError("rows of other missions cannot be compared run by run", where, "Leave `differences` out.")
    return table


def decode_options(data: object) -> dict[str, str]:
    """Decode the options of the rules by name, each value as the text that the command line takes.

    Raises:
        DecodeError: It is no section of texts, numbers, true and false.
    """
    if not isinstance(data, dict) or not all(isinstance(each, str | int) for each in data.values()):
        raise mismatch_error("a section of options", data)
    return {
        name: {True: "yes", False: "no"}[each] if isinstance(each, bool) else str(each) for name, each in data.items()
    }


FIGURES_FORM = Form(scalars={Mapping[str, str]: Scalar(encode=dict, decode=decode_options)}, suggest=suggest_name)
"""The decoding rules of the file's tables: strict, without conversions between texts and numbers."""
