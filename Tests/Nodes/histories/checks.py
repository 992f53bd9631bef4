"""What must hold for a round: pure functions of its record."""

import re
from dataclasses import dataclass, field

# Seconds after which a change is seen at all nodes if there is no fault, on a machine with other work.
LATEST = 1.5
# Seconds within which a click is answered, whatever is the matter with the source.
SLOWEST = 5.0
# Seconds that a node waits for the source if a link is missing. Until it has an answer, it does not wait again.
PATIENCE = 0.25
# A crash may lose counts of so many seconds.
UNCOUNTED = 2.5

LOSSES = {"lost", "twice", "took-effect", "old-link", "replica", "counts"}
REORDERINGS = {"order", "stale-if-match", "back", "own-write", "late", "version"}
FAILED_CLICKS = {"unanswered", "slow", "too-many-clicks"}


@dataclass
class Violation:
    """A rule that does not hold, and the events that show it."""

    rule: str
    text: str
    details: list = field(default_factory=list)

    def __str__(self):
        return f"{self.rule}: {self.text}"


class Round:
    """A record with the indices that checks need."""

    def __init__(self, record):
        self.record = record
        self.by_key = {}
        for change in record.changes:
            if change.key:
                self.by_key.setdefault(change.key, []).append(change)
        self.looks = {}
        for look in record.looks:
            self.looks.setdefault((look.node, look.key), []).append(look)
        self.versions = self.versions_of_tags()
        self.losses = [fault.begin for fault in record.faults if fault.loses]

    def versions_of_tags(self):
        """The version that each tag was seen or acknowledged with."""
        found = {}
        for change in self.record.changes:
            if change.outcome == "ok" and change.tag and change.version:
                found[change.tag] = change.version
        for look in self.record.looks:
            if look.tag and look.version:
                found.setdefault(look.tag, look.version)
        for version, is_deleted, tag in self.record.rows.values():
            if tag and not is_deleted:
                found.setdefault(tag, version)
        return found

    def is_excused(self, key):
        """Whether the source may have lost changes of a link: an asynchronous standby that was behind took over."""
        return any(change.end is None or change.end > begin and change.begin < self.record.quiet
                   for begin in self.losses for change in self.by_key.get(key, []))

    def is_down(self, node, begin, end):
        return any(fault.is_down and fault.node == node and fault.begin <= end and (fault.end or end) >= begin
                   for fault in self.record.faults)

    def is_stale(self, node, time):
        """Whether a node may not have been able to write its replica, and has not caught up since."""
        for fault in self.record.faults:
            if fault.is_stale and fault.node == node and fault.begin <= time <= recovery(self.record, fault, node):
                return True
        return False

    def has_waited(self, look):
        """Whether a node has waited in vain for the source, for this request or, less than a second before, for another one."""
        requests = [other for other in self.record.looks if other.at is None] + self.record.changes
        return any(other.node == look.node and None not in (other.begin, other.end) and other.end - other.begin >= PATIENCE
                   and look.begin - 1 < other.end and other.begin < look.end for other in requests)

    def details(self, key, look=None):
        looks = [each for (_, other), found in self.looks.items() if other == key for each in found]
        return sorted(self.by_key.get(key, []) + looks[-60:] + ([look] if look else []), key=lambda each: each.begin or 0)


def recovery(record, fault, node=None):
    """The time at which the nodes of a fault have caught up again after it."""
    end = fault.end if fault.end is not None else record.quiet
    waiting = {node or fault.node} if node or fault.node else {each[1] for each in record.states}
    for time, name, is_equal in record.states:
        if time >= end and is_equal:
            waiting.discard(name)
            if not waiting:
                return time
    return record.quiet if waiting else end


def violations(record, is_complete=True):
    """All that is wrong with a round; of one that could not be ended, the rows of the source are not known."""
    round = Round(record)
    found = [Violation("answer", note) for note in record.notes]
    for check in (replicas, tags, old_links, links, order, answers, counts, tokens) if is_complete else (order, answers):
        found += check(round)
    return found


def replicas(round):
    live = {key: [version, tag] for key, (version, is_deleted, tag) in round.record.rows.items() if not is_deleted}
    for node, listing in round.record.listings.items():
        odd = [f"{key}: node {listing.get(key)}, source {live.get(key)}"
               for key in sorted(set(listing) | set(live)) if listing.get(key) != live.get(key)]
        if odd:
            yield Violation("replica", f"node {node} has other links than the source", odd[:20])


def tags(round):
    """A tag is of one request, and of one version of one link."""
    record, versions = round.record, {}
    for change in record.changes:
        if change.outcome == "ok" and change.tag and change.version:
            versions.setdefault(change.tag, set()).add((change.key, change.version))
    for look in record.looks:
        if look.tag and look.version:
            versions.setdefault(look.tag, set()).add((look.key, look.version))
    for key, (version, is_deleted, tag) in record.rows.items():
        if not is_deleted and tag and (key in round.by_key or key not in record.rows_before):
            versions.setdefault(tag, set()).add((key, version))
    for tag, found in versions.items():
        if len(found) > 1 and not any(round.is_excused(key) for key, _ in found):
            yield Violation("twice", f"tag {tag} has taken effect more than once: {sorted(found)}",
                            [change for change in record.changes if change.tag == tag])
    refused = {change.tag: change for change in record.changes if change.outcome == "refused" and change.tag}
    shown = {look.tag for look in record.looks} | set(versions)
    for tag in refused.keys() & shown:
        if not round.is_excused(refused[tag].key):
            yield Violation("took-effect", f"tag {tag} was refused", [refused[tag]])
    if not round.losses:
        for tag, keys in record.repeated.items():
            if len(keys) > 1:
                yield Violation("twice", f"the same input has led to several links: {keys}")
            elif not set(keys) <= set(record.rows):
                yield Violation("lost", f"the link of a repeated input: {keys}")


def old_links(round):
    """Links of earlier rounds are as they were, and are served so."""
    record = round.record
    for key, before in record.rows_before.items():
        if key in round.by_key:
            continue
        after = record.rows.get(key)
        if after != before and not (before[1] and after is None):
            yield Violation("old-link", f"{key} was {before} before the round and is {after}")
    for look in record.looks:
        before = record.rows_before.get(look.key)
        if before is None or look.key in round.by_key or look.result == "unanswered":
            continue
        if (look.result == "missing") != before[1] or not before[1] and look.tag != before[2]:
            yield Violation("old-link", f"{look.key} is {before} and was served as {look}")


def links(round):
    for key, changes in round.by_key.items():
        if not round.is_excused(key):
            yield from final_state(round, key, changes)
            yield from versions_of(round, key, changes)


def final_state(round, key, changes):
    """No acknowledged change is lost, and nothing is there that was not asked for."""
    def wrong(rule, text):
        return Violation(rule, f"{key}, at the source {row}: {text}", round.details(key))

    row, gone = round.record.rows.get(key), round.record.tombstones.get(key)
    made = [change for change in changes if change.outcome == "ok"]
    unknown = [change for change in changes if change.outcome == "unknown"]
    last = max((change.version for change in made if change.version), default=0)
    if len([change for change in made if change.kind == "create"]) > 1:
        yield wrong("twice", "it was created twice")
    if row is None and gone is None:
        if made and not was_collected_at_once(round, changes):
            yield wrong("lost", "it is gone, and was not collected")
    elif row is None or row[1]:
        version = row[0] if row else gone
        known = [change.version or round.versions.get(change.tag) for change in made + unknown if change.kind != "delete"]
        deletes = [change for change in made if change.kind == "delete"] + [
            change for change in unknown if change.kind == "delete"
            and not any(change.base and other and change.base < other < version for other in known)]
        if not deletes:
            yield wrong("lost", f"no request explains that it was deleted at version {version}")
        if last > version:
            yield wrong("lost", f"version {last} was acknowledged after its deletion")
    else:
        version, _, tag = row
        if any(change.kind == "delete" for change in made):
            yield wrong("lost", "it was deleted, and is there")
        elif tag not in {change.tag for change in made + unknown}:
            yield wrong("took-effect", "no request explains its content")
        elif version < last or version > last and tag not in {change.tag for change in unknown}:
            yield wrong("lost", f"its last acknowledged version is {last}")


def was_collected_at_once(round, changes):
    """Whether a link may have been deleted while deleted links were collected."""
    collections = [fault for fault in round.record.faults if fault.name == "collect"]
    return any(change.kind == "delete" and change.outcome != "refused" and change.begin < (fault.end or change.end)
               and change.end > fault.begin for change in changes for fault in collections)


def versions_of(round, key, changes):
    """Versions rise in the order of acknowledgements, and no change succeeds whose If-Match is stale."""
    timed = sorted((change for change in changes if change.outcome == "ok" and change.version),
                   key=lambda change: change.version)
    for first, second in zip(timed, timed[1:]):
        if first.version == second.version:
            yield Violation("order", f"{key}: two changes have version {first.version}", [first, second])
    ended = None
    for change in reversed(timed):
        if ended is not None and change.begin > ended:
            yield Violation("order", f"{key}: version {change.version} was given after a higher one was acknowledged", timed)
        ended = change.end if ended is None else min(ended, change.end)
    known = {change.version for change in timed} | {
        round.versions[change.tag] for change in changes if change.tag in round.versions}
    for change in timed:
        between = [version for version in known if change.base and change.base < version < change.version]
        if between:
            yield Violation("stale-if-match", f"{key}: If-Match {change.base} passed over {min(between)}", [change] + timed)


def order(round):
    """What a node serves of a link never goes back, shows its own changes, and in quiet times those of others soon."""
    for (node, key), looks in round.looks.items():
        if key in round.by_key and not round.is_excused(key):
            yield from order_of(round, node, key, sorted(looks, key=lambda look: look.begin))


def order_of(round, node, key, looks):
    record, changes = round.record, round.by_key[key]
    answered = [look for look in looks if look.result != "unanswered"]
    ended = sorted(answered, key=lambda look: look.end)
    deletes = sorted(change.begin for change in changes if change.kind == "delete" and change.outcome != "refused")
    highest, past, gone, position, first = 0, set(), False, 0, {}
    for look in answered:
        while position < len(ended) and ended[position].end < look.begin:
            before = ended[position]
            position += 1
            if before.result == "missing":
                gone = gone or any(end < before.begin for end in first.values())
                continue
            past |= {tag for tag, end in first.items() if tag != before.tag and end < before.begin}
            first.setdefault(before.tag, before.end)
            highest = max(highest, before.version or round.versions.get(before.tag, 0))
        version = look.version or round.versions.get(look.tag, 0)
        if look.result == "missing":
            if first and not any(begin < look.end for begin in deletes):
                yield Violation("back", f"node {node} has lost {key}, which was not deleted", round.details(key, look))
        elif gone or look.tag in past or 0 < version < highest:
            yield Violation("back", f"node {node} has gone back for {key}", round.details(key, look))
        yield from freshness(round, node, key, look, version, changes, deletes)


def freshness(round, node, key, look, version, changes, deletes):
    for change in changes:
        if change.outcome != "ok" or not change.version:
            continue
        is_own = change.node == node and change.end < look.begin and not round.is_stale(node, look.begin)
        is_due = change.end >= round.record.quiet and change.end + LATEST < look.begin
        # A link that was just created is found everywhere at once.
        is_new = change.kind == "create" and change.end >= round.record.quiet and change.end < look.begin and look.way == "click"
        if not (is_own or is_due or is_new and look.result == "missing" and not round.has_waited(look)):
            continue
        if look.result == "missing":
            is_right = any(begin < look.end for begin in deletes)
        else:
            is_right = change.kind != "delete" and (not version or version >= change.version)
        if not is_right:
            rule = "own-write" if is_own else "late"
            yield Violation(rule, f"node {node} serves {key} as {look.result} {version}, after {change}", round.details(key, look))


def answers(round):
    """Nodes that run answer each click, soon; and a node that is handed a version shows it."""
    for look in round.record.looks:
        if round.is_down(look.node, look.begin, look.end):
            continue
        if look.result == "unanswered":
            yield Violation("unanswered", f"node {look.node}, {look.way} of {look.key}", [look])
        elif look.way == "click" and look.end - look.begin > SLOWEST:
            yield Violation("slow", f"node {look.node} took {look.end - look.begin:.1f} s for a click", [look])
        if look.at and look.result != "unanswered" and not round.is_excused(look.key):
            was_deleted = any(change.kind == "delete" and change.outcome != "refused" and change.begin < look.end
                              for change in round.by_key.get(look.key, []))
            if look.result == "missing" and not was_deleted or look.result == "found" and look.version < look.at:
                yield Violation("version", f"node {look.node} was handed version {look.at}", round.details(look.key, look))
    for click in round.record.clicks:
        if click.is_led is None and not round.is_down(click.node, click.begin, click.end):
            yield Violation("unanswered", f"node {click.node}, click on {click.key}", [click])


def counts(round):
    """Clicks are counted once, and no more are led to a link than its maximum."""
    kills = [fault for fault in round.record.faults if fault.is_kill]
    # A source that loses changes may lose counts of a process that is gone, and can't send them again.
    ended = {fault.node for fault in kills} if round.losses else set()
    for key, counted in round.record.counted.items():
        clicks = [click for click in round.record.clicks if click.key == key]
        led = [click for click in clicks if click.is_led]
        unanswered = [click for click in clicks if click.is_led is None]
        may_be_lost = [click for click in led if click.node in ended or any(
            fault.node == click.node and fault.begin - UNCOUNTED < click.end and click.begin < (fault.end or click.end)
            for fault in kills)]
        reported, maximum = counted["reported"], counted["maximum"]
        least, most = len(led) - len(may_be_lost), len(led) + len(unanswered)
        if not least <= reported <= most:
            yield Violation("counts", f"{key}: {len(led)} clicks were led to it, {len(may_be_lost)} of them before a crash, "
                                      f"{len(unanswered)} were not answered, and {reported} are reported")
        if maximum is not None and len(led) > maximum and not round.losses:
            yield Violation("too-many-clicks", f"{key}: {len(led)} clicks, and its maximum is {maximum}")


def tokens(round):
    for token in round.record.tokens:
        expected = 401 if token["is_revoked"] else 200
        for node, status in token["answers"].items():
            if status != expected:
                yield Violation("token", f"node {node} answers {status} for {token}")


def is_equal(metrics):
    """Whether a node has all that the source has, by its metrics."""
    return all(re.search(rf"^fingerpost_source_{name}$", metrics, re.M)
               for name in ("lag_versions 0", "shards_gathering 0", "up 1", "ready 1"))
