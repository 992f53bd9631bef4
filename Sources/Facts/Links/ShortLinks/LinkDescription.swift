import ByteText

/// A description of a Dynamic Link for users who write one by hand: its payload, the apps that open it, and further parameters.
///
/// ``longLink(on:offering:)`` converts it, using the same type as the object of the Firebase Dynamic Links API.
public struct LinkDescription: Sendable, Equatable {
    /// The app that opens the link on a system.
    public enum App: Sendable, Equatable {
        /// The site's first app for the system, if it has one.
        case ofSite
        case none
        /// The app with an identifier; the site must have it.
        case named(String)
    }

    /// The wrapped address.
    public var payload = ""
    /// The app on Android.
    public var android = App.ofSite
    /// The app on Apple platforms.
    public var ios = App.ofSite
    /// The values of the other parameters: fallbacks, minimum versions, preview texts, campaign, `efr`.
    public var values: [LinkParameter: String] = [:]

    /// Creates an empty description.
    public init() {}
}

/// An app of a site, with the data that links contain.
public struct LinkableApp: Sendable, Equatable {
    /// A system on which links can open apps.
    public enum System: String, Sendable, CaseIterable {
        case android = "Android"
        case ios = "iOS"
    }

    /// The system.
    public var system: System
    /// The package name or the bundle ID.
    public var id: String
    /// The App Store ID of the app, if the site specifies it.
    public var appStoreID: String?

    /// Creates an app.
    public init(_ system: System, _ id: String, appStoreID: String? = nil) {
        (self.system, self.id, self.appStoreID) = (system, id, appStoreID)
    }
}

extension LinkDescription {
    /// Converts the description to a long link.
    ///
    /// - Parameters:
    ///   - domain: The link domain.
    ///   - apps: The apps of the domain's site, in its order.
    public func longLink(
        on domain: String, offering apps: [LinkableApp]
    ) throws(ShortLinkFault) -> LongLink {
        guard !payload.isEmpty else { throw .invalidArgument("payload: must not be empty") }
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

    /// Throws if app-specific parameters are present without an app.
    private static func require(
        _ app: LinkParameter, _ system: LinkableApp.System, for values: [LinkParameter: String], in link: LongLink
    ) throws(ShortLinkFault) {
        guard link[app] == nil else { return }
        for parameter in LinkParameter.allCases where link[parameter] != nil {
            guard let name = values[parameter] else { continue }
            throw .invalidArgument(
                "\(system.rawValue.lowercased()): the \(name) requires an app, but the link has none for "
                    + system.rawValue)
        }
    }
}

extension ShortLinkFault {
    /// An error for an invalid value.
    static func invalidArgument(_ message: String) -> ShortLinkFault { ShortLinkFault("invalid-argument", message) }
}
