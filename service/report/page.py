"""A report as one page for a browser or a printer: nothing is loaded from elsewhere, and nothing runs in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, groupby
from pathlib import Path

from attrs import evolve

from bombsight.runtime.boards import BoardShown
from bombsight.service.boards.vector import STYLE as BOARD_STYLE
from bombsight.service.boards.vector import WIDEST, drawing
from bombsight.service.common.markup import Element, Node, rendered, tag
from bombsight.service.present.story import StoryLine
from bombsight.service.report.charts import charts
from bombsight.service.report.gathering import Passage, Report, Stop
from bombsight.service.report.wording import (
    ARROW,
    counted_besides,
    gathered,
    how_it_ended,
    is_of_books,
    titles,
    told_table,
    what_was_played,
    worded,
)
from bombsight.service.saves.careers import CareerTable
from bombsight.service.simulating.page import POLICY
from bombsight.service.simulating.page import STYLE as PAGE_STYLE

MARK = "<!doctype html>\n<!-- bombsight report -->\n"
"""What a page begins with, by which one of ours is known."""

STYLE = Path(__file__).with_name("report.css")

LETTERS = {"heading": "h", "news": "n", "roll": "r", "answer": "a", "limit": "q", "legend": "q", "end": "n"}
"""The class of a line by its kind, short, for there are thousands; none where it is like any other."""


def is_page(text: str) -> bool:
    """Whether a file with this text is one of ours."""
    return text.startswith(MARK)


def page(report: Report) -> str:
    """The text of a page."""
    styles = "\n".join([PAGE_STYLE.read_text(encoding="utf-8"), BOARD_STYLE, STYLE.read_text(encoding="utf-8")])
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", http_equiv="Content-Security-Policy", content=POLICY),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", f"{report.title}: {what_was_played(report)}"),
        tag("style", f"\n{styles}"),
    )
    told = (front(report), *contents(report), tag("main", record(report), story(report)), tag("footer", foot(report)))
    body = tag("body", told)
    return f"{MARK}{rendered(tag('html', head, body, lang='en'))}\n"


def front(report: Report) -> Element:
    """What was played, and how it ended."""
    header = report.header
    facts = [("Seed", str(header.seed)), ("Dice", header.dice)]
    if header.overlays:
        facts.append(("In force", ", ".join(overlay.name for overlay in header.overlays)))
    return tag(
        "header",
        tag("h1", report.title),
        tag("p", f"{what_was_played(report)}. {how_it_ended(report)}", class_="lede"),
        tag("dl", (tag("div", tag("dt", name), tag("dd", fact)) for name, fact in facts)),
    )


def contents(report: Report) -> list[Element]:
    """Where to find the chapters of a long report."""
    if report.career is None:
        return []
    links = (tag("a", title, href=f"#{anchor(at)}") for at, title in enumerate(titles(report.chapters), 1))
    return [tag("nav", tag("ol", (tag("li", link) for link in links)), aria_label="Chapters")]


def anchor(at: int) -> str:
    """What a chapter is found by, counted from 1."""
    return f"chapter-{at}"


def foot(report: Report) -> str:
    """By which rules."""
    return f"Played by the rules {report.header.game} {report.header.rules[:12]}, and told from the save."


# --- a career


def record(report: Report) -> Iterator[Element]:
    """What a career has come to: its sheet, its lists, and charts mission by mission."""
    if report.career is None:
        return
    facts = values([(fact.title, fact.value) for fact in report.career.facts])
    tables = [lasting(table) for table in report.career.tables if table.rows]
    yield tag("section", tag("h2", "The record"), facts, tables)
    drawn = charts(report.ends)
    if drawn:
        yield tag("section", tag("h2", "Mission by mission"), tag("div", drawn, class_="figures"))
    counted = counted_besides(report)
    if counted:
        yield tag("section", tag("h2", "Counted"), values(counted))


def values(told: Sequence[tuple[str, str]]) -> Element:
    """Single values with their titles, in columns where there is room."""
    return tag("dl", (tag("div", tag("dt", title), tag("dd", value)) for title, value in told), class_="values")


def lasting(table: CareerTable) -> Element:
    """A table under its title, as a part of the record."""
    return wide(table.title or "Table", *([tag("h3", table.title)] if table.title else []), sheet(table))


def wide(title: str, *held: Node, style: str = "wide") -> Element:
    """What may be wider than the page, and then scrolls by itself: by touch, and by the keys."""
    return tag("div", held, class_=style, role="group", aria_label=title, tabindex="0")


def sheet(table: CareerTable) -> Element:
    """A table of the record or of a mission, whose first column says what each row is about."""
    heads, rows = told_table(table)
    titles = [tag("th", head, scope="col") if head else tag("td") for head in heads]
    lines = (tag("tr", tag("th", first, scope="row"), (tag("td", cell) for cell in rest)) for first, *rest in rows)
    style = "sheet numbered" if table.columns[0].is_number else "sheet"
    return tag("table", tag("thead", tag("tr", titles)), tag("tbody", lines), class_=style)


# --- the story


def story(report: Report) -> Iterator[Element]:
    """The chapters; of a mission in a career how it ended, its story and the boards folded behind that."""
    number = count(1)
    for at, (chapter, title) in enumerate(zip(report.chapters, titles(report.chapters), strict=True), 1):
        told, after = [*passages(chapter.passages, number)], [*passages(chapter.after, number)]
        behind = [tag("div", after, class_="story")] if after else []
        end = [] if chapter.end is None else [*ending(chapter.end)]
        boards = [] if chapter.end is None else [*pictures(chapter.end.boards, number)]
        is_folded = report.career is not None and chapter.end is not None and chapter.end.debriefing is not None
        if is_folded:
            parts = [*end, *behind, *folded("How it stood", boards), *folded("The story, with its dice", told)]
        else:
            stood = [tag("h3", "How it stood"), *boards] if boards else []
            parts = [tag("div", told, class_="story"), *end, *stood, *behind]
        yield tag("section", tag("h2", title), parts, id=anchor(at))


def passages(told: Sequence[Passage], number: Iterator[int]) -> Iterator[Node]:
    """Stretches of the story, each behind the boards that look otherwise."""
    for passage in told:
        yield from pictures(passage.boards, number)
        yield from lines(passage.lines)


def folded(title: str, told: Sequence[Node]) -> Iterator[Element]:
    """What is shown only where it is asked for."""
    if told:
        yield tag("details", tag("summary", title), tag("div", told, class_="story"))


def lines(told: Sequence[StoryLine]) -> Iterator[Element]:
    """Lines of the story; what under one heading is only in the books is folded away at its end."""
    for _, found in groupby(told, key=lambda line: line.kind == "heading"):
        beneath = [*found]
        yield from map(told_line, gathered(line for line in beneath if not is_of_books(line)))
        changes = [tag("li", worded(line).text) for line in beneath if is_of_books(line)]
        if changes:
            style = f"books d{beneath[-1].depth}"
            yield tag("details", tag("summary", "In the books"), tag("ul", changes), class_=style)


def told_line(line: StoryLine) -> Element:
    """A line of the story."""
    words = worded(line)
    if line.kind == "heading" and line.is_wide:
        return tag("h3", words.text)
    style = " ".join(filter(None, (LETTERS.get(line.kind, ""), line.tone, f"d{line.depth}" if line.depth else "")))
    parts: list[Node] = [words.text]
    if words.dice:
        parts += [" ", tag("b", words.dice)]
    if words.result:
        parts.append(f" {ARROW} {words.result}")
    return tag("p", parts, class_=style or None)


# --- boards, and how it stood


def pictures(boards: Sequence[BoardShown], number: Iterator[int], narrow: int = WIDEST) -> Iterator[Element]:
    """Boards as they stand, each a picture of its own; the page has the style of all."""
    if boards:
        drawn = (drawing(board, f"{board.name}-{next(number)}", narrow) for board in boards)
        yield wide("Boards", *map(without_style, drawn), style="boards")


def without_style(element: Element) -> Element:
    """A picture that takes its style from the page."""
    kept = (each for each in element.children if isinstance(each, str) or each.name != "style")
    return evolve(element, children=tuple(kept))


def ending(stop: Stop) -> Iterator[Element]:
    """How things stood: what is counted, what is wrong, who is where."""
    if stop.debriefing is not None and stop.debriefing.tallies:
        yield tag("h3", "Debriefing")
        yield values([(tally.title, tally.value) for tally in stop.debriefing.tallies])
    if stop.troubles:
        yield tag("h3", "Hurt and damaged")
        yield tag("ul", (tag("li", str(trouble)) for trouble in stop.troubles), class_="troubles")
    for table in stop.people:
        yield tag("h3", "Who was where")
        yield wide("Who was where", sheet(table))
