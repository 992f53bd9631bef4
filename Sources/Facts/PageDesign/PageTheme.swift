/// The colours that a site states for its pages in light or in dark surroundings; nil where it states none.
public struct PageTheme: Sendable, Hashable {
    /// Buttons and links.
    public var accent: PageColor?
    /// Text.
    public var text: PageColor?
    /// Behind the text.
    public var card: PageColor?
    /// Around that.
    public var background: PageColor?

    /// A theme that states nothing.
    public init() {}
}

/// The colours of a page, as its style sheet names them.
public struct PagePalette: Sendable, Equatable {
    /// Around the card, behind the text, the text, quieter text, lines, buttons and links, the text of buttons, notes.
    public let paper, card, ink, soft, line, accent, onAccent, note: PageColor

    /// The palette of a theme in light surroundings.
    public static func light(_ theme: PageTheme) -> PagePalette { PagePalette(theme, .light) }

    /// The palette in dark surroundings. An accent that is stated for light ones alone is lightened until it can be read.
    public static func dark(_ theme: PageTheme, light: PageTheme) -> PagePalette {
        var theme = theme
        theme.accent = theme.accent ?? light.accent?.readable(on: theme.card ?? Defaults.dark.card)
        return PagePalette(theme, .dark)
    }

    /// What is used where a theme is silent.
    private struct Defaults {
        var paper, card, ink, soft, line, accent, onAccent, note: PageColor

        static let light = Defaults(
            paper: 0xF5F6F8, card: 0xFFFFFF, ink: 0x1C1E21, soft: 0x5A6068, line: 0xD9DCE1, accent: 0x0B57D0,
            onAccent: 0xFFFFFF, note: 0xEEF3FC)
        static let dark = Defaults(
            paper: 0x121316, card: 0x1D1F23, ink: 0xE8EAED, soft: 0xA4ABB5, line: 0x3A3E45, accent: 0x8AB4F8,
            onAccent: 0x10223F, note: 0x232B3A)
    }

    private init(_ theme: PageTheme, _ defaults: Defaults) {
        paper = theme.background ?? defaults.paper
        card = theme.card ?? defaults.card
        ink = theme.text ?? defaults.ink
        accent = theme.accent ?? defaults.accent
        let isOwn = theme.card != nil || theme.text != nil
        soft = isOwn ? ink.mixed(with: card, 0.3).readable(on: card) : defaults.soft
        line = isOwn ? ink.mixed(with: card, 0.8) : defaults.line
        onAccent = theme.accent == nil ? defaults.onAccent : accent.mostReadable
        note = isOwn || theme.accent != nil ? card.mixed(with: accent, 0.08) : defaults.note
    }

    /// What can't be read well, by WCAG 2.2 AA: the pair in words, and its contrast.
    public var faults: [(pair: String, contrast: Double)] {
        [
            ("accent on card", accent.contrast(with: card)), ("text on card", ink.contrast(with: card)),
            ("text on a note", ink.contrast(with: note)),
        ].filter { $0.1 < PageColor.readableContrast }.map { (pair: $0.0, contrast: $0.1) }
    }
}

extension PageColor: ExpressibleByIntegerLiteral {
    /// `0xRRGGBB`.
    public init(integerLiteral value: UInt32) {
        self.init(
            red: UInt8(value >> 16 & 255), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255))
    }
}
