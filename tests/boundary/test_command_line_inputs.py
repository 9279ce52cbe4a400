"""Small files and words that strangers hand to commands: each ends in a result or in a sentence."""

from __future__ import annotations

import pytest

from tests.marking import slow_but

CONTENTS = {
    "nothing": b"",
    "zeros": b"\0" * 100,
    "no text": b"\xff\xfe\x00\xd8",
    "a mark": b"\xef\xbb\xbf",
    "a digit of elsewhere": "\u0661 \u00b2 \u2460".encode(),
    "zero": b"0\n",
    "below": b"-1 -999999999999\n",
    "vast": b"9" * 5_000,
    "fractions": b"1.5 1e9 nan inf\n",
    "escapes": b"\x1b[2J\x1b]0;x\x07 = 1\n",
    "one long line": b"x" * 90_000,
    "quotes": b'"' * 10_000,
    "brackets": b"[" * 10_000 + b"]" * 10_000,
    "round brackets": b"Weather = " + b"(" * 9_000 + b"1" + b")" * 9_000,
    "equals": b"=\n==\n = \na=\n=b\n",
    "roll of nothing": b"game lighthouse\nroll 1d0\nroll 0d6\nroll 99999999d99999999\nroll\n",
    "rolled what": b"game lighthouse\nmission 1\nroll 1d6 0\nrolled 7\nroll on Nowhere\n",
    "answers": b"game lighthouse\nmission 1\nanswer\nanswer \xc3\xa4\nanswer -1\nanswer 99999999999999999999\n",
    "missions": b"game lighthouse\nmission 99999999999999999999\nmission -1\nmission\ncampaign 3\n",
    "options": b"game lighthouse\noption\noption x=y\noption oil_ration = 99999999999999999999\nseed -1\nseed x\n",
    "names": b"Keeper\nKeeper: \nKeeper: \x1b[2J\nKeeper: \0\nKeeper: " + b"x" * 5_000 + b"\n",
    "pins": b"Weather\nWeather = \nWeather = 0\nWeather = 2, 2, 2\nNowhere = 1\nmission.hour = 99999999999999999999\n",
}
"""What lies in the file."""

FILES = {
    "dice": ("play", "lighthouse", "--auto", "--dice", "it"),
    "pins": ("play", "lighthouse", "--auto", "--pins", "it"),
    "pins of many": ("simulate", "lighthouse", "--missions", "2", "--pins", "it"),
    "names": ("play", "lighthouse", "--auto", "--names", "it"),
    "script": ("play", "--script", "it"),
    "script of a game": ("play", "lighthouse", "--script", "it"),
    "script again": ("replay", "it"),
    "script tested": ("test", "it.script"),
    "house": ("play", "lighthouse", "--auto", "--house", "it"),
    "rules": ("lint", "it.rules"),
    "layout": ("fmt", "--check", "it.rules"),
    "snapshot": ("resume", "nowhere.save", "--rules", "it"),
    "mail": ("mail", "it"),
    "seat": ("verify", "it"),
    "group": ("umpire", "."),
    "figures": ("figures", "games/lighthouse"),
}
"""The commands that read it."""


def sentence(shell, call):
    """Call a command, whose failures end in words; a traceback is raised here."""
    told = shell.call(*call, input="1\nquit\n")
    assert told.exit_code in (0, 1, 2), told.output
    assert told.exit_code == 0 or told.output
    assert "\x1b" not in told.output
    return told


@pytest.mark.parametrize("kind", slow_but(FILES, *[*FILES][::2]))
def test_a_file_of_anything_ends_in_a_sentence(shell, kind):
    for name, content in CONTENTS.items():
        for file in ("it", "it.rules", "it.script", "group.toml", "games/lighthouse/figures.toml"):
            shell.write(file, content)
        shell.write("games/lighthouse/README.md", "x\n")
        try:
            sentence(shell, FILES[kind])
        except Exception as error:
            raise AssertionError(f"{kind}: {name}") from error


WORDS = (
    *("", "=", "a=", "=b", "oil_ration=", f"oil_ration={10**30}", "oil_ration=\u0661", "\u0661", "\u202e"),
    *("x\x1b[2J=1", "x" * 5_000, "a" * 300 + "=1", "{}", f"Weather={10**30}", "Weather=2,2,2,2"),
    *("Weather=" + "(" * 3_000, "1d0", "99999999d99999999", "-1", "1e400"),
    *("../../x", "//host/share", "/dev/null", "."),
)
"""What a person may type as a value."""

CALLS = {
    "option": ("play", "lighthouse", "--auto", "--option", "{}"),
    "variant": ("play", "lighthouse", "--auto", "--variant", "{}"),
    "errata": ("play", "lighthouse", "--auto", "--without", "{}"),
    "mission": ("play", "lighthouse", "--auto", "--mission", "{}"),
    "seed": ("play", "lighthouse", "--auto", "--seed", "{}"),
    "until": ("play", "lighthouse", "--auto", "--until", "{}"),
    "pin": ("play", "lighthouse", "--auto", "--pin", "{}"),
    "game": ("play", "{}"),
    "path": ("games", "--path", "{}"),
    "house rules": ("rules", "lighthouse", "--house", "{}"),
    "table": ("table", "lighthouse", "{}"),
    "odds": ("odds", "lighthouse", "{}"),
    "given": ("odds", "lighthouse", "Weather", "--given", "{}"),
    "rule": ("show", "lighthouse", "{}"),
    "focus": ("graph", "lighthouse", "--focus", "{}"),
    "against": ("simulate", "lighthouse", "--missions", "2", "--against", "{}"),
    "policy": ("simulate", "lighthouse", "--missions", "2", "--policy", "{}"),
    "missions": ("simulate", "lighthouse", "--missions", "{}"),
    "cluster": ("simulate", "lighthouse", "--missions", "2", "--jobs", "2", "--cluster", "{}"),
    "code": ("explain", "{}"),
    "page": ("help", "{}"),
    "selected": ("lint", "lighthouse", "--select", "{}"),
    "new": ("new", "{}", "-o", "nowhere/x"),
    "saves": ("saves", "{}"),
    "player": ("result", "nowhere.save", "--player", "{}"),
    "diff": ("diff", "{}", "{}"),
    "imported": ("new", "taken", "--from", "{}"),
    "compared": ("compare", "lighthouse", "{}"),
}
"""The commands that are given it."""


@pytest.mark.parametrize("kind", slow_but(CALLS, *[*CALLS][::4]))
def test_a_word_of_anything_ends_in_a_sentence(shell, kind):
    for word in WORDS:
        try:
            sentence(shell, [part.replace("{}", word) for part in CALLS[kind]])
        except Exception as error:
            raise AssertionError(f"{kind}: {word[:40]!r}") from error
