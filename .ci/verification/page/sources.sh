#!/usr/bin/env bash
# Holds the sources of the page and of the view in a chat against what is served of them, checks their types, and runs
# their tests.
# usage: sources.sh ROOT NODE FOLDER
set -euo pipefail
root=$1 node=$2 folder=$3
"$root/mcp/web/build.sh" --check
"$root/.web/node_modules/.bin/tsc" -p "$root/mcp/web/ui/tsconfig.json" --noEmit
NODE_PATH=$root/.web/node_modules "$root/.web/node_modules/.bin/esbuild" $(find "$root/mcp/web/ui" -name '*.test.ts') \
  --bundle --platform=node --format=esm --outdir="$folder" --out-extension:.js=.mjs --log-level=warning \
  --jsx=automatic --jsx-import-source=preact
"$node" --test --test-reporter=dot $(find "$folder" -name '*.test.mjs')
echo "# the bundle has $(wc -c <"$root/mcp/web/static/app.js") bytes," \
  "the view in a chat $(wc -c <"$root/mcp/web/static/view.html")"
