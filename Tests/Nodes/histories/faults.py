"""Faults of processes, of the network, and of whole machines, one after the other."""

import os
import random
import re
import shutil
import subprocess
import threading
import time

from .engine import wait_until
from .record import Fault
from .site import Failure, Node


class Faults(threading.Thread):
    """A thread that breaks things and mends them."""

    # Seconds between two faults.
    pauses = (0.05, 0.6)

    def __init__(self, round):
        super().__init__(daemon=True)
        self.round, self.site, self.history = round, round.site, round.history
        self.draw = random.Random(f"{round.seed} {type(self).__name__}")

    def kinds(self):
        """The faults with their weights."""
        raise NotImplementedError

    def run(self):
        try:
            while not self.round.is_over.wait(self.draw.uniform(*self.pauses)):
                kinds, weights = zip(*self.kinds())
                self.inject(self.draw.choices(kinds, weights)[0], self.draw.choice(self.site.nodes))
        except Exception as fault:
            self.history.note(f"faults: {fault!r}")

    def inject(self, kind, node):
        fault = self.begin(kind.__name__.replace("_", " "), node)
        try:
            kind(node, fault)
        finally:
            fault.end = self.history.now

    def begin(self, name, node=None, **effects):
        fault = Fault(name, node.name if node else "", self.history.now, **effects)
        with self.history.lock:
            self.history.record.faults.append(fault)
        return fault

    def pause(self, least, most):
        self.round.is_over.wait(self.draw.uniform(least, most))

    def end(self):
        self.join(150)
        if self.is_alive():
            raise Failure(f"a fault has not ended within 150 s: {self.history.record.faults[-3:]}")


class ProcessFaults(Faults):
    """Nodes and servers that end, and transactions that hold locks."""

    def kinds(self):
        return [(self.hold, 4), (self.collect, 3), (self.kill_node, 3), (self.restart_server, 1), (self.kill_server, 1)]

    def hold(self, node, fault):
        fault.node = ""
        shards = self.draw.sample(range(256), self.draw.choice([1, 20, 256]))
        locks = f"SELECT shard FROM fp_shard WHERE shard IN ({', '.join(map(str, shards))}) ORDER BY shard FOR UPDATE"
        hold = self.site.server.background(f"BEGIN; {locks}; SELECT pg_sleep({self.draw.uniform(0.5, 2)}); ROLLBACK")
        self.round.at_end(hold.wait)

    def collect(self, node, fault):
        fault.node = ""
        query = "SELECT domain || '/' || code, version FROM fp_link WHERE deleted"
        with self.site.server_lock:
            deleted = dict(self.site.server.sql(query))
            self.site.command("source", "collect", "--source", self.site.source, "--older-than", "0m", may_fail=True)
            left = dict(self.site.server.sql(query))
        for key in deleted.keys() - left.keys():
            self.history.record.tombstones[key] = int(deleted[key])

    def kill_node(self, node, fault):
        fault.is_down = fault.is_kill = True
        with node_lock(self, node):
            node.kill()
            self.pause(0, 1)
            node.start()

    def restart_server(self, node, fault):
        fault.node = ""
        with self.site.server_lock:
            self.site.server.stop()
            self.pause(0, 0.5)
            self.site.server.start()

    def kill_server(self, node, fault):
        fault.node = ""
        with self.site.server_lock:
            self.site.server.kill()
            self.pause(0, 0.5)
            self.site.server.start()


def node_lock(faults, node):
    return faults.round.node_locks[node.name]


class NetworkFaults(Faults):
    """Connections between a node and the server that fail, are cut, slow, or frozen."""

    def kinds(self):
        return [(self.fail_commits, 3), (self.lose_commits, 4), (self.cut, 4), (self.cut_statement, 3), (self.slow, 2),
                (self.freeze, 1), (self.refuse, 1)]

    def during(self, node, order, least, most, after="clear"):
        node.proxy.order(order)
        self.pause(least, most)
        node.proxy.order(after)

    def fail_commits(self, node, fault):
        self.during(node, f"fail-commit {self.draw.choice(['1', '5', '30%'])}", 0.2, 1)

    def lose_commits(self, node, fault):
        self.during(node, f"lose-commit {self.draw.choice(['1', '3', '30%'])}", 0.2, 1)

    def cut(self, node, fault):
        self.during(node, self.draw.choice(["cut now", "cut 2", "cut 3%"]), 0.1, 0.5)

    def cut_statement(self, node, fault):
        pattern = self.draw.choice(["for update", "insert into fp_link", "update fp_shard", "from fp_link", "commit", "fp_request"])
        where = self.draw.choice(["cut-before", "cut-after"])
        self.during(node, f"{where} {self.draw.choice(['1', '4'])} {pattern}", 0.2, 0.8)

    def slow(self, node, fault):
        self.during(node, f"delay {self.draw.choice([5, 50, 150])}", 0.3, 1.5, after="delay 0")

    def freeze(self, node, fault):
        self.during(node, "freeze", 0.2, 1.5, after="thaw")

    def refuse(self, node, fault):
        node.proxy.order("refuse")
        self.during(node, "cut now", 0.2, 1, after="accept")


class MachineFaults(Faults):
    """At most one in a round: what befalls whole machines. What the machine has no program or right for is left out."""

    pauses = (0.3, 1.5)

    def kinds(self):
        kinds = [(self.stop_process, 4), (self.slow_line, 4), (self.freeze_for_a_minute, 1), (self.name_used_twice, 3),
                 (self.held_snapshot, 3), (self.promote, 3), (self.promote_behind, 4)]
        if shutil.which("clang"):
            kinds.append((self.wrong_clock, 4))
        if os.geteuid() == 0:
            kinds.append((self.full_disk, 4))
        return kinds

    def run(self):
        try:
            kinds, weights = zip(*self.kinds())
            chosen, node = self.draw.choices(kinds, weights)[0], self.draw.choice(self.site.nodes)
            if self.round.only:
                chosen = getattr(self, self.round.only.replace("-", "_"))
            elif self.draw.random() > 0.5:
                return
            if not self.round.is_over.wait(self.draw.uniform(*self.pauses)):
                self.inject(chosen, node)
        except Exception as fault:
            self.history.note(f"faults: {fault!r}")

    def stop_process(self, node, fault):
        """A virtual machine that is paused, perhaps inside a transaction."""
        fault.is_down = True
        with node_lock(self, node):
            node.pause()
            time.sleep(self.draw.uniform(1, 6))
            node.resume()

    def slow_line(self, node, fault):
        """A line of 1 Mbit/s."""
        node.proxy.order("rate 125000")
        time.sleep(self.draw.uniform(2, 5))
        node.proxy.order("rate 0")

    def freeze_for_a_minute(self, node, fault):
        node.proxy.order("freeze")
        time.sleep(60)
        node.proxy.order("thaw")

    def wrong_clock(self, node, fault):
        fault.is_kill = fault.is_down = True
        with node_lock(self, node):
            self.restart(node, self.draw.choice([25, -25, 2, -2]) * 3600)
            fault.end = self.history.now
            time.sleep(self.draw.uniform(2, 4))
            with_right_clock = self.begin("wrong clock", node, is_kill=True, is_down=True)
            self.restart(node, None)
            with_right_clock.end = self.history.now

    def restart(self, node, clock):
        node.kill()
        node.clock = clock
        node.start()

    def full_disk(self, node, fault):
        """A replica that can't grow: it goes on with what it has, and reports that."""
        fault.is_stale = True
        filler = node.disk / "filler"
        try:
            with open(filler, "wb") as file:
                while file.write(bytes(65536)):
                    file.flush()
        except OSError:
            pass
        time.sleep(self.draw.uniform(2, 4))
        filler.unlink()

    def name_used_twice(self, node, fault):
        """A copy of a node's machine, which serves clicks under the same name."""
        folder = self.site.folder / f"store-copy-{self.round.seed}"
        with node_lock(self, node):
            paused = self.begin("name used twice", node, is_down=True)
            node.pause()
            shutil.copytree(node.store, folder, ignore=shutil.ignore_patterns("filler", "*.sock", "control*"))
            node.resume()
            paused.end = self.history.now
        copy = Node(node.name, self.site, self.round.seed, store=folder)
        try:
            copy.start()
            for _ in range(40):
                for key, counted in self.history.record.counted.items():
                    if counted["maximum"] is None:
                        self.round.readers[0].click_counted(key, node=copy)
                time.sleep(0.05)
            report = re.compile(r"another process uses the node name")
            wait_until(lambda: report.search(node.log.read_text() + copy.log.read_text()), 30,
                       f"neither process named {node.name} has reported the other")
        finally:
            copy.stop()
            shutil.rmtree(folder, ignore_errors=True)

    def held_snapshot(self, node, fault):
        """A transaction that keeps old rows from being removed, as a long backup does."""
        fault.node = ""
        snapshot = self.site.server.background(
            "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM fp_shard; SELECT pg_sleep(60); ROLLBACK")
        self.round.is_over.wait(30)
        snapshot.kill()
        snapshot.wait()

    def promote(self, node, fault):
        """A synchronous standby takes over: nothing is lost."""
        fault.node = ""
        with self.site.server_lock:
            standby = self.site.server.standby(is_synchronous=True)
            time.sleep(self.draw.uniform(0.3, 1))
            self.fail_over(standby)

    def promote_behind(self, node, fault):
        """An asynchronous standby takes over, which lacks the last changes."""
        fault.node = ""
        with self.site.server_lock:
            standby = self.site.server.standby(is_synchronous=False)
            self.round.loses = True
            fault.begin, fault.loses = self.history.now, True
            standby.wait_for(self.site.server)
            standby.stop_receiving()
            time.sleep(self.draw.uniform(0.2, 1))
            self.fail_over(standby)

    def fail_over(self, standby):
        primary = self.site.server
        primary.kill()
        self.pause(0, 0.5)
        standby.promote()
        self.site.move(standby)
        primary.remove()
