public import LinkStore
import Links

extension DestinationFilter {
    /// The destination that a person typed. A host that is not ASCII is looked for in its IDNA form.
    public init(typedAddress text: String) {
        self = .address(LinkDestination(text.withHostInASCII ?? text))
    }

    /// The host that a person typed, alone or as part of an address; nil for what is none.
    public init?(typedHost text: String) {
        let text = text.contains("://") ? text : "https://\(text)"
        let host = LinkDestination(text.withHostInASCII ?? text).host
        guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        self = .host(host)
    }
}

extension String {
    /// The text with `münchen.example` at its beginning, or after a scheme, as `xn--mnchen-3ya.example`; nil where its host is
    /// ASCII or is none.
    var withHostInASCII: String? {
        let start = firstRange(of: "://")?.upperBound ?? startIndex
        let host = self[start...].prefix { !"/?#: ".contains($0) }
        guard !host.utf8.allSatisfy({ $0 < 0x80 }), let link = try? LongLink(parsing: "https://\(host)/") else {
            return nil
        }
        return self[..<start] + link.domain + self[host.endIndex...]
    }
}
