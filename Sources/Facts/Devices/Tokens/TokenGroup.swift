/// Tokens that come from the same place.
///
/// Who doubts a token reads there what it means; who adds one says where it is from. Compiled tables know nothing of it.
struct TokenGroup: Sendable {
    let origin: TokenOrigin
    let tokens: [DeviceToken]

    init(from origin: TokenOrigin, _ tokens: [DeviceToken]) {
        self.origin = origin
        self.tokens = tokens
    }
}

/// Where tokens come from.
enum TokenOrigin: Sendable, Hashable {
    /// What a vendor or a standard says of its agents.
    case document(vendor: String, title: String, address: String)
    /// The names by which a class of devices or programs states itself, where no document lists them. The class is what
    /// an agent has to be of for the token to mean what its row says.
    case ownNames(String)
}
