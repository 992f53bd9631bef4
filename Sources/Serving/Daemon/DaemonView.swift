public import ByteText
public import Clicks
public import Lab
public import LinkCatalog
import LinkSource
import LinkStore
import NodeLinks
public import Routing
public import Rules
public import Settings
import Telemetry
public import Threads

/// The admin pages' view of a running daemon. Callable from any thread.
public struct DaemonView: Sendable {
    /// The settings in force.
    public var settings: DaemonSettings { state.settings.value }
    /// The operations on short links, on behalf of a visitor; `nil` without a store.
    public let links: LinkService?
    /// The tests of links on phones.
    public let lab: LabSessions
    /// The writer of rule files, or `nil` if the settings don't allow it.
    public var rules: RuleEditor? { currentRules() }
    private let currentRules: @Sendable () -> RuleEditor?
    private let state: DaemonState
    private let load: LoadRules
    private let nodeList: NodeListCache?

    /// Loads the rules with the texts of their files, with replacements for some files and a work limit for the conditions.
    typealias LoadRules =
        @Sendable (_ changed: [(path: String, bytes: [UInt8])], _ limit: WorkLimit?) throws -> LoadedRules

    init(
        _ state: DaemonState, links: LinkService? = nil, rules: @escaping @Sendable () -> RuleEditor? = { nil },
        loadRules: @escaping LoadRules
    ) {
        (self.state, self.links, currentRules, load) = (state, links, rules, loadRules)
        lab = LabSessions(ruleSet: { state.ruleSet }, makeShortLinks: { state.links.store.map { StoredLinks($0) } })
        nodeList = state.links.source.map { NodeListCache($0) }
    }

    /// The active rules.
    public var ruleSet: RuleSet { state.ruleSet }

    /// When the active rules were loaded, in seconds since the epoch.
    public var loaded: Int64 { state.rules.record.loaded }

    /// The daemon's version.
    public var version: String { state.version }

    /// The store's short links, for one thread; `nil` without a store. Occupies a reader slot of the store.
    public func makeShortLinks() -> StoredLinks? { state.links.store.map { StoredLinks($0) } }

    /// Short links like those of ``makeShortLinks()`` that wait for links created at other nodes: don't use them on an event
    /// loop's thread.
    public func makeAwaitedShortLinks() -> StoredLinks? {
        let links = makeShortLinks()
        if let source = state.links.source { links?.awaitMissing = { source.awaitMissing() } }
        return links
    }

    /// Loads the rules from their files as they are now, with their texts. Takes milliseconds, and about a second for a
    /// hundred thousand rules. Throws file system errors.
    public func loadRules() throws -> LoadedRules { try load([], nil) }

    /// Loads the rules as if a file had other contents. Writes nothing.
    ///
    /// - Parameter limit: The work limit for conditions; those beyond it are errors.
    public func loadRules(
        replacing file: String, with bytes: [UInt8], limit: WorkLimit
    ) throws -> LoadedRules {
        try load([(path: file, bytes: bytes)], limit)
    }

    /// The requests of the latest decisions, with secrets masked, in the order of the decision log; empty without a log file.
    /// Reads the end of the file: don't call it on an event loop's thread.
    public func lastDecidedRequests(_ count: Int) -> [JSONValue] {
        guard let path = settings.decisionLog else { return [] }
        return LogTail(path).lines(count).compactMap { line in
            guard let json = try? JSONValue(parsing: line.span), json["type"]?.string == "decision" else { return nil }
            return json["input"]
        }
    }

    /// The latest lines of the decision log that contain a text, at most `count`, in the order of the log; empty without a
    /// log file. Reads the end of the file: don't call it on an event loop's thread.
    public func loggedDecisions(containing text: String, _ count: Int) -> [[UInt8]] {
        guard let path = settings.decisionLog, !text.isEmpty else { return [] }
        let wanted = Array(text.utf8)
        return LogTail(path).lines(.max).filter { Self.contains(wanted, $0) }.suffix(count)
    }

    /// The directory of the store, next to which former rule sets are kept; `nil` without one.
    public var storeDirectory: String? { state.links.store?.directory }

    /// The store's short links at former times, for one thread; `nil` without a store.
    public func makePastLinks() -> PastLinks? { state.links.store.map { PastLinks($0) } }

    /// The daemon's counters since startup. Queries all workers and waits a second at most: don't call it on an event loop's
    /// thread.
    public func activity() -> DaemonActivity { state.activity() }

    /// The nodes with the same source, as far as known; `nil` without a source. Does not wait for the source, except for up
    /// to a second in the first call: don't call it on an event loop's thread.
    public func nodes() -> KnownNodes? { nodeList?.nodes() }

    /// This node's name; `nil` without a source.
    public var node: String? { state.links.source?.options.node }

    /// The number of clicks that each rule has decided since startup, by rule ID; rules without clicks are omitted. Queries
    /// all workers and waits a second at most: don't call it on an event loop's thread.
    public func hits() -> [String: UInt64] { state.decisionTotals().byRule }
}
