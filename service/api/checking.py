"""Rules checked: findings and their fixes, layout, worked examples, what these do not reach."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bombsight.dsl.source import Source
from bombsight.service.api.playing import DEFAULT_RULES
from bombsight.service.common.arguments import AnyPath, Count, CountOrZero, Seed, check_arguments
from bombsight.service.games.requests import Rules, to_paths

if TYPE_CHECKING:
    from bombsight.service.lint.explanation import Explanation
    from bombsight.service.lint.fixes import MendResult
    from bombsight.service.lint.format import FormatResult
    from bombsight.service.lint.lint import Linted
    from bombsight.service.testing.coverage import Covered
    from bombsight.service.testing.examples import Check
    from bombsight.service.testing.mutants import Mutated


# --- findings and layout


@check_arguments
def lint(
    *what: AnyPath, rules: Rules = DEFAULT_RULES, select: Iterable[str] = (), ignore: Iterable[str] = ()
) -> Linted:
    """Check rules and return the findings.

    Args:
        what: Games, folders or files; empty for those in the working directory, or else every game.
        rules: The variants, house rules and options to check with.
        select: Codes of findings, or prefixes of codes, to report; empty for all.
        ignore: Codes of findings, or prefixes of codes, to leave out.

    Raises:
        InputError: A name in ``what`` does not exist.
        WrongRules: A file cannot be read.
    """
    from bombsight.service.games.targets import find_targets
    from bombsight.service.lint.codes_catalog import parse_code_prefixes
    from bombsight.service.lint.lint import lint as lint_targets

    targets = find_targets([*map(str, what)], rules.folders)
    return lint_targets(targets, rules, parse_code_prefixes([*select]), parse_code_prefixes([*ignore]))


@check_arguments
def fix(
    *what: AnyPath,
    rules: Rules = DEFAULT_RULES,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    write: bool = False,
) -> MendResult:
    """Apply the certain fixes of findings: the changed ``files``, what was ``mended``, and what ``remaining`` has.

    Args:
        what: Games, folders or files; empty for those in the working directory, or else every game.
        rules: The variants, house rules and options to check with.
        select: Codes of findings, or prefixes of codes, to fix; empty for all.
        ignore: Codes of findings, or prefixes of codes, to leave out.
        write: Whether to write the files; else they are only returned, with ``before`` and ``after``.

    Raises:
        InputError: A name in ``what`` does not exist, or a file cannot be written.
        WrongRules: A file cannot be read.
    """
    from bombsight.service.games.targets import find_targets
    from bombsight.service.lint.codes_catalog import parse_code_prefixes
    from bombsight.service.lint.fixes import mend
    from bombsight.service.lint.rewritten_files import overwrite_files

    targets = find_targets([*map(str, what)], rules.folders)
    fixed = mend(targets, rules, parse_code_prefixes([*select]), parse_code_prefixes([*ignore]))
    if write:
        overwrite_files(fixed.files)
    return fixed


@check_arguments
def explain(code: str | None = None) -> tuple[Explanation, ...]:
    """Explain findings: why each is one, and what to do.

    Args:
        code: A finding's code, ``T003``, or its name; the letter or the name of an area, for all of it; None for all.

    Raises:
        InputError: There is no such code.
    """
    from bombsight.service.lint.explanation import explain_codes

    return explain_codes(code)


@check_arguments
def fmt(*paths: AnyPath, write: bool = False) -> FormatResult:
    """Lay rules files out in the one canonical way; only spaces and blank lines change.

    Args:
        paths: Rules files, or folders of them.
        write: Whether to write the files that change; else they are only returned, in ``changed``.

    Raises:
        InputError: There is no such file, or it cannot be written.
        WrongRules: A file cannot be read.
    """
    from bombsight.service.lint.format import find_rules_files, format_files
    from bombsight.service.lint.rewritten_files import overwrite_files

    formatted = format_files(find_rules_files(to_paths(paths)))
    if write:
        overwrite_files(formatted.changed)
    return formatted


@check_arguments
def fmt_text(text: str, name: str = "text.rules") -> str:
    """Lay out the text of a rules file; return it as it is where it cannot be read.

    Args:
        text: The text.
        name: The name of its file.

    Raises:
        WrongRules: It has syntax errors.
    """
    from bombsight.service.common.failure import WrongRules
    from bombsight.service.lint.format import format_text

    formatted = format_text(Source(name, text))
    if formatted.findings:
        raise WrongRules(formatted.findings, formatted.sources, is_unreadable=True)
    return formatted.changed[0].after if formatted.changed else text


# --- tests


@check_arguments
def test(
    *what: AnyPath, rules: Rules = DEFAULT_RULES, only: str = "", missions: CountOrZero | None = 0
) -> tuple[Check, ...]:
    """Run the worked examples and scripts of games, and report which hold.

    Args:
        what: Games, folders, files; empty for those in the working directory, or else every game.
        rules: The variants, house rules and options to test with.
        only: A text that the title, place or citation of an example must hold; empty for all.
        missions: How many missions the autopilot plays as well, and as many by chance, and a career, to see whether
            the rules fault; None for the usual number.

    Raises:
        InputError: A name in ``what`` does not exist.
        WrongRules: Rules or scripts have errors.
    """
    from bombsight.service.testing.examples import run_tests

    return tuple(run_tests([*map(str, what)], rules, only, missions))


@check_arguments
def coverage(*what: AnyPath, rules: Rules = DEFAULT_RULES) -> Covered:
    """Find the rows, modifiers and branches that no example reaches.

    Args:
        what: Games or folders; empty for those in the working directory, or else every game.
        rules: The variants, house rules and options to test with.

    Raises:
        InputError: A name in ``what`` does not exist; or an example fails.
        WrongRules: Rules have errors.
    """
    from bombsight.service.testing.coverage import measure_games

    return measure_games([*map(str, what)], rules)


@check_arguments
def mutants(
    *what: AnyPath, count: Count, rules: Rules = DEFAULT_RULES, seed: Seed = 0, only: Iterable[str] = ()
) -> Mutated:
    """Change rules in small ways, one at a time, and find the changes that no example notices.

    Args:
        what: Games or folders; empty for those in the working directory, or else every game.
        count: How many changes at most in each game.
        rules: The variants, house rules and options to test with.
        seed: The seed of their selection.
        only: The items to change; empty for all.

    Raises:
        InputError: A name in ``what`` or ``only`` does not exist; or an example fails.
        WrongRules: Rules have errors.
    """
    from bombsight.service.testing.mutants import Mutated, mutate_games

    return Mutated(seed=seed, mutants=tuple(mutate_games([*map(str, what)], rules, count, seed, tuple(only))))
