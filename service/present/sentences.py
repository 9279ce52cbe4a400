"""The catalogue of sentences in which stories, reasons, odds, orders, records and reports are presented.

Terminal and page share them: ``python -m web`` translates this module, as it does :mod:`bombsight.runtime.sentences`.
"""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.dsl.listing import join_names, pluralize

# --- what is played


def seed_setting(seed: str) -> str:
    """Return the words for dice from a seed, for example: ``seed 7``."""
    return f"seed {seed}"


def awaited_draw(count: int, purpose: str) -> str:
    """Return the words before a draw, and what it is for: ``Signal flag: one of 43 is drawn``."""
    return f"{purpose}: one of {count} is drawn"


def awaited_draws(drawn: int, count: int, purpose: str) -> str:
    """Return the words before several draws, and what they are for: ``Hands: 5 of 43 are drawn``."""
    return f"{purpose}: {drawn} of {count} are drawn"


REAL_DICE = "real dice"
OWN_DICE = "your own dice"
SEED_THROWS = "the seed throws"


def dice_file_setting(path: str) -> str:
    """Return the words for dice from a file, for example: ``dice from throws.txt``."""
    return f"dice from {path}"


def option_setting(option: str, value: str) -> str:
    """Return the words for an option's value, for example: ``weather = on``."""
    return f"{option} = {value}"


# --- outcomes and the story


def rules_fault(fault: str, place: str) -> str:
    """Return the outcome of a run that a rules fault ended: ``Rules fault: FAULT (PLACE)``; the place may be empty."""
    return f"Rules fault: {fault}" + (f" ({place})" if place else "")


def outcome(title: str) -> str:
    """Return the outcome of a run: ``Outcome: TITLE``."""
    return f"Outcome: {title}"


NO_OUTCOME = "The end."
NOTHING_THERE = "nothing there"


NO_LONGER = "no longer"


def other_outcome(result: str, faces: str) -> str:
    """Return the outcome of dice that did not come, with the numbers that lead to it: ``on 5 to 6: hit``."""
    return f"on {faces}: {result}"


def drawn_of(drawn: int, count: int) -> str:
    """Return the number of a drawn member among all of its pile, for example: ``2 of 110``."""
    return f"{drawn} of {count}"


def unseen_limit(title: str) -> str:
    """Return the story's line in place of a procedure that is hidden from all players: ``TITLE: nobody sees it.``."""
    return f"{title}: nobody sees it."


NEWS_DETAIL = "what happens"
ROLLS_DETAIL = "what happens, and dice"
BOOKS_DETAIL = "every change, too"
NEXT = "next: "
THROWS_PACE = "Pace: throws. Every throw waits for a key."
BEATS_PACE = "Pace: beats. The story waits for a key where a moment ends, and at bad news."
STRAIGHT_PACE = "Pace: straight. The story goes on to the next question without a stop."
RECALL_TITLE = "Where you were"
WRONG_TITLE = "What is wrong"
HURT_TITLE = "Lost, hurt and damaged"
MISSION_OVER = "a mission that has ended cannot be come to again"


def limit_seen_by(title: str, who: str) -> str:
    """Return the story's line in place of what only another player sees: ``TITLE: only WHO sees it.``."""
    return f"{title}: only {who} sees it."


def stopped_before(title: str) -> str:
    """Return the notice that play stopped before a step or procedure: ``Stopped before: TITLE``."""
    return f"Stopped before: {title}"


# --- reasons

NO_THROWS = "no dice were thrown yet"
THROWS_HINT = "Say why N for the Nth last throw; `log` numbers them."
NOTHING_ELSE_THERE = "nothing else was there"
NOTHING_WAS_THERE = "nothing was there"


def no_throw(number: str) -> str:
    """Return the error that no throw has a number: ``there is no throw 9``."""
    return f"there is no throw {number}"


def throw_count_hint(count: int) -> str:
    """Return the hint how many throws there were: ``There were 4; 1 is the last.``."""
    return f"There were {count}; 1 is the last."


def no_throw_for(words: str) -> str:
    """Return the error that no table with a throw matches typed words: ``nothing was thrown for WORDS``."""
    return f"nothing was thrown for {words}"


def no_dice_because(condition: str) -> str:
    """Return the reason why a table gave a result without dice: ``no dice: CONDITION``."""
    return f"no dice: {condition}"


def condition_words(condition: str, is_exception: bool) -> str:
    """Return a condition as words behind its result: ``when CONDITION``; an exception (``unless ...``) unchanged."""
    return condition if is_exception else f"when {condition}"


def amended_by(items: str) -> str:
    """Return the words behind a row's source that name the amending overlay items: `` · amended by errata 3``."""
    return f" · amended by {items}"


# --- odds

MISSION_END = "the mission"
CAMPAIGN_END = "the campaign"
STAGE_END = "this mission"


def odds_basis(runs: int, end: str) -> str:
    """Return the sentence how many runs estimated the odds of answers, and up to which ``end``."""
    return f"{runs:,} runs of each answer to the end of {end}: other dice, and the autopilot goes on."


def expected_at_end(measures: str) -> str:
    """Return the remark which measures are forecasts: ``Expected at the campaign's end: Victories.``."""
    return f"Expected at the campaign's end: {measures}."


def faulty_runs(runs: int, answer: str) -> str:
    """Return the remark that some runs of an answer ended in a rules fault, and are not counted."""
    return f"{runs:,} runs of {answer} ended in a fault of the rules, and do not count."


def no_better_answer(answers: str, runs: int) -> str:
    """Return the verdict that none of the answers is measurably better than the others."""
    return f"No answer{answers} is better, as far as {runs:,} runs show"


def mark_is_worse(marked: str, better: str) -> str:
    """Return the remark that the suggested answer is worse than the baseline, as the runs show."""
    return f"What is marked, {marked}, is the worse answer by these runs: {better} is better."


SAME_FIGURE = "the same"


# --- orders and undoing

ORDERS_TITLE = "Standing orders"
ALL_ORDERS_TAKEN_BACK = "All standing orders are taken back."
CHANGED_QUESTIONS = "What comes now has changed by that, and is asked by itself."
EVERYTHING_TAKEN_BACK = "all, to the first question"
ALL_LEVEL = "every question"
SENSIBLE_LEVEL = "what has more than one sensible answer"
GRAVE_LEVEL = "only what is grave"


def no_order(number: str) -> str:
    """Return the error that no standing order has a number: ``There is no order 9.``."""
    return f"There is no order {number}."


def order_taken_back(order: str) -> str:
    """Return the confirmation that a standing order is revoked: ``Taken back: ORDER``."""
    return f"Taken back: {order}"


def and_after_it(count: int) -> str:
    """Return the words for the further decisions that an undo takes back: ``, and the 3 after it``."""
    return f", and the {count} after it"


def and_before_it(count: int) -> str:
    """Return the words for decisions before the listed ones: ``, and 3 before it``."""
    return f", and {count} before it"


def undo_hint(count: int) -> str:
    """Return the hint how to type ``undo``, with the number of decisions that it can take back at most."""
    return f"Type undo, undo N, undo to N, or undo all; N is at most {count}."


NOTHING_TO_TAKE_BACK = "There is nothing to take back."


def level_hint(levels: Sequence[str]) -> str:
    """Return the hint that lists the levels of asking: ``Say how much is to be asked: LEVEL, LEVEL or LEVEL.``."""
    return f"Say how much is to be asked: {join_names(levels, 'or')}."


NO_BOARDS = "this game declares no boards"


def no_board(name: str) -> str:
    """Return the error that no board has a name: ``there is no board NAME``."""
    return f"there is no board {name}"


def board_names(names: Sequence[str]) -> str:
    """Return the hint that lists the names of all boards."""
    return f"There are {join_names(names, 'and')}."


def decisions_taken_back(decisions: str) -> str:
    """Return the confirmation of an undo: ``Taken back: DECISIONS.``."""
    return f"Taken back: {decisions}."


def unused_faces(faces: str) -> str:
    """Return the notice that no throw used some of the typed faces: ``Not used of what you typed: 3 5.``."""
    return f"Not used of what you typed: {faces}."


def which_was_drawn(count: int) -> str:
    """Return the question which member of a pile a person drew by hand: ``Which of 12 was drawn``."""
    return f"Which of {count} was drawn"


# --- records of saves

OVER = "Over"
NOT_OVER = "Goes on"
SUM_COLUMN = "in all"
MEAN_COLUMN = "on average"


def save_count(saves: int, open_saves: int) -> str:
    """Return how many saves a game has, and how many of them are not over: ``3 saves, 1 not over yet``."""
    return pluralize(saves, "save") + (f", {open_saves} not over yet" if open_saves > 0 else "")


def counted_title(games: int, entry: str) -> str:
    """Return the title above the tallies of several games: ``Counted of 3 missions``."""
    return f"Counted of {pluralize(games, entry)}"


def uncounted_save(problem: str) -> str:
    """Return the remark why a save is left out of the totals: ``not counted: PROBLEM``."""
    return f"not counted: {problem}"


# --- the book of careers

BOOK_TITLE = "The book of careers"


def book_ships(first: str, more: int) -> str:
    """Return the names of a career's ships: the last one, and how many there were before: ``Gull, after 6 others``."""
    return f"{first}, after {more} {'other' if more == 1 else 'others'}" if more else first


def book_figure(title: str, value: str) -> str:
    """Return a figure of the book: ``Boats lost 6``."""
    return f"{title} {value}"


# --- luck

LUCK_TITLE = "Luck"
LUCK_NOTE = "What fell, against what the same throws were to come to in the same situations. It judges dice, not play."
LUCK_BY_MISSION = "Mission by mission"
NO_LUCK_DECLARED = "The rules of this game do not say what shows luck."
NO_LUCK_THROWN = "Nothing has been thrown yet that shows luck."
LUCK_COLUMNS = ("", "Throws", "Fell", "Expected", "Give or take", "")


def luck_counted(title: str, counted: str, expected: str, deviation: str) -> str:
    """Return what fell by one measure of luck: ``TITLE: 11, where 7.3 were to be expected, give or take 2.1``."""
    return f"{title}: {counted}, where {expected} were to be expected, give or take {deviation}"


def luck_certain(title: str, counted: str) -> str:
    """Return what fell by one measure of luck, where nothing else could: ``TITLE: 2, as was certain``."""
    return f"{title}: {counted}, as was certain"


def luck_better_one(number: str, run: str) -> str:
    """Return the share of runs that do better: ``one mission in eight does better``."""
    return f"one {run} in {number} does better"


def luck_better_many(tenths: str, run: str) -> str:
    """Return the share of runs that do better, in tenths: ``seven missions in ten do better``."""
    return f"{tenths} {run}s in ten do better"


def luck_better_half(run: str) -> str:
    """Return that about half of all runs do better: ``every second mission does better``."""
    return f"every second {run} does better"


def luck_better_most(run: str) -> str:
    """Return that nearly every run does better: ``nearly every mission does better``."""
    return f"nearly every {run} does better"


def luck_better_few(run: str) -> str:
    """Return that hardly any run does better: ``hardly any mission does better``."""
    return f"hardly any {run} does better"


def luck_better_none(run: str) -> str:
    """Return that nothing better can fall: ``no mission does better``."""
    return f"no {run} does better"


def luck_unjudged(count: int) -> str:
    """Return the remark on throws that could not be judged: ``2 throws could not be judged.``."""
    return f"{count:,} {'throw' if count == 1 else 'throws'} could not be judged."


# --- reports

BEFORE_FIRST_CHAPTER = "Before it begins"
IN_FORCE = "In force"
DICE_TITLE = "Dice"
CHRONICLE_TITLE = "What happened"
NAMES_TITLE = "Name by name"
BEST_TITLE = "Best"
WORST_TITLE = "Worst"
RECORD_TITLE = "The record"
DEBRIEFING_TITLE = "Debriefing"
COUNTED_TITLE = "Counted"
MISSIONS_TITLE = "Mission by mission"
BOARDS_TITLE = "How it stood"
STORY_TITLE = "The story, with its dice"
BOOKS_TITLE = "In the books"
PEOPLE_TITLE = "Who was where"
UNPRINTED_LEGEND = "not printed, or worked out from what is not"
NO_BOARD = "Nothing stands there."

CLEAR_PLACE = "clear"
"""The words for a place of a board at which nothing stands."""


def marked_as_new(text: str, is_changed: bool) -> str:
    """Return a sentence about a board, marked for screen readers if it is new: ``new: Tail: smoke.``."""
    return f"new: {text}" if is_changed else text


def gone(title: str) -> str:
    """Return the change of a board on which something no longer stands: ``Fog: gone``."""
    return f"{title}: gone"


def beat_place(number: int, count: int, mission: int, title: str) -> str:
    """Return where a beat stands in a story: ``Beat 12 of 40, mission 2: The reef``.

    Args:
        number: Its number, from 1.
        count: The number of all beats.
        mission: The number of its mission, from 1; 0 where none is named.
        title: Its title; may be empty.
    """
    return f"Beat {number} of {count}{f', mission {mission}' if mission else ''}{f': {title}' if title else ''}"


def moved(title: str) -> str:
    """Return the change of a board on which something stands elsewhere: ``The packet: moved``."""
    return f"{title}: moved"


def campaign_played(missions: int) -> str:
    """Return the heading of a campaign's report: ``Campaign, 25 missions played``."""
    return f"Campaign, {missions} {'mission' if missions == 1 else 'missions'} played"


def report_goes_on(outcome: str) -> str:
    """Return a report's last sentence about an unfinished game: ``It goes on: OUTCOME.``; the outcome may be empty."""
    return f"It goes on: {outcome}." if outcome else "It goes on."


REPORT_OVER = "It is over."


def versioned(name: str, version: str) -> str:
    """Return a game with its version, which may be empty: ``lighthouse 1.0``."""
    return f"{name} {version}" if version else name


def report_footer(game: str, home: str, rules: str) -> str:
    """Return the footer of a report: the game with its version, where it is from, the first digits of its rules' hash.

    Where it is from may be empty.
    """
    return (
        f"Played by the rules {game} {rules}, from {home}, and told from the save."
        if home
        else f"Played by the rules {game} {rules}, and told from the save."
    )


def dice_words(dice: str, seed: str) -> str:
    """Return where a game's dice came from: ``the program's dice, seed 7``."""
    return (
        f"the program's dice, seed {seed}"
        if dice == "seeded"
        else "real dice"
        if dice == "manual"
        else f"dice from a file, seed {seed}"
    )


def mission_heading(title: str, heading: str) -> str:
    """Return the heading of a mission in a report: ``Mission 4: HEADING``, or its title alone."""
    return f"{title}: {heading}" if heading else title


def next_best(holder: str, number: int) -> str:
    """Return who has a figure that was just named: ``Vinter, Mate 9``."""
    return f"{holder} {number:,}"


def items_left_out(count: int) -> str:
    """Return the remark that earlier items of a list are left out: ``12 more before these``."""
    return f"{count:,} more before these"


def figure_of(holder: str, figure: str, number: int) -> str:
    """Return who or which mission has a figure: ``Yost, Mate: nights 12``."""
    return f"{holder}: {figure} {number:,}"


def values_joined(earlier: str, later: str) -> str:
    """Return the words for a value that changed within a chapter: ``EARLIER, then LATER``."""
    return f"{earlier}, then {later}"


def share_of_missions(count: int, missions: int) -> str:
    """Return in how many missions something happened: ``9 of 25``."""
    return f"{count:,} of {missions:,}"


def mean_per_mission(mean: str) -> str:
    """Return the mean of a number over missions: ``0.5 a mission``."""
    return f"{mean} a mission"


def mean_percentage(mean: str) -> str:
    """Return the mean of percentages, whose sum would be meaningless: ``12.5, on average``."""
    return f"{mean}, on average"


def sum_and_mean(total: int, mean: str) -> str:
    """Return the sum of a number over missions, with its mean: ``12 together, 0.5 a mission``."""
    return f"{total:,} together, {mean}"


# --- questions asked together


def cells_mean(labels: Sequence[str]) -> str:
    """Return what the values in each cell of a table mean, in their order: ``in the cells: to hit, range``."""
    return f"in the cells: {', '.join(labels)}"


def cells_share(facts: Sequence[str]) -> str:
    """Return what all cells of a table share: ``everywhere: damage 0``."""
    return f"everywhere: {', '.join(facts)}"


def undo_asked(who: str, own_answers: int) -> str:
    """Somebody asks to take back his last answer, and so many of the reader's fall with it."""
    return (
        f"{who} asks to take back his last answer."
        if own_answers == 0
        else f"{who} asks to take back his last answer, and {own_answers} of yours with it."
    )


def undo_not_agreed(who: str) -> str:
    """Somebody does not agree to an undo, or gave an answer instead."""
    return f"{who} does not agree: nothing is taken back."


def undo_withdrawn(who: str) -> str:
    """Somebody asks no more for an undo."""
    return f"{who} takes the request back: nothing changes."


def undo_done(who: str) -> str:
    """All agreed to an undo that somebody asked for: ``the keeper``."""
    return f"Taken back: the last answer of {who}, and what followed."


UNDO_NOT_AGREED_BY_YOU = "You do not agree: nothing is taken back."
UNDO_WITHDRAWN_BY_YOU = "You take the request back: nothing changes."
UNDONE_FOR_YOU = "Taken back: your last answer, and what followed."
UNDO_ONLY_LAST = "At a table only your last answer is taken back: undo."
"""What is said to who asks for an undo, or is asked for one."""
