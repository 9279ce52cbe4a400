"""Idioms of the order of statements: conditions, loops, ends of blocks, and several statements on one line."""

from __future__ import annotations

import re

from bombsight.dsl.recognise.idioms.idiom import COUNT, REF, VERB, Idiom, negate_condition, read_count
from bombsight.dsl.slips.sentences import BLOCK_ENDS, BOUNDED, END_OF_PLAY

RANGED = r"x?range\((?:(?P<first>\d+), *)?(?P<last>\d{1,6})\)"
ASKING = r"(?:if|when|whenever|in case|provided(?: that)?|should|unless|else if|elif|otherwise if)"
PERIODS = r"(?:times|turns|rounds|hours|days|weeks|minutes|steps|loops|cycles|iterations)"
THEN = r"(?:, then|,? then do|,|:| then:?| do)"


def write_bounded_loop(match: re.Match[str]) -> str:
    """Translate a match of ``until e`` to ``while not e at most 20 times``."""
    return f"while {negate_condition(match['condition'])} at most 20 times"


def write_counter_loop(match: re.Match[str]) -> str:
    """Translate a match of a ``for`` loop with a counter, as in C, to ``for i in 1..6``."""
    return f"for {match['name']} in {match['first']}..{int(match['last']) - ('=' not in match['sign'])}"


def write_range_loop(match: re.Match[str]) -> str:
    """Translate a match of a loop over Python's ``range(1, 7)``, whose end is exclusive, to ``for i in 1..6``."""
    return f"for {match['name']} in {match['first'] or 0}..{int(match['last']) - 1}"


def write_inclusive_loop(match: re.Match[str]) -> str:
    """Translate a match of a loop over a range with an inclusive end to ``for i in 1..6``."""
    return f"for {match['name']} in {match['first'] or 1}..{match['last']}"


def write_block(match: re.Match[str]) -> str:
    """Translate a match of a condition and statements on one line to a block."""
    word = {"unless": "if", "else if": "else if", "elif": "else if", "otherwise if": "else if"}.get(match["if"], "if")
    condition = negate_condition(match["condition"]) if match["if"] == "unless" else match["condition"]
    other = f"\nelse\n  {match['other']}" if match["other"] else ""
    return f"{word} {condition}\n  {match['deed']}{other}"


def write_member_loop(match: re.Match[str]) -> str:
    """Translate a match of ``for all boats`` to ``for each boat in boats``."""
    one = match["many"].removesuffix("s")
    return f"for each {one} in {one}s"


def write_enum_loop(match: re.Match[str]) -> str:
    """Translate a match of ``for each ship`` to ``for each ship in Ship``."""
    return f"for each {match['many']} in {match['many'].capitalize()}"


FLOW = (
    # order
    Idiom(r"break(?: out)?(?: of .*)?|exit (?:for|loop|while)|leave(?: loop)?|stop (?:the )?loop", ("stop",)),
    Idiom(r"pass|skip|noop|no-op|nothing to do|do nothing|nothing happens|no effect|\.\.\.|…", ("nothing",)),
    Idiom(
        r"continue|next(?: \w+)?|skip to (?:the )?next.*",
        (),
        "No word goes on with the next of a loop. Put what is left of the block into an `if`, or say with "
        "`where` which members the loop goes through.",
    ),
    Idiom(r"return (?:None|null|nil|void|nothing)|return from \w+|leave \w+|return back", ("return",)),
    Idiom(
        r"exit|quit|abort|terminate|halt",
        (),
        "`return` leaves a procedure, `stop` a loop. `end mission` ends the procedure `mission`, from wherever "
        "it was called.",
    ),
    Idiom(
        r"(?:the )?(?:game|mission) (?:is )?(?:over|ends|is lost|is won)|(?:you |the player )?(?:lose"
        r"|win)s?(?: the game)?"
        r"|(?:end|stop|exit|quit|finish|leave|abort) (?:the |this )?(?:game|play|mission)|you (?:are dead|die)|die",
        (),
        END_OF_PLAY,
    ),
    Idiom(
        r"start over|restart|begin again|start again|repeat(?: from)?(?: the)? (?:start|beginning|top"
        r"|above)|go to start",
        (),
        "What is done again stands in a loop: `repeat 3 times`, or `while oil > 0 at most 20 times`.",
        "No line jumps back.",
    ),
    Idiom(r"(?:global|nonlocal|extern|static) .*", ("",), "A field is known everywhere: leave this line out."),
    Idiom(
        r"(?:try|finally|begin|catch.*|rescue.*|with .*)",
        (),
        "Nothing fails in a rule, and no block is opened but by what decides: leave this line out, and what ends it.",
        inside=True,
    ),
    Idiom(
        r"except(?: \w+)?(?: as \w+)?:?",
        (),
        "Nothing fails in a rule: leave this line out.",
        item="procedure",
        inside=True,
    ),
    Idiom(r"assert (\S.*)", (r"expect \1",), "An example says what must hold: `expect \\1`.", item="example"),
    Idiom(
        r"(?:assert|ensure|require|check that) (\S.*)",
        (),
        r"What must hold is said by an `example`: `expect \1`. In play "
        r"ask for it: `if \1`.",
        "Nothing is asserted in play.",
    ),
    Idiom(
        r"(?:let )?(?:\w+ ?= ?)?lambda\b.*|.*\w ?=> ?\{?.*\}",
        (),
        "A value that hangs on others is a define: `define twice(n: 0..9): 0..18 = n * 2`.",
        "No function stands within a line.",
        item="procedure",
    ),
    # conditions
    Idiom(
        rf"(?P<if>{ASKING}) (?P<condition>\S.*?){THEN}? (?P<deed>{VERB}\b.*?)"
        rf"(?:[,;]? (?:else|otherwise)[,:]? (?P<other>{VERB}\b.*))?",
        (write_block,),
        item="(?!example)",
        code="E018",
    ),
    Idiom(
        rf"(?P<deed>{VERB}\b.*?)(?:,? and then|,? then|,? and|,|;|\.) (?P<more>{VERB}\b.*)",
        (lambda found: f"{found['deed']}\n{found['more']}",),
        message="A line holds one statement.",
        item="procedure|table|reroll",
    ),
    Idiom(
        r"(?P<done>(?:take|add|set|say|do|roll|return|stop|remove|reset|end|move|nothing|look up)\b.*?) "
        r"(?P<if>if|when|unless|whenever) (?P<condition>(?!.*\b(?:else|otherwise)\b)\S.*)",
        (),
        r"Write `if` with its condition, and below it, two spaces deeper, `\g<done>`.",
        "A statement has no condition of its own.",
        item="(?!errata|variant|preferences|house|example)",
    ),
    Idiom(r"unless (?P<condition>\S.*)", (lambda found: f"if {negate_condition(found['condition'])}",)),
    Idiom(r"(?:when|whenever|in case|provided(?: that)?|should) (\S.*)", (r"if \1",)),
    Idiom(r"IF (\S.*?) THEN", (r"if \1",)),
    Idiom(r"if ?: ?(\S.*)", (r"if \1",)),
    Idiom(
        r"(?:repeat |loop |do )?until (?P<condition>\S.*)",
        (write_bounded_loop,),
        "A loop that goes on until something is so is a `while` with a `not`, and says how often at most.",
        doubtful=True,
    ),
    Idiom(
        r"\}? ?(?:otherwise|or else|else do|all else|if not|else otherwise|else:? ?\{)|\} ?else",
        ("else",),
        item="(?!define|tally|forecast)",
    ),
    Idiom(
        r"(?:otherwise,? if|else,? when|or else if|or if|\} ?(?:else if|elif|elsif)) (\S.*?) ?\{?",
        (r"else if \1",),
        item="(?!define|tally|forecast)",
    ),
    # loops
    Idiom(rf"(?:loop|do|for|repeat) ({COUNT}) ?(?:times|x)", (lambda found: f"repeat {read_count(found[1])} times",)),
    Idiom(r"(?:loop|do|for|repeat) (\S.*?) ?(?:times|x)", (r"repeat \1 times",)),
    Idiom(
        rf"(?:for|repeat|loop)(?: for)? ({COUNT}) {PERIODS}|({COUNT}) times",
        (lambda found: f"repeat {read_count(found[1] or found[2])} times",),
    ),
    Idiom(
        rf"for(?: each)? (?P<name>\w+) (?:in|of|from) {RANGED}",
        (write_range_loop, write_inclusive_loop),
        "Numbers are gone through with `..`, from the first to the last. Python's `range` ends before its last.",
        code="E049",
    ),
    Idiom(
        rf"for(?: each)? \w+ (?:in|of|from) x?range\(len\(({REF})\)\)",
        (r"for each each_one in \1",),
        r"Write `for each x in \1`: members have no numbers.",
        code="E049",
        doubtful=True,
    ),
    Idiom(
        rf"for(?: each)? \(?\w+, ?(\w+)\)? in enumerate\(({REF})\)",
        (r"for each \1 in \2",),
        r"Write `for each \1 in \2`: members have no numbers.",
        code="E049",
    ),
    Idiom(
        rf"(?:for|foreach|for each) ?\((?:(?:const|let|var|auto|\w+) )?(\w+) ?(?:in|of|:) ?({REF})\)",
        (r"for each \1 in \2",),
        code="E049",
    ),
    Idiom(
        rf"({REF})\.(?:forEach|each|map)\(.*",
        (),
        r"Write `for each x in \1`, and below it, two spaces deeper, what is done "
        "with each.",
        "No list has methods.",
    ),
    Idiom(r"for(?: each)? (\w+) (?:in|from|of) (\S+ ?\.\. ?\S+)", (r"for \1 in \2",), code="E049"),
    Idiom(r"for (\w+) ?(?::=|=|in|from) ?(\d+) ?(?::|to|\.\.\.?) ?(\d+)", (r"for \1 in \2..\3",), code="E049"),
    Idiom(rf"for (?!each\b)(\w+) (?:in|of) (?!\d)({REF})", (r"for each \1 in \2",), code="E049"),
    Idiom(
        r"for (?:each|every|all|any)(?: of)?(?: the)? (?P<many>[a-z]\w*)",
        (write_member_loop, write_enum_loop),
        r"Say through what it goes: `for each b in boats`, `for each s in Ship`.",
        code="E049",
    ),
    Idiom(
        r"for ?\((?:int |let |var )?(?P<name>\w+) ?= ?(?P<first>\d+); ?"
        r"(?P=name) ?(?P<sign><=?) ?(?P<last>\d{1,6}); ?(?:(?P=name)\+\+|\+\+(?P=name))\) ?\{?",
        (write_counter_loop,),
    ),
    Idiom(
        r"for(?: each| every| all)? (\w+) (?:in|of|from) (\S.*?) (?:if|when|with|such that) (\S.*)",
        (r"for each \1 in \2 where \3",),
    ),
    Idiom(
        r"while ?\(?(?:true|True|TRUE|1|yes)\)? ?|forever|loop|do ?\{?|(?:repeat|loop) forever|repeat",
        ("repeat 20 times",),
        BOUNDED,
        "A loop says how often at most.",
        doubtful=True,
        item="procedure|table",
    ),
    Idiom(r"\}? ?while ?\(?(\S.*?)\)?;", (r"while \1 at most 20 times",), BOUNDED, doubtful=True),
    # cases, and ends of blocks
    Idiom(
        r"(?:switch|match|select)(?: case| on)? (\S.*)|case (?!\d)(\S.*)",
        (),
        r"Write `if`, `else if` and `else`; or a table without dice, which is looked up.",
        "No statement chooses between cases.",
        item="(?!define|tally|forecast)",
    ),
    Idiom(
        r"(?i:end ?(?:if|for|while|repeat|loop|unless|procedure|step|sub|function|select|choose|with)|fi"
        r"|done|wend|esac|od"
        r"|endwhile|endfor)|\}+;?|end",
        ("",),
        BLOCK_ENDS,
    ),
    Idiom(
        r"(?:function|def|sub|proc|func|procedure) (\w+) ?\(.*\)",
        (),
        r"A procedure is an item of its own and begins in column 0: `procedure \1`.",
        "A procedure stands in no other.",
        inside=True,
    ),
)
"""The idioms, in the order of trial."""
