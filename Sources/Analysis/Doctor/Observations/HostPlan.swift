import Clicks
import Association

/// A host of the sites, with the requests to send and the responses that the rules determine.
struct HostPlan: Sendable {
    /// The purpose of a host for a site.
    enum Role: String, Sendable {
        case links, hosting
        case page = "pages"
        /// The web widget, which another server may serve.
        case handler
    }

    var host: String
    /// The roles with their sites, in the order of the sites.
    var roles: [(role: Role, site: String)] = []
    /// The association files that the rules generate; `nil` for a host without links.
    var files: Files?
    /// A click with a known response; `nil` if Fingerpost does not serve the host.
    var click: Click?
    /// The path of the web widget.
    var handlerPath: String?
    /// Whether a site with links on the host has deferred links.
    var defers = false
    /// Whether the rules have errors, so that the responses for files and clicks are unknown.
    var lacksRules = false

    /// The association files of a host.
    struct Files: Sendable {
        var apple: AppleAppSiteAssociation
        var android: AssetLinks
        /// `nil` if no site on the host has an app for HarmonyOS.
        var harmony: AppLinking?
    }

    /// A click, and the responses that the rules determine.
    struct Click: Sendable {
        /// Path and query.
        var target: String
        /// The responses to an Android phone and to a Windows computer.
        var android, desktop: FrontAnswer
        /// The response to a client without a user agent.
        var anonymous: FrontAnswer
        /// The response on a host that belongs to no site.
        var elsewhere: FrontAnswer
    }

    /// Whether Fingerpost serves the host itself.
    var isOurs: Bool { roles.contains { $0.role != .handler } }

    /// For example `links of example, hosting of other`.
    var note: String { roles.map { "\($0.role.rawValue) of \($0.site)" }.joined(separator: ", ") }
}

/// The requests sent to a host.
enum HostQuestion: Hashable, Sendable, CaseIterable {
    case apple, android, harmony
    case androidClick, desktopClick
    /// Clicks with a forged device, host or client address, which only a trusted proxy may send.
    case forgedDevice, forgedHost, forgedForwarded, forgedClient
    case handler
    /// An app's request for the link of a click before the installation.
    case resolve
    /// The click without TLS, on port 80.
    case plain

    static let forged: [HostQuestion] = [.forgedDevice, .forgedHost, .forgedForwarded, .forgedClient]
}
