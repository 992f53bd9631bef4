import ByteText

/// What the request line and the fields say: numbers and offsets from the message's first byte.
///
/// It is read line by line by ``RequestReader`` and looked at through ``Request``. It holds no reference and is small, so it is cheap to copy.
struct RequestHead {
    var method = Method.other
    var version = HTTPVersion.http1_1
    /// Whether the path may have characters that clients are to encode.
    var takesAnyPath = false

    var methodRange = MessageRange.empty
    /// The target in origin form, or `*`.
    var target = MessageRange.empty
    /// Where the target's query begins, the question mark not included; nil without one.
    var query: UInt32?

    /// The authority of a target in absolute form.
    var targetAuthority: MessageRange?
    /// The port that its scheme has by itself.
    var targetPort: UInt16?
    /// The value of the field `Host`.
    var hostField: MessageRange?
    /// The authority that the request is for, split.
    var host = MessageRange.empty
    var port: UInt16?

    var contentLength: Int?
    var isChunked = false
    var expectsContinue = false
    var saysClose = false
    var saysKeepAlive = false

    /// Whether the connection may carry another request after this one (RFC 9112, section 9.3).
    var keepsAlive: Bool { !saysClose && (version != .http1_0 || saysKeepAlive) }
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
