"""What comes in from strangers: names, files, documents, archives, texts, and budgets of work."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bombsight.boundary.archives import unpack_gzip
from bombsight.boundary.budget import (
    MAX_RAISE_FACTOR,
    RATES,
    Allowance,
    Budget,
    OverBudgetError,
    WorkKind,
    chargeable_length,
)
from bombsight.boundary.documents import MALFORMED_ERRORS, MAX_DEPTH, parse_json, read_untrusted
from bombsight.boundary.errors import InputError
from bombsight.boundary.files import is_private, make_private, read_file, read_input_file
from bombsight.boundary.names import check_name, path_in_folder
from bombsight.boundary.texts import decode_utf8, replace_controls

# --- names


@pytest.mark.parametrize("name", ["north", "a", "North_2-b", "x" * 64])
def test_a_name_is_taken_as_it_is(name):
    assert check_name(name, "the seat") == name


@pytest.mark.parametrize(
    "name", ["", "x" * 65, "..", "a/b", "a\\b", "a.b", "a b", "a\n", "\x1b[2J", "é", "٣", None, 3, ["a"]]
)
def test_what_could_lead_elsewhere_is_no_name(name):
    with pytest.raises(InputError, match="the seat has no name that can be used"):
        check_name(name, "the seat")


@given(st.text())
def test_a_path_of_a_name_stays_in_its_folder(name):
    try:
        path = path_in_folder(Path("/saves"), name, "table-", ".seat")
    except InputError:
        return
    assert path.parent == Path("/saves")
    assert Path(os.path.normpath(path)) == path


# --- files


def test_a_file_is_read_up_to_a_bound(tmp_path):
    file = tmp_path / "a"
    file.write_bytes(b"12345")
    assert read_file(file, 5) == b"12345"
    with pytest.raises(OSError, match="more than 4 bytes"):
        read_file(file, 4)


def test_a_sparse_file_is_not_read(tmp_path):
    file = tmp_path / "a"
    with file.open("wb") as stream:
        stream.truncate(6_000_000_000)
    with pytest.raises(InputError, match=r"cannot be read: it has more than 64,000,000 bytes"):
        read_input_file(str(file))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such pipes")
def test_a_pipe_is_waited_for_by_nobody(tmp_path):
    os.mkfifo(tmp_path / "a")
    with pytest.raises(InputError, match="a pipe or a device"):
        read_input_file(str(tmp_path / "a"))


@pytest.mark.parametrize("path", ["", ".", "/", "no\0name", "\ud800"])
def test_odd_paths_are_told_as_input(path):
    with pytest.raises(InputError, match="cannot be read"):
        read_input_file(path)


@pytest.mark.skipif(os.name == "nt", reason="there are no such permissions")
def test_who_may_read_a_file_is_known(tmp_path):
    file = tmp_path / "a"
    file.write_text("secret")
    for mode in (0o604, 0o640, 0o610, 0o601, 0o666):
        file.chmod(mode)
        assert not is_private(file)
    make_private(file)
    assert is_private(file)
    assert file.stat().st_mode & 0o777 == 0o600


# --- documents


def test_json_is_read():
    assert parse_json(b'{"a": [1, 2.5, null, "\xc3\xa9"]}') == {"a": [1, 2.5, None, "é"]}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "NaN",
        "-Infinity",
        '{"a": 1, "a": 2}',
        '"\\u0000"',
        '"\\ud800"',
        '{"\\ud800": 1}',
        "[" * 100_000,
        "[" * (MAX_DEPTH + 2) + "]" * (MAX_DEPTH + 2),
        "1" * 5_000,
        b"\xff",
    ],
)
def test_json_that_nobody_can_take_is_refused(text):
    with pytest.raises(ValueError):  # noqa: PT011 - several of its kinds
        parse_json(text)


def test_json_has_a_size():
    assert parse_json("[1]", 3) == [1]
    with pytest.raises(ValueError, match="more than 2 characters"):
        parse_json("[1]", 2)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(st.characters(codec="utf-8"), max_size=5), st.lists
    )
)
def test_whatever_was_written_is_read_again(value):
    text = json.dumps(value)
    if "\\u0000" not in text:
        assert parse_json(text) == value


@pytest.mark.parametrize("error", MALFORMED_ERRORS[:1] + MALFORMED_ERRORS[3:5] + MALFORMED_ERRORS[6:])
def test_whatever_reading_raises_of_malformed_data_is_one_error(error):
    def read():
        raise error("odd")

    with pytest.raises(InputError) as told:
        read_untrusted(read, "this is no letter", "a.json", "Ask for it again.")
    assert (told.value.message, told.value.place, told.value.hint) == (
        "this is no letter",
        "a.json",
        "Ask for it again.",
    )


# --- archives, texts


def test_what_is_packed_is_unpacked_up_to_a_bound():
    assert unpack_gzip(gzip.compress(b"12345"), 5, "game file", "x.game") == b"12345"
    with pytest.raises(InputError, match="this game file is too large"):
        unpack_gzip(gzip.compress(b"123456"), 5, "game file", "x.game")
    for broken in (b"", b"12345", gzip.compress(b"12345")[:-3], gzip.compress(b"12345")[:-8] + b"\0" * 8):
        with pytest.raises(InputError, match="no game file, or it is not whole"):
            unpack_gzip(broken, 5, "game file", "x.game")


def test_no_control_character_comes_to_a_terminal():
    assert replace_controls("a\x1b[2J\u202eb\x9bc\ud800\u2028\n\td", "?") == "a?[2J?b?c??\n\td"
    assert replace_controls("Ärger", "?") == "Ärger"


def test_a_text_that_is_none_is_told_with_its_line():
    assert decode_utf8(b"\xef\xbb\xbfa", "f") == "a"
    with pytest.raises(InputError, match=r"f:2: this is not a text in UTF-8"):
        decode_utf8(b"a\n\xff", "f")


# --- budgets


def test_a_budget_ends_where_it_is_spent():
    budget = Budget(WorkKind.PROVE, 10)
    budget.charge(10)
    assert budget.remaining == 0
    with pytest.raises(OverBudgetError, match="more than 10 branches"):
        budget.charge(1)
    assert budget.remaining == 0


@pytest.mark.parametrize("work", WorkKind)
def test_an_allowance_grows_with_the_text_and_is_raised_by_a_person(work):
    none, some = Allowance(), Allowance(1_000)
    assert none.limit_of(work) == RATES[work].base
    assert some.limit_of(work) == RATES[work].base + 1_000 * RATES[work].each
    assert some.limit_of(work) > none.limit_of(work) or work is WorkKind.DEFAULT
    assert Allowance(1_000, 3).limit_of(work) == 3 * some.limit_of(work)
    assert some.make_budget(work).limit == some.limit_of(work)


@pytest.mark.parametrize(
    ("length", "counts"), [(0, 0), (50_000, 50_000), (100_000, 50_000), (100_001, 50_002), (10**6, 10**6)]
)
def test_of_rules_of_middling_length_no_more_characters_count_than_of_short_ones(length, counts):
    assert chargeable_length(length) == counts


def test_what_grows_with_the_number_of_items_and_with_what_each_costs_may_cost_more_in_long_rules():
    rate = RATES[WorkKind.SITE]
    assert rate.by_square
    assert Allowance(100_000).limit_of(WorkKind.SITE) == rate.base + 50_000 * rate.each
    assert Allowance(300_000).limit_of(WorkKind.SITE) == 9 * (rate.base + 300_000 * rate.each)


@pytest.mark.parametrize(("length", "raised"), [(-1, 1), (0, 0), (0, MAX_RAISE_FACTOR + 1)])
def test_an_allowance_is_bounded_itself(length, raised):
    with pytest.raises(ValueError, match=r"'(length|raised)' must be"):
        Allowance(length, raised)
