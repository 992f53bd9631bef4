# A PostgreSQL server on PGPORT, which asks for passwords, and `sudo -u postgres` without sudo.
programs=$(find /usr/lib/postgresql -maxdepth 2 -name bin | sort -V | tail -n 1)
cluster=$(mktemp -d)
as_postgres() {
    if [ "$(id -u)" = 0 ]; then
        (cd / && exec setpriv --reuid=postgres --regid=postgres --clear-groups -- "$@")
    else
        (cd / && exec "$@")
    fi
}
[ "$(id -u)" != 0 ] || chown postgres "$cluster"
as_postgres "$programs/initdb" -D "$cluster/data" -U postgres --auth-local=trust --auth-host=scram-sha-256 --no-sync \
    --encoding=UTF8 --locale=C >/dev/null
as_postgres "$programs/postgres" -D "$cluster/data" -p "$PGPORT" -c listen_addresses=127.0.0.1 -c fsync=off \
    -c unix_socket_directories="$cluster" >"$cluster/log" 2>&1 &
until psql -h "$cluster" -U postgres -c 'SELECT 1' >/dev/null 2>&1; do sleep 0.1; done
trap 'kill $(jobs -p) 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$cluster"' EXIT
sudo() {
    PGHOST=$cluster PGUSER=postgres "${@:3}"
}
# What a team has.
fingerpost link create --payload https://www.example.com/spring --domain example.page.link --code spring --store one >/dev/null
fingerpost link create --payload https://www.example.com/autumn --domain example.page.link --code autumn --store one >/dev/null
