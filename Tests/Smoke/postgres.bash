# For the scripts beside this file: a server of Debian's PostgreSQL with its own settings, fsync included, in a scratch folder.

postgres_tools=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)

# PostgreSQL does not run as root.
as_postgres() {
    if [ "$(id -u)" = 0 ]; then
        setpriv --reuid postgres --regid postgres --clear-groups --pdeathsig KILL "$@"
    else
        "$@"
    fi
}

# Makes a server in a folder, with empty databases. $1: the folder, which is made; the rest: names of databases.
make_postgres() {
    postgres=$1
    shift
    mkdir -p "$postgres"
    chmod 755 "$postgres"
    if [ "$(id -u)" = 0 ]; then chown postgres "$postgres"; fi
    as_postgres "$postgres_tools/initdb" -D "$postgres/data" -A trust -U fingerpost --no-sync -E UTF8 >/dev/null
    start_postgres
    local name
    for name in "$@"; do "$postgres_tools/createdb" -h "$postgres" -U fingerpost "$name"; done
}

# Starts the server and waits until it answers.
start_postgres() {
    as_postgres "$postgres_tools/postgres" -D "$postgres/data" -k "$postgres" -c listen_addresses= \
        >>"$postgres/log" 2>&1 &
    local _
    for _ in $(seq 200); do
        if "$postgres_tools/pg_isready" -q -h "$postgres"; then return; fi
        sleep 0.1
    done
    echo "PostgreSQL did not start" >&2
    return 1
}

# Ends the server: with INT in order, with KILL as a power cut would. Its children end when they notice.
end_postgres() {
    [ -s "$postgres/data/postmaster.pid" ] || return 0
    local number
    number=$(head -n 1 "$postgres/data/postmaster.pid")
    kill "-$1" "$number" 2>/dev/null || true
    local _
    for _ in $(seq 100); do
        kill -0 "$number" 2>/dev/null || break
        sleep 0.1
    done
}
