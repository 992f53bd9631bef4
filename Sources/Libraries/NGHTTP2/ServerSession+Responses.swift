import ByteText
import CNGHTTP2

extension ServerSession {
    /// Responds on a stream with a status and fields, and with content if there is a token for it.
    ///
    /// - Parameters:
    ///   - lines: `Name: value`, each followed by CRLF; names in any case, values without control characters. Copied
    ///     during the call.
    ///   - length: The content length to send, or `nil` to send none.
    ///   - token: A nonnegative number passed to ``SessionEvents/body(of:token:into:)``, or `nil` for a response
    ///     without content.
    /// - Returns: `false` if out of memory, or if the stream is closed.
    public func respond(on stream: Int32, status: UInt16, lines: Span<UInt8>, length: Int?, token: Int?) -> Bool {
        guard var section = course.literals.begin(stream, lineBytes: lines.count) else { return false }
        section.append(status: status)
        section.append(lines: lines)
        if let length { section.append(length: length) }
        return queue(section, isSubmitted: submitResponse(on: stream, token: token))
    }

    /// Sends `100 Continue` on a stream, for a client that waits for it before sending content (RFC 9110, section
    /// 10.1.1).
    public func sendContinue(on stream: Int32) {
        guard var section = course.literals.begin(stream, lineBytes: 0) else { return }
        section.append(status: 100)
        // Safe: there are no fields to point to.
        let result = unsafe nghttp2_submit_headers(
            handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, nil, nil, 0, nil)
        _ = queue(section, isSubmitted: result == 0)
    }

    /// Sends fields after the content of a stream. Returns `false` if out of memory.
    private func submit(_ trailers: StaticString, on stream: Int32) -> Bool {
        guard var section = course.literals.begin(stream, lineBytes: trailers.utf8CodeUnitCount) else {
            return false
        }
        // Safe: literals are in static storage.
        section.append(lines: unsafe Span(_unsafeStart: trailers.utf8Start, count: trailers.utf8CodeUnitCount))
        // Safe: there are no fields to point to.
        return queue(section, isSubmitted: unsafe nghttp2_submit_trailer(handle, stream, nil, 0) == 0)
    }

    private func queue(_ section: consuming LiteralFields.Writer, isSubmitted: Bool) -> Bool {
        if isSubmitted { course.literals.append(section) } else { course.literals.drop(section) }
        return isSubmitted
    }

    /// Makes nghttp2 create a HEADERS frame without fields, and DATA frames.
    private func submitResponse(on stream: Int32, token: Int?) -> Bool {
        // Safe: nghttp2 copies the provider; the token is a number that is never dereferenced.
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
            guard piece.isLast, let trailers = piece.trailers else { return piece.count }
            // The trailers end the stream instead of the content.
            unsafe flags?.pointee |= NGHTTP2_DATA_FLAG_NO_END_STREAM.rawValue
            let isSubmitted = unsafe SessionCalls.with(session) { $0.submit(trailers, on: stream) }
            return isSubmitted ? piece.count : Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
        }
        return unsafe nghttp2_submit_response(handle, stream, nil, 0, &provider) == 0
    }
}

extension ServerSession {
    /// The smallest SETTINGS_MAX_FRAME_SIZE that a client may set (RFC 9113, section 6.5.2).
    private static let longestPayload = 16_384

    /// Passes on a HEADERS frame with its fields. Fields that exceed the frame follow in CONTINUATION frames (section
    /// 6.10).
    ///
    /// - Parameter frame: The frame created by nghttp2. Its dynamic table size updates stay before the fields.
    static func append(_ fields: Span<UInt8>, to frame: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
        var head = InlineArray<9, UInt8> { frame[$0] }
        let start = frame.extracting(head.count...)
        precondition(
            head[3] == FrameType.headers.rawValue && head[4] & endsFields != 0 && start.count < longestPayload,
            "a section without fields must be one frame")
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
