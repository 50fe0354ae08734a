# Everything sets itself up: a virtual environment in .venv, packages, and the browser client where it is needed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAME ?= dagc

.PHONY: play test lint bench fuzz clean

play: $(VENV)/.installed          ## play (the text table)
	$(BIN)/stavka play

test: $(VENV)/.developed          ## lint, types, every test and every example in the documentation
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -n auto
	$(BIN)/stavka rules $(GAME) --coverage --tests tests

lint: $(VENV)/.developed          ## style and types only
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: $(VENV)/.installed         ## speed, as JSON
	$(BIN)/stavka lab bench

fuzz: $(VENV)/.installed          ## 500 whole games by random choices
	$(BIN)/stavka lab fuzz $(GAME) --games 500 --jobs 2

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/.developed: pyproject.toml $(VENV)/.installed
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@
