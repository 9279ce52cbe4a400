"""The catalogue of sentences about moves, answers, orders, odds, names and pins that terminal and page share.

See :mod:`bombsight.runtime.sentences`; ``python -m web`` translates this module into ``web/src/play/sentences.ts``.
"""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.dsl.listing import join_names

# --- beginning


def nothing_begins(name: str, title: str) -> str:
    """The error for a stop at a step or procedure that the game lacks."""
    return f"nothing called {name} begins in {title}"


CAMPAIGN_BEGINS_HINT = "A campaign begins with its first mission."


def no_seed(seed: str) -> str:
    """The error for a number that is no seed."""
    return f"{seed} is no seed"


def seed_hint(max_seed: str) -> str:
    """The hint for a number that is no seed."""
    return f"Give a number 0..{max_seed}."


def no_campaign(title: str) -> str:
    """The error for a game without a campaign."""
    return f"{title} has no campaign"


def no_mission_numbers(title: str) -> str:
    """The error for a mission's number in a game whose missions have none."""
    return f"the missions of {title} have no numbers"


def no_mission(mission: int) -> str:
    """The error for a number that no mission has."""
    return f"there is no mission {mission}"


def mission_hint(title: str, numbers: str) -> str:
    """The hint for a number that no mission has."""
    return f"{title} has {numbers}."


# --- moves

NO_QUESTION = "no question is open"
NO_DICE_AWAITED = "no dice are to be thrown"
DRAW_HINT = "Say which was drawn, by its number."
GAME_OVER_HINT = "The game is over."


def question_hint(prompt: str) -> str:
    """The hint for a move that is no answer to the open question."""
    return f"The game asks: {prompt}"


def throw_hint(dice: str) -> str:
    """The hint for a move that is not the awaited throw."""
    return f"Throw {dice}."


def not_offered(quoted_name: str) -> str:
    """The error for an answer that the question lacks."""
    return f"{quoted_name} is not offered"


# --- typed answers

NO_SUCH_OPTION = "there is no such option"
NONE_KEY_HINT = "0 for none"
WORD_HINT = "a word that only one has"


def key_range(first: str, last: str) -> str:
    """The keys of options that follow one another."""
    return f"{first} to {last}"


def rejection_with_inputs(problem: str, inputs: str) -> str:
    """The reason why an answer would not do, and the inputs that would."""
    return f"{problem}. Type {inputs}."


def rejection_with_matches(problem: str, titles: str) -> str:
    """The reason why an answer would not do, and the options that it fits."""
    return f"{problem}: {titles}."


# --- questions that are put as one


def column_not_offered(typed: str, column: str) -> str:
    """The error for a column that a row lacks."""
    return f"'{typed}': {column} is not offered there"


def no_row_and_column(typed: str, all_word: str) -> str:
    """The error for words that name no row and column."""
    return f"'{typed}' says not who and what: write ROW COLUMN, or {all_word} COLUMN"


def any_of_several(typed: str, names: str) -> str:
    """The error for words that may mean several things."""
    return f"'{typed}' may be any of several: {names}"


def column_mismatch(typed: str, matches: int) -> str:
    """The error for words that point at no column, or at several."""
    return f"'{typed}' fits {matches} columns" if matches > 0 else f"'{typed}' is no column"


def not_with_others(typed: str) -> str:
    """The error for a choice that stands twice, or is none beside others."""
    return f"'{typed}' does not go with the others"


def too_many_chosen(max_choices: int) -> str:
    """The error for more choices than there may be."""
    return f"at most {max_choices} may be chosen"


def too_few_chosen(min_choices: int) -> str:
    """The error for fewer choices than there must be."""
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
    """The error for a heading below which play does not stand."""
    return f"Nothing called '{name}' goes on here: {titles}."


def no_end_point(name: str, near_names: Sequence[str]) -> str:
    """The error for a point that play does not come to, with names like it."""
    return f"Play comes to nothing called '{name}'." + (
        f" Did you mean {join_names(near_names, 'or')}?" if near_names else ""
    )


def during_heading(title: str) -> str:
    """The term of an order that stands as long as play is below a heading."""
    return f"during {title}"


def until_point(title: str) -> str:
    """The term of an order that stands until a point of the rules."""
    return f"until {title}"


def autopilot_order(term: str) -> str:
    """An order for the autopilot."""
    return f"auto {term}"


def answer_order(question: str, answer: str, term: str) -> str:
    """An order for one question."""
    return f"'{question}': {answer}, {term}"


def order_given(order: str) -> str:
    """The confirmation of an order."""
    return f"From here on: {order}"


def order_at_question(single_word: str) -> str:
    """The error for an order with an answer where several questions are put as one."""
    return f"An order with an answer is given at a question by itself: type {single_word} first."


# --- odds of answers

NOT_YOUR_CHOICE_HINT = "What serves you best must not guide somebody who plays against you: answer as they would."
NO_MEASURES = "nothing is counted that answers could be compared by"
NO_MEASURES_HINT = "The rules name no result."


def not_your_choice(chooser: str) -> str:
    """The error for the odds of a question that another decides."""
    return f"{chooser} decides here, not you"


def wrong_run_count(runs: int) -> str:
    """The error for more runs than may be played, or none."""
    return f"{runs} runs of each answer are not to be had"


def run_count_hint(max_runs: int) -> str:
    """The hint for a wrong number of runs."""
    return f"Give a number 1..{max_runs}."


def too_long_game(reason: str) -> str:
    """The error for a game with more throws and answers than a run can begin with."""
    return f"too much has happened in this game to tell its odds: {reason}"


def uncounted_runs(answer: str, percent: str, run: str) -> str:
    """The remark about an answer that often leads to a run that is played again."""
    return f"{answer}: {percent} % of these {run}s do not count, and are played again."


# --- names

RENAMING_HINT = "Say what each is: `name` lists all."
NAMES_HINT = "`name` lists all that have names."


def no_names_of(title: str, quoted_list: str) -> str:
    """The error for a list of names that the game lacks."""
    return f"{title} has no names of {quoted_list}"


def no_such_names(title: str) -> str:
    """The error for a name of the general list in a game without one."""
    return f"{title} gives no such names"


def name_lists_hint(lists: Sequence[str]) -> str:
    """The hint for a list of names that the game lacks."""
    return f"Lists that it has besides the general one: {', '.join(lists) if lists else 'none'}."


def several_named(quoted_words: str, count: int) -> str:
    """The error for words that mean several who have names."""
    return f"{quoted_words} are {count}"


def nobody_named(quoted_words: str) -> str:
    """The error for words that mean nobody."""
    return f"nobody is called {quoted_words}"


# --- pins

DEPENDENT_DICE = "what its dice lead to depends on more than they show"


def no_pin(quoted_line: str) -> str:
    """The error for a line without a name or a result."""
    return f"{quoted_line} pins nothing"


def wrong_pin(table: str, result: str, problem: str) -> str:
    """The error for a result that a table's dice cannot have."""
    return f"{table}={result}: {problem}"


def pin_dice_hint(table: str, total: int) -> str:
    """The hint for a row that depends on more than the dice."""
    return f"Pin the dice: {table}={total}, for one."


def no_such_row(table: str, quoted_result: str) -> str:
    """The error for a row that a table lacks."""
    return f"{table} has no row {quoted_result}"


def pinned(title: str, value: str) -> str:
    """The setting of a pinned table or field."""
    return f"{title} pinned to {value}"


# --- going on by other rules


def story_holds(condition: str, answers: str, end: str) -> str:
    """The report that every recorded answer fits the rules."""
    return f"All that was answered can be answered so {condition}: {answers}{end}."


SAME_END = ", and it ends as it did"
UNCHANGED_RULES = "as it stands"


def story_parts(answers: str, kept_count: int, condition: str, place: str) -> str:
    """The report that the recorded answers fit the rules up to a place."""
    return f"Of {answers} {kept_count} hold {condition}. At {place} it parts:"


def story_changes(record: str) -> str:
    """The report that the story differs before a record though each answer fits."""
    return f"Something else happens than did: before {record} the story is another."
