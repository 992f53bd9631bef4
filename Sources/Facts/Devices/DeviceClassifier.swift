public import ByteText

/// Classifies the device of a click by its user agent, client hints and profile.
///
/// Made once and shared by all threads, as an object: copies would count references to each of its tables. What a profile
/// states beats client hints, which beat the user agent.
public final class DeviceClassifier: Sendable {
    let automaton: TokenAutomaton

    /// Compiles the built-in table. Costs milliseconds; allocates.
    public convenience init() {
        self.init(TokenTable.all)
    }

    init(_ tokens: [DeviceToken]) {
        automaton = TokenAutomaton(tokens)
    }

    /// Classifies one request. Cost: one pass over the agent, no allocation in a warm arena.
    ///
    /// Without an agent and hints everything is unknown. A version that the agent spells with underscores, or that
    /// follows from another number, is written to the arena; otherwise it is a piece of what was given.
    ///
    /// - Parameter site: What the site of the link adds to the table; it costs another pass over the agent.
    public func classify(
        userAgent: TextRange?, hints: ClientHints = ClientHints(), profile: DeviceProfile? = nil,
        site: SiteTokens? = nil, in arena: inout ByteArena
    ) -> Device {
        var device = Device()
        if let userAgent, !userAgent.isEmpty {
            device = classify(userAgent, in: &arena)
            site?.apply(to: &device, agent: arena[userAgent])
        }
        apply(hints, to: &device, in: &arena)
        if let profile { Self.apply(profile, to: &device) }
        return device
    }

    private func classify(_ userAgent: TextRange, in arena: inout ByteArena) -> Device {
        let sightings = automaton.scan(arena[userAgent])
        let reading = AgentReading(agent: userAgent, sightings: sightings)
        var device = Device()
        device.platform = reading.platform(arena)
        device.mayBeIPad = reading.mayBeIPad(on: device.platform)
        device.formFactor = reading.formFactor(on: device.platform, arena)
        device.botKind = reading.botKind(on: device.platform)
        device.bot = device.botKind != nil
        device.inApp = reading.inApp(on: device.platform)
        device.osVersion = reading.systemVersion(on: device.platform, in: &arena)
        return device
    }

    private static func apply(_ profile: DeviceProfile, to device: inout Device) {
        if let platform = profile.platform { device.adopt(platform) }
        if let version = profile.osVersion { device.osVersion = version }
        if let formFactor = profile.formFactor { device.formFactor = formFactor }
        if let inApp = profile.inApp { device.inApp = inApp }
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
    /// The user agents that the table has as evidence, for tests of other modules.
    package static var exampleAgents: [String] { TokenTable.all.map(\.example) }
}
