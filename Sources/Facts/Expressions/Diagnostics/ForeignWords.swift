/// Keywords of other languages and their CEL equivalents.
enum ForeignWords {
    private static let signs: [String: String] = [
        "and": "`&&`", "or": "`||`", "not": "`!`", "is": "`==`", "eq": "`==`", "ne": "`!=`",
        "like": "`a.startsWith(b)` or `a.matches(\"…\")`",
        "contains": "`a.contains(b)`", "startswith": "`a.startsWith(b)`", "matches": "`a.matches(\"…\")`",
        "true": "`true`", "false": "`false`", "none": "`null`", "nil": "`null`", "null": "`null`",
    ]

    /// The hint for an unknown identifier.
    static func hint(for word: String) -> String? {
        signs[word.lowercased()].map { "in CEL, write \($0)" }
    }
}
