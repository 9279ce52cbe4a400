"""Checking an arbiter: whether what a seat was told is what happened, now that all is revealed.

The game is played again by the rules and the answers that were revealed, with the dice of the seed; what the seat may
see of it is compared with what it was told, and each commitment is opened.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from bombsight.boundary.errors import InputError
from bombsight.runtime.records import Answer, Header, Throw
from bombsight.runtime.saved import Saved, parse_save
from bombsight.runtime.session import Session
from bombsight.service.document import Document
from bombsight.service.exchange import Exchange
from bombsight.service.machines import load
from bombsight.service.opening import dice_for
from bombsight.service.play import Play
from bombsight.service.requests import Rules
from bombsight.service.saved_rules import rules_of_save
from bombsight.service.seats.arbiter import as_put
from bombsight.service.seats.commitments import Secret
from bombsight.service.seats.messages import Answered, Hello, Revealed, Seated, Turn, Waits
from bombsight.service.seats.record import Kept
from bombsight.service.seats.sight import Sight, whose
from bombsight.service.seats.wire import written


@frozen(kw_only=True)
class Checked(Document):
    """What came of checking what a seat was told.

    Attributes:
        faults: What is not as it was told, in words; empty where all is.
        turns: How many times the seat was told something.
        answers: How many answers there were, all seats together.
        throws: How many throws of dice.
    """

    document = "checked"

    faults: tuple[str, ...]
    turns: int
    answers: int
    throws: int


def check(own: Sequence[Kept], revealed: Revealed, rules: Rules) -> Checked:
    """Compare what a seat was told with what was revealed.

    Args:
        own: The seat's file.
        revealed: What was revealed.
        rules: Where games and house rules lie.

    Raises:
        InputError: The file tells of no game, or the rules are not to be had.
        WrongRules: The rules have errors.
    """
    seated = next((each for each in own if isinstance(each, Seated)), None)
    if seated is None:
        raise InputError("this file tells of no game: nobody sat down")
    saved = parse_save("".join(f"{line}\n" for line in revealed.save).encode(), "revealed")
    faults = [*sealed(own, revealed), *agreed(seated, own, saved.header, revealed)]
    if not faults:
        found = rules_of_save(saved.header, "revealed", rules.folders, house=rules.house)
        program, request = found.program, found.request
        exchange = Exchange()
        dice, source = dice_for(program, saved.header, exchange)
        session = Session(program, saved.header, source, load=load)
        with Play(session, request, exchange, None, dice) as play:
            faults += parted(play, seated.seat, own, saved, Secret(revealed.key))
    return Checked(
        faults=tuple(faults),
        turns=sum(isinstance(each, Turn) for each in own),
        answers=sum(isinstance(record, Answer) for record in saved.records),
        throws=sum(isinstance(record, Throw) for record in saved.records),
    )


def sealed(own: Sequence[Kept], revealed: Revealed) -> Iterator[str]:
    """What is wrong with the secret."""
    seals = {each.seal for each in own if isinstance(each, Waits | Seated)}
    if seals != {Secret(revealed.key).seal}:
        yield "the secret is another than the one that was sealed before the game"


def agreed(seated: Seated, own: Sequence[Kept], header: Header, revealed: Revealed) -> Iterator[str]:
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
    if seated.seed is not None:
        if header.seed != seated.seed:
            yield f"the dice are those of seed {header.seed}, not of {seated.seed} as was told"
        return
    share = next((each.share for each in own if isinstance(each, Hello)), None)
    if share is not None and revealed.shares.get(seated.seat) != share:
        yield "what this seat gave to the dice was not taken"
    if Secret(revealed.key).seed(revealed.shares) != header.seed:
        yield "the seed of the dice is not made of the secret and of what each gave to it"


def parted(play: Play, seat: str, own: Sequence[Kept], saved: Saved, secret: Secret) -> Iterator[str]:
    """The first place where what a seat was told, or has answered, is not what happens."""
    sight = Sight(play, seat)
    answers = [record for record in saved.records if isinstance(record, Answer)]
    then: dict[int, list[Turn | Answered]] = {}
    for each in own:
        if isinstance(each, Turn | Answered):
            then.setdefault(each.number, []).append(each)
    faults: dict[int, Difference] = {}
    reached = 0
    for number in range(len(answers) + 1):
        asked, answer = play.question, answers[number] if number < len(answers) else None
        if sight.answers_told > reached and faults:
            yield nearest(faults).fault
            return
        reached = sight.answers_told
        # What others answer in secret has no number of its own: so a turn is told at one of several moments.
        open_still: list[Turn | Answered] = []
        for each in then.pop(reached, ()):
            if isinstance(each, Turn):
                found = differs(each, sight, play, secret)
            elif asked is not None and whose(asked) != seat and answer is not None:
                found = Difference(0, f"question {each.number} was answered here, and is not this seat's")
            else:
                found = otherwise_taken(each, sight, answer)
            if found is not None:
                faults[id(each)] = max(found, faults.get(id(each), found), key=lambda fault: fault.agrees)
                open_still.append(each)
            else:
                faults.pop(id(each), None)
        if open_still:
            then[reached] = open_still
        if answer is None:
            break
        if asked is None or asked.id != answer.at:
            unasked = f"answer {number + 1}, {answer.name}, is to {answer.at}, which is not asked then"
            yield nearest(faults).fault if faults else unasked
            return
        try:
            play.answer(answer.name, answer.why, ordered=answer.ordered)
        except InputError as error:
            yield nearest(faults).fault if faults else f"answer {number + 1}: {error.message}"
            return
    if faults:
        yield nearest(faults).fault
        return
    if then:
        yield f"{max(then)} answers were told of, and {reached} are revealed"
    thrown = zip(play.session.records, saved.records, strict=False)
    other = next((now for now, then in thrown if now != then), None)
    if isinstance(other, Throw):
        yield f"dice at {other.at} fell otherwise than by the seed: {'+'.join(map(str, other.faces))} by it"
    elif other is not None or len(play.session.records) != len(saved.records):
        yield "dice and answers are others than were revealed"


@frozen
class Difference:
    """What was told is not what happened.

    Attributes:
        agrees: How much of it is what happened all the same: of several moments, it was told at that where most is.
        fault: What is not, in words.
    """

    agrees: int
    fault: str


def nearest(faults: Mapping[int, Difference]) -> Difference:
    """The first of the faults."""
    return next(iter(faults.values()))


def differs(turn: Turn, sight: Sight, play: Play, secret: Secret) -> Difference | None:
    """In what that which was told is not what has happened by now; None where it is."""
    said = f"as question {turn.number} was open"
    happened = [*sight.story(turn.start)]
    for told, now in zip(turn.events, happened, strict=False):
        if written(told) != written(now):
            return Difference(0, f"{said}, something else was told than happened ({told.event})")
    if len(turn.events) != len(happened):
        more = "more" if len(turn.events) > len(happened) else "less"
        return Difference(0, f"{said}, {more} was told than happened")
    asked = sight.question()
    if turn.question is not None and (asked is None or as_put(turn.question) != as_put(asked)):
        return Difference(1, f"{said}, something else was asked than the rules ask")
    if turn.committed != secret.committed(turn.number, play.session.journal.digest()):
        return Difference(2, f"{said}, the commitment does not open: something hidden was changed afterwards")
    return None


def otherwise_taken(given: Answered, sight: Sight, taken: Answer | None) -> Difference | None:
    """In what an answer of this seat was taken otherwise than it was given; None where it was not.

    Args:
        given: As it was given: of several that were put as one only the first is compared, for the others are told.
        sight: What the seat sees, at the question.
        taken: As it was taken; None where it was not.
    """
    first = given.names[0] if given.names else "none"
    try:
        if taken is not None and sight.answer_name(first) == taken.name:
            return None
    except InputError:
        pass
    return Difference(1, f"question {given.number} was answered {first} here, and that was not what was taken")
