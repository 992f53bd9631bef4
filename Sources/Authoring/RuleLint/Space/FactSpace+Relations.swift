import Expressions
import Links
import Routing

/// Constraints between facts, independent of the rules. Each relation is a cube that contains no click.
extension FactSpace {
    /// Constraints guaranteed by the reading of clicks; see ``Routing/Evaluator``.
    func factRelations() -> [Cube] {
        let mobile = AppDefinition.Store.allCases.flatMap(\.platforms)
        let wrapped = ["dynamic_link", "short_link", "hosting_link"]
        var cubes: [Cube] = []
        func never(_ conditions: [Cube]...) {
            var product: [Cube] = [.everything]
            for alternatives in conditions {
                product = product.flatMap { one in alternatives.compactMap { one.intersection($0) } }
            }
            cubes += product
        }
        never(holds(.deviceBot, false), not(.deviceBotKind, ["none"]))
        never(holds(.deviceBot, true), one(.deviceBotKind, ["none"]))
        never(one(.linkForm, ["dynamic_link", "short_link"]), one(.linkGeneration, ["hosting"]))
        never(one(.linkForm, ["hosting_link"]), one(.linkGeneration, ["fdl"]))
        never(holds(.linkPayloadIsAction, false), not(.linkMode, ["none"]))
        never(holds(.linkPayloadIsAction, true), one(.linkMode, ["none"]))
        // An address that is not a link is only requested as a continue URL; an action link that has been continued is
        // its continue URL.
        never(one(.linkForm, ["other"]), holds(.linkPayloadIsAction, true))
        never(one(.linkForm, ["other"]), one(.requestStage, ["click"]))
        never(one(.linkForm, ["action_link"]), one(.requestStage, ["continue"]))
        never(one(.requestStage, ["continue"]), has(.linkContinueURL, false))
        never(not(.linkForm, ["short_link"]), has(.linkCode, true))
        never(one(.linkForm, ["short_link"]), has(.linkCode, false))
        for parameter in Self.parameters { never(not(.linkForm, wrapped), has(parameter, true)) }
        never(not(.devicePlatform, mobile), holds(.appRegistered, true))
        never(not(.devicePlatform, mobile), not(.appState, ["unknown"]))
        never(not(.devicePlatform, mobile), has(.appID, true))
        never(holds(.appRegistered, true), has(.appID, false))
        never(holds(.appRegistered, false), has(.linkISI, true))
        never(not(.devicePlatform, ["ios", "ipados"]), has(.linkISI, true))
        never(not(.devicePlatform, ["macos"]), holds(.deviceMayBeIPad, true))
        never(holds(.deviceMayBeIPad, false), holds(.appIPadRegistered, true))
        return cubes
    }

    /// Parameters that only a wrapped link has.
    private static let parameters: [FactName] = [
        .linkAPN, .linkAL, .linkAFL, .linkIBI, .linkIPBI, .linkIFL, .linkIPFL, .linkIMV, .linkOFL, .linkEFR, .linkD,
        .linkST, .linkSD, .linkSI, .linkUTMSource, .linkUTMMedium, .linkUTMCampaign,
    ]

    /// The possible clicks of a site.
    func cube(of site: SiteDefinition) -> [Cube] {
        var parts: [[Cube]] = [
            text(.siteName, site.name),
            holds(.siteDebugPages, site.options.debugPages),
            holds(.siteEnforceStoreSemantics, site.options.enforceStoreSemantics),
            holds(.sitePassThrough, site.options.passThrough),
            holds(.siteIPadCheck, site.options.iPadCheck),
            holds(.siteCustomSchemeCodes, site.options.customSchemeCodes),
            holds(.siteAndroidFallbackPage, site.options.androidFallbackPage),
            site.pageHost.map { text(.sitePageHost, $0) } ?? has(.sitePageHost, false),
        ]
        var forms: [ClickedLinkForm] = []
        if !site.hosts.isEmpty { forms += [.dynamicLink, .shortLink] }
        if !site.hosting.isEmpty { forms.append(.hostingLink) }
        if site.handler != nil { forms.append(.actionLink) }
        if !site.authorizedDomains.isEmpty { forms.append(.other) }
        parts.append(one(.linkForm, forms.map(\.name.description)))
        return product(parts)
    }

    /// The impossible clicks of a site: those with an app that the site does not have.
    func relations(of site: SiteDefinition) -> [Cube] {
        let missing = AppDefinition.Store.allCases.filter { store in !site.apps.contains { $0.store == store } }
        return missing.flatMap { product([one(.devicePlatform, $0.platforms), holds(.appRegistered, true)]) }
            + (missing.contains(.ios) ? holds(.appIPadRegistered, true) : [])
    }

    // MARK: - Building blocks of relations

    func product(_ parts: [[Cube]]) -> [Cube] {
        parts.reduce([.everything]) { product, cubes in
            product.flatMap { one in cubes.compactMap { one.intersection($0) } }
        }
    }

    func holds(_ fact: FactName, _ value: Bool) -> [Cube] {
        cube(.value(fact.rawValue)) { $0 == .bool(value) }
    }

    func one(_ fact: FactName, _ words: [String]) -> [Cube] {
        cube(.value(fact.rawValue)) { cell in
            if case .text(let word) = cell { words.contains(word) } else { false }
        }
    }

    /// The clicks whose fact has this text, whether or not a condition names it.
    private func text(_ fact: FactName, _ text: String) -> [Cube] {
        let wanted = cell(of: text, fact.rawValue)
        return cube(.value(fact.rawValue)) { $0 == wanted }
    }

    func not(_ fact: FactName, _ words: [String]) -> [Cube] {
        cube(.value(fact.rawValue)) { cell in
            if case .text(let word) = cell { !words.contains(word) } else { false }
        }
    }

    func has(_ fact: FactName, _ wanted: Bool) -> [Cube] {
        cube(.value(fact.rawValue)) { $0 == .unknown ? false : ($0 != .absent) == wanted }
    }

    /// Constraints between searches in one text: a text that ends with `/shop/a` ends with `/a`.
    func searchRelations(_ searches: Set<FactTest>) -> [Cube] {
        var cubes: [Cube] = []
        for one in searches {
            for other in searches where one != other && one.facts == other.facts {
                guard let relation = one.relation(to: other) else { continue }
                let wanted = relation == .excludes
                cubes += product([
                    cube(.answer(one)) { $0 == .yes }, cube(.answer(other)) { $0 == (wanted ? .yes : .no) },
                ])
            }
        }
        return cubes
    }
}

extension FactTest {
    fileprivate enum SearchRelation { case implies, excludes }

    /// The text searched for at the end of a text or anywhere in it. Prefixes are cells (``FactVariable/Cell``).
    var searched: String? {
        switch self {
        case .endsWith(_, let piece), .contains(_, let piece): piece
        default: nil
        }
    }

    /// The constraint that a successful search puts on another search of the same fact.
    fileprivate func relation(to other: FactTest) -> SearchRelation? {
        switch (self, other) {
        case (.endsWith(_, let mine), .endsWith(_, let its)):
            mine.utf8.ends(with: its) ? .implies : its.utf8.ends(with: mine) ? nil : .excludes
        case (_, .contains(_, let its)): (searched ?? "").utf8.contains(its.utf8) ? .implies : nil
        default: nil
        }
    }
}

extension String.UTF8View {
    fileprivate func ends(with piece: String) -> Bool { reversed().starts(with: piece.utf8.reversed()) }
}
