/// The compressed formats that are understood.
public enum CompressionFormat: Sendable {
    /// RFC 1952; several members in a row are one text.
    case gzip
    /// RFC 8878; several frames in a row are one text.
    case zstd

    /// The format of a file, by its first bytes; nil where it is none of these. A file that is cut off within them is known by
    /// two.
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

/// Compressed data can't be read on: it is damaged, or the library has no memory for it.
public struct CompressionFault: Error, Sendable {
    /// A fault has no details: zlib and zstd name none that help.
    public init() {}
}
