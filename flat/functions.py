"""Functions of the flat form."""

from __future__ import annotations

from attrs import frozen

from bombsight.flat.statements import Block


@frozen(kw_only=True)
class Guard:
    """What stands around a function's body.

    Attributes:
        number: Its number, where ``end`` can leave it; else None.
        escapes: Whether an ``end``, its own or an outer procedure's, can come out of the body.
        resets: The owner of state that falls back at its end, or None.
        depth: The slot that counts open calls, or None.
        deepest: How many may be open at once.
        height: How many calls it may come to, what calls itself apart.
        nested: Fault where it would come to more than may be open in all.
        too_deep: What happens instead beyond them.
        enter, leave: Sites of the journal, or None.
    """

    number: int | None = None
    escapes: bool = False
    resets: str | None = None
    depth: int | None = None
    deepest: int = 0
    height: int = 0
    nested: int = 0
    too_deep: Block = ()
    enter: int | None = None
    leave: int | None = None


@frozen(kw_only=True)
class Function:
    """A function. ``params`` are integers; that of a standing offer is when it is wanted.

    Attributes:
        about: The node it stands for and its place, for the reader.
        results: How many integers it gives.
        asks: Whether a choice can come up in it, callees included.
        ends: Whether it can end a procedure that runs around it.
        shares: The function whose body it has, with a guard of its own; None for one with its own body.
    """

    name: str
    about: str
    params: tuple[str, ...]
    results: int
    body: Block
    guard: Guard | None = None
    asks: bool = False
    ends: bool = False
    shares: str | None = None
