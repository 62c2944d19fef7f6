#!/usr/bin/env bash
# Runs the wire probe, and tells which of its checks failed: it prints their number alone.
# usage: wireprobe.sh REPORT NODE PROBE WORDS...; the probe writes its report there
set -uo pipefail
report=$1 node=$2
shift 2
status=0
"$node" "$@" || status=$?
[ "$status" = 0 ] || "$node" -e '
  const { results } = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"));
  for (const r of results) if (!r.ok) console.log("not so: " + r.check + ": " + r.detail);' "$report"
exit "$status"
