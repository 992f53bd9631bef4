import ByteText
import RuleBundle

/// Writes rows into the files of a part, each of a bounded size.
struct PartWriter {
    private let folder: PublicationFolder
    /// The size at which a file ends, after the row that reaches it.
    private let fileBytes: Int
    private var writer = PublishedFile.Writer()
    private var files: [PublicationManifest.File] = []
    private(set) var rows = 0

    init(_ folder: PublicationFolder, fileBytes: Int) { (self.folder, self.fileBytes) = (folder, fileBytes) }

    mutating func append(_ key: Span<UInt8>, _ record: Span<UInt8>) throws(BundleFault) {
        writer.append(key, record)
        rows += 1
        if writer.bytes.count >= fileBytes { try finishFile() }
    }

    mutating func append(_ row: FileRow) throws(BundleFault) { try append(row.keyBytes, row.recordBytes) }

    /// The part with all rows.
    mutating func finish(after: UInt64?, sequence: UInt64) throws(BundleFault) -> PublicationManifest.Part {
        if writer.rows > 0 { try finishFile() }
        return PublicationManifest.Part(after: after, sequence: sequence, rows: rows, files: files)
    }

    private mutating func finishFile() throws(BundleFault) {
        files.append(try folder.put(try writer.file()))
        writer = PublishedFile.Writer()
    }
}
