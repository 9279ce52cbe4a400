"""Words with a meaning of their own in English or other languages, so that they are no slips for similar words.

`xor` is one letter from `or` and `get` one from `set`, but an author who writes them means them. The list has words
near a word of the language that rules may use by themselves: operators, negations, verbs, amounts. A word without such
a meaning, such as `hte` or `form` for `from`, stays a slip.
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
    another both dozen ever few half last less lower many maximum median minimum more much next other pair past
    same several some thrice total very whole
"""

ELSEWHERE = "def done elif elsif fi fn func goto impl incl lambda proc raise rec rescue stat var val"

OTHER = frozenset(f"{OPERATORS} {DENIALS} {DEEDS} {AMOUNTS} {ELSEWHERE}".split())
"""The words, in lower case."""
