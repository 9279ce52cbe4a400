"""Choices as instructions: the options and their scores come into the frame, and someone decides, or a die."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from attrs import frozen

from bombsight.backends.wasm.encoding import I32
from bombsight.backends.wasm.expressions import Expressions
from bombsight.backends.wasm.memory import WORD
from bombsight.backends.wasm.module import Code
from bombsight.backends.wasm.support import others
from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs
from bombsight.flat.passes.facts import is_settled
from bombsight.flat.sites import ChoiceSite
from bombsight.flat.types import NONE


def certain_branch(stmt: fs.AskBranch) -> int | None:
    """The branch that the autopilot takes whatever else is offered; None where that is not known.

    What is offered besides need not be found for it: only conditions that may be a fault, or take steps, are asked.
    """
    if stmt.worked:
        return None
    scores = [0] * len(stmt.conditions)
    if stmt.scores is not None:
        known = [score.value for score in stmt.scores if isinstance(score, fx.Num)]
        if len(known) < len(scores):
            return None
        scores = known
    best = scores.index(max(scores))
    return best if stmt.conditions[best] is None else None


@frozen
class Best:
    """Where the best option of a choice is found.

    Attributes:
        scores: Where in the frame the scores stand; None where there are none.
        greatest: The variable that holds the greatest score.
        found: The variable that holds the option, or in code that tells all it does its index, which is told.
    """

    scores: int | None
    greatest: str
    found: str


class Choices(Expressions):
    """Prints choices."""

    def ask(self, stmt: fs.Ask) -> None:
        """A choice of one of a source's members."""
        before = self.frame.used
        most = stmt.source.most
        options, count = self.gathered(stmt)

        def scored(best: Best) -> None:
            assert stmt.score is not None
            at = self.code.fresh("at")
            self.add("i32.const", 0)
            self.add("local.set", at)
            with self.looped("scores") as (_, again):
                self.into(options, at)
                self.add("i32.load", options)
                self.add("local.set", stmt.variable)
                self.value(stmt.score)
                self.rated(best, at, lambda: self.add("local.get", stmt.variable))
                self.stepped(at, 1)
                self.add("local.get", at)
                self.add("local.get", count)
                self.add("i32.lt_s")
                self.add("br_if", again)

        self.choose(stmt, stmt.variable, options, count, most, scored if stmt.score is not None else None)
        self.frame.used = before

    def gathered(self, stmt: fs.Ask | fs.DrawMember) -> tuple[int, str]:
        """The members for which the condition holds come into the frame: where, and the variable that counts them."""
        options = self.frame.take(stmt.source.most)
        count = self.code.fresh("count")
        self.add("i32.const", 0)
        self.add("local.set", count)

        def offer(member: str, out: str) -> None:
            # Each is put behind those offered, and the next in its place unless the condition holds: no machine can
            # guess whether it does, and a wrong guess takes longer than to write a word for nothing.
            self.into(options, count)
            self.add("local.get", member)
            self.add("i32.store", options)
            if stmt.where is None:
                self.stepped(count, 1)
            else:
                self.value(stmt.where)
                self.add("local.get", count)
                self.add("i32.add")
                self.add("local.set", count)

        self.each(stmt.variable, stmt.source, None, offer)
        return options, count

    def draw_member(self, stmt: fs.DrawMember) -> None:
        """One of a source's members at random."""
        before = self.frame.used
        members, count = self.gathered(stmt)
        if stmt.empty is not None:
            self.test(count, "i32.eq", 0)
            self.fault_if(stmt.empty)
        self.add("i32.const", stmt.site)
        self.at(members)
        self.add("local.get", count)
        self.add("call", "draw")
        self.add("local.set", stmt.variable)
        self.frame.used = before

    def ask_branch(self, stmt: fs.AskBranch) -> None:
        """A choice of a branch."""
        certain = None if self.around.traced else certain_branch(stmt)
        if certain is not None:
            self.code.written(others(hosted=self.around.hosted))
            self.add("if", "others")
        before = self.frame.used
        most = len(stmt.conditions)
        options = self.frame.take(most)
        count = self.code.fresh("count")
        self.add("i32.const", 0)
        self.add("local.set", count)
        offered: dict[int, str] = {}
        for number, condition in enumerate(stmt.conditions):
            if condition is not None:
                offered[number] = self.code.fresh("offered")
                self.add("i32.const", 0)
                self.add("local.set", offered[number])
                unless = self.code.label("unless")
                self.add("block", unless)
                self.branch(condition, unless, when=False)
                self.add("i32.const", 1)
                self.add("local.set", offered[number])
            self.into(options, count)
            self.add("i32.const", number)
            self.add("i32.store", options)
            self.stepped(count, 1)
            if condition is not None:
                self.add("end")

        def scored(best: Best) -> None:
            assert stmt.scores is not None
            at = self.code.fresh("at")
            self.add("i32.const", 0)
            self.add("local.set", at)
            for number, score in enumerate(stmt.scores):
                if number in offered:
                    self.add("local.get", offered[number])
                    self.add("if", "offered")
                self.value(score)
                self.rated(best, at, partial(self.add, "i32.const", number))
                self.stepped(at, 1)
                if number in offered:
                    self.add("end")

        self.choose(stmt, stmt.name, options, count, most, scored if stmt.scores is not None else None)
        self.frame.used = before
        if certain is not None:
            self.add("else")
            for condition in stmt.conditions:
                if condition is not None and not is_settled(condition):
                    self.value(condition)
                    self.add("drop")
            self.add("i32.const", certain)
            self.add("local.set", stmt.name)
            self.add("end")

    def into(self, offset: int, index: str) -> None:
        """The address, but for the offset, of the word with this index in the frame."""
        self.add("local.get", "frame")
        self.add("local.get", index)
        self.add("i32.const", 2)
        self.add("i32.shl")
        self.add("i32.add")

    def choose(
        self,
        stmt: fs.Ask | fs.AskBranch,
        name: str,
        options: int,
        count: str,
        most: int,
        scored: Callable[[Best], None] | None,
    ) -> None:
        """One of the options in the frame comes into a variable.

        Args:
            stmt: The choice.
            name: The variable.
            options: Where in the frame the options stand.
            count: The variable that holds how many there are.
            most: How many there can be.
            scored: Rates each option; None where there are no scores.
        """
        out = self.code.label("chosen")
        self.add("block", out)
        self.test(count, "i32.eq", 0)
        if stmt.empty is None:
            self.add("if", "none")
            self.none_chosen(name, out)
            self.add("end")
        else:
            self.fault_if(stmt.empty)
            self.test(count, "i32.eq", 1)
            self.add("if", "single")
            self.add("local.get", "frame")
            self.add("i32.load", options)
            self.add("local.set", name)
            self.add("br", out)
            self.add("end")
        traced = self.around.traced
        values = self.frame.take(len(stmt.values))
        told = stmt.worked or traced
        if stmt.values and (told or self.around.hosted):
            if not told:
                self.add("global.get", "hosted")
                self.add("if", "hosted")
            for number, value in enumerate(stmt.values):
                self.add("local.get", "frame")
                self.value(value)
                self.add("i32.store", values + WORD * number)
            if not told:
                self.add("end")
        place = self.around.program.sites[stmt.site]
        assert isinstance(place, ChoiceSite)
        best = Best(
            scores=self.frame.take(most) if scored is not None else None,
            greatest=self.code.fresh("greatest"),
            found=self.code.fresh("best"),
        )
        if scored is None:
            self.first_of(options, best)
        else:
            self.best_of(stmt, best, scored)
        if not traced:
            self.code.written(others(hosted=self.around.hosted))
            self.add("if", "others")
        self.add("i32.const", stmt.site)
        self.at(options)
        if best.scores is None:
            self.add("i32.const", 0)
        else:
            self.at(best.scores)
        self.add("local.get", count)
        self.at(values)
        self.add("i32.const", len(stmt.values))
        self.add("i32.const", int(place.optional))
        if traced:
            self.or_none(best, -1, optional=place.optional and scored is not None)
            self.add("call", "answer")
        else:
            self.add("i32.const", 0)  # nobody else asks for it
            self.add("call", "choose")
        index = self.keep()
        if stmt.empty is None:
            self.test(index, "i32.lt_s", 0)
            self.add("if", "none")
            self.none_chosen(name, out)
            self.add("end")
        self.into(options, index)
        self.add("i32.load", options)
        self.add("local.set", name)
        if not traced:
            self.add("else")
            self.or_none(best, NONE, optional=place.optional and scored is not None)
            self.add("local.set", name)
            self.add("end")
        self.add("end")

    def none_chosen(self, name: str, out: str) -> None:
        """No option is chosen, and the choice is over."""
        self.add("i32.const", NONE)
        self.add("local.set", name)
        self.add("br", out)

    def first_of(self, options: int, best: Best) -> None:
        """Where there are no scores, the first option is the best."""
        if self.around.traced:
            self.add("i32.const", 0)
        else:
            self.add("local.get", "frame")
            self.add("i32.load", options)
        self.add("local.set", best.found)

    def best_of(self, stmt: fs.Ask | fs.AskBranch, best: Best, scored: Callable[[Best], None]) -> None:
        """The best option is found where the autopilot answers, or scores have to be worked out anyway."""
        self.add("i32.const", 0)
        self.add("local.set", best.found)
        if not stmt.worked:
            self.add("global.get", "policy")
            self.add("i32.eqz")
            self.add("if", "scored")
        self.add("i32.const", NONE)  # less than any score
        self.add("local.set", best.greatest)
        scored(best)
        if not stmt.worked:
            self.add("end")

    def rated(self, best: Best, at: str, member: Callable[[], None]) -> None:
        """An option with the score on the stack, the greatest score first and of equal ones the first.

        Args:
            best: The best one so far.
            at: The variable that holds the option's index.
            member: Prints the option.
        """
        assert best.scores is not None
        score = self.keep()
        self.into(best.scores, at)
        self.add("local.get", score)
        self.add("i32.store", best.scores)
        if self.around.traced:
            self.add("local.get", at)
        else:
            member()
        self.add("local.get", best.found)
        self.add("local.get", score)
        self.add("local.get", best.greatest)
        self.add("i32.gt_s")
        self.add("select")
        self.add("local.set", best.found)
        self.add("local.get", score)
        self.add("local.get", best.greatest)
        self.add("local.get", score)
        self.add("local.get", best.greatest)
        self.add("i32.gt_s")
        self.add("select")
        self.add("local.set", best.greatest)

    def or_none(self, best: Best, none: int, *, optional: bool) -> None:
        """The best option, or none where that may be chosen and all scores are below 0."""
        if optional:
            self.add("i32.const", none)
        self.add("local.get", best.found)
        if optional:
            self.test(best.greatest, "i32.lt_s", 0)
            self.add("select")

    def at(self, offset: int) -> None:
        """An address in the frame."""
        self.add("local.get", "frame")
        self.add("i32.const", offset)
        self.add("i32.add")

    def ask_again(self, stmt: fs.AskAgain) -> None:
        """A standing offer: 1 where it is taken."""
        if stmt.wanted is not None:
            self.value(stmt.wanted)
        self.add("call", self.offered(stmt))
        self.add("local.set", stmt.name)

    def offered(self, stmt: fs.AskAgain) -> str:
        """The function that asks: it stands by itself, for throws are many, and few of them may be thrown again.

        So nothing that only asking needs is worked out before a throw.
        """
        name = f"offer {stmt.site}" + (" never wanted" if stmt.wanted is None else "")
        if name not in self.around.offers:
            place = self.around.program.sites[stmt.site]
            assert isinstance(place, ChoiceSite)
            never = stmt.wanted is None
            code = Code(name, {} if never else {"best": I32}, (I32,), apart=True)
            best = ("i32.const", 0) if never else ("local.get", "best")
            scores = self.around.constant((1, 0, 1))  # let it stand, take it; from the second on the other way round
            code.add("i32.const", stmt.site)
            code.add("i32.const", self.around.constant((0, 1)))
            code.add(*best)
            code.add("i32.const", WORD)
            code.add("i32.mul")
            code.add("i32.const", scores)
            code.add("i32.add")
            code.add("i32.const", 2)
            code.add("i32.const", 0)
            code.add("i32.const", 0)
            code.add("i32.const", int(place.optional))
            code.add(*best)
            code.add("call", "answer" if self.around.traced else "decide")
            self.around.offers[name] = code
        return name
