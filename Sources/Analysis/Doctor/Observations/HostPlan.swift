import Association
import Daemon

/// A host of the sites: what is asked of it, and what the rules say that it answers.
struct HostPlan: Sendable {
    /// What a host is for a site.
    enum Role: String, Sendable {
        case links, hosting
        case page = "pages"
        /// Of the web widget, which another server may serve.
        case handler
    }

    var host: String
    /// What it is, and for which site, in the order of the sites.
    var roles: [(role: Role, site: String)] = []
    /// The association files, as the rules make them; nil for a host without links.
    var files: Files?
    /// A click whose answer is known; nil where Fingerpost does not serve the host.
    var click: Click?
    /// The path of the web widget.
    var handlerPath: String?
    /// Whether the rules have errors, so that neither files nor clicks have known answers.
    var lacksRules = false

    /// The association files of a host.
    struct Files: Sendable {
        var apple: AppleAppSiteAssociation
        var android: AssetLinks
    }

    /// A click, and the answers that the rules give to it.
    struct Click: Sendable {
        /// Path and query.
        var target: String
        /// What an Android phone is answered, and a computer with Windows.
        var android, desktop: FrontAnswer
        /// What a client without a user agent is answered.
        var anonymous: FrontAnswer
        /// What any client is answered on a host of no site.
        var elsewhere: FrontAnswer
    }

    /// Whether Fingerpost answers for the host itself.
    var isOurs: Bool { roles.contains { $0.role != .handler } }

    /// `links of example, hosting of other`.
    var note: String { roles.map { "\($0.role.rawValue) of \($0.site)" }.joined(separator: ", ") }
}

/// What is asked of a host.
enum HostQuestion: Hashable, Sendable, CaseIterable {
    case apple, android
    case androidClick, desktopClick
    /// A click that states a device, another host, or another client, as only a trusted proxy may.
    case forgedDevice, forgedHost, forgedForwarded, forgedClient
    case handler
    /// The click without TLS, on port 80.
    case plain

    static let forged: [HostQuestion] = [.forgedDevice, .forgedHost, .forgedForwarded, .forgedClient]
}
