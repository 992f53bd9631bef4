/// Decompresses a stream in pieces, in memory that does not grow with the text.
///
/// Confined to one thread at a time.
public final class Decompressor {
    /// The result of one call.
    public struct Step: Sendable {
        /// The number of input bytes consumed.
        public var consumed: Int
        /// The number of output bytes written.
        public var produced: Int
    }

    private enum Stream: ~Copyable {
        case gzip(GzipStream)
        case zstd(ZstdStream)
    }

    private let stream: Stream

    /// Whether every begun member or frame is complete: the input may end only here.
    public private(set) var isAtEnd = true

    /// Allocates a stream for the format. Throws if out of memory.
    public init(_ format: CompressionFormat) throws(CompressionFault) {
        switch format {
        case .gzip: stream = .gzip(try GzipStream())
        case .zstd: stream = .zstd(try ZstdStream())
        }
    }

    /// Decompresses from the input into a range of the output. The next call continues where this one ended.
    ///
    /// A call that neither consumes nor produces bytes needs more input.
    public func decompress(
        _ input: Span<UInt8>, into output: inout [UInt8], _ room: Range<Int>
    ) throws(CompressionFault) -> Step {
        precondition(!room.isEmpty && room.lowerBound >= 0 && room.upperBound <= output.count, "the output has no room")
        let (step, isAtEnd) =
            switch stream {
            case .gzip(let gzip): try gzip.step(input, &output, room, wasAtEnd: self.isAtEnd)
            case .zstd(let zstd): try zstd.step(input, &output, room, wasAtEnd: self.isAtEnd)
            }
        self.isAtEnd = isAtEnd
        return step
    }
}
