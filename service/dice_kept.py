"""Real dice that were typed before they were asked for: several throws in one line."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field


@define
class DiceKept:
    """Throws of some dice that wait until the same dice are asked for.

    Attributes:
        throws: Their faces, in the order in which they were typed.
        sides: How many sides the dice have.
    """

    throws: list[tuple[int, ...]] = field(factory=list)
    sides: int = 0

    def keep(self, throws: Iterable[tuple[int, ...]], sides: int) -> None:
        """Keep throws behind those that wait; where they are of other dice, in their place."""
        found = [*throws]
        if found and sides != self.sides:
            self.throws.clear()
            self.sides = sides
        self.throws += found

    def take(self, count: int, sides: int) -> tuple[int, ...]:
        """The next throw, if it is one of such dice; empty where none waits."""
        if self.throws and sides == self.sides and len(self.throws[0]) == count:
            return self.throws.pop(0)
        return ()

    def clear(self) -> tuple[int, ...]:
        """Keep nothing more; the faces that waited."""
        left = tuple(face for throw in self.throws for face in throw)
        self.throws.clear()
        return left
