public import ByteText
public import PageDesign

/// A value of a page: words that are known beforehand, or a piece of the arena that the page is filled from. Bytes of a
/// piece that are not UTF-8 are repaired.
public enum PageText: Sendable {
    /// No value. An empty one counts as none, too.
    case none
    /// A sentence in the language of the page.
    case word(PageWord)
    /// A name that is the same in all languages, or a mark; it needs no escaping.
    case words(StaticString)
    /// A number that is not negative.
    case number(Int)
    /// Any text.
    case piece(TextRange)
    /// A piece that was made here and is HTML already, such as a picture of lines. Never a text of a link.
    case markup(TextRange)

    /// A piece, or no value.
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

    /// The value, or another one where there is none.
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
