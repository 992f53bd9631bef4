import ByteText
import Compression
import RuleBundle

/// A gzip file of published rows: a mark, followed by the rows in key order, each with the length of the key (two
/// bytes, little-endian), the length of the record (four bytes, 0 for a removed link), the key and the record.
enum PublishedFile {
    /// The maximum size of a file in bytes, compressed or not.
    static let maximumBytes = 16 << 20
    private static let mark = Array("fplinks1".utf8)
    private static let rowHead = 6

    /// Rows to be written to a file.
    struct Writer {
        private(set) var bytes = PublishedFile.mark
        private(set) var rows = 0

        mutating func append(_ key: Span<UInt8>, _ record: Span<UInt8>) {
            for shift in [0, 8] { bytes.append(UInt8(truncatingIfNeeded: key.count >> shift)) }
            for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: record.count >> shift)) }
            // Safe: the pointers are read within the calls only.
            unsafe key.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
            unsafe record.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
            rows += 1
        }

        /// The file, compressed.
        func file() throws(BundleFault) -> [UInt8] {
            do throws(CompressionFault) { return try GzipCompressor.compressed(bytes.span) } catch {
                throw BundleFault(.storage, "out of memory while compressing a links file")
            }
        }
    }

    /// Rows in the bytes of a file.
    struct Reader {
        private let bytes: [UInt8]
        private var position: Int

        init(_ file: [UInt8]) throws(BundleFault) {
            bytes = try PublishedFile.inflated(file)
            guard bytes.starts(with: PublishedFile.mark) else { throw Self.malformed }
            position = PublishedFile.mark.count
        }

        /// The next row; `nil` at the end.
        mutating func next() throws(BundleFault) -> FileRow? {
            guard position < bytes.count else { return nil }
            let start = position + PublishedFile.rowHead
            guard start <= bytes.count else { throw Self.malformed }
            let key = Int(bytes[position]) | Int(bytes[position + 1]) << 8
            let record = (0..<4).reduce(0) { $0 | Int(bytes[position + 2 + $1]) << (8 * $1) }
            guard key > 0, start + key + record <= bytes.count else { throw Self.malformed }
            position = start + key + record
            return FileRow(bytes: bytes, key: start..<(start + key), record: (start + key)..<position)
        }

        private static var malformed: BundleFault { BundleFault(.format, "not a file of published links") }
    }

    /// The decompressed text of a complete file within the size limit.
    private static func inflated(_ file: [UInt8]) throws(BundleFault) -> [UInt8] {
        guard let decompressor = try? Decompressor(.gzip) else {
            throw BundleFault(.storage, "out of memory while inflating a links file")
        }
        var (output, filled, position) = ([UInt8](repeating: 0, count: 1 << 20), 0, 0)
        while true {
            if filled == output.count {
                guard filled < maximumBytes else { throw damaged }
                output.append(contentsOf: repeatElement(0, count: filled))
            }
            let rest = file.span.extracting(position..<file.count)
            guard let step = try? decompressor.decompress(rest, into: &output, filled..<output.count) else {
                throw damaged
            }
            position += step.consumed
            filled += step.produced
            if step.consumed == 0, step.produced == 0 { break }
        }
        guard position == file.count, decompressor.isAtEnd else { throw damaged }
        output.removeLast(output.count - filled)
        return output
    }

    private static var damaged: BundleFault { BundleFault(.format, "a links file is corrupt: it can't be inflated") }
}

/// A row in the bytes of its file.
struct FileRow {
    let bytes: [UInt8]
    let key: Range<Int>
    let record: Range<Int>

    var keyBytes: Span<UInt8> {
        @_lifetime(borrow self)
        get { bytes.span.extracting(key) }
    }

    var recordBytes: Span<UInt8> {
        @_lifetime(borrow self)
        get { bytes.span.extracting(record) }
    }

    /// Whether the row is for a link that the publisher no longer has.
    var isRemoval: Bool { record.isEmpty }
}
