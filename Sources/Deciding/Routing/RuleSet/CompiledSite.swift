import ByteText
import Devices
import Links
import WebAddress

/// A site compiled for evaluation, with sets and tables instead of lists.
///
/// This is a class, so that a click that holds it retains one object instead of each of its parts.
final class CompiledSite: Sendable {
    let name: String
    /// The site's hosts, with the role of each.
    let roles: [(host: String, role: HostIndex.Role)]
    /// The hosts of its links, each once, without path prefixes.
    private let linkHosts: [String]
    let handler: HandlerAddress?
    let mobileLinks: Generation
    private let authorizedDomains: DomainSet
    let urlPolicy: URLPolicyDefinition
    /// The kind of ``urlPolicy``, without its patterns.
    let policy: URLPolicy
    let apps: [CompiledApp]
    /// The keys of ``apps``, so that apps are found without retaining any of them.
    private let appKeys: AppKeys
    let links: ByteTable
    let longLinks: [String]
    /// Whether a code without an exact match is looked up ignoring case.
    let ignoresCase: Bool
    /// The codes of ``links`` in lower case; `nil` if codes are case-sensitive.
    private let smallLinks: ByteTable?
    let options: SiteOptions
    /// The query parameters that clicks pass on; `nil` for most sites.
    let passedParameters: PassedParameters?
    let countedDimensions: [ClickDimension]
    let pageHost: String?
    let deferred: DeferredLinksDefinition?
    /// Rate limits in clicks per second; `nil` for no limit.
    let limits: ClickLimitsDefinition?
    /// The number of seconds that caches may keep the targets of links, unless a rule or the link specifies it.
    let cacheSeconds: Int?
    /// The site's corrections of the classification; `nil` for most sites.
    let corrections: DeviceCorrections?
    let askedHints: AskedHints?
    /// The site's own rules, as a range of the rule set's.
    let rules: Range<Int>
    let index: RuleIndex
    /// The redirects that replace refusals, by their index among the rules of the rule set.
    let strays: StrayRules
    // Borrowed references for the click path. Callers hold the site, which owns the objects.
    private let lentHandler: Lent<HandlerAddress>?
    private let lentDomains: Lent<DomainSet>
    let lentApps: [Lent<CompiledApp>]
    let lentIndex: Lent<RuleIndex>

    /// - Parameter names: The names of unlisted apps, to which those of the site are added.
    init(
        _ definition: SiteDefinition, rules: Range<Int>, of all: [RuleDefinition], strays: StrayRules,
        names: inout AppNames
    ) {
        name = definition.name
        handler = definition.handler.flatMap(HandlerAddress.init)
        roles = Self.roles(of: definition, handler: handler)
        linkHosts = Self.linkHosts(of: roles)
        mobileLinks =
            definition.mobileLinks ?? (definition.hosts.isEmpty && !definition.hosting.isEmpty ? .hosting : .fdl)
        authorizedDomains = DomainSet(definition.authorizedDomains)
        urlPolicy = definition.urlPolicy
        policy = URLPolicy(definition.urlPolicy)
        apps = definition.apps.map(CompiledApp.init)
        appKeys = AppKeys(apps)
        links = ByteTable(definition.links.enumerated().map { (key: Array($1.code.utf8), value: $0) })
        longLinks = definition.links.map(\.longLink)
        ignoresCase = definition.codes == .anyCase
        smallLinks =
            ignoresCase
            ? ByteTable(definition.links.enumerated().map { ($1.code.utf8.map(\.lowercased), $0) }) : nil
        options = definition.options
        passedParameters = PassedParameters(definition.passedParameters)
        countedDimensions = definition.countedDimensions
        pageHost = definition.pageHost
        deferred = definition.deferred
        limits = definition.limits
        cacheSeconds = definition.cacheSeconds
        corrections = DeviceCorrections(definition.devices.corrections, names: &names)
        askedHints = AskedHints(definition.devices)
        self.rules = rules
        index = RuleIndexBuilder.build(all, rules)
        self.strays = strays
        // Safe, all: this object owns them for its whole lifetime.
        lentHandler = handler.map { unsafe Lent($0) }
        lentDomains = unsafe Lent(authorizedDomains)
        lentApps = apps.map { unsafe Lent($0) }
        lentIndex = unsafe Lent(index)
    }

    private static func roles(
        of definition: SiteDefinition, handler: HandlerAddress?
    ) -> [(host: String, role: HostIndex.Role)] {
        var roles: [(host: String, role: HostIndex.Role)] = []
        if let handler { roles.append((handler.host, .handler(path: handler.path))) }
        roles += definition.hosting.map { ($0, .hosting) }
        roles += definition.linkDomains.map { ($0.host, .links(prefix: Array($0.prefix.utf8))) }
        return roles
    }

    private static func linkHosts(of roles: [(host: String, role: HostIndex.Role)]) -> [String] {
        var hosts: [String] = []
        for (host, role) in roles {
            switch role {
            case .links, .hosting: if !hosts.contains(host) { hosts.append(host) }
            case .handler: break
            }
        }
        return hosts
    }

    /// The host for a page whose button is the link itself. It must differ from the link's host, because systems stay
    /// in the browser for links within one host (Apple, TN3155). This is the site's `page_host`, or else another of its
    /// link hosts, on which pages use paths that association files do not claim. `nil` if there is none.
    func pageHost(for host: Span<UInt8>) -> String? {
        if let pageHost { return pageHost }
        for other in linkHosts where !host.equals(utf8Of: other) { return other }
        return nil
    }

    /// The index of the link in the site's file whose code differs only in case; `nil` if there is none or codes are
    /// case-sensitive.
    func link(inAnyCase code: TextRange, in arena: inout ByteArena) -> Int? {
        guard let smallLinks else { return nil }
        let start = arena.count
        for place in 0..<Int(code.count) {
            let byte = arena[code][place].lowercased
            arena.append(byte)
        }
        return smallLinks.value(for: arena[arena.piece(from: start)])
    }

    /// Whether an address is that of the site's web widget, with any query.
    func isHandler(_ address: WebAddress, in arena: borrowing ByteArena) -> Bool {
        lentHandler?.use { $0.matches(address, in: arena) } ?? false
    }

    /// Why the authorized domains do not allow clients to continue to an address; `nil` if they do.
    func refusal(
        toContinueTo address: WebAddress, development: Bool, allowsHTTP: Bool, in arena: borrowing ByteArena
    ) -> ContinueURLFault? {
        lentDomains.use {
            $0.refusal(toContinueTo: address, development: development, allowsHTTP: allowsHTTP, in: arena)
        }
    }

    /// The index of the registered app with an ID in a store.
    func app(_ store: AppDefinition.Store, id: Span<UInt8>) -> Int? { appKeys.index(of: id, in: store) }

    /// Whether a store page belongs to one of the site's apps.
    func hasApp(on page: StorePage, in arena: borrowing ByteArena) -> Bool {
        switch page {
        case .play(let package): app(.android, id: arena[package]) != nil
        case .appStore(let id): apps.contains { $0.store == .ios && $0.definition.appStoreID.isText(arena[id]) }
        case .amazon(let package): apps.contains { $0.definition.stores.amazon.isText(arena[package]) }
        case .appGallery(let id):
            app(.harmony, id: arena[id]) != nil || apps.contains { $0.definition.stores.huawei.isText(arena[id]) }
        }
    }

    /// The index of the first app that the site lists for a store.
    func firstApp(_ store: AppDefinition.Store) -> Int? { appKeys.firstIndex(in: store) }
}

extension String? {
    fileprivate func isText(_ bytes: Span<UInt8>) -> Bool { map { bytes.equals(utf8Of: $0) } ?? false }
}

/// The kind of a site's policy for targets.
enum URLPolicy: Sendable {
    case any, authorizedDomains, patterns

    fileprivate init(_ definition: URLPolicyDefinition) {
        switch definition {
        case .any: self = .any
        case .authorizedDomains: self = .authorizedDomains
        case .patterns: self = .patterns
        }
    }
}

/// The stores and IDs of a site's apps, with the IDs concatenated.
private struct AppKeys: Sendable {
    private struct Key: Sendable {
        var store: AppDefinition.Store
        /// The offset of the ID in `ids`.
        var start: Int
        var count: Int
    }

    private let ids: [UInt8]
    private let keys: [Key]

    init(_ apps: [CompiledApp]) {
        ids = apps.flatMap(\.idBytes)
        var end = 0
        keys = apps.map { app in
            defer { end += app.idBytes.count }
            return Key(store: app.store, start: end, count: app.idBytes.count)
        }
    }

    func index(of id: Span<UInt8>, in store: AppDefinition.Store) -> Int? {
        let (keys, ids) = (keys.span, ids.span)
        for index in keys.indices {
            let key = keys[index]
            guard key.store == store, key.count == id.count else { continue }
            if id.equals(ids.extracting(key.start..<(key.start &+ key.count))) { return index }
        }
        return nil
    }

    func firstIndex(in store: AppDefinition.Store) -> Int? { keys.firstIndex { $0.store == store } }
}

/// A registered app with its ID as bytes, so that clicks compare and copy it without creating strings.
final class CompiledApp: Sendable {
    let definition: AppDefinition
    let store: AppDefinition.Store
    let idBytes: [UInt8]
    /// The ID as it appears in an `intent:` URI.
    let intentPackage: [UInt8]
    let minimumBytes: [UInt8]?
    /// The custom scheme in lower case; the bundle ID if the site specifies no scheme.
    let scheme: String

    init(_ definition: AppDefinition) {
        self.definition = definition
        store = definition.store
        minimumBytes = definition.minimumVersion.map { Array($0.utf8) }
        idBytes = Array(definition.id.utf8)
        intentPackage = IntentURI.packageName(definition.id)
        scheme = (definition.customScheme ?? definition.id).lowercased()
    }
}

/// The web widget's address, parsed once.
final class HandlerAddress: Sendable {
    let host: String
    let path: [UInt8]
    private let hostBytes: [UInt8]
    private let port: UInt16?
    private let scheme: Scheme

    init?(_ text: String) {
        var arena = ByteArena(capacity: 256)
        let input = arena.append(text)
        guard let address = try? WebAddress.parse(input, in: &arena) else { return nil }
        host = arena.string(address.host)
        hostBytes = Array(host.utf8)
        path = Array(arena.string(address.path).utf8)
        port = address.port
        scheme = address.scheme
    }

    /// Whether an address is the widget's, with any query.
    func matches(_ address: WebAddress, in arena: borrowing ByteArena) -> Bool {
        guard address.scheme == scheme, address.port == port, Int(address.path.count) == path.count else {
            return false
        }
        let (host, path) = (hostBytes, path)
        return arena[address.host].equals(host.span) && arena[address.path].equals(path.span)
    }
}

/// The field values with which a site requests client hints from browsers.
public struct AskedHints: Sendable {
    /// `Accept-CH` (RFC 8942, section 3.1).
    public let accept: [UInt8]
    /// `Critical-CH` (Client Hints Reliability, section 3); `nil` if no hint is critical.
    public let critical: [UInt8]?

    /// `nil` if a site requests no hints. Critical hints are requested implicitly.
    init?(_ devices: SiteDevices) {
        let all = HighEntropyHint.allCases.filter { devices.hints.contains($0) || devices.criticalHints.contains($0) }
        guard !all.isEmpty else { return nil }
        accept = Self.list(all)
        critical = devices.criticalHints.isEmpty ? nil : Self.list(devices.criticalHints)
    }

    private static func list(_ hints: [HighEntropyHint]) -> [UInt8] {
        Array(hints.map(\.field.description).joined(separator: ", ").utf8)
    }
}

/// The query parameters that a site passes on (`pass_parameters`): exact names and prefixes.
struct PassedParameters: Sendable {
    private let exact: [[UInt8]]
    private let prefixes: [[UInt8]]

    /// `nil` for a site that lists none.
    init?(_ names: [String]) {
        guard !names.isEmpty else { return nil }
        exact = names.filter { !$0.hasSuffix("*") }.map { Array($0.utf8) }
        prefixes = names.filter { $0.hasSuffix("*") }.map { Array($0.utf8.dropLast()) }
    }

    /// Whether a name is listed. Case-sensitive, as in queries.
    func contains(_ name: Span<UInt8>) -> Bool {
        for known in exact where name.equals(known.span) { return true }
        for start in prefixes where name.count >= start.count {
            if name.extracting(0..<start.count).equals(start.span) { return true }
        }
        return false
    }
}
