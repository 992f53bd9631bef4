public import LinkStore
import Links

extension LinkSearch {
    /// Searches for text that a person typed. A host that is not ASCII also matches in its IDNA form.
    public init(typed text: String) {
        self.init([text] + (Self.withHostInASCII(text).map { [$0] } ?? []))
    }

    /// The text with `münchen.example` at its beginning, or after a scheme, as `xn--mnchen-3ya.example`.
    private static func withHostInASCII(_ text: String) -> String? {
        let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
        let host = text[start...].prefix { !"/?#: ".contains($0) }
        guard !host.utf8.allSatisfy({ $0 < 0x80 }), let link = try? LongLink(parsing: "https://\(host)/") else {
            return nil
        }
        return text[..<start] + link.domain + text[host.endIndex...]
    }
}
