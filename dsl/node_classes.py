"""Decorators for node classes: frozen attrs classes to the type checker, but faster to create and define.

attrs guards a frozen class at run time by ``__setattr__``, which ``__init__`` must bypass for each attribute: a span
takes three times as long to make. Here nothing but the type checker enforces immutability (:func:`unguarded`).

attrs also generates and compiles methods for each class, in every process anew. For hundreds of small classes that
takes longer than their methods ever run. So nodes and other small read-only classes are made by :func:`frozen`, mutable
ones by :func:`define`. They share one ``__repr__``; their ``__init__``, ``__eq__`` and ``__hash__`` are compiled once
for each number of attributes, and rebound to the attributes' names (:func:`bind_method`). To :func:`attrs.fields`,
:func:`attrs.evolve` and the rest they are attrs classes.
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


CLASS_VARIABLE_PREFIXES = ("ClassVar", "typing.ClassVar")
"""The prefixes of annotations of class variables."""

NO_METADATA: Mapping[Any, Any] = MappingProxyType({})


class FieldSpec(NamedTuple):
    """The specification of a field, with the arguments of :func:`attrs.field` that nodes need."""

    default: Any = attrs.NOTHING
    eq: bool | Callable[[Any], object] = True
    repr: bool = True
    kw_only: bool = False
    metadata: Mapping[Any, Any] = NO_METADATA
    factory: Callable[[], object] | None = None


if TYPE_CHECKING:
    from attrs import define, field, frozen  # to the type checker all are attrs' own
    from attrs import frozen as unguarded
else:
    field = FieldSpec

    def unguarded(class_: type | None = None, *, eq: bool = True, **how: Any) -> Any:
        """:func:`attrs.frozen` without its run-time guard."""
        return attrs.define(class_, eq=eq, unsafe_hash=eq or None, **how)

    def frozen(class_: type | None = None, *, kw_only: bool = False, eq: bool = True) -> Any:
        """Class decorator like :func:`attrs.frozen`, with shared methods."""
        return (
            partial(rebuild_class, kw_only=kw_only, eq=eq)
            if class_ is None
            else rebuild_class(class_, kw_only=kw_only, eq=eq)
        )

    def define(class_: type | None = None, *, kw_only: bool = False, eq: bool = True) -> Any:
        """Class decorator like :func:`attrs.define`, with shared methods; instances are not hashable."""
        how = {"kw_only": kw_only, "eq": eq, "hashes": False}
        return partial(rebuild_class, **how) if class_ is None else rebuild_class(class_, **how)

    def rebuild_class(class_: type, *, kw_only: bool, eq: bool, hashes: bool = True) -> type:
        """Rebuild a class with slots and shared methods, for only a new class can have slots.

        Args:
            class_: The class; references to it such as ``super()`` without arguments would mean the old one.
            kw_only: Whether all its attributes are keyword-only.
            eq: Whether to compare by value.
            hashes: Whether to hash by value.
        """
        body = dict(vars(class_))
        for absent in ("__dict__", "__weakref__"):
            body.pop(absent, None)
        own = {
            name: make_attribute(name, hint, body.pop(name, attrs.NOTHING), kw_only)
            for name, hint in class_.__annotations__.items()
            if not str(hint).startswith(CLASS_VARIABLE_PREFIXES)
        }
        above = {each.name: each for base in reversed(class_.__mro__) for each in vars(base).get("__attrs_attrs__", ())}
        fields = (*(each for name, each in above.items() if name not in own), *own.values())
        body |= {
            "__qualname__": class_.__qualname__,
            "__slots__": tuple(name for name in own if name not in above),
            "__attrs_attrs__": fields,
            "__match_args__": tuple(each.name for each in fields if not each.kw_only),
            "__init__": make_init(fields),
            "__repr__": node_repr,
        }
        if eq:
            body |= {"__eq__": make_eq(fields), "__hash__": make_hash(fields) if hashes else None}
        return type(class_)(class_.__name__, class_.__bases__, body)


def make_attribute(name: str, hint: object, assigned: object, kw_only: bool) -> attrs.Attribute[Any]:
    """Make the attrs attribute for a field of a node class, from the field's name, annotation and assigned value.

    Args:
        name: The field's name.
        hint: Its annotation.
        assigned: The value assigned in the class: a default or a :class:`FieldSpec`.
        kw_only: Whether all fields of the class are keyword-only.

    Raises:
        TypeError: The value is from :func:`attrs.field`.
    """
    if isinstance(assigned, FOREIGN):
        raise TypeError(f"{name} is a field of attrs, and stands in a class that attrs does not make")
    spec = assigned if isinstance(assigned, FieldSpec) else FieldSpec(assigned)
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
    """Copy a syntax node with some attributes changed; like :func:`attrs.evolve`, but faster, and for nodes only."""
    kind: Any = type(node)
    copy: N = object.__new__(kind)
    for name in attribute_names(kind):
        setattr(copy, name, new[name] if name in new else getattr(node, name))
    return copy


@cache
def attribute_names(kind: type) -> tuple[str, ...]:
    """The attribute names of a node class."""
    return tuple(each.name for each in attrs.fields(kind))


# --- methods, shared by all classes with as many attributes and rebound to their names


def make_init(fields: Sequence[Any]) -> FunctionType:
    """Make the ``__init__`` of a node class with these fields.

    The type checker ensures that attributes with defaults come last.
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


def make_eq(fields: Sequence[Any]) -> Callable[[Any, object], bool]:
    """Make the ``__eq__`` of a node class: same class, and equal compared attributes."""
    counting = [each for each in fields if each.eq]
    return are_nodes_equal if any(each.eq_key for each in counting) else bind_method(eq_code(len(counting)), counting)


def make_hash(fields: Sequence[Any]) -> Callable[[Any], int]:
    """Make the ``__hash__`` of a node class, over its compared attributes."""
    counting = [each for each in fields if each.eq]
    return node_hash if any(each.eq_key for each in counting) else bind_method(hash_code(len(counting)), counting)


def bind_method(code: CodeType, fields: Sequence[attrs.Attribute[Any]]) -> FunctionType:
    """Make a method for a node class from a code template, by putting field names for ``_0``, ``_1``... in it."""
    return FunctionType(bind_names(code, fields), globals())


def bind_names(code: CodeType, fields: Sequence[attrs.Attribute[Any]]) -> CodeType:
    """Replace the placeholder names in a code object (``_0``, ``_1``...) by the names of attributes."""
    names = {placeholder_name(at): each.name for at, each in enumerate(fields)}
    return code.replace(co_names=tuple(names.get(name, name) for name in code.co_names))


@cache
def init_code(count: int, with_factory: frozenset[int]) -> CodeType:
    """Compile a template for ``__init__``, with placeholder names (``_0``), that only sets ``count`` attributes.

    Args:
        count: The number of attributes.
        with_factory: The indices of those with a default factory.
    """
    names = [*map(placeholder_name, range(count))]
    sets = [
        f"self.{name} = {name}" + (f" if {name} is not NOTHING else {factory_name(at)}()" if at in with_factory else "")
        for at, name in enumerate(names)
    ]
    return compile_method(f"def method(self, {', '.join(names)}): {'; '.join(sets) or 'pass'}")


@cache
def eq_code(count: int) -> CodeType:
    """Compile a template for ``__eq__``, with placeholder names (``_0``), that compares ``count`` attributes."""
    mine, others = tuple_source("self", count), tuple_source("other", count)
    differs = "if other.__class__ is not self.__class__: return NotImplemented"
    return compile_method(f"def method(self, other):\n {differs}\n return {mine} == {others}")


@cache
def hash_code(count: int) -> CodeType:
    """Compile a template for ``__hash__``, with placeholder names (``_0``), over ``count`` attributes."""
    return compile_method(f"def method(self): return hash((self.__class__, {tuple_source('self', count)}))")


def tuple_source(variable: str, count: int) -> str:
    """Render Python source for a tuple of a variable's placeholder attributes: ``(self._0, self._1, )``."""
    return f"({''.join(f'{variable}.{placeholder_name(at)}, ' for at in range(count))})"


def placeholder_name(index: int) -> str:
    """Return the name that stands for a class's attribute number ``index`` in a method template: ``_0``."""
    return f"_{index}"


def factory_name(index: int) -> str:
    """Return the name that stands for attribute number ``index``'s default factory in a method template: ``make0``."""
    return f"make{index}"


def compile_method(text: str) -> CodeType:
    """Compile the source of one method to its code object."""
    scope: dict[str, Any] = {}
    exec(text, scope)
    code: CodeType = scope["method"].__code__
    return code


# --- methods for classes with key functions of attributes


@cache
def compared_attributes(kind: type) -> tuple[tuple[str, Callable[[Any], object] | None], ...]:
    """The compared attributes of a node class, each with its key function (None for the value itself)."""
    return tuple((field.name, field.eq_key) for field in attrs.fields(kind) if field.eq)


def equality_key(node: Any) -> tuple[object, ...]:
    """Return the tuple of attributes by which a node is compared and hashed."""
    kind: type = type(node)
    return tuple(
        [part(getattr(node, name)) if part else getattr(node, name) for name, part in compared_attributes(kind)]
    )


def are_nodes_equal(node: Any, other: object) -> bool:
    """Whether two nodes have the same class and equal compared attributes; NotImplemented for different classes."""
    return equality_key(node) == equality_key(other) if type(other) is type(node) else NotImplemented


def node_hash(node: Any) -> int:
    """The hash of a node."""
    return hash((type(node), equality_key(node)))


def node_repr(node: Any) -> str:
    """The ``repr`` of a node: ``Name(name='lamp')``."""
    kind: type = type(node)
    parts = (f"{field.name}={getattr(node, field.name)!r}" for field in attrs.fields(kind) if field.repr)
    return f"{kind.__qualname__}({', '.join(parts)})"
