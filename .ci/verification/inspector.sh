#!/usr/bin/env bash
# Reads the lists and calls a tool through the Inspector's command line, in both protocol eras.
# usage: inspector.sh NODE INSPECTOR SERVER
set -euo pipefail
node=$1 inspector=$2 server=$3
for era in legacy modern; do
  for method in tools/list resources/list prompts/list; do
    "$node" "$inspector" --cli "$server" mcp all --protocol-era "$era" --method "$method" --format json >/dev/null
  done
  "$node" "$inspector" --cli "$server" mcp all --protocol-era "$era" --method tools/call --tool-name find_tools \
    --tool-args-json '{"words": "door schedule"}' --format json |
    grep -q generate_schedule
done
echo "# Inspector: lists and a call, both eras"
