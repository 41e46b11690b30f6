"""Why a request is refused, in the form that clients of OpenAI's API read."""

from typing import Any

from starlette.responses import JSONResponse

_KINDS = {
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    429: "rate_limit_error",
}
_UNAUTHORIZED = 401
_FIRST_SERVER_ERROR = 500


class ApiError(Exception):
    """A request that gets an error for an answer.

    `message` is a sentence for a person, `param` the field it is about, `code` a word for programs.
    `retry_after` is in seconds.
    """

    def __init__(
        self,
        status: int,
        message: str,
        *,
        param: str | None = None,
        code: str | None = None,
        retry_after: int | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.param = param
        self.code = code
        self.retry_after = retry_after

    @property
    def body(self) -> dict[str, Any]:
        """The error as a JSON object."""
        usual = "server_error" if self.status >= _FIRST_SERVER_ERROR else "invalid_request_error"
        return {
            "error": {
                "message": self.message,
                "type": _KINDS.get(self.status, usual),
                "param": self.param,
                "code": self.code,
            }
        }

    def response(self) -> JSONResponse:
        """The whole reply."""
        headers = {} if self.retry_after is None else {"Retry-After": str(self.retry_after)}
        if self.status == _UNAUTHORIZED:  # RFC 9110, 15.5.2
            headers["WWW-Authenticate"] = "Bearer"
        return JSONResponse(self.body, self.status, headers)


def invalid(message: str, param: str | None = None, code: str | None = None) -> ApiError:
    """A request that can never be served as it is."""
    return ApiError(400, message, param=param, code=code)


def unsupported(param: str, what: str) -> ApiError:
    """A request for something that this server does not do."""
    return invalid(f"{what} not supported here; leave out {param}.", param, "unsupported_parameter")
