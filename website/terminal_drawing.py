"""A terminal's screen as an SVG picture: nothing is fetched, and every character stands in it as text."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator

from bombsight.service.common.markup import Element, render_markup, tag
from website.terminal import DEFAULT, Run, Screen

CELL_WIDTH, LINE_HEIGHT = 8.4, 19.0
FONT_SIZE = 14
MARGIN, BAR_HEIGHT = 18.0, 34.0

PAPER, INK = "#14181d", "#d6dbe0"
BAR, EDGE, TITLE_INK = "#1c2229", "#313a44", "#93a0ad"

PALETTE = {
    "paper": PAPER,
    "ink": INK,
    "black": "#14181d",
    "red": "#ff8279",
    "green": "#86c98a",
    "brown": "#e0b15c",
    "blue": "#79b2f2",
    "magenta": "#d69be0",
    "cyan": "#6fc7c9",
    "white": "#d6dbe0",
    "brightblack": "#8793a0",
    "brightred": "#ffa39b",
    "brightgreen": "#a5dda8",
    "brightbrown": "#f0cd85",
    "brightyellow": "#f0cd85",
    "brightblue": "#a3cbf7",
    "brightmagenta": "#e4bdea",
    "brightcyan": "#99dcdd",
    "brightwhite": "#ffffff",
}
"""The terminal's colours by the names that pyte gives them; each has a contrast of 4.5 and more on the paper."""

FONTS = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"

NAMESPACE = "{http://www.w3.org/2000/svg}"


def draw_screen(screen: Screen, title: str, description: str) -> str:
    """Draw a screen in a window as an SVG document.

    Args:
        screen: What stands on the terminal.
        title: The title of the window: the command.
        description: What the picture shows, for those who do not see it.
    """
    width = screen.columns * CELL_WIDTH + 2 * MARGIN
    height = len(screen.lines) * LINE_HEIGHT + BAR_HEIGHT + 1.6 * MARGIN
    return (
        render_markup(
            tag(
                "svg",
                tag("title", description),
                tag("rect", x=0.5, y=0.5, width=width - 1, height=height - 1, rx=9, fill=PAPER, stroke=EDGE),
                tag("path", d=f"M0.5 {BAR_HEIGHT:g}H{width - 0.5:g}", stroke=EDGE),
                tag("text", title, x=MARGIN, y=22, fill=TITLE_INK, font_size=13, class_="title"),
                (drawn for row, line in enumerate(screen.lines) for run in line for drawn in draw_run(run, row)),
                xmlns="http://www.w3.org/2000/svg",
                viewBox=f"0 0 {width:g} {height:g}",
                width=width,
                height=height,
                role="img",
                font_family=FONTS,
                font_size=FONT_SIZE,
            )
        )
        + "\n"
    )


def draw_run(run: Run, row: int) -> Iterator[Element]:
    """Yield the background of a run, if it has one, and its text."""
    style = run.style
    left, top = MARGIN + run.column * CELL_WIDTH, BAR_HEIGHT + 0.6 * MARGIN + row * LINE_HEIGHT
    if style.background != DEFAULT:
        width = len(run.text) * CELL_WIDTH
        yield tag("rect", x=left, y=top, width=width, height=LINE_HEIGHT + 0.5, fill=colour_of(style.background, PAPER))
    text = run.text.rstrip()
    start = len(text) - len(text.lstrip())
    if text:
        yield tag(
            "text",
            text.lstrip().replace(" ", "\N{NO-BREAK SPACE}"),
            x=left + start * CELL_WIDTH,
            y=top + 14,
            textLength=(len(text) - start) * CELL_WIDTH,
            lengthAdjust="spacingAndGlyphs",
            fill=colour_of(style.colour, INK if style.background == DEFAULT else PAPER),
            font_weight="bold" if style.is_bold else None,
            font_style="italic" if style.is_italic else None,
            text_decoration="underline" if style.is_underlined else None,
        )


def colour_of(name: str, default: str) -> str:
    """Return the colour of a name of the palette or of six hexadecimal digits."""
    return default if name == DEFAULT else PALETTE.get(name, f"#{name}")


def read_picture(svg: str) -> str:
    """Return the text that a picture shows, line by line without indentation, whatever its colours are."""
    lines: dict[float, list[tuple[float, str]]] = {}
    for element in ElementTree.fromstring(svg).iter(f"{NAMESPACE}text"):
        if element.get("class") != "title":
            place = (float(element.get("x", 0)), (element.text or "").replace("\N{NO-BREAK SPACE}", " "))
            lines.setdefault(float(element.get("y", 0)), []).append(place)
    return "\n".join(" ".join(text for _, text in sorted(parts)) for _, parts in sorted(lines.items()))
