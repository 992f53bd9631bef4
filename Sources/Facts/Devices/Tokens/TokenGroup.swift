/// Tokens with the same origin.
///
/// The origin documents the meaning of the tokens. It is not part of compiled tables.
struct TokenGroup: Sendable {
    let origin: TokenOrigin
    var rows: [TokenRow] = []
}

/// A token with its evidence.
struct TokenRow: Sendable {
    let token: DeviceToken
    /// An agent in which the token has its meaning: evidence and a test case.
    let example: String
}

/// The origin of tokens.
enum TokenOrigin: Sendable, Hashable {
    /// A document of a vendor or a standard that describes its agents.
    case document(vendor: String, title: String, address: String)
    /// Names that a class of devices or programs sends, if no document lists them. A token has its meaning only in agents
    /// of this class.
    case ownNames(String)

    /// Creates the origin from the columns of a heading, one or three.
    init(_ heading: String) {
        let columns = heading.split(separator: "\t").map(String.init)
        self =
            columns.count == 1
            ? .ownNames(heading) : .document(vendor: columns[0], title: columns[1], address: columns[2])
    }
}
