import Routing

/// What to export and how; shared by all workers.
public struct ExportSettings: Sendable {
    /// How lines are written.
    public var format: ExportFormat
    /// The values of a line, in their order.
    public var columns: [ExportColumn]
    /// What happens to clients' addresses.
    public var addresses: AddressRule

    /// Settings without defaults: a caller decides about addresses deliberately.
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

/// One worker's export: a line for each decision.
struct Export {
    let settings: ExportSettings
    let sources: [String]
    let rules: [String]
    let sites: [String]
    let rulesBefore: [String]
    /// The code of each rule that decides for an error.
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

    /// Returns the lines since the last call, and empties the buffer.
    mutating func drainLines() -> [UInt8] { fields.drain() }
}

extension ActionDefinition.Outcome {
    /// The code of an error that a rule states.
    fileprivate var errorCode: String? {
        guard case .error(let code, _, _) = self else { return nil }
        return code
    }
}
