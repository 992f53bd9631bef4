import PageDesign

/// What a gap in the bytes of a page is filled with.
enum PageGap: Equatable {
    /// A value of the page.
    case slot(Int)
    /// A sentence in the language of the page.
    case word(PageWord)
    /// What every page of a site has in a language.
    case surrounding(PageSurrounding)

    /// Where the surroundings begin among the codes, and where the words do; slots are before both.
    private static let (surroundings, words) = (0x20, 0x40)

    /// A number for the gap, below 4,096.
    var code: UInt16 {
        switch self {
        case .slot(let slot): UInt16(slot)
        case .surrounding(let surrounding): UInt16(Self.surroundings) + UInt16(surrounding.rawValue)
        case .word(let word): UInt16(Self.words) + UInt16(word.rawValue)
        }
    }

    /// The gap of a number; nil for any other.
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

    /// A private-use scalar, which escaping leaves alone and which no template may contain: what the template library writes
    /// where the gap is.
    var mark: String {
        // U+E000 to U+EFFF are scalars, so there always is one.
        Unicode.Scalar(0xE000 + UInt32(code)).map { String(Character($0)) } ?? ""
    }

    /// The gap that a scalar marks.
    init?(mark scalar: Unicode.Scalar) {
        guard (0xE000...0xEFFF).contains(scalar.value) else { return nil }
        self.init(code: UInt16(scalar.value - 0xE000))
    }
}

/// What every page of a site has in a language, by the name that templates use.
enum PageSurrounding: UInt8, CaseIterable {
    /// The tag of the language.
    case lang
    /// The direction of the language.
    case dir
    /// The style sheet.
    case style
    /// The site's icon and name, as HTML; empty without either.
    case brand
    /// Whom to ask, as HTML; empty where the site does not say.
    case contact
    /// The site's name for unfurlers, as HTML; empty without one.
    case site

    /// The name in templates.
    var name: String { String(describing: self) }
}
