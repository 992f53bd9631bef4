import CNGHTTP2

/// The client side of one HTTP/2 connection, for benchmarks: sends requests without content, and evaluates only the
/// status of responses.
///
/// Confined to one thread.
@safe public final class ClientSession {
    private let handle: OpaquePointer
    /// The number of requests without a response so far.
    public private(set) var open = 0
    /// The number of complete responses.
    public private(set) var finished = 0
    /// The number of streams that ended with an error.
    public private(set) var failed = 0
    /// The number of requests that the server did not process (GOAWAY, REFUSED_STREAM): they can be retried elsewhere.
    public private(set) var refused = 0
    /// The number of complete responses by status class: `[2]` counts 200 to 299.
    public private(set) var statuses = [Int](repeating: 0, count: 6)

    /// Starts a session. The first bytes to send are the preface. Returns `nil` if out of memory.
    public init?() {
        var handle: OpaquePointer?
        // Safe: the callback table is never freed.
        guard unsafe nghttp2_session_client_new(&handle, Self.table, nil) == 0, let handle = unsafe handle else {
            return nil
        }
        unsafe self.handle = handle
        // Safe: callbacks run only within calls of this object's own methods.
        unsafe nghttp2_session_set_user_data(handle, Unmanaged.passUnretained(self).toOpaque())
        guard unsafe nghttp2_submit_settings(handle, 0, nil, 0) == 0 else { return nil }
    }

    // Safe: the handle is owned by this object.
    deinit { unsafe nghttp2_session_del(handle) }

    /// Whether the server accepts no new requests (GOAWAY); open ones are still answered.
    public var isEnding: Bool {
        // Safe: the handle is owned by this object.
        unsafe nghttp2_session_check_request_allowed(handle) == 0
    }

    /// Requests a path of a host over https. Returns `false` if no more requests are possible.
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

    /// Calls `body` with fields in C representation.
    private static func with(
        _ rest: ArraySlice<(StaticString, ArraySlice<UInt8>)>, _ done: [nghttp2_nv],
        _ body: (UnsafeBufferPointer<nghttp2_nv>) -> Int32
    ) -> Int32 {
        guard let (name, value) = rest.first else {
            // Safe: the buffer and the data it points to are valid during the innermost call.
            return unsafe done.withUnsafeBufferPointer { unsafe body($0) }
        }
        // Safe: the literal is static, and the value is valid during the call; nghttp2 only reads them.
        return unsafe value.withUnsafeBufferPointer { bytes in
            let field = unsafe nghttp2_nv(
                name: UnsafeMutablePointer(mutating: name.utf8Start),
                value: UnsafeMutablePointer(mutating: bytes.baseAddress), namelen: name.utf8CodeUnitCount,
                valuelen: bytes.count, flags: 0)
            return unsafe with(rest.dropFirst(), done + [field], body)
        }
    }

    /// Processes received bytes. Returns `false` if they are invalid.
    public func receive(_ bytes: Span<UInt8>) -> Bool {
        // Safe: the bytes are read during the call.
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe nghttp2_session_mem_recv(handle, bytes.baseAddress, bytes.count) >= 0
        }
    }

    /// Passes the next frame to send to `body`. Returns `false` if there are no more.
    public func nextFrame(_ body: (Span<UInt8>) -> Void) -> Bool {
        var start: UnsafePointer<UInt8>?
        // Safe: the bytes are valid until the next call of nghttp2.
        let count = unsafe nghttp2_session_mem_send(handle, &start)
        guard count > 0, let start = unsafe start else { return false }
        let bytes = unsafe Span(_unsafeStart: start, count: count)
        body(bytes)
        return true
    }

    /// Created once, never changed or freed: any thread may read it.
    nonisolated(unsafe) private static let table: OpaquePointer = {
        var table: OpaquePointer?
        // Safe, here and in the callbacks: the object is new and not shared; nghttp2 passes the pointer set by the
        // session, and runs callbacks only within its methods.
        guard unsafe nghttp2_session_callbacks_new(&table) == 0, let table = unsafe table else {
            preconditionFailure("out of memory")
        }
        unsafe nghttp2_session_callbacks_set_on_stream_close_callback(table) { _, stream, error, session in
            guard let session = unsafe session else { return 0 }
            unsafe Unmanaged<ClientSession>.fromOpaque(session)._withUnsafeGuaranteedRef { $0.close(stream, error) }
            return 0
        }
        // A stream's "user data" is its status class until the stream is closed; it is not a pointer.
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
            // Safe: the handle is owned by this object, and the stream's user data is a number.
            count(unsafe Int(bitPattern: nghttp2_session_get_stream_user_data(handle, stream)))
        case .refusedStream: refused += 1
        default: failed += 1
        }
    }

    private func count(_ kind: Int) {
        if statuses.indices.contains(kind) { statuses[kind] += 1 }
    }
}
