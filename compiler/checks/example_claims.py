"""Check of examples: dice or choices that do not exist or that the example's call never reaches, impossible dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from attrs import evolve

from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.findings import Findings, describe_near_names
from bombsight.compiler.graph import examples as e
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.nodes import Node
from bombsight.compiler.graph.single_dice import dice_thrown
from bombsight.compiler.graph.walk import walk
from bombsight.compiler.incremental.memo import ItemMemos
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.dice import Dice
from bombsight.dsl.listing import join_names
from bombsight.dsl.source import Span

CODES = (
    Code("S024", "impossible-dice", Severity.WARNING),
    Code("S025", "never-reached-line", Severity.WARNING),
)


def check(context: CheckContext) -> None:
    """Report lines of examples (unit tests in the rules) that cannot come true, in a program without errors."""
    if context.program.is_error_free:
        check_examples(context.program.graph, context.program.effects, context.findings, context.program.item_memo)


def check_examples(graph: n.RuleGraph, effects: Effects, findings: Findings, memo: ItemMemos | None = None) -> None:
    """Report lines of examples (unit tests in the rules) that state impossible dice or unreachable choices.

    Args:
        graph: The rules with their examples.
        effects: The effects of the graph.
        findings: The list to add to.
        memo: Memoized results of its items.
    """
    graph_dice = GraphDice(graph, memo or ItemMemos())
    for example in graph.examples:
        direct_calls = effects.own_effect_of(example.setup).calls | effects.own_effect_of(example.call).calls
        reached = direct_calls.union(*(effects.call_effect(callee).calls for callee in direct_calls))
        for line in example.lines:
            match line:
                case e.ExampleRoll():
                    check_roll(graph_dice, reached, line, findings)
                case e.ExampleAnswer(choice=str(choice)) if choice not in graph_dice.choice_holders:
                    hint = describe_near_names(choice, graph_dice.choice_holders)
                    report_line(findings, "S025", f"there is no {kind_of_answer(line)} {choice}", line.span, hint)
                case e.ExampleAnswer(choice=str(choice)) if graph_dice.choice_holders[choice].isdisjoint(reached):
                    report_line(
                        findings,
                        "S025",
                        f"this example never comes to {kind_of_answer(line)} {choice}",
                        line.span,
                        CALL_HELP,
                    )
                case (
                    e.ExampleAnswer()
                    | e.ExampleOffer()
                    | e.ExampleLead()
                    | e.ExampleExpect()
                    | e.ExampleEnded()
                    | e.ExampleUnchanged()
                ):
                    pass
                case _:
                    assert_never(line)


CALL_HELP = "Call something that leads there, or name what it does lead to."


def kind_of_answer(line: e.ExampleAnswer) -> str:
    """The word for the statement that an example's line answers: ``draw`` or ``choice``."""
    return "draw" if line.drawn else "choice"


class GraphDice:
    """An index of a graph's dice, choices and draws by the items that contain them.

    Attributes:
        dice_of_tables: The dice of each rolled table.
        loose_dice: The dice that belong to no table, by the name of the item that throws them.
        choice_holders: The items that contain each choice and draw, by its name in examples.
    """

    def __init__(self, graph: n.RuleGraph, item_memo: ItemMemos) -> None:
        """Index the dice, choices and draws of a graph; ``item_memo`` has those of unchanged items."""
        self.dice_of_tables = {table.id: dice_thrown(table.rolled) for table in graph.tables if table.rolled}
        self.loose_dice: dict[str, list[Dice]] = {}
        self.choice_holders: dict[str, set[str]] = {}
        holders: dict[tuple[str, str], n.Table | n.Procedure | n.Reroll] = {
            **{("table", table.id): table for table in graph.tables},
            **{("procedure", one.name): one for one in graph.procedures},
            **{("reroll", one.name): one for one in graph.rerolls},
        }
        found = item_memo.map_items("dice and choices", holders.values(), dice_and_choices_in)
        for (kind, name), (dice, choices, kept) in zip(holders, found, strict=True):
            for table in kept:
                self.dice_of_tables[table] = evolve(self.dice_of_tables[table], single=True)
            if dice:
                self.loose_dice.setdefault(name, []).extend(dice)
            for id_ in choices:
                self.choice_holders.setdefault(id_, set()).add(f"{kind}:{name}")


def dice_and_choices_in(holder: Node) -> tuple[tuple[Dice, ...], tuple[str, ...], tuple[str, ...]]:
    """Collect the dice in an item that are thrown without a table, and the names of its choices and draws.

    Returns:
        These, and the tables whose single dice it looks at after a roll.
    """
    dice: list[Dice] = []
    choices: list[str] = []
    kept: list[str] = []
    looked_at: set[int] = set()
    for part in walk(holder):
        match part:
            case g.Let(value=x.RollOn(table=table), faces=True):
                kept.append(table)
            case g.Let(value=x.RollDice() as thrown_dice, faces=True):
                looked_at.add(id(thrown_dice))
            case g.SubRoll(rolled=rolled):
                dice.append(dice_thrown(rolled))
            case x.RollDice(dice=thrown, number=None):
                dice.append(evolve(thrown, single=id(part) in looked_at))
            case x.RollDice(dice=thrown):
                single = id(part) in looked_at
                dice += [Dice(count, thrown.sides, single=single) for count in range(1, thrown.count + 1)]
            case g.Choose(id=id_) | g.ChooseBranch(id=id_):
                choices.append(id_.removeprefix("choice:"))
            case g.Draw(id=id_):
                choices.append(id_.removeprefix("draw:"))
            case _:  # the rest: neither dice nor a choice
                pass
    return tuple(dice), tuple(choices), tuple(kept)


def check_roll(graph_dice: GraphDice, reached: Iterable[str], line: e.ExampleRoll, findings: Findings) -> None:
    """Report dice results in an example that no reachable throw can show (S024), or that nothing throws (S025).

    Args:
        graph_dice: The dice of the graph.
        reached: The keys of the items that the example reaches.
        line: The throw.
        findings: The list to add to.
    """
    if line.table is not None:
        dice = [graph_dice.dice_of_tables[line.table]] if line.table in graph_dice.dice_of_tables else []
        where = f" on {line.table}"
        is_reachable = f"table:{line.table}" in reached
    elif line.within is not None:
        dice = graph_dice.loose_dice.get(line.within, [])
        where = f" in {line.within}"
        is_reachable = not {f"table:{line.within}", f"procedure:{line.within}"}.isdisjoint(reached)
    else:
        dice = [*{each: None for place in graph_dice.loose_dice.values() for each in place}]
        where = ""
        is_reachable = True
    if not dice:
        kind = "" if line.table else " that no table owns"
        report_line(findings, "S025", f"no dice are thrown{where}{kind}", line.span, CALL_HELP)
    elif not is_reachable:
        report_line(findings, "S025", f"this example never comes to a roll{where}", line.span, CALL_HELP)
    elif all(problems := [why_impossible(each, line.dice) for each in dice]):
        note = join_names(dict.fromkeys(problems), "and")
        report_line(findings, "S024", f"a roll{where} cannot show this", line.span, "Look at the dice again.", note)


def report_line(findings: Findings, code: str, message: str, span: Span, help: str, note: str = "") -> None:
    """Add a finding on a line of an example.

    Args:
        findings: The list to add to.
        code: The code of the finding.
        message: The message.
        span: The place of the line.
        help: The help text.
        note: The note; may be empty.
    """
    findings.add(code, message, span, note=note, help=help)


def why_impossible(dice: Dice, numbers: Sequence[int]) -> str:
    """Explain why dice cannot show the numbers, such as ``no die of 2d6 has a 7``; empty if they can."""
    if len(numbers) == dice.die_count:
        impossible_face = next((face for die, face in enumerate(numbers) if face not in dice.faces_of_die(die)), None)
        if impossible_face is not None and len(numbers) == 1:
            return f"{dice.notation} shows {dice.low} to {dice.high}"
        return f"no die of {dice.notation} has a {impossible_face}" if impossible_face is not None else ""
    if len(numbers) != 1:
        return f"{dice.notation} is {dice.die_count} {'die' if dice.die_count == 1 else 'dice'}, not {len(numbers)}"
    if dice.can_show(numbers[0]):
        if not dice.single or len(dice.faces_of(numbers[0])) == dice.die_count:
            return ""
        return f"the rules look at each of {dice.notation}: write what each die shows"
    return f"{dice.notation} {'has no such digits' if dice.has_gaps else f'comes to {dice.low} to {dice.high}'}"
