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
from fuzz.running import CallResult, run_input
from fuzz.targets import TARGETS


def main() -> int:
    """Fuzz the program with mutated inputs until the time is up; return 1 if one failed."""
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=None, help="of the first input; else by chance, and printed")
    parser.add_argument("--target", choices=sorted(TARGETS), action="append")
    parser.add_argument("--input", type=int, default=None, help="run this one input, and show what it wrote")
    args = parser.parse_args()
    targets = args.target or sorted(TARGETS)
    modules = {f"bombsight.cli.commands.{module}" for module, _ in COMMANDS.values()}
    for module in sorted(modules | {"bombsight.cli.server.features"}):
        import_module(module)  # once, before any fork
    item_parser()  # and tables that the first error on a machine would build
    with tempfile.TemporaryDirectory(prefix="fuzz-") as name:
        folder = Path(name)
        (folder / "corpus").mkdir()
        corpus = make_corpus(folder / "corpus")
        if args.input is not None:
            for result in run_input(targets[0], args.input, corpus, folder / "sandbox"):
                print_result(targets[0], args.input, result)
                print(result.output.decode("utf-8", "replace")[-4_000:])
            return 0
        seed = args.seed if args.seed is not None else SystemRandom().randrange(10**9)
        print(f"inputs from --seed {seed}", flush=True)
        deadline, number, failed_count = time.monotonic() + 60 * args.minutes, 0, 0
        count: Counter[str] = Counter()
        worst = dict.fromkeys(targets, (0.0, 0.0))
        while time.monotonic() < deadline:
            target = targets[number % len(targets)]
            for result in run_input(target, seed + number, corpus, folder / "sandbox"):
                count[target] += 1
                seconds, megabytes = worst[target]
                worst[target] = max(seconds, result.seconds), max(megabytes, result.megabytes)
                if any(True for _ in result.faults):
                    failed_count += 1
                    print_result(target, seed + number, result)
            number += 1
    for target in targets:
        seconds, megabytes = worst[target]
        print(f"{target:10} {count[target]:6} calls, at most {seconds:.2f} s and {megabytes:.0f} MB")
    print(f"{failed_count} of {sum(count.values())} calls fell")
    return int(failed_count > 0)


def print_result(target: str, number: int, result: CallResult) -> None:
    """Print how a fuzzed call ended, and the command that repeats it."""
    faults = "; ".join(result.faults) or "held"
    command = " ".join(result.call.args) or "messages"
    print(f"python -m fuzz --target {target} --input {number}: {command}\n    {faults}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
