"""Writers that change links, readers that click on them, and a watcher of the nodes' metrics."""

import json
import random
import threading
import time

from . import checks
from .record import Change, Click, Look, Record
from .site import DOMAIN, Failure, long_link, path_of, payload, tag_in


class History:
    """The record of a round that threads add to, and the links that they share."""

    def __init__(self, rows_before, tags):
        self.lock, self.record = threading.Lock(), Record(rows_before=rows_before)
        self.keys, self.known, self.dead = [], {}, set()
        # Bounded links answer differently when they are used up.
        self.old_keys = [key for key in rows_before if not key.endswith("bounded")][-400:]
        self.tags, self.same = tags, 0
        self.start = time.monotonic()

    @property
    def now(self):
        return time.monotonic() - self.start

    def next_tag(self):
        with self.lock:
            self.tags += 1
            return self.tags

    def add(self, change):
        with self.lock:
            self.record.changes.append(change)
            if not change.key:
                return
            self.learn(change.key)
            if change.outcome == "ok" and change.version:
                self.known[change.key].append(change.version)
            if change.kind == "delete" and change.outcome != "refused":
                self.dead.add(change.key)

    def learn(self, key):
        if key not in self.known:
            self.known[key] = []
            self.keys.append(key)

    def expect(self, key):
        """Makes a link known before it is made."""
        with self.lock:
            self.learn(key)

    def look(self, look):
        with self.lock:
            self.record.looks.append(look)

    def note(self, text):
        with self.lock:
            self.record.notes.append(text)

    def some_key(self, draw, is_alive=True):
        """One of the newest links, so that many writers meet at it."""
        with self.lock:
            keys = [key for key in self.keys[-30:] if not is_alive or key not in self.dead]
            return draw.choice(keys) if keys else None

    def versions(self, key):
        with self.lock:
            return list(self.known.get(key, ()))


class Client(threading.Thread):
    """A thread that acts until it is stopped."""

    def __init__(self, round, name):
        super().__init__(daemon=True)
        self.round, self.site, self.history = round, round.site, round.history
        self.label, self.draw, self.is_over = name, random.Random(f"{round.seed} {name}"), threading.Event()

    def run(self):
        while not self.is_over.is_set():
            try:
                self.act()
            except Exception as fault:
                return self.history.note(f"{self.label}: {fault!r}")

    def end(self):
        self.is_over.set()
        self.join(90)
        if self.is_alive():
            raise Failure(f"{self.label}: a request was not answered within 90 s")

    # Reads.

    def click(self, node, key):
        begin = self.history.now
        answer = self.site.click(node, key)
        if answer is None:
            return self.history.look(Look(node.name, key, "click", begin, self.history.now, "unanswered"))
        if answer[0] not in (302, 303, 307, 404, 410) or answer[0] < 400 and tag_in(answer[1]) is None:
            return self.history.note(f"a click at {node.name}, {key}: {answer}")
        result, tag = ("found", tag_in(answer[1])) if answer[0] < 400 else ("missing", None)
        self.history.look(Look(node.name, key, "click", begin, self.history.now, result, tag))

    def get(self, node, key, at=None):
        """Reads a link by the API; with a version, the node waits until it has it, or answers 503."""
        begin = self.history.now
        answer = self.site.ask(node, "GET", path_of(key), fields={"Fingerpost-Version": at} if at else None)
        if answer and answer[0] == 503:
            return
        number = int(at.split(":")[1]) if at else None
        look = Look(node.name, key, "get", begin, self.history.now, "unanswered", at=number)
        if answer and answer[0] == 200:
            look.result, look.tag, look.version = "found", tag_in(answer[2]), int(answer[1]["ETag"].strip('"'))
        elif answer and answer[0] == 404:
            look.result = "missing"
        elif answer:
            return self.history.note(f"node {node.name}, {key}: {answer[0]} {answer[2]}")
        self.history.look(look)


class Writer(Client):
    """Makes one change after the other."""

    def __init__(self, round, number):
        super().__init__(round, f"writer {number}")
        self.number, self.count = number, 0

    def act(self):
        kinds = [(self.create, 30), (self.create_same, 10), (self.update, 35), (self.delete, 6), (self.bulk, 12), (self.meet, 7)]
        self.draw.choices([kind for kind, _ in kinds], [weight for _, weight in kinds])[0]()

    def ask(self, changes, method, path, body=None, fields=None):
        """Sends a request to any node."""
        node = self.draw.choice(self.site.nodes)
        begin = self.history.now
        answer = self.site.ask(node, method, path, body, fields)
        for change in changes:
            change.begin = begin if change.begin is None else change.begin
            change.end, change.node = self.history.now, node.name
        return answer, node

    def conclude(self, change, answer, node):
        """Records the result of a change of one link, and now and then looks at it."""
        if answer is None or answer[0] >= 500:
            change.outcome = "unknown"
        elif answer[0] >= 400:
            change.outcome = "refused"
        else:
            change.outcome = "ok"
            change.version = int(answer[1]["Fingerpost-Version"].split(":")[1])
        self.history.add(change)
        chance = self.draw.random()
        if change.outcome == "ok" and chance < 0.3:
            other = self.draw.choice([each for each in self.site.nodes if each is not node])
            self.get(other, change.key, answer[1]["Fingerpost-Version"])
        elif change.outcome == "ok" and chance < 0.5:
            self.draw.choice([self.click, self.get])(node, change.key)
        elif change.outcome == "ok" and chance < 0.6:
            self.click(self.draw.choice(self.site.nodes), change.key)
        if answer is None or answer[0] == 503:
            time.sleep(0.05)

    def new_code(self):
        self.count += 1
        return f"r{self.round.seed}w{self.number}n{self.count}"

    def create(self):
        tag = self.history.next_tag()
        change = Change("create", None, tag)
        body = {"payload": payload(tag), "domain": DOMAIN}
        if self.draw.random() < 0.6:
            body["code"] = self.new_code()
            change.key = f"{DOMAIN}/{body['code']}"
            self.history.expect(change.key)
        fields = {"Idempotency-Key": f"{self.round.seed} {tag}"} if self.draw.random() < 0.6 else {}
        answer, node = self.ask([change], "POST", "/v1/links", body, fields)
        for _ in range(12):
            if not fields or answer and answer[0] < 500:
                break
            time.sleep(0.1)
            answer, node = self.ask([change], "POST", "/v1/links", body, fields)
        if answer and 400 <= answer[0] < 500:
            self.history.note(f"a new link was refused: {answer[0]} {answer[2]} {change}")
        if answer and answer[0] == 201:
            change.key = json.loads(answer[2])["link"].removeprefix("https://")
            if fields and self.draw.random() < 0.2:
                self.repeat(change, body, fields)
        self.conclude(change, answer, node)

    def repeat(self, change, body, fields):
        """A repeated request has the same answer, from any node, whatever its clock."""
        answer, _ = self.ask([], "POST", "/v1/links", body, fields)
        if answer and answer[0] < 500 and not self.round.loses:
            key = json.loads(answer[2]).get("link", "").removeprefix("https://")
            if answer[0] != 201 or key != change.key:
                self.history.note(f"repeated with its Idempotency-Key: {answer[0]} {answer[2]} after {change}")

    def create_same(self):
        """Requests with the same input, at the same time: all are given one link."""
        with self.history.lock:
            tag = 1_000_000_000 + self.round.seed * 1000 + self.history.same
            if self.draw.random() < 0.3:
                self.history.same += 1
        answer, _ = self.ask([], "POST", "/v1/shortLinks", {"longDynamicLink": long_link(tag), "suffix": {"option": "SHORT"}})
        if answer and answer[0] == 200:
            key = json.loads(answer[2])["shortLink"].removeprefix("https://")
            with self.history.lock:
                keys = self.history.record.repeated.setdefault(str(tag), [])
                if key not in keys:
                    keys.append(key)
        elif answer and answer[0] < 500:
            self.history.note(f"the same input: {answer[0]} {answer[2]}")

    def meet(self):
        """A code that other writers request as well: one of them gets it."""
        tag = self.history.next_tag()
        code = f"r{self.round.seed}m{int(self.history.now * 4)}"
        change = Change("create", f"{DOMAIN}/{code}", tag)
        self.history.expect(change.key)
        answer, node = self.ask([change], "POST", "/v1/links", {"payload": payload(tag), "domain": DOMAIN, "code": code})
        self.conclude(change, answer, node)

    def condition(self, key, unconditional):
        """The right If-Match, a stale one, or any."""
        versions = self.history.versions(key)
        chance = self.draw.random()
        if not versions or chance < unconditional:
            return None
        return max(versions) if chance < 0.75 else self.draw.choice(versions)

    def update(self):
        key = self.history.some_key(self.draw, is_alive=self.draw.random() < 0.95)
        if not key:
            return self.create()
        change = Change("update", key, self.history.next_tag(), self.condition(key, 0.3))
        fields = {"If-Match": f'"{change.base}"' if change.base else "*"}
        answer, node = self.ask([change], "PATCH", path_of(key), {"long_link": long_link(change.tag)}, fields)
        self.conclude(change, answer, node)

    def delete(self):
        key = self.history.some_key(self.draw)
        if not key:
            return
        change = Change("delete", key, None, self.condition(key, 0.1))
        fields = {"If-Match": f'"{change.base}"'} if change.base else {}
        change.begin = self.history.now
        answer, node = self.ask([change], "DELETE", path_of(key), None, fields)
        self.conclude(change, answer, node)

    def bulk(self):
        changes, lines = [], []
        for _ in range(self.draw.randrange(2, 12)):
            key, tag = self.history.some_key(self.draw), self.history.next_tag()
            if key and self.draw.random() < 0.5 and key not in [change.key for change in changes]:
                change = Change("update", key, tag, self.condition(key, 0.3))
                line = {"op": "update", "link": key, "long_link": long_link(tag)}
                if change.base:
                    line["if_match"] = f'"{change.base}"'
            else:
                code = self.new_code()
                change = Change("create", f"{DOMAIN}/{code}", tag)
                self.history.expect(change.key)
                line = {"payload": payload(tag), "domain": DOMAIN, "code": code}
            changes.append(change)
            lines.append(json.dumps(line))
        answer, _ = self.ask(changes, "POST", "/v1/links:bulk", "\n".join(lines), {"Content-Type": "application/x-ndjson"})
        parts = [json.loads(line) for line in answer[2].splitlines()] if answer and answer[0] == 200 else []
        if answer and answer[0] < 500 and len(parts) != len(changes):
            self.history.note(f"{len(changes)} lines, {len(parts)} answers: {answer[0]} {answer[2][:500]}")
        for change, part in zip(changes, parts):
            if part.get("link"):
                change.outcome, change.version = "ok", int(part["link"]["etag"].strip('"'))
            elif part["error"]["code"] < 500:
                change.outcome = "refused"
                if change.kind == "create":
                    self.history.note(f"a new link was refused in bulk: {part} {change}")
        for change in changes:
            self.history.add(change)


class Reader(Client):
    """Looks at links through one node, as a browser and as a program."""

    def __init__(self, round, node):
        super().__init__(round, f"reader of {node.name}")
        self.node = node

    def act(self):
        chance = self.draw.random()
        if chance < 0.15:
            return self.click_counted(self.draw.choice(list(self.history.record.counted)))
        if chance < 0.2 and self.history.old_keys:
            key = self.draw.choice(self.history.old_keys)
        else:
            key = self.history.some_key(self.draw, is_alive=False)
        if not key:
            return time.sleep(0.01)
        (self.click if self.draw.random() < 0.7 else self.get)(self.node, key)
        with self.history.lock:
            is_answered = self.history.record.looks[-1].result != "unanswered" if self.history.record.looks else True
        time.sleep(0.001 if is_answered else 0.02)

    def click_counted(self, key, node=None):
        begin = self.history.now
        answer = self.site.click(node or self.node, key)
        is_led = None if answer is None else answer[0] < 400
        if answer and answer[0] >= 400 and self.history.record.counted[key]["maximum"] is None:
            self.history.note(f"a click at {(node or self.node).name}, {key}: {answer}")
        with self.history.lock:
            self.history.record.clicks.append(Click((node or self.node).name, key, begin, self.history.now, is_led))


class Watcher(Client):
    """Records when nodes have all that the source has."""

    def __init__(self, round):
        super().__init__(round, "watcher")

    def act(self):
        for node in self.site.nodes:
            state = checks.is_equal(self.site.metrics(node))
            with self.history.lock:
                self.history.record.states.append([self.history.now, node.name, state])
        self.is_over.wait(0.25)
