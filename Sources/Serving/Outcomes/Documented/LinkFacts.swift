import ByteText
import Links
import Routing

/// The properties of a link that the documented tables depend on, read once by the rule set. Contains no decisions.
struct LinkFacts {
    var site: SiteDefinition
    /// The clicked link, without its fragment.
    var link: String
    /// The generation by the form of the link; `nil` for a link without a payload.
    var generation: Generation?
    /// The payload of the link, or the link itself.
    var payload: String
    /// Whether the payload is an action link.
    var isAction: Bool
    /// The `mode` of the action.
    var mode: String?
    /// Whether the web action is completed and the user continues.
    var goesOn: Bool
    /// The decoded parameters of the link; empty if it has no payload.
    var parameters: [String: String] = [:]

    /// Whether the app should handle the code, which is the case for all links with a payload.
    var handlesCodeInApp: Bool { generation != nil }

    subscript(_ parameter: LinkParameter) -> String? {
        parameters[parameter.name.description].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Reads a link. Returns `nil` if the rule set refuses it.
    init?(_ link: String, _ evaluator: Evaluator, now: Int64) {
        var arena = ByteArena(capacity: 4096)
        var request = ClickRequest()
        request.link = arena.append(link)
        request.time = now
        let outcome = evaluator.decide(request, in: &arena)
        guard outcome.decision.refusal == nil, let index = outcome.site,
            let payload = outcome.decision.payload ?? outcome.decision.target
        else { return nil }
        site = evaluator.ruleSet.sites[index]
        let parts = AddressParts(link)
        self.link = parts.textWithoutFragment
        self.payload = arena.string(payload)
        let isHandler = site.handler.map { link.hasPrefix($0) } ?? false
        if parts.path == "/__/auth/links", site.hosting.contains(where: { $0 == parts.host }) {
            generation = .hosting
        } else if !isHandler, site.linkDomains.contains(where: { $0.host == parts.host }) {
            generation = .fdl
        }
        let wrapped = self.payload
        let inner = LinkInspection(arena.append(wrapped), in: &arena)
        let isHandlers = site.handler.map { wrapped.hasPrefix($0) } ?? false
        let isAction = isHandlers || inner.action != nil
        self.isAction = isAction
        mode = isAction ? Self.value("mode", of: wrapped).map { String($0) } : nil
        goesOn = generation != .fdl && !isAction
        guard generation != nil, let read = evaluator.parameters(of: request, in: &arena) else { return }
        for parameter in LinkParameter.allCases {
            parameters[parameter.name.description] = read[parameter].map { arena.string($0) }
        }
    }

    /// The encoded value of a query parameter.
    static func value(_ name: String, of url: String) -> Substring? {
        (AddressParts(url).query ?? "").split(separator: "&").first { $0.hasPrefix(name + "=") }?
            .dropFirst(name.count + 1)
    }
}

// MARK: - Apps

extension LinkFacts {
    /// The app that the link names for a platform, if the site registers it. Hosting links, and all links on HarmonyOS, use the
    /// site's first app.
    func app(on platform: DocumentedPlatform) -> AppDefinition? {
        guard let store = platform.store, generation != nil else { return nil }
        let apps = site.apps.filter { $0.store == store }
        guard generation == .fdl, store != .harmony else { return apps.first }
        func registered(_ parameter: LinkParameter) -> AppDefinition? {
            self[parameter].flatMap { id in apps.first { $0.id == id } }
        }
        return switch platform {
        case .android: registered(.apn)
        case .ipad: registered(.ipbi) ?? registered(.ibi)
        default: registered(.ibi)
        }
    }

    /// The minimum version of the link's Android app; `nil` if any version opens links.
    var androidMinimum: String? {
        let own = app(on: .android)?.minimumVersion
        let minimum = generation == .fdl ? self[.amv] ?? own : site.options.enforceStoreSemantics ? own : nil
        return minimum.flatMap { $0.allSatisfy { "0.".contains($0) } ? nil : $0 }
    }

    /// The minimum version of one of the link's apps; `nil` if any version opens links.
    func minimum(of app: AppDefinition) -> String? {
        app.store == .android ? androidMinimum : app.minimumVersion
    }

    /// Whether a missing Android app should be installed.
    var installs: Bool {
        generation == .fdl
            ? self[.afl] == nil : site.options.enforceStoreSemantics && app(on: .android)?.install == true
    }

    /// The App Store ID in the link, if it is that of the registered app.
    func appStoreID(on platform: DocumentedPlatform) -> String? {
        app(on: platform)?.appStoreID.flatMap { $0 == self[.isi] ? $0 : nil }
    }
}

/// The platforms that the tables distinguish.
public enum DocumentedPlatform: String, Sendable, Hashable, CaseIterable {
    case android, iphone, ipad, harmonyos, desktop

    var store: AppDefinition.Store? {
        switch self {
        case .android: .android
        case .iphone, .ipad: .ios
        case .harmonyos: .harmony
        case .desktop: nil
        }
    }
}
