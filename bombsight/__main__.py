"""``python -m bombsight`` is ``bombsight``."""

from bombsight.cli.app import main

if __name__ == "__main__":
    main()
