"""The commands of every page work for who installed the program, from an empty folder, and print what the page shows.

``BOMBSIGHT_PROGRAM`` is the program to run, as of a wheel in an environment of its own (``.ci/full docs`` makes one);
without it, that of this environment.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.docs.commands import (
    ENTER,
    INDENTED,
    PROGRAM,
    PROMPT,
    Command,
    Patch,
    Step,
    TextFile,
    edit,
    fits,
    run_line,
    steps_of,
)
from tests.docs.test_linting import COMMANDS

ROOT = Path(__file__).parents[2]

PAGES = [
    *(ROOT / name for name in ("README.md", "SECURITY.md", "editors/vscode/README.md", "editors/nvim/README.md")),
    *(path for path in sorted((ROOT / "docs").glob("*.md")) if path.name != "codes.md"),
    *sorted((ROOT / "games").glob("*/README.md")),
    *sorted((ROOT / "docs" / "examples").glob("*/README.md")),
    ROOT / "service" / "scaffolding" / "templates" / "README.md",
]
"""All pages for who installed the program; ``codes.md`` has fragments, each beside a mistake."""

BEFORE: dict[Path, list[Step]] = {
    ROOT / "service" / "scaffolding" / "templates" / "README.md": [Command("bombsight new my_game")],
    ROOT / "docs" / "at-a-glance.md": [
        TextFile("tables.csv", "d6,Weather\n1-2,Fog\n3-6,Clear\n"),
        Command("bombsight new old"),
        Command("bombsight new new"),
        TextFile("copy.csv", "table,1d6,value\nB-1,1-2,0\nB-1,3-5,1\nB-1,6,2\n"),
    ],
}
"""What brings a page to its reader, and the files that its commands take from him."""

STEPS = {
    page: [
        *BEFORE.get(page, []),
        *steps_of(page.read_text(encoding="utf-8")),
    ]
    for page in PAGES
}

NOT_RUN = {
    r"bombsight server\b": "waits for an editor",
    r"bombsight (host|join|mail|verify)\b": "waits for the other player, or takes what he sent",
    r".* --watch\b": "goes on until it is stopped",
    r".* --cluster tcp:": "wants other machines",
    r"bombsight learn b17\b": "takes minutes",
    r".*\bFILE\b": "takes a file that a browser has exported",
    r".* --pyodide ": "takes what npm has installed",
}
"""Commands that are passed over, by the beginning of a line, each with the reason."""

SMALLER = {
    r"(--missions) \d{4,}": r"\1 1000",
    r"(--campaigns) \d+": r"\1 20",
    r"(--mutate) \d+": r"\1 5",
    r"(--policy thoughtful.* --missions) \d+": r"\1 1",
    r"(figures .*--sample) \d+": r"\1 2",
    r"(bombsight preferences \S+).*": r"\1 --missions 1",
    r"learn \S+": r"\g<0> --rounds 1",
    r"(balance (?!.*--missions)\S+)": r"\1 --missions 30",
}
"""Numbers that are made smaller where the page shows no output."""


def name_of(page: Path) -> str:
    """The page's path in the repository."""
    return page.relative_to(ROOT).as_posix()


def reason_not_to_run(line: str) -> str:
    """The reason why a command is passed over; empty if it runs."""
    return next((reason for pattern, reason in NOT_RUN.items() if re.match(pattern, line)), "")


def made_smaller(line: str) -> str:
    """The command with smaller numbers."""
    for pattern, less in SMALLER.items():
        line = re.sub(pattern, less, line)
    return line


def fault_of(step: Command, folder: Path, environment: dict[str, str]) -> str:
    """Run a command of a page; return what is wrong with its exit status or output, empty if nothing is."""
    line = step.line if step.shown is not None else made_smaller(step.line)
    typed = "".join(f"{answer}\n" for answer in PROMPT.findall(step.shown or "")) or ENTER
    status, printed = run_line(line, typed, folder, environment)
    if status and (step.shown is None or status != 1):  # 1: findings, which the page shows
        return f"$ {line}\nexit status {status}:\n{printed[-1000:]}"
    if step.shown is not None and not fits(step.shown.splitlines(), [one.rstrip() for one in printed.splitlines()]):
        return f"$ {line}\nprints:\n{printed}"
    return ""


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page, steps in STEPS.items() if steps], ids=name_of)
def test_its_commands_work_and_print_what_it_shows(page: Path, tmp_path: Path) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    environment = {name: value for name, value in os.environ.items() if name != "BOMBSIGHT_PATH"} | {
        "PATH": os.pathsep.join([str(PROGRAM.parent), os.environ["PATH"]]),
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "COLUMNS": "80",
        "NO_COLOR": "1",
        "TERM": "dumb",
    }
    faults = []
    for step in STEPS[page]:
        match step:
            case TextFile(name, text):
                (folder / name).parent.mkdir(exist_ok=True)
                (folder / name).write_text(text, encoding="utf-8")
            case Patch(name, text):
                edit(folder / name, text)
            case Command():
                faults.append("" if reason_not_to_run(step.line) else fault_of(step, folder, environment))
    assert not any(faults), "\n\n".join(filter(None, faults))


def test_pages_have_commands_of_which_few_are_passed_over():
    lines = [step.line for steps in STEPS.values() for step in steps if isinstance(step, Command)]
    passed_over = [line for line in lines if reason_not_to_run(line)]

    assert len(lines) > 150
    assert len(passed_over) < 20
    assert {reason_not_to_run(line) for line in passed_over} == {*NOT_RUN.values()}


PAGE = """
    bombsight new house                 a game
    bombsight lint house                # with a comment
    uvx bombsight play house            # fetched first
    pip install . && bombsight games    # installed first
    $ bombsight saves

Then a file `a.rules`:

```rules house a.rules
house a "A" for house by "Me"
```

    bombsight lint a.rules

```text output
no findings
```

```diff house/10.rules
-old
+new
```

```console
$ cat a.rules
house a "A" for house by "Me"
```

    no command
    bombsight odds house T

```text excerpt
miss
```
"""


def test_a_page_is_read_in_its_order():
    assert [*steps_of(PAGE)] == [
        Command("bombsight new house"),
        Command("bombsight lint house"),
        Command("bombsight play house"),
        Command("bombsight games"),
        Command("bombsight saves"),
        TextFile("a.rules", 'house a "A" for house by "Me"\n'),
        Command("bombsight lint a.rules", "no findings\n"),
        Patch("house/10.rules", "-old\n+new\n"),
        Command("cat a.rules", 'house a "A" for house by "Me"\n'),
        Command("bombsight odds house T", "...\nmiss\n...\n"),
    ]


@pytest.mark.parametrize(
    ("shown", "found", "is_so"),
    [
        (["a", "...", "d"], ["a", "b", "c", "d"], True),
        (["...", "d"], ["a", "d", "e"], False),
        (["a"], ["a", "b"], False),
        ([], [], True),
    ],
)
def test_dots_stand_for_any_lines(shown, found, is_so):
    assert fits(shown, found) == is_so


CALL = re.compile(rf"`(bombsight\s[^`]+)`|{INDENTED.pattern}", re.MULTILINE)
"""A command in a sentence, which may be broken by a line end, or in a line of its own."""

STAGES = sorted((ROOT / "docs").glob("*/*.md"))
"""Pages for who works on the program, and as he has it: what they name is there, and not run."""


@pytest.mark.parametrize("page", [*PAGES, *STAGES, ROOT / "docs" / "codes.md", ROOT / "CONTRIBUTING.md"], ids=name_of)
def test_commands_and_options_that_it_names_are_there(page: Path) -> None:
    calls = [" ".join("".join(found).split()) for found in CALL.findall(page.read_text(encoding="utf-8"))]
    assert [(call, wrong) for call in calls if "COMMAND" not in call and (wrong := unknown_words(call))] == []


def unknown_words(call: str) -> list[str]:
    """The command and the options in a call that the program does not have."""
    words = re.split(r"\s", re.split(r" [<>|&] ", f"{call} ")[0])[1:]
    if words[0] in ("--help", "--version"):
        return []
    if words[0] not in COMMANDS:
        return [words[0]]
    known = {name for param in COMMANDS[words[0]].params for name in param.opts} | {"--help"}
    return [
        word for word in words[1:] if word.startswith("--") and word.partition("=")[0] not in known and word != "--"
    ]
