"""Clauses of the rules as small stories: what is so, what is called with which dice, and what must come of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from attrs import field, frozen

from scenes import Facts, Word, changes


@frozen
class Clause:
    """One line of the rules, as a story.

    Attributes:
        rule: Which line, and what it is about.
        call: ``do``, ``roll``, ``look`` or ``define``, a name, its arguments.
        given: What is so before.
        fighters: Those in sight before.
        dice: All that are thrown.
        answers: To what is asked, in order; the autopilot gives the rest.
        then: What is so afterwards, as the game's storyteller looks it up.
        asks: The tables of all rolls, in order; None is dice that belong to no table.
        asked: All questions, in order, as in ``flak/order``; a question with one answer is not put.
        leads: A table that must be rolled on; the dice that are still needed do not matter.
        loose: Whether more dice may be needed than are told, and do not matter.
        nothing: Whether nothing else may change.
        options: Of the game.
    """

    rule: str
    call: str
    given: Facts = field(factory=dict)
    fighters: Sequence[Facts] = ()
    dice: Sequence[int] = ()
    answers: Sequence[str] = ()
    then: Mapping[str, Any] = field(factory=dict)
    asks: Sequence[str | None] | None = None
    asked: Sequence[str] | None = None
    leads: str | None = None
    loose: bool = False
    nothing: bool = False
    options: Mapping[str, str] = field(factory=dict)


class Stories(list[Clause]):
    """Stories in the order of the rules."""

    def clause(self, rule: str, call: str, **rest: Any) -> None:
        """One story."""
        self.append(Clause(rule, call, **rest))

    def row(self, rule: str, outcomes: Iterable[tuple[Sequence[int], Facts | str]], call: str, **rest: Any) -> None:
        """A story for each of the dice: with the facts that come of it, or the table it leads to."""
        for dice, outcome in outcomes:
            facts: Facts = {} if isinstance(outcome, str) else outcome
            leads = outcome if isinstance(outcome, str) else None
            shown = "-".join(map(str, dice))
            self.clause(f"{rule} {shown}", call, dice=dice, then=facts, leads=leads, **rest)


def name_of(clause: Clause) -> str:
    """What a test of it is called."""
    return clause.rule


def argument(text: str) -> Word:
    """An argument of a call: a number or a word."""
    return int(text) if text.isdigit() else text


@frozen
class Storyteller:
    """Plays the clauses of one game.

    Attributes:
        scene: Makes a fresh scene from facts, with the game's options by name.
        of: What is so in a scene: a fact by its name, and the result of the call.
        backup: Dice for what only has to end somehow.
    """

    scene: Callable[..., Any]
    of: Callable[[Any, str, Any], Any]
    backup: tuple[int, ...]

    def told(self, clause: Clause) -> Any:
        """Play a clause, and hold it to its word; the scene as it is then."""
        found = self.scene(clause.given, **clause.options)
        for facts in clause.fighters:
            found.fighter(**facts)
        before = found.state()
        kind, name, *args = clause.call.split()
        given = [argument(arg) for arg in args]
        spare = self.backup if clause.leads or clause.loose else ()
        match kind:
            case "do" | "roll":
                result = found.play(f"{kind}:{name}", *given, dice=clause.dice, answers=clause.answers, spare=spare)
            case "look":
                result = found.look(name, *given)
            case _:
                result = found.define(name, *given)
        seen = f"rolled: {found.asked}; chosen: {found.choices}"
        now = {fact: self.of(found, fact, result) for fact in clause.then}
        wrong = {fact: (value, now[fact]) for fact, value in clause.then.items() if now[fact] != value}
        assert not wrong, f"expected, found: {wrong}; {seen}"
        if clause.leads:
            assert clause.leads in found.asked, seen
        if clause.asks is not None:
            assert found.asked == list(clause.asks), seen
        if clause.asked is not None:
            assert [choice.id for choice in found.choices] == list(clause.asked), seen
        if clause.nothing:
            more = {name: new for name, new in changes(before, found.state()).items() if name not in clause.then}
            assert not more, f"changed as well: {more}"
        return found
