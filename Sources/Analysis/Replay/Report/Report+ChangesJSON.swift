import ByteText
import Devices
import Expressions
import Routing

extension JSONWriter {
    mutating func write(_ changes: ChangeSums, of now: RuleSetNames, top: Int) {
        beginObject()
        member("ruleset_before", changes.before.hash)
        member("compared", changes.comparedCount)
        member("changed", changes.changedCount)
        name("share")
        double(changes.share)
        member("other_rule", changes.otherRule)
        member("unexpected", changes.unexpectedCount)
        name("matrix")
        write(matrix: changes.matrix)
        name("changed_matrix")
        write(matrix: changes.changed)
        name("differences")
        beginObject()
        for (difference, count) in zip(DecisionDifference.names, changes.differences) {
            name(difference)
            int(count)
        }
        endObject()
        name("rules")
        write(changes.ruleChanges(now))
        write(rows: "sites", changes.sites.rows(now.sites), keyed: "site", nameless: ReplaySums.none)
        write(
            rows: "platforms", changes.platforms.rows(Platform.names.map(\.description)), keyed: "platform",
            nameless: ReplaySums.none)
        name("links")
        write(changes.links, top: top)
        name("allowed")
        writeAllowed(changes)
        name("samples")
        beginArray()
        for sample in changes.allSamples { write(sample) }
        endArray()
        endObject()
    }

    /// Writes nested objects: by decision before, then by decision now.
    private mutating func write(matrix: DecisionCounts) {
        beginObject()
        for (index, kind) in DecisionCounts.kinds.enumerated() {
            name(kind.rawValue)
            write(decisions: matrix[index])
        }
        endObject()
    }

    private mutating func write(_ rules: [RuleChange]?) {
        guard let rules else { return null() }
        beginArray()
        for change in rules {
            beginObject()
            member("before", optional: change.before)
            member("now", optional: change.now)
            member("count", change.count)
            endObject()
        }
        endArray()
    }

    private mutating func writeAllowed(_ changes: ChangeSums) {
        beginArray()
        for (index, entry) in changes.allowed.entries.enumerated() {
            beginObject()
            member("line", entry.line)
            member("entry", entry.text)
            member("count", changes.expected[index])
            member("exceeded", changes.isExceeded(index))
            endObject()
        }
        endArray()
    }

    private mutating func write(_ sample: ChangeSample) {
        beginObject()
        member(place: sample.place)
        member("link", sample.link)
        member("user_agent", optional: sample.userAgent)
        member("time", optional: sample.time.flatMap { CELTimestamp(seconds: $0)?.description })
        name("differences")
        write(strings: sample.differences)
        member(side: "before", sample.before)
        member(side: "now", sample.now)
        endObject()
    }
}
