import Configuration
import Devices
import Expressions
import Routing
import Rules

/// Words in conditions that are never the value of the fact they are compared with.
extension RuleLint {
    mutating func findImpossibleValues() {
        for rule in rules {
            guard let formula = rule.formula else { continue }
            let own = sites(of: rule).map { sites[$0].definition }
            let values = FactValues(
                sites: own, isOfAllSites: rule.site == nil,
                appNames: DeviceCorrection.appNames(
                    in: loaded.corrections.map(\.correction) + own.flatMap(\.devices.corrections)))
            var reported: Set<FactValues.Fault> = []
            for fault in formula.tests.flatMap(values.faults) where reported.insert(fault).inserted {
                report(fault, rule)
            }
            findAppsOfOtherPlatform(rule, formula, own)
        }
    }

    private mutating func report(_ fault: FactValues.Fault, _ rule: LintRule) {
        let location = location(of: fault.word, in: rule)
        // A file's shared condition is reported once, not for each of its rules.
        let isTold = findings.contains {
            $0.code == .impossibleValue && $0.location == location && $0.message == fault.message
        }
        guard !isTold || location == nil else { return }
        report(.impossibleValue, at: location, path: rule.id, fault.message, hint: fault.hint)
    }

    /// Reports apps that the condition requires on a platform that they are not for.
    private mutating func findAppsOfOtherPlatform(
        _ rule: LintRule, _ formula: ConditionFormula, _ own: [SiteDefinition]
    ) {
        guard rule.cubes != nil else { return }
        let relations = scope(of: rule).relations
        var words: Set<String> = []
        for case .isOneOf(FactName.appID.rawValue, let ids) in formula.tests { words.formUnion(ids) }
        for id in words.sorted() {
            let stores = Set(own.flatMap(\.apps).filter { $0.id == id }.map(\.store))
            guard stores.count == 1, let store = stores.first else { continue }
            let asked = space.product([clicks(of: rule), space.one(.appID, [id])])
            let fitting = space.product([asked, space.one(.devicePlatform, store.platforms)])
            let question = "whether its condition tests for `\(id)` on another platform than the app's"
            guard !isNever(asked, outside: relations),
                isNever(fitting, outside: relations, .rule(rule.id), question)
            else { continue }
            report(
                FactValues.Fault(
                    word: id,
                    message:
                        "`\(id)` is \(store.kindOfApp), but the condition tests for another platform",
                    hint: "name the app of the condition's platform"), rule)
        }
    }

    /// The place of a quoted word in a rule, or in the condition of its file; otherwise the rule's own place.
    private func location(of word: String, in rule: LintRule) -> SourceLocation? {
        guard let start = loaded.locations[rule.id], let source = loaded.sources[start.file] else { return nil }
        let next = loaded.locations.values.filter { $0.file == start.file && $0.line > start.line }.map(\.line).min()
        let own = start.line..<(next ?? source.lineCount + 1)
        let lines = Array(own) + Array(1..<start.line)
        // Exact matches first, then prefixes: one app's ID is often the prefix of another's.
        for quoted in [["\"\(word)\"", "'\(word)'"], ["\"\(word)", "'\(word)"]] {
            for number in lines {
                guard let line = source.line(number),
                    let place = quoted.compactMap({ line.firstRange(of: $0)?.lowerBound }).min()
                else { continue }
                let column = line[..<place].unicodeScalars.count + 1
                return SourceLocation(file: start.file, line: number, column: column)
            }
        }
        return start
    }
}
