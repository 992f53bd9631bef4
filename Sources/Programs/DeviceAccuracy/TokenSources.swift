/// The sources of a token: those of the labeled agents in which it occurs.
///
/// A token with a single source may have been learned from it. Scores without such tokens show how good the table would
/// be if that source had never been seen.
public struct TokenSources: Sendable {
    /// The sources by the text of the token. Tokens that occur in no labeled agent have other origins and are not included.
    private var sources: [String: Set<String>] = [:]

    /// Searches agents for tokens, whose texts are in lowercase.
    public init(of texts: Set<String>, in agents: [LabelledAgent]) {
        let search = TokenSearch(texts)
        for agent in agents {
            for token in search.tokens(in: agent.agent) { sources[token, default: []].formUnion(agent.sources) }
        }
    }

    /// Whether this is a token's only source.
    public func isKnown(_ text: String, onlyFrom source: String) -> Bool { sources[text] == [source] }
}
