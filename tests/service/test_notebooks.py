"""What notebooks show of cards, odds, simulations and boards: fragments that stand alone on light and dark pages."""

from __future__ import annotations

import re
import shutil
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest

import bombsight
from bombsight.service.common.notebook import STYLE
from tests.examples import LIGHTHOUSE

HOSTILE = '<script>alert("x")</script>&amp;'


@pytest.fixture(scope="module")
def game(tmp_path_factory) -> Path:
    """The lighthouse, with markup in the titles of a table, a tally and a board."""
    folder = tmp_path_factory.mktemp("hostile") / "lighthouse"
    shutil.copytree(LIGHTHOUSE, folder)
    escaped = HOSTILE.replace('"', "'")
    for path in folder.glob("*.rules"):
        text = path.read_text(encoding="utf-8")
        text = re.sub(r'^((?:table|board|tally) \w+(?:\([^)]*\))? ")', rf"\g<1>{escaped} ", text, flags=re.MULTILINE)
        path.write_text(text, encoding="utf-8")
    return folder


def fragments(game: Path) -> dict[str, str]:
    house = game.parent / "bright.rules"
    house.write_text('house bright "Bright" for lighthouse\n  1 "Lamp"\n    in table Reef\n      add +2 bright\n')
    rules = bombsight.Rules(house=[house])
    with bombsight.open(game, seed=2) as play:
        boards = play.boards()
    return {
        "card": bombsight.table(game, "Reef", rules)._repr_html_(),
        "odds": bombsight.odds(game, "Reef", rules)._repr_html_(),
        "simulation": bombsight.simulate(game, missions=60, against=[house])._repr_html_(),
        "boards": boards._repr_html_(),
        "board": boards[0]._repr_html_(),
    }


def test_fragments_stand_alone_and_escape_all_text(game):
    for kind, fragment in fragments(game).items():
        root = ElementTree.fromstring(f"<all>{fragment}</all>")  # each tag is closed, each text escaped
        tags = {element.tag.rpartition("}")[2] for element in root.iter()}
        names = {name for element in root.iter() for name in element.attrib}

        assert "alert" in "".join(root.itertext()), kind
        assert tags.isdisjoint({"script", "link", "img", "iframe", "object", "image", "use"}), kind
        assert names.isdisjoint({"id", "src", "href", "onload", "onclick", "aria-labelledby"}), kind
        assert "url(" not in fragment, kind
        assert "@import" not in fragment, kind


def test_fragments_are_legible_on_light_and_dark_pages(game):
    """A picture has a paper of its own; the rest takes the page's colour, and bars that show on white and black."""
    for kind, fragment in fragments(game).items():
        if kind in ("card", "simulation"):
            colours = re.findall(r"#[0-9a-f]{3,6}", fragment)
            assert [each for each in colours if min(contrast(each, 0.0), contrast(each, 1.0)) < 3] == [], kind
            assert "color:inherit" in fragment
        else:
            assert fragment.count('class="paper"') == fragment.count("<svg"), kind
    assert len(re.findall(r"#[0-9a-f]{6}", STYLE)) == 3


def contrast(colour: str, luminance: float) -> float:
    """The contrast of a colour with white (1) or black (0), after WCAG."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels]
    own = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return (max(own, luminance) + 0.05) / (min(own, luminance) + 0.05)


def test_chances_are_fractions():
    (situation,) = bombsight.odds(LIGHTHOUSE, "Weather").situations
    chances = [row.chance for row in situation.chances.rows]

    assert sum(chance.fraction for chance in chances) == 1
    assert chances[0].fraction == Fraction(chances[0].ratio)
    estimate = bombsight.Chance(share=0.5, ratio="", low=0.4, high=0.6)
    with pytest.raises(ValueError, match=r"an estimate: 0\.4 to 0\.6"):
        estimate.fraction  # noqa: B018 - looking is what is tested


def test_results_are_found_by_name():
    result = bombsight.simulate(LIGHTHOUSE, missions=50, seed=1)
    words = {word.name: word.share for word in result["result"].words}

    assert {name: result["result"][name] for name in words} == words
    assert result["kept"].share == result["kept"]["yes"]
    assert result["ships_lost"].mean.of == 50
    with pytest.raises(KeyError, match="Did you mean ships_lost"):
        result["ships_los"]
    with pytest.raises(KeyError, match="result has "):
        result["result"]["sunk"]
    with pytest.raises(ValueError, match="result has no numbers"):
        result["result"].mean  # noqa: B018 - looking is what is tested


def test_a_result_is_the_same_document_and_tells_how_far_it_is():
    calls: list[tuple[int, int]] = []
    result = bombsight.simulate(LIGHTHOUSE, missions=500, seed=1, progress=lambda *done: calls.append(done))
    shared = bombsight.simulate(LIGHTHOUSE, missions=500, seed=1, jobs=2)

    assert calls[-1] == (500, 500)
    assert [*calls] == sorted(calls)
    assert shared == result
    assert "pool" not in result.to_json()


def test_rows_are_those_of_the_file(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs pyarrow: python -m pip install '.[dev]'")
    file = tmp_path / "rows.parquet"
    result = bombsight.simulate(LIGHTHOUSE, missions=300, seed=4, out=file)
    rows = result.rows()

    assert rows.schema.equals(parquet.read_table(file).schema, check_metadata=True)
    assert rows.to_pylist() == parquet.read_table(file).to_pylist()
    assert bombsight.simulate(LIGHTHOUSE, missions=300, seed=4, jobs=2).rows().equals(rows)


def test_rows_name_the_extra_that_they_need(monkeypatch):
    result = bombsight.simulate(LIGHTHOUSE, missions=2)
    monkeypatch.setattr("bombsight.service.simulating.parquet.find_spec", lambda name: None)

    with pytest.raises(bombsight.InputError, match=r"pip install 'bombsight\[parquet\]'"):
        result.rows()


def test_printed_in_a_line_results_say_what_they_are():
    game = str(LIGHTHOUSE)
    simulated = bombsight.simulate(game, missions=20)
    shown = [repr(each) for each in (bombsight.table(game, "Reef"), bombsight.odds(game, "Reef"), simulated)]
    assert [text[: text.index(" ")] for text in shown] == ["<Card", "<TableOdds", "<SimulationResult"]
    assert [len(text.splitlines()) for text in shown] == [1, 1, 1]
    assert all(column.name in shown[2] for column in simulated.counted.columns)
