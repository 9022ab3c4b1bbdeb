"""What Python runs first of the one file, as its `__main__`. Every older Python must be able to read this."""

import sys

if sys.version_info < (3, 11):
    sys.exit("scorekeeper: Python 3.11 or newer is needed, this is %d.%d" % sys.version_info[:2])

from unpacking import run

sys.exit(run())
