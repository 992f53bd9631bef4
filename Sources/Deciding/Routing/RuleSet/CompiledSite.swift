import ByteText
import Devices
import Links
import WebAddress

/// A site in the form that clicks are decided with: sets and tables in place of lists.
///
/// A class, so that holding it while a click is decided counts one reference and not one for each of its parts.
final class CompiledSite: Sendable {
    let name: String
    /// The hosts that the site answers for, and what it does with each.
    let roles: [(host: String, role: HostIndex.Role)]
    /// The hosts of its links, each once, without path prefixes.
    private let linkHosts: [String]
    let handler: HandlerAddress?
    let mobileLinks: Generation
    private let authorizedDomains: DomainSet
    let urlPolicy: URLPolicyDefinition
    /// The same without its patterns.
    let policy: URLPolicy
    let apps: [CompiledApp]
    /// What ``apps`` are found by, without a look at any of them: to hold one would count a reference.
    private let appKeys: AppKeys
    let links: ByteTable
    let longLinks: [String]
    /// Whether a code that no link has is looked up in any case.
    let ignoresCase: Bool
    /// The codes of ``links`` in small letters; `nil` if their case counts.
    private let smallLinks: ByteTable?
    let options: SiteOptions
    /// What clicks' queries pass on; nil for most.
    let passedParameters: PassedParameters?
    let pageHost: String?
    let deferred: DeferredLinksDefinition?
    /// How many clicks a second are answered; nil for any number.
    let limits: ClickLimitsDefinition?
    /// How many seconds caches may keep where links lead, where nothing else says.
    let cacheSeconds: Int?
    /// What the site adds to the table of tokens; nil for most.
    let tokens: SiteTokens?
    let askedHints: AskedHints?
    /// The site's own rules, as a piece of the rule set's.
    let rules: Range<Int>
    let index: RuleIndex
    /// The redirects that replace refusals, by their index among the rules of the rule set.
    let strays: StrayRules
    // What clicks ask, lent: whoever asks has the site, which owns them.
    private let lentHandler: Lent<HandlerAddress>?
    private let lentDomains: Lent<DomainSet>
    let lentApps: [Lent<CompiledApp>]
    let lentIndex: Lent<RuleIndex>

    init(_ definition: SiteDefinition, rules: Range<Int>, of all: [RuleDefinition], strays: StrayRules) {
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
        pageHost = definition.pageHost
        deferred = definition.deferred
        limits = definition.limits
        cacheSeconds = definition.cacheSeconds
        tokens = SiteTokens(definition.devices.tokens)
        askedHints = AskedHints(definition.devices)
        self.rules = rules
        index = RuleIndexBuilder.build(all, rules)
        self.strays = strays
        // Safe, all: they are this object's own, for as long as it lives.
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
        roles += definition.hosts.map { host in
            let slash = host.firstIndex(of: "/") ?? host.endIndex
            return (String(host[..<slash]), .links(prefix: Array(host[slash...].utf8)))
        }
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

    /// Where the page about a link stands whose button is that link: on another host, since systems stay in the browser for
    /// links within one (Apple, TN3155). The site's `page_host`; without it, another host of its links, on which pages lie
    /// beside what association files claim. Nil where there is none.
    func pageHost(for host: Span<UInt8>) -> String? {
        if let pageHost { return pageHost }
        for other in linkHosts where !host.equals(utf8Of: other) { return other }
        return nil
    }

    /// The index of a link in the site's file whose code differs in case only, if the site ignores case.
    func link(inAnyCase code: TextRange, in arena: inout ByteArena) -> Int? {
        guard let smallLinks else { return nil }
        let start = arena.count
        for place in 0..<Int(code.count) {
            let byte = arena[code][place].lowercased
            arena.append(byte)
        }
        return smallLinks.value(for: arena[arena.piece(from: start)])
    }

    /// Whether an address is that of the site's web widget, whatever its query says.
    func isHandler(_ address: WebAddress, in arena: borrowing ByteArena) -> Bool {
        lentHandler?.use { $0.matches(address, in: arena) } ?? false
    }

    /// Why clients may not be sent on to an address by the authorized domains alone; nil where they may.
    func refusal(
        toContinueTo address: WebAddress, development: Bool, allowsHTTP: Bool, in arena: borrowing ByteArena
    ) -> ContinueURLFault? {
        lentDomains.use {
            $0.refusal(toContinueTo: address, development: development, allowsHTTP: allowsHTTP, in: arena)
        }
    }

    /// The registered app of a store and an ID, by its index.
    func app(_ store: AppDefinition.Store, id: Span<UInt8>) -> Int? { appKeys.index(of: id, in: store) }

    /// Whether one of the site's apps is the one on a page of a store.
    func hasApp(on page: StorePage, in arena: borrowing ByteArena) -> Bool {
        switch page {
        case .play(let package): app(.android, id: arena[package]) != nil
        case .appStore(let id): apps.contains { $0.store == .ios && $0.definition.appStoreID.isText(arena[id]) }
        case .amazon(let package): apps.contains { $0.definition.stores.amazon.isText(arena[package]) }
        case .appGallery(let id): apps.contains { $0.definition.stores.huawei.isText(arena[id]) }
        }
    }

    /// The first app that the site lists for a store.
    func firstApp(_ store: AppDefinition.Store) -> Int? { appKeys.firstIndex(in: store) }
}

extension String? {
    fileprivate func isText(_ bytes: Span<UInt8>) -> Bool { map { bytes.equals(utf8Of: $0) } ?? false }
}

/// By what a site says where its links may lead.
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

/// Stores and IDs of a site's apps, the IDs one after the other.
private struct AppKeys: Sendable {
    private struct Key: Sendable {
        var store: AppDefinition.Store
        /// Where the ID is in `ids`.
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

/// A registered app; its ID as bytes, so that a click compares and copies without making strings.
final class CompiledApp: Sendable {
    let definition: AppDefinition
    let store: AppDefinition.Store
    let idBytes: [UInt8]
    /// The ID as an `intent:` URI holds it.
    let intentPackage: [UInt8]
    let minimumBytes: [UInt8]?
    /// The custom scheme as it is used in a URL: lower-case, the bundle ID where none is given.
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

/// The web widget's address, split once.
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

    /// Whether an address is the widget's, whatever its query says.
    func matches(_ address: WebAddress, in arena: borrowing ByteArena) -> Bool {
        guard address.scheme == scheme, address.port == port, Int(address.path.count) == path.count else {
            return false
        }
        let (host, path) = (hostBytes, path)
        return arena[address.host].equals(host.span) && arena[address.path].equals(path.span)
    }
}
