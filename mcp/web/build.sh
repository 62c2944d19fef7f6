#!/usr/bin/env bash
# Builds the page: TypeScript of mcp/web/ui to the files of mcp/web/static that the program embeds. What it is built with
# comes by pinned version and digest into .web, which git ignores. With --check it says whether the files are what the
# sources give, and changes nothing.
set -euo pipefail
cd "$(dirname "$0")/../.."
ui=$PWD/mcp/web/ui static=$PWD/mcp/web/static
mkdir -p .web
if ! cmp -s "$ui/package-lock.json" .web/.done; then
  cp "$ui/package.json" "$ui/package-lock.json" .web/
  (cd .web && npm ci --no-audit --no-fund --silent && cp package-lock.json .done)
fi
to=$static
if [ "${1:-}" = --check ]; then
  to=$(mktemp -d)
  trap 'rm -rf "$to"' EXIT
fi
NODE_PATH=$PWD/.web/node_modules .web/node_modules/.bin/esbuild "$ui/app.tsx" --bundle --outdir="$to" --format=esm \
  --target=es2022 --minify --legal-comments=eof --jsx=automatic --jsx-import-source=preact --charset=utf8 \
  --log-level=warning
cp "$ui/index.html" "$ui/favicon.svg" "$to/"
if [ "$to" != "$static" ]; then
  diff -rq --exclude='*.go' "$to" "$static"
fi
