import Configuration
import Routing

/// Rules that open or install an app where there is none.
extension RuleLint {
    mutating func findMissingApps() {
        for rule in rules where rule.cubes != nil {
            switch rule.definition.action.outcome {
            case .appOpen(let app, _, _)?: checkApp(app, rule, "opens")
            case .storeInstall(let app, _, _)?: checkApp(app, rule, "installs")
            default: break
            }
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
        let platforms =
            (stores.contains(.android) ? ["android"] : []) + (stores.contains(.ios) ? ["ios", "ipados"] : [])
        let opened = space.product([clicks, space.one(.devicePlatform, platforms)])
        guard isNever(opened, outside: relations, .rule(rule.id), question) else { return }
        let kind = stores == [.android] ? "an Android app" : "an app for iPhone and iPad"
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
