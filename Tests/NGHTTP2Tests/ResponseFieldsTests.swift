import CNGHTTP2
import TestSupport
import Testing

@testable import NGHTTP2

/// The field sections that a ``ServerSession`` sends, as a client decodes them.
@Suite("The fields of responses") struct ResponseFieldsTests {
    @Test(
        "a client reads all fields of each response, whatever their length and order, and those of an interim response apart"
    )
    func property() throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SplitMix64(seed: seed)
        for round in 0..<200 {
            let exchange = try #require(Exchange())
            let streams = try exchange.request(Int(1 + random.next() % 6))
            var expected: [Int32: [[String]]] = [:]
            for stream in streams.shuffled(using: &random) {
                if random.next() % 3 == 0 {
                    exchange.server.sendContinue(on: stream)
                    expected[stream, default: []].append([":status: 100"])
                }
                let lines = Self.lines(&random)
                let length = random.next() % 2 == 0 ? Int(random.next() >> (1 + random.next() % 63)) : nil
                let text = lines.map { $0 + "\r\n" }.joined()
                #expect(exchange.respond(on: stream, text, length: length))
                let fields =
                    [":status: 302"] + lines.map(Self.lowered) + (length.map { ["content-length: \($0)"] } ?? [])
                expected[stream, default: []].append(fields.sorted())
            }
            let sections = try exchange.sections()
            #expect(sections == expected, "seed \(seed), round \(round)")
            #expect(exchange.longestFrame <= 16_384)
        }
    }

    @Test("the fields of a response that is not sent go with no other, and their memory is given back")
    func unsent() throws {
        let memory = SessionMemory()
        do {
            let exchange = try #require(Exchange(memory))
            let streams = try exchange.request(2)
            let lost = "Location: https://lost.example/\r\n"
            #expect(exchange.respond(on: streams[0], lost, length: 0))
            try exchange.close(streams[0])
            #expect(exchange.respond(on: streams[1], "Location: https://kept.example/\r\n", length: 0))
            // The stream turns out not to exist when the response is sent.
            _ = exchange.respond(on: 99, lost, length: 0)
            let sections = try exchange.sections()
            #expect(sections[streams[1]] == [[":status: 302", "content-length: 0", "location: https://kept.example/"]])
        }
        #expect(memory.bytesInUse == 0)
    }

    private static func lines(_ random: inout SplitMix64) -> [String] {
        let lengths = [0, 1, 40, 126, 127, 128, 254, 255, 300, 4000, 9000, 16_384, 40_000]
        func value(_ random: inout SplitMix64) -> String {
            String(repeating: ["a", "/", "%", "~"][Int(random.next() % 4)], count: lengths[Int(random.next() % 13)])
        }
        var lines = ["Cache-Control: no-store", "Date: Wed, 25 Nov 2026 09:37:32 GMT"]
        if random.next() % 4 > 0 { lines.append("Location: \(value(&random))") }
        if random.next() % 2 > 0 { lines.append("X-Request-Id: \(value(&random).prefix(64))") }
        if random.next() % 4 == 0 { lines.append("X-Other: \(value(&random).prefix(200))") }
        if random.next() % 4 == 0 {
            lines.append("\("Abcdefghijklmnopqrs".prefix(Int(1 + random.next() % 19))): \(value(&random))")
        }
        return lines.shuffled(using: &random)
    }

    private static func lowered(_ line: String) -> String {
        let colon = line.firstIndex(of: ":") ?? line.endIndex
        return line[..<colon].lowercased() + line[colon...]
    }
}

/// A server session, and a client that sends it requests.
private final class Exchange: NoEvents {
    private(set) var server: ServerSession!
    private let client = ClientSession()!
    private var whole: [Int32] = []
    private(set) var longestFrame = 0

    init?(_ memory: SessionMemory = SessionMemory()) {
        super.init()
        let settings = ServerSession.Settings(concurrentStreams: 100, fieldSectionBytes: 16_384, windowBytes: 65_535)
        server = ServerSession(settings, memory: memory, events: self)
        if server == nil { return nil }
    }

    /// Sends requests and returns their stream IDs.
    func request(_ count: Int) throws -> [Int32] {
        for _ in 0..<count { #expect(client.get(ArraySlice("/".utf8), host: Array("a.example".utf8), agent: [])) }
        var bytes: [UInt8] = []
        while client.nextFrame({ for index in $0.indices { bytes.append($0[index]) } }) {}
        try server.receive(bytes.span)
        return whole
    }

    /// Has the server redirect with these field lines.
    func respond(on stream: Int32, _ lines: String, length: Int?) -> Bool {
        server.respond(on: stream, status: 302, lines: Array(lines.utf8).span, length: length, token: nil)
    }

    /// Resets a stream from the client.
    func close(_ stream: Int32) throws {
        let frame: [UInt8] = [0, 0, 4, 3, 0, 0, 0, 0, UInt8(stream), 0, 0, 0, 8]
        try server.receive(frame.span)
    }

    /// The sections that the server sends, by stream: each section's fields as sorted lines.
    func sections() throws -> [Int32: [[String]]] {
        defer { server = nil }
        var bytes: [UInt8] = []
        while try server.nextFrame({ for index in $0.indices { bytes.append($0[index]) } }) {}
        // nghttp2 itself accepts the frames.
        let isUnderstood = client.receive(bytes.span)
        #expect(isUnderstood && client.failed == 0)
        var inflater: OpaquePointer?
        // Safe, here and below: the inflater is local to this function, and bytes are read within the calls.
        #expect(unsafe nghttp2_hd_inflate_new(&inflater) == 0)
        defer { unsafe nghttp2_hd_inflate_del(inflater) }
        var sections: [Int32: [[String]]] = [:]
        var block: [UInt8] = []
        var position = 0
        while position + 9 <= bytes.count {
            let length = Int(bytes[position]) << 16 | Int(bytes[position + 1]) << 8 | Int(bytes[position + 2])
            let stream = bytes[(position + 5)..<(position + 9)].reduce(Int32(0)) { $0 << 8 | Int32($1) }
            longestFrame = max(longestFrame, length)
            // HEADERS or CONTINUATION, with END_HEADERS on the last one.
            if [1, 9].contains(bytes[position + 3]) {
                block += bytes[(position + 9)..<(position + 9 + length)]
                if bytes[position + 4] & 4 != 0 {
                    let fields = unsafe try Self.fields(of: block, inflater)
                    sections[stream, default: []].append(fields.sorted())
                    block = []
                }
            }
            position += 9 + length
        }
        #expect(position == bytes.count)
        return sections
    }

    private static func fields(of block: [UInt8], _ inflater: OpaquePointer?) throws -> [String] {
        var fields: [String] = []
        var position = 0
        while true {
            var field = unsafe nghttp2_nv()
            var flags: Int32 = 0
            // Safe: the field's bytes are owned by the inflater and valid until the next call.
            let count = unsafe block.withUnsafeBufferPointer { block in
                unsafe nghttp2_hd_inflate_hd2(
                    inflater, &field, &flags, block.baseAddress! + position, block.count - position, 1)
            }
            try #require(count >= 0)
            position += count
            if flags & Int32(NGHTTP2_HD_INFLATE_EMIT.rawValue) != 0 {
                let name = unsafe String(
                    decoding: UnsafeBufferPointer(start: field.name, count: field.namelen), as: UTF8.self)
                let value = unsafe String(
                    decoding: UnsafeBufferPointer(start: field.value, count: field.valuelen), as: UTF8.self)
                fields.append("\(name): \(value)")
            }
            if flags & Int32(NGHTTP2_HD_INFLATE_FINAL.rawValue) != 0 { break }
        }
        #expect(unsafe nghttp2_hd_inflate_end_headers(inflater) == 0)
        return fields
    }

    override func endedFields(on stream: Int32, isRequest: Bool, endsStream: Bool) { whole.append(stream) }
}
