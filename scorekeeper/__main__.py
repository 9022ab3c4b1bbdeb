"""`python -m scorekeeper` is the command line."""

import sys

from scorekeeper.commands import main

sys.exit(main())
