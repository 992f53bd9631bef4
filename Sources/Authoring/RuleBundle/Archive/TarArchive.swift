/// Reads a ustar archive from a gzip file, entry by entry.
struct TarReader: ~Copyable {
    private var text: InflatedText
    private var count = 0

    init(gzip archive: [UInt8]) throws(BundleFault) {
        let text = try InflatedText(archive)
        self.text = text
    }

    /// The next entry's header, or `nil` at the end of the archive, after which only zeros may follow. A file's content
    /// must be read before the next header.
    mutating func next() throws(BundleFault) -> TarHeader? {
        let block = try text.read(TarHeader.blockBytes)
        guard block.contains(where: { $0 != 0 }) else {
            try finish()
            return nil
        }
        count += 1
        guard count <= BundleLimits.entries else {
            throw BundleFault(.format, "more than \(BundleLimits.entries) files and folders")
        }
        return try TarHeader(block)
    }

    /// The content of a file.
    mutating func content(of header: TarHeader, limit: Int) throws(BundleFault) -> [UInt8] {
        guard header.size <= limit else {
            throw BundleFault(.format, "`\(header.path)` has \(header.size) bytes, more than \(limit)")
        }
        let bytes = try text.read(header.size)
        let rest = header.size % TarHeader.blockBytes
        if rest > 0 { _ = try text.read(TarHeader.blockBytes - rest) }
        return bytes
    }

    private mutating func finish() throws(BundleFault) {
        let rest = try text.read(upTo: BundleLimits.paddingBytes + 1)
        guard rest.count >= TarHeader.blockBytes, rest.count <= BundleLimits.paddingBytes,
            rest.allSatisfy({ $0 == 0 })
        else { throw BundleFault(.format, "the archive has no valid end") }
    }
}

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
