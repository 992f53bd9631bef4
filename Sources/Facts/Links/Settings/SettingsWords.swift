/// The words of a name, which languages join differently: `iosBundleId`, `IOSBundleID`, `ios_bundle_id`.
struct SettingsWords {
    private let words: [String]

    /// - Parameter words: The words in lower case, separated by blanks.
    init(_ words: String) {
        self.words = words.split(separator: " ").map(String.init)
    }

    /// The name in the conventions of all languages with a Firebase SDK, without duplicates: camel case and Pascal case,
    /// with or without capitalized abbreviations, and snake case.
    var spellings: [String] {
        var names = [""]
        for (index, word) in words.enumerated() {
            let forms = Self.forms(of: word, isFirst: index == 0)
            names = names.flatMap { name in forms.map { name + $0 } }
        }
        return names + (words.count > 1 ? [words.joined(separator: "_")] : [])
    }

    private static func forms(of word: String, isFirst: Bool) -> [String] {
        let capitalized = word.prefix(1).uppercased() + word.dropFirst()
        let abbreviation: [String] =
            switch word {
            case "ios": ["iOS", "IOS"]
            case "id", "url": [word.uppercased()]
            default: []
            }
        return (isFirst ? [word] : []) + abbreviation + [capitalized]
    }
}
