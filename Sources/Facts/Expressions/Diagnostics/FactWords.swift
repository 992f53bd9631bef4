import ByteText

/// The right word for one that a fact never is.
enum FactWords {
    /// Other names in use for a word. An alias counts only where the fact has its word.
    private static let aliases: [String: String] = [
        "iphone": "ios", "iphoneos": "ios", "ipad": "ipados", "mac": "macos", "osx": "macos", "win": "windows",
        "fb": "facebook", "ig": "instagram",
    ]

    /// The word in another case, the meaning of a well-known alias, or the nearest word.
    static func hint(for typed: String, among words: [String]) -> String? {
        let lower = typed.lowercased()
        if let meant = [lower, aliases[lower]].compactMap({ $0 }).first(where: words.contains) {
            return "did you mean `\(meant)`?"
        }
        return suggestion(for: typed, among: words)
    }
}
