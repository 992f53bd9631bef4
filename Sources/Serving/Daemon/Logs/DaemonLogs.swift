import Libevent
import Settings

/// The logs of a daemon: for each worker a ring into each log, and the one thread that writes them all.
final class DaemonLogs: Sendable {
    let settings: DaemonSettings
    let accessRings: [LogRing]
    let decisionRings: [LogRing]
    /// For events outside the workers, such as a reload. Used by one thread at a time.
    let eventRing: LogRing?
    /// What clients change; nil where the settings name no file for it.
    let audit: AuditLog?
    private let auditRing: LogRing?
    private let writer: LogWriter

    /// Opens the logs; nil if the settings name none.
    ///
    /// - Parameter report: Receives a line for standard error, on the thread that writes.
    init?(_ settings: DaemonSettings, workers: Int, report: @escaping @Sendable (String) -> Void) throws {
        let paths = [settings.accessLog, settings.decisionLog, settings.auditLog]
        guard paths.contains(where: { $0 != nil }) else { return nil }
        let bell = try Bell()
        self.settings = settings
        accessRings = settings.accessLog == nil ? [] : (0..<workers).map { _ in LogRing(bell: bell) }
        decisionRings = settings.decisionLog == nil ? [] : (0..<workers).map { _ in LogRing(bell: bell) }
        eventRing = settings.decisionLog == nil ? nil : LogRing(capacity: 1 << 16, bell: bell)
        auditRing = settings.auditLog == nil ? nil : LogRing(capacity: AuditLog.ringCapacity, bell: bell)
        audit = auditRing.map { AuditLog($0) }
        writer = LogWriter(bell: bell)
        let rings = [accessRings, decisionRings + [eventRing].compactMap(\.self), [auditRing].compactMap(\.self)]
        // Logs in one file share it, so that their lines are not interleaved.
        var shared: [(path: String, rings: [LogRing])] = []
        for (path, rings) in zip(paths, rings) {
            guard let path else { continue }
            if let index = shared.firstIndex(where: { Self.isOne($0.path, path) }) {
                shared[index].rings += rings
            } else {
                shared.append((path, rings))
            }
        }
        writer.start(try shared.map { try LogFile($0.path, $0.rings, report: report) })
    }

    private static func isOne(_ one: String, _ other: String) -> Bool {
        one == other || LogFile.isStandardOutput(one) && LogFile.isStandardOutput(other)
    }

    func reopen() { writer.reopen() }

    /// Writes what is left. Called when no worker runs any more.
    func finish() { writer.finish() }

    /// How many lines each log has lost so far.
    var droppedLines: [(log: String, count: Int)] {
        var logs: [(log: String, count: Int)] = []
        if settings.accessLog != nil { logs.append(("access", accessRings.reduce(0) { $0 + $1.droppedLines })) }
        if settings.decisionLog != nil {
            logs.append(("decisions", decisionRings.reduce(eventRing?.droppedLines ?? 0) { $0 + $1.droppedLines }))
        }
        if let auditRing { logs.append(("audit", auditRing.droppedLines)) }
        return logs
    }
}
