public import ByteText

/// Classifies the device of a click by user agent, client hints and device profile.
///
/// Created once and shared by all threads. A class, because copies of a struct would retain each of its tables. Profiles
/// override client hints, which override the user agent.
public final class DeviceClassifier: Sendable {
    let automaton: TokenAutomaton
    /// The corrections for all sites, or `nil` if there are none.
    private let corrections: DeviceCorrections?
    /// The names of unlisted apps in the corrections for all sites.
    public let appNames: AppNames

    /// Compiles the built-in table and its corrections for all sites. Takes about a millisecond; allocates.
    public convenience init(corrections: [DeviceCorrection] = []) { self.init(TokenTable.builder, corrections) }

    private init(_ builder: TokenAutomatonBuilder, _ corrections: [DeviceCorrection] = []) {
        automaton = TokenAutomaton(builder)
        var names = AppNames()
        self.corrections = DeviceCorrections(corrections, names: &names)
        appNames = names
    }

    /// Classifies one request in one pass over the agent. Does not allocate if the arena is warm.
    ///
    /// Without agent and hints all facts are unknown. A version is a range of the input, unless it is spelled with underscores
    /// or derived from another number; then it is written to the arena.
    ///
    /// - Parameters:
    ///   - site: The site's own corrections, which override those for all sites. Each cost another pass over the agent.
    ///   - findsBrowserVersion: Whether to extract the browser version from agent or hints, for about 200 additional
    ///     instructions. Otherwise only a profile provides it.
    public func classify(
        userAgent: TextRange?, hints: ClientHints = ClientHints(), profile: DeviceProfile? = nil,
        site: DeviceCorrections? = nil, findsBrowserVersion: Bool = true, in arena: inout ByteArena
    ) -> Device {
        var device = Device()
        if let userAgent, !userAgent.isEmpty {
            read(userAgent, findsBrowserVersion, into: &device, in: &arena)
            if corrections != nil || site != nil { correct(&device, agent: userAgent, site: site, in: arena) }
        }
        if !hints.isEmpty { apply(hints, findsBrowserVersion, to: &device, in: &arena) }
        if let profile { Self.apply(profile, to: &device) }
        device.settleStore()
        if let store = profile?.store { device.store = store }
        return device
    }

    /// Out of line, since most installations have no corrections.
    @inline(never)
    private func correct(
        _ device: inout Device, agent: TextRange, site: DeviceCorrections?, in arena: borrowing ByteArena
    ) {
        corrections?.apply(to: &device, agent: arena[agent])
        site?.apply(to: &device, agent: arena[agent])
    }

    @inline(__always)
    private func read(
        _ userAgent: TextRange, _ findsBrowserVersion: Bool, into device: inout Device, in arena: inout ByteArena
    ) {
        let reading = AgentReading(userAgent, by: automaton, in: arena)
        device.platform = reading.platform(arena)
        device.mayBeIPad = reading.mayBeIPad(on: device.platform)
        device.formFactor = reading.formFactor(on: device.platform, arena)
        device.botKind = reading.botKind(on: device.platform)
        device.bot = device.botKind != nil
        device.inApp = reading.inApp(on: device.platform, arena)
        device.osVersion = reading.systemVersion(on: device.platform, in: &arena)
        device.store = reading.androidStore(arena)
        device.browser = reading.browser(on: device.platform)
        if findsBrowserVersion { device.browserVersion = reading.version(of: device.browser, arena) }
    }

    private static func apply(_ profile: DeviceProfile, to device: inout Device) {
        if let platform = profile.platform { device.adopt(platform) }
        if let version = profile.osVersion { device.osVersion = version }
        if let formFactor = profile.formFactor { device.formFactor = formFactor }
        if let inApp = profile.inApp { (device.inApp, device.appNumber) = (inApp, 0) }
        if let browser = profile.browser, browser != device.browser {
            device.browser = browser
            device.browserVersion = .empty
        }
        if let version = profile.browserVersion { device.browserVersion = version }
        if let kind = profile.botKind {
            device.botKind = kind
            device.bot = true
        }
        if let bot = profile.bot {
            device.bot = bot
            device.botKind = bot ? device.botKind ?? .other : nil
        }
    }
}

extension DeviceClassifier {
    /// The texts of all tokens, in lower case.
    public static var tokenTexts: Set<String> { Set(TokenTable.tokens.map(\.text)) }

    /// Compiles the built-in table without some of its tokens, to measure their effect.
    public convenience init(withoutTokens isLeftOut: (String) -> Bool) {
        self.init(TokenAutomatonBuilder(TokenTable.tokens.filter { !isLeftOut($0.text) }))
    }

    /// The example user agents of all tokens, for tests in other modules.
    package static var exampleAgents: [String] { TokenTable.rows.map(\.example) }
}
