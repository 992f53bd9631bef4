import CZstd

/// The owner of a zstd decompression stream. The window is limited to 128 MiB, the default limit of the library.
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
        // Safe: the stream was created by `init` and is not used afterwards.
        unsafe ZSTD_freeDStream(stream)
    }

    func step(
        _ input: Span<UInt8>, _ output: inout [UInt8], _ room: Range<Int>, wasAtEnd: Bool
    ) throws(CompressionFault) -> (Decompressor.Step, isAtEnd: Bool) {
        // Safe: the pointers are used only during the call, within the sizes passed; the range is within the output.
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
        // Zero means that a frame is complete and fully written.
        return (Decompressor.Step(consumed: consumed, produced: produced), didNothing ? wasAtEnd : code == 0)
    }
}
