import Client
import LinkPublication
import LinkStore
import NodeLinks
import RuleDelivery
import ServiceFiles
import Settings
import Threads

/// Settings of a node that follows published links.
extension DaemonLoader {
    /// The follower of the configured publication; `nil` if there is none. Does not connect.
    func linkFollower(_ store: LinkStore?) throws -> LinkFollower? {
        guard let fetch = try Self.publication(settings) else { return nil }
        guard let store, let directory = store.directory else {
            throw StartupFault("links: a node needs a store for its copy; set a directory with --store")
        }
        do throws(StoreError) {
            let copy = try PublishedCopy(
                store, folder: PublicationFolder("\(directory)/links-files"),
                node: settings.node ?? HostName.current(or: "node"))
            return try LinkFollower(
                fetch, keys: BundleKeys(settings.linksKeys, of: "published links (--links-key)"), copy: copy,
                interval: settings.linksPoll, report: report)
        } catch {
            guard case .notEmpty = error else { throw StartupFault("links: \(error)") }
            throw StartupFault("links: \(store.path) has links of its own; set another directory with --store")
        }
    }

    /// The configured publication; `nil` if there is none. Throws if the settings can't be used.
    static func publication(_ settings: DaemonSettings) throws(StartupFault) -> SignedFileFetch? {
        guard let text = settings.links else { return nil }
        guard settings.source == nil else {
            throw StartupFault(
                "links: a node follows either published links or a source: remove one of --links, --source")
        }
        guard !text.contains("?") else {
            throw StartupFault("links: expected the address of a folder, without a query")
        }
        guard !settings.linksKeys.isEmpty else {
            throw StartupFault(
                "links: published links must be signed: set the public key with --links-key")
        }
        do throws(FileFault) {
            _ = try BundleKeys(settings.linksKeys, of: "published links (--links-key)").load()
        } catch {
            throw StartupFault(error.description)
        }
        let proxy = try OutgoingProxy(settings.outgoing) { _ in }
        do throws(ServerURL.Fault) {
            return SignedFileFetch(
                address: try ServerURL(text, statedAs: "links"), authorities: settings.linksAuthorities,
                flag: "--links", authoritiesSetting: "links_ca", proxy: proxy)
        } catch { throw StartupFault(error.description) }
    }
}
