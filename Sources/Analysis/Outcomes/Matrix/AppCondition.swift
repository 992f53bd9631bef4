import Routing

/// How the link's app is on the phone.
public enum AppCondition: String, Sendable, Hashable, CaseIterable {
    case current, outdated, absent
    /// Android: installed, and the hosts of its links are not verified.
    case unverified
    /// Android: installed, and its manifest declares other links.
    case undeclared

    /// The state that documents speak of.
    var state: DocumentedCase.State {
        switch self {
        case .outdated: .outdated
        case .absent: .absent
        case .current, .unverified, .undeclared: .current
        }
    }

    /// The conditions that make a difference for a link on a platform.
    static func conditions(_ link: LinkFacts, _ platform: Platform) -> [AppCondition] {
        guard link.app(on: platform) != nil else { return [.absent] }
        let isOld = platform == .android ? link.androidMinimum != nil : link.app(on: platform)?.minimumVersion != nil
        let old: [AppCondition] = isOld ? [.outdated] : []
        return [.current] + old + [.absent] + (platform == .android ? [.unverified, .undeclared] : [])
    }
}
