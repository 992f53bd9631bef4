import PageDesign

/// The value that fills a gap in the bytes of a page.
enum PageGap: Equatable {
    /// A value of the page.
    case slot(Int)
    /// A sentence in the language of the page.
    case word(PageWord)
    /// A part common to all pages of a site in a language.
    case surrounding(PageSurrounding)

    /// The first code of the surroundings, and of the words; slots precede both.
    private static let (surroundings, words) = (0x20, 0x40)

    /// The code of the gap, below 4,096.
    var code: UInt16 {
        switch self {
        case .slot(let slot): UInt16(slot)
        case .surrounding(let surrounding): UInt16(Self.surroundings) + UInt16(surrounding.rawValue)
        case .word(let word): UInt16(Self.words) + UInt16(word.rawValue)
        }
    }

    /// The gap with a code, or `nil` if there is none.
    init?(code: UInt16) {
        let code = Int(code)
        if code < Self.surroundings {
            self = .slot(code)
        } else if code < Self.words {
            guard let surrounding = PageSurrounding(rawValue: UInt8(code - Self.surroundings)) else { return nil }
            self = .surrounding(surrounding)
        } else {
            guard let number = UInt8(exactly: code - Self.words), let word = PageWord(rawValue: number) else {
                return nil
            }
            self = .word(word)
        }
    }
}

/// The parts common to all pages of a site in a language, by their names in templates.
enum PageSurrounding: UInt8, CaseIterable {
    /// The language tag.
    case lang
    /// The writing direction.
    case dir
    /// The style sheet.
    case style
    /// The site's icon and name, as HTML; empty if it has neither.
    case brand
    /// The site's contact, as HTML; empty if it has none.
    case contact
    /// The site's name for unfurlers, as HTML; empty if it has none.
    case site

    /// The name in templates.
    var name: String { String(describing: self) }
}
