/// An `intent:` address as Android reads it (`Intent.parseUri` with `URI_INTENT_SCHEME`), and what browsers then do to it:
/// component and selector are dropped (Chromium, `ExternalNavigationHandler`).
struct IntentLink: Hashable {
    /// The address that the app is opened with: all before the last `#`, with the intent's scheme.
    var data: String
    var package: String?
    var action = "android.intent.action.VIEW"
    var categories: Set<String> = []
    /// Where to go without the app; only a web address counts.
    var fallback: String?
    /// What the app is handed besides, by name; values as they are written, decoded.
    var extras: [String: String] = [:]

    /// Reads the address; nil where Android throws.
    init?(_ url: String) {
        guard let hash = url.lastIndex(of: "#"), url[hash...].hasPrefix("#Intent;") else {
            // Without fields the whole is data for VIEW.
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

    /// False for what is not a field.
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
