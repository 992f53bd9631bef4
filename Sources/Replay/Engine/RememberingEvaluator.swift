public import ByteText
import Devices
public import Routing

/// The evaluator, with a memory of devices and decisions: logs say the same again and again.
///
/// What is remembered is exact. A decision follows from the link, the device and the facts that rules look at, and all of
/// these are compared in full; where it hung on a short link, that is looked up again and compared, too. A request that
/// holds more than a log does, such as a device profile, is decided anew. It belongs to one thread.
public final class RememberingEvaluator {
    private var decider: RememberingDecider

    public var ruleSet: RuleSet { decider.evaluator.ruleSet }
    public var counts: MemoryCounts { decider.counts }

    /// - Parameters:
    ///   - shortLinks: Where short links are looked up that the rules do not state; nil: nowhere.
    ///   - workers: How many of these there are at a time; they share the memory that one would have.
    ///   - remembers: Whether to remember anything; for measuring what it is worth.
    public init(
        _ ruleSet: RuleSet, shortLinks: (any ShortLinks)? = nil, workers: Int = 1, remembers: Bool = true
    ) throws {
        decider = try RememberingDecider(ruleSet, shortLinks, workers: workers, remembers: remembers)
    }

    /// Decides a request, as ``Evaluator/decide(_:in:)`` does. Texts lie in the arena, which only grows.
    public func decide(_ request: borrowing ClickRequest, in arena: inout ByteArena) -> Outcome {
        decider.decide(request, knowing: nil, in: &arena)
    }

    /// The same, with what another evaluator found when it asked the same short links about the same click: a store that
    /// changes in between does not tell the two apart.
    func decide(_ request: borrowing ClickRequest, knowing asked: AskedLink?, in arena: inout ByteArena) -> Outcome {
        decider.decide(request, knowing: asked, in: &arena)
    }
}

/// What ``RememberingEvaluator`` has, as a value: its parts are reached without asking whether somebody else does.
struct RememberingDecider: ~Copyable {
    let evaluator: Evaluator
    private var devices = DeviceMemory()
    private var decisions: DecisionMemory
    private let shortLinks: NotedLinks?
    private let consulted: ConsultedFacts
    private let remembers: Bool
    private var pace = MemoryPace()
    private(set) var counts = MemoryCounts()

    init(_ ruleSet: RuleSet, _ shortLinks: (any ShortLinks)?, workers: Int, remembers: Bool) throws {
        self.shortLinks = shortLinks.map { NotedLinks($0) }
        evaluator = try Evaluator(ruleSet, shortLinks: self.shortLinks)
        decisions = DecisionMemory(DecisionMemory.Size(workers: workers))
        consulted = ConsultedFacts(ruleSet)
        self.remembers = remembers && evaluator.tellsDevicesAlikeEverywhere
    }

    mutating func decide(
        _ request: borrowing ClickRequest, knowing asked: AskedLink?, in arena: inout ByteArena
    ) -> Outcome {
        counts.decisions += 1
        shortLinks?.begin(knowing: asked)
        guard remembers, Self.isPlain(request) else {
            return outcome(of: evaluator.decideAnew(request, in: &arena), evaluator.lastDevice)
        }
        let device = self.device(of: request, in: &arena)
        if pace.isPaused {
            pace.note(isHit: false)
            return outcome(of: evaluator.decideAnew(request, from: device, in: &arena), device)
        }
        let input = consulted.appendInput(request, device, to: &arena)
        let hash = ByteHash64.of(arena[input])
        let remembered = decisions.outcome(for: input, hash: hash, in: &arena)
        if let outcome = remembered, holds(outcome.asked, at: request.time, in: &arena) {
            counts.rememberedDecisions += 1
            pace.note(isHit: true)
            return outcome
        }
        let outcome = outcome(of: evaluator.decideAnew(request, from: device, in: &arena), device)
        if remembered == nil { decisions.note(outcome, for: input, hash: hash, in: arena) }
        pace.note(isHit: false)
        return outcome
    }

    private func outcome(of decision: Decision, _ device: Device?) -> Outcome {
        var outcome = Outcome(
            decision: decision, device: device, site: evaluator.lastSite, undecided: evaluator.undecided,
            beside: evaluator.beside)
        outcome.asked = shortLinks?.asked
        return outcome
    }

    /// Whether the short link that a remembered decision hung on is the same now, at the time of this click.
    private func holds(_ asked: AskedLink?, at time: Int64?, in arena: inout ByteArena) -> Bool {
        guard let asked, let shortLinks else { return true }
        if asked.isAnswered(by: shortLinks.find(asked.key, at: time, in: &arena), in: arena) { return true }
        // The new decision is made of the answer that has just come, and does not ask once more.
        shortLinks.begin(knowing: shortLinks.asked)
        return false
    }

    /// Whether the request holds nothing but what the memory knows to compare.
    private static func isPlain(_ request: borrowing ClickRequest) -> Bool {
        let hints = request.hints
        return !request.headersAreKnown && request.profile == nil && request.settings == nil && request.stage == nil
            && hints.platform == nil && hints.platformVersion == nil && hints.mobile == nil && hints.model == nil
            && hints.formFactors == nil && hints.fullVersionList == nil && hints.brands == nil
            && hints.requestedWith == nil
    }

    private mutating func device(of request: borrowing ClickRequest, in arena: inout ByteArena) -> Device {
        counts.devices += 1
        guard let agent = request.userAgent else { return evaluator.classify(request, in: &arena) }
        let hash = ByteHash64.of(arena[agent])
        if let device = devices.device(agent, hash: hash, in: &arena) {
            counts.rememberedDevices += 1
            return device
        }
        let device = evaluator.classify(request, in: &arena)
        devices.remember(device, of: agent, hash: hash, in: arena)
        return device
    }
}

/// Which of the facts that a log may tell the rules look at; the others can't change a decision.
struct ConsultedFacts {
    private let version, languages, referer, ip, country, time: Bool

    init(_ ruleSet: RuleSet) {
        let facts = ruleSet.consultedFacts
        version = facts.contains(.deviceOSVersion)
        languages = facts.contains(.deviceLanguages)
        referer = facts.contains(.requestReferer)
        ip = facts.contains(.requestIP)
        country = facts.contains(.requestCountry)
        time = facts.contains(.requestTime)
    }

    /// Appends all that a decision can follow from, in a form in which no two inputs are alike: pieces of which the length
    /// stands before, and the link at the end.
    func appendInput(_ request: borrowing ClickRequest, _ device: Device, to arena: inout ByteArena) -> TextRange {
        let mark = arena.count
        arena.append(device.platform.rawValue)
        arena.append(device.formFactor.rawValue)
        arena.append(device.inApp.rawValue)
        arena.append(device.botKind.map { $0.rawValue &+ 2 } ?? (device.bot ? 1 : 0))
        arena.append(device.mayBeIPad ? 1 : 0)
        // The device of a remembered outcome has a version, whether or not rules look at it.
        Self.append(device.osVersion, to: &arena)
        if languages { Self.append(request.acceptLanguage, to: &arena) }
        if referer { Self.append(request.referer, to: &arena) }
        if ip { Self.append(request.ip, to: &arena) }
        if country { Self.append(request.country, to: &arena) }
        if time { Self.append(request.time, to: &arena) }
        arena.append(copyOf: request.link)
        return arena.piece(from: mark)
    }

    private static func append(_ text: TextRange?, to arena: inout ByteArena) {
        guard let text else { return append(number: .max, to: &arena) }
        append(number: text.count, to: &arena)
        arena.append(copyOf: text)
    }

    private static func append(_ time: Int64?, to arena: inout ByteArena) {
        guard let time else { return append(number: .max, to: &arena) }
        append(number: UInt32(truncatingIfNeeded: time), to: &arena)
        append(number: UInt32(truncatingIfNeeded: time >> 32), to: &arena)
    }

    private static func append(number: UInt32, to arena: inout ByteArena) {
        var rest = number
        for _ in 0..<4 {
            arena.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }
}
