import ByteText
import Links
public import LinkStore
public import Routing

/// Selects the links whose redirect depends on nothing but the link, and returns them as entries of a table.
///
/// The rules are searched with all facts unknown that differ between clicks (``Evaluator/fixedRedirect(of:varying:in:)``).
/// In addition, each redirect is compared with the decisions for many user agents. Confined to one thread.
public final class LinkExporter {
    private let evaluator: Evaluator
    private let format: MapFormat
    private let time: Int64
    private var arena = ByteArena()
    private var request = ClickRequest()
    /// Hashes of the exported links in lower case. Equal hashes of other links only leave a link with the daemon.
    private var spellings: Set<Int> = []

    /// Creates an exporter. Compiles patterns.
    ///
    /// - Parameters:
    ///   - shortLinks: The store with the links of ``entry(for:)``; `nil` to export only links in the site files.
    ///   - time: The time of the export, in seconds since the epoch.
    public init(
        _ ruleSet: RuleSet, shortLinks: (any ShortLinks)?, _ format: MapFormat, at time: Int64
    ) throws {
        evaluator = try Evaluator(ruleSet, shortLinks: shortLinks)
        // The agents' decisions read the same link again.
        evaluator.rememberLinks(LinkMemoryPolicy(links: 16, bytes: 1 << 18, longestEntry: 1 << 14, keepsSecrets: true))
        (self.format, self.time) = (format, time)
    }

    /// The keys of the links in the files of all sites, which take precedence over those of a store.
    public var keysInFiles: [String] {
        evaluator.ruleSet.sites.flatMap { site in
            site.linkDomains.flatMap { domain in site.links.map { "\(domain.host)\(domain.prefix)/\($0.code)" } }
        }
    }

    /// The entry of a link in a site's file.
    public func entry(forFileKey key: String) throws(StayReason) -> MapEntry {
        let redirect = try redirect(of: key)
        return try entry(key, redirect)
    }

    /// The entry of a link in the store; `nil` if a site's file has another link with this key.
    public func entry(for record: LinkRecord) throws(StayReason) -> MapEntry? {
        if let field = LinkField.restriction(of: record) { throw .field(field) }
        let redirect = try redirect(of: record.key.text)
        guard redirect.isStored else { return nil }
        return try entry(record.key.text, redirect)
    }

    private func redirect(of key: String) throws(StayReason) -> FixedRedirect {
        arena.reset()
        request.reset()
        request.link = arena.append("https://" + key)
        request.time = time
        do throws(RedirectVariation) {
            return try evaluator.fixedRedirect(of: request, varying: varying, in: &arena)
        } catch {
            throw reason(for: error)
        }
    }

    /// The facts of a link that a table answers for although they differ between clicks: those of the click's query.
    private var varying: [FactName] {
        guard format.ignoresQuery else { return [] }
        let query: [FactName] = [.linkQuery, .linkD, .requestReturnedFrom]
        return format.passesQuery ? query + [.linkPayload, .linkPayloadQuery] : query
    }

    private func reason(for variation: RedirectVariation) -> StayReason {
        switch variation {
        case .refused(let code): .refused(code.name.description)
        case .action: .secret
        case .uncacheable: .uncacheable
        case .loop: .loop
        case .rule(let rule): .rule(evaluator.ruleSet.rules[rule].id)
        case .noRule: .noRule
        }
    }

    private func entry(_ key: String, _ redirect: FixedRedirect) throws(StayReason) -> MapEntry {
        try checkSite(redirect)
        let entry = MapEntry(key: key, location: arena.string(redirect.location), status: Int(redirect.status))
        guard format.statuses.contains(entry.status) else { throw .status(entry.status) }
        guard format.canContain(entry), !isOwnPath(entry) else { throw .notation }
        guard Masking.masked(entry.location) == entry.location else { throw .secret }
        try compareAgents(redirect)
        guard !format.ignoresCase || spellings.insert(key.lowercased().hashValue).inserted else { throw .otherCase }
        return entry
    }

    /// Throws if the site does something with clicks that the table can't.
    private func checkSite(_ redirect: FixedRedirect) throws(StayReason) {
        let site = evaluator.ruleSet.sites[redirect.site]
        guard site.limits == nil else { throw .siteLimit }
        guard !format.answersApps || site.apps.isEmpty else { throw .apps }
        guard format.ignoresQuery else { return }
        guard site.passedParameters.isEmpty, site.options.passThrough == format.passesQuery else { throw .query }
        guard format.passesQuery else { return }
        let isPayload = redirect.payload.map { areEqual($0, redirect.location) } ?? false
        guard isPayload else { throw .query }
    }

    /// Whether the front responds to the path itself.
    private func isOwnPath(_ entry: MapEntry) -> Bool {
        let path = Array(entry.parts.path.utf8)
        return ReservedPath.contains(path.span) || path.span.ends(with: "/qr.svg") || path.span.ends(with: "/qr.png")
    }

    /// Throws if a client is led elsewhere. The rules have been proven to lead all to the same address; this detects
    /// errors of that proof.
    private func compareAgents(_ redirect: FixedRedirect) throws(StayReason) {
        let link = request.link
        for agent in SampleAgent.all {
            let mark = arena.count
            defer { arena.truncate(to: mark) }
            request.reset()
            request.link = link
            request.time = time
            agent.describe(&request, in: &arena)
            let decision = evaluator.decide(request, in: &arena).decision
            let isSame =
                decision.kind == .continueRedirect && decision.page == nil && decision.status == redirect.status
                && decision.location.map { areEqual($0, redirect.location) } ?? false
            guard isSame else { throw .agent(agent.userAgent) }
        }
    }

    private func areEqual(_ one: TextRange, _ other: TextRange) -> Bool { Self.areEqual(one, other, in: arena) }

    private static func areEqual(_ one: TextRange, _ other: TextRange, in arena: borrowing ByteArena) -> Bool {
        arena[one].equals(arena[other])
    }
}
