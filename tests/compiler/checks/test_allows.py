import pytest

from bombsight.boundary.budget import Allowance, WorkKind
from bombsight.compiler.codes import SEVERITIES
from bombsight.compiler.findings import Findings
from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.compiler.suppressions import apply_suppressions, parse_suppressions
from bombsight.dsl.diagnostic import Diagnostic, Severity
from bombsight.dsl.edits import apply_edits
from bombsight.dsl.source import Source
from tests.compiler.checks.suite import HEAD
from tests.narrowing import unwrap

RULES = """\
define low: yes/no = oil < 2

procedure turning   # allow: N001, N017 -- we know
  # allow: N014 -- nothing is called so
  set oil to deep
"""

HINTS = Allowance().make_budget(WorkKind.HINT)

ALLOWED = "define low: yes/no = oil < 2   # allow: N014 -- not yet\n"


def test_no_error_is_allowed_and_beside_one_nothing_is_called_useless():
    rules = (HEAD, Source("case.rules", RULES))
    found = [each for each in compile_rules(Request(base=rules)).diagnostics if each.span.path == "case.rules"]
    left = apply_suppressions(found, rules, rules)

    assert [(each.code, each.span.line) for each in left] == [("N014", 1), ("N001", 5), ("E072", 3)]
    assert left[2].message == "N001 is an error here, and no error is allowed"


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("option odd = no   # allow: T002 -- why\n", "option odd = no\n"),
        ("  # allow: T002 -- why\noption odd = no\n", "option odd = no\n"),
        ("# allow: T002 -- why", ""),
        ("# allow: N014, T002 -- why\n", "# allow: N014 -- why\n"),
        ("# allow: T002 , N014 -- why\n", "# allow: N014 -- why\n"),
        ("# allow: N014, T002, M001 -- why\n", "# allow: N014, M001 -- why\n"),
    ],
)
def test_what_allows_nothing_is_taken_out(line, left):
    (allow,) = (
        each
        for each in parse_suppressions(Source("case.rules", line), Findings(SEVERITIES), HINTS)
        if each.code == "T002"
    )
    assert apply_edits(line, [allow.out]) == left


def test_a_name_with_one_slip_is_mended():
    wrong = Findings(SEVERITIES)
    text = "# allow: unreachable-rwo -- why\n"
    assert [each.code for each in parse_suppressions(Source("case.rules", text), wrong, HINTS)] == [None]
    assert apply_edits(text, unwrap(wrong.diagnostics[0].fix).edits) == "# allow: unreachable-row -- why\n"


def test_files_are_called_as_their_findings_call_them():
    rules = (HEAD, Source("case.rules", ALLOWED, file="/far/case.rules"))
    found = [each for each in compile_rules(Request(base=rules)).diagnostics if each.code == "N014"]

    assert any(each.span.path == "/far/case.rules" for each in found)
    assert not any(each.span.path == "/far/case.rules" for each in apply_suppressions(found, rules, rules))


def test_names_are_proposed_for_the_first_of_very_many():
    wrong = Findings(SEVERITIES)
    comment = "# allow: " + ", ".join(f"unreachable-r{at}" for at in range(2000)) + " -- why\n"
    assert (
        len(
            [
                *parse_suppressions(
                    Source("case.rules", comment), wrong, Allowance(len(comment)).make_budget(WorkKind.HINT)
                )
            ]
        )
        == 2000
    )
    hints = [finding.help.startswith("Did you mean") for finding in wrong.diagnostics]
    assert 50 < sum(hints) < 1000
    assert hints == sorted(hints, reverse=True)


def test_of_stretches_that_overlap_each_counts():
    text = "procedure a   # allow: P072 -- all of it\n  nothing\n  nothing  # allow: P072 -- here\n  nothing\n"
    source = Source("case.rules", text)
    found = [Diagnostic("P072", "x", source.span(at, at), severity=Severity.ADVICE) for at in (0, 45, 55, 90)]
    assert apply_suppressions(found, [source], [source]) == []
    beyond = Diagnostic("P072", "x", source.span(len(text), len(text)), severity=Severity.ADVICE)
    assert apply_suppressions([beyond], [source]) == [beyond]
