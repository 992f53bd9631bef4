import ByteText
import CNGHTTP2

/// What nghttp2 calls, and how it is set up: the same for all sessions.
enum SessionCalls {
    /// How many CONTINUATION frames a field section may have. One of 16 KiB needs none.
    private static let continuations = 8
    /// How many streams a client may reset at once, and a second (CVE-2023-44487).
    private static let resets: (burst: UInt64, rate: UInt64) = (200, 33)
    /// How many answers to PING and SETTINGS may wait (CVE-2019-9512, CVE-2019-9515).
    private static let acknowledgements = 100

    /// Made once, never changed or freed: any thread may read it.
    nonisolated(unsafe) static let options: OpaquePointer = {
        var options: OpaquePointer?
        // Safe: the object is new and nobody else's.
        guard unsafe nghttp2_option_new(&options) == 0, let options = unsafe options else {
            preconditionFailure("no memory for the options of HTTP/2")
        }
        unsafe nghttp2_option_set_no_closed_streams(options, 1)
        unsafe nghttp2_option_set_max_continuations(options, continuations)
        unsafe nghttp2_option_set_stream_reset_rate_limit(options, resets.burst, resets.rate)
        unsafe nghttp2_option_set_max_outbound_ack(options, acknowledgements)
        // Messages are judged by who reads them, once: see `StreamRequest`.
        unsafe nghttp2_option_set_no_http_messaging(options, 1)
        return unsafe options
    }()

    /// Made once, never changed or freed: any thread may read it.
    nonisolated(unsafe) static let table: OpaquePointer = {
        var table: OpaquePointer?
        // Safe: the object is new and nobody else's.
        guard unsafe nghttp2_session_callbacks_new(&table) == 0, let table = unsafe table else {
            preconditionFailure("no memory for the calls of HTTP/2")
        }
        unsafe setFrames(in: table)
        unsafe setFields(in: table)
        return unsafe table
    }()

    /// Lends the session that nghttp2 calls for, without counting a reference.
    ///
    /// Safe: nghttp2 passes what the session set, and calls only within the session's own methods.
    @inline(__always)
    static func with<Result>(_ pointer: UnsafeMutableRawPointer?, _ body: (ServerSession) -> Result) -> Result {
        guard let pointer = unsafe pointer else { preconditionFailure("nghttp2 passes what it was given") }
        return unsafe Unmanaged<ServerSession>.fromOpaque(pointer)._withUnsafeGuaranteedRef(body)
    }

    // Safe, in all calls: frames and bytes are nghttp2's, alive during the call.

    private static func setFrames(in table: OpaquePointer) {
        unsafe nghttp2_session_callbacks_set_on_begin_frame_callback(table) { _, header, session in
            // Of HEADERS only the fields say whether anything comes of them.
            guard let header = unsafe header else { return 0 }
            if unsafe FrameType(rawValue: header.pointee.type) != .headers {
                unsafe SessionCalls.with(session) { $0.course.value.begunFrames += 1 }
            }
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_frame_recv_callback(table) { _, frame, session in
            guard let frame = unsafe frame else { return 0 }
            unsafe SessionCalls.with(session) {
                unsafe $0.received(
                    FrameHeader(frame.pointee.hd), isRequest: fingerpost_nghttp2_is_request(frame) != 0)
            }
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(table) { _, frame, _, session in
            guard let frame = unsafe frame else { return 0 }
            unsafe SessionCalls.with(session) { unsafe $0.events.receivedMalformed(FrameHeader(frame.pointee.hd)) }
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_frame_send_callback(table) { _, frame, session in
            guard let frame = unsafe frame else { return 0 }
            unsafe SessionCalls.with(session) {
                if unsafe FrameType(rawValue: frame.pointee.hd.type) == .headers {
                    unsafe $0.course.value.sectionStream = frame.pointee.hd.stream_id
                }
                unsafe $0.events.sent(
                    FrameHeader(frame.pointee.hd), StreamError(rawValue: fingerpost_nghttp2_error_code(frame)))
            }
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_data_chunk_recv_callback(table) { _, _, stream, bytes, count, session in
            guard let bytes = unsafe bytes else { return 0 }
            unsafe SessionCalls.with(session) {
                let content = unsafe Span(_unsafeStart: bytes, count: count)
                $0.events.content(on: stream, content)
            }
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_stream_close_callback(table) { _, stream, error, session in
            unsafe SessionCalls.with(session) { $0.events.closed(stream, StreamError(rawValue: error)) }
            return 0
        }
    }

    private static func setFields(in table: OpaquePointer) {
        unsafe nghttp2_session_callbacks_set_on_begin_headers_callback(table) { _, frame, session in
            unsafe SessionCalls.with(session) { $0.course.value.begunFrames += 1 }
            guard let frame = unsafe frame, unsafe fingerpost_nghttp2_is_request(frame) != 0 else { return 0 }
            unsafe SessionCalls.with(session) { unsafe $0.events.beganRequest(on: frame.pointee.hd.stream_id) }
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_header_callback(table) {
            _, frame, name, nameCount, value, valueCount, _, session in
            guard let frame = unsafe frame, let name = unsafe name, let value = unsafe value else { return 0 }
            let isWanted = unsafe SessionCalls.with(session) {
                let nameBytes = unsafe Span(_unsafeStart: name, count: nameCount)
                let valueBytes = unsafe Span(_unsafeStart: value, count: valueCount)
                return unsafe $0.events.field(on: frame.pointee.hd.stream_id, name: nameBytes, value: valueBytes)
            }
            // The rest is unpacked for the sake of the table, and not looked at.
            return isWanted ? 0 : NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue
        }
    }
}

extension ServerSession {
    /// Says what a frame that has arrived means.
    fileprivate func received(_ frame: FrameHeader, isRequest: Bool) {
        events.received(frame)
        switch frame.type {
        case .headers:
            events.endedFields(on: frame.stream, isRequest: isRequest, endsStream: frame.endsStream)
        case .data where frame.endsStream: events.endedContent(on: frame.stream)
        default: break
        }
    }
}

extension FrameHeader {
    fileprivate init(_ header: nghttp2_frame_hd) {
        self.init(
            type: FrameType(rawValue: header.type), stream: header.stream_id, length: header.length,
            flags: header.flags)
    }
}
