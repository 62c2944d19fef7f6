#!/usr/bin/env bash
# Runs the protocol's conformance suite against a server on HTTP.
# usage: conformance.sh NODE TOOLS SERVER (REVISION|product|tasks) BASELINE
set -uo pipefail
node=$1 tools=$2 server=$3 what=$4 baseline=$5
suite=$tools/node_modules/@modelcontextprotocol/conformance/dist/index.js
work=$(mktemp -d)
port=$((20000 + RANDOM % 20000))
"$server" mcp all --data "$work/data" --http "127.0.0.1:$port" --http-anonymous 2>"$work/log" &
pid=$!
trap 'kill "$pid" 2>/dev/null; wait "$pid" 2>/dev/null; rm -rf "$work"' EXIT
for _ in $(seq 100); do
  (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && break
  sleep 0.1
done
url=http://127.0.0.1:$port/mcp
if [ "$what" = product ]; then
  status=0
  for scenario in server-initialize ping tools-list resources-list prompts-list dns-rebinding-protection \
    server-sse-multiple-streams server-session-lifecycle; do
    "$node" "$suite" server --url "$url" --scenario "$scenario" -o "$work/results" >"$work/out" 2>&1 &&
      echo "# $scenario passes" || {
      status=1
      echo "FAIL $scenario"
      tail -n 20 "$work/out"
    }
  done
  exit "$status"
fi
if [ "$what" = tasks ]; then
  # The checks of each scenario of the tasks extension that pass, of how many. The rest asks for what no tool of the
  # product does: docs/mcp.md says what.
  status=0
  while read -r scenario passed; do
    "$node" "$suite" server --url "$url" --scenario "$scenario" -o "$work/results" >"$work/out" 2>&1
    if grep -qF "Passed: $passed," "$work/out"; then
      echo "# $scenario: $passed"
    else
      status=1
      echo "FAIL $scenario: not $passed"
      grep -E 'FAILURE|Passed:|Error:' "$work/out"
    fi
  done <<END
tasks-lifecycle 8/9
tasks-capability-negotiation 5/5
tasks-wire-fields 4/4
tasks-request-state-removal 3/3
tasks-mrtr-input 4/4
tasks-request-headers 5/5
tasks-dispatch-and-envelope 9/9
tasks-required-task-error 1/2
END
  exit "$status"
fi
"$node" "$suite" server --url "$url" --requirements "$what" --expected-failures "$baseline" -o "$work/results" \
  >"$work/out" 2>&1
status=$?
grep -E '^(✗|Total)' "$work/out" | sed 's/^/# /'
[ "$status" -eq 0 ] && echo "# all that the suite scores passes; ✗ are extensions and scenarios that it only tells of"
[ "$status" -eq 0 ] || tail -n 30 "$work/out"
exit "$status"
