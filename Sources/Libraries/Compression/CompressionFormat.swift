/// The supported compression formats.
public enum CompressionFormat: Sendable {
    /// RFC 1952; consecutive members form one text.
    case gzip
    /// RFC 8878; consecutive frames form one text.
    case zstd

    /// The format of a file, by its first bytes, or `nil` if it is neither. Two bytes suffice if the file is truncated
    /// within the magic number.
    public init?(magic bytes: Span<UInt8>) {
        guard bytes.count >= 4 else {
            if bytes.count < 2 { return nil }
            switch (bytes[0], bytes[1]) {
            case (0x1F, 0x8B): self = .gzip
            case (0x28, 0xB5), (0x50...0x5F, 0x2A): self = .zstd
            default: return nil
            }
            return
        }
        switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
        case (0x1F, 0x8B, 0x08, _): self = .gzip
        // A frame, or a skippable frame before one.
        case (0x28, 0xB5, 0x2F, 0xFD), (0x50...0x5F, 0x2A, 0x4D, 0x18): self = .zstd
        default: return nil
        }
    }
}

/// Decompression failed: the data is corrupt, or the library is out of memory.
public struct CompressionFault: Error, Sendable {
    /// Creates a fault. It has no details, since zlib and zstd report none that help.
    public init() {}
}
