import ByteText

extension Worker {
    /// A new trace for a sampled request, or `nil`. Its trace ID is derived from the request ID, not from an
    /// `X-Request-Id` that a peer has sent.
    func newTrace(_ requestID: UInt64) -> TraceContext? {
        guard traceInterval > 0 else { return nil }
        // As good as random: clients can't predict which requests are sampled.
        let span = identifiers.span(of: requestID)
        guard span % traceInterval == 0 else { return nil }
        let name = identifiers.name(of: requestID)
        return TraceContext(beginning: name.span, span)
    }
}
