"""`python -m rulewright`: the same program as the `rulewright` command."""

from __future__ import annotations

import sys

from rulewright.repl.cli import main

if __name__ == "__main__":
    sys.exit(main())
