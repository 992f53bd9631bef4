/// The span counters.
package struct SpanCounts: Sendable, Equatable {
    /// Accepted by the collector.
    package var exported: UInt64 = 0
    /// Rejected by the collector.
    package var rejected: UInt64 = 0
    /// Dropped after retries, because no collector responded in time.
    package var failed: UInt64 = 0
    /// Dropped for lack of room, while the collector was slow or unreachable.
    package var dropped: UInt64 = 0

    package init() {}
}
