import Configuration

/// Keys of a site and of its parts.
enum SiteKey: String, ConfigurationKey {
    static let owner = "a site"
    case site, about, hosts, hosting, handler
    case mobileLinks = "mobile_links"
    case pageHost = "page_host"
    case alternativeServices = "alt_svc"
    case authorizedDomains = "authorized_domains"
    case urlPatterns = "url_patterns"
    case passedParameters = "pass_parameters"
    case root
    case notFound = "not_found"
    case countBy = "count_by"
    case apps, codes, links, association, deferred, limits, cache, options, pages, devices, rules
}

/// Keys of `root` as a mapping.
enum RootKey: String, ConfigurationKey {
    static let owner = "`root`"
    case to, status
}

/// Keys of `not_found` as a mapping.
enum NotFoundKey: String, ConfigurationKey {
    static let owner = "`not_found`"
    case to, status, gone
}

/// Keys of an element of `apps`. Each element has one of them.
enum AppKey: String, ConfigurationKey {
    static let owner = "an app"
    case android, ios, harmony
}

enum AndroidKey: String, ConfigurationKey {
    static let owner = "an Android app"
    case package
    case minimumVersion = "minimum_version"
    case install, receives, stores, sha256
    case loginCredentials = "get_login_creds"
}

/// Keys of an Android app's `stores`.
enum StoresKey: String, ConfigurationKey {
    static let owner = "the stores of an Android app"
    case amazon, huawei
}

enum AppleKey: String, ConfigurationKey {
    static let owner = "an Apple app"
    case bundle, team
    case appStoreID = "app_store_id"
    case customScheme = "custom_scheme"
    case minimumVersion = "minimum_version"
    case webCredentials = "webcredentials"
    case appClip = "app_clip"
}

enum HarmonyKey: String, ConfigurationKey {
    static let owner = "an app for HarmonyOS"
    case bundle
    case appID = "app_id"
}

/// Keys of a site's settings for its association files.
enum AssociationKey: String, ConfigurationKey {
    static let owner = "an association"
    case exclude
}

/// Keys of an element of `exclude` as a mapping, named after Apple's.
enum ComponentKey: String, ConfigurationKey {
    static let owner = "a component"
    case path = "/"
    case query = "?"
    case fragment = "#"
    case caseSensitive, percentEncoded
}

/// Keys of a site's deferred links.
enum DeferredKey: String, ConfigurationKey {
    static let owner = "the deferred links of a site"
    case days, once
}

/// Keys of a site's limits.
enum LimitKey: String, ConfigurationKey {
    static let owner = "the limits of a site"
    case clicksPerSecond = "clicks_per_second"
    case clicksPerLink = "clicks_per_link_per_second"
}

enum OptionKey: String, ConfigurationKey {
    static let owner = "the options of a site"
    case debugPages = "debug_pages"
    case enforceStoreSemantics = "enforce_store_semantics"
    case passThrough = "pass_through"
    case iPadCheck = "ipad_check"
    case customSchemeCodes = "custom_scheme_codes"
    case androidFallbackPage = "android_fallback_page"
    case httpContinueURLs = "http_continue_urls"
}

/// Keys of a site's pages.
enum PagesKey: String, ConfigurationKey {
    static let owner = "the pages of a site"
    case name, icon, contact, language, preview, colors, texts, templates
    case appBanner = "app_banner"
    case copyToken = "copy_token"
}

/// Keys of page colors.
enum ColorsKey: String, ConfigurationKey {
    static let owner = "the colors of pages"
    case light, dark
}

/// Keys of the colors of the light or dark theme.
enum ThemeKey: String, ConfigurationKey {
    static let owner = "a set of colors"
    case accent, text, card, background
}

enum DevicesKey: String, ConfigurationKey {
    static let owner = "the devices of a site"
    case inApp = "in_app"
    case bots
    case clientHints = "client_hints"
    case criticalClientHints = "critical_client_hints"
}

/// Keys of an element of `in_app`.
enum InAppKey: String, ConfigurationKey {
    static let owner = "an in-app browser"
    case token, name, place
}

/// Keys of an element of `bots`.
enum BotKey: String, ConfigurationKey {
    static let owner = "a bot"
    case token, kind, place
}
