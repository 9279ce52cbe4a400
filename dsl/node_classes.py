"""Classes of what is made by the ten thousand: frozen attrs classes to whoever writes code, only quicker.

attrs guards a frozen class at run time by a ``__setattr__`` of its own, past which ``__init__`` has to call for each
attribute: a span takes three times as long to make. Here nothing guards it but the checker of types, for which all
these classes are frozen (:func:`unguarded`).

attrs also writes and compiles methods for each class by itself, in every process anew. For hundreds of small classes
that takes longer than their methods ever run; so nodes, and what else is small and only read, are not made by it
(:func:`frozen`), nor is what is filled as it goes (:func:`define`). They print themselves by a function they share; how
they are made, compared and hashed is that of all classes with as many attributes, with the names exchanged
(:func:`bind_method`). To :func:`attrs.fields`, :func:`attrs.evolve` and the rest they are classes of attrs' like
others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from types import CodeType, FunctionType, MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import attrs

__all__ = ["define", "evolve_node", "field", "frozen", "unguarded"]

FOREIGN = type(attrs.field())
FACTORY: type[Any] = type(attrs.Factory(list))
ATTRIBUTE: Callable[..., attrs.Attribute[Any]] = attrs.Attribute


OF_THE_CLASS = ("ClassVar", "typing.ClassVar")
"""How the annotation begins of what is no attribute, but the same for all of a class."""

NO_METADATA: Mapping[Any, Any] = MappingProxyType({})


class Given(NamedTuple):
    """What a node says of an attribute, as far as nodes have need of it; meaning as in :func:`attrs.field`."""

    default: Any = attrs.NOTHING
    eq: bool | Callable[[Any], object] = True
    repr: bool = True
    kw_only: bool = False
    metadata: Mapping[Any, Any] = NO_METADATA
    factory: Callable[[], object] | None = None


if TYPE_CHECKING:
    from attrs import define, field, frozen  # for the checker of types all are attrs' own
    from attrs import frozen as unguarded
else:
    field = Given

    def unguarded(class_: type | None = None, *, eq: bool = True, **how: Any) -> Any:
        """:func:`attrs.frozen` without its guard at run time."""
        return attrs.define(class_, eq=eq, unsafe_hash=eq or None, **how)

    def frozen(class_: type | None = None, *, kw_only: bool = False, eq: bool = True) -> Any:
        """The same for nodes, whose methods are shared."""
        return partial(built, kw_only=kw_only, eq=eq) if class_ is None else built(class_, kw_only=kw_only, eq=eq)

    def define(class_: type | None = None, *, kw_only: bool = False, eq: bool = True) -> Any:
        """:func:`attrs.define` in the same way: of what changes there is no hash."""
        how = {"kw_only": kw_only, "eq": eq, "hashes": False}
        return partial(built, **how) if class_ is None else built(class_, **how)

    def built(class_: type, *, kw_only: bool, eq: bool, hashes: bool = True) -> type:
        """A class with slots for its attributes and the methods that go with them.

        As in attrs it is made a second time, for only a new one can have slots. What names the class around it, such
        as ``super()`` without arguments, would mean the first.
        """
        body = dict(vars(class_))
        for absent in ("__dict__", "__weakref__"):
            body.pop(absent, None)
        own = {
            name: attribute(name, hint, body.pop(name, attrs.NOTHING), kw_only)
            for name, hint in class_.__annotations__.items()
            if not str(hint).startswith(OF_THE_CLASS)
        }
        above = {each.name: each for base in reversed(class_.__mro__) for each in vars(base).get("__attrs_attrs__", ())}
        fields = (*(each for name, each in above.items() if name not in own), *own.values())
        body |= {
            "__qualname__": class_.__qualname__,
            "__slots__": tuple(name for name in own if name not in above),
            "__attrs_attrs__": fields,
            "__match_args__": tuple(each.name for each in fields if not each.kw_only),
            "__init__": initial(fields),
            "__repr__": shown,
        }
        if eq:
            body |= {"__eq__": equality(fields), "__hash__": hashing(fields) if hashes else None}
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
    spec = given if isinstance(given, Given) else Given(given)
    return ATTRIBUTE(
        name=name,
        default=spec.default if spec.factory is None else attrs.Factory(spec.factory),
        validator=None,
        repr=spec.repr,
        cmp=None,
        hash=None,
        init=True,
        inherited=False,
        type=hint,
        kw_only=kw_only or spec.kw_only,
        metadata=spec.metadata,
        eq=spec.eq,
        alias=name.lstrip("_"),
    )


N = TypeVar("N")


def evolve_node(node: N, **new: object) -> N:
    """A node with other attributes: :func:`attrs.evolve`, of a node only, and sooner done."""
    kind: Any = type(node)
    copy: N = object.__new__(kind)
    for name in attribute_names(kind):
        setattr(copy, name, new[name] if name in new else getattr(node, name))
    return copy


@cache
def attribute_names(kind: type) -> tuple[str, ...]:
    """The names of the attributes of a class of nodes."""
    return tuple(each.name for each in attrs.fields(kind))


# --- the methods of a class: those of all classes with as many attributes, with the names exchanged


def initial(fields: Sequence[Any]) -> FunctionType:
    """The ``__init__`` of a class with these attributes.

    That those with defaults come last is for the checker of types to see.
    """
    by_place, by_name = ([each for each in fields if each.kw_only is named] for named in (False, True))
    ordered = [*by_place, *by_name]
    makers = {at: each.default.factory for at, each in enumerate(ordered) if isinstance(each.default, FACTORY)}
    shared = init_code(len(ordered), frozenset(makers))
    code = bind_names(shared, ordered).replace(
        co_argcount=1 + len(by_place),
        co_kwonlyargcount=len(by_name),
        co_varnames=("self", *(each.alias for each in ordered)),
    )
    scope = {"NOTHING": attrs.NOTHING, **{factory_name(at): make for at, make in makers.items()}}
    given = {each.name: attrs.NOTHING if isinstance(each.default, FACTORY) else each.default for each in ordered}
    without = {each.name for each in ordered if each.default is attrs.NOTHING}
    init = FunctionType(code, scope, argdefs=tuple(given[each.name] for each in by_place if each.name not in without))
    init.__kwdefaults__ = {each.alias: given[each.name] for each in by_name if each.name not in without}
    return init


def equality(fields: Sequence[Any]) -> Callable[[Any, object], bool]:
    """The ``__eq__`` of a class with these attributes: whether two are of one class, and equal in all that counts."""
    counting = [each for each in fields if each.eq]
    return are_nodes_equal if any(each.eq_key for each in counting) else bind_method(eq_code(len(counting)), counting)


def hashing(fields: Sequence[Any]) -> Callable[[Any], int]:
    """The ``__hash__`` that goes with it."""
    counting = [each for each in fields if each.eq]
    return node_hash if any(each.eq_key for each in counting) else bind_method(hash_code(len(counting)), counting)


def bind_method(code: CodeType, fields: Sequence[attrs.Attribute[Any]]) -> FunctionType:
    """The method of a class with these attributes, of what stands for it with numbered ones."""
    return FunctionType(bind_names(code, fields), globals())


def bind_names(code: CodeType, fields: Sequence[attrs.Attribute[Any]]) -> CodeType:
    """Code with the names of these attributes for numbered ones."""
    names = {placeholder_name(at): each.name for at, each in enumerate(fields)}
    return code.replace(co_names=tuple(names.get(name, name) for name in code.co_names))


@cache
def init_code(count: int, with_factory: frozenset[int]) -> CodeType:
    """The code of an ``__init__`` that does nothing but set so many attributes.

    Args:
        count: How many.
        with_factory: Those that are made anew where they are not given.
    """
    names = [*map(placeholder_name, range(count))]
    sets = [
        f"self.{name} = {name}" + (f" if {name} is not NOTHING else {factory_name(at)}()" if at in with_factory else "")
        for at, name in enumerate(names)
    ]
    return compile_method(f"def method(self, {', '.join(names)}): {'; '.join(sets) or 'pass'}")


@cache
def eq_code(count: int) -> CodeType:
    """The code of an ``__eq__`` by so many attributes."""
    mine, others = tuple_source("self", count), tuple_source("other", count)
    differs = "if other.__class__ is not self.__class__: return NotImplemented"
    return compile_method(f"def method(self, other):\n {differs}\n return {mine} == {others}")


@cache
def hash_code(count: int) -> CodeType:
    """The code of a ``__hash__`` by so many attributes."""
    return compile_method(f"def method(self): return hash((self.__class__, {tuple_source('self', count)}))")


def tuple_source(variable: str, count: int) -> str:
    """The text of a tuple of so many attributes."""
    return f"({''.join(f'{variable}.{placeholder_name(at)}, ' for at in range(count))})"


def placeholder_name(at: int) -> str:
    """What stands in the code for the name of an attribute."""
    return f"_{at}"


def factory_name(at: int) -> str:
    """What is called there for an attribute that is made anew."""
    return f"make{at}"


def compile_method(text: str) -> CodeType:
    """The code of a method, from its text."""
    scope: dict[str, Any] = {}
    exec(text, scope)
    code: CodeType = scope["method"].__code__
    return code


# --- where something of an attribute counts instead of it all


@cache
def compared_attributes(kind: type) -> tuple[tuple[str, Callable[[Any], object] | None], ...]:
    """The attributes by which nodes of a class are told apart, and what gives of each what counts; None for all."""
    return tuple((field.name, field.eq_key) for field in attrs.fields(kind) if field.eq)


def equality_key(node: Any) -> tuple[object, ...]:
    """What a node is told apart by."""
    kind: type = type(node)
    return tuple(
        [part(getattr(node, name)) if part else getattr(node, name) for name, part in compared_attributes(kind)]
    )


def are_nodes_equal(node: Any, other: object) -> bool:
    """Whether two nodes are of one class and equal in all that is compared."""
    return equality_key(node) == equality_key(other) if type(other) is type(node) else NotImplemented


def node_hash(node: Any) -> int:
    """The hash of a node."""
    return hash((type(node), equality_key(node)))


def shown(node: Any) -> str:
    """A node as Python would write it: ``Name(name='lamp')``."""
    kind: type = type(node)
    parts = (f"{field.name}={getattr(node, field.name)!r}" for field in attrs.fields(kind) if field.repr)
    return f"{kind.__qualname__}({', '.join(parts)})"
