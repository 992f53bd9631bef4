import OpenSSL
import RuleBundle
import Rules

/// The bundle that a daemon runs: compressed, as its files may be many times as large, and are needed for a reload only.
struct BundleInUse: Sendable {
    let manifest: BundleManifest
    /// The key that has signed it.
    let key: VerifyingKey
    private let archive: [UInt8]

    init(_ bundle: SignedBundle) {
        manifest = bundle.manifest
        key = bundle.key
        archive = bundle.archive
    }

    /// Loads its rules again.
    func rules() -> LoadedRules {
        do throws(BundleFault) { return try SignedBundle(archive, trusting: [key]).rules() } catch {
            preconditionFailure("a bundle that was verified is not any more: \(error)")
        }
    }
}
