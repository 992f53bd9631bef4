public import ByteText
public import Phones

/// The result of one tap on a real phone, with the prediction for it.
public struct TapEvidence: Sendable, Equatable {
    /// The way the link was opened.
    public var tap: TrialTap
    /// The predicted endings, without repetitions; more than one if the evidence for the model is contradictory.
    public var predicted: [ObservedEnding]
    /// The facts of the model that the prediction follows from, by name.
    public var facts: [String]
    /// The ending.
    public var observed: ObservedEnding
    /// The kinds of requests that the router received, in order.
    public var seen: [String]
    /// Whether the app itself requested the link's meaning, which confirms the ending without the tester.
    public var isConfirmedByApp: Bool
    /// Whether the prediction was right.
    public var fits: Bool

    /// - Parameters:
    ///   - journeys: The predicted journeys.
    ///   - seen: The kinds of requests that the router received, in order.
    public init(
        _ tap: TrialTap, _ journeys: [Journey], observed: ObservedEnding, seen: [String], isConfirmedByApp: Bool
    ) {
        (self.tap, self.observed, self.seen) = (tap, observed, seen)
        self.isConfirmedByApp = isConfirmedByApp
        predicted = []
        facts = []
        for journey in journeys {
            let ending = ObservedEnding(journey.ending)
            if !predicted.contains(ending) { predicted.append(ending) }
            for fact in journey.facts where !facts.contains(fact.name) { facts.append(fact.name) }
        }
        fits = Self.fits(journeys, observed, wasAsked: seen.contains { Self.clicks.contains($0) })
    }

    /// The kinds of requests that a browser sends.
    private static let clicks: Set<String> = ["click", "fallback", "button", "page"]

    /// Whether a prediction is right: the ending is predicted, and no request was sent if the system was to open the app
    /// without one. A missing request proves nothing, since browsers cache.
    public static func fits(_ journeys: [Journey], _ observed: ObservedEnding, wasAsked: Bool) -> Bool {
        journeys.contains { journey in
            ObservedEnding(journey.ending) == observed && !(wasAsked && journey.asked.isEmpty)
        }
    }

    /// Whether another prediction would be right.
    public func fits(_ journeys: [Journey]) -> Bool {
        Self.fits(journeys, observed, wasAsked: seen.contains { Self.clicks.contains($0) })
    }
}

extension TapEvidence {
    /// The JSON form.
    public var json: JSONValue {
        [
            "tap": .string(tap.rawValue), "predicted": .array(predicted.map { .string($0.rawValue) }),
            "observed": .string(observed.rawValue), "fits": .bool(fits),
            "confirmed_by": .string(isConfirmedByApp ? "app" : "person"),
            "seen": .array(seen.map { .string($0) }), "facts": .array(facts.map { .string($0) }),
        ]
    }

    /// Parses the JSON form; `nil` if a member is missing or has another meaning.
    init?(_ json: JSONValue) {
        guard let tap = json["tap"]?.string.flatMap(TrialTap.init), let fits = json["fits"]?.bool,
            let observed = json["observed"]?.string.flatMap(ObservedEnding.init)
        else { return nil }
        (self.tap, self.observed, self.fits) = (tap, observed, fits)
        isConfirmedByApp = json["confirmed_by"]?.string == "app"
        predicted = (json["predicted"]?.array ?? []).compactMap { $0.string.flatMap(ObservedEnding.init) }
        seen = (json["seen"]?.array ?? []).compactMap(\.string)
        facts = (json["facts"]?.array ?? []).compactMap(\.string)
    }
}

extension Journey {
    /// The facts of all steps, without repetitions.
    var facts: [Fact] {
        var facts: [Fact] = []
        for fact in steps.flatMap(\.facts) where !facts.contains(fact) { facts.append(fact) }
        return facts
    }
}

extension Fact {
    /// The name in evidence: that of the case.
    public var name: String { String(describing: self) }

    /// Finds a fact by its name.
    public init?(named name: String) {
        guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = found
    }
}
