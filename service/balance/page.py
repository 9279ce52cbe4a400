"""A game's balance as one self-contained HTML page, without scripts or external resources."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bombsight.dsl.listing import capitalize_first
from bombsight.service.balance.documents import Balance, FindingKind
from bombsight.service.balance.page_sections import (
    render_choices,
    render_ends,
    render_lengths,
)
from bombsight.service.balance.page_tables import render_losses, render_tables
from bombsight.service.balance.wording import PLAY_NOTES, PLAY_NOUNS, runs_text, stopped_text
from bombsight.service.common.files import overwrite_text
from bombsight.service.common.markup import Element, Node, render_markup, tag
from bombsight.service.simulating.output_files import check_page_writable
from bombsight.service.simulating.page import CONTENT_SECURITY_POLICY, INTERVALS_NOTE
from bombsight.service.simulating.page import STYLESHEET as CHART_STYLESHEET

PAGE_START = "<!doctype html>\n<!-- bombsight balance -->\n"
"""The first lines of a page, which identify it as written by this program."""

STYLESHEET = Path(__file__).with_name("page.css")

KIND_TITLES: Mapping[FindingKind, str] = {
    "fault": "A fault",
    "play": "Good play",
    "dominated": "An answer that nobody needs",
    "obvious": "A question with one answer",
    "missed": "What the autopilot misses",
    "idle": "A choice without effect",
    "weight": "The choice that decides",
    "questions": "Many questions",
    "table": "A table that decides",
    "unasked": "Never asked",
    "loss": "Where it is lost",
}
"""The headings of findings, by what they are about."""


def check_balance_path(path: Path) -> None:
    """Raise unless a page may be written to a path; called before anything is played.

    Raises:
        InputError: The suffix is wrong, another file lies there, or its folder does not exist.
    """
    check_page_writable(path, PAGE_START)


def write_balance_page(path: Path, balance: Balance) -> None:
    """Write a game's balance as an HTML page.

    Raises:
        InputError: It cannot be written.
    """
    overwrite_text(path, render_balance_page(balance))


def render_balance_page(balance: Balance) -> str:
    """Render a game's balance as HTML text."""
    styles = "\n".join(sheet.read_text(encoding="utf-8") for sheet in (CHART_STYLESHEET, STYLESHEET))
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", http_equiv="Content-Security-Policy", content=CONTENT_SECURITY_POLICY),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", f"{balance.title}: balance"),
        tag("style", "\n" + styles),
    )
    content: list[Node] = [
        render_findings(balance),
        *render_ends(balance),
        *render_lengths(balance),
        *render_choices(balance),
        *([] if balance.tables is None else [render_tables(balance.tables)]),
        *([] if balance.losses is None else [render_losses(balance.losses)]),
        *render_left_out(balance),
    ]
    body = tag("body", render_header(balance), tag("main", content), tag("footer", tag("p", INTERVALS_NOTE)))
    return PAGE_START + render_markup(tag("html", head, body, lang="en")) + "\n"


def render_header(balance: Balance) -> Element:
    """Render the head of the page: what was played, by whom and by which rules."""
    changed = [option for option in balance.options if option.value != option.default]
    facts: list[tuple[str, Node]] = [
        ("Seed", str(balance.seed)),
        *((capitalize_first(PLAY_NOUNS[play.name]), PLAY_NOTES[play.name]) for play in balance.plays),
        ("Errata, variants, preferences, house rules", ", ".join(balance.plays[-1].overlays) or "none"),
        ("Options", ", ".join(f"{option.title}: {option.value}" for option in changed) or "all as they usually are"),
        ("Rules", tag("code", f"{balance.game} {balance.rules}")),
    ]
    return tag(
        "header",
        tag("h1", f"{balance.title}: how it is balanced"),
        tag("p", runs_text(balance), class_="lede"),
        [tag("p", stopped_text(), class_="notice")] if balance.stopped else [],
        tag("dl", (tag("div", tag("dt", name), tag("dd", fact)) for name, fact in facts)),
    )


def render_findings(balance: Balance) -> Element:
    """Render what stands out, as a list of sentences."""
    lines = [
        tag("li", tag("b", KIND_TITLES[finding.kind]), finding.text, class_=finding.kind)
        for finding in balance.findings
    ]
    content = tag("ul", lines, class_="findings") if lines else tag("p", "Nothing does.", class_="nothing")
    return tag("section", tag("h2", "What stands out"), content)


def render_left_out(balance: Balance) -> list[Element]:
    """Render what was left out, and why."""
    if not balance.left_out:
        return []
    lines = (tag("li", f"{capitalize_first(each)}.") for each in balance.left_out)
    return [tag("section", tag("h2", "Left out"), tag("ul", lines, class_="leftout"))]
