public import ByteText

/// An http or https URL that all browsers and servers interpret the same way, as ranges of a ``ByteArena``.
///
/// Created by ``parse(_:in:)``. The ranges refer to the input if it needed no corrections, or else to a corrected copy
/// at the end of the arena. They are valid until the arena is reset.
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
    /// The host: lower-case ASCII, internationalized names as A-labels, an IPv6 address in brackets.
    public internal(set) var host: TextRange
    /// The port; `nil` if there is none or it is the scheme's default (WHATWG URL, section 4.4).
    public let port: UInt16?
    /// The path as written, possibly empty: no slash is inserted.
    public internal(set) var path: TextRange
    /// The text between `?` and `#`, still encoded; `nil` if there is no `?`.
    public internal(set) var query: TextRange?
    /// The text after `#`; `nil` if there is none.
    public internal(set) var fragment: TextRange?

    /// Calls `body` with each range, in order to relocate it.
    public mutating func forEachText(_ body: (inout TextRange) -> Void) {
        body(&text)
        body(&schemeName)
        body(&host)
        body(&path)
        if query != nil { body(&query!) }
        if fragment != nil { body(&fragment!) }
    }

    /// An empty address, as an initial value.
    public static let empty = WebAddress()

    private init() {
        (text, schemeName, host, path) = (.empty, .empty, .empty, .empty)
        (scheme, port, query, fragment) = (.other, nil, nil, nil)
    }

    /// Host and port as in the text.
    public var authority: TextRange { TextRange(offset: host.start, count: path.start - host.start) }

    /// The request target, except that an empty path stays empty (RFC 9112, section 3.2.1).
    public var pathAndQuery: TextRange {
        TextRange(offset: path.start, count: (query ?? path).end - path.start)
    }

    /// The URL without `#` and the fragment.
    public var textWithoutFragment: TextRange {
        TextRange(offset: text.start, count: (query ?? path).end - text.start)
    }
}
