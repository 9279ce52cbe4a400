"""JSON-RPC as the server speaks it: each request gets an answer, also one whose parameters cannot be understood."""

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
    getattr(errors, "CattrsError", errors.BaseValidationError),  # of a literal; older ones raise no error of their own
    errors.ForbiddenExtraKeysError,
    errors.StructureHandlerNotFoundError,
)
"""What pygls raises where parameters have another shape than their method's: it reads them with cattrs."""


@frozen
class RequestRefusal:
    """The answer to a message that nobody can do anything with.

    Attributes:
        id: That of the request; None where it has none that can be used.
        code: The code of the answer.
        message: Why, for whoever wrote the client.
    """

    id: int | str | None
    code: int
    message: str


class RulesProtocol(LanguageServerProtocol):
    """The protocol of language servers. pygls says nothing to a request that it cannot read; here it is refused."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """A JSON object as it is: pygls calls this for whatever object stands within a message, too."""
        return data

    def handle_message(self, message: Any) -> None:
        """Hand a message, as its JSON text has it, to whoever answers it; refuse it where nobody can.

        Raises:
            JsonRpcException: It is an answer or tells of something, and cannot be read.
        """
        request = self.read_request(message) if expects_response(message) else super().structure_message(message)
        if isinstance(request, RequestRefusal):
            error = {"code": request.code, "message": request.message}
            self._send_data({"jsonrpc": self.VERSION, "id": request.id, "error": error})
        else:
            super().handle_message(request)

    def read_request(self, message: Any) -> Any:
        """A request of its JSON value, or why it is refused."""
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
    """Whether an answer is waited for, or at least this is nothing else: no answer, and nothing that is told."""
    if not isinstance(message, dict):
        return True
    return "id" in message if "method" in message else "result" not in message and "error" not in message
