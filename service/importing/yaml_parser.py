"""Untrusted YAML: parsed to plain data, bounded in size, depth and expansion."""

from __future__ import annotations

import warnings
from typing import Any

from bombsight.boundary.documents import MALFORMED_ERRORS, MAX_DEPTH, check_value
from bombsight.boundary.errors import InputError, clip
from bombsight.service.common.extras import extra_error

MAX_YAML_LENGTH = 500_000
"""The most characters of a document in YAML, whose parser is slow: three times as many as the largest known source."""

MAX_NODES = 1_000_000
"""The most values of a document, aliases resolved."""


def parse_yaml(text: str, path: str) -> Any:
    """Parse a document in YAML to plain data: no tags of programs, and aliases up to a bound.

    Raises:
        InputError: The library for it is missing, or the text is no YAML, too large, too deep or expands to too much.
    """
    try:
        from ruamel.yaml import YAML
        from ruamel.yaml.error import MarkedYAMLError, YAMLError
    except ImportError as error:
        raise extra_error("YAML is read by ruamel.yaml, or convert the file to JSON", "yaml") from error
    if len(text) > MAX_YAML_LENGTH:
        raise InputError(f"it has more than {MAX_YAML_LENGTH:,} characters", path, "Convert it to JSON.")
    parser = YAML(typ="safe", pure=True)  # libyaml knows no dots in the names of anchors, which Datasworn has
    parser.allow_duplicate_keys = True
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of anchors that are used twice
            node = parser.compose(text)
            if count_pairs(node, {}) > MAX_NODES:
                raise InputError("its merged mappings (<<) have too many values", path)
            data = None if node is None else parser.constructor.construct_document(node)
        check_expansion(data, path)
        check_value(data)
    except YAMLError as error:
        mark = error.problem_mark if isinstance(error, MarkedYAMLError) else None
        place = f"{path}:{mark.line + 1}" if mark is not None else path
        problem = str(getattr(error, "problem", "") or "it cannot be read")
        raise InputError(f"this is no YAML: {clip(problem)}", place) from error
    except MALFORMED_ERRORS as error:
        raise InputError("this is no YAML that can be taken", path) from error
    return data


def count_pairs(node: Any, sizes: dict[int, int]) -> int:
    """Count the values below a node of YAML, those of merged mappings as often as they are merged.

    Args:
        node: The node; None for an empty document.
        sizes: The counts of nodes that are known, by their ids; one that is being counted has 0.
    """
    value = getattr(node, "value", None)
    if not isinstance(value, list):
        return 1
    if id(node) not in sizes:
        sizes[id(node)] = 0
        inner = (each for pair in value for each in (pair if isinstance(pair, tuple) else (pair,)))
        sizes[id(node)] = 1 + sum(count_pairs(each, sizes) for each in inner)
    return sizes[id(node)]


def check_expansion(data: Any, path: str) -> None:
    """Raise an error if a document, whose aliases share values, has too many values or holds itself.

    Raises:
        InputError: It has.
    """
    open_ = [(data, 0)]
    count = 0
    while open_:
        value, depth = open_.pop()
        count += 1
        if count > MAX_NODES or depth > MAX_DEPTH:
            raise InputError("it is nested too deep, or has too many values", path)
        if isinstance(value, dict):
            open_.extend((each, depth + 1) for each in value.values())
        elif isinstance(value, list | tuple | set):
            open_.extend((each, depth + 1) for each in value)
