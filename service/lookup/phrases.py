"""Wording of rules from a compiled program: conditions and results as a player would say them.

A program has no rules any more, only the texts of rows and conditions. Where these have no wording that a player would
understand, the result is empty: better nothing than code.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import field, frozen

from bombsight.flat.program import EnumInfo, Program
from bombsight.flat.sites import BeforehandSite, EnterSite, ResultSite, RollSite, RowInfo
from bombsight.service.common import sentences

COMPARISON_WORDS = {"<=": "at most", ">=": "at least", "<": "below", ">": "above"}
"""The wording of comparison operators."""

TOKEN_PATTERN = re.compile(r'[A-Za-z]\w*(?:\([^()]*\))?|\d+|<=|>=|<|>|\.\.|[-+*/(),.{}\[\]"]')
"""A token: a word with its arguments, a number, or a sign."""

WORDLESS_SIGNS = frozenset('-+*/().{}[]"')
"""The signs without a wording."""

COUNTING_WORDS = ("count", "any", "all", "first", "sum", "min", "max", "abs", "lowest", "highest", "look", "for")
"""The keywords of expressions too complex for a phrase."""

JOINING_WORDS = ("", "in", "and", "or", "unless")
"""The words next to an open end of a range: ``in fog..``, ``in ..rain``."""

CALL_PATTERN = re.compile(r"(?:do|roll on|look up) ([\w-]+)(?:\((.*)\))?")
"""The text of a row with a single action."""

PART_OF_CARD = re.compile(r"(?<=\d)-[a-z_]{2,}$|(?<=\d[a-z])-[a-z_]{2,}$")
"""The end of a table's id that names it among those of one card: ``B2-hits``."""

BY_RULES_TEXT = sentences.BY_RULES


@frozen
class Phrases:
    """The titles of the named things in a program.

    Attributes:
        fields: The titles of fields by id.
        owners: The owners of fields by id: a procedure, ``career``, a list.
        procedures: The titles of procedures by name.
        tables: The ids and titles of tables by id.
        values: The titles of enum values by name, if all values of that name have the same.
        records: The ids of lists that outlive a mission.
    """

    fields: Mapping[str, str] = field(factory=dict)
    owners: Mapping[str, str] = field(factory=dict)
    procedures: Mapping[str, str] = field(factory=dict)
    tables: Mapping[str, str] = field(factory=dict)
    values: Mapping[str, str] = field(factory=dict)
    records: frozenset[str] = frozenset()

    def name_for(self, name: str) -> str:
        """Find the title of a field or value; without a title, its name with spaces."""
        title = self.fields.get(name) or self.values.get(name) or name.replace("_", " ")
        return lowercase_title(title) if name in self.fields else title

    def describe_condition(self, text: str) -> str:
        """Put the source text of a condition into words: ``lamp above 0``; empty if it is too complex."""
        words = []
        tokens = TOKEN_PATTERN.findall(text.removeprefix("when "))
        for at, token in enumerate(tokens):
            name, bracket, _ = token.partition("(")
            if token in WORDLESS_SIGNS or name in COUNTING_WORDS:
                return ""
            if token in COMPARISON_WORDS:
                words.append(COMPARISON_WORDS[token])
            elif token == "..":
                words.append(range_sign_text("".join(tokens[at - 1 : at]), "".join(tokens[at + 1 : at + 2])))
            else:
                words.append(self.procedures.get(name) or self.name_for(name) if bracket else self.name_for(token))
        return " ".join(words).replace(" ,", ",")

    def describe_result(self, row: RowInfo) -> str:
        """Put the result of a table row into words (title, values or action); empty if later events show it."""
        if row.title:
            return row.title
        call = CALL_PATTERN.fullmatch(row.text)
        if call is None:
            return "" if row.text.startswith("note ") else self.describe_values(row.text)
        name, args = call[1], call[2] or ""
        return (
            self.procedures.get(name)
            or self.tables.get(name)
            or (self.describe_values(args) if self.are_values(args) else "")
        )

    def are_values(self, text: str) -> bool:
        """Whether a comma-separated text has only numbers and enum values."""
        return all(part.lstrip("-").isdecimal() or part in self.values for part in text.split(", "))

    def describe_values(self, text: str) -> str:
        """Put a comma-separated list of values into words."""
        return ", ".join(self.values.get(part, part.replace("_", " ")) for part in text.split(", "))


def collect_phrases(program: Program) -> Phrases:
    """Collect the titles of fields, values, procedures and tables in a compiled program."""
    tables: dict[str, str] = {}
    procedures: dict[str, str] = {}
    for site in program.sites:
        match site:
            case RollSite(table=table, title=title) | BeforehandSite(table=table, title=title):
                if table is not None:
                    tables.setdefault(table, table_label(table, title))
            case ResultSite(table=table, title=title):
                tables.setdefault(table, table_label(table, title))
            case EnterSite(kind="procedure", name=name, title=title) if title:
                procedures[name] = title
            case _:  # the rest: names no table and no procedure
                pass
    return Phrases(
        fields={found.id: found.title for found in program.fields if found.title},
        owners={found.id: found.owner for found in program.fields},
        procedures=procedures,
        tables=tables,
        values=value_titles(program.enums),
        records=frozenset(found.id for found in program.lists if found.owner == "career"),
    )


def value_titles(enums: Mapping[str, EnumInfo]) -> dict[str, str]:
    """Map the names of enum values to their titles; names with different titles in different enums are left out."""
    titles: dict[str, set[str]] = {}
    for enum in enums.values():
        for value, title in zip(enum.values, enum.titles, strict=True):
            titles.setdefault(value, set()).add(title or value.replace("_", " "))
    return {name: found.pop() for name, found in titles.items() if len(found) == 1}


def range_sign_text(low: str, high: str) -> str:
    """Put the range sign ``..`` into words, given the words beside it: ``to``, ``up to``, ``or more``."""
    if high in JOINING_WORDS:
        return "or more" if low.isdecimal() else "or later"
    return "up to" if low in JOINING_WORDS else "to"


def table_label(table: str | None, title: str) -> str:
    """Format a table's id and title: ``B-5 Area damage``; the title alone if the id is just a name.

    Of the id of one table among several on a card, ``B2-hits``, only the card is shown.
    """
    if not table:
        return title
    if not title or table.replace("_", " ").lower() == title.lower():
        return title or table
    card = PART_OF_CARD.sub("", table)
    return f"{card} {title}" if any(character.isdigit() for character in card) else title


def lowercase_title(title: str) -> str:
    """Lower-case a title for use within a sentence: ``Mission`` becomes ``mission``, ``FW 190`` stays."""
    return title if title[1:2].isupper() or title[1:2].isdigit() else title[:1].lower() + title[1:]
