import ByteText
public import Routing

/// The coverage of rules by cases: the rules that ever match, and the tests of their conditions that have both results.
public struct CaseCoverage {
    /// The coverage of one rule.
    public struct Rule: Sendable {
        /// The rule's ID.
        public var id: String
        /// The number of cases in which the rule decided, or contributed settings to the decision.
        public var matches = 0
        /// Each evaluated test of its condition, in order of first evaluation.
        public var tests: [Test] = []
    }

    /// One test of a condition.
    public struct Test: Sendable {
        /// The test as written in the condition.
        public var source: String
        /// Whether it was true in a case.
        public var wasTrue = false
        /// Whether it was false in a case.
        public var wasFalse = false

        /// Whether both results occurred.
        public var isCovered: Bool { wasTrue && wasFalse }
    }

    /// All rules, in order.
    public private(set) var rules: [Rule]
    private let resolver: RequestResolver
    private let places: [String: Int]

    /// Coverage without any case yet. Throws if a pattern of the rules can't be compiled.
    ///
    /// - Parameter shortLinks: The source of links that are not in the rules.
    public init(_ ruleSet: RuleSet, shortLinks: (any ShortLinks)? = nil) throws {
        rules = ruleSet.rules.map { Rule(id: $0.id) }
        places = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($1.id, $0) })
        resolver = try RequestResolver(ruleSet, shortLinks: shortLinks)
    }

    /// Adds a case. A case whose request is unreadable reaches nothing.
    public mutating func add(_ ruleCase: RuleCase) {
        var output: [UInt8] = []
        guard (try? resolver.explain(ruleCase.request, now: nil, to: &output)) != nil,
            let explanation = try? JSONValue(parsing: output.span)
        else { return }
        for trace in explanation["rules"]?.array ?? [] {
            guard let id = trace["rule"]?.string, let place = places[id], let result = trace["result"]?.string else {
                continue
            }
            if result == "decides" || result == "sets" { rules[place].matches += 1 }
            for test in trace["tests"]?.array ?? [] { record(test, at: place) }
        }
    }

    private mutating func record(_ test: JSONValue, at place: Int) {
        guard let source = test["test"]?.string, let verdict = test["verdict"]?.string else { return }
        let index = rules[place].tests.firstIndex { $0.source == source } ?? rules[place].tests.count
        if index == rules[place].tests.count { rules[place].tests.append(Test(source: source)) }
        if verdict == "true" { rules[place].tests[index].wasTrue = true }
        if verdict == "false" { rules[place].tests[index].wasFalse = true }
    }
}
