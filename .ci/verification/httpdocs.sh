#!/usr/bin/env bash
# Runs each block of docs/http.md as it stands there, but for addresses and folders; those of nginx and Caddy are run by
# http.sh.
# usage: httpdocs.sh SERVER WORK
set -uo pipefail
server=$1 work=$2
here=$(cd "$(dirname "$0")" && pwd)
document=$here/../../docs/http.md
mkdir -p "$work/bin" "$work/data" "$work/etc"
cp "$server" "$work/bin/bimstream"
export PATH=$work/bin:$PATH HOME=$work XDG_DATA_HOME=$work/share
# Below the ports that systems give to connections, so that none of those has one of them.
port=$((20000 + RANDOM % 6000)) operations=$((26000 + RANDOM % 6000))
status=0 ran=0 pid=
trap '[ -n "$pid" ] && kill "$pid" 2>/dev/null' EXIT
fail() {
  status=1
  echo "FAIL $1"
  [ -f "$work/log" ] && tail -n 5 "$work/log"
}
# block LANGUAGE N: the N-th block of a language, with the addresses and folders of this run.
block() {
  awk -v open='```'"$1" -v want="$2" '$0 == open { n++; on = n == want; next } $0 == "```" { on = 0 } on' "$document" |
    sed -e "s|127.0.0.1:8080|127.0.0.1:$port|g" -e "s|127.0.0.1:9090|127.0.0.1:$operations|g" -e \
      "s|/var/lib/bimstream|$work/data|g" \
      -e "s|/etc/bimstream/tokens.json|$work/tokens.json|g" -e "s|/usr/local/bin/|$work/bin/|g"
}
begin() { # begin COMMAND...: a server, until it answers
  "$@" 2>"$work/log" &
  pid=$!
  for _ in $(seq 200); do
    curl -fs "http://127.0.0.1:$port/readyz" >/dev/null && return 0
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.05
  done
  return 1
}
end() {
  kill "$pid" 2>/dev/null && wait "$pid"
  local code=$?
  pid=
  [ "$code" = 0 ] || fail "the server ends with $code"
}
ask() { # ask TOKEN: a call of the era without sessions
  curl -s "http://127.0.0.1:$port/mcp" ${1:+-H "Authorization: Bearer $1"} -H 'Content-Type: application/json' -H \
    'Accept: application/json, text/event-stream' \
    -H 'Mcp-Protocol-Version: 2026-07-28' -H 'Mcp-Method: tools/call' -H 'Mcp-Name: server_ping' \
    -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"server_ping","arguments":{},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"docs","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}'
}
good() { ran=$((ran + 1)); }
# has PATTERN: whether what comes in has it. It is read to its end first: grep -q stops at the first match, and what
# curl had still to write then is a failure of the whole pipe.
has() {
  local said
  said=$(cat)
  grep -q -- "$1" <<<"$said"
}

cd "$work" || exit 1
# For one person.
begin bash -c "exec $(block sh 1)" && ask "" | has '"success":true' && good || fail "for one person"
end
# For a team: tokens, and the server.
bash -c "$(block sh 2)" 2>"$work/tokens" && [ "$(wc -l <"$work/tokens")" = 10 ] && good || fail "tokens of a team"
cp -p tokens.json "$work/etc/tokens.json"
begin bash -c "exec $(block sh 3)" || fail "for a team"
while IFS=': ' read -r name token; do
  ask "$token" | has '"user_id":"'"$name"'"' || fail "the token of $name"
done <"$work/tokens"
ask "" | has 'Authorization: Bearer TOKEN' && curl -fs "http://127.0.0.1:$operations/metrics" |
  has '^bimstream_calls_total' && good || fail "for a team"
# Files out and in.
TOKEN=$(sed -n 's/^ann: //p' "$work/tokens")
export TOKEN
printf 'ISO-10303-21;' >house.ifc
files=$(block sh 4 | sed -e "s|https://bim.example/team/|http://127.0.0.1:$port/|")
id=$(bash -c "$(sed -n 1p <<<"$files")" | sed -n 's/.*"id":"\([^"]*\)".*/\1/p')
rm house.ifc
bash -c "$(sed -n 2p <<<"$files" | sed "s|files/ID|files/$id|")" 2>/dev/null
[ "$(cat house.ifc 2>/dev/null)" = 'ISO-10303-21;' ] && good || fail "files"
end
# The configuration of a client, and of an identity provider.
block json 1 | python3 -m json.tool >/dev/null && good || fail "the configuration of a client"
(
  umask 077
  block json 2 >oauth.json
)
begin "$work/bin/bimstream" mcp all --data "$work/data" --http "127.0.0.1:$port" --oauth oauth.json && good ||
  fail "an identity provider"
curl -s "http://127.0.0.1:$port/.well-known/oauth-protected-resource/mcp" |
  has '"authorization_servers":\["https://id.example"\]' || fail "its metadata"
end
# The service: what systemd says of the unit, and what its line starts.
block ini 1 >bimstream.service
begin bash -c "exec $(sed -n 's/^ExecStart=//p' bimstream.service)" && ask "$TOKEN" | has '"success":true' &&
  good || fail "as a service"
end
if command -v systemd-analyze >/dev/null; then
  said=$(systemd-analyze verify "$work/bimstream.service" 2>&1 | grep -i bimstream.service)
  [ -z "$said" ] && good || fail "systemd says of the unit: $said"
else echo "# systemd-analyze: skipped, it is not installed (Debian: systemd)"; fi
echo "# $ran blocks of docs/http.md ran as they stand there"
exit "$status"
