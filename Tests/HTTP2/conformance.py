"""Holds a server to the rows of cases.py: conformance.py PORT [WORD OF A NAME]."""

import sys

from cases import CASES, GET
from wire import *


def outcome(wire, stream, is_open):
    code = wire.reset_code(stream)
    status = wire.status(stream)
    if not is_open:
        return f"connection {wire.goaway_code()}" if wire.goaway_code() or not status else f"{status} and the end"
    # After a whole answer, NO_ERROR only says that the rest of the request is not wanted (RFC 9113, section 8.1).
    if code and not (code == "NO_ERROR" and status):
        return f"stream {code}"
    return status or "open"


def fault(case, port):
    """What is wrong, or nothing."""
    wire = Wire(port, greeting=b"")
    try:
        sent = case.greeting + case.sent
        for piece in [sent[n : n + 1] for n in range(len(sent))] if case.byte_by_byte else [sent]:
            wire.send(piece)
        is_open = wire.settle()
        found = outcome(wire, case.stream, is_open)
        if case.after and is_open:
            wire.send(case.after)
            is_open = wire.settle()
            if not is_open:
                found = outcome(wire, case.stream, False)
        if found != case.expected:
            return f"{found}, not {case.expected}"
        if case.holds and not case.holds(wire):
            return f"{found}, but not all that follows: {wire.frames}"
        if is_open and case.next:
            wire.send(settings((4, 65_535)) + headers(case.next, GET))
            if not wire.settle() or wire.status(case.next) != "302":
                return f"{found}, but a request after it has {outcome(wire, case.next, not wire.is_closed)}"
    except TimeoutError as error:
        return str(error)
    finally:
        wire.close()


def main(port, word=""):
    cases = [case for case in CASES if word in case.name]
    assert len({case.name for case in CASES}) == len(CASES), "a name twice"
    faults = [(case, found) for case in cases if (found := fault(case, port))]
    for case, found in faults:
        print(f"RFC {case.section}, {case.name}: {found}")
    print(f"{len(cases)} cases, {len(faults)} faults")
    return 1 if faults or not cases else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), *sys.argv[2:]))
