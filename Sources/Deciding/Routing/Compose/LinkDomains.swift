import ByteText
import Links

/// The link domains named by settings, matched against those of a site.
struct LinkDomains {
    private let dynamicLink: String?
    private let hosting: String?
    /// The generation, if only one generation's domain is named.
    private let generation: Generation?

    /// Reads the domains of settings. One written as a URL is looked up by its domain, and rejected by ``check``.
    init(_ settings: ActionCodeSettings, in arena: borrowing ByteArena) {
        dynamicLink = settings.dynamicLinkDomain.map { arena.string($0) }
        hosting = settings.linkDomain.map { arena.string($0).lowercased() }
        generation = settings.generation
    }

    /// Whether no domain is named.
    var isEmpty: Bool { dynamicLink == nil && hosting == nil }

    /// Whether a domain is named and belongs to the site.
    func areNamed(in site: SiteDefinition) -> Bool {
        if let dynamicLink, Self.host(Self.prefix(in: dynamicLink), of: site) != nil { return true }
        return hosting.map { site.hosting.contains(Self.domain(in: $0)) } ?? false
    }

    /// The domain with the path prefix, without a URL's scheme, query and fragment; the text if it is a mail address.
    private static func prefix(in text: String) -> String {
        let parts = AddressParts(hostOrURL: text)
        guard parts.userInfo == nil else { return text }
        var prefix = (parts.authority ?? "") + parts.path
        while prefix.hasSuffix("/") { prefix.removeLast() }
        return prefix
    }

    /// The domain of a URL, or of a domain followed by more text.
    private static func domain(in text: String) -> String {
        let parts = AddressParts(hostOrURL: text)
        return parts.userInfo == nil ? parts.host ?? "" : text
    }

    /// Rejects a domain written as a URL: the settings must contain a plain domain.
    ///
    /// The message repeats the domain only if it is the site's, because settings may contain email addresses.
    private static func checkForm(
        _ text: String, _ domain: String, isOwn: Bool, _ subject: String, _ code: LinkFault.Code
    ) throws(SettingsFault) {
        guard text.lowercased() != domain.lowercased() else { return }
        let sample = isOwn ? domain : code == .invalidHostingLinkDomain ? "links.example.com" : "example.page.link"
        let excess = text.contains("://") ? "https:// and anything after the domain" : "anything after the domain"
        throw SettingsFault(
            code, problem: "The \(subject) must be a plain domain: write \(sample), without \(excess).")
    }

    /// The matching link domain of the site, with its path prefix; a host alone matches its first one.
    private static func host(_ domain: String, of site: SiteDefinition) -> String? {
        if site.hosts.contains(domain) { return domain }
        return domain.contains("/") ? nil : site.hosts.first { $0.hasPrefix(domain + "/") }
    }

    /// Rejects a domain that is not the site's.
    func check(in site: SiteDefinition) throws(SettingsFault) {
        let prefix = dynamicLink.map(Self.prefix)
        if let dynamicLink, let prefix {
            try Self.checkForm(
                dynamicLink, prefix, isOwn: Self.host(prefix, of: site) != nil, "Dynamic Links domain",
                .invalidDynamicLinkDomain)
        }
        if let hosting {
            let domain = Self.domain(in: hosting)
            try Self.checkForm(
                hosting, domain, isOwn: site.hosting.contains(domain), "link domain", .invalidHostingLinkDomain)
        }
        if let prefix, Self.host(prefix, of: site) == nil {
            throw SettingsFault(
                .invalidDynamicLinkDomain,
                problem: "The Dynamic Links domain is not one of the link domains (hosts) of the site \(site.name).")
        }
        guard let hosting else { return }
        if hosting.hasSuffix(".web.app") || hosting.hasSuffix(".firebaseapp.com") {
            throw SettingsFault(
                .invalidHostingLinkDomain,
                problem: "The link domain must be your own domain, not a default domain of Firebase Hosting.")
        }
        if !site.hosting.contains(hosting) {
            throw SettingsFault(
                .invalidHostingLinkDomain,
                problem: "The link domain is not one of the Hosting domains (hosting) of the site \(site.name).")
        }
    }

    /// The generation and domain of the mobile link. The domains must have been checked.
    func mobileLink(
        in site: SiteDefinition, default siteGeneration: Generation
    ) throws(SettingsFault) -> MobileLink {
        switch generation ?? siteGeneration {
        case .fdl:
            guard let domain = dynamicLink.flatMap({ Self.host(Self.prefix(in: $0), of: site) }) ?? site.hosts.first
            else {
                throw SettingsFault(
                    .dynamicLinkNotActivated, problem: "The site \(site.name) lists no link domain (hosts).")
            }
            return MobileLink(.fdl, domain: domain)
        case .hosting:
            // Documented default: the project's own firebaseapp.com.
            let own = site.hosting.first { $0.hasSuffix(".firebaseapp.com") }
            guard let domain = hosting ?? own ?? site.hosting.first else {
                throw SettingsFault(
                    .invalidHostingLinkDomain, problem: "The site \(site.name) lists no Hosting domain (hosting).")
            }
            return MobileLink(.hosting, domain: domain)
        }
    }
}
