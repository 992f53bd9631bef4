import Libevent

/// Which logs a daemon writes, and where.
public struct LogSettings: Sendable {
    public enum Format: Sendable { case json, combined }

    /// A path, or `-` or `stdout` for standard output; nil for no such log.
    public var access: String?
    public var decisions: String?
    /// How lines of the access log look; the decision log is always JSON.
    public var format = Format.json

    public init() {}
}

/// The logs of a daemon: for each worker a ring into each log, and the one thread that writes them all.
final class DaemonLogs: Sendable {
    let settings: LogSettings
    let accessRings: [LogRing]
    let decisionRings: [LogRing]
    /// For what no worker does, such as a reload. One thread at a time uses it.
    let eventRing: LogRing?
    private let writer: LogWriter

    /// Opens the logs; nil where the settings want none.
    ///
    /// - Parameter say: Takes a line for standard error, on the thread that writes.
    init?(_ settings: LogSettings, workers: Int, say: @escaping @Sendable (String) -> Void) throws {
        guard settings.access != nil || settings.decisions != nil else { return nil }
        let bell = try Bell()
        self.settings = settings
        accessRings = settings.access == nil ? [] : (0..<workers).map { _ in LogRing(bell: bell) }
        decisionRings = settings.decisions == nil ? [] : (0..<workers).map { _ in LogRing(bell: bell) }
        eventRing = settings.decisions == nil ? nil : LogRing(capacity: 1 << 16, bell: bell)
        writer = LogWriter(bell: bell)
        // Two logs in one file share it, so that their lines do not tear each other.
        let decisions = decisionRings + [eventRing].compactMap(\.self)
        var files: [LogFile] = []
        if let path = settings.access {
            let isShared = settings.decisions.map { Self.isOne($0, path) } ?? false
            files.append(try LogFile(path, accessRings + (isShared ? decisions : []), say: say))
            if !isShared, let path = settings.decisions { files.append(try LogFile(path, decisions, say: say)) }
        } else if let path = settings.decisions {
            files.append(try LogFile(path, decisions, say: say))
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
        if settings.access != nil { logs.append(("access", accessRings.reduce(0) { $0 + $1.droppedLines })) }
        if settings.decisions != nil {
            logs.append(("decisions", decisionRings.reduce(eventRing?.droppedLines ?? 0) { $0 + $1.droppedLines }))
        }
        return logs
    }
}
