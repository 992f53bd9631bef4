import Libevent
import Settings

/// The logs of a daemon: for each worker a ring into each log, and the one thread that writes them all.
final class DaemonLogs: Sendable {
    let settings: DaemonSettings
    let accessRings: [LogRing]
    let decisionRings: [LogRing]
    /// For events outside the workers, such as a reload. Used by one thread at a time.
    let eventRing: LogRing?
    private let writer: LogWriter

    /// Opens the logs; nil if the settings name none.
    ///
    /// - Parameter report: Receives a line for standard error, on the thread that writes.
    init?(_ settings: DaemonSettings, workers: Int, report: @escaping @Sendable (String) -> Void) throws {
        guard settings.accessLog != nil || settings.decisionLog != nil else { return nil }
        let bell = try Bell()
        self.settings = settings
        accessRings = settings.accessLog == nil ? [] : (0..<workers).map { _ in LogRing(bell: bell) }
        decisionRings = settings.decisionLog == nil ? [] : (0..<workers).map { _ in LogRing(bell: bell) }
        eventRing = settings.decisionLog == nil ? nil : LogRing(capacity: 1 << 16, bell: bell)
        writer = LogWriter(bell: bell)
        // Two logs in one file share it, so that their lines are not interleaved.
        let decisions = decisionRings + [eventRing].compactMap(\.self)
        var files: [LogFile] = []
        if let path = settings.accessLog {
            let isShared = settings.decisionLog.map { Self.isOne($0, path) } ?? false
            files.append(try LogFile(path, accessRings + (isShared ? decisions : []), report: report))
            if !isShared, let path = settings.decisionLog { files.append(try LogFile(path, decisions, report: report)) }
        } else if let path = settings.decisionLog {
            files.append(try LogFile(path, decisions, report: report))
        }
        writer.start(files)
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
        return logs
    }
}
