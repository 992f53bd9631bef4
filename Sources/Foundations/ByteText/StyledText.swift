/// A run of terminal text and the style used if colors are enabled.
public struct StyledText: Sendable, Equatable {
    /// The style of a run; `soft` is less prominent than `plain`.
    public enum Style: Sendable {
        case plain, heading, soft, bar, good, warning, error
    }

    /// The text, which may contain control characters from clients.
    public var text: String
    /// The style.
    public var style: Style

    /// Creates a run of text.
    public init(_ text: String, _ style: Style = .plain) {
        self.text = text
        self.style = style
    }
}

extension StyledText {
    /// The lines of a text, all in one style.
    public static func lines(_ text: String, _ style: Style = .plain) -> [[StyledText]] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { [StyledText(String($0), style)] }
    }
}
