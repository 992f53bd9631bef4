import HTTP

/// The counters of one worker. Only the worker writes them; readers get copies through a message and add them up.
public struct WorkerCounters: Sendable {
    /// Connections accepted and admitted.
    public internal(set) var accepted: UInt64 = 0
    /// Connections currently open.
    public internal(set) var open: UInt64 = 0
    /// Connections closed by a timeout.
    public internal(set) var timedOut: UInt64 = 0
    /// Full TLS handshakes that succeeded.
    public private(set) var newHandshakes: UInt64 = 0
    /// TLS handshakes resumed with a ticket.
    public private(set) var resumedHandshakes: UInt64 = 0
    /// TLS handshakes that failed, except those abandoned by the client.
    public internal(set) var failedHandshakes: UInt64 = 0
    /// Bytes read from clients, without TLS overhead.
    public internal(set) var bytesReceived: UInt64 = 0
    /// Bytes sent to clients, without TLS overhead.
    public internal(set) var bytesSent: UInt64 = 0
    private var shed = [UInt64](repeating: 0, count: ShedReason.allCases.count)
    private var responses = [UInt64](repeating: 0, count: ListenerKind.allCases.count * WorkerCounters.codes)

    private static let codes = 600

    /// Zero counters, to add others to.
    public init() {}

    mutating func countResponse(_ status: Status, _ kind: ListenerKind) {
        responses[kind.rawValue * WorkerCounters.codes + Int(status.code)] &+= 1
    }

    mutating func countHandshake(isResumed: Bool) {
        if isResumed { resumedHandshakes += 1 } else { newHandshakes += 1 }
    }

    mutating func countShed(_ reason: ShedReason) { shed[reason.column] &+= 1 }

    /// The number of requests or connections shed for a reason.
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

    /// The number of all responses and of 5xx responses of some listeners.
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

    /// The total number of shed requests and connections.
    public var shedCount: UInt64 { shed.reduce(0, &+) }

    /// Adds another worker's counters to these.
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
