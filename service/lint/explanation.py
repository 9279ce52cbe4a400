"""The explanation of a finding's code: its page as a value."""

from __future__ import annotations

from attrs import frozen

from bombsight.service.lint.codes_catalog import all_codes, find_codes, read_page


@frozen
class Explanation:
    """Why a finding is one, and what to do.

    Attributes:
        code: The code, such as ``T003``.
        name: Its name in words, for suppressions.
        severity: How much it matters: ``error``, ``warning``, ``advice``.
        since: The first version of the program that has it.
        title: The finding in one sentence.
        text: Why it is one and what to do, with examples.
    """

    code: str
    name: str
    severity: str
    since: str
    title: str
    text: str


def explain_codes(word: str | None = None) -> tuple[Explanation, ...]:
    """Explain a code, all codes of an area, or all there are.

    Args:
        word: A code, a name, the letter or the name of an area; None for all.

    Raises:
        InputError: There is no such code.
    """
    codes = tuple(all_codes().values()) if word is None else find_codes(word)
    pages = [(code, read_page(code.code)) for code in codes]
    return tuple(
        Explanation(code.code, code.name, code.severity.value, code.since, page.title, page.explanation)
        for code, page in pages
    )
