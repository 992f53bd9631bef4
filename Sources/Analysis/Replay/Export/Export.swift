import Routing

/// The export settings, shared by all workers.
public struct ExportSettings: Sendable {
    /// The output format.
    public var format: ExportFormat
    /// The columns, in order.
    public var columns: [ExportColumn]
    /// The treatment of client addresses.
    public var addresses: AddressRule

    /// Creates settings. There are no defaults, so that callers choose the treatment of addresses deliberately.
    public init(format: ExportFormat, columns: [ExportColumn], addresses: AddressRule) {
        self.format = format
        self.columns = columns
        self.addresses = addresses
    }

    /// The bytes before the first line: a header line for CSV.
    public var header: [UInt8] {
        guard format == .csv else { return [] }
        return Array((columns.map(\.rawValue).joined(separator: ",") + "\n").utf8)
    }
}

/// One worker's export, with one line per decision.
struct Export {
    let settings: ExportSettings
    let sources: [String]
    let rules: [String]
    let sites: [String]
    let rulesBefore: [String]
    /// The error code of each rule whose decision is an error.
    let ruleErrors: [String?]
    var fields: FieldWriter
    var lastTime: (seconds: Int64?, text: String?) = (nil, nil)

    /// - Parameter sources: The names of the inputs.
    init(_ settings: ExportSettings, _ ruleSet: RuleSet, against before: RuleSet?, sources: [String]) {
        self.settings = settings
        self.sources = sources
        rules = ruleSet.rules.map(\.id)
        sites = ruleSet.sites.map(\.name)
        ruleErrors = ruleSet.rules.map { $0.action.outcome?.errorCode }
        rulesBefore = before?.rules.map(\.id) ?? []
        fields = FieldWriter(settings.format)
    }

    /// Returns the lines since the last call and empties the buffer.
    mutating func drainLines() -> [UInt8] { fields.drain() }
}

extension ActionDefinition.Outcome {
    /// The error code that the rule specifies.
    fileprivate var errorCode: String? {
        guard case .error(let code, _, _) = self else { return nil }
        return code
    }
}

/// The output format of an export.
public enum ExportFormat: Sendable, Equatable {
    /// One JSON object per line.
    case jsonLines
    /// Comma-separated values with a header line (RFC 4180). An empty field is a missing value.
    case csv

    /// The format for a file name's suffix; `nil` if it is unknown.
    public init?(path: String) {
        let name = path.lowercased()
        if name.hasSuffix(".csv") {
            self = .csv
        } else if name.hasSuffix(".jsonl") || name.hasSuffix(".ndjson") || name.hasSuffix(".json") {
            self = .jsonLines
        } else {
            return nil
        }
    }
}
