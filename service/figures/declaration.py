"""The file that declares a README's figures: for each table the runs of its rows, and what is measured of them."""

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
    """One thing that is measured of the runs of a row.

    Attributes:
        title: The head of its column.
        tally: The name of the tally, or `result` for how runs end; as `simulate --json` names its columns.
        value: For a tally of yes and no, or of words, the value whose share is measured. The mean of a number has none.
        digits: How many digits stand behind the point; None for as many as the interval shows.
    """

    title: str
    tally: str
    value: str = "yes"
    digits: int | None = None


@frozen(kw_only=True)
class Row:
    """A row: words that stand in it, and by which rules its runs are played.

    Attributes:
        cells: The words of its first columns.
        options, variants, without: As the flags of a call.
        house: Files of house rules, relative to the file of the declaration.
        mission: The number of the mission that is played; None for that of the table.
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
        name: By which the README names it.
        heads: The heads of the columns that hold words.
        measures: What is measured, a column each.
        rows: The rows, from one on.
        missions: How many missions are played for each row; None for campaigns.
        campaigns: How many campaigns; None for missions.
        mission: The number of the mission that all of them are; None for all in turn.
        seed: Of all dice.
        policy: Who answers.
        differences: Whether the rows behind the first show how they differ from it, run by run with the same dice.
        turned: Whether rows and columns change places.
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
        """How many runs are played for each row."""
        return self.missions or self.campaigns or 0


@frozen(kw_only=True)
class Declaration:
    """What the file of a game declares.

    Attributes:
        path: The file.
        tables: Its tables, in their order.
    """

    path: Path
    tables: tuple[Table, ...]

    def find_table(self, name: str) -> Table | None:
        """The table of this name; None where there is none."""
        return next((table for table in self.tables if table.name == name), None)


def read_declaration(path: Path) -> Declaration:
    """The declaration of a file.

    Raises:
        InputError: It cannot be read, is no TOML, or declares what no table of figures has.
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
    """A table of the file.

    Raises:
        InputError: It says what no table of figures has, or leaves out what each has.
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
    """Options by name, each as a call would say it.

    Raises:
        DecodeError: It is no section of texts, numbers, true and false.
    """
    if not isinstance(data, dict) or not all(isinstance(each, str | int) for each in data.values()):
        raise mismatch_error("a section of options", data)
    return {
        name: {True: "yes", False: "no"}[each] if isinstance(each, bool) else str(each) for name, each in data.items()
    }


FIGURES_FORM = Form(scalars={Mapping[str, str]: Scalar(encode=dict, decode=decode_options)}, suggest=suggest_name)
"""The form of the tables of the file: nothing is guessed, no text is a number."""
