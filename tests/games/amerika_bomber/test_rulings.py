"""The rulings are in force under their numbers, and their options are those of the book."""

from __future__ import annotations

import re

from bombsight.compiler.graph.nodes import Define, Procedure
from tests.games.amerika_bomber.bench import OPTIONAL, OTHER_READINGS, cited, data, graph, scene

NUMBERS = [str(number) for number in range(1, 55)]
OURS_ALONE = re.compile(r"(R-\d+(, | and )?)+")
"""A citation that names rulings, and no rule of the book."""


def test_every_ruling_is_in_force_under_its_number() -> None:
    (overlay,) = (overlay for overlay in graph().overlays if overlay.name == "rulings")
    assert overlay.kind == "errata"
    assert [entry.number for entry in overlay.entries] == NUMBERS
    for entry in overlay.entries:
        assert entry.changes, f"R-{entry.number} touches nothing"


def test_every_ruling_is_shown_by_an_example() -> None:
    assert sorted(cited("R")) == [f"{int(number):02}" for number in NUMBERS]


def test_what_rests_on_rulings_alone_does_not_pass_as_printed() -> None:
    nodes: tuple[Define | Procedure, ...] = (*graph().defines, *graph().procedures)
    named = [node for node in nodes if OURS_ALONE.fullmatch(node.origin.cite)]
    assert {node.name for node in named} == {"rest", "drop_everything"}
    assert {node.origin.standing for node in named} == {"reconstructed"}
    (camera,) = (node for node in graph().defines if node.name == "usable_camera")  # its one exception is ours
    assert camera.origin.standing == "reconstructed"


def test_the_options_are_the_optional_rules_and_the_second_readings() -> None:
    assert {option.name for option in graph().options} == {*OTHER_READINGS, *OPTIONAL}


def test_r_47_no_wingman_and_no_prestige() -> None:
    assert len(data("Skill", "cost")) == 10
    assert not [name for name in scene({}).names if re.search("wing_?man|prestige", name)]
