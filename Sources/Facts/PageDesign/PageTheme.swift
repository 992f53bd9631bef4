/// The colors that a site sets for its pages in the light or dark color scheme; `nil` for those it does not set.
public struct PageTheme: Sendable, Hashable {
    /// The color of buttons and links.
    public var accent: PageColor?
    /// The text color.
    public var text: PageColor?
    /// The background color of the card with the text.
    public var card: PageColor?
    /// The background color around the card.
    public var background: PageColor?

    /// Creates a theme that sets no colors.
    public init() {}
}

/// The colors of a page, with the names used in its style sheet.
public struct PagePalette: Sendable, Equatable {
    /// The background, the card, text, secondary text, lines, buttons and links, button text, and notes.
    public let paper, card, ink, soft, line, accent, onAccent, note: PageColor

    /// The palette of a theme in the light color scheme.
    public static func light(_ theme: PageTheme) -> PagePalette { PagePalette(theme, .light) }

    /// The palette in the dark color scheme. An accent that is set only for the light scheme is lightened until it is readable.
    public static func dark(_ theme: PageTheme, light: PageTheme) -> PagePalette {
        var theme = theme
        theme.accent = theme.accent ?? light.accent?.readable(on: theme.card ?? Defaults.dark.card)
        return PagePalette(theme, .dark)
    }

    /// The colors used if a theme does not set them.
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

    /// Color pairs with insufficient contrast according to WCAG 2.2 AA: a description of the pair, and its contrast.
    public var faults: [(pair: String, contrast: Double)] {
        [
            ("accent on card", accent.contrast(with: card)), ("text on card", ink.contrast(with: card)),
            ("text on a note", ink.contrast(with: note)),
        ].filter { $0.1 < PageColor.readableContrast }.map { (pair: $0.0, contrast: $0.1) }
    }
}

extension PageColor: ExpressibleByIntegerLiteral {
    /// Creates a color from `0xRRGGBB`.
    public init(integerLiteral value: UInt32) {
        self.init(
            red: UInt8(value >> 16 & 255), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255))
    }
}
