"""Who plays many runs, and who answers: where policies and the fastest backend are found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, assert_never

from bombsight.dsl.caches import cache_folder
from bombsight.flat.fixed_dice import with_laid_dice
from bombsight.flat.program import Entry, Program
from bombsight.flat.sites import RollSite
from bombsight.flat.slices import PolicyName, Slice
from bombsight.runtime.batch.batch import Player, slices
from bombsight.runtime.batch.endless import patient
from bombsight.runtime.batch.thoughtful import thoughtful, thoughtful_player
from bombsight.runtime.callbacks import (
    Ask,
)
from bombsight.runtime.run.policies import autopilot, random_policy
from bombsight.service.programs.machines import CODE, load

if TYPE_CHECKING:  # simulations play without sessions, and without what saves them
    from bombsight.runtime.session.session import Session


def faster() -> bool:
    """Whether the extra that plays many runs fast is installed."""
    return find_spec("wasmtime") is not None


def player(program: Program, entry: Entry) -> Player:
    """What plays many runs of an entry, by any policy: the one place where policies are found by their names.

    Args:
        program: The flat program.
        entry: Its mission or career.
    """
    ahead = autopiloted(program, entry)
    thinking = thoughtful_player(program, entry, ahead, load)

    def play(
        args: Sequence[int],
        count: int,
        seed: int,
        policy: PolicyName = "auto",
        first: int = 0,
        script: Sequence[int] = (),
    ) -> Iterator[Slice]:
        match policy:
            case "auto" | "random":
                return ahead(args, count, seed, policy, first, script)
            case "thoughtful":
                return thinking(args, count, seed, policy, first, script)
            case _:
                assert_never(policy)

    return play


def autopiloted(program: Program, entry: Entry) -> Player:
    """What plays by the policies that go by a question alone: WebAssembly where it can run, else Python.

    Both give the same. They give up where the first runs all go on for too long
    (:mod:`bombsight.runtime.batch.endless`).
    """
    return patient(natively(program, entry) or partial(slices, program, entry, load=load), program)


def natively(program: Program, entry: Entry) -> Player | None:
    """What plays in WebAssembly; None where the extra is not installed, or there is no room for the module."""
    if not faster():
        return None
    from bombsight.backends.wasm.compiled import NoRoomError
    from bombsight.backends.wasm.runs import Runner

    try:
        return Runner(program, entry, cache_folder() / CODE).play
    except NoRoomError:
        return None


def is_short_of_room() -> bool:
    """Whether the extra is installed, and this process has not the memory that it needs."""
    if not faster():
        return False
    from bombsight.backends.wasm.compiled import has_room

    return not has_room()


def ahead_of(session: Session) -> Program:
    """The program of the runs that look ahead from a session: dice that are pinned are so in them, too."""
    return with_laid_faces(session.program, session.laid)


def with_laid_faces(program: Program, laid: Mapping[int, tuple[int, ...]]) -> Program:
    """A program in which dice show the faces that are laid at the sites of their rolls."""
    shown = {}
    for site, faces in laid.items():
        place = program.sites[site]
        assert isinstance(place, RollSite)
        shown[site] = place.dice.total(faces)
    return with_laid_dice(program, shown)


def policy_of(name: PolicyName, session: Session) -> Ask:
    """The policy of this name, for a session.

    Raises:
        InputError: It is thoughtful, and nothing that the rules count is good or bad.
    """
    program, seed = session.program, session.header.seed
    match name:
        case "auto":
            return autopilot(program)
        case "random":
            return random_policy(program, seed)[0]
        case "thoughtful":
            ahead = autopiloted(ahead_of(session), session.entry)
            ask, restart = thoughtful(program, session.entry, session.header.args, ahead, session.script)
            restart(seed)
            return ask
        case _:
            assert_never(name)
