import ByteText
import Configuration
import Links
import Markup
import Routing
import Rules

/// The rules and findings that a visitor may see, as page values.
struct RulesText {
    private let loaded: LoadedRules
    private let sites: Set<String>?

    /// - Parameter sites: The sites that the visitor may see; `nil` for all.
    init(_ loaded: LoadedRules, sites: Set<String>?) { (self.loaded, self.sites) = (loaded, sites) }

    // MARK: - Rules

    /// Writes the rules that decide, in groups: by site, then those of all sites.
    func write(_ ruleSet: RuleSet, _ hits: [String: UInt64], to values: inout PageValues) {
        var groups: [PageValues] = []
        let directory = directory
        for site in ruleSet.sites where sites?.contains(site.name) ?? true {
            if !site.rules.isEmpty { groups.append(group("Site \(site.name)", site.rules, hits, directory)) }
        }
        let own = Set(ruleSet.sites.flatMap { $0.rules.map(\.id) })
        groups.append(group("All sites", ruleSet.rules.filter { !own.contains($0.id) }, hits, directory))
        values.set("groups", rows: groups)
        values["sites"] = String(ruleSet.sites.count)
        values["rules"] = String(ruleSet.rules.count)
        values["unused"] = String(ruleSet.rules.count { hits[$0.id] ?? 0 == 0 })
    }

    /// The common path prefix of all files.
    private var directory: String {
        guard let place = loaded.locations.values.first?.file else { return "" }
        let file = loaded.files.filter { place.hasSuffix("/" + $0) }.max { $0.count < $1.count }
        return file.map { String(place.dropLast($0.count)) } ?? ""
    }

    private func group(
        _ title: String, _ rules: [RuleDefinition], _ hits: [String: UInt64], _ directory: String
    ) -> PageValues {
        var group = PageValues()
        group["title"] = title
        group.set(
            "rules",
            rows: rules.map { rule in
                var row = PageValues()
                row["id"] = rule.id
                row["condition"] =
                    rule.condition.map {
                        $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                    } ?? "always"
                row["because"] = rule.because
                row["at"] = loaded.locations[rule.id].map { place in
                    let file = place.file.hasPrefix(directory) ? place.file.dropFirst(directory.count) : place.file[...]
                    return "\(file):\(place.line)"
                }
                let count = hits[rule.id] ?? 0
                row["hits"] = String(count)
                row.set("is_unused", count == 0)
                return row
            })
        return group
    }

    // MARK: - Findings

    func write(_ findings: [FileDiagnostic], to values: inout PageValues) {
        let shown = findings.filter(isShown)
        values.set("has_findings", !shown.isEmpty)
        values.set("no_findings", shown.isEmpty)
        values["errors"] = counted(shown.count { $0.severity == .error }, "error")
        values["warnings"] = counted(shown.count { $0.severity == .warning }, "warning")
        values["notes"] = counted(shown.count { $0.severity == .note }, "note")
        values.set("findings", rows: shown.map(Self.row))
    }

    /// Visitors limited to some sites see the findings in the files of those sites.
    private func isShown(_ finding: FileDiagnostic) -> Bool {
        guard let sites else { return true }
        return sites.contains { site in
            finding.location.map { $0.file == loaded.places[site]?.name?.file } ?? false
        }
    }

    private static func row(_ finding: FileDiagnostic) -> PageValues {
        var row = PageValues()
        row["severity"] = finding.severity.rawValue
        row["style"] =
            switch finding.severity {
            case .error: "bad"
            case .warning: "warn"
            case .note: "soft"
            }
        row.set("is_error", finding.severity == .error)
        row["message"] = Masking.masked(finding.message)
        row["code"] = finding.code.rawValue
        row.set("lines", linesOf: Masking.masked(finding.rendered))
        return row
    }

    /// A time in a readable form: `2026-11-23 14:05:00 UTC`.
    static func time(_ seconds: Int64) -> String {
        let text = Timestamp.text(seconds)
        return text.replacing("T", with: " ").replacing("Z", with: " UTC")
    }
}
