/// What an exported line can tell of a click and its decision, one value a column. The order is that of the schema.
public enum ExportColumn: String, Sendable, CaseIterable {
    case time, source, site, host, link, key, country, address
    case userAgent = "user_agent"
    case referer, platform
    case osVersion = "os_version"
    case formFactor = "form_factor"
    case inApp = "in_app"
    case bot
    case botKind = "bot_kind"
    case decision, rule, target, location, page, status, error, undecided
    case loggedStatus = "logged_status"
    case loggedLocation = "logged_location"
    case loggedDecision = "logged_decision"
    case beforeDecision = "before_decision"
    case beforeRule = "before_rule"
    case beforeTarget = "before_target"
    case changed

    /// What is exported where nothing else is asked for.
    public static let standard: [ExportColumn] = [
        .time, .site, .link, .platform, .osVersion, .inApp, .bot, .decision, .rule, .target, .page, .status, .error,
        .undecided, .loggedStatus,
    ]

    /// What more is told by default where two rule sets are compared.
    public static let comparing: [ExportColumn] = [.beforeDecision, .beforeRule, .beforeTarget, .changed]
}
