"""What is encoded is decoded again, and of data of another shape all that is wrong is said, with its place."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import Enum
from typing import Annotated, Any, Literal

import pytest
from attrs import evolve, field, frozen, validators
from hypothesis import given
from hypothesis import strategies as st

from bombsight.boundary.codec.decoding import decode_strictly, decode_with_unknown
from bombsight.boundary.codec.encoding import encode
from bombsight.boundary.codec.form import HIDDEN, KEY, Between, Form, Scalar
from bombsight.boundary.codec.lenient import lenient_decoder
from bombsight.boundary.codec.problems import MAX_PROBLEMS, DecodeError


class Wind(Enum):
    CALM = "calm"
    FRESH = "fresh"


@frozen
class Buoy:
    number: Annotated[int, Between(1, 99)]
    is_lit: bool = False


@frozen
class Wreck:
    title: str


@frozen
class Chart:
    kind: Literal["sea", "river"]
    marks: tuple[Buoy | Wreck, ...]
    wind: Wind | None
    depths: Mapping[str, int | str] = field(factory=dict)
    corner: tuple[int, int] = (0, 0)
    inset: Chart | None = None
    colours: frozenset[str] = frozenset()
    scale: float = field(default=1.0, validator=validators.gt(0))
    sheet: int = field(default=0, metadata={KEY: "number"})
    place: complex = 0j
    seen: bool = field(default=False, eq=False, metadata={HIDDEN: True})


def tag_of(cls: type) -> str:
    return cls.__name__.lower() if cls in (Buoy, Wreck) else ""


WHOLE = Form(scalars={complex: Scalar(lambda value: [value.real, value.imag], lambda data: complex(*data))})
FORMS = {
    "whole": WHOLE,
    "brief": evolve(WHOLE, omits="defaults"),
    "tagged": evolve(WHOLE, tag="is", tag_of=tag_of),
    "empty": evolve(WHOLE, tag="is", tag_of=tag_of, omits="empty", last_attributes=("kind", "marks")),
}
TEXTS = st.text(max_size=4)
MARKS = st.builds(Buoy, st.integers(1, 99), st.booleans()) | st.builds(Wreck, TEXTS)


def charts(insets: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.builds(
        Chart,
        st.sampled_from(["sea", "river"]),
        st.lists(MARKS, max_size=3).map(tuple),
        st.none() | st.sampled_from(Wind),
        st.dictionaries(TEXTS, st.integers() | TEXTS, max_size=2),
        st.tuples(st.integers(), st.integers()),
        insets,
        st.frozensets(TEXTS, max_size=2),
        st.floats(min_value=0.1, max_value=9),
        st.integers(),
        st.sampled_from([0j, 1 + 2j]),
    )


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@given(value=charts(st.none() | charts(st.none())))
def test_what_is_encoded_is_decoded(form: Form, value: Chart) -> None:
    data = json.loads(json.dumps(encode(value, form)))

    assert decode_strictly(data, Chart, form) == value


@given(value=st.lists(MARKS).map(tuple))
def test_what_we_wrote_ourselves_needs_no_types(value: tuple[Buoy | Wreck, ...]) -> None:
    data = json.loads(json.dumps(encode(value, FORMS["tagged"])))

    assert lenient_decoder({"buoy": Buoy, "wreck": Wreck}, "is")(data) == value


CHART: dict[str, object] = {"kind": "sea", "marks": [], "wind": None, "number": 3}
WRONG: dict[str, dict[str, object]] = {
    "$.kind: one of sea, river is needed, not 1": {"kind": 1},
    '$.marks: a list is needed, not "ab"': {"marks": "ab"},
    "$.marks[1]: an object is needed, not 3": {"marks": [{"title": "x"}, 3]},
    "$.marks[0].number: a whole number is needed, not true": {"marks": [{"number": True}]},
    "$.marks[0].number: 99 or less is needed, not 100": {"marks": [{"number": 100}]},
    "$.marks[0]: nothing here is called depth.": {"marks": [{"title": "", "depth": 1}]},
    "$.wind: one of calm, fresh is needed, not \"gale\"": {"wind": "gale"},
    "$.depths.a: a whole number or a text is needed, not null": {"depths": {"a": None}},
    "$.corner: a list of 2 values is needed, not of 1": {"corner": [1]},
    "$.inset: kind and marks and wind must stand here": {"inset": {}},
    "$.scale: a finite number is needed": {"scale": float("inf")},
    "$: 'scale' must be > 0: 0.0": {"scale": 0},
    "$.number: a whole number may not be so wide": {"number": 2**64},
    "$.colours[0]: a text may have 9 characters, not 10": {"colours": ["x" * 10]},
    "$: nothing here is called sheet or seen.": {"sheet": 1, "seen": True},
}  # fmt: skip
STRICT = evolve(WHOLE, longest=9, integer_bound=2**64)


@pytest.mark.parametrize("expected", WRONG)
def test_what_is_wrong_is_said_with_its_place(expected: str) -> None:
    assert decode_strictly(CHART, Chart, STRICT).sheet == 3
    with pytest.raises(DecodeError) as caught:
        decode_strictly(CHART | WRONG[expected], Chart, STRICT)
    assert str(caught.value).startswith(expected)


def test_all_that_is_wrong_is_said() -> None:
    with pytest.raises(DecodeError) as caught:
        decode_strictly({"kind": "", "marks": [1, {}], "depth": 1}, Chart, STRICT)
    assert [each.path for each in caught.value.problems] == ["$.kind", "$.marks[0]", "$.marks[1]", "$", "$"]


def test_unknown_members_are_refused_ignored_or_handed_out() -> None:
    assert decode_strictly(CHART | {"x": 1}, Chart, evolve(STRICT, unknown="ignored")).sheet == 3
    assert decode_with_unknown(CHART | {"x": [1]}, Chart, STRICT) == (decode_strictly(CHART, Chart, STRICT), {"x": [1]})
    mistakes: tuple[object, ...] = (CHART | {"marks": [{"number": 1, "x": 1}]}, CHART | {"kind": ""}, [])
    for wrong in mistakes:
        with pytest.raises(DecodeError):
            decode_with_unknown(wrong, Chart, STRICT)


def test_a_tag_says_the_class() -> None:
    form = FORMS["empty"]
    for mark, expected in (
        ({"is": "wreck", "title": ""}, None),
        ({"is": "wreck", "number": 1}, "$.marks[0]: title must stand here"),
        ({"is": "shoal"}, "$.marks[0].is: one of buoy, wreck is needed"),
        ({"is": []}, "$.marks[0].is: one of buoy, wreck is needed, not a list"),
        ({"title": ""}, "$.marks[0]: is must stand here"),
    ):
        data: dict[str, object] = {"kind": "sea", "marks": [mark]}
        if expected is None:
            assert decode_strictly(data, Chart, form).marks == (Wreck(""),)
        else:
            with pytest.raises(DecodeError) as caught:
                decode_strictly(data, Chart, form)
            assert str(caught.value).startswith(expected)
    with pytest.raises(DecodeError, match=r"\$\.wind: one of"):  # in this form null stands for nothing
        decode_strictly({"kind": "sea", "wind": None}, Chart, form)


def test_a_reader_and_its_errors_stand_in_the_place_of_others() -> None:
    def read_buoy(data: Any, read: Any) -> Any:
        if data == "first":
            return Buoy(1)
        if data["number"] == 13:
            raise ValueError("no buoy has that number")
        return read(data)

    form = evolve(WHOLE, readers={Buoy: read_buoy})
    assert decode_strictly(["first", {"number": 2}], tuple[Buoy, ...], form) == (Buoy(1), Buoy(2))
    with pytest.raises(DecodeError, match=r"\$\[0\]: no buoy has that number"):
        decode_strictly([{"number": 13}], tuple[Buoy, ...], form)


def test_not_more_is_said_than_a_person_reads_however_much_is_wrong() -> None:
    data: Any = [{}] * 30_000
    for _ in range(60):
        data = CHART | {"inset": CHART | {"marks": [{}] * 200, "inset": data}}
    with pytest.raises(DecodeError) as caught:
        decode_strictly(data, Chart, STRICT)
    assert len(caught.value.problems) == MAX_PROBLEMS


def test_a_sequence_of_any_class_is_a_list() -> None:
    assert encode(range(3), WHOLE) == [0, 1, 2]


def test_what_has_no_place_in_json_is_an_error_of_the_program() -> None:
    for value in (object(), b"ab"):
        with pytest.raises(TypeError, match="no place in JSON"):
            encode(value, WHOLE)
    with pytest.raises(TypeError, match="can be read"):
        decode_strictly(3, bytes, WHOLE)
