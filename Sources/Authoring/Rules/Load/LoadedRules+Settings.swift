import ByteText
import Configuration
import OpenSSL
import Routing
public import Settings

extension LoadedRules {
    /// Adds the machine's own settings file, which overrides the one in the rules directory. Faults become diagnostics.
    /// Must be called before ``apply(_:reading:)``.
    ///
    /// - Parameter path: The file, or `nil` for none.
    public mutating func addSettings(file path: String?) throws(RuleDirectoryFault) {
        guard let path else { return }
        let own = try RuleDirectory.settings(file: path)
        settings = settings.overridden(by: own.file)
        // The file is not in the rules directory, whose texts are visible to everyone with access to the rules.
        diagnostics += own.diagnostics.map { diagnostic in
            var diagnostic = diagnostic
            diagnostic.sourceLine = nil
            return diagnostic
        }
    }

    /// Applies the daemon's settings for all sites: denied targets, device corrections, and the page host of sites without
    /// one. Faults become diagnostics.
    ///
    /// - Parameter files: The files that may be read. For a draft, those of the active rules.
    public mutating func apply(_ settings: DaemonSettings, reading files: NamedFiles = .all) {
        deny(settings.deniedTargets, reading: files)
        correctDevices(settings.devices, reading: files)
        checkWebhooks(settings.events.webhooks)
        guard let host = settings.pageHost else { return }
        if let fault = HostNameCheck.fault(in: host[...]) { return refuse(host, fault, hint: nil) }
        if let fault = PageHostCheck.fault(in: host, sites) { return refuse(host, fault, hint: PageHostCheck.hint) }
        serve(pageHost: host)
    }

    /// Sets the valid page host of sites without one.
    mutating func serve(pageHost host: String) {
        (pageHost, content.pageHost) = (host, host)
        // Equal files produce different decisions with another page host, and logs identify rule sets by their hash.
        hash = "sha256:" + Digest.sha256Hex(Array("\(hash) \(Self.pageHostSetting) \(host)".utf8).span)
        for index in sites.indices where sites[index].pageHost == nil { sites[index].pageHost = host }
    }

    /// Reports an invalid page host of the settings, at its place if it is set in the file.
    private mutating func refuse(_ host: String, _ fault: String, hint: String?) {
        let location = settings.location(of: Self.pageHostSetting, stating: host)
        diagnostics.append(
            FileDiagnostic(
                .error, .invalidValue, fault, at: location, path: Self.pageHostSetting,
                sourceLine: location.flatMap { sources[$0.file]?.line($0.line) }, width: host.unicodeScalars.count,
                hint: hint))
    }

    private static let pageHostSetting = "page_host"

    /// Warns of sites in filters of webhooks that do not exist: such a webhook would receive nothing.
    private mutating func checkWebhooks(_ webhooks: [WebhookSetting]) {
        let names = sites.map(\.name)
        for webhook in webhooks {
            for name in webhook.filter[.sites] ?? [] where !names.contains(name) {
                diagnostics.append(
                    FileDiagnostic(
                        .warning, .invalidValue,
                        "the webhook `\(webhook.name)` receives events of the site `\(name)`, which does not exist",
                        path: "webhooks", hint: suggestion(for: name, among: names)))
            }
        }
    }
}

/// The files that settings may refer to.
///
/// The author of active rules may refer to any file. A draft may come from a user with read-only access: it may only
/// refer to the files that the active rules already use.
public struct NamedFiles: Sendable, Equatable {
    /// `nil` for all files.
    private let paths: Set<String>?

    private init(paths: Set<String>?) { self.paths = paths }

    /// Any file.
    public static let all = NamedFiles(paths: nil)

    /// Only files with these paths, as spelled in settings.
    public static func only(_ paths: Set<String>) -> NamedFiles { NamedFiles(paths: paths) }

    /// The files that settings refer to and that loading rules reads.
    public init(namedBy settings: DaemonSettings) {
        self = .only(Set([settings.deniedTargets, settings.devices].compactMap(\.self)))
    }

    /// Whether a file may be opened.
    public func contains(_ path: String) -> Bool { paths?.contains(path) ?? true }
}
