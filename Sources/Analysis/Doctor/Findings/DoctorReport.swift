public import ByteText

/// All findings, by what they are about.
public struct DoctorReport: Sendable, Equatable {
    /// The findings about a host, or about this machine.
    public struct Group: Sendable, Equatable {
        /// The host, or `this machine`.
        public var name: String
        /// What it is for the sites: `links of example`.
        public var note: String
        /// In the order of the checks.
        public var findings: [Finding]

        /// Findings about one thing.
        public init(name: String, note: String, findings: [Finding]) {
            self.name = name
            self.note = note
            self.findings = findings
        }
    }

    /// This machine first, then the hosts in the order of the sites.
    public var groups: [Group]

    /// A report of some groups.
    public init(groups: [Group]) { self.groups = groups }

    /// How many findings are of a level.
    public func count(_ level: Finding.Level) -> Int {
        groups.reduce(0) { $0 + $1.findings.count { $0.level == level } }
    }

    /// The last line: `21 ok, 2 warnings, 1 error, 3 skipped`.
    public var counts: String {
        "\(count(.ok)) ok, \(counted(count(.warning), "warning")), \(counted(count(.error), "error")), "
            + "\(count(.skipped)) skipped"
    }

    /// The report as JSON: groups with their findings, and how many there are of each level.
    public var json: JSONValue {
        var counts = JSONObject()
        for level in Finding.Level.allCases { counts.append(level.rawValue, .number(JSONNumber(count(level)))) }
        return ["groups": .array(groups.map(\.json)), "counts": .object(counts)]
    }
}

extension DoctorReport.Group {
    fileprivate var json: JSONValue {
        ["name": .string(name), "note": .string(note), "findings": .array(findings.map(\.json))]
    }
}

extension Finding {
    fileprivate var json: JSONValue {
        [
            "level": .string(level.rawValue), "check": .string(check), "message": .string(message),
            "remedy": remedy.map { .string($0) } ?? .null,
        ]
    }
}
