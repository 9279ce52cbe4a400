"""``python -m fuzz``: a minute of inputs; ``--minutes 60``: an hour; ``--target save --input 17``: one again."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from importlib import import_module
from pathlib import Path
from random import SystemRandom

from bombsight.cli.app import COMMANDS
from bombsight.dsl.grammar import item_parser
from fuzz.corpus import make_corpus
from fuzz.running import Ended, run_input
from fuzz.targets import TARGETS


def main() -> int:
    """Run inputs until the time is over; 1 where one fell."""
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=None, help="of the first input; else by chance, and printed")
    parser.add_argument("--target", choices=sorted(TARGETS), action="append")
    parser.add_argument("--input", type=int, default=None, help="run this one input, and show what it wrote")
    asked = parser.parse_args()
    targets = asked.target or sorted(TARGETS)
    modules = {f"bombsight.cli.commands.{module}" for module, _ in COMMANDS.values()}
    for module in sorted(modules | {"bombsight.cli.server.features"}):
        import_module(module)  # once, before anything is forked
    item_parser()  # and what is made once on a machine, whatever is in error there first
    with tempfile.TemporaryDirectory(prefix="fuzz-") as name:
        folder = Path(name)
        (folder / "corpus").mkdir()
        corpus = make_corpus(folder / "corpus")
        if asked.input is not None:
            for ended in run_input(targets[0], asked.input, corpus, folder / "sandbox"):
                show(targets[0], asked.input, ended)
                print(ended.output.decode("utf-8", "replace")[-4_000:])
            return 0
        seed = asked.seed if asked.seed is not None else SystemRandom().randrange(10**9)
        print(f"inputs from --seed {seed}", flush=True)
        until, number, fell = time.monotonic() + 60 * asked.minutes, 0, 0
        count: Counter[str] = Counter()
        worst = dict.fromkeys(targets, (0.0, 0.0))
        while time.monotonic() < until:
            target = targets[number % len(targets)]
            for ended in run_input(target, seed + number, corpus, folder / "sandbox"):
                count[target] += 1
                seconds, megabytes = worst[target]
                worst[target] = max(seconds, ended.seconds), max(megabytes, ended.megabytes)
                if any(True for _ in ended.faults):
                    fell += 1
                    show(target, seed + number, ended)
            number += 1
    for target in targets:
        seconds, megabytes = worst[target]
        print(f"{target:10} {count[target]:6} calls, at most {seconds:.2f} s and {megabytes:.0f} MB")
    print(f"{fell} of {sum(count.values())} calls fell")
    return int(fell > 0)


def show(target: str, number: int, ended: Ended) -> None:
    """Say how a call ended, and how to run it again."""
    faults = "; ".join(ended.faults) or "held"
    command = " ".join(ended.call.args) or "messages"
    print(f"python -m fuzz --target {target} --input {number}: {command}\n    {faults}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
