import ByteText

/// The parsed request line and fields: numbers, and offsets from the message's first byte.
///
/// Filled line by line by ``RequestReader`` and accessed through ``Request``. Small and without references, so cheap to
/// copy.
struct RequestHead {
    var method = Method.other
    var version = HTTPVersion.http1_1
    /// Whether the path may contain characters that clients should encode.
    var takesAnyPath = false

    var methodRange = MessageRange.empty
    /// The target in origin form, or `*`.
    var target = MessageRange.empty
    /// The offset of the target's query, after the question mark, or `nil` if there is none.
    var query: UInt32?

    /// The authority of a target in absolute form.
    var targetAuthority: MessageRange?
    /// The default port of the target's scheme.
    var targetPort: UInt16?
    /// The value of the `Host` field.
    var hostField: MessageRange?
    /// The authority that the request is for, split into host and port.
    var host = MessageRange.empty
    var port: UInt16?

    var contentLength: Int?
    var isChunked = false
    var expectsContinue = false
    var requestsClose = false
    var requestsKeepAlive = false

    /// Whether another request may follow on the connection (RFC 9112, section 9.3).
    var keepsAlive: Bool { !requestsClose && (version != .http1_0 || requestsKeepAlive) }
}

/// One field line, as offsets from the message's first byte.
struct FieldLine {
    var nameStart: UInt32
    var nameCount: UInt32
    var valueStart: UInt32
    var valueCount: UInt32

    init(name: Range<Int>, value: Range<Int>) {
        nameStart = UInt32(name.lowerBound)
        nameCount = UInt32(name.count)
        valueStart = UInt32(value.lowerBound)
        valueCount = UInt32(value.count)
    }

    var name: Range<Int> { Int(nameStart)..<Int(nameStart) + Int(nameCount) }
    var value: Range<Int> { Int(valueStart)..<Int(valueStart) + Int(valueCount) }
}

/// A slice of a message, as offsets from its first byte. Half the size of a range of `Int`.
///
/// A head consists of such slices and is copied on each borrow of a request. Messages are limited to far less than 4
/// GiB.
struct MessageRange {
    private var start: UInt32
    private var end: UInt32

    static var empty: MessageRange { MessageRange(0..<0) }

    init(_ indices: Range<Int>) {
        start = UInt32(indices.lowerBound)
        end = UInt32(indices.upperBound)
    }

    var lowerBound: Int { Int(start) }
    var upperBound: Int { Int(end) }
    var indices: Range<Int> { lowerBound..<upperBound }
}
