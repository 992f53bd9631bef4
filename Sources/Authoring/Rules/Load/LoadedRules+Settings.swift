import Configuration
import OpenSSL
import Routing
public import Settings

extension LoadedRules {
    /// Adds the file of a machine's own settings, which overrides the one among the rules; faults become diagnostics. Before
    /// ``apply(_:)``.
    ///
    /// - Parameter path: The file; nil for none.
    public mutating func addSettings(file path: String?) throws(RuleDirectoryFault) {
        guard let path else { return }
        let own = try RuleDirectory.settings(file: path)
        settings = settings.overridden(by: own.file)
        // It is none of the rules' files, whose texts people see who may look at rules.
        diagnostics += own.diagnostics.map { diagnostic in
            var diagnostic = diagnostic
            diagnostic.sourceLine = nil
            return diagnostic
        }
    }

    /// Applies the daemon's settings that are about all sites: denied targets, and the page host of those that name none. Faults
    /// become diagnostics.
    ///
    /// - Parameter files: The files that may be read; of a draft, those of the rules in force.
    public mutating func apply(_ settings: DaemonSettings, reading files: NamedFiles = .all) {
        deny(settings.deniedTargets, reading: files)
        guard let host = settings.pageHost else { return }
        if let fault = HostName.fault(in: host[...]) { return refuse(host, fault, hint: nil) }
        if let fault = PageHostCheck.fault(in: host, sites) { return refuse(host, fault, hint: PageHostCheck.hint) }
        pageHost = host
        // The same files decide differently with another host, and logs tell rule sets apart by their hash.
        hash = "sha256:" + Digest.sha256Hex(Array("\(hash) \(Self.pageHostSetting) \(host)".utf8).span)
        for index in sites.indices where sites[index].pageHost == nil { sites[index].pageHost = host }
    }

    /// Reports the page host of the settings: at its place where the file states it.
    private mutating func refuse(_ host: String, _ fault: String, hint: String?) {
        let location = settings.location(of: Self.pageHostSetting, stating: host)
        diagnostics.append(
            FileDiagnostic(
                .error, .invalidValue, fault, at: location, path: Self.pageHostSetting,
                sourceLine: location.flatMap { sources[$0.file]?.line($0.line) }, width: host.unicodeScalars.count,
                hint: hint))
    }

    private static let pageHostSetting = "page_host"
}
