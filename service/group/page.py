"""What a group came to, as one page for a browser: nothing is loaded from elsewhere, and nothing runs in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from bombsight.boundary.errors import InputError
from bombsight.service.common.files import write_over
from bombsight.service.common.markup import Element, rendered, tag
from bombsight.service.group.umpire import Umpired
from bombsight.service.group.wording import average, details, share_of
from bombsight.service.simulating.page import POLICY, STYLE, SUFFIXES
from bombsight.service.simulating.writing import begins_with, check_place

MARK = "<!doctype html>\n<!-- bombsight umpire -->\n"
"""What a page begins with, by which one of ours is known."""

TABLES = """
:is(td, th) { overflow-wrap: break-word; vertical-align: top; }
.words :is(td, th) { text-align: left; white-space: normal; }
@media screen and (max-width: 44rem) { :is(td, th) { padding-right: .6rem; } }
"""
"""The style of tables, those in which words stand and no figures among them."""


def check_page(path: Path) -> None:
    """See that a page may be written to a file of this name: before records are run again for it.

    Raises:
        InputError: Its suffix is another, something else lies there, or its folder is not there.
    """
    if path.suffix.lower() not in SUFFIXES:
        raise InputError("a page cannot be written to such a file", str(path), "Its name ends with .html.")
    check_place(path, begins_with(MARK.encode()))


def write_page(path: Path, told: Umpired) -> None:
    """Write what a group came to as a page.

    Raises:
        InputError: It cannot be written.
    """
    write_over(path, page(told))


def page(told: Umpired) -> str:
    """The text of a page."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", http_equiv="Content-Security-Policy", content=POLICY),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", f"{told.group}: {told.title}"),
        tag("style", "\n" + STYLE.read_text(encoding="utf-8") + TABLES),
    )
    body = tag("body", header(told), tag("main", sections(told)), tag("footer", tag("p", by_which_rules(told))))
    return MARK + rendered(tag("html", head, body, lang="en")) + "\n"


def header(told: Umpired) -> Element:
    """What was played, and how much of it counts."""
    played = "A campaign" if told.entry == "career" else " ".join(["Mission", *map(str, told.args)])
    of = len(told.players) + len(told.missing)
    verified = f"{len(told.players)} of {of} players, each verified by running his game again"
    lede = f"{played} of {told.title}; {verified}."
    return tag("header", tag("h1", told.group), tag("p", lede, class_="lede"))


def by_which_rules(told: Umpired) -> str:
    """By which rules."""
    return f"Played by the rules {told.game} {told.rules[:12]}."


def sections(told: Umpired) -> Iterator[Element]:
    """Outcomes, sums, players, and what does not count."""
    if told.results:
        rows = [(each.outcome, str(each.count), share_of(told, each.count)) for each in told.results]
        yield tag("section", tag("h2", "How they ended"), listed_in(("", "players", "share"), rows))
    if told.sums:
        sums = [
            (each.title, str(each.total), average(told, each), str(each.lowest), str(each.highest))
            for each in told.sums
        ]
        heads = ("", "in all", "on average", "lowest", "highest")
        yield tag("section", tag("h2", "The group"), listed_in(heads, sums))
    if told.players:
        players = [(each.player, each.outcome, "; ".join(details(each))) for each in told.players]
        told_players = listed_in(("", "outcome", "counted"), players, words=True)
        yield tag("section", tag("h2", "The players"), told_players)
    if told.missing:
        yield tag("section", tag("h2", "Nothing that counts of"), tag("p", ", ".join(told.missing)))
    if told.refused:
        rows = [(each.file, each.player, each.message) for each in told.refused]
        yield tag("section", tag("h2", "Refused"), listed_in(("record", "player", "why"), rows, words=True))


def listed_in(heads: Iterable[str], rows: Iterable[tuple[str, ...]], *, words: bool = False) -> Element:
    """A table: a name in each row, and figures behind it, or words."""
    head = tag("thead", tag("tr", (tag("th", head, scope="col") for head in heads)))
    told = (tag("tr", tag("th", row[0], scope="row"), (tag("td", cell) for cell in row[1:])) for row in rows)
    return tag("table", head, tag("tbody", told), class_="words" if words else None)
