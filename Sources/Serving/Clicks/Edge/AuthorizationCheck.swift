import ByteText
import HTTP

/// A check by Envoy over gRPC: the client's request out of a `CheckRequest`, as the proxy would forward it to `/edge/envoy`
/// (`envoy.service.auth.v3`, `external_auth.proto` and `attribute_context.proto`).
///
/// The client's address and scheme are Envoy's own. The client's fields with the same meaning are dropped.
struct AuthorizationCheck: ~Copyable {
    /// The path of the service's only method.
    static let path: StaticString = "/envoy.service.auth.v3.Authorization/Check"

    /// The request, once ``read(_:)`` has returned.
    private(set) var original = StreamRequest()
    private var target = ByteBuffer(capacity: 1024)

    init() {
        // A check is limited by the listener. Envoy's own limit of a request's fields is 60 KiB.
        original.limits = RequestLimits(headBytes: 1 << 16, fields: 200)
        original.limits.takesAnyPath = true
    }

    /// Reads a message with the prefix of gRPC, and returns whether it holds a request that HTTP allows.
    mutating func read(_ body: Span<UInt8>) throws(ProtobufReader.Fault) -> Bool {
        let attributes = try ProtobufReader.content(1, of: Self.message(in: body), in: body)
        guard let attributes, let request = try ProtobufReader.content(4, of: attributes, in: body),
            let http = try ProtobufReader.content(2, of: request, in: body)
        else { throw ProtobufReader.Fault() }
        original.reset()
        try Self.readStart(http, body, into: &original, path: &target)
        try appendFields(http, body)
        if let address = try Self.clientAddress(attributes, body) {
            original.append(name: "x-forwarded-for", value: body.extracting(address))
        }
        return original.endFields(isWhole: true) == .request
    }

    /// The message behind the prefix: a flag for compression, which was not offered, and the length (gRPC over HTTP/2,
    /// "Length-Prefixed-Message").
    private static func message(in body: Span<UInt8>) throws(ProtobufReader.Fault) -> Range<Int> {
        guard body.count >= 5, body[0] == 0 else { throw ProtobufReader.Fault() }
        let length = (1..<5).reduce(0) { $0 << 8 | Int(body[$1]) }
        guard length == body.count - 5 else { throw ProtobufReader.Fault() }
        return 5..<body.count
    }

    /// Method, scheme, host and path, which precede the fields.
    private static func readStart(
        _ http: Range<Int>, _ body: Span<UInt8>, into original: inout StreamRequest, path: inout ByteBuffer
    ) throws(ProtobufReader.Fault) {
        path.removeAll()
        path.append("/edge/envoy" as StaticString)
        var reader = ProtobufReader(http)
        while let field = try reader.next(in: body) {
            guard let content = field.content else { continue }
            let value = body.extracting(content)
            switch field.number {
            case 2: original.append(name: ":method", value: value)
            case 4: path.append(value)
            case 5: original.append(name: ":authority", value: value)
            case 6: original.append(name: ":scheme", value: value)
            default: break
            }
        }
        original.append(name: ":path", value: path.bytes)
    }

    /// The fields, of which Envoy sends a map, or a list if configured to encode them raw.
    private mutating func appendFields(_ http: Range<Int>, _ body: Span<UInt8>) throws(ProtobufReader.Fault) {
        var reader = ProtobufReader(http)
        while let field = try reader.next(in: body) {
            guard let content = field.content else { continue }
            switch field.number {
            case 3: try appendField(content, body)
            case 6:
                original.append(name: "x-forwarded-proto", value: body.extracting(content))
            case 13:
                var list = ProtobufReader(content)
                while let entry = try list.next(in: body) {
                    if let entry = entry.content { try appendField(entry, body) }
                }
            default: break
            }
        }
    }

    private mutating func appendField(_ entry: Range<Int>, _ body: Span<UInt8>) throws(ProtobufReader.Fault) {
        let name = try ProtobufReader.content(1, of: entry, in: body)
        let text = try ProtobufReader.content(2, of: entry, in: body)
        let raw = try ProtobufReader.content(3, of: entry, in: body)
        guard let name, let value = raw ?? text, Self.isForwarded(body.extracting(name)) else { return }
        original.append(name: body.extracting(name), value: body.extracting(value))
    }

    /// Whether a field of the client is read. The others are stated by Envoy, belong to the connection, or concern the
    /// content.
    private static func isForwarded(_ name: Span<UInt8>) -> Bool {
        guard !name.isEmpty, name[0] != UInt8(ascii: ":"), !name.starts(with: "x-forwarded-") else { return false }
        return !dropped.contains { name.equals($0) }
    }

    private static let dropped: [StaticString] = [
        "forwarded", "host", "content-length", "transfer-encoding", "connection", "keep-alive", "proxy-connection",
        "upgrade",
        "te", "expect", "accept-encoding",
    ]

    /// The address of the client, as Envoy has determined it.
    private static func clientAddress(
        _ attributes: Range<Int>, _ body: Span<UInt8>
    ) throws(ProtobufReader.Fault) -> Range<Int>? {
        guard let source = try ProtobufReader.content(1, of: attributes, in: body),
            let address = try ProtobufReader.content(1, of: source, in: body),
            let socket = try ProtobufReader.content(1, of: address, in: body)
        else { return nil }
        return try ProtobufReader.content(2, of: socket, in: body)
    }
}

extension StreamRequest {
    fileprivate mutating func append(name: StaticString, value: Span<UInt8>) {
        // Safe: literals are in static storage.
        append(name: unsafe Span(_unsafeStart: name.utf8Start, count: name.utf8CodeUnitCount), value: value)
    }
}
