"""Boards drawn as SVG documents: light or dark as the reader's screen, black on white in print.

Words and shapes repeat what colours say; for screen readers the board is described in sentences.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import wrap

from attrs import evolve

from bombsight.flat.boards import Polyline
from bombsight.runtime.boards import BoardShown
from bombsight.service.boards.describing import EMPTY_TEXT, describe_board
from bombsight.service.boards.drawing_layout import FINE
from bombsight.service.boards.layout import lay_out_board
from bombsight.service.boards.signs import PATHS, TONE_PATHS
from bombsight.service.boards.text_fitting import Frame, Laid, LaidShape, Part, Target, Words, line_width
from bombsight.service.common.markup import Element, render_markup, tag
from bombsight.service.common.text_width import text_width

COLUMN_WIDTH, LINE_HEIGHT = 8.2, 20.0
"""The width of a character column and the height of a line, in units of the drawing."""

CARD_LINE_HEIGHT = 26.0
"""The height of a line of a table with cards, which do not touch."""

MARGIN = 8.0
HEAD_HEIGHT = 30.0
"""The height of the title above the board, if it takes one line; further lines stand above that."""

TITLE_COLUMNS = 1.3
"""The width of a character of the title, in columns."""

MAX_COLUMNS = 104
"""The maximum width in columns of a drawing."""

TONE_SIGNS = {"good": "\N{CHECK MARK} ", "bad": "\N{BLACK UP-POINTING TRIANGLE} "}
"""The signs before good and bad words on a line without signs of its own."""

FONT_SIZE = 13.2
"""The size of words, less what widths are overestimated, by which those with signs among them are placed."""

SIGN_WIDTH = 15.0
"""The width of a sign before words."""

CROWDED_SCALE = 0.75
"""The scale of signs that stand side by side without words."""

STYLE = Path(__file__).with_name("board.css").read_text(encoding="utf-8")
"""The style sheet: its colours have a contrast of 4.5 and more, and follow the reader's screen."""


def render_svg(board: BoardShown, name: str = "", columns: int = MAX_COLUMNS) -> str:
    """Render a board as an SVG document, which can also be embedded in a page.

    Args:
        board: The board.
        name: The prefix of element ids, for pages with several drawings of one board; else the board's name.
        columns: The most columns of characters.
    """
    return render_markup(draw_svg(board, name or board.name, columns))


def draw_svg(board: BoardShown, name: str, columns: int) -> Element:
    """Draw a board as an SVG element."""
    layout = lay_out_board(board, columns, line_height=round(100 * LINE_HEIGHT / COLUMN_WIDTH))
    title_columns = min(len(board.title) * TITLE_COLUMNS, max(columns, layout.columns))
    wide = max(layout.columns, title_columns, len(EMPTY_TEXT)) * COLUMN_WIDTH + 2 * MARGIN
    title_lines = wrap(board.title, int(wide / COLUMN_WIDTH / TITLE_COLUMNS))
    top = (1 - max(1, len(title_lines))) * LINE_HEIGHT
    has_cards = any(part.sign == "card" for words in layout.words for part in words.parts)
    pitch = CARD_LINE_HEIGHT if has_cards and board.layout == "rows" else LINE_HEIGHT
    high = max(drawn_lines(layout), 1) * pitch + HEAD_HEIGHT + MARGIN - top
    empty = [] if layout.words else [tag("text", EMPTY_TEXT, class_="more", x=MARGIN, y=line_y(1) - 6.5)]
    return tag(
        "svg",
        tag("title", board.title, id=f"{name}-title"),
        tag("desc", describe_board(board), id=f"{name}-told"),
        tag("style", f"\n{STYLE}"),
        tag("rect", class_="paper", y=top or None, width=wide, height=high),
        (
            tag("text", line, class_="head", x=MARGIN, y=top + at * LINE_HEIGHT + HEAD_HEIGHT - 9)
            for at, line in enumerate(title_lines)
        ),
        (draw_frame(frame) for frame in layout.frames),
        draw_shapes(layout, name),
        (draw_target(target, pitch) for target in layout.targets),
        (draw_words(words, pitch) for words in layout.words),
        (draw_sign(sign.part, column_x(sign.x / FINE), line_y(sign.y / FINE), 1.0) for sign in layout.signs),
        empty,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 {top:.0f} {wide:.0f} {high:.0f}",
        width=wide,
        height=high,
        class_="board",
        role="img",
        aria_labelledby=f"{name}-title {name}-told",
    )


def drawn_lines(layout: Laid) -> int:
    """The lines of a layout that a drawing needs: not the last, if that is the lower side of frames alone."""
    is_side = bool(layout.frames) and all(words.line < layout.lines - 1 for words in layout.words)
    return layout.lines - is_side


def column_x(column: float) -> float:
    """Convert a character column to an x coordinate, in SVG units."""
    return MARGIN + column * COLUMN_WIDTH


def line_y(line: float, pitch: float = LINE_HEIGHT) -> float:
    """Convert a character line to a y coordinate, in SVG units; `pitch` is the height of a line."""
    return HEAD_HEIGHT + line * pitch


def draw_frame(frame: Frame) -> Element:
    """Draw the frame of a place as an SVG rectangle."""
    left, top = column_x(frame.left) + 1.5, line_y(frame.top) + 1.5
    width, height = (frame.right - frame.left) * COLUMN_WIDTH - 3, (frame.bottom - frame.top) * LINE_HEIGHT - 3
    return tag("rect", class_="place", x=left, y=top, width=width, height=height, rx=4)


def draw_shapes(layout: Laid, name: str) -> list[Element]:
    """Draw the shapes of a map or picture, cut off at its sides; the bar of a scale stands below it."""
    bars = [draw_shape(shape) for shape in layout.shapes if shape.kind == "bar"]
    shapes = [draw_shape(shape) for shape in layout.shapes if shape.kind != "bar"]
    if not shapes:
        return bars
    area = tag(
        "rect",
        x=column_x(layout.shape_left),
        y=line_y(layout.shape_top),
        width=layout.shape_columns * COLUMN_WIDTH,
        height=layout.shape_lines * LINE_HEIGHT,
    )
    return [tag("clipPath", area, id=f"{name}-area"), tag("g", shapes, clip_path=f"url(#{name}-area)"), *bars]


def draw_shape(shape: LaidShape) -> Element:
    """Draw a shape as an SVG path, with its words for who points at it."""
    path = tag("path", d=" ".join(map(path_data, shape.lines)), class_=f"shape {shape.kind} {shape.tone}".rstrip())
    return tag("g", tag("title", shape.text), path) if shape.text else path


def path_data(line: Polyline) -> str:
    """Render a polyline as the data of an SVG path."""
    points = (
        f"{column_x(x / FINE):.1f} {line_y(y / FINE):.1f}"
        for x, y in zip(line.points[::2], line.points[1::2], strict=True)
    )
    return f"M {' L '.join(points)}{' Z' if line.closed else ''}"


def draw_target(target: Target, pitch: float) -> Element:
    """Draw the area of a place or thing, with all its words for who points at it."""
    area = tag(
        "rect",
        class_=f"area {target.tone}".rstrip(),
        x=column_x(target.left + target.shift_right / FINE),
        y=line_y(target.top + target.shift_down / FINE, pitch),
        width=(target.right - target.left) * COLUMN_WIDTH,
        height=(target.bottom - target.top) * pitch,
        rx=4,
    )
    changed = " changed" * target.is_changed
    return tag("g", tag("title", target.text), area, class_=f"target{changed}", data_piece=target.piece or None)


def draw_words(words: Words, pitch: float) -> Element:
    """Draw words as an SVG text at their position, with a sign before good and bad parts."""
    words = without_indent(words)
    changed = " changed" * any(part.is_changed for part in words.parts)
    if any(part.sign or (part.tone and not part.text) for part in words.parts):
        return tag("g", draw_parts(words, pitch), class_=f"words{changed}")
    x, y = column_x(words.column + words.right / FINE), line_y(words.line + 0.5 + words.down / FINE, pitch) + 3.5
    anchor = ""
    if words.middle is not None:
        x, anchor = column_x(words.middle / 2), " centred"
    elif words.ends_there:
        x, anchor = x + line_width(words.parts) * COLUMN_WIDTH, " ending"
    elif words.kind == "caption":
        x += line_width(words.parts) * COLUMN_WIDTH / 2
    parts = (
        tag("tspan", TONE_SIGNS[part.tone] * (part.sign_columns > 0) + part.text, class_=part.tone)
        if part.tone
        else part.text
        for part in words.parts
    )
    return tag("text", parts, class_=f"{words.kind}{anchor}{changed}", x=x, y=y)


def without_indent(words: Words) -> Words:
    """Shift words to the right by the blanks that they begin with, which a drawing would leave out."""
    first, *others = words.parts or (Part(""),)
    if first.text.strip() or first.sign or first.tone or not others:
        return words
    return evolve(words, column=words.column + first.width, parts=tuple(others))


def draw_parts(words: Words, pitch: float) -> Iterator[Element]:
    """Draw words part by part, each close behind the last, with the paths of their signs."""
    x, y = column_x(words.column + words.right / FINE), line_y(words.line + 0.5 + words.down / FINE, pitch)
    scale = CROWDED_SCALE if len(words.parts) > 1 and not any(part.text for part in words.parts) else 1.0
    if words.middle is not None:
        x = column_x(words.middle / 2) - drawn_width(words.parts) / 2
    elif words.ends_there:
        x += line_width(words.parts) * COLUMN_WIDTH - drawn_width(words.parts)
    for group in groups_by_sign(words.parts):
        part, *others = group
        start, x = x, x + drawn_width(group)
        if part.sign == "card" and part.text:
            yield from draw_card(part, start, y)
            start, part = start + drawn_width((part,)), Part("")
        elif part.sign_columns:
            yield draw_sign(part, start + (COLUMN_WIDTH / 2 if not part.text else SIGN_WIDTH / 2 - 1), y, scale)
            start += SIGN_WIDTH if part.text else COLUMN_WIDTH
        if part.text or others:
            texts = (tag("tspan", each.text, class_=each.tone) if each.tone else each.text for each in (part, *others))
            yield tag("text", texts, class_=words.kind, x=start, y=y + 4.5)


def groups_by_sign(parts: Sequence[Part]) -> list[list[Part]]:
    """Split parts into groups that each begin with a sign, but perhaps the first; what follows stands close to it."""
    groups: list[list[Part]] = []
    for part in parts:
        if part.sign_columns or not groups:
            groups.append([part])
        else:
            groups[-1].append(part)
    return groups


def drawn_width(parts: Sequence[Part]) -> float:
    """Estimate the width of parts with their signs, in units of the drawing; at most that of their columns."""
    return sum(min(part_width(part), part.width * COLUMN_WIDTH) for part in parts)


def part_width(part: Part) -> float:
    """Estimate the width of a part with its sign; a card and a sign alone take their columns."""
    if part.sign == "card" or not part.text:
        return part.width * COLUMN_WIDTH
    return text_width(part.text, FONT_SIZE) + SIGN_WIDTH * (part.sign_columns > 0)


def draw_card(part: Part, x: float, y: float) -> Iterator[Element]:
    """Draw a card: its text in a frame."""
    width = part.width * COLUMN_WIDTH
    yield tag("rect", class_=f"card {part.tone}".rstrip(), x=x + 1, y=y - 8.5, width=width - 2, height=17, rx=3)
    yield tag("text", part.text, class_=f"mark centred {part.tone}".rstrip(), x=x + width / 2, y=y + 4.5)


def draw_sign(part: Part, x: float, y: float, scale: float) -> Element:
    """Draw the sign of a part, or that of its tone, about a point."""
    turn = f" rotate({part.turned})" if part.turned else ""
    size = f" scale({scale:g})" if scale != 1 else ""
    return tag(
        "path",
        d=PATHS[part.sign] if part.sign else TONE_PATHS[part.tone],
        class_=f"sign {part.tone}".rstrip(),
        transform=f"translate({x:.1f} {y:.1f}){turn}{size}",
    )
