public import Configuration
import Routing

/// Keys of a case file.
enum CaseFileKey: String, ConfigurationKey {
    static let owner = "a case file"
    case about, request, cases
}

/// Keys of a case.
enum CaseKey: String, ConfigurationKey {
    static let owner = "a case"
    case name, request, expect, because
}

extension RequestKey: ConfigurationKey {
    static var owner: String { "a request" }
}

extension RequestDeviceKey: ConfigurationKey {
    static var owner: String { "a request's `device`" }
}

extension RequestAppKey: ConfigurationKey {
    static var owner: String { "an app in `device`" }
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
