public import ServiceFiles
import Client
import RuleBundle
public import Rules
public import Settings

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
            if let bundle = try folder.bundle(trusting: keys) { return bundle.rules(keepsSources: true) }
        } catch { throw FileFault(error.description) }
        throw FileFault(
            "\(folder.path): no bundle kept for that address: start a daemon (serve) to fetch it, or use a directory")
    }
}
