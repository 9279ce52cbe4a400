"""Checking an arbiter: whether what a seat was told is what happened, now that all is revealed.

The game is played again by the rules and the answers that were revealed, with dice by the seeds that the secret and the
shares make; all that the seat was told of it is compared with what it is told now, and each commitment is opened.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, fields_dict, frozen

from bombsight.boundary.errors import InputError
from bombsight.runtime.run.play import Faulted
from bombsight.runtime.saves.reader import Saved, parse_save
from bombsight.runtime.saves.records import Answer, Header, Throw
from bombsight.runtime.session.session import Session
from bombsight.service.common.document import Document
from bombsight.service.games.requests import Rules
from bombsight.service.play.play import Play
from bombsight.service.play.session_thread import Exchange
from bombsight.service.play.start import dice_for
from bombsight.service.programs.machines import load
from bombsight.service.saves.rules import SavedRules, rules_of_save
from bombsight.service.seats.commitments import Secret
from bombsight.service.seats.game import bare, save_lines
from bombsight.service.seats.messages import Answered, GiveUp, Hello, Revealed, Seated, Share, Turn, Waits
from bombsight.service.seats.record import Kept
from bombsight.service.seats.rerun import FoundFault, Rerun, differences, story_of
from bombsight.service.seats.seating import WITH_SEED, Agreed, seated_at
from bombsight.service.seats.shares_checked import chains, pending_faults, settled, wanted_faults
from bombsight.service.seats.unknown import unknown
from bombsight.service.seats.visibility import seats

OTHER_DICE = {"manual": "thrown by hand", "file": "those of a file"}
"""Dice that no table has, in words."""

NOT_AGREED = frozenset(("document", "version", "seat"))
"""What of what was told at the beginning is no part of what was agreed."""


@frozen(kw_only=True)
class Checked(Document):
    """What came of checking what a seat was told.

    Attributes:
        faults: What is not as it was told, in words; empty where all is.
        unknown: What cannot be known of it, in words.
        turns: How many times the seat was told something.
        answers: How many answers there were, all seats together.
        throws: How many throws of dice.
    """

    document = "checked"
    version = 3

    faults: tuple[str, ...]
    unknown: tuple[str, ...]
    turns: int
    answers: int
    throws: int


def check(own: Sequence[Kept], revealed: Revealed | None, rules: Rules) -> Checked:
    """Compare what a seat was told with what was revealed.

    Args:
        own: The seat's file.
        revealed: What was revealed; None where nothing was.
        rules: Where games and house rules lie.

    Raises:
        InputError: The file tells of no game, or the rules are not to be had, or cost more than they may.
        WrongRules: The rules have errors.
    """
    seated = next((each for each in own if isinstance(each, Seated)), None)
    if seated is None:
        raise InputError("this file tells of no game: nobody sat down")
    turns = sum(isinstance(each, Turn) for each in own)
    if revealed is None:
        return Checked(
            faults=(unrevealed(own, seated),), unknown=unknown(seated, None), turns=turns, answers=0, throws=0
        )
    saved = parse_save("".join(f"{line}\n" for line in revealed.save).encode(), "revealed")
    saved = evolve(saved, header=bare(saved.header))  # another wrote it: no path in it is followed on this machine
    faults = (
        *sealed(own, seated, revealed),
        *agreed(seated, saved.header),
        *settled_dice(own, seated, saved, revealed),
    )
    if not faults:
        found = rules_of_save(saved.header, "revealed", rules.folders, house=rules.house, limit=rules.limit)
        faults = (*told_at_first(seated, saved.header, found, revealed),)
        faults = faults or (*played_again(own, seated, saved, revealed, found),)
    return Checked(
        faults=faults,
        unknown=unknown(seated, revealed),
        turns=turns,
        answers=sum(isinstance(record, Answer) for record in saved.records),
        throws=sum(isinstance(record, Throw) for record in saved.records),
    )


def unrevealed(own: Sequence[Kept], seated: Seated) -> str:
    """What the seat's file shows alone, where nothing was revealed."""
    titles = {seat.name: seat.title for seat in seated.seats}
    host = f"{titles[seated.host]}, who hosts," if seated.host in titles else "the host"
    opened = [(at, each.move) for at, each in enumerate(own) if isinstance(each, Share | Answered) and each.share]
    last = max((at for at, each in enumerate(own) if isinstance(each, Turn)), default=-1)
    if opened and opened[-1][0] > last:
        move = opened[-1][1]
        return f"{host} has had the share of move {move}, and has neither told what came of it nor revealed the game"
    return f"{host} has not revealed the game: it goes on, or he has left it"


def sealed(own: Sequence[Kept], seated: Seated, revealed: Revealed) -> Iterator[str]:
    """What is wrong with the secret, and with what was told before the game began."""
    waits = [each for each in own if isinstance(each, Waits)]
    seals = {seated.seal, *(each.seal for each in waits)}
    if seals != {Secret(revealed.key).seal}:
        yield "the secret is another than the one that was sealed before the game"
    if any(isinstance(each, Seated) and each != seated for each in own):
        yield "another game, or other commitments, were told of later"
    rest = (seated.protocol, {*seated.anchors}, seated.spares)
    for number, each in enumerate(waits, start=1):
        is_older = each.protocol == WITH_SEED and number < len(waits)  # told before the host had this version
        if seated.protocol != WITH_SEED and not is_older and (each.protocol, {*each.guests}, each.spares) != rest:
            yield "what the dice rest on is another than was told before"


def agreed(seated: Seated, header: Header) -> Iterator[str]:
    """What was played otherwise than was agreed: rules, options, dice."""
    told = {
        "the game": (seated.game, header.game),
        "the rules": (seated.rules, header.rules),
        "the options": (dict(seated.options), dict(header.options)),
        "the overlays": (seated.overlays, tuple(overlay.name for overlay in header.overlays)),
        "what is played": ((seated.entry, seated.args), (header.entry, header.args)),
        "what was settled beforehand": ((seated.pins, seated.fields), (header.pins, header.fields)),
    }
    for what, (before, now) in told.items():
        if before != now:
            yield f"{what}: other than was told at the beginning"


def settled_dice(own: Sequence[Kept], seated: Seated, saved: Saved, revealed: Revealed) -> Iterator[str]:
    """What is wrong with what the dice rest on."""
    header, secret = saved.header, Secret(revealed.key)
    if header.dice != "seeded":
        yield f"the dice are said to be {OTHER_DICE[header.dice]}; at a table of two a seed throws them"
        return
    if seated.seed is not None:
        if header.seed != seated.seed:
            yield f"the dice are those of seed {header.seed}, not of {seated.seed} as was told"
        if seated.anchors or revealed.shares or revealed.moves or revealed.pending or revealed.void:
            yield "somebody named the seed, and shares were revealed nevertheless"
    elif seated.protocol == WITH_SEED:
        names = {seat.name for seat in seated.seats}
        share = next((each.share for each in own if isinstance(each, Hello) and each.share), None)
        if share is not None and revealed.shares.get(seated.seat) != share:
            yield "what this seat gave to the dice was not taken"
        if not revealed.shares.keys() <= names:
            yield f"shares of seats that there are none of: {', '.join(sorted(revealed.shares.keys() - names))}"
        if secret.seed_of_table(revealed.shares) != header.seed:
            yield "the seed of the dice is not made of the secret and of what each gave to it"
    else:
        yield from chains(own, seated, saved, revealed)


def told_at_first(seated: Seated, header: Header, found: SavedRules, revealed: Revealed) -> Iterator[str]:
    """What was told at the beginning otherwise than the rules and the record have it."""
    if seated.seat not in {seat.name for seat in seats(found.program)}:
        yield "there is no such seat in this game"
    now = seated_at(found.program, header, agreed_by(seated), Secret(revealed.key).seal, seated.seat)
    for name in fields_dict(Seated).keys() - NOT_AGREED:
        if getattr(now, name) != getattr(seated, name):
            yield f"{name} of the game: other than was told at the beginning"


def agreed_by(seated: Seated) -> Agreed:
    """Who sits where, as it was told."""
    return Agreed(
        protocol=seated.protocol,
        is_seed_named=seated.seed is not None,
        host=seated.host,
        autos=seated.autos,
        anchors=seated.anchors,
        spares=seated.spares,
        asks=seated.asks,
    )


def played_again(
    own: Sequence[Kept], seated: Seated, saved: Saved, revealed: Revealed, found: SavedRules
) -> Iterator[str]:
    """Where what a seat was told, or has answered, is not what happens; the first place only.

    Raises:
        InputError: The rules cost more than they may here, and did not where it was hosted.
    """
    exchange, secret = Exchange(), Secret(revealed.key)
    dice, source = dice_for(found.program, saved.header, exchange, "revealed")
    session = Session(found.program, saved.header, source, load=load)
    story = story_of(own)
    with Play(session, found.request, exchange, None, dice) as play:
        try:
            is_left = bool(revealed.given_up or revealed.void)
            again = Rerun(play, secret, seated, agreed_by(seated), story, saved, is_left=is_left)
            rerun(again, seated, saved, revealed, secret)
            ended(again, own, seated, saved, revealed)
        except FoundFault as fault:
            check_budget(session, saved)
            yield str(fault)
            return
        except InputError as error:
            check_budget(session, saved)
            answers = sum(isinstance(record, Answer) for record in session.records)
            yield f"answer {answers + 1}: {error.message}"
            return
        check_budget(session, saved)
        is_old = seated.protocol == WITH_SEED  # of whose header more was revealed
        yield from differences(play, saved, [*save_lines(session)][is_old:], revealed.save[is_old:])
        yield from wanted_faults(own, seated, revealed, secret)
        yield from pending_faults(own, seated, revealed, again)


def check_budget(session: Session, saved: Saved) -> None:
    """See that nobody is accused of a game that went on only because its rules might cost more where it was hosted.

    Args:
        session: What was played again.
        saved: What was played.

    Raises:
        InputError: The rules cost more than they may here, and the game did not end for that.
    """
    outcome = session.outcome
    if not isinstance(outcome, Faulted) or not outcome.is_over_budget:
        return
    if saved.end is None or saved.end.fault != outcome.message:
        message = f"it cannot be played again: {outcome.message} ({outcome.origin.place})"
        raise InputError(f"{message}; --limit N allows N times as much", "", "Say the N that it was hosted with.")


def rerun(again: Rerun, seated: Seated, saved: Saved, revealed: Revealed, secret: Secret) -> None:
    """Make all moves, or give all answers, again.

    Raises:
        FoundFault: One could not be made, or something was told otherwise.
        InputError: The game cannot go on.
    """
    if seated.anchors:
        shares = settled(revealed)
        for number, move in enumerate(revealed.moves, start=1):
            again.make(move, secret.seed(number, {seat: each[number] for seat, each in shares.items()}))
    else:
        while again.turn and again.answer_count < len(again.answers):
            again.repeat(again.answers[again.answer_count])
    again.compare()


def ended(again: Rerun, own: Sequence[Kept], seated: Seated, saved: Saved, revealed: Revealed) -> None:
    """See that the game ended as was revealed, and that nothing was told beyond.

    Raises:
        FoundFault: It did not.
    """
    answers = len(again.answers)
    again.end()
    is_over = not again.turn
    moves = {move.answered.number for move in revealed.moves if move.seat == seated.seat}
    for number in sorted(again.story.given.keys() - moves) if seated.anchors else ():
        if number < again.number(seated.seat):
            raise FoundFault(f"question {number} was answered here, and another answer was taken")
    if is_over and (revealed.given_up or revealed.void):
        raise FoundFault("the game came to its end, and yet somebody is said to have given it up")
    if not is_over and not (revealed.given_up or revealed.void):
        raise FoundFault(f"{answers} answers are revealed, and the game goes on behind them")
    if revealed.given_up and revealed.given_up not in {seat.name for seat in seated.seats}:
        raise FoundFault("nobody sits there who is said to have given the game up")
    has_given_up = any(isinstance(each, GiveUp) for each in own)
    if seated.protocol != WITH_SEED and revealed.given_up == seated.seat and not has_given_up:
        raise FoundFault("this seat is said to have given the game up, and did not")
