/// What a person states of a site, by options or by answers: it wins over what files say.
public struct SiteStatements: Sendable {
    /// The values, checked, in the order in which they were stated.
    public private(set) var values: [Datum: [String]] = [:]
    /// Questions that were answered with nothing.
    public private(set) var declined: Set<Datum> = []

    /// Nothing stated.
    public init() {}

    /// The first value.
    public subscript(datum: Datum) -> String? { values[datum]?.first }

    /// Adds a value; a value that is there already is not added again.
    public mutating func add(_ text: String, for datum: Datum) throws(SetupFault) {
        let value = try datum.checked(text)
        if values[datum]?.contains(value) != true { values[datum, default: []].append(value) }
    }

    /// Records that a question has no answer.
    public mutating func decline(_ datum: Datum) { declined.insert(datum) }
}
