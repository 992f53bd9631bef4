import ByteText

extension Worker {
    /// The trace that begins with a request, if it is one of the share. It is named as the request, unless a peer has named that.
    func newTrace(_ requestID: UInt64) -> TraceContext? {
        guard traceInterval > 0 else { return nil }
        // As good as random: no client can tell which requests it will be.
        let span = identifiers.span(of: requestID)
        guard span % traceInterval == 0 else { return nil }
        let name = identifiers.name(of: requestID)
        return TraceContext(beginning: name.span, span)
    }
}
