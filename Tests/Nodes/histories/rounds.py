"""Rounds of writing, reading and faults, and the table of what was found."""

import collections
import json
import statistics
import threading
import time

from . import checks
from .clients import History, Reader, Watcher, Writer
from .faults import MachineFaults, NetworkFaults, ProcessFaults
from .site import DOMAIN, Failure, payload

WRITERS = 8
MAXIMUM = 60


class Round:
    """Some seconds with faults, some without, and the record of both."""

    def __init__(self, site, seed, seconds, rows_before, only=None):
        self.site, self.seed, self.seconds, self.only = site, seed, seconds, only
        # Tags of rounds are apart.
        self.history = History(rows_before, seed * 100_000)
        self.is_over, self.loses, self.endings = threading.Event(), False, []
        self.node_locks = {node.name: threading.Lock() for node in site.nodes}
        self.readers = []

    def at_end(self, action):
        self.endings.append(action)

    def run(self):
        """Returns the record."""
        self.make_counted_links()
        self.token("create", f"kept-{self.seed}")
        self.token("create", f"revoked-{self.seed}")
        faults = [kind(self) for kind in (ProcessFaults, NetworkFaults, MachineFaults)]
        self.readers = [Reader(self, node) for node in self.site.nodes]
        watcher = Watcher(self)
        writers = [Writer(self, number) for number in range(WRITERS)]
        for thread in writers + self.readers + [watcher] + faults:
            thread.start()
        time.sleep(self.seconds)
        self.is_over.set()
        for each in faults:
            each.end()
        for node in self.site.nodes:
            node.proxy.order("clear")
        for ending in self.endings:
            ending()
        self.be_quiet(writers)
        for client in self.readers + [watcher]:
            client.end()
        self.site.catch_up()
        self.conclude()
        return self.history.record

    def be_quiet(self, writers):
        """Goes on without faults: every node has to show each change soon."""
        self.site.catch_up(60)
        self.history.record.quiet = self.history.now
        time.sleep(1.5)
        for writer in writers:
            writer.end()
        time.sleep(checks.LATEST + 0.5)

    # Links whose clicks are counted, and tokens.

    def make_counted_links(self):
        for name, maximum in (("counted", None), ("bounded", MAXIMUM)):
            code = f"r{self.seed}{name}"
            body = {"payload": payload(0), "domain": DOMAIN, "code": code}
            if maximum:
                body["max_clicks"] = maximum
            answer = self.site.ask(self.site.nodes[0], "POST", "/v1/links", body)
            if not answer or answer[0] != 201:
                raise Failure(f"a counted link was not made: {answer}")
            self.history.record.counted[f"{DOMAIN}/{code}"] = {"maximum": maximum, "reported": 0}
        self.site.catch_up()

    def token(self, command, name):
        return self.site.command("token", command, "--source", self.site.source, name).stdout.strip()

    # After the round.

    def conclude(self):
        record = self.history.record
        record.rows = self.site.rows()
        record.listings = {node.name: self.site.listing(node) for node in self.site.nodes}
        for node in self.site.nodes:
            self.check_store(node)
        self.judge_tokens()
        limit = time.monotonic() + 20
        while True:
            self.read_counts()
            if not list(checks.counts(checks.Round(record))) or time.monotonic() > limit:
                break
            time.sleep(0.3)

    def check_store(self, node):
        done = self.site.command("source", "check", "--all", "--source", self.site.source, "--store", node.store, may_fail=True)
        text = done.stdout + done.stderr
        if done.returncode or "256" not in text:
            self.history.note(f"source check --store of {node.name} ends with {done.returncode}: {text}")

    def judge_tokens(self):
        """Tokens are made and revoked at the source; all nodes follow."""
        made = self.token("create", f"new-{self.seed}")
        revoked = self.token("create", f"gone-{self.seed}")
        self.wait_for({made: 200, revoked: 200})
        self.token("revoke", f"gone-{self.seed}")
        for name, secret, is_revoked, status in (("new", made, False, 200), ("gone", revoked, True, 401)):
            answers = self.wait_for({secret: status})[secret]
            self.history.record.tokens.append({"name": name, "is_revoked": is_revoked, "answers": answers})
        for name in ("kept", "revoked", "new"):
            self.token("revoke", f"{name}-{self.seed}")

    def wait_for(self, expected):
        """The answers of the nodes to tokens, once they are as expected, or after 5 s."""
        limit = time.monotonic() + 5
        while True:
            answers = {secret: {node.name: (self.site.ask(node, "GET", "/v1/links?page_size=1", token=secret) or [0])[0]
                                for node in self.site.nodes} for secret in expected}
            is_right = all(status == expected[secret] for secret, found in answers.items() for status in found.values())
            if is_right or time.monotonic() > limit:
                return answers
            time.sleep(0.05)

    def read_counts(self):
        for key, counted in self.history.record.counted.items():
            answer = self.site.ask(self.site.nodes[1], "GET", f"/v1/links/{key.replace('/', '%2F')}:counts?days=3")
            if answer and answer[0] == 200:
                counted["reported"] = sum_of_clicks(json.loads(answer[2]))


def sum_of_clicks(counts):
    """Clicks that were led to the link's target, by the API's counts of a link."""
    return sum(row["count"] for row in counts["counts"] if row["event"].lower() == "redirect")


class Table:
    """What was found in many rounds, by fault."""

    def __init__(self):
        self.rounds, self.found, self.times = collections.Counter(), collections.defaultdict(collections.Counter), {}
        self.count = self.changes = self.looks = self.clicks = 0

    def add(self, record, violations):
        self.count += 1
        self.changes += len([change for change in record.changes if change.outcome == "ok"])
        self.looks += len(record.looks)
        self.clicks += len(record.clicks) + len([look for look in record.looks if look.way == "click"])
        for name in {fault.name for fault in record.faults}:
            self.rounds[name] += 1
            for violation in violations:
                self.found[name][violation.rule] += 1
        for fault in record.faults:
            if fault.end is not None:
                self.times.setdefault(fault.name, []).append(max(0, checks.recovery(record, fault) - fault.end))

    def merge(self, other):
        self.count, self.changes = self.count + other.count, self.changes + other.changes
        self.looks, self.clicks = self.looks + other.looks, self.clicks + other.clicks
        self.rounds += other.rounds
        for name, found in other.found.items():
            self.found[name] += found
        for name, times in other.times.items():
            self.times.setdefault(name, []).extend(times)

    def text(self):
        lines = [f"{self.count} rounds, {self.changes} acknowledged changes, {self.looks} looks, {self.clicks} clicks", "",
                 f"{'fault':22} {'rounds':>6} {'times':>6} {'lost':>5} {'order':>6} {'failed':>6} {'other':>6}  recovered after, s"]
        for name, rounds in self.rounds.most_common():
            found, times = self.found[name], sorted(self.times.get(name, [0]))
            sums = [sum(found[rule] for rule in group) for group in (checks.LOSSES, checks.REORDERINGS, checks.FAILED_CLICKS)]
            lines.append(
                f"{name:22} {rounds:6} {len(times):6} {sums[0]:5} {sums[1]:6} {sums[2]:6} {found.total() - sum(sums):6}  "
                f"median {statistics.median(times):.1f}, most {times[-1]:.1f}")
        return "\n".join(lines)
