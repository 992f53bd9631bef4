import CZlib

/// The owner of a zlib inflate stream.
@safe
struct GzipStream: ~Copyable {
    /// Valid from `init` to `deinit`.
    private let stream: UnsafeMutablePointer<z_stream>

    /// 15 bits for the window, plus 16 to accept only gzip headers.
    private static let windowBits: Int32 = 15 + 16

    init() throws(CompressionFault) {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        // Safe: the memory is initialized before zlib accesses it, and does not move, as zlib requires, until it is
        // deallocated by `deinit`, or below if initialization fails.
        unsafe stream.initialize(to: z_stream())
        let code = unsafe inflateInit2_(stream, Self.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard code == Z_OK else {
            unsafe stream.deallocate()
            throw CompressionFault()
        }
        unsafe self.stream = stream
    }

    deinit {
        // Safe: the stream was created by `init` and is not used afterwards.
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// The number of leading zeros: padding after a member on tapes and disks with fixed-size blocks. It is not a
    /// member; gzip(1) skips it as well.
    private static func zeros(_ input: Span<UInt8>) -> Int {
        var count = 0
        while count < input.count, input[count] == 0 { count += 1 }
        return count
    }

    func step(
        _ input: Span<UInt8>, _ output: inout [UInt8], _ room: Range<Int>, wasAtEnd: Bool
    ) throws(CompressionFault) -> (Decompressor.Step, isAtEnd: Bool) {
        guard input.count > 0 || !wasAtEnd else { return (Decompressor.Step(consumed: 0, produced: 0), wasAtEnd) }
        if wasAtEnd, input[0] == 0 { return (Decompressor.Step(consumed: Self.zeros(input), produced: 0), true) }
        let (available, space) = (UInt32(clamping: input.count), UInt32(clamping: room.count))
        // Safe: the pointers are used only during the calls, within the sizes passed; the range is within the output.
        // zlib does not write to its input, although the type of the field is mutable.
        let code = unsafe input.withUnsafeBufferPointer { source in
            unsafe output.withUnsafeMutableBufferPointer { target in
                unsafe stream.pointee.next_in = UnsafeMutablePointer(
                    mutating: source.baseAddress ?? UnsafePointer(target.baseAddress!))
                unsafe stream.pointee.avail_in = available
                unsafe stream.pointee.next_out = target.baseAddress! + room.lowerBound
                unsafe stream.pointee.avail_out = space
                return unsafe inflate(stream, Z_NO_FLUSH)
            }
        }
        // Safe: the fields are counters of zlib.
        let step = unsafe Decompressor.Step(
            consumed: Int(available - stream.pointee.avail_in), produced: Int(space - stream.pointee.avail_out))
        switch code {
        case Z_STREAM_END:
            // Safe: the stream is valid. Resets it for the next member.
            guard unsafe inflateReset(stream) == Z_OK else { throw CompressionFault() }
            return (step, true)
        case Z_OK, Z_BUF_ERROR:
            return (step, wasAtEnd && step.consumed == 0)
        default:
            throw CompressionFault()
        }
    }
}
