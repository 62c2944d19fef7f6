#!/usr/bin/env bash
# How long it takes to read a file, on one processor, here and in the others' readers: we must not be slower than the
# faster one. usage: parsetime.sh OURS FILE.ifc -- COMMAND... -- COMMAND... (each prints seconds)
set -euo pipefail
ours=$1 file=$2; shift 3
read -r mine instances < <("$ours" "$file")
printf '# %s instances: ours %.3f s' "$instances" "$mine"
fastest=1e9
while [ $# -gt 0 ]; do
  command=()
  while [ $# -gt 0 ] && [ "$1" != -- ]; do command+=("$1"); shift; done
  shift || true
  theirs=$("${command[@]}" "$file")
  printf ', %s %.3f s' "$(basename "${command[0]}")" "$theirs"
  fastest=$(awk -v a="$fastest" -v b="$theirs" 'BEGIN { print (b < a) ? b : a }')
done
awk -v a="$mine" -v b="$fastest" 'BEGIN { printf ", %.2f of the faster one\n", a / b; exit (a > b) }'
