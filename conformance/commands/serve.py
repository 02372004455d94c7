"""rrc serve: an engine over the protocol, on standard input and output or on HTTP."""

import sys
from typing import Annotated

import typer

from conformance.errors import UserError


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command("serve")(serve)


def serve(
    engine: Annotated[str, typer.Argument(help="The engine to serve.")] = "reference",
    stdio: Annotated[
        bool, typer.Option("--stdio", help="One JSON object per line, on stdin and stdout.")
    ] = False,
    http: Annotated[
        str | None, typer.Option(help="HOST:PORT, as 127.0.0.1:8080; port 0 picks a free one.")
    ] = None,
    timeout: Annotated[
        float, typer.Option(min=0.01, help="Seconds for each request to a foreign engine.")
    ] = 10.0,
) -> None:
    """Serve an engine over the protocol: on stdio for a test suite, or on HTTP.

    HTTP answers POST with the protocol and GET /metrics with counters in the Prometheus format.
    """
    from conformance.engines.names import engine_factory
    from conformance.engines.server import http_server, serve_stdio
    from conformance.engines.shadow import COUNTERS

    if stdio == (http is not None):
        raise UserError("expected either --stdio or --http HOST:PORT")
    factory = engine_factory(engine, timeout)
    if http is None:
        serve_stdio(factory, sys.stdin.buffer, sys.stdout.buffer)
        return
    host, port = address(http)
    observe = (lambda _: None) if engine.startswith("shadow:") else COUNTERS.observe
    server = http_server(factory, host, port, COUNTERS.prometheus, observe)
    typer.echo(f"rrc: serving {engine} on http://{host}:{server.server_port}", err=True)
    try:
        server.serve_forever()
    finally:
        server.server_close()


def address(text: str) -> tuple[str, int]:
    """Host and port; a port alone is on this machine only."""
    host, _, port = text.rpartition(":")
    if not port.isdigit() or int(port) > 65535:
        raise UserError(f"--http {text}: expected HOST:PORT, as 127.0.0.1:8080")
    return host or "127.0.0.1", int(port)
