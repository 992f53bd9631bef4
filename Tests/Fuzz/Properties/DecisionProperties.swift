import ByteText
import Links
import WebAddress

/// Properties of every decision of the example site, checked on its JSON alone.
enum DecisionProperties {
    private static let hosts: Set<String> = [
        "www.example.com", "example-app.firebaseapp.com", "example.page.link", "links.example.com", "auth.example.com",
    ]

    static func fault(of decision: JSONValue) -> String? {
        decision["decision"] == "error" ? faultOfRefusal(decision) : faultOfWay(decision)
    }

    private static func faultOfRefusal(_ decision: JSONValue) -> String? {
        for name in ["location", "target", "payload", "meta", "app", "fallback"] where decision[name]?.isNull != true {
            return "an error has a \(name)"
        }
        guard decision["page"] == "error", (decision["status"]?.number?.int ?? 0) >= 400 else {
            return "an error has the page or the status of something else"
        }
        return decision["error"]?["message"]?.string?.isEmpty == false ? nil : "an error without a message"
    }

    private static func faultOfWay(_ decision: JSONValue) -> String? {
        guard decision["error"]?.isNull == true else { return "an error beside a decision" }
        guard decision["payload"]?.string != nil, decision["rule"]?.string != nil else {
            return "no payload or no rule"
        }
        let isStatic = decision["page"] == "static"
        guard (decision["target"]?.string == nil) == isStatic, (decision["location"]?.string == nil) == isStatic else {
            return "location and target do not fit the page"
        }
        guard decision["status"]?.number?.int == (decision["page"]?.isNull == true ? 302 : 200) else {
            return "the status does not fit the page"
        }
        guard (decision["page"] == "social") == (decision["meta"]?.isNull == false) else {
            return "texts of a preview without the page, or the page without them"
        }
        return faultOfKind(decision) ?? faultOfPlaces(decision)
    }

    private static func faultOfKind(_ decision: JSONValue) -> String? {
        let kind = decision["decision"]?.string ?? ""
        if kind != "app_open", decision["fallback"]?.isNull != true { return "a fallback without an app to open" }
        if kind == "app_open" || kind == "store_install", decision["app"]?.isNull != false {
            return "\(kind) without app"
        }
        let target = decision["target"]?.string
        switch kind {
        case "web_widget": return target == nil || target == decision["payload"]?.string ? nil : "another widget"
        case "store_install": return isStore(target ?? "") ? nil : "a store that is none"
        case "app_open", "continue_redirect": return nil
        default: return "a decision that is none"
        }
    }

    // MARK: Targets

    private static func faultOfPlaces(_ decision: JSONValue) -> String? {
        let places = [decision["location"], decision["target"], decision["payload"], decision["fallback"]?["target"]]
        for place in places {
            if let url = place?.string, let fault = faultOfPlace(url) { return "\(fault): \(url)" }
        }
        return nil
    }

    private static func faultOfPlace(_ url: String) -> String? {
        guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return "a place holds more than visible ASCII" }
        if url.hasPrefix("intent://") { return faultOfIntent(url) }
        let handOff = "com.example.ios://google/link/?deep_link_id="
        if url.hasPrefix(handOff) { return faultOfPlace(decoded(url.dropFirst(handOff.count)) ?? "") }
        if isStore(url) { return carriesAction(storeURL(url)) ? "a store gets an action link" : nil }
        guard let host = host(of: url), hosts.contains(host) else { return "a place is elsewhere" }
        return nil
    }

    /// The data, then exactly these fields: scheme, package, the minimum version if any, and the fallback.
    private static func faultOfIntent(_ url: String) -> String? {
        let fields = url.dropFirst("intent".count).split(separator: ";", omittingEmptySubsequences: false)
        guard fields.count == 5 || fields.count == 6, fields[0].hasSuffix("#Intent"), fields[1] == "scheme=https",
            fields[2] == "package=com.example.android", fields[fields.count - 1] == "end"
        else { return "an intent has other fields" }
        let data = fields[0].dropLast("#Intent".count)
        guard !data.utf8.contains(UInt8(ascii: "#")) else { return "an intent is cut in its data" }
        if fields.count == 6, !fields[3].hasPrefix("S.minimum_version=") { return "an intent has another extra" }
        let (start, fallback) = ("S.browser_fallback_url=", fields[fields.count - 2])
        guard fallback.hasPrefix(start) else { return "an intent has no fallback" }
        if let fault = faultOfPlace(decoded(fallback.dropFirst(start.count)) ?? "") { return fault }
        return faultOfPlace("https" + data)
    }

    private static func isStore(_ url: String) -> Bool {
        url.hasPrefix("https://play.google.com/store/apps/details?id=com.example.android")
            || url.hasPrefix("https://apps.apple.com/app/id")
    }

    /// The URL that a store page opens if the app is installed.
    private static func storeURL(_ page: String) -> String? {
        let pieces = page.split(separator: "&").filter { $0.hasPrefix("url=") }
        return pieces.first.flatMap { decoded($0.dropFirst(4)) }
    }

    private static func carriesAction(_ url: String?) -> Bool {
        guard let url else { return false }
        var arena = ByteArena()
        return LinkInspection(arena.append(url), in: &arena).action != nil
    }

    private static func host(of url: String) -> String? {
        var arena = ByteArena()
        guard let address = try? WebAddress.parse(arena.append(url), in: &arena) else { return nil }
        return arena.string(address.host)
    }

    private static func decoded(_ text: Substring) -> String? {
        var arena = ByteArena()
        guard let range = try? PercentCoding.decode(arena.append(String(text)), in: &arena) else { return nil }
        return arena.string(range)
    }
}
