/// What a person states of a site, by options or by answers: it wins over what files say.
public struct SiteStatements: Sendable {
    /// The values, checked, in the order in which they were stated.
    public private(set) var values: [Datum: [String]] = [:]
    /// Questions that were answered with nothing.
    public private(set) var declined: Set<Datum> = []
    /// Apps whose fingerprint was asked for and not given.
    private(set) var declinedApps: Set<String> = []

    /// Nothing stated.
    public init() {}

    /// The first value.
    public subscript(datum: Datum) -> String? { values[datum]?.first }

    /// Adds a value; a value that is there already is not added again.
    public mutating func add(_ text: String, for datum: Datum) throws(SetupFault) {
        let value = try datum.checked(text)
        if values[datum]?.contains(value) != true { values[datum, default: []].append(value) }
    }

    /// Adds the answer to a question: several apps with commas or blanks between them, and a fingerprint with the app
    /// that it was asked for.
    public mutating func add(_ text: String, to question: SetupQuestion) throws(SetupFault) {
        switch question.datum {
        case .package, .bundle:
            let ids = text.split { $0 == "," || $0.isWhitespace }.map(String.init)
            for id in ids.isEmpty ? [text] : ids { try add(id, for: question.datum) }
        case .fingerprint:
            let value = try question.datum.checked(text)
            let prefix = value.contains("=") ? "" : question.app.map { $0 + "=" } ?? ""
            try add(prefix + value, for: question.datum)
        default: try add(text, for: question.datum)
        }
    }

    /// Records that a question has no answer.
    public mutating func decline(_ question: SetupQuestion) {
        if let app = question.app { declinedApps.insert(app) } else { declined.insert(question.datum) }
    }

    /// The stated fingerprints, each with the package that it names, if it names one.
    var statedFingerprints: [(package: String?, fingerprint: String)] {
        (values[.fingerprint] ?? []).map { value in
            guard let sign = value.firstIndex(of: "=") else { return (nil, value) }
            return (String(value[..<sign]), String(value[value.index(after: sign)...]))
        }
    }
}
