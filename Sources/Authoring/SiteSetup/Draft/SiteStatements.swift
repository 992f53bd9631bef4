/// Data about a site from options or answers, which takes precedence over files.
public struct SiteStatements: Sendable {
    /// The validated values, in the order in which they were added.
    public private(set) var values: [Datum: [String]] = [:]
    /// Questions that were answered with an empty line.
    public private(set) var declined: Set<Datum> = []
    /// Apps whose fingerprint was declined.
    private(set) var declinedApps: Set<String> = []

    /// No data.
    public init() {}

    /// The first value.
    public subscript(datum: Datum) -> String? { values[datum]?.first }

    /// Adds a value, unless it has already been added.
    public mutating func add(_ text: String, for datum: Datum) throws(SetupFault) {
        let value = try datum.checked(text)
        if values[datum]?.contains(value) != true { values[datum, default: []].append(value) }
    }

    /// Adds the answer to a question: several apps separated by commas or blanks, and a fingerprint with the app in question.
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

    /// Records that a question was declined.
    public mutating func decline(_ question: SetupQuestion) {
        if let app = question.app { declinedApps.insert(app) } else { declined.insert(question.datum) }
    }

    /// The given fingerprints, each with its package if it names one.
    var statedFingerprints: [(package: String?, fingerprint: String)] {
        (values[.fingerprint] ?? []).map { value in
            guard let sign = value.firstIndex(of: "=") else { return (nil, value) }
            return (String(value[..<sign]), String(value[value.index(after: sign)...]))
        }
    }
}
