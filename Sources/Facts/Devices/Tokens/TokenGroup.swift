/// Tokens with the same origin.
///
/// The origin documents the meaning of the tokens. It is not part of compiled tables.
struct TokenGroup: Sendable {
    let origin: TokenOrigin
    let tokens: [DeviceToken]

    init(from origin: TokenOrigin, _ tokens: [DeviceToken]) {
        self.origin = origin
        self.tokens = tokens
    }
}

/// The origin of tokens.
enum TokenOrigin: Sendable, Hashable {
    /// A document of a vendor or a standard that describes its agents.
    case document(vendor: String, title: String, address: String)
    /// Names that a class of devices or programs sends, if no document lists them. A token has its meaning only in agents
    /// of this class.
    case ownNames(String)
}
