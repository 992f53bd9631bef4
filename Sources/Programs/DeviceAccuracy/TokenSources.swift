/// Which sources show a token: those of the labelled agents that it occurs in.
///
/// A token that is known from one source alone may have been learnt by heart from it. Without such tokens, scores say what
/// the table would be worth if that source had never been seen.
public struct TokenSources: Sendable {
    /// By the text of the token. A token that no labelled agent shows is known from elsewhere, and stands in no row here.
    private var sources: [String: Set<String>] = [:]

    /// Finds the texts of tokens, which are in lower case, in agents.
    public init(of texts: Set<String>, in agents: [LabelledAgent]) {
        let search = TokenSearch(texts)
        for agent in agents {
            for token in search.tokens(in: agent.agent) { sources[token, default: []].formUnion(agent.sources) }
        }
    }

    /// Whether a token is known from this source and no other.
    public func isKnown(_ text: String, onlyFrom source: String) -> Bool { sources[text] == [source] }
}
