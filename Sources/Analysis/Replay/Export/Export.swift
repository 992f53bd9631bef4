import Routing

/// What is exported and how: shared by all workers.
public struct ExportSettings: Sendable {
    public var format: ExportFormat
    public var columns: [ExportColumn]
    public var addresses: AddressRule

    public init(format: ExportFormat, columns: [ExportColumn], addresses: AddressRule) {
        self.format = format
        self.columns = columns
        self.addresses = addresses
    }

    /// What stands before the first line.
    public var header: [UInt8] {
        guard format == .csv else { return [] }
        return Array((columns.map(\.rawValue).joined(separator: ",") + "\n").utf8)
    }
}

/// One worker's export: a line for each decision.
struct Export {
    let settings: ExportSettings
    let rules: [String]
    let sites: [String]
    let rulesBefore: [String]
    /// The code of each rule that decides for an error.
    let ruleErrors: [String?]
    var fields: FieldWriter
    var lastTime: (seconds: Int64?, text: String?) = (nil, nil)

    init(_ settings: ExportSettings, _ ruleSet: RuleSet, against before: RuleSet?) {
        self.settings = settings
        rules = ruleSet.rules.map(\.id)
        sites = ruleSet.sites.map(\.name)
        ruleErrors = ruleSet.rules.map { $0.action.outcome?.errorCode }
        rulesBefore = before?.rules.map(\.id) ?? []
        fields = FieldWriter(settings.format)
    }

    /// The lines since the last time.
    mutating func takeLines() -> [UInt8] { fields.take() }
}

extension ActionDefinition.Outcome {
    /// The code of an error that a rule states.
    fileprivate var errorCode: String? {
        guard case .error(let code, _, _) = self else { return nil }
        return code
    }
}
