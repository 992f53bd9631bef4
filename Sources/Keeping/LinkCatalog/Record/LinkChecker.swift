import ByteText
public import LinkStore
public import Links
import OpenSSL
public import Routing
import WebAddress

/// Checks new links against the rules, and rejects a link whose clicks would be refused.
///
/// Confined to one thread.
public struct LinkChecker: ~Copyable {
    private let evaluator: Evaluator
    private var arena = ByteArena()
    private var request = ClickRequest()
    private var text = LongLinkText()
    /// The apps of the last site; a file of links usually has one site.
    private var apps: (site: String, registered: RegisteredApps)?

    private let codes: LinkCode

    /// Checks with an evaluator that no other thread may use during the checker's lifetime. Codes are drawn from a
    /// cryptographically secure source.
    public init(_ evaluator: Evaluator) {
        self.init(evaluator, LinkCode { SecureRandom.bytes(count: $0) })
    }

    /// - Parameter codes: Generates codes.
    init(_ evaluator: Evaluator, _ codes: LinkCode) {
        self.evaluator = evaluator
        self.codes = codes
    }

    /// The sites of the rules.
    public var sites: [SiteDefinition] { evaluator.ruleSet.sites }

    /// The link domains of all sites.
    var allDomains: [String] { evaluator.ruleSet.sites.flatMap(\.hosts) }

    /// The site of a link domain, such as `links.example.com/go`; `nil` if no site lists it.
    public func site(of domain: String) -> SiteDefinition? {
        evaluator.ruleSet.sites.first { $0.hosts.contains(domain) }
    }

    /// The site of a link domain; throws a fault that lists the known domains.
    public func requireSite(of domain: String) throws(ShortLinkFault) -> SiteDefinition {
        if let site = site(of: domain) { return site }
        let known = allDomains
        let hint = suggestion(for: domain, among: known) ?? "known domains: \(known.prefix(8).joined(separator: ", "))"
        throw ShortLinkFault(
            "unknown-site", "no site has the link domain \(domain); \(hint)",
            summary: "no site has the link domain \(domain)", subject: domain)
    }

    /// Throws unless links below a link domain, with any path prefix, can belong to a site. For operations that move
    /// many links.
    public func requireSite(below domain: String) throws(ShortLinkFault) {
        if !allDomains.contains(where: { $0 == domain || $0.hasPrefix("\(domain)/") }) {
            _ = try requireSite(of: domain)
        }
    }

    /// Checks a new link against the rules: its domain must belong to a site, a click on its code must reach it, and
    /// its target must be allowed. Long link parameters that Firebase would drop are dropped.
    ///
    /// - Parameter now: The time of creation, in seconds since the epoch.
    public mutating func admit(
        _ draft: LinkDraft, at now: Int64
    ) throws(ShortLinkFault) -> (creation: LinkCreation, warnings: [ShortLinkWarning]) {
        var draft = draft
        let site = try requireSite(of: draft.domain)
        let codes = try codes(for: draft)
        let warnings = review(&draft.longLink, for: site)
        try check(draft.longLink, on: draft.domain)
        try check(targetsOf: draft.fields.patch, on: draft.domain)
        return (try draft.creation(codes, ignoresCase: site.codes == .anyCase, at: now), warnings)
    }

    /// The custom code, or several generated ones; only codes that a click would reach.
    private mutating func codes(for draft: LinkDraft) throws(ShortLinkFault) -> [String] {
        if case .custom(let code) = draft.code {
            try check(code: code, on: draft.domain)
            return [code]
        }
        var reachable: [String] = []
        for code in codes.choices(draft.suffix) {
            arena.reset()
            if evaluator.ruleSet.reach(of: code, below: draft.domain, in: &arena) == .store { reachable.append(code) }
        }
        return reachable
    }

    /// Checks the new targets of an existing short link, as ``admit(_:at:)`` does.
    public mutating func admit(_ patch: inout LinkPatch, on domain: String) throws(ShortLinkFault) -> [ShortLinkWarning]
    {
        try check(targetsOf: patch, on: domain)
        guard var longLink = patch.longLink else { return [] }
        let warnings = review(&longLink, for: try requireSite(of: domain))
        try check(longLink, on: domain)
        patch.longLink = longLink
        return warnings
    }

    /// Throws if a click on a short link with the code would not be looked up in the store.
    public mutating func check(code: String, on domain: String) throws(ShortLinkFault) {
        try CustomCode.check(code)
        arena.reset()
        switch evaluator.ruleSet.reach(of: code, below: domain, in: &arena) {
        case .store: return
        case .siteFile:
            throw .invalid(
                "the site's file defines the code \(code) (`links:`), which takes precedence; choose another "
                    + "code, or remove it from the file",
                summary: "the site's file defines the code (`links:`), which takes precedence; remove it from the file")
        case .other:
            throw .invalid(
                "no click on https://\(domain)/\(code) would reach the link: the daemon, a web widget or another link "
                    + "domain serves that address; choose another code",
                summary: "no click would reach the link: the daemon, a web widget or another link domain serves its "
                    + "address")
        }
    }

    /// Returns the Firebase Dynamic Links API's warnings about a long link, and removes the parameters that the API
    /// drops. An address that is not a Dynamic Link is unchanged.
    public mutating func review(_ longLink: inout String, for site: SiteDefinition) -> [ShortLinkWarning] {
        arena.reset()
        let input = arena.append(longLink)
        guard var parts = try? LongLinkParts(input, in: &arena),
            (parts.parameters.nonEmpty(.link) ?? parts.parameters.nonEmpty(.deepLinkID)) != nil
        else { return [] }
        if apps?.site != site.name { apps = (site.name, RegisteredApps(site)) }
        var (warnings, removes) = parts.removeUnusableValues(
            apps: apps?.registered ?? RegisteredApps(), in: &arena, &text)
        let hasFragment = arena[input].firstIndex(of: UInt8(ascii: "#")) != nil
        if hasFragment {
            warnings = ShortLinkWarning.allCases.filter { $0 == .linkWithFragments || warnings.contains($0) }
        }
        if hasFragment || removes {
            parts.write(&arena, to: &text)
            longLink = String(decoding: text.bytes, as: UTF8.self)
        }
        return warnings
    }

    /// Throws if a short link of the domain could not lead to the long link.
    public mutating func check(_ longLink: String, on domain: String) throws(ShortLinkFault) {
        arena.reset()
        request.reset()
        request.time = 0
        do throws(LinkFault) { request.link = try Self.click(longLink, on: domain, &arena, &text) } catch {
            throw ShortLinkFault(error)
        }
        let decision = evaluator.decide(request, in: &arena).decision
        guard case .fault(let fault) = decision.error, fault.code != .noRuleMatched else { return }
        let refusal = Self.fault(fault, of: longLink)
        throw site(of: domain).map { refusal.advised(by: fault, of: longLink, site: $0) } ?? refusal
    }

    /// Throws unless later clicks on a link of the domain could be sent to the patch's targets. These must be https
    /// addresses that the site allows, and not short links, which could form a loop.
    public mutating func check(targetsOf patch: LinkPatch, on domain: String) throws(ShortLinkFault) {
        for field in LinkField.changeable where field.isAddress {
            guard let text = patch[field]?.text else { continue }
            let site = try requireSite(of: domain)
            arena.reset()
            do throws(LinkFault) {
                try evaluator.checkLaterTarget(arena.append(text), of: site.name, in: &arena)
            } catch { throw ShortLinkFault(error, ofTarget: text, field.title, site: site) }
        }
    }

    /// The fault of a long link. If the site does not allow an address, the fault names the address's host.
    private static func fault(_ fault: LinkFault, of longLink: String) -> ShortLinkFault {
        var result = ShortLinkFault(fault)
        guard fault.code == .urlPatternMismatch else { return result }
        let long = try? LongLink(parsing: longLink)
        let address = fault.parameter.flatMap { long?[$0] } ?? long?.nonEmpty(.link) ?? long?.nonEmpty(.deepLinkID)
        guard let subject = (address ?? longLink).webOrigin else { return result }
        result.subject = subject
        result.summary = result.message.trimmedSuffix(".") + ": \(subject)"
        return result
    }

    /// A link on the domain with the same target as the long link. An address that is not a Dynamic Link becomes the
    /// payload.
    private static func click(
        _ longLink: String, on domain: String, _ arena: inout ByteArena, _ text: inout LongLinkText
    ) throws(LinkFault) -> TextRange {
        arena.append("https://")
        arena.append(domain)
        arena.append("/?link=")
        let own = arena.piece(from: 0)
        let input = arena.append(longLink)
        if input.count >= own.count, arena[input[0..<Int(own.count)]].equals(arena[own]) { return input }
        let parts = try LongLinkParts(input, in: &arena)
        if parts.parameters[.link] == nil, parts.parameters[.deepLinkID] == nil {
            text.begin(domain: domain.utf8.span)
            text.append(.link, arena[input])
        } else {
            parts.write(domain: domain.utf8.span, arena, to: &text)
        }
        return arena.append(text.bytes.span)
    }
}

extension String {
    /// The text without a suffix.
    fileprivate func trimmedSuffix(_ suffix: String) -> Substring {
        hasSuffix(suffix) ? dropLast(suffix.count) : self[...]
    }

    /// The scheme and host of an address; `nil` if it is not a web address.
    fileprivate var webOrigin: String? {
        var arena = ByteArena(capacity: 2 * utf8.count + 64)
        guard let address = try? WebAddress.parse(arena.append(self), in: &arena) else { return nil }
        return "\(address.scheme == .https ? "https" : "http")://\(arena.string(address.host))"
    }
}

extension RegisteredApps {
    /// The apps of a site.
    public init(_ site: SiteDefinition) {
        self.init()
        for app in site.apps {
            switch app.store {
            case .android: androidPackages.insert(app.id)
            case .ios: appleBundles[app.id] = .some(app.appStoreID)
            // No link names such an app.
            case .harmony: break
            }
        }
    }
}
