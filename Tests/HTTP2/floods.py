"""Attacks on a server, one after the other: floods.py PORT ADMIN PROCESS [--only WORD OF A NAME] [--seconds S].

Each has to end its connection with a code and to be counted for a reason, while a client that keeps to the protocol goes on
as if nothing were. PROCESS is the server's number, for its memory. Beside attacks of several seconds the good client's
slowest hundredth is told from chance: `taskset -c 1 floods.py ... --seconds 4`, the server on another core.
"""

import argparse
import multiprocessing
import os
import re
import struct
import sys
import time
import urllib.request
from dataclasses import dataclass
from typing import Callable
from urllib.parse import quote

import hpack
from clients import Client
from wire import *

GET = request()
PAGE = request("/nothing")
POST = request(method="POST")

# How much is sent at a time, and how often at most: far beyond every budget.
ROUNDS = 40


def rounds(piece):
    """An attack that is the same again and again: from the round's number and stream to its bytes."""

    def attack(wire):
        for n in range(ROUNDS):
            if not wire.send(b"".join(piece(n * 100 + k, 1 + 2 * (n * 100 + k)) for k in range(100))):
                break
        return wire

    return attack


def on_open_stream(piece):
    """The same on a stream that is open, and the connection besides."""

    def attack(wire):
        wire.send(headers(1, POST, end=False))
        return rounds(lambda n, _: piece(n))(wire)

    return attack


def on_closed_stream(piece):
    def attack(wire):
        wire.send(headers(1, GET))
        wire.settle()
        return rounds(lambda n, _: piece(n))(wire)

    return attack


def continuations(wire):
    wire.send(headers(1, b"", whole=False))
    return rounds(lambda n, _: continuation(1, literal("x", str(n)), whole=False))(wire)


def overflowing_windows(wire):
    wire.send(settings((4, 0)))
    return rounds(lambda _, s: headers(s, PAGE) + window(s, (1 << 31) - 1) + window(s, 1))(wire)


def table_bomb(wire):
    """An entry of 4 KiB, and a byte for each time that it is meant."""
    entry = section(GET) + b"\x40\x01x" + integer(4000, 7) + b"y" * 4000
    wire.send(headers(1, entry))
    return rounds(lambda _, s: headers(s + 2, section(GET) + b"\xbe" * 10_000))(wire)


def trailer_bomb(wire):
    entry = section(POST) + b"\x40\x01x" + integer(4000, 7) + b"y" * 4000
    wire.send(headers(1, entry, end=False) + headers(1, b"\xbe" * 16_000))
    return wire


def late_bomb(wire):
    """In the trailer section of a request that was refused for its fields."""
    entry = section(POST) + literal("x y", "z") + b"\x40\x01x" + integer(4000, 7) + b"y" * 4000
    wire.send(headers(1, entry, end=False) + headers(1, b"\xbe" * 16_000))
    return wire


def spread_bomb(wire):
    """The same in frames and frames."""
    wire.send(headers(1, section(GET) + b"\x40\x01x" + integer(4000, 7) + b"y" * 4000))
    wire.send(headers(3, section(GET), whole=False))
    for _ in range(7):
        wire.send(continuation(3, b"\xbe" * 16_000, whole=False))
    return wire


def foreign(n):
    """A link whose five addresses have long hosts beyond ASCII that are no names: the first of them is converted."""
    label = "".join(chr(0x4E00 + (n * 37 + k * 7919) % 20000) for k in range(14))
    host = quote(".".join([label] * 4 + ["\u200d"]))
    return "/?link=https%3A%2F%2Fwww.example.com%2F" + "".join(
        f"&{name}=https%3A%2F%2F{host}%2F" for name in ("al", "afl", "ifl", "ipfl", "ofl"))


def remembered(wire):
    """The same refused link again and again, of which the client's table has all fields."""
    fields = [(":method", "GET"), (":scheme", "https"), (":authority", "link.example"), (":path", foreign(0))]
    encoder = hpack.Encoder()
    return rounds(lambda _, s: headers(s, encoder.encode(fields)))(wire)


@dataclass
class Flood:
    name: str
    reason: str
    attack: Callable
    codes: tuple = ("ENHANCE_YOUR_CALM",)


FLOODS = [
    Flood("rapid reset (CVE-2023-44487)", "h2_rapid_resets", rounds(lambda _, s: headers(s, GET) + reset(s)),
          ("INTERNAL_ERROR",)),
    Flood("rapid reset of requests with content", "h2_rapid_resets",
          rounds(lambda _, s: headers(s, POST, end=False) + reset(s)), ("INTERNAL_ERROR",)),
    Flood("CONTINUATION (CVE-2024-28182)", "h2_continuations", continuations),
    Flood("resets by windows that overflow (CVE-2025-8671)", "h2_made_resets", overflowing_windows),
    Flood("resets by malformed fields (CVE-2025-8671)", "h2_made_resets",
          rounds(lambda _, s: headers(s, GET + [("X", "y")]))),
    Flood("resets by lengths that are wrong (CVE-2025-8671)", "h2_made_resets",
          rounds(lambda _, s: headers(s, POST + [("content-length", "1")], end=False) + data(s, b"xy"))),
    Flood("resets by trailers without the end (CVE-2025-8671)", "h2_made_resets",
          rounds(lambda _, s: headers(s, POST, end=False) + headers(s, [("x", "y")], end=False))),
    Flood("SETTINGS (CVE-2019-9515)", "h2_settings", rounds(lambda n, _: settings((4, 65_535)))),
    Flood("SETTINGS of nothing", "h2_settings", rounds(lambda n, _: settings())),
    Flood("PING (CVE-2019-9512)", "h2_pings", rounds(lambda n, _: ping())),
    Flood("echoes of PING", "h2_pings", rounds(lambda n, _: ping(ack=True))),
    Flood("PRIORITY (CVE-2019-9513)", "h2_priorities",
          rounds(lambda n, s: frame(PRIORITY, 0, s, struct.pack(">IB", s + 2, 16)))),
    Flood("PRIORITY that depends on itself", "h2_priorities",
          rounds(lambda n, s: frame(PRIORITY, 0, s, struct.pack(">IB", s, 16)))),
    Flood("PRIORITY_UPDATE", "h2_passed_over",
          rounds(lambda n, s: frame(PRIORITY_UPDATE, 0, 0, struct.pack(">I", s) + b"u=1"))),
    Flood("unknown frames", "h2_passed_over", rounds(lambda n, s: frame(0xBB, 0, 0, b""))),
    Flood("GOAWAY during a request", "h2_settings", on_open_stream(lambda n: goaway())),
    Flood("empty DATA (CVE-2019-9518)", "h2_empty_data", on_open_stream(lambda n: data(1))),
    Flood("DATA of padding", "h2_empty_data", on_open_stream(lambda n: frame(DATA, PADDED, 1, b"\0"))),
    Flood("WINDOW_UPDATE of the connection", "h2_window_updates", rounds(lambda n, s: window(0, 1))),
    Flood("WINDOW_UPDATE of a stream", "h2_window_updates", on_open_stream(lambda n: window(1, 1))),
    Flood("WINDOW_UPDATE of a closed stream", "h2_window_updates", on_closed_stream(lambda n: window(1, 1))),
    Flood("a bomb of the table of fields", "h2_field_bomb", table_bomb),
    Flood("a bomb in a trailer section", "h2_field_bomb", trailer_bomb),
    Flood("a bomb in the trailer section of a refused request", "h2_field_bomb", late_bomb),
    Flood("a bomb that is spread over frames", "h2_field_bomb", spread_bomb),
    Flood("links that are refused", "costly_answers", rounds(lambda n, s: headers(s, request(foreign(n))))),
    Flood("one link that is refused", "costly_answers", remembered),
    Flood("pages that explain the decision on a link", "costly_answers",
          rounds(lambda n, s: headers(s, request(f"/WXYZ?d=1&n={n}")))),
    Flood("RST_STREAM of a closed stream", "h2_rapid_resets", on_closed_stream(lambda n: reset(1)), ("INTERNAL_ERROR",)),
    Flood("DATA of a closed stream", "h2_passed_over", on_closed_stream(lambda n: data(1, b"x"))),
    Flood("HEADERS of a closed stream", "h2_passed_over", on_closed_stream(lambda n: headers(1, b""))),
]


# MARK: what is seen


def shed(admin):
    """The counters of fingerpost_shed_total by reason."""
    text = urllib.request.urlopen(f"http://127.0.0.1:{admin}/metrics", timeout=10).read().decode()
    return {name: int(float(value)) for name, value in re.findall(r'shed_total\{reason="(\w+)"\} (\S+)', text)}


def resident(process):
    """Kibibytes that the process has in memory."""
    with open(f"/proc/{process}/status") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1])


def visit(port, pipe, stop):
    """The good client: redirects and pages in turn, each timed.

    It goes before the attacker where it may (sched(7)): what it waits for is the server then, and not a processor.
    """
    times, faults = [], []
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    except OSError:
        pass
    try:
        client = Client(port)
        while not stop.is_set():
            path = "/nothing" if len(times) % 2 else "/WXYZ"
            start = time.perf_counter()
            answer = client.get(path)
            times.append(time.perf_counter() - start)
            if answer not in ("302", "404"):
                faults.append(answer)
                client = Client(port)
            time.sleep(0.002)
    except Exception as error:
        faults.append(repr(error))
    pipe.send((times, faults))


class Visitor:
    """The good client, in a process of its own while the block runs."""

    def __init__(self, port):
        self.port = port

    def __enter__(self):
        self.stop = multiprocessing.Event()
        self.pipe, end = multiprocessing.Pipe()
        self.process = multiprocessing.Process(target=visit, args=(self.port, end, self.stop), daemon=True)
        self.process.start()
        time.sleep(0.2)
        return self

    def __exit__(self, *_):
        self.stop.set()
        self.times, self.faults = self.pipe.recv() if self.pipe.poll(30) else ([], ["no answer within 30 s"])
        self.process.join(5)
        self.process.kill()

    def at(self, share):
        """A quantile of what its requests took, in milliseconds."""
        times = sorted(self.times)
        return 1000 * times[min(len(times) - 1, int(len(times) * share))] if times else 0


# What the good client's slowest hundredth may take, in milliseconds: machines under test are busy.
BOUND = 1000


def fault(flood, port, admin, seconds):
    before = shed(admin)
    with Visitor(port) as visitor:
        end = time.monotonic() + seconds
        count = 0
        found = None
        while found is None and (count == 0 or time.monotonic() < end):
            wire = Wire(port)
            flood.attack(wire)
            if not wire.is_ended(20):
                found = "the connection goes on"
            elif wire.goaway_code() not in flood.codes:
                found = f"{wire.goaway_code()}, not {' or '.join(flood.codes)}"
            wire.close()
            count += 1
    rise = shed(admin).get(flood.reason, 0) - before.get(flood.reason, 0)
    if found is None and rise < count:
        found = f"{flood.reason} rose by {rise} for {count} attacks"
    if found is None and visitor.faults:
        found = f"the good client: {visitor.faults[:3]}"
    if found is None and visitor.at(0.99) > BOUND:
        found = f"the good client waits {visitor.at(0.99):.0f} ms"
    return found, count, visitor


def main(port, admin, process, only, seconds):
    faults = 0
    with Visitor(port) as calm:
        time.sleep(max(1, seconds))
    normal = calm.at(0.99)
    print(f"calm: p50 {calm.at(0.5):.2f} ms, p99 {normal:.2f} ms, {len(calm.times)} requests")
    first = resident(process)
    for flood in FLOODS:
        if only not in flood.name:
            continue
        found, count, visitor = fault(flood, port, admin, seconds)
        faults += found is not None
        p99 = visitor.at(0.99)
        print(
            f"{flood.name}: {found or 'ok'} ({count} attacks; p50 {visitor.at(0.5):.2f} ms, p99 {p99:.2f} ms, "
            f"{p99 / max(normal, 0.01):.1f} of calm)")
    print(f"{resident(process) - first} KiB more than before; {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for name in ("port", "admin", "process"):
        parser.add_argument(name, type=int)
    parser.add_argument("--only", default="", help="floods that have this in their name")
    parser.add_argument("--seconds", type=float, default=0.4, help="how long each goes on")
    sys.exit(main(**vars(parser.parse_args())))
