public import Routing

/// The parts of a client's location that rules read. Others are not looked up.
public struct LocationReads: Sendable, Equatable {
    let country: Bool
    let region: Bool
    let city: Bool
    let network: Bool

    /// All parts, for display.
    public static let all = LocationReads(country: true, region: true, city: true, network: true)

    /// The parts that the rules of a rule set read. For load time.
    public init(_ ruleSet: RuleSet) {
        self.init(
            country: ruleSet.consults(.requestCountry), region: ruleSet.consults(.requestRegion),
            city: ruleSet.consults(.requestCity), network: ruleSet.consults(.requestASN))
    }

    /// The parts among the given facts.
    public init(_ facts: [FactName]) {
        self.init(
            country: facts.contains(.requestCountry), region: facts.contains(.requestRegion),
            city: facts.contains(.requestCity), network: facts.contains(.requestASN))
    }

    private init(country: Bool, region: Bool, city: Bool, network: Bool) {
        (self.country, self.region, self.city, self.network) = (country, region, city, network)
    }

    /// The parts that either of two rule sets reads.
    public func union(_ other: LocationReads) -> LocationReads {
        LocationReads(
            country: country || other.country, region: region || other.region, city: city || other.city,
            network: network || other.network)
    }

    /// Whether no part is read.
    public var isEmpty: Bool { self == LocationReads(country: false, region: false, city: false, network: false) }

    var place: Bool { country || region || city }
}
