"""A report as a single HTML page for a browser or a printer, without external files or scripts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, groupby
from pathlib import Path

from attrs import evolve

from bombsight.runtime.boards import BoardShown
from bombsight.service.boards.svg import STYLE as BOARD_STYLE
from bombsight.service.boards.svg import draw_svg
from bombsight.service.common.markup import Element, Node, render_markup, tag
from bombsight.service.present import sentences
from bombsight.service.present.story import StoryLine
from bombsight.service.report.charts import render_charts
from bombsight.service.report.chronicle import ChronicleEntry, group_by_name
from bombsight.service.report.luck_section import render_luck_section
from bombsight.service.report.report_data import Passage, Report, Stop
from bombsight.service.report.wording import (
    ARROW,
    chapter_headings,
    chapter_titles,
    chronicle_sentences,
    describe_dice_and_rules,
    describe_end,
    describe_legends,
    describe_played,
    is_books_only,
    merge_element_lines,
    remaining_tallies,
    table_texts,
    word_line,
    worth_saying,
)
from bombsight.service.saves.careers import CareerTable
from bombsight.service.simulating.page import CONTENT_SECURITY_POLICY
from bombsight.service.simulating.page import STYLESHEET as PAGE_STYLE

PAGE_START = "<!doctype html>\n<!-- bombsight report -->\n"
"""The beginning of a page, by which the program recognizes its own files."""

STYLESHEET = Path(__file__).with_name("report.css")

BOARD_COLUMNS = 80
"""The most columns of a drawing: as wide as printed pages (A4), so that words are printed as large as others."""

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
    sections = (render_chronicle, render_names, render_record, render_story)
    content = (
        render_front(report),
        *render_contents(report),
        tag("main", *(section(report) for section in sections), render_luck_section(report.luck)),
        tag("footer", footer_text(report)),
    )
    body = tag("body", content)
    return f"{PAGE_START}{render_markup(tag('html', head, body, lang='en'))}\n"


def render_front(report: Report) -> Element:
    """Render the head of a report's page: game, mission or career, and outcome."""
    facts = [*report.head, *describe_dice_and_rules(report)]
    return tag(
        "header",
        tag("h1", report.title),
        tag("p", f"{describe_played(report)}. {describe_end(report)}", class_="lede"),
        tag("dl", (tag("div", tag("dt", name), tag("dd", fact)) for name, fact in facts)),
    )


def render_contents(report: Report) -> list[Element]:
    """Render the table of contents of a career's report; none if there is a chronicle, or for a single mission."""
    if report.career is None or has_chronicle(report):
        return []
    links = (
        tag("a", title, href=f"#{chapter_anchor(at)}") for at, title in enumerate(chapter_titles(report.chapters), 1)
    )
    return [tag("nav", tag("ol", (tag("li", link) for link in links)), aria_label="Chapters")]


def chapter_anchor(number: int) -> str:
    """Return the HTML id of a chapter by its number, counted from 1."""
    return f"chapter-{number}"


def footer_text(report: Report) -> str:
    """Return the footer's text, which identifies the rules: by id, version, home and hash."""
    game = sentences.versioned(report.header.game, report.version)
    return sentences.report_footer(game, report.home, report.header.rules[:12])


# --- the chronicle


def has_chronicle(report: Report) -> bool:
    """Whether the rules mark any sentence of a report's story for the chronicle."""
    return any(chapter.chronicle for chapter in report.chapters)


def render_chronicle(report: Report) -> Iterator[Element]:
    """Render the chronicle by chapters: the heading of each, and its sentences in a paragraph."""
    parts: list[Element] = []
    for at, (chapter, heading) in enumerate(zip(report.chapters, chapter_headings(report.chapters), strict=True), 1):
        if chapter.chronicle:
            title = tag("h3", tag("a", heading, href=f"#{chapter_anchor(at)}"))
            parts.append(tag("div", title, render_sentences(chronicle_sentences(chapter), at), class_="day"))
    if parts:
        yield tag("section", tag("h2", sentences.CHRONICLE_TITLE), parts, class_="chronicle")


def render_names(report: Report) -> Iterator[Element]:
    """Render the chronicle by names: for each name the chapters with sentences that name it."""
    titles = [*chapter_titles(report.chapters)]
    found = group_by_name([chapter.chronicle for chapter in report.chapters])
    items = []
    for each in found:
        lines = (
            tag("p", tag("span", titles[at], class_="quiet"), " ", link_sentences(entries, at + 1))
            if report.career is not None
            else tag("p", link_sentences(entries, at + 1))
            for at, entries in each.chapters
        )
        items.append(tag("div", tag("h3", each.name.title), lines))
    if items:
        yield tag("section", tag("h2", sentences.NAMES_TITLE), tag("div", items, class_="names"), class_="chronicle")


def render_sentences(entries: Sequence[ChronicleEntry], chapter: int) -> list[Element]:
    """Render the sentences of a chapter, by its number from 1, as a paragraph; nothing without any."""
    return [tag("p", link_sentences(entries, chapter))] if entries else []


def link_sentences(entries: Sequence[ChronicleEntry], chapter: int) -> Iterator[Node]:
    """Link each sentence to its line of the story, with blanks between; else to its chapter, by its number from 1."""
    for at, entry in enumerate(entries):
        yield from [" "] if at else []
        yield tag("a", entry.text, href=f"#{entry.anchor or chapter_anchor(chapter)}")


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
        yield tag("section", tag("h2", sentences.COUNTED_TITLE), value_list(counted))


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
    titles = chapter_headings(report.chapters) if report.career is not None else [*chapter_titles(report.chapters)]
    for at, (chapter, title) in enumerate(zip(report.chapters, titles, strict=True), 1):
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
    legend = describe_legends(report)
    if legend:
        yield tag("p", legend, class_="quiet")


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
        return tag("h3", words.text, id=line.anchor or None)
    style = " ".join(filter(None, (LINE_CLASSES.get(line.kind, ""), line.tone, f"d{line.depth}" if line.depth else "")))
    parts: list[Node] = [words.text]
    if words.dice:
        parts += [" ", tag("b", words.dice)]
    if words.result:
        parts.append(f" {ARROW} {words.result}")
    return tag("p", parts, class_=style or None, id=line.anchor or None)


# --- boards and end states


def render_boards(boards: Sequence[BoardShown], drawing_numbers: Iterator[int]) -> Iterator[Element]:
    """Render boards as SVG pictures with unique ids, whose styles the page provides."""
    if boards:
        drawings = (draw_svg(board, f"{board.name}-{next(drawing_numbers)}", BOARD_COLUMNS) for board in boards)
        yield scroll_box("Boards", *map(strip_style, drawings), style="boards")


def strip_style(element: Element) -> Element:
    """Remove the ``style`` elements from an SVG picture, as the page has them once for all."""
    children = (each for each in element.children if isinstance(each, str) or each.name != "style")
    return evolve(element, children=tuple(children))


def render_ending(stop: Stop) -> Iterator[Element]:
    """Render the state at the end of a mission or save: tallies, damage, people and their places."""
    tallies = worth_saying(stop.debriefing.tallies) if stop.debriefing is not None else []
    if tallies:
        yield tag("h3", sentences.DEBRIEFING_TITLE)
        yield value_list(tallies)
    if stop.troubles:
        yield tag("h3", sentences.HURT_TITLE)
        yield tag("ul", (tag("li", str(trouble)) for trouble in stop.troubles), class_="troubles")
    for table in stop.people:
        yield tag("h3", sentences.PEOPLE_TITLE)
        yield scroll_box(sentences.PEOPLE_TITLE, render_table(table))
