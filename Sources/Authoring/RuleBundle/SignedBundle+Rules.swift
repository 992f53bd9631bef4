public import Rules
import Settings
public import Threads

extension SignedBundle {
    /// The folder of the files in messages.
    private static let folder = "bundle"

    /// Loads the rules from memory. Faults are in the result's diagnostics. Of `fingerpost.yaml`, only settings shared by
    /// nodes apply: the signer of rules decides where links lead, not what a machine listens on, trusts, or writes to.
    ///
    /// - Parameters:
    ///   - forReview: Whether cases are read and the texts of the files kept, for findings about the rules.
    ///   - changed: Files that replace those with the same paths.
    ///   - limit: The work limit for conditions; those beyond it are errors.
    public func rules(
        forReview: Bool = false, replacing changed: [(path: String, bytes: [UInt8])] = [], limit: WorkLimit? = nil
    ) -> LoadedRules {
        let kept = files.filter { file in !changed.contains { $0.path == file.path } }
        let own = changed.map { BundleFile(path: $0.path, bytes: $0.bytes) }
        var loaded = Self.load(kept + own, named: Self.folder, forReview: forReview, limit: limit)
        loaded.settings = loaded.settings.withoutNodes
        if changed.isEmpty { loaded.content.origin = origin }
        loaded.refuseDevicesOutside()
        return loaded
    }

    /// Loads the rules of files before signing, with all settings of their `fingerpost.yaml`. `folder` is their
    /// directory in messages.
    public static func load(
        _ files: [BundleFile], named folder: String, forReview: Bool = true, limit: WorkLimit? = nil
    ) -> LoadedRules {
        let list = files.map { (path: $0.path, bytes: $0.bytes) }
        return RuleDirectory.load(list, named: folder, forReview: forReview, limit: limit)
    }

    /// The files of a rules directory that go into a bundle: `*.yaml` and page files, without hidden ones.
    public static func files(ofDirectory path: String) throws(RuleDirectoryFault) -> [BundleFile] {
        try RuleDirectory.files(path: path).map { BundleFile(path: $0.path, bytes: $0.bytes) }
    }
}
