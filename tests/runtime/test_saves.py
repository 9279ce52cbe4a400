"""Save files: what is read back, what is refused, and what survives."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from bombsight.boundary.codec.encoding import encode
from bombsight.boundary.errors import InputError
from bombsight.flat.document_forms import BRIEF
from bombsight.runtime.dice import SeededDice
from bombsight.runtime.events.views import STORY_VERSION
from bombsight.runtime.run.play import Pending
from bombsight.runtime.saves.lines import UndoLine, header_line, record_line, rules_line, save_schema
from bombsight.runtime.saves.reader import parse_line, parse_save, read_save
from bombsight.runtime.saves.records import Answer, End, Throw, check_same_game, header_under_rules, new_header
from bombsight.runtime.saves.writer import SaveFile
from bombsight.runtime.session.migration import try_under_rules, write_rules_change
from bombsight.runtime.session.replay import replay
from bombsight.runtime.session.session import Session
from tests.runtime.harbour import harbour, load
from tests.runtime.playing import answering, header

validator = Draft202012Validator(save_schema())
HEAD = json.dumps(header_line(header())).encode() + b"\n"


def saved_bytes(path: Path, answers: int, hours: int = 3) -> bytes:
    """A save with as many answers as asked for."""
    path.unlink(missing_ok=True)
    with SaveFile.create(str(path), header(hours=hours)) as save:
        Session(harbour(), header(hours=hours), SeededDice(3), save=save, load=load).play(answering(range(answers)))
    return path.read_bytes()


def answers_of(saved) -> list[Answer]:
    return [record for record in saved.records if isinstance(record, Answer)]


def test_a_save_says_what_happened(tmp_path):
    data = saved_bytes(tmp_path / "night.jsonl", 3)
    lines = [json.loads(line) for line in data.decode().splitlines()]
    assert lines[0] == {
        "bombsight": 1,
        "game": "harbour",
        "title": "The Harbour Light",
        "rules": "h1",
        "journal": STORY_VERSION,
        "options": {"new_moon": "no"},
        "overlays": [{"name": "errata one", "file": None}],
        "seed": 3,
        "entry": "mission",
        "args": [3],
        "dice": "seeded",
        "dice_file": None,
    }
    assert [{key: line[key] for key in line if key != "j"} for line in lines[1:6]] == [
        {"d": [1, 5], "at": "Sky"},
        {"d": [4, 1], "at": "Arrival"},
        {"a": "burn", "at": "choice:watch/order"},
        {"a": "2", "at": "choice:watch/oil"},
        {"a": "old_trawler south", "at": "choice:watch/ship"},
    ]
    for line in lines:
        validator.validate(line)


def test_house_rules_are_named_with_their_files():
    told = new_header(harbour(), seed=1, files={"errata one": "/rules/one.rules"})
    assert [(overlay.name, overlay.file) for overlay in told.overlays] == [("errata one", "/rules/one.rules")]


def test_cut_anywhere_no_complete_answer_is_lost(tmp_path):
    """A power cut may end a file at any byte."""
    data = saved_bytes(tmp_path / "night.jsonl", 5)
    whole = parse_save(data, "night.jsonl")
    path = tmp_path / "cut.jsonl"
    first = data.index(b"\n")
    for length in range(len(data)):
        path.write_bytes(data[:length])
        if length < first:
            with pytest.raises(InputError, match=r"empty|cut short"):
                SaveFile.resume(str(path))
            continue
        save, saved = SaveFile.resume(str(path))
        complete = sum(b'"a":' in line for line in data[:length].split(b"\n")[:-1])
        assert saved.records == whole.records[: len(saved.records)]
        assert len(answers_of(saved)) >= complete
        with save:
            session = Session.resume(harbour(), save, saved, SeededDice(3), load=load)
            assert isinstance(session.play(answering([])), Pending)
        again = read_save(str(path))
        assert not again.notes
        assert again.records == tuple(session.records)


def test_zeros_at_the_end_are_no_line(tmp_path):
    data = saved_bytes(tmp_path / "night.jsonl", 2)
    assert parse_save(data + bytes(500), "x").records == parse_save(data, "x").records


def test_a_line_cut_short_is_told():
    saved = parse_save(HEAD + b'{"d":[1,5],"at":"Sky"}\n{"d":[', "x.jsonl")
    assert saved.records == (Throw((1, 5), "Sky"),)
    assert saved.notes == ("x.jsonl:3: the last line was cut short and is left out",)
    assert saved.length == len(HEAD) + len('{"d":[1,5],"at":"Sky"}\n')


def test_a_whole_last_line_counts_without_its_end():
    saved = parse_save(HEAD + b'{"d":[1,5],"at":"Sky"}', "x.jsonl")
    assert saved.records == (Throw((1, 5), "Sky"),)
    assert not saved.ends_with_newline


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"hello", "no record"),
        (b"", "no record"),
        (b"[1]", "no record"),
        (b'{"d":[],"at":"Sky"}', "no record"),
        (b'{"d":[-1000],"at":"Sky"}', "no record"),
        (b'{"d":[1.5],"at":"Sky"}', "no record"),
        (b'{"d":[true],"at":"Sky"}', "no record"),
        (b'{"d":"34","at":"Sky"}', "no record"),
        (b'{"d":[1],"at":"Sky","by":""}', "no record"),
        (b'{"d":[1],"at":"Sky","by":["seed"]}', "no record"),
        (b'{"a":"x","at":"Sky","why":"order","ordered":false}', "no record"),
        (b'{"a":"x","at":"Sky","why":"order","ordered":null}', "no record"),
        (b'{"a":"x","at":"Sky","why":"order","ordered":1}', "no record"),
        (b'{"a":"x","at":"Sky","why":"routine","ordered":true}', "no record"),
        (b'{"end":{"result":"x","fault":"","journal":"","x":1}}', "no record"),
        (b'{"x":1}', "no record"),
        (b'{"a":3,"at":"Sky"}', "no record"),
        (b'{"a":"\\ud800","at":"Sky"}', "no record"),
        (b'{"undo":0}', "no record"),
        (b'{"undo":1}', "nothing left to take back"),
        (b'{"rules":"h2","journal":1,"options":{},"overlays":[],"kept":1}', "no 1 records"),
        (b'{"rules":"h2","journal":1,"options":[],"overlays":[],"kept":0}', "no record"),
        (b"[" * 100_000, "no record"),
        (b"1" * 10_000, "no record"),
    ],
)
def test_a_line_that_is_no_record_has_its_place(line, message):
    with pytest.raises(InputError, match=message) as caught:
        parse_save(HEAD + line + b"\n", "x.jsonl")
    assert caught.value.place == "x.jsonl:2"
    assert caught.value.hint


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"bombsight": 2}, "format 2, and only 1 can be read"),
        ({"bombsight": True}, "format true"),
        ({"bombsight": [1]}, "format"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**64}, "seed"),
        ({"args": ["1"]}, "args"),
        ({"entry": "war"}, "entry"),
        ({"overlays": [{"name": "x"}]}, "overlays"),
        ({"unknown": {}, "title": None}, "title"),
        ({"title": None}, "title"),
    ],
)
def test_a_first_line_that_is_none_is_told(change, message):
    line = json.dumps(header_line(header()) | change).encode() + b"\n"
    with pytest.raises(InputError, match=message) as caught:
        parse_save(line, "x.jsonl")
    assert caught.value.place == "x.jsonl:1"


@pytest.mark.parametrize("data", [b"%PDF-1.4\n", b"{}\n", b"[]\n", b"null\n", b"\xff\xfe\n", b"{\n}\n"])
def test_a_foreign_file_is_no_save(data):
    with pytest.raises(InputError, match="this is no save"):
        parse_save(data, "x.jsonl")


def test_what_a_newer_version_adds_is_kept_and_named():
    """An optional field in any line: it is passed over, named once with its first place, and written with a copy."""
    head = json.dumps(header_line(header()) | {"player": "Ann", "unknown": [1]}).encode() + b"\n"
    lines = (
        b'{"d":[1,5],"at":"Sky","felt":true,"player":"Ann"}\n{"a":"look","at":"c","pace":{"s":3}}\n'
        b'{"thrower":"","hand":"left"}\n{"undo":1,"regret":2}\n{"end":{"result":"x","fault":"","journal":""},"sky":1}\n'
    )
    saved = parse_save(head + lines, "x")
    assert header_line(saved.header) == json.loads(head)
    assert [record.unknown for record in saved.records] == [{"felt": True, "player": "Ann"}]
    assert saved.end is not None
    assert saved.end.unknown == {"sky": 1}
    assert saved.notes == tuple(
        f"x:{line}: the field {name} is not known to this version: it is kept as it is"
        for line, names in enumerate((("player", "unknown"), ("felt",), ("pace",), ("hand",), ("regret",), ("sky",)), 1)
        for name in names
    )
    for line in (head + lines).splitlines():
        validator.validate(json.loads(line))


def test_a_copy_has_what_a_newer_version_added(tmp_path):
    path, copy = tmp_path / "night.jsonl", tmp_path / "copy.jsonl"
    data = saved_bytes(path, 2).replace(b'"at":"Sky"', b'"at":"Sky","felt":true', 1)
    path.write_bytes(data.replace(b'"dice_file":null', b'"dice_file":null,"player":"Ann"'))
    saved = read_save(str(path))
    night = Session(harbour(), saved.header, SeededDice(3), records=saved.records, load=load)
    night.play(answering([]))
    night.save_as(str(copy))
    assert copy.read_bytes().splitlines() == [
        json.dumps(json.loads(line), separators=(",", ":")).encode() for line in path.read_bytes().splitlines()
    ]


def test_undo_and_end_are_read_in_order():
    throw, answer = b'{"d":[1,5],"at":"Sky"}\n', b'{"a":"look","at":"choice:watch/order"}\n'
    end = b'{"end":{"result":"all_safe","fault":"","journal":"ab"}}\n'
    saved = parse_save(HEAD + throw + answer + throw + end, "x")
    assert saved.end == End("all_safe", "", "ab")
    saved = parse_save(HEAD + throw + answer + throw + end + b'{"undo":1}\n', "x")
    assert saved.end is None
    assert saved.records == (Throw((1, 5), "Sky"),)
    with pytest.raises(InputError, match="follow the end"):
        parse_save(HEAD + throw + end + throw, "x")


def test_real_dice_are_taken_back_one_throw_at_a_time():
    head = json.dumps(header_line(header(dice="manual"))).encode() + b"\n"
    throw = b'{"d":[1,5],"at":"Sky"}\n'
    assert len(parse_save(head + throw + throw + b'{"undo":1}\n', "x").records) == 1


def test_stories_of_another_journal_are_not_compared():
    head = json.dumps(header_line(header()) | {"journal": 99}).encode() + b"\n"
    lines = b'{"a":"look","at":"c","j":"ab"}\n{"end":{"result":"all_safe","fault":"","journal":"ab"}}\n'
    saved = parse_save(head + lines, "x")
    assert answers_of(saved)[0].story == ""
    assert saved.end == End("all_safe", "", "")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["d", "a", "at", "undo", "end", "rules", "kept", "j"]), inner, max_size=4)
    ),
    max_leaves=8,
)


@given(
    st.binary(max_size=300) | st.lists(json_values, max_size=4).map(lambda v: "\n".join(map(json.dumps, v)).encode())
)
def test_garbage_is_refused_or_read(data):
    for content in (data, HEAD + data, HEAD + data + b"\n"):
        try:
            saved = parse_save(content, "x.jsonl")
        except InputError:
            continue
        for record in saved.records:
            validator.validate(json.loads(json.dumps(encode(record_line(record), BRIEF))))


values = st.sampled_from([0, 1, 2, 6, 99, "", "none", "look", "all_safe", True, None])


@st.composite
def edits(draw, data: bytes) -> bytes:
    """A save after a few strokes of an editor, each within its lines or among them."""
    lines = data.splitlines(keepends=True)
    for _ in range(draw(st.integers(1, 3))):
        index = draw(st.integers(0, len(lines) - 1) | st.just(len(lines) - 1))
        line = lines[index]
        stroke = draw(st.sampled_from(["delete", "double", "swap", "cut", "byte", "field", "undo", "end", "rules"]))
        match stroke:
            case "delete" if len(lines) > 1:
                del lines[index]
            case "double":
                lines.insert(index, line)
            case "swap":
                other = draw(st.integers(0, len(lines) - 1))
                lines[index], lines[other] = lines[other], line
            case "cut":
                lines[index:] = [line[: draw(st.integers(1, len(line)))]]
            case "byte":
                where = draw(st.integers(0, len(line) - 1))
                lines[index] = line[:where] + bytes([draw(st.integers(32, 126))]) + line[where + 1 :]
            case "field":
                found = parse_line(line)
                inner = found.get("end", found) if isinstance(found, dict) else None
                if inner and isinstance(inner, dict):
                    inner[draw(st.sampled_from([*inner]))] = draw(values | st.lists(st.integers(0, 7), max_size=3))
                    lines[index] = json.dumps(found).encode() + b"\n"
            case "undo":
                lines.insert(index + 1, b'{"undo":%d}\n' % draw(st.integers(1, 3)))
            case "end":
                lines.insert(index + 1, b'{"end":{"result":"all_safe","fault":"","journal":""}}\n')
            case "rules":
                told = rules_line(header(), draw(st.integers(0, index + 1)))
                lines.insert(index + 1, json.dumps(encode(told, BRIEF)).encode() + b"\n")
            case _:
                assert stroke == "delete"  # of the only line
    return b"".join(lines)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=100)
@given(data=st.data(), answers=st.sampled_from([3, 40]), undo=st.integers(0, 1))
def test_an_edited_save_is_kept_or_refused(tmp_path, data, answers, undo):
    """What is refused stays as it is, byte by byte; what is played on tells the same again."""
    content = data.draw(edits(saved_bytes(tmp_path / "night.jsonl", answers)))
    path = tmp_path / "edited.jsonl"
    path.write_bytes(content)
    try:
        save, saved = SaveFile.resume(str(path))
        with save:
            session = Session.resume(harbour(), save, saved, SeededDice(saved.header.seed), load=load)
            session.undo(undo)
            session.play(answering([1]))
    except InputError:
        assert path.read_bytes() == content
    else:
        again = read_save(str(path))
        assert again.records == tuple(session.records)
        assert replay(harbour(), again, str(path), load=load).same


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=100)
@given(data=st.data(), answers=st.sampled_from([3, 40]))
def test_of_an_edited_save_just_what_holds_is_gone_on_with(tmp_path, data, answers):
    """What holds is told before anything is written; with that it goes on, and what it is then tells the same again."""
    path = tmp_path / "edited.jsonl"
    path.write_bytes(data.draw(edits(saved_bytes(tmp_path / "night.jsonl", answers))))
    content = path.read_bytes()
    try:
        save, saved = SaveFile.resume(str(path))
    except InputError:
        return
    with save:
        header = header_under_rules(saved.header, harbour(), {}, "")
        try:
            check_same_game(saved.header, harbour(), str(path))
            holds = try_under_rules(harbour(), header, saved, str(path), load=load)
        except InputError:  # it is another game's, or what is played is nothing by these rules
            return
        assert path.read_bytes() == content
        write_rules_change(save, header, holds)
    again = read_save(str(path))
    assert again.records == saved.records[: holds.kept]
    assert replay(harbour(), again, str(path), load=load).same


def test_a_changed_die_is_found_out(tmp_path):
    data = saved_bytes(tmp_path / "night.jsonl", 3)
    path = tmp_path / "edited.jsonl"
    path.write_bytes(data.replace(b'"d":[1,5]', b'"d":[2,5]'))
    save, saved = SaveFile.resume(str(path))
    with save, pytest.raises(InputError, match=r"before answer 1 \(burn at choice:watch/order\)") as caught:
        Session.resume(harbour(), save, saved, SeededDice(3), load=load).play(answering([]))
    assert caught.value.place == f"{path}:4"


def test_an_existing_file_is_never_overwritten(tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ada")
    with pytest.raises(InputError, match="exists already"):
        SaveFile.create(str(path), header())
    with pytest.raises(InputError, match="this is no save"):
        SaveFile.resume(str(path))
    assert path.read_text() == "Dear Ada"


def test_a_save_is_played_once_at_a_time(tmp_path):
    path = tmp_path / "night.jsonl"
    with SaveFile.create(str(path), header()), pytest.raises(InputError, match="played elsewhere"):
        SaveFile.resume(str(path))
    save, _ = SaveFile.resume(str(path))
    save.close()


def test_a_file_changed_meanwhile_is_not_written(tmp_path):
    path = tmp_path / "night.jsonl"
    save = SaveFile.create(str(path), header())
    path.write_bytes(path.read_bytes() + b"\n")
    save.write(UndoLine(1))
    with pytest.raises(InputError, match="another program"):
        save.close()


def test_files_that_cannot_be_opened_are_told(tmp_path):
    for path in (tmp_path, tmp_path / "no" / "night.jsonl"):
        with pytest.raises(InputError):
            SaveFile.resume(str(path))
        with pytest.raises(InputError):
            SaveFile.create(str(path), header())
        with pytest.raises(InputError):
            read_save(str(path))


def test_a_save_that_is_too_large_is_not_gone_on_with(tmp_path, monkeypatch):
    path = tmp_path / "night.jsonl"
    data = saved_bytes(path, 1)
    for most, is_read in ((len(data), True), (len(data) - 1, False)):
        monkeypatch.setattr("bombsight.runtime.saves.writer.MAX_FILE_SIZE", most)
        if is_read:
            SaveFile.resume(str(path))[0].close()
        else:
            with pytest.raises(InputError, match="has more than"):
                SaveFile.resume(str(path))
    assert path.read_bytes() == data
