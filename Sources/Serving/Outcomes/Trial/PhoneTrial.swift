public import Clicks
public import Phones
public import Routing

/// Predicts where a link leads on one phone, which has the link's app in a known condition.
///
/// ``OutcomeMatrix`` follows a link on all phones of the model; this follows it on one phone.
public struct PhoneTrial {
    private let maker: PhoneMaker
    let system: System
    private let platform: DocumentedPlatform

    /// The setup of the app on the phone: as the documentation specifies, or with one mistake.
    public enum Setup: Sendable, Hashable, CaseIterable {
        case asDocumented
        /// The phone has not verified the link's hosts, or has not fetched their association files.
        case unverifiedHosts
        /// Android's setting "Open supported links" is off for the app.
        case linksOff
        /// The app's manifest or entitlements declare other links.
        case undeclaredLinks
    }

    /// - Parameters:
    ///   - evaluator: Reads the properties of the link; makes no decisions.
    ///   - front: Responds to the phone.
    ///   - system: The phone's system.
    /// - Throws: ``LinkRefused`` if the rule set refuses the link.
    public init(
        of link: String, _ evaluator: Evaluator, _ front: FrontInMemory, on system: System
    ) throws(LinkRefused) {
        guard let facts = LinkFacts(link, evaluator, now: front.now) else { throw LinkRefused(link: link) }
        maker = PhoneMaker(link: facts, web: FrontWeb(front), installed: nil)
        self.system = system
        platform = system.documentedPlatform
    }

    /// The app that the link names for the phone; `nil` if it names none.
    public var app: AppDefinition? { maker.link.app(on: platform) }

    /// The link, without its fragment.
    var link: String { maker.link.link }

    /// The payload of the link, or the link itself.
    var payload: String { maker.link.payload }

    /// The site of the link.
    public var site: SiteDefinition { maker.link.site }

    /// The possible journeys.
    ///
    /// - Parameters:
    ///   - address: The tapped address: the link, the address of its page, or an address that leads to the app.
    ///   - surface: The browser or app that contains it.
    public func journeys(
        from address: String, on surface: Surface, tapped tap: Tap, _ condition: AppCondition,
        _ setup: Setup = .asDocumented
    ) -> [Journey] {
        phone(surface, condition, setup).follow(address, tapped: tap, through: maker.web)
    }

    private func phone(_ surface: Surface, _ condition: AppCondition, _ setup: Setup) -> Phone {
        let bare = Phone(system, surface)
        guard condition != .absent else { return bare }
        var phone = maker.equip(bare, platform, setup.condition ?? condition)
        for index in phone.androidApps.indices {
            if setup == .linksOff { phone.androidApps[index].opensSupportedLinks = false }
        }
        if setup == .undeclaredLinks {
            for index in phone.appleApps.indices { phone.appleApps[index].domains = [] }
        }
        return phone
    }
}

extension PhoneTrial.Setup {
    /// The condition of the app with the mistake; `nil` if it has none of its own.
    fileprivate var condition: AppCondition? {
        switch self {
        case .unverifiedHosts: .unverified
        case .undeclaredLinks: .undeclared
        case .asDocumented, .linksOff: nil
        }
    }
}

extension System {
    fileprivate var documentedPlatform: DocumentedPlatform {
        switch self {
        case .android: .android
        case .ios: .iphone
        case .ipados: .ipad
        case .harmonyOS: .harmonyos
        case .desktop: .desktop
        }
    }
}
