public import LinkStore
import Links

extension DestinationFilter {
    /// A filter for a destination typed by a user. Hosts outside ASCII are searched for in their IDNA form.
    public init(typedAddress text: String) {
        self = .address(LinkDestination(text.withHostInASCII ?? text))
    }

    /// A filter for a host typed by a user, alone or as part of an address; `nil` if the text does not contain one.
    public init?(typedHost text: String) {
        let text = text.contains("://") ? text : "https://\(text)"
        let host = LinkDestination(text.withHostInASCII ?? text).host
        guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        self = .host(host)
    }
}

extension String {
    /// The text with the host `münchen.example`, at the beginning or after a scheme, as `xn--mnchen-3ya.example`; `nil`
    /// if the host is ASCII or invalid.
    var withHostInASCII: String? {
        let start = firstRange(of: "://")?.upperBound ?? startIndex
        let host = self[start...].prefix { !"/?#: ".contains($0) }
        guard !host.utf8.allSatisfy({ $0 < 0x80 }), let link = try? LongLink(parsing: "https://\(host)/") else {
            return nil
        }
        return self[..<start] + link.domain + self[host.endIndex...]
    }
}

extension LinkSearch {
    /// A search for text typed by a user. A host that is not ASCII also matches in its IDNA form.
    public init(typed text: String) {
        self.init([text] + (text.withHostInASCII.map { [$0] } ?? []))
    }
}
