import Configuration
import Routing

/// Rules that open or install a nonexistent app.
extension RuleLint {
    mutating func findMissingApps() {
        for rule in rules where rule.cubes != nil {
            switch rule.definition.action.outcome {
            case .appOpen(let app, _, _, let fallback)?:
                checkApp(app, rule, "opens")
                // A fallback without its own app installs the app that the rule opens.
                if case .storeInstall(let app?, _, _)? = fallback { checkApp(app, rule, "installs") }
            case .storeInstall(let app, _, _)?: checkApp(app, rule, "installs")
            default: break
            }
        }
    }

    /// A redirect to a custom scheme is a dead end if the app is not installed. Links with `efr=1` request exactly that.
    mutating func findAppsWithoutPage() {
        let apple = ["ios", "ipados"]
        for rule in rules where rule.cubes != nil && rule.definition.action.page == nil {
            guard case .appOpen? = rule.definition.action.outcome else { continue }
            guard let site = sites(of: rule).first else { continue }
            let clicks = space.product([clicks(of: rule), space.one(.devicePlatform, apple)])
            let before = rules(of: site).prefix { rules[$0].id != rule.id }.filter { index in
                rules[index].decides || rules[index].definition.action.page != nil
            }
            let paged = before.flatMap { rules[$0].cubes ?? [] } + space.one(.linkEFR, ["1"])
            let witnesses = search.witnesses(in: clicks, outside: scope(of: rule).relations + paged, atMost: 8)
            guard !witnesses.isEmpty else { continue }
            let runner = runner
            let example = example(in: witnesses, of: site) { draft in
                guard let outcome = runner.decide(draft) else { return false }
                return outcome.rule == rule.id && outcome.kind == .appOpen && outcome.page == nil
                    && apple.contains(draft.platform ?? "")
                    && !draft.parameters.contains(RequestDraft.Parameter(name: "efr", value: "1"))
            }
            guard let example else { continue }
            report(
                .appWithoutPage, rule, "`\(rule.name)` leads iPhones and iPads straight into the app's scheme",
                hint: "if no app opens, nothing happens; add `page: interstitial`", example: example)
        }
    }

    private mutating func checkApp(_ app: String?, _ rule: LintRule, _ does: String) {
        let clicks = clicks(of: rule)
        let relations = scope(of: rule).relations
        let question = "whether its clicks have an app"
        guard !isNever(clicks, outside: relations) else { return }
        guard let app else {
            let opened = space.product([clicks, space.holds(.appRegistered, true)])
            guard isNever(opened, outside: relations, .rule(rule.id), question) else { return }
            return reportMissing(
                rule, "`\(rule.name)` \(does) the app, but none of its clicks has one",
                "add `app.registered` to the condition, or choose another decision")
        }
        let stores = Set(sites(of: rule).flatMap { sites[$0].definition.apps }.filter { $0.id == app }.map(\.store))
        if stores.isEmpty {
            return reportMissing(
                rule, "`\(rule.name)` \(does) `\(app)`, which no site registers", "list it under the site's `apps`")
        }
        let platforms = AppDefinition.Store.allCases.filter(stores.contains).flatMap(\.platforms)
        let opened = space.product([clicks, space.one(.devicePlatform, platforms)])
        guard isNever(opened, outside: relations, .rule(rule.id), question) else { return }
        let kind = stores.first?.kindOfApp ?? ""
        reportMissing(
            rule, "`\(rule.name)` \(does) `\(app)`, \(kind), but matches no click from that platform",
            "name the app of the condition's platform, or leave `app` out")
    }

    private mutating func reportMissing(_ rule: LintRule, _ message: String, _ hint: String) {
        let witnesses = reachable(rule)
        let example = example(of: rule, in: witnesses) { outcome in
            outcome.rule == rule.id && outcome.warnings.contains(.noAppForPlatform)
        }
        report(.missingApp, rule, message + Self.grounds(example), hint: hint, example: example)
    }
}
