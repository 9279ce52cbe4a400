"""Features are expressions over what rules compute; what the compiler or visibility refuses is left out."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("sklearn", reason="needs scikit-learn: python -m pip install '.[test]'")

from bombsight.service.learning.features import Feature, FeatureMaker
from tests.service.learning.games import TOLL, WELL, gather, probe


def test_features_are_fields_defines_and_what_is_chosen():
    probed = probe(WELL)
    of_mission = {"hour", "depth", "water", "is_low"}

    assert {each.text for each in probed.choices["choice:draw_water/act"].features} == of_mission
    of_pail = {each.text: each for each in probed.choices["choice:fill/p"].features}
    assert {*of_pail} == {*of_mission, "size(p)", "p is small", "p is middling", "p is great"}
    assert {text for text, each in of_pail.items() if each.reads_option} == {*of_pail} - of_mission
    assert {text for text, each in of_pail.items() if each.is_condition} == {
        "is_low",
        "p is small",
        "p is middling",
        "p is great",
    }


def test_features_with_findings_are_left_out_and_others_stay(monkeypatch):
    make_features = FeatureMaker.make_features
    wrong = (Feature("no_such_thing", True, False), Feature("depth + ", False, False))
    expected = [each.text for each in probe(WELL).choices["choice:fill/p"].features]
    monkeypatch.setattr(
        FeatureMaker, "make_features", lambda maker, *args: (wrong[0], *make_features(maker, *args), *wrong)
    )

    assert [each.text for each in probe(WELL).choices["choice:fill/p"].features] == expected


def test_what_rests_on_a_hidden_value_is_known_to_whoever_sees_it():
    probed = probe(TOLL)
    known = {}
    for id_, decision in gather(probed, 2):
        texts = [each.text for each in probed.choices[id_].features]
        assert "cargo" not in texts
        known[id_] = {text: not np.isnan(decision.features[:, at]).any() for at, text in enumerate(texts)}

    assert known["choice:turn_off/way"] == {"looks": True, "coins": True, "is_rich": True}
    assert known["choice:open_cart/look"] == {"looks": True, "coins": True, "is_rich": False}


def test_the_second_of_two_judges_by_the_reverse():
    sides = {id_: decision.side for id_, decision in gather(probe(TOLL), 1)}

    assert sides == {"choice:turn_off/way": -1, "choice:open_cart/look": 1}
