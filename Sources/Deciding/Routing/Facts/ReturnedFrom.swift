public import ByteText

/// Where a click has been before, as the rules are told: `request.returned_from`.
public enum ReturnedFrom: UInt8, Word {
    /// Nowhere: it was tapped, typed or scanned.
    case none
    /// The button of our page, which was this link: the system did not open the app.
    case button
    /// An `intent:` whose app did not open, and whose fallback was this link.
    case intent

    /// The word for it in requests, conditions and logs.
    public var name: StaticString {
        switch self {
        case .none: "none"
        case .button: "button"
        case .intent: "intent"
        }
    }
}
