import ByteText

/// An action link as Firebase's web SDK reads it (`ActionCodeURL.parseLink`), with the quirks that the strict reading
/// refuses.
///
/// The SDK unwraps `link` and `deep_link_id` wherever they are, whatever the host, the path and the scheme. An app that
/// uses it sees what is read here; the router reads links with ``ActionLink`` and ``DynamicLinkParameters`` and never with
/// this type. For tools and tests: it allocates.
public struct ActionCodeURL: Sendable {
    /// The text that the SDK reads as the action link: the innermost one, decoded.
    public let text: String
    /// The value of `mode`.
    public let mode: ActionMode
    /// The one-time code, decoded. A secret.
    public let oobCode: String
    /// The project's web API key.
    public let apiKey: String
    /// The value of `continueUrl`, decoded and not checked; nil where it is absent.
    public let continueURL: String?
    /// The value of `lang`; nil where it is absent.
    public let lang: String?
    /// The value of `tenantId`; nil where it is absent.
    public let tenantID: String?

    /// The innermost link: the `link` in `deep_link_id`, that itself, the `deep_link_id` in `link`, that itself, or the
    /// text, whichever comes first and is not empty.
    ///
    /// Throws what the SDK throws: a malformed percent sequence, in the link or in what is wrapped in it.
    public static func unwrap(_ link: String) throws(LinkFault) -> String {
        let own = try LenientQuery(of: link)
        var found: [String?] = []
        for (outer, inner) in [("deep_link_id", "link"), ("link", "deep_link_id")] {
            let wrapped = own[outer] ?? ""
            found += [wrapped.isEmpty ? nil : try LenientQuery(of: wrapped)[inner], wrapped]
        }
        return found.lazy.compactMap { $0 }.first { !$0.isEmpty } ?? link
    }

    /// Reads a link that ``unwrap(_:)`` returned; nil where mode, code or key is missing, as the SDK's `parseLink`
    /// returns null.
    ///
    /// A broken percent sequence counts as missing here: the SDK looks at this level within a `try`.
    public init?(unwrapped text: String) {
        guard let query = try? LenientQuery(of: text), let mode = query["mode"].flatMap(Self.mode),
            let code = query["oobCode"], !code.isEmpty, let key = query["apiKey"], !key.isEmpty
        else { return nil }
        self.text = text
        self.mode = mode
        oobCode = code
        apiKey = key
        continueURL = query["continueUrl"]
        lang = query["lang"]
        tenantID = query["tenantId"]
    }

    private static func mode(named name: String) -> ActionMode? {
        ActionMode.allCases.first { $0.name.description == name }
    }
}

/// A query as the SDK's `querystringDecode` reads it.
///
/// * It runs from the first `?` to the `#` after it. Without a `?` the whole text is read as a query; where the `?` is
///   the first byte there is none.
/// * A value ends at a second `=`; a name without `=` has the value `undefined`; of several of one name the last counts.
/// * `+` is a plus.
struct LenientQuery {
    /// In the order in which the names were first seen.
    private(set) var parameters: [(name: String, value: String)] = []
    /// Where each name stands.
    private var places: [String: Int] = [:]

    init(of text: String) throws(LinkFault) {
        // By bytes: a character of several code points must not hide the separator it begins with.
        for token in Self.query(of: text.utf8[...]).split(separator: UInt8(ascii: "&")) {
            let pieces = token.split(separator: UInt8(ascii: "="), maxSplits: 2, omittingEmptySubsequences: false)
            let name = try Self.decoded(pieces[0])
            let value = pieces.count > 1 ? try Self.decoded(pieces[1]) : "undefined"
            if let index = places[name] {
                parameters[index].value = value
            } else {
                places[name] = parameters.count
                parameters.append((name, value))
            }
        }
    }

    subscript(name: String) -> String? {
        places[name].map { parameters[$0].value }
    }

    private static func query(of text: Substring.UTF8View) -> Substring.UTF8View {
        let mark = text.firstIndex(of: UInt8(ascii: "?"))
        if mark == text.startIndex { return text[..<text.startIndex] }
        var query = text[(mark ?? text.startIndex)...]
        if let hash = query.firstIndex(of: UInt8(ascii: "#")), hash != text.startIndex { query = query[..<hash] }
        return mark == nil ? query : query.dropFirst()
    }

    /// One level decoded as `decodeURIComponent` does; controls are accepted.
    private static func decoded(_ text: Substring.UTF8View) throws(LinkFault) -> String {
        let coded = Array(text)
        var bytes: [UInt8] = []
        var index = 0
        while index < coded.count {
            let isCoded = coded[index] == UInt8(ascii: "%")
            guard let byte = isCoded ? coded.span.percentEscape(at: index) : coded[index] else {
                throw LinkFault(.malformedPercentEncoding)
            }
            bytes.append(byte)
            index += isCoded ? 3 : 1
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else { throw LinkFault(.malformedPercentEncoding) }
        return decoded
    }
}
