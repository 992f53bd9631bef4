/// The span counters.
struct SpanCounts: Sendable, Equatable {
    /// Accepted by the collector.
    var exported: UInt64 = 0
    /// Rejected by the collector.
    var rejected: UInt64 = 0
    /// Dropped after retries, because no collector responded in time.
    var failed: UInt64 = 0
    /// Dropped for lack of room, while the collector was slow or unreachable.
    var dropped: UInt64 = 0
}
