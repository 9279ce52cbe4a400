"""The targets: each writes a mutated input into a folder, and lists the calls that read it."""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from random import Random

from attrs import frozen

from fuzz.corpus import COVE, GROUP_TOML, LIGHTHOUSE, Corpus
from fuzz.mutation import mutate_bytes, mutate_json, mutate_letter, mutate_lines, mutate_rules, mutate_text
from fuzz.tables import TABLE_FILES


@frozen
class Call:
    """A call of the program on mutated input, with its arguments and limits.

    Attributes:
        args: Its arguments.
        stdin_text: Its standard input.
        closing_messages: Further input, each part sent once all requests before it have their answers.
        usual_seconds: Processor time of the call with unchanged input, in seconds.
        home: The folder of the calling user, within the sandbox.
        message_lines: Lines of messages for the reader of network messages instead; None for a call of a command.
    """

    args: tuple[str, ...]
    stdin_text: str = "\n" * 20
    home: str = "home"
    message_lines: tuple[str, ...] | None = None
    closing_messages: tuple[str, ...] = ()
    usual_seconds: float = 0.0


TargetFunction = Callable[[Random, Corpus, Path], Sequence[Call]]
"""``prepare(random, corpus, folder)``: write a mutated input into the folder, and return the calls that read it."""

SERVER_SECONDS = 2.5
"""Seconds in which the language server reads and checks a game for the first time."""

PATH_ARGUMENTS = ("--path", str(LIGHTHOUSE.parent))

RULES_COMMANDS = (
    ("lint", "game"),
    ("lint", "game", "--json"),
    ("test", "game"),
    ("play", "game", "--auto", "--seed", "1"),
    ("play", "game", "--seed", "1", "--json"),
    ("play", "game", "--seed", "1"),
    ("simulate", "game", "--missions", "3", "--jobs", "1"),
    ("graph", "game"),
    ("fmt", "game"),
    ("lint", "game", "--fix"),
    ("show", "game", "mission"),
    ("rules", "game"),
    ("site", "game", "-o", "site"),
    ("compile", "game"),
)

SAVE_COMMANDS = (
    ("replay", "x.save"),
    ("replay", "x.save", "--json"),
    ("resume", "x.save"),
    ("resume", "x.save", "--json"),
    ("report", "x.save"),
    ("report", "x.save", "--format", "md"),
    ("record", "x.save"),
    ("result", "x.save"),
    ("saves", "."),
)


def prepare_rules(random: Random, corpus: Corpus, folder: Path) -> Sequence[Call]:
    """Write a game with one mutated rules file, and list the calls that read it."""
    home = random.choice((LIGHTHOUSE, COVE))
    names = sorted(file.name for file in home.glob("*.rules"))
    (folder / "game").mkdir()
    shutil.copytree(home, folder / "game", dirs_exist_ok=True)
    file = folder / "game" / random.choice(names)
    write_text(file, mutate_rules(random, file.read_text(), rule_lines(corpus)))
    return [Call(random.choice(RULES_COMMANDS)), Call(random.choice(RULES_COMMANDS[:4]))]


def prepare_house_rules(random: Random, corpus: Corpus, folder: Path) -> Sequence[Call]:
    """Write mutated house rules (an overlay of a game), and list the calls that read them."""
    text = corpus.rules["90-errata.rules"].replace("errata ", "house ", 1)
    write_text(folder / "h.rules", mutate_rules(random, text, rule_lines(corpus)))
    command = random.choice(("lint", "diff", "rules", "test", "play"))
    more = ("--auto", "--seed", "1") if command == "play" else ()
    return [Call((command, "lighthouse", *more, "--house", "h.rules", *PATH_ARGUMENTS))]


def prepare_save(random: Random, corpus: Corpus, folder: Path) -> Sequence[Call]:
    """Write a save, mutated line by line or as bytes, and list the calls that read it."""
    text = random.choice(corpus.saves)
    if random.random() < 0.9:
        write_text(folder / "x.save", mutate_lines(random, text))
    else:
        (folder / "x.save").write_bytes(mutate_bytes(random, text.encode()))
    return [Call((*random.choice(SAVE_COMMANDS), *PATH_ARGUMENTS))]


def prepare_letter(random: Random, corpus: Corpus, folder: Path) -> Sequence[Call]:
    """Write a mutated letter of a game by mail, and list the calls that read it."""
    name = random.choice(sorted(corpus.letters))
    write_text(folder / name, mutate_letter(random, corpus.letters[name]))
    write_text(folder / "t.save", corpus.table_save)
    write_text(folder / "t.save.table", corpus.table)
    home = "host" if name.startswith(("acceptance", "answer", "share")) else "guest"
    return [Call(("mail", name, "--path", str(COVE.parent)), "2\n" * 20, home)]


def prepare_seat(random: Random, corpus: Corpus, folder: Path) -> Sequence[Call]:
    """Write a player's seat file and the revealed secrets, one of them mutated, and list the calls that read them."""
    mutates_seat = random.random() < 0.5
    write_text(folder / "x.seat", mutate_lines(random, corpus.seat) if mutates_seat else corpus.seat)
    write_text(folder / "x.revealed", corpus.revealed if mutates_seat else mutate_json(random, corpus.revealed.strip()))
    return [Call(("verify", "x.seat", "--path", str(COVE.parent)), "", "guest")]


def prepare_table(random: Random, corpus: Corpus, folder: Path) -> Sequence[Call]:
    """Write a mutated table file of a game for two's host, and list the calls that read it."""
    mutates_table = random.random() < 0.6
    write_text(folder / "t.save.table", mutate_json(random, corpus.table) if mutates_table else corpus.table)
    write_text(folder / "t.save", corpus.table_save if mutates_table else mutate_lines(random, corpus.table_save))
    return [Call(("mail", "t.save", "--path", str(COVE.parent)), "2\n" * 20, "host")]


def prepare_group(random: Random, corpus: Corpus, folder: Path) -> Sequence[Call]:
    """Write a mutated campaign group's rules or player's record, and list the calls that read them."""
    mutates_group = random.random() < 0.5
    write_text(folder / "group.toml", mutate_text(random, GROUP_TOML) if mutates_group else GROUP_TOML)
    write_text(folder / "Ann.json", corpus.record if mutates_group else mutate_json(random, corpus.record))
    calls = [Call(("umpire", ".", "--jobs", "1", *PATH_ARGUMENTS))]
    if mutates_group:
        calls.append(
            Call(("play", "lighthouse", "--group", "group.toml", "--player", "Ann", "--auto", *PATH_ARGUMENTS))
        )
    return calls


def prepare_game_file(random: Random, corpus: Corpus, folder: Path) -> Sequence[Call]:
    """Write a compiled game file, mutated in its packed bytes or contents, and list the calls that read it."""
    import gzip

    if random.random() < 0.3:
        (folder / "x.game").write_bytes(mutate_bytes(random, corpus.game))
    else:
        head, _, rest = gzip.decompress(corpus.game).partition(b"\n")
        if random.random() < 0.5:
            head = mutate_json(random, head.decode()).encode("utf-8", "surrogatepass")
        else:
            rest = mutate_bytes(random, rest)
        (folder / "x.game").write_bytes(gzip.compress(head + b"\n" + rest, 1))
    command = random.choice((("play", "x.game", "--auto", "--seed", "1"), ("lint", "x.game"), ("rules", "x.game")))
    return [Call(command)]


def prepare_package(random: Random, corpus: Corpus, folder: Path) -> Sequence[Call]:
    """Write a package, mutated in its packed bytes, a file or a name in it, and list the calls that read it."""
    if random.random() < 0.4:
        (folder / "x.bombsight").write_bytes(mutate_bytes(random, corpus.package))
    else:
        with zipfile.ZipFile(BytesIO(corpus.package)) as archive:
            files = {name: archive.read(name) for name in archive.namelist()}
        chosen = random.choice([*files])
        content = files.pop(chosen)
        if random.random() < 0.2:
            chosen = mutate_text(random, chosen)[:1000] or "x"
        elif chosen.endswith(".json"):
            content = mutate_json(random, content.decode()).encode("utf-8", "surrogatepass")
        elif chosen.endswith(".rules"):
            content = mutate_rules(random, content.decode(), rule_lines(corpus)).encode("utf-8", "surrogatepass")
        else:
            content = mutate_bytes(random, content)
        files[replace_surrogates(chosen).replace("\0", "?")] = content
        with zipfile.ZipFile(folder / "x.bombsight", "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in files.items():
                archive.writestr(name, data)
    return [
        Call(("add", "x.bombsight")),
        Call(random.choice((("play", "mygame", "--auto", "--seed", "1"), ("games",), ("remove", "mygame")))),
    ]


def prepare_script(random: Random, corpus: Corpus, folder: Path) -> Sequence[Call]:
    """Write a mutated play script, or files of dice, names or pins, and list the calls that read them."""
    draw = random.random()
    if draw < 0.6:
        write_text(folder / "x.script", mutate_text(random, corpus.script))
        return [Call((random.choice(("replay", "test")), "x.script", *PATH_ARGUMENTS))]
    kind, text = random.choice(
        (("--dice", "3 4 5 6 1 2 3 4 # dice\n" * 30), ("--names", "Ann\nBen\n"), ("--pins", "A = 1\n"))
    )
    write_text(folder / "x.txt", mutate_text(random, text))
    return [Call(("play", "lighthouse", "--auto", "--seed", "1", kind, "x.txt", *PATH_ARGUMENTS))]


def prepare_tables(random: Random, corpus: Corpus, folder: Path) -> Sequence[Call]:
    """Write a mutated file of tables of some format, and list the calls that import and compare it."""
    name = random.choice(sorted(TABLE_FILES))
    text = TABLE_FILES[name]
    draw = random.random()
    if name.endswith(".json") and draw < 0.6:
        write_text(folder / name, mutate_json(random, text))
    elif draw < 0.85:
        write_text(folder / name, mutate_text(random, text))
    else:
        (folder / name).write_bytes(mutate_bytes(random, text.encode()))
    calls = [Call(("new", "taken", "--from", name)), Call(("compare", "lighthouse", name, *PATH_ARGUMENTS))]
    return [*calls, Call(("play", "taken", "--auto", "--seed", "1"))]


def prepare_cache(random: Random, corpus: Corpus, folder: Path) -> Sequence[Call]:
    """Damage a file of the cache folder: other bytes, another file's contents, a pipe; list calls that read it."""
    import os

    files = sorted(path for path in (folder.parent.parent / "home").rglob("*") if path.is_file())
    file = random.choice(files)
    draw = random.random()
    if draw < 0.6:
        file.write_bytes(mutate_bytes(random, file.read_bytes()))
    elif draw < 0.8:
        file.write_bytes(random.choice(files).read_bytes())
    else:
        file.unlink()
        os.mkfifo(file)
    command = random.choice((("lint", "lighthouse"), ("play", "lighthouse", "--auto", "--seed", "1")))
    return [Call((*command, *PATH_ARGUMENTS))]


def prepare_network_messages(random: Random, corpus: Corpus, folder: Path) -> Sequence[Call]:
    """Write mutated network messages of a game for two, and list the calls that read them."""
    lines = corpus.seat.strip().split("\n")
    return [Call((), "", "guest", tuple(mutate_json(random, random.choice(lines)) for _ in range(20)))]


def prepare_editor_requests(random: Random, corpus: Corpus, folder: Path) -> Sequence[Call]:
    """Write mutated requests to the language server, some about a mutated file, and the call that reads them."""
    text = mutate_rules(random, corpus.rules["10-night.rules"], rule_lines(corpus))
    (folder / "game").mkdir()
    shutil.copytree(LIGHTHOUSE, folder / "game", dirs_exist_ok=True)
    uri = (folder / "game" / "10-night.rules").as_uri()
    document = {"uri": uri}
    place = {"line": random.choice((0, 3, 30)), "character": random.choice((0, 4, 9))}
    params_by_method = {
        "textDocument/hover": {"textDocument": document, "position": place},
        "textDocument/completion": {"textDocument": document, "position": place},
        "textDocument/formatting": {"textDocument": document, "options": {"tabSize": 2, "insertSpaces": True}},
        "textDocument/documentSymbol": {"textDocument": document},
        "textDocument/references": {
            "textDocument": document,
            "position": place,
            "context": {"includeDeclaration": True},
        },
        "textDocument/codeAction": {
            "textDocument": document,
            "range": {"start": place, "end": place},
            "context": {"diagnostics": []},
        },
        "textDocument/rename": {"textDocument": document, "position": place, "newName": "other"},
        "textDocument/semanticTokens/full": {"textDocument": document},
        "workspace/symbol": {"query": "a"},
    }
    messages: list[object] = [
        json_rpc_request(1, "initialize", {"processId": None, "rootUri": folder.as_uri(), "capabilities": {}}),
        {"jsonrpc": "2.0", "method": "initialized", "params": {}},
        {
            "jsonrpc": "2.0",
            "method": "textDocument/didOpen",
            "params": {
                "textDocument": {**document, "languageId": "bombsight", "version": 1, "text": replace_surrogates(text)}
            },
        },
    ]
    for number in range(2, 8):
        method = random.choice(sorted(params_by_method))
        params = json.loads(replace_surrogates(mutate_valid_json(random, json.dumps(params_by_method[method]))))
        messages.append(json_rpc_request(number, method, params))
    goodbye = (
        frame_message(json_rpc_request(8, "shutdown", None)),
        frame_message({"jsonrpc": "2.0", "method": "exit"}),
    )
    return [
        Call(("server",), "".join(map(frame_message, messages)), closing_messages=goodbye, usual_seconds=SERVER_SECONDS)
    ]


def mutate_valid_json(random: Random, text: str) -> str:
    """Mutate a JSON text so that it stays JSON."""
    while True:
        mutated = mutate_json(random, text)
        try:
            json.loads(mutated)
        except (ValueError, RecursionError):
            continue
        return mutated


def json_rpc_request(number: int, method: str, params: object) -> dict[str, object]:
    """Make a JSON-RPC request."""
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def frame_message(message: object) -> str:
    """Prepend the ``Content-Length`` header of the language server protocol to a message."""
    body = json.dumps(message)
    return f"Content-Length: {len(body)}\r\n\r\n{body}"


def rule_lines(corpus: Corpus) -> list[str]:
    """Collect the lines of all rules, for insertion into others."""
    return [line for text in corpus.rules.values() for line in text.split("\n") if line.strip()]


def write_text(file: Path, text: str) -> None:
    """Write a text to a file as UTF-8, even with lone surrogates."""
    file.write_bytes(text.encode("utf-8", "surrogatepass"))


def replace_surrogates(text: str) -> str:
    """Replace lone surrogates, which UTF-8 cannot encode."""
    return text.encode("utf-8", "replace").decode()


TARGETS: Mapping[str, TargetFunction] = {
    "rules": prepare_rules,
    "house": prepare_house_rules,
    "save": prepare_save,
    "letter": prepare_letter,
    "seat": prepare_seat,
    "table": prepare_table,
    "group": prepare_group,
    "game_file": prepare_game_file,
    "package": prepare_package,
    "script": prepare_script,
    "tables": prepare_tables,
    "cache": prepare_cache,
    "messages": prepare_network_messages,
    "requests": prepare_editor_requests,
}
"""The targets by name."""
