/// The target of a link and the apps that open it, for editing. Everything else in the long link is preserved.
///
/// A long link is either a Dynamic Link, whose target is the address in `link`, or any other address, which is its own target
/// and opens no app.
public struct LinkTarget: Sendable, Equatable {
    /// The target address.
    public private(set) var address: String
    /// The parameters next to the address; `nil` for an address without any.
    private var parameters: LongLink?

    /// Parses a long link.
    public init(_ longLink: String) {
        address = longLink
        guard var link = try? LongLink(parsing: longLink),
            let target = link.nonEmpty(.link) ?? link.nonEmpty(.deepLinkID)
        else { return }
        (link[.link], link[.deepLinkID]) = (nil, nil)
        (address, parameters) = (target, link)
    }

    /// Creates a target that opens no app, whatever parameters its address has.
    public init(address: String) { self.address = address }

    /// Whether a text entered as a target is a complete Dynamic Link: it has a target, and its host and path are a link domain.
    /// Pages on other hosts may have a `link` parameter of their own.
    public static func isLongLink(_ text: String, on domains: some Sequence<String>) -> Bool {
        guard let link = try? LongLink(parsing: text), link.nonEmpty(.link) ?? link.nonEmpty(.deepLinkID) != nil else {
            return false
        }
        return domains.contains(link.domain)
    }

    /// The app that opens the link on a system; `nil` if there is none.
    public func app(on system: LinkableApp.System) -> String? {
        switch system {
        case .android: parameters?.nonEmpty(.apn)
        case .ios: parameters?.nonEmpty(.ibi) ?? parameters?.nonEmpty(.ipbi)
        }
    }

    /// Whether the link specifies an app for any system.
    public var opensApp: Bool { LinkableApp.System.allCases.contains { app(on: $0) != nil } }

    /// The value of a parameter next to the address; `nil` if it is absent or empty.
    public func value(of parameter: LinkParameter) -> String? { parameters?.nonEmpty(parameter) }

    /// Sets a parameter next to the address; an empty value removes it.
    ///
    /// - Parameter domain: The link domain, for an address that has no parameters yet.
    public mutating func set(_ parameter: LinkParameter, to value: String, on domain: String) {
        if parameters == nil, !value.isEmpty { parameters = LongLink(domain: domain) }
        parameters?[parameter] = value.isEmpty ? nil : value
    }

    /// Replaces the address and keeps apps, fallbacks, preview texts and campaign.
    public mutating func lead(to address: String) {
        // `al` repeated the old target for Android.
        if parameters?[.al] == self.address { parameters?[.al] = nil }
        self.address = address
    }

    /// Adds the first app of each system for which the link specifies none.
    ///
    /// - Parameters:
    ///   - apps: The apps of the site, in its order.
    ///   - domain: The link domain, for an address that has no parameters yet.
    public mutating func addApps(_ apps: [LinkableApp], on domain: String) {
        var link = parameters ?? LongLink(domain: domain)
        for app in apps where self.app(on: app.system) == nil {
            switch app.system {
            case .android: link[.apn] = app.id
            case .ios: (link[.ibi], link[.isi]) = (app.id, app.appStoreID)
            }
            parameters = link
        }
    }

    /// Removes the apps and all app-specific parameters.
    public mutating func removeApps() {
        for parameter in Self.parametersOfApps { parameters?[parameter] = nil }
    }

    private static let parametersOfApps: [LinkParameter] = [
        .apn, .al, .afl, .amv, .ibi, .ipbi, .isi, .imv, .ius, .ifl, .ipfl, .efr,
    ]

    /// The long link. An address without parameters is returned as is, unless it would be parsed as a Dynamic Link.
    ///
    /// - Parameter domain: The link domain, for an address that has no parameters.
    public func longLink(on domain: String) -> String {
        var link = parameters ?? LongLink(domain: domain)
        let isBare = LinkParameter.allCases.allSatisfy { link[$0] == nil } && link.others.isEmpty
        if isBare, LinkTarget(address).parameters == nil { return address }
        link[.link] = address
        return link.text
    }
}

// MARK: - Warnings

extension LinkTarget {
    /// Returns a sentence for each system on which the link never opens an app although the site has one.
    ///
    /// - Parameters:
    ///   - apps: The apps of the site.
    ///   - former: The target before a change; an app removed by the change is reported as lost.
    public func appWarnings(_ apps: [LinkableApp], after former: LinkTarget? = nil) -> [String] {
        LinkableApp.System.allCases.compactMap { system in
            guard app(on: system) == nil else { return nil }
            let name = system.rawValue
            if let lost = former?.app(on: system) {
                return "The link would no longer open the app \(lost) on \(name)."
            }
            guard let app = apps.first(where: { $0.system == system }) else { return nil }
            return "The link never opens the app on \(name): it does not specify one, but the site has \(app.id)."
        }
    }

    /// Returns the apps that a change has removed from the link, such as `com.example.app (Android)`.
    public func lostApps(since former: LinkTarget) -> [String] {
        LinkableApp.System.allCases.compactMap { system in
            guard let lost = former.app(on: system), app(on: system) == nil else { return nil }
            return "\(lost) (\(system.rawValue))"
        }
    }
}
