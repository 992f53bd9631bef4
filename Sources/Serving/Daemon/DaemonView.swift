public import ByteText
import LinkSource
import LinkStore
public import Routing
public import Rules
public import Settings
public import Threads

/// What pages of the admin listener may see of a daemon that serves. Used on any thread.
public struct DaemonView: Sendable {
    /// The settings in force.
    public var settings: DaemonSettings { state.settings.value }
    /// The operations on short links, on a visitor's behalf; nil without a store.
    public let links: LinkDesk?
    /// What writes files of the rules; nil where the settings don't allow it.
    public var rules: RulesDesk? { currentRules() }
    private let currentRules: @Sendable () -> RulesDesk?
    private let state: SharedState
    private let load: LoadRules
    private let nodeWatch: NodeWatch?

    /// Loads the rules with the texts of their files, and files of other bytes in their place, with so much work on conditions.
    typealias LoadRules =
        @Sendable (_ changed: [(path: String, bytes: [UInt8])], _ limit: WorkLimit?) throws -> LoadedRules

    init(
        _ state: SharedState, links: LinkDesk? = nil, rules: @escaping @Sendable () -> RulesDesk? = { nil },
        loadRules: @escaping LoadRules
    ) {
        (self.state, self.links, currentRules, load) = (state, links, rules, loadRules)
        nodeWatch = state.source.map { NodeWatch($0) }
    }

    /// The rules that decide now.
    public var ruleSet: RuleSet { state.ruleSet }

    /// When the rules in force were loaded, in seconds since the epoch.
    public var loaded: Int64 { state.record.loaded }

    /// The daemon's version.
    public var version: String { state.version }

    /// The store's short links, for one thread; nil without a store. Occupies a reader of the store.
    public func makeShortLinks() -> StoredLinks? { state.store.map { StoredLinks($0) } }

    /// Short links as ``makeShortLinks()`` makes them that wait for a link created at another node: not for the thread of a loop.
    public func makeAwaitedShortLinks() -> StoredLinks? {
        let links = makeShortLinks()
        if let source = state.source { links?.awaitMissing = { source.awaitMissing() } }
        return links
    }

    /// The rules as their files state them now, with the files' texts. Takes milliseconds, and about a second for a hundred
    /// thousand rules; throws what the file system refuses.
    public func loadRules() throws -> LoadedRules { try load([], nil) }

    /// The same as if one of the files had other bytes; nothing is written.
    ///
    /// - Parameter limit: How much work may be done on the conditions; those beyond it are errors.
    public func loadRules(
        replacing file: String, with bytes: [UInt8], limit: WorkLimit
    ) throws -> LoadedRules {
        try load([(path: file, bytes: bytes)], limit)
    }

    /// The requests of the last decisions, secrets masked, in the order of the decision log; none without a file of one. Reads
    /// the end of that file: not for the thread of a loop.
    public func lastDecidedRequests(_ count: Int) -> [JSONValue] {
        guard let path = settings.decisionLog else { return [] }
        return LogTail(path).lines(count).compactMap { line in
            guard let json = try? JSONValue(parsing: line.span), json["type"]?.string == "decision" else { return nil }
            return json["input"]
        }
    }

    /// What the daemon has counted since it started. Asks all workers, and waits for a second at most: not for the thread of a
    /// loop.
    public func activity() -> DaemonActivity { state.activity() }

    /// The nodes with the same source, as far as is known; nil without a source. Does not wait for the source, but for a second
    /// at the first look: not for the thread of a loop.
    public func nodes() -> KnownNodes? { nodeWatch?.look() }

    /// This node's name among them; nil without a source.
    public var node: String? { state.source?.options.node }

    /// How many clicks each rule has decided since the daemon started, by its ID; one that has decided none is not there.
    /// Asks all workers, and waits for a second at most: not for the thread of a loop.
    public func hits() -> [String: UInt64] { state.decisionTotals().byRule }
}
