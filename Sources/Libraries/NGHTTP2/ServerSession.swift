import ByteText
import CNGHTTP2

/// The server side of one HTTP/2 connection (RFC 9113): bytes in, events and bytes out. Independent of sockets.
///
/// Confined to one thread.
@safe public final class ServerSession {
    /// The settings sent to the client at the start (RFC 9113, section 6.5.2).
    public struct Settings: Sendable {
        /// The maximum number of concurrent streams.
        public var concurrentStreams: UInt32
        /// The maximum size of a field section, in bytes, plus 32 per field.
        public var fieldSectionBytes: UInt32
        /// The initial flow-control window of a stream, in bytes.
        public var windowBytes: UInt32

        /// Creates settings.
        public init(concurrentStreams: UInt32, fieldSectionBytes: UInt32, windowBytes: UInt32) {
            self.concurrentStreams = concurrentStreams
            self.fieldSectionBytes = fieldSectionBytes
            self.windowBytes = windowBytes
        }
    }

    /// Why a session can't continue.
    public enum Fault: Error, Equatable {
        /// The input is not HTTP/2.
        case notHTTP2
        /// Too many CONTINUATION frames for a field section (CVE-2024-28182).
        case continuations
        /// The peer triggers more control frames than it reads (CVE-2019-9512, CVE-2019-9515).
        case flood
        /// Out of memory, or a bug.
        case broken
    }

    /// The state of the session.
    struct Course: ~Copyable {
        /// See ``ServerSession/begunFrames``.
        var begunFrames = 0
        /// The stream whose header section nghttp2 has just produced; 0 for none.
        var sectionStream: Int32 = 0
        /// The fields of responses whose frames nghttp2 will send.
        var literals: LiteralFields
    }

    let handle: OpaquePointer
    let memory: SessionMemory
    /// The number of frames that have begun to arrive, without ignored ones: those of unknown types, and of closed
    /// streams. See ``FrameScanner``.
    public var begunFrames: Int { course.begunFrames }
    var course: Course
    /// The receiver of events.
    let events: any SessionEvents

    /// Starts a session. The first bytes of ``nextFrame(_:)`` are the settings. Returns `nil` if out of memory.
    ///
    /// - Parameter events: Retained by the session: an owner that is also the receiver must break the cycle by
    ///   releasing the session.
    public init?(_ settings: Settings, memory: SessionMemory, events: any SessionEvents) {
        self.memory = memory
        self.events = events
        course = Course(literals: LiteralFields(memory))
        var handle: OpaquePointer?
        // Safe: the callback table and the options are never freed; the memory lives as long as self.
        let result = unsafe nghttp2_session_server_new3(
            &handle, SessionCalls.table, nil, SessionCalls.options, memory.table)
        guard result == 0, let handle = unsafe handle else { return nil }
        unsafe self.handle = handle
        // Safe: events occur only within calls of this object's own methods.
        unsafe nghttp2_session_set_user_data(handle, Unmanaged.passUnretained(self).toOpaque())
        guard submit(settings) else { return nil }
    }

    // Safe: the handle is owned by this object.
    deinit { unsafe nghttp2_session_del(handle) }

    private func submit(_ settings: Settings) -> Bool {
        var entries = [
            nghttp2_settings_entry(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, settings.concurrentStreams),
            nghttp2_settings_entry(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, settings.windowBytes),
            nghttp2_settings_entry(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, settings.fieldSectionBytes),
            // The priority tree of RFC 7540 costs both sides without benefit (RFC 9218, section 2.1).
            nghttp2_settings_entry(NGHTTP2_SETTINGS_NO_RFC7540_PRIORITIES, 1),
        ]
        // Safe: the entries are copied during the call.
        return unsafe nghttp2_submit_settings(handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), &entries, entries.count) == 0
    }

    /// Processes received bytes. Everything they complete is reported before this returns.
    public func receive(_ bytes: Span<UInt8>) throws(Fault) {
        // Safe: the bytes are read during the call.
        let result = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe nghttp2_session_mem_recv(handle, bytes.baseAddress, bytes.count)
        }
        guard result < 0 else { return }
        switch Int32(result) {
        case NGHTTP2_ERR_BAD_CLIENT_MAGIC.rawValue: throw .notHTTP2
        case NGHTTP2_ERR_TOO_MANY_CONTINUATIONS.rawValue: throw .continuations
        case NGHTTP2_ERR_FLOODED.rawValue: throw .flood
        default: throw .broken
        }
    }

    /// Passes the next frame to send to `body`. Returns `false` if there are no more.
    ///
    /// - Parameter body: Appends the bytes, which are valid during the call. Called for each piece of the frame.
    public func nextFrame(_ body: (Span<UInt8>) -> Void) throws(Fault) -> Bool {
        var start: UnsafePointer<UInt8>?
        course.sectionStream = 0
        // Safe: the bytes are valid until the next call of nghttp2.
        let count = unsafe nghttp2_session_mem_send(handle, &start)
        guard count >= 0 else { throw Int32(count) == NGHTTP2_ERR_FLOODED.rawValue ? .flood : .broken }
        guard count > 0, let start = unsafe start else {
            // No section is waiting: any that are left belong to closed streams.
            course.literals.removeAll()
            return false
        }
        let bytes = unsafe Span(_unsafeStart: start, count: count)
        let stream = course.sectionStream
        guard stream != 0 else {
            body(bytes)
            return true
        }
        course.literals.remove(stream) { fields in Self.append(fields, to: bytes, body) }
        return true
    }

    /// Whether the session expects input or has output.
    public var isAlive: Bool {
        // Safe: the handle lives as long as self.
        unsafe nghttp2_session_want_read(handle) != 0 || nghttp2_session_want_write(handle) != 0
    }

    /// The highest stream identifier that was passed to the owner.
    public var lastStream: Int32 {
        // Safe: the handle lives as long as self.
        unsafe nghttp2_session_get_last_proc_stream_id(handle)
    }

    // MARK: - Output

    /// Resets a stream.
    public func reset(_ stream: Int32, _ error: StreamError) {
        // Safe: the handle lives as long as self.
        unsafe _ = nghttp2_submit_rst_stream(handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, error.rawValue)
    }

    /// Announces the shutdown: new streams, which may be in flight, are still accepted (RFC 9113, section 6.8).
    public func announceEnd() {
        // Safe: the handle lives as long as self.
        unsafe _ = nghttp2_submit_shutdown_notice(handle)
    }

    /// Accepts no more streams. The session is over once the open ones are.
    public func refuseNewStreams() {
        // Safe: the handle lives as long as self; there is no debug data to pass.
        unsafe _ = nghttp2_submit_goaway(
            handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), lastStream, StreamError.none.rawValue, nil, 0)
    }

    /// Terminates the session: only the GOAWAY is still sent.
    public func terminate(_ error: StreamError) {
        // Safe: the handle lives as long as self.
        unsafe _ = nghttp2_session_terminate_session(handle, error.rawValue)
    }
}

extension nghttp2_settings_entry {
    fileprivate init(_ identifier: nghttp2_settings_id, _ value: UInt32) {
        self.init(settings_id: Int32(identifier.rawValue), value: value)
    }
}
