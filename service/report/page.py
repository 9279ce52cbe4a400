"""A report as a single HTML page for a browser or a printer, without external files or scripts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, groupby
from pathlib import Path

from attrs import evolve

from bombsight.runtime.boards import BoardShown
from bombsight.service.boards.svg import MAX_COLUMNS, draw_svg
from bombsight.service.boards.svg import STYLE as BOARD_STYLE
from bombsight.service.common.markup import Element, Node, render_markup, tag
from bombsight.service.present import sentences
from bombsight.service.present.story import StoryLine
from bombsight.service.report.charts import render_charts
from bombsight.service.report.report_data import Passage, Report, Stop
from bombsight.service.report.wording import (
    ARROW,
    LEGEND,
    chapter_titles,
    describe_end,
    describe_played,
    is_books_only,
    merge_element_lines,
    remaining_tallies,
    table_texts,
    word_line,
)
from bombsight.service.saves.careers import CareerTable
from bombsight.service.simulating.page import CONTENT_SECURITY_POLICY
from bombsight.service.simulating.page import STYLESHEET as PAGE_STYLE

PAGE_START = "<!doctype html>\n<!-- bombsight report -->\n"
"""The beginning of a page, by which the program recognizes its own files."""

STYLESHEET = Path(__file__).with_name("report.css")

LINE_CLASSES = {"heading": "h", "news": "n", "roll": "r", "answer": "a", "limit": "q", "legend": "q", "end": "n"}
"""The CSS class of each kind of line, short, because there are thousands; none for common lines."""


def is_own_page(text: str) -> bool:
    """Whether a text is an HTML report that this program wrote."""
    return text.startswith(PAGE_START)


def render_page(report: Report) -> str:
    """Render a report as the text of an HTML page."""
    styles = "\n".join([PAGE_STYLE.read_text(encoding="utf-8"), BOARD_STYLE, STYLESHEET.read_text(encoding="utf-8")])
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", http_equiv="Content-Security-Policy", content=CONTENT_SECURITY_POLICY),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", f"{report.title}: {describe_played(report)}"),
        tag("style", f"\n{styles}"),
    )
    content = (
        render_front(report),
        *render_contents(report),
        tag("main", render_record(report), render_story(report)),
        tag("footer", footer_text(report)),
    )
    body = tag("body", content)
    return f"{PAGE_START}{render_markup(tag('html', head, body, lang='en'))}\n"


def render_front(report: Report) -> Element:
    """Render the head of a report's page: game, mission or career, and outcome."""
    header = report.header
    facts = [("Seed", str(header.seed)), ("Dice", header.dice)]
    if header.overlays:
        facts.append((sentences.IN_FORCE, ", ".join(overlay.name for overlay in header.overlays)))
    return tag(
        "header",
        tag("h1", report.title),
        tag("p", f"{describe_played(report)}. {describe_end(report)}", class_="lede"),
        tag("dl", (tag("div", tag("dt", name), tag("dd", fact)) for name, fact in facts)),
        tag("p", tag("small", LEGEND)),
    )


def render_contents(report: Report) -> list[Element]:
    """Render the table of contents of a career's report; none for a single mission."""
    if report.career is None:
        return []
    links = (
        tag("a", title, href=f"#{chapter_anchor(at)}") for at, title in enumerate(chapter_titles(report.chapters), 1)
    )
    return [tag("nav", tag("ol", (tag("li", link) for link in links)), aria_label="Chapters")]


def chapter_anchor(number: int) -> str:
    """Return the HTML id of a chapter by its number, counted from 1."""
    return f"chapter-{number}"


def footer_text(report: Report) -> str:
    """Return the footer's text, which identifies the rules by hash."""
    return sentences.report_footer(report.header.game, report.header.rules[:12])


# --- a career


def render_record(report: Report) -> Iterator[Element]:
    """Render the record of a career: its sheet, its lists, and charts mission by mission."""
    if report.career is None:
        return
    facts = value_list([(fact.title, fact.value) for fact in report.career.facts])
    tables = [titled_table(table) for table in report.career.tables if table.rows]
    yield tag("section", tag("h2", sentences.RECORD_TITLE), facts, tables)
    charts = render_charts(report.debriefings)
    if charts:
        yield tag("section", tag("h2", sentences.MISSIONS_TITLE), tag("div", charts, class_="figures"))
    counted = remaining_tallies(report)
    if counted:
        yield tag("section", tag("h2", "Counted"), value_list(counted))


def value_list(pairs: Sequence[tuple[str, str]]) -> Element:
    """Render pairs of title and value as a description list, in columns if there is room."""
    return tag("dl", (tag("div", tag("dt", title), tag("dd", value)) for title, value in pairs), class_="values")


def titled_table(table: CareerTable) -> Element:
    """Render a table with its title, as a part of the record."""
    return scroll_box(table.title or "Table", *([tag("h3", table.title)] if table.title else []), render_table(table))


def scroll_box(title: str, *children: Node, style: str = "wide") -> Element:
    """Put wide content into a focusable box that scrolls sideways."""
    return tag("div", children, class_=style, role="group", aria_label=title, tabindex="0")


def render_table(table: CareerTable) -> Element:
    """Render a table of the career's record or of a mission; its first column has row headings."""
    heads, rows = table_texts(table)
    titles = [tag("th", head, scope="col") if head else tag("td") for head in heads]
    lines = (tag("tr", tag("th", first, scope="row"), (tag("td", cell) for cell in rest)) for first, *rest in rows)
    style = "sheet numbered" if table.columns[0].is_number else "sheet"
    return tag("table", tag("thead", tag("tr", titles)), tag("tbody", lines), class_=style)


# --- the story


def render_story(report: Report) -> Iterator[Element]:
    """Render the chapters of a story; a mission of a career as its end state, then its collapsed story and boards."""
    number = count(1)
    for at, (chapter, title) in enumerate(zip(report.chapters, chapter_titles(report.chapters), strict=True), 1):
        story_parts, after = [*render_passages(chapter.passages, number)], [*render_passages(chapter.after, number)]
        after_nodes = [tag("div", after, class_="story")] if after else []
        end = [] if chapter.end is None else [*render_ending(chapter.end)]
        boards = [] if chapter.end is None else [*render_boards(chapter.end.boards, number)]
        is_folded = report.career is not None and chapter.end is not None and chapter.end.debriefing is not None
        if is_folded:
            parts = [
                *end,
                *after_nodes,
                *folded_part(sentences.BOARDS_TITLE, boards),
                *folded_part(sentences.STORY_TITLE, story_parts),
            ]
        else:
            board_section = [tag("h3", sentences.BOARDS_TITLE), *boards] if boards else []
            parts = [tag("div", story_parts, class_="story"), *end, *board_section, *after_nodes]
        yield tag("section", tag("h2", title), parts, id=chapter_anchor(at))


def render_passages(passages: Sequence[Passage], drawing_numbers: Iterator[int]) -> Iterator[Node]:
    """Render passages of the story, each after the boards that changed."""
    for passage in passages:
        yield from render_boards(passage.boards, drawing_numbers)
        yield from render_lines(passage.lines)


def folded_part(title: str, content: Sequence[Node]) -> Iterator[Element]:
    """Put content into a collapsed ``details`` element with a title."""
    if content:
        yield tag("details", tag("summary", title), tag("div", content, class_="story"))


def render_lines(story_lines: Sequence[StoryLine]) -> Iterator[Element]:
    """Render story lines; the bookkeeping lines under a heading are collapsed at its end."""
    for _, found in groupby(story_lines, key=lambda line: line.kind == "heading"):
        section_lines = [*found]
        yield from map(render_line, merge_element_lines(line for line in section_lines if not is_books_only(line)))
        changes = [tag("li", word_line(line).text) for line in section_lines if is_books_only(line)]
        if changes:
            style = f"books d{section_lines[-1].depth}"
            yield tag("details", tag("summary", sentences.BOOKS_TITLE), tag("ul", changes), class_=style)


def render_line(line: StoryLine) -> Element:
    """Render a story line as an HTML element."""
    words = word_line(line)
    if line.kind == "heading" and line.is_wide:
        return tag("h3", words.text)
    style = " ".join(filter(None, (LINE_CLASSES.get(line.kind, ""), line.tone, f"d{line.depth}" if line.depth else "")))
    parts: list[Node] = [words.text]
    if words.dice:
        parts += [" ", tag("b", words.dice)]
    if words.result:
        parts.append(f" {ARROW} {words.result}")
    return tag("p", parts, class_=style or None)


# --- boards and end states


def render_boards(
    boards: Sequence[BoardShown], drawing_numbers: Iterator[int], narrow: int = MAX_COLUMNS
) -> Iterator[Element]:
    """Render boards as SVG pictures with unique ids, whose styles the page provides."""
    if boards:
        drawings = (draw_svg(board, f"{board.name}-{next(drawing_numbers)}", narrow) for board in boards)
        yield scroll_box("Boards", *map(strip_style, drawings), style="boards")


def strip_style(element: Element) -> Element:
    """Remove the ``style`` elements from an SVG picture, as the page has them once for all."""
    children = (each for each in element.children if isinstance(each, str) or each.name != "style")
    return evolve(element, children=tuple(children))


def render_ending(stop: Stop) -> Iterator[Element]:
    """Render the state at the end of a mission or save: tallies, damage, people and their places."""
    if stop.debriefing is not None and stop.debriefing.tallies:
        yield tag("h3", "Debriefing")
        yield value_list([(tally.title, tally.value) for tally in stop.debriefing.tallies])
    if stop.troubles:
        yield tag("h3", sentences.HURT_TITLE)
        yield tag("ul", (tag("li", str(trouble)) for trouble in stop.troubles), class_="troubles")
    for table in stop.people:
        yield tag("h3", sentences.PEOPLE_TITLE)
        yield scroll_box(sentences.PEOPLE_TITLE, render_table(table))
