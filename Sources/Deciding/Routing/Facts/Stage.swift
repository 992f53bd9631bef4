public import ByteText

/// The stage of a link's lifecycle in which it was clicked.
public enum Stage: UInt8, Word {
    /// The link was clicked.
    case click
    /// The web action is done and the user goes on.
    case `continue`

    /// The value in requests, conditions and logs.
    public var name: StaticString {
        switch self {
        case .click: "click"
        case .continue: "continue"
        }
    }
}
