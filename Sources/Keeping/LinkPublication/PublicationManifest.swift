import ByteText
public import OpenSSL
public import RuleBundle

/// The signed list of files that contain published links: a snapshot and deltas.
///
/// Each publication has a number, which rises. The state of a publication is the snapshot with the deltas after it, or any
/// state of the list with the deltas that follow.
public struct PublicationManifest: Sendable, Equatable {
    /// A file, as it must be.
    public struct File: Sendable, Hashable {
        /// SHA-256 in 64 lower-case hexadecimal digits.
        public let sha256: String
        /// How many bytes it has.
        public let bytes: Int

        /// The file's name next to the manifest.
        public var name: String { "links-\(sha256).gz" }
    }

    /// All links of one state, or the changes that lead from one to another.
    public struct Part: Sendable, Equatable {
        /// The state that the changes begin at; `nil` for a snapshot. A later state takes them as well, up to ``sequence``.
        public var after: UInt64?
        /// The state that it leads to.
        public var sequence: UInt64
        /// How many rows the files have.
        public var rows: Int
        /// The files, in the order of the keys in them.
        public var files: [File]

        /// The bytes of all files.
        public var bytes: Int { files.reduce(0) { $0 + $1.bytes } }
    }

    /// Identifies the links, whatever folder they are published in.
    public var source: UInt64
    /// The state that the files lead to.
    public var sequence: UInt64
    /// When it was signed, in seconds since 1970: the links were like this then.
    public var created: Int64
    /// Until when a newer manifest is promised, in seconds since 1970; `nil` if none is.
    public var until: Int64?
    /// How many links there are, deleted ones as well.
    public var links: Int
    /// The sum of `PublishedRow.term` over all links.
    public var digest: UInt64
    /// The snapshot.
    public var snapshot: Part
    /// The deltas, each after the state that the one before leads to.
    public var deltas: [Part]

    /// The name of the file.
    public static let name = "manifest"
    /// The most bytes of a manifest.
    public static let maximumBytes = 4 << 20
    /// The most bytes of a file of links.
    public static let maximumFileBytes = PublishedFile.maximumBytes
    static let maximumDeltas = 256
    static let maximumFiles = 30_000

    /// All files.
    public var files: Set<File> { Set(([snapshot] + deltas).flatMap(\.files)) }

    /// What leads from a state to the manifest's: some deltas, or the snapshot with those after it.
    ///
    /// - Parameter state: 0 for none.
    public func parts(from state: UInt64) -> (parts: [Part], isWhole: Bool) {
        let later = deltas.filter { $0.sequence > state }
        let isReached = later.first.map { ($0.after ?? 0) <= state } ?? (state == sequence)
        if state > 0, isReached { return (later, false) }
        return (whole, true)
    }

    /// The snapshot with the deltas after it.
    var whole: [Part] { [snapshot] + deltas.filter { $0.sequence > snapshot.sequence } }
}

// MARK: - Signing

extension PublicationManifest {
    /// The manifest as a file: a line with the signature, and the bytes that are signed.
    public func signed(by key: SigningKey) -> [UInt8] {
        let bytes = json
        return BundleSignature(of: bytes, by: key).json + bytes
    }

    /// Reads a manifest that a trusted key has signed. Nothing in it is read before.
    public init(_ file: [UInt8], trusting keys: [VerifyingKey]) throws(BundleFault) {
        guard file.count <= Self.maximumBytes, let end = file.prefix(4_096).firstIndex(of: 0x0A) else {
            throw BundleFault(.format, "not a manifest of published links")
        }
        let line = Array(file[...end])
        let signed = Array(file[(end + 1)...])
        let signature: BundleSignature
        do throws(BundleFault) { signature = try BundleSignature(json: line) } catch {
            throw BundleFault(error.kind, "not a manifest of published links: its first line is not a signature")
        }
        // A changed line is refused even if it has the same meaning.
        guard signature.json == line else {
            throw BundleFault(.signature, "the line of the signature is not as it was written")
        }
        _ = try signature.signer(of: signed, among: keys)
        try self.init(json: signed)
    }
}
