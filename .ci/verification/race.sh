#!/usr/bin/env bash
# The race detector over what runs on all processors: race.sh WORK. It needs a C compiler, which the product does not.
set -euo pipefail
work=$1
mkdir -p "$work"
export GORACE=halt_on_error=1
CGO_ENABLED=1 go build -race -o "$work/race" ./cmd/bimstream
"$work/race" demo --data "$work/house" >/dev/null
"$work/race" generate --data "$work/tower" --storeys 2 --elements 1000 --events 4000 >/dev/null
for at in 1 2 3; do "$work/race" replay --data "$work/tower" | grep hash >"$work/replay-$at"; done
cmp "$work/replay-1" "$work/replay-2"
cmp "$work/replay-2" "$work/replay-3"
"$work/race" export --data "$work/tower" "$work/tower.ifc" >/dev/null
"$work/race" export-ifcx "$work/tower.ifcx" --data "$work/tower" >/dev/null
"$work/race" import --data "$work/imported" "$work/tower.ifc" >/dev/null
"$work/race" verify-ifc "$work/tower.ifc" >/dev/null
echo "# a house edited, a tower replayed, exported in two forms, imported and judged without a race"
