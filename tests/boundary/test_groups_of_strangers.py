"""Records, groups and game files of strangers: bounded when they are unpacked, and never a traceback."""

from __future__ import annotations

import gzip
import json
import time
import tracemalloc
import zlib
from base64 import b64decode, b64encode

import pytest
from attrs import evolve

from bombsight.boundary.archives import unpack_gzip, unpack_zlib
from bombsight.boundary.documents import parse_toml
from bombsight.boundary.errors import InputError
from bombsight.service.common.container import pack, unpack
from bombsight.service.group.group_file import read_group
from bombsight.service.group.results import read_result, render_result
from tests.examples import LIGHTHOUSE
from tests.marking import slow_but

BOMB = b"\0" * 300_000_000
GROUP = f'title = "T"\ngame = {json.dumps(str(LIGHTHOUSE))}\nseed = 1\nplayers = ["Ann"]\n'


@pytest.fixture
def table(shell):
    """A group of one, with her record."""
    shell.write("g/group.toml", GROUP)
    assert shell.call("play", LIGHTHOUSE, "--group", "g/group.toml", "--player", "Ann", "--auto", "--save", "a.save")
    assert shell.call("result", "a.save", "--player", "Ann", "-o", "g/Ann.json").exit_code == 0
    assert shell.call("umpire", "g").exit_code == 0
    return shell


@pytest.mark.parametrize("unpacked_by", [unpack_gzip, unpack_zlib])
def test_a_bomb_is_unpacked_up_to_a_bound(unpacked_by):
    packed = gzip.compress(BOMB, 1) if unpacked_by is unpack_gzip else zlib.compress(BOMB, 1)
    tracemalloc.start()
    with pytest.raises(InputError, match="too large"):
        unpacked_by(packed, 2_000_000, "thing", "x")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 20_000_000


@pytest.mark.parametrize("lines", [b'{"d":[1],"at":"x"}\n', b'{"a":"x","at":"y"}\n', b'{"undo":1}\n', b"\n", b"\0"])
def test_a_record_of_many_lines_is_refused_before_they_are_read(table, lines):
    path = table.folder / "g" / "Ann.json"
    told = read_result(path)
    whole = zlib.decompress(b64decode(told.save))
    bomb = whole.split(b"\n")[0] + b"\n" + lines * (50_000_000 // len(lines))
    path.write_text(render_result(evolve(told, save=b64encode(zlib.compress(bomb, 9)).decode()).with_digest()))
    assert path.stat().st_size < 500_000
    tracemalloc.start()
    before = time.process_time()
    refused = table.call("umpire", "g")
    seconds = time.process_time() - before
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert refused.exit_code == 1
    assert "is too large" in refused.stdout
    assert peak < 100_000_000
    assert seconds < 10  # a bound on the kind, not on the machine: unbounded it is minutes, traced


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", "null", "1", '"x"', "[" * 100_000, '{"document":"result"}', '{"a":1,"a":2}', "NaN"),
        *('{"document":"result","version":1}', '{"document":"\\u0000"}', '{"document":"\\ud800"}', "1" * 100_000),
    ],
)
def test_what_is_no_record_is_refused_in_words(table, text):
    table.write("g/Ann.json", text)
    refused = table.call("umpire", "g")
    assert refused.exit_code == 1
    assert "unreadable" in refused.stdout or "no " in refused.stdout


def test_a_pipe_among_the_records_is_not_waited_for(table):
    import os

    os.mkfifo(table.folder / "g" / "Bob.json")
    assert table.call("umpire", "g").exit_code == 1


@pytest.mark.parametrize(
    "name", slow_but(["player", "game", "args", "seed", "tallies", "save", "digest", "rules"], "args", "save")
)
@pytest.mark.parametrize("value", [None, True, -1, 2**70, "", "\0", "x" * 1_000, [], [[]], {}, [{"a": 1}]], ids=repr)
def test_each_part_of_a_record_is_looked_at(table, name, value):
    path = table.folder / "g" / "Ann.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), name: value}))
    assert table.call("umpire", "g").exit_code == 1


@pytest.mark.parametrize(
    "more",
    [
        *("a = " + "[" * 3_000 + "]" * 3_000, "a = " + "{a=" * 3_000, ".".join("a" * 20_000) + " = 1"),
        *("mission = " + "1" * 5_000, "mission = 1e400", "mission = 2026-01-01", "title = 1", "seed = -1"),
        *("[a" + ".a" * 5_000 + "]", "\0", "\x1b[2J = 1", "x" * 300_000, "own_dice = [1]", "[pins]\nx = [1]"),
        *('house = ["//host/share/x.rules"]', 'house = ["\\u0000"]'),
        'house = ["' + "x" * 5_000 + '"]',
    ],
    ids=lambda text: text[:20],
)
def test_what_is_no_group_is_refused_in_words(shell, more):
    shell.write("g/group.toml", GROUP + more + "\n")
    for call in (("umpire", "g"), ("play", LIGHTHOUSE, "--group", "g/group.toml", "--player", "Ann", "--auto")):
        refused = shell.call(*call)
        assert refused.exit_code == 2, refused.output
        assert refused.stderr


def test_many_players_take_no_time(tmp_path):
    path = tmp_path / "group.toml"
    for names in (range(9_000), range(20_000)):
        path.write_text(GROUP.replace('["Ann"]', json.dumps([str(name) for name in names])))
        if len(names) < 10_000:
            assert len(read_group(path).players) == 9_000
        else:
            with pytest.raises(InputError, match="at most 10,000 players"):
                read_group(path)


@pytest.mark.parametrize("text", ["a = " + "[" * 100 + "]" * 100, "a." * 100 + "a = 1", "#" * 300_000])
def test_settings_are_of_bounded_size_and_depth(text):
    with pytest.raises(ValueError, match=r"too deep|more than"):
        parse_toml(text)


def test_a_game_file_of_a_great_many_parts_is_no_matter():
    parts = {f"{number}": b"" for number in range(20_000)}
    content = pack({}, {**parts, "last": b"x" * 500_000})
    before = time.process_time()
    assert unpack(content, "x").parts["last"] == b"x" * 500_000
    assert time.process_time() - before < 5  # copied for each, it is 10 GB
