"""A complaint: one file with all that a person needs who looks into a fault of the program or of a game's rules.

What cannot be gathered is named in it and stops nothing: a save may be damaged and rules may have errors, for these are
what people complain of.
"""

from __future__ import annotations

import json
import platform
from base64 import b64decode, b64encode
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from attrs import evolve, field, frozen

from bombsight.boundary.codec.problems import DecodeError
from bombsight.boundary.documents import MALFORMED_ERRORS, parse_json
from bombsight.boundary.errors import InputError
from bombsight.boundary.files import MAX_FILE_SIZE, read_input_file
from bombsight.boundary.texts import decode_utf8
from bombsight.compiler.graph.overlays import names_in_force
from bombsight.compiler.request import Request
from bombsight.flat.words import word_for
from bombsight.runtime.saves.reader import parse_save
from bombsight.runtime.saves.records import Header
from bombsight.service.common.decoding import decode_document
from bombsight.service.common.document import Document
from bombsight.service.common.failure import WrongRules
from bombsight.service.common.project import describe_version
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.lookup.cards import Card, build_card
from bombsight.service.lookup.name_matching import find_table
from bombsight.service.programs.compile import compile_game
from bombsight.service.report.scrubbing import scrub_data
from bombsight.service.saves.saved_rules import rules_of_save

ABOUT = (
    "A report of a fault in Bombsight or in the rules of a game. It was written by `bombsight complain`, which sends "
    "nothing: read it, then send it yourself. Home folders and user names in paths are replaced."
)
"""What a complaint says of itself."""

PACKAGES = (
    *("attrs", "click", "lark", "platformdirs", "prompt_toolkit", "rich"),
    *("distributed", "pyarrow", "pygls", "textual", "wasmtime", "websockets"),
)
"""The packages that the program uses, those of extras behind."""

MAX_FINDINGS = 20
"""The most errors of rules that are named."""


@frozen(kw_only=True)
class ProgramVersions:
    """The versions of the program and of what it runs on.

    Attributes:
        bombsight: The version of the program; empty if it is not installed.
        python: The version of Python.
        system: The system and its version.
        packages: The version of each package that is installed, by name.
    """

    bombsight: str
    python: str
    system: str
    packages: dict[str, str]


@frozen(kw_only=True)
class HouseText:
    """A file of house rules: its name without folders, and its text."""

    name: str
    text: str


@frozen(kw_only=True)
class RulesTold:
    """The identity of rules.

    Attributes:
        game: The game's id.
        title: Its title; empty if it is unknown.
        hash: The hash of the rules; empty if they have errors.
        options: Every option with its value, in words.
        variants: The variants in force.
        without: The errata that are left out; of a save, unknown and empty.
        overlays: The overlays in force, as `kind name`, in order.
        house: The files of house rules.
    """

    game: str
    title: str = ""
    hash: str = ""
    options: dict[str, str] = field(factory=dict)
    variants: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    overlays: tuple[str, ...] = ()
    house: tuple[HouseText, ...] = ()


@frozen(kw_only=True)
class SaveTold:
    """A save, whole, whatever is wrong with it.

    Attributes:
        name: The name of its file, without folders.
        problem: Why it cannot be read; empty if it can.
        text: Its text; empty if it is no text.
        base64: Its bytes in base64 if it is no text; else empty.
    """

    name: str
    problem: str = ""
    text: str = ""
    base64: str = ""

    @property
    def content(self) -> bytes:
        """The content of the save.

        Raises:
            ValueError: The bytes are no base64.
        """
        return b64decode(self.base64, validate=True) if self.base64 else self.text.encode()


@frozen(kw_only=True)
class Figure:
    """The figure in question.

    Attributes:
        table: The table's id, or what the person wrote.
        row: The row, as the person wrote it; may be empty.
        column: The column, as the person wrote it; may be empty.
        card: The table as it stands; None if it was not found.
    """

    table: str
    row: str = ""
    column: str = ""
    card: Card | None = None


@frozen(kw_only=True)
class Complaint(Document):
    """A report of a fault.

    Attributes:
        about: What this file is.
        sentence: What the person says is wrong.
        private: What in it the person may not want to show, in sentences.
        versions: The program and what it runs on.
        rules: The rules; None if no game is named.
        figure: The table in question; None if none is named.
        save: The save; None if none is named.
        problems: What could not be gathered, and why.
    """

    document = "complaint"

    about: str = ABOUT
    sentence: str
    private: tuple[str, ...] = ()
    versions: ProgramVersions
    rules: RulesTold | None = None
    figure: Figure | None = None
    save: SaveTold | None = None
    problems: tuple[str, ...] = ()


# --- gathering


def gather_complaint(
    sentence: str,
    rules: Rules,
    *,
    game: str | None = None,
    save: Path | None = None,
    table: str | None = None,
    row: str = "",
    column: str = "",
) -> Complaint:
    """Gather a complaint.

    Args:
        sentence: What the person says is wrong.
        rules: The rules of the call, for a game without a save.
        game: The game's id, or its folder; None for the save's, or none.
        save: The save; None for none.
        table: The table in question, by its id or title; None for none.
        row: The row in question.
        column: The column in question.

    Raises:
        InputError: The save cannot be read at all.
    """
    problems: list[str] = []
    content = read_input_file(str(save)) if save is not None else b""
    header = None if save is None else read_header(content, save, problems)
    request = find_request(header, save, game, rules, problems)
    figure = Figure(table=table, row=row, column=column) if table is not None else None
    rules_told = identity_of_header(header) if header is not None else None
    if request is not None:
        rules_told = evolve(
            rules_told or RulesTold(game=game or ""),
            house=tuple(HouseText(name=Path(each.path).name, text=each.text) for each in request.house),
            variants=tuple(request.variants),
            without=tuple(request.without),
        )
        rules_told, figure = look_up_rules(request, rules_told, figure, problems)
    elif figure is not None:
        problems.append(f"the table {table}: no game is named")
    complaint = Complaint(
        sentence=sentence,
        versions=collect_versions(),
        rules=rules_told,
        figure=figure,
        save=None if save is None else save_told(save, content, problems if header is None else []),
        problems=tuple(problems),
    )
    return evolve(complaint, private=private_parts(complaint))


def read_header(content: bytes, save: Path, problems: list[str]) -> Header | None:
    """Read the header of a save; None, with the problem, if it is damaged."""
    try:
        return parse_save(content, str(save)).header
    except InputError as error:
        problems.append(f"the save {save.name}: {error}")
        return None


def save_told(save: Path, content: bytes, problems: list[str]) -> SaveTold:
    """Make the part of a complaint that holds a save."""
    problem = " ".join(problems)
    try:
        return SaveTold(name=save.name, problem=problem, text=content.decode())
    except UnicodeDecodeError:
        return SaveTold(name=save.name, problem=problem, base64=b64encode(content).decode())


def find_request(
    header: Header | None, save: Path | None, game: str | None, rules: Rules, problems: list[str]
) -> Request | None:
    """Make the compile request of the save's rules or of the game; None, with the problem, if there are none."""
    try:
        if header is not None:
            return rules_of_save(header, str(save), rules.folders, house=rules.house, limit=rules.limit).request
        return request_for_game(game, rules) if game is not None else None
    except (InputError, WrongRules) as failure:
        problems += describe_failure("the rules", failure)
        return None


def identity_of_header(header: Header) -> RulesTold:
    """The identity of a save's rules, as its header has it."""
    return RulesTold(
        game=header.game,
        title=header.title,
        hash=header.rules,
        options=dict(header.options),
        overlays=tuple(overlay.name for overlay in header.overlays),
    )


def look_up_rules(
    request: Request, rules: RulesTold, figure: Figure | None, problems: list[str]
) -> tuple[RulesTold, Figure | None]:
    """Complete the identity of rules, and look up the card in question; problems are added to ``problems``."""
    try:
        graph, compiled = compile_game(request)
    except (InputError, WrongRules) as failure:
        problems += describe_failure("the rules", failure)
        return rules, figure
    rules = evolve(
        rules,
        game=graph.game.id,
        title=graph.game.title,
        hash=rules.hash or graph.rules_hash,
        options=rules.options or {each.name: word_for(each.value, each.type, each.words) for each in graph.options},
        overlays=rules.overlays or names_in_force(graph.overlays),
    )
    if figure is None:
        return rules, None
    try:
        card = build_card(find_table(graph, figure.table), graph, compiled.sources)
    except InputError as error:
        problems.append(f"the table {figure.table}: {error}")
        return rules, figure
    return rules, evolve(figure, table=card.id, card=card)


def describe_failure(noun: str, failure: InputError | WrongRules) -> list[str]:
    """Describe why something cannot be used, a sentence for each error."""
    if isinstance(failure, InputError):
        return [f"{noun}: {failure}"]
    return [f"{noun}: {each.code} {each.span}: {each.message}" for each in failure.findings[:MAX_FINDINGS]]


def collect_versions() -> ProgramVersions:
    """Collect the versions of the program, of Python, of the system and of the packages in use."""
    packages = {}
    for name in PACKAGES:
        try:
            packages[name] = version(name)
        except PackageNotFoundError:
            continue
    return ProgramVersions(
        bombsight=describe_version(),
        python=f"{platform.python_implementation()} {platform.python_version()}",
        system=platform.platform(),
        packages=packages,
    )


def private_parts(complaint: Complaint) -> tuple[str, ...]:
    """Name what in a complaint the person may not want to show."""
    parts = ["Your sentence, as you wrote it.", "The versions of your system, of Python and of the program."]
    if complaint.rules is not None and complaint.rules.house:
        parts.append("Your house rules, whole.")
    if complaint.save is not None:
        parts.append(
            "Your save, whole: its seed and all dice and answers. Whoever has it can replay the game, and see what is "
            "still hidden in it, in a game for two from the other player, too."
        )
        parts.append("The names that you gave people and things in that game.")
    return tuple(parts)


# --- files


def render_complaint(complaint: Complaint) -> str:
    """Serialize a complaint as the text of its JSON file, without home folders and user names."""
    return json.dumps(scrub_data(complaint.to_json()), indent=1, ensure_ascii=False) + "\n"


def is_complaint(text: str) -> bool:
    """Whether a file's text looks like a complaint."""
    return text.startswith(f'{{\n "document": "{Complaint.document}"')


def read_complaint(path: Path) -> Complaint:
    """Read a complaint from its JSON file, without the card, which the rules of the reader show, too.

    Raises:
        InputError: It cannot be read, or is no complaint.
    """
    place = str(path)
    try:
        data: Any = parse_json(decode_utf8(read_input_file(place), place), MAX_FILE_SIZE)
        if data.get("figure") is not None:
            data = {**data, "figure": {**data["figure"], "card": None}}
        complaint = decode_document(data, Complaint)
        if complaint.save is not None:
            complaint.save.content  # noqa: B018 - raises if its bytes are damaged
    except DecodeError as error:
        raise InputError(f"this is no complaint: {error}", place) from error
    except MALFORMED_ERRORS as error:
        raise InputError("this is no JSON of a complaint", place) from error
    return complaint
