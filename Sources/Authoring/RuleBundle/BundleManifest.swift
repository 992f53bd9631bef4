import ByteText
import OpenSSL

/// The signed manifest of a bundle: its creation time, its revision, and the digest of each file.
public struct BundleManifest: Sendable, Equatable {
    /// A file as it must be in the archive.
    public struct File: Sendable, Equatable {
        /// The relative path, with slashes.
        public let path: String
        /// The size in bytes.
        public let size: Int
        /// SHA-256 as 64 lowercase hexadecimal digits.
        public let sha256: String
    }

    /// The revision, which increases with each bundle. A lower one is rejected.
    public let revision: Int
    /// The signing time in seconds since the epoch. Informational only.
    public let created: Int64
    /// The files in archive order, sorted by the bytes of their paths, without duplicates.
    public let files: [File]

    /// The manifest's file name in the archive.
    static let name = ".manifest.json"
    private static let format = 1

    /// The type marker of the signed document, so that a signature of another document can't be used here.
    enum Kind: String {
        case rules = "fingerpost rules"
        case receipts = "fingerpost receipts"
    }

    private let kind: Kind

    /// The manifest of the given files.
    init(_ files: [BundleFile], of kind: Kind = .rules, revision: Int, created: Int64) {
        self.kind = kind
        self.revision = revision
        self.created = created
        self.files = files.map { file in
            File(path: file.path, size: file.bytes.count, sha256: Digest.sha256Hex(file.bytes.span))
        }
    }

    // MARK: - JSON

    /// The bytes to sign: a line for each file.
    var json: [UInt8] {
        let lines = files.map { file -> String in
            let line: JSONValue = [
                "path": .string(file.path), "size": .number(JSONNumber(file.size)), "sha256": .string(file.sha256),
            ]
            return line.text
        }
        let head: JSONValue = [
            "kind": .string(kind.rawValue), "format": .number(JSONNumber(Self.format)),
            "revision": .number(JSONNumber(revision)), "created": .string(Timestamp.text(created)),
        ]
        let open = head.text.utf8.dropLast()
        return Array(open) + Array(",\"files\":[\n\(lines.joined(separator: ",\n"))\n]}\n".utf8)
    }

    /// Parses a manifest whose signature, if it has to have one, has been verified.
    init(json bytes: [UInt8], of kind: Kind = .rules) throws(BundleFault) {
        guard let value = try? JSONValue(parsing: bytes.span) else { throw Self.malformed("it is not JSON") }
        guard value["kind"]?.string == kind.rawValue else { throw Self.malformed("not a manifest of \(kind)") }
        guard value["format"]?.number?.int == Self.format else {
            throw BundleFault(.format, "the bundle has a format that this version does not support: update it")
        }
        guard let revision = value["revision"]?.number?.int, revision >= 0 else {
            throw Self.malformed("it has no `revision`")
        }
        guard let created = value["created"]?.string.flatMap({ Timestamp.seconds($0) }) else {
            throw Self.malformed("it has no `created`")
        }
        guard let list = value["files"]?.array, list.count <= BundleLimits.entries else {
            throw Self.malformed("the list of files is missing or too long")
        }
        self.kind = kind
        self.revision = revision
        self.created = created
        var files: [File] = []
        for element in list { files.append(try File(element, after: files.last)) }
        guard files.reduce(0, { $0 + $1.size }) <= BundleLimits.contentBytes else {
            throw BundleFault(.format, "the files are larger than \(BundleLimits.contentBytes) bytes")
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
