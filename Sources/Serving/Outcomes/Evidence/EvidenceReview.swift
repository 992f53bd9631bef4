public import ByteText
public import Clicks
public import Phones
public import Routing

/// Compares the model's predictions of today with evidence from real phones.
public struct EvidenceReview: Sendable {
    /// A prediction that evidence contradicts.
    public struct Contradiction: Sendable {
        /// The evidence.
        public var evidence: PhoneEvidence
        /// Its tap.
        public var tap: TapEvidence
        /// The endings that are predicted today.
        public var predicted: [ObservedEnding]
        /// The facts that the prediction follows from and that may be wrong.
        public var facts: [Fact]
    }

    /// The predictions that are wrong.
    public private(set) var contradictions: [Contradiction] = []
    /// The number of taps that were compared.
    public private(set) var compared = 0
    /// The number of taps that are unrelated to the link.
    public private(set) var unrelated = 0

    /// Reviews evidence.
    ///
    /// Evidence of another link counts if the prediction for it followed from the same facts of the model.
    ///
    /// - Parameters:
    ///   - link: The link whose predictions are reviewed; `nil` for the link of each line. If the rules refuse the link of a line,
    ///     for example because a secret in it is masked, the line's own comparison counts.
    ///   - evaluator: Reads the properties of links.
    ///   - front: Responds to phones.
    public init(
        _ evidence: [PhoneEvidence], link: String?, _ evaluator: Evaluator, _ front: FrontInMemory
    ) {
        for line in evidence {
            let trial = try? PhoneTrial(of: link ?? line.link, evaluator, front, on: line.system)
            for tap in line.taps { review(tap, of: line, link, trial) }
        }
    }

    private mutating func review(
        _ tap: TapEvidence, of line: PhoneEvidence, _ link: String?, _ trial: PhoneTrial?
    ) {
        guard let trial else {
            guard link == nil else { return unrelated += 1 }
            return note(tap, of: line, fits: tap.fits, tap.predicted, tap.facts.compactMap { Fact(named: $0) })
        }
        let journeys = trial.journeys(of: tap.tap, in: line.browser, line.condition)
        var facts: [Fact] = []
        for fact in journeys.flatMap(\.facts) where !facts.contains(fact) { facts.append(fact) }
        if let link, link != line.link, Set(facts.map(\.name)) != Set(tap.facts) {
            return unrelated += 1
        }
        let predicted = TapEvidence(tap.tap, journeys, observed: tap.observed, seen: [], isConfirmedByApp: false)
        note(tap, of: line, fits: tap.fits(journeys), predicted.predicted, facts)
    }

    private mutating func note(
        _ tap: TapEvidence, of line: PhoneEvidence, fits: Bool, _ predicted: [ObservedEnding], _ facts: [Fact]
    ) {
        compared += 1
        guard !fits else { return }
        let doubtful = line.doubtfulFacts.filter { facts.contains($0) }
        contradictions.append(
            Contradiction(
                evidence: line, tap: tap, predicted: predicted, facts: doubtful.isEmpty ? facts : doubtful))
    }
}

extension EvidenceReview {
    /// The JSON form.
    public var json: JSONValue {
        [
            "compared": .number(JSONNumber(compared)), "unrelated": .number(JSONNumber(unrelated)),
            "contradictions": .array(
                contradictions.map { one in
                    [
                        "time": .string(Timestamp.text(one.evidence.time)),
                        "phone": .string("\(one.evidence.systemName), \(one.evidence.browserName)"),
                        "app": .string(one.evidence.condition.rawValue), "link": .string(one.evidence.link),
                        "tap": .string(one.tap.tap.rawValue),
                        "predicted": .array(one.predicted.map { .string($0.rawValue) }),
                        "observed": .string(one.tap.observed.rawValue),
                        "facts": .array(
                            one.facts.map { ["name": .string($0.name), "sentence": .string($0.sentence)] }),
                    ]
                }),
        ]
    }
}
