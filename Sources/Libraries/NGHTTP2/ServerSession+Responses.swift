import ByteText
import CNGHTTP2

extension ServerSession {
    /// Responds on a stream with a status and fields, and with content if there is a token for it.
    ///
    /// - Parameters:
    ///   - lines: `Name: value` with CRLF after each; names in any case, values without controls. Copied within the call.
    ///   - length: The length that is stated; nil for none.
    ///   - token: What ``SessionEvents/body(of:token:into:)`` is asked for, not negative; nil for a response without content.
    /// - Returns: false for want of memory, or where the stream is over.
    public func respond(on stream: Int32, status: UInt16, lines: Span<UInt8>, length: Int?, token: Int?) -> Bool {
        guard var section = course.value.literals.begin(stream, lineBytes: lines.count) else { return false }
        section.append(status: status)
        section.append(lines: lines)
        if let length { section.append(length: length) }
        return queue(section, isSubmitted: submitResponse(on: stream, token: token))
    }

    /// Sends `100 Continue` on a stream: the client waits for leave to send its content (RFC 9110, section 10.1.1).
    public func sendContinue(on stream: Int32) {
        guard var section = course.value.literals.begin(stream, lineBytes: 0) else { return }
        section.append(status: 100)
        // Safe: there are no fields to point to.
        let result = unsafe nghttp2_submit_headers(
            handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, nil, nil, 0, nil)
        _ = queue(section, isSubmitted: result == 0)
    }

    private func queue(_ section: consuming LiteralFields.Writer, isSubmitted: Bool) -> Bool {
        if isSubmitted { course.value.literals.append(section) } else { course.value.literals.drop(section) }
        return isSubmitted
    }

    /// Has nghttp2 make a frame of HEADERS without fields, and frames of content.
    private func submitResponse(on stream: Int32, token: Int?) -> Bool {
        // Safe: nghttp2 copies the provider; the token is a number that is never looked into.
        guard let token else { return unsafe nghttp2_submit_response(handle, stream, nil, 0, nil) == 0 }
        var provider = unsafe nghttp2_data_provider()
        unsafe provider.source.ptr = UnsafeMutableRawPointer(bitPattern: token + 1)
        unsafe provider.read_callback = { _, stream, space, count, flags, source, session in
            guard let space = unsafe space, let source = unsafe source else { return 0 }
            let token = unsafe Int(bitPattern: source.pointee.ptr) - 1
            let room = unsafe UnsafeMutableRawBufferPointer(start: space, count: count)
            let piece = unsafe SessionCalls.with(session) {
                unsafe $0.events.body(of: stream, token: token, into: room)
            }
            guard let piece else { return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue) }
            if piece.isLast { unsafe flags?.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue }
            return piece.count
        }
        return unsafe nghttp2_submit_response(handle, stream, nil, 0, &provider) == 0
    }
}

extension ServerSession {
    /// The smallest limit of a payload that a client may set (RFC 9113, section 6.5.2).
    private static let longestPayload = 16_384

    /// Passes a frame of HEADERS on with the fields that belong into it; what it has no room for, in frames of CONTINUATION
    /// right behind it (section 6.10).
    ///
    /// - Parameter frame: As nghttp2 has made it: what it says of the table stays before the fields.
    static func append(_ fields: Span<UInt8>, to frame: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
        var head = InlineArray<9, UInt8> { frame[$0] }
        let start = frame.extracting(head.count...)
        precondition(
            head[3] == FrameType.headers.rawValue && head[4] & endsFields != 0 && start.count < longestPayload,
            "a section without fields is one frame")
        var position = min(fields.count, longestPayload - start.count)
        complete(&head, length: start.count + position, isLast: position == fields.count)
        body(head.span)
        body(start)
        body(fields.extracting(..<position))
        while position < fields.count {
            let end = min(fields.count, position + longestPayload)
            head[3] = FrameType.continuation.rawValue
            head[4] = 0
            complete(&head, length: end - position, isLast: end == fields.count)
            body(head.span)
            body(fields.extracting(position..<end))
            position = end
        }
    }

    /// END_HEADERS.
    private static let endsFields: UInt8 = 0x4

    @inline(__always)
    private static func complete(_ head: inout InlineArray<9, UInt8>, length: Int, isLast: Bool) {
        head[0] = UInt8(length >> 16)
        head[1] = UInt8(length >> 8 & 0xFF)
        head[2] = UInt8(length & 0xFF)
        head[4] = head[4] & ~endsFields | (isLast ? endsFields : 0)
    }
}
