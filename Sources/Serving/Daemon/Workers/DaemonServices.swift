import Clicks
import LinkStore
import NodeLinks
import ServiceFiles
import Settings
import TargetChecks

/// The parts of a daemon that own files and threads, opened once all settings are checked.
struct DaemonServices {
    let links: ServedLinks
    let records: DaemonRecords
    /// Checks targets of links; `nil` if the daemon never does.
    let targetChecks: TargetChecks?
    /// The file of the sites disabled by an operator, or `nil` if there is no directory for it.
    let disabledSitesFile: DisabledSitesFile?
    /// The sites disabled when the daemon starts.
    let disabledSites: DisabledSites

    init(_ checked: CheckedSettings, _ links: ServedLinks) throws {
        self.links = links
        records = try DaemonRecords(checked)
        targetChecks = try Self.targetChecks(checked, links)
        disabledSitesFile = links.store?.directory.map { DisabledSitesFile(in: $0) }
        disabledSites = try disabledSitesFile?.load() ?? DisabledSites()
    }

    /// `nil` without a store, or if the store is a replica, of which there may be many.
    private static func targetChecks(_ checked: CheckedSettings, _ links: ServedLinks) throws -> TargetChecks? {
        let settings = checked.settings.targetChecks
        guard links.isReplica else {
            return try TargetChecks(settings, links.store, version: checked.version, proxy: checked.proxy)
        }
        if settings.everySeconds != nil {
            checked.report(
                "target_checks: this node follows a source, and its store is a replica: targets are not checked")
        }
        return nil
    }
}
