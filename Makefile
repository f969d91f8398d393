# Needs nothing but python3 >= 3.11 (with venv) and make; everything is installed into .venv.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
# Compiled kernels are kept in the user's cache folder; BALANCE_CACHE_DIR names another.
PYTEST := $(BIN)/python -m pytest -n auto --dist loadscope

SAMPLE := reports/sample

.PHONY: run samples test test-full lint bench golden warm clean

run: $(VENV)/.installed  ## a million games of Omen and the report on them
	@if [ -e runs/omen ]; then $(BIN)/balance simulate --resume runs/omen; \
	else $(BIN)/balance simulate omen --games 1e6 --out runs/omen; fi
	$(BIN)/balance report runs/omen -o reports/omen.html

samples: $(VENV)/.installed  ## a page of each kind, in reports/sample; ten minutes or so
	@scratch=$$(mktemp -d) && set -ex && \
	$(BIN)/balance simulate omen --games 20k --seed 1 --out $$scratch/run && \
	$(BIN)/balance report $$scratch/run -o $(SAMPLE)/omen.html && \
	$(BIN)/balance compare songbirds configs/songbirds-loser-starts.yaml configs/songbirds-even-berries.yaml --games 20k --html $(SAMPLE)/compare.html && \
	$(BIN)/balance sweep songbirds --over rounds=1..4 --games 10k --html $(SAMPLE)/sweep.html && \
	$(BIN)/balance sweep songbirds --over bots=random,casual,greedy --games 20k --html $(SAMPLE)/skill.html && \
	$(BIN)/balance feel songbirds --games 1k --html $(SAMPLE)/feel.html && \
	$(BIN)/balance ladder songbirds --bots random,casual,hand-set,greedy --deals 2k --html $(SAMPLE)/ladder.html && \
	$(BIN)/balance cards songbirds --swap --ban --bots random,greedy --games 2k --html $(SAMPLE)/cards.html && \
	$(BIN)/balance tune $(SAMPLE)/tune.yaml --out $$scratch/tune --html $(SAMPLE)/tune.html; \
	result=$$?; rm -r $$scratch; exit $$result

test: $(VENV)/.installed-test warm
	@$(PYTEST) -m "not slow"

test-full: $(VENV)/.installed-test warm  ## with the long referee and statistics runs
	@$(PYTEST)

lint: $(VENV)/.installed-test
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.installed-test
	$(BIN)/python benchmarks/bench.py

golden: $(VENV)/.installed-test warm  ## write the golden playthroughs anew; git diff shows what a change of rules did
	BALANCE_GOLDEN=write $(BIN)/python -m pytest tests/games/test_golden.py tests/games/omen/test_golden_modes.py -q

warm: $(VENV)/.installed
	-@$(BIN)/python -m balance.testing.warm

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit("balance needs Python 3.11 or newer, not " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.installed: pyproject.toml | $(VENV)/.made
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.installed-test: pyproject.toml | $(VENV)/.made
	$(BIN)/python -m pip install --quiet --editable '.[test]'
	@touch $@ $(VENV)/.installed

clean:
	rm -rf $(VENV) dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +
