"""The JSON-RPC layer of the server: each request gets a response, even with malformed parameters."""

from __future__ import annotations

from typing import Any

from attrs import frozen
from cattrs import errors
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.protocol import LanguageServerProtocol

from bombsight.boundary.documents import MALFORMED_ERRORS
from bombsight.boundary.errors import clip

INVALID_REQUEST = types.ErrorCodes.InvalidRequest.value
INVALID_PARAMS = types.ErrorCodes.InvalidParams.value
UNKNOWN_METHOD = types.ErrorCodes.MethodNotFound.value

UNREADABLE_ERRORS = (
    *MALFORMED_ERRORS,
    JsonRpcException,
    errors.BaseValidationError,
    getattr(errors, "CattrsError", errors.BaseValidationError),  # for literals; older versions have no such error
    errors.ForbiddenExtraKeysError,
    errors.StructureHandlerNotFoundError,
)
"""The exceptions of pygls for malformed parameters, which it decodes with cattrs."""


@frozen
class RequestRefusal:
    """A JSON-RPC error response to an unusable message.

    Attributes:
        id: The id of the request; None without a valid one.
        code: The error code.
        message: The reason, for the client's author.
    """

    id: int | str | None
    code: int
    message: str


class RulesProtocol(LanguageServerProtocol):
    """The language server protocol; unlike pygls it answers unreadable requests with an error."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Return decoded JSON objects unchanged: pygls calls this hook for each nested object, too."""
        return data

    def handle_message(self, message: Any) -> None:
        """Dispatch a decoded JSON message to its handler, or refuse it.

        Raises:
            JsonRpcException: The message is an unreadable response or notification.
        """
        request = self.read_request(message) if expects_response(message) else super().structure_message(message)
        if isinstance(request, RequestRefusal):
            error = {"code": request.code, "message": request.message}
            self._send_data({"jsonrpc": self.VERSION, "id": request.id, "error": error})
        else:
            super().handle_message(request)

    def read_request(self, message: Any) -> Any:
        """Convert a request's JSON to its protocol class; return a refusal if it is malformed."""
        number = message.get("id") if isinstance(message, dict) else None
        if not isinstance(number, int | str) or isinstance(number, bool):
            return RequestRefusal(None, INVALID_REQUEST, "a request has an id: a whole number or a text")
        method = message.get("method")
        if message.get("jsonrpc") != self.VERSION or not isinstance(method, str):
            return RequestRefusal(
                number, INVALID_REQUEST, f"a request has a method, and is one of JSON-RPC {self.VERSION}"
            )
        if self._shutdown:
            return RequestRefusal(number, INVALID_REQUEST, "the server was shut down")
        kind = self.get_message_type(method)
        if kind is None:
            return RequestRefusal(number, UNKNOWN_METHOD, f"unknown method: {clip(method)}")
        try:
            return self._converter.structure(message, kind)
        except UNREADABLE_ERRORS:
            return RequestRefusal(number, INVALID_PARAMS, f"{method} cannot have these parameters")


def expects_response(message: Any) -> bool:
    """Whether a JSON-RPC message must be answered: it is neither a response nor a notification."""
    if not isinstance(message, dict):
        return True
    return "id" in message if "method" in message else "result" not in message and "error" not in message
