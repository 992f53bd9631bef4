"""Clients that make a server wait: stalls.py PORT ADMIN PROCESS.

Every one has to be gone in time, with what it made the server hold, while a client that keeps to the protocol goes on as if
nothing were. All of them at once.
"""

import sys
import threading
import time

from floods import BOUND, PAGE, POST, Visitor, resident, shed
from wire import *

GET = request()

# Seconds: for a preface or a field section; for content; for an answer's readers. Each and what a busy machine adds.
HEADER, BODY, WRITE = 10, 20, 20
SLACK = 6

# What 200 connections that never take their answers may make a process of one worker hold, in KiB.
HELD_AT_MOST = 150 * 1024
STALLED = 200


def preface_never(wire):
    pass


def half_a_preface(wire):
    wire.send(PREFACE[:10])


def settings_never(wire):
    wire.send(PREFACE)


def fields_without_end(wire):
    wire.send(PREFACE + settings() + headers(1, GET, whole=False))


def half_a_frame(wire):
    wire.send(PREFACE + settings() + headers(1, GET)[:20])


def content_never(wire):
    wire.send(PREFACE + settings() + headers(1, POST, end=False))


def content_byte_by_byte(wire):
    wire.send(PREFACE + settings() + headers(1, POST, end=False))
    while wire.send(data(1, b"x")) and not wire.is_ended(0.5) and wire.status(1) is None:
        pass


def window_byte_by_byte(wire):
    wire.send(PREFACE + settings((4, 0)) + headers(1, PAGE))
    while wire.send(window(1, 1)) and not wire.is_ended(0.1) and wire.reset_code(1) is None:
        pass


def no_window(wire):
    wire.send(PREFACE + settings((4, 0)) + headers(1, PAGE))


def never_reads(wire):
    """Asks for more than the kernel's buffers hold, with windows without end, and reads nothing."""
    wire.send(PREFACE + settings((4, (1 << 31) - 1)) + window(0, (1 << 31) - 65_536))
    wire.socket.settimeout(2)
    for n in range(0, 100_000, 100):
        if not wire.send(b"".join(headers(1 + 2 * (n + k), PAGE) for k in range(100))):
            break
    # What was sent before is still to be read; the end comes after it, or a reset.
    time.sleep(WRITE + SLACK / 2)


# What each does, within how many seconds it is over, and how: the end of the connection, or what comes of stream 1.
STALLS = [
    (preface_never, HEADER, "end"),
    (half_a_preface, HEADER, "end"),
    (settings_never, HEADER, "end"),
    (fields_without_end, HEADER, "end"),
    (half_a_frame, HEADER, "end"),
    (content_never, BODY, "408"),
    (content_byte_by_byte, BODY, "408"),
    (window_byte_by_byte, WRITE, "ENHANCE_YOUR_CALM"),
    (no_window, WRITE, "ENHANCE_YOUR_CALM"),
    (never_reads, WRITE, "end"),
]


def outcome(wire):
    return wire.reset_code(1) if wire.status(1) != "408" else "408"


def stall(port, attack, seconds, wanted, faults):
    wire = Wire(port, greeting=b"")
    start = time.monotonic()
    attack(wire)
    while wanted != "end" and outcome(wire) is None and time.monotonic() - start < seconds + SLACK:
        if wire.is_ended(0.2):
            break
    left = start + seconds + SLACK - time.monotonic()
    if wanted == "end" and not wire.is_ended(max(left, 0)):
        faults.append(f"{attack.__name__}: goes on after {seconds + SLACK} s")
    elif wanted != "end" and outcome(wire) != wanted:
        faults.append(f"{attack.__name__}: {outcome(wire)}, not {wanted}, within {seconds + SLACK} s")
    elif (took := time.monotonic() - start) < seconds - 1:
        faults.append(f"{attack.__name__}: over after {took:.1f} s already")
    wire.close()


def answers_never_taken(port, admin, process):
    """200 connections, each with as many answers under way as it may have, and none of them read."""
    first, before = resident(process), shed(admin)
    with Visitor(port) as visitor:
        wires = []
        for _ in range(STALLED):
            wire = Wire(port, greeting=PREFACE + settings((4, 0)))
            for n in range(0, 128, 16):
                wire.send(b"".join(headers(1 + 2 * (n + k), PAGE) for k in range(16)))
            wires.append(wire)
        time.sleep(2)
        held = resident(process) - first
    faults = []
    if held > HELD_AT_MOST:
        faults.append(f"{STALLED} connections hold {held} KiB")
    if visitor.faults or visitor.at(0.99) > BOUND:
        faults.append(f"the good client: {visitor.faults[:3]}, p99 {visitor.at(0.99):.0f} ms")
    print(f"answers never taken: {held} KiB held; the good client p50 {visitor.at(0.5):.1f} ms, p99 {visitor.at(0.99):.1f} ms")
    for wire in wires:
        wire.close()
    if shed(admin)["h2_stalled"] == before["h2_stalled"]:
        faults.append("h2_stalled does not rise")
    return faults


def contents_never_ended(port, admin, process):
    """200 connections, each with as many requests under way as it may have, all but the last byte of them."""
    first = resident(process)
    with Visitor(port) as visitor:
        wires = []
        for _ in range(STALLED):
            wire = Wire(port)
            for n in range(128):
                wire.send(headers(1 + 2 * n, POST, end=False) + data(1 + 2 * n, b"x" * 16_000))
            wires.append(wire)
        time.sleep(2)
        held = resident(process) - first
    print(f"contents never ended: {held} KiB held; the good client p50 {visitor.at(0.5):.1f} ms, p99 {visitor.at(0.99):.1f} ms")
    for wire in wires:
        wire.close()
    faults = []
    if held > HELD_AT_MOST:
        faults.append(f"{STALLED} connections hold {held} KiB")
    if visitor.faults or visitor.at(0.99) > BOUND:
        faults.append(f"the good client: {visitor.faults[:3]}, p99 {visitor.at(0.99):.0f} ms")
    return faults


def main(port, admin, process):
    faults = []
    threads = [threading.Thread(target=stall, args=(port, *row, faults)) for row in STALLS]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    faults += answers_never_taken(port, admin, process)
    faults += contents_never_ended(port, admin, process)
    for fault in faults:
        print(fault)
    print(f"{len(STALLS) + 2} attacks, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*(int(word) for word in sys.argv[1:4])))
