"""`serve`: the web app for a table, with a screen of instructions."""

import argparse
import os
import shlex
import shutil
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

from scorekeeper.commands import chosen_place, read_whole
from scorekeeper.language import Speech
from scorekeeper.phrase import Phrase, Refused, say
from scorekeeper.printing import complain, print_lines
from scorekeeper.qr_codes import print_qr
from scorekeeper.serving import ServerOptions, serve
from scorekeeper.serving.addresses import addresses_of, find_running, is_anywhere, register_server
from scorekeeper.serving.interfaces import is_enclosed
from scorekeeper.storage.engine.atomic_files import may_write, open_to_others
from scorekeeper.storage.engine.sqlite import check_copy
from scorekeeper.web.core.server_address import ADDRESS_VARIABLE, ServerAddress, read_address

_MOST_WORKERS = 64
_LONGEST_LIST = 42  # characters of other addresses: they stay in one line, and everything on one screen
_LOOPBACK = "127.0.0.1"
_TERMUX = "termux-open-url"  # how a terminal on Android shows a page


def serve_app(args: argparse.Namespace, speech: Speech) -> int:
    """Serve the web app until Ctrl-C; if it already runs, print its address."""
    port = None if args.port is None else read_whole("--port", args.port, 0, 65535)
    workers = read_whole("--workers", args.workers, 1, _MOST_WORKERS)
    read_address(_settled_address(args), port)  # refused before anything starts
    place = chosen_place(args)
    running = find_running(place)
    if running and port in (None, urlsplit(running).port):
        _print_address(running, args, speech, already=True)
        return 0
    if "://" not in place and os.path.isfile(place) and not may_write(Path(place)):  # nothing could be booked
        raise Refused("database", say("{place} is read-only: nothing could be saved in it", place=place))
    if "://" not in place:
        check_copy(Path(place))
    stack = ExitStack()

    def announce(bound: str) -> None:
        files = [] if "://" in place else open_to_others(Path(place))
        if files:  # sharing them may be intended
            warning = say(
                "other users of this computer can open the database and every night; this makes it private: {command}",
                command=f"chmod go= {shlex.join(map(str, files))}",
            )
            complain(f"scorekeeper: {speech.say(warning)}")
        settled = read_address(_settled_address(args), urlsplit(bound).port)
        stack.enter_context(register_server(f"{settled}/" if settled else bound, place))
        _print_address(bound, args, speech, settled)

    with stack:
        serve(ServerOptions(args.host or "", port, place, workers, _settled_address(args)), announce)
    return 0


def _settled_address(args: argparse.Namespace) -> str:
    return args.address or os.environ.get(ADDRESS_VARIABLE, "")


def _print_address(
    bound: str, args: argparse.Namespace, speech: Speech, settled: str = "", already: bool = False
) -> None:
    """Print the address of the server and instructions, and open it in the browser of this computer."""
    found = [ServerAddress(settled)] if settled else addresses_of(bound)
    best = next((address for address in found if address.for_phones), None)
    local = f"http://{_LOOPBACK}:{urlsplit(bound).port}/"  # browsers allow more there
    here = local if is_anywhere(bound) else bound
    place = chosen_place(args)
    start = say("1. Open a night: here at {address} or on a phone that scans the code.", address=here)
    todo = [
        start if best else say("1. Open a night here at {address}.", address=here),
        say("2. The others scan the code of that night, all in the same Wi-Fi or hotspot."),
    ]
    if best is None and is_anywhere(bound):
        todo.insert(0, _explain_unreachable())
    if others := [address for address in found if address is not best and address.interface]:
        todo.append(_list_others(others))
    if "://" not in place:
        path = str(Path(place).absolute())
        todo.append(say("The nights are kept in {place}; copy them with scorekeeper backup.", place=path))
    todo.append(say("Leave this window open while you play. Ctrl-C ends it."))
    address = f"{best.url}/" if best else here
    there = say("scorekeeper is at {address}", address=address)
    first = say("scorekeeper runs already, at {address}", address=address) if already else there
    print_lines((speech.say(first), *(print_qr(address) if best else ()), *map(speech.say, todo)))
    is_watched = sys.stdout is None or sys.stdout.isatty()  # somebody started this by hand, not another program
    if not args.no_open and is_watched and _has_screen():
        Thread(target=_show, args=(here,), daemon=True).start()  # some browsers come back only when they are closed


def _explain_unreachable() -> Phrase:
    if is_enclosed():
        return say("No phone can reach it: in a container or WSL, give the computer’s own address by --address.")
    return say("No phone can reach it yet. It is enough to join a Wi-Fi or to open a hotspot.")


def _list_others(others: Sequence[ServerAddress]) -> Phrase:
    listed: list[str] = []
    for other in others:
        listed.append(f"{urlsplit(other.url).hostname} ({other.interface})")
        if len(", ".join(listed)) > _LONGEST_LIST:
            listed[max(1, len(listed) - 1) :] = ["…"]
            break
    return say("Other addresses, see --address: {addresses}", addresses=", ".join(listed))


def _has_screen() -> bool:
    if sys.platform in ("win32", "darwin"):
        return "SSH_CONNECTION" not in os.environ
    return any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY"))) or shutil.which(_TERMUX) is not None


def _show(address: str) -> None:
    import webbrowser  # only a computer with a screen pays for it

    command = None if shutil.which(_TERMUX) is None else f"{_TERMUX} %s"
    webbrowser.get(command).open(address)
