#!/usr/bin/env bash
# The same log gives the same bytes whatever the processor: builds.sh BINARY FOLDER GOARCH [EMULATOR...]
# builds for another processor, runs that (under an emulator where it is a foreign one), and compares states and files:
# IFC, drawings as SVG, DXF, PDF and PNG, workbooks, shaded pictures, BCF.
set -euo pipefail
binary=$1 work=$2 arch=$3
shift 3
mkdir -p "$work"
case $arch in
amd64v3) GOAMD64=v3 CGO_ENABLED=0 go build -trimpath -o "$work/other" ./cmd/bimstream ;;
*) GOARCH=$arch CGO_ENABLED=0 go build -trimpath -o "$work/other" ./cmd/bimstream ;;
esac
# What only tools make, as arguments of calls; names stand for ids.
calls() {
  cat <<'CALLS'
create_plan {"level_id":"Ground","scale":50,"format":"png","ceiling":true}
create_plan {"level_id":"Ground","scale":20,"format":"png"}
create_elevation {"from":"south","scale":50,"format":"png","since":"20"}
render_view {"view":"iso_nw","colour_by":"category","width":900,"height":600}
render_view {"view":"iso_se","cut_level_id":"Ground","width":640,"height":480}
export_bcf {"issues":[{"title":"A place","element_ids":["Living"]}]}
CALLS
}
message() { # message METHOD PARAMS [ID]: a message of JSON-RPC, which without an id is a notification
  printf '{"jsonrpc":"2.0",%s"method":"%s","params":%s}\n' "${3:+\"id\":$3,}" "$1" "$2"
}
answers() { # answers PROGRAM... : the answers to these calls
  coproc server { "$@" 2>/dev/null; }
  local to=${server[1]} from=${server[0]} i=1 tool arguments line
  local client='"capabilities":{},"clientInfo":{"name":"builds","version":"1"}'
  message initialize "{\"protocolVersion\":\"2025-11-25\",$client}" "$i" >&"$to"
  message notifications/initialized '{}' >&"$to"
  while read -r tool arguments; do
    i=$((i + 1))
    message tools/call "{\"name\":\"$tool\",\"arguments\":$arguments}" "$i" >&"$to"
    while read -r line <&"$from"; do
      case $line in *'"id":'$i',"result"'*) break ;; esac
    done
    case $line in *'"isError":true'*)
      echo "$tool $arguments: $line" >&2
      return 1
      ;;
    esac
    echo "$line"
  done < <(calls)
  exec {to}>&-
  wait
}
files() { # files NAME PROGRAM... : every tenth state of the house, the last of the tower, and the files
  local out=$work/$1
  shift
  mkdir -p "$out"
  "$@" replay --data "$work/house" --from 0 --step 10 | grep -o '[0-9a-f]\{64\}' >"$out/states"
  "$@" replay --data "$work/tower" | grep hash >>"$out/states"
  for schema in IFC2X3 IFC4 IFC4X3_ADD2; do
    "$@" export --data "$work/house" --schema "$schema" "$out/$schema.ifc" >/dev/null
  done
  "$@" export --data "$work/tower" "$out/tower.ifc" >/dev/null
  "$@" issue --data "$work/house" "$out/house" >/dev/null
  cp -r "$work/house" "$out.data"
  answers "$@" mcp all --data "$out.data" >"$out.replies"
  grep -o '"sha256":"[0-9a-f]*"' "$out.replies" | uniq >"$out/digests"
  rm -r "$out.data"
}
"$binary" demo --data "$work/house" >/dev/null
"$binary" generate --data "$work/tower" --storeys 2 --elements 1000 --events 2000 >/dev/null
files here "$binary"
files there "$@" "$work/other"
diff -r "$work/here" "$work/there"
states=$(grep -c . "$work/here/states")
files=$(find "$work/here" -type f | grep -vc 'states$\|digests$')
more=$(sort -u "$work/here/digests" | grep -c .)
echo "# $states states, $files files and $more more of tools are the same on $arch"
