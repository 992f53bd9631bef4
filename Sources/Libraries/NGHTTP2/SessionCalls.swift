import ByteText
import CNGHTTP2

/// The callbacks and options of nghttp2, shared by all sessions.
enum SessionCalls {
    /// The maximum number of CONTINUATION frames per field section. A section of 16 KiB needs none.
    private static let continuations = 8
    /// The rate limit of resets by a client: burst and rate per second (CVE-2023-44487).
    private static let resets: (burst: UInt64, rate: UInt64) = (200, 33)
    /// The maximum number of queued acknowledgements of PING and SETTINGS (CVE-2019-9512, CVE-2019-9515).
    private static let acknowledgements = 100

    /// Created once, never changed or freed: any thread may read it.
    nonisolated(unsafe) static let options: OpaquePointer = {
        var options: OpaquePointer?
        // Safe: the object is new and not shared.
        guard unsafe nghttp2_option_new(&options) == 0, let options = unsafe options else {
            preconditionFailure("out of memory")
        }
        unsafe nghttp2_option_set_no_closed_streams(options, 1)
        unsafe nghttp2_option_set_max_continuations(options, continuations)
        unsafe nghttp2_option_set_stream_reset_rate_limit(options, resets.burst, resets.rate)
        unsafe nghttp2_option_set_max_outbound_ack(options, acknowledgements)
        // Messages are validated once, by their reader: see `StreamRequest`.
        unsafe nghttp2_option_set_no_http_messaging(options, 1)
        return unsafe options
    }()

    /// Created once, never changed or freed: any thread may read it.
    nonisolated(unsafe) static let table: OpaquePointer = {
        var table: OpaquePointer?
        // Safe: the object is new and not shared.
        guard unsafe nghttp2_session_callbacks_new(&table) == 0, let table = unsafe table else {
            preconditionFailure("out of memory")
        }
        unsafe setFrames(in: table)
        unsafe setFields(in: table)
        return unsafe table
    }()

    /// Calls `body` with the session of a callback, without reference counting.
    ///
    /// Safe: nghttp2 passes the pointer set by the session, and runs callbacks only within the session's own methods.
    @inline(__always)
    static func with<Result>(_ pointer: UnsafeMutableRawPointer?, _ body: (ServerSession) -> Result) -> Result {
        guard let pointer = unsafe pointer else { preconditionFailure("nghttp2 passed no user data") }
        return unsafe Unmanaged<ServerSession>.fromOpaque(pointer)._withUnsafeGuaranteedRef(body)
    }

    // Safe, in all callbacks: frames and bytes belong to nghttp2 and are valid during the call.

    private static func setFrames(in table: OpaquePointer) {
        unsafe nghttp2_session_callbacks_set_on_begin_frame_callback(table) { _, header, session in
            // HEADERS are counted when their fields begin, since only then is it known whether they are processed.
            guard let header = unsafe header else { return 0 }
            if unsafe FrameType(rawValue: header.pointee.type) != .headers {
                unsafe SessionCalls.with(session) { $0.course.begunFrames += 1 }
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
                    unsafe $0.course.sectionStream = frame.pointee.hd.stream_id
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
            unsafe SessionCalls.with(session) { $0.course.begunFrames += 1 }
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
            // The rest is decoded only to keep the HPACK table in sync, and is not reported.
            return isWanted ? 0 : NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue
        }
    }
}

extension ServerSession {
    /// Reports the events of a received frame.
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
