"""A source, its nodes, and the wire-proxies between them."""

import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

from . import checks
from .engine import Pooler, PostgreSQL, free_port, wait_until

ROOT = pathlib.Path(__file__).resolve().parents[3]
DOMAIN = "example.page.link"
TAG = re.compile(r"/t/tag-(\d+)-|%2Ft%2Ftag-(\d+)-", re.I)
BROWSER = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36"


def default_program():
    for build in ("release", "debug"):
        if os.access(program := ROOT / ".build" / build / "fingerpost", os.X_OK):
            return program
    raise RuntimeError("there is no program: swift build --product fingerpost")


def tag_in(text):
    found = TAG.search(text)
    return int(found.group(1) or found.group(2)) if found else None


def payload(tag):
    return f"https://www.example.com/t/tag-{tag}-"


def long_link(tag):
    return f"https://{DOMAIN}/?link=https%3A%2F%2Fwww.example.com%2Ft%2Ftag-{tag}-"


def path_of(key):
    return "/v1/links/" + key.replace("/", "%2F")


def fake_clock(folder):
    """A library that gives the program that preloads it another time of day."""
    library = folder / "clock.so"
    if not library.exists():
        source = pathlib.Path(__file__).with_name("clock.c")
        subprocess.run(["clang", "-shared", "-fPIC", "-O2", "-o", library, source], check=True)
    return library


class Failure(Exception):
    """A round that could not be ended."""


class Proxy:
    """A wire-proxy between a node and the server."""

    def __init__(self, port, seed):
        command = [sys.executable, ROOT / "Tests/Nodes/wire-proxy", "--server", f"127.0.0.1:{port}", "--seed", str(seed)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1])
        self.lock = threading.Lock()

    def order(self, command):
        with self.lock:
            self.process.stdin.write(command + "\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline().strip()
        if not answer or answer.startswith("error"):
            raise RuntimeError(f"wire-proxy: {command}: {answer}")
        return answer

    def stop(self):
        self.process.stdin.close()
        self.process.wait()


class Node:
    """A daemon, its store and its proxy."""

    def __init__(self, name, site, seed, store=None):
        self.name, self.program, self.folder = name, site.program, site.folder
        self.proxy = Proxy(site.port, seed)
        self.store = store or site.folder / f"store-{name}"
        self.log = site.folder / f"{self.store.name}.log"
        self.front, self.admin, self.edge = free_port(), free_port(), free_port()
        self.source = f"postgresql://postgres@127.0.0.1:{self.proxy.port}/postgres"
        self.starts, self.process, self.disk, self.clock = 0, None, None, None
        if store is None and os.geteuid() == 0:
            self.disk = self.store
            self.store.mkdir()
            subprocess.run(["mount", "-t", "tmpfs", "-o", "size=48m", "tmpfs", self.store], check=True)

    def start(self):
        self.starts += 1
        command = [
            self.program, "serve", "--rules", ROOT / "rules", "--store", self.store, "--source", self.source, "--node",
            self.name, "--listen", f"127.0.0.1:{self.front}", "--edge", f"127.0.0.1:{self.edge}", "--admin",
            f"127.0.0.1:{self.admin}", "--tokens-file", self.folder / "tokens",
        ]
        environment = dict(os.environ)
        if self.clock:
            environment |= {"LD_PRELOAD": str(fake_clock(self.folder)), "CLOCK_OFFSET": str(self.clock)}
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment)
        wait_until(self.has_started, 60, f"the node {self.name} did not start")

    def has_started(self):
        if self.process.poll() is not None:
            raise RuntimeError(f"the node {self.name} has ended: {self.log.read_text()[-2000:]}")
        return len(re.findall(r"^ready ", self.log.read_text(), re.M)) >= self.starts

    def kill(self):
        self.process.kill()
        self.process.wait()

    def pause(self):
        self.process.send_signal(signal.SIGSTOP)

    def resume(self):
        self.process.send_signal(signal.SIGCONT)

    def end(self):
        """Ends the process in order."""
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def stop(self):
        self.end()
        self.proxy.stop()
        if self.disk:
            subprocess.run(["umount", "-l", self.disk], check=False)


class Site:
    """A source and its nodes."""

    def __init__(self, program, folder, seed, programs, is_pooled):
        self.program, self.folder = program, folder
        self.nodes, self.pooler = [], None
        # Held by everything that replaces, stops or starts the server.
        self.server_lock = threading.Lock()
        self.server = PostgreSQL(folder, programs)
        try:
            self.command("source", "init", "--source", self.source)
            if is_pooled:
                self.pooler = Pooler(folder, self.server)
            for index, name in enumerate("abc"):
                self.nodes.append(Node(name, self, seed + index))
                self.nodes[-1].start()
            self.token = (folder / "tokens.first").read_text().strip()
            self.catch_up()
        except BaseException:
            # No caller has it yet that could stop it.
            self.stop()
            raise

    @property
    def source(self):
        return f"postgresql://postgres@127.0.0.1:{self.server.port}/postgres"

    @property
    def port(self):
        return self.pooler.port if self.pooler else self.server.port

    def move(self, server):
        """Lets all nodes reach another server."""
        self.server = server
        if self.pooler:
            self.pooler.move(server)
        for node in self.nodes:
            node.proxy.order(f"server 127.0.0.1:{self.port}")
            node.proxy.order("cut now")

    def command(self, *arguments, may_fail=False):
        done = subprocess.run([self.program, *arguments], cwd=self.folder, capture_output=True, text=True)
        if done.returncode and not may_fail:
            raise RuntimeError(f"fingerpost {' '.join(map(str, arguments))}: {done.returncode}: {done.stdout}{done.stderr}")
        return done

    def ask(self, node, method, path, body=None, fields=None, seconds=20, token=None):
        """The answer of a node's admin listener: status, fields and text; None if the answer was lost."""
        headers = {"Authorization": f"Bearer {token or self.token}", **(fields or {})}
        text = body if isinstance(body, (str, type(None))) else json.dumps(body)
        connection = http.client.HTTPConnection("127.0.0.1", node.admin, timeout=seconds)
        try:
            connection.request(method, path, text, headers)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read().decode()
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def click(self, node, key):
        """The answer of a node's front: status and target; None if there is none."""
        connection = http.client.HTTPConnection("127.0.0.1", node.front, timeout=10)
        try:
            path = "/" + key.split("/", 1)[1]
            connection.request("GET", path, headers={"Host": DOMAIN, "User-Agent": BROWSER})
            answer = connection.getresponse()
            answer.read()
            return answer.status, answer.headers.get("Location", "")
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def metrics(self, node):
        answer = self.ask(node, "GET", "/metrics", seconds=3)
        return answer[2] if answer else ""

    def catch_up(self, seconds=30):
        """Waits until all nodes have all that the source has."""
        heads = self.server.sql("SELECT shard, head FROM fp_shard ORDER BY shard")
        versions = ", ".join(f"{shard}:{head}" for shard, head in heads)
        limit = time.monotonic() + seconds
        for node in self.nodes:
            while True:
                answer = self.ask(node, "GET", "/v1/links/example.page.link%2Fnone", fields={"Fingerpost-Version": versions})
                metrics = self.metrics(node)
                is_ready = (self.ask(node, "GET", "/readyz") or [0])[0] == 200
                if answer and answer[0] == 404 and checks.is_equal(metrics) and is_ready:
                    break
                if time.monotonic() > limit:
                    lines = [line for line in metrics.splitlines() if line.startswith("fingerpost_source_")]
                    log = node.log.read_text()[-1500:]
                    raise Failure(f"node {node.name} has not caught up within {seconds} s: {answer}\n" + "\n".join(lines) + log)
                time.sleep(0.05)

    def rows(self):
        """The links at the source: version, whether deleted, tag."""
        text = "SELECT domain || '/' || code, version, deleted, encode(body, 'hex') FROM fp_link"
        return {
            key: [int(version), deleted == "t", tag_in(bytes.fromhex(body).decode("latin-1"))]
            for key, version, deleted, body in self.server.sql(text)
        }

    def listing(self, node):
        """The links of a node: version and tag."""
        links, token = {}, None
        while True:
            query = "?page_size=1000&archived=all" + (f"&page_token={token}" if token else "")
            answer = self.ask(node, "GET", "/v1/links" + query)
            if not answer or answer[0] != 200:
                raise Failure(f"node {node.name} does not list its links: {answer}")
            page = json.loads(answer[2])
            for link in page["links"]:
                links[link["link"].removeprefix("https://")] = [int(link["etag"].strip('"')), tag_in(link["long_link"])]
            token = page.get("next_page_token")
            if not token:
                return links

    def stop(self):
        try:
            for node in self.nodes:
                node.stop()
        finally:
            if self.pooler:
                self.pooler.stop()
            self.server.stop()

    def remove(self):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
