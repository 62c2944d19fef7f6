# bimstream: `make run` builds a house over MCP and exports it, `make test` runs the tests. Both do their own set-up.

export CGO_ENABLED := 0
# The program and the tests are compiled alike, so that one of them finds in the cache what the other has compiled.
export GOFLAGS := $(filter-out -trimpath,$(GOFLAGS)) -trimpath
GO ?= go
LDFLAGS := -s -w
.DEFAULT_GOAL := help

.PHONY: help
help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST)

.PHONY: build
build: ## bin/bimstream, one static binary
	$(GO) build -ldflags '$(LDFLAGS)' -o bin/bimstream ./cmd/bimstream

.PHONY: build-fixtures
build-fixtures: ## bin/bimstream-fixtures: the same server with the tools that outside probes need
	$(GO) build -tags fixtures -ldflags '$(LDFLAGS)' -o bin/bimstream-fixtures ./cmd/bimstream

.PHONY: web
web: ## bundle the page anew from mcp/web/ui; needs npm (the bundle is committed, so that nothing else does)
	mcp/web/build.sh

.PHONY: run
run: build ## build, edit, question, export and replay the standard house, and issue its drawings
	./bin/bimstream demo --data out/demo
	./bin/bimstream issue --data out/demo out/drawings

# The property tests draw the same cases for everyone here, so that a change is judged by what it does and not by what
# was drawn. make soak draws others each time, and more of them; so does go test. Four tests of a package run at a
# time, also on two processors: many of those that run the program wait for a deadline. go vet has looked at everything
# before, and go test does not repeat it.
.PHONY: test
test: export RAPID_SEED ?= 1
test: ## all tests; they need neither network nor other programs
	$(GO) vet ./...
	$(GO) test -vet=off -timeout 25m -parallel 4 ./...

.PHONY: soak
soak: ## the long forms of the crash, fuzz and property tests
	BIMSTREAM_SOAK=1 $(GO) test -timeout 2h ./...

.PHONY: lint
lint: ## formatting, vet, staticcheck
	@test -z "$$(gofmt -l cmd domain eventstore projections geometry ifc mcp testdata)" || { gofmt -l cmd domain eventstore projections geometry ifc mcp testdata; exit 1; }
	$(GO) vet ./...
	$(GO) vet -tags fixtures ./...
	$(GO) tool staticcheck ./...

.PHONY: update
update: ## accept what the golden files and generated tables now are
	$(GO) test ./ifc/export ./ifc/verify ./mcp/... ./cmd/... -args -update

# BENCH_FULL=1 replays a million events of a hundred thousand elements; BENCH_FLAGS adds flags of bimstream bench.
BENCH_SIZE := $(if $(BENCH_FULL),--events 1000000 --elements 100000 --lasting 5s,)

.PHONY: bench
bench: build ## ratios against floors measured in the same run; BENCH_FULL=1 for a million events
	@mkdir -p out
	./bin/bimstream bench $(BENCH_SIZE) --json out/bench.jsonl $(BENCH_FLAGS)

.PHONY: microbench
microbench: ## Go benchmarks of single functions
	$(GO) test -run '^$$' -bench . -benchtime 1s ./domain/... ./eventstore/... ./geometry/... ./ifc/... ./projections/... ./mcp/...

.PHONY: verify
verify: build build-fixtures ## what the outside world says of a build: IfcOpenShell, web-ifc, MCP clients
	.ci/verify
