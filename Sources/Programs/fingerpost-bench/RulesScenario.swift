import ByteText
import Expressions
import Links
import Routing

/// The cost of trying rules, from ten to a hundred thousand, in one site and spread over many.
///
/// Conditions are of typical kinds: an equal payload, a prefix of it, a set, each combined with tests of platform and
/// version that no index covers.
enum RulesScenario {
    private enum Place: String, CaseIterable { case first, middle, last, none }

    static func run(_ measurer: Measurer, _ report: (any ReportLine) -> Void) throws {
        for (rules, sites) in [(10, 1), (1_000, 1), (10_000, 1), (100_000, 1), (100_000, 100), (100_000, 10_000)] {
            let places = Place.allCases.filter { measurer.wants(Measurement.label(name($0), size(rules, sites))) }
            guard !places.isEmpty else { continue }
            let evaluator = try Evaluator(ruleSet(rules: rules, sites: sites))
            for place in places {
                if let measurement = measure(measurer, evaluator, rules, sites, place) { report(measurement) }
            }
        }
    }

    private static func name(_ place: Place) -> String { "rules \(place.rawValue)" }

    private static func size(_ rules: Int, _ sites: Int) -> [(String, Int)] { [("rules", rules), ("sites", sites)] }

    private static func measure(
        _ measurer: Measurer, _ evaluator: Evaluator, _ rules: Int, _ sites: Int, _ place: Place
    ) -> Measurement? {
        let perSite = rules / sites
        let number =
            switch place {
            case .first: 0
            case .middle: perSite / 2
            case .last: perSite - 1
            case .none: perSite
            }
        var arena = ByteArena()
        var request = ClickRequest()
        request.link = arena.append(
            "https://s\(sites - 1).page.link/?link=https%3A%2F%2Fwww.example.com\(path(of: number))")
        request.userAgent = arena.append("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36")
        let mark = arena.count
        return measurer.measure(name(place), count: 20_000, size(rules, sites)) { count in
            arena.truncate(to: mark)
            let decided = evaluator.tryRules(request, times: count, in: &arena)
            precondition((decided == nil) == (place == .none), "the wrong rule decides")
        }
    }

    private static func path(of number: Int) -> String {
        number % 3 == 1 ? "/p/\(number)/x" : "/item/\(number)"
    }

    private static func ruleSet(rules: Int, sites: Int) -> RuleSet {
        var patterns = PatternList()
        let definitions = (0..<sites).map { index in
            var site = SiteDefinition(name: "s\(index)")
            site.hosts = ["s\(index).page.link"]
            site.urlPolicy = .any
            site.rules = (0..<rules / sites).map { rule($0, site: index, &patterns) }
            return site
        }
        return RuleSet(sites: definitions, rules: [], patterns: patterns, hash: "bench")
    }

    private static func rule(_ number: Int, site: Int, _ patterns: inout PatternList) -> RuleDefinition {
        let url = "https://www.example.com\(path(of: number))"
        let test =
            switch number % 3 {
            case 0: "link.payload == \"\(url)\""
            case 1: "link.payload.startsWith(\"https://www.example.com/p/\(number)/\")"
            default: "link.payload in [\"\(url)\", \"\(url)?again\"]"
            }
        let source = "request.stage == \"click\" && \(test) && device.platform != \"android\""
        let compilation = Condition.compile(source, schema: FactName.schema, patterns: &patterns)
        return RuleDefinition(
            id: "s\(site)/r\(number)", because: "It is measured.", condition: source, program: compilation.condition,
            action: ActionDefinition(outcome: .continueRedirect(to: nil)))
    }
}
