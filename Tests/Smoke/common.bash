# For the scripts beside this file: a daemon on free ports, and wrk against it.

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
export SMOKE=$here
work=$(mktemp -d)
daemon=
holder=
cleanup() {
    if [ -n "$holder" ]; then kill -KILL "$holder" 2>/dev/null || true; fi
    if [ -n "$daemon" ]; then kill -KILL "$daemon" 2>/dev/null || true; fi
    rm -rf "$work"
}
trap cleanup EXIT

fail() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    if [ -s "$work/err" ]; then head -c 20000 "$work/err" >&2; fi
    exit 1
}

# Builds the daemon and the given programs (fingerpost-load by default), and sets bin to where they are.
build() {
    local program
    for program in fingerpost "${@:-fingerpost-load}"; do
        FINGERPOST_BENCHES=1 swift build --package-path "$root" -c release --product "$program"
    done
    bin=$(swift build --package-path "$root" -c release --show-bin-path)
}

# Makes a certificate of example.page.link: key.pem and cert.pem of the working folder.
certify() {
    command -v openssl >/dev/null || fail "needs openssl"
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=example.page.link \
        -addext 'subjectAltName=DNS:example.page.link' -keyout "$work/key.pem" -out "$work/cert.pem" 2>/dev/null
    chmod 600 "$work/key.pem"
}

# Starts a daemon on the shipped rules. $@: the program, or a command that runs it; sets daemon, front, admin and token.
start() {
    : >"$work/err"
    "$@" serve --rules "${rules:-$root/rules}" --listen 127.0.0.1:0 --edge 127.0.0.1:0 --admin 127.0.0.1:0 \
        --tokens-file "$work/tokens" 2>"$work/err" &
    daemon=$!
    local _
    for _ in $(seq 300); do
        if grep -q '^ready ' "$work/err"; then break; fi
        kill -0 "$daemon" 2>/dev/null || fail "the daemon did not start"
        sleep 0.1
    done
    front=$(grep -oE 'front=https?://[^ ]*' "$work/err") || fail "the daemon is not ready"
    front=${front#front=}
    admin=$(grep -o 'admin=http://[^ ]*' "$work/err")
    admin=${admin#admin=}
    # Standard error is no terminal, so the first token is in a file.
    token=$(cat "$work/tokens.first")
}

# Stops the daemon: it has to drain and end with 0.
stop() {
    local code=0
    kill -TERM "$daemon"
    wait "$daemon" || code=$?
    daemon=
    [ "$code" = 0 ] || fail "the daemon ended with $code"
}

# Has a successor take over (SIGUSR2) and waits until it is ready and the old process is gone. $1: how many processes have been
# ready then; sets daemon.
replace() {
    kill -USR2 "$daemon"
    local new _
    for _ in $(seq 100); do
        sleep 0.1
        if [ "$(grep -c '^ready ' "$work/err")" = "$1" ] && ! kill -0 "$daemon" 2>/dev/null; then break; fi
    done
    new=$(grep -o 'process [0-9]* is taking over' "$work/err" | tail -1 | cut -d' ' -f2)
    if kill -0 "$daemon" 2>/dev/null; then fail "process $daemon has not made place for $new"; fi
    kill -0 "$new" || fail "process $new is not there"
    daemon=$new
}

# The daemon's resident set in KiB.
resident() { awk '/^VmRSS:/ { print $2 }' "/proc/$daemon/status"; }

# Runs wrk and fails on any error. $1: the script; the rest: options.
load() {
    command -v wrk >/dev/null || fail "needs wrk: apt-get install wrk"
    local script=$1
    shift
    wrk "$@" -s "$here/$script" "$front" >"$work/wrk" || fail "wrk failed"
    cat "$work/wrk"
    if grep -qE 'Socket errors|Non-2xx|FAILED|PANIC' "$work/wrk"; then fail "wrk saw errors"; fi
    grep -q '^Requests/sec' "$work/wrk" || fail "wrk measured nothing"
}

# Holds connections that do next to nothing until release. $1: their kind, $2: how many, $3: for how many seconds at most.
hold() {
    : >"$work/hold"
    "$bin/fingerpost-load" hold --at "${front#http://}" --kind "$1" --connections "$2" --seconds "$3" >"$work/hold" &
    holder=$!
    local _
    for _ in $(seq 600); do
        if grep -q '^holding ' "$work/hold"; then break; fi
        kill -0 "$holder" 2>/dev/null || fail "no connections are held"
        sleep 0.1
    done
    sleep 1
}
release() {
    kill -TERM "$holder"
    wait "$holder" 2>/dev/null || true
    holder=
}
