"""Saves that a stranger changed: whatever takes a save ends in a result or in a sentence."""

from __future__ import annotations

import copy
import json
import random

import pytest

from bombsight.boundary.errors import InputError
from bombsight.dsl.caches import cache_folder
from bombsight.service.common.failure import WrongRules
from bombsight.service.games.requests import Rules
from bombsight.service.group.results import result_of_save
from bombsight.service.play.start import resume_game
from bombsight.service.report.report_data import build_report
from bombsight.service.saves.listing import list_saves
from bombsight.service.saves.records import record_of_save
from bombsight.service.saves.replay import run_save_or_script
from tests.cli.calling import Shell
from tests.examples import LIGHTHOUSE
from tests.marking import slow_but

MUTANTS = 400
SEED = 20261128

HOUSE = 'house mine "Mine" for lighthouse\n  1 "More"\n    in table Weather\n      add +1 mine\n'

DEEP = json.loads("[" * 500 + "]" * 500)
VALUES: tuple[object, ...] = (
    *(None, True, False, 0, -1, 1, 7, 2**31, 2**63, 2**64, 10**300),
    *("", "a", "1", "\0", "a\0b", "\ud800", "x" * 100_000, "../../x", "//host/share", "\\\\host\\share", "file:///x"),
    *([], {}, [1], [[1]], ["a"], {"a": 1}, [0, -1], [2**64], DEEP),
    *("\x1b[2J", "mine", "lighthouse", "mission", "career", "manual", "seeded", "file", "hand"),
)
"""What is put in the place of any value."""

EXTRA_LINES = (
    b"{}", b"[]", b"null", b'"x"', b"[" * 5_000, b"{" * 5_000, b"\xff\xfe", b"\0\0\0",
    b'{"a":NaN,"at":"x"}', b'{"undo":1}',
    b'{"undo":1000000000000}', b'{"undo":true}', b'{"a":"x","a":"y","at":"z"}', b'{"d":[1],"d":[2],"at":"x"}',
    b'{"d":[99999999999999999999999],"at":"x"}', b'{"end":{"result":"","fault":"","journal":""}}',
    b'{"named":{"place":"a","name":"b"}}', b'{"thrower":"hand"}', b'{"rules":"x"}', b'{"at":"\\u0000","a":"\\u0000"}',
    b"\n" * 1_000, b'{"a":"' + b"x" * 90_000 + b'","at":"y"}',
)  # fmt: skip
"""Lines that are put anywhere."""


@pytest.fixture(scope="module")
def saves(tmp_path_factory):
    """Saves as they are written: of a night that is over and one that goes on, by house rules, with pins and dice."""
    folder = tmp_path_factory.mktemp("saves")
    shell = Shell(cache_folder(), folder)
    shell.env["BOMBSIGHT_PATH"] = str(LIGHTHOUSE.parent)
    house = shell.write("mine.rules", HOUSE)
    dice = shell.write("dice.txt", "6 5 4 3 2 1 " * 200)
    calls = (
        ("over", ("--auto",), ""),
        ("season", ("--campaign", "--auto"), ""),
        ("open", ("--house", house, "--pin", "Weather=2"), "1\nname Keeper Olsen\n1\nundo\nquit\n"),
        ("file", ("--dice", dice), "1\n1\nquit\n"),
        ("hand", ("--dice", "manual"), "3\n4\nquit\n"),
    )
    found = []
    for name, more, typed in calls:
        path = folder / f"{name}.save"
        result = shell.call("play", "lighthouse", "-q", "--seed", "3", "--save", path, *more, input=typed)
        assert result.exit_code == 0, result.output
        found.append(path.read_bytes())
    return found


def places(value, way=()):
    """The ways to all parts of a value."""
    if way:
        yield way
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(each, (*way, key))


def mutated_value(value, chance):
    """A value with one part changed, left out, doubled or added."""
    value = copy.deepcopy(value)
    way = chance.choice([*places(value)] or [()])
    if not way:
        return chance.choice(VALUES)
    at = value
    for key in way[:-1]:
        at = at[key]
    match chance.randrange(5):
        case 0:
            del at[way[-1]]
        case 1 if isinstance(at, dict):
            at[chance.choice(["extra", "\0", "folder", "snapshot", "undo", "end"])] = chance.choice(VALUES)
        case 2 if isinstance(at, list):
            at.extend(copy.deepcopy(at) * chance.choice([1, 1000]))
        case _:
            at[way[-1]] = chance.choice(VALUES)
    return value


def mutated(data, chance):
    """A save with one to three changes."""
    lines = data.split(b"\n")
    for _ in range(chance.randint(1, 3)):
        number = 0 if chance.random() < 0.5 else chance.randrange(len(lines))
        match chance.randrange(6):
            case 0:
                lines.insert(chance.randrange(len(lines) + 1), chance.choice(EXTRA_LINES))
            case 1:
                lines[number:number] = [lines[number]] * chance.choice([1, 50])
            case 2:
                line = lines[number]
                cut = chance.randrange(len(line) + 1)
                lines[number] = line[:cut] + chance.choice([b"", b"\0", b"\xc3", b'"', b"}"]) + line[cut + 1 :]
            case _:
                try:
                    value = mutated_value(json.loads(lines[number]), chance)
                except (ValueError, RecursionError):
                    continue
                lines[number] = json.dumps(value, separators=(",", ":")).encode()
    return b"\n".join(lines)


def played_on(path):
    """Take up a save, and play it by itself."""
    with resume_game(path, answers="auto") as play:
        play.view()


TAKERS = {
    "replay": lambda path: run_save_or_script(path, Rules()),
    "report": build_report,
    "record": record_of_save,
    "result": lambda path: result_of_save(path, "Ann"),
    "saves": lambda path: list_saves(path.parent),
    "resume": played_on,  # the last, for it writes
}


@pytest.mark.parametrize("part", range(4))
def test_a_changed_save_ends_in_a_result_or_a_sentence(saves, tmp_path, monkeypatch, part):
    monkeypatch.setenv("BOMBSIGHT_PATH", str(LIGHTHOUSE.parent))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    path = tmp_path / "saves" / "mutant.save"
    path.parent.mkdir()
    for number in range(part, MUTANTS, 4):
        chance = random.Random(SEED + number)
        data = mutated(saves[number % len(saves)], chance)
        for taker, take in TAKERS.items():
            path.write_bytes(data)
            end_in_a_sentence(take, path, f"{taker} of mutant {number}")


HEADER_VALUES = ["game", "folder", "dice_file", "overlays", "snapshot", "names", "pins", "options"]


@pytest.mark.parametrize("name", slow_but(HEADER_VALUES, "overlays"))
def test_each_value_of_a_header_is_looked_at(saves, tmp_path, monkeypatch, name):
    monkeypatch.setenv("BOMBSIGHT_PATH", str(LIGHTHOUSE.parent))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    path = tmp_path / "mutant.save"
    for save in (saves[2], saves[3]):
        head, rest = save.split(b"\n", 1)
        for value in VALUES:
            header = json.loads(head)
            if name == "overlays":
                header["overlays"][-1]["file"] = value
            else:
                header[name] = value
            for taker, take in TAKERS.items():
                path.write_bytes(json.dumps(header, separators=(",", ":")).encode() + b"\n" + rest)
                end_in_a_sentence(take, path, f"{taker} of {name} = {str(value)[:40]!r}")


def end_in_a_sentence(take, path, what):
    """See that a save comes to something, or is refused in words."""
    fell = None
    try:
        take(path)
    except (InputError, WrongRules):
        pass
    except Exception as error:
        fell = error
    assert fell is None, f"{what}: {fell!r}"
