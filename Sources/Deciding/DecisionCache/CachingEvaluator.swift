public import ByteText
public import Devices
import Links
public import Routing

/// An evaluator with caches of decisions and devices, because clicks and log lines repeat.
///
/// Returns exactly what the evaluator would: every input of a decision is part of the key and compared in full
/// (``DecisionInputs``), and a short link that the decision depends on is looked up again and compared. Confined to one
/// thread.
public final class CachingEvaluator {
    /// Decides on a cache miss.
    public let evaluator: Evaluator
    private var caches: DecisionCaches

    /// The evaluator's rule set.
    public var ruleSet: RuleSet { evaluator.ruleSet }
    /// Hit counters of the caches.
    public var counts: CacheCounts { caches.counts }

    /// Adds caches to an evaluator and enables its link cache.
    public init(_ evaluator: Evaluator, _ policy: CachePolicy) {
        self.evaluator = evaluator
        evaluator.rememberLinks(policy.links)
        caches = DecisionCaches(evaluator, policy)
    }

    /// Decides a click like ``Evaluator/decide(_:device:knowing:in:)``. The texts of the outcome are appended to the
    /// arena.
    ///
    /// - Parameter asked: The current answer of the short-link store, used if this click needs the same lookup.
    public func decide(
        _ request: borrowing ClickRequest, knowing asked: AskedShortLink? = nil, in arena: inout ByteArena
    ) -> Outcome {
        var outcome = Outcome(Decision(kind: .error, status: 302))
        decide(request, knowing: asked, into: &outcome, in: &arena)
        return outcome
    }

    /// Decides a click into an existing outcome, which is overwritten.
    public func decide(
        _ request: borrowing ClickRequest, knowing asked: AskedShortLink? = nil, into outcome: inout Outcome,
        in arena: inout ByteArena
    ) {
        caches.decide(request, by: evaluator, knowing: asked, into: &outcome, in: &arena)
    }

    /// The device of a click by way of the cache; `nil` if devices are not cached or the request has a profile.
    public func knownDevice(of request: borrowing ClickRequest, in arena: inout ByteArena) -> Device? {
        caches.knownDevice(of: request, by: evaluator, in: &arena)
    }
}

/// How decisions are cached. No policy changes a decision.
public struct CachePolicy: Sendable {
    /// The number of user agents cached with their devices, a power of two; 0 for none. Devices and links are cached
    /// separately: a click's user agent has nearly always been seen and its link often, but rarely both together.
    let devices: Int
    /// The number of them for which memory is allocated up front; more memory is used only if they occur.
    let firstDevices: Int
    /// The limits of the link cache.
    let links: LinkMemoryPolicy
    /// The number of outcomes cached, a power of two, and the total size of their texts and keys in bytes.
    let outcomes: Int
    let bytes: Int
    /// The longest key, and the longest texts of an outcome, that are cached, in bytes.
    let longestEntry: Int
    /// Whether clicks with a code, a key or an email address are cached.
    let keepsSecrets: Bool
    /// Whether the outcome of a refused link also contains the device, for reports about all clicks.
    let includesDevices: Bool

    /// No caching: decides every click from scratch.
    public static let off = CachePolicy(
        devices: 0, firstDevices: 0, links: .off, outcomes: 0, bytes: 0, longestEntry: 0, keepsSecrets: false,
        includesDevices: false)

    /// For reading logs without caching: the outcomes are those of ``logs(workers:)``.
    public static let uncachedLogs = CachePolicy(
        devices: 0, firstDevices: 0, links: .off, outcomes: 0, bytes: 0, longestEntry: 0, keepsSecrets: false,
        includesDevices: true)

    /// For serving: about 50 MiB per worker, committed by the system as it is used.
    public static let serving = CachePolicy(
        devices: 1 << 14, firstDevices: 1 << 14,
        links: LinkMemoryPolicy(links: 1 << 13, bytes: 1 << 23, longestEntry: 4096, keepsSecrets: false),
        outcomes: 1 << 12, bytes: 1 << 22, longestEntry: 1536, keepsSecrets: false, includesDevices: false)

    /// For a sample of the served clicks: about 4 MiB per worker.
    public static let sampling = CachePolicy(
        devices: 1 << 11, firstDevices: 1 << 11,
        links: LinkMemoryPolicy(links: 1 << 10, bytes: 1 << 20, longestEntry: 4096, keepsSecrets: false),
        outcomes: 1 << 10, bytes: 1 << 19, longestEntry: 1536, keepsSecrets: false, includesDevices: false)

    /// For reading logs: at most about 40 MB for each of a few workers, and 120 MB for all together. Small, since tables that
    /// exceed the processor's caches cost more than they save.
    public static func logs(workers: Int) -> CachePolicy {
        var outcomes = 1 << 12
        while outcomes > 1 << 10, outcomes * workers > 1 << 14 { outcomes /= 2 }
        return CachePolicy(
            devices: outcomes, firstDevices: 1 << 9,
            links: LinkMemoryPolicy(
                links: 2 * outcomes, bytes: outcomes * 1536, longestEntry: 1 << 14, keepsSecrets: true),
            outcomes: outcomes, bytes: outcomes * 768, longestEntry: 1 << 14, keepsSecrets: true, includesDevices: true)
    }
}

/// The state of ``CachingEvaluator``.
struct DecisionCaches: ~Copyable {
    private let policy: CachePolicy
    private let inputs: DecisionInputs
    private var outcomes: OutcomeCache
    private var devices: DeviceCache?
    /// Whether all sites classify a device alike.
    private let isClassifiedAlike: Bool
    private var pace = CachePace.ofDecisions
    private var devicePace = CachePace.ofDevices
    /// A random key, so that clients cannot predict hashes and choose clicks that evict others.
    private let hashKey = UInt64.random(in: .min ... .max)
    private(set) var counts = CacheCounts()

    init(_ evaluator: Evaluator, _ policy: CachePolicy) {
        self.policy = policy
        inputs = DecisionInputs(evaluator.ruleSet)
        outcomes = OutcomeCache(policy)
        // If sites define device tokens of their own, a device can be classified only once the site is known.
        isClassifiedAlike = evaluator.classifiesAlikeForAllSites
        if policy.devices > 0, isClassifiedAlike {
            devices = DeviceCache(from: policy.firstDevices, to: policy.devices)
        }
    }

    mutating func decide(
        _ request: borrowing ClickRequest, by evaluator: Evaluator, knowing asked: AskedShortLink?,
        into outcome: inout Outcome, in arena: inout ByteArena
    ) {
        counts.decisions += 1
        guard policy.outcomes > 0, inputs.cover(request) else {
            evaluator.decide(request, knowing: asked, into: &outcome, in: &arena)
            if policy.outcomes == 0, policy.includesDevices, outcome.device == nil, isClassifiedAlike {
                outcome.device = evaluator.classify(request, in: &arena)
            }
            return
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
            if outcome.device != nil || policy.includesDevices { outcome.device = device ?? outcome.device }
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
        if policy.includesDevices, outcome.device == nil { outcome.device = device }
    }

    /// Whether the short link that a cached outcome depends on, if any, still has the same answer: links change, expire
    /// and are used up. Stores the new answer in the outcome and in `known`, so that a new decision needs no second
    /// lookup.
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
        // A recreated link has the same target but another ID, which the cached outcome does not contain.
        outcomes.note(outcome.linkID == id ? state : nil, at: slot)
        return true
    }

    private func keeps(
        _ outcome: borrowing Outcome, of request: borrowing ClickRequest, in arena: borrowing ByteArena
    ) -> Bool {
        // Only one short link's answer is compared.
        if outcome.asksTwice { return false }
        if policy.keepsSecrets { return true }
        if outcome.decision.carriesAction || Masking.mayHide(request.link, of: arena) { return false }
        switch outcome.shortLink?.answer {
        case .found(let address, _, _), .over(_, let address): return !Masking.mayHide(address, of: arena)
        case .refused, nil: return true
        }
    }

    mutating func knownDevice(
        of request: borrowing ClickRequest, by evaluator: Evaluator, in arena: inout ByteArena
    ) -> Device? {
        devices == nil || request.profile != nil ? nil : device(of: request, by: evaluator, in: &arena)
    }

    private mutating func device(
        of request: borrowing ClickRequest, by evaluator: Evaluator, in arena: inout ByteArena
    ) -> Device {
        counts.devices += 1
        guard !devicePace.isPaused else {
            devicePace.record(isHit: false)
            return evaluator.classify(request, in: &arena)
        }
        let words = Self.words(of: request, in: &arena)
        let hash = KeyedHash.of(arena[words.text], key: hashKey)
        if let device = devices?.device(words, hash: hash, in: &arena) {
            counts.cachedDevices += 1
            devicePace.record(isHit: true)
            return device
        }
        devicePace.record(isHit: false)
        let device = evaluator.classify(request, in: &arena)
        devices?.insert(device, of: words, hash: hash, in: arena)
        return device
    }

    /// The text that a device is classified by: the user agent in place, or a copy of it with the client hints.
    private static func words(of request: borrowing ClickRequest, in arena: inout ByteArena) -> DeviceWords {
        if let agent = request.userAgent, request.hints.isEmpty { return DeviceWords(text: agent, isAgent: true) }
        let mark = arena.count
        DecisionInputs.appendWords(of: request, to: &arena)
        return DeviceWords(text: arena.piece(from: mark), isAgent: false)
    }
}

/// Hit counters of the decision and device caches. Counters of several workers add up.
public struct CacheCounts: Sendable, Equatable {
    /// Number of decisions requested.
    public var decisions = 0
    /// Number of ``decisions`` served from the cache.
    public var cachedDecisions = 0
    /// Number of devices looked up.
    public var devices = 0
    /// Number of ``devices`` served from the cache.
    public var cachedDevices = 0

    /// All zero.
    public init() {}

    /// Adds another worker's counts to these.
    public mutating func add(_ other: CacheCounts) {
        decisions += other.decisions
        cachedDecisions += other.cachedDecisions
        devices += other.devices
        cachedDevices += other.cachedDevices
    }
}

/// Decides whether a cache pays off. If few clicks repeat, lookups cost more than they save.
///
/// A trial counts the hits. If there are too few, the cache is bypassed for a pause, and another trial follows.
/// Decisions are the same either way.
struct CachePace {
    private static let pause = 1 << 16

    /// The number of lookups in a trial.
    private let trial: Int
    /// The number of lookups, of ten, that must be hits.
    private let tenths: Int
    private var left: Int
    private var hits = 0
    private var length: Int
    private(set) var isPaused = false

    /// - Parameter first: The number of lookups in the first trial, which begins with an empty cache.
    private init(first: Int, trial: Int, tenths: Int) {
        (self.trial, self.tenths, left, length) = (trial, tenths, first, first)
    }

    /// A decision costs about ten times as much as a lookup.
    static let ofDecisions = CachePace(first: 1 << 15, trial: 1 << 13, tenths: 1)
    /// Classifying a device costs about as much as looking it up twice and caching it.
    static let ofDevices = CachePace(first: 1 << 12, trial: 1 << 12, tenths: 5)

    /// Records a lookup, or a click during a pause.
    mutating func record(isHit: Bool) {
        left -= 1
        if isHit { hits += 1 }
        guard left == 0 else { return }
        isPaused = !isPaused && hits * 10 < length * tenths
        length = isPaused ? Self.pause : trial
        left = length
        hits = 0
    }
}
