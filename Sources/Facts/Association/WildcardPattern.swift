/// A pattern of association files: `*` matches any run of characters, including an empty one, and `?` exactly one character.
///
/// `?*` therefore matches a non-empty run. Stars and question marks cannot be escaped (Apple,
/// `applinks.Details.Components`; Android, "Configure dynamic rules"). Substitution variables are not supported.
public struct WildcardPattern: Sendable, Hashable {
    /// The pattern as written.
    public let text: String

    /// Creates a pattern. Every text is valid; without `*` and `?` it matches only itself.
    public init(_ text: String) {
        self.text = text
    }

    /// Whether the pattern matches the whole text. O(n × m) in the lengths of both.
    public func matches(_ text: String, isCaseSensitive: Bool = true) -> Bool {
        Self.matches(Self.scalars(of: self.text, isCaseSensitive), Self.scalars(of: text, isCaseSensitive))
    }

    private static func scalars(of text: String, _ isCaseSensitive: Bool) -> [Unicode.Scalar] {
        Array((isCaseSensitive ? text : text.lowercased()).unicodeScalars)
    }

    /// Matches greedily; on a mismatch it extends the last star by one character. Earlier stars need no backtracking.
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
    /// Creates a pattern from a literal.
    public init(stringLiteral text: String) {
        self.init(text)
    }
}
