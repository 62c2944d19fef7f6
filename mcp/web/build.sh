#!/usr/bin/env bash
# Builds the page, and the view in a chat as one file: TypeScript of mcp/web/ui to the files of mcp/web/static that the
# program embeds. What it is built with comes by pinned version and digest into .web, which git ignores. With --check it
# says whether the files are what the sources give, and changes nothing.
set -euo pipefail
cd "$(dirname "$0")/../.."
ui=$PWD/mcp/web/ui static=$PWD/mcp/web/static
mkdir -p .web
if ! cmp -s "$ui/package-lock.json" .web/.done; then
  cp "$ui/package.json" "$ui/package-lock.json" .web/
  (cd .web && npm ci --no-audit --no-fund --silent && cp package-lock.json .done)
fi
to=$static parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT
if [ "${1:-}" = --check ]; then
  to=$(mktemp -d)
  trap 'rm -rf "$parts" "$to"' EXIT
fi
bundle() { # bundle ENTRY FOLDER FORMAT
  NODE_PATH=$PWD/.web/node_modules .web/node_modules/.bin/esbuild "$1" --bundle --outdir="$2" --format="$3" \
    --target=es2022 --minify --legal-comments=eof --jsx=automatic --jsx-import-source=preact --charset=utf8 \
    --log-level=warning
}
bundle "$ui/app.tsx" "$to" esm
bundle "$ui/chat/main.tsx" "$parts" iife
node "$ui/chat/inline.mjs" "$ui/chat/view.html" "$parts/main.js" "$parts/main.css" "$to/view.html"
cp "$ui/index.html" "$ui/favicon.svg" "$to/"
if [ "$to" != "$static" ]; then
  diff -rq --exclude='*.go' "$to" "$static"
fi
