public import ByteText

/// Where in its life a link was clicked.
public enum Stage: UInt8, Word {
    /// A link was clicked.
    case click
    /// The web action is done and the user goes on.
    case `continue`

    /// The word for it in requests, conditions and logs.
    public var name: StaticString {
        switch self {
        case .click: "click"
        case .continue: "continue"
        }
    }
}
