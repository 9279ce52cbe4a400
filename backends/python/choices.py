"""Choices that follow the rules' own preferences: the best is taken where it is found, and nobody is asked.

An answer is the option of the highest score, the first of equals; none, where that is allowed and every score is below
0; the first option where there are no scores. Where neither conditions nor scores can be a fault or take steps, nobody
can tell whether an option that loses was looked at, so it need not be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombsight.dsl.node_classes import frozen
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.passes.facts import is_settled
from bombsight.flat.passes.weights import effort

if TYPE_CHECKING:
    from bombsight.backends.python.statements import Statements

LOWEST = "NONE - 1"
"""Lower than any score."""


def ask(printer: Statements, stmt: fs.Ask) -> bool:
    """A choice of one of a source's members; False where it must be asked all the same, and nothing is printed."""
    quiet = printer.show.constants.quiet
    if not all(is_settled(value, quiet) for value in stmt.values):
        return False
    if (stmt.where is None or is_settled(stmt.where, quiet)) and (
        stmt.empty is None or stmt.score is None or is_settled(stmt.score, quiet)
    ):
        best_member(printer, stmt)
    else:
        best_option(printer, stmt)
    return True


def best_member(printer: Statements, stmt: fs.Ask) -> None:
    """The best is found in going through the members once."""
    show, name = printer.show, printer.locals[stmt.variable]
    best = printer.names.unique("best")
    head = f"for {name} in {show.members(stmt.source)}:"
    printer.line(f"{best} = NONE")
    if stmt.score is None:
        with printer.deeper(head):
            no_member, where, _ = printer.at_hand(stmt.variable, stmt.source, stmt.where)
            printer.passed_over(no_member, where)
            printer.line(f"{best} = {name}")
            printer.line("break")
    else:
        most = printer.names.unique("most")
        printer.line(f"{most} = {LOWEST if stmt.empty is not None else '-1'}")
        with printer.deeper(head):
            no_member, where, score = printer.at_hand(stmt.variable, stmt.source, stmt.where, stmt.score)
            assert score is not None
            printer.passed_over(no_member, where)
            compared(printer, score, most, best, name)
    printer.line(f"{name} = {best}")
    if stmt.empty is not None:
        printer.fault_if(f"{name} == NONE", stmt.empty)


def best_option(printer: Statements, stmt: fs.Ask) -> None:
    """All options are found first, then their scores."""
    show, name = printer.show, printer.locals[stmt.variable]
    options, best = printer.names.unique("options"), printer.names.unique("best")
    printer.line(f"{options} = []")
    with printer.deeper(f"for {name} in {show.members(stmt.source)}:"):
        no_member, where, _ = printer.at_hand(stmt.variable, stmt.source, stmt.where)
        printer.passed_over(no_member, where)
        printer.line(f"{options}.append({name})")
    if stmt.empty is not None:
        printer.fault_if(f"not {options}", stmt.empty)
    if stmt.score is None:
        printer.line(f"{name} = {options}[0]" + ("" if stmt.empty is not None else f" if {options} else NONE"))
        return
    most = printer.names.unique("most")
    if stmt.empty is None:
        printer.line(f"{best} = NONE")
        printer.line(f"{most} = -1")
        with printer.deeper(f"for {name} in {options}:"):
            compared(printer, stmt.score, most, best, name)
    else:
        printer.line(f"{best} = {options}[0]")
        with printer.deeper(f"if len({options}) > 1:"):
            printer.line(f"{most} = {LOWEST}")
            with printer.deeper(f"for {name} in {options}:"):
                compared(printer, stmt.score, most, best, name)
    printer.line(f"{name} = {best}")


def compared(printer: Statements, score: fx.Expr, most: str, best: str, option: str) -> None:
    """An option is the best so far where its score is the highest."""
    score = printer.choosing(score)
    if isinstance(score, fx.Num):
        with printer.deeper(f"if {printer.show.value(score)} > {most}:"):
            printer.line(f"{most} = {printer.show.value(score)}")
            printer.line(f"{best} = {option}")
        return
    name = printer.names.unique("score")
    printer.line(f"{name} = {printer.show.value(score)}")
    with printer.deeper(f"if {name} > {most}:"):
        printer.line(f"{most} = {name}")
        printer.line(f"{best} = {option}")


@frozen
class Branch:
    """A branch that may be offered.

    Attributes:
        number: Its number.
        condition: When it is offered; None for always.
        score: Its score.
    """

    number: int
    condition: fx.Expr | None
    score: fx.Expr


def ask_branch(printer: Statements, stmt: fs.AskBranch) -> bool:
    """A choice of a branch; False where it must be asked all the same, and nothing is printed."""
    quiet = printer.show.constants.quiet
    if not all(is_settled(value, quiet) for value in stmt.values):
        return False
    scores = (fold.NO,) * len(stmt.conditions) if stmt.scores is None else stmt.scores
    conditions = [None if condition is None else told(printer, condition) for condition in stmt.conditions]
    branches = [
        Branch(number, condition, score)
        for number, (condition, score) in enumerate(zip(conditions, scores, strict=True))
        if condition != fold.NO
    ]
    if all(is_settled(score, quiet) for score in scores):
        best_branch(printer, stmt, branches)
    else:
        best_of_several(printer, stmt, branches)
    return True


def best_of_several(printer: Statements, stmt: fs.AskBranch, branches: list[Branch]) -> None:
    """The branch of the highest score, which is worked out only where there is another."""
    name, most = printer.locals[stmt.name], printer.names.unique("most")
    always = [branch for branch in branches if branch.condition is None]
    asked = []
    for branch in branches:
        if branch.condition is None:
            asked.append(branch)
            continue
        may = printer.local("may")
        printer.line(f"{may} = {printer.show.value(branch.condition)}")
        asked.append(Branch(branch.number, fx.Local(may), branch.score))
    flags = [printer.show.value(branch.condition) for branch in asked if branch.condition is not None]
    if always:
        printer.line(f"{name} = {always[0].number}")
    else:
        printer.line(f"{name} = NONE")
        for flag, branch in zip(flags, asked, strict=True):
            with printer.deeper(f"if {flag}:"):
                printer.line(f"{name} = {branch.number}")
        printer.fault_if(f"{name} == NONE", stmt.empty)
    if len(always) > 1:
        best_asked(printer, asked, most, name)
    elif flags:
        several = " or ".join(flags) if always else f"{' + '.join(flags)} > 1"
        with printer.deeper(f"if {several}:"):
            best_asked(printer, asked, most, name)


def best_asked(printer: Statements, branches: list[Branch], most: str, name: str) -> None:
    """The branch of the highest score among those that are offered."""
    printer.line(f"{most} = {LOWEST}")
    for branch in branches:
        if branch.condition is None:
            compared(printer, branch.score, most, name, str(branch.number))
        else:
            with printer.deeper(f"if {printer.show.condition(branch.condition)}:"):
                compared(printer, branch.score, most, name, str(branch.number))


def told(printer: Statements, condition: fx.Expr) -> fx.Expr:
    """A condition that is no fault and takes no steps; what does is done."""
    left = printer.choosing(condition)
    if is_settled(left, printer.show.constants.quiet):
        return left
    name = printer.local("may")
    printer.line(f"{name} = {printer.show.condition(left)}")
    return fx.Local(name)


def best_branch(printer: Statements, stmt: fs.AskBranch, branches: list[Branch]) -> None:
    """The branch of the highest score."""
    name = printer.locals[stmt.name]
    constant = [
        (branch.score.value, -branch.number, branch)
        for branch in branches
        if branch.condition is None and isinstance(branch.score, fx.Num)
    ]
    sure = max(constant)[2] if constant else None  # no two branches have the same number
    most = printer.names.unique("most")
    if sure is None:
        printer.line(f"{name} = NONE")
        printer.line(f"{most} = {LOWEST}")
        for branch in branches:
            if_better(printer, branch, most, name)
        if not any(branch.condition is None for branch in branches):
            printer.fault_if(f"{name} == NONE", stmt.empty)
        return
    assert isinstance(sure.score, fx.Num)
    least = sure.score.value
    before = [branch for branch in branches if branch.number < sure.number and may_reach(branch, least)]
    behind = [branch for branch in branches if branch.number > sure.number and may_reach(branch, least + 1)]
    printer.line(f"{name} = {sure.number}")
    if before:
        printer.line(f"{most} = {least - 1}")
        for branch in before:
            if_better(printer, branch, most, name)
    if behind:
        printer.line(f"{most} = max({most}, {least})" if before else f"{most} = {least}")
        for branch in behind:
            if_better(printer, branch, most, name)


def may_reach(branch: Branch, least: int) -> bool:
    """Whether a branch may have this score."""
    return not isinstance(branch.score, fx.Num) or branch.score.value >= least


def if_better(printer: Statements, branch: Branch, most: str, name: str) -> None:
    """A branch is taken where it is offered and better than those before."""
    if branch.condition is None:
        compared(printer, branch.score, most, name, str(branch.number))
    elif effort(branch.score, {}) < effort(branch.condition, {}) and not isinstance(branch.score, fx.Num):
        score = printer.names.unique("score")
        printer.line(f"{score} = {printer.show.value(printer.choosing(branch.score))}")
        with printer.deeper(f"if {score} > {most} and {printer.show.condition(branch.condition, 3)}:"):
            printer.line(f"{most} = {score}")
            printer.line(f"{name} = {branch.number}")
    else:
        condition = printer.choosing(branch.condition)
        with printer.deeper(f"if {printer.show.condition(condition)}:"):
            compared(printer, branch.score, most, name, str(branch.number))
