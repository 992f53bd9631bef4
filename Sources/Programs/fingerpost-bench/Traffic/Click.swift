/// What a click asks for, and the agent that clicks.
struct Click {
    /// The target of the request: `/CODE`, `/?link=…`.
    var target: String
    /// The user agent, as it is sent.
    var agent: String
}
