import pytest
from attrs import evolve, fields

from bombsight.dsl import ast
from bombsight.dsl.parser import parse
from bombsight.dsl.source import NOWHERE
from bombsight.dsl.walk import are_identical, children, walk
from tests.dsl.reading import SAMPLES, items, sample


def nodes():
    for path in SAMPLES:
        source = sample(path)
        for node in walk(parse(source).file):
            yield source.text, node


def written():
    """The same without the titles put into a grid whose values are listed above it: they stand where the value does."""
    found = list(nodes())
    rows = [node for _, node in found if isinstance(node, ast.GridRow) and len(node.cells) > 1]
    put_in = {id(row.cells[1].items[0]) for row in rows if row.cells[0].span == row.cells[1].span}
    return [(text, node) for text, node in found if id(node) not in put_in]


def slice_of(text, node):
    return text[node.span.start : node.span.end]


def test_a_name_stands_where_its_span_says():
    names = [(text, node) for text, node in written() if isinstance(node, ast.Name)]
    legends = {(node.word, node.meaning) for _, node in nodes() if isinstance(node, ast.Legend)}
    assert len(names) > 100
    for text, node in names:
        word = slice_of(text, node)
        assert word == node.name or (word, node) in legends


def test_spans_of_values_are_their_text():
    for text, node in written():
        if isinstance(node, ast.Number):
            assert int(slice_of(text, node)) == node.value
        elif isinstance(node, ast.Text):
            assert slice_of(text, node) == f'"{node.value}"'
        elif isinstance(node, ast.Dice) and node.number is None:
            assert slice_of(text, node) == node.dice.notation


def test_every_node_has_a_place_inside_that_of_its_owner():
    for _, node in nodes():
        assert node.span is not NOWHERE
        assert node.span.start <= node.span.end
        for child in children(node):
            assert node.span.start <= child.span.start
            assert child.span.end <= node.span.end


def test_lines_and_columns_agree_with_offsets():
    for text, node in nodes():
        before = text[: node.span.start]
        assert node.span.line == before.count("\n") + 1
        assert node.span.column == len(before) - before.rfind("\n")


def test_a_span_ends_with_the_last_visible_character():
    for text, node in nodes():
        if not isinstance(node, ast.File) and node.span.start < node.span.end:
            assert slice_of(text, node) == slice_of(text, node).strip()


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_spans_take_no_part_in_equality(path):
    source = sample(path)
    moved = parse(sample(path)).file.items
    assert items("# a line above\n\n" + source.text) == moved


def test_every_node_is_frozen_and_compares_by_what_it_says():
    for kind in vars(ast).values():
        if isinstance(kind, type) and issubclass(kind, ast.Node):
            assert {field.name for field in fields(kind) if not field.eq} == {"span", "touched"}


@pytest.mark.parametrize(("old", "new"), [("", "# above\n\n"), ("\n\n", "\n\n\n"), (" ", "  ")])
def test_what_is_moved_stands_where_it_would_be_read(old, new):
    moved = 0
    for path in SAMPLES:
        source = sample(path)
        now = evolve(source, text=source.text.replace(old, new, 1))
        before, read = parse(source), parse(now)
        kept = parse(now, before)
        assert len(kept.file.items) == len(read.file.items)
        assert all(map(are_identical, kept.file.items, read.file.items))
        moved += len({item.span.start for item in kept.file.items} - {item.span.start for item in before.file.items})
    assert moved > 20
