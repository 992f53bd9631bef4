import CNGHTTP2

/// The client's side of one HTTP/2 connection, for measurements: requests without content, of whose answers only the status is
/// looked at.
///
/// Belongs to one thread.
@safe public final class ClientSession {
    private let handle: OpaquePointer
    /// How many requests have no answer yet.
    public private(set) var open = 0
    /// How many answers were whole.
    public private(set) var finished = 0
    /// How many streams ended with an error.
    public private(set) var failed = 0
    /// How many the server has said it did nothing about (GOAWAY, REFUSED_STREAM): they can be asked for again elsewhere.
    public private(set) var refused = 0
    /// How many whole answers had a status of a kind: `[2]` are those from 200 to 299.
    public private(set) var statuses = [Int](repeating: 0, count: 6)

    /// Starts a session; the first bytes to send are the preface. Nil when memory is lacking.
    public init?() {
        var handle: OpaquePointer?
        // Safe: the table of calls lives for good.
        guard unsafe nghttp2_session_client_new(&handle, Self.table, nil) == 0, let handle = unsafe handle else {
            return nil
        }
        unsafe self.handle = handle
        // Safe: calls come only within those of this object's own methods.
        unsafe nghttp2_session_set_user_data(handle, Unmanaged.passUnretained(self).toOpaque())
        guard unsafe nghttp2_submit_settings(handle, 0, nil, 0) == 0 else { return nil }
    }

    // Safe: the handle is this object's own.
    deinit { unsafe nghttp2_session_del(handle) }

    /// Whether the server takes no new requests (GOAWAY); those under way are still answered.
    public var isEnding: Bool {
        // Safe: the handle is this object's own.
        unsafe nghttp2_session_check_request_allowed(handle) == 0
    }

    /// Asks for a path of a host by https; false when there can be no more requests.
    public func get(_ path: ArraySlice<UInt8>, host: [UInt8], agent: ArraySlice<UInt8>) -> Bool {
        let none: ArraySlice<UInt8> = []
        let fields: [(StaticString, ArraySlice<UInt8>)] = [
            (":method", ArraySlice("GET".utf8)), (":scheme", ArraySlice("https".utf8)), (":authority", host[...]),
            (":path", path), ("user-agent", agent.isEmpty ? none : agent), ("accept", ArraySlice("*/*".utf8)),
        ]
        let stream = unsafe Self.with(fields[...], []) { fields in
            // Safe: nghttp2 copies the fields.
            unsafe nghttp2_submit_request(handle, nil, fields.baseAddress, fields.count, nil, nil)
        }
        guard stream > 0 else { return false }
        open += 1
        return true
    }

    /// Lends fields in the form of C.
    private static func with(
        _ rest: ArraySlice<(StaticString, ArraySlice<UInt8>)>, _ done: [nghttp2_nv],
        _ body: (UnsafeBufferPointer<nghttp2_nv>) -> Int32
    ) -> Int32 {
        guard let (name, value) = rest.first else {
            // Safe: the buffer and what it points to are lent to the innermost call.
            return unsafe done.withUnsafeBufferPointer { unsafe body($0) }
        }
        // Safe: the literal lives for good, the value during the call; nghttp2 only reads them.
        return unsafe value.withUnsafeBufferPointer { bytes in
            let field = unsafe nghttp2_nv(
                name: UnsafeMutablePointer(mutating: name.utf8Start),
                value: UnsafeMutablePointer(mutating: bytes.baseAddress), namelen: name.utf8CodeUnitCount,
                valuelen: bytes.count, flags: 0)
            return unsafe with(rest.dropFirst(), done + [field], body)
        }
    }

    /// Takes bytes in; false when they can't be understood.
    public func receive(_ bytes: Span<UInt8>) -> Bool {
        // Safe: the bytes are read within the call.
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe nghttp2_session_mem_recv(handle, bytes.baseAddress, bytes.count) >= 0
        }
    }

    /// Takes what is to be sent, a frame at a time: false when there is nothing (more).
    public func nextFrame(_ body: (Span<UInt8>) -> Void) -> Bool {
        var start: UnsafePointer<UInt8>?
        // Safe: nghttp2 lends the bytes until the next call.
        let count = unsafe nghttp2_session_mem_send(handle, &start)
        guard count > 0, let start = unsafe start else { return false }
        let bytes = unsafe Span(_unsafeStart: start, count: count)
        body(bytes)
        return true
    }

    /// Made once, never changed or freed: any thread may read it.
    nonisolated(unsafe) private static let table: OpaquePointer = {
        var table: OpaquePointer?
        // Safe, here and in the calls: the object is new and nobody else's; nghttp2 passes what the session set, and calls
        // only within its methods.
        guard unsafe nghttp2_session_callbacks_new(&table) == 0, let table = unsafe table else {
            preconditionFailure("no memory for the calls of HTTP/2")
        }
        unsafe nghttp2_session_callbacks_set_on_stream_close_callback(table) { _, stream, error, session in
            guard let session = unsafe session else { return 0 }
            unsafe Unmanaged<ClientSession>.fromOpaque(session)._withUnsafeGuaranteedRef { $0.close(stream, error) }
            return 0
        }
        // A status is a stream's "user data" until the stream is closed; it is no address of anything.
        unsafe nghttp2_session_callbacks_set_on_header_callback(table) { handle, frame, name, count, value, _, _, _ in
            guard let frame = unsafe frame, let name = unsafe name, let value = unsafe value, count == 7,
                unsafe name[0] == UInt8(ascii: ":")
            else { return 0 }
            let kind = unsafe Int(value[0]) - 0x30
            return unsafe nghttp2_session_set_stream_user_data(
                handle, frame.pointee.hd.stream_id, UnsafeMutableRawPointer(bitPattern: kind))
        }
        return unsafe table
    }()

    private func close(_ stream: Int32, _ error: UInt32) {
        open -= 1
        switch StreamError(rawValue: error) {
        case .none:
            finished += 1
            // Safe: the handle is this object's own, and what is kept for the stream is a number.
            count(unsafe Int(bitPattern: nghttp2_session_get_stream_user_data(handle, stream)))
        case .refusedStream: refused += 1
        default: failed += 1
        }
    }

    private func count(_ kind: Int) {
        if statuses.indices.contains(kind) { statuses[kind] += 1 }
    }
}
