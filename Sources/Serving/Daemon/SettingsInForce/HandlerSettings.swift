import ByteText
import Settings

/// What the handlers of the listeners read of the settings.
struct HandlerSettings: Sendable {
    /// The peers that may state where a click comes from, the clicker's device, and the country.
    var trusted = TrustedPeers()
    /// The field that names the country, in lower case; `nil` for none.
    var countryHeader: [UInt8]?
    /// The folder of responses to challenges of an ACME server; `nil` for none.
    var challengeFolder: String?
    /// The hosts under which edge and admin may be reached, besides their own. Lower case.
    var allowedHosts: [String] = []
    /// The origins whose web pages may use the API for apps.
    var origins: [String] = []
    /// Whether the admin listener has a console.
    var hasConsole = true

    /// - Parameter trusted: Those of the settings.
    init(_ settings: DaemonSettings, trusted: TrustedPeers) {
        self.trusted = trusted
        countryHeader = settings.countryHeader.map { Array($0.utf8.map(\.lowercased)) }
        challengeFolder = settings.challengeFolder
        allowedHosts = settings.allowedHosts
        origins = settings.corsOrigins
        hasConsole = settings.console
    }
}

/// A handler that reads settings.
protocol SettingsReader: AnyObject {
    /// Uses other settings from the next request on. Called on the thread of the handler's worker.
    func use(_ settings: HandlerSettings)
}
