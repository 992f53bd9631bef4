import HTTP

/// What one worker has counted. The worker alone writes them; a reader gets copies by a message and adds them up.
public struct WorkerCounters: Sendable {
    /// Connections that were accepted and admitted.
    public internal(set) var accepted: UInt64 = 0
    /// Connections that are open now.
    public internal(set) var open: UInt64 = 0
    /// Connections that were closed because they took too long.
    public internal(set) var timedOut: UInt64 = 0
    /// TLS handshakes that ended well, anew and with a ticket, and those that did not.
    public private(set) var newHandshakes: UInt64 = 0
    /// TLS handshakes that a ticket shortened.
    public private(set) var resumedHandshakes: UInt64 = 0
    /// TLS handshakes that failed; those that the client gave up are not counted.
    public internal(set) var failedHandshakes: UInt64 = 0
    /// Bytes that were read from clients, without what TLS adds.
    public internal(set) var bytesReceived: UInt64 = 0
    /// Bytes that were sent to clients, without what TLS adds.
    public internal(set) var bytesSent: UInt64 = 0
    private var shed = [UInt64](repeating: 0, count: ShedReason.allCases.count)
    private var responses = [UInt64](repeating: 0, count: ListenerKind.allCases.count * WorkerCounters.codes)

    private static let codes = 600

    /// Counts of nothing, to add others to.
    public init() {}

    mutating func countResponse(_ status: Status, _ kind: ListenerKind) {
        responses[kind.rawValue * WorkerCounters.codes + Int(status.code)] &+= 1
    }

    mutating func countHandshake(isResumed: Bool) {
        if isResumed { resumedHandshakes += 1 } else { newHandshakes += 1 }
    }

    mutating func countShed(_ reason: ShedReason) { shed[reason.column] &+= 1 }

    /// How many requests or connections were kept out for a reason.
    public func shed(for reason: ShedReason) -> UInt64 { shed[reason.column] }

    /// Calls `body` for each status that was sent at least once.
    public func forEachResponse(_ body: (ListenerKind, Int, UInt64) -> Void) {
        for kind in ListenerKind.allCases {
            for code in 100..<WorkerCounters.codes {
                let count = responses[kind.rawValue * WorkerCounters.codes + code]
                if count > 0 { body(kind, code, count) }
            }
        }
    }

    /// All answers, and those among them that say that the server failed, of some listeners.
    public func responses(of kinds: [ListenerKind]) -> (all: UInt64, failed: UInt64) {
        var (all, failed): (UInt64, UInt64) = (0, 0)
        for kind in kinds {
            let start = kind.rawValue * WorkerCounters.codes
            for code in 100..<WorkerCounters.codes {
                let count = responses[start + code]
                all &+= count
                if code >= 500 { failed &+= count }
            }
        }
        return (all, failed)
    }

    /// All that was kept out.
    public var shedCount: UInt64 { shed.reduce(0, &+) }

    /// Adds another worker's counts to these.
    public mutating func add(_ other: WorkerCounters) {
        accepted += other.accepted
        for index in shed.indices { shed[index] += other.shed[index] }
        open += other.open
        timedOut += other.timedOut
        newHandshakes += other.newHandshakes
        resumedHandshakes += other.resumedHandshakes
        failedHandshakes += other.failedHandshakes
        bytesReceived += other.bytesReceived
        bytesSent += other.bytesSent
        for index in responses.indices { responses[index] += other.responses[index] }
    }
}
