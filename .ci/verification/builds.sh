#!/usr/bin/env bash
# The same log gives the same bytes whatever the processor: builds.sh BINARY FOLDER GOARCH [EMULATOR...]
# builds for another processor, runs that (under an emulator where it is a foreign one), and compares states and files.
set -euo pipefail
binary=$1 work=$2 arch=$3
shift 3
mkdir -p "$work"
case $arch in
amd64v3) GOAMD64=v3 CGO_ENABLED=0 go build -trimpath -o "$work/other" ./cmd/bimstream ;;
*) GOARCH=$arch CGO_ENABLED=0 go build -trimpath -o "$work/other" ./cmd/bimstream ;;
esac
states() { # states PROGRAM... : every tenth state of the house, the last of the tower, and the files
  local out=$1
  shift
  "$@" replay --data "$work/house" --from 0 --step 10 | grep -o '[0-9a-f]\{64\}' >"$out.states"
  "$@" replay --data "$work/tower" | grep hash >>"$out.states"
  for schema in IFC2X3 IFC4 IFC4X3_ADD2; do
    "$@" export --data "$work/house" --schema "$schema" "$out.$schema.ifc" >/dev/null
  done
  "$@" export --data "$work/tower" "$out.tower.ifc" >/dev/null
}
"$binary" demo --data "$work/house" >/dev/null
"$binary" generate --data "$work/tower" --storeys 2 --elements 1000 --events 2000 >/dev/null
states "$work/here" "$binary"
states "$work/there" "$@" "$work/other"
for suffix in states IFC2X3.ifc IFC4.ifc IFC4X3_ADD2.ifc tower.ifc; do cmp "$work/here.$suffix" "$work/there.$suffix"; \
  done
echo "# $(grep -c . "$work/here.states") states and 4 files are the same on $arch"
