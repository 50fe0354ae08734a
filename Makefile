# Everything sets itself up: a virtual environment in .venv, packages, and the browser client.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAMES = $(shell $(BIN)/python -c "import stavka; print(*stavka.games())")

.PHONY: play text test ready lint client web web-test wheel bench fuzz clean

play: $(VENV)/.installed client   ## play in the browser
	$(BIN)/stavka

text: $(VENV)/.installed          ## play in the terminal
	$(BIN)/stavka play

test: ready $(VENV)/.developed    ## lint, types, every test, every example in the documentation, rule coverage
	$(MAKE) --jobs=2 --output-sync lint web-test
	@$(BIN)/pytest -n auto --dist worksteal || { \
		echo "What failed beside others on busy cores is run once more, alone:"; \
		$(BIN)/pytest --last-failed --last-failed-no-failures none; }
	for game in $(GAMES); do $(BIN)/stavka rules $$game --coverage --tests tests || exit 1; done

ready: $(VENV)/.installed         ## a browser and a database for the tests, if there are none
	$(BIN)/python scripts/get_ready.py

lint: $(VENV)/.developed          ## style and types of the Python code
	$(BIN)/ruff check .
	$(BIN)/mypy

client web: $(VENV)/.installed        ## build the browser client, if it is not fresh
	$(BIN)/python scripts/build_client.py

web-test: $(VENV)/.installed client  ## style, types and unit tests of the browser client
	$(BIN)/python scripts/build_client.py --check

wheel: $(VENV)/.developed         ## the package with the built client, in dist/
	$(BIN)/python -m build --no-isolation --outdir dist .

bench: $(VENV)/.installed client  ## speed of the engine and of the table, beside earlier commits
	$(BIN)/stavka lab bench --table --load --history docs/bench.jsonl

fuzz: $(VENV)/.installed          ## 500 whole games by random choices
	for game in $(GAMES); do $(BIN)/stavka lab fuzz $$game --games 500 --jobs 2 || exit 1; done

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis web/node_modules stavka/table/static

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/.developed: pyproject.toml $(VENV)/.installed
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@
