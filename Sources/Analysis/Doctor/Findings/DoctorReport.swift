public import ByteText

/// All findings, grouped by host.
public struct DoctorReport: Sendable, Equatable {
    /// The findings for a host or for this machine.
    public struct Group: Sendable, Equatable {
        /// The host, or `this machine`.
        public var name: String
        /// The host's roles, for example `links of example`.
        public var note: String
        /// The findings, in the order of the checks.
        public var findings: [Finding]

        /// Creates a group.
        public init(name: String, note: String, findings: [Finding]) {
            self.name = name
            self.note = note
            self.findings = findings
        }
    }

    /// The groups: this machine, then the hosts in the order of the sites.
    public var groups: [Group]

    /// Creates a report.
    public init(groups: [Group]) { self.groups = groups }

    /// The number of findings with a level.
    public func count(_ level: Finding.Level) -> Int {
        groups.reduce(0) { $0 + $1.findings.count { $0.level == level } }
    }

    /// The summary line: `21 ok, 2 warnings, 1 error, 3 skipped`.
    public var counts: String {
        "\(count(.ok)) ok, \(counted(count(.warning), "warning")), \(counted(count(.error), "error")), "
            + "\(count(.skipped)) skipped"
    }

    /// The report as JSON: the groups with their findings, and the number of findings per level.
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
