"""The page in real browsers: played by hand, killed, cut off, looked at by axe. ``web/tests/browser`` does it.

What takes long is done where ``BOMBSIGHT_BROWSERS`` is ``all``: both browsers, long missions, every width.
"""

from __future__ import annotations

import json
import os
import shutil
from base64 import b64decode
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from click.testing import CliRunner

from bombsight.cli.app import app
from bombsight.service.common.container import pack
from bombsight.service.games.requests import Rules
from bombsight.service.links.describing import describe_link
from bombsight.service.links.making import link_of_save
from bombsight.service.links.opening import open_link
from bombsight.service.links.packing import pack_link, read_link
from bombsight.service.packages.contents import decode_package
from bombsight.service.packages.packing import pack_game
from bombsight.service.play.start import GameSetup, resume_game, start_game
from bombsight.service.report.page import render_page
from bombsight.service.report.report_data import build_report
from bombsight.service.saves.migration import migrate_save
from bombsight.service.scaffolding.game import create_game
from bombsight.service.site.editions import SiteOrder, build_editions
from bombsight.service.site.folder import write_folder
from bombsight.service.site.pages.all_pages import render_reference_pages
from bombsight.service.site.site import build_site_files
from bombsight.service.site.surroundings import Neighbour, Surroundings
from bombsight.service.site.workshop.pyodide import find_pyodide
from tests.examples import EXAMPLES
from tests.marking import slow_but
from tests.web.beside_node import ROOT, WEB, is_pyodide_here, needs_node, run_node
from tests.web.changed_rules import CLEAR, CLIMBS, LIT, RAINY, changed

LIGHTHOUSE, FORT = EXAMPLES / "lighthouse", ROOT / "tests" / "service" / "fort"
BRIG = ROOT / "tests" / "service" / "brig"

ALL = os.environ.get("BOMBSIGHT_BROWSERS") == "all"
LONG = """\
game long "A long game"
  sources optional

enum Way: left "Left", right "Right"

procedure career
  repeat 20000 times
    do mission

procedure mission "A day"
  repeat 40 times
    choose way from Way
      ask "Where"
"""
"""A game that asks nearly a million times."""

EVERY = sorted(path.name for path in (ROOT / "games").iterdir() if path.is_dir())
GAMES = EVERY if ALL else EVERY[1::2]

PROGRAMS = {
    "chromium": ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
    "firefox": ("firefox", "firefox-esr"),
}


def is_here(browser: str) -> bool:
    """Whether there is such a browser."""
    return f"BOMBSIGHT_{browser.upper()}" in os.environ or any(map(shutil.which, PROGRAMS[browser]))


def case_in_browser(name: str, *values: object, is_slow: bool = False) -> pytest.ParameterSet:
    """A case of a test in a browser, left out where there is none; a slow one is for the long run."""
    needs = pytest.mark.skipif(
        not is_here(name), reason=f"needs {name.capitalize()}, by name or as BOMBSIGHT_{name.upper()}=PATH"
    )
    return pytest.param(name, *values, marks=(needs, pytest.mark.slow) if is_slow else needs)


def in_browsers(*names: str) -> pytest.MarkDecorator:
    """Do a test in each of these browsers that is here."""
    return pytest.mark.parametrize("browser", [case_in_browser(name) for name in names])


def at_widths(name: str, widths: Iterable[object], *quick: tuple[str, object]) -> pytest.MarkDecorator:
    """Do a test in both browsers at every width; the usual run, only in the quick pairs of them."""
    pairs = [(browser, width) for browser in PROGRAMS for width in widths]
    assert {*quick} <= {*pairs}, f"not all of {quick} are cases"
    return pytest.mark.parametrize(
        f"browser, {name}",
        [case_in_browser(browser, width, is_slow=(browser, width) not in quick) for browser, width in pairs],
    )


everywhere = in_browsers("chromium", "firefox")
once = in_browsers(*(("chromium", "firefox") if ALL else ("chromium",)))

pytestmark = [
    needs_node,
    pytest.mark.skipif(not (WEB / "node_modules" / "puppeteer-core").is_dir(), reason="needs npm ci --prefix web"),
    pytest.mark.xdist_group("browsers"),
]


@pytest.fixture(name="built", scope="module")
def fixture_built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page's program, as it is now."""
    folder = tmp_path_factory.mktemp("built")
    run_node("scripts/build.mjs", folder)
    return folder


@pytest.fixture(name="small", scope="module")
def fixture_small(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of two small games, one of them with a variant, with its pages."""
    folder = tmp_path_factory.mktemp("small")
    games = [*build_editions(SiteOrder(games=(str(LIGHTHOUSE), str(FORT)), variants=("winter",)))]
    write_folder(build_site_files(games, built, render_reference_pages([game.requests for game in games])), folder)
    return folder


@pytest.fixture(name="large", scope="module")
def fixture_large(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the games, without pages: their odds would take minutes, and nobody reads them here."""
    folder = tmp_path_factory.mktemp("large")
    write_folder(build_site_files([*build_editions(SiteOrder(games=tuple(GAMES)))], built, ()), folder)
    return folder


def seen(browser: str, site: Path, program: str, *args: str) -> Any:
    """What a program of ``web/tests/browser`` found; nothing went wrong in the page meanwhile."""
    told = json.loads(run_node("scripts/browse.mjs", program, *args, SITE=str(site), BROWSER=browser))
    assert told["faults"] == []
    return told["found"]


def site_of(game: Path, built: Path, folder: Path) -> Path:
    """The site of a game, without pages."""
    folder.mkdir()
    write_folder(build_site_files([*build_editions(SiteOrder(games=(str(game),)))], built, ()), folder)
    return folder


def played(browser: str, site: Path, file: Path, **plan: Any) -> Any:
    """A game played by hand, whose save is put into a file."""
    return seen(browser, site, "mission", json.dumps({"file": str(file), "ask": "all", "kill": 0, **plan}))


def check_replayed(file: Path) -> None:
    """The command line accepts a save: the same happens by the same answers."""
    done = CliRunner().invoke(app, ["replay", "-q", "--path", str(LIGHTHOUSE.parent), str(file)])
    assert done.exit_code == 0, done.output


@once
@pytest.mark.parametrize("game", GAMES)
def test_a_mission_of_each_game_is_played_by_hand(browser: str, game: str, large: Path, tmp_path: Path) -> None:
    save = tmp_path / "hand.save"
    found = played(browser, large, save, game=game, moves=200 if ALL else 15, kill=10 if ALL else 0)
    assert found["asked"]["kind"] == "over"
    check_replayed(save)


@once
@pytest.mark.parametrize(
    "by_hand", [False, True] if ALL else [False], ids=lambda by_hand: "own dice" if by_hand else "seed"
)
def test_nothing_is_lost_when_it_is_killed(browser: str, by_hand: bool, small: Path, tmp_path: Path) -> None:
    save = tmp_path / "killed.save"
    plan = {"campaign": not by_hand, "byHand": by_hand, "moves": 100 if ALL else 20, "kill": 10}
    found = played(browser, small, save, game="lighthouse", **plan)
    assert found["kills"] >= 2
    assert found["ways"]["dice touched" if by_hand else "click"] > 0
    check_replayed(save)


@once
def test_many_are_answered_at_once(browser: str, small: Path, tmp_path: Path) -> None:
    save = tmp_path / "many.save"
    found = played(browser, small, save, game="fort", ask="sensible", seed=2, moves=30)
    assert any("matrix" in way for way in found["ways"])
    assert found["ways"]["several"] > 0


@once
@pytest.mark.parametrize("name", ["mission", "career"])
def test_a_save_of_the_command_line_is_gone_on_with(browser: str, name: str, small: Path, tmp_path: Path) -> None:
    before = tmp_path / "before.save"
    before.write_bytes((WEB / "tests" / "saves" / f"{name}.save").read_bytes())
    after = tmp_path / "after.save"
    found = played(browser, small, after, game="", moves=10, **{"from": str(before)})
    assert found["asked"]["kind"] == "over"
    assert after.read_bytes().startswith(before.read_bytes())
    check_replayed(after)


@once
def test_it_plays_without_the_network_and_takes_a_newer_site_when_asked(browser: str, small: Path) -> None:
    assert seen(browser, small, "offline", "lighthouse")["one"] == "The Keeper's Night"


@once
def test_own_pages_of_a_larger_site_are_never_older_than_the_network(browser: str, built: Path, tmp_path: Path) -> None:
    parts = (Neighbour(title="Games", path="games/index.html"), Neighbour(title="News", path="news/index.html"))
    around = Surroundings(neighbours=parts, list_page="games/index.html", fresh_paths=("index.html",))
    games = [*build_editions(SiteOrder(games=(str(LIGHTHOUSE),)))]
    write_folder(build_site_files(games, built, (), around), tmp_path / "site")
    assert seen(browser, tmp_path / "site", "fresh") == ["first", "second", "a manual", "second"]


@pytest.fixture(name="bomber", scope="module")
def fixture_bomber(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of a game whose rules mark beats."""
    return site_of(ROOT / "games" / "b17", built, tmp_path_factory.mktemp("bomber") / "site")


@once
@pytest.mark.parametrize("width", slow_but([390, 1280], 390))
def test_a_mission_is_seen_beat_by_beat_and_no_key_for_a_stop_answers(browser: str, width: int, bomber: Path) -> None:
    found = seen(browser, bomber, "beats", "b17", "14", "77", str(width), *(["all"] if ALL or width > 1000 else []))
    news, film = found["news"], found["film"]
    shells = [each for each in news if "Shells:" in each]
    assert len(shells) == 4
    assert sum("is captured" in each for each in news) == 7
    assert found["stops"]["straight"] == 0
    assert len(news) > found["stops"]["beats"] > len(shells)
    assert found["stops"].get("throws", 1000) > 2 * found["stops"]["beats"]
    assert any("6 → It explodes" in each for each in found["stakes"])
    assert found["sameSave"], "the pace is in no save"
    assert found["sameStory"]
    assert film["news"][-len(news) :] == news
    assert film["parts"] > 20
    if width > 1000:
        assert found["boards"] > 10, "beside each stop stand the boards of that moment"
        assert film["boards"] > 10


@once
def test_a_link_is_told_watched_and_played_on_from_its_middle(browser: str, small: Path, tmp_path: Path) -> None:
    rules = Rules(folders=(LIGHTHOUSE.parent,))
    link = link_of_save(WEB / "tests" / "saves" / "career.save", rules)
    packed = pack_link(link)
    found = seen(browser, small, "links", packed, pack_link(evolve(link, rules="0" * 16)), packed[:-20])
    assert all(line in found["about"] for line in describe_link(link))
    assert "0000000000000000" in found["missing"]
    assert link.version in found["missing"]
    assert "was cut off" in found["damaged"]
    assert found["kept"] == 0, "what is watched is not stored"
    shared = open_link(found["shared"], rules)
    assert shared.shown is not None, "a link made in the middle of the story ends there"
    whole = open_link(packed, rules)
    count = len(shared.saved.records)
    assert found["lines"] <= count + 1
    assert shared.saved.records[: found["lines"] - 1] == whole.saved.records[: found["lines"] - 1]
    assert len(read_link(packed).answers) > len(shared.link.answers)


@once
def test_a_debriefing_stands_there_again_when_the_page_is_loaded_again(browser: str, small: Path) -> None:
    before, again, behind = seen(browser, small, "debriefing", "lighthouse", "7")
    assert before == again == ["Debriefing: Night 1"]
    assert behind == []


@once
def test_dice_of_ones_own_mark_a_row_on_a_card_that_is_looked_up(browser: str, small: Path) -> None:
    assert seen(browser, small, "ownDice", "lighthouse", "Weather", "3 5") == {
        "before": {"result": "3+5 = 8 → rain", "marked": ["▸ Counted: 7..8"]},
        "after": {"result": "3+5 +1 worse = 9 → fog", "marked": ["▸ Counted: 9..10", "▸ Counted: +1"]},
        "alone": ["Weather The sky turns", "As it stands in The Keeper's Night, the last game that you played."],
        "found": "3+5 = 8 → rain",
    }


@once
def test_a_save_is_played_in_one_tab(browser: str, small: Path) -> None:
    assert "another tab" in seen(browser, small, "tabs", "lighthouse")


@once
def test_what_the_browser_loses_is_missed_and_stored_again_and_without_storage_it_plays_in_memory(
    browser: str, small: Path
) -> None:
    found = seen(browser, small, "lost", "lighthouse")
    assert "On this page it is still whole" in found["told"]
    assert "stored again, whole" in found["again"]
    assert "lasts as long as this page stays open" in found["said"]
    assert min(found["sizes"]) > 500


@once
def test_two_sites_at_one_address_share_no_saves_and_no_game_files(browser: str, small: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        shutil.copytree(small, tmp_path / name)
    file = min((small / "games").glob("lighthouse*.game"))
    assert seen(browser, tmp_path, "neighbours", "lighthouse", str(file)) == {
        "before": [[1, 1], [0, 0]],
        "said": "There is no such save in this browser.",
        "after": [[1, 1], [1, 0]],
    }


@everywhere
def test_a_package_is_picked_and_dropped_on_a_phone_and_played(browser: str, small: Path, tmp_path: Path) -> None:
    create_game("mygame", tmp_path / "game")
    packed = pack_game(str(tmp_path / "game"), tmp_path / "mygame-1.0.bombsight")
    assert packed.path is not None
    shutil.copy(packed.path, tmp_path / "download")
    (tmp_path / "broken.bombsight").write_bytes(packed.content[:-40])
    files = [str(tmp_path / name) for name in ("mygame-1.0.bombsight", "download", "broken.bombsight")]
    found = seen(browser, small, "packages", *files)
    assert "This is no package, or it is not whole" in found["refused"]
    assert "This is neither a game nor a save. Choose the file that somebody gave you" in found["stranger"]
    assert found["release"] == "version 1.0, all rights reserved"
    assert not found["wide"]
    assert found["asked"] in ("options", "matrix", "several", "throw", "over")
    assert len(found["cards"]) == 1, "the same game is kept once"
    assert "version 1.0" in found["cards"][0]


@once
def test_the_page_goes_on_while_a_save_of_hundreds_of_thousands_of_lines_is_played_again(
    browser: str, built: Path, tmp_path: Path
) -> None:
    game, save = tmp_path / "long", tmp_path / "long.save"
    game.mkdir()
    (game / "game.rules").write_text(LONG, encoding="utf-8")
    with start_game(str(game), Rules(), GameSetup(campaign=True, save=save)) as play:
        play.view()
    answer = '{"a":"left","at":"choice:mission/way"}\n'
    save.write_text(save.read_text(encoding="utf-8") + 400_000 * answer, encoding="utf-8")

    found = seen(browser, site_of(game, built, tmp_path / "site"), "long", str(save))
    assert found["longest"] < 2000
    assert [told for told in found["told"] if told.startswith("Playing the save again: ")]


@once
def test_what_strangers_made_hangs_nothing_and_is_told_in_sentences(browser: str, small: Path) -> None:
    game = min((small / "games").glob("lighthouse*.game"))
    plan = {"game": str(game), "save": str(WEB / "tests" / "saves" / "mission.save")}
    told = seen(browser, small, "strangers", json.dumps(plan))
    for name, words in {
        "loop": "comes to no end as it is begun, so it is not kept",
        "aside": "comes to no end as it is begun, so it is not kept",
        "grow": "does what no game does",
        "bomb": "too large",
        "deep": "deeper or longer than those of any game",
        "text": "This is no game file.",
        "many": "many.saves, save 2:1",
        "late": "worked on one step for longer than any game does",
    }.items():
        assert words in told[name], name


@once
@pytest.mark.skipif(not ALL, reason="takes minutes: BOMBSIGHT_BROWSERS=all")
@pytest.mark.parametrize("asked", ["usual", "all"])
@pytest.mark.parametrize("game", EVERY)
def test_a_mission_is_played_by_the_keyboard_alone(browser: str, game: str, asked: str, large: Path) -> None:
    found = seen(browser, large, "keyboard", game, "40", *(["all"] if asked == "all" else []))
    assert bool(found["ways"]) == (found["answered"] > 0)


@at_widths("width", ["390", "820", "1280"], ("chromium", "390"), ("firefox", "1280"))
def test_boards_are_played_on(browser: str, width: str, built: Path, tmp_path: Path) -> None:
    assert seen(browser, site_of(BRIG, built, tmp_path / "site"), "pieces", "brig", width) == []


@at_widths("size", ["1280x800", "820x1180", "390x844", "320x256"], ("chromium", "320x256"), ("firefox", "390x844"))
def test_one_goes_back_through_the_story_where_nothing_is_answered(
    browser: str, size: str, built: Path, tmp_path: Path
) -> None:
    assert seen(browser, site_of(BRIG, built, tmp_path / "site"), "past", "brig", *size.split("x")) == []


@once
def test_every_view_is_accessible_and_narrow_enough(browser: str, small: Path) -> None:
    assert seen(browser, small, "views", "lighthouse", "fort", *(["all"] if ALL else [])) == []


@in_browsers("chromium")
def test_what_is_printed_or_read_on_a_phone_is_whole(browser: str, small: Path, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    shutil.copytree(small, folder)
    for name, more in (("season", {"campaign": True}), ("night", {"mission": 2})):
        save = tmp_path / f"{name}.save"
        with start_game(str(LIGHTHOUSE), Rules(), GameSetup(seed=4, save=save, **more), "auto") as play:
            play.view()
        (folder / f"{name}.html").write_text(render_page(build_report(save)), encoding="utf-8")
    pages = [str(path.relative_to(folder)) for path in folder.glob("*/tables/*.html")]
    assert seen(browser, folder, "printed", "season.html", "night.html", *sorted(pages)) == []


@in_browsers("chromium")
def test_no_page_scrolls_sideways_on_a_small_phone(browser: str, small: Path, built: Path, tmp_path: Path) -> None:
    folder = small
    if ALL:
        folder = tmp_path / "site"
        games = [*build_editions(SiteOrder(games=tuple(EVERY)))]
        write_folder(build_site_files(games, built, render_reference_pages([game.requests for game in games])), folder)
    pages = [str(path.relative_to(folder)) for path in folder.rglob("*.html") if path.parent.name != "play"]
    assert len(pages) > 10
    assert seen(browser, folder, "narrow", *sorted(pages)) == []


@once
def test_a_campaign_is_flown_to_its_end_by_the_rules_it_was_begun_by(
    browser: str, built: Path, small: Path, tmp_path: Path
) -> None:
    games = changed(tmp_path / "newer", (CLEAR, RAINY), (CLIMBS, LIT)).parent
    newer = site_of(games / "lighthouse", built, tmp_path / "site")
    own, rules, over = tmp_path / "own.save", tmp_path / "own.game", tmp_path / "over.save"
    plan = {"game": "lighthouse", "newer": str(newer), "moves": 12, "own": str(own), "rules": str(rules)}
    found = seen(browser, small, "rules", json.dumps({**plan, "over": str(over)}))
    check_replayed(own)
    went = Path(shutil.copy(own, tmp_path / "went.save"))
    told = migrate_save(went, (games,))
    assert f"Of {told.holds.answers} answers {told.holds.answers_kept} hold by the rules that are here" in found["told"]
    assert told.holds.reason in found["told"]
    assert over.read_bytes().startswith(went.read_bytes())
    with resume_game(over, (games,)) as play:
        play.view()
    with resume_game(own, (games,), snapshot=rules) as play:  # by its own rules, from the file that the page gave
        assert play.view().outcome is not None


@once
def test_game_files_of_other_versions_are_read_or_made_up_for(
    browser: str, built: Path, small: Path, tmp_path: Path
) -> None:
    newer = site_of(changed(tmp_path / "newer", (CLEAR, RAINY)), built, tmp_path / "site")
    texts = tmp_path / "texts.game"
    texts.write_bytes(pack({"snapshot": "0" * 64, "version": "9.0"}, {"sources": b"{}"}))
    before = WEB / "tests" / "before"
    plan = {"before": str(before / "lighthouse.game"), "save": str(before / "dice.save"), "texts": str(texts)}
    found = seen(browser, small, "kept", json.dumps({"game": "lighthouse", "newer": str(newer), **plan}))
    assert "bombsight compile SAVE --site" in found["refused"]
    assert "Bombsight 9.0 plays it" in found["told"]
    assert "What differs" in found["holds"]


@pytest.fixture(name="workshop", scope="module")
def fixture_workshop(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of a small game with a workshop."""
    folder = tmp_path_factory.mktemp("workshop")
    games = [*build_editions(SiteOrder(games=(str(LIGHTHOUSE),)))]
    write_folder(build_site_files(games, built, (), pyodide=find_pyodide()), folder)
    return folder


@pytest.mark.slow
@pytest.mark.skipif(not is_pyodide_here(), reason="needs npm ci --prefix web")
@pytest.mark.parametrize("width", [390, 1280])
@everywhere
def test_a_house_rule_is_played_in_the_workshop_changed_and_gone_on_with(
    browser: str, width: int, workshop: Path
) -> None:
    found = seen(browser, workshop, "workshopPlay", str(width))
    assert found["faults"] == []
    assert found["doors"] == ["null", True, True, True, True]
    assert found["keyboard"] == "IFRAME"
    assert "6+4 = 10 → a gale" in found["first"]
    assert "All 2 answers hold, though before answer 2" in found["continued"]
    assert found["heading"].endswith("with My weather")
    assert "6+4 = 10 → rain" in found["gone"]
    assert "Two trawlers" in found["gone"]
    assert "Two trawlers" in found["kept"]
    assert found["keeper"]
    assert "Sound the signal" in found["given"]
    assert "6+4 = 10 → rain" in found["again"]
    assert "Two trawlers" not in found["again"]
    assert "gael is no Sky" in found["refusal"]
    assert "6+4 = 10 → fog" in found["offline"]
    assert found["isStopped"]


@pytest.mark.slow
@pytest.mark.skipif(not is_pyodide_here(), reason="needs npm ci --prefix web")
@pytest.mark.parametrize("width", [390, 1280])
@everywhere
def test_a_slip_in_the_workshop_is_found_mended_and_its_odds_move(browser: str, width: int, workshop: Path) -> None:
    found = seen(browser, workshop, "workshop", str(width))
    assert found["faults"] == []
    assert "changes nothing" in found["first"]
    assert "gael is no Sky" in found["slip"]
    assert "a gale 27.8 %, was 8.3 %" in found["odds"]
    assert "9..10" in found["panes"]["card"]
    assert "What changed" in found["panes"]["differences"]
    assert "no worked examples" in found["panes"]["examples"]
    assert "One hour in the fog" in found["panes"]["game"]
    assert "1 of 1 places" in found["panes"]["coverage"]
    assert found["marks"] == ["Examples reach this."]
    assert "With my_weather.rules" in found["panes"]["simulation"]
    assert "1,000 missions" in found["panes"]["simulation"]
    assert "Weather" in found["completions"]
    assert "in table Weather" in found["text"]
    assert found["addedLines"] == 1  # Enter takes nothing from a list that opened by itself
    assert found["signature"].startswith("min(")


@pytest.mark.slow
@pytest.mark.skipif(not is_pyodide_here(), reason="needs npm ci --prefix web")
@everywhere
def test_what_is_written_in_the_workshop_is_kept_and_handed_on(browser: str, workshop: Path) -> None:
    found = seen(browser, workshop, "workshopKept")
    assert " MB, once" in found["size"]
    assert "+       now 9..10: fog # at once and on, beside" in found["difference"]
    assert "Somebody else wrote this" in found["linked"]["head"]
    assert (found["linked"]["isWide"], found["linked"]["faults"]) == (False, [])
    assert "00-game.rules" in found["files"]
    assert found["opened"] == [name for name in found["files"] if name != "my_weather.rules"]
    package = decode_package(b64decode(found["packed"]), "cats")
    assert package.head.game == "cats"


@pytest.mark.slow
@pytest.mark.skipif(not is_pyodide_here(), reason="needs npm ci --prefix web")
@pytest.mark.parametrize("width", [390, 1280])
@everywhere
def test_each_step_of_the_tour_is_shown_and_sees_that_it_is_done(browser: str, width: int, workshop: Path) -> None:
    found = seen(browser, workshop, "tour", str(width))
    assert found["faults"] == []
    assert len(found["titles"]) == 10
    assert "expect result is fog" in found["text"]
    assert found["isFolded"]
    assert found["before"] == found["titles"][8]
    assert found["hash"] == "#/file/%2Fmine%2Ftour.rules"


@pytest.mark.slow
@pytest.mark.skipif(not is_pyodide_here(), reason="needs npm ci --prefix web")
@pytest.mark.parametrize("width", [390, 1280])
@everywhere
def test_tables_are_pasted_and_dropped_into_the_workshop(browser: str, width: int, workshop: Path) -> None:
    found = seen(browser, workshop, "tables", str(width))
    assert found["faults"] == []
    assert 'table the_sky "The sky"' in found["pasted"]
    assert "2d6, 3 rows" in found["pasted"]
    assert found["hash"].startswith("#/file//mine/the_sky/")
    assert "What can: rules" in found["said"]
