"""The catalogue of sentences about moves, answers, orders, odds, names and pins that terminal and page share.

See :mod:`bombsight.runtime.sentences`; ``python -m web`` translates this module into ``web/src/play/sentences.ts``.
"""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.dsl.listing import join_names

# --- beginning


def nothing_begins(name: str, title: str) -> str:
    """The error that no step or procedure has a name: ``nothing called Dusk begins in Harbour``."""
    return f"nothing called {name} begins in {title}"


CAMPAIGN_BEGINS_HINT = "A campaign begins with its first mission."


def no_seed(seed: str) -> str:
    """The error that a text is not a valid seed for the dice: ``-3 is no seed``."""
    return f"{seed} is no seed"


def seed_hint(max_seed: str) -> str:
    """The hint that gives the range of seeds: ``Give a number 0..4294967295.``."""
    return f"Give a number 0..{max_seed}."


def no_campaign(title: str) -> str:
    """The error that a game has no campaign: ``Harbour has no campaign``."""
    return f"{title} has no campaign"


def no_mission_numbers(title: str) -> str:
    """The error that a mission was asked for by number, and the game numbers none."""
    return f"the missions of {title} have no numbers"


def no_mission(mission: int) -> str:
    """The error that a mission number does not exist: ``there is no mission 9``."""
    return f"there is no mission {mission}"


def mission_hint(title: str, numbers: str) -> str:
    """The hint that lists a game's mission numbers: ``Harbour has missions 1 to 6.``."""
    return f"{title} has {numbers}."


# --- moves

NO_QUESTION = "no question is open"
NO_DICE_AWAITED = "no dice are to be thrown"
DRAW_HINT = "Say which was drawn, by its number."
GAME_OVER_HINT = "The game is over."


def question_hint(prompt: str) -> str:
    """The hint that repeats the open question when a move does not answer it: ``The game asks: Turn back?``."""
    return f"The game asks: {prompt}"


def throw_hint(dice: str) -> str:
    """The hint that names the awaited dice when a move does not throw them: ``Throw 2d6.``."""
    return f"Throw {dice}."


def not_offered(quoted_name: str) -> str:
    """The error that an answer is none of the question's options: ``'wait' is not offered``."""
    return f"{quoted_name} is not offered"


# --- typed answers

NO_SUCH_OPTION = "there is no such option"
NONE_KEY_HINT = "0 for none"
WORD_HINT = "a word that only one has"


def key_range(first: str, last: str) -> str:
    """The text for a range of option keys, as a hint lists what to type: ``a to f``."""
    return f"{first} to {last}"


def rejection_with_inputs(problem: str, inputs: str) -> str:
    """The error for a wrong answer, followed by the inputs that are possible: ``... Type 1 to 4.``."""
    return f"{problem}. Type {inputs}."


def rejection_with_matches(problem: str, titles: str) -> str:
    """The error for an ambiguous answer, followed by the titles of the options that it matches."""
    return f"{problem}: {titles}."


# --- questions that are put as one


def column_not_offered(typed: str, column: str) -> str:
    """The error that a row of a question grid does not offer the typed column."""
    return f"'{typed}': {column} is not offered there"


def no_row_and_column(typed: str, all_word: str) -> str:
    """The error that an answer to a question grid names neither row nor column, with the form to type."""
    return (
        f"'{typed}' does not say which row and which column: write both, ROW COLUMN, or {all_word} COLUMN for all rows"
    )


def any_of_several(typed: str, names: str) -> str:
    """The error that typed words are ambiguous, with the matches: ``'gate' may be any of several: ...``."""
    return f"'{typed}' may be any of several: {names}"


def column_mismatch(typed: str, matches: int) -> str:
    """The error that typed words match no column of a question grid, or several of them."""
    return f"'{typed}' fits {matches} columns" if matches > 0 else f"'{typed}' is no column"


def not_with_others(typed: str) -> str:
    """The error that a choice cannot be combined with the others: it is a duplicate, or the word for none."""
    return f"'{typed}' does not go with the others"


def too_many_chosen(max_choices: int) -> str:
    """The error that too many options were chosen: ``at most 2 may be chosen``."""
    return f"at most {max_choices} may be chosen"


def too_few_chosen(min_choices: int) -> str:
    """The error that too few options were chosen: ``2 must be chosen``."""
    return f"{min_choices} must be chosen"


# --- orders

GRAVE_ORDER = "A grave answer is given each time by yourself: no order gives it."
TERM_HINT = "Say how long: always, this, during NAME, until NAME, until something happens."
UNTIL_NEWS = "until something happens"
UNTIL_END = "until the end"
ALWAYS_TERM = "always"
AUTOPILOT_ANSWER = "as the autopilot"
ASKED_NOTHING = "You were asked nothing: every question had one sensible answer."
BY_RULES = "by the rules"
ROUTINE_REASON = "by itself"
ORDER_REASON = "as ordered"


def no_open_heading(name: str, titles: str) -> str:
    """The error that a standing order names no phase of play in progress, with the titles of the open phases."""
    return f"Nothing called '{name}' goes on here: {titles}."


def no_end_point(name: str, near_names: Sequence[str]) -> str:
    """The error that a standing order's end is no procedure or step of the rules, with names like it."""
    return f"Play comes to nothing called '{name}'." + (
        f" Did you mean {join_names(near_names, 'or')}?" if near_names else ""
    )


def during_heading(title: str) -> str:
    """The words for the duration of a standing order that lasts as long as a phase of play: ``during Attacks``."""
    return f"during {title}"


def until_point(title: str) -> str:
    """The words for the duration of a standing order that ends where a procedure or step begins: ``until Landing``."""
    return f"until {title}"


def autopilot_order(term: str) -> str:
    """The text of a standing order to let the autopilot answer, with its duration: ``auto until Landing``."""
    return f"auto {term}"


def answer_order(question: str, answer: str, term: str) -> str:
    """The text of a standing order with one answer to one question, and its duration: ``'Fire at?': hold, always``."""
    return f"'{question}': {answer}, {term}"


def order_given(order: str) -> str:
    """The confirmation that a standing order is now in force: ``From here on: auto until Landing``."""
    return f"From here on: {order}"


def order_at_question(single_word: str) -> str:
    """The error that an order with an answer needs a single question, with the word that splits up the open group."""
    return f"An order with an answer is given at a question by itself: type {single_word} first."


# --- odds of answers

NOT_YOUR_CHOICE_HINT = "What serves you best must not guide somebody who plays against you: answer as they would."
NO_MEASURES = "nothing is counted that answers could be compared by"
NO_MEASURES_HINT = "The rules name no result."


AMOUNT_ODDS = "the numbers of an amount are too many to weigh one against another"
AMOUNT_ODDS_HINT = "`odds` weighs the answers of questions that list them; `suggested` takes the autopilot's number."


def not_your_choice(chooser: str) -> str:
    """The error that odds are refused because another player decides: ``warden decides here, not you``."""
    return f"{chooser} decides here, not you"


def wrong_run_count(runs: int) -> str:
    """The error that a number of simulated runs is zero or too high: ``0 runs of each answer ...``."""
    return f"{runs} runs of each answer are not to be had"


def run_count_hint(max_runs: int) -> str:
    """The hint that gives the range of run counts: ``Give a number 1..10000.``."""
    return f"Give a number 1..{max_runs}."


def too_long_game(reason: str) -> str:
    """The error that a game has too many throws and answers for its odds to be estimated, with the reason."""
    return f"too much has happened in this game to tell its odds: {reason}"


def uncounted_runs(answer: str, percent: str, run: str) -> str:
    """The remark that a share of an answer's simulated runs did not count: ``Go: 20 % of these missions ...``."""
    return f"{answer}: {percent} % of these {run}s do not count, and are played again."


# --- names

RENAMING_HINT = "Say what each is: `name` lists all."
NAMES_HINT = "`name` lists all that have names."


def no_names_of(title: str, quoted_list: str) -> str:
    """The error that a game has no list of personal names with that name: ``Harbour has no names of 'cooks'``."""
    return f"{title} has no names of {quoted_list}"


def no_such_names(title: str) -> str:
    """The error that names come without a list's name (``cooks:``), and the game has no general list of names."""
    return f"{title} gives no such names"


def name_lists_hint(lists: Sequence[str]) -> str:
    """The hint that enumerates a game's lists of personal names."""
    return f"Lists that it has besides the general one: {', '.join(lists) if lists else 'none'}."


def several_named(quoted_words: str, count: int) -> str:
    """The error that typed words match several people or things with names: ``'mate' are 3``."""
    return f"{quoted_words} are {count}"


def nobody_named(quoted_words: str) -> str:
    """The error that typed words match no person or thing with a name: ``nobody is called 'Tom'``."""
    return f"nobody is called {quoted_words}"


# --- pins

DEPENDENT_DICE = "what its dice lead to depends on more than they show"


def no_pin(quoted_line: str) -> str:
    """The error that a line is no pin (``TABLE=RESULT`` or ``FIELD=VALUE``), as a part of it is missing."""
    return f"{quoted_line} pins nothing"


def wrong_pin(table: str, result: str, problem: str) -> str:
    """The error that a pinned result is impossible for a table's dice, with the reason: ``G-5=13: ...``."""
    return f"{table}={result}: {problem}"


def pin_dice_hint(table: str, total: int) -> str:
    """The hint to pin the dice, if a row depends on more than the dice: ``Pin the dice: G-5=3, for one.``."""
    return f"Pin the dice: {table}={total}, for one."


def no_such_row(table: str, quoted_result: str) -> str:
    """The error that a pinned row does not exist in a table: ``G-5 has no row 'calm'``."""
    return f"{table} has no row {quoted_result}"


def pinned(title: str, value: str) -> str:
    """The remark that a table's dice or a field's value is fixed: ``G-5 pinned to 3``."""
    return f"{title} pinned to {value}"


# --- going on by other rules


def story_holds(condition: str, answers: str, end: str) -> str:
    """The report that every recorded answer of a save is possible under other rules, perhaps with the same end."""
    return f"All that was answered can be answered so {condition}: {answers}{end}."


SAME_END = ", and it ends as it did"
UNCHANGED_RULES = "as it stands"


def story_parts(answers: str, kept_count: int, condition: str, place: str) -> str:
    """The report that under other rules only the first answers of a save are possible, and where replay diverges."""
    return f"Of {answers} {kept_count} hold {condition}. At {place} it parts:"


def story_changes(record: str) -> str:
    """The report that a save's answers stay possible under other rules, but events differ before the given record."""
    return f"Something else happens than did: before {record} the story is another."


def about_amount(number: str) -> str:
    """Return the suggestion for an amount, of which only the thousand is known yet: ``about 123000``."""
    return f"about {number}"
