"""Game files: what is in them, that they are alike for like rules, and that they tell nothing of the machine."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import bombsight.service
from bombsight.service.common.container import VERSION
from bombsight.service.common.failure import WrongRules
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.site.gamefile import GameFile, load_game_file
from tests.examples import LIGHTHOUSE

SCHEMAS = Path(bombsight.service.__file__).parent / "schema"


def unpacked(content: bytes) -> tuple[dict, dict[str, bytes]]:
    """The head, and the parts by name."""
    whole = gzip.decompress(content)
    line, _, rest = whole.partition(b"\n")
    head = json.loads(line)
    parts, at = {}, 0
    for name, length in head["parts"].items():
        parts[name] = rest[at : at + length]
        at += length
    assert at == len(rest)
    return head, parts


@pytest.fixture(name="made", scope="module")
def fixture_made() -> GameFile:
    return load_game_file(request_for_game(str(LIGHTHOUSE), Rules()))


def test_the_head_says_what_it_is(made: GameFile):
    head, parts = unpacked(made.content)
    assert (head["bombsight_game"], head["game"], head["title"]) == (VERSION, "lighthouse", "The Keeper's Night")
    assert [*parts] == ["program", "settings", "cards", "things", "traced", "plain", "asides", "sources"]
    assert all(parts[name].startswith(b"\0asm") for name in ("traced", "plain", "asides"))


def test_it_tells_what_it_is_made_of(made: GameFile):
    assert made.overlays == {"errata sheet": "Corrections"}
    program = json.loads(unpacked(made.content)[1]["program"])
    assert [*made.overlays] == program["overlays"]
    assert (made.rules, list(made.about)) == (program["rules_hash"], program["about"])


def test_the_program_holds_no_code_and_only_what_is_begun(made: GameFile):
    program = json.loads(unpacked(made.content)[1]["program"])
    assert (program["functions"], program["data"], program.get("examples")) == ([], [], None)
    keys = {f"{entry['kind']}:{entry['name']}" for entry in program["entries"]}
    tallies = {f"define:{tally['entry']['name']}" for tally in program["tallies"]}
    assert keys == {"do:night", "do:season"} | tallies


def test_stops_are_in_the_order_of_play(made: GameFile):
    stops = json.loads(unpacked(made.content)[1]["settings"])["stops"]
    assert stops == ["season", "night", "watch", "weather", "offing", "orders", "reef", "oil"]


@pytest.mark.parametrize("name", ["settings", "cards", "things"])
def test_documents_are_as_their_schemas_say(made: GameFile, name: str):
    told = json.loads(unpacked(made.content)[1][name])
    schema = json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))
    Draft202012Validator(schema).validate(told)
    assert told["game"] == "lighthouse"
    assert len(told["options" if name == "settings" else "tables" if name == "cards" else "things"]) > 2


def test_settings_are_those_of_the_program(made: GameFile):
    _, parts = unpacked(made.content)
    program, settings = json.loads(parts["program"]), json.loads(parts["settings"])
    slots = {option["name"]: option["slot"] for option in program["open_options"]}
    defaults = {option["name"]: option["default"] for option in settings["options"]}
    assert defaults == {"new_moon": "no", "oil_ration": "14", "fog_signal": "horn"}
    assert {name: program["defaults"][slot] for name, slot in slots.items()} == {
        "new_moon": 0,
        "oil_ration": 14,
        "fog_signal": 1,
    }
    words = {option["name"]: [value["word"] for value in option["values"]] for option in settings["options"]}
    assert words == {"new_moon": ["no", "yes"], "oil_ration": [], "fog_signal": ["bell", "horn"]}


def test_options_of_the_call_are_found_chosen():
    made = load_game_file(request_for_game(str(LIGHTHOUSE), Rules(options={"oil_ration": "9"})))
    _, parts = unpacked(made.content)
    program, settings = json.loads(parts["program"]), json.loads(parts["settings"])
    assert next(option["value"] for option in program["options"] if option["name"] == "oil_ration") == "9"
    assert next(option["default"] for option in settings["options"] if option["name"] == "oil_ration") == "14"


def test_equal_rules_make_equal_bytes_wherever_they_lie(made: GameFile, tmp_path: Path, monkeypatch):
    for path in LIGHTHOUSE.glob("*.rules"):
        (tmp_path / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setenv("BOMBSIGHT_CACHE", str(tmp_path / "cache"))
    assert load_game_file(request_for_game(str(tmp_path), Rules())).content == made.content


def test_nothing_is_told_of_the_machine(made: GameFile):
    whole = gzip.decompress(made.content)
    for folder in (LIGHTHOUSE, Path.home(), Path.cwd()):
        assert str(folder).encode() not in whole


def test_what_was_written_is_kept(made: GameFile, monkeypatch):
    def never(*_):
        raise AssertionError("it is written anew")

    monkeypatch.setattr("bombsight.service.site.gamefile.encode_game", never)
    assert load_game_file(request_for_game(str(LIGHTHOUSE), Rules())) == made


def test_wrong_rules_are_refused(tmp_path: Path):
    (tmp_path / "00-game.rules").write_text('game odd "Odd"\n\nprocedure mission\n  do nothing_known\n')
    with pytest.raises(WrongRules):
        load_game_file(request_for_game(str(tmp_path), Rules()))
