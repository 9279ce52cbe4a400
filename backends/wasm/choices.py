"""Choices as instructions: the options and their scores come into the frame, and someone decides, or a die."""

from __future__ import annotations

from collections.abc import Callable

from bombsight.backends.wasm.encoding import I32
from bombsight.backends.wasm.expressions import Expressions
from bombsight.backends.wasm.memory import WORD
from bombsight.flat import statements as fs
from bombsight.flat.sites import ChoiceSite
from bombsight.flat.types import NONE


class Choices(Expressions):
    """Prints choices."""

    def ask(self, stmt: fs.Ask) -> None:
        """A choice of one of a source's members."""
        before = self.frame.used
        most = stmt.source.most
        options, count = self.gathered(stmt)

        def score(at: str) -> None:
            self.into(options, at)
            self.add("i32.load", options)
            self.add("local.set", stmt.variable)
            assert stmt.score is not None
            self.value(stmt.score)

        self.choose(stmt, stmt.variable, options, count, most, score if stmt.score is not None else None)
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
        before = self.frame.used
        most = len(stmt.conditions)
        options = self.frame.take(most)
        count = self.code.fresh("count")
        self.add("i32.const", 0)
        self.add("local.set", count)
        for number, condition in enumerate(stmt.conditions):
            if condition is not None:
                unless = self.code.label("unless")
                self.add("block", unless)
                self.branch(condition, unless, when=False)
            self.into(options, count)
            self.add("i32.const", number)
            self.add("i32.store", options)
            self.stepped(count, 1)
            if condition is not None:
                self.add("end")
        scores = stmt.scores

        def score(at: str) -> None:
            assert scores is not None
            self.into(options, at)
            self.add("i32.load", options)
            branch = self.keep()
            *others, last = scores
            for number, part in enumerate(others):
                self.test(branch, "i32.eq", number)
                self.add("if", "branch", I32)
                self.value(part)
                self.add("else")
            self.value(last)
            for _ in others:
                self.add("end")

        self.choose(stmt, stmt.name, options, count, most, score if scores is not None else None)
        self.frame.used = before

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
        score: Callable[[str], None] | None,
    ) -> None:
        """One of the options in the frame comes into a variable.

        Args:
            stmt: The choice.
            name: The variable.
            options: Where in the frame the options stand.
            count: The variable that holds how many there are.
            most: How many there can be.
            score: Prints the score of the option whose index is in a variable; None where there are no scores.
        """
        out = self.code.label("chosen")
        self.add("block", out)
        self.test(count, "i32.eq", 0)
        if stmt.empty is None:
            self.add("if", "none")
            self.add("i32.const", NONE)
            self.add("local.set", name)
            self.add("br", out)
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
        values = self.frame.take(len(stmt.values))
        scores = self.frame.take(most) if score else 0
        best = self.code.fresh("best")
        self.add("i32.const", 0)
        self.add("local.set", best)
        told = stmt.worked or self.around.traced
        if stmt.values:
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
        if score is not None:
            if not stmt.worked:
                self.add("global.get", "policy")
                self.add("i32.eqz")
                self.add("if", "scored")
            self.score(count, score, scores, best, place.optional)
            if not stmt.worked:
                self.add("end")
        self.add("i32.const", stmt.site)
        self.at(options)
        if score is None:
            self.add("i32.const", 0)
        else:
            self.at(scores)
        self.add("local.get", count)
        self.at(values)
        self.add("i32.const", len(stmt.values))
        self.add("i32.const", int(place.optional))
        self.add("local.get", best)
        self.add("call", "answer" if self.around.traced else "decide")
        index = self.keep()
        if stmt.empty is None:
            self.test(index, "i32.lt_s", 0)
            self.add("if", "none")
            self.add("i32.const", NONE)
            self.add("local.set", name)
            self.add("br", out)
            self.add("end")
        self.into(options, index)
        self.add("i32.load", options)
        self.add("local.set", name)
        self.add("end")

    def at(self, offset: int) -> None:
        """An address in the frame."""
        self.add("local.get", "frame")
        self.add("i32.const", offset)
        self.add("i32.add")

    def score(self, count: str, score: Callable[[str], None], scores: int, best: str, optional: bool) -> None:
        """The scores come into the frame, and the index of the best into a variable: -1 where all are below 0."""
        at, greatest = self.code.fresh("at"), self.code.fresh("greatest")
        self.add("i32.const", 0)
        self.add("local.set", at)
        self.add("i32.const", NONE)  # less than any score
        self.add("local.set", greatest)
        with self.looped("scores") as (_, again):
            score(at)
            found = self.keep()
            self.into(scores, at)
            self.add("local.get", found)
            self.add("i32.store", scores)
            for known, other in ((at, best), (found, greatest)):
                self.add("local.get", known)
                self.add("local.get", other)
                self.add("local.get", found)
                self.add("local.get", greatest)
                self.add("i32.gt_s")
                self.add("select")
                self.add("local.set", other)
            self.stepped(at, 1)
            self.add("local.get", at)
            self.add("local.get", count)
            self.add("i32.lt_s")
            self.add("br_if", again)
        if optional:
            self.add("i32.const", -1)
            self.add("local.get", best)
            self.test(greatest, "i32.lt_s", 0)
            self.add("select")
            self.add("local.set", best)

    def ask_again(self, stmt: fs.AskAgain) -> None:
        """A standing offer: 1 where it is taken."""
        place = self.around.program.sites[stmt.site]
        assert isinstance(place, ChoiceSite)
        before = self.frame.used
        scores = self.frame.take(2)
        if stmt.wanted is None:
            self.add("i32.const", 0)
        else:
            self.value(stmt.wanted)
        best = self.keep()
        self.add("local.get", "frame")
        self.add("local.get", best)
        self.add("i32.eqz")
        self.add("i32.store", scores)
        self.add("local.get", "frame")
        self.test(best, "i32.eq", 1)
        self.add("i32.store", scores + WORD)
        self.add("i32.const", stmt.site)
        self.add("i32.const", self.around.constant((0, 1)))
        self.at(scores)
        self.add("i32.const", 2)
        self.add("i32.const", 0)
        self.add("i32.const", 0)
        self.add("i32.const", int(place.optional))
        self.add("local.get", best)
        self.add("call", "answer" if self.around.traced else "decide")
        self.add("local.set", stmt.name)
        self.frame.used = before
