"""A group's result as one self-contained HTML page, without scripts or external resources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from bombsight.service.common.files import overwrite_text
from bombsight.service.common.markup import Element, render_markup, tag
from bombsight.service.group.umpire import Umpired
from bombsight.service.group.wording import average_text, describe_tallies, league_heads, league_rows, share_text
from bombsight.service.simulating.output_files import check_page_writable
from bombsight.service.simulating.page import CONTENT_SECURITY_POLICY, STYLESHEET

PAGE_MARK = "<!doctype html>\n<!-- bombsight umpire -->\n"
"""The first lines of a page, which identify it as written by this program."""

TABLE_STYLE = """
:is(td, th) { overflow-wrap: break-word; vertical-align: top; }
.words :is(td, th) { text-align: left; white-space: normal; }
@media screen and (max-width: 44rem) { :is(td, th) { padding-right: .6rem; } }
"""
"""The CSS of tables, including those with words instead of figures."""


def check_page_path(path: Path) -> None:
    """Raise InputError unless an HTML page may be written to a path; called before the records' slow verification.

    Raises:
        InputError: The suffix is wrong, another file lies there, or its folder does not exist.
    """
    check_page_writable(path, PAGE_MARK)


def write_page(path: Path, group_result: Umpired) -> None:
    """Write a group's result to an HTML file.

    Raises:
        InputError: It cannot be written.
    """
    overwrite_text(path, render_page(group_result))


def render_page(group_result: Umpired) -> str:
    """Render a group's result as the text of an HTML page."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", http_equiv="Content-Security-Policy", content=CONTENT_SECURITY_POLICY),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", f"{group_result.group}: {group_result.title}"),
        tag("style", "\n" + STYLESHEET.read_text(encoding="utf-8") + TABLE_STYLE),
    )
    body = tag(
        "body",
        render_header(group_result),
        tag("main", render_sections(group_result)),
        tag("footer", tag("p", describe_rules(group_result))),
    )
    return PAGE_MARK + render_markup(tag("html", head, body, lang="en")) + "\n"


def render_header(group_result: Umpired) -> Element:
    """Render the head of the page: the group's title, what was played, and how many records count."""
    played = "A campaign" if group_result.entry == "career" else " ".join(["Mission", *map(str, group_result.args)])
    player_count = len(group_result.players) + len(group_result.missing)
    verified = f"{len(group_result.players)} of {player_count} players, each verified by running his game again"
    lede = f"{played} of {group_result.title}; {verified}."
    return tag("header", tag("h1", group_result.group), tag("p", lede, class_="lede"))


def describe_rules(group_result: Umpired) -> str:
    """The sentence that names a group's game and the first digits of its rules' hash."""
    return f"Played by the rules {group_result.game} {group_result.rules[:12]}."


def render_sections(group_result: Umpired) -> Iterator[Element]:
    """Render the sections of the page: outcomes, totals, players, and refused records."""
    if group_result.results:
        rows = [(each.outcome, str(each.count), share_text(group_result, each.count)) for each in group_result.results]
        yield tag("section", tag("h2", "How they ended"), render_table(("", "players", "share"), rows))
    if group_result.sums:
        sum_rows = [
            (each.title, str(each.total), average_text(group_result, each), str(each.lowest), str(each.highest))
            for each in group_result.sums
        ]
        heads = ("", "in all", "on average", "lowest", "highest")
        yield tag("section", tag("h2", "The group"), render_table(heads, sum_rows))
    if group_result.league:
        table = render_table(league_heads(group_result), league_rows(group_result), has_words=True)
        yield tag("section", tag("h2", "The league table"), table)
    if group_result.players:
        players = [(each.player, each.outcome, "; ".join(describe_tallies(each))) for each in group_result.players]
        players_table = render_table(("", "outcome", "counted"), players, has_words=True)
        yield tag("section", tag("h2", "The players"), players_table)
    if group_result.missing:
        yield tag("section", tag("h2", "Nothing that counts of"), tag("p", ", ".join(group_result.missing)))
    if group_result.refused:
        rows = [(each.file, each.player, each.message) for each in group_result.refused]
        yield tag("section", tag("h2", "Refused"), render_table(("record", "player", "why"), rows, has_words=True))


def render_table(heads: Iterable[str], rows: Iterable[tuple[str, ...]], *, has_words: bool = False) -> Element:
    """Render rows of texts as an HTML table, whose first column is a name."""
    head = tag("thead", tag("tr", (tag("th", head, scope="col") if head else tag("td") for head in heads)))
    body_rows = (tag("tr", tag("th", row[0], scope="row"), (tag("td", cell) for cell in row[1:])) for row in rows)
    return tag("table", head, tag("tbody", body_rows), class_="words" if has_words else None)
