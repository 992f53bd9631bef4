import Expressions
import Routing

/// The condition of the link's app on the phone.
public enum AppCondition: String, Sendable, Hashable, CaseIterable {
    case current, outdated, absent
    /// Installed, but the hosts of its links are not verified: the phone has not fetched their association files.
    case unverified
    /// Android: installed, but its manifest declares other links.
    case undeclared

    /// The corresponding state in the documentation.
    var state: DocumentedCase.State {
        switch self {
        case .outdated: .outdated
        case .absent: .absent
        case .current, .unverified, .undeclared: .current
        }
    }

    /// The conditions that make a difference for a link on a platform.
    ///
    /// - Parameter installed: The installed version of the app, which is then either current or outdated.
    static func conditions(_ link: LinkFacts, _ platform: DocumentedPlatform, installed: String? = nil)
        -> [AppCondition]
    {
        guard let app = link.app(on: platform) else { return [.absent] }
        let minimum = link.minimum(of: app)
        if let installed, let minimum, isOlder(installed, than: minimum) { return [.outdated, .absent] }
        let old: [AppCondition] = minimum != nil && installed == nil ? [.outdated] : []
        return [.current] + old + [.absent] + (platform == .android ? [.unverified, .undeclared] : [])
    }

    private static func isOlder(_ version: String, than minimum: String) -> Bool {
        let (left, right) = (Array(version.utf8), Array(minimum.utf8))
        return VersionOrder.compare(left.span, right.span) == .less
    }
}
