"""``python -m bombsight`` is ``bombsight``."""

from __future__ import annotations


def main() -> None:
    """The command line. It is loaded when it is called: the workers of a simulation begin with this module, too."""
    from bombsight.cli.app import main as command

    command()


if __name__ == "__main__":
    main()
