import CZlib

/// The owner of one inflating stream of zlib.
@safe
struct GzipStream: ~Copyable {
    /// Valid from `init` to `deinit`.
    private let stream: UnsafeMutablePointer<z_stream>

    /// 15 bits of window, and 16 more for the header of gzip and no other.
    private static let windowBits: Int32 = 15 + 16

    init() throws(CompressionFault) {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        // Safe: the memory is set before zlib sees it, and stays where it is, as zlib asks, until `deinit` frees it, or this
        // does, before there is anything whose `deinit` would run.
        unsafe stream.initialize(to: z_stream())
        let code = unsafe inflateInit2_(stream, Self.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard code == Z_OK else {
            unsafe stream.deallocate()
            throw CompressionFault()
        }
        unsafe self.stream = stream
    }

    deinit {
        // Safe: the stream was made by `init` and is not used afterwards.
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// How many zeros come first: padding after a member on tapes and disks that hold whole blocks. It is not a
    /// member, and gzip(1) skips it, too.
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
        // Safe: the pointers are used within the calls only, for as many bytes as there are; the room lies within the output. zlib does not write to its
        // input, though the type of the field would allow it.
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
        // Safe: the fields are zlib's own numbers.
        let step = unsafe Decompressor.Step(
            consumed: Int(available - stream.pointee.avail_in), produced: Int(space - stream.pointee.avail_out))
        switch code {
        case Z_STREAM_END:
            // Safe: the stream is a valid one. The next member begins anew.
            guard unsafe inflateReset(stream) == Z_OK else { throw CompressionFault() }
            return (step, true)
        case Z_OK, Z_BUF_ERROR:
            return (step, wasAtEnd && step.consumed == 0)
        default:
            throw CompressionFault()
        }
    }
}
