"""A phone that keeps one connection as a browser does; thousands of them live in one process."""

import asyncio
import gzip
import time
from collections import Counter
from collections.abc import Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlencode, urlsplit

PATIENCE = 60.0  # seconds
Result = TypeVar("Result")


def run(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine in a thread of its own: a browser of an earlier test leaves a loop running in this one."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, coroutine).result()


class Got(NamedTuple):
    """What a server said."""

    status: int
    headers: dict[str, str]
    body: str


class Heard:
    """What all phones measured: seconds by kind of request, statuses, and bytes of requests and answers.

    Besides the connections that were opened, and the answers that never came.
    """

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Begin anew."""
        self.latencies: dict[str, list[float]] = {}
        self.met = Counter[int]()
        self.opened = self.missing = self.bytes = 0


class Phone:
    """One phone with its cookie, its connection, and how far its page has seen a night."""

    def __init__(self, address: str, cookie: str, heard: Heard) -> None:
        self.server, self.cookie, self.heard = urlsplit(address), cookie, heard
        self.seq, self.tag = 0, ""
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self, kind: str, method: str, path: str, fields: Mapping[str, Any] | None = None, **headers: str
    ) -> Got | None:
        """Send a request; None where no answer came."""
        begun = time.perf_counter()
        try:
            async with asyncio.timeout(PATIENCE):
                got = await self._ask(method, path, fields, headers)
        except (OSError, EOFError, TimeoutError):
            self.heard.missing += 1
            self.close()
            return None
        self.heard.latencies.setdefault(kind, []).append(time.perf_counter() - begun)
        self.heard.met[got.status] += 1
        return got

    def close(self) -> None:
        if self.streams:
            self.streams[1].close()
        self.streams = None

    async def _ask(self, method: str, path: str, fields: Mapping[str, Any] | None, headers: dict[str, str]) -> Got:
        sent = self._written(method, path, fields, headers)
        if self.streams:
            with suppress(OSError, EOFError):  # the server has closed a connection on which nothing came for long
                return await self._exchange(self.streams, sent)
            self.close()
        self.streams = await asyncio.open_connection(self.server.hostname, self.server.port)
        self.heard.opened += 1
        return await self._exchange(self.streams, sent)

    def _written(self, method: str, path: str, fields: Mapping[str, Any] | None, headers: dict[str, str]) -> bytes:
        body = b"" if fields is None else urlencode(fields, doseq=True).encode()
        told = {
            "Host": self.server.netloc,
            "Cookie": self.cookie,
            "Accept-Language": "en",
            "Accept-Encoding": "gzip",
        }
        if fields is not None:
            told |= {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(len(body))}
        head = "".join(f"{name}: {value}\r\n" for name, value in (told | headers).items())
        return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body

    async def _exchange(self, streams: tuple[asyncio.StreamReader, asyncio.StreamWriter], sent: bytes) -> Got:
        reader, writer = streams
        writer.write(sent)
        head = await reader.readuntil(b"\r\n\r\n")
        status, *lines = head.decode().strip().split("\r\n")
        told = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        code = int(status.split()[1])
        body = b""
        if code not in (204, 304):
            body = await reader.readexactly(int(told["content-length"]))
        self.heard.bytes += len(sent) + len(head) + len(body)
        if told.get("connection") == "close":
            self.close()
        if cookie := told.get("set-cookie"):
            self.cookie = cookie.split(";")[0]
        return Got(code, told, (gzip.decompress(body) if "content-encoding" in told else body).decode())
