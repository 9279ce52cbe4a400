"""What hostile rules make the compiler do: counted, so that no machine is too slow for a test."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from pathlib import Path

import pytest
from attrs import evolve

from bombsight.backends.python.source import render_program
from bombsight.boundary.budget import Budget, WorkKind
from bombsight.compiler.checks import prove_items
from bombsight.compiler.graph.expressions import Expr
from bombsight.compiler.graph.intervals import IntervalSet
from bombsight.compiler.incremental.query import Results
from bombsight.compiler.lower import effects
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.pipeline import compile_rules, last_proofs, results_for_house_rules
from bombsight.compiler.request import Compilation, Request
from bombsight.dsl import lark_fallback as careful_reading
from bombsight.dsl import suggestions
from bombsight.dsl.damage import ItemReading as Reading_
from bombsight.dsl.diagnostic import Diagnostic, Edit, Fix
from bombsight.dsl.dice import Dice
from bombsight.dsl.parser import MAX_MISTAKEN_CHARACTERS, parse
from bombsight.dsl.pieces import Piece
from bombsight.dsl.source import Source
from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs
from bombsight.flat.passes.inline import BodyReader, InlineCandidate, Inliner
from bombsight.runtime.examples import EVENT_COST
from bombsight.service.games.requests import Rules
from bombsight.service.games.targets import find_targets
from bombsight.service.lint import variants
from bombsight.service.lint.example_runs import run_examples
from bombsight.service.lint.fix_trials import LintSnapshot, try_fixes
from bombsight.service.lint.lint import lint
from bombsight.service.testing.examples import run_tests

HEAD = 'game g "G"\n  sources optional\n\n'

DOUBLED = (
    'state mission\n  n "N": 0..9 full = 1\n\nprocedure mission\n  add 1 to n\n  let a0 = n\n'
    + "".join(f"  let a{at} = min(a{at - 1} + a{at - 1}, 1000000)\n" for at in range(1, 200))
    + '  if a199 is 3\n    say "x"\n'
)
"""A value that is worked out of itself twice, 200 times over: 2**200 expressions to look at."""

SOUND = "\ndefine apart: 0..9\n  base: 0\n  except one: 1 when n > 3\n  except two: 2 when n > 5\n"


def request(text: str) -> Request:
    return Request(base=(Source("g.rules", HEAD + text),))


def codes(compiled: Compilation) -> set[str]:
    return {finding.code for finding in compiled.diagnostics}


def spent(compiled: Compilation) -> int:
    proofs = last_proofs(compiled.results)
    assert proofs is not None
    return sum(proof.cost for proof in proofs.proofs.values())


def test_proofs_that_double_are_not_judged() -> None:
    asked = request(DOUBLED)
    compiled = compile_rules(asked)
    assert "T026" in codes(compiled)
    assert not compiled.errors
    assert spent(compiled) <= asked.allowance.limit_of(WorkKind.PROVE)


def test_what_is_proved_again_for_house_rules_counts_for_the_same_budget() -> None:
    asked = request(DOUBLED)
    compiled = compile_rules(asked)
    again = results_for_house_rules(compiled, asked.allowance).last(prove_items)
    assert again is not None
    assert again.doubtful is not None
    both = spent(compiled) + sum(proof.cost for proof in again.doubtful.proofs.values())
    assert both <= asked.allowance.limit_of(WorkKind.PROVE)


def test_one_item_leaves_something_for_those_behind_it() -> None:
    assert {"T026", "V012"} <= codes(compile_rules(request(DOUBLED + SOUND)))


def test_what_is_not_judged_hangs_on_nothing_compiled_before() -> None:
    first = compile_rules(request(DOUBLED))
    longer = request(DOUBLED + SOUND)
    assert compile_rules(longer, previous=first.results).diagnostics == compile_rules(longer).diagnostics
    raised = evolve(longer, raised=3)
    again = compile_rules(raised, previous=compile_rules(longer).results)
    assert spent(again) == spent(compile_rules(raised))


def test_records_within_records() -> None:
    nested = "".join(f"record R{at}\n  a: R{at + 1}\n  b: R{at + 1}\n\n" for at in range(60))
    assert codes(compile_rules(request(nested + "record R60\n  x: 0..9 = 1\n\nstate mission\n  r: R0\n"))) == {"V030"}


def test_what_overlays_bring_is_measured() -> None:
    table = 'table T "T"\n  gives 0..9\n  roll 1d6\n  ..6: 1\n\n'
    overlays = "".join(f'errata e{at} "E" for g\n  1 "E"\n    in table T\n      add +1 m{at}\n\n' for at in range(400))
    assert "T030" in codes(compile_rules(request(table + overlays)))


def test_modifiers_that_cancel_each_other_are_not_all_tried() -> None:
    modifiers = "".join(f"  +1 m{at} when n > 3\n" for at in range(290))
    rules = request(
        f'state mission\n  n "N": 0..9 full = 1\n\ntable T "T"\n  gives 0..9\n  roll 1d6\n{modifiers}  ..: 1\n'
    )
    assert len([*combinations(range(290), 3)]) > rules.allowance.limit_of(WorkKind.PROVE)
    compiled = compile_rules(rules)
    assert spent(compiled) <= rules.allowance.limit_of(WorkKind.PROVE)


def test_rows_that_all_overlap() -> None:
    rows = "".join(f"  {at}..{at + 500}: {at % 3}\n" for at in range(1, 500))
    rules = request(f'table T "T"\n  gives 0..9\n  roll 1d1000\n{rows}')
    compiled = compile_rules(rules)
    assert "T026" in codes(compiled)
    assert spent(compiled) <= rules.allowance.limit_of(WorkKind.PROVE)


def test_a_row_with_a_cell_too_few() -> None:
    """Nothing is asked of a cell that was made up for it."""
    grid = "  | years | able | rating |\n  | ..17  | no |\n  | 18..  | yes  | lent |\n"
    text = f'enum Rating: lent, not_lent\n\ntable Loan "L"\n  for years: 0..99, able: yes/no\n  gives Rating\n{grid}'
    assert "T004" in codes(compile_rules(request(text)))


def test_names_that_are_all_alike_are_not_all_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[str] = []

    def edits(one: str, other: str, most: int = suggestions.MAX_NAME_LENGTH) -> int:
        compared.append(other)
        return counted(one, other, most)

    counted = suggestions.edit_distance
    monkeypatch.setattr(suggestions, "edit_distance", edits)
    names = [f"{'a' * 30}{at}" for at in range(900)]
    assert suggestions.describe_near_names(f"{'a' * 30}b", names)
    assert len(compared) < 4 * len(names)


def test_keys_of_a_row_are_not_compared_with_all_before_them(monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[int] = []

    def covering(intervals: Iterable[tuple[int, int]]) -> IntervalSet:
        found = [*intervals]
        copied.append(len(found))
        return made(found)

    made = IntervalSet.from_intervals
    monkeypatch.setattr(IntervalSet, "from_intervals", covering)
    keys = ", ".join(str(key) for key in range(100, 4100, 2))
    compile_rules(request(f'table T "T"\n  roll 100d100\n  {keys}: nothing\n  else: nothing\n'))
    assert sum(copied) < 40_000


def test_notes_that_would_be_written_out_without_end_are_told() -> None:
    def table(depth: int) -> str:
        notes = "".join(f'  note n{at} "N"\n    note n{at + 1}\n    note n{at + 1}\n' for at in range(depth))
        return f'table T "T"\n  roll 1d6\n  else\n    note n0\n{notes}  note n{depth} "N"\n    nothing\n'

    mission = "\nprocedure mission\n  roll on T\n"
    assert "T030" in codes(compile_rules(request(table(40) + mission)))
    assert not compile_rules(request(table(5) + mission)).errors


def test_a_kept_result_with_parts_is_no_value_of_a_text_or_a_set() -> None:
    table = 'table T "T"\n  gives now: 0..3, later: 0..3\n  roll 1d6\n  else: 1, 2\n'
    before = f"{table}\nprocedure mission\n  let kept = roll on T\n"
    assert "P001" in codes(compile_rules(request(before + '  say "{kept}"\n')))
    assert "P001" in codes(compile_rules(request(before + "  for each one in {kept}\n    nothing\n")))
    assert not compile_rules(request(before + '  say "{kept.now}"\n')).errors


ENDLESS = (
    'state mission\n  n "N": 0..9 full = 1\n\nprocedure forever\n  repeat 100000 times\n    repeat 100000 times\n'
    "      add 1 to n\n      take 1 from n\n\nprocedure mission\n  do forever\n\nprocedure once\n  add 1 to n\n\n"
    + "".join(f'example "Endless {at}" cite "rule 1"\n  do forever\n  expect n is 1\n\n' for at in range(30))
    + 'example "Short" cite "rule 2"\n  do once\n  expect n is 9\n'
)


def test_examples_that_go_on_share_a_budget(tmp_path: Path) -> None:
    file = tmp_path / "g.rules"
    file.write_text(HEAD + ENDLESS)
    found = lint(find_targets([str(file)]), Rules()).findings
    assert sum(finding.code == "T026" for finding in found) == 30
    assert [finding.message for finding in found if finding.code == "S021"] == ['the example "Short" does not hold']
    checks = [*run_tests([str(file)], Rules())]
    assert sum(bool(check.left_out) for check in checks) == 30
    assert [check.title for check in checks if check.mismatch is not None] == ["Short"]


def test_examples_are_charged_for_steps_and_events() -> None:
    asked = request(ENDLESS)
    graph = compile_rules(asked).graph
    assert graph is not None
    budget = asked.allowance.make_budget(WorkKind.EXAMPLE)
    runs = [*run_examples(graph, graph.examples, budget)]
    assert [run.is_unfinished for run in runs] == [True] * 30 + [False]
    assert budget.spent <= budget.limit * (1 + EVENT_COST)


def test_an_offer_on_dice_without_sides() -> None:
    table = 'table T "T"\n  gives 0..9\n  roll 1d0\n  ..: 1\n\n'
    rules = f'{table}reroll r "R" at most 1 times\n  prefer on T when natural > 3\n'
    assert "T016" in codes(compile_rules(request(rules)))


def test_a_text_has_an_end() -> None:
    assert codes(compile_rules(request(f'procedure mission\n  say "{"x" * 4001}"\n'))) == {"V030"}
    assert codes(compile_rules(request(f'procedure mission\n  say "{"x" * 4000}"\n'))) == set()


def test_a_body_of_many_cases_is_no_expression() -> None:
    """What follows tests in a row is read for each of their cases: 2**40 of them."""
    test = fs.If(condition=fx.Local("a"), body=(fs.SetLocal(name="x", value=fx.Num(1)),))
    reading = BodyReader()
    assert reading.expression_of((*[test] * 40, fs.Return(values=(fx.Local("x"),)))) is None
    assert reading.left < 0


@pytest.mark.slow
def test_rows_in_thousands_are_lowered() -> None:
    """They are asked for in stretches: nested each in the one before it they are deeper than Python can go."""
    rows = "".join(f"  {at}: {at % 7}\n" for at in range(9_990))
    text = f'table T "T"\n  for a: 0..99999\n  gives 0..9\n{rows}  else: 9\n\nprocedure mission\n'
    graph = compile_rules(request(text + '  say "{look up T(1234)}"\n'), proofs=False).graph
    assert graph is not None
    compile(render_program(lower(graph), traced=False), "rows", "exec")


def test_each_of_many_values_is_looked_at_once_for_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not again by each that is worked out before it: min() of 3,000 took seven seconds."""
    text = 'state mission\n  n "N": 0..9 = 1\n\nprocedure mission\n  say "{min(' + ", ".join(["n"] * 500) + ')}"\n'
    graph = compile_rules(request(text), proofs=False).graph
    assert graph is not None
    looked: list[Expr] = []

    def draws(value: Expr) -> bool:
        looked.append(value)
        return False

    monkeypatch.setattr(effects, "has_side_effects", draws)
    lower(graph)
    assert 499 <= len(looked) < 600


def test_what_calls_the_next_one_twice_is_inlined_once_for_each_constant(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixty such defines, each of which doubled what there was to go through, were never ready to be played."""
    text = "".join(
        f"define d{at}(a: 0..1): 0..1000000 = min(1000000, d{at + 1}(a) + d{at + 1}(1 - a))\n\n" for at in range(20)
    )
    text += 'define d20(a: 0..1): 0..1000000 = a\n\nprocedure mission\n  say "{d0(1)}"\n'
    graph = compile_rules(request(text), proofs=False).graph
    assert graph is not None
    gone_through: list[fx.Call] = []
    inline = Inliner.inline_call

    def counted(inliner: Inliner, call: fx.Call, of: InlineCandidate) -> fx.Expr:
        gone_through.append(call)
        return inline(inliner, call, of)

    monkeypatch.setattr(Inliner, "inline_call", counted)
    render_program(lower(graph), traced=False)
    assert len(gone_through) < 200


def test_of_very_many_mistakes_the_first_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    careful: list[str] = []

    def read_carefully(source: Source, piece: Piece) -> Reading_:
        careful.append(piece.text)
        return counted(source, piece)

    counted = careful_reading.read_with_recovery
    monkeypatch.setattr(careful_reading, "read_with_recovery", read_carefully)
    sound = "procedure mission\n  nothing\n"
    found = parse(Source("g.rules", HEAD + "enum\n" * 1000 + sound))
    assert len(careful) == 200
    assert [finding.code for finding in found.diagnostics] == ["E054"] * 200 + ["E088"]
    assert found.diagnostics[-1].span.line == 204
    assert [type(item).__name__ for item in found.file.items] == ["Game", "Procedure"]
    again = parse(Source("g.rules", HEAD + "enum\n" * 999 + sound), found)
    assert again == parse(Source("g.rules", HEAD + "enum\n" * 999 + sound))


def test_of_long_items_with_mistakes_fewer_are_looked_at() -> None:
    long = "state mission\n" + "".join(f'  a{at} "A field": 0..9 = 0\n' for at in range(50)) + "  b: 0..9 == 0\n"
    found = parse(Source("g.rules", HEAD + "".join(long.replace("mission", f"m{at}") for at in range(60))))
    codes = [finding.code for finding in found.diagnostics]
    assert codes[-1] == "E088"
    assert len(long) * (len(codes) - 1) >= MAX_MISTAKEN_CHARACTERS > len(long) * (len(codes) - 3)


def test_names_are_proposed_for_the_first_of_very_many() -> None:
    known = "".join(f"procedure procedure_of_{at}\n  nothing\n\n" for at in range(400))
    wrong = "".join(f"  do procedur_of_{at}\n" for at in range(3000))
    compiled = compile_rules(request(f"{known}procedure mission\n{wrong}"))
    hints = [finding.help.startswith("Did you mean") for finding in compiled.diagnostics if finding.code == "N001"]
    assert 50 < sum(hints) < 1000
    assert hints == sorted(hints, reverse=True)


def test_trials_of_mends_have_a_budget() -> None:
    """Each look at rules of many mistakes costs more: there are fewer looks."""
    looks: list[int] = []

    def look(texts: Mapping[Path, str]) -> LintSnapshot:
        looks.append(len(texts))
        return before

    file = Path("/g.rules")
    source_ = Source(str(file), "enum A: a\n" * 500)
    fix = Fix("x", (Edit(source_.span(0, 4), "enom"),))
    one = Diagnostic("E056", "m", source_.span(0, 4), fix=fix)
    findings = tuple(evolve(one, span=source_.span(10 * at, 10 * at + 4)) for at in range(500))
    before = LintSnapshot(findings, {file: source_})
    assert try_fixes(findings[:1], before, look)[0].fix is None
    assert not looks
    before = LintSnapshot(findings[:1], {file: source_})
    try_fixes(findings[:1], before, look)
    assert looks


def test_dice_are_counted_by_their_totals() -> None:
    """Not by their faces: of 100 dice of 1,000 sides there are 100,000 totals, which took minutes."""
    ways = Dice(100, 200).ways()
    assert (min(ways), max(ways), ways[100], ways[101]) == (100, 20_000, 1, 100)
    assert sum(ways.values()) == 200**100


def with_variants_of(count: int, procedures: int) -> str:
    """A define that each of some variants changes, and procedures that come to it."""
    rules = "state mission\n  a: 0..999 full = 0\n\ndefine found: 0..999\n  base: a\n\n" + "".join(
        f"procedure q{at}\n  if found > {at % 900}\n    add 1 to a\n\n" for at in range(procedures)
    )
    return rules + "".join(
        f'variant v{at} "V" for g\n  1 "E"\n    in define found\n      was base: a\n      now base: {at % 900}\n\n'
        for at in range(count)
    )


@pytest.mark.slow
def test_of_very_many_variants_the_first_are_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[tuple[str, ...]] = []

    def again(request: Request, before: Results | None, proofs: Budget) -> Compilation:
        looked.append(request.variants)
        return compiled(request, before, proofs)

    compiled = variants.recompile
    monkeypatch.setattr(variants, "recompile", again)
    file = tmp_path / "g.rules"
    file.write_text(HEAD + with_variants_of(100, 500))
    found = lint(find_targets([str(file)]), Rules()).findings
    told = [finding for finding in found if finding.code == "T026"]
    assert [names for names in looked if names] == [(f"v{at}",) for at in range(len(looked))]
    assert 1 < len(looked) < 30
    assert told[0].message.startswith(f"variant v{len(looked)}, ")
    assert file.read_text().split("\n")[told[0].span.line - 1].startswith(f"variant v{len(looked)} ")
    file.write_text(HEAD + with_variants_of(5, 500))
    assert not [each for each in lint(find_targets([str(file)]), Rules()).findings if each.code == "T026"]


def test_proofs_for_variants_share_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = request(DOUBLED + with_variants_of(5, 5).replace("state mission\n  a: 0..999 full = 0\n\n", ""))
    asked = request(asked.base[0].text.removeprefix(HEAD).replace("9 full = 1", "9 full = 1\n  a: 0..999 full = 0"))
    base = compile_rules(asked)
    assert "T026" in codes(base)
    proofs = variants.remaining_proof_budget(asked, base.results)
    variants.lint_with_variants(asked, base, proofs)
    assert proofs.spent <= asked.allowance.limit_of(WorkKind.PROVE) * 3 // 2


def test_lines_are_proposed_for_the_first_of_very_many_misquoted() -> None:
    rows = "".join(f"  {at}: {at % 9}\n" for at in range(1, 900))
    wrong = "".join(f'  {at} "E"\n    in table T\n      was {at}: 7777\n      now {at}: 5\n' for at in range(1, 700))
    text = f'table T "T"\n  gives 0..9\n  roll 1d1000\n{rows}  else: 1\n\nerrata e "E" for g\n{wrong}'
    found = [each for each in compile_rules(request(text)).diagnostics if each.code == "O001"]
    proposed = [all(label.text != "nothing here reads so" for label in each.labels) for each in found]
    assert len(found) == 699
    assert 10 < sum(proposed) < 300
    assert proposed == sorted(proposed, reverse=True)


def test_types_are_proposed_for_the_first_of_very_many() -> None:
    records = "".join(f"record abcdefgh{at}\n  x: 0..9 = 1\n\n" for at in range(400))
    fields = "".join(f"  f{at}: abcdefhg{at}\n" for at in range(1000))
    found = compile_rules(request(f"{records}state mission\n{fields}")).diagnostics
    hints = [each.help.startswith("Did you mean") for each in found if each.message.startswith("there is no type")]
    assert len(hints) == 1000
    assert 30 < sum(hints) < 800
