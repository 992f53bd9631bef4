import CZlib

/// Compresses complete texts with gzip (RFC 1952).
public enum GzipCompressor {
    /// The text as one member, without name or time: deterministic for a given library version.
    ///
    /// Input and output are in memory. Throws if out of memory.
    public static func compressed(_ text: Span<UInt8>) throws(CompressionFault) -> [UInt8] {
        // 15 bits for the window, plus 16 for a gzip header.
        try Deflate.compressed(text, level: Z_BEST_COMPRESSION, windowBits: 15 + 16)
    }
}

/// Compresses complete texts with zlib (RFC 1950), for formats that contain such data.
public enum ZlibCompressor {
    /// The text as one stream: deterministic for a given library version.
    ///
    /// Input and output are in memory. Throws if out of memory.
    public static func compressed(_ text: Span<UInt8>) throws(CompressionFault) -> [UInt8] {
        try Deflate.compressed(text, level: Z_DEFAULT_COMPRESSION, windowBits: 15)
    }
}

/// The checksum of gzip and PNG (ISO 3309, ITU-T V.42).
public enum CRC32 {
    /// The checksum of the bytes.
    public static func of(_ bytes: Span<UInt8>) -> UInt32 {
        // Safe: the bytes are read only during the call.
        unsafe bytes.withUnsafeBufferPointer { unsafe UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count)) }
    }
}

/// DEFLATE (RFC 1951) in one call, in the container selected by the window bits.
private enum Deflate {
    static func compressed(
        _ text: Span<UInt8>, level: Int32, windowBits: Int32
    ) throws(CompressionFault) -> [UInt8] {
        guard text.count <= Int(UInt32.max) / 2 else { throw CompressionFault() }
        var stream = unsafe z_stream()
        // Safe: the stream is a local that does not move until `deflateEnd`. Both buffers outlive the only call of
        // `deflate`; one is enough since the output has room for the longest result (`deflateBound`). zlib does not
        // write to its input, although the type of the field is mutable.
        return try unsafe withUnsafeMutablePointer(to: &stream) { (stream) throws(CompressionFault) -> [UInt8] in
            guard
                unsafe deflateInit2_(
                    stream, level, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                    Int32(MemoryLayout<z_stream>.size)) == Z_OK
            else { throw CompressionFault() }
            defer { unsafe deflateEnd(stream) }
            var output = [UInt8](repeating: 0, count: Int(unsafe deflateBound(stream, UInt(text.count))))
            let code = unsafe text.withUnsafeBufferPointer { source in
                unsafe output.withUnsafeMutableBufferPointer { target in
                    unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
                    unsafe stream.pointee.avail_in = UInt32(source.count)
                    unsafe stream.pointee.next_out = target.baseAddress
                    unsafe stream.pointee.avail_out = UInt32(target.count)
                    return unsafe deflate(stream, Z_FINISH)
                }
            }
            guard code == Z_STREAM_END else { throw CompressionFault() }
            output.removeLast(unsafe Int(stream.pointee.avail_out))
            return output
        }
    }
}
