package import ByteText
import Devices
import Expressions
import Links
import WebAddress

/// Redirects that depend on nothing but the link, so that a table in front of the daemon can contain them.
extension Evaluator {
    /// The redirect of a short link, if every click on it gets the same.
    ///
    /// Decides one click, and then searches the rules again for each platform with all facts unknown that do not follow
    /// from the link and the platform. Each rule that is not certainly false may decide some click, up to the first that
    /// is certainly true, and all of them must lead to the same address. Conditions have three values, so this covers
    /// clicks with any values of the unknown facts.
    ///
    /// For load time: costs about twenty decisions.
    ///
    /// - Parameters:
    ///   - request: The link, without query, and the time. The other parts of the request must be unknown.
    ///   - varying: Facts of the link that may also differ between clicks, such as those of a query.
    package func fixedRedirect(
        of request: borrowing ClickRequest, varying: [FactName] = [], in arena: inout ByteArena
    ) throws(RedirectVariation) -> FixedRedirect {
        let outcome = decide(request, device: Device(platform: .windows), in: &arena)
        let redirect = try FixedRedirect(outcome, of: request.link, in: arena)
        let names = ruleSet.consultedFacts + [.linkForm]
        for platform in Platform.allCases {
            for mayBeIPad in [false, true] {
                var device = Device(platform: platform)
                device.mayBeIPad = mayBeIPad
                do throws(LinkFault) { try readFacts(names, of: request, on: device, in: &arena) } catch {
                    throw .refused(error.code)
                }
                guard case .symbol(ClickedLinkForm.shortLink.rawValue) = fact(.linkForm) else {
                    throw .refused(.unknownLink)
                }
                for name in names where !name.isFixed || varying.contains(name) { facts[name.rawValue] = .unknown }
                try expectOnly(redirect, in: &arena)
            }
        }
        return redirect
    }

    /// Throws unless all rules that may decide lead to the redirect.
    private func expectOnly(_ redirect: FixedRedirect, in arena: inout ByteArena) throws(RedirectVariation) {
        var statuses = PossibleStatuses()
        let own = ruleSet.compiledSites[redirect.site].index
        if try isCertain(redirect, by: own, &statuses, in: &arena) { return }
        guard try isCertain(redirect, by: ruleSet.sharedIndex, &statuses, in: &arena) else { throw .noRule }
    }

    /// Whether a rule of an index certainly decides. Throws if one that may decide does not lead to the redirect.
    private func isCertain(
        _ redirect: FixedRedirect, by index: RuleIndex, _ statuses: inout PossibleStatuses, in arena: inout ByteArena
    ) throws(RedirectVariation) -> Bool {
        var candidates = RuleCandidates()
        index.gather(facts, arena, &candidates)
        while let rule = candidates.nextRule(of: index) {
            let compiled = ruleSet.compiledRules[rule]
            let condition = candidates.rest(of: rule, in: index) ?? compiled.condition
            let verdict = condition?.use { $0.evaluate(facts, arena, conditionPatterns) } ?? .yes
            // A condition that fails for unknown facts may hold for others.
            if verdict == .no { continue }
            let isCertain = verdict == .yes && !lacks(rule, facts)
            let action = compiled.action
            guard action.page == nil, action.cache != .noStore else { throw .rule(rule) }
            guard action.decides else {
                statuses.add(action.status, isCertain: isCertain)
                continue
            }
            guard statuses.areOnly(redirect.status, of: action), leads(rule, to: redirect, in: &arena) else {
                throw .rule(rule)
            }
            if isCertain { return true }
        }
        return false
    }

    /// Whether a rule leads to the address of a redirect.
    private func leads(_ rule: Int, to redirect: FixedRedirect, in arena: inout ByteArena) -> Bool {
        guard case .continueRedirect(let template) = ruleSet.compiledRules[rule].outcome else { return false }
        guard let template else {
            return redirect.payload.map { arena[$0].equals(arena[redirect.location]) } ?? false
        }
        for name in template.facts { if case .unknown = fact(name) { return false } }
        do throws(LinkFault) {
            let address = try address(of: template, site: redirect.site, in: &arena).text
            return arena[address].equals(arena[redirect.location])
        } catch { return false }
    }
}

extension FactName {
    /// Whether the fact is the same for all clicks on a link from one platform.
    fileprivate var isFixed: Bool {
        switch origin {
        case .link: true
        // Browsers state neither a stage nor settings, so these facts follow from the link. Apps are reported by profiles.
        case .statement: self != .appState && self != .appVersion
        case .device: self == .devicePlatform || self == .deviceMayBeIPad
        case .languages, .referer, .country, .region, .city, .network, .address, .time, .headers: false
        }
    }
}

/// The statuses that rules before the deciding one may set.
private struct PossibleStatuses {
    /// Set by a rule that certainly matches; later rules do not replace it.
    private var certain: Int?
    private var possible: Set<Int> = []

    mutating func add(_ status: Int?, isCertain: Bool) {
        guard certain == nil, let status else { return }
        if isCertain { certain = status } else { possible.insert(status) }
    }

    /// Whether a decision by a rule has this status in any case.
    func areOnly(_ status: UInt16, of action: BesideAction) -> Bool {
        let last = certain ?? action.status ?? 302
        return last == Int(status) && possible.allSatisfy { $0 == last }
    }
}
