# Two commands do everything on a fresh machine: `make play` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
NODE_READY := web/node_modules/.ready
CLIENT := src/marne/table/static/index.html

.PHONY: help play test check lint data tests client-test browser bench night outline playthroughs rules-map boards clean

help:  ## list what there is
	@grep -hE '^[a-z-]+:.*?## ' $(MAKEFILE_LIST) | awk -F ':.*?## ' '{printf "  make %-14s %s\n", $$1, $$2}'

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip -c constraints.txt
	$(BIN)/python -m pip install --quiet -e '.[dev]' -c constraints.txt
	touch $@

play: $(READY)  ## start a game
	$(BIN)/marne play

check: $(READY) lint data  ## fast: format, lint, types, imports, data, fast tests; under a minute
	$(BIN)/pytest -n 2 -m "not slow and not browser and not night"

lint: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

data: $(READY)
	$(BIN)/marne data check

test: $(READY) lint data tests  ## everything that must hold, as CI runs it

tests: $(READY)
	$(BIN)/pytest -n 2 -m "not night"

bench: $(READY)  ## speed and memory, next to python-chess, networkx and scipy in the same run
	$(BIN)/python -m benchmarks

night: $(READY)  ## the large counts: hundreds of games, a million draws
	$(BIN)/pytest -m night -n 2

outline: $(READY)  ## print every game's sequence of play
	@for game in $$($(BIN)/marne games --names); do echo "== $$game"; $(BIN)/marne outline $$game; done

playthroughs: $(READY)  ## write the golden playthroughs anew; read the diff
	$(BIN)/python -m scripts.playthroughs

rules-map: $(READY)  ## write docs/rules-map: rule -> code -> data -> tests
	$(BIN)/python -m scripts.rules_map

boards: $(READY)  ## draw the boards to docs/boards
	@for game in schlieffens_war grand_illusion nach_paris; do $(BIN)/marne board $$game --png docs/boards/$$game.png; done

clean:  ## remove what was built
	rm -rf $(VENV) web/node_modules web/dist build
