# `make` alone lists what can be done.

SWIFT := scripts/swift
PREFIX ?= /usr/local

# All tests at once would let the long computing ones hold up those that wait for an answer, on a busy machine
# until a time limit passes.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH ?= 4

.PHONY: help demo build install uninstall deb dist release test check lint format slowtypes docs vectors conformance \
    reader bench load soak limits fuzz sanitize walks clean

help: ## This list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1	\2/p' Makefile | expand -t 20

demo: build ## Build, start the demo server and browse it
	@.build/release/sonic demo

build: ## Build .build/release/sonic and .build/release/sonic-server, Swift linked in
	@scripts/build-programs sonic sonic-server

install: ## Install programs, manual pages and completion: make install PREFIX=/usr/local DESTDIR=
	@test -x .build/release/sonic || { echo "Nothing is built yet: run make build first." >&2; exit 1; }
	scripts/install "$(PREFIX)"

uninstall: ## Remove what install put there
	scripts/install --remove "$(PREFIX)"

deb: build ## Build a Debian package in .build
	@scripts/debian-package

dist: ## Pack the source of the last commit, the same bytes each time
	@scripts/source-package

release: ## Make and try what is published: archive, Debian package on 12 and 13, checksums; says what was not tried
	@scripts/release

test: ## Run all tests
	@scripts/install-dependencies test
	@scripts/test

walks: ## Run all tests with every seed of the random walks
	@scripts/install-dependencies test
	@SONIC_ALL_SEEDS=1 scripts/test

check: lint walks ## Formatting, warnings, all tests with every seed, rules of the source, generated documents fresh

lint: ## Check formatting; warnings are errors in every build
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests Examples/Package.swift Examples/Sources

format: ## Format all Swift files
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests Examples/Package.swift Examples/Sources

slowtypes: ## List the expressions that take more than 300 ms to type-check
	@scripts/slow-types

docs: ## Write the generated documents anew (docs/guide/keys.md, docs/guide/configuration.md, docs/reference/lint.md, the rules in docs/reference/protocol.md, .build/documentation by docc)
	UPDATE_GOLDEN='keys.md configuration.md lint.md protocol.md' $(SWIFT) test --disable-xctest \
	    --filter 'KeyTableTests|ConfigurationDocumentTests|LintDocumentTests|RequirementTests'
	scripts/documentation .build/debug/Modules .build/documentation

vectors: ## Replay recorded transcripts: make vectors SONIC_VECTORS=DIR
	@test -d "$(SONIC_VECTORS)" || { echo "usage: make vectors SONIC_VECTORS=DIR" >&2; exit 2; }
	@scripts/install-dependencies test
	SONIC_VECTORS="$(abspath $(SONIC_VECTORS))" $(SWIFT) test --disable-xctest --filter 'RecordedVectors|PersonalityVectors'

conformance: ## Count the cases of html5lib's suite: make conformance HTML5LIB=DIR
	@test -d "$(HTML5LIB)" || { echo "usage: make conformance HTML5LIB=DIR" >&2; exit 2; }
	SONIC_OPTIMIZED=1 $(SWIFT) run html5lib-conformance "$(HTML5LIB)"

reader: build ## Score the reader view on a folder of pages: make reader CORPUS=DIR [PAGES=all]
	@test -d "$(CORPUS)" || { echo "usage: make reader CORPUS=DIR [PAGES=all]" >&2; exit 2; }
	@scripts/reader-score $(if $(PAGES),--pages) "$(CORPUS)"

bench: ## Measure beside other browsers and servers, some 6 minutes: docs/development/benchmarks.md
	@scripts/install-dependencies bench
	@scripts/build-programs sonic sonic-server sonic-bench
	@.build/release/sonic-bench

load: ## 200 clients of sonic-server for a minute, two copies behind nginx, 1,000 WebSockets for ten minutes: make load [HELD=SECONDS]
	@scripts/build-programs sonic-server sonic-bench
	@.build/release/sonic-bench load $(if $(HELD),--held $(HELD))

soak: ## Kill a thousand programs while they store the same pages, and read every page after each round
	@scripts/build-programs sonic sonic-server sonic-bench
	@.build/release/sonic-bench soak

limits: ## A page of 200 MB, a line of 50 MB, 100,000 links or blocks, 10,000 cached pages: docs/reference/limits.md
	@scripts/build-programs sonic sonic-server sonic-bench
	@.build/release/sonic-bench limits

fuzz: ## Let libFuzzer try a target: make fuzz TARGET=markup SECONDS=60; docs/development/fuzzing.md
	@test -n "$(TARGET)" || { echo "usage: make fuzz TARGET=NAME [SECONDS=60]; docs/development/fuzzing.md" >&2; exit 2; }
	@scripts/install-dependencies build
	@scripts/fuzz build
	@scripts/fuzz run $(TARGET) $(or $(SECONDS),60)

sanitize: ## Run the tests under the thread sanitizer, then under the address sanitizer
	@scripts/install-dependencies test
	$(SWIFT) test --disable-xctest --sanitize thread --scratch-path .build/thread
	ASAN_OPTIONS=detect_leaks=0 \
	    $(SWIFT) test --disable-xctest --sanitize address --scratch-path .build/address

clean: ## Remove everything that was built
	rm -rf .build
