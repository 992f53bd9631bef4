public import ByteText

/// Where a click returned from, as visible to rules: `request.returned_from`.
public enum ReturnedFrom: UInt8, Word {
    /// Nowhere: the link was tapped, typed or scanned.
    case none
    /// The button of our page. Its address was this link, but the system did not open the app.
    case button
    /// An `intent:` URI with this link as the fallback. Its app did not open.
    case intent

    /// The value in requests, conditions and logs.
    public var name: StaticString {
        switch self {
        case .none: "none"
        case .button: "button"
        case .intent: "intent"
        }
    }
}
