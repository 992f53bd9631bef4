/// What became of spans.
struct SpanCounts: Sendable, Equatable {
    /// Accepted by the collector.
    var exported: UInt64 = 0
    /// Not accepted by the collector, which has said so.
    var rejected: UInt64 = 0
    /// Given up, as no collector has answered in time.
    var failed: UInt64 = 0
    /// Without room, while the collector was slow or away.
    var dropped: UInt64 = 0
}
