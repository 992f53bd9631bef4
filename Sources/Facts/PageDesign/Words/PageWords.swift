/// All words of pages in one language.
public struct PageWords: Sendable {
    /// The texts by word.
    public let texts: [PageWord: String]

    /// The built-in words.
    public static func builtIn(_ language: PageLanguage) -> PageWords { PageWords(texts: texts(language)) }

    private static func texts(_ language: PageLanguage) -> [PageWord: String] {
        switch language {
        case .english: english
        case .arabic: arabic
        case .chinese: chinese
        case .french: french
        case .german: german
        case .hindi: hindi
        case .indonesian: indonesian
        case .japanese: japanese
        case .persian: persian
        case .portuguese: portuguese
        case .russian: russian
        case .spanish: spanish
        }
    }

    /// A word or sentence, with its placeholders in braces. Never missing: a test checks each language for
    /// completeness.
    public subscript(_ word: PageWord) -> String { texts[word] ?? "" }
}
