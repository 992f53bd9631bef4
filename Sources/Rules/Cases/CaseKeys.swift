/// Keys of a file of cases.
enum CaseFileKey: String, ConfigurationKey {
    static let owner = "a file of cases"
    case about, request, cases
}

/// Keys of one case.
enum CaseKey: String, ConfigurationKey {
    static let owner = "a case"
    case name, request, expect, because
}

/// Keys of a request.
enum RequestKey: String, ConfigurationKey {
    static let owner = "a request"
    case id, link
    case userAgent = "user_agent"
    case headers, device, stage, ip, country, time, settings, site
}

/// Keys of an expectation: those of a decision, and `target_prefix`.
enum ExpectationKey: String, ConfigurationKey {
    static let owner = "an expectation"
    case id, decision, location, target
    case targetPrefix = "target_prefix"
    case payload, page, meta, status, app, fallback, rule, reason, undecided, warnings, ruleset, error
}

/// Keys of a decision's `app`.
enum ExpectedAppKey: String, ConfigurationKey {
    static let owner = "the expected app"
    case platform, id
    case minimumVersion = "minimum_version"
    case state
}

/// Keys of a decision's `meta`.
enum ExpectedMetaKey: String, ConfigurationKey {
    static let owner = "the expected meta tags"
    case title, description, image
}

/// Keys of a decision's `fallback`.
enum ExpectedFallbackKey: String, ConfigurationKey {
    static let owner = "the expected fallback"
    case decision, target
}

/// Keys of a decision's `error`.
enum ExpectedErrorKey: String, ConfigurationKey {
    static let owner = "the expected error"
    case code, message, status
}
