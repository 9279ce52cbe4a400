"""The command ``server``: the language server, which an editor starts."""

from __future__ import annotations

from typing import Annotated

from bombsight.cli.signatures import Option


def server(
    tcp: Annotated[
        int | None,
        Option("--tcp", metavar="PORT", help="Wait at this port of this machine.", min=1, max=65535),
    ] = None,
) -> None:
    """Serve an editor by the Language Server Protocol.

    The editor starts it and talks to it on standard input and output; nobody types this.
    """
    try:
        import pygls  # noqa: F401  # only a check that the extra is installed
    except ImportError as missing:
        from bombsight.service.common.extras import extra_error

        raise extra_error("a language server needs an extra", "server") from missing
    from bombsight.cli.server.serving import serve

    serve(tcp)
