"""How the program starts, as `scorekeeper` and as `python -m scorekeeper`."""

import gc
import signal
import sys


def run() -> int:
    """Run the command line; a Ctrl-C while it is loaded ends it without a message, as nothing has started yet."""
    is_heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # who started it may let it ignore that
    if is_heard:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    gc.disable()  # loaded modules stay; looking for garbage among them takes an eighth of a short command
    from scorekeeper.commands import main

    gc.freeze()
    gc.enable()
    if is_heard:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    status = main()
    gc.freeze()  # the process ends and takes its memory with it: nothing has to be looked for once more
    return status


if __name__ == "__main__":
    sys.exit(run())
