"""Everything that happened in a round, as data that can be written to a file, falsified and checked again."""

import dataclasses
import json
from dataclasses import dataclass, field


@dataclass
class Change:
    """A request for a change of one link, and its result: "ok", "refused", or "unknown" if the answer was lost or is 5xx."""

    kind: str
    key: str | None
    tag: int | None = None
    base: int | None = None
    begin: float | None = None
    end: float | None = None
    outcome: str = "unknown"
    version: int | None = None
    node: str = ""


@dataclass
class Look:
    """A read of a link at a node: "found", "missing", or "unanswered"; `at` is the version that the node was handed."""

    node: str
    key: str
    way: str
    begin: float
    end: float
    result: str
    tag: int | None = None
    version: int | None = None
    at: int | None = None


@dataclass
class Click:
    """A click on a counted link; whether it was led to the link's target, or None without an answer."""

    node: str
    key: str
    begin: float
    end: float
    is_led: bool | None


@dataclass
class Fault:
    """A fault of one node, or of all if there is none, and the time until which it lasted."""

    name: str
    node: str
    begin: float
    end: float | None = None
    # The node's process answers nothing.
    is_down: bool = False
    # The process was killed: counts of its last seconds may be lost.
    is_kill: bool = False
    # The node can't write its replica, so it serves the links as they were.
    is_stale: bool = False
    # The source loses changes that it has acknowledged.
    loses: bool = False


@dataclass
class Record:
    """A round. Times are seconds since its start, versions are those of links, rows are [version, is deleted, tag]."""

    changes: list[Change] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)
    clicks: list[Click] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    # [time, node, whether it has all that the source has]
    states: list[list] = field(default_factory=list)
    # Without faults from here on.
    quiet: float = 0.0
    rows_before: dict = field(default_factory=dict)
    rows: dict = field(default_factory=dict)
    # The versions at which collected links were deleted.
    tombstones: dict = field(default_factory=dict)
    # By node: [version, tag] by key.
    listings: dict = field(default_factory=dict)
    # {"maximum": number or None, "reported": number} by key.
    counted: dict = field(default_factory=dict)
    # {"name", "is_revoked", "answers": status by node}
    tokens: list[dict] = field(default_factory=list)
    # The links that requests with the same input were given, by tag.
    repeated: dict = field(default_factory=dict)
    # Answers that no state of a link explains.
    notes: list[str] = field(default_factory=list)

    def write(self, path):
        path.write_text(json.dumps(dataclasses.asdict(self), indent=1))

    @staticmethod
    def of(parts):
        """A record from the objects of its JSON."""
        record = Record(**parts)
        for name, kind in (("changes", Change), ("looks", Look), ("clicks", Click), ("faults", Fault)):
            setattr(record, name, [kind(**each) for each in getattr(record, name)])
        return record
