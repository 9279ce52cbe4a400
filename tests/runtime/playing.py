"""Ways to play the hand-written program in tests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bombsight.runtime.callbacks import (
    Ask,
)
from bombsight.runtime.dice import SeededDice
from bombsight.runtime.run.journal import Journal
from bombsight.runtime.run.play import Outcome, new_journal, run
from bombsight.runtime.run.policies import Pause, autopilot_policy, random_policy
from bombsight.runtime.saves.records import Header, new_header
from bombsight.runtime.session.session import Session
from tests.runtime.harbour import harbour, load


def played(seed: int, hours: int = 4) -> tuple[Outcome, Journal]:
    """A run with random choices."""
    program = harbour()
    journal = new_journal(program, program.mission)
    ask, _ = random_policy(program, seed)
    return run(program, program.mission, (hours,), SeededDice(seed).throw, ask, journal, load=load), journal


def header(seed: int = 3, hours: int = 4, **more: Any) -> Header:
    return new_header(harbour(), seed=seed, args=(hours,), **more)


def session(seed: int = 3, hours: int = 4, **more: Any) -> Session:
    return Session(harbour(), header(seed, hours), SeededDice(seed), **more, load=load)


def answering(choices: Iterable[int]) -> Ask:
    """A policy that takes the option with each number (around, where there are fewer), then pauses."""
    coming = iter(choices)

    def ask(site, options, score, values):
        choice = next(coming, None)
        if choice is None:
            raise Pause
        return choice % len(options)

    return ask


def auto() -> Ask:
    return autopilot_policy(harbour())
