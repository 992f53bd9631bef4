import ByteText

/// What a request is made for. No rule reads it: the answer is the same for all, but only a click counts as one.
public enum RequestPurpose: UInt8, CaseIterable, Sendable {
    /// A person follows the link.
    case click
    /// A program asks for an answer without its content (HEAD).
    case head
    /// A browser fetches what a person may click on next.
    case prefetch
    /// A browser draws a small picture of the page, or an app looks at it before a person does.
    case preview

    /// The word for it in logs and metrics.
    public var name: StaticString {
        switch self {
        case .click: "click"
        case .head: "head"
        case .prefetch: "prefetch"
        case .preview: "preview"
        }
    }

    /// What a header field says about the purpose; nil where it says nothing.
    ///
    /// `Sec-Purpose` is a token with parameters, such as `prefetch;prerender` (Fetch, section "Sec-Purpose header"). The
    /// others are what browsers sent before: `Purpose` (Chrome, Safari), `X-Purpose` (Safari, Facebook's apps) and `X-Moz`
    /// (Firefox). The name may be in any case. Whoever sends a field may send it falsely, as with a bot's user agent.
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
