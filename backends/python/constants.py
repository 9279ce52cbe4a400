"""Names in the Python source for slots and runs of slots."""

from __future__ import annotations

from attrs import define, field

from bombsight.compiler.lower.layout import Layout
from bombsight.compiler.lower.names import Names, word
from bombsight.compiler.lower.unit import Unit
from bombsight.flat.program import NAMES, RESERVE, STEPS


@define
class Constants:
    """Constants at the head of the source.

    Attributes:
        slots: The name of each field's first slot.
        runs: The name of each list's slots, of each owner's region, as slices.
        lines: The constants with their values and a word on each.
    """

    slots: dict[int, str] = field(factory=dict)
    runs: dict[str, str] = field(factory=dict)
    lines: list[str] = field(factory=list)


def constants(unit: Unit, names: Names) -> Constants:
    """Give names to all slots."""
    found = Constants()
    layout: Layout = unit.layout

    def slot(at: int, hint: str, about: str) -> None:
        name = found.slots[at] = names.unique(word(hint).upper())
        found.lines.append(f"{name} = {at}" + (f"  # {about}" if about else ""))

    def run(key: str, hint: str, slots: range) -> None:
        name = found.runs[key] = names.unique(word(hint).upper())
        found.lines.append(f"{name} = slice({slots.start}, {slots.stop})")

    found.slots.update({STEPS: "STEPS", RESERVE: "RESERVE", NAMES: "NAMES"})
    found.lines += [
        f"STEPS = {STEPS}  # steps left",
        f"RESERVE = {RESERVE}  # for further missions",
        f"NAMES = {NAMES}  # names given",
    ]
    for placed in layout.fields.values():
        dimensions = ", ".join(placed.field.indices)
        about = f"{placed.field.type}" + (f" for each {dimensions}" if dimensions else "")
        slot(placed.base, placed.field.id, about + (f", {placed.capacity} elements" if placed.list else ""))
    for pool in layout.pools.values():
        slot(pool.base, pool.list.id, f"{pool.capacity} references to {pool.list.record}")
        run(pool.list.id, f"{pool.list.id}_all", range(pool.base, pool.base + pool.capacity))
        slot(pool.count, f"{pool.list.id}_count", "elements there are")
        slot(pool.serial, f"{pool.list.id}_serial", "elements there ever were")
    for key, at in layout.depths.items():
        slot(at, f"depth_{key.partition(':')[2]}", "open calls")  # an id may begin with a digit
    if layout.depths:
        found.lines.append(f"OPEN = {layout.open}  # open calls of what can call itself, with what they call")
    for key, at in layout.offers.items():
        slot(at, f"{key}_taken", "times taken")
    for owner, slots in layout.regions.items():
        if slots:
            run(f"region {owner}", f"{owner}_state", slots)
    return found
