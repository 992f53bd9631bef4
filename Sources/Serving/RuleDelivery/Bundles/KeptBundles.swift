import Client
import OpenSSL
package import RuleBundle
public import Rules
public import ServiceFiles
public import Settings
package import Threads

/// The bundles kept by a daemon, for commands on the same machine: they evaluate the daemon's rules without contacting a server.
public enum KeptBundles {
    /// The directory of kept bundles: as configured, or in the store's directory.
    package static func directory(_ settings: DaemonSettings, usualStore: String) -> String {
        settings.bundleFolder ?? "\(settings.store ?? usualStore)/bundles"
    }

    /// Loads the rules of an address's kept bundle.
    ///
    /// - Parameters:
    ///   - settings: The settings from the environment.
    ///   - usualStore: The default directory of the store.
    public static func rules(
        of address: String, _ settings: DaemonSettings, usualStore: String
    ) throws(FileFault) -> LoadedRules {
        let folder: BundleFolder
        do throws(ServerURL.Fault) {
            folder = BundleFolder(
                directory(settings, usualStore: usualStore),
                for: try ServerURL(address, statedAs: "rules", orDirectory: true))
        } catch { throw FileFault(error.description) }
        let keys = try BundleKeys(settings.bundleKeys).load()
        guard !keys.isEmpty else {
            throw FileFault("rules: an address: set FINGERPOST_BUNDLE_KEYS as for the daemon, or use a directory")
        }
        do throws(BundleFault) {
            if let bundle = try folder.bundle(trusting: keys) { return bundle.rules(forReview: true) }
        } catch { throw FileFault(error.description) }
        throw FileFault(
            "\(folder.path): no bundle kept for that address: start a daemon (serve) to fetch it, or use a directory")
    }
}

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
        verified.rules(forReview: true, replacing: changed, limit: limit)
    }

    private var verified: SignedBundle {
        do throws(BundleFault) { return try SignedBundle(archive, trusting: [key]) } catch {
            preconditionFailure("a verified bundle is no longer valid: \(error)")
        }
    }
}
