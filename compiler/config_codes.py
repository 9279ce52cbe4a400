"""Pages of the findings about ``bombsight.toml``, apart, for reading a configuration needs no other code."""

from __future__ import annotations

from bombsight.compiler.findings import severities_of
from bombsight.dsl.diagnostic import Code

CODES = (
    Code(
        "E100",
        "lint-choices",
        "Choices of lint that cannot be read",
        """\
`bombsight.toml`, beside the files of a game, says what lint is to tell of them:

    [lint]
    ignore = ["S001"]
    fail-on = "warning"

    [lint.files]
    "95-*.rules" = ["N"]

`select` and `ignore` are lists of codes, of their beginnings, or of names; `fail-on` is "error",
"warning" or "advice"; the table `files` ignores some in files of such names only.""",
    ),
    Code(
        "E101",
        "unknown-lint-choice",
        "A choice of lint that there is not",
        """\
`bombsight.toml` names a choice or a finding that there is not.

    [lint]
    ignore = ["S0x", "unreachable-rwo"]

`bombsight explain` lists the codes and names of findings; `docs/codes.md` has them all, too.""",
    ),
)

SEVERITIES = severities_of(CODES)
