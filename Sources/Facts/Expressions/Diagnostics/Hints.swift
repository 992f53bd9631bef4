import ByteText

/// Suggestions for a word that a fact never has.
enum FactWords {
    /// Common aliases of words. An alias is used only if the fact has the word.
    private static let aliases: [String: String] = [
        "iphone": "ios", "iphoneos": "ios", "ipad": "ipados", "mac": "macos", "osx": "macos", "win": "windows",
        "fb": "facebook", "ig": "instagram",
    ]

    /// The word in another case, the word for a common alias, or the closest word.
    static func hint(for typed: String, among words: [String]) -> String? {
        let lower = typed.lowercased()
        if let meant = [lower, aliases[lower]].compactMap({ $0 }).first(where: words.contains) {
            return "did you mean `\(meant)`?"
        }
        return suggestion(for: typed, among: words)
    }
}

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
