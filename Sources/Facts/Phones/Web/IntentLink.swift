/// An `intent:` URL as parsed by Android (`Intent.parseUri` with `URI_INTENT_SCHEME`), with the component and selector
/// dropped as browsers do (Chromium, `ExternalNavigationHandler`).
struct IntentLink: Hashable {
    /// The URL passed to the app: everything before the last `#`, with the intent's scheme.
    var data: String
    var package: String?
    var action = "android.intent.action.VIEW"
    var categories: Set<String> = []
    /// The URL to load without the app. Only web URLs count.
    var fallback: String?
    /// The intent's extras by name, with decoded values.
    var extras: [String: String] = [:]

    /// Parses the URL; `nil` if Android throws.
    init?(_ url: String) {
        guard let hash = url.lastIndex(of: "#"), url[hash...].hasPrefix("#Intent;") else {
            // Without fields, the whole URL is the data of a VIEW intent.
            data = url
            return
        }
        data = String(url[..<hash].dropFirst("intent:".count))
        var scheme: String?
        var rest = url[hash...].dropFirst("#Intent;".count)
        while !rest.hasPrefix("end") {
            guard let end = rest.firstIndex(of: ";") else { return nil }
            let field = rest[..<end]
            rest = rest[rest.index(after: end)...]
            let name = field.prefix { $0 != "=" }
            let value = String(field.dropFirst(name.count + 1)).percentDecoded
            if name == "scheme" { scheme = value } else if !set(name, value) { return nil }
        }
        if let scheme { data = scheme + ":" + data }
        if let wanted = extras["browser_fallback_url"], wanted.isWeb { fallback = wanted }
    }

    /// Sets a field. Returns false if the name is not a valid field.
    private mutating func set(_ name: Substring, _ value: String) -> Bool {
        switch name {
        case "package": package = value
        case "action": action = value
        case "category": categories.insert(value)
        case "component", "type", "identifier", "launchFlags", "sourceBounds", "SEL": break
        case _ where name.dropFirst().first == "." && "SBbcdfils".contains(name.first ?? "."):
            extras[String(name.dropFirst(2))] = value
        default: return false
        }
        return true
    }
}
