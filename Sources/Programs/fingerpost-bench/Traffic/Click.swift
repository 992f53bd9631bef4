/// A request target and a user agent.
struct Click {
    /// The target of the request: `/CODE`, `/?link=…`.
    var target: String
    /// The user agent as sent.
    var agent: String
}
