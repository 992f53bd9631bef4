import ByteText

/// The right word for one that a fact never is.
enum FactWords {
    /// Other names that people have for a word. What they stand for counts only where the fact knows it.
    private static let aliases: [String: String] = [
        "iphone": "ios", "iphoneos": "ios", "ipad": "ipados", "mac": "macos", "osx": "macos", "win": "windows",
        "fb": "facebook", "ig": "instagram",
    ]

    /// The word in another case, what a well-known alias stands for, or the nearest word.
    static func hint(for typed: String, among words: [String]) -> String? {
        let lower = typed.lowercased()
        if let meant = [lower, aliases[lower]].compactMap({ $0 }).first(where: words.contains) {
            return "did you mean `\(meant)`?"
        }
        return suggestion(for: typed, among: words)
    }
}
