import ByteText
import OpenSSL

/// What a bundle states of itself, in the file that is signed: when it was made, its revision, and each file's digest.
public struct BundleManifest: Sendable, Equatable {
    /// A file, as it must be.
    public struct File: Sendable, Equatable {
        /// Relative, with slashes.
        public let path: String
        /// How many bytes it has.
        public let size: Int
        /// SHA-256 in 64 lower-case hexadecimal digits.
        public let sha256: String
    }

    /// Rises with each bundle; a lower one is refused.
    public let revision: Int
    /// When it was signed, in seconds since the epoch. Nothing is decided by it.
    public let created: Int64
    /// The files in the order of the archive, which is that of their paths' bytes: no path occurs twice.
    public let files: [File]

    /// What the signed file is called in the archive.
    static let name = ".manifest.json"
    /// What it says that it is, so that no signature of something else fits it.
    private static let kind = "fingerpost rules"
    private static let format = 1

    /// The manifest of some files.
    init(_ files: [BundleFile], revision: Int, created: Int64) {
        self.revision = revision
        self.created = created
        self.files = files.map { file in
            File(path: file.path, size: file.bytes.count, sha256: Digest.sha256Hex(file.bytes.span))
        }
    }

    // MARK: - JSON

    /// The bytes that are signed: a line for each file.
    var json: [UInt8] {
        let lines = files.map { file -> String in
            let line: JSONValue = [
                "path": .string(file.path), "size": .number(JSONNumber(file.size)), "sha256": .string(file.sha256),
            ]
            return line.text
        }
        let head: JSONValue = [
            "kind": .string(Self.kind), "format": .number(JSONNumber(Self.format)),
            "revision": .number(JSONNumber(revision)), "created": .string(Timestamp.text(created)),
        ]
        let open = head.text.utf8.dropLast()
        return Array(open) + Array(",\"files\":[\n\(lines.joined(separator: ",\n"))\n]}\n".utf8)
    }

    /// Reads what a trusted key has signed.
    init(json bytes: [UInt8]) throws(BundleFault) {
        guard let value = try? JSONValue(parsing: bytes.span) else { throw Self.malformed("it is not JSON") }
        guard value["kind"]?.string == Self.kind else { throw Self.malformed("it is not of rules") }
        guard value["format"]?.number?.int == Self.format else {
            throw BundleFault(.format, "the bundle has a format that this version does not know: update it")
        }
        guard let revision = value["revision"]?.number?.int, revision >= 0 else {
            throw Self.malformed("it has no `revision`")
        }
        guard let created = value["created"]?.string.flatMap({ Timestamp.seconds($0) }) else {
            throw Self.malformed("it has no `created`")
        }
        guard let list = value["files"]?.array, list.count <= BundleLimits.entries else {
            throw Self.malformed("it has no list of files, or one that is too long")
        }
        self.revision = revision
        self.created = created
        var files: [File] = []
        for element in list { files.append(try File(element, after: files.last)) }
        guard files.reduce(0, { $0 + $1.size }) <= BundleLimits.contentBytes else {
            throw BundleFault(.format, "the files have more than \(BundleLimits.contentBytes) bytes")
        }
        self.files = files
    }

    fileprivate static func malformed(_ reason: String) -> BundleFault {
        BundleFault(.format, "\(name): \(reason)")
    }
}

extension BundleManifest.File {
    fileprivate init(_ value: JSONValue, after last: BundleManifest.File?) throws(BundleFault) {
        guard let path = value["path"]?.string, let size = value["size"]?.number?.int,
            (0...BundleLimits.contentBytes).contains(size), let digest = value["sha256"]?.string,
            digest.utf8.count == 64
        else { throw BundleManifest.malformed("a file without `path`, `size` or `sha256`") }
        if let fault = BundlePath.fault(in: path) { throw BundleManifest.malformed("the path `\(path)` \(fault)") }
        if let last, !last.path.utf8.lexicographicallyPrecedes(path.utf8) {
            throw BundleManifest.malformed("`\(path)` is listed twice, or out of order")
        }
        self.init(path: path, size: size, sha256: digest)
    }
}
