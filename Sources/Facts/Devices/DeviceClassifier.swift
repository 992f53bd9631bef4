public import ByteText

/// Classifies the device of a click by its user agent, client hints and profile.
///
/// Made once and shared by all threads, as an object: copies would count references to each of its tables. What a profile
/// states beats client hints, which beat the user agent.
public final class DeviceClassifier: Sendable {
    let automaton: TokenAutomaton

    /// Compiles the built-in table. Costs about a millisecond; allocates.
    public convenience init() { self.init(TokenTable.lists) }

    /// Compiles other lists of tokens: what is known without some of the table.
    init(_ lists: [[DeviceToken]]) { automaton = TokenAutomaton(lists) }

    /// Classifies one request. Cost: one pass over the agent, no allocation in a warm arena.
    ///
    /// Without an agent and hints everything is unknown. A version that the agent spells with underscores, or that
    /// follows from another number, is written to the arena; otherwise it is a piece of what was given.
    ///
    /// - Parameters:
    ///   - site: What the site of the link adds to the table; it costs another pass over the agent.
    ///   - findsBrowserVersion: Whether the version of the browser is wanted, which costs some 200 instructions more;
    ///     otherwise only a profile states it.
    public func classify(
        userAgent: TextRange?, hints: ClientHints = ClientHints(), profile: DeviceProfile? = nil,
        site: SiteTokens? = nil, findsBrowserVersion: Bool = true, in arena: inout ByteArena
    ) -> Device {
        var device = Device()
        if let userAgent, !userAgent.isEmpty {
            read(userAgent, findsBrowserVersion, into: &device, in: &arena)
            site?.apply(to: &device, agent: arena[userAgent])
        }
        if !hints.isEmpty { apply(hints, findsBrowserVersion, to: &device, in: &arena) }
        if let profile { Self.apply(profile, to: &device) }
        device.settleStore()
        if let store = profile?.store { device.store = store }
        return device
    }

    private func read(
        _ userAgent: TextRange, _ findsBrowserVersion: Bool, into device: inout Device, in arena: inout ByteArena
    ) {
        let reading = AgentReading(userAgent, by: automaton, in: arena)
        device.platform = reading.platform(arena)
        device.mayBeIPad = reading.mayBeIPad(on: device.platform)
        device.formFactor = reading.formFactor(on: device.platform, arena)
        device.botKind = reading.botKind(on: device.platform)
        device.bot = device.botKind != nil
        device.inApp = reading.inApp(on: device.platform)
        device.osVersion = reading.systemVersion(on: device.platform, in: &arena)
        device.store = reading.androidStore(arena)
        device.browser = reading.browser(on: device.platform)
        if findsBrowserVersion { device.browserVersion = reading.version(of: device.browser, arena) }
    }

    private static func apply(_ profile: DeviceProfile, to device: inout Device) {
        if let platform = profile.platform { device.adopt(platform) }
        if let version = profile.osVersion { device.osVersion = version }
        if let formFactor = profile.formFactor { device.formFactor = formFactor }
        if let inApp = profile.inApp { device.inApp = inApp }
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
    /// The texts of the table's tokens, in lower case.
    public static var tokenTexts: Set<String> { Set(TokenTable.all.map(\.text)) }

    /// Compiles the built-in table without some of its tokens, to see what they are worth.
    public convenience init(withoutTokens isLeftOut: (String) -> Bool) {
        self.init(TokenTable.lists.map { list in list.filter { !isLeftOut($0.text) } })
    }

    /// The user agents that the table has as evidence, for tests of other modules.
    package static var exampleAgents: [String] { TokenTable.all.map(\.example) }
}
