"""A queue of real throws that the player typed ahead, several in one line."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from bombsight.dsl.dice import Dice


@define
class TypedDiceQueue:
    """A queue of throws of real dice that the player typed in advance, several in one line.

    Attributes:
        throws: Their faces, in the order in which they were typed.
        dice: The dice that were thrown; None before the first.
    """

    throws: list[tuple[int, ...]] = field(factory=list)
    dice: Dice | None = None

    def add(self, throws: Iterable[tuple[int, ...]], dice: Dice) -> None:
        """Append throws of some dice to the queue; throws of other dice replace its content."""
        new_throws = [*throws]
        if new_throws and dice != self.dice:
            self.throws.clear()
            self.dice = dice
        self.throws += new_throws

    def pop(self, dice: Dice) -> tuple[int, ...]:
        """Remove and return the next throw if it is of the given dice; else return no faces."""
        if self.throws and dice == self.dice:
            return self.throws.pop(0)
        return ()

    def clear(self) -> tuple[int, ...]:
        """Empty the queue, and return the faces of all throws in it."""
        faces = tuple(face for throw in self.throws for face in throw)
        self.throws.clear()
        return faces
