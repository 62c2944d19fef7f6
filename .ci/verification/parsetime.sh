#!/usr/bin/env bash
# How long it takes to read a file, on one processor, here and in the others' readers. The readers take turns and the best of
# each counts, so that what else the machine does meets all of them. It says how they compare and fails only where a
# reader fails: no clock decides whether a build is good. usage: parsetime.sh OURS FILE.ifc -- COMMAND... -- COMMAND...
# (each prints seconds, ours the number of instances as well)
set -euo pipefail
readonly rounds=4
ours=$1 file=$2; shift 3
best() { awk -v a="$1" -v b="$2" 'BEGIN { print (b < a) ? b : a }'; }
names=() starts=() words=()
while [ $# -gt 0 ]; do
  names+=("$(basename "$1")") starts+=(${#words[@]})
  while [ $# -gt 0 ] && [ "$1" != -- ]; do words+=("$1"); shift; done
  shift || true
done
starts+=(${#words[@]})
mine=1e9 theirs=()
for _ in "${names[@]}"; do theirs+=(1e9); done
for ((round = 0; round < rounds; round++)); do
  read -r took instances < <("$ours" "$file")
  mine=$(best "$mine" "$took")
  for i in "${!names[@]}"; do
    from=${starts[i]} to=${starts[i + 1]}
    theirs[i]=$(best "${theirs[i]}" "$("${words[@]:from:to-from}" "$file")")
  done
done
fastest=1e9
printf '# %s instances: ours %.3f s' "$instances" "$mine"
for i in "${!names[@]}"; do
  printf ', %s %.3f s' "${names[i]}" "${theirs[i]}"
  fastest=$(best "$fastest" "${theirs[i]}")
done
awk -v a="$mine" -v b="$fastest" 'BEGIN { printf ", %.2f of the time of the fastest other; aim at most 1\n", a / b }'
