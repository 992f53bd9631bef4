/// A pattern of association files: `*` is any run of characters, the empty one too, and `?` is exactly one.
///
/// So `?*` is a run that is not empty. There is no way to write a star or a question mark that means itself (Apple,
/// `applinks.Details.Components`; Android, "Configure dynamic rules"). Substitution variables are not read.
public struct WildcardPattern: Sendable, Hashable {
    /// As it is written.
    public let text: String

    /// Every text is a pattern: one without `*` and `?` matches itself.
    public init(_ text: String) {
        self.text = text
    }

    /// Whether the whole text fits. Costs at most the product of both lengths.
    public func matches(_ text: String, isCaseSensitive: Bool = true) -> Bool {
        Self.matches(Self.scalars(of: self.text, isCaseSensitive), Self.scalars(of: text, isCaseSensitive))
    }

    private static func scalars(of text: String, _ isCaseSensitive: Bool) -> [Unicode.Scalar] {
        Array((isCaseSensitive ? text : text.lowercased()).unicodeScalars)
    }

    /// Goes on greedily, and where that fails extends the last star by one character: earlier stars need no second try.
    private static func matches(_ pattern: [Unicode.Scalar], _ text: [Unicode.Scalar]) -> Bool {
        var (index, place) = (0, 0)
        var star: (index: Int, place: Int)?
        while place < text.count {
            if index < pattern.count, pattern[index] == "*" {
                star = (index, place)
                index += 1
            } else if index < pattern.count, pattern[index] == "?" || pattern[index] == text[place] {
                index += 1
                place += 1
            } else if let last = star {
                star = (last.index, last.place + 1)
                (index, place) = (last.index + 1, last.place + 1)
            } else {
                return false
            }
        }
        return pattern[index...].allSatisfy { $0 == "*" }
    }
}

extension WildcardPattern: ExpressibleByStringLiteral {
    /// Same as ``init(_:)``.
    public init(stringLiteral text: String) {
        self.init(text)
    }
}
