"""Resolution of what is drawn on maps and pictures: areas of enum values, shapes, texts, scale and compass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import assert_never

from bombsight.compiler.graph import boards as b
from bombsight.compiler.resolve import expressions
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.resolve.narrowing import narrow
from bombsight.compiler.resolve.outlines import OutlineError, make_arc, mirror_polylines, parse_outline
from bombsight.compiler.resolve.plans import Value, report_missing_places, resolve_place_enums, resolve_place_value
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.resolve.texts import resolve_template
from bombsight.dsl import ast
from bombsight.dsl.joined_texts import locate_text, span_of_text
from bombsight.dsl.source import Source, Span
from bombsight.flat.boards import BoardCompass, BoardScale, Polyline, ShapeKind


def resolve_map(ctx: Context, node: ast.Map) -> b.Map:
    """Resolve a map layout, and check that its ranges are not empty."""
    check_extent(ctx, node)
    for line in node.drawn:
        if isinstance(line, ast.PicturePlace):  # an overlay may add one
            resolve_place_value(ctx, line.value, line.span, (), "On a map two numbers are a place.")
    return b.Map(across=node.across, down=node.down, drawing=resolve_drawing(ctx, node))


def resolve_picture(ctx: Context, node: ast.Picture) -> b.Picture:
    """Resolve a picture, and check that every value of its enums has one area in it."""
    check_extent(ctx, node)
    enums = resolve_place_enums(ctx, node)
    drawing = resolve_drawing(ctx, node)
    if enums is None:
        return b.Picture(enums=(), across=node.across, down=node.down, areas=(), drawing=drawing)
    areas: list[b.Area] = []
    seen: dict[Value, ast.PicturePlace] = {}
    for line in node.drawn:
        if not isinstance(line, ast.PicturePlace):
            continue
        found = resolve_place_value(ctx, line.value, line.value.span, enums, "Name the enum behind `picture`.")
        if found is None:
            continue
        if found in seen:
            ctx.findings.add(
                "B003",
                f"{ctx.env.enums[found[0]].values[found[1]]} stands here twice",
                line.span,
                labels=[(seen[found].span, "first here")],
                help="A place of a picture has one area.",
            )
            continue
        seen[found] = line
        check_area(ctx, node, line)
        enum, value = found
        areas.append(b.Area(enum=enum, value=value, title=line.title or "", across=line.across, down=line.down))
    report_overlaps(ctx, [*seen.values()])
    advice = "Give every value of the enum an area: `bell at 92..108, 4..16`."
    report_missing_places(ctx, node, enums, seen.keys(), advice)
    return b.Picture(enums=enums, across=node.across, down=node.down, areas=tuple(areas), drawing=drawing)


def check_extent(ctx: Context, node: ast.Map | ast.Picture) -> None:
    """Report numbers of a map or picture of which the first is not the lower one (B007)."""
    for low, high in (node.across, node.down):
        if low >= high:
            ctx.findings.add(
                "B007", f"{low}..{high} holds no two numbers", node.span, help="Write the lower one first."
            )


def check_area(ctx: Context, picture: ast.Picture, node: ast.PicturePlace) -> None:
    """Report an area of a picture that is empty (B007) or leaves the picture (B010)."""
    for (low, high), (first, last) in ((node.across, picture.across), (node.down, picture.down)):
        if low >= high:
            ctx.findings.add("B007", f"{low}..{high} has no room", node.span, help="Write the lower number first.")
        elif low < first or high > last:
            report_outside(ctx, node.span, f"{low}..{high} is not within {first}..{last}")


def report_overlaps(ctx: Context, places: Sequence[ast.PicturePlace]) -> None:
    """Report areas of a picture that overlap in part (B011); one may lie in another."""
    for one, other in combinations(places, 2):
        across, down = overlap(one.across, other.across), overlap(one.down, other.down)
        if across and down and not contains(one, other) and not contains(other, one):
            ctx.findings.add(
                "B011",
                "this place lies half on another",
                other.span,
                labels=[(one.span, "the other one")],
                help="Move one of them, or let one hold the other.",
            )


def overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two ranges share more than an end."""
    return one[0] < other[1] and other[0] < one[1]


def contains(outer: ast.PicturePlace, inner: ast.PicturePlace) -> bool:
    """Whether an area of a picture holds another whole."""
    sides = ((outer.across, inner.across), (outer.down, inner.down))
    return all(big[0] <= small[0] and small[1] <= big[1] for big, small in sides)


# --- shapes and texts


def resolve_drawing(ctx: Context, node: ast.Map | ast.Picture) -> b.Drawing:
    """Resolve the shapes, the texts, the scale and the compass of a map or picture."""
    shapes: list[b.Shape] = []
    captions: list[b.Caption] = []
    scales = [line for line in node.drawn if isinstance(line, ast.Scale)]
    compasses = [line for line in node.drawn if isinstance(line, ast.Compass)]
    report_repeated_line(ctx, "scale", scales)
    report_repeated_line(ctx, "compass", compasses)
    for line in node.drawn:
        match line:
            case ast.Outline() | ast.Circle() | ast.Arc():
                shapes += resolve_shape(ctx, node, line)
            case ast.Caption():
                check_point(ctx, node, line)
                captions.append(b.Caption(text=resolve_template(ctx, line.text, line.span, Scope()), at=line.at))
            case ast.Scale():
                if line.numbers < 1:
                    ctx.findings.add("B007", "a unit of no length", line.span, help="Write how many numbers are one.")
            case ast.Compass() | ast.PicturePlace():
                pass
            case _:
                assert_never(line)
    return b.Drawing(
        shapes=tuple(shapes),
        captions=tuple(captions),
        scale=BoardScale(numbers=scales[0].numbers, unit=scales[0].unit) if scales and scales[0].numbers else None,
        compass=BoardCompass(degrees=compasses[0].degrees % 360, text=compasses[0].text) if compasses else None,
    )


def report_repeated_line(ctx: Context, what: str, lines: Sequence[ast.Node]) -> None:
    """Report every line but the first of a kind that a map or picture has once (N002)."""
    for line in lines[1:]:
        labels = [(lines[0].span, "first here")]
        ctx.findings.add("N002", f"the {what} is given twice", line.span, labels=labels, help="Take one out.")


def check_point(ctx: Context, node: ast.Map | ast.Picture, line: ast.Caption) -> None:
    """Report a text outside of its map or picture (B010)."""
    for at, (first, last) in zip(line.at, (node.across, node.down), strict=True):
        if not first <= at <= last:
            report_outside(ctx, line.span, f"{at} is not within {first}..{last}")


def report_outside(ctx: Context, span: Span, message: str) -> None:
    """Report something that lies outside of its map or picture (B010)."""
    help = "Move it, or widen the numbers of the map or picture."
    ctx.findings.add("B010", f"this leaves the board: {message}", span, help=help)


def resolve_shape(
    ctx: Context, node: ast.Map | ast.Picture, line: ast.Outline | ast.Circle | ast.Arc
) -> Iterator[b.Shape]:
    """Yield the graph node of a shape; nothing for an outline that cannot be read."""
    kind: ShapeKind
    match line:
        case ast.Outline():
            kind, lines = "outline", resolve_outline(ctx, node, line)
        case ast.Circle():
            kind, lines = "circle", (make_arc(*line.at, line.radius, 0, 360),)
        case ast.Arc():
            kind, lines = "arc", (make_arc(*line.at, line.radius, line.first, line.last),)
        case _:
            assert_never(line)
    condition = expressions.resolve_boolean(ctx, line.when, Scope()) if line.when is not None else None
    scope = narrow(ctx.env, Scope(), condition)
    text = resolve_template(ctx, line.text, line.span, scope) if line.text is not None else None
    if lines:
        yield b.Shape(kind=kind, lines=lines, text=text, tone=line.tone, condition=condition, span=line.span)


def resolve_outline(ctx: Context, node: ast.Map | ast.Picture, line: ast.Outline) -> tuple[Polyline, ...]:
    """Flatten an outline to polylines; report one that cannot be read (B009) or leaves the board (B010)."""
    source = ctx.env.sources.get(line.span.path, Source(line.span.path, ""))
    pieces = locate_text(source, line.path, line.span)
    try:
        polylines = parse_outline(line.path)
    except OutlineError as error:
        help = "A path has the commands M L H V C S Q T Z with their numbers; write an arc as `arc` or `circle`."
        ctx.findings.add("B009", str(error), span_of_text(source, pieces, error.start, error.end), help=help)
        return ()
    for numbers, (first, last) in ((slice(0, None, 2), node.across), (slice(1, None, 2), node.down)):
        outside = [at for each in polylines for at in each.points[numbers] if not 10 * first <= at <= 10 * last]
        if outside:
            span = span_of_text(source, pieces, 0, len(line.path))
            report_outside(ctx, span, f"{outside[0] / 10:g} is not within {first}..{last}")
            break
    return mirror_polylines(polylines, 10 * sum(node.across)) if line.mirrored else polylines
