/// Everything that the hash of a rule set covers: its files, and the settings for all sites. Loaded again, it yields the
/// same rule set (``RuleDirectory/load(_:named:)``).
public struct RuleSetContent: Sendable {
    /// The rule and page files, with paths relative to the directory.
    public var files: [(path: String, bytes: [UInt8])] = []
    /// The page host of the settings; `nil` for none.
    public var pageHost: String?
    /// The text of the list of denied targets; `nil` for none.
    public var deniedTargets: [UInt8]?
    /// The text of the device corrections for all sites; `nil` for none.
    public var devices: [UInt8]?
    /// The proof of origin of files from a signed bundle; `nil` for files of a directory.
    public var origin: SignedOrigin?

    /// No files, no settings.
    public init() {}

    /// The signed manifest of the bundle that contained the files, and its signature.
    public struct SignedOrigin: Sendable, Equatable {
        /// The bytes of the manifest, which lists the digest of each file.
        public var manifest: [UInt8]
        /// The signature file.
        public var signature: [UInt8]

        /// A manifest and its signature.
        public init(manifest: [UInt8], signature: [UInt8]) { (self.manifest, self.signature) = (manifest, signature) }
    }
}

extension RuleDirectory {
    /// Loads a former rule set, with the settings of then. Its hash is that of then, unless the content was changed.
    ///
    /// - Parameter name: The directory's name in messages.
    public static func load(_ content: RuleSetContent, named name: String) -> LoadedRules {
        var loaded = load(content.files, named: name)
        if let list = content.deniedTargets { loaded.deny(list, of: "the denied targets") }
        if let devices = content.devices { loaded.correctDevices(devices, of: "the device corrections") }
        if let host = content.pageHost { loaded.serve(pageHost: host) }
        loaded.content.origin = content.origin
        return loaded
    }
}
