import Outcomes
import Phones

/// A possible cause of results that were not predicted, which the owner of the site can remove.
enum LabCause: String, Sendable, Hashable, CaseIterable {
    case unverifiedHosts = "unverified-hosts"
    case linksOff = "links-off"
    case undeclaredLinks = "undeclared-links"
    case notInstalled = "not-installed"
    case outdated
    case installed

    /// The mistake in the setup of the app; `nil` if the app's condition is another one.
    var setup: PhoneTrial.Setup? {
        switch self {
        case .unverifiedHosts: .unverifiedHosts
        case .linksOff: .linksOff
        case .undeclaredLinks: .undeclaredLinks
        case .notInstalled, .outdated, .installed: nil
        }
    }

    /// The actual condition of the app; `nil` if it is as stated.
    var condition: AppCondition? {
        switch self {
        case .notInstalled: .absent
        case .outdated: .outdated
        case .installed: .current
        case .unverifiedHosts, .linksOff, .undeclaredLinks: nil
        }
    }

    /// The causes that are possible on a phone, the most frequent first.
    static func causes(of trial: PhoneTrial, _ condition: AppCondition, on system: System) -> [LabCause] {
        guard trial.app != nil else { return [] }
        if condition == .absent { return [.installed] }
        let setups: [LabCause] =
            switch system {
            case .android: [.unverifiedHosts, .linksOff, .undeclaredLinks]
            case .ios, .ipados: [.unverifiedHosts, .undeclaredLinks]
            case .harmonyOS, .desktop: []
            }
        return setups + [.notInstalled] + (condition == .current ? [.outdated] : [.installed])
    }

    /// The cause, in a few words.
    func title(on system: System) -> String {
        let isAndroid = if case .android = system { true } else { false }
        return switch self {
        case .unverifiedHosts: isAndroid ? "the host is not verified" : "the association file was not fetched"
        case .linksOff: "“Open supported links” is off"
        case .undeclaredLinks: "the \(isAndroid ? "manifest does" : "entitlements do") not declare the link"
        case .notInstalled: "the app is not installed"
        case .outdated: "the app is outdated"
        case .installed: "the app is installed"
        }
    }

    /// The cause, and the remedy.
    func advice(on system: System, host: String) -> String {
        let isAndroid = if case .android = system { true } else { false }
        return switch self {
        case .unverifiedHosts where isAndroid:
            """
            The phone has not verified \(host) for the app. Check https://\(host)/.well-known/assetlinks.json with \
            `fingerpost doctor` (status 200, no redirect, JSON, the fingerprint of the signing key that Play shows), then \
            reinstall the app, or run `adb shell pm verify-app-links --re-verify PACKAGE`.
            """
        case .unverifiedHosts:
            """
            The phone has not got the app-site association of \(host). Apple's CDN fetches it up to a day late: check \
            https://\(host)/.well-known/apple-app-site-association with `fingerpost doctor`, then reinstall the app; during \
            development, add ?mode=developer to the associated domain.
            """
        case .linksOff:
            """
            Android's setting “Open supported links” is off for the app: Settings, Apps, the app, Open by default. Users can \
            turn it off, so keep a page with a button (`page: interstitial`).
            """
        case .undeclaredLinks where isAndroid:
            """
            The manifest of the installed app does not declare the link. Compare it with the output of `fingerpost \
            association`: host, path prefix, autoVerify, and the host of the payload if the app receives that.
            """
        case .undeclaredLinks:
            "The entitlements of the installed app do not contain applinks:\(host). Add it, and install a build that has it."
        case .notInstalled: "The app is probably not installed on this phone, or under another package or bundle ID."
        case .outdated: "The installed app is probably older than the link's minimum version."
        case .installed: "The app is probably installed on this phone, in a version that the link accepts."
        }
    }
}
