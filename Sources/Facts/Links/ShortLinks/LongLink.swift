import ByteText
import WebAddress

/// A long Dynamic Link in parts: its link domain and its parameters, each decoded once. For cold paths.
///
///     https://links.example.com/go/?link=https%3A%2F%2Fwww.example.com%2F&apn=com.example.android
///     domain: links.example.com/go   link: https://www.example.com/   apn: com.example.android
///
/// ``text`` writes it in one form, so that the same link requested twice is recognized.
public struct LongLink: Sendable, Equatable {
    /// The host in lower case, with the path prefix of the link domain after it.
    public var domain: String
    private var values: [String?] = Array(repeating: nil, count: LinkParameter.allCases.count)
    /// Parameters that mean nothing here, as they stand: `name=value`.
    public var others: [String] = []

    /// A link without parameters.
    public init(domain: String) { self.domain = domain }

    /// Whether a parameter that does not route was corrected or left out.
    public private(set) var hasCorrected = false

    /// The decoded value; nil where the parameter is absent. Control characters in one that does not route become blanks.
    public subscript(parameter: LinkParameter) -> String? {
        get { values[Int(parameter.rawValue)] }
        set {
            let text = parameter.isRouting ? newValue : newValue.map(PercentCoding.blankingControls)
            if text != newValue { hasCorrected = true }
            values[Int(parameter.rawValue)] = text
        }
    }

    /// The value where there is one that is not empty.
    public func nonEmpty(_ parameter: LinkParameter) -> String? {
        self[parameter].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The link written out: known parameters in the documented order, the others after them.
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
    /// Whether two links are the same, however they were written.
    public static func == (one: LongLink, other: LongLink) -> Bool {
        one.domain == other.domain && one.values == other.values && one.others == other.others
    }

    /// Reads a long link as strictly as a click on it is read; a fragment is left out.
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
