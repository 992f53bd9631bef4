package import Access
import ByteText
package import Settings

/// The settings of the listeners' handlers.
package struct HandlerSettings: Sendable {
    /// The peers that are trusted to report a click's origin, device and country.
    package var trusted = TrustedPeers()
    /// The lower-case name of the country field, or `nil` if there is none.
    var countryHeader: [UInt8]?
    /// The folder of ACME challenge responses, or `nil` if there is none.
    var challengeFolder: String?
    /// The additional hosts of edge and admin, in lower case.
    package var allowedHosts: [String] = []
    /// The origins whose web pages may use the app API.
    package var origins: [String] = []
    /// How many queries per second of one address may find nothing.
    var missesPerSecond: Int
    /// Whether the admin listener has a console.
    package var hasConsole = true

    /// - Parameter trusted: The trusted peers of the settings.
    package init(_ settings: DaemonSettings, trusted: TrustedPeers) {
        self.trusted = trusted
        countryHeader = settings.countryHeader.map { Array($0.utf8.map(\.lowercased)) }
        challengeFolder = settings.challengeFolder
        allowedHosts = settings.allowedHosts
        origins = settings.corsOrigins
        missesPerSecond = settings.limits.missesPerSecond
        hasConsole = settings.console
    }
}

/// A handler that reads settings.
package protocol SettingsReader: AnyObject {
    /// Uses other settings from the next request on. Called on the thread of the handler's worker.
    func use(_ settings: HandlerSettings)
}
