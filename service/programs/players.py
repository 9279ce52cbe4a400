"""Players of many runs, and policies by name: the choice of the fastest backend."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, assert_never

from bombsight.boundary.errors import InputError
from bombsight.boundary.wording import either
from bombsight.dsl.caches import cache_folder
from bombsight.dsl.file_kind import PREFERENCES
from bombsight.flat.fixed_dice import with_fixed_dice
from bombsight.flat.program import Entry, Program
from bombsight.flat.sites import RollSite
from bombsight.flat.slices import PolicyName, Slice
from bombsight.runtime.batch.batch import BatchPlayer, play_slices
from bombsight.runtime.batch.endless_guard import stop_if_endless
from bombsight.runtime.batch.lookahead import Lookahead, Moment
from bombsight.runtime.batch.rollout_policy import thoughtful_player, thoughtful_policy
from bombsight.runtime.callbacks import (
    Ask,
)
from bombsight.runtime.run.policies import autopilot_policy, random_policy
from bombsight.service.programs.loaders import CODE_FOLDER, load

if TYPE_CHECKING:  # simulations need no sessions and saves
    from bombsight.runtime.session.session import Session


def has_wasmtime() -> bool:
    """Whether the optional package ``wasmtime``, which speeds up simulation, is installed."""
    return find_spec("wasmtime") is not None


def make_player(program: Program, entry: Entry) -> BatchPlayer:
    """Make a batch player (a function that simulates many runs) of a program's entry, for any policy."""
    simple_player = make_simple_player(program, entry)

    def make_rollout_player(program: Program, horizon: Entry) -> BatchPlayer:
        """Make the player of rollouts, which is the simple one where they end as the runs do."""
        return simple_player if horizon == entry else make_simple_player(program, horizon)

    rollout_player = thoughtful_player(Lookahead(program, entry, make_rollout_player), load)

    def play(
        args: Sequence[int],
        count: int,
        seed: int,
        policy: PolicyName = "auto",
        first: int = 0,
        script: Sequence[int] = (),
        state: Sequence[int] | None = None,
    ) -> Iterator[Slice]:
        """Callback for batch runs: simulate ``count`` runs under a policy, and yield their results slice by slice."""
        match policy:
            case "auto" | "random":
                return simple_player(args, count, seed, policy, first, script, state)
            case "learned":
                return simple_player(args, count, seed, "auto", first, script, state)
            case "thoughtful":
                return rollout_player(args, count, seed, policy, first, script, state)
            case _:
                assert_never(policy)

    return play


def make_simple_player(program: Program, entry: Entry) -> BatchPlayer:
    """Make a batch player for the policies without lookahead: by WebAssembly where possible, else by Python.

    Both give the same results. They give up if the first runs all take too long
    (:mod:`bombsight.runtime.batch.endless_guard`).
    """
    return stop_if_endless(make_wasm_player(program, entry) or partial(play_slices, program, entry, load=load), program)


def make_wasm_player(program: Program, entry: Entry) -> BatchPlayer | None:
    """Make a batch player that runs WebAssembly; None without ``wasmtime``, or if memory is short."""
    if not has_wasmtime():
        return None
    from bombsight.backends.wasm.module_cache import NoRoomError
    from bombsight.backends.wasm.runs import Runner

    try:
        return Runner(program, entry, cache_folder() / CODE_FOLDER).play
    except NoRoomError:
        return None


def is_short_of_memory() -> bool:
    """Whether ``wasmtime`` is installed, but this process lacks the memory that it reserves."""
    if not has_wasmtime():
        return False
    from bombsight.backends.wasm.module_cache import has_room

    return not has_room()


def moment_of(session: Session) -> Moment:
    """Return the moment of a session's run at which it waits."""
    return Moment(session.header.args, session.script, session.checkpoints.current)


def lookahead_program(session: Session) -> Program:
    """Copy a session's program for lookahead runs, with the session's pinned dice fixed."""
    return with_pinned_faces(session.program, session.pinned_faces)


def with_pinned_faces(program: Program, pinned_faces: Mapping[int, tuple[int, ...]]) -> Program:
    """Copy a program with fixed faces for the dice of some roll sites (code locations that throw dice)."""
    totals = {}
    for site, faces in pinned_faces.items():
        roll_site = program.sites[site]
        assert isinstance(roll_site, RollSite)
        totals[site] = roll_site.dice.outcome(faces)
    return with_fixed_dice(program, totals)


def check_preferences(program: Program) -> None:
    """Raise unless preferences are in force: those of the game's folder, or of a file.

    Raises:
        InputError: None are.
    """
    if not any(overlay.startswith(f"{PREFERENCES} ") for overlay in program.overlays):
        python = f"Learn some: bombsight.learn({program.game!r}, out='learned.rules')"
        raise InputError(
            f"no preferences are in force in {program.title}",
            "",
            either(
                f"Learn some: `bombsight learn {program.game} -o learned.rules`, then add --preferences learned.rules.",
                f"{python}, then give Rules(house=['learned.rules']).",
            ),
        )


def make_policy(name: PolicyName, session: Session) -> Ask:
    """Make the policy (the function that answers questions) with a name, for a session.

    Raises:
        InputError: The policy is thoughtful, and the rules count nothing as good or bad; or it is learned, and no
            preferences are in force.
    """
    program, seed = session.program, session.header.seed
    match name:
        case "learned":
            check_preferences(program)
            return autopilot_policy(program)
        case "auto":
            return autopilot_policy(program)
        case "random":
            return random_policy(program, seed)[0]
        case "thoughtful":
            lookahead = Lookahead(lookahead_program(session), session.entry, make_simple_player)
            ask, restart = thoughtful_policy(lookahead, partial(moment_of, session))
            restart(seed)
            return ask
        case _:
            assert_never(name)
