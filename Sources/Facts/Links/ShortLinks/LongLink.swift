import ByteText
import WebAddress

/// A long Dynamic Link, split into its link domain and its parameters, each decoded once. For cold paths.
///
///     https://links.example.com/go/?link=https%3A%2F%2Fwww.example.com%2F&apn=com.example.android
///     domain: links.example.com/go   link: https://www.example.com/   apn: com.example.android
///
/// ``text`` is normalized, so that repeated requests for the same link are recognized.
public struct LongLink: Sendable, Equatable {
    /// The host in lower case, followed by the path prefix of the link domain.
    public var domain: String
    private var values: [String?] = Array(repeating: nil, count: LinkParameter.allCases.count)
    /// Unsupported parameters, in raw form: `name=value`.
    public var others: [String] = []

    /// Creates a link without parameters.
    public init(domain: String) { self.domain = domain }

    /// Whether a non-routing parameter was corrected or dropped.
    public private(set) var hasCorrected = false

    /// The decoded value, or `nil` if the parameter is absent. In non-routing parameters, blanks replace control characters.
    public subscript(parameter: LinkParameter) -> String? {
        get { values[Int(parameter.rawValue)] }
        set {
            let text = parameter.isRouting ? newValue : newValue.map(PercentCoding.blankingControls)
            if text != newValue { hasCorrected = true }
            values[Int(parameter.rawValue)] = text
        }
    }

    /// The value, or `nil` if it is absent or empty.
    public func nonEmpty(_ parameter: LinkParameter) -> String? {
        self[parameter].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The normalized link: supported parameters in the documented order, followed by the others.
    public var text: String {
        var output = LongLinkText()
        output.begin(domain: domain.utf8.span)
        for parameter in LinkParameter.allCases {
            if let value = self[parameter] { output.append(parameter, value.utf8.span) }
        }
        for other in others { output.append(other: other.utf8.span) }
        return String(decoding: output.bytes, as: UTF8.self)
    }
}

extension LongLink {
    /// Whether two links are equal, regardless of notation.
    public static func == (one: LongLink, other: LongLink) -> Bool {
        one.domain == other.domain && one.values == other.values && one.others == other.others
    }

    /// Parses a long link as strictly as a click on it; drops the fragment.
    public init(parsing text: String) throws(LinkFault) {
        var arena = ByteArena(capacity: 2 * text.utf8.count + 256)
        let parts = try LongLinkParts(arena.append(text), in: &arena)
        let domain = parts.domain(in: &arena)
        self.init(domain: arena.string(domain))
        for parameter in LinkParameter.allCases {
            self[parameter] = parts.parameters[parameter].map { arena.string($0) }
        }
        hasCorrected = parts.parameters.hasCorrected
        parts.forEachOther(in: arena) { others.append(arena.string($0)) }
    }
}
