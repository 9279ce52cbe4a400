"""`over all`: every sister, whatever the order, those that an overlay adds too."""

from itertools import permutations

import pytest

from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl.source import Source
from tests.narrowing import unwrap

NIGHT = """\
game night "A night"
  sources optional

enum Sky: clear, rain, fog

state mission
  oil: 0..9 = 3
  lamp: 0..3 = 3
  sky: Sky = clear

define reach: 0..9
  base: 5
{}
procedure mission
  if reach > 3
    set oil to 0
"""
DARK = "  except dark: 0 when lamp is 0 over all\n"
FOGGY = "  except foggy: 2 when sky is fog\n"
FAINT = "  except faint: 3 when lamp is 1 over foggy\n"
BLIND = "  except blind: 4 when lamp is 0 over all, dark\n"


def wins(*exceptions, overlay=""):
    """What each exception is over, in the graph."""
    base = (Source("night.rules", NIGHT.format("".join(exceptions))),)
    errata = f'errata sheet "Sheet" for night\n  1 "One"\n    in define reach\n{overlay}'
    overlays = (Source("sheet.rules", errata),) if overlay else ()
    compiled = compile_rules(Request(base=(*base, *overlays)))
    assert not compiled.errors, [finding.message for finding in compiled.errors]
    (define,) = unwrap(compiled.graph).defines
    return {one.label: set(one.over) for one in define.exceptions}


@pytest.mark.parametrize("order", list(permutations((DARK, FOGGY, FAINT))))
def test_every_sister_in_any_order(order):
    assert wins(*order) == {"dark": {"foggy", "faint"}, "foggy": set(), "faint": {"foggy"}}


def test_not_what_is_over_it_by_name():
    dry = "  except dry: 1 when oil is 0 over dark, foggy\n"

    assert wins(DARK, FOGGY, dry) == {"dark": {"foggy"}, "foggy": set(), "dry": {"dark", "foggy"}}


def test_not_what_is_over_it_through_another():
    dry = "  except dry: 1 when oil is 0 over dark, foggy\n"
    wet = "  except wet: 6 when sky is rain over dry, dark\n"

    assert wins(DARK, FOGGY, dry, wet)["dark"] == {"foggy"}


def test_two_are_ordered_by_name():
    assert wins(DARK, FOGGY, BLIND) == {"dark": {"foggy"}, "foggy": set(), "blind": {"dark", "foggy"}}


def test_a_sister_that_an_overlay_adds_is_beaten():
    added = "      add except faint: 3 when lamp in 0..1 over foggy\n"

    assert wins(DARK, FOGGY, overlay=added)["dark"] == {"foggy", "faint"}


def test_an_overlay_adds_one_that_is_over_all():
    added = "      add except dark: 0 when lamp is 0 over all\n"

    assert wins(FOGGY, FAINT, overlay=added)["dark"] == {"foggy", "faint"}


def test_an_overlay_quotes_it():
    edit = "      was except dark: 0 when lamp is 0 over all\n      now except dark: 0 when lamp is 0 over foggy\n"

    assert wins(DARK, FOGGY, overlay=edit)["dark"] == {"foggy"}


def test_only_sisters_of_the_same_level():
    inner = "    except shaded: 1 when oil is 0 over all\n    except lit: 2 when lamp is 3\n"

    assert wins(FOGGY + inner, DARK)["dark"] == {"foggy"}
