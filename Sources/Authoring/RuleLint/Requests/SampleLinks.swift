public import Routing

/// Sample links of a site, one of each kind that users tap, for trying out a site.
public struct SampleLinks: Sendable {
    /// A link and the stable name of its kind: `mail-install`.
    public struct Sample: Sendable, Hashable {
        /// The kind: `dynamic`, `mail-install`, `hosting-mail`; for a short link, `link` and its code.
        public var name: String
        /// The complete link. Codes in it are made up.
        public var link: String
        /// The code, if the link is one of the site's short links.
        public var code: String?
    }

    /// The links, without those that the site rejects.
    public private(set) var samples: [Sample] = []

    /// Builds the sample links of a site, with at most `shortLinks` of its short links.
    ///
    /// - Throws: If RE2 has insufficient memory for the rules' patterns.
    public init(_ site: SiteDefinition, in ruleSet: RuleSet, shortLinks: Int = 20) throws {
        let runner = try RequestRunner(ruleSet, limit: nil)
        let shapes = LinkShapes(site, runner)
        let mail = shapes.action("verifyEmail")
        if let host = site.hosts.first {
            let base = LinkShapes.linkBase(host)
            if let payload = shapes.payload { add(dynamicLinks: payload, base, site) }
            if let mail { add(mails: mail, base, site) }
            for link in site.links.prefix(shortLinks) {
                samples.append(Sample(name: "link \(link.code)", link: base + link.code, code: link.code))
            }
        }
        if let host = site.hosting.first {
            let base = LinkShapes.hostingBase(host)
            if let mail { add("hosting-mail", base, [.init(name: "link", value: mail)]) }
            if let next = shapes.continuation { add("hosting-continue", base, [.init(name: "link", value: next)]) }
        }
        samples = samples.filter { runner.decide(RequestDraft(base: $0.link))?.isUnderstood ?? false }
    }

    private mutating func add(_ name: String, _ base: String, _ parameters: [RequestDraft.Parameter]) {
        samples.append(Sample(name: name, link: RequestDraft.address(base, parameters)))
    }

    private mutating func add(dynamicLinks payload: String, _ base: String, _ site: SiteDefinition) {
        let link = RequestDraft.Parameter(name: "link", value: payload)
        let apps = Self.apps(of: site)
        add("dynamic", base, [link] + apps + Self.storeID(of: site))
        let pages = ["afl", "ifl"].map { RequestDraft.Parameter(name: $0, value: payload) }
        add("dynamic-fallbacks", base, [link] + apps + pages)
        add("dynamic-forced", base, [link] + apps + Self.storeID(of: site) + [.init(name: "efr", value: "1")])
    }

    /// Links as Firebase created them from ActionCodeSettings: a missing Android app is installed, or the mail's page opens.
    private mutating func add(mails action: String, _ base: String, _ site: SiteDefinition) {
        let link = RequestDraft.Parameter(name: "link", value: action)
        let apps = Self.apps(of: site)
        let page = RequestDraft.Parameter(name: "ifl", value: action)
        add("mail-install", base, [link] + apps + [page])
        add("mail", base, [link] + apps + [.init(name: "afl", value: action), page])
    }

    private static func apps(of site: SiteDefinition) -> [RequestDraft.Parameter] {
        let names: [(String, AppDefinition.Store)] = [("apn", .android), ("ibi", .ios)]
        return names.compactMap { name, store in
            site.apps.first { $0.store == store }.map { .init(name: name, value: $0.id) }
        }
    }

    private static func storeID(of site: SiteDefinition) -> [RequestDraft.Parameter] {
        let id = site.apps.first { $0.store == .ios }?.appStoreID
        return id.map { [.init(name: "isi", value: $0)] } ?? []
    }
}
