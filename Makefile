# Everything from a fresh clone: `make run` shows a game, `make test` runs every check. Needs Python 3.11 or newer, make and a package index.

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
SEED   ?= 1
FUZZ   ?= 60
GAME   ?= content/miniatures

GAMES  ?= 200
SOAK   ?= content/miniatures --option action_bar=no,yes

.PHONY: soak bench run test lint types unit content fuzz clean

run: $(VENV)/.installed
	$(BIN)/rulewright check content
	@mkdir -p out
	@for pack in content/*/pack.yaml; do \
		name=$$(basename $$(dirname $$pack)); \
		$(BIN)/rulewright compile content/$$name -o out/$$name.ruleset.json || exit 1; \
	done
	$(BIN)/rulewright play $(GAME) --seat all=random --seed $(SEED) --log out/game.log.jsonl

test: lint types unit content

lint: $(VENV)/.dev
	$(BIN)/ruff check .

types: $(VENV)/.dev
	$(BIN)/mypy

unit: $(VENV)/.dev
	$(BIN)/pytest --numprocesses auto --dist worksteal

content: $(VENV)/.dev
	$(BIN)/rulewright check content
	$(BIN)/rulewright fmt --check content
	$(BIN)/rulewright test content

# Hundreds of random games, each played four ways that must agree. About twenty minutes on two cores. Another pack, or less of each game:
# `make soak GAMES=300 SOAK="content/naxxramas --players 4-6 --save-every 50 --leaks 10"`.
soak: $(VENV)/.dev
	$(BIN)/python tests/soak.py $(SOAK) --games $(GAMES)

# What is measured, and what was: docs/bench.md. A peer that cannot be installed here is skipped in the table.
bench: $(VENV)/.installed
	-$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bench]'
	-npm install --silent --no-save --prefix $(VENV)/npm boardgame.io
	$(BIN)/python tests/bench/run.py --node-modules $(VENV)/npm/node_modules $(BENCH)

# A long session over hostile sources, manifests, rulesets, saves and logs, guided by coverage; the suite has short ones. Longer: `make fuzz FUZZ=600` (seconds).
fuzz: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev,fuzz]'
	@mkdir -p out/fuzz
	$(BIN)/python tests/fuzz/session.py -max_total_time=$(FUZZ) -timeout=30 -rss_limit_mb=4096 -artifact_prefix=out/fuzz/ out/fuzz

# Installed so that the checkout itself is what runs; a second run finds the stamp and starts at once.
$(VENV)/.installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Rulewright needs Python 3.11 or newer; say which: make PYTHON=python3.12")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) build dist out *.egg-info
