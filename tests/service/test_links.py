"""Links: a game becomes a text and the same game again, whatever was played; nothing forged is taken for it."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

import bombsight
from bombsight.boundary.errors import InputError
from bombsight.runtime.events.names import Naming, OwnName
from bombsight.runtime.pins import FieldPin, Pin
from bombsight.runtime.saves.reader import ParsedSave, read_save
from bombsight.service.games.library import find_games
from bombsight.service.games.requests import Rules
from bombsight.service.links.answers import REASONS, parse_answers, parse_reasons, render_answers, render_reasons
from bombsight.service.links.linked_game import LinkedGame, Reseeding
from bombsight.service.links.making import count_records, link_of_save
from bombsight.service.links.opening import keep_game, open_link
from bombsight.service.links.packing import MAX_LINK_LENGTH, is_link, make_address, pack_link, read_link
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.present.film import find_mission
from tests.examples import EXAMPLES, LIGHTHOUSE
from tests.narrowing import unwrap
from web.saves import SAVES_FOLDER, make_move

GAMES = [str(LIGHTHOUSE), *(game.id for game in find_games())]
RULES = Rules(folders=(EXAMPLES,))


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of its own for saves."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@cache
def has_campaign(word: str) -> bool:
    """Whether a game has a campaign."""
    with start_game(word, RULES, GameSetup()) as play:
        return play.session.program.career is not None


def played(word: str, seed: int, moves: int, *, campaign: bool, by_hand: bool, folder: str) -> Path:
    """A save of a game with so many moves by chance: answers, dice, what is taken back, named, left to others."""
    path = Path(folder, "played.save")
    chance = random.Random(seed)
    setup = GameSetup(
        seed=seed, campaign=campaign and has_campaign(word), dice="manual" if by_hand else None, save=path
    )
    with start_game(word, RULES, setup) as play:
        for _ in range(moves):
            if play.view().outcome is not None:
                break
            make_move(play, chance)
        play.view()
    return path


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(
    word=st.sampled_from(GAMES),
    seed=st.integers(0, 2**64 - 1),
    moves=st.integers(0, 80),
    campaign=st.booleans(),
    by_hand=st.booleans(),
)
def test_a_link_becomes_the_save_that_it_was_made_of(
    word: str, seed: int, moves: int, campaign: bool, by_hand: bool
) -> None:
    with TemporaryDirectory() as folder:
        path = played(word, seed, moves, campaign=campaign, by_hand=by_hand, folder=folder)
        saved = read_save(str(path))
        game = open_link(make_address(link_of_save(path, RULES)), RULES)
        assert_same(game.saved, saved)
        kept = keep_game(game.saved, game.request, Path(folder, "kept.save"))
        assert_same(read_save(str(kept)), saved)
        assert link_of_save(kept, RULES) == game.link


def assert_same(rebuilt: ParsedSave, saved: ParsedSave) -> None:
    """The same header, dice, answers with their marks of the story, and end."""
    assert rebuilt.header == saved.header
    assert rebuilt.records[: len(saved.records)] == saved.records
    assert [getattr(each, "story", "") for each in rebuilt.records[: len(saved.records)]] == [
        getattr(each, "story", "") for each in saved.records
    ]
    assert rebuilt.end == saved.end


TEXTS = st.text(st.characters(exclude_categories=["C", "Z"]), max_size=20)
SEEDS = st.integers(0, 2**64 - 1)
LINKS = st.builds(
    LinkedGame,
    version=TEXTS,
    game=st.just("game"),
    title=TEXTS,
    rules=st.just("0" * 16),
    snapshot=st.sampled_from(["", "f" * 16]),
    overlays=st.lists(TEXTS, max_size=3).map(tuple),
    options=st.dictionaries(TEXTS, TEXTS, max_size=3),
    seed=SEEDS,
    entry=st.sampled_from(["mission", "career"]),
    args=st.lists(st.integers(-(2**31), 2**31 - 1), max_size=3).map(tuple),
    dice=st.sampled_from(["seeded", "manual"]),
    thrower=st.sampled_from(["", "hand", "seed"]),
    names=st.none()
    | st.builds(Naming, st.booleans(), st.lists(st.builds(OwnName, TEXTS, st.integers(0), TEXTS)).map(tuple)),
    pins=st.lists(st.builds(Pin, TEXTS, st.lists(st.integers(1, 99), min_size=1).map(tuple)), max_size=2).map(tuple),
    fields=st.lists(st.builds(FieldPin, TEXTS, TEXTS), max_size=2).map(tuple),
    missions=st.integers(0, 99),
    mission=st.integers(0, 99),
    answers=st.lists(st.integers(-1, 9999)).map(render_answers),
    reasons=st.just(""),
    seeds=st.lists(st.builds(Reseeding, st.integers(0, 99), SEEDS), max_size=2).map(tuple),
    throws=st.lists(st.lists(st.integers(0, 999), min_size=1).map(tuple)).map(tuple),
    digest=st.just("a" * 16),
)


@given(LINKS)
def test_any_link_is_read_as_it_was_packed(link: LinkedGame) -> None:
    assert read_link(make_address(link)) == read_link(make_address(link, "https://example.org/")) == link


@given(st.lists(st.integers(-1, 99_999)), st.data())
def test_answers_and_reasons_are_read_as_they_were_written(indices: list[int], data: st.DataObject) -> None:
    reasons = data.draw(
        st.lists(
            st.sampled_from([*REASONS.values()]),
            min_size=len(indices),
            max_size=len(indices),
        )
    )
    assert list(parse_answers(render_answers(indices), "")) == indices
    assert list(parse_reasons(render_reasons(reasons), len(indices), "")) == reasons


@given(st.text(max_size=400) | st.binary(max_size=300).map(lambda data: data.hex()))
def test_any_text_is_read_or_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(InputError):
        read_link(text)


@given(st.integers(0, 10_000), st.sampled_from("AZaz09-_"))
def test_a_changed_letter_is_noticed_or_changes_nothing(career: str, at: int, letter: str) -> None:
    """Some bits say nothing: those of the last letter, and those between compressed data and their checksum."""
    at %= len(career)
    try:
        found = read_link(f"{career[:at]}{letter}{career[at + 1 :]}")
    except InputError:
        return
    assert found == read_link(career)


@pytest.mark.parametrize("at", [0, 1, 30, 300, -2])
def test_a_changed_letter_is_noticed(career: str, at: int) -> None:
    at %= len(career)
    with pytest.raises(InputError):
        read_link(f"{career[:at]}{'A' if career[at] != 'A' else 'B'}{career[at + 1 :]}")


@pytest.fixture(name="career", scope="module")
def fixture_career() -> str:
    return pack_link(link_of_save(SAVES_FOLDER / "career.save", RULES))


def test_an_address_has_the_page_of_a_site(career: str) -> None:
    link = read_link(career)
    for site in ("https://a.org/x", "https://a.org/x/", "https://a.org/x/index.html", "https://a.org/x/play/#/saves"):
        assert make_address(link, site) == f"https://a.org/x/play/#/link/{career}"
    with pytest.raises(InputError, match="no address of a site"):
        make_address(link, "javascript:alert(1)")
    assert is_link(f"bombsight:{career}")
    assert not is_link("career.save")


def test_a_link_of_a_mission_ends_with_it() -> None:
    whole = link_of_save(SAVES_FOLDER / "career.save", RULES)
    first = link_of_save(SAVES_FOLDER / "career.save", RULES, 1)
    assert (first.mission, first.missions) == (1, 1)
    assert whole.missions > 1
    assert whole.answers.startswith(first.answers)
    session = open_link(make_address(first), RULES).session
    assert find_mission(session, 1)[1] <= session.event_count
    with pytest.raises(InputError, match="there is no mission 99"):
        link_of_save(SAVES_FOLDER / "career.save", RULES, 99)


def test_only_dice_that_the_seed_does_not_give_are_carried(tmp_path: Path) -> None:
    by_hand = link_of_save(SAVES_FOLDER / "dice.save", RULES)
    assert all(len(each) > 1 for each in by_hand.throws[:-1])
    path = tmp_path / "seeded.save"
    with start_game(str(LIGHTHOUSE), RULES, GameSetup(seed=4, save=path), "auto") as play:
        play.view()
    assert link_of_save(path, RULES).throws == ()
    lines = path.read_text(encoding="utf-8").splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith('{"d":['))
    faces = json.loads(lines[at])["d"]
    lines[at] = lines[at].replace(json.dumps(faces, separators=(",", ":")), str([7 - face for face in faces]))
    path.write_text("\n".join(lines[: at + 1]) + "\n", encoding="utf-8")
    assert link_of_save(path, RULES).throws == ((at - 1, *(7 - face for face in faces)),), "a die that somebody turned"


def test_a_game_goes_on_from_any_event(career: str, tmp_path: Path) -> None:
    game = open_link(f"bombsight:{career}", RULES)
    middle = count_records(game.session, game.session.event_count // 2)
    path = keep_game(game.saved, game.request, tmp_path / "middle.save", middle)
    assert 0 < middle < len(game.saved.records)
    assert read_save(str(path)).records == game.saved.records[:middle]
    assert read_save(str(path)).end is None
    with pytest.raises(InputError, match="exists already"):
        keep_game(game.saved, game.request, path)


def test_the_rules_of_a_link_may_be_those_kept_for_a_save(tmp_path: Path) -> None:
    """A game that has changed since, or is gone, is played by the rules that a save of the same rules has here."""
    folder = tmp_path / "shore"
    folder.mkdir()
    text = 'game shore "The Shore"\n  sources optional\n\nprocedure mission\n  if 1d6 <= {}\n    say "Waves."\n'
    (folder / "00-game.rules").write_text(text.format(1))
    rules = Rules(folders=(tmp_path,))
    with start_game(str(folder), rules, GameSetup(seed=1, save=tmp_path / "one.save"), "auto") as play:
        play.view()
    link = make_address(link_of_save(tmp_path / "one.save", rules))
    (folder / "00-game.rules").write_text(text.format(2))
    assert open_link(link, rules).session.records[0].faces is not None  # type: ignore[union-attr]  # it is a throw
    (folder / "00-game.rules").write_text(text.format(3))
    other = evolve(read_link(link), rules="1" * 16)
    with pytest.raises(InputError, match="are not here"):
        open_link(make_address(other), rules)


def test_too_long_a_game_is_no_link(career: str) -> None:
    link = evolve(read_link(career), title="".join(map(chr, range(0x4E00, 0x4E00 + 20_000))) * 6)
    with pytest.raises(InputError, match="too long for a link"):
        pack_link(link)
    with pytest.raises(InputError, match="longer than any"):
        read_link("A" * (MAX_LINK_LENGTH + 1))


def test_the_interface_takes_links(career: str) -> None:
    link = bombsight.link(SAVES_FOLDER / "career.save", RULES, site="")
    assert link == f"bombsight:{career}"
    run = bombsight.replay(link, RULES)
    assert run.verdict.same
    with bombsight.resume(link, RULES.folders) as play:
        path = Path(unwrap(play.session.save).path)
        assert path.parent.name == "saves"
    assert read_save(str(path)).records == open_link(link, RULES).saved.records


def test_a_game_that_is_not_here_is_named(career: str) -> None:
    with pytest.raises(InputError, match="there is no game lighthouse here"):
        open_link(f"bombsight:{career}")
