import ByteText

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
    var urlScheme: String? { AddressParts(self).scheme }

    /// Whether the scheme is http or https.
    var isWeb: Bool { AddressParts(self).isWeb }

    /// The host of a web address, in lower case.
    var urlHost: String { AddressParts(self).host ?? "" }

    /// The URL without its fragment.
    var withoutFragment: String { AddressParts(self).textWithoutFragment }

    /// The URL that a redirect from here leads to. Relative references are resolved, and a target without a fragment
    /// keeps the current one (RFC 9110, section 10.2.2).
    func redirect(to location: String) -> String {
        let parts = AddressParts(self)
        var target = parts.resolving(location)
        // Other schemes are passed to apps as written.
        guard target.isWeb else { return location }
        if target.fragment == nil { target.fragment = parts.fragment }
        return target.text
    }

    /// The decoded value of the first query parameter with a name; `nil` if it is missing.
    func queryValue(_ name: String) -> String? {
        for pair in (AddressParts(self).query ?? "").split(separator: "&")
        where pair.prefix(while: { $0 != "=" }) == name {
            return String(pair.dropFirst(name.count + 1)).percentDecoded
        }
        return nil
    }
}
