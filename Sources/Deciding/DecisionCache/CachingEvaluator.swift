public import ByteText
public import Devices
import Links
public import Routing

/// An evaluator with caches of devices and links, because those of clicks and log lines repeat.
///
/// Returns exactly what the evaluator would: all text that a device is classified by is compared in full, and so is a link, whose
/// short link is looked up again. Confined to one thread.
public final class CachingEvaluator {
    /// Decides on a cache miss.
    public let evaluator: Evaluator
    private var caches: DeviceMemory

    /// The evaluator's rule set.
    public var ruleSet: RuleSet { evaluator.ruleSet }
    /// Hit counters of the cache of devices.
    public var counts: CacheCounts { caches.counts }

    /// Adds a cache of devices to an evaluator and enables its link cache.
    public init(_ evaluator: Evaluator, _ policy: CachePolicy) {
        self.evaluator = evaluator
        evaluator.rememberLinks(policy.links)
        caches = DeviceMemory(evaluator, policy)
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

/// What is cached for decisions. No policy changes a decision.
public struct CachePolicy: Sendable {
    /// The number of user agents cached with their devices, a power of two; 0 for none. Devices and links are cached
    /// separately: a click's user agent has nearly always been seen and its link often, but rarely both together.
    let devices: Int
    /// The number of them for which memory is allocated up front; more memory is used only if they occur.
    let firstDevices: Int
    /// The limits of the link cache.
    let links: LinkMemoryPolicy
    /// Whether the outcome of a refused link also contains the device, for reports about all clicks.
    let includesDevices: Bool

    /// No caching: decides every click from scratch.
    public static let off = CachePolicy(devices: 0, firstDevices: 0, links: .off, includesDevices: false)

    /// For reading logs without caching: the outcomes are those of ``logs(workers:)``.
    public static let uncachedLogs = CachePolicy(devices: 0, firstDevices: 0, links: .off, includesDevices: true)

    /// For serving: about 40 MiB per worker, committed by the system as it is used.
    public static let serving = CachePolicy(
        devices: 1 << 14, firstDevices: 1 << 14,
        links: LinkMemoryPolicy(links: 1 << 13, bytes: 1 << 23, longestEntry: 4096, keepsSecrets: false),
        includesDevices: false)

    /// For a sample of the served clicks: about 4 MiB per worker.
    public static let sampling = CachePolicy(
        devices: 1 << 11, firstDevices: 1 << 11,
        links: LinkMemoryPolicy(links: 1 << 10, bytes: 1 << 20, longestEntry: 4096, keepsSecrets: false),
        includesDevices: false)

    /// For reading logs: at most about 35 MB for each of a few workers, and 100 MB for all together. Small, since tables that
    /// exceed the processor's caches cost more than they save.
    public static func logs(workers: Int) -> CachePolicy {
        var devices = 1 << 12
        while devices > 1 << 10, devices * workers > 1 << 14 { devices /= 2 }
        return CachePolicy(
            devices: devices, firstDevices: 1 << 9,
            links: LinkMemoryPolicy(
                links: 2 * devices, bytes: devices * 1536, longestEntry: 1 << 14, keepsSecrets: true),
            includesDevices: true)
    }
}

/// The state of ``CachingEvaluator``.
struct DeviceMemory: ~Copyable {
    private let policy: CachePolicy
    private var devices: DeviceCache?
    /// Whether all sites classify a device alike.
    private let isClassifiedAlike: Bool
    private var pace = CachePace.ofDevices
    /// A random key, so that clients cannot predict hashes and choose clicks that evict others.
    private let hashKey = UInt64.random(in: .min ... .max)
    private(set) var counts = CacheCounts()

    init(_ evaluator: Evaluator, _ policy: CachePolicy) {
        self.policy = policy
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
        let device = knownDevice(of: request, by: evaluator, in: &arena)
        evaluator.decide(request, device: device, knowing: asked, into: &outcome, in: &arena)
        guard policy.includesDevices, outcome.device == nil else { return }
        outcome.device = device ?? (isClassifiedAlike ? evaluator.classify(request, in: &arena) : nil)
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
        guard !pace.isPaused else {
            pace.record(isHit: false)
            return evaluator.classify(request, in: &arena)
        }
        let words = Self.words(of: request, in: &arena)
        let hash = KeyedHash.of(arena[words.text], key: hashKey)
        if let device = devices?.device(words, hash: hash, in: &arena) {
            counts.cachedDevices += 1
            pace.record(isHit: true)
            return device
        }
        pace.record(isHit: false)
        let device = evaluator.classify(request, in: &arena)
        devices?.insert(device, of: words, hash: hash, in: arena)
        return device
    }

    /// The text that a device is classified by: the user agent in place, or a copy of it with the client hints.
    private static func words(of request: borrowing ClickRequest, in arena: inout ByteArena) -> DeviceWords {
        if let agent = request.userAgent, request.hints.isEmpty { return DeviceWords(text: agent, isAgent: true) }
        let mark = arena.count
        arena.appendWords(of: request)
        return DeviceWords(text: arena.piece(from: mark), isAgent: false)
    }
}

/// Hit counters of the cache of devices. Counters of several workers add up.
public struct CacheCounts: Sendable, Equatable {
    /// Number of devices looked up.
    public var devices = 0
    /// Number of ``devices`` served from the cache.
    public var cachedDevices = 0

    /// All zero.
    public init() {}

    /// Adds another worker's counts to these.
    public mutating func add(_ other: CacheCounts) {
        devices += other.devices
        cachedDevices += other.cachedDevices
    }
}

/// Decides whether a cache pays off. If few clicks repeat, lookups cost more than they save.
///
/// A trial counts the hits. If there are too few, the cache is bypassed for a pause, and another trial follows.
/// Devices are the same either way.
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
