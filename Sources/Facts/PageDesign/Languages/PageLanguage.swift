/// A language that pages support.
public enum PageLanguage: String, Sendable, CaseIterable {
    case english = "en"
    case arabic = "ar"
    case chinese = "zh"
    case french = "fr"
    case german = "de"
    case hindi = "hi"
    case indonesian = "id"
    case japanese = "ja"
    case persian = "fa"
    case portuguese = "pt"
    case russian = "ru"
    case spanish = "es"

    /// The language subtag (RFC 5646), used in `lang`, `Content-Language` and site files.
    public var tag: String { rawValue }

    /// Whether the language is written from right to left.
    public var isRightToLeft: Bool { self == .arabic || self == .persian }

    /// The value of the attribute `dir`.
    public var direction: String { isRightToLeft ? "rtl" : "ltr" }

    /// The position among all languages, for tables.
    public var index: Int {
        switch self {
        case .english: 0
        case .arabic: 1
        case .chinese: 2
        case .french: 3
        case .german: 4
        case .hindi: 5
        case .indonesian: 6
        case .japanese: 7
        case .persian: 8
        case .portuguese: 9
        case .russian: 10
        case .spanish: 11
        }
    }
}
