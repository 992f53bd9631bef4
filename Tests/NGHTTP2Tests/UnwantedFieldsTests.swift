import Testing

@testable import NGHTTP2

/// Fields of a section that are not wanted. Regression: a bomb (RFC 7541, section 7.3) blocked a worker until the end
/// of its frame, after it had been detected.
@Suite("Unwanted fields") struct UnwantedFieldsTests {
    @Test("are unpacked and not shown, and the next section finds what they have left in the table")
    func unwanted() throws {
        let events = FirstFields(limit: 6)
        let session = try #require(
            ServerSession(
                ServerSession.Settings(concurrentStreams: 10, fieldSectionBytes: 16_384, windowBytes: 16_384),
                memory: SessionMemory(), events: events))
        try session.receive(Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8).span)
        try session.receive([0, 0, 0, 4, 0, 0, 0, 0, 0].span)
        // GET https://a/ with `x: y`, which enters the dynamic table, eight thousand references to it, and `z: w` after them.
        let get: [UInt8] = [0x82, 0x87, 0x84, 0x41, 1, 0x61]
        try session.receive(
            Self.headers(
                1, get + [0x40, 1, 0x78, 1, 0x79] + Array(repeating: 0xBE, count: 8000) + [0x40, 1, 0x7A, 1, 0x77]
            ).span)
        #expect(events.shown == [1: [":method", ":scheme", ":path", ":authority", "x", "x"]])
        #expect(events.whole == [])

        events.limit = 100
        // The entries before the newest one, which is this request's own host, by index.
        try session.receive(Self.headers(3, get + [0xBF, 0xC0]).span)
        #expect(events.shown[3] == [":method", ":scheme", ":path", ":authority", "z", "x"])
        #expect(events.whole == [3])
    }

    /// A request without content.
    private static func headers(_ stream: UInt8, _ block: [UInt8]) -> [UInt8] {
        [0, UInt8(block.count >> 8), UInt8(block.count & 0xFF), 1, 0x5, 0, 0, 0, stream] + block
    }
}

/// Accepts fields of a section up to a limit.
private final class FirstFields: NoEvents {
    var limit: Int
    private(set) var shown: [Int32: [String]] = [:]
    private(set) var whole: [Int32] = []

    init(limit: Int) { self.limit = limit }

    override func field(on stream: Int32, name: Span<UInt8>, value: Span<UInt8>) -> Bool {
        shown[stream, default: []].append(String(decoding: name.indices.map { name[$0] }, as: UTF8.self))
        return shown[stream, default: []].count < limit
    }

    override func endedFields(on stream: Int32, isRequest: Bool, endsStream: Bool) { whole.append(stream) }
}
