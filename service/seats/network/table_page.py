"""The page of a table, which its server gives to browsers: a fixed list of files, and who may connect from the page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from http import HTTPStatus

from attrs import frozen
from websockets.datastructures import Headers, MultipleValuesError
from websockets.http11 import Request, Response

from bombsight.boundary.errors import InputError
from bombsight.service.site.built_programs import BUILT_FOLDER

PAGE_FILES: Mapping[str, tuple[str, str]] = {
    "/": ("table/index.html", "text/html; charset=utf-8"),
    "/app.js": ("table/app.js", "text/javascript; charset=utf-8"),
    "/page.css": ("table/page.css", "text/css; charset=utf-8"),
    "/icon.svg": ("icon.svg", "image/svg+xml"),
}
"""The files of the page by their paths in requests: path in the folder of built programs, media type."""

HOST_PATTERN = re.compile(
    r"(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?", re.ASCII | re.IGNORECASE
)
"""A ``Host`` header that can stand in a policy: a name or an IP address, perhaps with a port."""

MAX_HOST_LENGTH = 255
"""The maximum length of a ``Host`` header, in characters."""

FIXED_HEADERS = (
    ("Cache-Control", "no-store"),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Connection", "close"),
)
"""The headers of every response."""


@frozen
class TablePage:
    """The files of the page, read into memory.

    Attributes:
        files: The content and media type of each file, by its path in requests.
    """

    files: Mapping[str, tuple[bytes, str]]

    def respond(self, request: Request) -> Response:
        """Make the response to a request for a file of the page: the file, or a refusal."""
        host, method = host_of(request), getattr(request, "method", "GET")
        if host is None:
            return make_response(HTTPStatus.BAD_REQUEST, b"This is no address of a table.\n", "text/plain")
        if method != "GET":  # older libraries refuse it before
            return make_response(HTTPStatus.METHOD_NOT_ALLOWED, b"", "text/plain", Allow="GET")
        found = self.files.get(request.path)
        if found is None:
            return make_response(HTTPStatus.NOT_FOUND, b"There is nothing at this address.\n", "text/plain")
        content, kind = found
        return make_response(HTTPStatus.OK, content, kind, **{"Content-Security-Policy": make_policy(request, host)})


def load_page() -> TablePage:
    """Read the files of the page.

    Raises:
        InputError: They are not installed.
    """
    try:
        return TablePage(
            {path: ((BUILT_FOLDER / name).read_bytes(), kind) for path, (name, kind) in PAGE_FILES.items()}
        )
    except OSError as error:
        hint = "In a copy of the source: cd web, npm ci, npm run build"
        raise InputError("the program of the page is not there", str(BUILT_FOLDER), hint) from error


def is_page_request(request: Request) -> bool:
    """Whether a request asks for a file, and does not open a WebSocket."""
    return not request.headers.get_all("Upgrade")


def is_own_origin(request: Request) -> bool:
    """Whether a request comes from no page at all, or from the page that this address serves."""
    try:
        origin = request.headers.get("Origin")
    except MultipleValuesError:
        return False
    host = host_of(request)
    return origin is None or (host is not None and origin in (f"http://{host}", f"https://{host}"))


def host_of(request: Request) -> str | None:
    """Return the address in a request's ``Host`` header; None if there is none, or one that is no address."""
    try:
        host = request.headers.get("Host")
    except MultipleValuesError:
        return None
    is_address = host is not None and len(host) <= MAX_HOST_LENGTH and HOST_PATTERN.fullmatch(host)
    return host if is_address else None


def make_policy(request: Request, host: str) -> str:
    """Render the content security policy of the page: its own files, and the one line to the table at ``host``."""
    is_encrypted = "https" in request.headers.get_all("X-Forwarded-Proto")  # a server in front that speaks TLS
    line = f"{'wss' if is_encrypted else 'ws'}://{host}"
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        f"connect-src {line}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def make_response(status: HTTPStatus, content: bytes, kind: str, **headers: str) -> Response:
    """Make an HTTP response, after which the connection is closed."""
    own_headers = (*headers.items(), ("Content-Type", kind), ("Content-Length", str(len(content))))
    return Response(status.value, status.phrase, Headers([*FIXED_HEADERS, *own_headers]), content)
