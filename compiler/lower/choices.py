"""Choices: what there is to choose, and what follows; and members that chance chooses."""

from __future__ import annotations

from bombsight.compiler.graph import statements as g
from bombsight.compiler.lower.derived_values import aside, lines, worth
from bombsight.compiler.lower.expressions import needed, source, value
from bombsight.compiler.lower.frame import Frame
from bombsight.compiler.lower.origins import sources, value_origin
from bombsight.compiler.lower.statements import block
from bombsight.compiler.lower.texts import template
from bombsight.dsl.dice import Dice
from bombsight.dsl.limits import DRAWN
from bombsight.dsl.source import Span
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.sites import Aside, ChoiceSite, DrawSite, Hole, TextParts
from bombsight.flat.types import INT_MAX


def choose(stmt: g.Choose, frame: Frame) -> None:
    """One member of a domain is chosen; ``none`` may be, where ``optional``."""
    ask, told = template(stmt.ask, frame)
    members = source(stmt.domain, frame)
    origin = value_origin(stmt.ask.parts, frame, (stmt.domain, stmt.where))
    name = frame.declare(stmt.variable, stmt.domain.type.required(), fresh=True)
    where = score = None
    with frame.pure():
        if stmt.where is not None:
            where = value(stmt.where, frame)
        if stmt.prefer is not None:
            score = needed(stmt.prefer, frame)
    values = list(told)
    seat = seat_of(stmt, frame, values)
    beside = lines(stmt.beside, frame, values, stmt.variable)
    scores = (worth(stmt.prefer, frame, values, stmt.variable),) if stmt.prefer is not None and frame.unit.hides else ()
    routine = None if stmt.routine is None else aside(stmt.routine, frame, values)
    site = frame.unit.sites.add(
        ChoiceSite(
            **frame.where(stmt.span, stmt.origin, origin),
            id=stmt.id,
            ask=ask,
            by=stmt.by,
            seat=seat,
            scores=scores,
            option_type=stmt.domain.type.required(),
            optional=stmt.optional,
            together=stmt.together,
            grave=stmt.grave,
            beside=beside,
            routine=routine,
        )
    )
    empty = None if stmt.optional else frame.fault(stmt.span, "there is nothing to choose from")
    frame.emit(
        fs.Ask(
            variable=name,
            site=site,
            source=members,
            where=None if where == fold.YES else where,
            score=score,
            values=tuple(values),
            worked=frame.unit.costs.takes((stmt.ask, stmt.seat, stmt.prefer)),
            empty=empty,
        )
    )
    type_ = stmt.domain.type.optionally() if stmt.optional else stmt.domain.type
    frame.declare(stmt.variable, type_, fresh=True)


def draw(stmt: g.Draw, frame: Frame) -> None:
    """One member of a domain at random; ``none``, where ``optional``, if there is none."""
    members = source(stmt.domain, frame)
    if isinstance(members, fx.Numbers) and members.most > DRAWN:
        members = few_enough(members, stmt.span, frame)
    origin = value_origin((), frame, (stmt.domain, stmt.where))
    taken = sources(stmt.domain, frame)
    kind = stmt.domain.type.required()
    name = frame.declare(stmt.variable, kind, fresh=True)
    where = None
    if stmt.where is not None:
        with frame.pure():
            where = value(stmt.where, frame)
    told = frame.where(stmt.span, stmt.origin, origin)
    site = frame.unit.sites.add(
        DrawSite(**told, id=stmt.id, variable=stmt.variable, type=kind, dice=Dice(1, members.most))
    )
    frame.emit(
        fs.DrawMember(
            variable=name,
            site=site,
            source=members,
            where=None if where == fold.YES else where,
            empty=None if stmt.optional else frame.fault(stmt.span, "there is nothing to draw from"),
        )
    )
    frame.declare(stmt.variable, stmt.domain.type.optionally() if stmt.optional else stmt.domain.type, fresh=True)
    frame.taken[stmt.variable] = taken


def few_enough(numbers: fx.Numbers, span: Span, frame: Frame) -> fx.Numbers:
    """The numbers of a draw whose type allows more than can be told and held: more of them are a fault in play."""
    low, high = frame.temporary(numbers.first, "low"), frame.temporary(numbers.last, "high")
    in_reach = fold.compare("<=", low, fx.Num(INT_MAX - DRAWN))  # asked first: so sums fit 32 bits
    too_many = fold.conjunction((in_reach, fold.compare(">=", high, fold.plus(low, DRAWN))))
    frame.emit(fs.Check(condition=too_many, site=frame.fault(span, f"there are more than {DRAWN:,} to draw from")))
    return fx.Numbers(low, high, DRAWN)


def choose_branch(stmt: g.ChooseBranch, frame: Frame) -> None:
    """One of the named branches whose conditions hold; with a single one it is not asked."""
    ask, shown = template(stmt.ask, frame)
    values = list(shown)
    conditions: list[fx.Expr | None] = []
    scores: list[fx.Expr] = []
    branches: list[tuple[str, TextParts]] = []
    with frame.pure():
        for branch in stmt.branches:
            condition = value(branch.condition, frame) if branch.condition is not None else fold.YES
            conditions.append(None if condition == fold.YES else condition)
            scores.append(needed(branch.prefer, frame) if branch.prefer is not None else fold.NO)
            title, more = template(branch.title, frame, len(values))
            values += more
            branches.append((branch.name, title))
    told = (stmt.ask.parts, *(branch.title.parts for branch in stmt.branches))
    origin = value_origin(told, frame, tuple(branch.condition for branch in stmt.branches))
    seat = seat_of(stmt, frame, values)
    beside = lines(stmt.beside, frame, values)
    prefers = [branch.prefer for branch in stmt.branches]
    advised: tuple[Aside | Hole | None, ...] = ()
    if frame.unit.hides:
        advised = tuple(None if each is None else worth(each, frame, values) for each in prefers)
    routine = None if stmt.routine is None else aside(stmt.routine, frame, values)
    site = frame.unit.sites.add(
        ChoiceSite(
            **frame.where(stmt.span, stmt.origin, origin),
            id=stmt.id,
            ask=ask,
            by=stmt.by,
            seat=seat,
            scores=advised,
            option_type=None,
            branches=tuple(branches),
            together=stmt.together,
            grave_branches=tuple(branch.name for branch in stmt.branches if branch.grave),
            beside=beside,
            routine=routine,
        )
    )
    name = frame.locals.temporary("chosen")
    scored = any(branch.prefer is not None for branch in stmt.branches)
    frame.emit(
        fs.AskBranch(
            name=name,
            site=site,
            conditions=tuple(conditions),
            scores=tuple(scores) if scored else None,
            values=tuple(values),
            worked=frame.unit.costs.takes(
                (stmt.ask, stmt.seat, tuple((branch.title, branch.prefer) for branch in stmt.branches))
            ),
            empty=frame.fault(stmt.span, "there is nothing to choose from"),
        )
    )
    arms: list[fs.Arm] = []
    with frame.fork() as fork:
        for number, branch in enumerate(stmt.branches):
            if conditions[number] == fold.NO:
                continue
            with fork.arm() as body:
                block(branch.body, frame)
            arms.append(fs.Arm(numbers=(number,), body=tuple(body), note=branch.name))
    frame.emit(fs.Rows(row=name, arms=tuple(arms)))


def seat_of(stmt: g.Choose | g.ChooseBranch, frame: Frame, values: list[fx.Expr]) -> Hole | None:
    """Which of the players answers, as a value that is told with the choice; it is added where it is not among them."""
    if stmt.seat is None:
        return None
    with frame.pure():
        found = needed(stmt.seat, frame)
    if found not in values:
        values.append(found)
    return Hole(values.index(found), stmt.seat.type)
