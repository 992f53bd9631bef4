/// A piece of a line on a terminal, and its style if there are colours.
public struct StyledText: Sendable, Equatable {
    /// How a piece is shown; `soft` is less prominent than `plain`.
    public enum Style: Sendable {
        case plain, heading, soft, bar, good, warning, error
    }

    /// The text, which may contain control characters of clients.
    public var text: String
    /// How it is shown.
    public var style: Style

    /// A piece of a line.
    public init(_ text: String, _ style: Style = .plain) {
        self.text = text
        self.style = style
    }
}

extension StyledText {
    /// A text as lines in one style.
    public static func lines(_ text: String, _ style: Style = .plain) -> [[StyledText]] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { [StyledText(String($0), style)] }
    }
}
