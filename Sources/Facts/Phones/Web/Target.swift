import Association

/// The kind of navigation that a URL requests, by its scheme.
enum Target: Hashable {
    /// http or https: a page to load, or an app's link.
    case web
    /// Android's `intent:`; `nil` if it can't be parsed.
    case intent(IntentLink?)
    /// Any other scheme.
    case scheme(String)
    /// No scheme.
    case nothing

    init(_ url: String) {
        switch url.urlScheme {
        case "http"?, "https"?: self = .web
        case "intent"?: self = .intent(IntentLink(url))
        case let scheme?: self = .scheme(scheme)
        case nil: self = .nothing
        }
    }
}

extension String {
    /// The scheme in lower case (RFC 3986, section 3.1); `nil` if there is none.
    var urlScheme: String? {
        let scheme = prefix { $0 != ":" }
        guard scheme.endIndex < endIndex, let first = scheme.first, first.isASCII, first.isLetter,
            scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
        else { return nil }
        return scheme.lowercased()
    }

    /// Whether the scheme is http or https.
    var isWeb: Bool { Target(self) == .web }

    /// The host of a web address, in lower case.
    var urlHost: String { LinkAddress(self).host }

    /// The URL without its fragment.
    var withoutFragment: String { String(prefix { $0 != "#" }) }

    /// The URL that a redirect from here leads to. Relative references are resolved, and a target without a fragment
    /// keeps the current one (RFC 9110, section 10.2.2).
    func redirect(to location: String) -> String {
        var target = location
        if location.hasPrefix("//") {
            target = (urlScheme ?? "https") + ":" + location
        } else if location.hasPrefix("/"), let authority = firstRange(of: "://") {
            target =
                self[..<authority.upperBound] + self[authority.upperBound...].prefix { !"/?#".contains($0) } + location
        }
        guard target.isWeb, !target.contains("#"), let hash = firstIndex(of: "#") else { return target }
        return target + self[hash...]
    }

    /// The decoded value of the first query parameter with a name; `nil` if it is missing.
    func queryValue(_ name: String) -> String? {
        for pair in LinkAddress(self).query.split(separator: "&") where pair.prefix(while: { $0 != "=" }) == name {
            return String(pair.dropFirst(name.count + 1)).percentDecoded
        }
        return nil
    }
}
