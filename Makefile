# Houseway: what can be done here. Every target says what it does; `make help` lists them.
PYTHON ?= python3
# Whether the caller chose it, on the command line or in the environment.
CHOSEN = $(filter command environment,$(firstword $(origin PYTHON)))
OLDEST := $(shell sed -n 's/^requires-python = ">=\(.*\)"/\1/p' pyproject.toml)
VENV   := .venv
BIN    := $(VENV)/bin
UV     := 0.13.7
VENDOR := src/houseway/service/static/vendor
SCRIPTS := $(VENDOR)/packages.json
# Tests keep what they write in memory where there is plenty: they would wait long for a slow disk.
SPARE   = $(shell df --output=avail -B 1G /dev/shm 2>/dev/null | tail -1)
SCRATCH = $(shell test "$(SPARE)" -ge 4 2>/dev/null && echo TMPDIR=/dev/shm)
# The tests that are evidence for a clause (docs/coverage.md).
EVIDENCE = tests/games tests/table tests/tournament tests/promotion tests/records tests/roles \
    tests/rulebook tests/scenarios tests/conducting
# The tests of `make check`: the rules and tables, without enumerations and random play.
CORE = tests/rulebook tests/equipment tests/games tests/table tests/tournament tests/promotion \
    tests/records tests/roles
LONG = */test_every_*.py */test_mishaps.py */test_*leak*.py */test_random*.py \
    */test_offers.py */test_later_tournaments.py
# What Hypothesis tries, and the order of Python's sets.
SEED ?= 1
# A test that hangs is stopped, and named with the line it hangs at.
BOUNDED = -o faulthandler_timeout=900 -o faulthandler_exit_on_timeout=true
# Fill an environment from a lock, with uv's own certificates or, where those do not do, the system's.
fill    = VIRTUAL_ENV=$(1) $(BIN)/uv pip sync -q --require-hashes $(2) 2>/dev/null \
    || VIRTUAL_ENV=$(1) $(BIN)/uv --system-certs pip sync -q --require-hashes $(2)

COMPILE = $(BIN)/uv pip compile -q --generate-hashes --no-annotate --no-header --python-version 3.11

# Where the environment forbids to keep bytecode, every process would compile every module again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play serve test again tests check core-tests ledger wheels mutants full crash attack shake soak ways prove sbom dieharder drills postgres browser lint types imports docs texts figures plots check-docs lock audit bench bench-compare bench-goals bench-drift bench-kernels bench-cluster bench-store bench-opening bench-growth bench-floor bench-draw bench-tournament bench-conformance bench-training bench-load hosts tour site notebooks clean bench-amend bench-environments

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

play: $(VENV)/.serves  ## set up what is missing, then deal Mini Baccarat in the terminal
	@$(BIN)/houseway play $(ARGS)

serve: $(VENV)/.serves $(SCRIPTS)  ## open the house at http://127.0.0.1:8000, with a demonstration
	@$(BIN)/houseway serve $(ARGS)

test: postgres browser $(VENV)/.ready $(SCRIPTS)  ## lint, types, import directions, docs, all tests
	@$(BIN)/python -m tests.again

again: postgres browser $(VENV)/.ready $(SCRIPTS)  ## all of it N times: N=20, BESIDE=busy or BESIDE=disk; writes build/again.tsv
	@$(BIN)/python -m tests.again --times $(or $(N),20) --beside "$(BESIDE)"

tests: postgres browser $(VENV)/.ready $(SCRIPTS)  ## all tests
	@echo "== tests"
	@$(SCRATCH) HOUSEWAY_LEDGER=check PYTHONHASHSEED=$(SEED) $(BIN)/python -m pytest --processes 3 \
	    --red build/red.txt --hypothesis-seed=$(SEED) $(BOUNDED) $(ARGS)

check: $(VENV)/.ready  ## lint, types, import directions and the core tests without enumerations: a minute
	@$(MAKE) --no-print-directory -j 2 lint imports
	@$(MAKE) --no-print-directory -j 2 types core-tests

core-tests:
	@echo "== core tests"
	@$(SCRATCH) $(BIN)/python -m pytest --processes 2 $(BOUNDED) $(LONG:%='--ignore-glob=%') \
	    -k 'not random_play' $(CORE) $(ARGS)

ledger: $(VENV)/.ready  ## write which clauses speak in which tests; ARGS="tests/games" after a change there only
	@$(SCRATCH) HOUSEWAY_LEDGER=write $(BIN)/python -m pytest --processes 2 $(or $(ARGS),$(EVIDENCE))

wheels: $(VENV)/.ready $(SCRIPTS)  ## build and install the package on every Python here, and with the oldest dependencies
	@$(SCRATCH) $(BIN)/python -m tests.packaging.wheels

mutants: $(VENV)/.ready  ## break the rules on purpose, and see a test fail each time
	@$(SCRATCH) $(BIN)/python -m tests.mutants.breaks
	@$(SCRATCH) $(BIN)/python -m tests.mutants.sweep $(ARGS)

full: $(VENV)/.ready $(SCRIPTS) postgres browser  ## every enumeration and every case of the sweeps that `make test` takes a share of
	@$(SCRATCH) HOUSEWAY_FULL=1 $(BIN)/python -m pytest --processes 2 tests/games tests/analysis -k every $(ARGS)
	@$(SCRATCH) HOUSEWAY_FULL=1 $(BIN)/python -m pytest --processes 2 tests/attack tests/bots/test_properties.py \
	    tests/fair/test_secrets.py tests/tournament/play/test_secrets.py tests/api/test_loop.py \
	    tests/store/test_power_cuts.py $(ARGS)
	@$(SCRATCH) HOUSEWAY_FULL=1 $(BIN)/python -m pytest --processes 2 -m share $(ARGS)

crash: $(VENV)/.ready postgres  ## kill -9 in the middle of play, 300 times on each engine; 10,000 power cuts
	@$(SCRATCH) HOUSEWAY_CUTS=$${HOUSEWAY_CUTS:-10000} $(BIN)/python -m pytest -q -s tests/store/test_power_cuts.py
	@HOUSEWAY_CYCLES=$${HOUSEWAY_CYCLES:-300} $(BIN)/python -m pytest -s tests/store/test_crash.py $(ARGS)

attack: $(VENV)/.ready $(SCRIPTS) postgres  ## 100,000 hostile requests, 1,000,000 fuzzed files, races; ARGS="-k races"
	@HOUSEWAY_SOAK=1 HOUSEWAY_ATTACKS=$${HOUSEWAY_ATTACKS:-50000} HOUSEWAY_FUZZ=$${HOUSEWAY_FUZZ:-1000000} \
	    $(SCRATCH) $(BIN)/python -m pytest -s tests/attack $(ARGS)

shake: $(VENV)/.ready $(SCRIPTS) browser  ## hasty hands over a bad line at every console, and planted faults: SEEDS=200 FIRST=1
	@HOUSEWAY_SHAKES=$(or $(SEEDS),200) HOUSEWAY_SEED=$(or $(FIRST),1) $(SCRATCH) $(BIN)/python -m pytest --processes 2 \
	    tests/service/browser/test_shaken.py $(ARGS)

soak: $(VENV)/.ready $(SCRIPTS) postgres  ## every promise of docs/reliability.md at its full count: hours
	@$(BIN)/python -m tests.prove --soak

ways: $(VENV)/.ready  ## look for commands that leave no way out, at every game and in conducted sessions: STEPS=1000000
	@$(BIN)/python -m tests.soak.search --steps $(or $(STEPS),1000000) $(ARGS)

prove: $(VENV)/.ready $(SCRIPTS) postgres  ## the same at the counts of a test run; both write build/evidence.json
	@$(BIN)/python -m tests.prove

dieharder: $(VENV)/.ready  ## the external battery on the raw bytes of live tables: hours; ARGS="-d 0" one test of it
	@command -v dieharder >/dev/null || apt-get install -y -qq dieharder >/dev/null 2>&1 \
	    || { echo "this needs dieharder: sudo apt-get install dieharder"; exit 1; }
	@$(BIN)/houseway rng collect --raw --count 0 | dieharder -g 200 $(or $(ARGS),-a -Y 1)

drills: $(VENV)/.ready  ## 100,000 drills of all games and kinds, each judged a second time from its record
	@$(BIN)/python -m tests.training.twice $(ARGS)

# Programs beside Python. What is missing is installed by apt where that may be used; what is still
# missing then is named together, with whatever else the same target needs.
NEEDS = $@
test tests bench-goals: NEEDS = postgres browser
POSTGRES = /usr/lib/postgresql/*/bin
define install
	@has() { case $$1 in \
	        postgres) command -v initdb || ls $(POSTGRES)/initdb;; \
	        browser) command -v chromium-headless-shell || command -v chromium;; \
	    esac >/dev/null 2>&1; }; \
	apt() { apt-get install -y -qq $$1 || { apt-get update -qq && apt-get install -y -qq $$1; }; }; \
	lacking=; \
	for each in $(NEEDS); do \
	    has $$each || echo "== installing $$each"; \
	    has $$each || case $$each in \
	        postgres) apt postgresql || lacking="$$lacking postgresql";; \
	        browser) apt chromium-headless-shell || apt chromium || lacking="$$lacking chromium";; \
	    esac >/dev/null 2>&1; \
	done; \
	test -z "$$lacking" || { echo "the tests need:$$lacking; sudo apt-get install$$lacking"; \
	    echo "(elsewhere: the packages that have initdb of PostgreSQL, and chromium)"; exit 1; }
endef

postgres:  ## PostgreSQL for the tests: installed by apt if it is missing and apt may be used
	$(install)

browser:  ## Chromium for the tests: likewise, and without windows where there is such a package
	$(install)

lint: $(VENV)/.ready  ## ruff: style and mistakes
	@echo "== lint"
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .

types: $(VENV)/.ready  ## mypy, strict
	@echo "== types"
	@$(BIN)/mypy

imports: $(VENV)/.ready  ## import-linter: imports point down, the core is pure
	@echo "== import directions"
	@$(BIN)/lint-imports

docs: $(VENV)/.ready  ## write the generated pages of docs/
	@$(BIN)/python -m houseway.docs write

texts: $(VENV)/.ready  ## list every text of the pages for translators: writes src/houseway/service/texts/houseway.pot
	@$(BIN)/python -m tests.service.texts.write

figures: $(VENV)/.ready  ## count every deal of poker and pai gow again for docs/figures-counted.md
	@$(BIN)/python -m houseway.docs figures

plots: $(VENV)/.ready  ## draw the pictures of docs/plots.md
	@$(BIN)/python -m houseway.docs plots

check-docs: $(VENV)/.ready  ## the rulebook's claims hold; generated pages are current
	@echo "== rulebook and docs"
	@$(BIN)/houseway rules check
	@$(BIN)/python -m houseway.docs check

bench: $(VENV)/.ready .venv-bench/.ready  ## speed of the engine, as ratios beside its peers
	@.venv-bench/bin/python -m benchmarks $(ARGS)

bench-goals: $(VENV)/.ready .venv-bench/.ready $(SCRIPTS) postgres browser  ## everything beside an earlier version, in turns, half an hour: ARGS=../before
	@$(BIN)/python -m benchmarks.goals $(ARGS)

bench-drift: $(VENV)/.ready  ## how often drift alarms falsely, and how soon it finds a fault: ARGS="--tables 20000 --rounds 1000000"
	@$(BIN)/python -m benchmarks.drift $(ARGS)

bench-amend: $(VENV)/.ready  ## 100,000 logged rounds compared under an amendment, and a petition
	@$(BIN)/python -m benchmarks.amendments $(ARGS)

bench-compare: $(VENV)/.ready  ## the engine beside that of another checkout: ARGS="../before"
	@$(BIN)/python -m benchmarks.compare $(ARGS)

bench-load: $(VENV)/.ready $(SCRIPTS) postgres  ## 200 tables, 1,000 open pages, on both engines
	@$(BIN)/python -m benchmarks.load sqlite
	@$(BIN)/python -m benchmarks.load postgres

tour: $(VENV)/.ready $(SCRIPTS) browser  ## take the pictures of docs/tour.md whose page has changed; ARGS=--all takes all
	@$(BIN)/python -m tests.tour $(ARGS)

bench-kernels: $(VENV)/.ready  ## speed of simulation, as ratios beside plain C++ loops (needs g++)
	@$(BIN)/python -m benchmarks.kernels $(ARGS)

bench-cluster: $(VENV)/.ready  ## two Dask workers beside two threads, per CPU-second
	@$(BIN)/python -m benchmarks.cluster $(ARGS)

bench-store: $(VENV)/.ready postgres  ## speed of the log, as ratios beside a plain fsync loop
	@$(BIN)/python -m benchmarks.store

bench-opening: $(VENV)/.ready  ## opening a table of 1,000 to 1,000,000 events: seconds and memory
	@$(BIN)/python -m benchmarks.opening $(ARGS)

bench-growth: $(VENV)/.ready $(SCRIPTS)  ## how costs grow with pages, tables, events and decks, plotted
	@$(BIN)/python -m benchmarks.growth $(ARGS)

bench-floor: $(VENV)/.ready $(SCRIPTS) browser  ## 100 patrons on 20 tables: from an order to the screens
	@$(BIN)/python -m benchmarks.floor

bench-conformance: $(VENV)/.ready  ## the conformance kit: cases made and checked per CPU-second
	@$(BIN)/python -m benchmarks.conformance $(ARGS)

bench-environments: $(VENV)/.ready  ## learning environments: steps per CPU-second beside Gymnasium's blackjack
	@$(BIN)/python -m benchmarks.environments $(ARGS)

bench-draw: $(VENV)/.ready  ## 1,000,000 entries of a promotion taken, sealed, drawn, written and checked
	@$(BIN)/python -m benchmarks.draw

bench-training: $(VENV)/.ready $(SCRIPTS)  ## questions of every kind and game: from the request to the page
	@$(BIN)/python -m benchmarks.training

hosts: $(VENV)/.ready $(SCRIPTS) postgres  ## two web hosts, a database and a proxy, broken one by one (root; iproute2, haproxy)
	@$(BIN)/python -m benchmarks.hosts $(ARGS)

bench-tournament: $(VENV)/.ready  ## 1,000 entrants, five sessions, conducted by bots: rounds a second, memory
	@$(BIN)/python -m benchmarks.tournament $(ARGS)

site: $(VENV)/.ready build/site-env/.ready  ## the documentation site, readable offline: writes build/site
	@$(BIN)/python -m website.build build/site-env/bin/mkdocs

notebooks: $(VENV)/.ready  ## run examples/notebooks and store what their cells show
	@$(BIN)/python -m website.notebooks

build/site-env/.ready: website/website.lock $(VENV)/.python | $(VENV)/.ready
	@$(BIN)/python -m venv --without-pip --clear build/site-env
	@$(call fill,build/site-env,website/website.lock)
	@touch $@

audit: $(VENV)/.ready $(SCRIPTS)  ## what we depend on: pinned, unaltered, licensed; known weaknesses where pip-audit is at hand
	@$(BIN)/python -m tests.audit
	@if command -v pip-audit >/dev/null; then pip-audit --require-hashes --disable-pip -r requirements.lock; \
	    else echo "no list of known weaknesses was asked: pip-audit is not installed"; fi

sbom: $(VENV)/.ready  ## the bill of materials (CycloneDX): writes build/sbom.json
	@$(BIN)/python -m tests.sbom

lock: $(VENV)/.ready  ## pin every dependency again: names, versions and hashes
	@$(COMPILE) --extra all --group test pyproject.toml -o requirements.lock
	@$(COMPILE) --extra serve --group setup -c requirements.lock pyproject.toml -o serve.lock
	@$(COMPILE) website/requirements.in -o website/website.lock

clean:  ## remove what was set up and built
	@rm -rf $(VENV) .venv-bench build dist $(VENDOR) .mypy_cache .pytest_cache .ruff_cache .import_linter_cache

# The scripts that pages load, from their npm packages: pinned with their hashes, never committed.
# Where there is no npm, a wheel brings one into an environment of its own.
$(SCRIPTS): package.json package-lock.json hatch_build.py | $(VENV)/.serves
	@echo "== fetching the scripts of the pages (once; again only when their lock changes)"
	@command -v npm >/dev/null || { test -x build/node/bin/npm || { $(BIN)/python -m venv --without-pip build/node \
	    && { $(call fill,build/node,node.lock); }; }; }
	@PATH="$$PATH:$(CURDIR)/build/node/bin" $(BIN)/python hatch_build.py

# The peers that benchmarks measure beside us, in an environment of their own.
.venv-bench/.ready: $(VENV)/.ready benchmarks/requirements.lock
	@echo "== setting up .venv-bench (once)"
	@$(BIN)/python -m venv --without-pip --clear .venv-bench
	@$(call fill,.venv-bench,benchmarks/requirements.lock)
	@VIRTUAL_ENV=.venv-bench $(BIN)/uv pip install -q --no-deps --no-build-isolation -e .
	@touch $@

# The environment: a virtual one, of this folder and, where PYTHON= was chosen, of that Python. Any
# other is made again. Debian's venv may lack ensurepip; then the system's own pip fills it.
WHICH  = -c 'import sys; print(sys.version.split()[0] + " of " + sys.base_prefix)'
NEWER  = -c 'import sys; sys.exit(sys.version_info < ($(subst .,$(COMMA) ,$(OLDEST))))'
FOUND  = $$(command -v $(PYTHON) >/dev/null && $(PYTHON) --version 2>&1 || echo not here)
COMMA := ,

$(VENV)/.python: FORCE
	@test "$$(cat $@ 2>/dev/null)" = "$$(pwd -P)" && test -x $(BIN)/python && { test -z "$(CHOSEN)" \
	        || test "$$($(PYTHON) $(WHICH))" = "$$($(BIN)/python $(WHICH))"; } || { \
	    $(PYTHON) $(NEWER) 2>/dev/null || { \
	        echo "Houseway needs Python $(OLDEST) or later, and $(PYTHON) is $(FOUND)." \
	            "With another: make $(firstword $(MAKECMDGOALS)) PYTHON=python3.12"; exit 1; }; \
	    echo "== making $(VENV) with Python $$($(PYTHON) $(WHICH))"; \
	    rm -rf $(VENV); \
	    $(PYTHON) -m venv $(VENV) >/dev/null 2>&1 \
	        || $(PYTHON) -m venv --without-pip --clear $(VENV) || exit 1; \
	    test -x $(BIN)/pip || $(PYTHON) -m pip --version >/dev/null 2>&1 || { rm -rf $(VENV); \
	        echo "$(PYTHON) lacks pip: sudo apt-get install python3-venv (elsewhere: pip)"; exit 1; }; \
	    pwd -P > $@; }

.PHONY: FORCE
FORCE:

# It is filled from a lock by uv. Serving needs less than testing; what is there already stays.
define set_up
	@echo "== setting up $(VENV) (once; again only when the lock changes)"
	@test -x $(BIN)/uv || $(BIN)/python -m pip install -q --disable-pip-version-check uv==$(UV) 2>/dev/null \
	    || $(PYTHON) -m pip --python $(BIN)/python install -q pip uv==$(UV)
	@$(call fill,$(VENV),$(1))
	@VIRTUAL_ENV=$(VENV) $(BIN)/uv pip install -q --no-deps --no-build-isolation -e .
endef

$(VENV)/.ready: requirements.lock pyproject.toml $(VENV)/.python
	$(call set_up,requirements.lock)
	@touch $@ $(VENV)/.serves

$(VENV)/.serves: serve.lock pyproject.toml $(VENV)/.python
	$(call set_up,$(if $(wildcard $(VENV)/.ready),requirements.lock,serve.lock))
	@touch $@
