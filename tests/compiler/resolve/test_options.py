"""Options asked for by name: N009."""

import pytest

from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl.source import Source
from tests.narrowing import unwrap

NIGHT = Source(
    "night.rules",
    """\
game night "A night"
  sources optional

option moon "Moon" = no
option noise "Noise" from low, high = low
option watch "Hours" from 2..6 = 4

procedure mission
  if option moon and option noise is high and option watch > 3
    nothing
""",
)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"mon": "yes"}, "there is no option mon"),
        ({"moon": "perhaps"}, "perhaps is no value of option moon"),
        ({"noise": "loud"}, "loud is no value of option noise"),
        ({"watch": "7"}, "7 is no value of option watch"),
        ({"watch": "many"}, "many is no value of option watch"),
    ],
)
def test_what_no_option_can_be(options, message):
    found = compile_rules(Request(base=(NIGHT,), options=options)).diagnostics
    assert [(one.code, one.message) for one in found] == [("N009", message)]


@pytest.mark.parametrize(
    ("options", "value"), [({}, (0, 0, 4)), ({"moon": "on", "noise": "high", "watch": "2"}, (1, 1, 2))]
)
def test_what_they_can_be(options, value):
    compiled = compile_rules(Request(base=(NIGHT,), options=options))
    assert not compiled.diagnostics
    assert tuple(option.value for option in unwrap(compiled.graph).options) == value


def test_where_there_is_no_option_one_is_declared():
    rules = "procedure mission\n  if option moon\n    nothing\n"
    game = Source("day.rules", f'game day "A day"\n  sources optional\n\n{rules}')
    (found,) = compile_rules(Request(base=(game,))).diagnostics
    assert found.help == 'An option is declared on a line of its own: `option moon "..." = no`.'
