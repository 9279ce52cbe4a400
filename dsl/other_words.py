"""Words that say something of their own in plain English or elsewhere, and so are no slips for words that look alike.

`xor` is one letter from `or` and `get` one from `set`, but whoever writes them means them. Likeness tells nothing of
such a word. Here stand those near a word of the language that can be meant in rules by themselves: operators, denials,
deeds, amounts. A word that means nothing there by itself, such as `hte` or `form` for `from`, stays a slip.
"""

from __future__ import annotations

OPERATORS = "xor nor nand xnor iff mod div rem shl shr eq ne neq lt gt le lte ge gte then than til till until"

DENIALS = "isnt arent wasnt werent hasnt havent dont doesnt didnt cant cannot wont neither nobody"

DEEDS = """
    aid average ban bar bet bid bind boost bring build burn buy call cap carry cast catch change charge clear close come
    cost cut dare deal decide defer delay die dig dodge done double drag drain drift drive drop earn eat enter fall
    feed fill find fire fish fix flee flip fly gain gather get give go grab grow guess halve hand hide hit hold hunt
    hurt join jump keep kill know land lay lead lend lift light like limit load lock lose love make mask mend merge
    miss mount multiply negate open own park pass pay peek pick place plant play poke pop post pour pray press prove
    pull push put quadruple raise rally rank rate reach read ready reduce refine refuse rely remain rename repair
    report rescue rest retry reveal ride rob rotate run sail save search seek seem sell send settle share ship shoot
    shop shuffle sink sit skip sleep slow sort spare spend split spread stand stay steal steer store swap switch tap
    task teach tell test throw toll toss toggle toward track trade travel triple trust try turn upset use vote wait
    wake walk wash waste watch win wipe wish work yield
"""

AMOUNTS = """
    another both dozen ever few half last less lower many maximum median minimum more much next once other pair past
    same several some thrice total twice very whole
"""

ELSEWHERE = "def done elif elsif fi fn func goto impl incl lambda proc raise rec rescue stat var val"

OTHER = frozenset(f"{OPERATORS} {DENIALS} {DEEDS} {AMOUNTS} {ELSEWHERE}".split())
"""The words, in small letters."""
