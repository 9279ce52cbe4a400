"""Sites: what is in the folder, that its list tells all of it, and what is refused."""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import bombsight.service
from bombsight.boundary.errors import InputError
from bombsight.service.common.failure import WrongRules
from bombsight.service.site.editions import SiteOrder
from bombsight.service.site.folder import MANIFEST_FILE
from bombsight.service.site.site import write_site
from bombsight.service.site.surroundings import Neighbour, Surroundings
from bombsight.version import VERSION
from tests.examples import EXAMPLES

LIGHTHOUSE = str(EXAMPLES / "lighthouse")
SCHEMA = Path(bombsight.service.__file__).parent / "schema" / "site.json"
CALM = """\
house calm "Calm nights"{for_} by "A. Keeper"
  1 "A calm sea"
    in table Reef
      add +1 calm when lamp is 1
"""
BUILT = {
    "play/index.html": "<!doctype html>",
    "play/app.js": "play()",
    "base.css": "body {}",
    "icon.svg": "<svg/>",
    "manifest.webmanifest": "{}",
    "offline.js": "keep(SITE)",
}


@pytest.fixture(name="built", scope="module")
def fixture_built(tmp_path_factory) -> Path:
    """A program of the page that does nothing."""
    folder = tmp_path_factory.mktemp("built")
    for path, text in BUILT.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text)
    return folder


@pytest.fixture(name="house")
def fixture_house(tmp_path: Path) -> Path:
    """A house rule for the game."""
    path = tmp_path / "calm.rules"
    path.write_text(CALM.format(for_=" for lighthouse"))
    return path


def listed(folder: Path) -> list[dict]:
    """The games of a site, as its list has them."""
    document = json.loads((folder / "games.json").read_text(encoding="utf-8"))
    Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8"))).validate(document)
    return document["games"]


def other_game(folder: Path, id_: str = "shore") -> str:
    """A game with as little in it as may be."""
    folder.mkdir()
    (folder / "00-game.rules").write_text(
        f'game {id_} "The Shore"\n  sources optional\n\nprocedure mission\n  say "Waves."\n'
    )
    return str(folder)


def test_all_of_it_stands_in_the_folder(built: Path, tmp_path: Path):
    folder = tmp_path / "site"
    written = write_site(SiteOrder(games=(LIGHTHOUSE,)), folder, program_folder=built)
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert {*BUILT, "sw.js", "games.json", "index.html", "lighthouse/index.html", "games/lighthouse.game"} - files == {
        "offline.js"
    }
    assert written.files == len(files - {MANIFEST_FILE})
    assert written.size == sum((folder / path).stat().st_size for path in files - {MANIFEST_FILE})


def test_the_worker_knows_every_file_by_its_digest(built: Path, tmp_path: Path):
    folder = tmp_path / "site"
    write_site(SiteOrder(games=(LIGHTHOUSE,)), folder, program_folder=built)
    line, _, program = (folder / "sw.js").read_text(encoding="utf-8").partition("\n")
    assert program == BUILT["offline.js"]
    site = json.loads(line.removeprefix("const SITE = ").removesuffix(";"))
    assert "lighthouse/index.html" in site["pages"]
    assert "index.html" in site["files"]
    assert all(path.startswith("lighthouse/") for path in site["pages"])
    known = site["files"] | site["pages"]
    assert len(known) == len(site["files"]) + len(site["pages"])
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    assert known.keys() == files.keys() - {"sw.js", MANIFEST_FILE}
    for path, digest in known.items():
        assert digest == f"sha256-{b64encode(sha256(files[path].read_bytes()).digest()).decode()}"


def test_pages_of_a_larger_site_are_fetched_anew_and_linked_from_all_pages(built: Path, tmp_path: Path):
    folder = tmp_path / "site"
    neighbours = (Neighbour(title="Games", path="games/index.html"), Neighbour(title="News", path="news/index.html"))
    around = Surroundings(
        neighbours=neighbours, list_page="games/index.html", fresh_paths=("index.html", "news/index.html")
    )
    write_site(SiteOrder(games=(LIGHTHOUSE,), surroundings=around), folder, program_folder=built)
    line = (folder / "sw.js").read_text(encoding="utf-8").partition("\n")[0]
    site = json.loads(line.removeprefix("const SITE = ").removesuffix(";"))
    assert site["fresh"] == ["index.html", "news/index.html"]
    assert not {*site["fresh"]} & {*site["files"], *site["pages"]}
    assert not (folder / "index.html").exists()
    page = (folder / "lighthouse" / "tables" / "Reef.html").read_text(encoding="utf-8")
    assert '<a href="../../games/index.html" aria-current="true">Games</a>' in page
    assert '<a href="../../news/index.html">News</a>' in page
    document = json.loads((folder / "games.json").read_text(encoding="utf-8"))
    assert [each["path"] for each in document["neighbours"]] == ["games/index.html", "news/index.html"]


def test_the_list_of_games(built: Path, tmp_path: Path, house: Path):
    folder = tmp_path / "site"
    write_site(SiteOrder(games=(LIGHTHOUSE,), house=(house,), variants=("winter",)), folder, program_folder=built)
    (game,) = listed(folder)
    assert (game["game"], game["title"]) == ("lighthouse", "The Keeper's Night")
    assert game["about"].split("\n\n")[1:] == ["Nobody has seen the original."]
    assert [(each["name"], each["file"], each["overlays"]) for each in game["editions"]] == [
        ("", "games/lighthouse.game", ["errata sheet"]),
        ("Winter nights", "games/lighthouse-winter-nights.game", ["errata sheet", "variant winter"]),
        ("Calm nights", "games/lighthouse-calm-nights.game", ["errata sheet", "house calm"]),
    ]
    for each in game["editions"]:
        content = (folder / each["file"]).read_bytes()
        assert len(content) == each["bytes"]
        assert each["rules"].encode() in gzip.decompress(content)
    assert len({each["rules"] for each in game["editions"]}) == 3


def changed_game(folder: Path, figure: int) -> str:
    """The same small game at one place, by rules that a figure changes."""
    folder.mkdir(exist_ok=True)
    (folder / "00-game.rules").write_text(
        f'game shore "The Shore"\n  sources optional\n\nprocedure mission\n  if 1d6 <= {figure}\n    say "Waves."\n'
    )
    return str(folder)


def test_editions_stay_that_links_may_name(built: Path, tmp_path: Path):
    folder = tmp_path / "site"
    rules: list[str] = []
    for figure in (1, 2, 2, 3, 4):
        order = SiteOrder(games=(changed_game(tmp_path / "shore", figure),), keep_editions=2)
        write_site(order, folder, program_folder=built)
        (game,) = listed(folder)
        rules += [] if game["editions"][0]["rules"] in rules else [game["editions"][0]["rules"]]
    assert [each["rules"] for each in game["kept"]] == [rules[2], rules[1]]
    for each in game["kept"]:
        content = (folder / each["file"]).read_bytes()
        assert (len(content), each["name"], each["version"]) == (each["bytes"], "", VERSION)
        assert each["rules"].encode() in gzip.decompress(content)
    line = (folder / "sw.js").read_text(encoding="utf-8").partition("\n")[0]
    site = json.loads(line.removeprefix("const SITE = ").removesuffix(";"))
    assert {each["file"] for each in game["kept"]} <= site["pages"].keys(), (
        "no device fetches them before they are used"
    )
    write_site(SiteOrder(games=(changed_game(tmp_path / "shore", 1),), keep_editions=2), folder, program_folder=built)
    (game,) = listed(folder)
    assert rules[0] not in [each["rules"] for each in game["kept"]], "what is there anyway is not kept twice"
    (folder / game["kept"][0]["file"]).write_bytes(b"damaged")
    write_site(SiteOrder(games=(changed_game(tmp_path / "shore", 1),), keep_editions=2), folder, program_folder=built)
    assert len(listed(folder)[0]["kept"]) == 1


def test_an_older_site_is_replaced(built: Path, tmp_path: Path, house: Path):
    folder = tmp_path / "site"
    write_site(SiteOrder(games=(LIGHTHOUSE,), house=(house,)), folder, program_folder=built)
    write_site(SiteOrder(games=(LIGHTHOUSE,), keep_editions=0), folder, program_folder=built)
    fresh = tmp_path / "fresh"
    write_site(SiteOrder(games=(LIGHTHOUSE,)), fresh, program_folder=built)

    def content(of: Path) -> dict[str, bytes]:
        return {str(path.relative_to(of)): path.read_bytes() for path in of.rglob("*") if path.is_file()}

    assert content(folder) == content(fresh)


def test_a_house_rule_goes_with_the_game_that_it_is_for(built: Path, tmp_path: Path, house: Path):
    folder = tmp_path / "site"
    games = (LIGHTHOUSE, other_game(tmp_path / "shore"), LIGHTHOUSE)
    write_site(SiteOrder(games=games, house=(house,)), folder, program_folder=built)
    assert [(game["game"], len(game["editions"])) for game in listed(folder)] == [("lighthouse", 2), ("shore", 1)]


@pytest.mark.parametrize(
    ("order", "error"),
    [
        (SiteOrder(games=("no_such_game",)), "there is no game no_such_game"),
        (SiteOrder(games=(LIGHTHOUSE,), variants=("summer",)), "there is no variant summer"),
        (SiteOrder(games=(LIGHTHOUSE,), house=("no/such.rules",)), None),
    ],
)
def test_what_is_not_there_is_told(built: Path, tmp_path: Path, order: SiteOrder, error: str | None):
    with pytest.raises(InputError if error else WrongRules, match=error):
        write_site(order, tmp_path / "site", program_folder=built)
    assert not (tmp_path / "site").exists()


def test_a_house_rule_for_another_game_is_told(built: Path, tmp_path: Path, house: Path):
    order = SiteOrder(games=(other_game(tmp_path / "shore"),), house=(house,))
    with pytest.raises(InputError, match="it is for lighthouse, which is no game of this site"):
        write_site(order, tmp_path / "site", program_folder=built)


def test_of_several_games_a_house_rule_says_which_it_is_for(built: Path, tmp_path: Path, house: Path):
    house.write_text(CALM.format(for_=""))
    both = SiteOrder(games=(LIGHTHOUSE, other_game(tmp_path / "shore")), house=(house,))
    with pytest.raises(InputError, match="does not say for which game"):
        write_site(both, tmp_path / "site", program_folder=built)
    write_site(SiteOrder(games=(LIGHTHOUSE,), house=(house,)), tmp_path / "site", program_folder=built)
    assert [len(game["editions"]) for game in listed(tmp_path / "site")] == [2]


def test_two_games_of_one_name_are_refused(built: Path, tmp_path: Path):
    order = SiteOrder(games=(LIGHTHOUSE, other_game(tmp_path / "mine", "lighthouse")))
    with pytest.raises(InputError, match="two games are called lighthouse"):
        write_site(order, tmp_path / "site", program_folder=built)


def test_a_game_called_like_a_part_of_the_site_is_refused(built: Path, tmp_path: Path):
    with pytest.raises(InputError, match=r"called play/index\.html"):
        write_site(SiteOrder(games=(other_game(tmp_path / "mine", "play"),)), tmp_path / "site", program_folder=built)


def test_without_the_program_of_the_page_nothing_is_written(tmp_path: Path):
    with pytest.raises(InputError, match="the program of the page is not there"):
        write_site(SiteOrder(games=(LIGHTHOUSE,)), tmp_path / "site", program_folder=tmp_path)
    assert not (tmp_path / "site").exists()
