"""`bombsight figures`: what a README states is what was measured, and what contradicts it is named."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bombsight.boundary.errors import InputError
from bombsight.service.figures.checking import find_deviations
from bombsight.service.figures.declaration import Measure, Row, Table, read_declaration
from bombsight.service.figures.markdown import FIGURE_PATTERN, StatedFigure, render_figure
from bombsight.service.figures.measuring import Figure, MeasuredTable
from tests.examples import LIGHTHOUSE

DECLARED = """\
[ends]
missions = 400
seed = 3
heads = ["the lamp"]
measures = [
  { title = "all came by", tally = "kept" },
  { title = "ships lost", tally = "ships_lost" },
]

[[ends.rows]]
cells = ["as it is"]

[[ends.rows]]
cells = ["bright"]
house = ["bright.rules"]
"""

README = """\
# The lighthouse

<!-- figures: ends -->
<!-- end of figures -->

Behind it.
"""

BRIGHT = 'house bright "Bright" for lighthouse\n  1 "A bright lamp"\n    in table Reef\n      add +2 bright\n'


@pytest.fixture
def game(shell) -> Path:
    """A game that declares figures, and does not state them yet."""
    folder = shell.folder / "lighthouse"
    shutil.copytree(LIGHTHOUSE, folder)
    (folder / "bright.rules.txt").write_text(BRIGHT)
    (folder / "figures.toml").write_text(DECLARED.replace("bright.rules", "bright.rules.txt"))
    (folder / "README.md").write_text(README)
    return folder


def figures_of(game: Path) -> list[list[str]]:
    """The cells of a README's tables, the line between head and rows left out."""
    lines = [line for line in (game / "README.md").read_text().splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if not line.startswith("|--")]


def number(cell: str) -> float:
    """The value of a figure."""
    return float(cell.strip("*").split(" ± ")[0])


def test_the_readme_states_what_simulate_counts(shell, game):
    assert shell.call("figures", game, "--write").exit_code == 0

    columns = shell.json("simulate", game, "--missions", 400, "--seed", 3)["counted"]["columns"]
    home = next(column for column in columns if column["name"] == "kept")["words"][0]["share"]["share"]
    lost = next(column for column in columns if column["name"] == "ships_lost")["numbers"]["mean"]["mean"]
    head, first, second = figures_of(game)
    assert head == ["the lamp", "all came by", "ships lost"]
    assert (first[0], second[0]) == ("as it is", "bright")
    assert first[1].endswith(" %")
    assert [number(cell) for cell in first[1:]] == pytest.approx([100 * home, lost], abs=0.05)


def test_a_readme_that_states_the_same_is_left_alone(shell, game):
    shell.call("figures", game, "--write")
    before = (game / "README.md").read_text()

    assert before.endswith("<!-- end of figures -->\n\nBehind it.\n")
    result = shell.call("figures", game)
    assert (result.exit_code, (game / "README.md").read_text()) == (0, before)


def test_a_readme_that_states_otherwise_is_told_and_not_written(shell, game):
    result = shell.call("figures", game)

    assert result.exit_code == 1
    assert "ends stands there otherwise: --write writes it." in result.stderr
    assert (game / "README.md").read_text() == README


def test_differences_are_those_of_simulate_against(shell, game):
    declaration = game / "figures.toml"
    declaration.write_text(declaration.read_text().replace("seed = 3", "seed = 3\ndifferences = true"))
    shell.call("figures", game, "--write")

    document = shell.json("simulate", game, "--missions", 400, "--seed", 3, "--against", game / "bright.rules.txt")
    found = {each["column"]: each for each in document["against"][0]["differences"]}
    _, (_, _, lost), (_, kept_more, lost_more) = figures_of(game)
    assert number(lost) == pytest.approx(found["ships_lost"]["was"], abs=0.005)
    assert number(kept_more) == pytest.approx(100 * found["kept"]["difference"]["mean"], abs=0.05)
    assert number(lost_more) == pytest.approx(found["ships_lost"]["difference"]["mean"], abs=0.005)
    assert kept_more.startswith("**") == found["kept"]["seen"]


def test_turned_tables_state_the_same(shell, game):
    shell.call("figures", game, "--write")
    rows = figures_of(game)
    declaration = game / "figures.toml"
    declaration.write_text(declaration.read_text().replace("seed = 3", "seed = 3\nturned = true"))

    shell.call("figures", game, "--write")
    assert figures_of(game) == [list(column) for column in zip(*rows, strict=True)]
    assert shell.call("figures", game, "--sample", 200).exit_code == 0


def test_a_sample_agrees_with_what_was_measured_and_names_what_was_not(shell, game):
    shell.call("figures", game, "--write")
    result = shell.call("figures", game, "--sample", 200)
    assert (result.exit_code, "4 figures of the README agree" in result.stderr) == (0, True)

    readme = game / "README.md"
    shown = figures_of(game)[1][1]
    readme.write_text(readme.read_text().replace(shown, "3.0 ± 0.9 %"))
    result = shell.call("figures", game, "--sample", 200)
    assert result.exit_code == 1
    assert "ends, as it is, all came by: 3 is stated" in " ".join(result.stderr.split())


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("seed = 3", "sead = 3", "ends: nothing here is called sead. Did you mean seed?"),
        ("seed = 3", 'seed = "3"', 'ends.seed: a whole number is needed, not "3"'),
        ("seed = 3", "seed = 2000-01-01", 'not "2000-01-01"'),
        ("missions = 400\n", "", "how many `missions`"),
        ("missions = 400", "missions = 0", "cannot be played"),
        ('cells = ["as it is"]', "cells = []", "has 0 cells"),
        ('tally = "kept"', 'tally = "kebt"', "Did you mean kept?"),
        ("[ends]", "[ends", "no TOML"),
        ("[[ends.rows]]", "[[ends.row]]", "row"),
        ("bright.rules", "dark.rules", "dark.rules"),
        ("seed = 3", 'seed = 3\npolicy = "best"', "ends.policy: one of auto, random, learned, thoughtful is needed"),
    ],
)
def test_what_is_declared_wrongly_is_refused_with_its_place(shell, game, old, new, message):
    declaration = game / "figures.toml"
    assert old in declaration.read_text()
    declaration.write_text(declaration.read_text().replace(old, new))

    result = shell.call("figures", game)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert "figures.toml" in result.stderr or "ends" in result.stderr or "dark" in result.stderr


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("<!-- end of figures -->\n", "", "no partner"),
        ("<!-- figures: ends -->\n", "", "no partner"),
        ("figures: ends", "figures: end", "are declared nowhere"),
        (README, "", "do not stand in the README"),
        (README, README + README, "twice"),
    ],
)
def test_a_readme_without_its_marks_is_refused(shell, game, old, new, message):
    readme = game / "README.md"
    readme.write_text(README.replace(old, new))

    result = shell.call("figures", game)
    assert (result.exit_code, message in " ".join(result.stderr.split())) == (2, True)


def test_a_game_without_a_declaration_is_told_how_to_begin(shell):
    result = shell.call("figures", LIGHTHOUSE)
    assert (result.exit_code, "declares no figures" in result.stderr) == (2, True)


def test_another_table_than_the_declared_one_is_no_sample_of_it(shell, game):
    shell.call("figures", game, "--write")
    declaration = game / "figures.toml"
    declaration.write_text(declaration.read_text().replace('title = "ships lost"', 'title = "lost ships"'))

    result = shell.call("figures", game, "--sample", 100)
    assert (result.exit_code, "declared otherwise" in " ".join(result.stderr.split())) == (2, True)


values = st.floats(-1e6, 1e6) | st.floats(-1, 1)


def test_no_difference_has_no_sign():
    same = Figure(value=0.0, margin=0.0, is_share=False, is_difference=True)
    assert render_figure(same, Measure(title="", tally="")) == "0"


@given(values, st.floats(1e-6, 1e3), st.booleans(), st.booleans())
def test_a_rendered_figure_reads_back_within_its_interval(value, margin, is_share, is_difference):
    figure = Figure(value=value, margin=margin, is_share=is_share, is_difference=is_difference)
    found = FIGURE_PATTERN.match(render_figure(figure, Measure(title="", tally="")).strip("*"))

    assert found is not None
    factor = 100 if is_share else 1
    assert abs(float(found["value"].replace(",", "")) - factor * value) <= factor * margin
    assert float(found["margin"].replace(",", "")) > 0


def table_of(runs: int) -> Table:
    """A table of one figure."""
    return Table(
        heads=("",), measures=(Measure(title="", tally="t"),), rows=(Row(cells=("",)),), missions=runs, name="one"
    )


@pytest.mark.parametrize(("sampled", "contradicts"), [(0.50, False), (0.58, False), (0.75, True), (0.25, True)])
def test_only_what_chance_does_not_explain_contradicts_a_figure(sampled, contradicts):
    sample = MeasuredTable(table=table_of(1_000), figures=((Figure(value=sampled, margin=0.03, is_share=True),),))

    found = [*find_deviations(table_of(1_000_000), [[StatedFigure(50.0, 0.1)]], sample)]
    assert bool(found) == contradicts


def test_a_declaration_is_read_whole(tmp_path):
    (tmp_path / "figures.toml").write_text(DECLARED)
    (table,) = read_declaration(tmp_path / "figures.toml").tables

    assert (table.name, table.runs, table.rows[1].house) == ("ends", 400, ("bright.rules",))
    (tmp_path / "wrong.toml").write_text("= 1")
    with pytest.raises(InputError, match="no TOML"):
        read_declaration(tmp_path / "wrong.toml")
