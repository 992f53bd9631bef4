import ByteText
import DecisionCache
import Devices
import HTTP
import Libevent
import Links
import Locations
import Pages
import Routing
import Server

/// What the handlers of one worker decide with: an evaluator of the newest rule set, and memory that is reused.
///
/// It belongs to its worker's thread and is shared by the handlers there.
final class Decider {
    private var caching: CachingEvaluator {
        didSet { unsafe (lentCaching, lentRuleSet) = (Lent(caching), Lent(caching.evaluator.ruleSet)) }
    }
    // Safe, all four: what is lent is used within a call of this object only, and nothing replaces it meanwhile: messages to the
    // worker, which do, run between requests.
    private var lentCaching: Lent<CachingEvaluator>
    private var lentRuleSet: Lent<RuleSet>
    private var lentRecorder: Lent<DecisionRecorder>?
    private var lentCounter: Lent<LinkCounter>?
    /// The sites that are off, whatever the rules are.
    private var disabledSites = DisabledSites()
    /// The same for the rules in use; nil while no site is off, which is all that a click then asks of it.
    private var switches: SiteSwitches?
    /// The pages of the rule set's sites.
    private(set) var pages: SitePages
    private let ownArena = Confined(ByteArena())
    private let ownRequest = Confined(ClickRequest())
    /// The host of the last click that some site answers for: nearly always the next one's.
    private let lastHost = Confined(ByteBuffer(capacity: 256))
    /// What sites want besides decisions.
    private var siteTraits: [SiteTraits]
    /// Where clients are by their addresses; nil where no file says.
    private var locations: Locations?
    /// What of that the rules ask for, those on trial among them.
    private var locationReads = LocationReads.all
    /// Whether rules in force or on trial look at the client's address, or ask where it is. If not, it is not written as a text.
    private(set) var readsAddresses = true
    /// Whether the rules in force ask for any field of a request.
    private(set) var readsAllFields = true
    /// Whether http on this machine is a place to send people to.
    private(set) var isDevelopment = false
    /// Keeps clicks within the rates of sites and links.
    let limiter = Confined(ClickLimiter())
    /// The time in seconds since the epoch, from the worker's clock.
    var now: Int64 = 0
    /// Counts clicks on the store's links; nil without a store.
    var linkCounter: LinkCounter? {
        didSet { lentCounter = linkCounter.map { unsafe Lent($0) } }
    }
    /// The store's short links; nil without a store.
    var links: StoredLinks?
    /// Asks the source of the links; `nil` without one.
    var source: SourceDesk?
    /// What the last click needs from the source; `nil` if it can be answered.
    var question: SourceQuestion?
    /// Whether the source was looked at for the request under way.
    var hasLooked = false
    let unknownLinks = Confined(UnknownLinks())
    /// Counts and logs decisions; nil if neither is wanted.
    var recorder: DecisionRecorder? {
        didSet { lentRecorder = recorder.map { unsafe Lent($0) } }
    }
    /// Tries other rules on some clicks once they are answered; nil for none.
    private(set) var shadow: ShadowEvaluator?

    /// The evaluator without the caches, for questions about its rule set.
    var evaluator: Evaluator { caching.evaluator }

    /// Calls a closure with the rule set, without counting a reference.
    @inline(__always)
    func withRuleSet<Value>(_ body: (RuleSet) -> Value) -> Value {
        lentRuleSet.use(body)
    }

    /// The bytes of the current click; every decision's texts are here until the next click.
    var arena: ByteArena {
        _read { yield ownArena.value }
        _modify { yield &ownArena.value }
    }

    /// The current click.
    var request: ClickRequest {
        _read { yield ownRequest.value }
        _modify { yield &ownRequest.value }
    }

    /// Makes a decider of a rule set. Compiles the rule set's patterns.
    init(_ ruleSet: RuleSet, _ pages: SitePages) throws {
        caching = try Self.evaluator(of: ruleSet)
        unsafe (lentCaching, lentRuleSet) = (Lent(caching), Lent(ruleSet))
        siteTraits = ruleSet.siteTraits
        self.pages = pages
        noteReads()
    }

    /// A decider's evaluator, for ``replace(with:_:)``; made on a thread that may block. Compiles the rule set's
    /// patterns.
    static func evaluator(of ruleSet: RuleSet) throws -> CachingEvaluator {
        CachingEvaluator(try Evaluator(ruleSet), .serving)
    }

    /// Uses another evaluator, of another rule set, and its pages from the next click on. The short links stay.
    func replace(with evaluator: CachingEvaluator, _ pages: SitePages) {
        evaluator.evaluator.shortLinks = self.evaluator.shortLinks
        // It compares with the rules that go.
        shadow = nil
        caching = evaluator
        self.pages = pages
        lastHost.value.removeAll()
        siteTraits = self.evaluator.ruleSet.siteTraits
        switches = SiteSwitches(disabledSites, self.evaluator.ruleSet)
        noteReads()
    }

    /// Refuses clicks on these sites, and on no others, from the next one on.
    func disable(_ sites: DisabledSites) {
        disabledSites = sites
        switches = SiteSwitches(sites, evaluator.ruleSet)
    }

    /// Tries other rules beside these from the next click on; nil for none.
    func use(_ shadow: ShadowEvaluator?) {
        shadow?.shortLinks = links.map(PeekedLinks.init)
        self.shadow = shadow
        noteReads()
    }

    /// Looks clients up in other files from the next click on; nil for none.
    func use(_ locations: Locations?) {
        self.locations = locations
        noteReads()
    }

    /// Notes what the rules in force and those on trial read of a client.
    private func noteReads() {
        let ruleSets = [evaluator.ruleSet] + (shadow.map { [$0.pair.candidate] } ?? [])
        locationReads = ruleSets.dropFirst().reduce(LocationReads(ruleSets[0])) { $0.union(LocationReads($1)) }
        readsAllFields = ruleSets[0].consults(.requestHeaders)
        isDevelopment = ruleSets[0].development
        readsAddresses =
            ruleSets.contains { $0.consults(.requestIP) } || (locations != nil && !locationReads.isEmpty)
    }

    /// Whether a click's country may follow from its address, which no cache can see.
    var looksUpCountries: Bool { locations != nil }

    /// Completes what a request states: with the time, and with where its client is if rules ask for that.
    private func complete() {
        if request.time == nil { request.time = now }
        guard let locations, !locationReads.isEmpty else { return }
        locations.complete(&request, for: locationReads, in: &arena)
    }

    /// Whether a site answers for a host, which is in lower case.
    func knows(host: Span<UInt8>) -> Bool {
        if !host.isEmpty, Self.holds(lastHost.value, host) { return true }
        guard evaluator.ruleSet.knows(host: host) else { return false }
        lastHost.value.removeAll()
        lastHost.value.append(host)
        return true
    }

    private static func holds(_ buffer: borrowing ByteBuffer, _ host: Span<UInt8>) -> Bool { buffer.bytes.equals(host) }

    /// Lets a closure fill in the click.
    func withClick(_ fill: (inout ClickRequest, inout ByteArena) -> Void) { fill(&request, &arena) }

    /// Forgets what the last click needed from the source.
    func forgetQuestion() {
        guard source != nil else { return }
        question = nil
        links?.forgetUnleased()
    }

    /// Forgets the last click.
    func begin() {
        forgetQuestion()
        withClick { request, arena in
            arena.reset()
            request.reset()
        }
    }

    /// The client hints that a site requests of the click; nil for clients that know no client hints.
    ///
    /// Browsers that know them send `Sec-CH-UA` with every request to a secure origin, and heed the answer only there.
    func askedHints(of site: Int?) -> AskedHints? {
        guard let site, ownRequest.value.hints.brands != nil else { return nil }
        return evaluator.ruleSet.askedHints(of: site)
    }

    /// Whether a site wants something besides decisions.
    func site(_ site: Int, has trait: SiteTraits) -> Bool { siteTraits[site].contains(trait) }

    /// Decides the click, counts it and logs it. Whatever the outcome was is overwritten.
    ///
    /// - Parameter isLimited: Whether clicks above the rates of site and link are refused: not those that were admitted
    ///   before, nor questions of apps.
    func decide(into outcome: inout Outcome, isLimited: Bool = true) {
        complete()
        forgetQuestion()
        let start = lentRecorder == nil ? 0 : MonotonicClock.nanoseconds
        lentCaching.use { $0.decide(request, into: &outcome, in: &arena) }
        if source != nil {
            noteQuestion(of: &outcome)
            // The click is decided again.
            if question != nil { return }
        }
        if let switches { switches.apply(to: &outcome, at: now) }
        if isLimited { refuseAboveLimits(&outcome) }
        lentRecorder?.use { record(&outcome, by: $0, nanoseconds: MonotonicClock.nanoseconds - start) }
        keepFromCaches(&outcome)
        if let shadow { sample(&outcome, for: shadow) }
    }

    /// Lets no cache keep where a link with a maximum of clicks leads, whatever a rule says: it would answer clicks that nobody
    /// counts. Where another link leads is kept until its end at most. The outcome stays as it is otherwise.
    private func keepFromCaches(_ outcome: inout Outcome) {
        guard let links, case .seconds(let seconds) = outcome.decision.cache, let id = outcome.linkID else { return }
        if links.hasMaximum(id) {
            outcome.decision.cache = .noStore
        } else if let end = links.end(of: id), end - now < seconds {
            outcome.decision.cache = end > now ? .seconds(Int(end - now)) : .noStore
        }
    }

    /// Leaves a copy of the decided click to the shadow, if it is one of its share, and was decided by rules.
    private func sample(_ outcome: inout Outcome, for shadow: ShadowEvaluator) {
        guard shadow.samplesNext() else { return }
        if outcome.isRefused(for: .siteDisabled) || outcome.isRefused(for: .tooManyClicks) { return }
        shadow.take(request, &outcome, in: arena)
    }

    /// The same for those who ask seldom.
    func decide(isLimited: Bool = true) -> Outcome {
        var outcome = Outcome(Decision(kind: .error, status: 302))
        decide(into: &outcome, isLimited: isLimited)
        return outcome
    }

    /// Counts and logs a decision. What it is given stays as it is: borrowed it would be copied.
    private func record(_ outcome: inout Outcome, by recorder: DecisionRecorder, nanoseconds: UInt64) {
        if outcome.decision.error == nil {
            recorder.count(&outcome, of: outcome.site, for: request.purpose, nanoseconds: nanoseconds)
        } else if !isProbe(outcome.decision) {
            recorder.count(&outcome, of: outcome.site ?? siteOfLink, for: request.purpose, nanoseconds: nanoseconds)
        }
        guard recorder.logs else { return }
        recorder.log(&outcome, of: request, by: caching.ruleSet, in: arena, nanoseconds: nanoseconds)
    }

    /// Counts the decided click on a link of the store, where there is one. The outcome stays as it is.
    func withLinkCounter(_ body: (LinkCounter) -> Void) { lentCounter?.use(body) }

    /// Decides a hypothetical click: it is neither counted nor logged.
    func suppose() -> Outcome {
        complete()
        return caching.decide(request, in: &arena)
    }

    /// Decides the click of a person who has installed the app since then: neither counted nor logged, and where clicks have used
    /// the link up, as before that.
    func supposeInstalled() -> Outcome {
        forgetQuestion()
        var outcome = withShortLinks(links.map(ClaimedLinks.init)) { supposeWithSwitches() }
        noteMissingLink(of: &outcome)
        return outcome
    }

    /// Decides a hypothetical click, on a site that may be off.
    func supposeWithSwitches() -> Outcome {
        var outcome = suppose()
        if let switches { switches.apply(to: &outcome, at: now) }
        return outcome
    }

    /// Lets a closure ask other short links than those of clicks; nil: the same.
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

    /// The parameters of the click's link; nil if it is refused.
    func parameters() -> DynamicLinkParameters? { evaluator.parameters(of: request, in: &arena) }

    func string(_ range: TextRange?) -> String? {
        range.map { arena.string($0) }
    }
}
