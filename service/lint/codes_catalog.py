"""The catalogue of finding codes: look-up of codes and their pages by code, name or area."""

from __future__ import annotations

from functools import cache

from bombsight.boundary.errors import InputError
from bombsight.compiler.codes import CODES, CODES_BY_NAME
from bombsight.compiler.finding_pages import FindingPage as FindingPage
from bombsight.compiler.finding_pages import read_page as read_page
from bombsight.compiler.findings import suggest_name
from bombsight.dsl.diagnostic import Code
from bombsight.service.lookup.manual import load_pages as pages_of_manual

CODES_PAGE = "codes"
"""The page of the manual that lists all findings."""

SECTION_PREFIX = "### "
"""The beginning of a finding's heading on that page."""

AREA_NAMES = {
    "E": "syntax",
    "N": "names",
    "T": "tables",
    "M": "modifiers",
    "V": "values",
    "P": "procedures",
    "O": "overlays",
    "S": "sources",
    "B": "boards",
    "L": "luck",
}
"""The name of the area for each first letter of a code."""


UNUSED_PREFIXES = ("unused-", "unreachable-", "dead-", "idle-", "overridden-", "cancelled-", "never-read")
"""The beginnings of the names of findings about what has no effect."""


def all_codes() -> dict[str, Code]:
    """Collect the pages of all finding codes, by code, in order."""
    return dict(sorted(CODES.items()))


def is_about_unused(code: str) -> bool:
    """Whether a finding says that something in the rules has no effect, which an editor can show faded."""
    return name_of_code(code).startswith(UNUSED_PREFIXES)


def name_of_code(code: str) -> str:
    """The readable name of a finding code, for suppression comments; empty for an unknown code."""
    return CODES[code].name if code in CODES else ""


def find_code(word: str) -> Code:
    """Find a finding by its code or name, ignoring case.

    Raises:
        InputError: There is none.
    """
    codes = all_codes()
    code = codes.get(CODES_BY_NAME.get(word.lower(), word.upper()))
    if code is None:
        hint = (
            suggest_name(word.upper(), codes)
            or suggest_name(word.lower(), CODES_BY_NAME)
            or "Codes look like T003; `bombsight explain` lists them all."
        )
        raise InputError(f"there is no code {word}", "", hint)
    return code


@cache
def section_lines() -> dict[str, int]:
    """Map each finding code to the line, from 1, where its section of the findings page begins."""
    lines = pages_of_manual()[CODES_PAGE].text.split("\n")
    return {
        line.removeprefix(SECTION_PREFIX): number
        for number, line in enumerate(lines, start=1)
        if line.startswith(SECTION_PREFIX)
    }


def address_of_code(code: str) -> str:
    """The address of a finding code's page: a place in an installed file, of this version and there without a network.

    Returns:
        Empty for an unknown code.
    """
    if code not in CODES:
        return ""
    line = section_lines().get(code)
    place = pages_of_manual()[CODES_PAGE].path.as_uri()
    return place if line is None else f"{place}#L{line}"


def find_codes(word: str) -> tuple[Code, ...]:
    """Find the findings of an area, by its letter or name (``T``, ``tables``), or of one code or finding's name.

    Raises:
        InputError: There is none.
    """
    letter = next((letter for letter, name in AREA_NAMES.items() if word.lower() in (letter.lower(), name)), None)
    return tuple(code for code in all_codes().values() if code.code[0] == letter) or (find_code(word),)


def parse_code_prefixes(words: list[str]) -> tuple[str, ...]:
    """Parse arguments of ``--select`` and ``--ignore`` (codes, areas, names) to code prefixes.

    Raises:
        InputError: One is neither a code nor a prefix of one.
    """
    codes = all_codes()
    parts = [part.strip() for word in words for part in word.split(",") if part.strip()]
    prefixes = [CODES_BY_NAME.get(part.lower(), part.upper()) for part in parts]
    for part in prefixes:
        if not any(code.startswith(part) for code in codes):
            areas = ", ".join(f"{letter} ({name})" for letter, name in AREA_NAMES.items())
            raise InputError(f"no code begins with {part}", "", suggest_name(part, codes) or f"Areas are {areas}.")
    return tuple(prefixes)
