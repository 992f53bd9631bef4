/// The exportable values of a click and its decision, one per column, in the order of the schema.
public enum ExportColumn: String, Sendable, CaseIterable {
    case time, source, site, host, link, key, country, address
    case userAgent = "user_agent"
    case referer, platform
    case osVersion = "os_version"
    case formFactor = "form_factor"
    case inApp = "in_app"
    case bot
    case botKind = "bot_kind"
    case store, browser
    case decision, rule, target, location, page, status, error, undecided
    case loggedStatus = "logged_status"
    case loggedLocation = "logged_location"
    case loggedDecision = "logged_decision"
    case beforeDecision = "before_decision"
    case beforeRule = "before_rule"
    case beforeTarget = "before_target"
    case changed

    /// The default columns.
    public static let standard: [ExportColumn] = [
        .time, .site, .link, .platform, .osVersion, .inApp, .bot, .decision, .rule, .target, .page, .status, .error,
        .undecided, .loggedStatus,
    ]

    /// The columns added by default when two rule sets are compared.
    public static let comparing: [ExportColumn] = [.beforeDecision, .beforeRule, .beforeTarget, .changed]
}
