import HTTP
import TestSupport
import Testing

/// The pieces in which bytes arrive do not affect the result.
@Suite struct SplitTests {
    static let streams = [
        "\r\nGET /a?b=c HTTP/1.1\r\nHost: Example.page.link:8080\r\nUser-Agent: x\ty\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n\r\nPOST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhelloGET /3 HTTP/1.0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;a=\"b\"\r\nhello\r\n6\r\n world\r\n0\r\nT: v\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhellox\r\n0\r\n\r\n",
        "GET http://a/ HTTP/1.1\r\nHost: b\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n\n",
        "GET /01234567890123456789012345678901234567890123456789 HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a",
        "\u{16}\u{3}\u{1}\u{2}", "\r\rGET",
        "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\nGET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nA: 1\r\nB: 2\r\nC: 3\r\nD: 4\r\n\r\n",
    ]

    @Test(arguments: streams) func everySplitInTwo(text: String) {
        let bytes = Array(text.utf8)
        for limits in [RequestLimits(), RequestLimits(headBytes: 60, fields: 3, bodyBytes: 10)] {
            let whole = outcomes(of: bytes, pieces: [], limits: limits)
            for split in 0...bytes.count {
                #expect(outcomes(of: bytes, pieces: [split], limits: limits) == whole, "split at \(split)")
            }
        }
    }

    @Test(arguments: streams) func byteByByteInAGrowingBuffer(text: String) {
        let bytes = Array(text.utf8)
        for limits in [RequestLimits(), RequestLimits(headBytes: 60, fields: 3, bodyBytes: 10)] {
            let whole = outcomes(of: bytes, pieces: [], limits: limits)
            #expect(outcomes(of: bytes, pieces: Array(0...bytes.count), limits: limits, capacity: 1) == whole)
        }
    }

    /// Well-formed streams with a few bytes changed, split at random places.
    @Test func mutatedStreamsInRandomPieces() {
        let seed: UInt64 = 0x5EED_0F_4771
        var random = SplitMix64(seed: seed)
        for round in 0..<3000 {
            var bytes = Array(SplitTests.streams.randomElement(using: &random)!.utf8)
            bytes += SplitTests.streams.randomElement(using: &random)!.utf8
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let interesting: [UInt8] = [0, 9, 10, 13, 32, 35, 44, 48, 53, 58, 59, 127, 128, 255]
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = interesting.randomElement(using: &random)!
            }
            let pieces = (0..<4).map { _ in Int.random(in: 0...bytes.count, using: &random) }.sorted()
            let limits =
                Bool.random(using: &random) ? RequestLimits() : RequestLimits(headBytes: 90, fields: 4, bodyBytes: 12)
            let whole = outcomes(of: bytes, pieces: [], limits: limits)
            #expect(
                outcomes(of: bytes, pieces: pieces, limits: limits, capacity: 16) == whole,
                "seed \(seed) round \(round)")
        }
    }
}
