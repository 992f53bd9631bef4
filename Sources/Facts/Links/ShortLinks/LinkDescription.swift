import ByteText

/// A Dynamic Link by what it is to do, for those who write one by hand: what it wraps, the apps that open it, and what else.
///
/// ``longLink(on:offering:)`` writes it out, by the same type as the object of the Firebase Dynamic Links API.
public struct LinkDescription: Sendable, Equatable {
    /// Which app of a system opens the link.
    public enum App: Sendable, Equatable {
        /// The first app that the site has for the system; none where it has none.
        case ofSite
        case none
        /// The app of an identifier, which the site must have.
        case named(String)
    }

    /// The address that the link wraps.
    public var payload = ""
    /// The app on Android.
    public var android = App.ofSite
    /// The app on Apple's systems.
    public var ios = App.ofSite
    /// The values of the other parameters: fallbacks, minimum versions, texts of the preview, campaign, `efr`.
    public var values: [LinkParameter: String] = [:]

    /// A description of nothing.
    public init() {}
}

/// An app of a site, as far as links name it.
public struct LinkableApp: Sendable, Equatable {
    /// A system that has links' apps.
    public enum System: String, Sendable, CaseIterable {
        case android = "Android"
        case ios = "iOS"
    }

    /// The system.
    public var system: System
    /// The package name or the bundle ID.
    public var id: String
    /// Apple's number of the app, where the site states it.
    public var appStoreID: String?

    /// An app.
    public init(_ system: System, _ id: String, appStoreID: String? = nil) {
        (self.system, self.id, self.appStoreID) = (system, id, appStoreID)
    }
}

extension LinkDescription {
    /// Writes the link out.
    ///
    /// - Parameters:
    ///   - domain: The link domain.
    ///   - apps: Those of the domain's site, in its order.
    public func longLink(
        on domain: String, offering apps: [LinkableApp]
    ) throws(ShortLinkFault) -> LongLink {
        guard !payload.isEmpty else { throw .invalidArgument("payload: the link needs an address to lead to") }
        var link = LongLink(domain: domain)
        link[.link] = payload
        for (parameter, value) in values where !value.isEmpty { link[parameter] = value }
        link[.apn] = try Self.choose(android, .android, apps)?.id
        let apple = try Self.choose(ios, .ios, apps)
        link[.ibi] = apple?.id
        link[.isi] = apple?.appStoreID
        try Self.require(.apn, .android, for: [.afl: "fallback", .amv: "minimum version"], in: link)
        try Self.require(
            .ibi, .ios, for: [.ifl: "fallback", .ipfl: "fallback on iPads", .imv: "minimum version"], in: link)
        return link
    }

    private static func choose(
        _ choice: App, _ system: LinkableApp.System, _ apps: [LinkableApp]
    ) throws(ShortLinkFault) -> LinkableApp? {
        let own = apps.filter { $0.system == system }
        switch choice {
        case .none: return nil
        case .ofSite: return own.first
        case .named(let id):
            if let app = own.first(where: { $0.id == id }) { return app }
            let names = own.map(\.id)
            let known = names.isEmpty ? "it has none" : "it has \(names.joined(separator: ", "))"
            let hint = suggestion(for: id, among: names) ?? known
            throw .invalidArgument(
                "\(system.rawValue.lowercased()): the site has no \(system.rawValue) app \(id); \(hint)")
        }
    }

    /// What is only for an app needs one.
    private static func require(
        _ app: LinkParameter, _ system: LinkableApp.System, for values: [LinkParameter: String], in link: LongLink
    ) throws(ShortLinkFault) {
        guard link[app] == nil else { return }
        for parameter in LinkParameter.allCases where link[parameter] != nil {
            guard let name = values[parameter] else { continue }
            throw .invalidArgument(
                "\(system.rawValue.lowercased()): the \(name) is for an app, but the link names none for "
                    + system.rawValue)
        }
    }
}

extension ShortLinkFault {
    /// A value that can't be meant.
    static func invalidArgument(_ message: String) -> ShortLinkFault { ShortLinkFault("invalid-argument", message) }
}
