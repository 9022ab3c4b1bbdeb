"""Several servers on several machines, as far as one machine can show them: each with a data folder of its own."""

import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep

from tests.load.remote import Remote, free_port, served
from tests.watcher import end_all_with_us

HAPROXY = shutil.which("haproxy") or next((str(path) for path in [Path("/usr/sbin/haproxy")] if path.exists()), "")

_PROXY = """
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  option forwardfor
  option redispatch
  retries 3
frontend all
  bind 127.0.0.1:{port}
  default_backend servers
backend servers
  balance roundrobin
  option httpchk GET /
  default-server check inter 200ms fall 1 rise 1
  {servers}
"""


class Machine:
    """A server on the database at `place`, in a folder of its own, that can be killed, stopped and started again."""

    def __init__(self, place: str, folder: Path) -> None:
        self.place = place
        self.folder = folder
        self.port = free_port()
        self.process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        home = {"HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder), "SCOREKEEPER_PROXIES": "1"}
        with ExitStack() as stack:
            log = stack.enter_context(
                (self.folder / "log").open("a")
            )  # it says at every request that the database is away
            _, self.process = stack.enter_context(served(self.place, "--no-open", port=self.port, log=log, **home))
            self._served = stack.pop_all()

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it with a signal: SIGTERM as for an upgrade, SIGKILL as when the power fails."""
        if self.process:
            self.process.send_signal(how)
            self.process.wait(30)
            with suppress(ProcessLookupError):
                self._served.close()
            self.process = None


@contextmanager
def behind_a_proxy(machines: list[Machine], folder: Path) -> Iterator[str]:
    """Run a proxy that gives each request to the next of the machines that answer; give its address."""
    port, lines = free_port(), [f"server m{machine.port} 127.0.0.1:{machine.port}" for machine in machines]
    file = folder / "haproxy.cfg"
    file.write_text(_PROXY.format(port=port, servers="\n  ".join(lines)))
    address = f"http://127.0.0.1:{port}/"
    end_all_with_us()
    with subprocess.Popen([HAPROXY, "-f", str(file)], stderr=subprocess.DEVNULL) as proxy:
        try:
            _wait_for(address)
            yield address
        finally:
            proxy.terminate()


def _wait_for(address: str) -> None:
    end = monotonic() + 30
    while True:
        try:
            with Remote(address) as phone:
                if phone.get("/").status == 200:
                    return
        except OSError:
            pass
        assert monotonic() < end, "nobody answers"
        sleep(0.05)
