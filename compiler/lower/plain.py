"""The form without a journal: events go, and what stood there for them alone."""

from __future__ import annotations

from attrs import evolve

from compiler.lower.flat import statements as fs
from compiler.lower.fold import can_fault


def without_events(block: fs.Block) -> fs.Block:
    """A block that tells nothing."""
    kept: list[fs.Stmt] = []
    for stmt in block:
        match stmt:
            case fs.Event():
                continue
            case fs.If(condition=condition, body=body, otherwise=otherwise):
                body, otherwise = without_events(body), without_events(otherwise)
                if not body and not otherwise and not can_fault(condition):
                    continue
                kept.append(evolve(stmt, body=body, otherwise=otherwise))
            case fs.Rows(arms=arms):
                kept.append(evolve(stmt, arms=tuple(evolve(arm, body=without_events(arm.body)) for arm in arms)))
            case (
                fs.Each(body=body)
                | fs.Numbered(body=body)
                | fs.Turns(body=body)
                | fs.While(body=body)
                | fs.Labelled(body=body)
            ):
                kept.append(evolve(stmt, body=without_events(body)))
            case _:
                kept.append(stmt)
    return tuple(kept)
