public import ByteText

extension JSONWriter {
    /// Writes `trace_id` and `span_id`, the names that OpenTelemetry gives them in logs of other formats.
    public mutating func members(of trace: TraceContext) {
        trace.withIDs { trace, span in
            member("trace_id", trace)
            member("span_id", span)
        }
    }
}
