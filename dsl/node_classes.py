"""Classes of what is made by the ten thousand: frozen attrs classes to whoever writes code, only quicker.

attrs guards a frozen class at run time by a ``__setattr__`` of its own, past which ``__init__`` has to call for each
attribute: a span takes three times as long to make. Here nothing guards it but the checker of types, for which all
these classes are frozen (:func:`unguarded`).

attrs also writes and compiles methods for each class by itself, in every process anew. For hundreds of small classes
that takes longer than their methods ever run; so nodes, and what else is small and only read, are not made by it
(:func:`frozen`). They compare, hash and print themselves by functions they share, and the ``__init__`` of each is that
of all classes with as many attributes, with the names exchanged (:func:`initial`). To :func:`attrs.fields`,
:func:`attrs.evolve` and the rest they are classes of attrs' like others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple

import attrs

__all__ = ["field", "frozen", "unguarded"]

FOREIGN = type(attrs.field())
ATTRIBUTE: Callable[..., attrs.Attribute[Any]] = attrs.Attribute


class Given(NamedTuple):
    """What a node says of an attribute, as far as nodes have need of it; meaning as in :func:`attrs.field`."""

    default: Any = attrs.NOTHING
    eq: bool | Callable[[Any], object] = True
    repr: bool = True
    kw_only: bool = False


if TYPE_CHECKING:
    from attrs import field, frozen  # for the checker of types all are attrs' own
    from attrs import frozen as unguarded
else:
    field = Given

    def unguarded(class_: type | None = None, *, eq: bool = True, **how: Any) -> Any:
        """:func:`attrs.frozen` without its guard at run time."""
        return attrs.define(class_, eq=eq, unsafe_hash=eq or None, **how)

    def frozen(class_: type | None = None, *, kw_only: bool = False) -> Any:
        """The same for nodes, whose methods are shared.

        As in attrs the class is made a second time, for only a new one can have slots. What names the class around it,
        such as ``super()`` without arguments, would mean the first.
        """
        if class_ is None:
            return partial(frozen, kw_only=kw_only)
        body = dict(vars(class_))
        for absent in ("__dict__", "__weakref__"):
            body.pop(absent, None)
        own = {
            name: attribute(name, hint, body.pop(name, attrs.NOTHING), kw_only)
            for name, hint in class_.__annotations__.items()
        }
        above = {each.name: each for base in reversed(class_.__mro__) for each in vars(base).get("__attrs_attrs__", ())}
        fields = (*(each for name, each in above.items() if name not in own), *own.values())
        body |= {
            "__qualname__": class_.__qualname__,
            "__slots__": tuple(name for name in own if name not in above),
            "__attrs_attrs__": fields,
            "__match_args__": tuple(each.name for each in fields if not each.kw_only),
            "__init__": initial(fields),
            "__eq__": equal,
            "__hash__": hashed,
            "__repr__": shown,
        }
        return type(class_)(class_.__name__, class_.__bases__, body)


def attribute(name: str, hint: object, given: object, kw_only: bool) -> attrs.Attribute[Any]:
    """An attribute of a node as attrs knows it.

    Args:
        name: Its name.
        hint: Its annotation.
        given: What the class has assigned to it: a default, or what is :class:`Given`.
        kw_only: Whether all attributes of the class are given by their names alone.

    Raises:
        TypeError: It was assigned what :func:`attrs.field` gives.
    """
    if isinstance(given, FOREIGN):
        raise TypeError(f"{name} is a field of attrs, and stands in a class that attrs does not make")
    said = given if isinstance(given, Given) else Given(given)
    return ATTRIBUTE(
        name=name,
        default=said.default,
        validator=None,
        repr=said.repr,
        cmp=None,
        hash=None,
        init=True,
        inherited=False,
        type=hint,
        kw_only=kw_only or said.kw_only,
        eq=said.eq,
        alias=name,
    )


def initial(fields: Sequence[attrs.Attribute[Any]]) -> FunctionType:
    """The ``__init__`` of a class with these attributes.

    That those with defaults come last is for the checker of types to see.
    """
    by_place, by_name = ([each for each in fields if each.kw_only is named] for named in (False, True))
    names = tuple(each.name for each in (*by_place, *by_name))
    code = setting(len(names)).replace(
        co_argcount=1 + len(by_place), co_kwonlyargcount=len(by_name), co_varnames=("self", *names), co_names=names
    )
    defaults = {each.name: each.default for each in fields if each.default is not attrs.NOTHING}
    init = FunctionType(code, {}, argdefs=tuple(defaults[each.name] for each in by_place if each.name in defaults))
    init.__kwdefaults__ = {each.name: defaults[each.name] for each in by_name if each.name in defaults}
    return init


@cache
def setting(count: int) -> CodeType:
    """The code of an ``__init__`` that does nothing but set so many attributes."""
    names = [f"_{number}" for number in range(count)]
    sets = "; ".join(f"self.{name} = {name}" for name in names) or "pass"
    scope: dict[str, Any] = {}
    exec(f"def __init__(self, {', '.join(names)}): {sets}", scope)
    code: CodeType = scope["__init__"].__code__
    return code


@cache
def compared(kind: type) -> tuple[tuple[str, Callable[[Any], object] | None], ...]:
    """The attributes by which nodes of a class are told apart, and what gives of each what counts; None for all."""
    return tuple((field.name, field.eq_key) for field in attrs.fields(kind) if field.eq)


def told(node: Any) -> tuple[object, ...]:
    """What a node is told apart by."""
    kind: type = type(node)
    return tuple([part(getattr(node, name)) if part else getattr(node, name) for name, part in compared(kind)])


def equal(node: Any, other: object) -> bool:
    """Whether two nodes are of one class and equal in all that is compared."""
    return told(node) == told(other) if type(other) is type(node) else NotImplemented


def hashed(node: Any) -> int:
    """The hash of a node."""
    return hash((type(node), told(node)))


def shown(node: Any) -> str:
    """A node as Python would write it: ``Name(name='lamp')``."""
    kind: type = type(node)
    parts = (f"{field.name}={getattr(node, field.name)!r}" for field in attrs.fields(kind) if field.repr)
    return f"{kind.__qualname__}({', '.join(parts)})"
