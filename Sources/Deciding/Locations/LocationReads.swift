public import Routing

/// What of a client's location the rules ask for. What nobody asks for is not looked up.
public struct LocationReads: Sendable, Equatable {
    let country: Bool
    let region: Bool
    let city: Bool
    let network: Bool

    /// Everything: for those who want to see it.
    public static let all = LocationReads(country: true, region: true, city: true, network: true)

    /// What the rules of a rule set read; for load time.
    public init(_ ruleSet: RuleSet) {
        self.init(
            country: ruleSet.consults(.requestCountry), region: ruleSet.consults(.requestRegion),
            city: ruleSet.consults(.requestCity), network: ruleSet.consults(.requestASN))
    }

    private init(country: Bool, region: Bool, city: Bool, network: Bool) {
        (self.country, self.region, self.city, self.network) = (country, region, city, network)
    }

    /// What either of two rule sets reads.
    public func union(_ other: LocationReads) -> LocationReads {
        LocationReads(
            country: country || other.country, region: region || other.region, city: city || other.city,
            network: network || other.network)
    }

    /// Whether nothing is read.
    public var isEmpty: Bool { self == LocationReads(country: false, region: false, city: false, network: false) }

    var place: Bool { country || region || city }
}
