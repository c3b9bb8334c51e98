# Color Clash. `make play` and `make test` do their own set-up; nothing outside this folder is changed.
# Needs make and Python 3.11 or newer with venv (Debian: apt-get install make python3-venv).

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
PY := $(VENV)/bin/python
PORT ?= 8000
HOST ?= 0.0.0.0
DATA ?= data

# A set-up is done again when its lock file has changed, whatever the clock says.
hash = $(shell cksum < $(1) | tr ' ' '-')
PLAY_READY := $(VENV)/play-$(call hash,requirements.lock)
TEST_READY := $(VENV)/test-$(call hash,requirements-test.lock)
INSTALL := -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps

# Runs a command and tells how long it took: $(call timed,name,command)
timed = @start=$$(date +%s); echo "== $(1)"; $(2) && echo "== $(1): $$(( $$(date +%s) - start )) s"
ENGINE_TESTS := $(PY) -m pytest -q -c /dev/null --rootdir . -p no:django -p no:asyncio -p no:cacheprovider tests/engine
# Test processes side by side; each has a store and a database of its own. A file's tests stay together.
# One more than there are cores, up to four: many of the tests wait for processes that they have started.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print(min(4, 1 + (os.cpu_count() or 1)))')
# The files in the order of tests/conftest.py, which begins with the longest.
SIDE_BY_SIDE := -n $(WORKERS) --dist loadfile --no-loadscope-reorder
SERVICES := tests --ignore=tests/engine --ignore=tests/browser

.PHONY: play setup setup-test test lint types layers migrations test-engine test-services test-browser \
	faults soak nightly fuzz audit screenshots format lock bench-engine bench-live bench-growth bench-pages bench-computers clean

play: $(PLAY_READY)
	@$(PY) manage.py up --host $(HOST) --port $(PORT) --data $(DATA)

setup: $(PLAY_READY)
	@COLORCLASH_DATA=$(DATA) $(PY) manage.py prepare

setup-test: $(TEST_READY)

test: lint types layers migrations test-engine test-services test-browser
	@echo "== all of it passed"

$(PY):
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed (Debian: apt-get install python3 python3-venv)."; exit 1; }
	@test -w . || { echo "The folder $(CURDIR) cannot be written."; exit 1; }
	@$(PYTHON) -m venv $(VENV) >/dev/null || { rm -rf $(VENV); \
		echo "Python cannot make a virtual environment here (Debian: apt-get install python3-venv)."; exit 1; }

$(PLAY_READY): | $(PY)
	@echo "Installing what Color Clash needs into $(VENV) ..."
	@$(PY) $(INSTALL) -r requirements.lock
	@rm -f $(VENV)/play-* && touch $@

$(TEST_READY): | $(PY)
	@echo "Installing what the tests need into $(VENV) ..."
	@$(PY) $(INSTALL) -r requirements-test.lock
	@rm -f $(VENV)/test-* && touch $@

lint: $(TEST_READY)
	$(call timed,lint,$(PY) -m ruff check . && $(PY) -m ruff format --check .)

types: $(TEST_READY)
	$(call timed,types,$(PY) -m mypy)

layers: $(TEST_READY)
	$(call timed,layers,$(VENV)/bin/lint-imports --no-logo)

migrations: $(TEST_READY)
	$(call timed,migrations,DJANGO_SETTINGS_MODULE=tests.settings $(PY) manage.py makemigrations --check --dry-run)

# The rules' tests know no settings, database or store: they run without any of them.
test-engine: $(TEST_READY)
	$(call timed,engine tests,$(ENGINE_TESTS))

test-services: $(TEST_READY)
	$(call timed,tests,$(PY) -m pytest -q $(SIDE_BY_SIDE) $(SERVICES) $(PYTEST_ARGS))

# Playwright keeps an event loop of its own running, so these are a run of their own.
test-browser: $(TEST_READY)
	$(call timed,browser tests,CHROMIUM="$$($(PY) -m tests.chromium)" && export CHROMIUM \
		&& $(PY) -m pytest -q $(SIDE_BY_SIDE) tests/browser $(PYTEST_ARGS))

faults: $(TEST_READY)
	$(call timed,faults,COLORCLASH_FAULTS=all $(PY) -m pytest -q tests/live/test_kills.py tests/faults $(PYTEST_ARGS))

# COLORCLASH_SOAK_PLAYERS, COLORCLASH_SOAK_MINUTES and COLORCLASH_SOAK_SEED choose another run.
soak: $(TEST_READY)
	@$(PY) -m tests.faults.soak

# Takes about an hour: by the number, then the properties that look at every move.
nightly: $(TEST_READY)
	$(call timed,100000 random rounds,COLORCLASH_ROUNDS=100000 $(ENGINE_TESTS)/test_many_rounds.py)
	$(call timed,random matches,COLORCLASH_EXAMPLES_TIMES=20 $(ENGINE_TESTS)/test_properties.py $(wildcard tests/engine/test_hidden.py))
	$(call timed,random deals of Up-color,COLORCLASH_DEALS=30000 $(ENGINE_TESTS)/test_upcolor_referee.py)

# What `make test` sends to every address and socket, two hundred times as much of it; TIMES chooses another number.
TIMES ?= 200
fuzz: $(TEST_READY)
	$(call timed,fuzzing,COLORCLASH_EXAMPLES_TIMES=$(TIMES) $(PY) -m pytest -q tests/security/test_fuzz.py \
		tests/live/test_sockets.py::test_fuzzed_frames_leave_the_process_and_the_other_table_unhurt $(PYTEST_ARGS))

# Asks a public list of known holes about every locked version; fails where that list cannot be reached.
audit: $(PY)
	@$(PYTHON) -m venv build/audit && build/audit/bin/python -m pip install --quiet --disable-pip-version-check pip-audit
	$(call timed,audit,build/audit/bin/pip-audit --strict --vulnerability-service osv --disable-pip --require-hashes \
		-r requirements.lock -r requirements-test.lock)

bench-engine: $(TEST_READY)
	@$(PY) -m tests.bench.engine

bench-live: $(TEST_READY)
	@$(PY) -m tests.bench.live

bench-growth: $(TEST_READY)
	@$(PY) -m tests.bench.live.growth

bench-pages: $(TEST_READY)
	@$(PY) -m tests.bench.pages

bench-computers: $(TEST_READY)
	@$(PY) -m tests.bench.computers $(BENCH_ARGS)

# SCREENSHOT_ARGS="--language fr" takes them in French, "--only front,board" a part of them.
screenshots: $(TEST_READY)
	$(call timed,screenshots,CHROMIUM="$$($(PY) -m tests.chromium)" && export CHROMIUM \
		&& $(PY) -m tests.browser.screenshots $(SCREENSHOT_ARGS))

format: $(TEST_READY)
	@$(PY) -m ruff check --fix . ; $(PY) -m ruff format .

# Versions stay as they are; `make lock UPGRADE=--upgrade` takes the newest that pyproject.toml allows.
lock: $(PY)
	@$(PYTHON) -m venv build/lock && build/lock/bin/python -m pip install --quiet --disable-pip-version-check uv
	@build/lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--custom-compile-command "make lock" $(UPGRADE) pyproject.toml -o requirements.lock
	@build/lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--custom-compile-command "make lock" $(UPGRADE) pyproject.toml --group test -o requirements-test.lock

clean:
	@rm -rf $(VENV) build
