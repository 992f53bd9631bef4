/// Reads compressed bytes piece by piece, in memory that does not grow with the text.
///
/// It belongs to one thread at a time.
public final class Decompressor {
    /// What one call has done.
    public struct Step: Sendable {
        /// Bytes of the input that are done with.
        public var consumed: Int
        /// Bytes that were written.
        public var produced: Int
    }

    private enum Stream: ~Copyable {
        case gzip(GzipStream)
        case zstd(ZstdStream)
    }

    private let stream: Stream

    /// Whether all that was begun has ended: only there may the input end.
    public private(set) var isAtEnd = true

    /// Allocates a stream of the format; throws where there is no memory for it.
    public init(_ format: CompressionFormat) throws(CompressionFault) {
        switch format {
        case .gzip: stream = .gzip(try GzipStream())
        case .zstd: stream = .zstd(try ZstdStream())
        }
    }

    /// Reads from the input and writes to a piece of the output; both go on with the next call where this one ended.
    ///
    /// A call that neither consumes nor produces needs more input.
    public func decompress(
        _ input: Span<UInt8>, into output: inout [UInt8], _ room: Range<Int>
    ) throws(CompressionFault) -> Step {
        precondition(!room.isEmpty && room.lowerBound >= 0 && room.upperBound <= output.count, "no room in the output")
        let (step, isAtEnd) =
            switch stream {
            case .gzip(let gzip): try gzip.step(input, &output, room, wasAtEnd: self.isAtEnd)
            case .zstd(let zstd): try zstd.step(input, &output, room, wasAtEnd: self.isAtEnd)
            }
        self.isAtEnd = isAtEnd
        return step
    }
}
