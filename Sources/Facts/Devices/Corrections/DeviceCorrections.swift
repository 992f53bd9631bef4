import ByteText

/// Compiled corrections of the built-in classification, in a separate automaton: those of a site, or of all sites.
///
/// Compiled when rules are loaded. Clicks pay for a pass over the agent only if there are corrections.
public final class DeviceCorrections: Sendable {
    /// The maximum number of tokens of a site. Together with their maximum length it limits the automaton to 2 MB.
    public static let maximumOfSite = 256
    /// The maximum number of tokens for all sites. The automaton has at most 8 MB.
    public static let maximumOfAll = 1_000

    private let automaton: TokenAutomaton
    /// The facts of each token, in the order of the tokens.
    private let facts: [CorrectedFacts]

    /// Compiles valid corrections with distinct tokens; `nil` if there are none.
    ///
    /// - Parameter names: The names of unlisted apps, to which those of the corrections are added.
    public init?(_ corrections: [DeviceCorrection], names: inout AppNames) {
        guard !corrections.isEmpty else { return nil }
        precondition(corrections.count <= Self.maximumOfAll, "too many device corrections")
        var facts: [CorrectedFacts] = []
        for correction in corrections { facts.append(CorrectedFacts(correction, &names)) }
        self.facts = facts
        automaton = TokenAutomaton(
            corrections.enumerated().map { index, correction in
                DeviceToken(correction.token.lowercased(), correction.place.ofToken, .correction(UInt16(index)))
            })
    }

    /// Corrects a device. If several tokens match, the longest decides each fact; of equally long ones, the first in the agent.
    func apply(to device: inout Device, agent: Span<UInt8>) {
        var chosen = ChosenFacts()
        automaton.forEachToken(in: agent) { meaning, length in
            if case .correction(let index) = meaning { chosen.add(facts[Int(index)], length) }
        }
        chosen.apply(to: &device)
    }

    /// Passes the index of each correction whose token an agent contains to a closure, possibly several times.
    func forEachMatch(in agent: Span<UInt8>, _ body: (Int) -> Void) {
        automaton.forEachToken(in: agent) { meaning, _ in
            if case .correction(let index) = meaning { body(Int(index)) }
        }
    }

    /// Applies a single correction.
    func apply(_ index: Int, to device: inout Device) {
        var chosen = ChosenFacts()
        chosen.add(facts[index], 1)
        chosen.apply(to: &device)
    }
}

/// The facts of a token in fixed-size form.
private struct CorrectedFacts: Sendable {
    var platform: Platform?
    var formFactor: FormFactor?
    var inApp: InApp?
    /// The number of an unlisted app's name, or 0.
    var appNumber: UInt32 = 0
    var bot: Bool?
    var botKind: BotKind?

    init(_ correction: DeviceCorrection, _ names: inout AppNames) {
        platform = correction.platform
        formFactor = correction.formFactor
        switch correction.app {
        case .listed(let app): inApp = app
        case .named(let name): (inApp, appNumber) = (.other, names.number(of: name))
        case nil: break
        }
        switch correction.bot {
        case .no: bot = false
        case .kind(let kind): (bot, botKind) = (true, kind)
        case nil: break
        }
    }
}

/// The facts of the tokens seen so far, each with the length of its token.
private struct ChosenFacts {
    private var platform: (value: Platform, length: Int)?
    private var formFactor: (value: FormFactor, length: Int)?
    private var app: (value: InApp, number: UInt32, length: Int)?
    private var bot: (value: Bool, kind: BotKind?, length: Int)?

    mutating func add(_ facts: CorrectedFacts, _ length: Int) {
        if let value = facts.platform, length > platform?.length ?? 0 { platform = (value, length) }
        if let value = facts.formFactor, length > formFactor?.length ?? 0 { formFactor = (value, length) }
        if let value = facts.inApp, length > app?.length ?? 0 { app = (value, facts.appNumber, length) }
        if let value = facts.bot, length > bot?.length ?? 0 { bot = (value, facts.botKind, length) }
    }

    func apply(to device: inout Device) {
        if let platform { device.adopt(platform.value) }
        if let formFactor { device.formFactor = formFactor.value }
        if let app {
            (device.inApp, device.appNumber) = (app.value, app.number)
            if app.value != .none { (device.bot, device.botKind) = (false, nil) }
        }
        if let bot { (device.bot, device.botKind) = (bot.value, bot.kind) }
    }
}
