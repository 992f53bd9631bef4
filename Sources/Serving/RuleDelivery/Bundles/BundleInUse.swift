import OpenSSL
package import RuleBundle
package import Rules
package import Threads

/// The active bundle. Kept compressed, since its files may be many times as large and are needed for reloads only.
package struct BundleInUse: Sendable {
    package let manifest: BundleManifest
    /// The key that verified it.
    let key: VerifyingKey
    private let archive: [UInt8]

    init(_ bundle: SignedBundle) {
        manifest = bundle.manifest
        key = bundle.key
        archive = bundle.archive
    }

    /// Loads its rules again.
    package func rules() -> LoadedRules { verified.rules() }

    /// Loads its rules with the texts of their files, with the given files replacing those of the bundle.
    package func rules(replacing changed: [(path: String, bytes: [UInt8])], limit: WorkLimit?) -> LoadedRules {
        verified.rules(keepsSources: true, replacing: changed, limit: limit)
    }

    private var verified: SignedBundle {
        do throws(BundleFault) { return try SignedBundle(archive, trusting: [key]) } catch {
            preconditionFailure("a verified bundle is no longer valid: \(error)")
        }
    }
}
