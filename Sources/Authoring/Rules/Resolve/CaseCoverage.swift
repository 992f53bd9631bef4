import ByteText
public import Routing

/// How much of the rules the cases reach: which rules ever match, and which tests of their conditions come out both
/// ways.
public struct CaseCoverage {
    /// The coverage of one rule.
    public struct Rule: Sendable {
        /// The rule's ID.
        public var id: String
        /// In how many cases it decided, or set something for the deciding rule.
        public var matches = 0
        /// Each test of its condition that ran, in the order of first appearance.
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

        /// Whether it came out both ways.
        public var isCovered: Bool { wasTrue && wasFalse }
    }

    /// All rules, in their order.
    public private(set) var rules: [Rule]
    private let resolver: RequestResolver
    private let places: [String: Int]

    /// Coverage without any case yet. Throws if a pattern of the rules can't be compiled.
    ///
    /// - Parameter shortLinks: Where links are looked up that the rules do not state.
    public init(_ ruleSet: RuleSet, shortLinks: (any ShortLinks)? = nil) throws {
        rules = ruleSet.rules.map { Rule(id: $0.id) }
        places = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($1.id, $0) })
        resolver = try RequestResolver(ruleSet, shortLinks: shortLinks)
    }

    /// Adds a case. One whose request can't be read reaches nothing.
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
