# Everything here works from a fresh clone with Python 3.11+, git and make.
PYTHON ?= python3
BIN := .venv/bin

# Where it is set, each of the many processes that tests start compiles a thousand modules: 1.6 s.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help demo test check setup setup-test screenshots lock format clean

help:  ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile

demo: setup  ## crawl the recorded demo web and serve search on it (ARGS="--topic java --port 9000")
	@$(BIN)/lookclear demo $(ARGS)

test: setup-test  ## run all tests (ARGS="tests/lookclear/topics -k name" for some)
	@scripts/test.sh $(ARGS)

check: setup-test  ## format, lint, types, import floors, documentation
	@scripts/check.sh

setup:  ## only set up what `make demo` needs
	@$(PYTHON) scripts/setup.py run

setup-test:  ## only set up what `make test` needs
	@$(PYTHON) scripts/setup.py test

screenshots: setup-test  ## take a picture of every page of the search site into screenshots/
	@$(BIN)/python -m scripts.screenshots $(ARGS)

format: setup-test  ## format the code and sort its imports
	$(BIN)/ruff check --fix --select I .
	$(BIN)/ruff format .

lock: setup-test  ## compile requirements*.txt anew from pyproject.toml (UPGRADE=--upgrade for the newest)
	@$(BIN)/python -m pip --disable-pip-version-check install --quiet uv
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile pyproject.toml --extra fast \
	    --universal --python-version 3.11 --no-emit-index-url --no-emit-find-links $(UPGRADE) --quiet \
	    --output-file requirements.txt
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile --group dev --constraint requirements.txt \
	    --universal --python-version 3.11 --no-emit-index-url --no-emit-find-links $(UPGRADE) --quiet \
	    --output-file requirements-dev.txt

clean:  ## delete the environment and all caches
	rm -rf .venv .scrapy-oldest .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
