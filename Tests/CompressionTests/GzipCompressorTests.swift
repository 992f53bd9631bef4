import Compression
import Testing

@Suite("texts that are compressed")
struct GzipCompressorTests {
    @Test("are what they were when they are inflated, and have one form", arguments: [0, 1, 1000, 3 << 20])
    func roundTrip(_ count: Int) throws {
        let text = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
        let compressed = try GzipCompressor.compressed(text.span)
        #expect(try GzipCompressor.compressed(text.span) == compressed)
        // No name, no time (RFC 1952, section 2.3).
        #expect(compressed.starts(with: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0]))
        var output = [UInt8](repeating: 0, count: count + 1)
        let decompressor = try Decompressor(.gzip)
        var (read, written) = (0, 0)
        while read < compressed.count {
            let step = try decompressor.decompress(
                compressed.span.extracting(read..<compressed.count), into: &output, written..<output.count)
            if step.consumed == 0, step.produced == 0 { break }
            read += step.consumed
            written += step.produced
        }
        #expect(decompressor.isAtEnd && Array(output[..<written]) == text)
    }
}
