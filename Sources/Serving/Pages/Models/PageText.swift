public import ByteText
public import PageDesign

/// A value of a page: a predefined text, or a slice of the arena that the page is rendered from. Invalid UTF-8 in a
/// slice is replaced.
public enum PageText: Sendable {
    /// No value. An empty value counts as none as well.
    case none
    /// A sentence in the language of the page.
    case word(PageWord)
    /// A name or symbol that is the same in all languages and needs no escaping.
    case words(StaticString)
    /// A nonnegative number.
    case number(Int)
    /// Any text.
    case piece(TextRange)
    /// A slice that was generated here and is HTML already, such as an SVG image. Never text from a link.
    case markup(TextRange)

    /// A slice, or no value.
    init(_ piece: TextRange?) { self = piece.map { .piece($0) } ?? .none }

    /// An address, or no value.
    init(_ target: PageTarget?) { self.init(target?.address) }

    /// Whether there is a value.
    var isPresent: Bool {
        switch self {
        case .none: false
        case .word, .number: true
        case .words(let words): words.utf8CodeUnitCount > 0
        case .piece(let piece), .markup(let piece): !piece.isEmpty
        }
    }

    /// The value, or another one if there is none.
    func or(_ other: PageText) -> PageText { isPresent ? self : other }
}

/// The values of one page, in the order of its slots.
struct PageTexts {
    private var texts = InlineArray<16, PageText>(repeating: .none)
    private(set) var count = 0

    mutating func add(_ text: PageText) {
        texts[count] = text
        count += 1
    }

    subscript(slot: Int) -> PageText { texts[slot] }
}
