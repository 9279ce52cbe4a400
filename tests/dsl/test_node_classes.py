"""Nodes compare, hash and print themselves as attrs would have them."""

import attrs
import pytest

from bombsight.dsl.node_classes import frozen, unguarded


class Plain:
    name: str
    size: int = attrs.field(eq=abs)
    place: int = attrs.field(default=0, eq=False, repr=False)


class Other:
    name: str
    size: int
    place: int = 0


def made(class_):
    """Nodes of a class, one of each kind of likeness."""
    return [class_("lamp", 3), class_("lamp", 3, 7), class_("lamp", -3), class_("lamp", 4), class_("oil", 3)]


def copy(class_):
    """The same class, as nobody has decorated it yet."""
    return type(class_.__name__, (), dict(vars(class_)))


OURS = made(frozen(copy(Plain)))
THEIRS = made(attrs.frozen(copy(Plain)))


def test_equal_are_those_that_attrs_has_equal():
    assert [[a == b for b in OURS] for a in OURS] == [[a == b for b in THEIRS] for a in THEIRS]


def test_what_is_equal_has_one_hash():
    assert len(set(OURS)) == len(set(THEIRS)) == 3


def test_they_print_alike():
    assert [*map(repr, OURS)] == [*map(repr, THEIRS)]


def test_nodes_of_two_classes_are_never_equal():
    assert OURS[0] != frozen(copy(Other))("lamp", 3)
    assert OURS[0] != ("lamp", 3)


@pytest.mark.parametrize("decorate", [frozen, unguarded])
def test_only_the_checker_of_types_has_them_frozen(decorate):
    class_ = decorate(copy(Other))
    made = class_("lamp", 3)
    assert hash(made) == hash(class_("lamp", 3))
    assert attrs.fields(class_) == attrs.fields(attrs.frozen(copy(Other)))
    with pytest.raises(AttributeError):
        made.colour = "red"
