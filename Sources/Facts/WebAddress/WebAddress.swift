public import ByteText

/// An http or https URL that every browser and server reads alike, as pieces of a ``ByteArena``.
///
/// ``parse(_:in:)`` makes it. The pieces point into the input where that could stay as it was, and to a corrected copy
/// at the end of the arena where it could not. They are valid until the arena is reset.
///
///     https://example.page.link:8443/go/x?link=https%3A%2F%2Fexample.com#top
///     scheme  host              port path query                         fragment
public struct WebAddress: Sendable, Equatable {
    /// The whole URL in its accepted form.
    public internal(set) var text: TextRange
    /// http or https.
    public let scheme: Scheme
    /// The scheme in lower case, without the colon.
    public internal(set) var schemeName: TextRange
    /// The host: lower-case ASCII, internationalised names as A-labels, an IPv6 address in brackets.
    public internal(set) var host: TextRange
    /// The port, or nil when none is given or it is the scheme's own (WHATWG URL, section 4.4).
    public let port: UInt16?
    /// The path as it stands, possibly empty: no slash is put in.
    public internal(set) var path: TextRange
    /// What is between `?` and `#`, still encoded; nil without a `?`.
    public internal(set) var query: TextRange?
    /// What follows `#`; nil without one.
    public internal(set) var fragment: TextRange?

    /// Calls `body` with each piece, to move it.
    public mutating func forEachText(_ body: (inout TextRange) -> Void) {
        body(&text)
        body(&schemeName)
        body(&host)
        body(&path)
        if query != nil { body(&query!) }
        if fragment != nil { body(&fragment!) }
    }

    /// No address: what a place holds before one is read into it.
    public static let empty = WebAddress()

    private init() {
        (text, schemeName, host, path) = (.empty, .empty, .empty, .empty)
        (scheme, port, query, fragment) = (.other, nil, nil, nil)
    }

    /// Host and port as they are in the text.
    public var authority: TextRange { TextRange(offset: host.start, count: path.start - host.start) }

    /// What goes into a request line, save that an empty path stays empty (RFC 9112, section 3.2.1).
    public var pathAndQuery: TextRange {
        TextRange(offset: path.start, count: (query ?? path).end - path.start)
    }

    /// The URL without `#` and what follows.
    public var textWithoutFragment: TextRange {
        TextRange(offset: text.start, count: (query ?? path).end - text.start)
    }
}
