"""A variant asked for by a name that none has: O020."""

import pytest

from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl.source import Source
from tests.compiler.overlays.laid import BASE

WINTER = 'variant winter "Ice in the bay" for lighthouse cite "rule 1"\n  1 "Nothing yet"\n    confirms table Sky\n'


@pytest.mark.parametrize(
    ("asked", "hint"),
    [
        ("wintre", "Did you mean winter?"),
        ("ice_in_the_bay", 'Did you mean winter "Ice in the bay"?'),
        ("summer", "There is only winter."),
    ],
)
def test_a_variant_that_there_is_not(asked, hint):
    base = (Source("base.rules", BASE), Source("winter.rules", WINTER))
    found = compile_rules(Request(base=base, variants=(asked,))).errors

    assert [(one.code, one.message, one.help) for one in found if one.code == "O020"] == [
        ("O020", f"there is no variant {asked}", hint)
    ]
