"""PostgreSQL, standbys that are promoted, and a pooler."""

import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time


def free_port():
    """A port that no outgoing connection gets, since servers return to theirs after a while."""
    while True:
        with socket.socket() as probe:
            port = random.SystemRandom().randrange(10_000, 32_768)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


def wait_until(condition, seconds, fault):
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        if condition():
            return
        time.sleep(0.02)
    raise RuntimeError(f"{fault} within {seconds} s")


def owner():
    """What a command begins with that must not run as root."""
    if os.geteuid() != 0:
        return []
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"]


def own(folder):
    """Gives a folder to the account that the server runs as."""
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
        for parent in folder.parents:
            if str(parent).startswith(tempfile.gettempdir() + "/"):
                parent.chmod(parent.stat().st_mode | 0o111)


def newest_programs():
    found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parts[-2]))
    if not found:
        raise RuntimeError("needs PostgreSQL: apt-get install postgresql, or --postgresql with the folder of its programs")
    return found[-1]


class PostgreSQL:
    """One server that keeps what it has acknowledged."""

    numbers = 0

    def __init__(self, folder, programs, primary=None):
        PostgreSQL.numbers += 1
        self.programs, self.folder, self.port = programs, folder / f"postgresql-{PostgreSQL.numbers}", free_port()
        self.process, self.data = None, self.folder / "data"
        self.folder.mkdir()
        own(self.folder)
        if primary:
            address = f"host=127.0.0.1 port={primary.port} user=postgres application_name={self.name}"
            self.run("pg_basebackup", "-D", self.data, "-R", "-X", "stream", "-c", "fast", "--no-sync", "-d", address)
        else:
            self.run("initdb", "-D", self.data, "-U", "postgres", "--auth=trust", "--no-sync", "--locale=C", "--encoding=UTF8")
        try:
            self.start()
        except BaseException:
            self.stop()
            raise

    @property
    def name(self):
        return f"standby_{self.port}"

    def run(self, program, *arguments):
        done = subprocess.run([*owner(), self.programs / program, *arguments], cwd="/", capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stdout}{done.stderr}")

    def start(self):
        options = [
            f"port={self.port}", f"unix_socket_directories={self.folder}", "listen_addresses=127.0.0.1", "fsync=on",
            "synchronous_commit=on", "max_connections=100", "wal_level=replica",
        ]
        command = [*owner(), self.programs / "postgres", "-D", self.data] + [part for o in options for part in ("-c", o)]
        with open(self.folder.parent / "postgresql.log", "ab") as log:
            self.process = subprocess.Popen(command, cwd="/", stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        wait_until(self.is_ready, 240, "the server is not ready")

    def is_ready(self):
        return subprocess.run(self.psql("SELECT 1"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0

    def stop(self):
        if self.process:
            self.process.send_signal(signal.SIGINT)
            self.process.wait()
            self.process = None

    def kill(self):
        """Kills all processes of the server, as a power cut would."""
        postmaster = self.process.pid
        # Stopped first, so that it starts no other child.
        os.kill(postmaster, signal.SIGSTOP)
        for child in pathlib.Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split():
            try:
                os.kill(int(child), signal.SIGKILL)
            except ProcessLookupError:
                pass
        os.kill(postmaster, signal.SIGKILL)
        self.process.wait()
        self.process = None
        (self.data / "postmaster.pid").unlink(missing_ok=True)

    def psql(self, *statements):
        program = self.programs / "psql"
        command = [program if program.exists() else "psql", "-X", "-q", "-A", "-t", "-h", "127.0.0.1", "-p", str(self.port)]
        return command + ["-U", "postgres"] + [part for statement in statements for part in ("-c", statement)]

    def sql(self, *statements):
        done = subprocess.run(self.psql(*statements), capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"psql: {done.stderr}")
        return [line.split("|") for line in done.stdout.splitlines()]

    def background(self, *statements):
        return subprocess.Popen(self.psql(*statements), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    # Standbys.

    def standby(self, is_synchronous):
        """A server that receives all changes of this one."""
        standby = PostgreSQL(self.folder.parent, self.programs, self)
        if is_synchronous:
            self.sql(f"ALTER SYSTEM SET synchronous_standby_names = '{standby.name}'", "SELECT pg_reload_conf()")
        expected = "sync" if is_synchronous else "async"
        query = f"SELECT sync_state FROM pg_stat_replication WHERE application_name = '{standby.name}' AND state = 'streaming'"
        wait_until(lambda: self.sql(query) == [[expected]], 60, "the standby does not receive changes")
        return standby

    def wait_for(self, primary):
        """Waits until a standby has received all that its primary has committed by now."""
        [[position]] = primary.sql("SELECT pg_current_wal_insert_lsn()")
        query = f"SELECT pg_last_wal_receive_lsn() >= '{position}'"
        wait_until(lambda: self.sql(query) == [["t"]], 60, "the standby has not received all changes")

    def stop_receiving(self):
        """Cuts a standby off from its primary."""
        self.sql("ALTER SYSTEM SET primary_conninfo = ''", "SELECT pg_reload_conf()")
        wait_until(lambda: self.sql("SELECT count(*) FROM pg_stat_wal_receiver") == [["0"]], 60, "the standby still receives")

    def promote(self):
        self.sql("ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()")
        self.sql("SELECT pg_promote(true, 60)")

    def remove(self):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Pooler:
    """PgBouncer, which gives a transaction any of its connections."""

    def __init__(self, folder, server):
        self.folder, self.port, self.process = folder / "pgbouncer", free_port(), None
        self.folder.mkdir()
        own(self.folder)
        self.start(server)

    def start(self, server):
        settings = self.folder / "pgbouncer.ini"
        settings.write_text(
            f"[databases]\npostgres = host=127.0.0.1 port={server.port} user=postgres\n[pgbouncer]\nlisten_addr = 127.0.0.1\n"
            f"listen_port = {self.port}\nauth_type = any\npool_mode = transaction\ndefault_pool_size = 8\nunix_socket_dir =\n"
            f"server_login_retry = 0.2\nquery_wait_timeout = 10\n")
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                [*owner(), "pgbouncer", settings], cwd="/", stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        wait_until(self.is_listening, 20, "pgbouncer does not listen")

    def is_listening(self):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def move(self, server):
        self.stop()
        self.start(server)

    def stop(self):
        self.process.kill()
        self.process.wait()
