"""Nodes compare, hash and print themselves as attrs would have them."""

from inspect import signature

import attrs
import pytest

from bombsight.dsl.node_classes import define, field, frozen, unguarded


def plain(field):
    """A class whose attributes are described by attrs' own words or by those of nodes."""

    class Plain:
        name: str
        size: int = field(eq=abs)
        place: int = field(default=0, eq=False, repr=False)

    Plain.__qualname__ = "Plain"
    return Plain


def described(class_):
    """What attrs knows of the attributes of a class, but for what it alone has a use for."""
    return [
        (each.name, each.alias, each.default, each.eq, each.eq_key, each.repr, each.init, each.type, each.kw_only)
        for each in attrs.fields(class_)
    ]


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


OURS = made(frozen(plain(field)))
THEIRS = made(attrs.frozen(plain(attrs.field)))


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
    assert described(class_) == described(attrs.frozen(copy(Other)))
    with pytest.raises(AttributeError):
        made.colour = "red"


def over(frozen, field):
    """A class over another, one of them with attributes that are given by name."""

    @frozen(kw_only=True)
    class Below:
        place: int = field(default=0, eq=False)
        colour: str = "red"

    @frozen
    class Above(Below):
        """Something."""

        name: str
        size: int = 2

    @frozen(kw_only=True)
    class Last(Above):
        size: int = 5
        age: int

    return Below, Above, Last


OVER = [*zip(over(frozen, field), over(attrs.frozen, attrs.field), strict=True)]


@pytest.mark.parametrize(("ours", "theirs"), OVER)
def test_they_take_what_a_class_of_attrs_takes(ours, theirs):
    assert described(ours) == described(theirs)
    assert {*ours.__slots__, "__weakref__"} == {*theirs.__slots__, "__weakref__"}
    for name in ("__doc__", "__qualname__", "__module__", "__match_args__"):
        assert getattr(ours, name) == getattr(theirs, name)
    assert taken(ours) == taken(theirs)


def taken(class_):
    """What a class is called with."""
    return [(each.name, each.kind, each.default) for each in signature(class_).parameters.values()]


def test_each_attribute_has_what_was_given_for_it():
    last = OVER[2][0]("lamp", age=7, place=3)
    assert repr(last).endswith("Last(place=3, colour='red', name='lamp', size=5, age=7)")
    assert attrs.evolve(last, colour="blue") == OVER[2][0](age=7, name="lamp", colour="blue")


def filling(define, field):
    """A class of what changes, with an attribute of its own that nobody else names."""

    @define
    class Filling:
        name: str
        found: list[str] = field(factory=list)
        _known: dict[str, int] = field(factory=dict, eq=False)
        size: int = 2

    return Filling


def test_what_is_filled_as_it_goes_is_made_as_attrs_makes_it():
    ours, theirs = filling(define, field), filling(attrs.define, attrs.field)
    assert described(ours) == described(theirs)
    assert taken(ours) == taken(theirs)
    one, other = ours("lamp"), ours("lamp", known={"oil": 3})
    one.found.append("reef")
    assert one != other
    other.found = ["reef"]
    assert one == other
    assert repr(one).endswith(repr(theirs("lamp", ["reef"])))
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)


def test_a_field_of_attrs_is_refused():
    with pytest.raises(TypeError, match="size is a field of attrs"):
        frozen(plain(attrs.field))
