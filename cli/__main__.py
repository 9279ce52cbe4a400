"""``python -m cli`` is ``bombsight``."""

from cli.app import main

if __name__ == "__main__":
    main()
