"""Links made here are opened by the page's program, and links made there here: the same save comes of them."""

from __future__ import annotations

import json
import random
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from bombsight.boundary.codec.encoding import encode
from bombsight.boundary.errors import InputError
from bombsight.flat.document_forms import BRIEF
from bombsight.runtime.saves.lines import header_line, record_json
from bombsight.runtime.saves.reader import read_save
from bombsight.service.games.game_lookup import find_game
from bombsight.service.games.library import find_games
from bombsight.service.games.requests import Rules, make_request
from bombsight.service.links.describing import describe_link
from bombsight.service.links.linked_game import LinkedGame
from bombsight.service.links.making import link_of_save, make_link
from bombsight.service.links.opening import open_link
from bombsight.service.links.packing import LINK_FORM, pack_link, read_link
from bombsight.service.play.start import GameSetup, resume_game, start_game
from bombsight.service.saves.saved_rules import rules_of_save
from bombsight.service.site.gamefile import load_game_file
from tests.marking import slow_but
from tests.web.beside_node import needs_node, run_program
from tests.web.small_games import SMALL_GAMES
from tests.web.test_carried import as_it_comes, options, some_pins, stay
from web.saves import SAVES_FOLDER

SMALL = [str(path) for path in SMALL_GAMES.values()]
GAMES = [*SMALL, *(game.id for game in find_games())]
LIGHTHOUSE = next(word for word in SMALL if word.endswith("lighthouse"))

pytestmark = needs_node


def rules_for(word: str) -> Rules:
    """The rules with which a game is found by its id."""
    return Rules(folders=(Path(word).parent,)) if Path(word).is_dir() else Rules()


def game_file(word: str, folder: Path) -> Path:
    """The game file of a game."""
    path = folder / "links.game"
    path.write_bytes(load_game_file(make_request(word, find_game(word).files, Rules())).content)
    return path


def call_page(game: Path, orders: Sequence[Mapping[str, str | int]]) -> list[Any]:
    """What the page's program does with saves and links."""
    listed = game.with_suffix(".orders")
    listed.write_text(json.dumps(orders))
    return [json.loads(line) for line in run_program("links", game, listed).splitlines()]


def lines_here(link: str, rules: Rules) -> list[Any]:
    """The lines of the save that a link becomes here, without where its game lies."""
    saved = open_link(link, rules).saved
    header = header_line(evolve(saved.header, folder=None))
    return [header, *map(record_json, [*saved.records, *([] if saved.end is None else [saved.end])])]


def begun(word: str, number: int, path: Path) -> Path:
    """A save of a mission or a career, with dice by hand, options, names and pins by chance."""
    chance = random.Random(f"{word} link {number}")
    program = as_it_comes(word)
    setup = GameSetup(
        campaign=program.career is not None and number % 2 == 1,
        seed=chance.choice((chance.getrandbits(64), number)),
        dice=chance.choice((None, "manual")),
        save=path,
        pins=tuple(some_pins(program, chance)) if number == 2 else (),
    )
    with start_game(word, Rules(options=options(word, number // 2)), setup) as play:
        stay(play, chance)
    with resume_game(path) as play:
        stay(play, chance)
    return path


@pytest.mark.parametrize("word", slow_but(GAMES, *SMALL, "b17", "b17_leader"), ids=lambda word: Path(word).name)
def test_links_go_both_ways(word: str, tmp_path: Path) -> None:
    saves = [begun(word, number, tmp_path / f"{number}.save") for number in range(4)]
    rules = rules_for(word)
    here = [link_of_save(path, rules) for path in saves]
    file = game_file(word, tmp_path)
    made_there = call_page(file, [{"save": str(path)} for path in saves])
    opened_there = call_page(file, [{"link": pack_link(link)} for link in here])
    for link, made, opened in zip(here, made_there, opened_there, strict=True):
        assert json.loads(made["content"]) == encode(link, BRIEF)
        assert made["described"] == opened["described"] == describe_link(link)
        assert [json.loads(line) for line in opened["lines"]] == lines_here(pack_link(link), rules)
        assert lines_here(made["packed"], rules) == lines_here(pack_link(link), rules)


def test_a_link_made_in_the_middle_of_a_story_ends_there(tmp_path: Path) -> None:
    path, rules = SAVES_FOLDER / "career.save", rules_for(LIGHTHOUSE)
    saved = read_save(str(path))
    link = make_link(saved, rules_of_save(saved.header, str(path), rules.folders), str(path), shown=40)
    assert link.shown == 40
    assert len(link.answers) < len(link_of_save(path, rules).answers)
    made, opened = call_page(
        game_file(LIGHTHOUSE, tmp_path), [{"save": str(path), "shown": 40}, {"link": pack_link(link)}]
    )
    assert json.loads(made["content"]) == encode(link, BRIEF)
    assert [json.loads(line) for line in opened["lines"]] == lines_here(pack_link(link), rules)


def test_dice_that_begin_anew_behind_an_answer_do_so_from_a_link(tmp_path: Path) -> None:
    path, rules = tmp_path / "anew.save", rules_for(LIGHTHOUSE)
    with start_game(LIGHTHOUSE, Rules(), GameSetup(seed=3, save=path)) as play:
        for seed in (None, 2**64 - 1, None, 5):
            question = play.view().question
            assert question is not None
            play.answer(question.options[0].name, seed=seed)
        play.view()
    link = link_of_save(path, rules)
    assert [each.seed for each in link.seeds] == [2**64 - 1, 5]
    assert link.throws == ()
    file = game_file(LIGHTHOUSE, tmp_path)
    made, opened = call_page(file, [{"save": str(path)}, {"link": pack_link(link)}])
    assert json.loads(made["content"]) == encode(link, BRIEF)
    assert [json.loads(line) for line in opened["lines"]] == lines_here(pack_link(link), rules)
    assert opened["lines"][1:] == path.read_text(encoding="utf-8").splitlines()[1:]


@pytest.fixture(name="link", scope="module")
def fixture_link() -> LinkedGame:
    return link_of_save(SAVES_FOLDER / "mission.save", rules_for(LIGHTHOUSE))


def packed_content(content: object, form: int = LINK_FORM) -> str:
    """Any content packed as a link."""
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    return urlsafe_b64encode(bytes([form]) + zlib.compress(data, 9)).rstrip(b"=").decode()


def forged_links(link: LinkedGame) -> dict[str, str]:
    """Links that are damaged or forged, by what is wrong with them."""
    packed, content = pack_link(link), encode(link, BRIEF)
    return {
        "no link": "bombsight:!",
        "cut off": packed[:-9],
        "a letter more": f"{packed}AAAA",
        "one letter else": f"{packed[:60]}{'A' if packed[60] != 'A' else 'B'}{packed[61:]}",
        "newer form": packed_content(content, 2),
        "a bomb": packed_content(b"0" * 10_000_000),
        "too long": "A" * 300_000,
        "no JSON": packed_content(b"\xff\xfe"),
        "no object": packed_content([1]),
        "a field missing": packed_content({name: each for name, each in content.items() if name != "seed"}),
        "a wrong seed": packed_content({**content, "seed": -1}),
        "a path as game": packed_content({**content, "game": "../../etc"}),
        "no hash": packed_content({**content, "rules": "xyz"}),
        "signs in the title": packed_content({**content, "title": "a\u001b[2J"}),
        "answers that are none": packed_content({**content, "answers": "0!0"}),
        "too many reasons": packed_content({**content, "answers": "0", "reasons": "aaaa"}),
        "too many answers": packed_content({**content, "answers": "0" * 150_000}),
        "an answer not offered": packed_content({**content, "answers": "z" + content["answers"][1:]}),
        "answers left": packed_content({**content, "answers": content["answers"] + "0" * 500}),
        "another answer": packed_content({**content, "answers": content["answers"][:-1]}),
        "another seed": packed_content({**content, "seed": 99}),
        "dice that cannot be": packed_content({**content, "throws": [[0, 999_999]]}),
        "dice left": packed_content({**content, "throws": [*content.get("throws", []), [900, 1]]}),
        "an unknown option": packed_content({**content, "options": {"no_such": "yes"}}),
        "another option": packed_content({**content, "options": {"new_moon": "yes"}}),
        "other missions": packed_content({**content, "missions": 7}),
        "another digest": packed_content({**content, "digest": "0" * 16}),
    }


FORGED = tuple(forged_links(LinkedGame(version="", game="", title="", rules="", seed=0, digest="", answers="00")))


@pytest.fixture(name="problems_there", scope="module")
def fixture_problems_there(link: LinkedGame, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    forged = forged_links(link)
    file = game_file(LIGHTHOUSE, tmp_path_factory.mktemp("forged"))
    return dict(zip(forged, call_page(file, [{"link": each} for each in forged.values()]), strict=True))


@pytest.mark.parametrize("name", FORGED)
def test_forged_links_end_alike(name: str, link: LinkedGame, problems_there: dict[str, Any]) -> None:
    with pytest.raises(InputError) as refused:
        open_link(forged_links(link)[name], rules_for(LIGHTHOUSE))
    assert refused.value.message == problems_there[name]["problem"]


def test_forgeries_are_told_apart(problems_there: dict[str, Any]) -> None:
    assert len({each["problem"] for each in problems_there.values()}) >= 16


def test_blanks_in_a_link_and_what_stands_around_it_do_not_matter(link: LinkedGame) -> None:
    packed = pack_link(link)
    assert read_link(f"https://example.org/play/#/link/{packed}/watch") == link
    assert read_link(f"bombsight:{packed[:40]}\n {packed[40:]}\n") == link
