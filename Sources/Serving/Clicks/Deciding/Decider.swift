import ByteText
package import DecisionCache
import Devices
import HTTP
import Libevent
import Links
package import Locations
package import Pages
package import Routing
import Server

/// The decision state of one worker: an evaluator of the current rule set, and reused memory.
///
/// It belongs to its worker's thread and is shared by the handlers there.
package final class Decider {
    private var caching: CachingEvaluator {
        didSet { unsafe (lentCaching, lentRuleSet) = (Lent(caching), Lent(caching.evaluator.ruleSet)) }
    }
    // Safe, all four: the borrowed objects are used only within calls of this object, during which they are not replaced:
    // messages to the worker, which replace them, run between requests.
    private var lentCaching: Lent<CachingEvaluator>
    private var lentRuleSet: Lent<RuleSet>
    private var lentRecorder: Lent<DecisionRecorder>?
    private var lentCounter: Lent<LinkCounter>?
    /// The disabled sites, independent of the rule set.
    private var disabledSites = DisabledSites()
    /// The disabled sites of the active rule set, or `nil` if none is disabled; this is the only check for most clicks.
    private var switches: SiteSwitches?
    /// The pages of the rule set's sites.
    private(set) var pages: SitePages
    /// The bytes of the current click. The texts of a decision are valid until the next click.
    var arena = ByteArena()
    /// The current click.
    var request = ClickRequest()
    /// The host of the last click that belonged to a site, which is nearly always the next one's.
    private var lastHost = ByteBuffer(capacity: 256)
    /// The traits of each site.
    private var siteTraits: [SiteTraits]
    /// The location data of clients, or `nil` if there is none.
    private var locations: Locations?
    /// The location data that the rules read, including candidate rules.
    private var locationReads = LocationReads.all
    /// Whether active or candidate rules read the client's address or location. If not, the address is not formatted.
    private(set) var readsAddresses = true
    /// Whether the active rules read any request field.
    private(set) var readsAllFields = true
    /// Whether http targets on this machine are allowed.
    private(set) var isDevelopment = false
    /// Enforces the rates of sites and links.
    var limiter = ClickLimiter()
    /// The time in seconds since the epoch, from the worker's clock.
    var now: Int64 = 0
    /// Counts clicks on the store's links; `nil` without a store.
    package var linkCounter: LinkCounter? {
        didSet {
            lentCounter = linkCounter.map { unsafe Lent($0) }
            linkCounter?.use(evaluator.ruleSet)
            noteReads()
        }
    }
    /// The store's short links, or `nil` without a store.
    package var links: StoredLinks?
    /// The access to the source of the links, or `nil` without one.
    package var source: SourceAccess?
    /// The question that the last click has for the source; `nil` if it can be answered.
    var question: SourceQuestion?
    /// Whether the source has been asked for the current request.
    var hasLooked = false
    var unknownLinks = UnknownLinks()
    /// Counts and logs decisions; `nil` if neither is enabled.
    package var recorder: DecisionRecorder? {
        didSet { lentRecorder = recorder.map { unsafe Lent($0) } }
    }
    /// Evaluates candidate rules for some clicks after their responses; `nil` if there are none.
    package private(set) var shadow: ShadowEvaluator?

    /// The evaluator without the caches, for access to its rule set.
    package var evaluator: Evaluator { caching.evaluator }

    /// Calls a closure with the rule set, without reference counting.
    @inline(__always)
    func withRuleSet<Value>(_ body: (RuleSet) -> Value) -> Value {
        lentRuleSet.use(body)
    }

    /// Creates a decider of a rule set. Compiles the rule set's patterns.
    package init(_ ruleSet: RuleSet, _ pages: SitePages) throws {
        caching = try Self.evaluator(of: ruleSet)
        unsafe (lentCaching, lentRuleSet) = (Lent(caching), Lent(ruleSet))
        siteTraits = ruleSet.siteTraits
        self.pages = pages
        noteReads()
    }

    /// Creates an evaluator for ``replace(with:_:)``. Compiles the rule set's patterns, so call it on a thread that may block.
    package static func evaluator(of ruleSet: RuleSet) throws -> CachingEvaluator {
        CachingEvaluator(try Evaluator(ruleSet), .serving)
    }

    /// Uses another rule set's evaluator and pages from the next click on. The short links are kept.
    package func replace(with evaluator: CachingEvaluator, _ pages: SitePages) {
        evaluator.evaluator.shortLinks = self.evaluator.shortLinks
        // It compares with the replaced rules.
        shadow = nil
        caching = evaluator
        self.pages = pages
        lastHost.removeAll()
        siteTraits = self.evaluator.ruleSet.siteTraits
        switches = SiteSwitches(disabledSites, self.evaluator.ruleSet)
        linkCounter?.use(self.evaluator.ruleSet)
        noteReads()
    }

    /// Disables exactly these sites from the next click on.
    package func disable(_ sites: DisabledSites) {
        disabledSites = sites
        switches = SiteSwitches(sites, evaluator.ruleSet)
    }

    /// Evaluates other candidate rules from the next click on; `nil` for none.
    package func use(_ shadow: ShadowEvaluator?) {
        shadow?.shortLinks = links.map(PeekedLinks.init)
        self.shadow = shadow
        noteReads()
    }

    /// Uses other location data from the next click on; `nil` for none.
    package func use(_ locations: Locations?) {
        self.locations = locations
        noteReads()
    }

    /// Determines which client data the active and candidate rules read.
    private func noteReads() {
        let ruleSets = [evaluator.ruleSet] + (shadow.map { [$0.pair.candidate] } ?? [])
        locationReads = ruleSets.dropFirst().reduce(LocationReads(ruleSets[0])) { $0.union(LocationReads($1)) }
        if linkCounter != nil, siteTraits.contains(where: { !$0.contains(.omits(.country)) }) {
            locationReads = locationReads.union(LocationReads([.requestCountry]))
        }
        readsAllFields = ruleSets[0].consults(.requestHeaders)
        isDevelopment = ruleSets[0].development
        readsAddresses =
            ruleSets.contains { $0.consults(.requestIP) } || (locations != nil && !locationReads.isEmpty)
    }

    /// Whether a click's country may be derived from its address, which caches can't vary by.
    var looksUpCountries: Bool { locations != nil }

    /// Adds the time to the request, and the client's location if rules read it.
    private func complete() {
        if request.time == nil { request.time = now }
        guard let locations, !locationReads.isEmpty else { return }
        locations.complete(&request, for: locationReads, in: &arena)
    }

    /// Whether a site has a host, given in lower case.
    func knows(host: Span<UInt8>) -> Bool {
        if !host.isEmpty, Self.holds(lastHost, host) { return true }
        guard evaluator.ruleSet.knows(host: host) else { return false }
        lastHost.removeAll()
        lastHost.append(host)
        return true
    }

    private static func holds(_ buffer: borrowing ByteBuffer, _ host: Span<UInt8>) -> Bool { buffer.bytes.equals(host) }

    /// Calls a closure to fill in the click.
    func withClick(_ fill: (inout ClickRequest, inout ByteArena) -> Void) { fill(&request, &arena) }

    /// Clears the last click's question for the source.
    func forgetQuestion() {
        guard source != nil else { return }
        question = nil
        links?.forgetUnleased()
    }

    /// Clears the last click.
    func begin() {
        forgetQuestion()
        withClick { request, arena in
            arena.reset()
            request.reset()
        }
    }

    /// The client hints that a site requests for the click; `nil` for clients without client hints.
    ///
    /// Browsers that support client hints send `Sec-CH-UA` with every request to a secure origin, and process the response
    /// only there.
    func askedHints(of site: Int?) -> AskedHints? {
        guard let site, request.hints.brands != nil else { return nil }
        return evaluator.ruleSet.askedHints(of: site)
    }

    /// The traits of a site.
    func traits(of site: Int) -> SiteTraits { siteTraits[site] }

    /// Whether a site has a trait.
    func site(_ site: Int, has trait: SiteTraits) -> Bool { siteTraits[site].contains(trait) }

    /// Decides the click, counts it and logs it. Overwrites the outcome.
    ///
    /// - Parameter limits: The limits that apply; by default all of them, and none to a click that returns.
    func decide(into outcome: inout Outcome, limits: ClickLimits? = nil) {
        let limits = limits ?? (request.returnedFrom == .none ? .all : [])
        complete()
        forgetQuestion()
        let start = lentRecorder == nil ? 0 : MonotonicClock.nanoseconds
        decide(into: &outcome, countsUses: limits.contains(.maximum))
        if source != nil {
            noteQuestion(of: &outcome)
            // The click will be decided again.
            if question != nil { return }
        }
        if let switches { switches.apply(to: &outcome, at: now) }
        if limits.contains(.rates) { refuseAboveLimits(&outcome) }
        lentRecorder?.use { record(&outcome, by: $0, nanoseconds: MonotonicClock.nanoseconds - start) }
        // The address of a click that returns has a mark or is sealed.
        if limits.isEmpty { outcome.decision.cache = .noStore } else { keepFromCaches(&outcome) }
        if let shadow { sample(&outcome, for: shadow) }
    }

    private func decide(into outcome: inout Outcome, countsUses: Bool) {
        if countsUses {
            lentCaching.use { $0.decide(request, into: &outcome, in: &arena) }
        } else {
            withShortLinks(links.map(ClaimedLinks.init)) {
                lentCaching.use { $0.decide(request, into: &outcome, in: &arena) }
            }
        }
    }

    /// Whether the clicked link, given by an outcome's ID, has a maximum of clicks.
    func hasMaximum(_ id: UInt64?) -> Bool {
        guard let links, let id else { return false }
        return links.hasMaximum(id)
    }

    /// Forbids caching for a link with a maximum of clicks, whatever a rule specifies, since clicks answered by a cache are
    /// not counted. Other links are cached until they expire at most. Changes nothing else in the outcome.
    private func keepFromCaches(_ outcome: inout Outcome) {
        guard let links, case .seconds(let seconds) = outcome.decision.cache, let id = outcome.linkID else { return }
        if links.hasMaximum(id) {
            outcome.decision.cache = .noStore
        } else if let end = links.end(of: id), end - now < seconds {
            outcome.decision.cache = end > now ? .seconds(Int(end - now)) : .noStore
        }
    }

    /// Copies the decided click to the shadow evaluator, if it is part of the sample and was decided by rules.
    private func sample(_ outcome: inout Outcome, for shadow: ShadowEvaluator) {
        guard shadow.samplesNext() else { return }
        // Candidate rules are evaluated later, without the password.
        if outcome.isRefused(for: .siteDisabled) || outcome.isRefused(for: .tooManyClicks) || request.isUnlocked {
            return
        }
        shadow.take(request, &outcome, in: arena)
    }

    /// Decides the click and returns the outcome; for callers on cold paths.
    func decide(limits: ClickLimits? = nil) -> Outcome {
        var outcome = Outcome(Decision(kind: .error, status: 302))
        decide(into: &outcome, limits: limits)
        return outcome
    }

    /// Counts and logs a decision. Does not change the outcome, which is `inout` because a borrowed one would be copied.
    private func record(_ outcome: inout Outcome, by recorder: DecisionRecorder, nanoseconds: UInt64) {
        if outcome.decision.error == nil {
            recorder.count(&outcome, of: outcome.site, for: request.purpose, nanoseconds: nanoseconds)
        } else if !isProbe(outcome.decision) {
            recorder.count(&outcome, of: outcome.site ?? siteOfLink, for: request.purpose, nanoseconds: nanoseconds)
        }
        guard recorder.logs else { return }
        recorder.log(&outcome, of: request, by: caching.ruleSet, in: arena, nanoseconds: nanoseconds)
    }

    /// Calls a closure with the link counter, if there is one.
    func withLinkCounter(_ body: (LinkCounter) -> Void) { lentCounter?.use(body) }

    /// Decides a hypothetical click, which is neither counted nor logged.
    func decideHypothetically() -> Outcome {
        complete()
        return caching.decide(request, in: &arena)
    }

    /// Decides the click again after the user has installed the app. It is neither counted nor logged, and leads to the same
    /// target if clicks have used up the link since.
    func decideAsInstalled() -> Outcome {
        forgetQuestion()
        var outcome = withShortLinks(links.map(ClaimedLinks.init)) { decideHypotheticallyWithSwitches() }
        noteMissingLink(of: &outcome)
        return outcome
    }

    /// Decides a hypothetical click, on a site that may be disabled.
    func decideHypotheticallyWithSwitches() -> Outcome {
        var outcome = decideHypothetically()
        if let switches { switches.apply(to: &outcome, at: now) }
        return outcome
    }

    /// Calls a closure with other short links than those of clicks; with the same ones if `nil`.
    func withShortLinks<Value>(_ shortLinks: (any ShortLinks)?, _ body: () -> Value) -> Value {
        let ownLinks = evaluator.shortLinks
        if let shortLinks { evaluator.shortLinks = shortLinks }
        defer { evaluator.shortLinks = ownLinks }
        return body()
    }

    func explain() -> (outcome: Outcome, rules: [RuleTrace]) {
        complete()
        forgetQuestion()
        var explained = evaluator.explain(request, in: &arena)
        noteMissingLink(of: &explained.outcome)
        if let switches { switches.apply(to: &explained.outcome, at: now) }
        return explained
    }

    /// The parameters of the click's link; `nil` if it is refused.
    func parameters() -> DynamicLinkParameters? { evaluator.parameters(of: request, in: &arena) }

    func string(_ range: TextRange?) -> String? {
        range.map { arena.string($0) }
    }
}
