/// The keys of a JSON request, used by all readers of requests: batches, HTTP, case files.
public enum RequestKey: String, CaseIterable, Sendable {
    case id, link
    case userAgent = "user_agent"
    case acceptLanguage = "accept_language"
    case headers, device, stage
    case returnedFrom = "returned_from"
    case ip, country, region, city, asn, time, settings, site
}

/// The keys of a request's `device`.
public enum RequestDeviceKey: String, CaseIterable, Sendable {
    case platform
    case osVersion = "os_version"
    case formFactor = "form_factor"
    case inApp = "in_app"
    case bot
    case botKind = "bot_kind"
    case store, browser
    case browserVersion = "browser_version"
    case app, apps
}

/// The keys of an app in a request's `device`.
public enum RequestAppKey: String, CaseIterable, Sendable {
    case id, state, version
}
