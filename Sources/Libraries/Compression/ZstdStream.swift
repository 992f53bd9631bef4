import CZstd

/// The owner of one decompressing stream of zstd. Its window is 128 MiB at most, the library's own limit.
@safe
struct ZstdStream: ~Copyable {
    /// Valid from `init` to `deinit`.
    private let stream: OpaquePointer

    init() throws(CompressionFault) {
        // Safe: a new stream, or null.
        guard let stream = unsafe ZSTD_createDStream() else { throw CompressionFault() }
        unsafe self.stream = unsafe stream
    }

    deinit {
        // Safe: the stream was made by `init` and is not used afterwards.
        unsafe ZSTD_freeDStream(stream)
    }

    func step(
        _ input: Span<UInt8>, _ output: inout [UInt8], _ room: Range<Int>, wasAtEnd: Bool
    ) throws(CompressionFault) -> (Decompressor.Step, isAtEnd: Bool) {
        // Safe: the pointers are used within the call only, for as many bytes as there are; the room lies within the output.
        let (code, consumed, produced) = unsafe input.withUnsafeBufferPointer { source in
            unsafe output.withUnsafeMutableBufferPointer { target in
                var from = unsafe ZSTD_inBuffer(src: source.baseAddress, size: source.count, pos: 0)
                var to = unsafe ZSTD_outBuffer(dst: target.baseAddress! + room.lowerBound, size: room.count, pos: 0)
                let code = unsafe ZSTD_decompressStream(stream, &to, &from)
                return unsafe (code, from.pos, to.pos)
            }
        }
        guard ZSTD_isError(code) == 0 else { throw CompressionFault() }
        let didNothing = consumed == 0 && produced == 0
        // Zero is the end of a frame that has been written out in whole.
        return (Decompressor.Step(consumed: consumed, produced: produced), didNothing ? wasAtEnd : code == 0)
    }
}
