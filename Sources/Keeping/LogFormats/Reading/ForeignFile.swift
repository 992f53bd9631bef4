import ByteText

/// A file that is not text, or is text in another encoding, recognized by its first bytes, with a command that converts
/// it.
public struct ForeignFile: Sendable {
    /// The kind of file, as a phrase after "is".
    public let kind: String
    /// A command that converts the file `FILE` to lines of text.
    private let command: String

    /// A sentence with the kind of file and the command that converts it.
    ///
    /// - Parameters:
    ///   - path: The file; `nil` for standard input.
    ///   - reader: The command that reads lines from standard input.
    ///   - decompressor: The command that decompresses the file, if it is compressed.
    public func advice(path: String?, reader: String, decompressor: String? = nil) -> String {
        let first = decompressor.map { "\($0) \(path ?? "FILE") | " } ?? ""
        let converter = first + command.replacing("FILE", with: first.isEmpty ? path ?? "FILE" : "/dev/stdin")
        return "\(path ?? "standard input"): is \(kind); convert it first: \(converter) | \(reader)"
    }

    /// The unsupported kinds of files: their first bytes, names, and commands that convert them.
    private static let kinds: [(magic: [UInt8], offset: Int, name: String, command: String)] = [
        ([0xFD] + Array("7zXZ".utf8), 0, "compressed with xz", "xz -dc FILE"),
        (Array("BZh".utf8), 0, "compressed with bzip2", "bzip2 -dc FILE"),
        ([0x04, 0x22, 0x4D, 0x18], 0, "compressed with lz4", "lz4 -dc FILE"),
        ([0x1F, 0x9D], 0, "compressed with compress", "zcat FILE"),
        ([0x5D, 0x00, 0x00], 0, "compressed with lzma", "xz -dc FILE"),
        (Array("LZIP".utf8), 0, "compressed with lzip", "lzip -dc FILE"),
        ([0x50, 0x4B, 0x03, 0x04], 0, "a zip archive", "unzip -p FILE"),
        ([0x37, 0x7A, 0xBC, 0xAF], 0, "a 7z archive", "7z x -so FILE"),
        (Array("ustar".utf8), 257, "a tar archive", "tar -xOf FILE"),
        (Array("LPKSHHRH".utf8), 0, "a systemd journal", "journalctl --file FILE -o cat"),
        (Array("PAR1".utf8), 0, "a Parquet file", "duckdb -c \"COPY (FROM 'FILE') TO '/dev/stdout' (FORMAT json)\""),
        (Array("Obj".utf8) + [1], 0, "an Avro file", "avro-tools tojson FILE"),
        (Array("SQLite format 3".utf8), 0, "a SQLite database", "sqlite3 FILE .dump"),
        ([0xFF, 0xFE, 0x00, 0x00], 0, "text in UTF-32", "iconv -f UTF-32 -t UTF-8 FILE"),
        ([0xFF, 0xFE], 0, "text in UTF-16", "iconv -f UTF-16 -t UTF-8 FILE"),
        ([0xFE, 0xFF], 0, "text in UTF-16", "iconv -f UTF-16 -t UTF-8 FILE"),
    ]

    /// Recognizes a file by its first bytes; `nil` if it may be text.
    ///
    /// - Parameter needsLines: Whether a JSON document over several lines is foreign too.
    public init?(_ head: Span<UInt8>, needsLines: Bool = false) {
        if let kind = Self.kinds.first(where: { head.has($0.magic, at: $0.offset) }) {
            (self.kind, command) = (kind.name, kind.command)
        } else if let order = Self.unmarkedOrder(head) {
            (kind, command) = ("text in UTF-16", "iconv -f UTF-16\(order) -t UTF-8 FILE")
        } else if needsLines, Self.isOneDocument(head) {
            kind = "one JSON document over several lines, not an object per line"
            command = "jq -c 'if type == \"array\" then .[] else . end' FILE"
        } else {
            return nil
        }
    }

    /// The byte order of UTF-16 without a mark: every other byte of the first characters is zero.
    private static func unmarkedOrder(_ head: Span<UInt8>) -> String? {
        guard head.count >= 8 else { return nil }
        var zeros = (even: 0, odd: 0)
        for index in 0..<8 where head[index] == 0 {
            if index % 2 == 0 { zeros.even += 1 } else { zeros.odd += 1 }
        }
        return switch zeros {
        case (0, 4): "LE"
        case (4, 0): "BE"
        default: nil
        }
    }

    /// Whether the text is an array, or an object over several lines.
    private static func isOneDocument(_ head: Span<UInt8>) -> Bool {
        var index = LineStart.offset(in: head)
        guard index < head.count, head[index] == UInt8(ascii: "[") || head[index] == UInt8(ascii: "{") else {
            return false
        }
        let isArray = head[index] == UInt8(ascii: "[")
        index += 1
        while index < head.count, head[index] == 0x20 || head[index] == 0x0D { index += 1 }
        guard index < head.count else { return false }
        if head[index] == 0x0A {
            while index < head.count, head[index] <= 0x20 { index += 1 }
            return index < head.count
                && (head[index] == UInt8(ascii: "\"") || isArray && head[index] == UInt8(ascii: "{"))
        }
        return isArray && head[index] == UInt8(ascii: "{")
    }
}

extension Span<UInt8> {
    fileprivate func has(_ bytes: [UInt8], at offset: Int) -> Bool {
        guard count >= offset + bytes.count else { return false }
        return extracting(offset..<offset + bytes.count).equals(bytes.span)
    }
}
