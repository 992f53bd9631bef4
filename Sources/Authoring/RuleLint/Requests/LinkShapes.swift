import ByteText
import Links
import Routing

/// Sample links that a site may receive, one of every shape, from which examples are built.
struct LinkShapes {
    let site: SiteDefinition
    /// An address that a link of the site may lead to, and a continue URL; `nil` if none was found.
    private(set) var payload: String?
    private(set) var continuation: String?

    init(_ site: SiteDefinition, _ runner: RequestRunner) {
        self.site = site
        let candidates = Self.addresses(of: site)
        continuation = candidates.first { address in
            var draft = RequestDraft(base: address)
            draft.stage = "continue"
            return runner.decide(draft)?.isUnderstood ?? false
        }
        guard let host = site.hosts.first.map(Self.linkBase) ?? site.hosting.first.map(Self.hostingBase) else { return }
        payload = candidates.first { address in
            var draft = RequestDraft(base: host)
            draft.set("link", address)
            draft.stage = "click"
            return runner.decide(draft)?.isUnderstood ?? false
        }
    }

    static func linkBase(_ host: String) -> String { "https://\(host)/" }
    static func hostingBase(_ host: String) -> String { "https://\(host)/__/auth/links" }

    // MARK: - Addresses

    /// Addresses that the site may allow, the most likely first.
    private static func addresses(of site: SiteDefinition) -> [String] {
        var addresses: [String] = []
        if case .patterns(let patterns) = site.urlPolicy { addresses += patterns.map(example) }
        for domain in site.authorizedDomains {
            let host = domain.hasPrefix("*.") ? "www" + domain.dropFirst(1) : domain
            addresses.append("https://\(host)/")
            if domain == "localhost" { addresses.append("http://localhost/") }
        }
        addresses.append("https://www.example.com/")
        addresses += site.links.map(\.longLink).prefix(10).compactMap(wrapped)
        return addresses
    }

    /// A text that a pattern is likely to match: `^https://www\.example\.com/.*$` without its non-literal parts.
    private static func example(of pattern: String) -> String {
        var text = pattern
        for piece in ["^", "$", ".*", ".+", "[^/]+", "[^/]*", "(", ")", "?"] { text = text.replacing(piece, with: "") }
        text = text.replacing("\\", with: "")
        return text.contains("|") ? String(text.prefix { $0 != "|" }) : text
    }

    /// The link that a long link wraps.
    private static func wrapped(_ link: String) -> String? {
        var arena = ByteArena(capacity: 512)
        let text = arena.append(AddressParts(link).query ?? "")
        let parameters = try? DynamicLinkParameters(query: text, in: &arena)
        return parameters?.nonEmpty(.link).map { arena.string($0) }
    }

    /// An action link: the address of the web widget with a made-up code.
    func action(_ mode: String, isComplete: Bool = true) -> String? {
        guard let base = site.handler ?? (isComplete ? payload : nil) else { return nil }
        var parameters = [RequestDraft.Parameter(name: "mode", value: mode)]
        if isComplete {
            parameters += [.init(name: "oobCode", value: "CODE"), .init(name: "apiKey", value: "KEY")]
        }
        if let continuation { parameters.append(.init(name: "continueUrl", value: continuation)) }
        return RequestDraft.address(base, parameters)
    }

    // MARK: - Shapes

    /// Parameter lists of a link, from none to all.
    private var parameterSets: [[RequestDraft.Parameter]] {
        let android = site.apps.first { $0.store == .android }.map { RequestDraft.Parameter(name: "apn", value: $0.id) }
        let apple = site.apps.first { $0.store == .ios }
        let bundle = apple.map { RequestDraft.Parameter(name: "ibi", value: $0.id) }
        let storeID = apple?.appStoreID.map { RequestDraft.Parameter(name: "isi", value: $0) }
        let apps = [android, bundle].compactMap { $0 }
        func page(_ name: String) -> [RequestDraft.Parameter] { payload.map { [.init(name: name, value: $0)] } ?? [] }
        var sets: [[RequestDraft.Parameter]] = [
            [], apps, apps + [storeID].compactMap { $0 }, apps + page("afl") + page("ifl") + page("ipfl"),
            apps + page("ofl") + page("al"), apps + [.init(name: "efr", value: "1")],
            apps + [.init(name: "d", value: "1")],
        ]
        if let tablet = apple?.id { sets.append([.init(name: "ipbi", value: tablet)] + page("ifl")) }
        return sets.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Action URLs to wrap: one for each mode, and one truncated by a mail client.
    private var actions: [String] {
        ActionMode.allCases.compactMap { action($0.name.description) }
            + [action("verifyEmail", isComplete: false)].compactMap { $0 }
    }

    /// All shapes, each at every stage at which it is readable, the simplest first.
    func drafts() -> [RequestDraft] {
        var drafts: [RequestDraft] = []
        for host in site.hosts { drafts += wrappedLinks(Self.linkBase(host), parameterSets) }
        for host in site.hosting { drafts += wrappedLinks(Self.hostingBase(host), [[]]) }
        if let host = site.hosts.first {
            drafts += site.links.prefix(20).map { RequestDraft(base: Self.linkBase(host) + $0.code) }
        }
        if site.handler != nil { drafts += actions.map { RequestDraft(base: $0) } }
        if let continuation {
            var draft = RequestDraft(base: continuation)
            draft.stage = "continue"
            drafts.append(draft)
        }
        return drafts.flatMap { draft in
            guard draft.stage == nil else { return [draft] }
            var next = draft
            next.stage = "continue"
            var click = draft
            click.stage = "click"
            return [draft, click, next]
        }
    }

    private func wrappedLinks(_ base: String, _ sets: [[RequestDraft.Parameter]]) -> [RequestDraft] {
        let plain = [payload].compactMap { $0 }
        let first = actions.prefix(1)
        var drafts: [RequestDraft] = []
        for set in sets { drafts += (plain + first).map { wrapped($0, base, set) } }
        // The mode hardly depends on the link's other parameters.
        let apps = sets.count > 1 ? sets[1] : []
        drafts += actions.dropFirst().map { wrapped($0, base, apps) }
        return drafts
    }

    private func wrapped(_ payload: String, _ base: String, _ set: [RequestDraft.Parameter]) -> RequestDraft {
        var draft = RequestDraft(base: base)
        draft.set("link", payload)
        draft.parameters += set
        return draft
    }
}
