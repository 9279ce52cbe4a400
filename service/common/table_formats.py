"""The formats of files of tables, by their endings; what to say of such a file where a game is wanted."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from bombsight.boundary.errors import InputError
from bombsight.boundary.wording import either

Format = Literal["CSV", "TSV", "text", "Markdown", "HTML", "spreadsheet", "JSON", "compendium", "YAML", "DMN"]
"""A format of files of tables; a compendium of Foundry has a JSON document on each line."""

TextFormat = Literal["CSV", "TSV", "text", "Markdown", "HTML", "JSON", "compendium", "YAML"]
"""A format whose files are decoded texts."""

FORMATS: Mapping[str, Format] = {
    ".csv": "CSV",
    ".tsv": "TSV",
    ".tab": "TSV",
    ".txt": "text",
    ".md": "Markdown",
    ".markdown": "Markdown",
    ".html": "HTML",
    ".htm": "HTML",
    ".xlsx": "spreadsheet",
    ".xlsm": "spreadsheet",
    ".json": "JSON",
    ".db": "compendium",
    ".yaml": "YAML",
    ".yml": "YAML",
    ".dmn": "DMN",
    ".xml": "DMN",
}
"""The format of a file, by its ending."""

OTHER_SHEETS = (".xls", ".xlsb", ".ods", ".fods", ".ots", ".numbers", ".gsheet", ".xlt", ".xltx")
"""Endings of spreadsheets that are not read."""

OTHER_TEXTS = (".doc", ".docx", ".odt", ".rtf", ".pdf", ".pages", ".gdoc")
"""Endings of documents that are not read."""

SHEETS = (".csv", ".tsv", ".xlsx", ".xlsm", *OTHER_SHEETS)
"""Endings of files that are hardly anything but tables."""


def check_no_tables(path: str) -> None:
    """Raise an error that says how a game is made of a file, if a file of tables stands where a game is wanted.

    Raises:
        InputError: It does.
    """
    file = Path(path)
    if file.suffix.lower() not in SHEETS or not os.path.isfile(file):
        return
    name = re.sub(r"[^a-z0-9]+", "_", file.stem.lower()).strip("_")
    name = name if name[:1].isalpha() else f"game_{name}".rstrip("_")
    typed = f"bombsight new {name} --from {shlex.quote(path)}"
    making = either(typed, f"bombsight.new_from_tables({name!r}, [{path!r}])")
    raise InputError("this is a file of tables, and no game yet", path, f"Make a game of it: {making}")
