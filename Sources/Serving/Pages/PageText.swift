public import ByteText

/// A value of a page: words that are known beforehand, or a piece of the arena that the page is filled from. Bytes of a
/// piece that are not UTF-8 are repaired.
public enum PageText: Sendable {
    /// No value. An empty one counts as none, too.
    case none
    /// Words of the page's own, which need no escaping.
    case words(StaticString)
    /// A number that is not negative.
    case number(Int)
    /// Any text.
    case piece(TextRange)

    /// A piece, or no value.
    init(_ piece: TextRange?) { self = piece.map { .piece($0) } ?? .none }

    /// An address, or no value.
    init(_ target: PageTarget?) { self.init(target?.address) }

    /// Whether there is a value.
    var isPresent: Bool {
        switch self {
        case .none: false
        case .words(let words): words.utf8CodeUnitCount > 0
        case .number: true
        case .piece(let piece): !piece.isEmpty
        }
    }

    /// The value, or another one where there is none.
    func or(_ other: PageText) -> PageText { isPresent ? self : other }

    /// The value, or words where there is none.
    func otherwise(_ words: StaticString) -> PageText { isPresent ? self : .words(words) }
}

/// The values of one page, in the order of its slots.
struct PageTexts {
    private var texts = InlineArray<12, PageText>(repeating: .none)
    private(set) var count = 0

    mutating func add(_ text: PageText) {
        texts[count] = text
        count += 1
    }

    subscript(slot: Int) -> PageText { texts[slot] }
}
