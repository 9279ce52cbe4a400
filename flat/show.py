"""The printer: a function or a program in the flat form as text, with the rules' names and remarks on sites."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import shorten
from typing import assert_never

from attrs import frozen

from bombsight.flat import statements as fs
from bombsight.flat.derived_values import aside_program
from bombsight.flat.expressions import Expr
from bombsight.flat.functions import Function, Variable
from bombsight.flat.guards import Guard
from bombsight.flat.layout import Run
from bombsight.flat.program import Program
from bombsight.flat.show_values import SUM, Names, render_source, render_value, render_values, slot_names
from bombsight.flat.sites import (
    BeforehandSite,
    ChangeSite,
    ChoiceSite,
    DrawSite,
    ElementSite,
    EnterSite,
    FaultSite,
    LeaveSite,
    LimitSite,
    MoveSite,
    ResultSite,
    RollSite,
    SaySite,
    Site,
    TextParts,
)

MARGIN = 64
"""The column of remarks."""

MAX_REMARK_LENGTH = 72
"""The most characters of a remark."""


@frozen
class ShowContext:
    """The program being printed, with its names."""

    program: Program
    names: Names

    def remark_on_site(self, number: int | None) -> str:
        """Describe the site (code location) with a number, for the margin; empty for no number."""
        if number is None or not 0 <= number < len(self.program.sites):
            return ""
        return describe_site(self.program.sites[number])


def show(program: Program, owner: str | None = None) -> str:
    """Print a whole program, or the functions of one graph node, such as ``table:Sky``."""
    context = ShowContext(program, slot_names(program))
    lines: list[str] = []
    if owner is None:
        lines += [*state_lines(context), *entry_lines(program)]
    for function in program.functions:
        if owner is None or function.owner == owner:
            lines += ["", *function_lines(function, context)]
    aside_context = ShowContext(aside_program(program), context.names)
    for function in program.asides.functions:
        if (owner is None or function.owner == owner) and function.kind == "aside":
            lines += ["", *function_lines(function, aside_context)]
    return "\n".join(lines).strip("\n") + "\n"


def append_remarks(line: str, *remarks: str) -> str:
    """Return a line of code with the non-empty remarks behind ``;`` in the margin."""
    text = "; ".join(found for found in remarks if found)
    return f"{line:<{MARGIN}}  ; {shorten(text, MAX_REMARK_LENGTH, placeholder=' ...')}" if text else line


def describe_site(site: Site) -> str:
    """Describe a site (a numbered code location with texts) in a few words."""
    match site:
        case RollSite(table=table, title=title):
            return f"roll on {table}" if table else f"dice {title}".rstrip()
        case BeforehandSite(table=table, row=row):
            return f"{table} {row.label}"
        case DrawSite(id=id_):
            return id_
        case MoveSite(list=list_, first=first):
            return f"to the {'start' if first else 'end'} of {list_}"
        case ResultSite(table=table):
            return f"result of {table}"
        case ChoiceSite(id=id_, together=together, grave=grave, grave_branches=branches):
            named = f"grave {', '.join(branches)}" if branches else "grave" if grave else ""
            return "; ".join(filter(None, (id_, named, f"together {together!r}" if together else "")))
        case EnterSite(kind=kind, name=name):
            return f"{kind} {name} begins"
        case LeaveSite(kind=kind, name=name):
            return f"{kind} {name} ends"
        case SaySite(text=text, tone=tone, row_title=row_title):
            titled = f'title of a row: "{row_title}", ' if row_title else ""
            return f'{titled}"{render_text(text)}" {tone}'.rstrip()
        case LimitSite(text=told) | FaultSite(text=told):
            return told
        case ChangeSite() | ElementSite():
            return ""
        case _:
            assert_never(site)


def render_text(text: TextParts) -> str:
    """Render a text with holes, each as the number of its value in braces: ``Lost {0} of {1}``."""
    return "".join(part if isinstance(part, str) else f"{{{part.index}}}" for part in text)


# --- state and entries


def state_lines(context: ShowContext) -> Iterator[str]:
    """Yield the lines that print a program's state and data."""
    program = context.program
    yield f"program {program.game} {program.title!r}: {program.slots} slots, {len(program.sites)} sites"
    yield ""
    for placed in program.fields:
        size = placed.size * (placed.shape[0] if len(placed.shape) > len(placed.indices) else 1)
        dimensions = "".join(f"[{name}]" for name in placed.indices)
        line = f"  {render_run(Run(placed.base, size)):<12} {placed.id}{dimensions}: {placed.type}"
        yield append_remarks(line, placed.title, placed.matters)
    for pool in program.lists:
        line = f"  {render_run(Run(pool.base, pool.capacity)):<12} {pool.id}: at most {pool.capacity} of {pool.record}"
        holders = ", ".join(map(render_run, pool.holders))
        order = f"order {render_run(Run(pool.order, pool.capacity))}" if pool.order is not None else ""
        counted = f"count {pool.count}, serial {pool.serial}"
        yield append_remarks(line, counted, order, f"held in {holders}" if holders else "")
    for counter in program.counters:
        yield f"  {counter.slot:<12} counter {context.names[counter.slot]}"
    for option in program.open_options:
        yield f"  {option.slot:<12} option {option.name}: {option.type}"
    for follower in program.following:
        slots, given = ", ".join(map(str, follower.slots)), ", ".join(map(str, follower.arguments))
        yield f"  {slots:<12} by default aside {follower.entry}({given})"
    for region in program.regions:
        cleared = f"; clears {', '.join(map(render_run, region.cleared))}" if region.cleared else ""
        zeroed = f"; zero {', '.join(map(str, region.zeroed))}" if region.zeroed else ""
        yield f"  {render_run(region.run):<12} region {region.owner}{cleared}{zeroed}"
    for name, members in program.data.items():
        shown = ", ".join(str(member) for member in members[:12]) + (", ..." if len(members) > 12 else "")
        yield f"  data {name} ({len(members)}): {shown}"


def render_run(run: Run) -> str:
    """Render a run of slots as its first and last number."""
    return (
        "none" if not run.count else f"{run.first}" if run.count == 1 else f"{run.first}..{run.first + run.count - 1}"
    )


def entry_lines(program: Program) -> Iterator[str]:
    """Yield the lines that list a program's entries (exported functions)."""
    yield ""
    for entry in program.entries:
        params = ", ".join(f"{name}: {type_}" for name, type_ in entry.params)
        stays = " stays" if entry.stays else ""
        yield f"entry {entry.key}({params}) -> {entry.results}{stays}  calls {entry.function}"
    for tally in program.tallies:
        kind = " ".join(filter(None, (tally.matters, "required" * tally.required, str(tally.type))))
        yield append_remarks(f"tally {tally.entry.key}: {kind}  of {', '.join(tally.of)}", tally.title)
    for forecast in program.forecasts:
        kind = " ".join(filter(None, (forecast.matters, str(forecast.type), f"/ {forecast.unit}")))
        yield append_remarks(f"forecast {forecast.entry.key}: {kind}  of {', '.join(forecast.of)}", forecast.title)


# --- functions


def function_lines(function: Function, context: ShowContext) -> Iterator[str]:
    """Yield the lines that print a function of the flat form."""
    does = [word for word, does in (("asks", function.asks), ("faults", function.faults)) if does]
    does += [f"ends {', '.join(map(str, sorted(function.ends)))}"] if function.ends else []
    about = f"  ({'; '.join(does)})" if does else ""
    yield f"; {function.about}"
    yield f"function {function.name}({', '.join(function.params)}) -> {function.results}{about}"
    for variable in function.locals:
        yield f"  {'param' if variable.name in function.params else 'local'} {variable_text(variable)}"
    if function.kept is not None:
        clocks = ", ".join(map(str, function.kept.clocks)) or "none"
        yield f"  kept {function.kept.size} values, by clocks {clocks}"
    if function.guard is not None:
        yield from guard_lines(function.guard, context)
    yield from indent_lines(block_lines(function.body, context))


def variable_text(variable: Variable) -> str:
    """Render a variable with its range of values."""
    held = "" if variable.capacity is None else f"list of at most {variable.capacity} of "
    return f"{variable.name}: {held}{variable.low}..{variable.high}{' or none' if variable.none else ''}"


def guard_lines(guard: Guard, context: ShowContext) -> Iterator[str]:
    """Yield the lines that print a guard, a function's entry and exit code."""
    if guard.number is not None:
        yield f"  guard number {guard.number}"
    if guard.depth is not None:
        line = f"  guard depth [{context.names.get(guard.depth)}] at most {guard.deepest}, height {guard.height}"
        yield append_remarks(f"{line} @{guard.nested}", context.remark_on_site(guard.nested))
        yield from indent_lines(indent_lines(block_lines(guard.too_deep, context)))
    for word, site in (("enter", guard.enter), ("leave", guard.leave)):
        if site is not None:
            yield append_remarks(f"  guard {word} @{site}", context.remark_on_site(site))
    if guard.resets is not None:
        yield f"  guard resets {guard.resets}"


def indent_lines(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines indented by two columns; remarks in the margin stay in place."""
    for line in lines:
        code, sign, text = line.partition("  ; ")
        yield append_remarks(f"  {code.rstrip()}", text) if sign else f"  {line}"


def block_lines(block: fs.Block, context: ShowContext) -> Iterator[str]:
    """Yield the lines that print a block of statements."""
    for stmt in block:
        yield from statement_lines(stmt, context)


def statement_lines(stmt: fs.Stmt, context: ShowContext) -> Iterator[str]:
    """Yield the lines that print a statement, with nested blocks indented."""
    names = context.names
    match stmt:
        case fs.If(condition=condition, body=body, otherwise=otherwise, note=note):
            yield append_remarks(f"if {render_value(condition, names)}", note)
            yield from indent_lines(block_lines(body, context))
            if otherwise:
                yield "else"
                yield from indent_lines(block_lines(otherwise, context))
        case fs.Rows(row=row, arms=arms):
            for arm in arms:
                yield append_remarks(f"when {row} in {{{', '.join(map(str, arm.numbers))}}}", arm.note)
                yield from indent_lines(block_lines(arm.body, context))
        case fs.Each(label=label, variable=variable, source=members, watched=watched, where=where, body=body):
            passing = "" if watched is None else f", passing over what leaves {watched}"
            yield f"{label}: for {variable} in {render_source(members, names)}{where_text(where, names)}{passing}"
            yield from indent_lines(block_lines(body, context))
        case fs.Numbered(label=label, variable=variable, first=first, last=last, most=most, down=down, body=body):
            way = "down to" if down else "to"
            yield (
                f"{label}: for {variable} from {render_value(first, names)} {way} "
                f"{render_value(last, names)} (at most {most})"
            )
            yield from indent_lines(block_lines(body, context))
        case fs.Turns(label=label, times=times, most=most, body=body):
            yield f"{label}: repeat {render_value(times, names)} times (at most {most})"
            yield from indent_lines(block_lines(body, context))
        case fs.While(label=label, condition=condition, limit=limit, body=body, after=after):
            yield f"{label}: while {render_value(condition, names)} (at most {limit})"
            yield from indent_lines(block_lines(body, context))
            yield "beyond that"
            yield from indent_lines(block_lines(after, context))
        case fs.Labelled(label=label, body=body, note=note):
            yield append_remarks(f"{label}:", note)
            yield from indent_lines(block_lines(body, context))
        case fs.AskBranch(site=site, conditions=conditions, scores=scores):
            yield append_remarks(simple_text(stmt, names), context.remark_on_site(site))
            for number, may in enumerate(conditions):
                when = "" if may is None else f" when {render_value(may, names)}"
                yield f"  branch {number}{when}" + (
                    "" if scores is None else f" prefer {render_value(scores[number], names)}"
                )
        case fs.BaseSimple():
            yield append_remarks(
                simple_text(stmt, names), stmt.note, context.remark_on_site(getattr(stmt, "site", None))
            )
        case _:
            assert_never(stmt)


def where_text(where: Expr | None, names: Names) -> str:
    """Return `` where`` with the condition on a loop's members as text; empty without a condition."""
    return "" if where is None else f" where {render_value(where, names)}"


def simple_text(stmt: fs.Simple, names: Names) -> str:
    """Render a simple statement as one line of text; of a choice between answers only the head."""
    match stmt:
        case fs.AskBranch(name=name, site=site, values=told, empty=empty):
            return f"{name} = ask @{site} ({render_values(told, names)}) or fault @{empty}"
        case fs.SetLocal(name=name, value=found):
            return f"{name} = {render_value(found, names)}"
        case fs.NewHeld(name=name, capacity=capacity):
            return f"{name} = empty list of at most {capacity}"
        case fs.Append(variable=name, value=found, site=site):
            return f"append {render_value(found, names)} to {name} @{site}"
        case fs.SetSlot(slot=slot, value=found, site=site):
            return f"{render_value(slot, names)} = {render_value(found, names)} @{site}"
        case fs.SetCounter(slot=slot, value=found):
            return f"{render_value(slot, names)} = {render_value(found, names)}"
        case fs.FallBack(slot=slot, count=count, names=counter, site=site):
            return (
                f"fall back {render_value(slot, names)} and {count - 1} "
                f"more{' to new names' if counter else ''} @{site}"
            )
        case fs.Draw(name=name, site=site, dice=dice):
            return f"{name} = throw {dice.full_notation} @{site}"
        case fs.Bonus(total=total, amount_name=name, amount=amount, condition=condition):
            when = "" if condition is None else f" if {render_value(condition, names)} else 0"
            return f"{total} += {name} = {render_value(amount, names, SUM)}{when}"
        case fs.Invoke(names=given, function=function, args=args, stays=stays):
            wanted = ", ".join(name or "_" for name in given)
            call = f"{'enter' if stays else 'call'} {function}({render_values(args, names)})"
            return f"{wanted} = {call}" if wanted else call
        case fs.Ask(variable=name, site=site, source=members, where=where, score=score, values=told, empty=empty):
            asked = f"{name} = ask @{site} from {render_source(members, names)}{where_text(where, names)}"
            prefer = "" if score is None else f" prefer {render_value(score, names)}"
            return f"{asked}{prefer} ({render_values(told, names)}) or {'none' if empty is None else f'fault @{empty}'}"
        case fs.DrawMember(variable=name, site=site, source=members, where=where, empty=empty):
            drawn = f"{name} = draw @{site} from {render_source(members, names)}{where_text(where, names)}"
            return f"{drawn} or {'none' if empty is None else f'fault @{empty}'}"
        case fs.AskAgain(name=name, site=site, wanted=wanted):
            return f"{name} = offer @{site} wanted {'never' if wanted is None else render_value(wanted, names)}"
        case fs.Event(site=site, values=told):
            return f"tell @{site} ({render_values(told, names)})"
        case fs.WorkOut(values=told):
            return f"work out {render_values(told, names)}"
        case fs.Count(site=site, steps=steps):
            return f"steps {render_value(steps, names)}" + ("" if site is None else f" @{site}")
        case fs.Refill():
            return "refill steps"
        case fs.Check(condition=condition, site=site):
            return f"fault @{site} if {render_value(condition, names)}"
        case fs.Fail(site=site):
            return f"fault @{site}"
        case fs.Leave(label=label):
            return f"leave {label}"
        case fs.Restart(label=label):
            return f"begin {label} again"
        case fs.Return(values=given, facts=facts, site=site):
            told_at = "" if site is None else f" telling @{site}"
            return f"return {render_values((*given, *facts), names)}{told_at}".rstrip()
        case fs.EndOuter(procedure=number, value=found):
            return f"end procedure {number} with {render_value(found, names)}"
        case fs.NewElement(list=list_, slots=slots, site=site, full=full):
            given_fields = "".join(f", {field} = {render_value(found, names)}" for field, found in slots)
            return f"new element of {list_}{given_fields} @{site} or fault @{full}"
        case fs.RemoveElement(list=list_, value=found, site=site):
            return f"remove {render_value(found, names)} from {list_} @{site}"
        case fs.RemoveWhere(list=list_, variable=name, where=where, site=site):
            return f"remove {name} from {list_} where {'any' if where is None else render_value(where, names)} @{site}"
        case fs.MoveElement(list=list_, value=found, first=first, site=site):
            return f"move {render_value(found, names)} to the {'start' if first else 'end'} of {list_} @{site}"
        case _:
            assert_never(stmt)
