"""Code of choices in autopilot runs: the best option is computed inline, without a callback.

The answer is the option of the highest score, the first of equals; none, where that is allowed and every score is below
0; the first option where there are no scores. Options that lose need not be evaluated where conditions and scores can
neither fault nor take steps, since then nobody can observe it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombsight.dsl.node_classes import frozen
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.passes.facts import is_effect_free
from bombsight.flat.passes.weights import estimate_effort

if TYPE_CHECKING:
    from bombsight.backends.python.statements import StatementPrinter

BELOW_ANY_SCORE = "NONE - 1"
"""Source of a number that is lower than any score."""


def try_emit_member_choice(printer: StatementPrinter, stmt: fs.Ask) -> bool:
    """Emit an inline choice of a member of a domain; if that needs a callback, emit nothing and return False."""
    quiet = printer.renderer.symbols.quiet
    if not all(is_effect_free(value, quiet) for value in stmt.values):
        return False
    if (stmt.where is None or is_effect_free(stmt.where, quiet)) and (
        stmt.empty is None or stmt.score is None or is_effect_free(stmt.score, quiet)
    ):
        emit_single_pass_choice(printer, stmt)
    else:
        emit_two_pass_choice(printer, stmt)
    return True


def emit_single_pass_choice(printer: StatementPrinter, stmt: fs.Ask) -> None:
    """Emit a choice of a member as one loop over its domain, which assigns the best member that qualifies."""
    renderer, name = printer.renderer, printer.locals[stmt.variable]
    best = printer.names.make_unique("best")
    head = f"for {name} in {renderer.render_members(stmt.source)}:"
    printer.emit_line(f"{best} = NONE")
    if stmt.score is None:
        with printer.indented_block(head):
            no_member, where, _ = printer.emit_loop_prologue(stmt.variable, stmt.source, stmt.where)
            printer.emit_member_filter(no_member, where)
            printer.emit_line(f"{best} = {name}")
            printer.emit_line("break")
    else:
        most = printer.names.make_unique("most")
        printer.emit_line(f"{most} = {BELOW_ANY_SCORE if stmt.empty is not None else '-1'}")
        with printer.indented_block(head):
            no_member, where, score = printer.emit_loop_prologue(stmt.variable, stmt.source, stmt.where, stmt.score)
            assert score is not None
            printer.emit_member_filter(no_member, where)
            emit_best_update(printer, score, most, best, name)
    printer.emit_line(f"{name} = {best}")
    if stmt.empty is not None:
        printer.emit_fault_if(f"{name} == NONE", stmt.empty)


def emit_two_pass_choice(printer: StatementPrinter, stmt: fs.Ask) -> None:
    """Emit a choice of a member as two loops: one collects options, the other evaluates scores and keeps the best."""
    renderer, name = printer.renderer, printer.locals[stmt.variable]
    options, best = printer.names.make_unique("options"), printer.names.make_unique("best")
    printer.emit_line(f"{options} = []")
    with printer.indented_block(f"for {name} in {renderer.render_members(stmt.source)}:"):
        no_member, where, _ = printer.emit_loop_prologue(stmt.variable, stmt.source, stmt.where)
        printer.emit_member_filter(no_member, where)
        printer.emit_line(f"{options}.append({name})")
    if stmt.empty is not None:
        printer.emit_fault_if(f"not {options}", stmt.empty)
    if stmt.score is None:
        printer.emit_line(f"{name} = {options}[0]" + ("" if stmt.empty is not None else f" if {options} else NONE"))
        return
    most = printer.names.make_unique("most")
    if stmt.empty is None:
        printer.emit_line(f"{best} = NONE")
        printer.emit_line(f"{most} = -1")
        with printer.indented_block(f"for {name} in {options}:"):
            emit_best_update(printer, stmt.score, most, best, name)
    else:
        printer.emit_line(f"{best} = {options}[0]")
        with printer.indented_block(f"if len({options}) > 1:"):
            printer.emit_line(f"{most} = {BELOW_ANY_SCORE}")
            with printer.indented_block(f"for {name} in {options}:"):
                emit_best_update(printer, stmt.score, most, best, name)
    printer.emit_line(f"{name} = {best}")


def emit_best_update(printer: StatementPrinter, score: fx.Expr, best_score: str, best: str, option: str) -> None:
    """Emit the update of the best option so far, if an option's score is higher.

    Args:
        printer: Takes the lines.
        score: The option's score.
        best_score: The variable of the best score.
        best: The variable of the best option.
        option: The source of the option.
    """
    score = printer.hoist_and_share(score)
    if isinstance(score, fx.Num):
        with printer.indented_block(f"if {printer.renderer.render_value(score)} > {best_score}:"):
            printer.emit_line(f"{best_score} = {printer.renderer.render_value(score)}")
            printer.emit_line(f"{best} = {option}")
        return
    name = printer.names.make_unique("score")
    printer.emit_line(f"{name} = {printer.renderer.render_value(score)}")
    with printer.indented_block(f"if {name} > {best_score}:"):
        printer.emit_line(f"{best_score} = {name}")
        printer.emit_line(f"{best} = {option}")


@frozen
class OfferedBranch:
    """A branch that may be offered.

    Attributes:
        number: Its number.
        condition: The condition under which it is offered; None for always.
        score: Its score.
    """

    number: int
    condition: fx.Expr | None
    score: fx.Expr


def try_emit_branch_choice(printer: StatementPrinter, stmt: fs.AskBranch) -> bool:
    """Emit an inline choice of a named answer (branch); if that needs a callback, emit nothing and return False."""
    quiet = printer.renderer.symbols.quiet
    if not all(is_effect_free(value, quiet) for value in stmt.values):
        return False
    scores = (fold.NO,) * len(stmt.conditions) if stmt.scores is None else stmt.scores
    conditions = [None if condition is None else hoist_condition(printer, condition) for condition in stmt.conditions]
    branches = [
        OfferedBranch(number, condition, score)
        for number, (condition, score) in enumerate(zip(conditions, scores, strict=True))
        if condition != fold.NO
    ]
    if all(is_effect_free(score, quiet) for score in scores):
        emit_best_branch(printer, stmt, branches)
    else:
        emit_lazily_scored_branches(printer, stmt, branches)
    return True


def emit_lazily_scored_branches(printer: StatementPrinter, stmt: fs.AskBranch, branches: list[OfferedBranch]) -> None:
    """Emit a choice of the best answer (branch) that evaluates scores only if several answers are offered."""
    name, most = printer.locals[stmt.name], printer.names.make_unique("most")
    always = [branch for branch in branches if branch.condition is None]
    guarded_branches = []
    for branch in branches:
        if branch.condition is None:
            guarded_branches.append(branch)
            continue
        is_offered = printer.new_local("may")
        printer.emit_line(f"{is_offered} = {printer.renderer.render_value(branch.condition)}")
        guarded_branches.append(OfferedBranch(branch.number, fx.Local(is_offered), branch.score))
    flags = [
        printer.renderer.render_value(branch.condition) for branch in guarded_branches if branch.condition is not None
    ]
    if always:
        printer.emit_line(f"{name} = {always[0].number}")
    else:
        printer.emit_line(f"{name} = NONE")
        for flag, branch in zip(flags, guarded_branches, strict=True):
            with printer.indented_block(f"if {flag}:"):
                printer.emit_line(f"{name} = {branch.number}")
        printer.emit_fault_if(f"{name} == NONE", stmt.empty)
    if len(always) > 1:
        emit_best_offered_branch(printer, guarded_branches, most, name)
    elif flags:
        several = " or ".join(flags) if always else f"{' + '.join(flags)} > 1"
        with printer.indented_block(f"if {several}:"):
            emit_best_offered_branch(printer, guarded_branches, most, name)


def emit_best_offered_branch(
    printer: StatementPrinter, branches: list[OfferedBranch], best_score: str, best: str
) -> None:
    """Emit the search for the branch of the highest score among the offered ones.

    Args:
        printer: Takes the lines.
        branches: The branches.
        best_score: The variable of the best score.
        best: The variable of the best branch.
    """
    printer.emit_line(f"{best_score} = {BELOW_ANY_SCORE}")
    for branch in branches:
        if branch.condition is None:
            emit_best_update(printer, branch.score, best_score, best, str(branch.number))
        else:
            with printer.indented_block(f"if {printer.renderer.render_condition(branch.condition)}:"):
                emit_best_update(printer, branch.score, best_score, best, str(branch.number))


def hoist_condition(printer: StatementPrinter, condition: fx.Expr) -> fx.Expr:
    """Emit the terms of a condition that may fault or take steps as statements; return a condition of the others."""
    condition_left = printer.hoist_and_share(condition)
    if is_effect_free(condition_left, printer.renderer.symbols.quiet):
        return condition_left
    name = printer.new_local("may")
    printer.emit_line(f"{name} = {printer.renderer.render_condition(condition_left)}")
    return fx.Local(name)


def emit_best_branch(printer: StatementPrinter, stmt: fs.AskBranch, branches: list[OfferedBranch]) -> None:
    """Emit a choice of the best answer (branch) for scores without side effects; skip answers that cannot win."""
    name = printer.locals[stmt.name]
    constant = [
        (branch.score.value, -branch.number, branch)
        for branch in branches
        if branch.condition is None and isinstance(branch.score, fx.Num)
    ]
    certain = max(constant)[2] if constant else None  # no two branches have the same number
    most = printer.names.make_unique("most")
    if certain is None:
        printer.emit_line(f"{name} = NONE")
        printer.emit_line(f"{most} = {BELOW_ANY_SCORE}")
        for branch in branches:
            emit_branch_if_better(printer, branch, most, name)
        if not any(branch.condition is None for branch in branches):
            printer.emit_fault_if(f"{name} == NONE", stmt.empty)
        return
    assert isinstance(certain.score, fx.Num)
    least = certain.score.value
    earlier = [branch for branch in branches if branch.number < certain.number and can_reach_score(branch, least)]
    later = [branch for branch in branches if branch.number > certain.number and can_reach_score(branch, least + 1)]
    printer.emit_line(f"{name} = {certain.number}")
    if earlier:
        printer.emit_line(f"{most} = {least - 1}")
        for branch in earlier:
            emit_branch_if_better(printer, branch, most, name)
    if later:
        printer.emit_line(f"{most} = max({most}, {least})" if earlier else f"{most} = {least}")
        for branch in later:
            emit_branch_if_better(printer, branch, most, name)


def can_reach_score(branch: OfferedBranch, score: int) -> bool:
    """Whether an answer's score may be at least ``score``; a computed score always may."""
    return not isinstance(branch.score, fx.Num) or branch.score.value >= score


def emit_branch_if_better(printer: StatementPrinter, branch: OfferedBranch, best_score: str, best: str) -> None:
    """Emit the update of the best branch, if a branch is offered and its score is higher.

    Args:
        printer: Takes the lines.
        branch: The branch.
        best_score: The variable of the best score.
        best: The variable of the best branch.
    """
    if branch.condition is None:
        emit_best_update(printer, branch.score, best_score, best, str(branch.number))
    elif estimate_effort(branch.score, {}) < estimate_effort(branch.condition, {}) and not isinstance(
        branch.score, fx.Num
    ):
        score = printer.names.make_unique("score")
        printer.emit_line(f"{score} = {printer.renderer.render_value(printer.hoist_and_share(branch.score))}")
        with printer.indented_block(
            f"if {score} > {best_score} and {printer.renderer.render_condition(branch.condition, 3)}:"
        ):
            printer.emit_line(f"{best_score} = {score}")
            printer.emit_line(f"{best} = {branch.number}")
    else:
        condition = printer.hoist_and_share(branch.condition)
        with printer.indented_block(f"if {printer.renderer.render_condition(condition)}:"):
            emit_best_update(printer, branch.score, best_score, best, str(branch.number))
