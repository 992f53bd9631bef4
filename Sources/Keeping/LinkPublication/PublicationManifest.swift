import ByteText
public import OpenSSL
public import RuleBundle

/// The signed list of files that contain published links: a snapshot and deltas.
///
/// Publications have ascending numbers. The state of a publication is the snapshot plus the later deltas, or any listed
/// state plus the deltas after it.
public struct PublicationManifest: Sendable, Equatable {
    /// A file, with its digest and size.
    public struct File: Sendable, Hashable {
        /// The SHA-256 in 64 lowercase hexadecimal digits.
        public let sha256: String
        /// The size in bytes.
        public let bytes: Int

        /// The file's name next to the manifest.
        public var name: String { "links-\(sha256).gz" }
    }

    /// All links of one state, or the changes from one state to another.
    public struct Part: Sendable, Equatable {
        /// The state before the changes; `nil` for a snapshot. The changes also apply to later states, up to
        /// ``sequence``.
        public var after: UInt64?
        /// The state after the changes.
        public var sequence: UInt64
        /// The number of rows in the files.
        public var rows: Int
        /// The files, in key order.
        public var files: [File]

        /// The total size of the files in bytes.
        public var bytes: Int { files.reduce(0) { $0 + $1.bytes } }
    }

    /// Identifies the links, regardless of the directory they are published in.
    public var source: UInt64
    /// The resulting state.
    public var sequence: UInt64
    /// The time of the signature in seconds since 1970, at which the links had this state.
    public var created: Int64
    /// The time until which a newer manifest is promised, in seconds since 1970; `nil` if none is.
    public var until: Int64?
    /// The number of links, including deleted ones.
    public var links: Int
    /// The sum of `PublishedRow.term` over all links.
    public var digest: UInt64
    /// The snapshot.
    public var snapshot: Part
    /// The deltas, each starting at the state of the previous one.
    public var deltas: [Part]

    /// The name of the file.
    public static let name = "manifest"
    /// The maximum size of a manifest in bytes.
    public static let maximumBytes = 4 << 20
    /// The maximum size of a file of links in bytes.
    public static let maximumFileBytes = PublishedFile.maximumBytes
    static let maximumDeltas = 256
    static let maximumFiles = 30_000

    /// All files.
    public var files: Set<File> { Set(([snapshot] + deltas).flatMap(\.files)) }

    /// The parts that lead from a state to the manifest's: some deltas, or the snapshot with later deltas.
    ///
    /// - Parameter state: 0 if there is none.
    public func parts(from state: UInt64) -> (parts: [Part], isWhole: Bool) {
        let later = deltas.filter { $0.sequence > state }
        let isReached = later.first.map { ($0.after ?? 0) <= state } ?? (state == sequence)
        if state > 0, isReached { return (later, false) }
        return (whole, true)
    }

    /// The snapshot and the later deltas.
    var whole: [Part] { [snapshot] + deltas.filter { $0.sequence > snapshot.sequence } }
}

// MARK: - Signing

extension PublicationManifest {
    /// The manifest as a file: a line with the signature, followed by the signed bytes.
    public func signed(by key: SigningKey) -> [UInt8] {
        let bytes = json
        return BundleSignature(of: bytes, by: key).json + bytes
    }

    /// Parses a manifest that a trusted key has signed. Nothing is parsed before the signature is verified.
    public init(_ file: [UInt8], trusting keys: [VerifyingKey]) throws(BundleFault) {
        guard file.count <= Self.maximumBytes, let end = file.prefix(4_096).firstIndex(of: 0x0A) else {
            throw BundleFault(.format, "not a manifest of published links")
        }
        let line = Array(file[...end])
        let signed = Array(file[(end + 1)...])
        let signature: BundleSignature
        do throws(BundleFault) { signature = try BundleSignature(json: line) } catch {
            throw BundleFault(error.kind, "not a manifest of published links: the first line is not a signature")
        }
        // A modified line is rejected even if it has the same meaning.
        guard signature.json == line else {
            throw BundleFault(.signature, "the signature line was modified")
        }
        _ = try signature.signer(of: signed, among: keys)
        try self.init(json: signed)
    }
}
