"""Choices as instructions: options and scores are written to the frame, then a policy, the host or a die decides."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from attrs import frozen

from bombsight.backends.wasm.encoding import I32
from bombsight.backends.wasm.expressions import ExpressionPrinter
from bombsight.backends.wasm.memory import WORD
from bombsight.backends.wasm.module import FunctionCode
from bombsight.backends.wasm.runtime_functions import other_player_test
from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs
from bombsight.flat.passes.facts import is_effect_free
from bombsight.flat.sites import ChoiceSite
from bombsight.flat.types import NONE


def certain_branch(stmt: fs.AskBranch) -> int | None:
    """Return the number of the answer (branch) that the autopilot always takes; None if that depends on conditions.

    The other options need not be collected for the autopilot; only conditions that may fault or take steps are
    evaluated.
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
class BestOption:
    """Variables and memory of the search for a choice's best option.

    Attributes:
        scores: Offset of the scores in the frame; None without scores.
        greatest: The variable that holds the greatest score.
        found: The variable that holds the option, or in traced code its index.
    """

    scores: int | None
    greatest: str
    found: str


class ChoicePrinter(ExpressionPrinter):
    """Prints choices of members and branches, draws, and standing offers."""

    def emit_ask(self, stmt: fs.Ask) -> None:
        """Emit a choice of one of the members of a domain."""
        before = self.frame.used
        most = stmt.source.most
        options, count = self.emit_gather_options(stmt)

        def emit_scores(best: BestOption) -> None:
            """Callback of the choice: emit a loop that evaluates the score of each option and keeps the best."""
            assert stmt.score is not None
            at = self.code.fresh_local("at")
            self.add("i32.const", 0)
            self.add("local.set", at)
            with self.loop_block("scores") as (_, again):
                self.emit_indexed_address(options, at)
                self.add("i32.load", options)
                self.add("local.set", stmt.variable)
                self.emit_value(stmt.score)
                self.emit_score_update(best, at, lambda: self.add("local.get", stmt.variable))
                self.emit_step(at, 1)
                self.add("local.get", at)
                self.add("local.get", count)
                self.add("i32.lt_s")
                self.add("br_if", again)

        self.emit_choose(stmt, stmt.variable, options, count, most, emit_scores if stmt.score is not None else None)
        self.frame.used = before

    def emit_gather_options(self, stmt: fs.Ask | fs.DrawMember) -> tuple[int, str]:
        """Emit a loop that writes the options to the stack frame; return their offset and the counting variable."""
        options = self.frame.allocate(stmt.source.most)
        count = self.code.fresh_local("count")
        self.add("i32.const", 0)
        self.add("local.set", count)

        def emit_option(member: str, exit_label: str) -> None:
            # Each member is written after the options; the next overwrites it unless the condition holds. A branch
            # would often be mispredicted, which takes longer than a useless store.
            """Callback of the loop: emit the writing of a member to the frame, if it satisfies the condition."""
            self.emit_indexed_address(options, count)
            self.add("local.get", member)
            self.add("i32.store", options)
            if stmt.where is None:
                self.emit_step(count, 1)
            else:
                self.emit_value(stmt.where)
                self.add("local.get", count)
                self.add("i32.add")
                self.add("local.set", count)

        self.emit_member_loop(stmt.variable, stmt.source, None, emit_option)
        return options, count

    def emit_draw_member(self, stmt: fs.DrawMember) -> None:
        """Emit a random draw of one of the members of a domain."""
        before = self.frame.used
        members, count = self.emit_gather_options(stmt)
        if stmt.empty is not None:
            self.emit_comparison(count, "i32.eq", 0)
            self.emit_fault_if(stmt.empty)
        self.add("i32.const", stmt.site)
        self.emit_frame_address(members)
        self.add("local.get", count)
        self.add("call", "draw")
        self.add("local.set", stmt.variable)
        self.frame.used = before

    def emit_ask_branch(self, stmt: fs.AskBranch) -> None:
        """Emit a choice between named answers (branches)."""
        certain = None if self.context.traced else certain_branch(stmt)
        if certain is not None:
            self.code.add_text(other_player_test(hosted=self.context.hosted))
            self.add("if", "others")
        before = self.frame.used
        most = len(stmt.conditions)
        options = self.frame.allocate(most)
        count = self.code.fresh_local("count")
        self.add("i32.const", 0)
        self.add("local.set", count)
        offered: dict[int, str] = {}
        for number, condition in enumerate(stmt.conditions):
            if condition is not None:
                offered[number] = self.code.fresh_local("offered")
                self.add("i32.const", 0)
                self.add("local.set", offered[number])
                unless = self.code.fresh_label("unless")
                self.add("block", unless)
                self.emit_branch(condition, unless, when=False)
                self.add("i32.const", 1)
                self.add("local.set", offered[number])
            self.emit_indexed_address(options, count)
            self.add("i32.const", number)
            self.add("i32.store", options)
            self.emit_step(count, 1)
            if condition is not None:
                self.add("end")

        def emit_scores(best: BestOption) -> None:
            """Callback of the choice: emit the evaluation of the score of each offered answer, which keeps the best."""
            assert stmt.scores is not None
            at = self.code.fresh_local("at")
            self.add("i32.const", 0)
            self.add("local.set", at)
            for number, score in enumerate(stmt.scores):
                if number in offered:
                    self.add("local.get", offered[number])
                    self.add("if", "offered")
                self.emit_value(score)
                self.emit_score_update(best, at, partial(self.add, "i32.const", number))
                self.emit_step(at, 1)
                if number in offered:
                    self.add("end")

        self.emit_choose(stmt, stmt.name, options, count, most, emit_scores if stmt.scores is not None else None)
        self.frame.used = before
        if certain is not None:
            self.add("else")
            for condition in stmt.conditions:
                if condition is not None and not is_effect_free(condition):
                    self.emit_value(condition)
                    self.add("drop")
            self.add("i32.const", certain)
            self.add("local.set", stmt.name)
            self.add("end")

    def emit_indexed_address(self, offset: int, index: str) -> None:
        """Emit the address of word ``index`` in the stack frame; the following load or store adds ``offset``."""
        self.add("local.get", "frame")
        self.add("local.get", index)
        self.add("i32.const", 2)
        self.add("i32.shl")
        self.add("i32.add")

    def emit_choose(
        self,
        stmt: fs.Ask | fs.AskBranch,
        name: str,
        options: int,
        count: str,
        max_options: int,
        emit_scores: Callable[[BestOption], None] | None,
    ) -> None:
        """Emit the decision among the options in the stack frame, and its assignment to a variable.

        Args:
            stmt: The choice.
            name: The variable.
            options: Offset of the options in the frame.
            count: The variable that holds their number.
            max_options: The most options there can be.
            emit_scores: Emits the score of each option; None without scores.
        """
        out = self.code.fresh_label("chosen")
        self.add("block", out)
        self.emit_comparison(count, "i32.eq", 0)
        if stmt.empty is None:
            self.add("if", "none")
            self.emit_none_chosen(name, out)
            self.add("end")
        else:
            self.emit_fault_if(stmt.empty)
            self.emit_comparison(count, "i32.eq", 1)
            self.add("if", "single")
            self.add("local.get", "frame")
            self.add("i32.load", options)
            self.add("local.set", name)
            self.add("br", out)
            self.add("end")
        traced = self.context.traced
        values = self.frame.allocate(len(stmt.values))
        needs_values = stmt.worked or traced
        if stmt.values and (needs_values or self.context.hosted):
            if not needs_values:
                self.add("global.get", "hosted")
                self.add("if", "hosted")
            for number, value in enumerate(stmt.values):
                self.add("local.get", "frame")
                self.emit_value(value)
                self.add("i32.store", values + WORD * number)
            if not needs_values:
                self.add("end")
        site = self.context.program.sites[stmt.site]
        assert isinstance(site, ChoiceSite)
        best = BestOption(
            scores=self.frame.allocate(max_options) if emit_scores is not None else None,
            greatest=self.code.fresh_local("greatest"),
            found=self.code.fresh_local("best"),
        )
        if emit_scores is None:
            self.emit_first_option(options, best)
        else:
            self.emit_best_option(stmt, best, emit_scores)
        if not traced:
            self.code.add_text(other_player_test(hosted=self.context.hosted))
            self.add("if", "others")
        self.add("i32.const", stmt.site)
        self.emit_frame_address(options)
        if best.scores is None:
            self.add("i32.const", 0)
        else:
            self.emit_frame_address(best.scores)
        self.add("local.get", count)
        self.emit_frame_address(values)
        self.add("i32.const", len(stmt.values))
        self.add("i32.const", int(site.optional))
        if traced:
            self.emit_best_or_none(best, -1, optional=site.optional and emit_scores is not None)
            self.add("call", "answer")
        else:
            self.add("i32.const", 0)  # unused: the autopilot's index
            self.add("call", "choose")
        index = self.pop_to_local()
        if stmt.empty is None:
            self.emit_comparison(index, "i32.lt_s", 0)
            self.add("if", "none")
            self.emit_none_chosen(name, out)
            self.add("end")
        self.emit_indexed_address(options, index)
        self.add("i32.load", options)
        self.add("local.set", name)
        if not traced:
            self.add("else")
            self.emit_best_or_none(best, NONE, optional=site.optional and emit_scores is not None)
            self.add("local.set", name)
            self.add("end")
        self.add("end")

    def emit_none_chosen(self, name: str, end_label: str) -> None:
        """Emit the end of a choice without options: assign none to the variable ``name``, leave the labelled block."""
        self.add("i32.const", NONE)
        self.add("local.set", name)
        self.add("br", end_label)

    def emit_first_option(self, options: int, best: BestOption) -> None:
        """Emit the assignment of the first option (in traced code, its index) as the best, for want of scores."""
        if self.context.traced:
            self.add("i32.const", 0)
        else:
            self.add("local.get", "frame")
            self.add("i32.load", options)
        self.add("local.set", best.found)

    def emit_best_option(
        self, stmt: fs.Ask | fs.AskBranch, best: BestOption, emit_scores: Callable[[BestOption], None]
    ) -> None:
        """Emit the search for the best option, which runs only for the autopilot, unless scores are needed anyway."""
        self.add("i32.const", 0)
        self.add("local.set", best.found)
        if not stmt.worked:
            self.add("global.get", "policy")
            self.add("i32.eqz")
            self.add("if", "scored")
        self.add("i32.const", NONE)  # less than any score
        self.add("local.set", best.greatest)
        emit_scores(best)
        if not stmt.worked:
            self.add("end")

    def emit_score_update(self, best: BestOption, index: str, emit_option: Callable[[], None]) -> None:
        """Emit the update of the best option if the score on the stack is greater; ``emit_option`` emits the option."""
        assert best.scores is not None
        score = self.pop_to_local()
        self.emit_indexed_address(best.scores, index)
        self.add("local.get", score)
        self.add("i32.store", best.scores)
        if self.context.traced:
            self.add("local.get", index)
        else:
            emit_option()
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

    def emit_best_or_none(self, best: BestOption, none_value: int, *, optional: bool) -> None:
        """Emit the best option as the answer, or none if that is allowed and all scores are below 0."""
        if optional:
            self.add("i32.const", none_value)
        self.add("local.get", best.found)
        if optional:
            self.emit_comparison(best.greatest, "i32.lt_s", 0)
            self.add("select")

    def emit_frame_address(self, offset: int) -> None:
        """Emit the memory address of an offset in the stack frame."""
        self.add("local.get", "frame")
        self.add("i32.const", offset)
        self.add("i32.add")

    def emit_ask_again(self, stmt: fs.AskAgain) -> None:
        """Emit the question whether the player throws the dice again (a standing offer): 1 for yes."""
        if stmt.wanted is not None:
            self.emit_value(stmt.wanted)
        self.add("call", self.offer_function(stmt))
        self.add("local.set", stmt.name)

    def offer_function(self, stmt: fs.AskAgain) -> str:
        """Return the name of the function that asks whether to throw again (a standing offer), made at the first use.

        It is a function of its own, so that nothing is evaluated for it before a throw: few throws may be repeated.
        """
        name = f"offer {stmt.site}" + (" never wanted" if stmt.wanted is None else "")
        if name not in self.context.offers:
            site = self.context.program.sites[stmt.site]
            assert isinstance(site, ChoiceSite)
            never = stmt.wanted is None
            code = FunctionCode(name, {} if never else {"best": I32}, (I32,), apart=True)
            best = ("i32.const", 0) if never else ("local.get", "best")
            scores = self.context.constant_address(
                (1, 0, 1)
            )  # scores of keep and again; shifted by one word if again is better
            code.add("i32.const", stmt.site)
            code.add("i32.const", self.context.constant_address((0, 1)))
            code.add(*best)
            code.add("i32.const", WORD)
            code.add("i32.mul")
            code.add("i32.const", scores)
            code.add("i32.add")
            code.add("i32.const", 2)
            code.add("i32.const", 0)
            code.add("i32.const", 0)
            code.add("i32.const", int(site.optional))
            code.add(*best)
            code.add("call", "answer" if self.context.traced else "decide")
            self.context.offers[name] = code
        return name
