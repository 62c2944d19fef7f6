#!/usr/bin/env bash
# The server over HTTP under clients of other people: straight, and through nginx and Caddy with TLS and a path prefix,
# by the blocks of docs/http.md.
# usage: http.sh NODE TOOLS SERVER WORK GOCLIENT [PYTHON]...
set -uo pipefail
node=$1 tools=$2 server=$3 work=$4 goclient=$5
shift 5
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$work"
# Below the ports that systems give to connections, so that none of those has one of them.
port=$((20000 + RANDOM % 6000)) tls=$((26000 + RANDOM % 6000))
digest() { printf %s "$1" | sha256sum | cut -d' ' -f1; }
principal() { echo '{"id":"'"$1"'","kind":"human","permissions":{"READ":{},"CREATE":{},"MODIFY":{},"DELETE":{}}}'; }
tokens() { # tokens SECRET...: all of one person
  local entries=()
  for t in "$@"; do entries+=('{"sha256":"'"$(digest "$t")"'","name":"'"$t"'","principal":'"$(principal ann)"'}'); done
  (
    umask 077
    IFS=,
    echo "[${entries[*]}]" >"$work/tokens.json"
  )
}
serve() {
  "$server" mcp all --tools full --data "$work/data" --http "127.0.0.1:$port" --tokens "$work/tokens.json" \
    --trusted-proxy 127.0.0.1 \
    --allowed-host localhost --public-url "https://localhost:$tls/team/mcp" --no-access-log 2>>"$work/log" &
  pid=$!
  echo "$pid" >"$work/pid"
  for _ in $(seq 200); do
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && return
    sleep 0.05
  done
  echo "the server does not start"
  cat "$work/log"
  exit 1
}
stop() {
  kill "$(cat "$work/pid")" 2>/dev/null
  while kill -0 "$(cat "$work/pid")" 2>/dev/null; do sleep 0.05; done
}
caddy=
end() {
  stop
  [ -f "$work/nginx.pid" ] && kill "$(cat "$work/nginx.pid")" 2>/dev/null
  [ -n "$caddy" ] && kill "$caddy" 2>/dev/null
}
trap end EXIT
mkdir -p "$work/data"
tokens first
serve
# The clients ask for these by writing a word to a file: restart, rotate. The answer is the word done.
(while [ ! -f "$work/over" ]; do
  case $(cat "$work/ask" 2>/dev/null) in
  restart)
    stop
    serve
    rm "$work/ask"
    ;;
  rotate*)
    tokens "$(cut -d' ' -f2 "$work/ask")"
    kill -HUP "$(cat "$work/pid")"
    sleep 0.3
    rm "$work/ask"
    ;;
  esac
  sleep 0.05
done) &
status=0
pythons=()
for python in "$@"; do pythons+=("$python $here/http_client.py"); done
block() { sed -n '/^```'"$1"'$/,/^```$/p' "$here/../../docs/http.md" | sed '1d;$d'; } # of the document, by its language
through() {                                                                           # through NAME URL
  for client in "$node $work/http.mjs" "$goclient" "${pythons[@]}"; do
    tokens first
    kill -HUP "$(cat "$work/pid")"
    sleep 0.3
    if $client "$2" "$work" >"$work/out" 2>&1; then sed "s|^# |# $1: |" "$work/out" | grep '^# '; else
      status=1
      echo "FAIL $1, $client"
      tail -n 30 "$work/out"
      tail -n 5 "$work/log"
    fi
  done
}
cp "$here/http.mjs" "$here/../../testdata/scripts/house.jsonl" "$work/"
ln -sfn "$tools/node_modules" "$work/node_modules"
through "straight" "http://127.0.0.1:$port/mcp"
public=https://localhost:$tls/team/mcp
if command -v openssl >/dev/null; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost \
    -keyout "$work/key.pem" -out "$work/cert.pem" 2>/dev/null
  export NODE_EXTRA_CA_CERTS=$work/cert.pem SSL_CERT_FILE=$work/cert.pem
else
  echo "# nginx and Caddy: skipped, there is no openssl to make a certificate"
  touch "$work/over"
  exit "$status"
fi
if command -v nginx >/dev/null; then
  # With the ports of this run.
  block nginx | sed -e "s|443 ssl|$tls ssl|" -e "s|bim.example|localhost|" \
    -e "s|127.0.0.1:8080|127.0.0.1:$port|g" -e "s|/etc/ssl/bim.pem|$work/cert.pem|" \
    -e "s|/etc/ssl/bim.key|$work/key.pem|" >"$work/site.conf"
  cat >"$work/nginx.conf" <<CONF
pid $work/nginx.pid; error_log $work/nginx.log; worker_processes 1;
events { worker_connections 512; }
http { access_log off; client_body_temp_path $work/nb; proxy_temp_path $work/np;
  fastcgi_temp_path $work/nf; uwsgi_temp_path $work/nu; scgi_temp_path $work/ns;
include $work/site.conf; }
CONF
  if nginx -c "$work/nginx.conf" -e "$work/nginx.log" 2>"$work/nginx.start"; then
    through "nginx with TLS and a prefix" "$public"
    kill "$(cat "$work/nginx.pid")" && while [ -f "$work/nginx.pid" ]; do sleep 0.05; done
  else
    status=1
    echo "FAIL nginx does not start"
    cat "$work/nginx.start"
  fi
else echo "# nginx: skipped, it is not installed (Debian: nginx)"; fi
if command -v caddy >/dev/null; then
  {
    echo "{ admin off
  auto_https disable_redirects
}"
    block caddy | sed -e "s|^bim.example {|localhost:$tls {\ntls $work/cert.pem $work/key.pem|" \
      -e "s|127.0.0.1:8080|127.0.0.1:$port|g"
  } >"$work/Caddyfile"
  case $(caddy version) in
  2.[0-6].* | v2.[0-6].*) sed -i "s|request_buffers .*|buffer_requests|" "$work/Caddyfile" ;;
  esac
  XDG_DATA_HOME=$work XDG_CONFIG_HOME=$work caddy run --config "$work/Caddyfile" \
    --adapter caddyfile >"$work/caddy.log" 2>&1 &
  caddy=$!
  for _ in $(seq 200); do
    (exec 3<>"/dev/tcp/127.0.0.1/$tls") 2>/dev/null && break
    sleep 0.05
  done
  if kill -0 "$caddy" 2>/dev/null; then
    through "Caddy with TLS and a prefix" "$public"
  else
    status=1
    echo "FAIL Caddy does not start"
    cat "$work/caddy.log"
  fi
else echo "# Caddy: skipped, it is not installed (Debian: caddy)"; fi
touch "$work/over"
exit "$status"
