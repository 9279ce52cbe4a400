"""A forecast may be added, amended, taken away and replaced by an overlay; no rule's identity and no mutant has it."""

import pytest

from bombsight.compiler.graph.tallies import forecasts_of
from bombsight.compiler.mutants.mutation_points import find_mutation_points
from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl.parser import parse
from bombsight.dsl.source import Source
from bombsight.service.lookup.rule_text import expression_text
from tests.compiler.overlays.test_tallies_amended import BASE as TALLIES

CAREER = """
state career
  nights: 0..99 full = 0

procedure career
  repeat 4 times
    do mission
    add 1 to nights

tally kept "Kept" good: 0..99 = nights
"""
FORECASTS = """
forecast kept in tenths: 0..990
  base: 10 * nights
  except dark: 0 when lamp is 0
"""
BASE = Source("game.rules", TALLIES.text + CAREER + FORECASTS)

EDITS = {
    "in forecast kept\n  was base: 10 * nights\n  now base: 10 * nights + oil": ("10 * nights + oil",),
    "in forecast kept\n  add except dry: 1 when oil is 0 over dark": ("10 * nights",),
    "in forecast kept\n  remove except dark: 0 when lamp is 0": ("10 * nights",),
    "confirms forecast kept": ("10 * nights",),
}


def compiled(edit: str, base: Source = BASE):
    text = "".join(f"    {line}\n" for line in edit.split("\n"))
    house = Source("house.rules", f'house mine "Mine" for watch\n  1 "Another forecast"\n{text}')
    return compile_rules(Request(base=(base,), house=(house,)))


def bases(found):
    assert not found.errors
    assert found.graph is not None
    return tuple(expression_text(forecast.base, found.sources) for forecast in forecasts_of(found.graph))


@pytest.mark.parametrize("edit", EDITS)
def test_an_overlay_may_amend_a_forecast(edit):
    assert bases(compiled(edit)) == EDITS[edit]


def test_a_forecast_of_one_line_may_be_added_quoted_and_removed():
    line = "forecast kept: 0..99 = nights"
    plain = Source("game.rules", TALLIES.text + CAREER)
    with_line = Source("game.rules", f"{plain.text}\n{line}\n")

    assert bases(compiled(f"add {line}", plain)) == ("nights",)
    assert bases(compiled(f"was {line}\nnow forecast kept in tenths: 0..990 = nights", with_line)) == ("nights",)
    assert bases(compiled(f"remove {line}", with_line)) == ()


def test_a_forecast_that_is_only_known_by_hearsay_may_be_replaced():
    known = Source("game.rules", f'{TALLIES.text}{CAREER}\nforecast kept: 0..99 = nights reconstructed "a guess"\n')

    assert bases(compiled('replace\n  forecast kept: 0..99 = nights + oil printed "my copy"', known)) == (
        "nights + oil",
    )


def test_forecasts_are_no_part_of_the_identity_of_rules():
    found, plain = (
        compile_rules(Request(base=(Source("game.rules", text),))).graph
        for text in (BASE.text, BASE.text[: -len(FORECASTS)])
    )

    assert found is not None
    assert plain is not None
    assert (found.rules_hash, found.wording_hash) == (plain.rules_hash, plain.wording_hash)


def test_no_mutant_touches_a_forecast():
    items = parse(BASE).file.items
    forecast = next(item for item in items if type(item).__name__ == "Forecast")

    assert not [*find_mutation_points(forecast, {BASE.path: BASE})]
