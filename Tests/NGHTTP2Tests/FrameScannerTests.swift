import TestSupport
import Testing

@testable import NGHTTP2

@Suite("The scanner of frames") struct FrameScannerTests {
    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    static func bytes(of frame: FrameHeader) -> [UInt8] {
        let stream = UInt32(frame.stream)
        return [UInt8(frame.length >> 16), UInt8(frame.length >> 8 & 0xFF), UInt8(frame.length & 0xFF)]
            + [frame.type.rawValue, frame.flags]
            + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: stream >> $0) }
            + Array(repeating: 0xFF, count: frame.length)
    }

    private static func scan(_ bytes: [UInt8], in pieces: inout SplitMix64, atMost size: UInt64) -> [FrameHeader] {
        var (scanner, found, start) = (FrameScanner(), [FrameHeader](), 0)
        while start < bytes.count {
            let end = min(bytes.count, start + 1 + Int(pieces.next() % size))
            let piece = bytes.span.extracting(start..<end)
            var position = 0
            while let frame = scanner.next(in: piece, at: &position) { found.append(frame) }
            #expect(position == piece.count)
            start = end
        }
        return found
    }

    @Test("finds every header, however the bytes come in pieces")
    func pieces() {
        let seed = UInt64.random(in: .min ... .max)
        var random = SplitMix64(seed: seed)
        for _ in 0..<20 {
            let frames = (0..<40).map { _ in
                FrameHeader(
                    type: FrameType(rawValue: UInt8(truncatingIfNeeded: random.next())),
                    stream: Int32(truncatingIfNeeded: random.next() >> 33),
                    length: Int(random.next() % [1, 10, 300, 1000][Int(random.next() % 4)]),
                    flags: UInt8(truncatingIfNeeded: random.next()))
            }
            let bytes = Self.preface + frames.flatMap(Self.bytes)
            for size in [1, 7, 100, 100_000] as [UInt64] {
                #expect(Self.scan(bytes, in: &random, atMost: size) == frames, "seed \(seed)")
            }
        }
    }

    @Test("does not count the bit of a stream's number that is reserved")
    func reservedBit() {
        var (scanner, position) = (FrameScanner(), 0)
        let bytes = Self.preface + [0, 0, 0, 8, 0, 0xFF, 0xFF, 0xFF, 0xFF]
        let frame = scanner.next(in: bytes.span, at: &position)
        #expect(frame == FrameHeader(type: .windowUpdate, stream: .max, length: 0, flags: 0))
    }

    @Test("the session begins all frames but those of unknown types and of streams that are over")
    func passedOver() throws {
        let events = NoEvents()
        let session = try #require(
            ServerSession(
                ServerSession.Settings(concurrentStreams: 10, fieldSectionBytes: 16_384, windowBytes: 16_384),
                memory: SessionMemory(), events: events))
        let get: [UInt8] = [0x82, 0x87, 0x84, 0x41, 1, 0x61]
        func send(_ type: UInt8, _ flags: UInt8, _ stream: UInt8, _ payload: [UInt8] = []) throws -> Int {
            let before = session.begunFrames
            let bytes = [0, 0, UInt8(payload.count), type, flags, 0, 0, 0, stream] + payload
            try session.receive(bytes.span)
            return session.begunFrames - before
        }
        try session.receive(Self.preface.span)
        #expect(try send(4, 0, 0) == 1)
        #expect(try send(1, 0x4, 1, get) == 1, "HEADERS")
        #expect(try send(0, 0, 1, [1, 2]) == 1, "DATA")
        #expect(try send(1, 0x5, 1, [0, 1, 0x78, 1, 0x61]) == 1, "trailers")
        #expect(try send(1, 0x1, 3, Array(get[..<3])) == 1, "HEADERS without the end")
        #expect(try send(9, 0x4, 3, Array(get[3...])) == 1, "CONTINUATION")
        #expect(try send(8, 0, 3, [0, 0, 0, 1]) == 1, "WINDOW_UPDATE")
        #expect(try send(2, 0, 3, [0, 0, 0, 5, 1]) == 1, "PRIORITY")
        #expect(try send(6, 0, 0, Array(repeating: 0, count: 8)) == 1, "PING")
        #expect(try send(3, 0, 3, [0, 0, 0, 8]) == 1, "RST_STREAM")
        #expect(try send(0, 0, 3, [1]) == 0, "DATA of a stream that is over")
        #expect(try send(1, 0x5, 3, get) == 0, "HEADERS of a stream that is over")
        #expect(try send(0x10, 0, 0, [0, 0, 0, 5]) == 0, "PRIORITY_UPDATE")
        #expect(try send(0xBB, 0, 0) == 0, "an unknown frame")
    }
}
