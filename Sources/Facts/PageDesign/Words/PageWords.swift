/// All words of all pages in one language.
public struct PageWords: Sendable {
    /// By word.
    public let texts: [PageWord: String]

    /// The words as they come with the program.
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

    /// A word or sentence, with its places in braces. A test holds each language against the list of words, so none is
    /// missing.
    public subscript(_ word: PageWord) -> String { texts[word] ?? "" }
}
