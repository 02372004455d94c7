"""An engine behind HTTP: the same messages, one request per POST."""

import http.client
import socket
from threading import Timer
from urllib.parse import SplitResult, urlsplit

from conformance.engines.messages import MAX_BYTES, RESTARTS, ChannelEngine
from conformance.engines.protocol import (
    EngineBrokeProtocol,
    EngineCrashed,
    EngineFailure,
    EngineTimedOut,
)
from conformance.errors import UserError

LOST = (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError)
"""How a server that closes connections that were idle is seen."""


class HttpChannel:
    """A connection that is kept, and begun again when it was lost between two requests."""

    def __init__(self, url: SplitResult, timeout: float) -> None:
        self.url, self.timeout = url, timeout
        self.connection: http.client.HTTPConnection | None = None

    def exchange(self, line: bytes, command: str) -> bytes:
        """Post one request, and once more if a connection that was kept has been lost."""
        if self.connection is not None:
            try:
                return self._post(self.connection, line, command)
            except LOST:
                self.close()
        self.connection = self._connected(command)
        try:
            return self._post(self.connection, line, command)
        except LOST:
            raise EngineCrashed(f"{command}: it closed the connection") from None

    def _post(self, connection: http.client.HTTPConnection, line: bytes, command: str) -> bytes:
        clock = Clock(connection.sock, self.timeout)
        has_begun = False  # a request that is being answered is never posted twice
        path = self.url.path or "/"
        if self.url.query:
            path += f"?{self.url.query}"
        try:
            connection.request("POST", path, line, {"Content-Type": "application/json"})
            response = connection.getresponse()
            has_begun = True
            is_too_long = response.length is not None and response.length > MAX_BYTES
            body = b"" if is_too_long else response.read(MAX_BYTES + 1)
        except (OSError, http.client.HTTPException) as error:
            if clock.has_rung or isinstance(error, TimeoutError):
                raise EngineTimedOut(f"{command}: no answer within {self.timeout:g} s") from None
            if isinstance(error, LOST) and not has_begun:
                raise
            raise EngineCrashed(f"{command}: {self.url.netloc} failed: {error!r}") from None
        finally:
            clock.stop()
        if clock.has_rung:
            raise EngineTimedOut(f"{command}: no whole answer within {self.timeout:g} s")
        if is_too_long or len(body) > MAX_BYTES:
            raise EngineBrokeProtocol(
                "too long", f"{command}: a reply of more than {MAX_BYTES} bytes"
            )
        if response.status != http.client.OK:
            message = f"{command}: HTTP status {response.status}"
            raise EngineBrokeProtocol("HTTP status", message, body[:500].decode("utf-8", "replace"))
        if response.length:
            message = f"{command}: {response.length} bytes of the reply are missing"
            raise EngineBrokeProtocol("partial line", message)
        return body

    def _connected(self, command: str) -> http.client.HTTPConnection:
        kind = (
            http.client.HTTPSConnection
            if self.url.scheme == "https"
            else http.client.HTTPConnection
        )
        connection = kind(self.url.hostname or "", self.url.port, timeout=self.timeout)
        try:
            connection.connect()
        except OSError as error:
            message = f"{command}: {self.url.netloc} cannot be reached: {error}"
            raise EngineCrashed(message) from None
        # A small request must not wait for the acknowledgement of the one before.
        connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def evidence(self) -> str:
        """There is none."""
        return ""

    def close(self) -> None:
        """Close the connection."""
        if self.connection is not None:
            self.connection.close()
            self.connection = None


class Clock:
    """Cuts a connection off when its time is over, however slowly bytes still come."""

    def __init__(self, connection: socket.socket, seconds: float) -> None:
        self.connection = connection
        self.has_rung = False
        self.timer = Timer(seconds, self._ring)
        self.timer.daemon = True
        self.timer.start()

    def _ring(self) -> None:
        self.has_rung = True
        try:
            self.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            return  # it is closed already

    def stop(self) -> None:
        """The answer is there."""
        self.timer.cancel()


class HttpEngine(ChannelEngine):
    """An engine named `http://HOST:PORT`."""

    def __init__(self, address: str, timeout: float = 10.0, restarts: int = RESTARTS) -> None:
        try:
            url = urlsplit(address)
            is_address = url.scheme in ("http", "https") and url.hostname and url.port != 0
        except ValueError:  # no number, or no port that there is
            is_address = False
        if not is_address:
            raise UserError(f"{address}: expected http://HOST:PORT")
        super().__init__(HttpChannel(url, timeout), restarts)

    def close(self) -> None:
        """Leave the session, if there is one, and close the connection."""
        if self.session is not None and not self.is_lost:
            try:
                self.ask("bye")
            except EngineFailure:
                self.session = None  # it is gone: nobody is left to say goodbye to
        self.channel.close()
