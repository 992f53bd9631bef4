import ByteText
import Daemon
import LinkSource
import Markup
import Routing

/// The figures of one moment as text.
struct LiveText {
    private let activity: DaemonActivity
    private let before: LiveRoom.Sample?
    private let time: ContinuousClock.Instant
    private let sites: Set<String>?

    init(
        _ activity: DaemonActivity, since before: LiveRoom.Sample?, at time: ContinuousClock.Instant,
        sites: Set<String>?
    ) {
        (self.activity, self.before, self.time, self.sites) = (activity, before, time, sites)
    }

    /// The rate per second between two moments.
    static func rate(
        _ before: UInt64, _ start: ContinuousClock.Instant, _ now: UInt64, _ end: ContinuousClock.Instant
    ) -> Double {
        let seconds = (end - start) / .seconds(1)
        return seconds > 0 ? Double(now &- min(now, before)) / seconds : 0
    }

    static func text(_ number: Double) -> String {
        number >= 100 ? grouped(Int(number.rounded())) : String((number * 10).rounded() / 10)
    }

    /// The rate per second; `nil` for the first sample.
    private func rate(_ count: (DaemonActivity) -> UInt64) -> String? {
        before.map { Self.text(Self.rate(count($0.activity), $0.time, count(activity), time)) }
    }

    func write(to values: inout PageValues) {
        values.set("is_first", before == nil)
        values["requests"] = rate(\.requestCount)
        values["requests_total"] = grouped(Int(clamping: activity.requestCount))
        let open = Int(clamping: activity.openConnections)
        values["open"] = "\(counted(open, "connection")) \(open == 1 ? "is" : "are") open"
        values.set("kinds", rows: DecisionKind.allCases.map(kind))
        writeLatency(to: &values)
        values.set(
            "statuses",
            rows: activity.responses.sorted { $0.key < $1.key }.map { code, _ in
                row(String(code)) { $0.responses[code] ?? 0 }
            })
        let shed = activity.shed.filter { $0.value > 0 }.keys.sorted()
        values.set("has_shed", !shed.isEmpty)
        values.set("sheds", rows: shed.map { reason in row(reason.replacing("_", with: " ")) { $0.shed[reason] ?? 0 } })
        writeReasons(to: &values)
        writeSource(to: &values)
    }

    private func writeReasons(to values: inout PageValues) {
        let names = activity.refusals(sites: sites).keys.sorted()
        values.set("has_reasons", !names.isEmpty)
        values.set(
            "reasons",
            rows: names.map { name in
                row(name == "rule" ? "refused by a rule" : name) { $0.refusals(sites: sites)[name] ?? 0 }
            })
    }

    private func kind(_ kind: DecisionKind) -> PageValues {
        row(kind.rawValue.replacing("_", with: " ")) { $0.decisions(kind, sites: sites) }
    }

    private func row(_ title: String, _ count: (DaemonActivity) -> UInt64) -> PageValues {
        var row = PageValues()
        row["title"] = title
        row["total"] = grouped(Int(clamping: count(activity)))
        row["rate"] = rate(count) ?? "–"
        return row
    }

    private func writeLatency(to values: inout PageValues) {
        // Covers the time since the last sample if it contains decisions, otherwise the whole uptime.
        var durations = activity.durations
        if let before {
            let recent = zip(durations, before.activity.durations).map {
                (bound: $0.bound, count: $0.count &- $1.count)
            }
            if recent.contains(where: { $0.count > 0 }) {
                durations = recent
            } else {
                values.set("is_old_latency", true)
            }
        }
        let total = durations.reduce(0) { $0 + $1.count }
        values.set("has_latency", total > 0)
        values.set(
            "latencies",
            rows: [("Median", 0.5), ("90 %", 0.9), ("99 %", 0.99)].map { title, share in
                var row = PageValues()
                row["title"] = title
                var (sum, bound) = (UInt64(0), nil as UInt64?)
                for one in durations {
                    sum += one.count
                    bound = one.bound
                    if Double(sum) >= share * Double(total) { break }
                }
                row["bound"] = bound.map { "under \(Self.duration($0))" } ?? "over 10 ms"
                return row
            })
    }

    private static func duration(_ nanoseconds: UInt64) -> String {
        nanoseconds < 1_000_000
            ? "\(text(Double(nanoseconds) / 1_000)) µs" : "\(text(Double(nanoseconds) / 1_000_000)) ms"
    }

    private func writeSource(to values: inout PageValues) {
        guard let source = activity.source else { return }
        values.set("has_source", true)
        values["source_word"] = source.isReachable ? "reachable" : "unreachable"
        values["source_style"] = source.isReachable ? "good" : "bad"
        values["source_fault"] = source.fault
        values["lag"] = counted(Int(clamping: source.lag), "version")
        values["behind_since"] = source.behindSince.map { RulesText.time($0) }
        values["last_success"] = source.lastSuccess.map { RulesText.time($0) }
        values["counts_unsent"] = grouped(Int(clamping: source.countsUnsent))
    }
}
