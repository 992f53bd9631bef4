import ByteText
import OpenSSL
public import RuleBundle

extension PublicationManifest {
    /// The kind of the file, so that signatures of other kinds of files are not valid for it.
    private static let kind = "fingerpost links"
    private static let format = 1

    /// The signed bytes.
    var json: [UInt8] {
        let value: JSONValue = [
            "kind": .string(Self.kind), "format": .number(JSONNumber(Self.format)),
            "source": .string(Self.hex(source)), "sequence": Self.number(sequence),
            "created": .string(Timestamp.text(created)),
            "until": until.map { .string(Timestamp.text($0)) } ?? .null,
            "links": .number(JSONNumber(links)), "digest": .string(Self.hex(digest)),
            "snapshot": snapshot.json, "deltas": .array(deltas.map(\.json)),
        ]
        return Array((value.text + "\n").utf8)
    }

    /// Parses bytes signed by a trusted key.
    init(json bytes: [UInt8]) throws(BundleFault) {
        guard let value = try? JSONValue(parsing: bytes.span), value["kind"]?.string == Self.kind else {
            throw Self.malformed("not a manifest of links")
        }
        guard value["format"]?.number?.int == Self.format else {
            throw BundleFault(.format, "the manifest has a format that this version does not support: update it")
        }
        guard let source = value["source"]?.string.flatMap(Self.number(hex:)),
            let digest = value["digest"]?.string.flatMap(Self.number(hex:)),
            let sequence = Self.number(value["sequence"]), let links = value["links"]?.number?.int, links >= 0,
            let created = value["created"]?.string.flatMap({ Timestamp.seconds($0) }),
            let snapshot = value["snapshot"].flatMap(Part.init), let deltas = value["deltas"]?.array
        else { throw Self.malformed("a field is missing or invalid") }
        self.source = source
        self.digest = digest
        self.sequence = sequence
        self.links = links
        self.created = created
        until = value["until"]?.string.flatMap { Timestamp.seconds($0) }
        self.snapshot = snapshot
        self.deltas = deltas.compactMap(Part.init)
        guard self.deltas.count == deltas.count, deltas.count <= Self.maximumDeltas, isConnected else {
            throw Self.malformed("the deltas do not lead from the snapshot to the manifest's sequence")
        }
        guard files.count <= Self.maximumFiles else { throw Self.malformed("it lists too many files") }
    }

    /// Whether the parts connect to the manifest's state.
    private var isConnected: Bool {
        guard snapshot.after == nil, snapshot.sequence <= sequence else { return false }
        var end = deltas.first?.after ?? sequence
        guard deltas.isEmpty ? snapshot.sequence == sequence : end <= snapshot.sequence else { return false }
        for delta in deltas {
            guard let after = delta.after, after == end, after < delta.sequence else { return false }
            end = delta.sequence
        }
        return end == sequence
    }

    private static func malformed(_ reason: String) -> BundleFault { BundleFault(.format, "the manifest: \(reason)") }

    fileprivate static func number(_ value: UInt64) -> JSONValue { .number(JSONNumber(Int(clamping: value))) }

    /// A positive integer.
    fileprivate static func number(_ value: JSONValue?) -> UInt64? {
        value?.number?.int.flatMap { $0 > 0 ? UInt64($0) : nil }
    }

    private static func hex(_ number: UInt64) -> String {
        Hexadecimal.text((0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) })
    }

    private static func number(hex text: String) -> UInt64? {
        guard let bytes = Hexadecimal.bytes(text), bytes.count == 8 else { return nil }
        return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension PublicationManifest.Part {
    fileprivate var json: JSONValue {
        let files = files.map { file -> JSONValue in
            ["sha256": .string(file.sha256), "bytes": .number(JSONNumber(file.bytes))]
        }
        return [
            "after": after.map(PublicationManifest.number) ?? .null, "sequence": PublicationManifest.number(sequence),
            "rows": .number(JSONNumber(rows)), "files": .array(files),
        ]
    }

    fileprivate init?(_ value: JSONValue) {
        guard let sequence = PublicationManifest.number(value["sequence"]),
            let rows = value["rows"]?.number?.int, rows >= 0, let list = value["files"]?.array
        else { return nil }
        let files = list.compactMap(PublicationManifest.File.init)
        guard files.count == list.count else { return nil }
        self.init(after: PublicationManifest.number(value["after"]), sequence: sequence, rows: rows, files: files)
    }
}

extension PublicationManifest.File {
    fileprivate init?(_ value: JSONValue) {
        guard let digest = value["sha256"]?.string, Hexadecimal.bytes(digest)?.count == 32,
            digest == digest.lowercased(), let bytes = value["bytes"]?.number?.int,
            (1...PublishedFile.maximumBytes).contains(bytes)
        else { return nil }
        self.init(sha256: digest, bytes: bytes)
    }

    /// The file for some bytes.
    init(of bytes: [UInt8]) {
        self.init(sha256: Digest.sha256Hex(bytes.span), bytes: bytes.count)
    }

    /// Throws if the bytes are not the file's content.
    public func verify(_ content: [UInt8]) throws(BundleFault) {
        guard content.count == bytes else {
            throw BundleFault(.signature, "\(name) has \(content.count) bytes, but \(bytes) are signed")
        }
        guard Digest.sha256Hex(content.span) == sha256 else {
            throw BundleFault(.signature, "\(name) differs from the signed file")
        }
    }
}
