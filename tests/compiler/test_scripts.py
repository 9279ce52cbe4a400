"""Scripts are read line by line: each line that is no line of a script is a finding, and nothing else is lost."""

import pytest

from bombsight.compiler.scripts import read_script
from bombsight.dsl.source import Source

HEAD = "game night\nmission 3\noption moon yes\nvariant long\nwithout sheet\nhouse mine.rules\n"
BODY = "given oil = 9\nroll Sky 7\nroll - 4\nanswer trim the lamp\nexpect lamp is 3  # and so on\n"


def read(text):
    return read_script(Source("night.script", text))


def test_a_whole_script():
    script, findings = read(HEAD + BODY)
    assert not findings
    assert (script.game, script.mission, script.campaign) == ("night", "3", False)
    assert (script.options, script.variants) == ({"moon": "yes"}, ("long",))
    assert (script.without, script.house) == (("sheet",), ("mine.rules",))
    assert len(script.lines) == 5


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("given", "E061"),
        ("given oil = 1 given lamp = 2", "E061"),
        ("roll", "E061"),
        ("roll Sky 3 4 expect lamp is 1", "E061"),
        ("answer", "E061"),
        ("expect", "E061"),
        ("expect lamp is", "E061"),
        ('expect lamp is 1 example "x"', "E061"),
        ("expct lamp is 1", "E062"),
        ("mission many", "E063"),
    ],
)
def test_a_line_that_is_none(line, code):
    script, findings = read(BODY + line + "\n" + BODY)
    assert [(one.code, one.span.line) for one in findings] == [(code, 6)]
    assert len(script.lines) == 10
