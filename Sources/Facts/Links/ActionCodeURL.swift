import ByteText

/// An action link as parsed by Firebase's web SDK (`ActionCodeURL.parseLink`), including quirks that the strict parser
/// rejects.
///
/// The SDK unwraps `link` and `deep_link_id` regardless of host, path and scheme. Apps that use the SDK see these values;
/// the router parses links with ``ActionLink`` and ``DynamicLinkParameters`` and never with this type. For tools and
/// tests: it allocates.
public struct ActionCodeURL: Sendable {
    /// The text that the SDK parses as the action link: the innermost link, decoded.
    public let text: String
    /// The value of `mode`.
    public let mode: ActionMode
    /// The one-time code, decoded. A secret.
    public let oobCode: String
    /// The project's web API key.
    public let apiKey: String
    /// The value of `continueUrl`, decoded and not validated; `nil` if it is absent.
    public let continueURL: String?
    /// The value of `lang`; `nil` if it is absent.
    public let lang: String?
    /// The value of `tenantId`; `nil` if it is absent.
    public let tenantID: String?

    /// The innermost link: the first that is not empty among the `link` in `deep_link_id`, `deep_link_id`, the `deep_link_id` in
    /// `link`, `link`, and the text itself.
    ///
    /// Throws when the SDK throws: on a malformed percent sequence, in the link or in a wrapped link.
    public static func unwrap(_ link: String) throws(LinkFault) -> String {
        let own = try LenientQuery(of: link)
        var found: [String?] = []
        for (outer, inner) in [("deep_link_id", "link"), ("link", "deep_link_id")] {
            let wrapped = own[outer] ?? ""
            found += [wrapped.isEmpty ? nil : try LenientQuery(of: wrapped)[inner], wrapped]
        }
        return found.lazy.compactMap { $0 }.first { !$0.isEmpty } ?? link
    }

    /// Parses a link returned by ``unwrap(_:)``; `nil` if mode, code or key is missing, for which the SDK's `parseLink`
    /// returns null.
    ///
    /// A malformed percent sequence counts as missing here, because the SDK catches errors at this level.
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

/// A query parsed like the SDK's `querystringDecode`.
///
/// * It extends from the first `?` to the `#` after it. Without a `?` the whole text is the query; if the `?` is
///   the first byte, the query is empty.
/// * A value ends at a second `=`; a name without `=` has the value `undefined`; for duplicate names the last value counts.
/// * `+` is a plus sign.
struct LenientQuery {
    /// The parameters, ordered by the first occurrence of their names.
    private(set) var parameters: [(name: String, value: String)] = []
    /// The index of each name.
    private var places: [String: Int] = [:]

    init(of text: String) throws(LinkFault) {
        // By bytes: a grapheme cluster must not hide the separator it begins with.
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

    /// Decodes one level like `decodeURIComponent`; control characters are accepted.
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
