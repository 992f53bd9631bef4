public import ByteText
import Devices
import Links
public import Routing

/// The evaluator behind caches of decisions and of devices: clicks and the lines of logs repeat.
///
/// What it returns is what the evaluator would: all that a decision follows from is compared in full (``DecisionInputs``),
/// and a short link that the decision hung on is looked up again and compared, too. It belongs to one thread.
public final class CachingEvaluator {
    /// The evaluator that decides what is not in the caches.
    public let evaluator: Evaluator
    private let caches: Confined<DecisionCaches>

    /// The rules that the evaluator decides by.
    public var ruleSet: RuleSet { evaluator.ruleSet }
    /// How often a decision and a device were found in the caches.
    public var counts: CacheCounts { caches.value.counts }

    /// Puts caches before an evaluator, and lets it remember what links are.
    public init(_ evaluator: Evaluator, _ policy: CachePolicy) {
        self.evaluator = evaluator
        evaluator.rememberLinks(policy.links)
        caches = Confined(DecisionCaches(evaluator, policy))
    }

    /// Decides a click as ``Evaluator/decide(_:device:knowing:in:)`` does. The texts of the outcome lie in the arena, which
    /// only grows.
    ///
    /// - Parameter asked: What the short links are known to answer now, where the same is asked of them.
    public func decide(
        _ request: borrowing ClickRequest, knowing asked: AskedShortLink? = nil, in arena: inout ByteArena
    ) -> Outcome {
        var outcome = Outcome(Decision(kind: .error, status: 302))
        decide(request, knowing: asked, into: &outcome, in: &arena)
        return outcome
    }

    /// The same into an outcome that is there: whatever it was is overwritten.
    public func decide(
        _ request: borrowing ClickRequest, knowing asked: AskedShortLink? = nil, into outcome: inout Outcome,
        in arena: inout ByteArena
    ) {
        caches.value.decide(request, by: evaluator, knowing: asked, into: &outcome, in: &arena)
    }
}

/// How decisions are cached. No policy changes a decision.
public struct CachePolicy: Sendable {
    /// How many agents are remembered with their devices, a power of two; 0 for none. A click's agent has been seen
    /// nearly always, and its link often, but not the two together: what a device is and what a link is are remembered
    /// apart.
    let devices: Int
    /// What is remembered of links.
    let links: LinkMemoryPolicy
    /// How many outcomes are kept, a power of two, and how long their texts and keys may be together.
    let outcomes: Int
    let bytes: Int
    /// The longest key, and the longest texts of an outcome, that are kept.
    let longestEntry: Int
    /// Whether clicks with a code, a key or a mail address are kept in memory.
    let keepsSecrets: Bool
    /// Whether the outcome of a link that is refused has the device, too: for reports about all clicks.
    let tellsDevices: Bool

    /// Every click is decided anew.
    public static let off = CachePolicy(
        devices: 0, links: .off, outcomes: 0, bytes: 0, longestEntry: 0, keepsSecrets: false, tellsDevices: false)

    /// For serving: some 50 MiB for each worker, of which the system commits what is used.
    public static let serving = CachePolicy(
        devices: 1 << 14,
        links: LinkMemoryPolicy(links: 1 << 13, bytes: 1 << 23, longestEntry: 4096, keepsSecrets: false),
        outcomes: 1 << 12, bytes: 1 << 22, longestEntry: 1536, keepsSecrets: false, tellsDevices: false)

    /// For a share of what is served: some 4 MiB for each worker.
    public static let sampling = CachePolicy(
        devices: 1 << 11,
        links: LinkMemoryPolicy(links: 1 << 10, bytes: 1 << 20, longestEntry: 4096, keepsSecrets: false),
        outcomes: 1 << 10, bytes: 1 << 19, longestEntry: 1536, keepsSecrets: false, tellsDevices: false)

    /// For reading logs: all workers together stay within about 120 MB.
    public static func logs(workers: Int) -> CachePolicy {
        var outcomes = 1 << 15
        while outcomes > 1 << 10, outcomes * workers > 1 << 17 { outcomes /= 2 }
        return CachePolicy(
            devices: 1 << 13,
            links: LinkMemoryPolicy(
                links: outcomes / 8, bytes: outcomes * 96, longestEntry: 1 << 14, keepsSecrets: true),
            outcomes: outcomes, bytes: outcomes * 768, longestEntry: 1 << 14, keepsSecrets: true, tellsDevices: true)
    }
}

/// What ``CachingEvaluator`` has, as a value: its parts are reached without checks for overlapping access.
struct DecisionCaches: ~Copyable {
    private let policy: CachePolicy
    private let inputs: DecisionInputs
    private var outcomes: OutcomeCache
    private var devices: DeviceCache?
    private var pace = CachePace()
    /// Hashes can't be foreseen, so that no client can choose clicks that push others out.
    private let hashKey = UInt64.random(in: .min ... .max)
    private(set) var counts = CacheCounts()

    init(_ evaluator: Evaluator, _ policy: CachePolicy) {
        self.policy = policy
        inputs = DecisionInputs(evaluator.ruleSet)
        outcomes = OutcomeCache(policy)
        // Where sites name devices of their own, a device is known only once the site is.
        if policy.devices > 0, evaluator.classifiesAlikeForAllSites { devices = DeviceCache(devices: policy.devices) }
    }

    mutating func decide(
        _ request: borrowing ClickRequest, by evaluator: Evaluator, knowing asked: AskedShortLink?,
        into outcome: inout Outcome, in arena: inout ByteArena
    ) {
        counts.decisions += 1
        guard policy.outcomes > 0, inputs.cover(request) else {
            return evaluator.decide(request, knowing: asked, into: &outcome, in: &arena)
        }
        let device = devices == nil ? nil : self.device(of: request, by: evaluator, in: &arena)
        let link = evaluator.identify(request, in: arena)
        guard !pace.isPaused else {
            pace.record(isHit: false)
            return decide(request, by: evaluator, link, device, knowing: asked, into: &outcome, in: &arena)
        }
        let key = inputs.key(of: request, link, device, in: &arena)
        var known = asked
        let slot = outcomes.read(key, into: &outcome, in: &arena)
        if let slot, isCurrent(&outcome, slot, by: evaluator, at: request.time, knowing: &known, in: &arena) {
            counts.cachedDecisions += 1
            if outcome.device != nil || policy.tellsDevices { outcome.device = device ?? outcome.device }
            return pace.record(isHit: true)
        }
        decide(request, by: evaluator, link, device, knowing: known, into: &outcome, in: &arena)
        let isKept = slot != nil || outcomes.hasCome(key)
        if isKept, keeps(outcome, of: request, in: arena) { outcomes.insert(outcome, for: key, in: arena) }
        pace.record(isHit: false)
    }

    private func decide(
        _ request: borrowing ClickRequest, by evaluator: Evaluator, _ link: LinkIdentity, _ device: Device?,
        knowing asked: AskedShortLink?, into outcome: inout Outcome, in arena: inout ByteArena
    ) {
        evaluator.decide(
            request, linkKnownAs: link, device: device, knowing: asked, into: &outcome, in: &arena)
        if policy.tellsDevices, outcome.device == nil { outcome.device = device }
    }

    /// Whether the short link that a cached outcome hung on, if any, is answered the same now: links change, expire and
    /// are used up. The outcome gets the new answer; a decision that has to be made anew does not ask once more.
    private mutating func isCurrent(
        _ outcome: inout Outcome, _ slot: Int, by evaluator: Evaluator, at time: Int64?,
        knowing known: inout AskedShortLink?, in arena: inout ByteArena
    ) -> Bool {
        guard let asked = outcome.shortLink, let shortLinks = evaluator.shortLinks else { return true }
        if known == nil, let state = outcomes.state(at: slot), shortLinks.isLatest(state) { return true }
        var state: LinksState?
        if known.map({ !$0.asks(for: asked.key, ignoresCase: asked.ignoresCase, in: arena) }) ?? true {
            known = asked.again(shortLinks, at: time, in: &arena)
            state = shortLinks.steadyState
        }
        guard let known, asked.isAnswered(by: known.answer, in: arena) else { return false }
        let id = outcome.linkID
        outcome.shortLink = known
        // A link that was made anew leads to the same under another number, which the outcome that is kept has not.
        outcomes.note(outcome.linkID == id ? state : nil, at: slot)
        return true
    }

    private func keeps(
        _ outcome: borrowing Outcome, of request: borrowing ClickRequest, in arena: borrowing ByteArena
    ) -> Bool {
        // What the short links answer now is compared for one of them alone.
        if outcome.asksTwice { return false }
        if policy.keepsSecrets { return true }
        if outcome.decision.carriesAction || Masking.mayHide(request.link, of: arena) { return false }
        switch outcome.shortLink?.answer {
        case .found(let address, _, _), .over(_, let address): return !Masking.mayHide(address, of: arena)
        case .refused, nil: return true
        }
    }

    private mutating func device(
        of request: borrowing ClickRequest, by evaluator: Evaluator, in arena: inout ByteArena
    ) -> Device {
        counts.devices += 1
        let words = Self.words(of: request, in: &arena)
        let hash = KeyedHash.of(arena[words.text], key: hashKey)
        if let device = devices?.device(words, hash: hash, in: &arena) {
            counts.cachedDevices += 1
            return device
        }
        let device = evaluator.classify(request, in: &arena)
        devices?.insert(device, of: words, hash: hash, in: arena)
        return device
    }

    /// What a browser says of its device: the user agent where it lies, or that and the hints in a copy.
    private static func words(of request: borrowing ClickRequest, in arena: inout ByteArena) -> DeviceWords {
        if let agent = request.userAgent, request.hints.isEmpty { return DeviceWords(text: agent, isAgent: true) }
        let mark = arena.count
        DecisionInputs.appendWords(of: request, to: &arena)
        return DeviceWords(text: arena.piece(from: mark), isAgent: false)
    }
}
