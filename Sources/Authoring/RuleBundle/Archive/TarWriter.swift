/// Writes a ustar archive in memory.
struct TarWriter {
    private(set) var bytes: [UInt8] = []
    /// The modification time of all entries, in seconds since the epoch.
    let modified: Int64

    init(modified: Int64) { self.modified = modified }

    mutating func add(_ file: BundleFile) {
        bytes += TarHeader(path: file.path, size: file.bytes.count, modified: modified).block
        bytes += file.bytes
        let rest = file.bytes.count % TarHeader.blockBytes
        if rest > 0 { bytes += [UInt8](repeating: 0, count: TarHeader.blockBytes - rest) }
    }

    /// The archive, ended by two blocks of zeros.
    consuming func finish() -> [UInt8] {
        bytes += [UInt8](repeating: 0, count: 2 * TarHeader.blockBytes)
        return bytes
    }
}
