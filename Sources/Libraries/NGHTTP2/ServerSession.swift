import ByteText
import CNGHTTP2

/// The server's side of one HTTP/2 connection (RFC 9113): bytes in, events and bytes out. It knows no socket.
///
/// Belongs to one thread.
@safe public final class ServerSession {
    /// What the client is told at the start (RFC 9113, section 6.5.2).
    public struct Settings: Sendable {
        /// How many streams there may be at a time.
        public var concurrentStreams: UInt32
        /// Bytes of a field section, with 32 more for each field.
        public var fieldSectionBytes: UInt32
        /// How many bytes of content a stream may send before they are asked for.
        public var windowBytes: UInt32

        /// All of them.
        public init(concurrentStreams: UInt32, fieldSectionBytes: UInt32, windowBytes: UInt32) {
            self.concurrentStreams = concurrentStreams
            self.fieldSectionBytes = fieldSectionBytes
            self.windowBytes = windowBytes
        }
    }

    /// Why a session can't go on.
    public enum Fault: Error, Equatable {
        /// What arrived is not HTTP/2.
        case notHTTP2
        /// A field section in more CONTINUATION frames than is allowed (CVE-2024-28182).
        case continuations
        /// The peer asks for more answers than it takes (CVE-2019-9512, CVE-2019-9515).
        case flood
        /// For want of memory, or a mistake.
        case broken
    }

    /// How far the session is.
    struct Course: ~Copyable {
        /// See ``ServerSession/begunFrames``.
        var begunFrames = 0
        /// The stream whose section of fields nghttp2 has just handed out; 0 for none.
        var sectionStream: Int32 = 0
        /// The fields of responses whose frames are nghttp2's to send.
        var literals: LiteralFields
    }

    let handle: OpaquePointer
    let memory: SessionMemory
    /// How many frames have begun to arrive, without those that are passed over: of unknown types, and of streams that are
    /// over. See ``FrameScanner``.
    public var begunFrames: Int { course.value.begunFrames }
    let course: Confined<Course>
    /// Who is told.
    let events: any SessionEvents

    /// Starts a session; the first bytes of ``nextFrame(_:)`` are the settings. Nil when memory is lacking.
    ///
    /// - Parameter events: Held until the session is let go: an owner that is told itself has to do that.
    public init?(_ settings: Settings, memory: SessionMemory, events: any SessionEvents) {
        self.memory = memory
        self.events = events
        course = Confined(Course(literals: LiteralFields(memory)))
        var handle: OpaquePointer?
        // Safe: the table of calls and the options live for good, the memory as long as self.
        let result = unsafe nghttp2_session_server_new3(
            &handle, SessionCalls.table, nil, SessionCalls.options, memory.table)
        guard result == 0, let handle = unsafe handle else { return nil }
        unsafe self.handle = handle
        // Safe: events come only within calls of this object's own methods.
        unsafe nghttp2_session_set_user_data(handle, Unmanaged.passUnretained(self).toOpaque())
        guard submit(settings) else { return nil }
    }

    // Safe: the handle is this object's own.
    deinit { unsafe nghttp2_session_del(handle) }

    private func submit(_ settings: Settings) -> Bool {
        var entries = [
            nghttp2_settings_entry(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, settings.concurrentStreams),
            nghttp2_settings_entry(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, settings.windowBytes),
            nghttp2_settings_entry(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, settings.fieldSectionBytes),
            // The tree of RFC 7540 costs both sides, and nobody is better off for it (RFC 9218, section 2.1).
            nghttp2_settings_entry(NGHTTP2_SETTINGS_NO_RFC7540_PRIORITIES, 1),
        ]
        // Safe: the entries are copied within the call.
        return unsafe nghttp2_submit_settings(handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), &entries, entries.count) == 0
    }

    /// Takes bytes in; whatever they complete is reported before it returns.
    public func receive(_ bytes: Span<UInt8>) throws(Fault) {
        // Safe: the bytes are read within the call.
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

    /// Takes what is to be sent, a frame at a time: false when there is nothing (more).
    ///
    /// - Parameter body: Appends the bytes, which are valid during the call; called for each piece of the frame.
    public func nextFrame(_ body: (Span<UInt8>) -> Void) throws(Fault) -> Bool {
        var start: UnsafePointer<UInt8>?
        course.value.sectionStream = 0
        // Safe: nghttp2 lends the bytes until the next call.
        let count = unsafe nghttp2_session_mem_send(handle, &start)
        guard count >= 0 else { throw Int32(count) == NGHTTP2_ERR_FLOODED.rawValue ? .flood : .broken }
        guard count > 0, let start = unsafe start else {
            // No section waits for anything: whatever is left belongs to streams that are over.
            course.value.literals.removeAll()
            return false
        }
        let bytes = unsafe Span(_unsafeStart: start, count: count)
        let stream = course.value.sectionStream
        guard stream != 0 else {
            body(bytes)
            return true
        }
        course.value.literals.remove(stream) { fields in Self.append(fields, to: bytes, body) }
        return true
    }

    /// Whether the session is not over: it expects something, or has something to say.
    public var isAlive: Bool {
        // Safe: the handle lives as long as self.
        unsafe nghttp2_session_want_read(handle) != 0 || nghttp2_session_want_write(handle) != 0
    }

    /// Whether there is something to send that the peer's windows allow.
    public var hasFrames: Bool {
        // Safe: the handle lives as long as self.
        unsafe nghttp2_session_want_write(handle) != 0
    }

    /// The highest stream that was handed to the owner.
    public var lastStream: Int32 {
        // Safe: the handle lives as long as self.
        unsafe nghttp2_session_get_last_proc_stream_id(handle)
    }

    // MARK: - What is to be sent

    /// Ends a stream at once.
    public func reset(_ stream: Int32, _ error: StreamError) {
        // Safe: the handle lives as long as self.
        unsafe _ = nghttp2_submit_rst_stream(handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, error.rawValue)
    }

    /// Announces the end: new streams are still taken, which may be on their way (RFC 9113, section 6.8).
    public func announceEnd() {
        // Safe: the handle lives as long as self.
        unsafe _ = nghttp2_submit_shutdown_notice(handle)
    }

    /// Takes no more streams than those that have begun; the session is over when they are.
    public func refuseNewStreams() {
        // Safe: the handle lives as long as self; there is no further data to lend.
        unsafe _ = nghttp2_submit_goaway(
            handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), lastStream, StreamError.none.rawValue, nil, 0)
    }

    /// Ends the session: what is left to send is the reason.
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
