import Libevent
package import Settings

/// The logs of a daemon: a ring per worker and log, and the single thread that writes them all.
package final class DaemonLogs: Sendable {
    /// The names of the files; `nil` for a log that is not written.
    package struct Paths: Equatable, Sendable {
        var access: String?
        var decisions: String?
        var audit: String?

        package init(_ settings: DaemonSettings) {
            (access, decisions, audit) = (settings.accessLog, settings.decisionLog, settings.auditLog)
        }

        var all: [String?] { [access, decisions, audit] }
    }

    private let accessRings: [LogRing]
    private let decisionRings: [LogRing]
    /// The ring for events outside the workers, such as a reload. Used by one thread at a time.
    package let eventRing: LogRing?
    /// The ring of the audit log.
    package let auditRing: LogRing?
    private let writer: LogWriter
    /// Holds the files until ``start()``.
    private let files: LogFiles
    /// The lines already lost by the logs that these replaced.
    private let droppedBefore: [String: Int]

    /// Opens the logs; `nil` if the settings specify none. Lines wait in the rings until ``start()``.
    ///
    /// - Parameters:
    ///   - former: The logs that these replace, whose lost lines are included in the counts.
    ///   - report: Receives lines for standard error, on the log thread.
    package init?(
        _ settings: DaemonSettings, workers: Int, replacing former: DaemonLogs? = nil,
        report: @escaping @Sendable (String) -> Void
    ) throws {
        let paths = Paths(settings)
        guard paths.all.contains(where: { $0 != nil }) else { return nil }
        let bell = try Bell()
        accessRings = paths.access == nil ? [] : (0..<workers).map { _ in LogRing(bell: bell) }
        decisionRings = paths.decisions == nil ? [] : (0..<workers).map { _ in LogRing(bell: bell) }
        eventRing = paths.decisions == nil ? nil : LogRing(capacity: 1 << 16, bell: bell)
        auditRing = paths.audit == nil ? nil : LogRing(capacity: AuditLog.ringCapacity, bell: bell)
        writer = LogWriter(bell: bell)
        droppedBefore = Dictionary(
            uniqueKeysWithValues: former?.droppedLines.map { ($0.log, $0.count) } ?? [])
        let rings = [accessRings, decisionRings + [eventRing].compactMap(\.self), [auditRing].compactMap(\.self)]
        // Logs with the same file share it, so that their lines are not interleaved.
        var shared: [(path: String, rings: [LogRing])] = []
        for (path, rings) in zip(paths.all, rings) {
            guard let path else { continue }
            if let index = shared.firstIndex(where: { Self.isOne($0.path, path) }) {
                shared[index].rings += rings
            } else {
                shared.append((path, rings))
            }
        }
        files = LogFiles(try shared.map { try LogFile($0.path, $0.rings, report: report) })
    }

    /// A worker's ring of the access log; `nil` if there is none.
    package func accessRing(of worker: Int) -> LogRing? { accessRings.isEmpty ? nil : accessRings[worker] }

    /// A worker's ring of the decision log; `nil` if there is none.
    package func decisionRing(of worker: Int) -> LogRing? { decisionRings.isEmpty ? nil : decisionRings[worker] }

    private static func isOne(_ one: String, _ other: String) -> Bool {
        one == other || LogFile.isStandardOutput(one) && LogFile.isStandardOutput(other)
    }

    /// Starts the log thread. Called once, when nothing else writes to the files.
    package func start() { writer.start(files) }

    package func reopen() { writer.reopen() }

    /// Writes the remaining lines. Called when no worker uses these rings any more.
    package func finish() { writer.finish() }

    /// The number of lines that each log has lost so far.
    package var droppedLines: [(log: String, count: Int)] {
        [
            ("access", accessRings), ("decisions", decisionRings + [eventRing].compactMap(\.self)),
            ("audit", [auditRing].compactMap(\.self)),
        ]
        .filter { !$0.1.isEmpty }
        .map { name, rings in (name, rings.reduce(droppedBefore[name] ?? 0) { $0 + $1.droppedLines }) }
    }
}
