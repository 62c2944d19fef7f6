#!/usr/bin/env bash
# Which sums of the code that makes states, files and drawings the compiler fuses with a product on arm64, where the
# result would be another one than on amd64. A product that is converted explicitly is not fused: float64(x*y) + z.
# Products with a power of two are exact, so that it does not matter there: those are in fused.txt, with their file.
set -euo pipefail
cd "$(dirname "$0")/../.."
known=.ci/verification/fused.txt
packages=$(go list ./domain/... ./geometry/... ./ifc/... ./projections/... | grep -v /projections/drawings/check)
listing=$(mktemp)
trap 'rm -f "$listing"' EXIT
# listed writes the compiler's listing of all packages. What lies compiled in the build cache is listed from there, if
# its listing was not trimmed away.
listed() {
  GOARCH=arm64 go build -trimpath -gcflags='github.com/bimstream/bimstream/...=-S' "$@" $packages >"$listing" 2>&1
}
listed
missing=$(comm -23 <(go list -f '{{if .GoFiles}}# {{.ImportPath}}{{end}}' $packages | sort) \
  <(grep '^# ' "$listing" | sort -u))
if [ -n "$missing" ]; then
  listed -a
fi
found=$(cat "$listing" |
  grep -E '	FN?M(ADD|SUB)[DS]	' | grep -oE '\([^()]*\.go:[0-9]+\)' | tr -d '()' | sort -u |
  grep -v -e 'tidwall/' -e '/fpdf@' -e '/projections/drawings/check/' | sed 's#^github.com/bimstream/bimstream/##' |
  while IFS=: read -r file line; do
    [ -f "$file" ] && echo "$file: $(sed -n "${line}p" "$file" | sed 's/^[[:space:]]*//')" || echo "$file:$line"
  done | sort -u)
if ! diff <(grep -v '^#' "$known" | sort -u) <(echo "$found"); then
  echo "what begins with > is fused on arm64 and not listed in $known: write float64(x*y) + z, or list it where the"
  echo "product is exact; what begins with < is listed and no longer there"
  exit 1
fi
echo "# $(echo "$found" | wc -l) sums with products by powers of two are fused, and no other"
