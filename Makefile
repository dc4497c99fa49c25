# Needs Python 3.11 or newer, make and a package index; everything else is set up in $(VENV) by the target that wants it.

VENV ?= .venv
GAME ?= storm_dragons
ARGS ?=
PYTEST_ARGS ?= -n 2

# The first Python on the path that is new enough; `make PYTHON=/path/to/python` chooses another.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && { echo "$$p"; break; }; done)

# Links and generated settings need the absolute path, wherever VENV lies.
venv := $(abspath $(VENV))
py := $(venv)/bin/python
pip := $(py) -m pip install --quiet --quiet --disable-pip-version-check
packages := grammar dsl interpreter lab repl games

.DEFAULT_GOAL := help
.PHONY: help setup play test test-long lint types build bench clean
.DELETE_ON_ERROR:

help:  ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))
	@echo
	@echo "  GAME=storm_dragons   the game to play: a name that ships, or a .rules file"
	@echo "  ARGS='--seed 7'      more words for the command (play, bench)"
	@echo "  VENV=.venv           where the environment is kept"
	@echo "  PYTEST_ARGS='-n 2'   more words for pytest (test, test-long)"

# Nothing here may write to standard output or read standard input: `make play` passes both on to the game.
$(py):
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed, and none was found on the path." >&2; exit 1; }
	@echo "Setting up $(VENV), once; this takes a minute." >&2
	@"$(PYTHON)" -m venv "$(venv)" </dev/null >&2 || { rm -rf "$(venv)"; \
		echo "Python could not make a virtual environment; its venv module may be a package of its own." >&2; exit 1; }

$(venv)/.installed: pyproject.toml | $(py)
	@$(pip) --editable . </dev/null >&2
	@touch $@

$(venv)/.installed-dev: pyproject.toml | $(py)
	@$(pip) --editable '.[dev]' </dev/null >&2
	@touch $@ $(venv)/.installed

setup: $(venv)/.installed-dev  ## Set up the environment for developing

play: $(venv)/.installed  ## Play a game: make play GAME=hearts
	@$(py) -m rulewright play $(GAME) $(ARGS)

test: lint types  ## Everything but the long tests: lint, types, tests
	$(py) -m pytest $(PYTEST_ARGS)

test-long: $(venv)/.installed-dev  ## The tests marked long: packaging, statistics, whole games
	$(py) -m pytest -m long $(PYTEST_ARGS)

lint: $(venv)/.installed-dev  ## Lint with ruff
	$(py) -m ruff check --quiet .

# mypy does not follow the package's __path__ (rulewright/__init__.py) and would pass in silence. So it is shown the tree
# as an installed copy has it, made of links.
types: $(venv)/.installed-dev  ## Check types with mypy
	@rm -rf $(venv)/typing && mkdir -p $(venv)/typing/rulewright
	@ln -s $(addprefix "$(CURDIR)"/,$(packages)) "$(CURDIR)"/rulewright/*.py* $(venv)/typing/rulewright/
	cd $(venv)/typing && $(py) -m mypy --config-file "$(CURDIR)/pyproject.toml" --cache-dir "$(CURDIR)/.mypy_cache" -p rulewright
	$(py) -m mypy bench

build: $(venv)/.installed-dev  ## Build the sdist and the wheel into dist/
	$(py) -m build --outdir dist . </dev/null

bench: $(venv)/.installed-dev  ## Measure against the hand-written references: make bench ARGS=hearts
	$(py) -m rulewright bench $(ARGS)

clean:  ## Remove the environment and everything built
	rm -rf "$(venv)" dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
