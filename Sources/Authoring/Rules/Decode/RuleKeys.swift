import Configuration

/// Keys of a rule file.
enum RuleFileKey: String, ConfigurationKey {
    static let owner = "a rule file"
    case about, when, rules
}

/// Keys of a rule.
enum RuleKey: String, ConfigurationKey {
    static let owner = "a rule"
    case name, when, then, because, source
}

/// Keys of `then`: at most one decision, and the settings that may accompany it.
enum ActionKey: String, ConfigurationKey {
    static let owner = "`then`"
    case appOpen = "app_open"
    case storeInstall = "store_install"
    case webWidget = "web_widget"
    case continueRedirect = "continue_redirect"
    case error, page, status, cache

    /// The decisions, of which there may be only one.
    static let decisions: [ActionKey] = [.appOpen, .storeInstall, .webWidget, .continueRedirect, .error]
}

enum AppOpenKey: String, ConfigurationKey {
    static let owner = "`app_open`"
    case app, url
    case minimumVersion = "minimum_version"
    case fallback
}

enum StoreInstallKey: String, ConfigurationKey {
    static let owner = "`store_install`"
    case app
    case minimumVersion = "minimum_version"
    case referrer
}

enum WebWidgetKey: String, ConfigurationKey {
    static let owner = "`web_widget`"
    static let allCases: [WebWidgetKey] = []
    case none = ""
}

enum FallbackStoreInstallKey: String, ConfigurationKey {
    static let owner = "the `store_install` of a fallback"
    case app
    case minimumVersion = "minimum_version"
    case referrer
}

enum FallbackWebWidgetKey: String, ConfigurationKey {
    static let owner = "the `web_widget` of a fallback"
    static let allCases: [FallbackWebWidgetKey] = []
    case none = ""
}

enum ContinueRedirectKey: String, ConfigurationKey {
    static let owner = "`continue_redirect`"
    case to
}

enum ErrorKey: String, ConfigurationKey {
    static let owner = "`error`"
    case code, status, message
}

enum FallbackKey: String, ConfigurationKey {
    static let owner = "`fallback`"
    case storeInstall = "store_install"
    case webWidget = "web_widget"
    case continueRedirect = "continue_redirect"
}
