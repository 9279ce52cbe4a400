"""Lowering of choices (their options and branches) and of random draws of a member."""

from __future__ import annotations

from bombsight.compiler.graph import statements as g
from bombsight.compiler.lower.derived_values import lower_aside, lower_aside_lines, lower_hole_or_aside
from bombsight.compiler.lower.expressions import lower_domain, lower_expr, lower_not_none
from bombsight.compiler.lower.function_builder import FunctionBuilder
from bombsight.compiler.lower.origins import origin_of_values, source_ids
from bombsight.compiler.lower.statements import lower_block
from bombsight.compiler.lower.texts import lower_template
from bombsight.dsl.dice import Dice
from bombsight.dsl.limits import MAX_DRAWN
from bombsight.dsl.source import Span
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.sites import Aside, ChoiceSite, DrawSite, Hole, TextParts
from bombsight.flat.types import INT_MAX


def lower_choose(stmt: g.Choose, builder: FunctionBuilder) -> None:
    """Lower the player's choice of a member of a domain; ``none`` is an option where the choice is ``optional``."""
    ask, ask_values = lower_template(stmt.ask, builder)
    members = lower_domain(stmt.domain, builder)
    origin = origin_of_values(stmt.ask.parts, builder, (stmt.domain, stmt.where))
    name = builder.declare_variable(stmt.variable, stmt.domain.type.without_none(), is_fresh=True)
    where = score = None
    with builder.no_statements():
        if stmt.where is not None:
            where = lower_expr(stmt.where, builder)
        if stmt.prefer is not None:
            score = lower_not_none(stmt.prefer, builder)
    values = list(ask_values)
    seat = lower_seat(stmt, builder, values)
    ends: tuple[int, ...] = ()
    if stmt.ends:
        with builder.no_statements():
            ends = (len(values), len(values) + 1)
            values += [lower_not_none(end, builder) for end in stmt.ends]
    beside = lower_aside_lines(stmt.beside, builder, values, stmt.variable)
    scores = (
        (lower_hole_or_aside(stmt.prefer, builder, values, stmt.variable),)
        if stmt.prefer is not None and builder.unit.has_hidden_state
        else ()
    )
    routine = None if stmt.routine is None else lower_aside(stmt.routine, builder, values)
    site = builder.unit.sites.site_number(
        ChoiceSite(
            **builder.site_fields(stmt.span, stmt.origin, origin),
            id=stmt.id,
            ask=ask,
            by=stmt.by,
            seat=seat,
            scores=scores,
            option_type=stmt.domain.type.without_none(),
            optional=stmt.optional,
            together=stmt.together,
            grave=stmt.grave,
            beside=beside,
            routine=routine,
            unit=stmt.unit,
            ends=ends,
        )
    )
    empty = None if stmt.optional else builder.add_fault_site(stmt.span, "there is nothing to choose from")
    builder.emit(
        fs.Ask(
            variable=name,
            site=site,
            source=members,
            where=None if where == fold.YES else where,
            score=score,
            values=tuple(values),
            worked=builder.unit.costs.contains_charged_part((stmt.ask, stmt.seat, stmt.prefer, stmt.ends)),
            empty=empty,
        )
    )
    type_ = stmt.domain.type.with_none() if stmt.optional else stmt.domain.type
    builder.declare_variable(stmt.variable, type_, is_fresh=True)


def lower_draw(stmt: g.Draw, builder: FunctionBuilder) -> None:
    """Lower a random draw of a member of a domain; an empty domain gives ``none`` where the draw is ``optional``."""
    members = lower_domain(stmt.domain, builder)
    if isinstance(members, fx.Numbers) and members.most > MAX_DRAWN:
        members = limit_draw_range(members, stmt.span, builder)
    origin = origin_of_values((), builder, (stmt.domain, stmt.where))
    domain_sources = source_ids(stmt.domain, builder)
    kind = stmt.domain.type.without_none()
    name = builder.declare_variable(stmt.variable, kind, is_fresh=True)
    where = None
    if stmt.where is not None:
        with builder.no_statements():
            where = lower_expr(stmt.where, builder)
    site_fields = builder.site_fields(stmt.span, stmt.origin, origin)
    site = builder.unit.sites.site_number(
        DrawSite(**site_fields, id=stmt.id, variable=stmt.variable, type=kind, dice=Dice(1, members.most))
    )
    builder.emit(
        fs.DrawMember(
            variable=name,
            site=site,
            source=members,
            where=None if where == fold.YES else where,
            empty=None if stmt.optional else builder.add_fault_site(stmt.span, "there is nothing to draw from"),
        )
    )
    builder.declare_variable(
        stmt.variable, stmt.domain.type.with_none() if stmt.optional else stmt.domain.type, is_fresh=True
    )
    builder.variable_sources[stmt.variable] = domain_sources


def limit_draw_range(numbers: fx.Numbers, span: Span, builder: FunctionBuilder) -> fx.Numbers:
    """Return the numbers of a random draw with a run-time check that they are not too many to list."""
    low, high = builder.assign_temporary(numbers.first, "low"), builder.assign_temporary(numbers.last, "high")
    in_reach = fold.compare("<=", low, fx.Num(INT_MAX - MAX_DRAWN))  # tested first, so that sums fit 32 bits
    too_many = fold.conjunction((in_reach, fold.compare(">=", high, fold.plus(low, MAX_DRAWN))))
    builder.emit(
        fs.Check(
            condition=too_many, site=builder.add_fault_site(span, f"there are more than {MAX_DRAWN:,} to draw from")
        )
    )
    return fx.Numbers(low, high, MAX_DRAWN)


def lower_choose_branch(stmt: g.ChooseBranch, builder: FunctionBuilder) -> None:
    """Lower a choice among the named branches whose conditions hold; a single one is taken without a question."""
    ask, ask_values = lower_template(stmt.ask, builder)
    values = list(ask_values)
    conditions: list[fx.Expr | None] = []
    scores: list[fx.Expr] = []
    branches: list[tuple[str, TextParts]] = []
    with builder.no_statements():
        for branch in stmt.branches:
            condition = lower_expr(branch.condition, builder) if branch.condition is not None else fold.YES
            conditions.append(None if condition == fold.YES else condition)
            scores.append(lower_not_none(branch.prefer, builder) if branch.prefer is not None else fold.NO)
            title, more = lower_template(branch.title, builder, len(values))
            values += more
            branches.append((branch.name, title))
    shown_texts = (stmt.ask.parts, *(branch.title.parts for branch in stmt.branches))
    origin = origin_of_values(shown_texts, builder, tuple(branch.condition for branch in stmt.branches))
    seat = lower_seat(stmt, builder, values)
    beside = lower_aside_lines(stmt.beside, builder, values)
    prefers = [branch.prefer for branch in stmt.branches]
    advice: tuple[Aside | Hole | None, ...] = ()
    if builder.unit.has_hidden_state:
        advice = tuple(None if each is None else lower_hole_or_aside(each, builder, values) for each in prefers)
    routine = None if stmt.routine is None else lower_aside(stmt.routine, builder, values)
    site = builder.unit.sites.site_number(
        ChoiceSite(
            **builder.site_fields(stmt.span, stmt.origin, origin),
            id=stmt.id,
            ask=ask,
            by=stmt.by,
            seat=seat,
            scores=advice,
            option_type=None,
            branches=tuple(branches),
            together=stmt.together,
            grave_branches=tuple(branch.name for branch in stmt.branches if branch.grave),
            beside=beside,
            routine=routine,
        )
    )
    name = builder.locals.new_temporary("chosen")
    scored = any(branch.prefer is not None for branch in stmt.branches)
    builder.emit(
        fs.AskBranch(
            name=name,
            site=site,
            conditions=tuple(conditions),
            scores=tuple(scores) if scored else None,
            values=tuple(values),
            worked=builder.unit.costs.contains_charged_part(
                (stmt.ask, stmt.seat, tuple((branch.title, branch.prefer) for branch in stmt.branches))
            ),
            empty=builder.add_fault_site(stmt.span, "there is nothing to choose from"),
        )
    )
    arms: list[fs.Arm] = []
    with builder.branches() as fork:
        for number, branch in enumerate(stmt.branches):
            if conditions[number] == fold.NO:
                continue
            with fork.open_arm() as body:
                lower_block(branch.body, builder)
            arms.append(fs.Arm(numbers=(number,), body=tuple(body), note=branch.name))
    builder.emit(fs.Rows(row=name, arms=tuple(arms)))


def lower_seat(stmt: g.Choose | g.ChooseBranch, builder: FunctionBuilder, values: list[fx.Expr]) -> Hole | None:
    """Lower who answers a choice to an index into the event ``values``, appended if missing; None without `by`."""
    if stmt.seat is None:
        return None
    with builder.no_statements():
        found = lower_not_none(stmt.seat, builder)
    if found not in values:
        values.append(found)
    return Hole(values.index(found), stmt.seat.type)
