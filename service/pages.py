"""The page of each code of a finding."""

from __future__ import annotations

from bombsight.compiler.codes import CODES
from bombsight.compiler.findings import near
from bombsight.dsl.diagnostic import Code
from bombsight.runtime.errors import InputError

AREAS = {
    "E": "syntax",
    "N": "names",
    "T": "tables",
    "M": "modifiers",
    "V": "values",
    "P": "procedures",
    "O": "overlays",
    "S": "sources",
}
"""What the first letter of a code says."""


def all_codes() -> dict[str, Code]:
    """Every code there is, in order."""
    return dict(sorted(CODES.items()))


def page(word: str) -> Code:
    """The page of a code, whatever its capitals.

    Raises:
        InputError: There is none.
    """
    codes = all_codes()
    found = codes.get(word.upper())
    if found is None:
        hint = near(word.upper(), codes) or "Codes look like T003; `bombsight explain` lists them all."
        raise InputError(f"there is no code {word}", "", hint)
    return found


def check_codes(words: list[str]) -> tuple[str, ...]:
    """Codes and areas as written behind ``--select`` and ``--ignore``: ``T003``, ``T``, ``T,V002``.

    Raises:
        InputError: One is neither a code nor the beginning of one.
    """
    codes = all_codes()
    wanted = [part.strip().upper() for word in words for part in word.split(",") if part.strip()]
    for part in wanted:
        if not any(code.startswith(part) for code in codes):
            areas = ", ".join(f"{letter} ({name})" for letter, name in AREAS.items())
            raise InputError(f"no code begins with {part}", "", near(part, codes) or f"Areas are {areas}.")
    return tuple(wanted)
