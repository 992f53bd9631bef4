import ByteText

/// The purpose of a request. No rule reads it: the response is the same for all purposes, but only clicks are counted
/// as such.
public enum RequestPurpose: UInt8, CaseIterable, Sendable {
    /// A person follows the link.
    case click
    /// A program requests a response without content (HEAD).
    case head
    /// A browser prefetches a link that a person may click next.
    case prefetch
    /// A browser renders a thumbnail of the page, or an app inspects it before a person opens it.
    case preview

    /// The name in logs and metrics.
    public var name: StaticString {
        switch self {
        case .click: "click"
        case .head: "head"
        case .prefetch: "prefetch"
        case .preview: "preview"
        }
    }

    /// The purpose indicated by a header field; `nil` if it indicates none.
    ///
    /// `Sec-Purpose` is a token with parameters, such as `prefetch;prerender` (Fetch, section "Sec-Purpose header").
    /// The others are its predecessors: `Purpose` (Chrome, Safari), `X-Purpose` (Safari, Facebook's apps) and `X-Moz`
    /// (Firefox). The name may be in any case. Clients can forge these fields, like a bot's user agent.
    public static func stated(by name: Span<UInt8>, _ value: Span<UInt8>) -> RequestPurpose? {
        switch name.count {
        case 11 where name.equalsIgnoringCase("sec-purpose"): ofToken(value)
        case 7 where name.equalsIgnoringCase("purpose"), 9 where name.equalsIgnoringCase("x-purpose"),
            5 where name.equalsIgnoringCase("x-moz"):
            ofWord(value)
        default: nil
        }
    }

    private static func ofToken(_ item: Span<UInt8>) -> RequestPurpose? {
        var end = item.firstIndex(of: UInt8(ascii: ";")) ?? item.count
        while end > 0, item[end - 1] == UInt8(ascii: " ") { end -= 1 }
        return item.extracting(0..<end).equals("prefetch") ? .prefetch : nil
    }

    private static func ofWord(_ value: Span<UInt8>) -> RequestPurpose? {
        if value.equalsIgnoringCase("prefetch") { return .prefetch }
        return value.equalsIgnoringCase("preview") ? .preview : nil
    }
}
