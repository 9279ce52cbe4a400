"""Verification of a game's host: whether a seat's received messages agree with the revealed game.

The revealed answers are replayed by the rules, with the dice seeds that the secret and the shares give; every message
to the seat is compared with the replay's, and every commitment is opened.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, fields_dict, frozen

from bombsight.boundary.errors import InputError
from bombsight.runtime.run.play import Faulted
from bombsight.runtime.saves.reader import ParsedSave, parse_save
from bombsight.runtime.saves.records import Answer, Header, Throw
from bombsight.runtime.session.session import Session
from bombsight.service.common.document import Document
from bombsight.service.games.requests import Rules
from bombsight.service.play.play import Play
from bombsight.service.play.session_thread import SessionThread
from bombsight.service.play.start import make_dice
from bombsight.service.programs.loaders import load
from bombsight.service.saves.saved_rules import SavedRules, rules_of_save
from bombsight.service.seats.guest.seat_file import StoredMessage
from bombsight.service.seats.hosting.hosted_game import render_record_lines, render_save_lines, strip_machine_data
from bombsight.service.seats.protocol.commitments import Secret
from bombsight.service.seats.protocol.host_messages import Answered, GiveUp, Hello, Revealed, Seated, Share, Turn, Waits
from bombsight.service.seats.protocol.seating import WITH_SEED, TableTerms, make_seated_message
from bombsight.service.seats.verification.replay_arbiter import (
    ReplayArbiter,
    VerificationFault,
    build_transcript,
    find_differences,
)
from bombsight.service.seats.verification.share_verification import (
    find_answer_faults,
    find_chain_faults,
    find_pending_faults,
    opened_shares,
)
from bombsight.service.seats.verification.undo_verification import find_undo_faults, first_move_of, list_branches
from bombsight.service.seats.verification.unknowns import list_unknowns
from bombsight.service.seats.visibility.referee import REFEREE_SEAT
from bombsight.service.seats.visibility.seat_view import seats_of

UNSEEDED_DICE = {"manual": "thrown by hand", "file": "those of a file"}
"""The kinds of dice that no table of two has, in words."""

NOT_IN_TERMS = frozenset(("document", "version", "seat"))
"""The fields of the first message that are no terms of the game."""


@frozen(kw_only=True)
class Checked(Document):
    """The result of verifying a seat's messages.

    Attributes:
        faults: The contradictions found, in words; empty if there are none.
        unknown: What cannot be verified, in words.
        turns: The number of turns that the seat received.
        answers: The number of answers of all seats.
        throws: The number of throws of dice.
        undos: What was taken back by consent, in words.
    """

    document = "checked"
    version = 4

    faults: tuple[str, ...]
    unknown: tuple[str, ...]
    turns: int
    answers: int
    throws: int
    undos: tuple[str, ...] = ()


def verify_seat_messages(own_messages: Sequence[StoredMessage], revealed: Revealed | None, rules: Rules) -> Checked:
    """Verify the messages that a seat received against the revealed game.

    Args:
        own_messages: The messages of the seat's file.
        revealed: The revealed information; None if there is none.
        rules: Where games and house rules lie.

    Raises:
        InputError: The file has no game, or the rules cannot be found, or cost more than the limit.
        WrongRules: The rules have errors.
    """
    seated = next((each for each in own_messages if isinstance(each, Seated)), None)
    if seated is None:
        raise InputError("this file tells of no game: nobody sat down")
    turns = sum(isinstance(each, Turn) for each in own_messages)
    if revealed is None:
        return Checked(
            faults=(describe_unrevealed(own_messages, seated),),
            unknown=list_unknowns(own_messages, seated, None),
            turns=turns,
            answers=0,
            throws=0,
        )
    saved = parse_save("".join(f"{line}\n" for line in revealed.save).encode(), "revealed")
    saved = evolve(saved, header=strip_machine_data(saved.header))  # untrusted: its paths must not be followed here
    faults = (
        *find_seal_faults(own_messages, seated, revealed),
        *find_terms_faults(seated, saved.header),
        *find_dice_faults(own_messages, seated, saved, revealed),
        *find_undo_faults(own_messages, seated, revealed),
    )
    undos: list[str] = []
    if not faults:
        saved_rules = rules_of_save(saved.header, "revealed", rules.folders, house=rules.house, limit=rules.limit)
        faults = (*find_seated_faults(seated, saved.header, saved_rules, revealed),)
        faults = faults or (*find_replay_faults(own_messages, seated, saved, revealed, saved_rules, undos),)
    return Checked(
        faults=faults,
        unknown=list_unknowns(own_messages, seated, revealed),
        turns=turns,
        answers=sum(isinstance(record, Answer) for record in saved.records),
        throws=sum(isinstance(record, Throw) for record in saved.records),
        undos=tuple(undos),
    )


def describe_unrevealed(own_messages: Sequence[StoredMessage], seated: Seated) -> str:
    """Describe the state of a game that its host has not revealed, from the seat's own file."""
    titles = {seat.name: seat.title for seat in seated.seats}
    host = f"{titles[seated.host]}, who hosts," if seated.host in titles else "the host"
    opened = [
        (at, each.move) for at, each in enumerate(own_messages) if isinstance(each, Share | Answered) and each.share
    ]
    last = max((at for at, each in enumerate(own_messages) if isinstance(each, Turn)), default=-1)
    if opened and opened[-1][0] > last:
        move = opened[-1][1]
        return f"{host} has had the share of move {move}, and has neither told what came of it nor revealed the game"
    return f"{host} has not revealed the game: it goes on, or he has left it"


def find_seal_faults(own_messages: Sequence[StoredMessage], seated: Seated, revealed: Revealed) -> Iterator[str]:
    """Yield, as sentences, what contradicts the commitment to the revealed secret before the game began."""
    waits = [each for each in own_messages if isinstance(each, Waits)]
    seals = {seated.seal, *(each.seal for each in waits)}
    if seals != {Secret(revealed.key).seal}:
        yield "the secret is another than the one that was sealed before the game"
    if any(isinstance(each, Seated) and each != seated for each in own_messages):
        yield "another game, or other commitments, were told of later"
    rest = (seated.protocol, {*seated.anchors}, seated.spares)
    for number, each in enumerate(waits, start=1):
        is_older = each.protocol == WITH_SEED and number < len(waits)  # sent before the host updated
        if seated.protocol != WITH_SEED and not is_older and (each.protocol, {*each.guests}, each.spares) != rest:
            yield "what the dice rest on is another than was told before"


def find_terms_faults(seated: Seated, header: Header) -> Iterator[str]:
    """Yield, as sentences, the differences between the agreed terms and the revealed save: rules, options, pins."""
    compared_pairs = {
        "the game": (seated.game, header.game),
        "the rules": (seated.rules, header.rules),
        "the options": (dict(seated.options), dict(header.options)),
        "the overlays": (seated.overlays, tuple(overlay.name for overlay in header.overlays)),
        "what is played": ((seated.entry, seated.args), (header.entry, header.args)),
        "what was settled beforehand": ((seated.pins, seated.fields), (header.pins, header.fields)),
    }
    for label, (told_value, played_value) in compared_pairs.items():
        if told_value != played_value:
            yield f"{label}: other than was told at the beginning"


def find_dice_faults(
    own_messages: Sequence[StoredMessage], seated: Seated, saved: ParsedSave, revealed: Revealed
) -> Iterator[str]:
    """Yield, as sentences, contradictions in how the dice were settled: their protocol, seed and shares.

    The arguments are those of :func:`find_replay_faults`.
    """
    header, secret = saved.header, Secret(revealed.key)
    if seated.dice == "own":
        if header.dice != "manual" or header.is_by_hand is False:
            yield "each was to throw his own dice, and they were thrown otherwise"
        if seated.anchors or seated.seed is not None or revealed.shares or revealed.moves or revealed.pending:
            yield "each threw his own dice, and shares of others were revealed nevertheless"
        if secret.derive_move_seed(0, {}) != header.seed:
            yield "the seed of what nobody throws is not made of the secret"
        return
    if header.dice != "seeded":
        yield f"the dice are said to be {UNSEEDED_DICE[header.dice]}; at a table of two a seed throws them"
        return
    if seated.seed is not None:
        if header.seed != seated.seed:
            yield f"the dice are those of seed {header.seed}, not of {seated.seed} as was told"
        if seated.anchors or revealed.shares or revealed.moves or revealed.pending or revealed.void:
            yield "somebody named the seed, and shares were revealed nevertheless"
    elif seated.protocol == WITH_SEED:
        names = {seat.name for seat in seated.seats}
        share = next((each.share for each in own_messages if isinstance(each, Hello) and each.share), None)
        if share is not None and revealed.shares.get(seated.seat) != share:
            yield "what this seat gave to the dice was not taken"
        if not revealed.shares.keys() <= names:
            yield f"shares of seats that there are none of: {', '.join(sorted(revealed.shares.keys() - names))}"
        if secret.derive_table_seed(revealed.shares) != header.seed:
            yield "the seed of the dice is not made of the secret and of what each gave to it"
    else:
        yield from find_chain_faults(own_messages, seated, saved, revealed)


def find_seated_faults(seated: Seated, header: Header, saved_rules: SavedRules, revealed: Revealed) -> Iterator[str]:
    """Yield, as sentences, how the description that the seat received differs from one of the revealed save.

    The arguments are those of :func:`find_replay_faults`; `header` is that of the save.
    """
    if seated.seat not in {REFEREE_SEAT, *(seat.name for seat in seats_of(saved_rules.program))}:
        yield "there is no such seat in this game"
    current = make_seated_message(saved_rules.program, header, terms_of(seated), Secret(revealed.key).seal, seated.seat)
    for name in fields_dict(Seated).keys() - NOT_IN_TERMS:
        if getattr(current, name) != getattr(seated, name):
            yield f"{name} of the game: other than was told at the beginning"


def terms_of(seated: Seated) -> TableTerms:
    """Extract the terms of the table from the message that describes the game."""
    return TableTerms(
        protocol=seated.protocol,
        is_seed_named=seated.seed is not None,
        host=seated.host,
        autos=seated.autos,
        anchors=seated.anchors,
        spares=seated.spares,
        asks=seated.asks,
        has_referee=seated.has_referee,
        dice=seated.dice,
    )


def find_replay_faults(
    own_messages: Sequence[StoredMessage],
    seated: Seated,
    saved: ParsedSave,
    revealed: Revealed,
    saved_rules: SavedRules,
    undos: list[str],
) -> Iterator[str]:
    """Replay the revealed game, and yield the sentence on its first difference from the seat's messages, if any.

    Args:
        own_messages: The messages of the seat's file.
        seated: The first of them, with the terms.
        saved: The revealed save.
        revealed: The revealed information.
        saved_rules: The rules of the save.
        undos: What was taken back is added here, in words.

    Raises:
        InputError: The rules cost more than the limit here, and did not where the game was hosted.
    """
    exchange, secret = SessionThread(), Secret(revealed.key)
    dice, source = make_dice(saved_rules.program, saved.header, exchange, "revealed")
    session = Session(saved_rules.program, saved.header, source, load=load)
    transcript = build_transcript(own_messages)
    with Play(session, saved_rules.request, exchange, None, dice) as play:
        try:
            is_left = bool(revealed.given_up or revealed.void)
            first, *_ = list_branches(saved, revealed)
            arbiter = ReplayArbiter(
                play,
                secret,
                seated,
                terms_of(seated),
                transcript,
                first,
                is_left=is_left,
                renames=revealed.renames,
            )
            replay_moves(arbiter, seated, saved, revealed, undos)
            check_end(arbiter, own_messages, seated, saved, revealed)
        except VerificationFault as fault:
            check_budget(session, saved)
            yield str(fault)
            return
        except InputError as error:
            check_budget(session, saved)
            answers = sum(isinstance(record, Answer) for record in session.records)
            yield f"answer {answers + 1}: {error.message}"
            return
        check_budget(session, saved)
        is_old = seated.protocol == WITH_SEED  # its revealed header has more fields
        yield from find_differences(play, saved, [*render_save_lines(session)][is_old:], revealed.save[is_old:])
        yield from find_answer_faults(own_messages, seated, revealed, secret)
        yield from find_pending_faults(own_messages, seated, revealed, arbiter)


def check_budget(session: Session, saved: ParsedSave) -> None:
    """Raise if the replay stopped at a budget that the host had raised on his machine.

    Otherwise the host would be accused of a game that went on for that reason only.

    Raises:
        InputError: The rules cost more than the limit here, and the game did not end for that.
    """
    outcome = session.outcome
    if not isinstance(outcome, Faulted) or not outcome.is_over_budget:
        return
    if saved.end is None or saved.end.fault != outcome.message:
        message = f"it cannot be played again: {outcome.message} ({outcome.origin.place})"
        raise InputError(f"{message}; --limit N allows N times as much", "", "Say the N that it was hosted with.")


def replay_moves(
    arbiter: ReplayArbiter, seated: Seated, saved: ParsedSave, revealed: Revealed, undos: list[str]
) -> None:
    """Repeat all revealed moves and undos, or all answers in a game without shares of the dice; raise at a difference.

    The arguments are those of :func:`find_replay_faults`.

    Raises:
        VerificationFault: One was not possible, or a message differs.
        InputError: The game cannot go on.
    """
    *earlier_branches, _ = branches = list_branches(saved, revealed)
    for place, (undo, branch) in enumerate(zip(revealed.undos, earlier_branches, strict=True)):
        replay_branch(arbiter, seated, branch, revealed, undo.moves)
        lines = render_record_lines(arbiter.play.session.records)
        recorded_lines = render_record_lines(branch.records)
        for fault in find_differences(arbiter.play, branch, lines, recorded_lines):
            raise VerificationFault(f"before request {undo.number} to take something back, {fault}")
        if seated.anchors and first_move_of(undo, revealed.undos[:place], branch) != undo.back_to:
            raise VerificationFault(f"an undo is said to have gone back to move {undo.back_to}, and did not")
        description = arbiter.describe_undo(undo)
        arbiter.follow_branch(branches[place + 1])
        arbiter.replay_undo(undo)
        undos.append(description)
    replay_branch(arbiter, seated, saved, revealed, len(revealed.moves))
    arbiter.compare_messages()


def replay_branch(
    arbiter: ReplayArbiter, seated: Seated, branch: ParsedSave, revealed: Revealed, move_count: int
) -> None:
    """Repeat the moves up to a number, or the answers of a branch, which ended at an undo or at the end.

    Raises:
        VerificationFault: One was not possible, or a message differs.
        InputError: The game cannot go on.
    """
    answers = [record for record in branch.records if isinstance(record, Answer)]
    if seated.anchors:
        secret, shares = Secret(revealed.key), opened_shares(revealed)
        for number in range(arbiter.moves + 1, min(move_count, len(revealed.moves)) + 1):
            seed = secret.derive_move_seed(number, {seat: each[number] for seat, each in shares.items()})
            arbiter.replay_move(revealed.moves[number - 1], seed)
    else:
        while not arbiter.is_over and arbiter.answer_count < len(answers):
            arbiter.replay_answer(answers[arbiter.answer_count])


def check_end(
    arbiter: ReplayArbiter, own_messages: Sequence[StoredMessage], seated: Seated, saved: ParsedSave, revealed: Revealed
) -> None:
    """Raise unless the replay ends as revealed, and every message of the seat was compared.

    The arguments are those of :func:`find_replay_faults`.

    Raises:
        VerificationFault: It did not.
    """
    answers = len(arbiter.answers)
    arbiter.check_all_compared()
    is_over = arbiter.is_over
    reached = {**arbiter.reached, arbiter.undone: arbiter.question_number(seated.seat)}
    for undone, number in sorted(arbiter.transcript.given.keys() - arbiter.taken) if seated.anchors else ():
        if number < reached.get(undone, 0):
            raise VerificationFault(f"question {number} was answered here, and another answer was taken")
    if is_over and (revealed.given_up or revealed.void):
        raise VerificationFault("the game came to its end, and yet somebody is said to have given it up")
    if not is_over and not (revealed.given_up or revealed.void):
        raise VerificationFault(f"{answers} answers are revealed, and the game goes on behind them")
    if revealed.given_up and revealed.given_up not in {seat.name for seat in seated.seats}:
        raise VerificationFault("nobody sits there who is said to have given the game up")
    has_given_up = any(isinstance(each, GiveUp) for each in own_messages)
    if seated.protocol != WITH_SEED and revealed.given_up == seated.seat and not has_given_up:
        raise VerificationFault("this seat is said to have given the game up, and did not")
